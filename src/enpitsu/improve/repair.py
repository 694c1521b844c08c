"""Repairs: the fewest changes after which a puzzle has exactly one solution.

One of its solutions is to stay, the target. A change that its author may make (the kind's editor
lists them) keeps the target and breaks other solutions; wanted is a cheap set of changes that
breaks all of them. Solutions known so far are the pool: a set must break each of these before the
solver is asked, and what the solver finds against it joins the pool (an implicit hitting set).
Sets are tried by their cost, one change first, and for every target, so that what is said about
fewer changes is true: that no single change will do is claimed only if all solutions of the puzzle
were targets. Where no small set is found, a large one is put together, each time with the change
that breaks most, and what turns out not to be needed is left out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from enpitsu.errors import LimitReached
from enpitsu.improve.judge import Judge, Repair, difference, join
from enpitsu.improve.mend import conflict, mends
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change
from enpitsu.position import Fact, Position
from enpitsu.solve import Status
from enpitsu.technique import Message

MOST_TARGETS, SPREAD = 48, 24
"""Solutions that are taken as targets; and how many of them, where there are more, are looked for
far from each other."""
EARLY = 3
"""Targets for which a repair of many changes is looked for before cheaper ones are, so that there
is soon something to offer."""
POOL = 4
"""The pool of a target begins with so many solutions near to it, and so many far from it."""
SUGGESTIONS = 5
"""Repairs that are offered."""
MOST_COST = 3
"""The largest cost for which sets are searched; dearer ones are made one change at a time."""
MOST_TRIED = 400
"""Sets of more than one change that the solver is asked about, for each cost."""
MOST_ROUNDS = 300
"""Sets of many changes that are tried for a target."""
MOST_PAIRS = 12
"""Ways in which another target may differ that are tried."""


Watcher = Callable[[Repair], object]
"""Who is told of each repair."""


def _nobody(repair: Repair) -> None:
    """For repairs that nobody waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs:
    """Ways to give a puzzle exactly one solution, the cheapest first.

    `status` is that of the puzzle. `at_least` is how many changes are needed at least if one of its
    solutions is to stay, but for the places that change: proved. `conflict` names the clues of a
    puzzle without solution that contradict each other: without one of them they do not. `reached`
    is the limit that ended the search.
    """

    status: Status
    found: tuple[Repair, ...] = ()
    at_least: int = 0
    conflict: tuple[str, ...] = ()
    reached: str | None = None

    @property
    def is_fewest(self) -> bool:
        """Whether it is proved that no fewer changes will do that keep a solution."""
        return bool(self.found) and self.found[0].cost <= self.at_least


class _Option:
    """A change for one target."""

    __slots__ = ("altered", "broken", "puzzle")

    def __init__(self, altered: AppliedChange[Any], puzzle: Any) -> None:
        self.altered, self.puzzle = altered, puzzle
        self.broken = 0
        """The solutions of the pool that it breaks, as bits."""

    @property
    def cost(self) -> int:
        return self.altered.change.cost


