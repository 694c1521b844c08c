"""Needless clues: without one of them a puzzle still has exactly one solution.

Two that are needless by themselves need not be needless together.

One solver answers the questions about all clues. A clue that leaves open what it tells
(`Editor.relax`) takes away the rules that name it, and no others. So every solution of the puzzle
with this clue left open is an answer to the clauses of all other rules: if there is none but the
known one, the clue is needless; and if another one is found that the rules approve of, it is not.
What the solver learns for one clue serves the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.explain.clauses import Clauses
from enpitsu.explain.sat_proof import ClueSolver
from enpitsu.improve.fix import Fix, tell_difference
from enpitsu.judge import Judge
from enpitsu.kind import P, Puzzle, Rule
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status, solve

MAX_CONFLICTS = 2000  # of one question about a clue left open; after that the puzzle is solved anew
MAX_MODELS = 200  # of one such question


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedlessClues:
    """The needless clues of a puzzle; nothing is known unless it has one solution.

    `open` counts clues of which the solver could not tell soon enough, and `reached` names the
    limit that ended the search before all clues were looked at: `next` tells where to go on.
    """

    status: Status
    found: tuple[Fix, ...] = ()
    """The change that takes each of them away."""
    open: int = 0
    reached: str | None = None
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned(Generic[P]):
    """A puzzle without needless clues. With a limit `reached` some may be left."""

    puzzle: P
    solution: Position
    reached: str | None = None


def needless(
    puzzle: Puzzle,
    *,
    after: int = 0,
    locked: Collection[Place] = (),
    solution: Position | None = None,
    limits: Limits = NO_LIMITS,
) -> NeedlessClues:
    """Find the clues of a puzzle with one solution that are needless, each by itself.

    The search can be done in slices: `after` is the `next` of the slice before. A puzzle that is
    known to have one solution need not be solved again if that is given. Clues at `locked` places
    are not looked at.
    """
    if after < 0:
        raise PuzzleError("the search for needless clues goes on after a number of 0 or more")
    judge = Judge(puzzle, limits, locked=locked, solution=solution)
    if solution is None:
        result = solve(puzzle, limits=limits)
        if result.status is not Status.UNIQUE:
            return NeedlessClues(
                status=result.status, reached=result.reached, next=after if result.reached else None
            )
        solution = result.solutions[0].position
    return _Search(puzzle, solution, judge, after).run()


class Relaxed(Generic[P]):
    """A puzzle with a single solution, and what becomes of it when a clue is left open."""

    def __init__(self, puzzle: P, solution: Position, judge: Judge[P]) -> None:
        self._puzzle, self._solution, self._judge = puzzle, solution, judge
        self._changes = frozenset(judge.editor.relax(puzzle))

    @cached_property
    def _clauses(self) -> Clauses:
        return Clauses(kind_of(self._puzzle), self._puzzle, self._judge.budget)

    @cached_property
    def _solver(self) -> ClueSolver:
        """All rules, and that the answer is not the known solution."""
        solver, encoding = ClueSolver(self._clauses, self._judge.budget), self._clauses.encoding
        known = self._solution.facts
        names = range(1, encoding.answer_count + 1)
        literals = [name if encoding.fact(name) in known else -name for name in names]
        solver.add([-literal for literal in literals])
        # Other answers are soonest found near this one.
        solver.prefer(literals)
        return solver

    def is_needless(self, change: Change[Any], changed: P) -> bool | None:
        """Return whether a change leaves the puzzle with its solution and no other; None if this
        cannot be told here. `changed` is the puzzle after it."""
        if change not in self._changes:
            return None
        places = set(change.places)
        others = []
        for owner, name in self._solver.names.items():
            rule = self._clauses.owners[owner]
            if not (isinstance(rule, Rule) and places.intersection(rule.clues)):
                others.append(name)
        if len(others) == len(self._solver.names):
            return None
        found = self._solver.has_answer(others, MAX_CONFLICTS, MAX_MODELS)
        if found and not self._judge.is_solution(changed, self._solver.answer()):
            return None
        return None if found is None else not found


class _Search(Generic[P]):
    """Looks at one clue after another."""

    def __init__(self, puzzle: P, solution: Position, judge: Judge[P], after: int) -> None:
        self._puzzle, self._solution, self._judge = puzzle, solution, judge
        self._next, self._open = after, 0
        self._tried: dict[Change[Any], Fix | None] = {}
        self._relaxed = Relaxed(puzzle, solution, judge)

    def run(self) -> NeedlessClues:
        """Find the needless clues of this slice, as far as the limits let it go."""
        groups = list(self._judge.editor.removals(self._puzzle, self._solution))
        # Clues of one place may share a change: then a slice before has told it.
        told = {group[0] for group in groups[: self._next]}
        found: dict[Change[Any], Fix] = {}
        reached = None
        try:
            for group in groups[self._next :]:
                for change in group:  # what tells least comes first
                    if change not in self._tried:
                        self._tried[change] = self._try(change)
                    each = self._tried[change]
                    if each is not None:
                        if each.change not in told:
                            found.setdefault(each.change, each)
                        break
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

    def _try(self, change: Change[Any]) -> Fix | None:
        """Return a change as a fix, if it leaves exactly one solution."""
        self._judge.budget.check()
        puzzle = self._judge.edit(self._puzzle, change)
        if puzzle is None:
            self._open += not self._judge.is_locked(change)
            return None
        answer: Position | None = self._solution
        is_needless = self._relaxed.is_needless(change, puzzle)
        if is_needless is None:
            self._open += self._judge.is_open(puzzle)
            answer = self._judge.only_solution(puzzle)
        if answer is None or is_needless is False:
            return None
        return Fix(
            change=change,
            messages=(self._judge.editor.tell(self._puzzle, AppliedChange(change)),),
            outcome=tell_difference(self._puzzle.kind, self._solution, answer),
            puzzle=puzzle,
            solution=answer,
        )


Allowed = Callable[[P], bool]
"""Says whether a puzzle with fewer clues is still as wished."""


def prune(
    puzzle: P,
    solution: Position,
    judge: Judge[P],
    *,
    keep: bool = False,
    allows: Allowed[P] = lambda puzzle: True,
) -> Pruned[P]:
    """Take needless clues away one after another until none is left.

    First those that can go altogether, then those that can tell less. Each time the clue that the
    kind spares most easily goes first. The last round finds nothing: then none is needless. With
    `keep` only changes are made that leave all that the solution shows, and only those that lead
    to a puzzle that is allowed.
    """
    here = Pruned(puzzle=puzzle, solution=solution)
    try:
        for whole in (True, False):
            start = None
            while here is not start:
                start = here
                tried: set[Change[Any]] = set()
                while (spared := _spare_one(here, judge, whole, keep, tried, allows)) is not None:
                    here = spared
    except LimitReached as limit:
        return replace(here, reached=str(limit))
    return here


def _spare_one(
    here: Pruned[P],
    judge: Judge[P],
    whole: bool,
    keep: bool,
    tried: set[Change[Any]],
    allows: Allowed[P],
) -> Pruned[P] | None:
    """Return the puzzle without the first clue not tried yet that can be spared."""
    for group in judge.editor.removals(here.puzzle, here.solution):
        for change in group[:1] if whole else group:
            if change in tried:
                continue
            tried.add(change)
            puzzle = judge.edit(here.puzzle, change)
            solution = None if puzzle is None else judge.only_solution(puzzle)
            if puzzle is None or solution is None:
                continue
            stays = not keep or here.solution.facts <= solution.facts
            if stays and allows(puzzle):
                return Pruned(puzzle=puzzle, solution=solution)
    return None
