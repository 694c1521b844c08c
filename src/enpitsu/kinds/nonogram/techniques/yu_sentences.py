"""The reasons for each use of the eleven rules of C.-H. Yu (2007), as sentences.

For each rule a function finds out, from the line as it was, which sentences tell it, what they
speak of, and which known cells and ranges of runs it needs. As the runs of a line stand in their
order, of several ranges that lie on one side the nearest is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import covered, highest, lowest, room, span
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.kinds.nonogram.techniques.line_view import Atom
from enpitsu.kinds.nonogram.techniques.state import CellsWord, ColourWord, FactsWord, RunWord, Word
from enpitsu.kinds.nonogram.yu.run_ranges import ChangeReason, Snapshot


class Reason(NamedTuple):
    """The sentence of a use of a rule, and what it rests on."""

    forms: tuple[str, ...]
    """Which of the rule's sentences, one after the other."""
    words: Mapping[str, Word]
    atoms: tuple[Atom, ...] = ()
    ranges: tuple[int, ...] = ()
    """The runs whose ranges matter."""


class RuleUse(NamedTuple):
    """A use of a rule: the line as it was before, what the rule looks at, and the new cells."""

    clue: Clue
    size: int
    before: Snapshot
    why: ChangeReason
    colour: int
    new: int

    @property
    def run(self) -> int:
        """The run in question."""
        assert self.why.run is not None
        return self.why.run

    @property
    def run_colour(self) -> int:
        """The colour of that run."""
        return self.clue[self.run].colour

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
        """The reasons for those of the cells that cannot have a colour: their own, or that it is
        denied."""
        return tuple(
            next(iter(self.seen(1 << at)), Atom(at, colour, False))
            for at in bit_positions(cells & span(0, self.size - 1) & ~self.before.can[colour])
        )


def _nearest(run: int, others: Iterable[int], is_before: bool) -> tuple[int, ...]:
    """Of some runs the nearest one before or behind a run, if there is one."""
    side = [other for other in others if (other < run if is_before else other > run)]
    return (max(side) if is_before else min(side),) if side else ()


def _overlap(use: RuleUse) -> Reason:
    first, last = use.before.firsts[use.run], use.before.lasts[use.run]
    spare = last - first + 1 - use.least(use.run)
    words: dict[str, Word] = {"run": RunWord(use.run), "range": CellsWord(use.range)}
    words["spot"] = CellsWord(span(first + spare, last - spare))
    return Reason(("step" if spare else "fixed",), words, ranges=(use.run,))


def _out_of_reach(use: RuleUse) -> Reason:
    runs = use.of_colour(use.colour)
    before = _nearest(len(use.clue), [r for r in runs if use.before.lasts[r] < use.why.first], True)
    behind = _nearest(-1, [r for r in runs if use.before.firsts[r] > use.why.last], False)
    form = "step" if before and behind else "behind" if before else "before" if behind else "none"
    words: dict[str, Word] = {"colour": ColourWord(use.colour)}
    for run in before:
        words |= {"before": RunWord(run), "end": CellsWord(1 << use.before.lasts[run])}
    for run in behind:
        words |= {"behind": RunWord(run), "start": CellsWord(1 << use.before.firsts[run])}
    is_coloured = len(use.before.can) > 2
    return Reason((f"{form}-colour" if is_coloured else form,), words, ranges=before + behind)


def _first_cell(use: RuleUse) -> Reason:
    seen, is_first = use.seen(use.stretch), use.why.form == "first"
    long = [run for run in use.of_colour(use.run_colour) if use.most(run) > 1]
    ranges = (use.run, *_nearest(use.run, long, is_before=is_first))
    return Reason((use.why.form,), {"run": RunWord(use.run), "seen": FactsWord(seen)}, seen, ranges)


def _too_long(use: RuleUse) -> Reason:
    cell = lowest(use.new)
    length = use.stretch.bit_count()
    runs = use.of_colour(use.colour)
    three = 7 << cell >> 1
    most = max((use.most(run) for run in runs if not three & ~use.room(run)), default=0)
    words: dict[str, Word] = {
        "would": FactsWord((Atom(cell, use.colour, True),)),
        "stretch": CellsWord(use.stretch),
        "count": length,
        "most": most,
    }
    longer = [run for run in runs if use.clue[run].length is None or use.most(run) >= length]
    atoms = use.seen(use.stretch & ~use.new)
    return Reason(("step" if most else "none",), words, atoms, tuple(longer))


