"""Search over an encoding: solutions one after another, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from enpitsu.kind import Board, Clause, Encoding, Model, Search, Stats, Task
from enpitsu.limits import Budget, LimitReached
from enpitsu.position import Position
from enpitsu.sat.backend import AUTO, Solver

FIRST_BACKEND, SECOND_BACKEND = "minisat22", "cadical195"
SWITCH_AFTER = 2000
"""Conflicts after which "auto" starts again with the second solver: the first is quicker on most
puzzles, but meets one now and then that costs it a hundred thousand conflicts; the second never
did (docs/solving.md)."""


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


class Session:
    """An encoding loaded into a solver; with the backend "auto", into a second one when needed."""

    def __init__(self, encoding: Encoding, backend: str, budget: Budget) -> None:
        self._encoding, self._budget = encoding, budget
        self._may_switch = backend == AUTO
        self._added: list[Clause] = []
        self.stats = Stats(backend=FIRST_BACKEND if backend == AUTO else backend)
        self._conflicts_before = 0
        self._solver = Solver(self.stats.backend)

    def __enter__(self) -> Session:
        self._load()
        return self

    def __exit__(self, *_: object) -> None:
        self.stats.variables = self._encoding.variables
        self.stats.clauses = self._solver.clauses
        self.stats.conflicts = self._conflicts_before + self._solver.conflicts
        self._solver.close()

    def _load(self) -> None:
        self._solver.add_all(chain.from_iterable(self._encoding.batches(self._budget)))
        self._solver.add_all(self._added)

    def add(self, clause: Clause) -> None:
        """Add a clause to those of the encoding."""
        self._added.append(clause)
        self._solver.add(clause)

    def prefer(self, literals: Clause) -> None:
        """Try these literals first when a choice is free, where the solver can be told."""
        self._solver.prefer(literals)

    def next_model(self) -> Model | None:
        """A model of all clauses so far, or None if there is none."""
        most = SWITCH_AFTER if self._may_switch else None
        answer = self._solver.solve(self._budget, most_conflicts=most)
        if answer is None:
            self._switch()
            answer = self._solver.solve(self._budget)
        return self._solver.model() if answer else None

    def _switch(self) -> None:
        self._may_switch = False
        self._conflicts_before = self._solver.conflicts
        self._solver.close()
        self._solver = Solver(SECOND_BACKEND)
        self.stats.backend = f"{FIRST_BACKEND}+{SECOND_BACKEND}"
        self._load()


def answers(
    session: Session, encoding: Encoding, budget: Budget, is_new: Callable[[Model], bool]
) -> Iterator[Model]:
    """Models that no cut breaks, until there is none.

    Whoever takes a model adds a clause against it before asking for the next. Now and then, when
    cuts alone do not lead to an answer, a repair is tried; `is_new` tells whether the answer it
    gives is one that those clauses allow.
    """
    broken = 0
    while (model := session.next_model()) is not None:
        budget.check()
        cuts = encoding.cuts(model)
        session.stats.cuts += len(cuts)
        for cut in cuts:
            session.add(cut.clause)
        if not cuts:
            yield model
            continue
        broken += 1
        repaired = encoding.repair(model) if _is_time_to_repair(broken) else None
        if repaired is not None and is_new(repaired):
            yield repaired


def _is_time_to_repair(broken: int) -> bool:
    """After 8, 16, 32, ... broken models: rarely on puzzles where it never helps."""
    return broken >= 8 and broken & (broken - 1) == 0


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
    session = Session(encoding, task.backend, task.budget)
    reached, complete = None, False
    try:
        with session:
            for model in distinct_answers(session, encoding, task.budget):
                boards.append(encoding.decode(model))
                if task.wanted is not None and len(boards) >= task.wanted:
                    break
            else:
                complete = True
    except LimitReached as limit:
        reached = str(limit)
    return Search(boards, complete, reached, session.stats)


def distinct_answers(session: Session, encoding: Encoding, budget: Budget) -> Iterator[Model]:
    """Every answer once."""
    seen = Seen(encoding.fact_count)
    for model in answers(session, encoding, budget, seen.is_new):
        seen.add(model)
        yield model
        session.add([-literal for literal in model[: encoding.fact_count]])


def find_forced(encoding: Encoding, budget: Budget, backend: str) -> set[int] | None:
    """The fact literals true in every answer; None if there is no answer.

    The candidates shrink: each new model must differ from them somewhere, and the solver is told
    to prefer models that differ everywhere.
    """
    candidates: set[int] = set()
    found = False

    def is_new(model: Model) -> bool:
        return not found or not candidates.issubset(model)

    with Session(encoding, backend, budget) as session:
        for model in answers(session, encoding, budget, is_new):
            literals = set(model[: encoding.fact_count])
            candidates = candidates & literals if found else literals
            found = True
            difference = [-literal for literal in candidates]
            session.add(difference)
            session.prefer(difference)
    return candidates if found else None
