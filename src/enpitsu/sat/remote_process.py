"""One of python-sat's solvers as a process: reads clauses and questions, writes answers.

    python remote_process.py Kissat404 once

Everything said is a head of three numbers of 32 bits (what, how many numbers follow, how many
conflicts it may cost) and the numbers: clauses that each end with 0, or literals. Each question is
answered by a head (yes, no or neither; conflicts so far; how many numbers follow) and literals. It
is started as a file of its own by remote.py and imports nothing of Enpitsu, so that it is quickly
there.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from array import array
from collections.abc import Callable, Sequence
from struct import Struct
from typing import Any, BinaryIO, NamedTuple

ADD, PREFER, SOLVE, PROPAGATE = range(4)
"""Clauses; literals to try first; whether there is a model under assumptions; what follows from
assumptions by unit propagation alone."""
SAID = Struct("=iii")
ANSWERED = Struct("=iqi")
NO = 0
YES = 1
UNKNOWN = -1
NO_LIMIT = -1
ONCE = "once"  # said of a solver that answers one question only
SIZE = 4  # bytes of a number

Make = Callable[[], Any]
"""Makes one of python-sat's solvers."""


class SolverReply(NamedTuple):
    """The reply of a solver: the literals are a model, a core, or what follows."""

    answer: int
    conflicts: int
    literals: Sequence[int]


class Lasting:
    """A solver that goes on after a question."""

    def __init__(self, make: Make) -> None:
        self._solver = make()
        self._introduce([1])  # MapleSAT falls over a formula without variables.

    def add(self, numbers: array[int]) -> None:
        """Take in clauses."""
        load(self._solver, numbers)

    def prefer(self, literals: list[int]) -> None:
        """Try these literals first."""
        self._introduce(literals)
        self._solver.set_phases(literals)

    def solve(self, assumptions: list[int], most: int) -> SolverReply:
        """Look for a model, within so many conflicts, if the solver can be told."""
        self._introduce(assumptions)
        found = self._found(assumptions, most)
        literals = self._solver.get_model() if found else ()
        if found is False:
            literals = self._solver.get_core()
        return SolverReply(as_number(found), self._conflicts(), literals or ())

    def _found(self, assumptions: list[int], most: int) -> bool | None:
        try:
            self._solver.conf_budget(most)
        except NotImplementedError:  # What python-sat says of solvers that know no such limit.
            return bool(self._solver.solve(assumptions=assumptions))
        found = self._solver.solve_limited(assumptions=assumptions)
        return None if found is None else bool(found)

    def propagate(self, assumptions: list[int]) -> SolverReply:
        """Propagate by unit propagation alone."""
        possible, literals = self._solver.propagate(assumptions=assumptions)
        return SolverReply(as_number(possible), self._conflicts(), literals or ())

    def _introduce(self, literals: list[int]) -> None:
        """Name variables in clauses that say nothing: Lingeling takes away those that it met in no
        clause before, and then falls over the first clause that has one."""
        for literal in literals:
            self._solver.add_clause([literal, -literal])

    def _conflicts(self) -> int:
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))


class OneShot:
    """A solver that answers one question: for each, a new one is made. So assumptions are clauses
    of that question alone, and nothing that was learnt is kept."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._clauses = array("i")
        self._conflicts = 0

    def add(self, numbers: array[int]) -> None:
        """Take in clauses."""
        self._clauses.extend(numbers)

    def solve(self, assumptions: list[int], most: int) -> SolverReply:
        """Look for a model, within so many conflicts."""
        solver = self._make()
        load(solver, self._clauses)
        for literal in assumptions:
            solver.add_clause([literal])
        found = self._found(solver, most)
        literals = solver.get_model() if found else ()
        solver.delete()
        # It does not tell its conflicts; only that it met all it was allowed.
        self._conflicts += max(0, most) if found is None else 0
        return SolverReply(as_number(found), self._conflicts, literals or ())

    def _found(self, solver: Any, most: int) -> bool | None:
        if most == NO_LIMIT:  # Kissat takes this for a limit.
            return bool(solver.solve())
        solver.conf_budget(most)
        found = solver.solve_limited()
        return None if found is None else bool(found)


def load(solver: Any, numbers: array[int]) -> None:
    """Add clauses that each end with 0."""
    start, total = 0, len(numbers)
    while start < total:
        end = numbers.index(0, start)
        solver.add_clause(numbers[start:end].tolist())
        start = end + 1


def as_number(found: bool | None) -> int:
    """Return an answer as it is written."""
    return UNKNOWN if found is None else YES if found else NO


def serve(solver: Any, said: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there is nothing more to read."""
    while len(head := said.read(SAID.size)) == SAID.size:
        what, count, most = SAID.unpack(head)
        numbers = array("i", said.read(count * SIZE))
        if what == ADD:
            solver.add(numbers)
        elif what == PREFER:
            solver.prefer(numbers.tolist())
        elif what == SOLVE:
            write(answers, solver.solve(numbers.tolist(), most))
        else:
            write(answers, solver.propagate(numbers.tolist()))


def write(answers: BinaryIO, answer: SolverReply) -> None:
    """Say an answer."""
    found, conflicts, literals = answer
    answers.write(ANSWERED.pack(found, conflicts, len(literals)))
    answers.write(array("i", literals).tobytes())
    answers.flush()


def main(name: str, traits: Sequence[str]) -> None:
    """Answer questions on standard input with this solver."""
    # A solver at work hears nothing: whoever started it ends it, or ends and takes it along.
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG, known to Linux only
    # What solvers say of themselves must not get among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    from pysat import solvers

    kind = OneShot if ONCE in traits else Lasting
    serve(kind(getattr(solvers, name)), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
