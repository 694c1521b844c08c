"""The one place that knows python-sat: a solver that keeps to a budget.

A solver of this process runs in slices, and between slices the budget is asked: so limits hold and
another thread's cancel works, without interrupts. Where a slice ends depends on counts alone, so
that the same question has the same answer each time, however busy the machine is. Solvers that do
not keep to slices run in a process of their own (see abilities.py and remote.py).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pysolvers
from pysat import solvers as pysat

from enpitsu.errors import PuzzleError
from enpitsu.kind import Clause, Model
from enpitsu.limits import NO_LIMITS, Budget
from enpitsu.sat.abilities import KNOWN, MOST_CONFLICTS, Ability, Backend, Slices

if TYPE_CHECKING:
    from enpitsu.sat.remote import RemoteSolver

AUTO = "auto"
# Propagations of a slice where time is limited:
FIRST_SLICE = 200_000  # to see how quick the solver is
SHORT_SLICE = 1_000_000  # where a cancel may come at any time
SHORTEST_SLICE = 20_000  # the last one before the deadline
TRACE_CONFLICTS = 1000  # between two looks at the budget


def _is_installed(backend: Backend) -> bool:
    """Return True if this version of python-sat has a solver; it says so itself of some that a
    build may lack."""
    is_built = getattr(pysat, f"{backend.solver.lower()}_present", True)
    return hasattr(pysat, backend.solver) and bool(is_built)


BACKENDS = {each.name: each for each in KNOWN if _is_installed(each)}
"""The solvers that can be chosen, by name."""


def check_backend(name: str, *needs: Ability) -> None:
    """PuzzleError with the known backends if this is not one, or with those that have the
    abilities that are needed if it lacks one."""
    if name not in (AUTO, *BACKENDS):
        raise PuzzleError(f"unknown backend {name!r}; known: {', '.join((AUTO, *BACKENDS))}")
    for need in needs:
        if name != AUTO and need not in BACKENDS[name].abilities:
            able = [each.name for each in BACKENDS.values() if each.abilities.issuperset(needs)]
            raise PuzzleError(f"the backend {name} has no {need}; these have: {', '.join(able)}")


class TooHard(Exception):
    """A question took more conflicts than allowed."""


class Solver:
    """A SAT solver that is told clauses and asked questions in turn.

    The budget counts while clauses are added to a solver in a process of its own.
    """

    def __init__(self, backend: str, budget: Budget | None = None) -> None:
        check_backend(backend)
        chosen = BACKENDS[backend]
        self.name, self.abilities = chosen.name, chosen.abilities
        self._remote: RemoteSolver | None = None
        if chosen.slices is None:
            # Few ask for such a solver, and it needs ctypes and processes.
            from enpitsu.sat.remote import RemoteSolver

            self._remote = RemoteSolver(chosen, budget or NO_LIMITS.start())
        self._solver: Any = self._remote or getattr(pysat, chosen.solver)()
        slices = chosen.slices or Slices(False, 0)
        self._counts_propagations = slices.counts_propagations
        self._slice = self._usual_slice = slices.size
        self._per_second = 0.0
        self._has_phases = Ability.PHASES in chosen.abilities
        self._can_propagate = Ability.PROPAGATION in chosen.abilities
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
        """Return True if there is a model; None when the solver has met `most_conflicts` in all
        without an answer; LimitReached when the budget ends first."""
        if self._remote is not None:
            return self._remote.solve(budget, assumptions, most_conflicts)
        while True:
            size = self._next_slice(budget)
            self._start_slice(size, most_conflicts)
            started, conflicts = time.perf_counter(), self.conflicts
            try:
                answer = self._solver.solve_limited(assumptions=assumptions)
            except pysolvers.error:
                # What python-sat makes of Ctrl+C while it is in the solver's code.
                raise KeyboardInterrupt from None
            if answer is not None:
                return bool(answer)
            self._per_second = size / (time.perf_counter() - started)
            # A slice without conflict has taught the solver nothing, and another one like it would
            # do the same over again.
            is_stuck = self._counts_propagations and self.conflicts == conflicts
            self._slice = self._slice * 2 if is_stuck else self._usual_slice
            budget.check()
            if most_conflicts is not None and self.conflicts >= most_conflicts:
                return None

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
        left = min(left, MOST_CONFLICTS)
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
        """Return True if a literal leads to a contradiction by unit propagation alone; never, where
        the solver cannot tell."""
        if not self._can_propagate:
            return False
        possible, _ = self._solver.propagate(assumptions=[literal])
        return not possible

    def propagate(self, assumptions: Clause) -> tuple[bool, list[int]]:
        """Propagate assumptions by unit propagation alone: return whether it meets no
        contradiction, and the literals it goes through beyond those that are always true."""
        if not self._can_propagate:
            check_backend(self.name, Ability.PROPAGATION)
        possible, literals = self._solver.propagate(assumptions=assumptions)
        return bool(possible), literals or []

    def core(self) -> list[int]:
        """The assumptions that the last answer "no model" rests on."""
        check_backend(self.name, Ability.CORES)
        return self._solver.get_core() or []

    @property
    def conflicts(self) -> int:
        """Conflicts met so far, as far as the solver counts them."""
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
