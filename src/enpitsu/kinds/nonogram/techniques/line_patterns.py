"""Patterns that people see in one place of a line: techniques N3 to N10.

A pattern tells where in a line to look (its keys), and what there is to see. A run's room is where
it can lie round the cells that it cannot cover, in order with the other runs. The owners of a
stretch are the runs that find room to cover it. A wall of a colour is a cell that cannot have it;
the edge of the grid is one as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import highest, lowest, span, stretch_at, stretches, union
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.kinds.nonogram.rules import room_needed
from enpitsu.kinds.nonogram.techniques.line_view import Atom, LineView
from enpitsu.kinds.nonogram.techniques.run_placements import RunPlacements
from enpitsu.kinds.nonogram.techniques.state import CellsWord, RunWord, Word

Key = tuple[int, ...]
"""The place in a line where a pattern looks: a run, a colour, a stretch. To find the fewest known
cells that a match needs, cells are left out and the pattern looks at the same key again: so a key
must still mean the same place when fewer cells are known."""


class PatternMatch(NamedTuple):
    """A pattern found in a line: cells that have a colour or have not, and why."""

    colour: int
    paint: int
    deny: int
    args: Mapping[str, Word]
    form: str = "step"
    named: int = 0
    """The known cells that its sentence names in any case."""
    tells_colour: bool = False
    """True if the sentence ends in `-colour` where a line has runs of several colours."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The cells that have the colour, then those that have not."""
        paint = (Atom(at, self.colour, True) for at in bit_positions(self.paint))
        return (*paint, *(Atom(at, self.colour, False) for at in bit_positions(self.deny)))


class LinePattern(NamedTuple):
    """A technique on one line."""

    keys: Callable[[LineView], Iterator[Key]]
    match: Callable[[LineView, Key], PatternMatch | None]


# --- overlap -------------------------------------------------------------------------------------

WHOLE_LINE = -1
FIXED = "fixed"
DONE = "done"


def overlap_keys(view: LineView) -> Iterator[Key]:
    """The line as a whole, then each run."""
    if len(view.clue) > 1 and len(view.painted) == 1:
        yield (WHOLE_LINE,)
    for run in range(len(view.clue)):
        yield (run,)


def overlap(view: LineView, key: Key) -> PatternMatch | None:
    """Pushed as far as it goes one way and then the other, the run covers these cells both times,
    so it covers them wherever it lies."""
    (run,) = key
    if run == WHOLE_LINE:
        cells = _overlaps_when_empty(view.clue, view.size)
        need = room_needed(view.clue)
        sums: dict[str, Word] = {"need": need, "number": view.size, "count": view.size - need}
        return PatternMatch(view.clue[0].colour, cells, 0, sums, "all") if cells else None
    if view.room is None or not view.room.runs[run].overlap:
        return None
    lay, colour = view.room.runs[run], view.clue[run].colour
    args: dict[str, Word] = {"run": RunWord(run), "room": CellsWord(span(lay.first, lay.last))}
    if lay.overlap != lay.covers:
        return PatternMatch(colour, lay.overlap, 0, args)
    return PatternMatch(colour, lay.overlap, _beside(view, lay.first, lay.last), args, FIXED)


@lru_cache(maxsize=1024)
def _overlaps_when_empty(clue: Clue, size: int) -> int:
    """The cells that runs of one colour cover in an empty line, if several of them do."""
    fit = LineView(clue, size, (0,), (0,)).exact
    if fit is None or any(run.length is None for run in clue):
        return 0
    overlaps = [lay.overlap for lay in fit.runs if lay.overlap]
    return union(overlaps) if len(overlaps) > 1 else 0


def _beside(view: LineView, first: int, last: int) -> int:
    return (1 << first >> 1 | 1 << last + 1) & view.everything


# --- complete runs -------------------------------------------------------------------------------


def cap_keys(view: LineView) -> Iterator[Key]:
    """Each colour, and each stretch."""
    for colour in range(len(view.painted)):
        yield (colour,)
        for first, last in view.stretches(colour):
            yield colour, first, last


def cap(view: LineView, key: Key) -> PatternMatch | None:
    """A stretch as long as every run that can lie there is a whole run, and a run ends where the
    next cell has not its colour; and once all cells of a colour are found, no other has it."""
    colour, *ends = key
    known = view.painted[colour]
    lengths = [run.length or view.size + 1 for run in view.clue if run.colour == colour]
    if not ends:
        rest, total = view.everything & ~known, sum(lengths)
        is_done = 0 < total == known.bit_count()
        return PatternMatch(colour, 0, rest, {"count": total}, DONE, known) if is_done else None
    first, last = ends
    own, number = span(first, last), last - first + 1
    if known & own != own:
        return None
    is_longest = number == max(lengths, default=0)
    owners = () if is_longest else view.owners(colour, first, last)
    if not is_longest and {view.clue[run].length for run in owners} != {number}:
        return None
    args: dict[str, Word] = {"number": number, "stretch": CellsWord(own)}
    form = "longest" if is_longest else "step"
    return PatternMatch(colour, 0, _beside(view, first, last), args, form, own, is_longest)


