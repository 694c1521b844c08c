"""What people see at one spot of a line: techniques N3 to N10, in terms of one line.

Each function gives every use of its technique that a line offers, new or not. A run's room is
where it can lie round the cells that it cannot cover, in order with the other runs. The owners of
a stretch are the runs that find room to cover it. A wall of a colour is a cell that cannot have
it; the edge of the grid is one as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import lowest
from enpitsu.kinds.nonogram.engines.rules.ranges import highest, span, stretch_at, stretches
from enpitsu.kinds.nonogram.techniques.desk import Cells, Colour, TheRun, Word
from enpitsu.kinds.nonogram.techniques.fits import Lay
from enpitsu.kinds.nonogram.techniques.view import View


class Spot(NamedTuple):
    """One use of a technique: what it is about, and the cells that have a colour or have not."""

    key: tuple[int, ...]
    """With fewer reasons, the same use has the same key."""
    colour: int
    paint: int
    deny: int
    args: Mapping[str, Word]
    form: str = "step"
    tells: str = ""
    """What more its sentence has forms for: the known cells it rests on, or both what is shaded
    and what is not."""


DONE = "done"
KNOWN, BOTH = "known", "both"


def overlap(view: View) -> Iterator[Spot]:
    """Pushed as far as it goes one way and then the other, the run covers these cells both times,
    so it covers them wherever it lies."""
    if view.room is not None:
        for at, lay in enumerate(view.room.lays):
            if lay.overlap:
                spot = _overlap((at,), view, at, lay)
                form = "step" if lay.overlap != lay.covers else "fixed"
                yield spot._replace(form=form, tells=KNOWN)


def _overlap(key: tuple[int, ...], view: View, at: int, lay: Lay) -> Spot:
    room = Cells(span(lay.first, lay.last))
    args: dict[str, Word] = {"run": TheRun(at), "room": room}
    return Spot(key, view.clue[at].colour, lay.overlap, 0, args)


def cap(view: View) -> Iterator[Spot]:
    """A stretch as long as every run that can lie there is a whole run, and a run ends where the
    next cell has not its colour; and once all cells of a colour are found, no other has it."""
    for colour, known in enumerate(view.painted):
        lengths = [run.length for run in view.clue if run.colour == colour]
        total = sum(length or view.size + 1 for length in lengths)
        if known.bit_count() == total:
            rest = view.everything & ~known
            yield Spot((colour, total), colour, 0, rest, {"count": total}, DONE)
        longest = max((length or view.size + 1 for length in lengths), default=0)
        for first, last in view.stretches(colour):
            length = last - first + 1
            form = "longest" if length == longest else "step"
            if length == longest or _lengths(view, colour, first, last) == {length}:
                ends = (1 << first >> 1 | 1 << last + 1) & view.everything
                stretch = Cells(span(first, last))
                args: dict[str, Word] = {"number": length, "stretch": stretch}
                yield Spot((colour, first, last), colour, 0, ends, args, form)


def _lengths(view: View, colour: int, first: int, last: int) -> set[int | None]:
    return {view.clue[run].length for run in view.owners(colour, first, last)}


def short_gap(view: View) -> Iterator[Spot]:
    """A run lies in one piece, so it is not in a gap between walls that is shorter than itself."""
    for colour, free in enumerate(view.can[:-1]):
        for first, last in stretches(free & ~view.painted[colour]):
            number = last - first + 1
            shortest = min(_around(view, colour, first, last), default=0)
            is_gap = not (free << 1 >> first & 1 or free >> last + 1 & 1)
            if is_gap and number < shortest:
                gap = span(first, last)
                args: dict[str, Word] = {"count": number, "gap": Cells(gap)}
                yield Spot((colour, first, last), colour, 0, gap, args)


def _around(view: View, colour: int, first: int, last: int) -> Iterator[int]:
    """The least lengths of the runs that come to a gap if only its neighbours' room counts."""
    lays = view.room.lays if view.room is not None else ()
    for run, _ in view.runs_of(colour):
        low = _earliest_end(view, run - 1, lays[run - 1]) if run else 0
        high = highest(lays[run + 1].starts) - 1 if run + 1 < len(lays) else view.size - 1
        if low <= last and high >= first:
            yield view.clue[run].length or 1