class _Target:
    """A solution that is to stay, the changes that let it, and the pool of others."""

    def __init__(
        self, puzzle: Any, solution: Position, others: Iterable[Position], judge: Judge
    ) -> None:
        self.puzzle, self.solution, self._judge = puzzle, solution, judge
        self.pool = 0
        self._members: list[Position] = []
        self.witness: Position | None = None
        """A solution that no change breaks, if there is one: then the target is hopeless."""
        self._tried: set[Any] = set()
        self.options = list(self._find_options())
        for other in others:
            if self.witness is None:
                self._meet(other)

    def _find_options(self) -> Iterator[_Option]:
        for altered in self._judge.editor.additions(self.puzzle, self.solution):
            self._judge.budget.check()
            puzzle = self._judge.edited(self.puzzle, altered.change)
            if puzzle is not None:
                yield _Option(altered, puzzle)

    def _meet(self, other: Position) -> None:
        """Take another solution into the pool, and see which changes break it."""
        self._judge.budget.check()
        bit, self.pool = self.pool + 1, 2 * self.pool + 1
        self._members.append(other)
        for option in self.options:
            if self._is_broken(option, other):
                option.broken |= bit
        if not any(option.broken & bit for option in self.options):
            self.witness = other

    def _is_broken(self, option: _Option, other: Position) -> bool:
        altered = option.altered
        after = altered.after(other)
        # One that becomes like the target shows nothing.
        if altered.slots and after == altered.after(self.solution):
            return True
        return self._judge.editor.fit(self.puzzle, altered.change, after) != altered.change

    def member(self, bits: int) -> Position:
        """The first solution of some bits."""
        return self._members[(bits & -bits).bit_length() - 1]

    def unbroken(self, chosen: Iterable[_Option]) -> int:
        """The solutions of the pool that no chosen change breaks, as bits."""
        left = self.pool
        for option in chosen:
            left &= ~option.broken
        return left

    def together(self, chosen: Sequence[_Option]) -> tuple[AppliedChange[Any], Any] | None:
        """Changes made at once, with the puzzle; None if they do not go together."""
        if len(chosen) == 1:
            return chosen[0].altered, chosen[0].puzzle
        parts = [option.altered for option in chosen]
        altered = join(self._judge.editor, self.puzzle, self.solution, parts)
        puzzle = None if altered is None else self._judge.edited(self.puzzle, altered.change)
        return None if altered is None or puzzle is None else (altered, puzzle)

    def tried(self, chosen: Sequence[_Option]) -> Repair | None:
        """The repair that changes make; None if they do not, and what shows it joins the pool."""
        made = self.together(chosen)
        if made is None or made[1] in self._tried:
            return None
        self._tried.add(made[1])
        answers = self._judge.solutions(made[1])
        if not answers:
            return None
        after = made[0].after(self.solution)
        if after not in answers and not self._judge.is_solution(made[1], after):
            return None
        if len(answers) == 1:
            return self._repair(chosen, made[0], made[1], answers[0])
        self._learn(made[0], next(answer for answer in answers if answer != after))
        return None

    def _learn(self, altered: AppliedChange[Any], other: Position) -> None:
        """A solution that changes did not break joins the pool, if it was one before them; others
        are there only because of the changes, and say nothing about other changes."""
        facts = frozenset(fact for fact in self.solution.facts if fact.slot in altered.slots)
        before = AppliedChange(Change(()), altered.slots, facts).after(other)
        if self._judge.is_solution(self.puzzle, before):
            self._meet(before)

    def _repair(
        self,
        chosen: Sequence[_Option],
        altered: AppliedChange[Any],
        puzzle: Any,
        solution: Position,
    ) -> Repair:
        parts = [option.altered for option in chosen]
        messages = tell_parts(self._judge, self.puzzle, parts, altered.after(self.solution))
        return Repair(
            change=altered.change,
            messages=messages,
            outcome=difference(self.puzzle.kind, self.solution, solution),
            cost=altered.change.cost,
            puzzle=puzzle,
            solution=solution,
            slots=altered.slots,
        )


def tell_parts(
    judge: Judge, puzzle: Any, parts: Iterable[AppliedChange[Any]], solution: Position
) -> tuple[Message, ...]:
    """Changes in words, with the numbers that they have when all of them are made."""
    editor = judge.editor
    told = []
    for part in parts:
        fitted = editor.fit(puzzle, part.change, solution)
        told.append(editor.tell(puzzle, part if fitted is None else part._replace(change=fitted)))
    return tuple(told)


