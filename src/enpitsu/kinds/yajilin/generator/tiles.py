"""Tiles: small overlapping places of a large board, each with a solver of its own.

A tile knows only rivals that are as planned outside it. They are found in a fraction of the time
that the whole board takes, and once the clues rule out all of them few rivals are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enpitsu.grid import cell_at
from enpitsu.kinds.yajilin.generator.doubt import Doubt
from enpitsu.kinds.yajilin.generator.plan import Plan
from enpitsu.limits import Budget

SMALL, LARGE = 10, 14
"""Sides of a tile on boards up to and beyond MEDIUM cells to a side."""
MEDIUM = 20


class Tile(NamedTuple):
    """A place with its solver, and the literal "some planned line in here is not drawn"."""

    cells: int
    middle: tuple[float, float]
    doubt: Doubt
    differs: int


class Tiles:
    """The tiles of a board; none on a small one."""

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self._cols = plan.cols
        self.all: list[Tile] = []
        side = SMALL if max(plan.rows, plan.cols) <= MEDIUM else LARGE
        if max(plan.rows, plan.cols) > side + 2:
            for row in _starts(plan.rows, side):
                for col in _starts(plan.cols, side):
                    budget.check()
                    self.all.append(_tile(plan, row, col, side, budget))

    def __enter__(self) -> Tiles:
        return self

    def __exit__(self, *_: object) -> None:
        for tile in self.all:
            tile.doubt.close()

    def around(self, at: int) -> Tile | None:
        """The tile in whose middle a cell is best; None if there is none."""
        row, col = cell_at(at, self._cols)
        having = [tile for tile in self.all if tile.cells >> at & 1]
        return min(
            having,
            key=lambda tile: abs(tile.middle[0] - row) + abs(tile.middle[1] - col),
            default=None,
        )


def _starts(length: int, side: int) -> Iterator[int]:
    """Where tiles begin: each overlaps half of the one before."""
    last = max(0, length - side)
    yield from range(0, last, side // 2)
    yield last


def _tile(plan: Plan, row: int, col: int, side: int, budget: Budget) -> Tile:
    rows = sum(plan.row_masks[row : row + side])
    cols = sum(plan.col_masks[col : col + side])
    doubt = Doubt(plan, budget, rows & cols)
    return Tile(
        rows & cols,
        (row + (side - 1) / 2, col + (side - 1) / 2),
        doubt,
        doubt.part(plan.edges())[1],
    )