# --- runs from their ends ------------------------------------------------------------------------


def anchor_keys(view: LineView) -> Iterator[Key]:
    """The shaded cells at walls."""
    for colour, known in enumerate(view.painted):
        walls = view.walls(colour)
        for at in bit_positions(known & ~(known << 1) & (walls << 1 | 1)):
            yield colour, at, 1
        edge = 1 << view.size - 1
        for at in bit_positions(known & ~(known >> 1) & (walls >> 1 | edge)):
            yield colour, at, -1


def anchor(view: LineView, key: Key) -> PatternMatch | None:
    """A shaded cell behind a wall begins a run (before a wall, it ends one); if all runs that can
    begin there have one length, so far it goes, and no farther."""
    colour, at, direction = key
    wall = at - direction
    is_wall = not 0 <= wall < view.size or view.walls(colour) >> wall & 1
    if not is_wall or not view.painted[colour] >> at & 1:
        return None
    runs = []
    for run, lay in view.runs_of(colour):
        number = view.clue[run].length
        ends = lay.starts
        if direction < 0:
            ends = lay.covers if number is None else lay.starts << number - 1
        if ends >> at & 1:
            runs.append(run)
    lengths = {view.clue[run].length for run in runs}
    length = lengths.pop() if len(lengths) == 1 else None
    if length is None:
        return None
    last = at + direction * (length - 1)
    end = last + direction
    deny = 1 << end if 0 <= end < view.size else 0
    args: dict[str, Word] = {"start": CellsWord(1 << at), "number": length, "run": RunWord(runs[0])}
    form = "step" if len(runs) == 1 else "some"
    return PatternMatch(colour, span(min(at, last), max(at, last)), deny, args, form, 1 << at)


# --- gaps ----------------------------------------------------------------------------------------


def gap_keys(view: LineView) -> Iterator[Key]:
    """The gaps between walls in which nothing is shaded."""
    for colour, free in enumerate(view.can[:-1]):
        for first, last in stretches(free & ~view.painted[colour]):
            yield colour, first, last


def short_gap(view: LineView, key: Key) -> PatternMatch | None:
    """A run lies in one piece, so it is not in a gap between walls that is shorter than itself."""
    colour, first, last = key
    free = view.can[colour]
    if free << 1 >> first & 1 or free >> last + 1 & 1:
        return None
    number, gap = last - first + 1, span(first, last)
    # Runs come to the gap if only their neighbours' room counts.
    runs = view.room.runs if view.room is not None else ()
    lengths = []
    for run, _ in view.runs_of(colour):
        low = runs[run - 1].first + (view.clue[run - 1].length or 1) if run else 0
        high = highest(runs[run + 1].starts) - 1 if run + 1 < len(runs) else view.size - 1
        if low <= last and high >= first:
            lengths.append(view.clue[run].length or 1)
    # Where at a glance no run comes at all, that is what there is to say.
    if number >= min(lengths, default=view.size * view.thorough):
        return None
    args: dict[str, Word] = {"count": number, "gap": CellsWord(gap)}
    return PatternMatch(colour, 0, gap, args, named=_beside(view, first, last), tells_colour=True)


# --- walls that push -----------------------------------------------------------------------------


def glue_keys(view: LineView) -> Iterator[Key]:
    """The stretches with the wall on each side."""
    for colour in range(len(view.painted)):
        walls = view.walls(colour)
        for first, last in view.stretches(colour):
            yield colour, last, highest(walls & span(0, first)), 1
            yield colour, first, lowest((walls | 1 << view.size) >> last) + last, -1


def glue(view: LineView, key: Key) -> PatternMatch | None:
    """A run that holds this stretch cannot go past the wall, so it reaches out the other way as far
    as the shortest run that can lie here."""
    colour, cell, wall, direction = key
    at_edge = not 0 <= wall < view.size
    if not view.painted[colour] >> cell & 1 or not (at_edge or view.walls(colour) >> wall & 1):
        return None
    first, last = stretch_at(view.painted[colour], cell)
    runs = view.owners(colour, first, last)
    if not runs:
        return None
    number = min(view.clue[run].length or 1 for run in runs)
    paint = span(first, wall + number) if direction > 0 else span(wall - number, last)
    own = span(first, last)
    args: dict[str, Word] = {"stretch": CellsWord(own), "number": number, "run": RunWord(runs[0])}
    form = "step" if len(runs) == 1 else "any"
    if at_edge:
        return PatternMatch(colour, paint, 0, args, "edge" if form == "step" else "any-edge", own)
    args["wall"] = CellsWord(1 << wall)
    return PatternMatch(colour, paint, 0, args, form, own | 1 << wall)


# --- out of reach --------------------------------------------------------------------------------


def reach_keys(view: LineView) -> Iterator[Key]:
    """The spaces before, between and behind the runs of each colour."""
    for colour in range(len(view.painted)):
        count = sum(run.colour == colour for run in view.clue)
        if count:
            for space in range(count + 1):
                yield colour, space


