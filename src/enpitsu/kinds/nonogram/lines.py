"""Line logic: everything that follows from single lines, for all rows (or all columns) at once.

A line's answer is a path: leave cells empty, place the first run, leave cells empty, place the
second, and so on. Which cells can hold which colour, and which can stay empty, is found by going
along all paths forwards and backwards, run by run, with sets of places as bits of an integer. One
integer holds such sets for every row of the board side by side, so one operation on it takes a
step in all rows; the columns are treated the same way after turning the board.

A line of n cells has a field of n + 2 bits: bit p of a set of cells stands for cell p, bit p of a
set of places for "the cells before p are done". Cell n does not exist; it counts as empty, so that
the last run, too, has an empty cell behind it. Two tricks move many places at once:

- Upwards through open cells by a carry: adding a place to a stretch of ones flips the stretch
  from there to one past its end. The highest bit of a field is never open and stops the carry.
- Downwards by doubling: one step, two steps, four steps ... through stretches known to be open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, groupby
from typing import NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.grid import bit_set, positions_of_ones
from enpitsu.kinds.nonogram.bits import covered, digits, doublings, downwards, room, upwards
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run
from enpitsu.limits import Budget

Can = list[int]
"""The possible cells: a bit set for each colour, and last the cells that can be empty."""

LARGE = 50_000  # bits of an axis from which on one pass takes so long that limits are asked within

MOST_BITS = 4_000_000_000  # what the sets of one sweep may take: half a gigabyte

GUARD = "00"


class RunSort(NamedTuple):
    """A sort of run: all such runs find room at the same cells."""

    colour: int
    gap: int
    """1 if the cell behind it stays empty: no other colour follows."""
    length: int
    """0 if it is not told."""


class RunGroup(NamedTuple):
    """The lines whose run at some place in the clue is of one sort."""

    sort: int
    """The place of its sort in the axis' list of them."""
    step: int
    """From a start to where the next run may start; meaningless if the length is not told."""
    fields: int
    """All bits of these lines' fields."""


class RunLevel(NamedTuple):
    """The first, second, third, ... run of every line that has so many."""

    told: list[RunGroup]
    untold: list[RunGroup]
    """Runs whose length is not told."""
    ended: int
    """The last bits of the lines that end here: they have no such run, but all before."""


Places = tuple[list[int], list[int]]
"""Where a run begins in some answer of its line; if its length is not told, where it ends."""


class Sweep(NamedTuple):
    """The common part of all answers of all lines."""

    answered: bool
    """True if every line has an answer."""
    can: Can
    """The cells in some answer."""
    starts: list[int]
    """For each level, the last first, the cells where its run begins in some answer."""
    ends: list[int]
    """The same for the places behind runs whose length is not told."""


