"""Advances: single changes that bring a puzzle nearer to one solution, though none may be enough.

An author with a half-done sheet wants to know what to do next. Its solutions are too many to be
told apart one by one, so a pool of them is taken that lie far from each other. A change keeps one
of them, the target, and breaks others; by what the rest of the pool still leaves open it is guessed
what all solutions will. The guess can only grow when the pool does. So the most promising change is
brought up to date with the pool, and if it still is the most promising, it is surveyed: then it is
known what stays open, and what the survey finds joins the pool. Several solutions are targets, one
after another: there is soon something to offer, and better things while time is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.grid import Cell, Edge, Slot
from enpitsu.improve.fill import fill
from enpitsu.improve.insert import Insert, inserts
from enpitsu.improve.judge import MOST_CONFLICTS, Judge, Repair
from enpitsu.improve.pool import Pool
from enpitsu.improve.repair import Watcher
from enpitsu.improve.twin import Twins
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.scene import Place
from enpitsu.solve import Status, Survey, survey
from enpitsu.technique import Message
from enpitsu.words import SHARED

MOST = 5
"""Advances that are offered."""
TARGETS, TRIES = 6, 8
"""Solutions that are taken as targets, and the changes that are surveyed for each."""
POOL, MORE = 24, 4
"""Solutions of the first pool, and those that join it from a survey."""
GLANCE = 6
"""Solutions of the pool that every change is compared with; promising ones with all."""
TURN, TURNS = 4, 60
"""Steps of the search for changes that keep no solution: after each target, and after the good
ones; the rest comes after all."""
SAME_PLACE = 2
"""Changes at one place that are surveyed for a target."""
WITNESSES = 6
"""Solutions that a survey is given to begin with."""
FIRST_SHARES, SHARE, LEAST = (0.2, 0.5), 0.06, 0.15
"""Shares of the time that the first survey may take, and more if that is not enough to begin with;
the share of others, and seconds that each has anyway: what is not known by then is looked at again,
if time is left."""
NEAR = 1
"""Places not farther from each other are nearly the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advances:
    """Single changes after which less is open, the best first: those with one solution by their
    cost, then those that leave the fewest cells open.

    `status` is that of the puzzle, `open` how many cells are not the same in all its solutions;
    that is known for certain if `is_complete`. `reached` is the limit that ended the search.
    """

    status: Status
    open: int = 0
    is_complete: bool = True
    found: tuple[Repair, ...] = ()
    reached: str | None = None


def _nobody(repair: Repair) -> None:
    """For advances that nobody waits for."""


def advances(
    puzzle: Puzzle,
    *,
    solution: Position | None = None,
    undecided: Collection[Place] | None = None,
    most: int = MOST,
    each: Watcher = _nobody,
    limits: Limits = NO_LIMITS,
) -> Advances:
    """The single changes that help most on the way to exactly one solution.

    `solution` is the one that is to stay, if its author has one in mind. A sheet that can have no
    solution yet, as parts of it are missing (`undecided` names such places), gets parts of one way
    to complete it. `each` is told of every advance as soon as it is found; `ranked` puts them in
    order.
    """
    judge = Judge(puzzle, limits)
    assert judge.editor
    if judge.editor.mismatch(puzzle) is not None:
        return _completing(puzzle, solution, undecided, most, each, judge)
    now = _first(puzzle, judge, limits)
    if now.status is Status.NONE and undecided:
        return _completing(puzzle, solution, undecided, most, each, judge)
    if now.status is Status.NONE or len(now.pool) < 2:
        return Advances(status=now.status, is_complete=now.is_complete, reached=now.reached)
    search = _Search(puzzle, solution, now, judge, limits, each)
    reached = None
    try:
        search.run(most)
    except LimitReached as limit:
        reached = str(limit)
    if not search.found and reached is None:
        whole = _completing(puzzle, solution, undecided, most, each, judge, now)
        return replace(whole, status=now.status, open=_count(now).cells)
    return Advances(
        status=now.status,
        open=_count(now).cells,
        is_complete=now.is_complete,
        found=search.best(most),
        reached=reached,
    )


