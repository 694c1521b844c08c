"""How far a player is with a technique, and when it comes back.

A technique comes back after times that grow while it is done without help: a day, three, a week,
three weeks. Help puts it back to the first of them; help in a game makes it due at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

WAITS = (1, 3, 7, 21)  # days until a technique comes back
KNOWN_AFTER = 3  # exercises in a row without help
MOST_COUNTED = 10_000  # exercises in a row, or times that help was needed


class LessonState(StrEnum):
    """How far a player is with a lesson."""

    NEW = "new"
    BEGUN = "begun"
    KNOWN = "known"
    DUE = "due"
    """It comes back today."""


class LessonProgress(NamedTuple):
    """A player's progress with a technique."""

    right_in_a_row: int = 0
    helped: int = 0
    box: int = 0
    due: datetime | None = None
    """When it comes back; None while nothing was done."""
    seed: str = ""
    """The exercise that was done last."""

    def state(self, at: datetime) -> LessonState:
        """How far the player is at a time."""
        if self.due is None:
            return LessonState.NEW
        if self.due <= at:
            return LessonState.DUE
        is_known = self.right_in_a_row >= KNOWN_AFTER
        return LessonState.KNOWN if is_known else LessonState.BEGUN

    def after_exercise(self, seed: str, is_helped: bool, at: datetime) -> LessonProgress:
        """The progress after an exercise was done."""
        if seed == self.seed:
            return self
        if is_helped:
            return LessonProgress(0, self._helped_once_more, 1, _later(1, at), seed)
        right = min(self.right_in_a_row + 1, MOST_COUNTED)
        if self.due is not None and self.due > at:
            # Practised before its time, it comes back when it would have.
            return self._replace(right_in_a_row=right, seed=seed)
        box = min(self.box + 1, len(WAITS))
        return LessonProgress(right, self.helped, box, _later(box, at), seed)

    def after_hint(self, at: datetime) -> LessonProgress:
        """The progress after a hint in a game told the technique: once for each time it is due."""
        if self.due is not None and self.due <= at:
            return self
        return self._replace(right_in_a_row=0, helped=self._helped_once_more, box=0, due=at)

    @property
    def _helped_once_more(self) -> int:
        return min(self.helped + 1, MOST_COUNTED)


def _later(box: int, at: datetime) -> datetime:
    """Return the beginning of the day on which a technique comes back."""
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return day + timedelta(days=WAITS[box - 1])


NOTHING_DONE = LessonProgress()
