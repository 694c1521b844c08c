"""The one place that knows python-sat: a solver that keeps to a budget.

A solver runs in slices, and between slices the budget is asked: so limits hold and another
thread's cancel works, without interrupts. Only solvers whose own budgets are exact are offered:
MiniSat counts propagations, CaDiCaL conflicts. (Glucose looks at its budgets only at restarts,
which can be seconds apart; it is used for proof traces alone.)
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from pysat import solvers as pysat

from enpitsu.errors import PuzzleError
from enpitsu.kind import Clause, Model
from enpitsu.limits import Budget

AUTO = "auto"
SLICE_SECONDS = 0.05
LONGEST_SLICE = 10**9
TRACE_CONFLICTS = 1000


class _Backend(NamedTuple):
    solver: str
    budget: str
    first_slice: int
    has_phases: bool


BACKENDS = {
    "minisat22": _Backend("Minisat22", "prop_budget", 50_000, True),
    "minisat-gh": _Backend("MinisatGH", "prop_budget", 50_000, True),
    "cadical153": _Backend("Cadical153", "conf_budget", 200, False),
    "cadical195": _Backend("Cadical195", "conf_budget", 200, False),
}


class Solver:
    """An incremental SAT solver."""

    def __init__(self, backend: str) -> None:
        if backend not in BACKENDS:
            known = ", ".join((AUTO, *BACKENDS))
            raise PuzzleError(f"unknown backend {backend!r}; known: {known}")
        chosen = BACKENDS[backend]
        self._solver: Any = getattr(pysat, chosen.solver)()
        self._set_budget = getattr(self._solver, chosen.budget)
        self._counts_propagations = chosen.budget == "prop_budget"
        self._has_phases = chosen.has_phases
        self._slice = chosen.first_slice
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
            started = time.perf_counter()
            answer = self._solver.solve_limited(assumptions=assumptions)
            if answer is not None:
                return bool(answer)
            self._adapt(time.perf_counter() - started)
            budget.check()
            if most_conflicts is not None and self.conflicts >= most_conflicts:
                return None

    def _start_slice(self, most_conflicts: int | None) -> None:
        if self._counts_propagations:
            # First, because -1 (no limit) also lifts the limit on propagations.
            left = -1 if most_conflicts is None else max(1, most_conflicts - self.conflicts)
            self._solver.conf_budget(left)
        self._set_budget(self._slice)

    def _adapt(self, seconds: float) -> None:
        if seconds > SLICE_SECONDS:
            self._slice = max(self._slice // 2, 1)
        elif seconds < SLICE_SECONDS / 4:
            self._slice = min(self._slice * 2, LONGEST_SLICE)

    def model(self) -> Model:
        """The model found last."""
        return self._solver.get_model() or []

    def prefer(self, literals: Clause) -> None:
        """Try these literals first when a choice is free, where the solver can be told."""
        if self._has_phases:
            self._solver.set_phases(literals)

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
