"""The cells of a board by number, their neighbours and mirror images.

Cells are numbered row by row. Where something is to be symmetric, every cell has an image.
"""

from __future__ import annotations

from collections.abc import Collection

from enpitsu.grid import Cell, Direction, Symmetry, cell_at, cell_number, neighbours, ray_numbers


class GridIndex:
    """The cells of a board."""

    def __init__(self, rows: int, cols: int, symmetry: Symmetry = Symmetry.IDENTITY) -> None:
        self.rows, self.cols = rows, cols
        self.count = rows * cols
        self.near = [tuple(neighbours(at, rows, cols).values()) for at in range(self.count)]
        """For each cell its neighbours."""
        images = (symmetry.cell(self.cell(at), rows, cols) for at in range(self.count))
        self.image = [cell_number(cell, cols) for cell in images]
        """For each cell where the symmetry takes it."""
        self.is_symmetric = symmetry is not Symmetry.IDENTITY

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return cell_at(at, self.cols)

    def rays(self, start: int) -> list[range]:
        """The cells up, down, left and right of a cell, the nearest first."""
        return [ray_numbers(start, each, self.rows, self.cols) for each in Direction]

    def free_rays(self, start: int, obstacles: Collection[int]) -> list[range]:
        """The cells up, down, left and right of a cell before the next obstacle."""
        rays = []
        for cells in self.rays(start):
            free = next((far for far, at in enumerate(cells) if at in obstacles), len(cells))
            rays.append(cells[:free])
        return rays

    def is_connected(self, cells: Collection[int]) -> bool:
        """Return True if some cells hang together."""
        waiting = [next(iter(cells))]
        seen = set(waiting)
        while waiting:
            for at in self.near[waiting.pop()]:
                if at in cells and at not in seen:
                    seen.add(at)
                    waiting.append(at)
        return len(seen) == len(cells)

    def bonds(self, cells: Collection[int]) -> int:
        """Return the number of neighbours among some cells: many where they lie close together."""
        return sum(other in cells for at in cells for other in self.near[at]) // 2
