"""The fewest changes after which a puzzle has exactly one solution.

Wanted is a cheap set of candidates that breaks all solutions but the target. A set must break each
member of the pool before the solver is asked, and what the solver finds against it joins the pool
(an implicit hitting set). Sets are tried by their cost, one change first, and for every target, so
that what is said about fewer changes is true: that no single change will do is claimed only if all
solutions of the puzzle were targets. Where no small set is found, a large one is put together, each
time with the change that breaks most, and what turns out not to be needed is left out again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from itertools import islice
from typing import Any, Generic

from enpitsu.errors import LimitReached
from enpitsu.improve.change_search import (
    CandidateChange,
    ChangeSearch,
    Outcomes,
    SolutionPool,
)
from enpitsu.improve.conflicts import fix_conflict
from enpitsu.improve.fix import MAX_FIXES, Fix, Fixes, Watcher, ignore, tell_difference
from enpitsu.improve.indistinguishable import Elsewhere
from enpitsu.judge import Judge
from enpitsu.kind import P, Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change, Editor
from enpitsu.position import Fact, Position
from enpitsu.scene import Place
from enpitsu.solve import Status

MAX_TARGETS = 48
FAR_TARGETS = 24  # of them, where there are more solutions, are looked for far from each other
EARLY_TARGETS = 3  # for which many changes are tried before few are: soon there is an offer
POOL_SIDE = 4  # solutions near to a target, and as many far from it, that its pool begins with
MAX_COST = 3  # for which sets are searched; dearer ones are made one change at a time
MAX_SETS = 400  # of several changes that the solver is asked about, for each cost
MAX_ROUNDS = 300  # sets of many changes that are tried for a target
MAX_PAIRS = 12  # ways in which another target may differ that are tried


def fixes(
    puzzle: Puzzle,
    *,
    solution: Position | None = None,
    locked: Collection[Place] = (),
    recent: Sequence[Place] = (),
    each: Watcher = ignore,
    limits: Limits = NO_LIMITS,
) -> Fixes:
    """Find the fewest changes that give a puzzle with several solutions, or none, exactly one.

    `solution` is the one that is to stay, if its author has one in mind: then nothing is offered
    or claimed about changes that make another one the only one. `recent` are the places that were
    changed last, the last one first: where there is no solution, changes there come first.
    Nothing changes at `locked` places. `each`
    is told of every fix as soon as it is found.
    """
    judge = Judge(puzzle, limits, locked=locked, solution=solution)
    try:
        answers = judge.solutions(puzzle, MAX_TARGETS + 1)
    except LimitReached as limit:
        return Fixes(status=Status.UNKNOWN, reached=str(limit))
    if answers is None or len(answers) == 1:
        return Fixes(status=Status.UNKNOWN if answers is None else Status.UNIQUE)
    if not answers:
        return fix_conflict(puzzle, judge, each, recent)
    return _FewestChanges(puzzle, judge, each).run(answers, solution)


class _Target:
    """A solution that is to stay, the candidates that let it, and its own pool of others."""

    def __init__(self, solution: Position) -> None:
        self.solution = solution
        self.candidates: list[CandidateChange] = []
        self.pool = SolutionPool()
        self.witness: Position | None = None
        """A solution that no candidate breaks, if there is one: then the target is hopeless."""
        self.tried: set[Any] = set()

    def unbroken(self, chosen: Iterable[CandidateChange]) -> int:
        """Return the members of the pool that no chosen candidate breaks, as bits."""
        left = self.pool.all
        for candidate in chosen:
            left &= ~candidate.broken
        return left

    def cover(self, banned: Set[CandidateChange]) -> list[CandidateChange] | None:
        """Return candidates that break all of the pool, those that break most for what they cost
        first; None if some of it cannot be broken."""
        left, chosen = self.pool.all, []
        allowed = [candidate for candidate in self.candidates if candidate not in banned]
        while left and allowed:
            best = max(allowed, key=lambda each: (each.broken & left).bit_count() / each.cost)
            if not best.broken & left:
                self.witness = self.pool.members[(left & -left).bit_length() - 1]
                return None
            chosen.append(best)
            left &= ~best.broken
        return chosen if chosen and not left else None


class _FewestChanges(ChangeSearch[P], Generic[P]):
    """All targets of a puzzle, by cost."""

    def __init__(self, puzzle: P, judge: Judge[P], each: Watcher) -> None:
        super().__init__(puzzle, judge, each)
        self._answers: list[Position] = []
        self._targets: dict[Position, _Target] = {}
        self._sets = 0
        self._covered: tuple[_Target, Fix] | None = None
        """A fix of many changes, to be offered where nothing cheaper is found."""

    def run(self, answers: list[Position], intended: Position | None) -> Fixes:
        """Find fixes of a puzzle with these solutions, of which the author has one in mind."""
        is_complete = self.judge.has_all(self.puzzle) and len(answers) <= MAX_TARGETS
        if not is_complete:
            answers = list(dict.fromkeys([*self._find_far(answers), *answers]))
        targets = min(len(answers), MAX_TARGETS)
        if intended is not None and self.judge.is_solution(self.puzzle, intended):
            answers = [intended, *(answer for answer in answers if answer != intended)]
            targets = 1
        self._answers = answers
        at_least, reached = 1, None
        try:
            self._try_cost(1, 1)
            if not self.found:
                self._try_cover(min(EARLY_TARGETS, targets))
            for cost in range(1, MAX_COST + 1):
                self._try_cost(cost, targets)
                if self.found:
                    break
                if cost == 1 and (is_complete or targets == 1):
                    at_least = 2
            if not self.found and self._covered is None and targets > 1:
                self._try_cover(MAX_TARGETS)
            if not self.found:
                self._try_cheaper()
        except LimitReached as limit:
            reached = str(limit)
        if not self.found and self._covered is not None:
            self.found[self._covered[1].puzzle] = self._covered[1]
        best = sorted(self.found.values(), key=lambda fix: fix.cost)
        return Fixes(
            status=Status.MULTIPLE,
            found=tuple(best[:MAX_FIXES]),
            at_least=at_least,
            is_fewest=bool(best) and best[0].cost <= at_least,
            reached=reached,
        )

    def _find_far(self, answers: list[Position]) -> list[Position]:
        """Find solutions far from each other: with, or without, something that some have."""
        shared = frozenset.intersection(*(answer.facts for answer in answers))
        every = frozenset[Fact]().union(*(answer.facts for answer in answers))
        some = list(Position(every - shared))
        step = max(1, 2 * len(some) // FAR_TARGETS)
        far: list[Position] = []
        with suppress(LimitReached):  # what was found is enough to begin with
            for fact in some[::step]:
                for asked in (fact, fact.opposite):
                    found = self.judge.solution_with(self.puzzle, Position.of([asked]))
                    far += [] if found is None else [found]
        return far

    # --- targets --------------------------------------------------------------------------------

    def _target(self, own: Position) -> _Target:
        if own not in self._targets:
            self._targets[own] = self._make_target(own)
        return self._targets[own]

    def _make_target(self, own: Position) -> _Target:
        others = [answer for answer in self._answers if answer != own]
        others.sort(key=lambda other: len(other.facts ^ own.facts))
        target = _Target(own)
        for applied in self.changes(own):
            if self.judge.edit(self.puzzle, applied.change) is not None:
                target.candidates.append(CandidateChange(applied, own))
        for other in (*others[:POOL_SIDE], *others[POOL_SIDE:][-POOL_SIDE:]):
            if target.witness is None:
                self._meet(target, other)
        return target

    def _meet(self, target: _Target, other: Position) -> None:
        """Take another solution into the pool, and see which candidates break it."""
        self.judge.budget.check()
        target.pool.add(other)
        size, known = len(target.pool.members), Outcomes()
        for candidate in target.candidates:
            self.compare(candidate, target.pool, size, known)
        if not any(candidate.broken >> (size - 1) & 1 for candidate in target.candidates):
            target.witness = other

    def breaks(self, candidate: CandidateChange, after: Position) -> bool:
        """Return whether a candidate breaks the solution of which it makes this, or makes it like
        the target."""
        applied = candidate.applied
        is_same = bool(applied.slots) and after == applied.after(candidate.target)
        return is_same or super().breaks(candidate, after)

    def _try(self, target: _Target, chosen: Sequence[CandidateChange]) -> Fix | None:
        """Return the fix that changes make; if they make none, what shows it joins the pool."""
        parts = [candidate.applied for candidate in chosen]
        joined = join(self.judge.editor, self.puzzle, target.solution, parts)
        puzzle = None if joined is None else self.judge.edit(self.puzzle, joined.change)
        if joined is None or puzzle is None or puzzle in target.tried:
            return None
        target.tried.add(puzzle)
        answers, after = self.judge.solutions(puzzle), joined.after(target.solution)
        if not answers or not (after in answers or self.judge.is_solution(puzzle, after)):
            return None
        if len(answers) > 1:
            other = next(answer for answer in answers if answer != after)
            before = self.undo(joined, target.solution, other)
            if before is not None:
                self._meet(target, before)
            return None
        messages = []
        for part in parts:
            # With the number that it has when all changes are made.
            change = self.judge.editor.fit(self.puzzle, part.change, after) or part.change
            messages.append(self.judge.editor.tell(self.puzzle, part._replace(change=change)))
        return self.make_fix(
            joined,
            puzzle,
            tell_difference(self.puzzle.kind, target.solution, answers[0]),
            solution=answers[0],
            messages=tuple(messages),
        )

    # --- few changes ----------------------------------------------------------------------------

    def _try_cost(self, cost: int, targets: int) -> None:
        """Find fixes of this cost for so many targets, until there are enough."""
        self._sets = 0
        for own in self._answers[:targets]:
            target = self._target(own)
            if target.witness is not None:
                continue
            for fix in self._find_sets(target, [], cost, frozenset()):
                self.offer(fix)
                if len(self.found) >= MAX_FIXES:
                    return

    def _find_sets(
        self,
        target: _Target,
        chosen: list[CandidateChange],
        cost: int,
        done: frozenset[CandidateChange],
    ) -> Iterator[Fix]:
        """Find sets of exactly this cost more that break everything in the pool and pass the
        solver.

        A member that is not broken yet must be broken by one of the candidates that do so; sets
        with the first of these are all seen before the second is tried, and so are left out then
        (`done`).
        """
        self.judge.budget.check()
        left = target.unbroken(chosen)
        if not cost:
            # Single changes are all tried; of sets only so many.
            self._sets += len(chosen) > 1
            may_try = not left and (len(chosen) == 1 or self._sets <= MAX_SETS)
            fix = self._try(target, chosen) if may_try else None
            if fix is not None:
                yield fix
            return
        bit = left & -left
        for candidate in target.candidates:
            is_use = candidate.cost <= cost and candidate.broken & bit == bit
            if is_use and candidate not in done:
                done |= {candidate}
                rest = cost - candidate.cost
                yield from self._find_sets(target, [*chosen, candidate], rest, done)

    # --- many changes ---------------------------------------------------------------------------

    def _try_cover(self, targets: int) -> None:
        """Find a fix however many changes it takes. A target for which there is none shows where
        it cannot be told from another solution; the next target is different there."""
        own: Position | None = self._answers[0]
        elsewhere = Elsewhere(self.puzzle, self.judge, MAX_PAIRS)
        for _ in range(targets):
            if own is None:
                return
            target = self._target(own) if own is self._answers[0] else self._make_target(own)
            fix = self._cover(target)
            if fix is not None:
                self._covered = target, fix
                self._each(fix)
                return
            own = None if target.witness is None else elsewhere.find(own, target.witness)

    def _cover(self, target: _Target) -> Fix | None:
        """Find many changes, none of which can be left out. A set that fails teaches the pool a
        solution, or has a change that let a new one in: that is not used again."""
        banned: set[CandidateChange] = set()
        for _ in range(MAX_ROUNDS):
            chosen = target.cover(banned)
            if chosen is None:
                return None
            known = len(target.pool.members)
            fix = self._try(target, chosen)
            if fix is not None:
                break
            if len(target.pool.members) == known:
                banned.add(min(chosen, key=lambda candidate: candidate.broken.bit_count()))
        else:
            return None
        for candidate in reversed(chosen):
            fewer = [other for other in chosen if other is not candidate]
            found = self._try(target, fewer) if fewer else None
            if found is not None:
                chosen, fix = fewer, found
        return fix

    def _try_cheaper(self) -> None:
        """Offer the cheapest fixes of a target for which there is one."""
        if self._covered is None:
            return
        target, fix = self._covered
        self._sets = 0
        for cost in range(1, min(MAX_COST + 1, fix.cost)):
            for cheaper in islice(self._find_sets(target, [], cost, frozenset()), MAX_FIXES):
                self.offer(cheaper)
            if self.found:
                return
        self.found[fix.puzzle] = fix


def join(
    editor: Editor[P, Any], puzzle: P, solution: Position, parts: Sequence[AppliedChange[Any]]
) -> AppliedChange[Any] | None:
    """Return several changes in one, fitted to what becomes of a solution; None if they do not go
    together."""
    if len(parts) == 1:
        return parts[0]
    edits: dict[Place, Any] = {}
    whole: AppliedChange[Any] = AppliedChange(Change(()))
    for part in parts:
        if whole.slots & part.slots:
            return None
        whole = AppliedChange(whole.change, whole.slots | part.slots, whole.facts | part.facts)
    after = whole.after(solution)
    for part in parts:
        fitted = editor.fit(puzzle, part.change, after)
        if fitted is None or any(edits.setdefault(*edit) != edit[1] for edit in fitted.edits):
            return None
    cost = sum(part.change.cost for part in parts)
    plain = all(part.change.is_plain for part in parts)
    return whole._replace(change=Change(tuple(edits.items()), cost, plain))
