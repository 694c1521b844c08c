"""The result of work on an author's puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enpitsu.grade import Grade, Level, check_level
from enpitsu.kind import Puzzle
from enpitsu.making import Change
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import SHARED, say


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPuzzle:
    """A puzzle as it was and as it is now.

    Both are the same where nothing was to be done or could be done. `failures` tells, in sentences,
    what was not met; `reached` is the limit that ended the work before all was known or done.
    """

    before: Puzzle
    puzzle: Puzzle
    status: Status
    """The status of `puzzle`."""
    grade: Grade | None = None
    """Its grade, if that was asked for."""
    solution: Position | None = None
    """Its solution, if it has exactly one."""
    changes: tuple[Change[Any], ...] = ()
    """The changes that were made, one for each place."""
    messages: tuple[Message, ...] = ()
    """The same in words."""
    failed: tuple[Message, ...] = ()
    """Requests that were not met, in words."""
    reached: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The changes in English."""
        return tuple(map(say, self.messages))

    @property
    def failures(self) -> tuple[str, ...]:
        """The requests that were not met, in English."""
        return tuple(map(say, self.failed))

    @property
    def places(self) -> frozenset[Place]:
        """The places that were changed."""
        return frozenset(place for change in self.changes for place in change.places)


def find_level(puzzle: Puzzle, level: str) -> Level:
    """Return the level of this name; PuzzleError if there is none, or puzzles of the kind never
    have it."""
    return check_level(kind_of(puzzle), level)


def miss_level(level: Level, nearest: Level | None) -> Message:
    """Say that a level was not met, and the nearest that was found."""
    names = {"level": level, "nearest": nearest or level}
    args = {at: Message(f"{SHARED}.improve.levels.{name}", {}) for at, name in names.items()}
    return Message(f"{SHARED}.improve.nearest", args)
