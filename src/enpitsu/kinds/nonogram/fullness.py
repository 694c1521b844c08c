"""A board that looks finished: its lines can take no more."""

from __future__ import annotations

from enpitsu.kind import Fullness
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.rules import broken_lines, impossible_lines


def fullness(board: NonogramBoard) -> Fullness:
    """A board is full where each line is as its clue tells or can no longer be, the cells that are
    left empty by lines that are right staying empty."""
    rows, cols = board.puzzle.rows, board.puzzle.cols
    broken = broken_lines(board)
    rest = NonogramBoard(board.puzzle)
    rest.painted, shaded = board.painted, board.shaded
    done = 0
    for line, _ in board.puzzle.clues:
        if line not in broken:
            done |= sum(1 << cell.row * cols + cell.col for cell in line.cells(rows, cols))
    rest.denied = [mask | (done & ~shaded) for mask in board.denied]
    return "full" if broken <= set(impossible_lines(rest)) else "unclear"
