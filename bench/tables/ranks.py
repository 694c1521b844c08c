"""Rank correlations (Spearman), plain and partial, for the scripts beside."""

from __future__ import annotations

import math
from collections.abc import Sequence


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for each in order[at:end]:
            found[each] = (at + end - 1) / 2
        at = end
    return found


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """The correlation of ranks; 0 where one of them is all the same."""
    xs, ys = ranks(a), ranks(b)
    middle = (len(xs) - 1) / 2
    above = sum((x - middle) * (y - middle) for x, y in zip(xs, ys, strict=True))
    spread = math.prod(math.sqrt(sum((v - middle) ** 2 for v in each)) for each in (xs, ys))
    return above / spread if spread else 0.0


def partial(a: Sequence[float], b: Sequence[float], *given: Sequence[float]) -> float:
    """The correlation of ranks that is left when those with others are taken off both."""
    if not given:
        return spearman(a, b)
    *others, last = given
    ab, ac, bc = (partial(x, y, *others) for x, y in ((a, b), (a, last), (b, last)))
    left = (1 - ac * ac) * (1 - bc * bc)
    return (ab - ac * bc) / math.sqrt(left) if left > 1e-12 else 0.0


def chance(count: int, given: int = 0) -> float:
    """The correlation that chance alone exceeds in one of twenty samples of so many."""
    return 1.96 / math.sqrt(max(count - 3 - given, 1))
