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
    if cols * _count(puzzle.row_clues) + rows * _count(puzzle.col_clues) > MOST_BITS:
        raise LimitReached("memory")
    board = NonogramBoard(puzzle)
    board.place(task.given)
    can = board.can()
    if union(can) != board.everything:
        return None
    flags = [digits(cells, rows * cols) for cells in can]
    across, down = [], []
    for at, clue in enumerate(puzzle.row_clues):
        task.budget.check()
        across.append((clue, [_as_set(each[at * cols : (at + 1) * cols]) for each in flags]))
    for at, clue in enumerate(puzzle.col_clues):
        task.budget.check()
        down.append((clue, [_as_set(each[at::cols]) for each in flags]))
    return BoardLines(across, down)


def _count(clues: Sequence[Clue]) -> int:
    return sum(map(len, clues))


def _as_set(flags: str) -> int:
    return int(flags[::-1], 2)


def as_board(puzzle: Nonogram, rows: Sequence[int]) -> NonogramBoard:
    """The board of these rows, each as bits that tell what its cells are, or can be."""
    board = NonogramBoard(puzzle)
    cols, options = puzzle.cols, len(puzzle.palette) + 1
    digits = [f"{filling:0{cols * options}b}" for filling in reversed(rows)]
    blocks = range(cols * (options - 1), -1, -cols)
    board.write([int("".join(row[at : at + cols] for row in digits), 2) for at in blocks])
    return board
