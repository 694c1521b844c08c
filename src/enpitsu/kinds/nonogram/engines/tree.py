"""The search tree that the engines `rules` and `dfs` share.

Every layer of the tree is a row, every node of a layer a way to fill that row, and the columns
say which ways are possible. Bit c of an integer stands for cell c of a line; as a place, bit p
stands for "the cells before p are done". A filling of a line is one integer with a block of bits
for each colour, and last one for the cells that stay empty.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.grid import bit_positions
from enpitsu.kind import Board as AnyBoard
from enpitsu.kind import Search, Stats, Task
from enpitsu.kinds.nonogram.bits import doublings, downwards, lowest, room
from enpitsu.kinds.nonogram.board import BoardLines, as_board, read_lines
from enpitsu.kinds.nonogram.lines import Can
from enpitsu.kinds.nonogram.model import Clue, Nonogram
from enpitsu.limits import Budget

CHECK_EVERY = 1000  # cells of fillings tried or rejected before the limits are asked again

LONG = 5000  # cells or runs of a line from which on the limits are asked while it is looked at

MOVES_KEPT = 200_000  # steps of columns kept in memory, to be looked up again
MOVE_BITS = 10**9  # bits that they may have in all


# --- one line: from where it can be finished ---------------------------------------------------


class LineReach(NamedTuple):
    """For each run of a line, what leaves room for the rest of the line."""

    starts: list[int]
    """The cells it can start on."""
    stops: list[int]
    """The places behind its last cell where it can stop, if it comes so far."""
    going: list[int]
    """For a "?", the places where it can stop or go on."""
    waits: list[int]
    """The places where it can still wait to start; last those where no run is left."""


def find_reach(clue: Clue, can: Can, size: int, budget: Budget) -> LineReach | None:
    """Go through a line from its end; None if it cannot be finished."""
    steps = doublings(can[-1])
    wait = downwards(1 << size, steps)
    starts, stops, going, waits = reach = LineReach([], [], [], [wait])
    behind = -1
    for length, colour in reversed(clue):
        if size > LONG:
            budget.check()
        stop = (wait >> 1) & can[-1] if colour == behind else wait
        go = 0
        if length is None:
            go = downwards(stop, doublings(can[colour]))
            start = can[colour] & (go >> 1)
        else:
            start = room(can[colour], length) & (stop >> length)
        wait, behind = downwards(start, steps), colour
        starts.append(start)
        stops.append(stop)
        going.append(go)
        waits.append(wait)
    for places in reach:
        places.reverse()
    return reach if wait & 1 else None


def _up_to_wall(at: int, cells: int) -> int:
    """This place and those that one comes to from it through these cells."""
    return (1 << lowest(~cells >> at) + 1) - 1 << at


# --- the rows: every way to fill one -----------------------------------------------------------


def fillings(clue: Clue, can: Can, size: int, budget: Budget) -> Iterator[int]:
    """Every way to fill a line, one after another, runs in front first. Each beginning leads to
    an end, so the next one is never far."""
    reach = find_reach(clue, can, size, budget)
    if reach is None:
        return
    empty = 1 << size * (len(can) - 1)
    # What a shaded cell changes: a bit of its colour comes, that of empty goes.
    inks = [empty | 1 << size * colour for colour in range(len(can) - 1)]
    filled = [((1 << size) - 1) * empty]
    if not clue:
        yield from filled
        return
    choices = [_places(clue, can, reach, 0, 0)]
    while choices:
        if size > LONG:
            budget.check()
        place = next(choices[-1], None)
        if place is None:
            choices.pop()
            filled.pop()
            continue
        start, stop = place
        run = len(choices) - 1
        more = filled[-1] ^ ((1 << stop) - (1 << start)) * inks[clue[run].colour]
        if run == len(clue) - 1:
            yield more
        else:
            filled.append(more)
            at = stop + (clue[run].colour == clue[run + 1].colour)
            choices.append(_places(clue, can, reach, run + 1, at))


def _places(clue: Clue, can: Can, reach: LineReach, run: int, at: int) -> Iterator[tuple[int, int]]:
    """Yield the start and stop of each place of a run if the cells before `at` are done."""
    length, colour = clue[run]
    starts = reach.starts[run] & _up_to_wall(at, can[-1])
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        if length is not None:
            yield start, start + length
            continue
        stops = reach.stops[run] & _up_to_wall(start, can[colour]) & -2 << start
        while stops:
            yield start, lowest(stops)
            stops &= stops - 1


# --- the columns: what the next row may hold ---------------------------------------------------


class Column:
    """A column's clue, and from where the column can be finished.

    How far its runs have come is told by one number: `run * base` if the run is still to start,
    with the count of its cells added if it has.
    """

    __slots__ = ("base", "can", "clue", "empty", "reach")

    def __init__(self, clue: Clue, can: Can, reach: LineReach, size: int) -> None:
        self.clue, self.can, self.reach = clue, can, reach
        self.base, self.empty = size + 1, len(can) - 1

    def options(self, row: int, state: int) -> list[int]:
        """Return the values of the cell in this row with which the column can still be finished."""
        run, done = divmod(state, self.base)
        if not done:
            return self._waiting(row, run)
        length, colour = self.clue[run]
        if length is not None and done < length:
            return [colour]
        found = []
        if length is None and (self.can[colour] & self.reach.going[run] >> 1) >> row & 1:
            found.append(colour)
        if run + 1 == len(self.clue) or self.clue[run + 1].colour != colour:
            found += self._waiting(row, run + 1)
        elif self.reach.stops[run] >> row & 1:
            found.append(self.empty)
        return found

    def _waiting(self, row: int, run: int) -> list[int]:
        found = []
        if run < len(self.clue) and self.reach.starts[run] >> row & 1:
            found.append(self.clue[run].colour)
        if (self.can[-1] & self.reach.waits[run] >> 1) >> row & 1:
            found.append(self.empty)
        return found

    def step(self, state: int, option: int) -> int:
        """Return the next state after a cell that is one of the options."""
        run, done = divmod(state, self.base)
        if option == self.empty:
            return (run + (done > 0)) * self.base
        if not done:
            return state + 1
        return state + 1 if option == self.clue[run].colour else (run + 1) * self.base + 1


class AllColumns:
    """All columns, side by side."""

    def __init__(self, columns: Sequence[Column], options: int, budget: Budget) -> None:
        self._columns, self._options, self._budget = columns, options, budget
        self._moves: list[dict[tuple[int, int, int], tuple[int, int]]] = [{} for _ in columns]
        """For each column the moves worked out before: see `_move`."""
        bits = len(columns) * options
        self._everything = (1 << bits) - 1
        self._most = self._room = min(MOVES_KEPT, MOVE_BITS // bits + 1)

    def start(self) -> tuple[list[int], int]:
        """Return the states before the first row, and the bits that its fillings must not have."""
        allowed = 0
        for at in range(len(self._columns)):
            allowed |= self._allowed(0, at, 0)
            if at % LONG == LONG - 1:
                self._budget.check()
        return [0] * len(self._columns), self._everything ^ allowed

    def advance(self, row: int, states: list[int], filling: int) -> tuple[list[int], int]:
        """Return the states after this row, and the bits that the next must not have."""
        cols, empty = len(self._columns), self._options - 1
        chosen = [empty] * cols
        for bit in bit_positions(filling & (1 << cols * empty) - 1):
            option, at = divmod(bit, cols)
            chosen[at] = option
        found = []
        allowed = 0
        for at, move in enumerate(zip(repeat(row), states, chosen)):
            state, bits = self._moves[at].get(move) or self._move(at, *move)
            found.append(state)
            allowed |= bits
            if at % LONG == LONG - 1:
                self._budget.check()
        return found, self._everything ^ allowed

    def _move(self, at: int, row: int, state: int, option: int) -> tuple[int, int]:
        """Return a column's state after this row, and the bits of fillings that it allows in the
        next."""
        if not self._room:
            for moves in self._moves:
                moves.clear()
            self._room = self._most
        self._room -= 1
        after = self._columns[at].step(state, option)
        found = after, self._allowed(row + 1, at, after)
        self._moves[at][row, state, option] = found
        return found

    def _allowed(self, row: int, at: int, state: int) -> int:
        cols = len(self._columns)
        options = self._columns[at].options(row, state)
        return sum(1 << option * cols + at for option in options)


# --- the tree ----------------------------------------------------------------------------------


class TreeEffort:
    """The cost of a search so far, held against its limits."""

    __slots__ = ("_count", "_every", "budget", "counts", "depth", "nodes", "stats")

    def __init__(self, puzzle: Nonogram, task: Task) -> None:
        self.budget, self._count = task.budget, 0
        self._every = max(1, CHECK_EVERY // puzzle.cols)
        self.counts: dict[str, float] = {}
        """Figures about the search, by name."""
        self.stats = Stats(backend=task.backend, details=self.counts)
        self.nodes = self.depth = 0
        """Ways to fill a row that were gone on with, and how many rows they filled at most."""

    def spend(self) -> None:
        """A filling is looked at: ask the limits now and then."""
        self._count += 1
        if self._count % self._every == 0:
            self.budget.check()

    def reject(self) -> None:
        """A filling is found wrong: it counts as a conflict."""
        if self.budget.conflicts is not None and self.stats.conflicts >= self.budget.conflicts:
            raise LimitReached("conflicts")
        self.stats.conflicts += 1
        self.spend()


Layer = Callable[[int], Iterator[int]]
"""The ways to fill a row that hold nothing of what the columns forbid."""


MakeLayer = Callable[[BoardLines, int, TreeEffort], Layer]


def walk(
    layers: Sequence[Layer], columns: AllColumns | None, effort: TreeEffort
) -> Iterator[list[int]]:
    """Depth first through the rows; every board that the columns allow, as the fillings of its
    rows."""
    states, forbidden = columns.start() if columns else ([], 0)
    path = [states]
    choices = [layers[0](forbidden)]
    chosen: list[int] = []
    while choices:
        effort.spend()
        filling = next(choices[-1], None)
        if filling is None:
            choices.pop()
            path.pop()
            del chosen[-1:]
            continue
        effort.nodes += 1
        effort.depth = max(effort.depth, len(choices))
        if len(choices) == len(layers):
            yield [*chosen, filling]
        else:
            if columns:
                states, forbidden = columns.advance(len(chosen), path[-1], filling)
            chosen.append(filling)
            path.append(states)
            choices.append(layers[len(chosen)](forbidden))


def branch_and_bound(
    lines: BoardLines, layer: MakeLayer, effort: TreeEffort
) -> Iterator[list[int]]:
    """Every solution as the fillings of its rows, each row a layer that the columns bound."""
    columns = []
    for clue, can in lines.down:
        effort.budget.check()
        reach = find_reach(clue, can, lines.rows, effort.budget)
        if reach is None:
            return
        columns.append(Column(clue, can, reach, lines.rows))
    bound = AllColumns(columns, len(lines.down[0][1]), effort.budget)
    yield from walk([layer(lines, row, effort) for row in range(lines.rows)], bound, effort)


def search_rows(
    puzzle: Nonogram, task: Task, fill: Callable[[BoardLines, TreeEffort], Iterator[list[int]]]
) -> Search:
    """Every solution that `fill` gives as the fillings of its rows."""
    effort = TreeEffort(puzzle, task)

    def boards() -> Generator[AnyBoard, None, None]:
        try:
            lines = read_lines(puzzle, task)
            for rows in fill(lines, effort) if lines else ():
                yield as_board(puzzle, rows)
        finally:
            effort.counts |= {"search: nodes": effort.nodes, "search: depth in rows": effort.depth}

    return Search.collect(boards(), task, effort.stats)
