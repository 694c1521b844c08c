"""Why each of the eleven rules of C.-H. Yu (2007) may be used as it is, and on what it rests.

For each rule a function finds out, from the line as it was, which sentences tell it, what they
speak of, and which known cells and ranges of runs it needs. As the runs of a line stand in their
order, of several ranges that lie on one side the nearest is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import highest, lowest, span
from enpitsu.kinds.nonogram.model import Clue, Run
from enpitsu.kinds.nonogram.techniques.state import Cells, Colour, TheRun, Told, Word
from enpitsu.kinds.nonogram.techniques.view import Atom
from enpitsu.kinds.nonogram.yu.run_ranges import Snapshot, Why


class Reason(NamedTuple):
    """How a use of a rule is told, and what it rests on."""

    forms: tuple[str, ...]
    """Which of the rule's sentences, one after the other."""
    words: Mapping[str, Word]
    atoms: tuple[Atom, ...] = ()
    ranges: tuple[int, ...] = ()
    """The runs whose ranges matter."""


class Spot(NamedTuple):
    """A use of a rule: the line as it was before, what the rule looks at, and the new cells."""

    clue: Clue
    size: int
    before: Snapshot
    why: Why
    colour: int
    new: int

    @property
    def run(self) -> int:
        """The run in question."""
        assert self.why.run is not None
        return self.why.run

    @property
    def told(self) -> Run:
        """What the clue tells of it."""
        return self.clue[self.run]

    @property
    def range(self) -> int:
        """The cells in which it may lie."""
        return self.room(self.run)

    def room(self, run: int) -> int:
        """The cells in which a run may lie."""
        return span(self.before.firsts[run], self.before.lasts[run])

    @property
    def stretch(self) -> int:
        """The cells that the rule looks at."""
        return span(self.why.first, self.why.last)

    def least(self, run: int) -> int:
        """The shortest that a run can be."""
        return self.clue[run].length or 1

    def most(self, run: int) -> int:
        """The longest that a run can be."""
        return self.clue[run].length or self.room(run).bit_count()

    def of_colour(self, colour: int) -> list[int]:
        """The runs of a colour."""
        return [run for run, told in enumerate(self.clue) if told.colour == colour]

    def seen(self, cells: int) -> tuple[Atom, ...]:
        """The colours of cells that are known to have one."""
        can = self.before.can
        return tuple(
            Atom(at, colour, True)
            for at in bit_positions(cells)
            for colour, mask in enumerate(can[:-1])
            if [option >> at & 1 for option in can].count(1) == 1 and mask >> at & 1
        )

    def walls(self, cells: int, colour: int) -> tuple[Atom, ...]:
        """Why those of the cells that cannot have a colour cannot: their own, or that it is not."""
        return tuple(
            next(iter(self.seen(1 << at)), Atom(at, colour, False))
            for at in bit_positions(cells & span(0, self.size - 1) & ~self.before.can[colour])
        )


def _nearest(run: int, others: Iterable[int], is_before: bool) -> tuple[int, ...]:
    """Of some runs the nearest one before or behind a run, if there is one."""
    side = [other for other in others if (other < run if is_before else other > run)]
    return (max(side) if is_before else min(side),) if side else ()


def _overlap(spot: Spot) -> Reason:
    first, last = spot.before.firsts[spot.run], spot.before.lasts[spot.run]
    spare = last - first + 1 - spot.least(spot.run)
    words: dict[str, Word] = {"run": TheRun(spot.run), "range": Cells(spot.range)}
    words["spot"] = Cells(span(first + spare, last - spare))
    return Reason(("step" if spare else "fixed",), words, ranges=(spot.run,))


def _out_of_reach(spot: Spot) -> Reason:
    runs = spot.of_colour(spot.colour)
    before = _nearest(
        len(spot.clue), [r for r in runs if spot.before.lasts[r] < spot.why.first], True
    )
    behind = _nearest(-1, [r for r in runs if spot.before.firsts[r] > spot.why.last], False)
    form = "step" if before and behind else "behind" if before else "before" if behind else "none"
    words: dict[str, Word] = {"colour": Colour(spot.colour)}
    for run in before:
        words |= {"before": TheRun(run), "end": Cells(1 << spot.before.lasts[run])}
    for run in behind:
        words |= {"behind": TheRun(run), "start": Cells(1 << spot.before.firsts[run])}
    is_coloured = len(spot.before.can) > 2
    return Reason((f"{form}-colour" if is_coloured else form,), words, ranges=before + behind)


def _first_cell(spot: Spot) -> Reason:
    seen, is_first = spot.seen(spot.stretch), spot.why.form == "first"
    long = [run for run in spot.of_colour(spot.told.colour) if spot.most(run) > 1]
    ranges = (spot.run, *_nearest(spot.run, long, is_before=is_first))
    return Reason((spot.why.form,), {"run": TheRun(spot.run), "seen": Told(seen)}, seen, ranges)


def _too_long(spot: Spot) -> Reason:
    cell = lowest(spot.new)
    length = spot.stretch.bit_count()
    runs = spot.of_colour(spot.colour)
    three = 7 << cell >> 1
    most = max((spot.most(run) for run in runs if not three & ~spot.room(run)), default=0)
    words: dict[str, Word] = {
        "would": Told((Atom(cell, spot.colour, True),)),
        "stretch": Cells(spot.stretch),
        "count": length,
        "most": most,
    }
    longer = [run for run in runs if spot.clue[run].length is None or spot.most(run) >= length]
    atoms = spot.seen(spot.stretch & ~spot.new)
    return Reason(("step" if most else "none",), words, atoms, tuple(longer))


