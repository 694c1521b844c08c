"""What all work on an author's puzzle ends with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enpitsu.grade import Grade
from enpitsu.kind import Puzzle
from enpitsu.making import Change
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A puzzle as it was and as it is now.

    Both are the same where nothing was to be done or could be done. `failures` tells, in sentences,
    what was not met; `reached` is the limit that ended the work before all was known or done.
    """

    before: Puzzle
    puzzle: Puzzle
    status: Status
    """What is known about the number of solutions of `puzzle`."""
    grade: Grade | None = None
    """Its grade, if that was asked for."""
    solution: Position | None = None
    """Its solution, if it has exactly one."""
    changes: tuple[Change[Any], ...] = ()
    """What was changed, a change for each place."""
    messages: tuple[Message, ...] = ()
    """What says the same in words."""
    failed: tuple[Message, ...] = ()
    """What says what was not met."""
    reached: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """What was changed, in English words."""
        return tuple(map(say, self.messages))

    @property
    def failures(self) -> tuple[str, ...]:
        """What was not met, in English words."""
        return tuple(map(say, self.failed))

    @property
    def places(self) -> frozenset[Place]:
        """Where something was changed."""
        return frozenset(place for change in self.changes for place in change.places)
