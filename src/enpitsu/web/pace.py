"""How often each address may do something."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

from enpitsu.web.refusals import TooMany

MINUTE = 60.0
MOST_ADDRESSES = 10_000


class Pace:
    """So many times a minute for each address; asked in threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: dict[str, deque[float]] = {}
        self._lock = Lock()

    def step(self, address: str) -> None:
        """Once more; TooMany if that is too often."""
        now = time.monotonic()
        with self._lock:
            times = self._times.setdefault(address, deque())
            while times and now - times[0] > MINUTE:
                times.popleft()
            if len(times) >= self._most:
                raise TooMany("too many new players from one place: try again in a minute")
            times.append(now)
            if len(self._times) > MOST_ADDRESSES:
                self._forget(now)

    def _forget(self, now: float) -> None:
        """Addresses that have done nothing for a minute."""
        kept = {key: each for key, each in self._times.items() if now - each[-1] <= MINUTE}
        self._times = kept
