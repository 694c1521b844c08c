"""Unit propagation that remembers reasons: what follows from an assumption, by which clauses.

Broad before deep, so that what is found first is short: a step of the chain is a fact concluded;
what auxiliary variables pass on costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from enpitsu.explain.clauses import Clauses

# States of a literal.
UNKNOWN = 0
TRUE = 1
FALSE = 2

ASSUMED = -1  # in place of a clause's number: the literal is assumed

Values = bytearray
"""The state of each literal; negative ones count from the end."""
Proposals = Iterable[tuple[int, int]]
"""Literals with the clauses that they come from."""


class PropagationResult(NamedTuple):
    """The end of one propagation."""

    reasons: dict[int, int]
    """The literals that became true, in order, with the clauses that they come from."""
    end: int | None
    """The clause that is broken in the end; None if nothing is."""
    reached: bool
    """True if the goal was reached."""


class Antecedents(NamedTuple):
    """The clauses and literals that a contradiction or a goal rests on."""

    owners: frozenset[int]
    known: frozenset[int]
    """Literals that were known before."""
    needed: tuple[int, ...]
    """The literals on the way, in order, assumptions included."""


class Propagator:
    """Propagates what is known of a puzzle, and what would follow from more."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self._occurs: list[list[int]] = [[] for _ in range(2 * clauses.variables + 1)]
        self._index(range(len(clauses.clauses)))
        self.known = self._blank()
        self._root = self._blank()
        self._root_reasons: dict[int, int] = {}
        self._ranks: dict[int, int] = {}
        self._units: dict[int, list[tuple[int, int]]] = {}
        """The literals that an owner's clauses force at once, with the clauses."""
        self.is_broken = not all(clauses.clauses)
        self._settle((), range(len(clauses.clauses)))

    def _blank(self) -> Values:
        return Values(2 * self.clauses.variables + 1)

    def _index(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            for literal in self.clauses.clauses[number]:
                self._occurs[literal].append(number)

    # --- what is known -------------------------------------------------------------------------

    def learn(self, literals: Iterable[int], clauses: Iterable[int] = ()) -> list[int]:
        """Take in what is known now and clauses that are new. Return all that follows now and did
        not before."""
        clauses = list(clauses)
        fresh = []
        for literal in literals:
            if self.known[literal] == UNKNOWN:
                self.known[literal], self.known[-literal] = TRUE, FALSE
                self._root_reasons.pop(literal, None)
                fresh.append(literal)
        self._index(clauses)
        stale = {self.clauses.owner_of[number] for number in clauses}
        for owner in stale.union(*map(self.owners_near, fresh)):
            self._units.pop(owner, None)
        return self._settle(fresh, clauses)

    def _settle(self, assumed: Iterable[int], clauses: Iterable[int]) -> list[int]:
        """Propagate new literals and clauses for good."""
        units = self._find_units(clauses, self._root)
        proposals = [*((literal, ASSUMED) for literal in assumed), *units]
        run = self._propagate(self._root, proposals, None, None)
        self.is_broken = self.is_broken or run.end is not None
        for literal, number in run.reasons.items():
            if number != ASSUMED:
                self._root_reasons[literal] = number
                self._ranks[literal] = len(self._ranks) + 1
        return list(run.reasons)

    def is_known(self, literal: int) -> bool:
        """Return whether a literal or its opposite is known."""
        return self.known[literal] != UNKNOWN

    def follows(self, literal: int) -> bool:
        """Return whether a literal is known or follows by propagation alone."""
        return self._root[literal] == TRUE

    def rank(self, literal: int) -> int:
        """Return the place of a literal in the order in which things followed, from 1 on; 0 if it
        does not follow."""
        return self._ranks.get(literal, 0)

    def owners_near(self, literal: int) -> set[int]:
        """Return the owners of the clauses that speak of a literal or its opposite."""
        owner_of = self.clauses.owner_of
        return {owner_of[each] for each in (*self._occurs[literal], *self._occurs[-literal])}

    # --- what would follow ---------------------------------------------------------------------

    def assume(self, literal: int, goal: int | None = None) -> PropagationResult:
        """Propagate an assumption until a clause breaks or the goal is reached."""
        if goal is not None and self._root[goal] == TRUE:
            return PropagationResult({}, None, True)
        return self._propagate(self._root[:], [(literal, ASSUMED)], None, goal)

    def assume_within(
        self, owners: Set[int], literal: int, goal: int | None = None
    ) -> PropagationResult:
        """Propagate an assumption by the clauses of some owners alone."""
        proposals = [(literal, ASSUMED)]
        for owner in sorted(owners):
            if owner not in self._units:
                members = self.clauses.members[owner]
                self._units[owner] = list(self._find_units(members, self.known))
            proposals += self._units[owner]
        return self._propagate(self.known[:], proposals, owners, goal)

    def assume_without(
        self, owner: int, literal: int, goal: int | None = None
    ) -> PropagationResult:
        """Propagate an assumption by the clauses of all owners but one."""
        others = set(range(len(self.clauses.owners))) - {owner}
        return self.assume_within(others, literal, goal)

    def assume_given(
        self, known: Iterable[int], owners: Set[int], literal: int, goal: int | None = None
    ) -> PropagationResult:
        """Propagate an assumption by the clauses of some owners, with nothing known but some
        literals."""
        values = self._blank()
        for each in known:
            values[each], values[-each] = TRUE, FALSE
        units = self._find_units(self._clauses_of(owners), values)
        return self._propagate(values, [(literal, ASSUMED), *units], owners, goal)

    def propagate_known(self, owners: Set[int] | None) -> PropagationResult:
        """Propagate what is known, with nothing assumed, by the clauses of some owners or all."""
        numbers: Sequence[int] = range(len(self.clauses.clauses))
        if owners is not None:
            numbers = self._clauses_of(owners)
        for number in numbers:
            if all(self.known[literal] == FALSE for literal in self.clauses.clauses[number]):
                return PropagationResult({}, number, False)
        units = list(self._find_units(numbers, self.known))
        return self._propagate(self.known[:], units, owners, None)

    def _clauses_of(self, owners: Set[int]) -> list[int]:
        return [number for owner in sorted(owners) for number in self.clauses.members[owner]]

    def _find_units(self, numbers: Iterable[int], values: Values) -> Iterator[tuple[int, int]]:
        """Find the last open literal of each clause that has no other and is not true."""
        for number in numbers:
            left = 0
            for literal in self.clauses.clauses[number]:
                state = values[literal]
                if state == TRUE:
                    break
                if state == UNKNOWN:
                    if left:
                        break
                    left = literal
            else:
                if left:
                    yield left, number

    def _propagate(
        self, values: Values, proposals: Proposals, owners: Set[int] | None, goal: int | None
    ) -> PropagationResult:
        """Propagate to the end, to a contradiction or to the goal; `values` are changed."""
        clauses, owner_of, occurs = self.clauses.clauses, self.clauses.owner_of, self._occurs
        fact_count = self.clauses.fact_count
        reasons: dict[int, int] = {}
        now: list[tuple[int, int]] = []
        later: list[tuple[int, int]] = []
        for proposal in proposals:
            is_step = proposal[1] != ASSUMED and abs(proposal[0]) <= fact_count
            (later if is_step else now).append(proposal)
        while now or later:
            for literal, number in now:  # which grows meanwhile
                state = values[literal]
                if state == TRUE:
                    continue
                if state == FALSE and number != ASSUMED:
                    return PropagationResult(reasons, number, False)
                if state == FALSE:
                    reasons[literal] = number
                    return PropagationResult(reasons, self._root_reasons[-literal], False)
                values[literal], values[-literal] = TRUE, FALSE
                reasons[literal] = number
                if literal == goal:
                    return PropagationResult(reasons, None, True)
                for touched in occurs[-literal]:
                    if owners is not None and owner_of[touched] not in owners:
                        continue
                    left = 0
                    for other in clauses[touched]:
                        state = values[other]
                        if state == TRUE:
                            break
                        if state == UNKNOWN:
                            if left:
                                break
                            left = other
                    else:
                        if not left:
                            return PropagationResult(reasons, touched, False)
                        (later if abs(left) <= fact_count else now).append((left, touched))
            now, later = later, []
        return PropagationResult(reasons, None, False)

    # --- why -----------------------------------------------------------------------------------

    def antecedents(self, run: PropagationResult, goal: int | None = None) -> Antecedents:
        """Trace a contradiction, or the goal, back to what it rests on."""
        clauses, owner_of = self.clauses.clauses, self.clauses.owner_of
        numbers: set[int] = set()
        known: set[int] = set()
        needed: set[int] = set()
        waiting = [goal] if goal is not None else []
        if run.end is not None:
            numbers.add(run.end)
            waiting += [-literal for literal in clauses[run.end]]
        while waiting:
            literal = waiting.pop()
            if literal in needed or literal in known:
                continue
            number = run.reasons.get(literal)
            if number is None:
                number = self._root_reasons.get(literal)
            if number is None:
                known.add(literal)
                continue
            needed.add(literal)
            if number != ASSUMED:
                numbers.add(number)
                waiting += [-other for other in clauses[number] if other != literal]
        order = [literal for literal in run.reasons if literal in needed]
        owners = frozenset(owner_of[number] for number in numbers)
        return Antecedents(owners, frozenset(known), tuple(order))


def is_at_end(run: PropagationResult, goal: int | None) -> bool:
    """Return whether a run has come to its goal, or without one to a contradiction."""
    return run.reached if goal is not None else run.end is not None
