"""Rule instances that no answer can meet together, by one solver in which each has a switch.

What the solver learns for one question serves the next. A cut is switched by its rule instance, so
that a core names all that it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from enpitsu.explain.clauses import Clauses
from enpitsu.kind import AnyKind, Puzzle, Rule
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver
from enpitsu.scene import Place

BACKEND = "minisat22"
MAX_CONFLICTS = 4000  # of one question
MAX_MODELS = 300  # of one question, that cuts refute

Core = frozenset[int]
"""Owners of clauses (`Clauses.owners`)."""


class RuleCores:
    """The rule instances of a puzzle, which may be left out in any question."""

    def __init__(self, kind: AnyKind, puzzle: Puzzle, budget: Budget) -> None:
        self._budget = budget
        self._clauses = Clauses(kind, puzzle, budget)
        self._solver = Solver(BACKEND)
        self._last = self._clauses.variables
        self._names: list[int] = []
        """The switch of each owner."""
        self._loaded = 0
        self._load()

    def _load(self) -> None:
        clauses = self._clauses
        while len(self._names) < len(clauses.owners):
            self._last += 1
            self._names.append(self._last)
        for number in range(self._loaded, len(clauses.clauses)):
            switch = self._names[clauses.owner_of[number]]
            self._solver.add((*clauses.clauses[number], -switch))
        self._loaded = len(clauses.clauses)

    @property
    def owners(self) -> range:
        """All owners so far."""
        return range(len(self._clauses.owners))

    def rule(self, owner: int) -> Rule:
        """The rule instance of an owner."""
        found = self._clauses.owners[owner]
        assert isinstance(found, Rule)
        return found

    def places(self, owner: int) -> frozenset[Place]:
        """All places that a rule instance speaks of."""
        rule = self.rule(owner)
        return frozenset((*rule.clues, *rule.cells))

    def core_beside(self, places: Collection[Place]) -> Core | None:
        """Return rule instances that contradict each other and speak of none of these places; None
        if there are none, or that is not soon told."""
        away = frozenset(places)
        return self.core_of(lambda owner: away.isdisjoint(self.places(owner)))

    def core_without(self, clues: Collection[Place]) -> Core | None:
        """Return rule instances that contradict each other and take none of these clues."""
        away = frozenset(clues)
        return self.core_of(lambda owner: away.isdisjoint(self.rule(owner).clues))

    def core_of(self, holds: Callable[[int], bool]) -> Core | None:
        """Return a core of the rule instances that hold."""
        most = self._solver.conflicts + MAX_CONFLICTS
        for _ in range(MAX_MODELS):
            owners = [owner for owner in self.owners if holds(owner)]
            found = self._solver.solve(self._budget, [self._names[owner] for owner in owners], most)
            if found is None:
                return None
            if found is False:
                switches = set(self._solver.core())
                return frozenset(owner for owner in owners if self._names[owner] in switches)
            # A model of which rules without clues are left out may be nothing that cuts can read.
            is_readable = len(owners) == len(self._names) or all(
                holds(owner) for owner in self.owners if not self.rule(owner).clues
            )
            if not is_readable or not self._cut_off(holds):
                return None
        return None

    def _cut_off(self, holds: Callable[[int], bool]) -> bool:
        """Cut off the last model; False if it is an answer to the rule instances that hold."""
        encoding = self._clauses.encoding
        model = list(self._solver.model())
        model += [-name for name in range(len(model) + 1, encoding.fact_count + 1)]
        before = len(self._clauses.clauses)
        for cut in encoding.cuts(model):
            self._clauses.add_cut(cut)
        new = range(before, len(self._clauses.clauses))
        owners = {self._clauses.owner_of[number] for number in new}
        self._load()
        return any(map(holds, owners))

    def shrink(self, core: Core) -> Core:
        """Leave out of a core what the solver can spare."""
        for owner in sorted(core):
            if owner in core:
                core = self.core_of((core - {owner}).__contains__) or core
        return core
