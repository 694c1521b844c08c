"""The one place that knows python-sat: a solver that keeps to a budget.

A solver runs in slices, and between slices the budget is asked: so limits hold and another
thread's cancel works, without interrupts. Where a slice ends depends on counts alone, so that the
same question has the same answer each time, however busy the machine is. Only solvers that keep
to their slices are offered: MiniSat counts propagations, the Maple family conflicts. (Glucose
looks at its budgets only at restarts, which can be seconds apart, and is used for proof traces
alone; CaDiCaL was seen to spend a minute simplifying between two conflicts.)
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import pysolvers
from pysat import solvers as pysat

from enpitsu.errors import PuzzleError
from enpitsu.kind import Clause, Model
from enpitsu.limits import Budget

AUTO = "auto"
LONGEST_SECONDS = 0.2
"""How long a slice may last where time is limited, or a quarter of what is left."""
TRACE_CONFLICTS = 1000


class _Backend(NamedTuple):
    solver: str
    counts_propagations: bool
    slice: int
    has_phases: bool


BACKENDS = {
    "minisat22": _Backend("Minisat22", True, 200_000, True),
    "minisat-gh": _Backend("MinisatGH", True, 200_000, True),
    "maplechrono": _Backend("MapleChrono", False, 200, False),
    "mergesat3": _Backend("Mergesat3", False, 200, False),
}
"""Slices count propagations or conflicts, and take some tens of milliseconds."""


def check_backend(name: str) -> None:
    """PuzzleError with the known backends if this is not one."""
    if name not in (AUTO, *BACKENDS):
        raise PuzzleError(f"unknown backend {name!r}; known: {', '.join((AUTO, *BACKENDS))}")


class Solver:
    """An incremental SAT solver."""

    def __init__(self, backend: str) -> None:
        check_backend(backend)
        chosen = BACKENDS[backend]
        self._solver: Any = getattr(pysat, chosen.solver)()
        self._counts_propagations = chosen.counts_propagations
        self._has_phases = chosen.has_phases
        self._slice = self._usual_slice = chosen.slice
        self.clauses = 0

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.delete()

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        self.clauses += 1
        self._solver.add_clause(clause)

    def add_all(self, clauses: Iterable[Clause]) -> None:
        """Add many clauses."""
        added = deque(enumerate(map(self._solver.add_clause, clauses), 1), 1)
        if added:
            self.clauses += added[0][0]

    def solve(
        self, budget: Budget, assumptions: Clause = (), most_conflicts: int | None = None
    ) -> bool | None:
        """Whether there is a model; None when the solver has met `most_conflicts` in all without
        an answer; LimitReached when the budget ends first."""
        while True:
            self._start_slice(most_conflicts)
            started, conflicts = time.perf_counter(), self.conflicts
            answer = self._run(assumptions)
            if answer is not None:
                return answer
            self._adapt(self.conflicts > conflicts, time.perf_counter() - started, budget.left())
            budget.check()
            if most_conflicts is not None and self.conflicts >= most_conflicts:
                return None

    def _run(self, assumptions: Clause) -> bool | None:
        try:
            answer = self._solver.solve_limited(assumptions=assumptions)
        except pysolvers.error:
            # What python-sat makes of Ctrl+C while it is in the solver's code.
            raise KeyboardInterrupt from None
        return None if answer is None else bool(answer)

    def _start_slice(self, most_conflicts: int | None) -> None:
        left = -1 if most_conflicts is None else max(1, most_conflicts - self.conflicts)
        if self._counts_propagations:
            # First, because -1 (no limit) also lifts the limit on propagations.
            self._solver.conf_budget(left)
            self._solver.prop_budget(self._slice)
        else:
            self._solver.conf_budget(self._slice if left < 0 else min(left, self._slice))

    def _adapt(self, has_learnt: bool, seconds: float, left: float | None) -> None:
        """A slice that met no conflict has taught the solver nothing, and the next would do the
        same over again: it must be longer, unless that takes more time than there is."""
        if has_learnt or not self._counts_propagations:
            self._slice = self._usual_slice
        elif left is None or seconds * 2 <= max(LONGEST_SECONDS, left / 4):
            self._slice *= 2

    def model(self) -> Model:
        """The model found last."""
        return self._solver.get_model() or []

    def prefer(self, literals: Clause) -> None:
        """Try these literals first when a choice is free, where the solver can be told."""
        if self._has_phases:
            self._solver.set_phases(literals)

    def refutes(self, literal: int) -> bool:
        """Whether a literal leads to a contradiction by unit propagation alone."""
        possible, _ = self._solver.propagate(assumptions=[literal])
        return not possible

    @property
    def conflicts(self) -> int:
        """Conflicts met so far."""
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))


def refutation_trace(clauses: Iterable[Clause], budget: Budget) -> list[str] | None:
    """A DRUP trace that the clauses have no model; None if they have one."""
    with pysat.Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None:
            solver.conf_budget(TRACE_CONFLICTS)
            answer = solver.solve_limited()
            budget.check()
        return None if answer else list(solver.get_proof())