def _first(puzzle: Puzzle, judge: Judge, limits: Limits) -> Survey:
    """What is known of the puzzle as it is."""
    now = Survey(status=Status.UNKNOWN)
    for share in FIRST_SHARES:
        known = [solution.position for solution in now.pool]
        now = survey(puzzle, witnesses=known, pool=POOL, limits=_slice(judge, limits, share))
        if now.is_complete or len(now.pool) > 1:
            break
    return now


def _slice(judge: Judge, limits: Limits, share: float) -> Limits:
    """The limits of one survey: so many conflicts, and of the time a share if it is limited."""
    conflicts = MOST_CONFLICTS if limits.conflicts is None else limits.conflicts
    left, whole = judge.budget.left(), limits.seconds
    if left is not None and whole is not None:
        left = min(left, max(LEAST, whole * share))
    return replace(limits, seconds=left, conflicts=min(conflicts, MOST_CONFLICTS))


# --- the best of them -----------------------------------------------------------------------------


def ranked(found: Iterable[Repair], most: int = MOST) -> tuple[Repair, ...]:
    """The best, spread over the board: of those that are nearly the same only the best, as long as
    there are others."""
    best = sorted(found, key=worth)
    chosen: list[Repair] = []
    for repair in best:
        if not any(_is_near(repair.places[0], other.places[0]) for other in chosen):
            chosen.append(repair)
    chosen += [repair for repair in best if repair not in chosen][: max(0, most - len(chosen))]
    return tuple(sorted(chosen[:most], key=worth))


def worth(repair: Repair) -> tuple[int, int, int, bool, int]:
    """Sorts: one solution first, by the number of changes; then by what is open; last of what that
    is not known. What keeps a solution comes before what does not."""
    changes = max(repair.cost, len(repair.messages))
    if repair.status is Status.UNIQUE:
        return 0, changes, 0, not repair.keeps, 0
    if repair.open is None:
        return 2, changes, 0, not repair.keeps, 0
    return 1, repair.open, repair.lines, not repair.keeps, changes


def _is_near(one: Place, other: Place) -> bool:
    a, b = (place.a if isinstance(place, Edge) else place for place in (one, other))
    if isinstance(a, Cell) and isinstance(b, Cell):
        return abs(a.row - b.row) + abs(a.col - b.col) <= NEAR
    return a == b


# --- the search -----------------------------------------------------------------------------------


class _Candidate:
    """A change that keeps a target, and which members of the pool stay solutions beside it."""

    __slots__ = ("altered", "order", "seen", "stay", "target")

    def __init__(self, altered: AppliedChange[Any], target: Position, order: int) -> None:
        self.altered, self.target, self.order = altered, target, order
        self.seen = 0
        """So many members of the pool were looked at."""
        self.stay: list[int] = []

    @property
    def place(self) -> Place:
        """Where it is."""
        slots = sorted(self.altered.slots, key=str)
        return slots[0] if slots else self.altered.change.places[0]


_Known = dict[tuple[int, frozenset[Slot], frozenset[Fact]], Position]
"""What becomes of members of the pool with changes of some slots."""


