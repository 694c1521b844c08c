"""A board that looks finished: no circle has yet to move."""

from __future__ import annotations

from enpitsu.kind import Fullness
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.rules import has_idle_circle


def fullness(board: SatogaeriBoard) -> Fullness:
    """A board is full where every circle has moved as far as told, cannot move, or ends alone in
    its country."""
    return "unclear" if has_idle_circle(board) else "full"
