"""The solver within the limits of one piece of work: the solutions of a puzzle, and after a
change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Generic

from enpitsu.check import check
from enpitsu.errors import FormatError, LimitReached, PuzzleError
from enpitsu.grid import Slot
from enpitsu.kind import P, Solution
from enpitsu.limits import Limits
from enpitsu.locks import Locks
from enpitsu.making import AppliedChange, Change, Editor
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Result, solve

MAX_CONFLICTS = 50_000  # of the solver, after which a question is left open


class Judge(Generic[P]):
    """The solver with the limits of one piece of work; it remembers what it was asked.

    Its methods raise LimitReached when one of these limits is reached. `conflicts` bounds one
    question: after so many the answer is "too hard to tell".
    """

    def __init__(
        self,
        puzzle: P,
        limits: Limits,
        conflicts: int = MAX_CONFLICTS,
        *,
        locked: Collection[Place] = (),
        solution: Position | None = None,
    ) -> None:
        """`locked` are places that no change may touch; `solution` is the one in mind."""
        self._kind = kind_of(puzzle)
        self.locks = Locks(puzzle, self.editor, locked, solution) if locked else None
        self._limits, self.budget = limits, limits.start()
        self._conflicts = conflicts
        self._known: dict[P, tuple[int, list[Solution] | None]] = {}
        """For each puzzle the number of solutions that were looked for, and those found."""

    @property
    def editor(self) -> Editor[P, Any]:
        """The editor of the kind; PuzzleError if it has none."""
        if self._kind.editor is None:
            raise PuzzleError(f"{self._kind.name} puzzles cannot be changed yet")
        return self._kind.editor

    def left(self) -> Limits:
        """Return the limits for what is still to do."""
        return replace(self._limits, seconds=self.budget.left())

    def share(self, share: float, least: float) -> Limits:
        """Return the limits of one question: the conflicts of one, and a share of all the time,
        yet at least some seconds if they are left."""
        limits = replace(self.left(), conflicts=self._most_conflicts)
        if limits.seconds is None or self._limits.seconds is None:
            return limits
        seconds = min(limits.seconds, max(least, share * self._limits.seconds))
        return replace(limits, seconds=seconds)

    @property
    def _most_conflicts(self) -> int:
        allowed = self._limits.conflicts
        return self._conflicts if allowed is None else min(allowed, self._conflicts)

    def solutions(self, puzzle: P, most: int = 2) -> list[Position] | None:
        """Return up to `most` solutions; None if that is too hard to tell."""
        found = self.solve(puzzle, most)
        return None if found is None else [solution.position for solution in found]

    def solve(self, puzzle: P, most: int = 2) -> list[Solution] | None:
        """Return up to `most` solutions with all that holds in them; None if that is too hard to
        tell."""
        self.budget.check()
        asked, known = self._known.get(puzzle, (0, []))
        if asked < most and (known is None or len(known) == asked):
            found = self._run_solver(puzzle, most)
            asked, known = most, found.solutions
            if found.reached and len(known) < min(most, 2):
                known = None
            elif found.reached:
                asked = len(known)
            self._known[puzzle] = asked, known
        return None if known is None else known[:most]

    def _run_solver(self, puzzle: P, most: int, position: Position = EMPTY) -> Result:
        conflicts = self._most_conflicts
        limits = replace(self.left(), conflicts=conflicts)
        found = solve(puzzle, solutions=most, position=position, limits=limits)
        is_own = found.reached == "conflicts" and conflicts != self._limits.conflicts
        if found.reached is not None and not is_own:
            raise LimitReached(found.reached)
        return found

    def has_all(self, puzzle: P) -> bool:
        """Return True if the solutions that were asked for are all there are."""
        asked, known = self._known.get(puzzle, (0, []))
        return known is not None and len(known) < asked

    def solution_with(self, puzzle: P, position: Position) -> Position | None:
        """Return a solution that agrees with a position, if one is soon found."""
        found = self._run_solver(puzzle, 1, position)
        return found.solutions[0].position if found.solutions else None

    def only_solution(self, puzzle: P) -> Position | None:
        """Return the solution, if there is exactly one and that can be told."""
        found = self.solve(puzzle, 2)
        return found[0].position if found is not None and len(found) == 1 else None

    def is_open(self, puzzle: P) -> bool:
        """Return True if it is too hard to tell if a puzzle has exactly one solution."""
        return self.solve(puzzle, 2) is None

    def is_solution(self, puzzle: P, position: Position) -> bool:
        """Return True if a position solves a puzzle, by the rules."""
        self.budget.check()
        try:
            return not check(puzzle, position)
        except FormatError:
            return False

    def edit(self, puzzle: P, change: Change[Any]) -> P | None:
        """Return the puzzle with a change; None if it cannot be made, or touches a locked place."""
        try:
            edited = self.editor.edit(puzzle, change)
        except PuzzleError:
            return None
        return edited if self.locks is None or self.locks.allow(edited) else None

    def is_locked(self, change: Change[Any]) -> bool:
        """Return True if one of the places of a change is locked."""
        return self.locks is not None and not self.locks.places.isdisjoint(change.places)

    def allows(self, puzzle: P) -> bool:
        """Return True if a puzzle, and the picture it shows, is as it was at locked places."""
        if self.locks is None:
            return True
        if not self.locks.allow(puzzle):
            return False
        shown = self.only_solution(puzzle) if self.locks.cells else None
        return not self.locks.cells or (shown is not None and self.locks.keep(shown))

    def keeps(self, solution: Position, slots: Collection[Slot] = ()) -> bool:
        """Return True if the locked cells of a picture stay with a solution, and none is among the
        slots that change."""
        if self.locks is None:
            return True
        return self.locks.cells.isdisjoint(slots) and self.locks.keep(solution)

    def breaks(self, puzzle: P, applied: AppliedChange[Any], after: Position) -> bool:
        """Return True if a solution is none any more with a change that makes this of it."""
        return self.editor.fit(puzzle, applied.change, after) != applied.change
