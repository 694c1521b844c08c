"""Explaining: the whole walk from a position to the solution, in steps that people can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from enpitsu.errors import LimitReached
from enpitsu.explain.known_facts import find_known_facts
from enpitsu.explain.step import Step
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.kind import Puzzle, Solution
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Note, Position
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
        self.puzzle, self.position, self._ceiling = puzzle, position, ceiling
        self._budget = limits.start()
        self._truth = find_known_facts(puzzle, position, limits, solution=solution)
        self.status = self._truth.status
        self.reached = self._truth.reached
        """The limit that ended it; None if none did."""
        self.begun: tuple[Known, ...] = ()
        """Facts and notes that follow from the position at once, before the first step."""
        self._walkthrough: Walkthrough | None = None
        self._steps = self._find_steps()

    def __next__(self) -> Step:
        return next(self._steps)

    def _find_steps(self) -> Iterator[Step]:
        if self.status in (Status.NONE, Status.UNKNOWN):
            return iter(())
        try:
            self._walkthrough = walk = Walkthrough(
                kind_of(self.puzzle),
                self.puzzle,
                self.position,
                self._truth,
                self.goal,
                self._budget,
                self._ceiling,
            )
        except LimitReached as limit:
            self.reached = str(limit)
            return iter(())
        self.begun = walk.begun
        return self._walk(walk)

    def _walk(self, walk: Walkthrough) -> Iterator[Step]:
        try:
            yield from walk
        except LimitReached as limit:
            self.reached = str(limit)

    @property
    def goal(self) -> set[Fact]:
        """The facts that the steps lead to: all of the solution, or all that solutions share."""
        return set(self._truth.facts)

    @property
    def missing(self) -> frozenset[Fact]:
        """The part of the goal that is not found yet; in the end, the part that no step below the
        ceiling leads to."""
        return frozenset(self.goal) if self._walkthrough is None else self._walkthrough.missing

    def needed(self) -> list[Step]:
        """All steps without those that turn out to lead nowhere."""
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


def needed(steps: Sequence[Step], wanted: Iterable[Known]) -> list[Step]:
    """The steps without which something that is wanted would not be found."""
    missing = set(wanted)
    kept = []
    for step in reversed(steps):
        if not missing.isdisjoint(step.brings):
            kept.append(step)
            missing.update(reason for reason in step.because if isinstance(reason, Fact | Note))
    return kept[::-1]


__all__ = ["Explanation", "Step", "explain", "needed"]
