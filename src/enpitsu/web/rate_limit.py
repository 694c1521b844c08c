"""Limits by the minute for each address or player: how often, and how many bytes."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import NamedTuple, Self

from enpitsu.web.request_refusals import TooMany
from enpitsu.web.server_config import ServerConfig

MINUTE = 60.0
MOST_KEYS = 10_000
"""Addresses and players that are remembered before those are forgotten who did nothing lately."""


class _Times:
    """The acts of one address or player in the last minute, second by second."""

    __slots__ = ("seconds", "sizes", "total")

    def __init__(self) -> None:
        self.seconds: deque[int] = deque()
        self.sizes: deque[int] = deque()
        self.total = 0

    def drop_old(self, now: float) -> None:
        while self.seconds and now - self.seconds[0] > MINUTE:
            self.seconds.popleft()
            self.total -= self.sizes.popleft()

    def add(self, now: float, size: int) -> None:
        if not self.seconds or self.seconds[-1] != int(now):
            self.seconds.append(int(now))
            self.sizes.append(0)
        self.sizes[-1] += size
        self.total += size


class RateLimit:
    """So many times a minute, or so many bytes, for each address or player; asked in threads."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most, self._sentence = most, sentence
        self._times: dict[str, _Times] = {}
        self._lock = Lock()

    def step(self, key: str, size: int = 1) -> None:
        """Count once more, or so much more; TooMany if that is too much."""
        now = time.monotonic()
        with self._lock:
            times = self._times.setdefault(key, _Times())
            times.drop_old(now)
            if times.total + size > self._most:
                raise TooMany(self._sentence)
            times.add(now, size)
            if len(self._times) > MOST_KEYS:
                # All who have done nothing for a minute are forgotten.
                latest = {
                    key: each.seconds[-1] for key, each in self._times.items() if each.seconds
                }
                active = [key for key, second in latest.items() if now - second <= MINUTE]
                self._times = {key: self._times[key] for key in active}


class RateLimits(NamedTuple):
    """The limits by the minute of a server."""

    newcomers: RateLimit
    """New players, by address."""
    keys: RateLimit
    """Keys that are tried, by address."""
    writes: RateLimit
    """Changes, by player."""
    bytes: RateLimit
    """Bytes of changes, by player."""
    bytes_of_address: RateLimit
    """Bytes of changes, by address: players cost nothing."""
    exports: RateLimit
    """Files of everything, by player."""

    @classmethod
    def of(cls, config: ServerConfig) -> Self:
        """Make the limits that a server asks for."""
        return cls(
            newcomers=RateLimit(
                config.most_players_each,
                "too many new players from one place: try again in a minute",
            ),
            keys=RateLimit(
                config.most_keys_each, "too many keys were tried: try again in a minute"
            ),
            writes=RateLimit(config.most_writes_each, "you save too often: try again in a moment"),
            bytes=RateLimit(
                config.most_bytes_each, "you save too much at once: try again in a minute"
            ),
            bytes_of_address=RateLimit(
                config.most_bytes_address,
                "too much is saved at once from one place: try again in a minute",
            ),
            exports=RateLimit(config.most_exports_each, "one file after the other: wait a minute"),
        )

    def count_write(self, address: str, player: int | None, size: int) -> None:
        """Count a change that brings so many bytes; TooMany if there are too many."""
        who = address if player is None else f"player {player}"
        self.writes.step(who)
        self.bytes.step(who, size)
        self.bytes_of_address.step(address, size)
