"""The board that countries are drawn on: cells by number, their neighbours and mirror images.

Cells are numbered row by row, as on the kind's board. Where borders are to be symmetric, every
cell has an image, and every country a partner: the country of its cells' images, or itself.
"""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt

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


class Borders:
    """Countries that change: cells are handed over from one to another."""

    def __init__(self, grid: GridIndex, labels: list[int], size: float) -> None:
        """`labels` gives each cell its country, 0, 1, 2, ...; `size` is the mean one wanted."""
        self.grid, self.labels, self._size = grid, labels, size
        self.members: list[set[int]] = [set() for _ in range(max(labels) + 1)]
        """For each country its cells."""
        for at, country in enumerate(labels):
            self.members[country].add(at)
        self.partner = [labels[grid.image[min(cells)]] for cells in self.members]
        """For each country the one that mirrors it."""
        self.most = max(4, round(2 * size))
        """The largest country wanted."""

    def cost(self, country: int) -> float:
        """Return a penalty for a country that is not close together, or is tiny or huge."""
        cells = self.members[country]
        count = len(cells)
        if not count:
            return 100.0
        loose = int(2 * count - 2 * sqrt(count)) - self.grid.bonds(cells)
        excess = max(0, count - self.most)
        tiny = 3.0 if count == 1 else 0.0
        return 0.8 * loose + tiny + 2.0 * excess + 0.3 * abs(count - self._size) / self._size

    def costs(self, countries: Collection[int]) -> float:
        """Return the sum of the costs of some countries."""
        return sum(map(self.cost, countries))

    def plan_handover(self, at: int, to: int) -> list[tuple[int, int, int]]:
        """Return the cells that change with a cell, each with its country before and after; its
        image goes to the partner. Empty where that cannot be."""
        image, other = self.grid.image[at], self.partner[to]
        if image == at:
            return [(at, self.labels[at], to)] if other == to else []
        return [(at, self.labels[at], to), (image, self.labels[image], other)]

    def apply(self, changes: list[tuple[int, int, int]]) -> None:
        """Hand cells over."""
        for at, before, after in changes:
            self.members[before].discard(at)
            self.members[after].add(at)
            self.labels[at] = after

    def undo(self, changes: list[tuple[int, int, int]]) -> None:
        """Take it back."""
        self.apply([(at, after, before) for at, before, after in changes])

    def are_whole(self, countries: Collection[int]) -> bool:
        """Return True if no country is empty or falls apart."""
        return all(
            self.members[each] and self.grid.is_connected(self.members[each]) for each in countries
        )
