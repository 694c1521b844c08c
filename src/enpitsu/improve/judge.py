"""Who answers the one question behind every change: how many solutions has the puzzle then?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from enpitsu.check import check
from enpitsu.errors import FormatError, LimitReached, PuzzleError
from enpitsu.grid import Slot
from enpitsu.kind import Kind, Puzzle, Solution
from enpitsu.limits import Limits
from enpitsu.making import AppliedChange, Change, Editor
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Result, Status, solve
from enpitsu.technique import Message
from enpitsu.words import SHARED, say

MOST_CONFLICTS = 50_000
"""Conflicts of the solver after which a question about a changed puzzle is left open."""
UNCHANGED = Message(f"{SHARED}.improve.unchanged", {})
"""What is said of a solution that stays."""
FEW = 3
"""So many differences between two solutions are told one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """Changes after which the puzzle has the given status, and what they do."""

    change: Change[Any]
    """All changes in one."""
    messages: tuple[Message, ...]
    """What to do, one for each change."""
    outcome: Message
    """What becomes of the solution that was meant to stay."""
    cost: int
    """How many changes its author would count."""
    puzzle: Puzzle
    """The puzzle with all of them."""
    solution: Position
    status: Status = Status.UNIQUE
    slots: frozenset[Slot] = frozenset()
    """What of the solution changes with the clues, as a cell of a picture."""
    keeps: bool = True
    """Whether a solution stays one, but for these slots; else all of them change."""
    open: int | None = None
    """How many cells are not the same in all solutions then, where that was looked at."""
    lines: int = 0
    """How many lines between cells are not."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where something changes: in the solution first, then the clues."""
        return tuple(dict.fromkeys((*sorted(self.slots, key=str), *self.change.places)))

    @property
    def texts(self) -> tuple[str, ...]:
        """What to do, in English words."""
        return tuple(map(say, self.messages))

    @property
    def effect(self) -> str:
        """What becomes of the solution, in English words."""
        return say(self.outcome)

    @property
    def text(self) -> str:
        """All changes in words."""
        return "; ".join(self.texts)


class Judge:
    """The solver with the limits of one piece of work; it remembers what it was asked."""

    def __init__(self, puzzle: Puzzle, limits: Limits) -> None:
        self._kind: Kind[Any] = kind_of(puzzle)
        self._limits, self.budget = limits, limits.start()
        self._known: dict[Any, tuple[int, list[Solution] | None]] = {}

    @property
    def editor(self) -> Editor[Any, Any]:
        """How puzzles of the kind are changed."""
        if self._kind.editor is None:
            raise PuzzleError(f"{self._kind.name} puzzles cannot be changed yet")
        return self._kind.editor

    def left(self) -> Limits:
        """The limits for what is still to do."""
        return replace(self._limits, seconds=self.budget.left())

    def solutions(self, puzzle: Any, most: int = 2) -> list[Position] | None:
        """Up to so many solutions; None if that is too hard to tell. LimitReached at a limit."""
        found = self._found(puzzle, most)
        return None if found is None else [solution.position for solution in found]

    def _found(self, puzzle: Any, most: int) -> list[Solution] | None:
        self.budget.check()
        asked, known = self._known.get(puzzle, (0, []))
        if asked < most and (known is None or len(known) == asked):
            asked, known = self._known[puzzle] = self._asked(puzzle, most)
        return None if known is None else known[:most]

    def has_all(self, puzzle: Any) -> bool:
        """Whether the solutions asked for were all there are."""
        asked, known = self._known.get(puzzle, (0, []))
        return known is not None and len(known) < asked

    def solution_with(self, puzzle: Any, position: Position) -> Position | None:
        """A solution that agrees with a position, if one is soon found."""
        found = self._solved(puzzle, 1, position)
        return found.solutions[0].position if found.solutions else None

    def _solved(self, puzzle: Any, most: int, position: Position = EMPTY) -> Result:
        allowed = self._limits.conflicts
        conflicts = MOST_CONFLICTS if allowed is None else min(allowed, MOST_CONFLICTS)
        limits = replace(self.left(), conflicts=conflicts)
        found = solve(puzzle, solutions=most, position=position, limits=limits)
        if found.reached not in (None, "conflicts") or (found.reached and conflicts == allowed):
            raise LimitReached(found.reached)
        return found

    def _asked(self, puzzle: Any, most: int) -> tuple[int, list[Solution] | None]:
        """Solutions, and how many were looked for in vain or found."""
        found = self._solved(puzzle, most)
        answers = found.solutions
        if not found.reached:
            return most, answers
        return (most, None) if len(answers) < min(most, 2) else (len(answers), answers)

    def only_solution(self, puzzle: Any) -> Position | None:
        """The solution, if there is exactly one and that can be told."""
        found = self._found(puzzle, 2)
        return found[0].position if found is not None and len(found) == 1 else None

    def is_open(self, puzzle: Any) -> bool:
        """Whether it is too hard to tell if a puzzle has exactly one solution."""
        return self._found(puzzle, 2) is None

    def is_solution(self, puzzle: Any, position: Position) -> bool:
        """Whether a position solves a puzzle, by the rules."""
        self.budget.check()
        try:
            return not check(puzzle, position)
        except FormatError:
            return False

    def edited(self, puzzle: Any, change: Change[Any]) -> Any | None:
        """The puzzle with a change; None if it cannot be made."""
        try:
            return self.editor.edit(puzzle, change)
        except PuzzleError:
            return None


def join(
    editor: Editor[Any, Any], puzzle: Any, solution: Position, parts: Iterable[AppliedChange[Any]]
) -> AppliedChange[Any] | None:
    """Several changes made together, fitted to what becomes of a solution; None if they do not go
    together."""
    edits: dict[Place, Any] = {}
    whole: AppliedChange[Any] = AppliedChange(Change(()))
    parts = list(parts)
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


def difference(kind: str, before: Position, after: Position) -> Message:
    """What becomes of a solution."""
    if before == after:
        return UNCHANGED
    come = [fact for fact in after if fact not in before.facts]
    gone = [fact.opposite for fact in before if fact not in after.facts]
    if len(come) + len(gone) <= FEW:
        return Message(f"{kind}.improve.then", {"facts": (*come, *gone)})
    count = len({fact.slot for fact in (*come, *gone)})
    return Message(f"{SHARED}.improve.another", {"count": count})
