"""The Nonogram board as bit sets: bit r*cols+c of an integer stands for cell (r, c).

For each colour there are two sets: the cells that have it and the cells that are known not to.
A cell without any colour left is empty. A board may hold anything a player can write.

Searches take a board apart into its lines: there bit c of an integer stands for cell c of a line. A
filling of a line is one integer with a block of bits for each colour, and last one for the cells
that stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from enpitsu.errors import FormatError, LimitReached
from enpitsu.grid import Cell, Line, bit_positions, cell_at, cell_number, is_inside
from enpitsu.kind import Task
from enpitsu.kinds.nonogram.bits import digits, several, union
from enpitsu.kinds.nonogram.lines import Can, LineLogic
from enpitsu.kinds.nonogram.model import Clue, Nonogram
from enpitsu.limits import Budget
from enpitsu.position import Fact

UNKNOWN = -2  # in `states`: nothing is known of the cell
EMPTY = -1  # in `states`: the cell has no colour

MOST_BITS = 10**9  # runs times cells, summed over all lines, that the search has memory for


class NonogramBoard:
    """The marks on a board, as bit sets."""

    __slots__ = ("_logic", "denied", "painted", "puzzle")

    def __init__(self, puzzle: Nonogram) -> None:
        self.puzzle = puzzle
        self.painted = [0] * len(puzzle.palette)
        """For each colour the cells that have it; no cell has two."""
        self.denied = [0] * len(puzzle.palette)
        """For each colour the cells marked as not having it."""
        self._logic: LineLogic | None = None

    @property
    def everything(self) -> int:
        """All cells."""
        return (1 << self.puzzle.rows * self.puzzle.cols) - 1

    @property
    def shaded(self) -> int:
        """The cells of any colour."""
        return union(self.painted)

    @property
    def empty(self) -> int:
        """The cells that can have no colour."""
        return reduce(and_, self.denied)

    def place(self, facts: Iterable[Fact]) -> None:
        """Write facts; FormatError if one does not fit the puzzle."""
        puzzle = self.puzzle
        place_of = {value: at for at, value in enumerate(puzzle.values)}
        rows, cols = puzzle.rows, puzzle.cols
        # Collected as digits: a step on whole bit sets for each fact is slow on large boards.
        painted, denied = ([bytearray(b"0") * (rows * cols) for _ in place_of] for _ in range(2))
        for fact in facts:
            cell, colour = fact.slot, place_of.get(fact.value)
            if not isinstance(cell, Cell) or colour is None:
                known = ", ".join(puzzle.values)
                raise FormatError(f"{puzzle.kind} knows no fact like {fact}; cells are {known}")
            if not is_inside(cell, rows, cols):
                raise FormatError(f"the board has only {rows}x{cols} cells", cell=str(cell))
            marks = painted[colour] if fact.holds else denied[colour]
            marks[~(cell_number(cell, cols))] = ord("1")
        for colour in range(len(place_of)):
            self.painted[colour] |= int(painted[colour], 2)
            self.denied[colour] |= int(denied[colour], 2)
        twice = several(self.painted)
        if twice:
            cell = next(self.cells(twice))
            raise FormatError("one cell cannot have two colours", cell=str(cell))

    def cells(self, mask: int) -> Iterator[Cell]:
        """The cells of a bit set, in order."""
        cols = self.puzzle.cols
        return (cell_at(index, cols) for index in bit_positions(mask))

    def facts(self) -> Iterator[Fact]:
        """Everything on the board, denials included."""
        yield from self.answer()
        for value, denied in zip(self.puzzle.values, self.denied, strict=True):
            for cell in self.cells(denied):
                yield Fact(cell, value, False)

    def answer(self) -> Iterator[Fact]:
        """The cells with a colour."""
        for value, painted in zip(self.puzzle.values, self.painted, strict=True):
            for cell in self.cells(painted):
                yield Fact(cell, value)

    def states(self) -> list[int]:
        """For each cell its colour's place in the palette, EMPTY or UNKNOWN."""
        found = [UNKNOWN] * (self.puzzle.rows * self.puzzle.cols)
        for index in bit_positions(self.empty):
            found[index] = EMPTY
        for colour, painted in enumerate(self.painted):
            for index in bit_positions(painted):
                found[index] = colour
        return found

    def line_of(self, line: Line) -> slice:
        """Return the places of a line's cells in such a list."""
        cols = self.puzzle.cols
        if line.is_row:
            return slice(line.at * cols, (line.at + 1) * cols)
        return slice(line.at, None, cols)

    def can(self) -> Can:
        """Return the cells that can still have each colour; last those that can be empty."""
        shaded = self.shaded
        can = [
            self.everything & ~denied & ~(shaded & ~painted)
            for painted, denied in zip(self.painted, self.denied, strict=True)
        ]
        return [*can, self.everything & ~shaded]

    def logic(self, budget: Budget) -> LineLogic:
        """The line logic of the puzzle, made when it is first asked for."""
        if self._logic is None:
            self._logic = LineLogic(self.puzzle, budget)
        return self._logic

    def settle(self, budget: Budget) -> bool:
        """Draw every conclusion that follows from single lines; False on a contradiction."""
        can = self.logic(budget).settle(self.can(), budget)
        if can is None:
            return False
        self.write(can)
        return True

    def write(self, can: Can) -> None:
        """Take over what cells can still be: for each colour a bit set, last the empty ones."""
        decided = ~several(can)
        self.painted = [mask & decided for mask in can[:-1]]
        self.denied = [self.everything & ~mask for mask in can[:-1]]


class BoardLines(NamedTuple):
    """Every row and every column: its clue and what its cells can be."""

    across: list[tuple[Clue, Can]]
    down: list[tuple[Clue, Can]]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.across)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.down)


def read_lines(puzzle: Nonogram, task: Task) -> BoardLines | None:
    """The lines of a puzzle as the task gives it; None if a cell can be nothing."""
    rows, cols = puzzle.rows, puzzle.cols
    if sum(len(clue) * (cols if line.is_row else rows) for line, clue in puzzle.clues) > MOST_BITS:
        raise LimitReached("memory")
    board = NonogramBoard(puzzle)
    board.place(task.given)
    can = board.can()
    if union(can) != board.everything:
        return None
    flags = [digits(cells, rows * cols) for cells in can]
    lines = BoardLines([], [])
    for line, clue in puzzle.clues:
        task.budget.check()
        where = board.line_of(line)
        options = [int(each[where][::-1], 2) for each in flags]
        (lines.across if line.is_row else lines.down).append((clue, options))
    return lines


def as_board(puzzle: Nonogram, rows: Sequence[int]) -> NonogramBoard:
    """The board of these rows, each as bits that tell what its cells are, or can be."""
    board = NonogramBoard(puzzle)
    cols, options = puzzle.cols, len(puzzle.palette) + 1
    texts = [f"{filling:0{cols * options}b}" for filling in reversed(rows)]
    blocks = range(cols * (options - 1), -1, -cols)
    board.write([int("".join(row[at : at + cols] for row in texts), 2) for at in blocks])
    return board
