"""Lookahead: every open fact is tried both ways, with a SAT solver's own unit propagation.

What leads to a contradiction goes on doing so when more is known; what does not is tried again
only when something new has touched what followed from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from enpitsu.explain.unit_propagation import Propagator
from enpitsu.grid import bit_set
from enpitsu.kind import Cut
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver

BACKEND = "minisat22"
CHECK_EVERY = 256  # literals between two checks of the budget


class Lookahead:
    """Finds out what each open literal leads to."""

    def __init__(self, propagator: Propagator, budget: Budget) -> None:
        self._propagator, self._clauses, self._budget = propagator, propagator.clauses, budget
        self.failing: dict[int, int] = {}
        """Literals that lead to a contradiction, with how much followed before it was met."""
        self._solver = Solver(BACKEND)
        self._solver.add_all(self._clauses.clauses)
        self._touched_by: dict[int, int] = {}
        self._masks: dict[int, int] = {}
        names = range(1, self._clauses.fact_count + 1)
        self._open = dict.fromkeys(literal for name in names for literal in (name, -name))
        self._follows = [literal for literal in self._open if propagator.follows(literal)]
        self._find_loop_hints: Callable[[Sequence[int]], list[Cut]] | None = None
        self._stale = set(self._open)
        self._is_fresh = True

    def learn(self, literals: Iterable[int], clauses: Iterable[int] = ()) -> int:
        """Take in what is known now and clauses that are new. Return the variables that this has
        touched, as a bit set."""
        literals, clauses = list(literals), list(clauses)
        for literal in literals:
            self._solver.add((literal,))
            for name in (literal, -literal):
                self._open.pop(name, None)
                self.failing.pop(name, None)
                self._touched_by.pop(name, None)
                self._stale.discard(name)
        self._solver.add_all(self._clauses.clauses[number] for number in clauses)
        follows = self._propagator.learn(literals, clauses)
        self._add_follows(follows)
        touched = self._near(follows, clauses)
        self._stale.update(literal for literal, mask in self._touched_by.items() if mask & touched)
        self._is_fresh = False
        return touched | self._near(literals, ())

    def _near(self, literals: Iterable[int], clauses: Iterable[int]) -> int:
        """Return the variables of all owners that speak of some literals or have some clauses."""
        owners = {owner for literal in literals for owner in self._propagator.owners_near(literal)}
        owners.update(self._clauses.owner_of[number] for number in clauses)
        touched = 0
        for owner in owners:
            touched |= self.mask(owner)
        return touched

    def _add_follows(self, follows: Iterable[int]) -> None:
        """Take in what follows by now: loop hints are found anew."""
        self._follows += [each for each in follows if abs(each) <= self._clauses.fact_count]
        self._find_loop_hints = None

    def mask(self, owner: int) -> int:
        """Return the variables that an owner's clauses speak of, as a bit set."""
        if owner not in self._masks:
            clauses = (self._clauses.clauses[each] for each in self._clauses.members[owner])
            self._masks[owner] = bit_set({abs(each) for clause in clauses for each in clause})
        return self._masks[owner]

    def update(self) -> None:
        """Try what may have changed; if nothing fails, everything."""
        self._try_all(sorted(self._stale, key=lambda each: (abs(each), each < 0)))
        self._stale.clear()
        if not self.failing and not self._is_fresh:
            self._touched_by.clear()
            self._try_all(list(self._open))
            self._is_fresh = True

    def _try_all(self, literals: list[int]) -> None:
        """Try literals. What follows from one that does not fail does not fail either."""
        done: set[int] = set()
        for count, literal in enumerate(literals):
            if not count % CHECK_EVERY:
                self._budget.check()
            if literal in done or literal in self.failing:
                continue
            possible, implied = self.consequences(literal)
            if not possible:
                self.failing[literal] = len(implied)
                self._touched_by.pop(literal, None)
                continue
            done.update(implied)
            mask = bit_set([abs(each) for each in implied])
            for each in implied:
                if each in self._open:
                    self._touched_by[each] = mask

    def consequences(self, literal: int) -> tuple[bool, list[int]]:
        """Return whether a literal meets no contradiction, and what follows until then; cuts that
        the encoding sees in what follows are added."""
        while True:
            possible, implied = self._solver.propagate((literal,))
            if not possible:
                return False, implied
            if self._find_loop_hints is None:
                self._find_loop_hints = self._clauses.encoding.loop_hints(tuple(self._follows))
            numbers = []
            for cut in self._find_loop_hints(implied):
                number = self._clauses.add_cut(cut)
                if number is not None:
                    self._solver.add(cut.clause)
                    numbers.append(number)
                    self._masks.pop(self._clauses.owner_of[number], None)
            if not numbers:
                return True, implied
            self._add_follows(self._propagator.learn((), numbers))

    @property
    def open_names(self) -> list[int]:
        """The variables of facts that are not known."""
        return [name for name in self._open if name > 0]
