"""The goal of a repair that there is only one solution."""

from __future__ import annotations

from collections.abc import Callable

from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.picture.picture_repair import RepairState
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells
from enpitsu.position import Position

Solve = Callable[[Nonogram], list[Position] | None]
"""Up to two solutions; None if that is too hard to tell."""


class PictureRivals:
    """The cells in which another solution differs from the picture."""

    steps = 30

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._known: dict[Cells, int] = {}
        self._hard: set[Cells] = set()

    def is_too_hard(self, cells: Cells) -> bool:
        """Tell whether it took too long to tell how many solutions there are."""
        return cells in self._hard

    def __call__(self, state: RepairState) -> int:
        if not state.open:
            return 0
        if state.cells not in self._known:
            self._known[state.cells] = self._find(state)
        return self._known[state.cells]

    def _find(self, state: RepairState) -> int:
        solutions = self._solve(state.board.puzzle)
        if solutions is None:
            self._hard.add(state.cells)
            return state.open
        for solution in solutions:
            board = NonogramBoard(state.board.puzzle)
            board.place(solution)
            pairs = enumerate(zip(board.states(), state.cells, strict=True))
            mask = sum(1 << at for at, (value, wanted) in pairs if max(value, EMPTY) != wanted)
            if mask:
                return mask
        return 0
