"""The start of the loop's numbers, and the numbers that a cell can have: for the engine `counting`.

The loop is numbered from a starting cell, backwards along its direction: the cell before the start
has the next number, and so on round. B. Kaak ("Efficiency of two SAT encodings of Yajilin puzzles",
2025, section 3.2) picks the starting cell by hand and gives every cell all numbers from 0 to the
number of cells less 1; the outlook of the thesis (chapter 5) suggests fewer.

Why the start is on every loop, and why the other numbers are not needed: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enpitsu.grid import Direction
from enpitsu.kinds.yajilin.engines.terrain import Count, Terrain

UNREACHED = -1


class Start(NamedTuple):
    """The cell that the loop is numbered from: `first` with number 0 unless it is shaded, else
    `second` with number 1. Without a second one, `first` is never shaded."""

    first: int
    second: int | None = None


NOWHERE = Start(-1)  # for puzzles that have no solution


def find_start(terrain: Terrain) -> Start:
    """The cells that the loop is numbered from; NOWHERE if no two playable cells are neighbours.

    Of several the one farthest from the middle is taken: distances are larger from there.
    """
    certain: list[int] = []
    for count in terrain.counts:
        if count.number == 0:
            certain += [at for at in count.cells if terrain.is_playable[at]]
    for ways in terrain.ways:
        if len(ways) < 2:
            certain += ways.values()
    if certain:
        return Start(max(certain, key=lambda at: _off_centre(terrain, at)))
    pairs = ((at, there) for at, ways in enumerate(terrain.ways) for there in ways.values())
    pair = max(pairs, key=lambda pair: _off_centre(terrain, pair[0]), default=None)
    return NOWHERE if pair is None else Start(*pair)


def _off_centre(terrain: Terrain, at: int) -> int:
    row, col = terrain.cell(at)
    return abs(2 * row - terrain.rows + 1) + abs(2 * col - terrain.cols + 1)


def possible_numbers(terrain: Terrain, start: Start) -> list[range]:
    """The numbers that each cell can have on a loop; none for cells that are never on it."""
    first = distances(terrain, start.first)
    second = None if start.second is None else distances(terrain, start.second)
    longest = longest_loop(terrain, first)
    numbers = []
    for at, near in enumerate(first):
        most = longest - near if second is None else longest + max(-near, 1 - second[at])
        numbers.append(range(0) if near == UNREACHED else range(near, most + 1, 2))
    numbers[start.first] = range(1)
    return numbers


def distances(terrain: Terrain, start: int) -> list[int]:
    """The distance of each cell from a start by way of playable cells; UNREACHED without a way."""
    found = [UNREACHED] * terrain.size
    found[start] = 0
    queue = deque((start,))
    while queue:
        at = queue.popleft()
        for there in terrain.ways[at].values():
            if found[there] == UNREACHED:
                found[there] = found[at] + 1
                queue.append(there)
    return found


def longest_loop(terrain: Terrain, near: Sequence[int]) -> int:
    """No loop through the start is longer; `near` are the distances from it."""
    reached = [distance for distance in near if distance != UNREACHED]
    odd = sum(distance % 2 for distance in reached)
    playable = sum(terrain.is_playable)
    off = max(least_shaded(terrain), playable - len(reached))
    return min(2 * odd, 2 * (len(reached) - odd), (playable - off) // 2 * 2)


def least_shaded(terrain: Terrain) -> int:
    """At least so many cells are shaded: what clues of rays without a common cell ask for."""
    sideways = [count for count in terrain.counts if count.arrow in _SIDEWAYS]
    upright = [count for count in terrain.counts if count.arrow not in _SIDEWAYS]
    return max(map(_apart, (sideways, upright, terrain.counts)))


_SIDEWAYS = (Direction.LEFT, Direction.RIGHT)


def _apart(counts: Iterable[Count]) -> int:
    """The sum of some numbers, large ones first, whose clues look at no cell in common."""
    taken: set[int] = set()
    total = 0
    for count in sorted(counts, key=lambda count: (-count.number, len(count.cells))):
        if count.number == 0:
            break
        if taken.isdisjoint(count.cells):
            taken.update(count.cells)
            total += count.number
    return total
