"""The reasons why one fact follows from the rest of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.explain.known_facts import KnownFacts, known_facts_of
from enpitsu.explain.refute import refute_shortly
from enpitsu.explain.step import Step, needed
from enpitsu.explain.walkthrough import Walkthrough, ladder_of
from enpitsu.grid import Slot
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
    fact: Fact | None = None
    """The fact that is proved, if a place was asked about."""


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


def justify_place(
    puzzle: Puzzle, position: Position, slots: Sequence[Slot], limits: Limits
) -> Justification:
    """Find what follows at a place from the rest of a board, of which only what is right counts: in
    one step, or nothing yet (open). The slots of a place are a cell, perhaps with its edges."""
    ladder_of(kind_of(puzzle))
    try:
        return _find_at(puzzle, position, slots, limits)
    except LimitReached as limit:
        return Justification(FactStatus.UNKNOWN, reached=str(limit))


def _find_at(
    puzzle: Puzzle, position: Position, slots: Sequence[Slot], limits: Limits
) -> Justification:
    budget, truth = limits.start(), known_facts_of(puzzle, limits)
    if truth.status is Status.NONE:
        return Justification(FactStatus.IMPOSSIBLE)
    rest = Position.of(each for each in position if each in truth)
    wanted = [fact for fact in _writable(puzzle, slots, truth) if fact not in rest]
    walk = Walkthrough(kind_of(puzzle), puzzle, rest, truth, set(wanted), budget)
    refuted = (refute_shortly(puzzle, rest, fact.opposite, budget) for fact in wanted)
    direct = walk.step_to_one(wanted) or next(filter(None, refuted), None)
    if direct is None:
        return Justification(FactStatus.OPEN)
    fact = next(fact for fact in wanted if fact in direct.brings)
    return Justification(FactStatus.STEP, (direct,), fact=fact)


def _writable(puzzle: Puzzle, slots: Sequence[Slot], truth: KnownFacts) -> list[Fact]:
    """Return what is true at some slots and can be written there; what holds before denials."""
    values = sorted({(type(fact.slot), fact.value) for fact in truth.facts}, key=str)
    every = [
        Fact(slot, value, holds)
        for holds in (True, False)
        for slot in slots
        for sort, value in values
        if isinstance(slot, sort)
    ]
    return [fact for fact in every if fact in truth and _can_stand(puzzle, fact)]


def _can_stand(puzzle: Puzzle, fact: Fact) -> bool:
    try:
        kind_of(puzzle).board(puzzle).place([fact])
    except PuzzleError:
        return False
    return True
