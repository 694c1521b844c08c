"""Filling in the rest: an unfinished puzzle completed to one with exactly one solution.

What its author has set stays. Attempts are numbered as those at a new puzzle, each with chance of
its own, and the first that succeeds is taken: the same seed gives the same puzzle. The solver then
solves it once more from its clues.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from enpitsu.errors import LimitReached, PuzzleError, WrongSolution
from enpitsu.generate.attempts import MOST_TO_CHECK, find_solutions, solver_for_people
from enpitsu.generate.tune import GRADINGS, tune_to
from enpitsu.grade import LEVELS, Grade, Level, grade
from enpitsu.improve.conflicts import name_conflict
from enpitsu.improve.outcome import ChangedPuzzle, find_level, miss_level
from enpitsu.judge import Judge
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Candidate, CannotFill, FillTask
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status, solve
from enpitsu.technique import Message
from enpitsu.words import SHARED

TRIES = 24  # attempts at a puzzle
LEVEL_TRIES = 6  # attempts that are compared where a level is wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled(ChangedPuzzle):
    """A puzzle that was unfinished and is completed; the changes are what was filled in."""

    conflict: tuple[str, ...] = ()
    """The places of clues that contradict each other, if that is why nothing could be done."""
    may_overwrite: bool = False
    """True if nothing was found, and with `overwrite` something might be."""

    @property
    def is_done(self) -> bool:
        """True if all is as asked for."""
        return self.status is Status.UNIQUE and not self.failed


def fill(
    puzzle: Puzzle,
    *,
    undecided: Collection[Place] | None = None,
    solution: Position | None = None,
    seed: int = 1,
    level: str | None = None,
    overwrite: bool = False,
    locked: Collection[Place] = (),
    limits: Limits = NO_LIMITS,
) -> Filled:
    """Complete an unfinished puzzle to one with exactly one solution.

    `undecided` names the places that its author has not decided yet, None leaves that to the kind:
    cells without a clue, or countries that are all there is. `solution` is the one that they have
    in mind, and stays if that can be. `level` is tried for, and missed rather than nothing given.
    What is set stays; with `overwrite` cells of a painted picture may be painted otherwise, and
    circles that were left bare get numbers. Nothing changes at `locked` places, and nothing comes
    there.
    PuzzleError for a place outside the board or an unknown level.
    """
    judge = Judge(puzzle, limits, locked=locked, solution=solution)
    wanted = None if level is None else find_level(puzzle, level)
    task = FillTask(
        puzzle=puzzle,
        undecided=None if undecided is None else frozenset(undecided),
        solution=solution,
        random=Random(f"fill {puzzle.kind} {seed}"),
        aim=None if wanted is None else LEVELS.index(wanted) / (len(LEVELS) - 1),
        budget=judge.budget,
        solve=solver_for_people(judge.budget, limits),
        overwrite=overwrite,
        locked=frozenset(locked),
    )
    return _Work(task, judge, wanted, limits).run(seed)


class _Work:
    """One puzzle's filling; what a limit leaves is kept."""

    def __init__(
        self, task: FillTask[Any], judge: Judge[Any], level: Level | None, limits: Limits
    ) -> None:
        self._task, self._judge, self._level, self._limits = task, judge, level, limits
        self._before = task.puzzle
        filler = judge.editor.fill
        if filler is None:
            raise PuzzleError(f"{kind_of(task.puzzle).name} puzzles cannot be filled in yet")
        self._filler = filler
        self._failed: list[Message] = []
        self._conflict: tuple[str, ...] = ()
        self._reached: str | None = None
        self._made: Candidate[Any] | None = None
        self._grade: Grade | None = None

    def run(self, seed: int) -> Filled:
        """Make attempts until one succeeds."""
        try:
            self._made = self._make(seed)
            if self._made is None:
                reason = "set-stays" if self._may_overwrite else "not-found"
                self._fail(f"fill.{reason}")
        except CannotFill as reason:
            self._fail(f"fill.{reason.code}")
            if reason.is_conflict:
                self._find_conflict()
        except LimitReached as limit:
            self._reached = str(limit)
        if self._made is None and self._reached is not None:
            self._fail("fill.limit")
        return self._finish()

    @property
    def _may_overwrite(self) -> bool:
        return not self._task.overwrite and self._filler.may_overwrite(self._task)

    def _make(self, seed: int) -> Candidate[Any] | None:
        """Return the puzzle itself if nothing is open and it has one solution; else the first
        attempt that succeeds, with a level the first that has it, or the nearest."""
        if not self._filler.is_open(self._task):
            solution = self._judge.only_solution(self._before)
            if solution is not None:
                return self._with_level(Candidate(self._before, solution), self._task.random)
        best: tuple[int, Candidate[Any], Grade | None] | None = None
        for number in range(TRIES if self._level is None else LEVEL_TRIES):
            self._judge.budget.check()
            random = Random(f"fill {self._before.kind} {seed} {number}")
            made = self._filler.make(self._task._replace(random=random))
            if made is None or not self._stays(made) or not self._is_right(made):
                continue
            self._made = best[1] if best is not None else made
            made = self._with_level(made, random)
            off = self._distance()
            if best is None or off < best[0]:
                best = off, made, self._grade
            if not best[0]:
                break
        if best is None:
            return None
        self._grade = best[2]
        return best[1]

    def _stays(self, made: Candidate[Any]) -> bool:
        """Return whether nothing has changed at the locked places."""
        locks = self._judge.locks
        return locks is None or (locks.allow(made.puzzle) and locks.keep(made.solution))

    def _is_right(self, made: Candidate[Any]) -> bool:
        """Return whether the solver agrees; False if it takes too long to tell."""
        found = find_solutions(made.puzzle, self._judge.budget, self._limits, MOST_TO_CHECK)
        if found is None:
            return False
        kept = self._filler.keeps(self._task, made.puzzle)
        if not kept or [each.position for each in found] != [made.solution]:
            raise WrongSolution(f"not the puzzle that was meant: {made.puzzle}")
        return True

    # --- the level ------------------------------------------------------------------------------

    def _with_level(self, made: Candidate[Any], random: Random) -> Candidate[Any]:
        """Return the puzzle, or one near it that is nearer to the wanted level."""
        if self._level is None:
            return made
        found = grade(made.puzzle, limits=self._judge.left())
        self._grade = found
        if found.level is None:
            return made
        tuned = tune_to(
            made.puzzle,
            made.solution,
            found,
            self._level,
            random,
            gradings=GRADINGS // 2,
            plain=not self._judge.editor.likes_open,
            keeps=self._keeps,
            limits=self._judge.left(),
        )
        self._grade, self._reached = tuned.grade, tuned.reached
        return Candidate(tuned.puzzle, tuned.solution)

    def _keeps(self, puzzle: Puzzle) -> bool:
        return self._judge.allows(puzzle) and self._filler.keeps(self._task, puzzle)

    def _distance(self) -> int:
        if self._level is None:
            return 0
        found = None if self._grade is None else self._grade.level
        wanted = LEVELS.index(self._level)
        return len(LEVELS) if found is None else abs(LEVELS.index(found) - wanted)

    # --- what came of it ------------------------------------------------------------------------

    def _fail(self, name: str) -> None:
        self._failed.append(Message(f"{SHARED}.{name}", {}))

    def _find_conflict(self) -> None:
        try:
            if self._judge.solutions(self._before, 1) == []:
                self._conflict = name_conflict(self._before, self._judge)
        except LimitReached as limit:
            self._reached = str(limit)

    def _finish(self) -> Filled:
        if self._made is None:
            left = replace(self._judge.left(), conflicts=self._limits.conflicts)
            return Filled(
                before=self._before,
                puzzle=self._before,
                status=solve(self._before, limits=left).status,
                failed=tuple(self._failed),
                conflict=self._conflict,
                may_overwrite=self._may_overwrite and not self._conflict,
                reached=self._reached,
            )
        puzzle, solution = self._made.puzzle, self._made.solution
        if self._distance() and self._level is not None:
            nearest = None if self._grade is None else self._grade.level
            self._failed.append(miss_level(self._level, nearest))
        changes = self._filler.changes(self._task, puzzle, solution)
        tell = self._judge.editor.tell
        return Filled(
            before=self._before,
            puzzle=puzzle,
            status=Status.UNIQUE,
            solution=solution,
            grade=self._grade,
            changes=tuple(altered.change for altered in changes),
            messages=tuple(tell(self._before, altered) for altered in changes),
            failed=tuple(self._failed),
            reached=self._reached,
        )