class _Search:
    """All targets of a puzzle, by cost."""

    def __init__(
        self, puzzle: Any, answers: list[Position], judge: Judge, wanted: int, each: Watcher
    ) -> None:
        self._judge, self._wanted, self._each = judge, wanted, each
        self._puzzle, self._answers = puzzle, answers
        self._targets: dict[int, _Target] = {}
        self._tried = 0
        self.found: dict[Any, Repair] = {}
        self.covered: tuple[_Target, Repair] | None = None
        """A repair of many changes, to be offered where nothing cheaper is found."""

    def target(self, number: int) -> _Target:
        """The target of a solution."""
        if number not in self._targets:
            self._targets[number] = self._target_of(self._answers[number])
        return self._targets[number]

    def _target_of(self, own: Position) -> _Target:
        others = [answer for answer in self._answers if answer != own]
        others.sort(key=lambda other: len(other.facts ^ own.facts))
        return _Target(self._puzzle, own, [*others[:POOL], *others[POOL:][-POOL:]], self._judge)

    def by_cost(self, cost: int, targets: int) -> None:
        """Find repairs of this cost for so many targets, until there are enough."""
        self._tried = 0
        for number in range(targets):
            if self.target(number).witness is not None:
                continue
            for repair in self._sets(self.target(number), [], cost, frozenset()):
                self._take(repair)
                if len(self.found) >= self._wanted:
                    return

    def _take(self, repair: Repair) -> None:
        if repair.puzzle not in self.found:
            self.found[repair.puzzle] = repair
            self._each(repair)

    def by_cover(self, targets: int) -> None:
        """Find a repair however many changes it takes: soon there is something to offer. A target
        for which there is none shows where it cannot be told from another solution; the next
        target is different there."""
        own: Position | None = self._answers[0]
        denied: list[Fact] = []
        for _ in range(targets):
            if own is None:
                return
            target = self.target(0) if own is self._answers[0] else self._target_of(own)
            repair = _cover(target)
            if repair is not None:
                self.covered = target, repair
                self._each(repair)
                return
            own = self._elsewhere(own, target.witness, denied)

    def offer_cheaper(self) -> None:
        """The cheapest repairs of a target for which there is one."""
        if self.covered is None:
            return
        target, repair = self.covered
        self._tried = 0
        for cost in range(1, min(MOST_COST + 1, repair.cost)):
            for cheaper in islice(self._sets(target, [], cost, frozenset()), self._wanted):
                self._take(cheaper)
            if self.found:
                return
        self.found[repair.puzzle] = repair

    def _elsewhere(
        self, own: Position, witness: Position | None, denied: list[Fact]
    ) -> Position | None:
        """A solution that has not all that two have alone, nor what was denied before."""
        if witness is None:
            return None
        mine = Position(own.facts - witness.facts)
        theirs = Position(witness.facts - own.facts)
        while True:
            for pair in islice(zip(cycle(mine), theirs, strict=False), MOST_PAIRS):
                wish = Position.of([*denied, *(fact.opposite for fact in pair)])
                found = self._judge.solution_with(self._puzzle, wish)
                if found is not None:
                    denied[:] = wish
                    return found
            if not denied:
                return None
            del denied[: (len(denied) + 1) // 2]

    def _sets(
        self, target: _Target, chosen: list[_Option], cost: int, done: frozenset[_Option]
    ) -> Iterator[Repair]:
        """Sets of exactly this cost more that break everything in the pool and pass the solver.

        One that is not broken yet must be broken by one of the options that do so; sets with the
        first of these are all seen before the second is tried, and so are left out then (`done`).
        """
        self._judge.budget.check()
        left = target.unbroken(chosen)
        if not cost:
            repair = target.tried(chosen) if not left and self._may_try(chosen) else None
            if repair is not None:
                yield repair
            return
        bit = left & -left
        for option in target.options:
            if option.cost <= cost and option.broken & bit == bit and option not in done:
                done |= {option}
                yield from self._sets(target, [*chosen, option], cost - option.cost, done)

    def _may_try(self, chosen: Sequence[_Option]) -> bool:
        """Single changes are all tried; of sets only so many."""
        self._tried += len(chosen) > 1
        return len(chosen) == 1 or self._tried <= MOST_TRIED


def repairs(
    puzzle: Puzzle,
    *,
    solution: Position | None = None,
    most: int = SUGGESTIONS,
    each: Watcher = _nobody,
    limits: Limits = NO_LIMITS,
) -> Repairs:
    """How a puzzle with several solutions, or none, gets exactly one by the fewest changes.

    `solution` is the one that is to stay, if its author has one in mind: then nothing is offered
    or claimed about changes that make another one the only one. `each` is told of every repair as
    soon as it is found.
    """
    judge = Judge(puzzle, limits)
    try:
        answers = judge.solutions(puzzle, MOST_TARGETS + 1)
    except LimitReached as limit:
        return Repairs(status=Status.UNKNOWN, reached=str(limit))
    if answers is None or len(answers) == 1:
        return Repairs(status=Status.UNKNOWN if answers is None else Status.UNIQUE)
    if not answers:
        return _mended(puzzle, judge, most, each)
    return _repaired(puzzle, answers, judge, solution, most, each)


def _mended(puzzle: Any, judge: Judge, most: int, each: Watcher) -> Repairs:
    """What is to be said of a puzzle without solution."""
    found: dict[Any, Repair] = {}
    places: tuple[str, ...] = ()
    reached = None
    try:
        places = conflict(puzzle, judge)
        for repair in mends(puzzle, judge):
            if repair.puzzle not in found:
                found[repair.puzzle] = repair
                each(repair)
    except LimitReached as limit:
        reached = str(limit)
    best = sorted(found.values(), key=lambda repair: repair.status is not Status.UNIQUE)
    return Repairs(
        status=Status.NONE, found=tuple(best[:most]), at_least=1, conflict=places, reached=reached
    )


def _spread(puzzle: Any, answers: list[Position], judge: Judge) -> list[Position]:
    """Solutions far from each other: such that have, or have not, something that some have."""
    shared = frozenset.intersection(*(answer.facts for answer in answers))
    some = list(Position(frozenset[Fact]().union(*(answer.facts for answer in answers)) - shared))
    step = max(1, 2 * len(some) // SPREAD)
    wishes = (wish for fact in some[::step] for wish in (fact, fact.opposite))
    found = (judge.solution_with(puzzle, Position.of([wish])) for wish in wishes)
    spread = list[Position]()
    with suppress(LimitReached):  # what was found is enough to begin with
        spread.extend(answer for answer in found if answer is not None)
    return spread


def _repaired(
    puzzle: Any,
    answers: list[Position],
    judge: Judge,
    solution: Position | None,
    most: int,
    each: Watcher,
) -> Repairs:
    """Repairs of a puzzle with these solutions."""
    is_complete = judge.has_all(puzzle) and len(answers) <= MOST_TARGETS
    if not is_complete:
        answers = list(dict.fromkeys([*_spread(puzzle, answers, judge), *answers]))
    targets = min(len(answers), MOST_TARGETS)
    if solution is not None and judge.is_solution(puzzle, solution):
        answers = [solution, *(answer for answer in answers if answer != solution)]
        targets = 1
    search = _Search(puzzle, answers, judge, most, each)
    at_least = 1
    reached = None
    try:
        search.by_cost(1, 1)
        if not search.found:
            search.by_cover(min(EARLY, targets))
        for cost in range(1, MOST_COST + 1):
            search.by_cost(cost, targets)
            if search.found:
                break
            if cost == 1 and (is_complete or targets == 1):
                at_least = 2
        if not search.found and search.covered is None and targets > 1:
            search.by_cover(MOST_TARGETS)
        if not search.found:
            search.offer_cheaper()
    except LimitReached as limit:
        reached = str(limit)
    if not search.found and search.covered is not None:
        search.found[search.covered[1].puzzle] = search.covered[1]
    found = sorted(search.found.values(), key=lambda repair: repair.cost)
    return Repairs(
        status=Status.MULTIPLE, found=tuple(found[:most]), at_least=at_least, reached=reached
    )


# --- many changes ---------------------------------------------------------------------------------


def _cover(target: _Target) -> Repair | None:
    """A repair of many changes, none of which can be left out; None if none is found.

    Those that break most of the pool for what they cost come first. A set that fails teaches the
    pool a solution, or has a change that let a new one in: that is not used again.
    """
    banned: set[_Option] = set()
    for _ in range(MOST_ROUNDS):
        chosen = _greedy(target, banned)
        if chosen is None:
            return None
        pool = target.pool
        repair = target.tried(chosen)
        if repair is not None:
            return _reduced(target, chosen, repair)
        if target.pool == pool:
            banned.add(min(chosen, key=lambda option: option.broken.bit_count()))
    return None


def _greedy(target: _Target, banned: Set[_Option]) -> list[_Option] | None:
    """Changes that break all of the pool; None if some of it cannot be broken."""
    left, chosen = target.pool, []
    options = [option for option in target.options if option not in banned]
    while left and options:
        best = max(options, key=lambda option: (option.broken & left).bit_count() / option.cost)
        if not best.broken & left:
            target.witness = target.member(left)
            return None
        chosen.append(best)
        left &= ~best.broken
    return chosen if chosen and not left else None


def _reduced(target: _Target, chosen: list[_Option], repair: Repair) -> Repair:
    """Without the changes that are not needed."""
    for option in reversed(chosen):
        fewer = [other for other in chosen if other is not option]
        found = target.tried(fewer) if fewer else None
        if found is not None:
            chosen, repair = fewer, found
    return repair
