"""Explaining: the whole walk from a position to the solution, in steps that people can follow."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from enpitsu.errors import LimitReached
from enpitsu.explain.known_facts import find_known_facts
from enpitsu.explain.step import Step, needed
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.kind import Puzzle, Solution
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status
from enpitsu.technique import Known


class Explanation(Iterator[Step]):
    """The steps from a position on, found while they are asked for.

    `status` tells what is known of the solutions: "unique"; "multiple", then the steps lead to all
    that is forced; "none" or "unknown" (a limit came first), then there are no steps.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        position: Position,
        limits: Limits,
        ceiling: float = inf,
        solution: Solution | None = None,
    ) -> None:
        self.puzzle = puzzle
        budget = limits.start()
        truth = find_known_facts(puzzle, position, limits, solution=solution)
        self.status = truth.status
        self.reached = truth.reached
        """The limit that ended it; None if none did."""
        self.goal = truth.facts
        """The facts that the steps lead to: all of the solution, or all that solutions share."""
        self.begun: tuple[Known, ...] = ()
        """Facts and notes that follow from the position at once, before the first step."""
        self._walkthrough: Walkthrough | None = None
        self._steps: Iterator[Step] = iter(())
        if self.status in (Status.NONE, Status.UNKNOWN):
            return
        kind = kind_of(puzzle)
        try:
            walk = Walkthrough(kind, puzzle, position, truth, self.goal, budget, ceiling)
        except LimitReached as limit:
            self.reached = str(limit)
            return
        self._walkthrough, self._steps, self.begun = walk, iter(walk), walk.begun

    def __next__(self) -> Step:
        try:
            return next(self._steps)
        except LimitReached as limit:
            self.reached = str(limit)
            raise StopIteration from None

    @property
    def missing(self) -> frozenset[Fact]:
        """The part of the goal that is not found yet; in the end, the part that no step below the
        ceiling leads to."""
        return self.goal if self._walkthrough is None else self._walkthrough.missing

    def needed(self) -> list[Step]:
        """Return all steps without those that turn out to lead nowhere."""
        steps = list(self)
        return steps if self.reached else needed(steps, self.goal)


def explain(
    puzzle: Puzzle,
    position: Position | None = None,
    *,
    ceiling: float = inf,
    solution: Solution | None = None,
    limits: Limits = NO_LIMITS,
) -> Explanation:
    """Return the steps from a position (the empty board) to the solution, found while asked for.

    With a ceiling only steps below that level are taken, as far as they lead. `solution` is the
    only one, where that has been proved already: it is not proved again.
    """
    return Explanation(puzzle, position or EMPTY, limits, ceiling, solution)


__all__ = ["Explanation", "Step", "explain", "needed"]
