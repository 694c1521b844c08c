"""Limits on time, conflicts and memory, and the one way to stop a long computation."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.processes import resident_megabytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a computation; None means without limit.

    `seconds` is wall-clock time, `memory` the megabytes the whole process may hold, `cancel` an
    event that another thread sets to stop the work.
    """

    seconds: float | None = None
    conflicts: int | None = None
    memory: float | None = None
    cancel: threading.Event | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "conflicts", "memory"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise PuzzleError(f"the limit on {name} must be 0 or more")

    def start(self) -> Budget:
        """Start the clock."""
        return Budget(self)


class Budget:
    """Running limits: asked often, cheap to ask."""

    __slots__ = ("_cancel", "_deadline", "_memory", "conflicts", "started")

    def __init__(self, limits: Limits) -> None:
        self.started = time.perf_counter()
        self._deadline = None if limits.seconds is None else self.started + limits.seconds
        self._memory = limits.memory
        self._cancel = limits.cancel
        self.conflicts = limits.conflicts

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    @property
    def can_be_cancelled(self) -> bool:
        """True if another thread may end the work."""
        return self._cancel is not None

    @property
    def limits_memory(self) -> bool:
        """True if there is a limit on memory."""
        return self._memory is not None

    def left(self) -> float | None:
        """Seconds until the deadline, at least 0; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def spent(self) -> str | None:
        """Return the limit that is reached: "cancelled", "time", "memory"; None while there is
        room."""
        if self._cancel is not None and self._cancel.is_set():
            return "cancelled"
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return "time"
        if self._memory is not None and resident_megabytes() > self._memory:
            return "memory"
        return None

    def reserve(self, megabytes: float) -> None:
        """Raise LimitReached if so much more memory would be too much."""
        if self._memory is not None and resident_megabytes() + megabytes > self._memory:
            raise LimitReached("memory")

    def check(self) -> None:
        """Raise LimitReached if a limit is reached."""
        reason = self.spent()
        if reason is not None:
            raise LimitReached(reason)


NO_LIMITS = Limits()
