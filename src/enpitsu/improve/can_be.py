"""The answer to an author's question about a place: can this be, and if not, why?"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from enpitsu.errors import LimitReached
from enpitsu.explain.refute_assumption import (
    MAX_TOLD_STEPS,
    close_of,
    refuted_messages,
    refuting_steps,
    say_facts,
)
from enpitsu.explain.step import HasText, Step
from enpitsu.improve.no_solution import NoSolution, explain_no_solution, find_mismatch
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.scene import NO_MARKS, Marks, Place
from enpitsu.solve import Result, Status, solve
from enpitsu.technique import Message
from enpitsu.words import SHARED


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
class CanBe(HasText):
    """The answer for a fact, or without one for the whole puzzle."""

    puzzle: Puzzle
    fact: Fact | None
    finding: Possibility
    solution: Position | None = None
    """A solution that has it."""
    is_forced: bool = False
    """True if every solution has it."""
    steps: tuple[Step, ...] = ()
    """The proof that it cannot be, if that can be told."""
    no_solution: NoSolution | None = None
    reached: str | None = None

    @property
    def kind(self) -> str:
        """The id of the puzzle's kind."""
        return self.puzzle.kind

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
    def messages(self) -> tuple[Message, ...]:
        """All that is to be said."""
        if self.no_solution is not None:
            return self.no_solution.messages
        if self.fact is not None and self.finding is Possibility.IMPOSSIBLE:
            return refuted_messages(self.puzzle, self.fact, self.steps)
        if self.fact is None:
            name = "any" if self.finding is Possibility.POSSIBLE else "unknown"
            return (Message(f"{SHARED}.can-be.{name}", {}),)
        name = "forced" if self.is_forced else str(self.finding)
        return (say_facts(self.puzzle, f"can-be.{name}", self.fact),)

    @property
    def told_steps(self) -> tuple[Step, ...]:
        """The steps to walk through: why it cannot be, or why there is no solution."""
        return self.steps if self.no_solution is None else self.no_solution.steps

    @property
    def opening(self) -> tuple[Message, ...]:
        """The sentences before the steps; the whole answer if there are none."""
        if not self.told_steps:
            return self.messages
        return () if self.no_solution is None else (self.no_solution.message,)

    @property
    def close(self) -> tuple[Message, ...]:
        """The sentences after the steps; nothing where they say it themselves."""
        if not self.told_steps or len(self.steps) > MAX_TOLD_STEPS:
            return ()
        if self.no_solution is not None:
            return self.no_solution.close
        assert self.fact is not None
        return close_of(self.puzzle, self.fact, self.steps, "can-be.so")


def can_be(puzzle: Puzzle, fact: Fact | None = None, *, limits: Limits = NO_LIMITS) -> CanBe:
    """Find out whether a solution has a fact, and why if none has; without a fact, whether there
    is a solution at all."""
    kind, budget = kind_of(puzzle), limits.start()

    def left() -> Limits:
        return replace(limits, seconds=budget.left())

    def find(*facts: Fact) -> Result:
        return solve(puzzle, solutions=1, position=Position.of(facts), limits=left())

    if fact is not None:
        kind.board(puzzle).place([fact])
    answer = CanBe(puzzle=puzzle, fact=fact, finding=Possibility.NONE)
    mismatch = find_mismatch(puzzle)
    if mismatch is not None:
        return replace(answer, no_solution=mismatch)
    found = find() if fact is None else find(fact)
    if found.solutions:
        solution = found.solutions[0].position
        answer = replace(answer, finding=Possibility.POSSIBLE, solution=solution)
        other = None if fact is None else find(fact.opposite)
        if other is None or other.solutions:
            return answer
        return replace(answer, is_forced=other.status is Status.NONE, reached=other.reached)
    if found.status is not Status.NONE:
        return replace(answer, finding=Possibility.UNKNOWN, reached=found.reached)
    whole = found if fact is None else find()
    if fact is None or whole.status is Status.NONE:
        return replace(answer, no_solution=explain_no_solution(puzzle, left()))
    steps: list[Step] = []
    if kind.ladder is not None:
        with suppress(LimitReached):
            steps = refuting_steps(puzzle, EMPTY, fact, left())
    reached = whole.reached
    return replace(answer, finding=Possibility.IMPOSSIBLE, steps=tuple(steps), reached=reached)
