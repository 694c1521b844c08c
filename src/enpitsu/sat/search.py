"""Search over an encoding: solutions one after another, and what all of them share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from enpitsu.errors import LimitReached
from enpitsu.kind import Board, Clause, Encoding, Kind, Model, Puzzle, Search, Stats, Task
from enpitsu.limits import Budget
from enpitsu.position import Position
from enpitsu.sat.backend import AUTO, Solver

FIRST_BACKEND, SECOND_BACKEND = "minisat22", "maplechrono"
SWITCH_AFTER = 2000
"""Conflicts after which "auto" starts again with the second solver: the first is quicker on most
puzzles, but meets one now and then that costs it a hundred thousand conflicts; the second never
did (docs/solving.md)."""


def narrowed(
    kind: Kind[Any], puzzle: Puzzle, position: Position, budget: Budget
) -> Encoding | None:
    """What is left of a puzzle from a position on, after all cheap deductions; None if they meet
    a contradiction."""
    board = kind.board(puzzle)
    board.place(position)
    return kind.encode(board) if board.settle(budget) else None


def sat_search(kind: Kind[Any], puzzle: Puzzle, task: Task) -> Search:
    """The engine that every kind with an encoding has: cheap deductions, then SAT."""
    encoding = narrowed(kind, puzzle, task.given, task.budget)
    if encoding is None:
        return Search([], True, None, Stats(backend=task.backend))
    return find_solutions(encoding, task)


class Session:
    """An encoding loaded into a solver; with the backend "auto", into a second one when needed."""

    def __init__(self, encoding: Encoding, backend: str, budget: Budget) -> None:
        self.encoding, self.budget = encoding, budget
        self.stats = Stats(backend=FIRST_BACKEND if backend == AUTO else backend)
        self._may_switch = backend == AUTO
        self._added: list[Clause] = []
        self._conflicts_before = 0
        self._solver = Solver(self.stats.backend)

    def __enter__(self) -> Session:
        self._load()
        return self

    def __exit__(self, *_: object) -> None:
        self.stats.variables = self.encoding.variables
        self.stats.clauses = self._solver.clauses
        self.stats.conflicts = self._conflicts_before + self._solver.conflicts
        self._solver.close()

    def _load(self) -> None:
        self._solver.add_all(chain.from_iterable(self.encoding.batches(self.budget)))

    def add(self, clause: Clause) -> None:
        """Add a clause to those of the encoding."""
        if self._may_switch:
            self._added.append(clause)
        self._solver.add(clause)

    def prefer(self, literals: Clause) -> None:
        """Try these literals first when a choice is free, where the solver can be told."""
        self._solver.prefer(literals)

    def next_model(self) -> Model | None:
        """A model of all clauses so far, or None if there is none."""
        if not self._solve(()):
            return None
        model = self._solver.model()
        # A solver does not speak of fact variables that stand in no clause yet.
        missing = range(len(model) + 1, self.encoding.fact_count + 1)
        return [*model, *(-name for name in missing)] if missing else model

    def allows(self, model: Model) -> bool:
        """Whether an answer satisfies all clauses so far."""
        return self._solve(model[: self.encoding.fact_count])

    def _solve(self, assumptions: Clause) -> bool:
        while True:
            limit = self.budget.conflicts
            left = None if limit is None else max(0, limit - self._conflicts_before)
            if left is not None and self._solver.conflicts > left:
                raise LimitReached("conflicts")
            switch = SWITCH_AFTER if self._may_switch else None
            most = min((each for each in (left, switch) if each is not None), default=None)
            answer = self._solver.solve(self.budget, assumptions, most)
            if answer is not None:
                return answer
            if left is not None and self._solver.conflicts >= left:
                raise LimitReached("conflicts")
            self._switch()

    def _switch(self) -> None:
        self._may_switch = False
        self._conflicts_before = self._solver.conflicts
        self._solver.close()
        self._solver = Solver(SECOND_BACKEND)
        self.stats.backend = f"{FIRST_BACKEND}+{SECOND_BACKEND}"
        self._load()
        self._solver.add_all(self._added)
        self._added.clear()


def answers(session: Session) -> Iterator[Model]:
    """Models that no cut breaks, until there is none.

    Whoever takes a model adds a clause against it before asking for the next. Now and then, when
    cuts alone do not lead to an answer, a repair is tried.
    """
    broken = 0
    while (model := session.next_model()) is not None:
        session.budget.check()
        cuts = session.encoding.cuts(model)
        session.stats.cuts += len(cuts)
        for cut in cuts:
            session.add(cut.clause)
        if not cuts:
            yield model
            continue
        broken += 1
        repaired = session.encoding.repair(model) if is_time_to_repair(broken) else None
        if repaired is not None and session.allows(repaired):
            yield repaired


def is_time_to_repair(broken: int) -> bool:
    """After 8, 16, 32, ... broken models: rarely on puzzles where it never helps."""
    return broken >= 8 and broken & (broken - 1) == 0


def distinct_answers(session: Session) -> Iterator[Model]:
    """Every answer once."""
    for model in answers(session):
        yield model
        session.add([-literal for literal in model[: session.encoding.fact_count]])


def find_solutions(encoding: Encoding, task: Task) -> Search:
    """The first `wanted` answers of an encoding, or all."""
    boards: list[Board] = []
    session = Session(encoding, task.backend, task.budget)
    reached, complete = None, False
    try:
        with session:
            for model in distinct_answers(session):
                boards.append(encoding.decode(model))
                if task.wanted is not None and len(boards) >= task.wanted:
                    break
            else:
                complete = True
    except LimitReached as limit:
        reached = str(limit)
    return Search(boards, complete, reached, session.stats)


def find_forced(encoding: Encoding, budget: Budget, backend: str) -> set[int] | None:
    """The fact literals true in every answer; None if there is no answer.

    The candidates shrink: each new model must differ from them somewhere, and the solver is told
    to prefer models that differ everywhere.
    """
    candidates: set[int] | None = None
    with Session(encoding, backend, budget) as session:
        for model in answers(session):
            literals = set(model[: encoding.fact_count])
            candidates = literals if candidates is None else candidates & literals
            difference = [-literal for literal in candidates]
            session.add(difference)
            session.prefer(difference)
    return candidates
