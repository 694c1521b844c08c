"""Conclusions of several constraints together: all that the ways to satisfy them share.

A SAT solver that knows these constraints alone finds the ways. Those that a lazy constraint rules
out by what it hints at (a part that is cut off) are none. What eager constraints conclude depends
on their clauses and on what is known of their literals only, so it is kept: the same patterns come
again and again on a board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    FALSE,
    TRUE,
    UNKNOWN,
    Constraint,
    Inference,
    LazyCut,
    Values,
    necessary,
)
from enpitsu.limits import NO_LIMITS
from enpitsu.sat.backend import Solver
from enpitsu.scene import Place

MOST_OPEN = 16  # undecided literals of the first constraint: whoever looks must see all ways
BACKEND = "minisat22"
KEPT_PATTERNS = 20_000  # conclusions that are kept

Hinter = Callable[[Sequence[int]], list[LazyCut]]


class Local(NamedTuple):
    """Literals that follow, and known ones that they rest on, in a group's own numbers."""

    then: tuple[int, ...]
    because: tuple[int, ...]


class Together:
    """Some constraints that are looked at together, the first one that which is asked."""

    def __init__(self, group: Sequence[Constraint]) -> None:
        self.group = tuple(group)
        self.lazy = tuple(each for each in group if each.is_lazy)
        self._eager = tuple(each for each in group if not each.is_lazy)
        self.variables = sorted({abs(each) for one in self._eager for each in one.literals})
        """The variables of its eager constraints: something may follow about them."""
        self._parts: dict[frozenset[Place], Together] = {}

    @cached_property
    def clues(self) -> tuple[Place, ...]:
        """The places of the clues that its constraints take."""
        return tuple(dict.fromkeys(place for each in self.group for place in each.clues))

    @cached_property
    def _clauses(self) -> tuple[Clause, ...]:
        """The clauses of the eager constraints in the group's own numbers: 1, 2, ... for its
        variables in order, then those of counters."""
        size, found = len(self.variables), list[Clause]()
        name = {variable: at for at, variable in enumerate(self.variables, 1)}
        behind = self.variables[-1]
        first = behind + 1
        for each in self._eager:
            clauses, extra = each.clauses(first)
            first += extra
            found += clauses
        for variable in range(behind + 1, first):
            name[variable] = size + variable - behind
        name |= {-variable: -at for variable, at in name.items()}
        return tuple([tuple([name[each] for each in clause]) for clause in found])

    def infer(
        self, values: Values, hinter: Callable[[Constraint], Hinter] | None = None
    ) -> Inference | None:
        """Return unknown literals that follow from as few of its clues as possible, with the known
        ones, and the clues, that they need."""
        asked = self.group[0].variables
        if sum(values[each] == UNKNOWN for each in asked) > MOST_OPEN:
            return None
        found = self._conclude_all(values, hinter)
        return None if found is None else self._with_few_clues(found, values, hinter)

    def _with_few_clues(
        self, found: Inference, values: Values, hinter: Callable[[Constraint], Hinter] | None
    ) -> Inference:
        """What follows from those clues alone that the first conclusion needs."""
        one = found.then[0]

        def conclude(clues: Sequence[Place]) -> Inference | None:
            part = self._part(frozenset(clues))
            return None if part is None else part._conclude_all(values, hinter)

        def suffice(clues: Sequence[Place]) -> bool:
            told = conclude(clues)
            return told is not None and one in told.then

        needed = necessary(self.clues, suffice)
        told = conclude(needed) or found
        return told._replace(clues=tuple(dict.fromkeys((*needed, *told.clues))))

    def _part(self, clues: frozenset[Place]) -> Together | None:
        """The group without the constraints that take other clues; None if nothing is left that
        could be said."""
        if len(clues) == len(self.clues):
            return self
        if clues not in self._parts:
            self._parts[clues] = Together(
                [one for one in self.group if clues.issuperset(one.clues)]
            )
        part = self._parts[clues]
        return part if part.variables else None

    def _conclude_all(
        self, values: Values, hinter: Callable[[Constraint], Hinter] | None
    ) -> Inference | None:
        """Return all unknown literals that follow, with the known ones that they need."""
        states = [values[each] for each in self.variables]
        if UNKNOWN not in states:
            return None
        known = tuple(
            [at if state == TRUE else -at for at, state in enumerate(states, 1) if state != UNKNOWN]
        )
        if not self.lazy:
            return self._told(_conclude(self._clauses, len(states), known), self.variables)
        hinters = [hinter(each) if hinter else each.hinter(values) for each in self.lazy]
        ways = _LazyWays(self._clauses, known, self.variables, values, hinters)
        found = self._told(ways.shared(len(states)), ways.variables)
        return found and found._replace(clues=tuple(ways.clues))

    def _told(self, found: Local | None, variables: Sequence[int]) -> Inference | None:
        if found is None:
            return None
        then, because = (
            tuple([variables[each - 1] if each > 0 else -variables[-each - 1] for each in literals])
            for literals in found
        )
        return Inference(then, because)