def _earliest_end(view: View, run: int, lay: Lay) -> int:
    """The first cell behind a run that lies as early as it can."""
    return lay.first + (view.clue[run].length or 1)


def anchor(view: View) -> Iterator[Spot]:
    """A shaded cell behind a wall begins a run (before a wall, it ends one); if all runs that can
    begin there have one length, so far it goes, and no farther."""
    for colour, known in enumerate(view.painted):
        walls = view.everything & ~view.can[colour]
        for at in bit_positions(known & ~(known << 1) & (walls << 1 | 1)):
            runs = [run for run, lay in view.runs_of(colour) if lay.starts >> at & 1]
            yield from _anchored(view, colour, at, runs, 1)
        edge = 1 << view.size - 1
        for at in bit_positions(known & ~(known >> 1) & (walls >> 1 | edge)):
            runs = [
                run
                for run, lay in view.runs_of(colour)
                if lay.starts << (view.clue[run].length or 1) - 1 >> at & 1
                or (view.clue[run].length is None and lay.covers >> at & 1)
            ]
            yield from _anchored(view, colour, at, runs, -1)


def _anchored(view: View, colour: int, at: int, runs: list[int], way: int) -> Iterator[Spot]:
    lengths = {view.clue[run].length for run in runs}
    length = lengths.pop() if len(lengths) == 1 else None
    if length is None:
        return
    last = at + way * (length - 1)
    end = last + way
    deny = 1 << end if 0 <= end < view.size else 0
    args: dict[str, Word] = {"start": Cells(1 << at), "number": length, "colour": Colour(colour)}
    paint = span(min(at, last), max(at, last))
    if len(runs) == 1:
        args["run"] = TheRun(runs[0])
    form = "step" if "run" in args else "some"
    yield Spot((colour, at, way), colour, paint, deny, args, form, BOTH)


GLUED = {
    (True, False): "step",
    (True, True): "edge",
    (False, False): "any",
    (False, True): "any-edge",
}
"""The sentences for one run or some of them, at a wall or at the edge."""


def glue(view: View) -> Iterator[Spot]:
    """A run that holds this stretch cannot go past the wall, so it reaches out the other way as far
    as the shortest run that can lie here."""
    for colour in range(len(view.painted)):
        for first, last in view.stretches(colour):
            runs = view.owners(colour, first, last)
            if runs:
                yield from _glued(view, colour, (first, last), runs)


def _glued(view: View, colour: int, stretch: tuple[int, int], runs: list[int]) -> Iterator[Spot]:
    first, last = stretch
    length = min(view.clue[run].length or 1 for run in runs)
    walls = view.everything & ~view.can[colour]
    before = highest(walls & span(0, first))
    behind = lowest((walls | 1 << view.size) >> last) + last
    args: dict[str, Word] = {"stretch": Cells(span(first, last)), "number": length}
    one = {"run": TheRun(runs[0])} if len(runs) == 1 else {}
    for way, wall, paint in (
        (1, before, span(first, before + length)),
        (-1, behind, span(behind - length, last)),
    ):
        if paint & ~span(first, last):
            at_edge = not 0 <= wall < view.size
            more = {} if at_edge else {"wall": Cells(1 << wall)}
            form = GLUED[bool(one), at_edge]
            key = (colour, first, last, way)
            yield Spot(key, colour, paint, 0, {**args, **one, **more}, form)


