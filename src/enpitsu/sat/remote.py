"""One of python-sat's solvers in a process of its own (see remote_process.py)."""

from __future__ import annotations

from array import array
from pathlib import Path

from enpitsu.kind import Clause, Model
from enpitsu.limits import Budget
from enpitsu.sat import remote_process as program
from enpitsu.sat.abilities import MOST_CONFLICTS, Ability, Backend
from enpitsu.sat.child import Child

PROGRAM = Path(__file__).with_name("remote_process.py")
BATCH = 1 << 14  # numbers that are said at a time: clauses wait here no longer than that


class RemoteSolver(Child):
    """A solver in a process of its own, with the names of python-sat's that `Solver` needs."""

    def __init__(self, backend: Backend, budget: Budget) -> None:
        traits = [] if Ability.ADDITIONS in backend.abilities else [program.ONCE]
        super().__init__(PROGRAM, [backend.solver, *traits], budget)
        self._clauses = array("i")
        self._waits_for = 0
        self._head = b""
        self._conflicts = 0
        self._model: Model = []
        self._core: list[int] = []

    def delete(self) -> None:
        """End the process."""
        self.close()

    def add_clause(self, clause: Clause) -> None:
        """Add a clause."""
        self._clauses.extend(clause)
        self._clauses.append(0)
        if len(self._clauses) >= BATCH:
            self._say_clauses()

    def solve(
        self, budget: Budget, assumptions: Clause = (), most_conflicts: int | None = None
    ) -> bool | None:
        """Return True if there is a model; None if that is not known within `most_conflicts` in
        all."""
        self.budget = budget
        most = program.NO_LIMIT
        if most_conflicts is not None:
            most = min(MOST_CONFLICTS, max(1, most_conflicts - self._conflicts))
        answer, literals = self._ask(program.SOLVE, assumptions, most)
        self._model = literals if answer == program.YES else []
        self._core = literals if answer == program.NO else []
        # Some look at the limit only now and then, or cannot be told: then it is kept here.
        is_over = most_conflicts is not None and self._conflicts > most_conflicts
        return None if is_over or answer == program.UNKNOWN else answer == program.YES

    def propagate(self, assumptions: Clause = ()) -> tuple[bool, list[int]]:
        """Propagate assumptions by unit propagation alone."""
        answer, literals = self._ask(program.PROPAGATE, assumptions)
        return answer == program.YES, literals

    def set_phases(self, literals: Clause) -> None:
        """Try these literals first when a choice is free."""
        self._say(program.PREFER, array("i", literals))

    def get_model(self) -> Model:
        """The model found last."""
        return self._model

    def get_core(self) -> list[int]:
        """The assumptions that the last answer "no model" rests on."""
        return self._core

    def accum_stats(self) -> dict[str, int]:
        """Conflicts that are known of."""
        return {"conflicts": self._conflicts}

    def _ask(
        self, what: int, literals: Clause, most: int = program.NO_LIMIT
    ) -> tuple[int, list[int]]:
        self._say(what, array("i", literals), most)
        return self._answer()

    def _say(self, what: int, numbers: array[int], most: int = program.NO_LIMIT) -> None:
        if self._clauses:
            self._say_clauses()
        self._settle()
        self._waits_for += what in (program.SOLVE, program.PROPAGATE)
        self.say(program.SAID.pack(what, len(numbers), most) + numbers.tobytes())

    def _say_clauses(self) -> None:
        self._settle()
        clauses, self._clauses = self._clauses, array("i")
        head = program.SAID.pack(program.ADD, len(clauses), program.NO_LIMIT)
        self.say(head + clauses.tobytes())

    def _settle(self) -> None:
        """Hear the answer to a question that a limit ended; nobody waits for it any more."""
        self.say()
        while self._waits_for:
            self._answer()

    def _answer(self) -> tuple[int, list[int]]:
        if not self._head:
            self._head = self.hear(program.ANSWERED.size)
        answer, self._conflicts, count = program.ANSWERED.unpack(self._head)
        literals = array("i", self.hear(count * program.SIZE))
        self._head = b""
        self._waits_for -= 1
        return answer, literals.tolist()
