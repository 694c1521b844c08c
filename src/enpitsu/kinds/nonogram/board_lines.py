"""A board taken apart into its rows and columns, and put together again.

Bit c of an integer stands for cell c of a line. A filling of a line is one integer with a block of
bits for each colour, and last one for the cells that stay empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.kind import Task
from enpitsu.kinds.nonogram.bits import digits, union
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.lines import Can
from enpitsu.kinds.nonogram.model import Clue, Nonogram

MOST_BITS = 10**9  # runs times cells, summed over all lines, that the search has memory for


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
    digits = [f"{filling:0{cols * options}b}" for filling in reversed(rows)]
    blocks = range(cols * (options - 1), -1, -cols)
    board.write([int("".join(row[at : at + cols] for row in digits), 2) for at in blocks])
    return board
