"""Areas of pleasant shape: close together but not all alike, few of them tiny.

Each area begins where least room is left, so that few scraps remain, and grows to a size about
the wanted one; of the cells beside it those are likelier that touch it more often and that would
else be shut in. Scraps then join a neighbour. With a symmetry an area grows together with its
image. Those that lie across the axis of a mirror are their own image.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from math import sqrt
from random import Random

from enpitsu.kit.grid_index import GridIndex

SPREAD = 0.4  # how much sizes vary, as a part of the mean size


def grow_areas(
    grid: GridIndex, random: Random, size: float, check: Callable[[], None]
) -> list[int]:
    """Return for each cell its area, 0, 1, 2, ..."""
    return Growth(grid, random, size, check).numbered()


class Growth:
    """Areas while they grow."""

    def __init__(
        self, grid: GridIndex, random: Random, size: float, check: Callable[[], None]
    ) -> None:
        self._grid, self._random, self._size, self._check = grid, random, size, check
        self.labels = [-1] * grid.count
        self._members: list[list[int]] = []
        self._room = [len(near) for near in grid.near]
        """For each cell how many neighbours are free."""
        self._is_filling = False
        self._fill()
        self._join_scraps()

    def _fill(self) -> None:
        """Begin where least room is left; cells wait in lists by that. What is to lie in the
        middle of a symmetric board comes first: else only scraps would."""
        grid, labels = self._grid, self.labels
        waiting: list[list[int]] = [[] for _ in range(5)]
        order = list(range(grid.count))
        self._random.shuffle(order)
        self._fill_middle()
        self._is_filling = True
        for at in order:
            waiting[self._room[at]].append(at)
        while (start := self._tightest(waiting)) is not None:
            self._check()
            for cell in self._grow(start):
                for other in grid.near[cell]:
                    if labels[other] < 0:
                        waiting[self._room[other]].append(other)

    def _tightest(self, waiting: list[list[int]]) -> int | None:
        for room, cells in enumerate(waiting):
            while cells:
                at = cells.pop()
                if self.labels[at] < 0 and self._room[at] == room:
                    return at
        return None

    def _grow(self, start: int) -> list[int]:
        """Grow one area, or one and its image; return the cells that are no longer free."""
        image = self._grid.image[start]
        # Before the rest is filled, an area that begins beside a mirror's axis lies across it.
        lies_across = image == start + 1 and self._is_mirrored and not self._is_filling
        is_own_image = image == start or lies_across
        first = len(self._members)
        self._members += [[]] if is_own_image else [[], []]
        self._take(start, first, is_own_image)
        self._extend(first, is_own_image)
        return [at for cells in self._members[first:] for at in cells]

    def _extend(self, area: int, is_own_image: bool) -> None:
        """Let an area take free cells beside it up to a random size; one with a partner takes no
        cell that is its own image."""
        grid, labels = self._grid, self.labels
        size = self._random.gauss(self._size, SPREAD * self._size)
        wanted = max(2, min(round(size), round(1.8 * self._size)))
        while len(self._members[area]) < wanted:
            near = chain.from_iterable(grid.near[at] for at in self._members[area])
            beside = [
                at
                for at in dict.fromkeys(near)
                if labels[at] < 0 and (is_own_image or grid.image[at] != at)
            ]
            if not beside:
                break
            weights = []
            for at in beside:
                touching = sum(labels[other] == area for other in grid.near[at])
                shut_in = 4 - self._room[at] - touching
                weights.append(float(5 ** (touching - 1)) * float(1.8**shut_in))
            self._take(self._random.choices(beside, weights)[0], area, is_own_image)

    def _fill_middle(self) -> None:
        """Areas that are their own image: about the centre of a turned board or on a mirror's
        axis. If the axis has no cells, an even number, so that what they hold can come in pairs."""
        grid = self._grid
        if not grid.is_symmetric:
            return
        own = [at for at in range(grid.count) if grid.image[at] == at]
        count = len(own)
        if not own and self._is_mirrored:
            own = list(range(grid.cols // 2 - 1, grid.count, grid.cols))
            count = 2 * round(grid.rows / sqrt(self._size) / 2)
        self._random.shuffle(own)
        for at in own:
            if count and self.labels[at] < 0:
                self._grow(at)
                count -= 1

    @property
    def _is_mirrored(self) -> bool:
        return self._grid.image[0] == self._grid.cols - 1

    def _take(self, at: int, area: int, is_own_image: bool) -> None:
        image = self._grid.image[at]
        self._put(at, area)
        if image != at:
            self._put(image, area if is_own_image else area + 1)

    def _put(self, at: int, area: int) -> None:
        self.labels[at] = area
        self._members[area].append(at)
        for other in self._grid.near[at]:
            self._room[other] -= 1

    def _join_scraps(self) -> None:
        """Areas of one cell join a neighbour that has room; their partners likewise."""
        for area, cells in enumerate(self._members):
            if len(cells) != 1:
                continue
            at = cells[0]
            image, labels = self._grid.image, self.labels
            mine = {labels[at], labels[image[at]]}
            beside = dict.fromkeys(labels[other] for other in self._grid.near[at])
            partner = {each: labels[image[self._members[each][0]]] for each in beside}
            fitting = [
                each
                for each in beside
                if each not in mine and len(self._members[each]) < 1.8 * self._size
                if image[at] != at or partner[each] == each
            ]
            if not fitting:
                continue
            target = min(fitting, key=lambda each: len(self._members[each]))
            self._move(at, area, target)
            if image[at] != at:
                self._move(image[at], labels[image[at]], partner[target])

    def _move(self, at: int, before: int, after: int) -> None:
        self._members[before].remove(at)
        self._members[after].append(at)
        self.labels[at] = after

    def numbered(self) -> list[int]:
        """Return for each cell its area, 0, 1, 2, ..."""
        numbers: dict[int, int] = {}
        return [numbers.setdefault(area, len(numbers)) for area in self.labels]
