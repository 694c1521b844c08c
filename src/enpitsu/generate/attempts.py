"""Numbered attempts at a puzzle, one after another or in several processes: the lowest number that
succeeds wins.

An attempt is made, solved once more from its clues, and graded and tuned if a level is wanted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

from enpitsu.errors import LimitReached, WorkerDied, WrongSolution
from enpitsu.generate.request import Request
from enpitsu.generate.tune import tune_to
from enpitsu.grade import LEVELS, Grade, Level, grade
from enpitsu.kind import Puzzle, Solution
from enpitsu.limits import Budget, Limits
from enpitsu.making import Candidate, MakeTask
from enpitsu.position import Position
from enpitsu.solve import Status, solve
from enpitsu.workers import open_workers

MOST_TRIES = 1000  # attempts where nothing is said: an impossible request must come to an end
MOST_ONE_SIDED = 200  # first attempts: if all are too hard, or all too easy, there are no more
LEAST_GRADED = 20  # of them that must tell
ONE_SIDED = "level"  # the limit that is then reached
ALONE_SECONDS = 0.3  # small puzzles are tried so long without the cost of starting processes
SMALL_CELLS = 200
TICK = 0.1  # seconds after which limits are asked again while processes work
GRADINGS = 40  # puzzles near the one that was made that are graded on the way to a level
MOST_CONFLICTS = 5000  # of the solver, after which a puzzle counts as too hard for people
MOST_TO_CHECK = 100_000  # conflicts to check a candidate: large boards take many, yet are easy


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The result of an attempt; without a puzzle it failed."""

    number: int
    puzzle: Puzzle | None = None
    solution: Position | None = None
    grade: Grade | None = None
    title: str = ""
    """The picture that the puzzle shows, where it shows one."""

    def distance(self, level: Level | None) -> int:
        """Return the distance of the puzzle from its level, in levels."""
        found = self.grade.level if self.grade is not None else None
        return len(LEVELS) if level is not None and found is None else abs(self.side(level))

    def side(self, level: Level | None) -> int:
        """Return by how many levels the puzzle is too hard, negative if it is too easy; 0 if it
        has its level, or none is known."""
        found = self.grade.level if self.grade is not None else None
        return 0 if level is None or found is None else LEVELS.index(found) - LEVELS.index(level)


def make_attempt(request: Request, number: int, limits: Limits) -> Attempt:
    """Make one attempt; LimitReached if a limit comes first."""
    budget, random = limits.start(), request.random(number)
    made = request.maker.make(
        MakeTask(
            rows=request.rows,
            cols=request.cols,
            options=request.settings(),
            random=random,
            aim=request.aim,
            budget=budget,
            solve=solver_for_people(budget, limits),
        )
    )
    # The solver must agree, independently of how the puzzle was made.
    found = made and find_solutions(made.puzzle, budget, limits, MOST_TO_CHECK)
    if made is None or found is None:
        return Attempt(number=number)
    if [each.position for each in found] != [made.solution]:
        raise WrongSolution(f"not the puzzle that was meant: {made.puzzle}")
    graded: Grade | None = None
    if request.level is not None:
        limits = replace(limits, seconds=budget.left())
        made, graded = _tune(request, request.level, made, found[0], random, limits)
    return Attempt(
        number=number,
        puzzle=made.puzzle,
        solution=made.solution,
        grade=graded,
        title=made.title,
    )


def _tune(
    request: Request,
    level: Level,
    made: Candidate[Any],
    solution: Solution,
    random: Random,
    limits: Limits,
) -> tuple[Candidate[Any], Grade | None]:
    """Return the puzzle, or one near it that is nearer to the wanted level, and its grade."""
    found = grade(made.puzzle, ceiling=level, solution=solution, limits=limits)
    if found.reached is not None:
        # Better a puzzle whose level is not known than none.
        return made, None
    keeps, options = request.maker.keeps, request.settings()
    # Where people get stuck is known, so a puzzle is soon eased. What would make one harder is not:
    # another attempt is better than many guesses.
    if found.level is level or not found.missing or keeps is None:
        return made, found
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
    return Candidate(tuned.puzzle, tuned.solution, made.title), tuned.grade


def solver_for_people(budget: Budget, limits: Limits) -> Callable[[Any], list[Position] | None]:
    """Return the `solve` of a `MakeTask`."""

    def solve_for_people(puzzle: Any) -> list[Position] | None:
        found = find_solutions(puzzle, budget, limits)
        return None if found is None else [each.position for each in found]

    return solve_for_people


