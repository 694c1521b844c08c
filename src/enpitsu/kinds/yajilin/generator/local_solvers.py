"""Tiles: small overlapping places of a large board, each with a solver of its own.

A tile knows only rivals that are as planned outside it. They are found in a fraction of the time
that the whole board takes, and once the clues rule out all of them few rivals are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from enpitsu.grid import cell_at
from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.generator.rival_solver import RivalSolver
from enpitsu.limits import Budget

SMALL = 10  # cells to a side of a tile, on boards up to MEDIUM
LARGE = 14  # cells to a side of a tile, on boards beyond
MEDIUM = 20  # cells to a side of the board


class LocalSolver(NamedTuple):
    """A place with its solver, and the literal "some planned line in here is not drawn"."""

    cells: int
    middle: tuple[float, float]
    solver: RivalSolver
    differs: int


class LocalSolvers:
    """The tiles of a board; none on a small one."""

    def __init__(self, plan: LoopPlan, budget: Budget) -> None:
        self._cols = plan.cols
        self.all: list[LocalSolver] = []
        side = SMALL if max(plan.rows, plan.cols) <= MEDIUM else LARGE
        if max(plan.rows, plan.cols) > side + 2:
            half = (side - 1) / 2
            for row, col in product(_starts(plan.rows, side), _starts(plan.cols, side)):
                budget.check()
                cells = sum(plan.row_masks[row : row + side])
                cells &= sum(plan.col_masks[col : col + side])
                solver = RivalSolver(plan, budget, cells)
                differs = solver.part(plan.edges())[1]
                self.all.append(LocalSolver(cells, (row + half, col + half), solver, differs))

    def __enter__(self) -> LocalSolvers:
        return self

    def __exit__(self, *_: object) -> None:
        for local in self.all:
            local.solver.close()

    def around(self, at: int) -> LocalSolver | None:
        """The tile in whose middle a cell is best; None if there is none."""
        row, col = cell_at(at, self._cols)
        having = [local for local in self.all if local.cells >> at & 1]
        return min(
            having,
            key=lambda local: abs(local.middle[0] - row) + abs(local.middle[1] - col),
            default=None,
        )


def _starts(length: int, side: int) -> Iterator[int]:
    """Yield the first row or column of each tile, which overlaps half of the one before."""
    last = max(0, length - side)
    yield from range(0, last, side // 2)
    yield last
