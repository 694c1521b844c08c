"""Tuning: a puzzle with one solution moved to a wanted level, change by change.

What people find with the techniques up to that level tells where they get stuck. If they do, the
player is told more there: changes that touch what is still open, or its rows and columns, come
first. If they get through too easily, clues are taken away, as long as the solution stays the only
one, or told otherwise. Each new puzzle is graded, and the walk goes on from it if it is nearer; if
none of several is, it goes on from the nearest of them, so that it does not end in a corner. How
long it goes on is counted in gradings, not in seconds: with the same chance it ends the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeVar

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grade import LEVELS, Grade, Level, grade
from enpitsu.grid import Cell, Edge, Line
from enpitsu.kind import Kind, Solution
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change, Editor
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import solve

GRADINGS = 40
"""Puzzles that are graded where nothing is said."""
PATIENCE = 6
"""Neighbours that are graded before the walk goes on from the nearest of them."""
MOST_CONFLICTS = 2000
"""Conflicts of the solver after which a change counts as a bad one."""
MOST_SOLVED = 200
"""Changes that are tried before the walk counts as stuck."""
EXCHANGES, MOST_EXCHANGED = 3, 60
"""Changes that are tried instead of one clue, and in all."""
FACTS_A_CHANGE = 40
"""For so many facts that stay open one more change is made at once."""
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
        """True if the puzzle has the wanted level."""
        return self.grade.level is self.level


class _State(NamedTuple):
    puzzle: Any
    solution: Position
    grade: Grade
    proved: Solution | None = None
    """The solution, where it was proved to be the only one."""


def tune_to(
    puzzle: Any,
    solution: Position,
    found: Grade,
    level: Level,
    random: Random,
    *,
    gradings: int = GRADINGS,
    plain: bool = True,
    keeps: Callable[[Any], bool] = lambda puzzle: True,
    limits: Limits = NO_LIMITS,
) -> Tuned:
    """Move a puzzle with one solution, whose grade is known, to a level.

    With `plain` only changes are made after which the puzzle has ordinary clues (no "?"), and every
    puzzle on the way is one that `keeps` allows. What is given back has one solution and is at
    least as near as the puzzle was; if it is still too hard, its grade tells only what is missing.
    """
    start = _State(puzzle, solution, found)
    return _Walk(start, level, random, gradings, plain, keeps, limits).run()


class _Walk:
    def __init__(
        self,
        start: _State,
        level: Level,
        random: Random,
        gradings: int,
        plain: bool,
        keeps: Callable[[Any], bool],
        limits: Limits,
    ) -> None:
        self._kind: Kind[Any] = kind_of(start.puzzle)
        self._best, self._level, self._random = start, level, random
        self._most, self._graded, self._plain = gradings, 0, plain
        self._keeps, self._limits, self._budget = keeps, limits, limits.start()
        self._seen = {start.puzzle}

    @property
    def _editor(self) -> Editor[Any, Any]:
        if self._kind.editor is None:
            raise PuzzleError(f"{self._kind.name} puzzles cannot be changed yet")
        return self._kind.editor

    def run(self) -> Tuned:
        reached = None
        try:
            here: _State | None = self._with_missing(self._best)
            while here is not None and not self._is_done:
                here = self._next(here)
        except LimitReached as limit:
            reached = str(limit)
        best = self._best
        return Tuned(best.puzzle, best.solution, best.grade, self._level, self._graded, reached)

    def _with_missing(self, here: _State) -> _State:
        """A puzzle that is too hard, with what people do not find in it."""
        is_known = bool(here.grade.missing) or not self._is_too_hard(here.grade)
        return here if is_known or self._is_done else self._graded_state(here)

    def _is_too_hard(self, found: Grade) -> bool:
        return _index(found) > LEVELS.index(self._level)

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
        puzzle, solution, proved = here.puzzle, here.solution, here.proved
        made = 0
        while made < wanted:
            changed = self._changed(puzzle, solution, here.grade)
            if changed is None:
                break
            (puzzle, proved), made = changed, made + 1
            solution = proved.position
        if not made:
            return None
        return self._graded_state(_State(puzzle, solution, here.grade, proved))

    def _graded_state(self, state: _State) -> _State:
        self._graded += 1
        found = grade(state.puzzle, ceiling=self._level, solution=state.proved, limits=self._left())
        if found.level is None and found.reached != "conflicts":
            raise LimitReached(found.reached)
        return state._replace(grade=found)

    def _boldness(self, here: _State) -> int:
        if here.grade.missing:
            return min(BOLDEST, 1 + len(here.grade.missing) // FACTS_A_CHANGE)
        off = abs(_index(here.grade) - LEVELS.index(self._level))
        cells = here.puzzle.rows * here.puzzle.cols
        return self._random.randint(1, max(1, min(off * max(1, cells // PACE), BOLDEST)))

    def _changed(
        self, puzzle: Any, solution: Position, found: Grade
    ) -> tuple[Any, Solution] | None:
        """Return a puzzle with one change more and its only solution."""
        is_hard = self._is_too_hard(found)
        offers = self._easier(puzzle, solution, _Stuck(found.missing))
        moves = offers if is_hard else self._harder(puzzle, solution)
        for _, other in zip(range(MOST_SOLVED), moves, strict=False):
            self._budget.check()
            if other not in self._seen and self._keeps(other):
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
        yield from islice(self._exchanged(puzzle, solution), MOST_EXCHANGED)
        yield from self._easier(puzzle, solution, _Stuck(frozenset()))

    def _exchanged(self, puzzle: Any, solution: Position) -> Iterator[Any]:
        """A clue less, and instead something else that breaks the solution which that lets in."""
        for group in _drawn(list(self._editor.removals(puzzle, solution)), self._random):
            change = group[0]
            if self._plain and not change.is_plain:
                continue
            less = self._editor.edit(puzzle, change)
            answers = self._solutions(less)
            if len(answers) == 2:
                positions = [answer.position for answer in answers]
                own = solution if solution in positions else positions[0]
                other = next(position for position in positions if position != own)
                altered = self._breaking(less, own, other, change)
                yield from islice(_edited(self._editor, less, altered), EXCHANGES)

    def _breaking(
        self, puzzle: Any, own: Position, other: Position, undone: Change[Any]
    ) -> Iterator[AppliedChange[Any]]:
        """Changes, elsewhere than the one before, that keep one solution and break another."""
        fit = self._editor.fit
        for each in _drawn(list(self._editor.additions(puzzle, own)), self._random):
            if each.change.places == undone.places or (self._plain and not each.change.is_plain):
                continue
            if fit(puzzle, each.change, each.after(other)) != each.change:
                yield each

    def _easier(self, puzzle: Any, solution: Position, stuck: _Stuck) -> Iterator[Any]:
        additions = [
            each
            for each in self._editor.additions(puzzle, solution)
            if each.change.is_plain or not self._plain
        ]
        additions.sort(key=lambda each: -stuck.nearness(each.change))
        yield from _edited(self._editor, puzzle, _drawn(additions, self._random))

    def _only_solution(self, puzzle: Any) -> Solution | None:
        """Return the solution, if there is one only and that is soon found."""
        found = self._solutions(puzzle)
        return found[0] if len(found) == 1 else None

    def _solutions(self, puzzle: Any) -> list[Solution]:
        """Return up to two solutions; none if they are not soon found."""
        allowed = self._limits.conflicts
        conflicts = MOST_CONFLICTS if allowed is None else min(allowed, MOST_CONFLICTS)
        found = solve(puzzle, limits=replace(self._left(), conflicts=conflicts))
        if found.reached is not None and found.reached != "conflicts":
            raise LimitReached(found.reached)
        return [] if found.reached else found.solutions

    def _left(self) -> Limits:
        return replace(self._limits, seconds=self._budget.left())

    def _distance(self, found: Grade) -> tuple[float, ...]:
        """Return how far a grade is off: in levels, then by what stays open or how easy it is."""
        if found.level is None:
            return (len(LEVELS),)
        off = _index(found) - LEVELS.index(self._level)
        if off > 0:
            return off, len(found.missing), found.hardest
        return -off, -found.hardest, -found.score


class _Stuck:
    """Where people get stuck: the rows and columns of what stays open."""

    def __init__(self, missing: frozenset[Fact]) -> None:
        cells = {cell for fact in missing for cell in _cells(fact.slot)}
        self._cells = cells
        self._rows, self._cols = (Counter(cell[axis] for cell in cells) for axis in (0, 1))

    def nearness(self, change: Change[Any]) -> float:
        """Return how much of it a change is likely to touch."""
        return sum(map(self._at, (place for place, _ in change.edits))) / len(change.edits)

    def _at(self, place: Place) -> float:
        if isinstance(place, Line):
            return (self._rows if place.is_row else self._cols)[place.at]
        cell = _cells(place)[0]
        around = ((row, col) for row in range(-2, 3) for col in range(-2, 3))
        near = sum(Cell(cell.row + row, cell.col + col) in self._cells for row, col in around)
        return near + 0.5 * (self._rows[cell.row] + self._cols[cell.col])


def _cells(place: Cell | Edge) -> tuple[Cell, ...]:
    return (place.a, place.b) if isinstance(place, Edge) else (place,)


def _index(found: Grade) -> int:
    return len(LEVELS) if found.level is None else LEVELS.index(found.level)


def _edited(
    editor: Editor[Any, Any], puzzle: Any, altered: Iterator[AppliedChange[Any]]
) -> Iterator[Any]:
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
