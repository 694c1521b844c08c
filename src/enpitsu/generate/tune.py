"""Tuning: a puzzle with one solution moved towards a wanted level, change by change.

Too easy: clues are taken away, as long as the solution stays the only one, or told otherwise. Too
hard: clues are added. Each new puzzle is graded, and the walk goes on from it if it is nearer; if
none of several is, it goes on from the nearest of them, so that it does not end in a corner. How
long it goes on is counted in gradings, not in seconds: with the same chance it ends the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple, TypeVar

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grade import LEVELS, Grade, Level, grade
from enpitsu.kind import Kind
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Altered, Editor
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status, solve

GRADINGS = 40
"""Puzzles that are graded where nothing is said."""
PATIENCE = 6
"""Neighbours that are graded before the walk goes on from the nearest of them."""
MOST_CONFLICTS = 2000
"""Conflicts of the solver after which a change counts as a bad one."""
MOST_SOLVED = 200
"""Changes that are tried before the walk counts as stuck."""
BOLDEST, PACE = 12, 100
"""The most changes made at once; for each level that is off, one for so many cells."""

T = TypeVar("T")


class Tuned(NamedTuple):
    """The nearest puzzle that was found."""

    puzzle: Any
    solution: Position
    grade: Grade
    level: Level
    """The level that was wanted."""
    gradings: int
    """How many puzzles were graded."""
    reached: str | None = None
    """The limit that ended the walk early."""

    @property
    def is_hit(self) -> bool:
        """Whether the puzzle has the wanted level."""
        return self.grade.level is self.level


class _State(NamedTuple):
    puzzle: Any
    solution: Position
    grade: Grade


def towards(
    puzzle: Any,
    solution: Position,
    found: Grade,
    level: Level,
    random: Random,
    *,
    gradings: int = GRADINGS,
    plain: bool = True,
    limits: Limits = NO_LIMITS,
) -> Tuned:
    """Move a puzzle with one solution, whose grade is known, towards a level.

    With `plain` only changes are made after which the puzzle has ordinary clues (no "?"). What is
    given back has one solution and is at least as near as the puzzle was.
    """
    return _Walk(_State(puzzle, solution, found), level, random, gradings, plain, limits).run()


class _Walk:
    def __init__(
        self,
        start: _State,
        level: Level,
        random: Random,
        gradings: int,
        plain: bool,
        limits: Limits,
    ) -> None:
        self._kind: Kind[Any] = kind_of(start.puzzle)
        self._best, self._level, self._random = start, level, random
        self._most, self._graded, self._plain = gradings, 0, plain
        self._limits, self._budget = limits, limits.start()
        self._seen = {start.puzzle}

    @property
    def _editor(self) -> Editor:
        if self._kind.editor is None:
            raise PuzzleError(f"{self._kind.name} puzzles cannot be changed yet")
        return self._kind.editor

    def run(self) -> Tuned:
        reached = None
        try:
            here: _State | None = self._best
            while here is not None and not self._is_done:
                here = self._next(here)
        except LimitReached as limit:
            reached = str(limit)
        return Tuned(*self._best, self._level, self._graded, reached)

    @property
    def _is_done(self) -> bool:
        return self._best.grade.level is self._level or self._graded >= self._most

    def _next(self, here: _State) -> _State | None:
        """The first neighbour that is nearer, else the nearest of some; None if there is none."""
        nearest: _State | None = None
        for _ in range(PATIENCE):
            found = None if self._is_done else self._neighbour(here)
            if found is None:
                break
            if nearest is None or self._distance(found.grade) < self._distance(nearest.grade):
                nearest = found
            if self._distance(found.grade) < self._distance(self._best.grade):
                self._best = found
            if self._distance(found.grade) < self._distance(here.grade):
                return found
        return nearest

    def _neighbour(self, here: _State) -> _State | None:
        """A puzzle that was not looked at yet, some changes away, graded."""
        wanted = self._boldness(here)
        puzzle, solution = here.puzzle, here.solution
        made = 0
        while made < wanted:
            changed = self._changed(puzzle, solution, here.grade)
            if changed is None:
                break
            (puzzle, solution), made = changed, made + 1
        if not made:
            return None
        self._graded += 1
        found = grade(puzzle, limits=self._left())
        if found.level is None and found.reached != "conflicts":
            raise LimitReached(found.reached)
        return _State(puzzle, solution, found)

    def _boldness(self, here: _State) -> int:
        off = abs(_index(here.grade) - LEVELS.index(self._level))
        cells = here.puzzle.rows * here.puzzle.cols
        return self._random.randint(1, max(1, min(off * max(1, cells // PACE), BOLDEST)))

    def _changed(
        self, puzzle: Any, solution: Position, found: Grade
    ) -> tuple[Any, Position] | None:
        """A puzzle with one change more and one solution."""
        is_easy = _index(found) < LEVELS.index(self._level)
        moves = self._harder(puzzle, solution) if is_easy else self._easier(puzzle, solution)
        for _, other in zip(range(MOST_SOLVED), moves, strict=False):
            self._budget.check()
            if other not in self._seen:
                self._seen.add(other)
                answer = self._only_solution(other)
                if answer is not None:
                    return other, answer
        return None

    def _harder(self, puzzle: Any, solution: Position) -> Iterator[Any]:
        for group in _drawn(list(self._editor.removals(puzzle, solution)), self._random):
            for change in group:
                if change.is_plain or not self._plain:
                    yield self._editor.edit(puzzle, change)
        yield from self._easier(puzzle, solution)

    def _easier(self, puzzle: Any, solution: Position) -> Iterator[Any]:
        additions = [
            each
            for each in self._editor.additions(puzzle, solution)
            if each.change.is_plain or not self._plain
        ]
        yield from _edited(self._editor, puzzle, _drawn(additions, self._random))

    def _only_solution(self, puzzle: Any) -> Position | None:
        """The solution, if there is one only and that is soon found."""
        allowed = self._limits.conflicts
        conflicts = MOST_CONFLICTS if allowed is None else min(allowed, MOST_CONFLICTS)
        found = solve(puzzle, limits=replace(self._left(), conflicts=conflicts))
        if found.reached is not None and found.reached != "conflicts":
            raise LimitReached(found.reached)
        return found.solutions[0].position if found.status is Status.UNIQUE else None

    def _left(self) -> Limits:
        return replace(self._limits, seconds=self._budget.left())

    def _distance(self, found: Grade) -> tuple[int, float]:
        """How far a grade is off: in levels, then by effort and by its hardest steps."""
        if found.level is None:
            return len(LEVELS), 0.0
        off = _index(found) - LEVELS.index(self._level)
        weight = found.effort + found.score
        return abs(off), weight if off > 0 else -weight


def _index(found: Grade) -> int:
    return len(LEVELS) if found.level is None else LEVELS.index(found.level)


def _edited(editor: Editor, puzzle: Any, altered: Iterator[Altered]) -> Iterator[Any]:
    for each in altered:
        try:
            yield editor.edit(puzzle, each.change)
        except PuzzleError:
            continue


def _drawn(items: list[T], random: Random) -> Iterator[T]:
    """All items in an order of chance that favours those in front."""
    left = list(items)
    while left:
        yield left.pop(int(len(left) * random.random() ** 2))
