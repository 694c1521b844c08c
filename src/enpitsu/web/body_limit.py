"""A limit on the bytes of all requests together that are held at a time.

A request counts from its first bytes until it is answered, since it may have to wait for a process;
that of a job until the job has ended. The first bytes of each are free, so that those who save a
move are not held up by those who send files. Whatever one client sends, as much stays free for
others, and half as much as an address sends.
"""

from __future__ import annotations

from collections import Counter

from enpitsu.web.fair_queue import Client, count, current_client
from enpitsu.web.request_refusals import Busy, TooMany

FREE_BYTES = 32 * 2**10
OF_FREE_CLIENT = 1.0  # bytes that a client may hold, as a multiple of what is then free
OF_FREE_ADDRESS = 2.0
"""Bytes that all clients of an address may hold, as a multiple of what is then free."""


class BodyLimit:
    """The bytes that are held of all requests."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held_by: Counter[Client | str] = Counter()
        self.held = 0

    def share(self) -> Share:
        """For one request of the client who asks."""
        return Share(self, current_client())

    def take(self, client: Client, size: int) -> None:
        """Hold more; Busy if it is too much, TooMany if it is too much of one client."""
        free = self._most - self.held - size
        if size > 0 and free < 0:
            raise Busy("too much is being sent to the server: try again in a moment")
        limits = (client, OF_FREE_CLIENT), (client.address, OF_FREE_ADDRESS)
        if size > 0 and any(self._held_by[who] + size > of * free for who, of in limits):
            raise TooMany("you are sending too much at a time: try again in a moment", 2)
        self.held += size
        for who, _ in limits:
            count(self._held_by, who, size)


class Share:
    """The bytes that are held of one request."""

    def __init__(self, body_limit: BodyLimit, client: Client) -> None:
        self._limit, self._client = body_limit, client
        self._size = self._counted = 0

    def grow(self, size: int) -> None:
        """More of the request has come; Busy or TooMany if that is too much."""
        counted = max(0, self._size + size - FREE_BYTES)
        self._limit.take(self._client, counted - self._counted)
        self._size, self._counted = self._size + size, counted

    @property
    def size(self) -> int:
        """Bytes that have come."""
        return self._size

    def hand_over(self) -> Share:
        """The same, for somebody who holds the request longer; nothing is left here."""
        other = Share(self._limit, self._client)
        other._size, other._counted = self._size, self._counted
        self._size = self._counted = 0
        return other

    def release(self) -> None:
        """The request is no longer held."""
        self._limit.take(self._client, -self._counted)
        self._size = self._counted = 0
