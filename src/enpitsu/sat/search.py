"""Search over an encoding: solutions one after another, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from enpitsu.kind import Board, Clause, Encoding, Model, Search, Stats, Task
from enpitsu.limits import Budget, LimitReached
from enpitsu.position import Position
from enpitsu.sat.backend import Solver


def engine_of(
    narrowed: Callable[[Any, Position, Budget], Encoding | None],
) -> Callable[[Any, Task], Search]:
    """The search of an engine that only needs an encoding."""

    def search(puzzle: Any, task: Task) -> Search:
        encoding = narrowed(puzzle, task.given, task.budget)
        if encoding is None:
            return Search([], True, None, Stats(backend=task.backend))
        return find_solutions(encoding, task)

    return search


class Seen:
    """The answers that have been given."""

    def __init__(self, fact_count: int) -> None:
        self._fact_count = fact_count
        self._answers: set[tuple[int, ...]] = set()

    def add(self, model: Model) -> None:
        """Remember an answer."""
        self._answers.add(tuple(model[: self._fact_count]))

    def is_new(self, model: Model) -> bool:
        """Whether the answer has not been given before."""
        return tuple(model[: self._fact_count]) not in self._answers


def find_solutions(encoding: Encoding, task: Task) -> Search:
    """The first `wanted` answers of an encoding, or all."""
    boards: list[Board] = []
    stats = Stats(backend=task.backend)
    reached = None
    seen = Seen(encoding.fact_count)
    with Solver(task.backend) as solver:
        try:
            for model in models(encoding, solver, task.budget, stats, seen.is_new):
                seen.add(model)
                boards.append(encoding.decode(model))
                if task.wanted is not None and len(boards) >= task.wanted:
                    break
                solver.add(blocking_clause(encoding, model))
            else:
                return _finished(boards, encoding, solver, stats, None, complete=True)
        except LimitReached as limit:
            reached = str(limit)
        return _finished(boards, encoding, solver, stats, reached, complete=False)


def _finished(
    boards: list[Board],
    encoding: Encoding,
    solver: Solver,
    stats: Stats,
    reached: str | None,
    *,
    complete: bool,
) -> Search:
    stats.variables = encoding.variables
    stats.clauses = solver.clauses
    stats.conflicts = solver.conflicts
    return Search(boards, complete, reached, stats)


def models(
    encoding: Encoding,
    solver: Solver,
    budget: Budget,
    stats: Stats,
    is_new: Callable[[Model], bool],
) -> Iterator[Model]:
    """Load the encoding, then give models that no cut breaks, until there is none.

    Whoever takes a model adds a clause against it before asking for the next. Now and then, when
    cuts alone do not lead to an answer, a repair is tried; `is_new` tells whether the answer it
    gives is one that those clauses allow.
    """
    solver.add_all(chain.from_iterable(encoding.batches(budget)))
    broken = 0
    while solver.solve(budget):
        model = solver.model()
        cuts = encoding.cuts(model)
        stats.cuts += len(cuts)
        for cut in cuts:
            solver.add(cut.clause)
        if cuts:
            broken += 1
            repaired = encoding.repair(model) if _is_time_to_repair(broken) else None
            if repaired is None or not is_new(repaired):
                budget.check()
                continue
            model = repaired
        yield model
        budget.check()


def _is_time_to_repair(broken: int) -> bool:
    """After 8, 16, 32, ... broken models: rarely on puzzles where it never helps."""
    return broken >= 8 and broken & (broken - 1) == 0


def blocking_clause(encoding: Encoding, model: Model) -> Clause:
    """The clause that forbids exactly this answer."""
    return [-literal for literal in model[: encoding.fact_count]]


def find_forced(encoding: Encoding, budget: Budget, backend: str) -> set[int] | None:
    """The fact literals true in every answer; None if there is no answer.

    The candidates shrink: each new model must differ from them somewhere, and the solver is told
    to prefer models that differ everywhere.
    """
    candidates: set[int] = set()
    found = False

    def is_new(model: Model) -> bool:
        return not found or not candidates.issubset(model)

    with Solver(backend) as solver:
        for model in models(encoding, solver, budget, Stats(), is_new):
            literals = set(model[: encoding.fact_count])
            candidates = candidates & literals if found else literals
            found = True
            difference = [-literal for literal in candidates]
            solver.add(difference)
            solver.prefer(difference)
    return candidates if found else None
