"""Needless clues: those without which a puzzle still has exactly one solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.improve.judge import Judge, difference
from enpitsu.improve.relaxed import Relaxed
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change
from enpitsu.position import Position
from enpitsu.solve import Status, solve
from enpitsu.technique import Message
from enpitsu.words import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Needless:
    """A clue that is needless by itself: with it taken away the puzzle still has one solution.
    (Two that are needless by themselves need not be needless together.)"""

    change: Change[Any]
    message: Message
    """What to do, as "take away the 2 up at r1c2"."""
    outcome: Message
    """What becomes of the solution."""
    puzzle: Puzzle
    """The puzzle without the clue."""
    solution: Position

    @property
    def text(self) -> str:
        """What to do, in English words."""
        return say(self.message)

    @property
    def effect(self) -> str:
        """What becomes of the solution, in English words."""
        return say(self.outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedlessClues:
    """The needless clues of a puzzle; nothing is known unless it has one solution.

    `open` counts clues of which the solver could not tell soon enough, and `reached` names the
    limit that ended the search before all clues were looked at: `next` tells where to go on.
    """

    status: Status
    found: tuple[Needless, ...] = ()
    open: int = 0
    reached: str | None = None
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """A puzzle without needless clues. With a limit `reached` some may be left."""

    puzzle: Any
    solution: Position
    reached: str | None = None


def needless(
    puzzle: Puzzle,
    *,
    after: int = 0,
    solution: Position | None = None,
    limits: Limits = NO_LIMITS,
) -> NeedlessClues:
    """Which clues of a puzzle with one solution are needless, each by itself.

    The search can be done in slices: `after` is the `next` of the slice before. A puzzle that is
    known to have one solution need not be solved again if that is given.
    """
    if after < 0:
        raise PuzzleError("the search for needless clues goes on after a number of 0 or more")
    judge = Judge(puzzle, limits)
    if solution is None:
        result = solve(puzzle, limits=limits)
        if result.status is not Status.UNIQUE:
            return NeedlessClues(
                status=result.status, reached=result.reached, next=after if result.reached else None
            )
        solution = result.solutions[0].position
    return _Search(puzzle, solution, judge, after).run()


class _Search:
    """Looks at one clue after another."""

    def __init__(self, puzzle: Any, solution: Position, judge: Judge, after: int) -> None:
        self._puzzle, self._solution, self._judge = puzzle, solution, judge
        self._next, self._open = after, 0
        self._tried: dict[Change[Any], Needless | None] = {}
        self._loosened = Relaxed(puzzle, solution, judge)

    def run(self) -> NeedlessClues:
        """The needless clues of this slice, as far as the limits let it go."""
        groups = list(self._judge.editor.removals(self._puzzle, self._solution))
        # Clues of one place may share a change: then a slice before has told it.
        told = {group[0] for group in groups[: self._next]}
        found: dict[Change[Any], Needless] = {}
        reached = None
        try:
            for group in groups[self._next :]:
                each = self._least(group)
                if each is not None and each.change not in told:
                    found.setdefault(each.change, each)
                self._next += 1
        except LimitReached as limit:
            reached = str(limit)
        return NeedlessClues(
            status=Status.UNIQUE,
            found=tuple(found.values()),
            open=self._open,
            reached=reached,
            next=self._next if reached else None,
        )

    def _least(self, group: Iterable[Change[Any]]) -> Needless | None:
        """The change that tells least, if one leaves a single solution."""
        for change in group:
            if change not in self._tried:
                self._tried[change] = self._try(change)
            if (each := self._tried[change]) is not None:
                return each
        return None

    def _try(self, change: Change[Any]) -> Needless | None:
        self._judge.budget.check()
        puzzle = self._judge.edited(self._puzzle, change)
        if puzzle is None:
            self._open += 1
            return None
        answer = self._only_solution(puzzle, change)
        if answer is None:
            return None
        return Needless(
            change=change,
            message=self._judge.editor.tell(self._puzzle, AppliedChange(change)),
            outcome=difference(self._puzzle.kind, self._solution, answer),
            puzzle=puzzle,
            solution=answer,
        )

    def _only_solution(self, puzzle: Any, change: Change[Any]) -> Position | None:
        """The solution after a change, if there is exactly one."""
        is_needless = self._loosened.is_needless(change, puzzle)
        if is_needless is not None:
            return self._solution if is_needless else None
        self._open += self._judge.is_open(puzzle)
        return self._judge.only_solution(puzzle)


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
        tried: set[Change[Any]] = set()
        start = self._here
        while (spared := self._spared(whole, tried)) is not None:
            self._here = spared
        return self._here is not start

    def _spared(self, whole: bool, tried: set[Change[Any]]) -> Pruned | None:
        """The puzzle without the first clue not tried yet that can be spared."""
        for group in self._judge.editor.removals(self._here.puzzle, self._here.solution):
            for change in group[:1] if whole else group:
                if change not in tried:
                    tried.add(change)
                    found = self._without(change)
                    if found is not None:
                        return found
        return None

    def _without(self, change: Change[Any]) -> Pruned | None:
        puzzle = self._judge.edited(self._here.puzzle, change)
        solution = None if puzzle is None else self._judge.only_solution(puzzle)
        if solution is None or (self._keep and not self._here.solution.facts <= solution.facts):
            return None
        return Pruned(puzzle=puzzle, solution=solution)
