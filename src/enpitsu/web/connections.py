"""Connections over which nobody asks anything: closed after a while, and earlier where many wait.

uvicorn gives a connection all the time in the world for its first request; some hundred silent ones
would keep everybody else out.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENT_SECONDS = 15.0
"""How long a connection may take to bring the head of a request."""
MOST_OPEN = 400
"""With more connections than these, the one that has been silent longest is closed."""
MOST_REQUESTS = 600
"""What uvicorn is told to bear, silent ones and others."""


class Impatient(H11Protocol):
    """uvicorn's protocol, with an eye on silent connections."""

    silent_seconds = SILENT_SECONDS
    most_open = MOST_OPEN
    _watch: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: Any) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self._begin_watch()
        if len(self.connections) > self.most_open:
            self._close_one()

    def data_received(self, data: bytes) -> None:
        """Something was said; whether it was a whole request shows afterwards."""
        super().data_received(data)
        if self.is_asked:
            self._end_watch()
        elif self._watch is None:
            self._begin_watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._end_watch()
        super().connection_lost(exc)

    @property
    def is_asked(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _begin_watch(self) -> None:
        self._since = time.monotonic()
        self._watch = self.loop.call_later(self.silent_seconds, self._close_if_silent)

    def _end_watch(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _close_if_silent(self) -> None:
        self._watch = None
        if not self.is_asked and not self.transport.is_closing():
            self.transport.close()

    def _close_one(self) -> None:
        # Those that are closed already are still among them for a moment.
        others: list[Any] = [each for each in self.connections if each is not self]
        silent = [each for each in others if _is_silent(each)]
        if silent:
            min(silent, key=lambda each: each._since).transport.close()


def _is_silent(each: Any) -> bool:
    return isinstance(each, Impatient) and not each.is_asked and not each.transport.is_closing()
