"""Fixes: changes of a puzzle with what they do, in the order of their worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from enpitsu.grid import Cell, Edge, Slot
from enpitsu.kind import Puzzle
from enpitsu.making import Change
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import SHARED, say

MAX_FIXES = 5  # that are offered
MAX_TOLD_FACTS = 3  # so many differences between two solutions are told one by one
NEAR = 1  # cells: places not farther from each other are nearly the same

UNCHANGED = Message(f"{SHARED}.improve.unchanged", {})  # says that the solution stays


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """Changes after which the puzzle has the given status, and what they do."""

    change: Change[Any]
    """All changes in one."""
    messages: tuple[Message, ...]
    """The changes in words, one for each."""
    outcome: Message
    """The effect on the solution that was meant to stay, in words."""
    puzzle: Puzzle
    """The puzzle with all changes."""
    solution: Position
    status: Status = Status.UNIQUE
    slots: frozenset[Slot] = frozenset()
    """The slots of the solution that change with the clues, as a cell of a picture."""
    keeps: bool = True
    """True if a solution stays one, but for these slots; else all of them change."""
    open: int | None = None
    """The number of cells that are not the same in all solutions then, where that was looked at."""
    lines: int = 0
    """The number of lines between cells that are not."""

    @property
    def cost(self) -> int:
        """The number of changes that its author would count."""
        return self.change.cost

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that change: in the solution first, then the clues."""
        return tuple(dict.fromkeys((*sorted(self.slots, key=str), *self.change.places)))

    @property
    def texts(self) -> tuple[str, ...]:
        """The changes in English."""
        return tuple(map(say, self.messages))

    @property
    def text(self) -> str:
        """All changes in one English sentence."""
        return "; ".join(self.texts)

    @property
    def effect(self) -> str:
        """The effect on the solution, in English."""
        return say(self.outcome)


Watcher = Callable[[Fix], object]
"""Is told of each fix as soon as it is found."""


def ignore(found: Fix | list[Fix]) -> None:
    """Watch for nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixes:
    """Changes of a puzzle, the best first, and what was proved on the way.

    `status` is that of the puzzle. `at_least` is how many changes are needed at least if one of its
    solutions is to stay, but for the places that change: proved; `is_fewest` if the first fix
    needs no more. `conflict` names the clues of a puzzle without solution that contradict each
    other: without one of them they do not. `open` is how many cells are not the same in all its
    solutions, known for certain if `is_complete`. `reached` is the limit that ended the search.
    """

    status: Status
    found: tuple[Fix, ...] = ()
    at_least: int = 0
    is_fewest: bool = False
    conflict: tuple[str, ...] = ()
    open: int = 0
    is_complete: bool = True
    reached: str | None = None

    @property
    def text(self) -> str:
        """The fixes in English, a line each."""
        return "\n".join(f"{fix.text}: {fix.effect}" for fix in self.found)


def worth(fix: Fix) -> tuple[int, int, int, bool, int]:
    """Sort: one solution first, by the number of changes; then by what is open; last those of which
    that is not known. What keeps a solution comes before what does not."""
    changes = max(fix.cost, len(fix.messages))
    if fix.status is Status.UNIQUE:
        return 0, changes, 0, not fix.keeps, 0
    if fix.open is None:
        return 2, changes, 0, not fix.keeps, 0
    return 1, fix.open, fix.lines, not fix.keeps, changes


def rank(found: Iterable[Fix], most: int = MAX_FIXES) -> tuple[Fix, ...]:
    """Return the best, spread over the board: of those that are nearly the same only the best, as
    long as there are others."""
    best = sorted(found, key=worth)
    chosen: list[Fix] = []
    for fix in best:
        if not any(_is_near(fix.places[0], other.places[0]) for other in chosen):
            chosen.append(fix)
    chosen += [fix for fix in best if fix not in chosen][: max(0, most - len(chosen))]
    return tuple(sorted(chosen[:most], key=worth))


def _is_near(one: Place, other: Place) -> bool:
    a, b = (place.a if isinstance(place, Edge) else place for place in (one, other))
    if isinstance(a, Cell) and isinstance(b, Cell):
        return abs(a.row - b.row) + abs(a.col - b.col) <= NEAR
    return a == b


def tell_difference(kind: str, before: Position, after: Position) -> Message:
    """Say what becomes of a solution."""
    if before == after:
        return UNCHANGED
    come = [fact for fact in after if fact not in before.facts]
    gone = [fact.opposite for fact in before if fact not in after.facts]
    if len(come) + len(gone) <= MAX_TOLD_FACTS:
        return Message(f"{kind}.improve.then", {"facts": (*come, *gone)})
    count = len({fact.slot for fact in (*come, *gone)})
    return Message(f"{SHARED}.improve.another", {"count": count})
