"""The clauses of a whole puzzle, each with its owner: the rule instance or note it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from enpitsu.kind import AnyKind, Clause, Cut, Encoding, Puzzle, Rule
from enpitsu.limits import Budget
from enpitsu.position import Fact, Note

Owner = Rule | Note


class Clauses:
    """A puzzle's clauses: those of its encoding, and those found or learned later."""

    def __init__(self, kind: AnyKind, puzzle: Puzzle, budget: Budget) -> None:
        self.kind, self.puzzle = kind, puzzle
        ladder = kind.ladder
        self.encoding: Encoding = (
            kind.encode(kind.board(puzzle), budget)
            if ladder is None or ladder.encode is None
            else ladder.encode(puzzle, budget)
        )
        self.owners: list[Owner] = []
        self.members: list[list[int]] = []
        """The clauses of each owner."""
        self.clauses: list[Clause] = []
        self.owner_of: list[int] = []
        self._cuts: dict[Rule, int] = {}
        batches = zip(self.encoding.rules(), self.encoding.batches(budget), strict=True)
        for rule, batch in chain(batches, self.encoding.per_clue_clauses(budget)):
            owner = self._new_owner(rule)
            for clause in without_own_units(batch):
                self._add(owner, clause)
        self.fact_count = self.encoding.fact_count
        self.variables = self.encoding.variables

    def _new_owner(self, owner: Owner) -> int:
        self.owners.append(owner)
        self.members.append([])
        return len(self.owners) - 1

    def _add(self, owner: int, clause: Clause) -> int:
        number = len(self.clauses)
        self.clauses.append(clause)
        self.owner_of.append(owner)
        self.members[owner].append(number)
        return number

    def add_cut(self, cut: Cut) -> int | None:
        """Take in a clause found lazily. Return its number, or None if it is there already."""
        rule = self.encoding.reason(cut)
        if rule not in self._cuts:
            self._cuts[rule] = self._new_owner(rule)
        owner = self._cuts[rule]
        if any(self.clauses[number] == cut.clause for number in self.members[owner]):
            return None
        return self._add(owner, cut.clause)

    def add_note(self, note: Note) -> int | None:
        """Take in a note. Return the number of its clause, or None if it says nothing new."""
        clause = self.meaning(note)
        return None if clause is None else self._add(self._new_owner(note), clause)

    def meaning(self, note: Note) -> Clause | None:
        """Return a note as a clause; None if it is true anyway."""
        ladder = self.kind.ladder
        assert ladder is not None
        assert ladder.meaning is not None
        facts = ladder.meaning(self.puzzle, note)
        if any(self.is_always_true(fact) for fact in facts):
            return None
        literals = map(self.encoding.literal, facts)
        return tuple(literal for literal in literals if literal is not None)

    def is_always_true(self, fact: Fact) -> bool:
        """Return whether a fact has no literal because it holds in every answer."""
        if self.encoding.literal(fact) is not None:
            return False
        return fact in self._settled or (not fact.holds and fact.opposite not in self._settled)

    @cached_property
    def _settled(self) -> frozenset[Fact]:
        return frozenset(self.encoding.known())

    def is_rule(self, owner: int) -> bool:
        """Return whether an owner is a rule instance, not a note."""
        return isinstance(self.owners[owner], Rule)


def without_own_units(batch: Iterable[Clause]) -> list[Clause]:
    """Take out of a batch what its single literals settle; they themselves stay."""
    clauses: list[Clause] = [tuple(clause) for clause in batch]
    true = dict.fromkeys(clause[0] for clause in clauses if len(clause) == 1)
    if not true:
        return clauses
    denying: dict[int, list[int]] = {}
    for number, clause in enumerate(clauses):
        for literal in clause:
            denying.setdefault(-literal, []).append(number)
    waiting = list(true)
    while waiting:
        for number in denying.get(waiting.pop(), ()):
            left = [literal for literal in clauses[number] if -literal not in true]
            if len(left) == 1 and left[0] not in true:
                true[left[0]] = None
                waiting.append(left[0])
    rest = (
        tuple(literal for literal in clause if -literal not in true)
        for clause in clauses
        if true.keys().isdisjoint(clause)
    )
    return [*((literal,) for literal in true), *rest]
