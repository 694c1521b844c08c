"""Connections that nobody uses, or that somebody uses to keep others out: closed.

uvicorn gives a connection all the time in the world for its first request and for reading the
answer. Here each has its time for both, what waits to be sent is bounded, and where there are too
many connections, of one address or in all, one that has not moved for longest makes room for the
next.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

from enpitsu.web.addresses import Proxies, group_of
from enpitsu.web.security import NO_ROOM
from enpitsu.web.server_config import ServerConfig

SILENT_SECONDS = 15.0  # how long a connection may take to bring the head of a request
SENDING_SECONDS = 15.0
"""Seconds in which a client must read a part of an answer: LEAST_SENT, or a share of what waits."""
LEAST_SENT = 64 * 2**10  # bytes that are read in that time, at least
LEAST_SHARE = 16  # one of so many parts of what waits is read in that time, at least
LOOK_SECONDS = 1.0
DEAD_SECONDS = 30  # seconds for which the other side may leave sent data unacknowledged
SPARE_FILES = 200  # open files that are left for everything but connections


_USUAL = ServerConfig()


class _Sending(NamedTuple):
    """The bytes that waited to be sent at some time."""

    since: float
    size: int


class Impatient(H11Protocol):
    """uvicorn's protocol, with an eye on connections that do not move."""

    silent_seconds = SILENT_SECONDS
    sending_seconds = SENDING_SECONDS
    most_open = _USUAL.connections
    most_each = _USUAL.connections_each
    most_sending = _USUAL.sending_bytes
    proxies = Proxies()
    address = ""
    is_ended = False
    """True once it was closed here; the other side may still be there for a moment."""
    moved = 0.0
    """When something last came or went."""
    _silent_since: float | None = None
    _sending: _Sending | None = None
    _timer: asyncio.TimerHandle | None = None

    # --- what uvicorn and the event loop tell -----------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Watch a new connection."""
        super().connection_made(transport)
        # Told as soon as anything waits: many times a little is much.
        transport.set_write_buffer_limits(0)
        host = self.client[0] if self.client else ""
        self.address = "" if self.proxies.know(host) else group_of(host)
        self.moved = self._silent_since = time.monotonic()
        _set_keepalive(transport.get_extra_info("socket"))
        self._timer = self.loop.call_later(LOOK_SECONDS, self._look)
        self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take something in; whether it is a whole request shows afterwards."""
        self.moved = time.monotonic()
        super().data_received(data)
        if self.is_asked:
            self._silent_since = None
        elif self._silent_since is None:
            self._silent_since = self.moved

    def connection_lost(self, exc: Exception | None) -> None:
        """Let a connection go."""
        self.is_ended = True
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)
        # Else the transport, and all that it knows, would hold itself.
        getattr(self.transport, "__dict__", {}).pop("_read_ready_cb", None)

    def on_response_complete(self) -> None:
        """Note that an answer is on its way."""
        self.moved = time.monotonic()
        super().on_response_complete()

    def handle_events(self) -> None:
        """Go on with what has come; no further request while the last answer is not read."""
        if self.flow.write_paused and not self.is_asked:
            self.flow.pause_reading()
        else:
            super().handle_events()

    def pause_writing(self) -> None:
        """Bound what waits to be sent."""
        super().pause_writing()
        waiting = {each: each.waiting for each in self._everyone()}
        while sum(waiting.values()) > self.most_sending:
            slowest = _slowest(waiting)
            del waiting[slowest]
            slowest.end()

    def resume_writing(self) -> None:
        """Read on: the bytes that waited are sent."""
        super().resume_writing()
        if not (self.is_asked or self.transport.is_closing()):
            self.flow.resume_reading()
            self.handle_events()

    # --- how it is --------------------------------------------------------------------------------

    @property
    def is_asked(self) -> bool:
        """True if a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def is_working(self) -> bool:
        """True while a request that has come whole is answered, and the answer is read."""
        return self.is_asked and not self.cycle.more_body and not self.flow.write_paused

    @property
    def waiting(self) -> int:
        """Bytes that wait to be sent."""
        return 0 if self.is_ended else self.transport.get_write_buffer_size()

    def end(self) -> None:
        """Close it at once; what waits to be sent is dropped."""
        self.is_ended = True
        self.transport.abort()

    # --- inside -----------------------------------------------------------------------------------

    def _look(self) -> None:
        now = time.monotonic()
        silent = 0.0 if self._silent_since is None or self.is_asked else now - self._silent_since
        if silent > self.silent_seconds or self._is_stuck(now):
            self.end()
        else:
            self._timer = self.loop.call_later(LOOK_SECONDS, self._look)

    def _is_stuck(self, now: float) -> bool:
        """Return whether an answer is not read, or too slowly."""
        size, before = self.waiting, self._sending
        if not size:
            self._sending = None
        elif before is None or size > before.size:
            self._sending = _Sending(now, size)
        elif now - before.since > self.sending_seconds:
            if before.size - size < max(LEAST_SENT, before.size // LEAST_SHARE):
                return True
            self._sending, self.moved = _Sending(now, size), now
        return False

    def _make_room(self) -> None:
        everyone = self._everyone()
        crowd = [each for each in everyone if each.address == self.address]
        if not self.address or len(crowd) <= self.most_each:
            if len(everyone) <= self.most_open:
                return
            [(largest, _)] = Counter(each.address for each in everyone).most_common(1)
            crowd = [each for each in everyone if each.address == largest]
        idle = [each for each in crowd if not (each is self or each.is_working)]
        if idle:
            min(idle, key=lambda each: each.moved).end()
        else:
            self.app_state = {**self.app_state, NO_ROOM: True}

    def _everyone(self) -> list[Impatient]:
        found: Iterable[Any] = self.connections
        return [each for each in found if isinstance(each, Impatient) and not each.is_ended]


def _slowest(waiting: dict[Impatient, int]) -> Impatient:
    """Return the one that has waited longest, of the address for which most waits."""
    sums: Counter[str] = Counter()
    for each, size in waiting.items():
        sums[each.address] += size
    [(address, _)] = sums.most_common(1)
    theirs = [each for each, size in waiting.items() if size and each.address == address]
    return min(theirs, key=lambda each: each.moved)


def _set_keepalive(line: socket.socket | None) -> None:
    """Have the system close a connection whose other side is gone without a word."""
    if line is None or line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    with suppress(OSError, AttributeError, TypeError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, DEAD_SECONDS)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, DEAD_SECONDS // 3)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_SECONDS * 1000)


def impatient(config: ServerConfig) -> type[Impatient]:
    """Return the protocol with the limits of a server."""

    class Set(Impatient):
        most_open = _most_files(config.connections)
        most_each = config.connections_each
        most_sending = config.sending_bytes
        proxies = Proxies(config.proxies)

    return Set


def _most_files(wanted: int) -> int:
    """Return the connections that the system allows, after asking it for so many."""
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = wanted + SPARE_FILES
    if soft == resource.RLIM_INFINITY or soft >= enough:
        return wanted
    more = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
        soft = more
    return max(1, soft - SPARE_FILES)