class _Search:
    """All candidates of a puzzle."""

    def __init__(
        self,
        puzzle: Any,
        solution: Position | None,
        now: Survey,
        judge: Judge,
        limits: Limits,
        each: Watcher,
    ) -> None:
        self._puzzle, self._judge, self._limits, self._each = puzzle, judge, limits, each
        self._now, self._pool = now, Pool()
        for found in (*now.pool, *now.solutions):
            self._pool.add(found.position)
        self._facts = max(self._pool.open(range(len(self._pool.members))), len(now.open))
        self._wish = None
        if solution is not None and judge.is_solution(puzzle, solution):
            self._pool.add(solution)
            self._wish = solution
        self._heap: list[tuple[float, int, _Candidate]] = []
        self._seen: set[frozenset[Any]] = set()
        self._unsure: list[_Candidate] = []
        self._clear: list[Position] = []
        """Solutions that have no twin."""
        self._made: dict[Any, _Candidate] = {}
        self._inserts = self._all_inserts()
        self.found: dict[Any, Repair] = {}

    def run(self, most: int) -> None:
        """One target after another, and then what was not known in time."""
        for aims, count in ((self._targets(), TURNS), (self._others(), None)):
            for target in aims:
                self._aim(target)
                self._insert(TURN)
                if self._is_enough(most):
                    return
            self._insert(count)
            if self._is_enough(most):
                return
        for share in (2 * SHARE, 1.0):
            again, self._unsure = self._unsure, []
            for candidate in sorted(again, key=self._promise):
                self._try(candidate, share)

    def _aim(self, target: Position) -> None:
        """The most promising changes that keep a target."""
        self._list(target)
        for candidate in self._best(TRIES if self._wish is None else TARGETS * TRIES):
            self._try(candidate, SHARE)

    def _targets(self) -> Iterator[Position]:
        """Solutions far from each other. One that no changes can tell from another leads nowhere:
        after the first, which is there at once, rather such as have no twin."""
        if self._wish is not None:
            yield self._wish
            return
        first = self._pool.members[:TARGETS]
        yield first[0]
        twins = Twins(self._puzzle, self._judge)
        for own in first:
            found = twins.without(own)
            if found is not None and found not in self._clear:
                self._clear.append(found)
                self._pool.add(found)
                if found is not first[0]:
                    yield found
            if twins.is_tired:
                break

    def _others(self) -> Iterator[Position]:
        """Solutions that have twins, if there are no better ones."""
        if self._wish is None and not self._clear:
            yield from self._pool.members[1:TARGETS]

    def best(self, most: int) -> tuple[Repair, ...]:
        """The best, of those that lead somewhere if there are such."""
        clear = [
            self.found[puzzle] for puzzle, candidate in self._made.items() if self._leads(candidate)
        ]
        kept = [repair for repair in self.found.values() if repair.keeps]
        changing = [repair for repair in self.found.values() if not repair.keeps]
        return ranked([*(clear or kept), *changing], most)

    def _leads(self, candidate: _Candidate) -> bool:
        """Whether a change keeps a solution without a twin."""
        change, fit = candidate.altered.change, self._judge.editor.fit
        return any(
            fit(self._puzzle, change, candidate.altered.after(own)) == change for own in self._clear
        )

    def _is_enough(self, most: int) -> bool:
        """Whether there are enough changes with which it has one solution."""
        best = self.best(most)
        return len(best) == most and all(each.status is Status.UNIQUE for each in best)

    # --- candidates -----------------------------------------------------------------------------

    def _list(self, target: Position) -> None:
        """All changes that keep a target. Those at one cell come one after another: what becomes
        of other solutions is the same then."""
        known: _Known = {}
        for altered in self._judge.editor.additions(self._puzzle, target):
            self._judge.budget.check()
            edits = frozenset(altered.change.edits)
            if edits in self._seen:
                continue
            self._seen.add(edits)
            candidate = _Candidate(altered, target, len(self._seen))
            self._update(candidate, GLANCE, known)
            self._heap.append((self._promise(candidate), candidate.order, candidate))
        heapify(self._heap)

    def _update(self, candidate: _Candidate, most: int, known: _Known) -> None:
        """Look at the members of the pool that it has not seen yet, up to so many."""
        change, slots, facts = candidate.altered
        most = min(most, len(self._pool.members))
        for number in range(candidate.seen, most):
            key = number, slots, facts
            if key not in known:
                known[key] = candidate.altered.after(self._pool.members[number])
            if self._judge.editor.fit(self._puzzle, change, known[key]) == change:
                candidate.stay.append(number)
        candidate.seen = max(candidate.seen, most)

    def _promise(self, candidate: _Candidate) -> float:
        """The less the better: what is settled, for what it costs."""
        settled = self._facts - self._pool.open(candidate.stay)
        change, slots, _ = candidate.altered
        # Where the solution is a picture, it rather stays.
        worse = (not change.is_plain) + (bool(slots) and self._judge.editor.likes_open)
        return -(settled + 1) / (change.cost + worse)

    def _best(self, count: int) -> Iterator[_Candidate]:
        """The most promising ones, not many at one place."""
        places: Counter[Place] = Counter()
        later: list[tuple[float, int, _Candidate]] = []
        while count and self._heap:
            self._judge.budget.check()
            promise, order, candidate = heappop(self._heap)
            self._update(candidate, len(self._pool.members), {})
            if self._promise(candidate) > promise:
                heappush(self._heap, (self._promise(candidate), order, candidate))
                continue
            places[candidate.place] += 1
            if places[candidate.place] > SAME_PLACE:
                later.append((promise, order, candidate))
                continue
            count -= 1
            yield candidate
        self._heap += later
        heapify(self._heap)

    # --- what they do ---------------------------------------------------------------------------

    def _try(self, candidate: _Candidate, share: float) -> None:
        """Survey a change, and tell it if it helps."""
        self._judge.budget.check()
        altered = candidate.altered
        puzzle = self._judge.edited(self._puzzle, altered.change)
        if puzzle is None:
            return
        stay = [altered.after(self._pool.members[number]) for number in candidate.stay]
        then = survey(
            puzzle,
            witnesses=[altered.after(candidate.target), *stay[:WITNESSES]],
            pool=MORE,
            limits=_slice(self._judge, self._limits, share),
        )
        for found in then.pool:
            self._learn(candidate, found.position)
        if then.reached is not None:
            self._unsure.append(candidate)
        if then.solutions and self._helps(then):
            repair = self.found[puzzle] = self._repair(candidate, puzzle, then)
            self._made[puzzle] = candidate
            self._each(repair)

    def _insert(self, count: int | None) -> None:
        """Look at so many more changes that change all solutions, and tell those that help."""
        for insert in islice(self._inserts, count):
            if insert and insert.then.solutions and self._helps(insert.then):
                repair = self._changing(insert)
                if self.found.setdefault(insert.puzzle, repair) is repair:
                    self._each(repair)

    def _all_inserts(self) -> Iterator[Insert | None]:
        """Nothing if a solution is to stay; nor while it is not known where they all differ."""
        if self._wish is not None or not self._now.is_complete:
            return iter(())
        own = self._pool.members[0]
        return inserts(self._puzzle, own, self._now, self._judge, self._survey)

    def _survey(self, puzzle: Any, known: list[Position], pool: int) -> Survey:
        limits = _slice(self._judge, self._limits, SHARE)
        return survey(puzzle, witnesses=known[:WITNESSES], pool=pool, limits=limits)

    def _changing(self, insert: Insert) -> Repair:
        change, puzzle, then = insert
        effect = _outcome(self._now, then)
        return Repair(
            change=change,
            messages=(self._judge.editor.tell(self._puzzle, AppliedChange(change)),),
            outcome=Message(f"{SHARED}.improve.changing", {"effect": effect}),
            cost=change.cost,
            puzzle=puzzle,
            solution=then.solutions[0].position,
            status=then.status,
            keeps=False,
            open=_count(then).cells if then.is_complete else None,
            lines=_count(then).lines,
        )

    def _helps(self, then: Survey) -> bool:
        return then.status is Status.UNIQUE or _count(then) < _count(self._now)

    def _learn(self, candidate: _Candidate, other: Position) -> None:
        """What stays a solution joins the pool, if it is one without the change too."""
        slots = candidate.altered.slots
        facts = frozenset(fact for fact in candidate.target.facts if fact.slot in slots)
        before = AppliedChange(Change(()), slots, facts).after(other)
        if self._judge.is_solution(self._puzzle, before):
            self._pool.add(before)

    def _repair(self, candidate: _Candidate, puzzle: Any, then: Survey) -> Repair:
        altered = candidate.altered
        after = altered.after(candidate.target)
        if then.status is Status.UNIQUE or not self._judge.is_solution(puzzle, after):
            after = then.solutions[0].position
        return Repair(
            change=altered.change,
            messages=(self._judge.editor.tell(self._puzzle, altered),),
            outcome=_outcome(self._now, then),
            cost=altered.change.cost,
            puzzle=puzzle,
            solution=after,
            status=then.status,
            slots=altered.slots,
            open=_count(then).cells if then.is_complete else None,
            lines=_count(then).lines,
        )


