"""How much of all requests together is held at a time.

A request counts from its first bytes until it is answered, since it may have to wait for a process;
that of a job until the job has ended. The first bytes of each are free, so that those who save a
move are not held up by those who send files.
"""

from __future__ import annotations

from enpitsu.web.refusals import Busy

FREE_BYTES = 32 * 2**10


class Intake:
    """What is held of all requests."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.held = 0

    def share(self) -> Share:
        """For one request."""
        return Share(self)

    def take(self, size: int) -> None:
        """Hold more; Busy if it is too much."""
        if self.held + size > self._most:
            raise Busy("too much is being sent to the server: try again in a moment")
        self.held += size


class Share:
    """What is held of one request."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._size = self._counted = 0

    def grow(self, size: int) -> None:
        """More of the request has come; Busy if that is too much."""
        counted = max(0, self._size + size - FREE_BYTES)
        self._intake.take(counted - self._counted)
        self._size, self._counted = self._size + size, counted

    @property
    def size(self) -> int:
        """Bytes that have come."""
        return self._size

    def hand_over(self) -> Share:
        """The same, for somebody who holds the request longer; nothing is left here."""
        other = Share(self._intake)
        other._size, other._counted = self._size, self._counted
        self._size = self._counted = 0
        return other

    def release(self) -> None:
        """The request is no longer held."""
        self._intake.held -= self._counted
        self._size = self._counted = 0
