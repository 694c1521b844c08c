"""The facts that hold in every solution of a puzzle, found before it is explained."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from enpitsu.kind import Puzzle, Solution
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.solve import Status, forced, solve


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
