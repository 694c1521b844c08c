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
from itertools import islice
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from enpitsu.errors import LimitReached
from enpitsu.grade import LEVELS, Grade, Level, grade
from enpitsu.grid import Cell, Edge, Line
from enpitsu.judge import Judge
from enpitsu.kind import P, Solution
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change
from enpitsu.position import Fact, Position

GRADINGS = 40  # puzzles that are graded where nothing is said
PATIENCE = 6  # neighbours that are graded before the walk goes on from the nearest of them
MAX_CONFLICTS = 2000  # of the solver, after which a change counts as a bad one
MAX_TRIED = 200  # changes, before the walk counts as stuck
EXCHANGES = 3  # changes that are tried instead of one clue
MAX_EXCHANGES = 60  # in all
FACTS_A_CHANGE = 40  # that stay open: for so many one more change is made at once
MAX_AT_ONCE = 12  # changes
CELLS_A_CHANGE = 100  # for each level that is off, one change for so many cells

T = TypeVar("T")


class Tuned(NamedTuple, Generic[P]):
    """The nearest puzzle that was found."""

    puzzle: P
    solution: Position
    grade: Grade
    level: Level
    """The level that was wanted."""
    gradings: int
    """Number of puzzles graded."""
    reached: str | None = None
    """The limit that ended the walk early."""

    @property
    def is_hit(self) -> bool:
        """True if the puzzle has the wanted level."""
        return self.grade.level is self.level


class _State(NamedTuple, Generic[P]):
    puzzle: P
    solution: Position
    grade: Grade
    proved: Solution | None = None
    """The solution, where it was proved to be the only one."""


def tune_to(
    puzzle: P,
    solution: Position,
    found: Grade,
    level: Level,
    random: Random,
    *,
    gradings: int = GRADINGS,
    plain: bool = True,
    keeps: Callable[[P], bool] = lambda puzzle: True,
    limits: Limits = NO_LIMITS,
) -> Tuned[P]:
    """Move a puzzle with one solution, whose grade is known, to a level.

    With `plain` only changes are made after which the puzzle has ordinary clues (no "?"), and every
    puzzle on the way is one that `keeps` allows. What is given back has one solution and is at
    least as near as the puzzle was; if it is still too hard, its grade tells only what is missing.
    """
    start = _State(puzzle, solution, found)
    return _Walk(start, level, random, gradings, plain, keeps, limits).run()


