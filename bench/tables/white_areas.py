"""White areas of a Yajilin: measures of what B. Kaak's thesis (2025) asks about in section 4.3."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from enpitsu.kinds.yajilin.engines.terrain import Terrain


def unseen(terrain: Terrain) -> set[int]:
    """The playable cells that no clue with a number looks at."""
    seen = {at for count in terrain.counts for at in count.cells}
    return {at for at in range(terrain.size) if terrain.is_playable[at] and at not in seen}


def untouched(terrain: Terrain) -> set[int]:
    """The cells that no clue touches, not even by a corner."""
    return {
        at for at, distance in enumerate(_clue_distances(terrain, corners=True)) if distance > 1
    }


def largest_area(terrain: Terrain, cells: Collection[int]) -> int:
    """How many of these cells hang together at most."""
    left, largest = set(cells), 0
    while left:
        start = left.pop()
        area, queue = 1, [start]
        while queue:
            near = left.intersection(terrain.beside[queue.pop()].values())
            left -= near
            area += len(near)
            queue += near
        largest = max(largest, area)
    return largest


def largest_square(terrain: Terrain) -> int:
    """The side of the largest square without a clue."""
    cols, sides = terrain.cols, [0] * terrain.size
    for at in range(terrain.size):
        if terrain.is_playable[at]:
            inner = at >= cols and at % cols
            around = (sides[at - 1], sides[at - cols], sides[at - cols - 1]) if inner else (0,)
            sides[at] = 1 + min(around)
    return max(sides)


def mean_distance(terrain: Terrain) -> float:
    """How many steps it is to the next clue, on the average of all cells."""
    distances = _clue_distances(terrain, corners=False)
    return sum(distances) / len(distances)


def _clue_distances(terrain: Terrain, *, corners: bool) -> list[int]:
    """Steps from each cell to the next clue, whatever lies between; steps by corners, too, or not.
    Without any clue all are as far as can be."""
    found = [terrain.size] * terrain.size
    queue = deque(at for at in range(terrain.size) if not terrain.is_playable[at])
    for at in queue:
        found[at] = 0
    while queue:
        at = queue.popleft()
        for there in _around(terrain, at, corners):
            if found[there] > found[at] + 1:
                found[there] = found[at] + 1
                queue.append(there)
    return found


def _around(terrain: Terrain, at: int, corners: bool) -> Iterator[int]:
    for direction, there in terrain.beside[at].items():
        yield there
        if corners and direction.value[0]:
            row = there // terrain.cols
            yield from (c for c in (there - 1, there + 1) if c >= 0 and c // terrain.cols == row)