class Axis:
    """All rows, or all columns: their clues as masks, and the logic on them."""

    def __init__(self, clues: Sequence[Clue], length: int, budget: Budget) -> None:
        self.lines, self.length, self.width = len(clues), length, length + 2
        firsts, ended = self._by_level(clues, budget)
        self.sorts = sorted({sort for level in firsts for sort in level})
        place_of = {sort: at for at, sort in enumerate(self.sorts)}
        self.levels: list[RunLevel] = []
        for some, ends in zip(firsts, ended, strict=True):
            level = RunLevel([], [], ends << (length + 1))
            for sort, bits in some.items():
                fields = (bits << self.width) - bits
                group = RunGroup(place_of[sort], sort.length + sort.gap, fields)
                (level.told if sort.length else level.untold).append(group)
            self.levels.append(level)
        self.first = sum(ended)
        self.cells = (self.first << length) - self.first
        self.behind = self.first << length
        """The cells that do not exist."""

    def _by_level(
        self, clues: Sequence[Clue], budget: Budget
    ) -> tuple[list[dict[RunSort, int]], list[int]]:
        """For each level and sort of run the first bits of the lines that have it there; and for
        each level those of the lines that end before it."""
        most, last = self.length + 1, Run(None, -1)
        depth = max(map(len, clues)) + 1
        firsts: list[dict[tuple[int, int, int], list[int]]] = [{} for _ in range(depth)]
        ended: list[list[int]] = [[] for _ in range(depth)]
        for at, clue in enumerate(clues):
            budget.check()
            first = at * self.width
            ended[len(clue)].append(first)
            following = (*clue[1:], last)
            for level, (length, colour), (_, after) in zip(firsts, clue, following, strict=False):
                # What is too long for the line is just too long.
                key = colour, int(after in (colour, -1)), min(length or 0, most)
                level.setdefault(key, []).append(first)
        sets = sum(map(len, firsts)) + depth
        if sets * self.lines * self.width > MOST_BITS:
            raise LimitReached("memory")
        sorts = []
        for level in firsts:
            budget.check()
            sorts.append({RunSort(*key): bit_set(bits) for key, bits in level.items()})
        return sorts, list(map(bit_set, ended))

    def sweep(self, can: Can, budget: Budget) -> Sweep:
        """Go along all answers of all lines, forwards and then backwards."""
        opened = can[-1] | self.behind
        reached, starts = self._forwards(can, opened, budget)
        alive = [0] * len(self.sorts)
        covers = [0] * len(can)
        steps = doublings(opened)
        begins, ends = [], []
        after = empty = 0
        for told, untold, ended in reversed(self.levels):
            live = end = 0
            for group in untold:
                found = self._untold(group, starts.pop(), after, [*can[:-1], opened], covers)
                live |= found[0]
                end |= found[1]
            for sort, step, _ in reversed(told):
                begun = starts.pop() & (after >> step)
                live |= begun
                alive[sort] |= begun
            begins.append(live)
            ends.append(end)
            after = downwards(live | ended, steps)
            empty |= reached.pop() & (after >> 1)
        covers[-1] |= empty
        self._cover_all(alive, covers)
        left = [now & before for now, before in zip(covers, can, strict=True)]
        return Sweep(after & self.first == self.first, left, begins, ends)

    def _forwards(self, can: Can, opened: int, budget: Budget) -> tuple[list[int], list[int]]:
        """For each level the places that are reached before its runs; for each of its groups
        the cells where its run then finds room."""
        fits = self._fits(can, opened)
        is_large = self.lines * self.width > LARGE
        reached, starts = [], []
        stops = self.first
        for told, untold, _ in self.levels:
            reach = upwards(stops, opened)
            reached.append(reach)
            stops = 0
            for sort, step, fields in told:
                begun = reach & fits[sort] & fields
                starts.append(begun)
                stops |= begun << step
            for sort, _, fields in reversed(untold):
                colour, gap, _ = self.sorts[sort]
                begun = reach & fits[sort] & fields
                starts.append(begun)
                ends = upwards(begun << 1, can[colour])
                stops |= (ends & opened) << 1 if gap else ends
            if is_large:
                budget.check()
        return reached, starts

    def _untold(
        self, group: RunGroup, starts: int, after: int, can: Can, covers: Can
    ) -> tuple[int, int]:
        """Return the cells where runs of untold length begin, and the places behind their ends."""
        colour, gap, _ = self.sorts[group.sort]
        free, stops = can[colour], after & group.fields
        if gap:
            stops = (stops >> 1) & can[-1]
        below = (stops >> 1) & free
        below = downwards(below, doublings(free)) & upwards(starts, free)
        stops &= below << 1
        covers[colour] |= below
        if gap:
            covers[-1] |= stops
        return starts & below, stops

    def _fits(self, can: Can, opened: int) -> list[int]:
        """For each sort of run the cells from which on it finds room."""
        fits = []
        last, cells, size = -1, 0, 1
        for colour, gap, length in self.sorts:
            if size > length or colour != last:
                last, cells, size = colour, can[colour], 1
            cells, size = room(cells, length, size), max(size, length)
            fits.append(cells & (opened >> length) if gap and length else cells)
        return fits

    def _cover_all(self, alive: Can, covers: Can) -> None:
        """Add the cells that runs of told length can cover, and the empty ones behind them."""
        runs = zip(self.sorts, alive, strict=True)
        for (colour, gap), same in groupby(runs, key=lambda run: run[0][:2]):
            lengths = [(sort.length, starts) for sort, starts in same]
            # The longest run goes on until it is as long as the next has yet to go.
            going = left = 0
            for length, starts in (*reversed(lengths), (0, 0)):
                if going and left > length:
                    covers[colour] |= covered(going, left - length)
                    going <<= left - length
                going |= starts
                left = length
            if gap:
                covers[-1] |= going

    def places(self, can: Can, wanted: Sequence[int], budget: Budget) -> Iterator[list[Places]]:
        """The places of some lines' runs; fewer than a line has runs if it has no answer."""
        sweep = self.sweep(can, budget)
        size = self.lines * self.width
        starts = [digits(mask, size) for mask in reversed(sweep.starts)]
        ends = [digits(mask, size) for mask in reversed(sweep.ends)]
        for line in wanted:
            own = slice(line * self.width, (line + 1) * self.width)
            places = [
                (positions_of_ones(begin[own]), positions_of_ones(end[own]))
                for begin, end in zip(starts, ends, strict=True)
            ]
            yield [(begin, end) for begin, end in places if begin]


class LineLogic:
    """The rows and columns of one puzzle."""

    def __init__(self, puzzle: Nonogram, budget: Budget) -> None:
        self.rows = Axis(puzzle.row_clues, puzzle.cols, budget)
        self.cols = Axis(puzzle.col_clues, puzzle.rows, budget)

    def places(
        self, can: Can, rows: Sequence[int], cols: Sequence[int], budget: Budget
    ) -> Iterator[list[Places]]:
        """The places of the runs of these rows, then of these columns."""
        fields = [spread(mask, self.rows) for mask in can]
        yield from self.rows.places(fields, rows, budget)
        yield from self.cols.places([turn(mask, self.rows) for mask in fields], cols, budget)

    def settle(self, can: Can, budget: Budget) -> Can | None:
        """Narrow rows and columns in turn until nothing changes."""
        fields = [spread(mask, self.rows) for mask in can]
        for turns, axis in enumerate(cycle((self.rows, self.cols))):
            budget.check()
            sweep = axis.sweep(fields, budget)
            if not sweep.answered:
                return None
            if sweep.can == fields and turns:
                break
            fields = [turn(mask, axis) for mask in sweep.can]
        if axis is self.cols:
            fields = [turn(mask, axis) for mask in fields]
        return [gather(mask, self.rows) for mask in fields]


def spread(mask: int, axis: Axis) -> int:
    """A plain bit set, line after line, as fields."""
    length = axis.length
    digits = f"{mask:0{axis.lines * length}b}"
    return int(GUARD.join([digits[at : at + length] for at in range(0, len(digits), length)]), 2)


def gather(mask: int, axis: Axis) -> int:
    """Fields as a plain bit set again."""
    width, guard = axis.width, len(GUARD)
    digits = f"{mask:0{axis.lines * width}b}"
    return int("".join([digits[at + guard : at + width] for at in range(0, len(digits), width)]), 2)


def turn(mask: int, axis: Axis) -> int:
    """The fields of one axis as fields of the other."""
    width = axis.width
    digits = f"{mask:0{axis.lines * width}b}"
    return int(GUARD.join([digits[at::width] for at in range(len(GUARD), width)]), 2)
