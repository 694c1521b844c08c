"""The refutation of an assumption: the first of its facts that cannot be, and what refutes it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from enpitsu.check import check_fit
from enpitsu.errors import LimitReached
from enpitsu.explain.justify import find_justification
from enpitsu.explain.known_facts import known_facts_of
from enpitsu.explain.refute import MAX_SENTENCES, REFUTATION, refute
from enpitsu.explain.step import HasText, Step, as_said, messages_of
from enpitsu.explain.walkthrough import ladder_of
from enpitsu.kind import Puzzle
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position, Writing
from enpitsu.registry import kind_of
from enpitsu.solve import Status, solve
from enpitsu.technique import Argument, Message

MAX_TOLD_STEPS = 12  # in words; more show nobody what is wrong


class AssumptionStatus(StrEnum):
    """The fate of an assumption."""

    DIES = "dies"
    """One of its facts cannot be."""
    ALIVE = "alive"
    """Nothing speaks against it."""
    UNKNOWN = "unknown"
    """A limit came first, or the puzzle has no solution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption(HasText):
    """The fate of facts that are tried on a board.

    Where it dies, `fact` is the first that cannot be, and `steps` show why: either one that
    supposes it and ends in a contradiction, or those that prove its opposite.
    """

    puzzle: Puzzle
    finding: AssumptionStatus
    fact: Fact | None = None
    steps: tuple[Step, ...] = ()
    is_board_right: bool = True
    """True if everything was right before: older mistakes are not the assumption's fault."""
    reached: str | None = None

    @property
    def kind(self) -> str:
        """The id of the puzzle's kind."""
        return self.puzzle.kind

    @property
    def messages(self) -> tuple[Message, ...]:
        """The steps and the close."""
        return (*messages_of(self.steps), *self.close)

    @property
    def close(self) -> tuple[Message, ...]:
        """The sentence that closes steps which prove the opposite; empty after others."""
        return (
            () if self.fact is None else close_of(self.puzzle, self.fact, self.steps, "trial.but")
        )


def close_of(
    puzzle: Puzzle, fact: Fact, steps: Sequence[Step], sentence: str
) -> tuple[Message, ...]:
    """Return the sentence after steps that prove the opposite of a fact; nothing if there are none,
    or if they suppose the fact and so end in a contradiction themselves."""
    if not steps or (steps[-1].technique == REFUTATION and steps[-1].facts == (fact.opposite,)):
        return ()
    return (say_facts(puzzle, sentence, fact),)


def say_facts(puzzle: Puzzle, sentence: str, fact: Fact, **args: Argument) -> Message:
    """Return a sentence about one fact, as people of the kind say it."""
    message = Message(f"{puzzle.kind}.{sentence}", {"facts": (fact,), **args})
    return as_said(puzzle, message)


def refuted_messages(puzzle: Puzzle, fact: Fact, steps: Sequence[Step]) -> tuple[Message, ...]:
    """Tell that a fact cannot be: by the steps if they are few, else only by their number."""
    if not steps:
        return (say_facts(puzzle, "can-be.impossible", fact),)
    if len(steps) > MAX_TOLD_STEPS:
        return (say_facts(puzzle, "can-be.far", fact, count=len(steps)),)
    return (*messages_of(steps), *close_of(puzzle, fact, steps, "can-be.so"))


def refute_assumption(
    puzzle: Puzzle, position: Position, facts: Sequence[Fact], limits: Limits
) -> Assumption:
    """Find the first of some facts that cannot be beside those before it, and why.

    Of the board only what is right counts, so that nothing is proved by a mistake.
    """
    ladder_of(kind_of(puzzle))
    check_fit(puzzle, facts)
    unknown = Assumption(puzzle=puzzle, finding=AssumptionStatus.UNKNOWN)
    try:
        truth = known_facts_of(puzzle, limits)
        right = [fact for fact in position if fact.opposite not in truth]
        alive = replace(
            unknown, finding=AssumptionStatus.ALIVE, is_board_right=len(right) == len(position)
        )
        if truth.status is Status.NONE:
            return replace(alive, finding=AssumptionStatus.UNKNOWN)
        for at, fact in enumerate(facts):
            if fact.opposite in truth:
                rest = Position.of([*right, *facts[:at]])
                steps = refuting_steps(puzzle, rest, fact, limits)
                return replace(alive, finding=AssumptionStatus.DIES, fact=fact, steps=tuple(steps))
        if truth.status is Status.UNIQUE:
            return alive
        # Of several solutions, facts may exclude each other that are all possible.
        first = first_impossible(puzzle, right, facts, limits)
        if first is None:
            return alive
        step = refute(puzzle, _join(right, facts[:first]), facts[first], limits.start())
        shown = () if step is None else (step,)
        return replace(alive, finding=AssumptionStatus.DIES, fact=facts[first], steps=shown)
    except LimitReached as limit:
        return replace(unknown, reached=str(limit))


def first_impossible(
    puzzle: Puzzle, right: Sequence[Fact], facts: Sequence[Fact], limits: Limits
) -> int | None:
    """Return the place of the first fact with which no solution is left beside those before it;
    None if all of them leave one, or what is called right leaves none. LimitReached at a limit."""

    def is_dead(count: int) -> bool:
        found = solve(puzzle, solutions=1, position=_join(right, facts[:count]), limits=limits)
        if not found.solutions and found.status is not Status.NONE:
            raise LimitReached(found.reached or "time")
        return not found.solutions

    if not is_dead(len(facts)) or (right and is_dead(0)):
        return None
    return bisect_left(range(1, len(facts) + 1), True, key=is_dead)


def _join(right: Sequence[Fact], facts: Sequence[Fact]) -> Position:
    """Return the board with facts tried on it."""
    writing = Writing()
    for fact in (*right, *facts):
        writing.put(fact)
    return writing.position


def refuting_steps(puzzle: Puzzle, rest: Position, fact: Fact, limits: Limits) -> list[Step]:
    """Find a contradiction that follows from a fact, told in a few sentences; else the steps that
    lead to its opposite."""
    step = refute(puzzle, rest, fact, limits.start())
    if step is not None and len(step.chain) <= MAX_SENTENCES:
        return [step]
    steps = find_justification(puzzle, rest, fact.opposite, limits).steps
    return list(steps) or ([] if step is None else [step])
