"""A board that looks finished: nothing more can be drawn or shaded."""

from __future__ import annotations

from enpitsu.grid import bit_set, cell_number, ray
from enpitsu.kind import Fullness
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.rules import judged_clues, line_ends


def fullness(board: YajilinBoard) -> Fullness:
    """A board with a loose end that can go on is open. Full is one whose lines are closed, or have
    no way on, and where no cell can be shaded."""
    one, two, three, four = line_ends(board)
    where = board.layout
    room = where.playable & ~(two | three | four | board.shaded)
    drawn_right, drawn_down = board.lines_right, board.lines_down
    right = room & (room >> 1) & where.right & ~board.crosses_right & ~drawn_right
    down = room & (room >> where.cols) & where.down & ~board.crosses_down & ~drawn_down
    if one & (right | right << 1 | down | down << where.cols):
        return "open"
    is_closed = bool(two) and not one
    if _can_shade(board) or (not is_closed and (right or down)):
        return "open" if one else "unclear"
    return "full"


def _can_shade(board: YajilinBoard) -> bool:
    """Return True if shading a further cell breaks nothing at once."""
    taken = board.shaded | board.beside(board.shaded) | board.open | board.on_line()
    free = board.layout.playable & ~taken
    rows, cols = board.puzzle.rows, board.puzzle.cols
    shaded = board.digits(board.shaded)
    for cell, clue, _ in judged_clues(board, partial=True):
        assert clue.arrow is not None
        assert clue.number is not None
        if shaded[board.seen(cell, clue.arrow)].count("1") >= clue.number:
            free &= ~bit_set(
                [cell_number(each, cols) for each in ray(cell, clue.arrow, rows, cols)]
            )
    return bool(free)
