"""How much of all requests together is held at a time.

A request counts from its first bytes until it is answered, since it may have to wait for a process;
that of a job until the job has ended. The first bytes of each are free, so that those who save a
move are not held up by those who send files. One address may hold as much as it leaves to others,
so however many send much at once, something is left for the next.
"""

from __future__ import annotations

from collections import Counter

from enpitsu.web.refusals import Busy

FREE_BYTES = 32 * 2**10


class Intake:
    """What is held of all requests."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held_by: Counter[str] = Counter()
        self.held = 0

    def share(self, address: str = "") -> Share:
        """For one request from an address."""
        return Share(self, address)

    def take(self, size: int, address: str) -> None:
        """Hold more, or less; Busy if it is too much."""
        theirs = self._held_by[address] + size
        if size > 0 and theirs > self._most - self.held - size:
            raise Busy("too much is being sent to the server: try again in a moment")
        self.held += size
        self._held_by[address] = theirs
        if not theirs:
            del self._held_by[address]


class Share:
    """What is held of one request."""

    def __init__(self, intake: Intake, address: str) -> None:
        self._intake, self._address = intake, address
        self._size = self._counted = 0

    def grow(self, size: int) -> None:
        """More of the request has come; Busy if that is too much."""
        counted = max(0, self._size + size - FREE_BYTES)
        self._intake.take(counted - self._counted, self._address)
        self._size, self._counted = self._size + size, counted

    def hand_over(self) -> Share:
        """The same, for somebody who holds the request longer; nothing is left here."""
        other = Share(self._intake, self._address)
        other._size, other._counted = self._size, self._counted
        self._size = self._counted = 0
        return other

    def release(self) -> None:
        """The request is no longer held."""
        self._intake.take(-self._counted, self._address)
        self._size = self._counted = 0
