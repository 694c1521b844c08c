"""The Satogaeri board as a drawing."""

from __future__ import annotations

from enpitsu.kinds.satogaeri.board import Board
from enpitsu.scene import NO_MARKS, Marks, Scene


def scene(board: Board, marks: Marks = NO_MARKS) -> Scene:
    """The board with its countries, circles and tracks."""
    puzzle = board.puzzle
    title = f"Satogaeri {puzzle.rows}x{puzzle.cols}"
    return Scene(rows=puzzle.rows, cols=puzzle.cols, title=title, shapes=())