def reach(view: LineView, key: Key) -> PatternMatch | None:
    """A run that holds a shaded cell which no other run can come to stays within its length of it,
    and where no run can come to, no cell is shaded."""
    found = view.held
    return None if found is None else _unreached(view, key, found.runs)


def _unreached(view: LineView, key: Key, room: tuple[RunPlacements, ...]) -> PatternMatch | None:
    """The cells of a space that the runs on both sides of it cannot come to."""
    colour, space = key
    runs = [run for run, told in enumerate(view.clue) if told.colour == colour]
    start, stop = 0, view.size - 1
    args: dict[str, Word] = {}
    form = "before" if space == 0 else "behind" if space == len(runs) else "step"
    if space > 0:
        before = runs[space - 1]
        start = room[before].last + 1
        args |= {"before": RunWord(before), "end": CellsWord(1 << start - 1)}
    if space < len(runs):
        behind = runs[space]
        stop = room[behind].first - 1
        args |= {"behind": RunWord(behind), "start": CellsWord(1 << stop + 1)}
    if start > stop:
        return None
    return PatternMatch(colour, 0, span(start, stop), args, form, tells_colour=form != "step")


# --- join or split -------------------------------------------------------------------------------


def join_or_split_keys(view: LineView) -> Iterator[Key]:
    """The cells beside what is shaded, and the gaps between two stretches."""
    for colour, known in enumerate(view.painted):
        beside = (known << 1 | known >> 1) & view.can[colour] & ~known
        for at in bit_positions(beside):
            yield colour, at
        for (_, end), (start, _) in pairwise(view.stretches(colour)):
            yield colour, end, start


def join_or_split(view: LineView, key: Key) -> PatternMatch | None:
    """A cell that would join what is shaded beside it into a stretch that no run can cover is not
    shaded; and two stretches that only one and the same run can cover are one, with all cells
    between them."""
    colour, *ends = key
    known = view.painted[colour]
    if len(ends) == 1:
        (at,) = ends
        first, last = stretch_at(known | 1 << at, at)
        if first == last or view.owners(colour, first, last):
            return None
        stretch = span(first, last)
        form = "pair" if last - first == 1 else "step"
        return PatternMatch(colour, 0, 1 << at, {"stretch": CellsWord(stretch)}, form, stretch)
    end, start = ends
    if not (known >> end & 1 and known >> start & 1):
        return None
    one, other = stretch_at(known, end), stretch_at(known, start)
    runs = view.owners(colour, *one)
    if len(runs) != 1 or view.owners(colour, *other) != runs:
        return None
    args: dict[str, Word] = {"run": RunWord(runs[0])}
    args |= {"one": CellsWord(span(*one)), "other": CellsWord(span(*other))}
    paint = span(one[0], other[1])
    return PatternMatch(colour, paint, 0, args, "join", span(*one) | span(*other))


# --- which run it is -----------------------------------------------------------------------------

RUN = 0
SPACE = 1


def identify_keys(view: LineView) -> Iterator[Key]:
    """The stretches that only one run can cover, each with all runs and the spaces between."""
    for colour in range(len(view.painted)):
        for first, last in view.stretches(colour):
            if len(view.owners(colour, first, last)) == 1:
                for run in range(len(view.clue)):
                    yield colour, first, last, RUN, run
                for key in reach_keys(view):
                    yield colour, first, last, SPACE, *key


def identify(view: LineView, key: Key) -> PatternMatch | None:
    """A stretch that only one run can cover belongs to it, so the run lies round the stretch, the
    runs before it lie before it and the runs behind it behind."""
    colour, first, last, sort, *rest = key
    for own in stretches(view.painted[colour] & span(first, last)):
        runs = view.owners(colour, *own)
        held = view.held_by(runs[0], own) if len(runs) == 1 else None
        if held is None:
            continue
        found = None
        if sort == SPACE:
            found = _unreached(view, tuple(rest), held.runs)
        else:
            (run,) = rest
            lay = held.runs[run]
            if lay.overlap:
                args: dict[str, Word] = {"run": RunWord(run)}
                args["room"] = CellsWord(span(lay.first, lay.last))
                form = "own" if run == runs[0] else "other"
                found = PatternMatch(view.clue[run].colour, lay.overlap, 0, args, form)
        if found is not None:
            more: dict[str, Word] = {"stretch": CellsWord(span(*own)), "owner": RunWord(runs[0])}
            return found._replace(args={**found.args, **more}, named=span(*own))
    return None


LINE_PATTERNS = {
    "overlap": LinePattern(overlap_keys, overlap),
    "cap": LinePattern(cap_keys, cap),
    "anchor": LinePattern(anchor_keys, anchor),
    "short-gap": LinePattern(gap_keys, short_gap),
    "glue": LinePattern(glue_keys, glue),
    "join-or-split": LinePattern(join_or_split_keys, join_or_split),
    "reach": LinePattern(reach_keys, reach),
    "identify": LinePattern(identify_keys, identify),
}
"""By the ids of their techniques, the easiest first."""
