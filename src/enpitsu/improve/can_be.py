"""The answer to an author's question about a place: can this be, and if not, why?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from enpitsu.errors import LimitReached
from enpitsu.explain.refute_assumption import (
    MAX_TOLD_STEPS,
    close_of,
    refuted_messages,
    refuting_steps,
)
from enpitsu.explain.step import Step
from enpitsu.improve.no_solution import NoSolution, explain_no_solution, find_mismatch
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.scene import NO_MARKS, Marks, Place
from enpitsu.solve import Result, Status, solve
from enpitsu.technique import Message
from enpitsu.words import ENGLISH, SHARED, told


class Possibility(StrEnum):
    """The possible answers."""

    POSSIBLE = "possible"
    """A solution has it."""
    IMPOSSIBLE = "impossible"
    """The puzzle has solutions, but none with it."""
    NONE = "none"
    """The puzzle has no solution at all."""
    UNKNOWN = "unknown"
    """A limit came first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CanBe:
    """The answer for a fact, or without one for the whole puzzle."""

    kind: str
    fact: Fact | None
    finding: Possibility
    solution: Position | None = None
    """A solution that has it."""
    is_forced: bool = False
    """Whether every solution has it."""
    steps: tuple[Step, ...] = ()
    """Why it cannot be, if that can be told."""
    no_solution: NoSolution | None = None
    reached: str | None = None

    @property
    def marks(self) -> Marks:
        """The places to point at."""
        if self.no_solution is not None:
            return self.no_solution.marks
        if self.finding is not Possibility.IMPOSSIBLE or self.fact is None:
            return NO_MARKS
        because = self.steps[-1].marks.because if self.steps else frozenset[Place]()
        return Marks(errors=frozenset((self.fact.slot,)), because=because)

    @property
    def text(self) -> str:
        """The answer in English."""
        return self.say()

    def say(self, language: str = ENGLISH) -> str:
        """The answer in words."""
        return told(self.messages, language)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All that is to be said."""
        if self.no_solution is not None:
            return self.no_solution.messages
        if self.fact is not None and self.finding is Possibility.IMPOSSIBLE:
            return refuted_messages(self.kind, self.fact, self.steps)
        if self.fact is None:
            name = "any" if self.finding is Possibility.POSSIBLE else "unknown"
            return (Message(f"{SHARED}.ask.{name}", {}),)
        name = "forced" if self.is_forced else str(self.finding)
        return (Message(f"{self.kind}.ask.{name}", {"facts": (self.fact,)}),)

    @property
    def told_steps(self) -> tuple[Step, ...]:
        """The steps to walk through: why it cannot be, or why there is no solution."""
        return self.steps if self.no_solution is None else self.no_solution.steps

    @property
    def opening(self) -> tuple[Message, ...]:
        """What comes before the steps; the whole answer if there are none."""
        if not self.told_steps:
            return self.messages
        return () if self.no_solution is None else (self.no_solution.message,)

    @property
    def close(self) -> tuple[Message, ...]:
        """What comes after the steps; nothing where they say it themselves."""
        if not self.told_steps or len(self.steps) > MAX_TOLD_STEPS:
            return ()
        if self.no_solution is not None:
            return self.no_solution.close
        assert self.fact is not None
        return close_of(self.kind, self.fact, self.steps, "ask.so")


def can_be(puzzle: Puzzle, fact: Fact | None = None, *, limits: Limits = NO_LIMITS) -> CanBe:
    """Find out whether a solution has a fact, and why if none has; without a fact, whether there
    is a solution at all."""
    if fact is not None:
        kind_of(puzzle).board(puzzle).place([fact])
    return _Question(puzzle, fact, limits).answer()


class _Question:
    """A question about a puzzle, and what the answer may still cost."""

    def __init__(self, puzzle: Puzzle, fact: Fact | None, limits: Limits) -> None:
        self._puzzle, self._fact, self._limits = puzzle, fact, limits
        self._budget = limits.start()

    def answer(self) -> CanBe:
        """Answer it as far as the time goes."""
        puzzle, fact = self._puzzle, self._fact
        none = CanBe(kind=puzzle.kind, fact=fact, finding=Possibility.NONE)
        mismatch = find_mismatch(puzzle)
        if mismatch is not None:
            return replace(none, no_solution=mismatch)
        found = self._solve(*(() if fact is None else (fact,)))
        if found.solutions:
            return self._possible(none, found.solutions[0].position)
        if found.status is not Status.NONE:
            return replace(none, finding=Possibility.UNKNOWN, reached=found.reached)
        whole = found if fact is None else self._solve()
        if fact is None or whole.status is Status.NONE:
            return replace(none, no_solution=explain_no_solution(puzzle, self._left()))
        steps = tuple(self._refute(fact))
        return replace(none, finding=Possibility.IMPOSSIBLE, steps=steps, reached=whole.reached)

    def _left(self) -> Limits:
        return replace(self._limits, seconds=self._budget.left())

    def _solve(self, *facts: Fact) -> Result:
        """Look for a solution with these facts."""
        position = Position.of(facts)
        return solve(self._puzzle, solutions=1, position=position, limits=self._left())

    def _possible(self, none: CanBe, solution: Position) -> CanBe:
        possible = replace(none, finding=Possibility.POSSIBLE, solution=solution)
        if self._fact is None:
            return possible
        other = self._solve(self._fact.opposite)
        if other.solutions:
            return possible
        return replace(possible, is_forced=other.status is Status.NONE, reached=other.reached)

    def _refute(self, fact: Fact) -> list[Step]:
        if kind_of(self._puzzle).ladder is None:
            return []
        try:
            return refuting_steps(self._puzzle, EMPTY, fact, self._left())
        except LimitReached:
            return []