def find_solutions(
    puzzle: Puzzle, budget: Budget, limits: Limits, most: int = MOST_CONFLICTS
) -> list[Solution] | None:
    """Return up to two solutions; None if it takes too long to tell whether there are two."""
    allowed = most if limits.conflicts is None else limits.conflicts
    conflicts = min(most, allowed)
    result = solve(puzzle, limits=replace(limits, seconds=budget.left(), conflicts=conflicts))
    if result.status == Status.UNKNOWN and (result.reached != "conflicts" or allowed < most):
        raise LimitReached(result.reached)
    return None if result.reached else result.solutions


class Progress(NamedTuple):
    """The state of the work, for those who wait."""

    attempts: int
    seconds: float
    nearest: Level | None
    """The level of the best puzzle so far, if one is wanted."""


@dataclass(slots=True)
class Attempts:
    """The attempts at one request: how they are to be made, and their results so far."""

    request: Request
    tries: int | None
    jobs: int
    limits: Limits
    budget: Budget
    progress: Callable[[Progress], None] | None
    best: Attempt | None = None
    count: int = 0
    """Number of attempts that have ended."""
    winner: int | None = None
    """The lowest number that succeeded."""
    reached: str | None = None
    """The limit that ended the work without success."""
    sides: set[bool] = field(default_factory=set)
    """True if an attempt was harder than the level, False if one was easier."""
    graded: int = 0

    def run(self) -> None:
        """Make attempts until the lowest success is known or a limit comes."""
        reached = "tries"
        try:
            # Two rounds, so that it does not depend on the number of processes where it ends.
            first = min(MOST_ONE_SIDED, self._most)
            self._run_up_to(0, first)
            if self.winner is None and self._is_one_sided and first < self._most:
                reached = ONE_SIDED
            elif self.winner is None:
                self._run_up_to(first, self._most)
        except LimitReached as limit:
            reached = str(limit)
        self.reached = reached if self.winner is None else None

    def _run_up_to(self, start: int, end: int) -> None:
        # Without a level the first attempt is nearly always the last.
        is_small = self.request.rows * self.request.cols <= SMALL_CELLS
        if self.jobs == 1:
            start = self._run_here(start, end, None)
        elif not start and (self.request.level is None or is_small):
            start = self._run_here(start, end, time.perf_counter() + ALONE_SECONDS)
        if self.winner is None and start < end:
            self._run_in_processes(start, end)

    @property
    def _most(self) -> int:
        """The number of attempts at most."""
        return MOST_TRIES if self.tries is None else self.tries

    @property
    def _is_one_sided(self) -> bool:
        """True if all attempts that were graded missed the level on the same side."""
        return self.graded >= LEAST_GRADED and len(self.sides) == 1

    def _left(self) -> Limits:
        return replace(self.limits, seconds=self.budget.left())

    def _run_here(self, start: int, end: int, until: float | None) -> int:
        """Make attempts in this process until one succeeds or the time is over; return the number
        of the next one."""
        number = start
        while number < end and self.winner is None:
            if until is not None and time.perf_counter() > until:
                break
            self.budget.check()
            self._take(make_attempt(self.request, number, self._left()))
            number += 1
        return number

    def _run_in_processes(self, start: int, end: int) -> None:
        """Make attempts from `start` on in several processes, until the lowest success is known."""
        with open_workers(self.jobs) as pool:
            under_way: dict[Future[Attempt], int] = {}
            following = start
            while True:
                last = end if self.winner is None else self.winner
                while following < last and len(under_way) < self.jobs + 1:
                    # Whoever cancels is asked here: an event cannot go to another process.
                    limits = replace(self._left(), cancel=None)
                    under_way[pool.submit(make_attempt, self.request, following, limits)] = (
                        following
                    )
                    following += 1
                if not any(number < last for number in under_way.values()):
                    return
                done, _ = wait(under_way, timeout=TICK, return_when=FIRST_COMPLETED)
                self.budget.check()
                for future in sorted(done, key=under_way.__getitem__):
                    number = under_way.pop(future)
                    try:
                        self._take(future.result())
                    except WorkerDied:
                        raise LimitReached("memory") from None
                    except LimitReached:
                        # An attempt's own clock may run out a moment before ours.
                        self.budget.check()
                        self._take(Attempt(number=number))

    def _take(self, done: Attempt) -> None:
        self.count += 1
        level = self.request.level
        side = done.side(level)
        if side:
            self.graded += 1
            self.sides.add(side > 0)
        if done.puzzle is not None:
            self.best = min(
                (each for each in (self.best, done) if each is not None),
                key=lambda each: (each.distance(level), each.number),
            )
            if not done.distance(level):
                self.winner = min(done.number, done.number if self.winner is None else self.winner)
        if self.progress is not None:
            grade = self.best.grade if self.best is not None else None
            found = grade.level if grade is not None else None
            self.progress(Progress(self.count, self.budget.seconds, found))
