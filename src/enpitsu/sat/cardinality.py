"""Clauses for "exactly k of these, no two neighbours among them"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

from enpitsu.limits import NO_LIMITS, Budget

DIRECT_LIMIT = 400  # clauses of a plan without counters
CACHED_LIMIT = 10_000  # variables of a plan that is remembered
CHECK_EVERY = 4096  # clauses between two looks at the budget


class CountPlan(NamedTuple):
    """Clauses over places: 1..n are the given literals, n+1.. are `extra` new variables."""

    clauses: tuple[tuple[int, ...], ...]
    extra: int

    def over(
        self, literals: Sequence[int], first_free: int, budget: Budget
    ) -> Iterator[tuple[int, ...]]:
        """The clauses over real literals; new variables are numbered from `first_free` on."""
        names = [0, *literals, *range(first_free, first_free + self.extra)]
        for count, clause in enumerate(self.clauses):
            if not count % CHECK_EVERY:
                budget.check()
            yield tuple([names[place] if place > 0 else -names[-place] for place in clause])


def plan_exactly_apart(runs: tuple[int, ...], k: int, budget: Budget) -> CountPlan:
    """Exactly k true literals among runs of neighbours of which no two are true together.

    That no two neighbours are true is assumed, not said: the counters only keep totals that it
    leaves possible, which makes them half as wide. (So a plan alone is not enough: it counts
    right only together with the clauses that forbid neighbours.) Small cases are spelled out
    without counters.
    """
    if not 0 <= k <= sum((run + 1) // 2 for run in runs):
        return CountPlan(((),), 0)
    if sum(runs) * (k + 1) <= CACHED_LIMIT:
        return _small_plan(runs, k)
    return _counter(runs, k, budget)


@lru_cache(maxsize=8192)
def _small_plan(runs: tuple[int, ...], k: int) -> CountPlan:
    counter = _counter(runs, k, NO_LIMITS.start())
    n = sum(runs)
    if comb(n, k + 1) + comb(n, n - k + 1) <= DIRECT_LIMIT:
        # Every k+1 literals hold a false one, every n-k+1 a true one.
        touches = [at > 0 for run in runs for at in range(run)]
        places = range(1, n + 1)
        too_many = [
            tuple(-place for place in chosen)
            for chosen in combinations(places, k + 1)
            if not any(b == a + 1 and touches[b - 1] for a, b in pairwise(chosen))
        ]
        direct = (*too_many, *combinations(places, n - k + 1))
        if len(direct) <= len(counter.clauses):
            return CountPlan(direct, 0)
    return counter


def _counter(runs: tuple[int, ...], k: int, budget: Budget) -> CountPlan:
    """Variables "at least j among the first i", each equal to what the one before says."""
    n = sum(runs)
    most_before = _most_so_far(runs)
    most_after = _most_so_far(runs[::-1])[::-1]
    names: dict[tuple[int, int], int] = {}
    for i in range(1, n + 1):
        budget.check()
        for j in range(max(1, k - most_after[i]), min(most_before[i], k + 1) + 1):
            names[i, j] = n + len(names) + 1

    def at_least(i: int, j: int) -> int | bool:
        if j <= 0 or j > most_before[i]:
            return j <= 0
        return names.get((i, j), True)

    clauses: list[tuple[int, ...]] = []
    for (i, j), name in names.items():
        if not name % CHECK_EVERY:
            budget.check()
        clauses += _either(name, at_least(i - 1, j), i, at_least(i - 1, j - 1))
    if k:
        clauses.append((names[n, k],))
    if (n, k + 1) in names:
        clauses.append((-names[n, k + 1],))
    return CountPlan(tuple(clauses), len(names))


def _most_so_far(runs: tuple[int, ...]) -> list[int]:
    """Return the most that the first 0, 1, 2, ... cells can hold, no two touching."""
    most = [0]
    for run in runs:
        start = most[-1]
        most += [start + (at + 1) // 2 for at in range(1, run + 1)]
    return most


def _either(
    name: int, before: int | bool, here: int, one_less: int | bool
) -> list[tuple[int, ...]]:
    """name <-> before or (here and one_less), where a bool is a constant."""
    if before is True:
        return [(name,)]
    keep = () if before is False else (before,)
    clauses: list[tuple[int, ...]] = [(-before, name)] if before is not False else []
    if one_less is False:
        return [*clauses, (-name, *keep)]
    if one_less is True:
        return [*clauses, (-here, name), (-name, here, *keep)]
    return [*clauses, (-here, -one_less, name), (-name, here, *keep), (-name, one_less, *keep)]
