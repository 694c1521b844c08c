"""Needless clues: those without which a puzzle still has exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from enpitsu.errors import LimitReached
from enpitsu.improve.judge import Judge, difference
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Altered, Change
from enpitsu.position import Position
from enpitsu.solve import Status, solve


@dataclass(frozen=True, slots=True, kw_only=True)
class Needless:
    """A clue that is needless by itself: with it taken away the puzzle still has one solution.
    (Two that are needless by themselves need not be needless together.)"""

    change: Change
    text: str
    """What to do, as "take away the 2 up at r1c2"."""
    effect: str
    """What becomes of the solution, in words."""
    puzzle: Puzzle
    """The puzzle without the clue."""
    solution: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedlessClues:
    """The needless clues of a puzzle; nothing is known unless it has one solution.

    `open` counts clues of which the solver could not tell soon enough, and `reached` names the
    limit that ended the search before all clues were looked at.
    """

    status: Status
    found: tuple[Needless, ...] = ()
    open: int = 0
    reached: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """A puzzle without needless clues. With a limit `reached` some may be left."""

    puzzle: Any
    solution: Position
    reached: str | None = None


def needless(puzzle: Puzzle, *, limits: Limits = NO_LIMITS) -> NeedlessClues:
    """Which clues of a puzzle with one solution are needless, each by itself."""
    result = solve(puzzle, limits=limits)
    if result.status is not Status.UNIQUE:
        return NeedlessClues(status=result.status, reached=result.reached)
    search = _Search(puzzle, result.solutions[0].position, Judge(puzzle, limits))
    reached = None
    found: dict[Change, Needless] = {}
    try:
        for each in search.found():
            found.setdefault(each.change, each)
    except LimitReached as limit:
        reached = str(limit)
    return NeedlessClues(
        status=result.status, found=tuple(found.values()), open=search.open, reached=reached
    )


class _Search:
    def __init__(self, puzzle: Any, solution: Position, judge: Judge) -> None:
        self._puzzle, self._solution, self._judge = puzzle, solution, judge
        self.open = 0

    def found(self) -> Iterator[Needless]:
        """For each clue the change that tells least, if one leaves a single solution."""
        for group in self._judge.editor.removals(self._puzzle, self._solution):
            for change in group:
                each = self._tried(change)
                if each is not None:
                    yield each
                    break

    def _tried(self, change: Change) -> Needless | None:
        puzzle = self._judge.edited(self._puzzle, change)
        answers = None if puzzle is None else self._judge.solutions(puzzle)
        self.open += answers is None
        if puzzle is None or answers is None or len(answers) != 1:
            return None
        return Needless(
            change=change,
            text=self._judge.editor.tell(self._puzzle, Altered(change)),
            effect=difference(self._solution, answers[0]),
            puzzle=puzzle,
            solution=answers[0],
        )


def prune(puzzle: Puzzle, solution: Position, judge: Judge, *, keep: bool = False) -> Pruned:
    """Take needless clues away one after another until none is left.

    First those that can go altogether, then those that can tell less. Each time the clue that the
    kind spares most easily goes first. The last round finds nothing: then none is needless. With
    `keep` only changes are made that leave all that the solution shows.
    """
    return _Pruning(Pruned(puzzle=puzzle, solution=solution), judge, keep).run()


class _Pruning:
    def __init__(self, start: Pruned, judge: Judge, keep: bool) -> None:
        self._here, self._judge, self._keep = start, judge, keep

    def run(self) -> Pruned:
        try:
            for whole in (True, False):
                while self._round(whole):
                    pass
        except LimitReached as limit:
            return replace(self._here, reached=str(limit))
        return self._here

    def _round(self, whole: bool) -> bool:
        """Try each clue once; whether any could be spared."""
        tried: set[Change] = set()
        start = self._here
        while (spared := self._spared(whole, tried)) is not None:
            self._here = spared
        return self._here is not start

    def _spared(self, whole: bool, tried: set[Change]) -> Pruned | None:
        """The puzzle without the first clue not tried yet that can be spared."""
        for group in self._judge.editor.removals(self._here.puzzle, self._here.solution):
            for change in group[:1] if whole else group:
                if change not in tried:
                    tried.add(change)
                    found = self._without(change)
                    if found is not None:
                        return found
        return None

    def _without(self, change: Change) -> Pruned | None:
        puzzle = self._judge.edited(self._here.puzzle, change)
        solution = None if puzzle is None else self._judge.only_solution(puzzle)
        if solution is None or (self._keep and not self._here.solution.facts <= solution.facts):
            return None
        return Pruned(puzzle=puzzle, solution=solution)
