"""What the engines of this folder that ask a SAT solver share: from a formula to solutions.

Each engine is a formula. Its models are taken one after another; one that is no answer (several
loops, say, where the formula does not speak of loops) is refused by clauses of the formula's own,
and each answer is forbidden before the next is asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Protocol

from enpitsu.errors import LimitReached
from enpitsu.kind import Board as AnyBoard
from enpitsu.kind import Clause, Model, Search, Stats, Task
from enpitsu.kinds.yajilin import rules
from enpitsu.kinds.yajilin.board import Board
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.sat.backend import AUTO, Solver

BACKEND = "minisat22"
"""The solver that is asked if none is chosen."""


class Formula(Protocol):
    """A puzzle as clauses, and how to read and refuse its models."""

    variables: int
    """How many variables it has; right once the clauses are made."""

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The formula; looks at the budget often, and raises LimitReached when it must stop."""
        ...

    def given(self, fact: Fact) -> Iterable[Clause]:
        """Clauses that a fact of the given position is so."""
        ...

    def board(self, model: Model) -> Board:
        """What a model says: every playable cell is shaded or has its lines."""
        ...

    def refuse(self, board: Board) -> Sequence[Clause]:
        """Clauses against a model that is no answer, which no answer breaks; none for an answer."""
        ...

    def forbid(self, board: Board) -> Sequence[Clause]:
        """Clauses against an answer, which no other answer breaks."""
        ...


def search_models(formula: Formula, puzzle: Yajilin, task: Task) -> Search:
    """Take the models of a formula for solutions, one after another."""
    if task.given:
        Board(puzzle).place(task.given)  # refuses what does not fit
    stats = Stats(backend=BACKEND if task.backend == AUTO else task.backend)
    return Search.collect(_answers(formula, puzzle, task, stats), task, stats)


def _answers(
    formula: Formula, puzzle: Yajilin, task: Task, stats: Stats
) -> Generator[AnyBoard, None, None]:
    with Solver(stats.backend, task.budget) as solver:
        try:
            solver.add_all(formula.clauses(task.budget))
            for fact in task.given:
                solver.add_all(formula.given(fact))
            yield from _models(formula, puzzle, task.budget, solver, stats)
        finally:
            stats.variables = formula.variables
            stats.clauses, stats.conflicts = solver.clauses, solver.conflicts


def _models(
    formula: Formula, puzzle: Yajilin, budget: Budget, solver: Solver, stats: Stats
) -> Generator[AnyBoard, None, None]:
    while _has_model(solver, budget):
        board = formula.board(solver.model())
        against = formula.refuse(board)
        if not against:
            against = formula.forbid(board)
            if not puzzle.outside or not rules.check(board, partial=False, ruleset=rules.STRICT):
                yield board
        else:
            stats.cuts += len(against)
        solver.add_all(against)


def _has_model(solver: Solver, budget: Budget) -> bool:
    budget.check()
    limit = budget.conflicts
    if limit is not None and solver.conflicts >= limit:
        raise LimitReached("conflicts")
    answer = solver.solve(budget, (), limit)
    if answer is None:
        raise LimitReached("conflicts")
    return answer