class _Walk(Generic[P]):
    def __init__(
        self,
        start: _State[P],
        level: Level,
        random: Random,
        gradings: int,
        plain: bool,
        keeps: Callable[[P], bool],
        limits: Limits,
    ) -> None:
        self._judge = Judge(start.puzzle, limits, MAX_CONFLICTS)
        self._best, self._level, self._random = start, level, random
        self._most, self._graded, self._plain = gradings, 0, plain
        self._keeps, self._seen = keeps, {start.puzzle}

    def run(self) -> Tuned[P]:
        """Walk until the level is met, the gradings are used up or a limit is reached."""
        reached = None
        here: _State[P] | None
        try:
            best, here = self._best, self._best
            is_known = bool(best.grade.missing) or not self._is_too_hard(best.grade)
            if not is_known and not self._is_done:
                here = self._grade(best)  # tells what people do not find
            while here is not None and not self._is_done:
                here = self._next(here)
        except LimitReached as limit:
            reached = str(limit)
        best = self._best
        return Tuned(best.puzzle, best.solution, best.grade, self._level, self._graded, reached)

    def _is_too_hard(self, found: Grade) -> bool:
        return _index(found) > LEVELS.index(self._level)

    @property
    def _is_done(self) -> bool:
        return self._best.grade.level is self._level or self._graded >= self._most

    def _next(self, here: _State[P]) -> _State[P] | None:
        """Return the first neighbour that is nearer, else the nearest of some, if there is any."""
        nearest: _State[P] | None = None
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

    def _neighbour(self, here: _State[P]) -> _State[P] | None:
        """Return a puzzle that was not looked at yet, some changes away, graded."""
        wanted = self._boldness(here)
        puzzle, solution, proved = here.puzzle, here.solution, here.proved
        made = 0
        while made < wanted:
            changed = self._change(puzzle, solution, here.grade)
            if changed is None:
                break
            (puzzle, proved), made = changed, made + 1
            solution = proved.position
        if not made:
            return None
        return self._grade(_State(puzzle, solution, here.grade, proved))

    def _grade(self, state: _State[P]) -> _State[P]:
        self._graded += 1
        limits = self._judge.left()
        found = grade(state.puzzle, ceiling=self._level, solution=state.proved, limits=limits)
        if found.level is None and found.reached != "conflicts":
            raise LimitReached(found.reached)
        return state._replace(grade=found)

    def _boldness(self, here: _State[P]) -> int:
        """Return the number of changes made at once."""
        if here.grade.missing:
            return min(MAX_AT_ONCE, 1 + len(here.grade.missing) // FACTS_A_CHANGE)
        off = abs(_index(here.grade) - LEVELS.index(self._level))
        cells = here.puzzle.rows * here.puzzle.cols
        most = min(off * max(1, cells // CELLS_A_CHANGE), MAX_AT_ONCE)
        return self._random.randint(1, max(1, most))

    def _change(self, puzzle: P, solution: Position, found: Grade) -> tuple[P, Solution] | None:
        """Return a puzzle with one change more and its only solution."""
        if self._is_too_hard(found):
            moves = self._easier(puzzle, solution, _Stuck(found.missing))
        else:
            moves = self._harder(puzzle, solution)
        for other in islice(moves, MAX_TRIED):
            self._judge.budget.check()
            if other not in self._seen and self._keeps(other):
                self._seen.add(other)
                answers = self._solve(other)
                if len(answers) == 1:
                    return other, answers[0]
        return None

    def _harder(self, puzzle: P, solution: Position) -> Iterator[P]:
        editor = self._judge.editor
        for group in _draw(list(editor.removals(puzzle, solution)), self._random):
            for change in group:
                if change.is_plain or not self._plain:
                    yield editor.edit(puzzle, change)
        yield from islice(self._exchange(puzzle, solution), MAX_EXCHANGES)
        yield from self._easier(puzzle, solution, _Stuck(frozenset()))

    def _exchange(self, puzzle: P, solution: Position) -> Iterator[P]:
        """Take a clue away, and tell something else that breaks the solution which that lets in."""
        editor = self._judge.editor
        for group in _draw(list(editor.removals(puzzle, solution)), self._random):
            change = group[0]
            if self._plain and not change.is_plain:
                continue
            less = editor.edit(puzzle, change)
            answers = self._solve(less)
            if len(answers) == 2:
                positions = [answer.position for answer in answers]
                own = solution if solution in positions else positions[0]
                other = next(position for position in positions if position != own)
                changes = (
                    each
                    for each in _draw(list(editor.additions(less, own)), self._random)
                    if each.change.places != change.places
                    and (each.change.is_plain or not self._plain)
                    and self._judge.breaks(less, each, each.after(other))
                )
                yield from islice(self._edit(less, changes), EXCHANGES)

    def _easier(self, puzzle: P, solution: Position, stuck: _Stuck) -> Iterator[P]:
        additions = [
            each
            for each in self._judge.editor.additions(puzzle, solution)
            if each.change.is_plain or not self._plain
        ]
        additions.sort(key=lambda each: -stuck.nearness(each.change))
        yield from self._edit(puzzle, _draw(additions, self._random))

    def _edit(self, puzzle: P, changes: Iterator[AppliedChange[Any]]) -> Iterator[P]:
        """Make each of the changes that can be made."""
        edited = (self._judge.edit(puzzle, each.change) for each in changes)
        return (other for other in edited if other is not None)

    def _solve(self, puzzle: P) -> list[Solution]:
        """Return up to two solutions; none if they are not soon found."""
        try:
            return self._judge.solve(puzzle) or []
        except LimitReached as limit:
            if str(limit) == "conflicts":
                return []
            raise

    def _distance(self, found: Grade) -> tuple[float, ...]:
        """Return the distance of a grade from the level: in levels, then by what stays open or
        how easy it is."""
        if found.level is None:
            return (len(LEVELS),)
        off = _index(found) - LEVELS.index(self._level)
        if off > 0:
            return off, len(found.missing), found.hardest
        return -off, -found.hardest, -found.score


class _Stuck:
    """The places where people get stuck: the rows and columns of what stays open."""

    def __init__(self, missing: frozenset[Fact]) -> None:
        cells = {cell for fact in missing for cell in _cells(fact.slot)}
        self._cells = cells
        self._rows, self._cols = (Counter(cell[axis] for cell in cells) for axis in (0, 1))

    def nearness(self, change: Change[Any]) -> float:
        """Return the share that a change is likely to touch."""
        total = 0.0
        for place, _ in change.edits:
            if isinstance(place, Line):
                total += (self._rows if place.is_row else self._cols)[place.at]
            else:
                cell = _cells(place)[0]
                around = ((row, col) for row in range(-2, 3) for col in range(-2, 3))
                near = sum(
                    Cell(cell.row + row, cell.col + col) in self._cells for row, col in around
                )
                total += near + 0.5 * (self._rows[cell.row] + self._cols[cell.col])
        return total / len(change.edits)


def _cells(place: Cell | Edge) -> tuple[Cell, ...]:
    return (place.a, place.b) if isinstance(place, Edge) else (place,)


def _index(found: Grade) -> int:
    return len(LEVELS) if found.level is None else LEVELS.index(found.level)


def _draw(items: list[T], random: Random) -> Iterator[T]:
    """Draw all items in an order of chance that favours those in front."""
    left = list(items)
    while left:
        yield left.pop(int(len(left) * random.random() ** 2))
