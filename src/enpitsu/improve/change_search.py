"""The search for changes that lead a puzzle to exactly one solution.

A *target* is a solution that is to stay. A *candidate* is a change, listed by the kind's editor,
that keeps its target and breaks other solutions. The *pool* holds solutions known so far, so that
much of what a candidate breaks is known before the solver is asked; what the solver then finds
against it joins the pool. What helps is a `Fix`, told to a watcher as soon as it is found.

The strategies say what differs: `fixes` looks for the fewest changes that break all other
solutions, `next_changes` for single ones that leave little open, `conflicts` for those that end a
contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic

from enpitsu.grid import Cell, Slot, bit_positions
from enpitsu.improve.fix import Fix, Watcher
from enpitsu.judge import Judge
from enpitsu.kind import P
from enpitsu.making import AppliedChange, Change
from enpitsu.position import Fact, Position
from enpitsu.scene import Place
from enpitsu.solve import Status, Survey
from enpitsu.technique import Message


class SolutionPool:
    """Solutions, and their facts as bits."""

    def __init__(self, members: Iterable[Position] = ()) -> None:
        self.members: list[Position] = []
        self._facts: list[int] = []
        self._names: dict[Fact, int] = {}
        for member in members:
            self.add(member)

    @property
    def all(self) -> int:
        """All members, as bits."""
        return (1 << len(self.members)) - 1

    def add(self, solution: Position) -> None:
        """Take another one in, unless it is known."""
        if solution not in self.members:
            names = self._names
            bits = [names.setdefault(fact, len(names)) for fact in solution.facts]
            self.members.append(solution)
            self._facts.append(sum(1 << bit for bit in bits))

    def open(self, chosen: int) -> int:
        """Count the facts that are not the same in some members."""
        some, every = 0, -1
        for number in bit_positions(chosen):
            some |= self._facts[number]
            every &= self._facts[number]
        return (some & ~every).bit_count()


class CandidateChange:
    """A change that keeps a target, and which members of a pool it breaks, as bits."""

    __slots__ = ("applied", "broken", "order", "seen", "target")

    def __init__(self, applied: AppliedChange[Any], target: Position, order: int = 0) -> None:
        self.applied, self.target, self.order = applied, target, order
        self.broken = self.seen = 0

    @property
    def cost(self) -> int:
        """The number of changes that its author would count it as."""
        return self.applied.change.cost

    @property
    def place(self) -> Place:
        """The place that stands for it."""
        slots = sorted(self.applied.slots, key=str)
        return slots[0] if slots else self.applied.change.places[0]

    @property
    def stay(self) -> int:
        """The members seen so far that stay solutions, as bits."""
        return ~self.broken & ((1 << self.seen) - 1)


Outcomes = dict[tuple[int, frozenset[Slot], frozenset[Fact]], Position]
"""Members of a pool as changes of some slots make them."""


class ChangeSearch(Generic[P]):
    """The part that all strategies share: candidates, what they break, and what was found."""

    def __init__(self, puzzle: P, judge: Judge[P], each: Watcher) -> None:
        self.puzzle, self.judge, self._each = puzzle, judge, each
        self.found: dict[Any, Fix] = {}

    def changes(self, target: Position) -> Iterator[AppliedChange[Any]]:
        """List the changes that keep a target."""
        for applied in self.judge.editor.additions(self.puzzle, target):
            self.judge.budget.check()
            if self.judge.keeps(target, applied.slots):
                yield applied

    def compare(
        self, candidate: CandidateChange, pool: SolutionPool, most: int, known: Outcomes
    ) -> None:
        """See which members of a pool a candidate breaks, up to the first `most`."""
        applied = candidate.applied
        most = min(most, len(pool.members))
        for number in range(candidate.seen, most):
            key = number, applied.slots, applied.facts
            if key not in known:
                known[key] = applied.after(pool.members[number])
            if self.breaks(candidate, known[key]):
                candidate.broken |= 1 << number
        candidate.seen = max(candidate.seen, most)

    def breaks(self, candidate: CandidateChange, after: Position) -> bool:
        """Return whether a candidate breaks the solution of which it makes this."""
        return self.judge.breaks(self.puzzle, candidate.applied, after)

    def undo(
        self, applied: AppliedChange[Any], target: Position, solution: Position
    ) -> Position | None:
        """Return a solution of the changed puzzle as it was before; None if it was none then, and
        so says nothing about other changes."""
        facts = frozenset(fact for fact in target.facts if fact.slot in applied.slots)
        before = AppliedChange(Change[Any](()), applied.slots, facts).after(solution)
        return before if self.judge.is_solution(self.puzzle, before) else None

    def offer(self, fix: Fix, *, again: bool = False) -> None:
        """Keep a fix and tell it, unless the same puzzle was offered before (`again`: even so), or
        a locked cell of a picture changes."""
        if (again or fix.puzzle not in self.found) and self.judge.keeps(fix.solution, fix.slots):
            self.found[fix.puzzle] = fix
            self._each(fix)

    def make_fix(
        self,
        applied: AppliedChange[Any],
        puzzle: P,
        outcome: Message,
        *,
        solution: Position,
        status: Status = Status.UNIQUE,
        then: Survey | None = None,
        messages: tuple[Message, ...] = (),
        keeps: bool = True,
    ) -> Fix:
        """Put together what is known of a change; `then` is a survey of the changed puzzle."""
        cells, lines = (0, 0) if then is None else count_open(then)
        is_counted = then is not None and then.is_complete and bool(then.solutions)
        return Fix(
            change=applied.change,
            messages=messages or (self.judge.editor.tell(self.puzzle, applied),),
            outcome=outcome,
            puzzle=puzzle,
            solution=solution,
            status=status,
            slots=applied.slots,
            keeps=keeps,
            open=cells if is_counted else None,
            lines=lines,
        )


def count_open(found: Survey) -> tuple[int, int]:
    """Count the cells, and the lines between cells, that are not the same in all solutions."""
    cells = sum(isinstance(slot, Cell) for slot in found.open_slots)
    return cells, len(found.open_slots) - cells