def _pushed(use: RuleUse) -> Reason:
    runs = use.of_colour(use.colour)
    if use.why.form == "whole":
        seen, length = use.seen(use.stretch), use.stretch.bit_count()
        others = tuple(run for run in runs if use.clue[run].length != length)
        return Reason(("whole",), {"seen": FactsWord(seen), "count": length}, seen, others)
    at, wall = use.why.first, use.why.last
    length = min(use.least(run) for run in runs if use.room(run) >> at & 1)
    seen, walls = use.seen(1 << at), use.walls(1 << wall if wall >= 0 else 0, use.colour)
    words: dict[str, Word] = {"seen": FactsWord(seen), "count": length}
    words |= {"wall": CellsWord(1 << wall)} if walls else {}
    shorter = tuple(run for run in runs if use.least(run) < length)
    return Reason(("wall" if walls else "edge",), words, seen + walls, shorter)


def _in_order(use: RuleUse) -> Reason:
    is_before = use.why.form == "before"
    other = use.run - 1 if is_before else use.run + 1
    end = use.before.firsts[other] if is_before else use.before.lasts[other]
    words: dict[str, Word] = {"other": RunWord(other), "end": CellsWord(1 << end)}
    return Reason((use.why.form,), words, ranges=(other, use.run))


def _apart(use: RuleUse) -> Reason:
    seen = use.seen(use.stretch)
    words: dict[str, Word] = {"run": RunWord(use.run), "seen": FactsWord(seen)}
    return Reason((use.why.form,), words, seen, (use.run,))


def _another_run(use: RuleUse) -> Reason:
    seen, run = use.seen(use.stretch), use.run
    colour, length = seen[0].colour, use.stretch.bit_count()
    form = "long" if use.most(run) < length else "outside"
    if use.run_colour != colour:
        form = "colour"
    able = [each for each in use.of_colour(colour) if use.most(each) >= length]
    ranges = (run, *_nearest(run, able, is_before=use.why.form == "later"))
    words: dict[str, Word] = {"run": RunWord(run), "seen": FactsWord(seen)}
    words["spot"] = CellsWord(use.stretch)
    return Reason((form, use.why.form), words, seen, ranges)


def _own_cells(use: RuleUse) -> Reason:
    shaded = span(0, use.size - 1) & ~use.before.can[-1] & use.stretch
    seen = use.seen(shaded)
    ranges = tuple(run for run in (use.run - 1, use.run + 1) if 0 <= run < len(use.clue))
    words: dict[str, Word] = {"run": RunWord(use.run), "seen": FactsWord(seen)}
    words["count"] = shaded.bit_count()
    return Reason(("step",), words, seen, ranges)


def _short_gaps(use: RuleUse) -> Reason:
    run, colour = use.run, use.run_colour
    walls = use.walls(use.range, colour)
    if use.why.form == "gap":
        words: dict[str, Word] = {"run": RunWord(run), "spot": CellsWord(use.new)}
        words |= {"count": use.new.bit_count(), "colour": ColourWord(colour)}
        is_coloured = len(use.before.can) > 2
        form = "gap-colour" if is_coloured else "gap"
        return Reason((form,), words, walls, tuple(use.of_colour(colour)))
    length = use.least(run)
    gaps = covered(room(use.before.can[colour] & use.range, length), length)
    first, last = lowest(gaps), highest(gaps)
    ends = first > use.before.firsts[run], last < use.before.lasts[run]
    form = {(True, True): "both", (True, False): "first", (False, True): "last"}[ends]
    passed = tuple(atom for atom in walls if not first <= atom.at <= last)
    words = {"run": RunWord(run), "start": CellsWord(1 << first), "end": CellsWord(1 << last)}
    return Reason((form,), words, passed, (run,))


def _alone(use: RuleUse) -> Reason:
    form, run = use.why.form, use.run
    is_from_start = form in ("starts", "wall-behind", "far-behind")
    other = run - 1 if is_from_start else run + 1
    is_end = not 0 <= other < len(use.clue)
    if is_end:
        alone = "first" if is_from_start else "last"
    else:
        alone = "before" if is_from_start else "behind"
    seen = use.seen(1 << use.why.first)
    words: dict[str, Word] = {"run": RunWord(run), "seen": FactsWord(seen)}
    words |= {"spot": CellsWord(1 << use.why.first)}
    atoms = seen
    if not is_end:
        words["other"] = RunWord(other)
    if form.startswith("wall"):
        words["wall"] = CellsWord(1 << use.why.last)
        atoms += use.walls(1 << use.why.last, use.run_colour)
    elif form.startswith("far"):
        words |= {"far": CellsWord(1 << use.why.last), "count": use.least(run)}
        atoms += use.seen(1 << use.why.last)
    ranges = (run,) if is_end else (run, other)
    return Reason((alone, form), words, atoms, ranges)


REASONS: Mapping[str, Callable[[RuleUse], Reason]] = {
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
