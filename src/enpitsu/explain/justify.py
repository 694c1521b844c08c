"""The reasons why one fact follows from the rest of a board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from enpitsu.errors import LimitReached
from enpitsu.explain.known_facts import known_facts_of
from enpitsu.explain.refute import refute_shortly
from enpitsu.explain.step import Step, needed
from enpitsu.explain.walkthrough import Walkthrough, ladder_of
from enpitsu.kind import Puzzle
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status


class FactStatus(StrEnum):
    """The standing of a fact on a board."""

    STEP = "step"
    """One step proves it from the board."""
    LATER = "later"
    """Several steps lead to it."""
    WRONG = "wrong"
    """It holds in no solution."""
    OPEN = "open"
    """It holds in some solutions only."""
    IMPOSSIBLE = "impossible"
    """The puzzle has no solution."""
    UNKNOWN = "unknown"
    """A limit came first."""


@dataclass(frozen=True, slots=True)
class Justification:
    """The proof of a fact: the last of `steps` brings it, those before it lead there."""

    finding: FactStatus
    steps: tuple[Step, ...] = ()
    reached: str | None = None
    """The limit that came first."""


def justify(puzzle: Puzzle, position: Position, fact: Fact, limits: Limits) -> Justification:
    """Find what proves a fact from the rest of a board, of which only what is right counts."""
    kind = kind_of(puzzle)
    ladder_of(kind)
    kind.board(puzzle).place([fact])
    try:
        return find_justification(puzzle, position, fact, limits)
    except LimitReached as limit:
        return Justification(FactStatus.UNKNOWN, reached=str(limit))


def find_justification(
    puzzle: Puzzle, position: Position, fact: Fact, limits: Limits
) -> Justification:
    """Find what proves a fact of this board; LimitReached if that is not found in time."""
    budget, truth = limits.start(), known_facts_of(puzzle, limits)
    if truth.status is Status.NONE:
        return Justification(FactStatus.IMPOSSIBLE)
    if fact not in truth:
        return Justification(FactStatus.WRONG if fact.opposite in truth else FactStatus.OPEN)
    rest = Position.of(each for each in position if each != fact and each in truth)
    walk = Walkthrough(kind_of(puzzle), puzzle, rest, truth, {fact}, budget)
    direct = walk.step_to(fact) or refute_shortly(puzzle, rest, fact.opposite, budget)
    if direct is not None:
        return Justification(FactStatus.STEP, (direct,))
    steps: list[Step] = []
    for step in walk:
        steps.append(step)
        if fact in step.brings:
            break
    return Justification(FactStatus.LATER, tuple(needed(steps, [fact])))
