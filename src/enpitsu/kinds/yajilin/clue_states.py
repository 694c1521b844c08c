"""The states of clues: open, done, or wrong as they can no longer be right.

A clue is done if every cell it sees is decided and as many are shaded as it says. Decided is what
is shaded, has a dot or a line, or lies beside a shaded cell, since shaded cells never touch.
"""

from __future__ import annotations

from enpitsu.grid import Cell
from enpitsu.kind import ClueState
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.rules import judged_clues


def clue_states(board: YajilinBoard) -> dict[str, ClueState]:
    """The state of each clue that counts, by its cell."""
    return {str(cell): state for cell, state in states(board).items()}


def states(board: YajilinBoard) -> dict[Cell, ClueState]:
    """The state of each clue that counts."""
    not_shaded = board.open | board.on_line() | board.beside(board.shaded)
    decided = board.shaded | not_shaded | ~board.layout.playable
    # A shaded cell that must not be shaded is wrong, so nothing is settled by it.
    unsettled = board.digits(~decided | (board.shaded & not_shaded))
    shaded = board.digits(board.shaded)
    found: dict[Cell, ClueState] = {}
    for cell, clue, code in judged_clues(board, partial=True):
        assert clue.arrow is not None
        seen = board.seen(cell, clue.arrow)
        is_done = "1" not in unsettled[seen] and shaded[seen].count("1") == clue.number
        found[cell] = "wrong" if code else "done" if is_done else "open"
    return found
