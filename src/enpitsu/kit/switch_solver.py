"""A solver to which the constraints of a puzzle are told once, and of which those of clues can be
switched on and off: what it learns for one set of clues serves the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from enpitsu.kit.constraints.base import FALSE, TRUE, UNKNOWN, Constraint, Values
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver, TooHard

BACKEND = "minisat22"
MOST_MODELS = 2000  # of one question, with lazy constraints that the next one must satisfy too


class SwitchSolver:
    """Answers questions about the variables of one layout.

    A switch is a literal that puts some constraints or clauses in force while it is assumed.
    """

    def __init__(self, size: int, always: Iterable[Constraint], budget: Budget) -> None:
        """`size` is the number of facts, `always` are the constraints that hold without switch."""
        self.size, self._last = size, size
        self._budget = budget
        self._solver = Solver(BACKEND)
        self._lazy: list[tuple[Constraint, int]] = []
        for constraint in always:
            self._tell(constraint, 0)

    def __enter__(self) -> SwitchSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def new_switch(self) -> int:
        """A switch that puts nothing in force yet."""
        self._last += 1
        return self._last

    def switch(self, constraints: Iterable[Constraint]) -> int:
        """A switch for some constraints."""
        found = self.new_switch()
        for constraint in constraints:
            self._tell(constraint, found)
        return found

    def retire(self, switch: int) -> None:
        """Forget all that a switch put in force: it is not assumed again."""
        self._solver.add((-switch,))

    def _tell(self, constraint: Constraint, switch: int) -> None:
        self._budget.check()
        makers = [constraint.clauses]
        if constraint.is_lazy:
            makers.append(partial(constraint.helpful_clauses, begins={}))
            self._lazy.append((constraint, switch))
        for make in makers:
            clauses, extra = make(self._last + 1)
            self._last += extra
            for clause in clauses:
                self.add(clause, switch)

    def add(self, clause: Collection[int], switch: int = 0) -> None:
        """Add a clause, in force with a switch or always."""
        self._solver.add([*clause, -switch] if switch else list(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        """Look for answers in which these literals are true, and all that follows from them."""
        if self._solver.solve(self._budget, literals):
            literals = self._solver.model()
        self._solver.prefer(literals)

    def nearest(self, literals: Sequence[int], conflicts: int) -> Values | None:
        """Return an answer with many of some literals, the first ones rather than the last; None
        if there is no answer at all. TooHard after too many conflicts."""
        left = dict.fromkeys(literals)
        while True:
            self._budget.check()
            found = self.answer(left, conflicts)
            core = set() if found is not None else set(self._solver.core())
            last = next((each for each in reversed(left) if each in core), None)
            if last is None:
                return found
            del left[last]

    def answer(self, assumed: Collection[int], conflicts: int) -> Values | None:
        """Return a full board on which all that is in force holds; None if there is none. TooHard
        after too many conflicts."""
        most = self._solver.conflicts + conflicts
        on = {0, *assumed}
        for _ in range(MOST_MODELS):
            found = self._solver.solve(self._budget, list(assumed), most)
            if found is None:
                raise TooHard
            if not found:
                return None
            values = self._values()
            broken = [
                (cut.clause, switch)
                for constraint, switch in self._lazy
                if switch in on
                for cut in constraint.cuts(values)
            ]
            if not broken:
                return values
            for clause, switch in broken:
                self.add(clause, switch)
        raise TooHard

    def _values(self) -> Values:
        model = self._solver.model()[: self.size]
        states = [TRUE if each > 0 else FALSE for each in model]
        states += [FALSE] * (self.size - len(states))
        # Values of negative literals count from the end.
        opposites = [FALSE if each == TRUE else TRUE for each in reversed(states)]
        return Values([UNKNOWN, *states, *opposites])


def literals_of(values: Values) -> list[int]:
    """The true literals of a full board."""
    return [each if values[each] == TRUE else -each for each in range(1, (len(values) + 1) // 2)]
