"""The borders of countries, which change: cells are handed over from one country to another.

Where borders are to be symmetric, every country has a partner: the country of its cells' images, or
itself.
"""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt

from enpitsu.grid import areas_of
from enpitsu.kit.grid_index import GridIndex


class Borders:
    """Countries that change: cells are handed over from one to another."""

    def __init__(self, grid: GridIndex, labels: list[int], size: float) -> None:
        """`labels` gives each cell its country, 0, 1, 2, ...; `size` is the mean one wanted."""
        self.grid, self.labels, self._size = grid, labels, size
        self.members = list(map(set, areas_of(labels)))
        """For each country its cells."""
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
