"""The common part of the engines that ask a SAT solver: from a formula to solutions.

Each engine is a formula. Its models are taken one after another; one that is no answer (several
loops, say, where the formula does not speak of loops) is refused by clauses of the formula's own,
and each answer is forbidden before the next is asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar, Protocol

from enpitsu.errors import LimitReached
from enpitsu.kind import Board as AnyBoard
from enpitsu.kind import Clause, Meaning, Model, Search, Stats, Task
from enpitsu.kinds.yajilin import rules
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.sat.backend import AUTO, Solver

BACKEND = "minisat22"  # the solver that is asked if none is chosen
CHECK_EVERY = 4096  # clauses between two looks at the budget


class EngineFormula(Protocol):
    """A puzzle as clauses, and how to read and refuse its models."""

    puzzle: Yajilin
    variables: int
    """The number of variables; right once the clauses are made."""
    says_one_loop: ClassVar[bool] = True
    """True if models with several loops are excluded from the start."""

    @property
    def leaves_out(self) -> str:
        """The part of the rules that the clauses do not say."""
        loop = "" if self.says_one_loop else "that there is one loop"
        outside = "that shaded cells lie outside the loop" if self.puzzle.outside else ""
        return ", and ".join(filter(None, (loop, outside)))

    @property
    def details(self) -> Mapping[str, float]:
        """Counts for the statistics of a search."""
        return {}

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The formula; looks at the budget often, and raises LimitReached when it must stop."""
        ...

    def given(self, fact: Fact) -> Iterable[Clause]:
        """Clauses that a fact of the given position is so."""
        ...

    def meanings(self) -> Iterator[Meaning]:
        """The meaning of all variables, in order."""
        ...

    def board(self, model: Model) -> YajilinBoard:
        """The board of a model: every playable cell is shaded or has its lines."""
        ...

    def cuts(self, model: Model) -> Sequence[Clause]:
        """Clauses against a model that is no answer."""
        board = self.board(model)
        against = self.refuse(board)
        if not against and rules.check(board, partial=False, ruleset=rules.STRICT):
            return self.forbid(board)  # shaded cells inside the loop
        return against

    def refuse(self, board: YajilinBoard) -> Sequence[Clause]:
        """Clauses against a model that is no answer, which no answer breaks; none for an answer."""
        ...

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """Clauses against an answer, which no other answer breaks."""
        ...


def search_models(formula: EngineFormula, task: Task) -> Search:
    """Take the models of a formula for solutions, one after another."""
    if task.given:
        YajilinBoard(formula.puzzle).place(task.given)  # refuses what does not fit
    stats = Stats(backend=BACKEND if task.backend == AUTO else task.backend)
    found = Search.collect(_answers(formula, task, stats), task, stats)
    stats.details = formula.details
    return found


def _answers(formula: EngineFormula, task: Task, stats: Stats) -> Generator[AnyBoard, None, None]:
    outside = formula.puzzle.outside
    with Solver(stats.backend, task.budget) as solver:
        try:
            solver.add_all(formula.clauses(task.budget))
            for fact in task.given:
                solver.add_all(formula.given(fact))
            while _has_model(solver, task.budget):
                board = formula.board(solver.model())
                against = formula.refuse(board)
                stats.cuts += len(against)
                if not against:
                    against = formula.forbid(board)
                    if not outside or not rules.check(board, partial=False, ruleset=rules.STRICT):
                        yield board
                solver.add_all(against)
        finally:
            stats.variables = formula.variables
            stats.clauses, stats.conflicts = solver.clauses, solver.conflicts


def _has_model(solver: Solver, budget: Budget) -> bool:
    budget.check()
    limit = budget.conflicts
    if limit is not None and solver.conflicts >= limit:
        raise LimitReached("conflicts")
    answer = solver.solve(budget, (), limit)
    if answer is None:
        raise LimitReached("conflicts")
    return answer


def watched(clauses: Iterable[Clause], budget: Budget) -> Iterator[Clause]:
    """The same clauses, with a look at the budget now and then."""
    waiting = iter(clauses)
    while few := list(islice(waiting, CHECK_EVERY)):
        budget.check()
        yield from few