def _pushed(spot: Spot) -> Reason:
    runs = spot.of_colour(spot.colour)
    if spot.why.form == "whole":
        seen, length = spot.seen(spot.stretch), spot.stretch.bit_count()
        others = tuple(run for run in runs if spot.clue[run].length != length)
        return Reason(("whole",), {"seen": Told(seen), "count": length}, seen, others)
    at, wall = spot.why.first, spot.why.last
    length = min(spot.least(run) for run in runs if spot.room(run) >> at & 1)
    seen, walls = spot.seen(1 << at), spot.walls(1 << wall if wall >= 0 else 0, spot.colour)
    words: dict[str, Word] = {"seen": Told(seen), "count": length}
    words |= {"wall": Cells(1 << wall)} if walls else {}
    shorter = tuple(run for run in runs if spot.least(run) < length)
    return Reason(("wall" if walls else "edge",), words, seen + walls, shorter)


def _in_order(spot: Spot) -> Reason:
    is_before = spot.why.form == "before"
    other = spot.run - 1 if is_before else spot.run + 1
    end = spot.before.firsts[other] if is_before else spot.before.lasts[other]
    words: dict[str, Word] = {"other": TheRun(other), "end": Cells(1 << end)}
    return Reason((spot.why.form,), words, ranges=(other, spot.run))


def _apart(spot: Spot) -> Reason:
    seen = spot.seen(spot.stretch)
    words: dict[str, Word] = {"run": TheRun(spot.run), "seen": Told(seen)}
    return Reason((spot.why.form,), words, seen, (spot.run,))


def _another_run(spot: Spot) -> Reason:
    seen, run = spot.seen(spot.stretch), spot.run
    colour, length = seen[0].colour, spot.stretch.bit_count()
    if spot.told.colour != colour:
        form = "colour"
    else:
        form = "long" if spot.most(run) < length else "outside"
    able = [each for each in spot.of_colour(colour) if spot.most(each) >= length]
    ranges = (run, *_nearest(run, able, is_before=spot.why.form == "later"))
    words: dict[str, Word] = {"run": TheRun(run), "seen": Told(seen)}
    words["spot"] = Cells(spot.stretch)
    return Reason((form, spot.why.form), words, seen, ranges)


def _own_cells(spot: Spot) -> Reason:
    shaded = span(0, spot.size - 1) & ~spot.before.can[-1] & spot.stretch
    seen = spot.seen(shaded)
    ranges = tuple(run for run in (spot.run - 1, spot.run + 1) if 0 <= run < len(spot.clue))
    words: dict[str, Word] = {"run": TheRun(spot.run), "seen": Told(seen)}
    words["count"] = shaded.bit_count()
    return Reason(("step",), words, seen, ranges)


def _short_gaps(spot: Spot) -> Reason:
    run, colour = spot.run, spot.told.colour
    walls = spot.walls(spot.range, colour)
    if spot.why.form == "gap":
        words: dict[str, Word] = {"run": TheRun(run), "spot": Cells(spot.new)}
        words |= {"count": spot.new.bit_count(), "colour": Colour(colour)}
        is_coloured = len(spot.before.can) > 2
        form = "gap-colour" if is_coloured else "gap"
        return Reason((form,), words, walls, tuple(spot.of_colour(colour)))
    gaps = _long_gaps(spot.before.can[colour] & spot.range, spot.least(run))
    first, last = lowest(gaps), highest(gaps)
    ends = first > spot.before.firsts[run], last < spot.before.lasts[run]
    form = {(True, True): "both", (True, False): "first", (False, True): "last"}[ends]
    passed = tuple(atom for atom in walls if not first <= atom.at <= last)
    words = {"run": TheRun(run), "start": Cells(1 << first), "end": Cells(1 << last)}
    return Reason((form,), words, passed, (run,))


def _long_gaps(cells: int, length: int) -> int:
    """The cells of those stretches that are at least so long."""
    starts = cells
    for step in range(1, length):
        starts &= cells >> step
    found = 0
    for step in range(length):
        found |= starts << step
    return found


def _alone(spot: Spot) -> Reason:
    form, run = spot.why.form, spot.run
    is_from_start = form in ("starts", "wall-behind", "far-behind")
    other = run - 1 if is_from_start else run + 1
    is_end = not 0 <= other < len(spot.clue)
    alone = (
        ("first" if is_from_start else "last")
        if is_end
        else "before"
        if is_from_start
        else "behind"
    )
    seen = spot.seen(1 << spot.why.first)
    words: dict[str, Word] = {"run": TheRun(run), "seen": Told(seen)}
    words |= {"spot": Cells(1 << spot.why.first)}
    atoms = seen
    if not is_end:
        words["other"] = TheRun(other)
    if form.startswith("wall"):
        words["wall"] = Cells(1 << spot.why.last)
        atoms += spot.walls(1 << spot.why.last, spot.told.colour)
    elif form.startswith("far"):
        words |= {"far": Cells(1 << spot.why.last), "count": spot.least(run)}
        atoms += spot.seen(1 << spot.why.last)
    ranges = (run,) if is_end else (run, other)
    return Reason((alone, form), words, atoms, ranges)


REASONS: Mapping[str, Callable[[Spot], Reason]] = {
    "1.1": _overlap,
    "1.2": _out_of_reach,
    "1.3": _first_cell,
    "1.4": _too_long,
    "1.5": _pushed,
    "2.1": _in_order,
    "2.2": _apart,
    "2.3": _another_run,
    "3.1": _own_cells,
    "3.2": _short_gaps,
    "3.3": _alone,
}
