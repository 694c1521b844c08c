"""Below the ladder: facts whose opposite leads to a contradiction, told as short as can be found.

Lookahead (`lookahead.py`) finds them; here they are measured by the rule instances that the
contradiction needs, and the smallest is told (`story.py`). Where no single assumption fails, facts
on which both ways of another agree, and after that a proof by SAT (`core.py`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Set
from heapq import nsmallest
from math import inf, log2
from typing import Any, NamedTuple

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.lookahead import Lookahead
from enpitsu.explain.narration import ChainLink, chain_of, length, message, narrate, reasons
from enpitsu.explain.sat_proof import Prover
from enpitsu.explain.step import Step
from enpitsu.explain.unit_propagation import Propagation, Propagator, is_at_end
from enpitsu.kind import Kind, Puzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.registry import kind_of
from enpitsu.technique import Known, Message

REFUTATION, AGREEMENT = "refutation", "agreement"
EASY_SIZE, EASY_LEVEL, MOST_LEVEL = 3, 3.5, 8.0
AGREEMENT_MORE = 0.5
MOST_GUESSED, MOST_MEASURED = 24, 4
"""New failing assumptions whose refutations are guessed at when a step is asked for, and those,
the smallest by that guess, that are measured."""
ROUNDS = 8
"""So often that is done over again while no easy one is found."""
HOPELESS = 3
"""A guess so many times as large as what is measured is not measured."""
MOST_AGREEING = 8
MAX_SENTENCES = 8  # of a contradiction that is told: a longer one does not show what is wrong


def refutation_level(size: int) -> float:
    """How hard a refutation by so many rule instances is."""
    more = 1.2 * log2(max(size, EASY_SIZE) / EASY_SIZE)
    return min(MOST_LEVEL, EASY_LEVEL + more)


class Branch(NamedTuple):
    """An assumption with the owners of clauses through which it leads to a contradiction, or to
    the goal; none of them that is a rule instance can be left out."""

    literal: int
    goal: int | None
    owners: frozenset[int]
    size: int
    """How many of them are rule instances."""
    mask: int
    """The variables that they speak of, as a bit set."""


class Told(NamedTuple):
    """A half as a chain of thoughts, with what it rests on."""

    links: list[ChainLink]
    known: frozenset[int]
    owners: frozenset[int]


class Refuter:
    """Deductions by assuming; it knows what it was told, and what it finds only when told."""

    def __init__(
        self, kind: Kind[Any], puzzle: Puzzle, known: Iterable[Known], budget: Budget
    ) -> None:
        self._budget = budget
        self._clauses = Clauses(kind, puzzle, budget)
        self.trail = Propagator(self._clauses)
        self._look = Lookahead(self.trail, budget)
        self._guessed: dict[int, Branch] = {}
        self._measured: dict[int, Branch] = {}
        self._known: set[Known] = set()
        self._prover: Prover | None = None
        self.learn(known)

    def learn(self, new: Iterable[Known]) -> None:
        """Take in what is known now."""
        fresh = set(new) - self._known
        self._known |= fresh
        facts = [known for known in fresh if isinstance(known, Fact)]
        literals = [each for each in map(self._clauses.encoding.literal, facts) if each is not None]
        notes = sorted((known for known in fresh if not isinstance(known, Fact)), key=repr)
        clauses = [number for number in map(self._clauses.add_note, notes) if number is not None]
        touched = self._look.learn(sorted(literals, key=abs), clauses)
        for halves in (self._guessed, self._measured):
            for literal, half in list(halves.items()):
                is_old = half.size > 1 and half.mask & touched
                if is_old or literal not in self._look.failing:
                    del halves[literal]

    # --- refutations ---------------------------------------------------------------------------

    def find(self) -> Step | None:
        """The smallest refutation found."""
        best = self.smallest()
        return None if best is None else self.refutation(best)

    def smallest(self) -> Branch | None:
        """The assumption whose refutation is the smallest found."""
        if self.trail.is_broken:
            return None
        self._look.look()
        self._measure()
        return min(self._measured.values(), key=_by_size, default=None)

    def refute(self, fact: Fact) -> Step | None:
        """Why a fact cannot be; None if assuming it leads to no contradiction by itself, or if it
        or its opposite is known."""
        literal = self._clauses.encoding.literal(fact)
        if self.trail.is_broken or literal is None or self.trail.is_known(literal):
            return None
        self._look.consequences(literal)
        half = self._first_half(literal, None)
        return None if half is None else self.refutation(self._minimised(half))

    def _measure(self) -> None:
        """Measure failing assumptions until an easy one is found, or some rounds bring none."""
        for _ in range(ROUNDS):
            if not self._measure_some() or self._least() <= EASY_SIZE:
                return

    def _measure_some(self) -> bool:
        """Measure some failing assumptions that are not measured yet: those that fail soonest, and
        among them those whose first refutation is the smallest; whether there were any."""
        waiting = (each for each in self._look.failing if each not in self._guessed)
        soonest = nsmallest(MOST_GUESSED, waiting, key=self._promise)
        for literal in soonest:
            self._guess(literal)
        guesses = [half for half in self._guessed.values() if half.literal not in self._measured]
        smallest = nsmallest(MOST_MEASURED, guesses, key=_by_size)
        for half in smallest:
            least = self._least()
            if least > 1 and half.size < HOPELESS * least:
                self._measured[half.literal] = self._minimised(half)
        return bool(soonest)

    def _least(self) -> float:
        return min((half.size for half in self._measured.values()), default=inf)

    def _promise(self, literal: int) -> tuple[int, int, int]:
        """The smaller, the sooner an assumption fails."""
        passed = 0 if self.trail.follows(-literal) else self._look.failing[literal]
        return passed, self.trail.rank(-literal), abs(literal)

    def _guess(self, literal: int) -> None:
        self._budget.check()
        half = self._at_once(literal) or self._first_half(literal, None)
        if half is not None:
            self._guessed[literal] = half

    def _at_once(self, literal: int) -> Branch | None:
        """The rule instance that alone forbids what already follows to be false: how it was found
        to follow may have been a longer way, when less was known."""
        if self.trail.follows(-literal):
            for owner in sorted(self.trail.owners_near(literal)):
                run = self.trail.assume_within({owner}, literal)
                if is_at_end(run, None):
                    return self._half(literal, None, run)
        return None

    def _first_half(self, literal: int, goal: int | None) -> Branch | None:
        """The rule instances through which an assumption leads to the end soonest; None if it does
        not lead there."""
        run = self.trail.assume(literal, goal)
        return self._half(literal, goal, run) if is_at_end(run, goal) else None

    def _half(self, literal: int, goal: int | None, run: Propagation) -> Branch:
        owners, mask = self.trail.grounds(run, goal).owners, 0
        for owner in owners:
            mask |= self._look.mask(owner)
        return Branch(literal, goal, owners, sum(map(self._clauses.is_rule, owners)), mask)

    def _minimised(self, half: Branch) -> Branch:
        """The same with no rule instance to spare."""
        literal, goal, owners = half.literal, half.goal, half.owners
        run = None
        for owner in sorted(owners, reverse=True):
            if owner in owners and self._clauses.is_rule(owner):
                shorter = self.trail.assume_within(owners - {owner}, literal, goal)
                if is_at_end(shorter, goal):
                    run, owners = shorter, self.trail.grounds(shorter, goal).owners
        return half if run is None else self._half(literal, goal, run)

    def refutation(self, half: Branch) -> Step:
        """An assumption that fails, told as a step."""
        told = self._told(half)
        assumed, concluded = self._fact(half.literal), self._fact(-half.literal)
        messages = (
            message(self._clauses, "suppose", {"facts": (assumed,)}),
            *narrate(self._clauses, told.links),
            message(self._clauses, "so", {"facts": (concluded,)}),
        )
        level = refutation_level(half.size)
        return self._step(REFUTATION, level, concluded, told.owners, told.known, messages)

    def _told(self, half: Branch) -> Told:
        """The chain of thoughts of a half, without known facts and notes that it can do without
        and be as short."""
        told = self._chain(self.trail.assume_within(half.owners, half.literal, half.goal), half)
        needed = self._certainly_needed(told.known, told.owners)
        for literal in sorted(told.known - needed, key=abs):
            if literal in told.known:
                told = self._spared(told, half, told.known - {literal}, told.owners)
        for owner in sorted(told.owners):
            if owner in told.owners and not self._clauses.is_rule(owner):
                told = self._spared(told, half, told.known, told.owners - {owner})
        return told

    def _spared(
        self, told: Told, half: Branch, known: frozenset[int], owners: frozenset[int]
    ) -> Told:
        """The chain with less given, if there is one that is not longer."""
        run = self.trail.assume_given(known, owners, half.literal, half.goal)
        if not is_at_end(run, half.goal):
            return told
        other = self._chain(run, half)
        return other if length(other.links) <= length(told.links) else told

    def _chain(self, run: Propagation, half: Branch) -> Told:
        grounds = self.trail.grounds(run, half.goal)
        return Told(chain_of(self._clauses, run, grounds), grounds.known, grounds.owners)

    def _certainly_needed(self, known: frozenset[int], owners: Set[int]) -> frozenset[int]:
        """Known literals of rule instances that have one clause alone, and that no other could
        conclude: they need not be tried."""
        clauses = self._clauses
        single = [clauses.members[owner] for owner in owners if len(clauses.members[owner]) == 1]
        asked = {-literal for (number,) in single for literal in clauses.clauses[number]}
        given = {
            literal
            for owner in owners
            for number in clauses.members[owner]
            for literal in clauses.clauses[number]
        }
        return (known & asked) - given

    # --- agreements ----------------------------------------------------------------------------

    def agree(self, ceiling: float = inf) -> Step | None:
        """A fact that follows from another and from its opposite; the shortest of some, if it is
        below the ceiling."""
        if self.trail.is_broken or ceiling <= EASY_LEVEL + AGREEMENT_MORE:
            return None
        found = []
        for name, goal in self._agreeing()[:MOST_AGREEING]:
            self._budget.check()
            one, other = self._first_half(name, goal), self._first_half(-name, goal)
            if one is not None and other is not None:
                found.append((self._minimised(one), self._minimised(other)))
        if not found:
            return None
        step = self._agreement(
            *min(found, key=lambda pair: (self._joint_size(pair), pair[0].literal))
        )
        return step if step.level < ceiling else None

    def _agreeing(self) -> list[tuple[int, int]]:
        """Open facts with what follows both from them and from their opposites, those first from
        which little follows."""
        found = []
        for name in self._look.open_names:
            self._budget.check()
            one, other = (self._look.consequences(literal)[1] for literal in (name, -name))
            for goal in sorted(set(one) & set(other), key=abs):
                if abs(goal) <= self._clauses.fact_count:
                    found.append((len(one) + len(other), name, goal))
        return [(name, goal) for _, name, goal in sorted(found)]

    def _agreement(self, one: Branch, other: Branch) -> Step:
        assert one.goal is not None
        first, second = self._told(one), self._told(other)
        concluded = self._fact(one.goal)
        messages = [
            message(self._clauses, "suppose", {"facts": (self._fact(one.literal),)}),
            *narrate(self._clauses, first.links),
            message(self._clauses, "otherwise", {"facts": (self._fact(other.literal),)}),
            *narrate(self._clauses, second.links),
            message(self._clauses, "either", {"facts": (concluded,)}),
        ]
        owners, known = first.owners | second.owners, first.known | second.known
        level = refutation_level(self._joint_size((one, other))) + AGREEMENT_MORE
        return self._step(AGREEMENT, level, concluded, owners, known, messages)

    def _joint_size(self, halves: tuple[Branch, Branch]) -> int:
        return sum(map(self._clauses.is_rule, halves[0].owners | halves[1].owners))

    # --- proofs --------------------------------------------------------------------------------

    def prove(self, truth: Container[Fact]) -> Step | None:
        """A fact of those that hold in every answer, with clues and facts that leave nothing else;
        None if all is known, or if it takes too long."""
        if self.trail.is_broken:
            return None
        if self._prover is None:
            self._prover = Prover(self._clauses, self._budget)
        candidates = self._near_misses(truth)
        return self._prover.prove(candidates, self._known)

    def _near_misses(self, truth: Container[Fact]) -> list[int]:
        """Open literals that hold in every answer, those first from whose opposites much follows:
        they are nearest to a contradiction."""
        encoding, found = self._clauses.encoding, []
        for name in self._look.open_names:
            for literal in (name, -name):
                if encoding.fact(literal) in truth:
                    found.append((-len(self._look.consequences(-literal)[1]), name, literal))
        return [literal for _, _, literal in sorted(found)]

    # --- steps ---------------------------------------------------------------------------------

    def _fact(self, literal: int) -> Fact:
        return self._clauses.encoding.fact(literal)

    def _step(
        self,
        technique: str,
        level: float,
        concluded: Fact,
        owners: Iterable[int],
        known: Iterable[int],
        messages: Iterable[Message],
    ) -> Step:
        return Step(
            kind=self._clauses.kind.id,
            technique=technique,
            level=level,
            facts=(concluded,),
            because=reasons(self._clauses, owners, known, concluded.slot),
            messages=tuple(messages),
            at=concluded.slot,
        )


def _by_size(half: Branch) -> tuple[int, int]:
    return half.size, abs(half.literal)


def refute(puzzle: Puzzle, known: Iterable[Known], fact: Fact, budget: Budget) -> Step | None:
    """Return the contradiction that a fact leads to beside what is known, if assuming it is enough
    to find one."""
    return Refuter(kind_of(puzzle), puzzle, known, budget).refute(fact)


def refute_shortly(
    puzzle: Puzzle, known: Iterable[Known], fact: Fact, budget: Budget
) -> Step | None:
    """Return the contradiction that a fact leads to, if a few sentences tell it."""
    step = refute(puzzle, known, fact, budget)
    return None if step is None or len(step.chain) > MAX_SENTENCES else step
