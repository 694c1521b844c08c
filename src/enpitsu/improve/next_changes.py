"""Single changes that bring a puzzle nearer to one solution, though none may be enough.

An author with a half-done sheet wants to know what to do next. Its solutions are too many to be
told apart one by one, so the pool has some that lie far from each other. By what the members that a
candidate leaves still have open it is guessed what all solutions will. The guess can only grow when
the pool does. So the most promising candidate is brought up to date with the pool, and if it still
is the most promising, it is surveyed: then it is known what stays open, and what the survey finds
joins the pool. Several solutions are targets, one after another: there is soon something to offer,
and better things while time is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any, Generic

from enpitsu.errors import LimitReached
from enpitsu.grid import bit_positions
from enpitsu.improve.change_search import (
    CandidateChange,
    ChangeSearch,
    Outcomes,
    SolutionPool,
    count_open,
)
from enpitsu.improve.fill import fill
from enpitsu.improve.fix import MAX_FIXES, Fix, Fixes, Watcher, ignore, rank
from enpitsu.improve.indistinguishable import Indistinguishable
from enpitsu.improve.inserts import MAX_WITNESSES, Insert, find_inserts
from enpitsu.judge import Judge
from enpitsu.kind import P, Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange
from enpitsu.position import EMPTY, Position
from enpitsu.scene import Place
from enpitsu.solve import Status, Survey, survey
from enpitsu.technique import Message
from enpitsu.words import SHARED

MAX_TARGETS = 6
MAX_SURVEYED = 8  # changes, for each target
MAX_AT_PLACE = 2  # changes at one place that are surveyed for a target
POOL_SIZE = 24  # solutions of the first pool
MAX_JOINING = 4  # solutions of a survey that join the pool
GLANCE = 6  # members of the pool that every change is compared with; promising ones with all
LEAST_SHARE = 0.02  # of what is open, that a single change must settle to be worth a step
INSERTS_A_TARGET = 4  # steps of the search for changes that keep no solution, after each target
MORE_INSERTS = 60  # steps after the good targets; the rest comes after all

FIRST_SHARES = (0.2, 0.5)  # of the time, for the first survey; more if less is not enough
SHARE = 0.06  # of the time, for each other survey
LAST_SHARES = (0.12, 1.0)  # of the time, for those that were not complete
MIN_SECONDS = 0.15  # for each survey


def next_changes(
    puzzle: Puzzle,
    *,
    solution: Position | None = None,
    locked: Collection[Place] = (),
    undecided: Collection[Place] | None = None,
    most: int = MAX_FIXES,
    each: Watcher = ignore,
    limits: Limits = NO_LIMITS,
) -> Fixes:
    """Find the single changes that help most on the way to exactly one solution: those that give
    one by their cost, then those that leave the fewest cells open.

    `solution` is the one that is to stay, if its author has one in mind. A sheet that can have no
    solution yet, as parts of it are missing (`undecided` names such places), gets parts of one way
    to complete it. Nothing changes at `locked` places. `each` is told of every change as soon as it
    is found; `rank` puts them in order.
    """
    judge = Judge(puzzle, limits, locked=locked, solution=solution)
    search = _SingleChanges(puzzle, judge, each, solution, locked)
    is_mismatch = judge.editor.mismatch(puzzle) is not None
    now = Survey(status=Status.NONE) if is_mismatch else search.survey_now()
    if is_mismatch or (now.status is Status.NONE and undecided):
        return search.complete(undecided, most)
    if now.status is Status.NONE or len(now.pool) < 2:
        return Fixes(status=now.status, is_complete=now.is_complete, reached=now.reached)
    reached = None
    try:
        search.run(most)
    except LimitReached as limit:
        reached = str(limit)
    cells = count_open(now)[0]
    if not search.found and reached is None:
        return replace(search.complete(undecided, most, now), status=now.status, open=cells)
    return Fixes(
        status=now.status,
        open=cells,
        is_complete=now.is_complete,
        found=search.best(most),
        reached=reached,
    )


class _SingleChanges(ChangeSearch[P], Generic[P]):
    """All candidates of a puzzle, the most promising first."""

    def __init__(
        self,
        puzzle: P,
        judge: Judge[P],
        each: Watcher,
        solution: Position | None,
        locked: Collection[Place],
    ) -> None:
        super().__init__(puzzle, judge, each)
        self._solution, self._locked = solution, locked
        self._intended: Position | None = None
        self._now, self._pool = Survey(status=Status.UNKNOWN), SolutionPool()
        self._open_facts = 0
        self._heap: list[tuple[float, int, CandidateChange]] = []
        self._seen: set[frozenset[Any]] = set()
        self._unsure: list[CandidateChange] = []
        self._clear: list[Position] = []
        """Solutions that changes can tell from all others."""
        self._kept: dict[Any, CandidateChange] = {}
        """The candidates of the fixes that keep a solution."""
        self._inserts: Iterator[Insert[P] | None] = iter(())

    def survey_now(self) -> Survey:
        """Survey the puzzle as it is."""
        for share in FIRST_SHARES:
            known = [solution.position for solution in self._now.pool]
            self._now = self._survey(self.puzzle, known, POOL_SIZE, share)
            if self._now.is_complete or len(self._now.pool) > 1:
                break
        return self._now

    def _survey(self, puzzle: P, known: list[Position], pool: int, share: float = SHARE) -> Survey:
        limits = self.judge.share(share, MIN_SECONDS)
        return survey(puzzle, witnesses=known, pool=pool, limits=limits)

    def run(self, most: int) -> None:
        """Aim at one target after another, and then look again at what was not known in time."""
        self._fill_pool()
        for targets, steps in ((self._targets(), MORE_INSERTS), (self._others(), None)):
            for target in targets:
                self._aim(target)
                self._insert(INSERTS_A_TARGET)
                if self._has_enough(most):
                    return
            self._insert(steps)
            if self._has_enough(most):
                return
        for share in LAST_SHARES:
            again, self._unsure = self._unsure, []
            for candidate in sorted(again, key=self._promise):
                self._try(candidate, share)

    def _fill_pool(self) -> None:
        now, pool = self._now, self._pool
        for found in (*now.pool, *now.solutions):
            pool.add(found.position)
        self._open_facts = max(pool.open(pool.all), len(now.open))
        solution = self._solution
        if solution is not None and self.judge.is_solution(self.puzzle, solution):
            pool.add(solution)
            self._intended = solution
        # While it is not known where all solutions differ, nor where one is to stay: no inserts.
        elif now.is_complete:
            first = pool.members[0]
            self._inserts = find_inserts(self.puzzle, first, now, self.judge, self._survey)

    # --- targets --------------------------------------------------------------------------------

    def _targets(self) -> Iterator[Position]:
        """List solutions far from each other. One that no changes can tell from another leads
        nowhere: after the first, which is there at once, rather such as can be told apart."""
        if self._intended is not None:
            yield self._intended
            return
        first = self._pool.members[:MAX_TARGETS]
        yield first[0]
        indistinguishable = Indistinguishable(self.puzzle, self.judge)
        for own in first:
            found = indistinguishable.find_clear(own)
            if found is not None and found not in self._clear:
                self._clear.append(found)
                self._pool.add(found)
                if found is not first[0]:
                    yield found
            if indistinguishable.is_tired:
                break

    def _others(self) -> Iterator[Position]:
        """List solutions that have others like them, if there are no better ones."""
        if self._intended is None and not self._clear:
            yield from self._pool.members[1:MAX_TARGETS]

    def best(self, most: int) -> tuple[Fix, ...]:
        """Return the best, of those that lead somewhere if there are such."""
        clear: list[Fix] = []
        for puzzle, candidate in self._kept.items():
            applied = candidate.applied
            afters = map(applied.after, self._clear)
            if any(not self.judge.breaks(self.puzzle, applied, after) for after in afters):
                clear.append(self.found[puzzle])
        kept = [fix for fix in self.found.values() if fix.keeps]
        changing = [fix for fix in self.found.values() if not fix.keeps]
        return rank([*(clear or kept), *changing], most)

    def _has_enough(self, most: int) -> bool:
        """Return whether there are enough changes with which it has one solution."""
        best = self.best(most)
        return len(best) == most and all(each.status is Status.UNIQUE for each in best)

    # --- candidates -----------------------------------------------------------------------------

    def _aim(self, target: Position) -> None:
        """Try the most promising changes that keep a target."""
        # Changes at one cell come one after another: they do the same to other solutions.
        known = Outcomes()
        for applied in self.changes(target):
            edits = frozenset(applied.change.edits)
            if edits in self._seen:
                continue
            self._seen.add(edits)
            candidate = CandidateChange(applied, target, len(self._seen))
            self.compare(candidate, self._pool, GLANCE, known)
            self._heap.append((self._promise(candidate), candidate.order, candidate))
        heapify(self._heap)
        count = MAX_SURVEYED if self._intended is None else MAX_TARGETS * MAX_SURVEYED
        for candidate in self._most_promising(count):
            self._try(candidate, SHARE)

    def _promise(self, candidate: CandidateChange) -> float:
        """Return the negative number of facts that are settled for each unit of cost."""
        settled = self._open_facts - self._pool.open(candidate.stay)
        change, slots, _ = candidate.applied
        # Where the solution is a picture, it rather stays.
        worse = (not change.is_plain) + (bool(slots) and self.judge.editor.likes_open)
        return -(settled + 1) / (change.cost + worse)

    def _most_promising(self, count: int) -> Iterator[CandidateChange]:
        """Take the most promising ones, not many at one place."""
        places: Counter[Place] = Counter()
        later: list[tuple[float, int, CandidateChange]] = []
        while count and self._heap:
            self.judge.budget.check()
            promise, order, candidate = heappop(self._heap)
            self.compare(candidate, self._pool, len(self._pool.members), {})
            if self._promise(candidate) > promise:
                heappush(self._heap, (self._promise(candidate), order, candidate))
                continue
            places[candidate.place] += 1
            if places[candidate.place] > MAX_AT_PLACE:
                later.append((promise, order, candidate))
                continue
            count -= 1
            yield candidate
        self._heap += later
        heapify(self._heap)

    # --- what they do ---------------------------------------------------------------------------

    def _try(self, candidate: CandidateChange, share: float) -> None:
        """Survey a change, and offer it if it helps."""
        self.judge.budget.check()
        applied, after = candidate.applied, candidate.applied.after(candidate.target)
        puzzle = self.judge.edit(self.puzzle, applied.change)
        if puzzle is None:
            return
        members = [self._pool.members[number] for number in bit_positions(candidate.stay)]
        stay = [applied.after(member) for member in members[:MAX_WITNESSES]]
        then = self._survey(puzzle, [after, *stay], MAX_JOINING, share)
        for found in then.pool:
            before = self.undo(applied, candidate.target, found.position)
            if before is not None:
                self._pool.add(before)
        if then.reached is not None:
            self._unsure.append(candidate)
        if not self._helps(then):
            return
        if then.status is Status.UNIQUE or not self.judge.is_solution(puzzle, after):
            after = then.solutions[0].position
        outcome, status = _tell_open(self._now, then), then.status
        fix = self.make_fix(applied, puzzle, outcome, solution=after, status=status, then=then)
        self._kept[puzzle] = candidate
        self.offer(fix, again=True)

    def _insert(self, steps: int | None) -> None:
        """Look at so many more changes that change all solutions, and offer those that help."""
        for insert in islice(self._inserts, steps):
            if insert is None or not self._helps(insert.then):
                continue
            change, puzzle, then = insert
            effect = {"effect": _tell_open(self._now, then)}
            self.offer(
                self.make_fix(
                    AppliedChange(change),
                    puzzle,
                    Message(f"{SHARED}.improve.changing", effect),
                    solution=then.solutions[0].position,
                    status=then.status,
                    then=then,
                    keeps=False,
                )
            )

    def _helps(self, then: Survey) -> bool:
        if then.status is Status.UNIQUE:
            return bool(then.solutions)
        less, before = sum(count_open(then)), sum(count_open(self._now))
        is_better = count_open(then) < count_open(self._now)
        is_worth = not then.is_complete or before - less >= LEAST_SHARE * before
        return bool(then.solutions) and is_better and is_worth

    # --- sheets that have no solution yet -------------------------------------------------------

    def complete(
        self, undecided: Collection[Place] | None, most: int, now: Survey | None = None
    ) -> Fixes:
        """Find parts of one way to complete a sheet; if it has solutions `now`, such as leave it
        some."""
        if self.judge.editor.fill is None:
            return Fixes(status=Status.NONE)
        done = fill(
            self.puzzle,
            undecided=undecided,
            solution=self._solution,
            locked=self._locked,
            limits=self.judge.left(),
        )
        pairs = list(zip(done.changes, done.messages, strict=True)) if done.is_done else []
        parts: list[Fix] = []
        # Some of them from all over the board.
        for change, message in pairs[:: max(1, len(pairs) // max(1, most))]:
            edited = self.judge.edit(self.puzzle, change)
            if edited is None:
                continue
            then = self._survey(edited, [], 0, 1 / most)
            if now is not None and not then.solutions:
                continue
            parts.append(
                self.make_fix(
                    AppliedChange(change),
                    edited,
                    _tell_part(len(pairs) - 1, now, then),
                    solution=then.solutions[0].position if then.solutions else EMPTY,
                    status=then.status,
                    then=then,
                    messages=(message,),
                )
            )
        found = rank(parts, most)
        for part in found:
            self.offer(part)
        return Fixes(status=Status.NONE, found=found, reached=done.reached)


def _tell_open(now: Survey, then: Survey) -> Message:
    """Say what is open after a change, and was before."""
    if then.status is Status.UNIQUE:
        return Message(f"{SHARED}.improve.one", {})
    if then.status is Status.UNKNOWN:
        return Message(f"{SHARED}.improve.unsure", {})
    form = "so-many" if now.is_complete else "or-more"
    (cells, lines), (were, were_lines) = count_open(then), count_open(now)
    if were and not cells:
        name = "only-lines" if then.is_complete else "several"
        return Message(f"{SHARED}.improve.{name}", {})
    # Where all that is open is the way of lines, or as much as before but for them, they are told.
    is_cells = cells < were
    names = ("open", "open-least") if is_cells else ("lines", "lines-least")
    name = names[not then.is_complete]
    before = Message(f"{SHARED}.improve.{form}", {"count": were if is_cells else were_lines})
    return Message(
        f"{SHARED}.improve.{name}", {"count": cells if is_cells else lines, "before": before}
    )


def _tell_part(rest: int, now: Survey | None, then: Survey) -> Message:
    """Say what is known of the sheet with one part of a completion, or how many complete it."""
    if now is not None and then.status is Status.MULTIPLE:
        return _tell_open(now, then)
    if rest and then.status not in (Status.UNIQUE, Status.MULTIPLE):
        return Message(f"{SHARED}.improve.rest", {"count": rest})
    names = {Status.UNIQUE: "one", Status.MULTIPLE: "several"}
    return Message(f"{SHARED}.improve.{names.get(then.status, 'unsure')}", {})
