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
FIRST_SLICE, SHORT_SLICE, SHORTEST_SLICE = 200_000, 1_000_000, 20_000
"""Propagations of a slice where time is limited: the first one, to see how quick the solver is;
where a cancel may come at any time; and the last one before the deadline."""
TRACE_CONFLICTS = 1000


class _Backend(NamedTuple):
    solver: str
    counts_propagations: bool
    slice: int
    has_phases: bool


BACKENDS = {
    "minisat22": _Backend("Minisat22", True, 4_000_000, True),
    "minisat-gh": _Backend("MinisatGH", True, 4_000_000, True),
    "maplechrono": _Backend("MapleChrono", False, 200, False),
    "mergesat3": _Backend("Mergesat3", False, 200, False),
}
"""Slices count propagations or conflicts. Each one begins with a restart, so short ones make
searches longer; these take some tenths of a second."""


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
        self._per_second = 0.0
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
            size = self._next_slice(budget)
            self._start_slice(size, most_conflicts)
            started, conflicts = time.perf_counter(), self.conflicts
            answer = self._run(assumptions)
            if answer is not None:
                return answer
            self._per_second = size / (time.perf_counter() - started)
            # A slice without conflict has taught the solver nothing, and another one like it would
            # do the same over again.
            is_stuck = self._counts_propagations and self.conflicts == conflicts
            self._slice = self._slice * 2 if is_stuck else self._usual_slice
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

    def _next_slice(self, budget: Budget) -> int:
        if not self._counts_propagations:
            return self._slice
        size, left = self._slice, budget.left()
        if budget.can_be_cancelled:
            size = size * SHORT_SLICE // self._usual_slice
        if left is None:
            return size
        if not self._per_second:
            return FIRST_SLICE
        return max(SHORTEST_SLICE, min(size, int(self._per_second * left)))

    def _start_slice(self, size: int, most_conflicts: int | None) -> None:
        left = -1 if most_conflicts is None else max(1, most_conflicts - self.conflicts)
        if self._counts_propagations:
            # First, because -1 (no limit) also lifts the limit on propagations.
            self._solver.conf_budget(left)
            self._solver.prop_budget(size)
        else:
            self._solver.conf_budget(size if left < 0 else min(left, size))

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

    def propagate(self, assumptions: Clause) -> tuple[bool, list[int]]:
        """What unit propagation alone makes of assumptions: whether it meets no contradiction, and
        the literals it goes through beyond those that are always true."""
        possible, literals = self._solver.propagate(assumptions=assumptions)
        return bool(possible), literals or []

    def core(self) -> list[int]:
        """The assumptions that the last answer "no model" rests on."""
        return self._solver.get_core() or []

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
