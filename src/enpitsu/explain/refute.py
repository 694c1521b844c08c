"""Below the ladder: facts whose opposite leads to a contradiction, told as short as can be found.

Lookahead (`lookahead.py`) finds them; here they are measured by the rule instances that the
contradiction needs, and the smallest is told (`narration.py`). Where no single assumption fails,
facts on which both ways of another agree, and after that a proof by SAT (`sat_proof.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Set
from heapq import nsmallest
from math import inf, log2
from typing import NamedTuple

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.lookahead import Lookahead
from enpitsu.explain.narration import ChainLink, chain_of, length, message, narrate, reasons
from enpitsu.explain.sat_proof import Prover
from enpitsu.explain.step import Role, Step, SubStep, as_said, needed, places_of, say_move
from enpitsu.explain.unit_propagation import PropagationResult, Propagator, is_at_end
from enpitsu.grid import Cell
from enpitsu.kind import AnyKind, Puzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.registry import kind_of
from enpitsu.technique import Known

REFUTATION = "refutation"
AGREEMENT = "agreement"
EASY_SIZE = 3  # rule instances of an easy refutation
EASY_LEVEL = 3.5  # of an easy refutation
MAX_LEVEL = 8.0  # of any refutation
AGREEMENT_EXTRA = 0.5  # by which an agreement's level is above that of a refutation of its size
MAX_GUESSES = 24  # new failing assumptions whose refutations are guessed at in a round
MAX_MEASURED = 4  # of these, the smallest by that guess, that are measured in a round
MAX_ROUNDS = 8  # while no easy one is found
HOPELESS = 3  # times as large as the smallest measured: such a guess is not measured
MAX_DETOURS = 50  # rule instances that a chain is to do without, to find a shorter one
MAX_AGREEMENTS = 8  # that are compared
CORNER = Cell(0, 0)  # where to look if a rule names no place
MAX_SENTENCES = 8  # of a contradiction that is told: a longer one does not show what is wrong


def refutation_level(size: int) -> float:
    """Return the level of a refutation by so many rule instances."""
    more = 1.2 * log2(max(size, EASY_SIZE) / EASY_SIZE)
    return min(MAX_LEVEL, EASY_LEVEL + more)


class Branch(NamedTuple):
    """An assumption with the owners of clauses through which it leads to a contradiction, or to
    the goal; none of them that is a rule instance can be left out."""

    literal: int
    goal: int | None
    owners: frozenset[int]
    size: int
    """The number of them that are rule instances."""
    mask: int
    """The variables that they speak of, as a bit set."""

    @property
    def order(self) -> tuple[int, int]:
        """Sorts smaller refutations to the front."""
        return self.size, abs(self.literal)


class ReasonChain(NamedTuple):
    """A branch as a chain of thoughts, with what it rests on."""

    links: list[ChainLink]
    known: frozenset[int]
    owners: frozenset[int]


class Refuter:
    """Deduces by assuming. What it finds it knows only when it is told so."""

    def __init__(
        self, kind: AnyKind, puzzle: Puzzle, known: Iterable[Known], budget: Budget
    ) -> None:
        self._budget = budget
        self._clauses = Clauses(kind, puzzle, budget)
        self.propagator = Propagator(self._clauses)
        self._lookahead = Lookahead(self.propagator, budget)
        self._guesses: dict[int, Branch] = {}
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
        touched = self._lookahead.learn(sorted(literals, key=abs), clauses)
        for branches in (self._guesses, self._measured):
            for literal, branch in list(branches.items()):
                is_old = branch.size > 1 and branch.mask & touched
                if is_old or literal not in self._lookahead.failing:
                    del branches[literal]

    # --- refutations ---------------------------------------------------------------------------

    def find(self) -> Step | None:
        """Find a refutation, the smallest of many."""
        best = self.smallest()
        return None if best is None else self.refutation(best)

    def smallest(self) -> Branch | None:
        """Find the assumption whose refutation is the smallest: failing ones are measured until an
        easy one is found, or some rounds bring none."""
        if self.propagator.is_broken:
            return None
        self._lookahead.update()
        for _ in range(MAX_ROUNDS):
            if not self._measure_some() or self._least() <= EASY_SIZE:
                break
        return min(self._measured.values(), key=lambda branch: branch.order, default=None)

    def refute(self, fact: Fact) -> Step | None:
        """Find why a fact cannot be; None if assuming it leads to no contradiction by itself, or if
        it or its opposite is known."""
        literal = self._clauses.encoding.literal(fact)
        if self.propagator.is_broken or literal is None or self.propagator.is_known(literal):
            return None
        self._lookahead.consequences(literal)
        branch = self._find_branch(literal, None)
        if branch is None:
            return None
        branch = self._minimise(branch)
        return self.refutation(branch, self._find_short_chain(branch))

    def _measure_some(self) -> bool:
        """Measure some failing assumptions that are not measured yet: those that fail soonest, and
        among them those whose first refutation is the smallest. Return whether there were any."""
        waiting = (each for each in self._lookahead.failing if each not in self._guesses)

        def soon(literal: int) -> tuple[int, int, int]:
            passed = 0 if self.propagator.follows(-literal) else self._lookahead.failing[literal]
            return passed, self.propagator.rank(-literal), abs(literal)

        soonest = nsmallest(MAX_GUESSES, waiting, key=soon)
        for literal in soonest:
            self._budget.check()
            guess = self._find_single_rule(literal) or self._find_branch(literal, None)
            if guess is not None:
                self._guesses[literal] = guess
        guesses = [
            branch for branch in self._guesses.values() if branch.literal not in self._measured
        ]
        smallest = nsmallest(MAX_MEASURED, guesses, key=lambda branch: branch.order)
        for branch in smallest:
            least = self._least()
            if least > 1 and branch.size < HOPELESS * least:
                self._measured[branch.literal] = self._minimise(branch)
        return bool(soonest)

    def _least(self) -> float:
        return min((branch.size for branch in self._measured.values()), default=inf)

    def _find_single_rule(self, literal: int) -> Branch | None:
        """Find the rule instance that alone forbids what already follows to be false: it may have
        been found in a longer way, when less was known."""
        if self.propagator.follows(-literal):
            for owner in sorted(self.propagator.owners_near(literal)):
                run = self.propagator.assume_within({owner}, literal)
                if is_at_end(run, None):
                    return self._branch(literal, None, run)
        return None

    def _find_branch(self, literal: int, goal: int | None) -> Branch | None:
        """Find the rule instances through which an assumption leads to the end soonest, if any."""
        run = self.propagator.assume(literal, goal)
        return self._branch(literal, goal, run) if is_at_end(run, goal) else None

    def _branch(self, literal: int, goal: int | None, run: PropagationResult) -> Branch:
        owners, mask = self.propagator.antecedents(run, goal).owners, 0
        for owner in owners:
            mask |= self._lookahead.mask(owner)
        return Branch(literal, goal, owners, sum(map(self._clauses.is_rule, owners)), mask)

    def _minimise(self, branch: Branch) -> Branch:
        """Leave out rule instances as long as the branch leads to its end."""
        literal, goal = branch.literal, branch.goal

        def propagate(owners: Set[int]) -> PropagationResult:
            return self.propagator.assume_within(owners, literal, goal)

        run = self._shorten(branch.owners, goal, propagate)
        return branch if run is None else self._branch(literal, goal, run)

    def _shorten(
        self,
        owners: frozenset[int],
        goal: int | None,
        propagate: Callable[[Set[int]], PropagationResult],
    ) -> PropagationResult | None:
        """Leave out rule instances that the end does not need; None if all are needed."""
        run = None
        for owner in sorted(owners, reverse=True):
            if owner in owners and self._clauses.is_rule(owner):
                self._budget.check()
                shorter = propagate(owners - {owner})
                if is_at_end(shorter, goal):
                    run, owners = shorter, self.propagator.antecedents(shorter, goal).owners
        return run

    def refutation(self, branch: Branch, chain: ReasonChain | None = None) -> Step:
        """Tell an assumption that fails as a step, by its chain of thoughts."""
        chain = chain or self._find_chain(branch)
        told = (
            self._sub_step("suppose", branch.literal, Role.SUPPOSED),
            *narrate(self._clauses, chain.links),
            self._sub_step("so", -branch.literal, Role.CONCLUDED),
        )
        level = refutation_level(branch.size)
        return self._step(REFUTATION, level, -branch.literal, chain.owners, chain.known, told)

    def _find_short_chain(self, branch: Branch) -> ReasonChain:
        """Find a short chain of thoughts: of those that do without one of its rule instances none
        that is found is told in fewer sentences."""
        best = self._find_chain(branch)
        tried: set[int] = set()
        while len(tried) < MAX_DETOURS:
            left = sorted(filter(self._clauses.is_rule, best.owners - tried))
            if not left:
                break
            tried.add(left[0])
            other = self._find_chain_without(left[0], branch)
            if other is not None and self._told(other) < self._told(best):
                best = other
        return best

    def _find_chain_without(self, owner: int, branch: Branch) -> ReasonChain | None:
        self._budget.check()
        run = self.propagator.assume_without(owner, branch.literal, branch.goal)
        if not is_at_end(run, branch.goal):
            return None
        return self._find_chain(self._minimise(self._branch(branch.literal, branch.goal, run)))

    def _told(self, chain: ReasonChain) -> tuple[int, tuple[int, int]]:
        """The number of sentences, and what there is to narrate."""
        return len(narrate(self._clauses, chain.links)), length(chain.links)

    def _find_chain(self, branch: Branch) -> ReasonChain:
        """Find a branch's chain of thoughts, without facts and notes that make it no shorter."""
        run = self.propagator.assume_within(branch.owners, branch.literal, branch.goal)
        chain = self._chain(run, branch)
        needed = self._find_needed(chain.known, chain.owners)
        for literal in sorted(chain.known - needed, key=abs):
            if literal in chain.known:
                chain = self._spare(chain, branch, chain.known - {literal}, chain.owners)
        for owner in sorted(chain.owners):
            if owner in chain.owners and not self._clauses.is_rule(owner):
                chain = self._spare(chain, branch, chain.known, chain.owners - {owner})
        return chain

    def _spare(
        self, chain: ReasonChain, branch: Branch, known: frozenset[int], owners: frozenset[int]
    ) -> ReasonChain:
        """Return the chain with less given, if there is one that is not longer."""
        run = self.propagator.assume_given(known, owners, branch.literal, branch.goal)
        if not is_at_end(run, branch.goal):
            return chain
        other = self._chain(run, branch)
        return other if length(other.links) <= length(chain.links) else chain

    def _chain(self, run: PropagationResult, branch: Branch) -> ReasonChain:
        behind = self.propagator.antecedents(run, branch.goal)
        return ReasonChain(chain_of(self._clauses, run, behind), behind.known, behind.owners)

    def _find_needed(self, known: frozenset[int], owners: Set[int]) -> frozenset[int]:
        """Return known literals that single clauses ask for and nothing else could conclude."""
        asked: set[int] = set()
        given: set[int] = set()
        for owner in owners:
            clauses = [self._clauses.clauses[each] for each in self._clauses.members[owner]]
            given.update(*clauses)
            if len(clauses) == 1:
                asked.update(-literal for literal in clauses[0])
        return (known & asked) - given

    def broken_rule(self) -> Step:
        """Tell as a step without facts that what is known breaks a rule by itself."""
        known = self.propagator.propagate_known(None)
        owners = self.propagator.antecedents(known).owners
        run = self._shorten(owners, None, self.propagator.propagate_known) or known
        behind = self.propagator.antecedents(run)
        because = reasons(self._clauses, behind.owners, behind.known, CORNER)
        places = (place for reason in because for place in places_of(reason))
        told = tuple(narrate(self._clauses, chain_of(self._clauses, run, behind)))
        return Step(
            kind=self._clauses.kind.id,
            technique=REFUTATION,
            level=refutation_level(sum(map(self._clauses.is_rule, behind.owners))),
            facts=(),
            because=because,
            messages=tuple(each.message for each in told),
            at=next(places, CORNER),
            sub_steps=told,
        )

    # --- agreements ----------------------------------------------------------------------------

    def agree(self, ceiling: float = inf) -> Step | None:
        """Find a fact that follows from another and from its opposite: the shortest of some, if it
        is below the ceiling."""
        if self.propagator.is_broken or ceiling <= EASY_LEVEL + AGREEMENT_EXTRA:
            return None
        found = []
        for name, goal in self._agreeing()[:MAX_AGREEMENTS]:
            self._budget.check()
            one, other = self._find_branch(name, goal), self._find_branch(-name, goal)
            if one is not None and other is not None:
                one, other = self._minimise(one), self._minimise(other)
                size = sum(map(self._clauses.is_rule, one.owners | other.owners))
                found.append((size, name, goal, one, other))
        if not found:
            return None
        size, name, goal, one, other = min(found, key=lambda each: each[:2])
        level = refutation_level(size) + AGREEMENT_EXTRA
        if level >= ceiling:
            return None
        first, second = self._find_chain(one), self._find_chain(other)
        told = (
            self._sub_step("suppose", name, Role.SUPPOSED),
            *narrate(self._clauses, first.links),
            self._sub_step("otherwise", -name, Role.SUPPOSED),
            *narrate(self._clauses, second.links),
            self._sub_step("either", goal, Role.CONCLUDED),
        )
        owners, known = first.owners | second.owners, first.known | second.known
        return self._step(AGREEMENT, level, goal, owners, known, told)

    def _agreeing(self) -> list[tuple[int, int]]:
        """Find open facts with what follows both from them and from their opposites."""
        found = []
        for name in self._lookahead.open_names:
            self._budget.check()
            one, other = (self._lookahead.consequences(literal)[1] for literal in (name, -name))
            for goal in sorted(set(one) & set(other), key=abs):
                if abs(goal) <= self._clauses.fact_count:
                    found.append((len(one) + len(other), name, goal))
        return [(name, goal) for _, name, goal in sorted(found)]

    # --- proofs --------------------------------------------------------------------------------

    def prove(self, truth: Container[Fact] | None) -> Step | None:
        """Prove one of the facts that hold in every answer by clues and facts that leave nothing
        else; None if all is known, or if it takes too long. Without any answer all facts hold."""
        if self.propagator.is_broken:
            return None
        if self._prover is None:
            self._prover = Prover(self._clauses, self._budget)
        found = []
        for name in self._lookahead.open_names:
            for literal in (name, -name):
                if truth is None or self._clauses.encoding.fact(literal) in truth:
                    found.append((-len(self._lookahead.consequences(-literal)[1]), name, literal))
        # Where much follows from the opposite, a contradiction is nearest.
        return self._prover.prove([literal for _, _, literal in sorted(found)], self._known)

    def following(self) -> list[Fact]:
        """List the facts that follow from what is known by single rules."""
        names = range(1, self._clauses.fact_count + 1)
        literals = (literal for name in names for literal in (name, -name))
        follows = self.propagator.follows
        return [self._clauses.encoding.fact(each) for each in literals if follows(each)]

    # --- steps ---------------------------------------------------------------------------------

    def _sub_step(self, form: str, literal: int, role: Role) -> SubStep:
        facts = (self._clauses.encoding.fact(literal),)
        told = message(self._clauses, form, {"facts": facts})
        return SubStep(as_said(self._clauses.puzzle, told), role, facts)

    def _step(
        self,
        technique: str,
        level: float,
        literal: int,
        owners: Iterable[int],
        known: Iterable[int],
        told: tuple[SubStep, ...],
    ) -> Step:
        concluded = self._clauses.encoding.fact(literal)
        return Step(
            kind=self._clauses.kind.id,
            technique=technique,
            level=level,
            facts=(concluded,),
            because=reasons(self._clauses, owners, known, concluded.slot),
            messages=tuple(each.message for each in told),
            at=concluded.slot,
            move=say_move(self._clauses.puzzle, (concluded,)),
            sub_steps=told,
        )


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


