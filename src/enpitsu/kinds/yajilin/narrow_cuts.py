"""Narrow places between loops: cuts that forbid not one pair of loops but all of their sort.

A model with two loops is wrong because nothing links them. The plain cut says so of the cells of
one loop; any other set of cells that holds the one loop and not the other does as well, and the
fewer edges lead out of it, the more models the cut forbids. The fewest are found as a smallest cut
between the two loops, by augmenting paths (Ford and Fulkerson 1956).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

WIDEST = 8  # edges of a cut beyond which it is no narrow place

Exits = Mapping[int, Sequence[int]]
"""For each cell the neighbours to which a line may run."""


def narrow_side(ways: Exits, inside: Collection[int], outside: Collection[int]) -> set[int] | None:
    """The cells on the near side of the narrowest place between two loops; None if even that is
    wide."""
    flow: set[tuple[int, int]] = set()
    targets = set(outside)
    for _ in range(WIDEST + 1):
        came = _search(ways, flow, inside, targets)
        end = next((cell for cell in came if cell in targets), None)
        if end is None:
            return set(came)
        while came[end] >= 0:
            before = came[end]
            if (end, before) in flow:
                flow.discard((end, before))
            else:
                flow.add((before, end))
            end = before
    return None


def _search(
    ways: Exits, flow: Collection[tuple[int, int]], starts: Collection[int], targets: set[int]
) -> dict[int, int]:
    """From where each cell was reached along edges that the flow leaves free."""
    came = dict.fromkeys(starts, -1)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        for there in ways[here]:
            if there not in came and (here, there) not in flow:
                came[there] = here
                if there in targets:
                    return came
                waiting.append(there)
    return came
