"""The facts that hold in every solution of a puzzle, found before it is explained."""

from __future__ import annotations

from collections.abc import Container, Hashable
from dataclasses import dataclass
from functools import lru_cache

from enpitsu.errors import LimitReached
from enpitsu.kind import Puzzle, Solution
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.solve import Status, forced, solve

MAX_KEPT_PUZZLES = 16
MAX_KEPT_CELLS = 5000  # of a board whose known facts are kept for the next question


@dataclass(frozen=True, slots=True)
class KnownFacts(Container[Fact]):
    """The facts that hold in every solution. Of a single solution `facts` are those that hold, and
    what is not among them is denied; of several they are all that these share."""

    status: Status
    facts: frozenset[Fact] = frozenset()
    reached: str | None = None

    def __contains__(self, fact: object) -> bool:
        if self.status is Status.UNIQUE and isinstance(fact, Fact) and not fact.holds:
            return fact.opposite not in self.facts
        return fact in self.facts


def find_known_facts(
    puzzle: Puzzle,
    position: Position,
    limits: Limits,
    *,
    shared: bool = True,
    solution: Solution | None = None,
) -> KnownFacts:
    """Return the facts that hold in every solution which agrees with a position.

    What several solutions share can take long to find; without `shared` it is left out. `solution`
    is the only one, where that has been proved already.
    """
    if solution is not None:
        return KnownFacts(Status.UNIQUE, solution.truths)
    found = solve(puzzle, position=position, limits=limits)
    if found.status is Status.UNIQUE:
        return KnownFacts(found.status, found.solutions[0].truths)
    if found.status is Status.MULTIPLE and shared:
        common = forced(puzzle, position, limits=limits)
        return KnownFacts(common.status, common.facts, common.reached)
    return KnownFacts(found.status, reached=found.reached)


def known_facts_of(puzzle: Puzzle, limits: Limits, *, shared: bool = True) -> KnownFacts:
    """Return the facts of every solution of a puzzle, kept from the last question about it.

    LimitReached if it is not found in time.
    """
    assert isinstance(puzzle, Hashable)
    kept = _kept(puzzle) if puzzle.rows * puzzle.cols <= MAX_KEPT_CELLS else {}
    if shared not in kept:
        found = find_known_facts(puzzle, EMPTY, limits, shared=shared)
        check_decided(found)
        kept |= dict.fromkeys(
            (shared,) if found.status is Status.MULTIPLE else (True, False), found
        )
    return kept[shared]


@lru_cache(maxsize=MAX_KEPT_PUZZLES)
def _kept(puzzle: Hashable) -> dict[bool, KnownFacts]:
    """Return the memory for a puzzle: found with and without what several solutions share."""
    return {}


def forget_known_facts() -> None:
    """Drop all that is kept, so that the next question is answered anew."""
    _kept.cache_clear()


def check_decided(found: KnownFacts) -> None:
    """LimitReached if a limit came before anything was known."""
    if found.status is Status.UNKNOWN:
        raise LimitReached(found.reached or "time")
