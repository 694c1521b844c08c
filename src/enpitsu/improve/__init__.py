"""Improving an author's puzzle: needless clues, one solution by the fewest changes, a level.

Each can be had alone (`needless`, `fixes`, `next_changes`); `improve` does what is asked for, in
this order: one solution, no needless clues, the level. The kind's editor knows what a change is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from random import Random

from enpitsu.errors import LimitReached
from enpitsu.generate.tune import GRADINGS, tune_to
from enpitsu.grade import Grade, Level, grade
from enpitsu.improve.fill import Filled, fill
from enpitsu.improve.fix import Fix, Fixes
from enpitsu.improve.fixes import fixes
from enpitsu.improve.needless import NeedlessClues, needless
from enpitsu.improve.needless import prune as take_away
from enpitsu.improve.next_changes import next_changes
from enpitsu.improve.outcome import ChangedPuzzle, find_level, miss_level
from enpitsu.judge import Judge
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status, solve
from enpitsu.technique import Message
from enpitsu.words import SHARED

__all__ = [
    "Filled",
    "Fix",
    "Fixes",
    "Improvement",
    "NeedlessClues",
    "fill",
    "fixes",
    "improve",
    "needless",
    "next_changes",
]

FIXES_SHARE = 0.7  # of the time, for few changes; the rest is for single ones that help on the way

FIXES_SECONDS = 6.0  # for few changes; then as many as it takes
COMPLETE_SECONDS = 60.0  # for a way to complete it
COMPLETE_SHARE = 0.6  # of the time that is left
STEP_SECONDS = 7.0  # for the single change that helps most


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement(ChangedPuzzle):
    """A puzzle with what was found about it and what was made of it.

    Where not all was met the puzzle is the nearest that was found.
    """

    status_before: Status
    grade_before: Grade | None = None
    needless: NeedlessClues | None = None
    """Needless clues of the puzzle as it was, if it has one solution."""
    fixes: Fixes | None = None
    """Changes that give it one solution, if it has several or none."""
    next_changes: Fixes | None = None
    """Single changes that help most, where nothing was found that gives it one solution."""


def improve(
    puzzle: Puzzle,
    *,
    unique: bool = False,
    prune: bool = False,
    keep_level: bool = False,
    level: str | None = None,
    solution: Position | None = None,
    seed: int = 1,
    locked: Collection[Place] = (),
    gradings: int = 2 * GRADINGS,
    report: bool = True,
    each: Callable[[ChangedPuzzle], object] = lambda found: None,
    limits: Limits = NO_LIMITS,
) -> Improvement:
    """Tell what can be better about a puzzle, and do what is asked for.

    `unique` gives it exactly one solution by the fewest changes that are found, `prune` takes
    needless clues away until there are none (`keep_level`: only those without which the level
    stays), `level` moves it to a level (a puzzle with several solutions is made unique first, as
    only then it has one). `solution` is the one that its author has in mind: it stays the solution,
    but for cells whose clues come or go, if that can be and no level is asked for. Chance comes
    from `seed` alone. Nothing changes at `locked` places. Without `report` only that is found out
    which that needs. On a long way to one solution `each` is told of the best so far.
    """
    wanted = None if level is None else find_level(puzzle, level)
    unique = unique or wanted is not None
    work = _Work(puzzle, solution, locked, each, limits)
    first = work.report(unique, report)
    if unique and first.fixes is not None:
        work.make_unique(first.fixes, seed)
    if prune:
        work.prune(keep_level)
    if wanted is not None:
        work.tune(wanted, seed, gradings)
    return work.finish(first)


class _Work:
    """The steps of one improvement; what a limit leaves is kept."""

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Position | None,
        locked: Collection[Place],
        each: Callable[[ChangedPuzzle], object],
        limits: Limits,
    ) -> None:
        self._judge = Judge(puzzle, limits, locked=locked, solution=solution)
        self._locked = locked
        self._editor = self._judge.editor
        self._before = self._puzzle = puzzle
        self._intended = solution
        self._keeps, self._each = solution is not None, each
        self._solution: Position | None = None
        self._status = Status.UNKNOWN
        self._grade: Grade | None = None
        self._failed: list[Message] = []
        self._reached: str | None = None

    def report(self, unique: bool, report: bool) -> Improvement:
        """Find out what can be better about the puzzle as it is."""
        self._solve()
        spare = found = single = None
        if report and self._status is Status.UNIQUE:
            spare = needless(self._puzzle, locked=self._locked, limits=self._judge.left())
            self._reached = spare.reached or self._reached
        if report or unique:
            found = self._find_fixes(report)
        if report and found is not None and not found.found:
            single = self._next_changes(self._judge.left())
        return Improvement(
            before=self._before,
            status_before=self._status,
            grade_before=self._grade,
            puzzle=self._before,
            status=self._status,
            needless=spare,
            fixes=found,
            next_changes=single,
        )

    def finish(self, first: Improvement) -> Improvement:
        """Add to what was found at first what was made of the puzzle."""
        changes = self._editor.compare(self._before, self._puzzle)
        tell = self._editor.tell
        return replace(
            first,
            puzzle=self._puzzle,
            status=self._status,
            grade=self._grade,
            solution=self._solution,
            changes=changes,
            messages=tuple(tell(self._before, AppliedChange(change)) for change in changes),
            failed=tuple(self._failed),
            reached=self._reached,
        )

    def _solve(self) -> None:
        """Find status, solution and grade of the puzzle as it is now."""
        found = solve(self._puzzle, limits=self._judge.left())
        self._status, self._reached = found.status, found.reached or self._reached
        self._solution = self._grade = None
        if found.status is Status.UNIQUE:
            self._solution = found.solutions[0].position
            if kind_of(self._puzzle).ladder is not None:
                self._grade = grade(self._puzzle, limits=self._judge.left())
                self._reached = self._grade.reached or self._reached

    def _find_fixes(self, leaves_time: bool = False) -> Fixes | None:
        if self._status not in (Status.MULTIPLE, Status.NONE):
            return None
        limits = self._judge.left()
        if leaves_time and limits.seconds is not None:
            limits = replace(limits, seconds=limits.seconds * FIXES_SHARE)
        elif not leaves_time and self._status is Status.MULTIPLE:
            limits = self._at_most(FIXES_SECONDS, FIXES_SHARE)
        found = fixes(self._puzzle, solution=self._intended, locked=self._locked, limits=limits)
        may_differ = self._judge.locks is None or not self._judge.locks.cells
        if not found.found and self._intended and found.reached is None and may_differ:
            # Better another solution than several.
            found = fixes(self._puzzle, locked=self._locked, limits=self._judge.left())
        self._reached = found.reached or self._reached
        return found

    def _next_changes(self, limits: Limits) -> Fixes:
        return next_changes(
            self._puzzle, solution=self._intended, locked=self._locked, limits=limits
        )

    def make_unique(self, found: Fixes, seed: int) -> None:
        """Make the best of the changes until it has one solution; where there are none, as many as
        it takes."""
        while found.found:
            best = found.found[0]
            if found.status is not Status.NONE and best.status is not Status.UNIQUE:
                break
            self._puzzle, self._intended = best.puzzle, best.solution
            self._solve()
            if best.status is Status.UNIQUE:
                return
            found = self._find_fixes() or found
        if self._status is Status.MULTIPLE and (self._complete(seed) or self._follow()):
            self._reached = None
            return
        self._fail("no-changes")

    def _at_most(self, seconds: float, share: float) -> Limits:
        left = self._judge.left()
        most = seconds if left.seconds is None else min(seconds, share * left.seconds)
        return replace(left, seconds=most)

    def _complete(self, seed: int) -> bool:
        """Complete it as an unfinished puzzle: of a picture few cells change, else clues come."""
        if self._editor.fill is None:
            return False
        limits = self._at_most(COMPLETE_SECONDS, COMPLETE_SHARE)
        done = fill(
            self._puzzle,
            solution=self._intended,
            seed=seed,
            overwrite=True,
            locked=self._locked,
            limits=limits,
        )
        if not done.is_done:
            return False
        self._puzzle, self._intended = done.puzzle, done.solution
        self._solve()
        return self._status is Status.UNIQUE

    def _follow(self) -> bool:
        """Make the single change that helps most, again and again."""
        least = None
        while True:
            limits = self._at_most(STEP_SECONDS, 1.0)
            if limits.seconds == 0.0:
                self._reached = "time"
                return False
            found = self._next_changes(limits).found
            best = found[0] if found else None
            is_one = best is not None and best.status is Status.UNIQUE
            if best is None or not (is_one or _is_less(best.open, least)):
                return False
            self._puzzle, least = best.puzzle, best.open
            if is_one:
                self._solve()
                return self._status is Status.UNIQUE
            self._tell()

    def _tell(self) -> None:
        """Tell what the puzzle is by now."""
        changes = self._editor.compare(self._before, self._puzzle)
        tell = self._editor.tell
        self._each(
            ChangedPuzzle(
                before=self._before,
                puzzle=self._puzzle,
                status=Status.MULTIPLE,
                changes=changes,
                messages=tuple(tell(self._before, AppliedChange(change)) for change in changes),
            )
        )

    def prune(self, keep_level: bool) -> None:
        """Take needless clues away, of those without which the level is the same if it is to
        stay."""
        if self._solution is None:
            self._fail("no-needless")
            return
        level = None if self._grade is None or not keep_level else self._grade.level

        def allows(puzzle: Puzzle) -> bool:
            is_same = level is None or grade(puzzle, limits=self._judge.left()).level is level
            return is_same and self._judge.allows(puzzle)

        done = take_away(self._puzzle, self._solution, self._judge, keep=self._keeps, allows=allows)
        self._reached = done.reached or self._reached
        if done.puzzle != self._puzzle:
            self._puzzle = done.puzzle
            self._solve()

    def tune(self, level: Level, seed: int, gradings: int) -> None:
        """Move it to a level, or near to it."""
        found = self._grade
        if self._solution is None or found is None or found.level is None:
            self._fail("no-level")
            return
        # Clues left open only if nothing else will do, unless the kind's authors like them.
        for plain in (False,) if self._editor.likes_open else (True, False):
            tuned = tune_to(
                self._puzzle,
                self._solution,
                found,
                level,
                Random(f"improve {seed}"),
                gradings=gradings,
                plain=plain,
                keeps=self._judge.allows,
                limits=self._judge.left(),
            )
            self._puzzle, self._solution, found = tuned.puzzle, tuned.solution, tuned.grade
            self._grade = found
            self._reached = tuned.reached or self._reached
            if tuned.is_hit:
                self._take_back(level)
                return
        if found.missing:
            whole = grade(self._puzzle, limits=self._judge.left())
            self._grade = found = found if whole.level is None else whole
        self._failed.append(miss_level(level, found.level))

    def _take_back(self, level: Level) -> None:
        """Take changes back without which the level is the same."""
        try:
            for change in self._editor.compare(self._puzzle, self._before):
                puzzle = self._judge.edit(self._puzzle, change)
                solution = None if puzzle is None else self._judge.only_solution(puzzle)
                if puzzle is None or solution is None:
                    continue
                found = grade(puzzle, limits=self._judge.left())
                if found.level is level:
                    self._puzzle, self._solution, self._grade = puzzle, solution, found
        except LimitReached as limit:
            self._reached = str(limit)

    def _fail(self, name: str) -> None:
        self._failed.append(Message(f"{SHARED}.improve.{name}", {}))


def _is_less(now: int | None, before: int | None) -> bool:
    """Return True if fewer cells are open than before; nothing is known of all in the beginning."""
    return now is not None and (before is None or now < before)