def reach(view: View) -> Iterator[Spot]:
    """A run that holds a shaded cell which no other run can come to stays within its length of it,
    and where no run can come to, no cell is shaded."""
    if view.room is None:
        return
    held: dict[int, tuple[int, int]] = {}
    for colour in range(len(view.painted)):
        for first, last in view.stretches(colour):
            run = _only_run(view, colour, first, last)
            if run is not None:
                low, high = held.get(run, (first, last))
                held[run] = min(low, first), max(high, last)
    found = view.room_if(held)
    if found is not None:
        for colour in range(len(view.painted)):
            yield from _unreached(view, colour, found.lays)


def _only_run(view: View, colour: int, first: int, last: int) -> int | None:
    """The run that alone comes to some cell of a stretch."""
    for at in range(first, last + 1):
        runs = [run for run, lay in view.runs_of(colour) if lay.covers >> at & 1]
        if len(runs) == 1:
            return runs[0]
    return None


def _unreached(
    view: View, colour: int, lays: tuple[Lay, ...], key: tuple[int, ...] = ()
) -> Iterator[Spot]:
    """The cells before, between and behind the runs of a colour."""
    runs = [run for run, told in enumerate(view.clue) if told.colour == colour]
    for before, behind in pairwise([-1, *runs, -1]):
        start = lays[before].last + 1 if before >= 0 else 0
        stop = lays[behind].first - 1 if behind >= 0 else view.size - 1
        if start <= stop and runs:
            args: dict[str, Word] = {"colour": Colour(colour)}
            if before >= 0:
                args |= {"before": TheRun(before), "end": Cells(1 << start - 1)}
            if behind >= 0:
                args |= {"behind": TheRun(behind), "start": Cells(1 << stop + 1)}
            form = "before" if before < 0 else "behind" if behind < 0 else "step"
            yield Spot((*key, colour), colour, 0, span(start, stop), args, form, KNOWN)


def join_or_split(view: View) -> Iterator[Spot]:
    """A cell that would join what is shaded beside it into a stretch that no run can cover is not
    shaded; and two stretches that only one and the same run can cover are one, with all cells
    between them."""
    for colour, known in enumerate(view.painted):
        beside = (known << 1 | known >> 1) & view.can[colour] & ~known
        for at in bit_positions(beside):
            first, last = stretch_at(known | 1 << at, at)
            if not view.owners(colour, first, last):
                args: dict[str, Word] = {"stretch": Cells(span(first, last))}
                yield Spot((colour, at, at), colour, 0, 1 << at, args)
        for (first, a), (b, last) in pairwise(view.stretches(colour)):
            one, other = view.owners(colour, first, a), view.owners(colour, b, last)
            if len(one) == 1 and one == other:
                args = {"run": TheRun(one[0]), "one": Cells(span(first, a))}
                args["other"] = Cells(span(b, last))
                yield Spot((colour, a, b), colour, span(first, last), 0, args, "join")


def identify(view: View) -> Iterator[Spot]:
    """A stretch that only one run can cover belongs to it, so the run lies round the stretch, the
    runs before it lie before it and the runs behind it behind."""
    for colour in range(len(view.painted)):
        for first, last in view.stretches(colour):
            runs = view.owners(colour, first, last)
            if len(runs) == 1:
                yield from _identified(view, first, last, runs[0])


def _identified(view: View, first: int, last: int, run: int) -> Iterator[Spot]:
    found = view.room_if({run: (first, last)})
    if found is None:
        return
    more: dict[str, Word] = {"stretch": Cells(span(first, last)), "owner": TheRun(run)}
    for at, lay in enumerate(found.lays):
        if lay.overlap:
            spot = _overlap((first, last, at), view, at, lay)
            form = "step" if at == run else "other"
            yield spot._replace(args={**spot.args, **more}, form=form)
    for colour in range(len(view.painted)):
        for spot in _unreached(view, colour, found.lays, (first, last)):
            form = "between" if spot.form == "step" else spot.form
            yield spot._replace(args={**spot.args, **more}, form=form, tells="")
