"""One attempt at a puzzle: made, solved once more from its clues, graded and tuned if a level is
wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from enpitsu.errors import LimitReached, WrongSolution
from enpitsu.generate.request import Request
from enpitsu.generate.tune import tune_to
from enpitsu.grade import LEVELS, Grade, Level, grade
from enpitsu.limits import Budget, Limits
from enpitsu.making import Candidate, MakeTask
from enpitsu.position import Position
from enpitsu.solve import Status, solve

GRADINGS = 40
"""Puzzles near the one that was made that are graded on the way to a level."""
MOST_CONFLICTS = 5000
"""Conflicts of the solver after which a puzzle counts as too hard for people."""
MOST_TO_CHECK = 100_000
"""Conflicts to check what a maker gives: large boards take many though no part of them is hard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What came of an attempt; without a puzzle it failed."""

    number: int
    puzzle: Any = None
    solution: Position | None = None
    grade: Grade | None = None
    title: str = ""
    """What the puzzle shows, where it shows something."""

    def distance(self, level: Level | None) -> int:
        """How many levels the puzzle is off."""
        found = self.grade.level if self.grade is not None else None
        if level is None or found is None:
            return 0 if level is None else len(LEVELS)
        return abs(LEVELS.index(found) - LEVELS.index(level))


def attempt(wish: Request, number: int, limits: Limits) -> Attempt:
    """Make one attempt; LimitReached if a limit comes first."""
    budget, random = limits.start(), wish.random(number)
    made = wish.maker.make(
        MakeTask(
            rows=wish.rows,
            cols=wish.cols,
            options=wish.settings(),
            random=random,
            aim=wish.aim,
            budget=budget,
            solve=lambda puzzle: solutions_for_people(puzzle, budget, limits),
        )
    )
    if made is None or not _is_right(made, budget, limits):
        return Attempt(number=number)
    if wish.level is None:
        return _as_made(number, made)
    return _tuned(wish, number, made, random, replace(limits, seconds=budget.left()))


def _as_made(number: int, made: Candidate, found: Grade | None = None) -> Attempt:
    return Attempt(
        number=number,
        puzzle=made.puzzle,
        solution=made.solution,
        grade=found,
        title=made.title,
    )


def _tuned(wish: Request, number: int, made: Candidate, random: Random, limits: Limits) -> Attempt:
    """The puzzle, or one near it that is nearer to the wanted level."""
    level = wish.level
    assert level is not None
    found = grade(made.puzzle, ceiling=level, limits=limits)
    if found.reached is not None:
        # Better a puzzle whose level is not known than none.
        return _as_made(number, made)
    keeps, options = wish.maker.keeps, wish.settings()
    # Where people get stuck is known, so a puzzle is soon eased. What would make one harder is not:
    # another attempt is better than many guesses.
    if found.level is level or not found.missing or keeps is None:
        return _as_made(number, made, found)
    tuned = tune_to(
        made.puzzle,
        made.solution,
        found,
        level,
        random,
        gradings=GRADINGS,
        keeps=lambda puzzle: keeps(puzzle, options),
        limits=limits,
    )
    return _as_made(number, Candidate(tuned.puzzle, tuned.solution, made.title), tuned.grade)


def _is_right(made: Candidate, budget: Budget, limits: Limits) -> bool:
    """Whether the solver agrees, independently of how the puzzle was made; False if it takes too
    long to tell."""
    found = solutions_for_people(made.puzzle, budget, limits, MOST_TO_CHECK)
    if found is not None and found != [made.solution]:
        raise WrongSolution(f"not the puzzle that was meant: {made.puzzle}")
    return found is not None


def solutions_for_people(
    puzzle: Any, budget: Budget, limits: Limits, most: int = MOST_CONFLICTS
) -> list[Position] | None:
    """Up to two solutions; None if it takes too long to tell whether there are two."""
    allowed = most if limits.conflicts is None else limits.conflicts
    conflicts = min(most, allowed)
    result = solve(puzzle, limits=replace(limits, seconds=budget.left(), conflicts=conflicts))
    if result.status == Status.UNKNOWN and (result.reached != "conflicts" or allowed < most):
        raise LimitReached(result.reached)
    return None if result.reached else [solution.position for solution in result.solutions]