def find_contradiction(
    kind: AnyKind, puzzle: Puzzle, budget: Budget, most: int
) -> list[Step] | None:
    """Find steps from the rules and the clues alone to a contradiction, at most so many.

    Refutations are taken, the smallest first, until what is known breaks a rule without anything
    being supposed: the last step brings nothing but that. None if they do not lead there.
    """
    refuter = Refuter(kind, puzzle, (), budget)
    steps: list[Step] = []
    while not refuter.propagator.is_broken:
        step = refuter.find() if len(steps) + 1 < most else None
        if step is None:
            return None
        steps.append(step)
        refuter.learn(step.facts)
    return _to_the_end(refuter, steps)


def find_long_contradiction(
    kind: AnyKind, puzzle: Puzzle, budget: Budget, most: int
) -> tuple[list[Step], list[Fact]]:
    """Find steps to a contradiction by whatever leads on: after `most` refutations agreements and
    proofs by SAT. Where nothing is left to decide and a rule that speaks of the whole board is
    broken, the facts that follow are told too."""
    refuter = Refuter(kind, puzzle, (), budget)
    steps: list[Step] = []
    while not refuter.propagator.is_broken:
        step = refuter.find() if len(steps) < most else None
        step = step or refuter.agree() or refuter.prove(None)
        if step is None:
            return steps, refuter.following()
        steps.append(step)
        refuter.learn(step.facts)
    return _to_the_end(refuter, steps), []


def _to_the_end(refuter: Refuter, steps: list[Step]) -> list[Step]:
    """Return the steps that the end needs, and the end."""
    end = refuter.broken_rule()
    wanted = [reason for reason in end.because if isinstance(reason, Fact)]
    return [*needed(steps, wanted), end]
