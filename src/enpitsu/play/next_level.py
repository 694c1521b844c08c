"""Which level to play next: near what was solved without help."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from enpitsu.grade import LEVELS

LOOKED_AT = 10  # solves of a kind, the latest, by which the next puzzle is chosen
STEADY = 3  # clean solves at a level after which the next one is tried
TROUBLE = 2  # solves with help at a level that keep from it
USUAL_CELLS = 100  # of a puzzle for someone who has solved none
_RANKS = {level.value: rank for rank, level in enumerate(LEVELS)}


class PastSolve(NamedTuple):
    """A solve, as far as the next puzzle depends on it."""

    kind: str
    level: str
    cells: int
    is_clean: bool


def levels_for(solves: Sequence[PastSolve]) -> list[str]:
    """Return all levels, the most fitting first, for someone with these solves of one kind, the
    latest first."""
    aim = _aim([each for each in solves if each.level in _RANKS][:LOOKED_AT])
    return [
        level.value for level in sorted(LEVELS, key=lambda it: _distance(_RANKS[it.value], aim))
    ]


def _aim(solves: Sequence[PastSolve]) -> int:
    clean = Counter(_RANKS[each.level] for each in solves if each.is_clean)
    helped = Counter(_RANKS[each.level] for each in solves if not each.is_clean)
    mastered = [rank for rank in clean if clean[rank] > helped[rank]]
    if not mastered:
        return max(0, min(helped, default=0) - 1)
    best = max(mastered)
    is_ready = clean[best] >= STEADY and helped[best + 1] < TROUBLE
    return min(best + is_ready, len(LEVELS) - 1)


def _distance(rank: int, aim: int) -> tuple[int, int]:
    """Of two levels as far away the easier one comes first."""
    return abs(rank - aim), rank


def size_distance(cells: int, solves: Sequence[PastSolve]) -> int:
    """Return how far a size is from what was solved, in halves of a doubling."""
    usual = median([each.cells for each in solves[:LOOKED_AT]] or [USUAL_CELLS])
    return round(2 * abs(math.log2(cells / usual)))