class _Count(NamedTuple):
    """How many cells, and lines between cells, are not the same in all solutions."""

    cells: int
    lines: int


def _count(found: Survey) -> _Count:
    cells = sum(isinstance(slot, Cell) for slot in found.open_slots)
    return _Count(cells, len(found.open_slots) - cells)


def _outcome(now: Survey, then: Survey) -> Message:
    """What is open after a change, and was before."""
    if then.status is Status.UNIQUE:
        return Message(f"{SHARED}.improve.one", {})
    if then.status is Status.UNKNOWN:
        return Message(f"{SHARED}.improve.unsure", {})
    form = "so-many" if now.is_complete else "or-more"
    (cells, lines), (were, were_lines) = _count(then), _count(now)
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


# --- sheets that have no solution yet -------------------------------------------------------------


def _completing(
    puzzle: Any,
    solution: Position | None,
    undecided: Collection[Place] | None,
    most: int,
    each: Watcher,
    judge: Judge,
    now: Survey | None = None,
) -> Advances:
    """Parts of one way to complete a sheet; if it has solutions `now`, such as leave it some."""
    if judge.editor.fill is None:
        return Advances(status=Status.NONE)
    done = fill(puzzle, undecided=undecided, solution=solution, limits=judge.left())
    parts: list[Repair] = []
    if done.is_done and done.solution is not None:
        pairs = list(zip(done.changes, done.messages, strict=True))
        for change, message in _apart(pairs, most):
            edited = judge.edited(puzzle, change)
            if edited is None:
                continue
            then = survey(edited, limits=_slice(judge, judge.left(), 1 / most))
            if now is not None and not then.solutions:
                continue
            parts.append(
                Repair(
                    change=change,
                    messages=(message,),
                    outcome=_part_outcome(len(pairs) - 1, now, then),
                    cost=change.cost,
                    puzzle=edited,
                    solution=then.solutions[0].position if then.solutions else EMPTY,
                    status=then.status,
                    open=_count(then).cells if then.solutions and then.is_complete else None,
                    lines=_count(then).lines,
                )
            )
    found = ranked(parts, most)
    for part in found:
        each(part)
    return Advances(status=Status.NONE, found=found, reached=done.reached)


def _part_outcome(rest: int, now: Survey | None, then: Survey) -> Message:
    """What is known of the sheet with one part of a completion, and else how many more complete
    it."""
    if now is not None and then.status is Status.MULTIPLE:
        return _outcome(now, then)
    if rest and then.status not in (Status.UNIQUE, Status.MULTIPLE):
        return Message(f"{SHARED}.improve.rest", {"count": rest})
    names = {Status.UNIQUE: "one", Status.MULTIPLE: "several"}
    return Message(f"{SHARED}.improve.{names.get(then.status, 'unsure')}", {})


def _apart(
    pairs: list[tuple[Change[Any], Message]], most: int
) -> list[tuple[Change[Any], Message]]:
    """Some of them from all over the board."""
    return pairs[:: max(1, len(pairs) // max(1, most))]