def infer_together(group: Sequence[Constraint], values: Values) -> Inference | None:
    """Return all literals that follow from a group, with the known ones that they need."""
    return Together(group).infer(values)


class _Ways:
    """The ways to satisfy some clauses in which known literals are true."""

    def __init__(self, clauses: Sequence[Clause], known: Sequence[int]) -> None:
        self.known = list(known)
        self._solver = Solver(BACKEND)
        self._solver.add_all(clauses)
        self._budget = NO_LIMITS.start()

    def way(self, *more: int) -> frozenset[int] | None:
        """One way in which these literals are true as well, if there is any."""
        if not self._solver.solve(self._budget, [*self.known, *more]):
            return None
        return frozenset(self._solver.model())

    def shared(self, size: int) -> Local | None:
        """The unknown ones of the first so many variables that have one value in all ways."""
        with self._solver:
            first = self.way()
            known = {abs(each) for each in self.known}
            left = [] if first is None else [each for each in first if abs(each) not in known]
            left = sorted((each for each in left if abs(each) <= size), key=abs)
            then = []
            while left:
                other = self.way(-left[0])
                if other is None:
                    then.append(left.pop(0))
                else:
                    left = [each for each in left if each in other]
            return Local(tuple(then), self._reasons(then)) if then else None

    def _reasons(self, then: Sequence[int]) -> tuple[int, ...]:
        """The known literals that are needed for all of what follows."""
        solver, budget = self._solver, self._budget
        needed: set[int] = set()
        for one in then:
            solver.solve(budget, [*self.known, -one])
            needed.update(each for each in solver.core() if each != -one)
        for each in sorted(needed, key=abs):
            fewer = sorted(needed - {each})
            if not any(solver.solve(budget, [*fewer, -one]) for one in then):
                needed.discard(each)
        return tuple(each for each in self.known if each in needed)


class _LazyWays(_Ways):
    """Only ways that lazy constraints allow; known literals elsewhere may be reasons, too."""

    def __init__(
        self,
        clauses: Sequence[Clause],
        known: Sequence[int],
        variables: Sequence[int],
        values: Values,
        hinters: Sequence[Hinter],
    ) -> None:
        super().__init__(clauses, known)
        self.variables, self._values, self._hinters = list(variables), values, hinters
        """The variable of each of the group's numbers; for counters 0."""
        self.clues: dict[Place, None] = {}
        """The clues that hints rest on."""
        last = max((abs(each) for clause in clauses for each in clause), default=0)
        self._size = len(self.variables)
        self.variables += [0] * (last - self._size)
        self._names = {variable: at for at, variable in enumerate(variables, 1)}

    def way(self, *more: int) -> frozenset[int] | None:
        """One way that no lazy constraint rules out."""
        while (found := super().way(*more)) is not None:
            new = [
                variable if at in found else -variable
                for at, variable in enumerate(self.variables[: self._size], 1)
                if self._values[variable] == UNKNOWN
            ]
            cuts = [cut for hints in self._hinters for cut in hints(new)]
            clauses = [self._local(cut) for cut in cuts if self._is_about(cut)]
            if not any(found.isdisjoint(clause) for clause in clauses):
                return found
            self._solver.add_all(clauses)
        return None

    def _is_about(self, cut: LazyCut) -> bool:
        """Return True if what a cut says of other places is known to be false."""
        elsewhere = (each for each in cut.clause if abs(each) not in self._names)
        return all(self._values[each] == FALSE for each in elsewhere)

    def _local(self, cut: LazyCut) -> Clause:
        """A cut in the group's numbers; other places get numbers."""
        self.clues |= dict.fromkeys(cut.clues)
        for each in cut.clause:
            if abs(each) not in self._names:
                self.variables.append(abs(each))
                self._names[abs(each)] = len(self.variables)
                self.known.append(len(self.variables) * (-1 if each > 0 else 1))
        return [self._names[abs(each)] * (1 if each > 0 else -1) for each in cut.clause]


@lru_cache(maxsize=KEPT_PATTERNS)
def _conclude(clauses: tuple[Clause, ...], size: int, known: tuple[int, ...]) -> Local | None:
    return _Ways(clauses, known).shared(size)
