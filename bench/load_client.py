"""What `scripts/bench load` is made of beside its players: a frugal HTTP client that notes how long
each answer took, and the processor time and memory of processes."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from enpitsu.processes import processor_seconds, resident_megabytes

HELD_UP = (429, 503)
"""Refusals that a page waits after, if they say how long."""
PATIENCE = 30.0
"""Seconds after which an answer is given up."""
MOST_TRIES = 40
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_RETRY = re.compile(rb"retry-after: *(\d+)", re.IGNORECASE)
_COOKIE = re.compile(rb"set-cookie: *([^;\r\n]+)", re.IGNORECASE)
_CLOSE = re.compile(rb"connection: *close", re.IGNORECASE)


class Notes:
    """What became of all requests, by sort."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        """Seconds that good answers took, each by itself."""
        self.waits: defaultdict[str, list[float]] = defaultdict(list)
        """Seconds until there was a good answer, refusals and waiting before it included."""
        self.refused: Counter[str] = Counter()
        """Told to wait, as often as that."""
        self.errors: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def wrong(self, sort: str, reason: str) -> None:
        """Something that must not be."""
        self.errors[sort] += 1
        self.reasons[f"{sort}: {reason[:150]}"] += 1


class Answer(NamedTuple):
    """An answer that was read whole."""

    status: int
    head: bytes
    content: bytes

    def data(self) -> Any:
        """What its JSON says."""
        return json.loads(self.content)


class Client:
    """One browser: a connection that is kept, a cookie, an address of its own if that can be."""

    def __init__(self, host: str, port: int, notes: Notes, address: str | None) -> None:
        self._host, self._port, self._notes = host, port, notes
        self._address = address
        self._cookie = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, sort: str, method: str, path: str, body: str | None = None
    ) -> Answer | None:
        """A good answer. None if there is none: that is noted as an error. A refusal that says how
        long to wait is noted, waited after, and asked again, as the page does."""
        begun = time.perf_counter()
        for _ in range(MOST_TRIES):
            started = time.perf_counter()
            try:
                answer = await asyncio.wait_for(self._exchange(method, path, body), PATIENCE)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
                self.close()
                self._notes.wrong(sort, f"no answer: {type(error).__name__} {error}")
                return None
            ended = time.perf_counter()
            if answer.status < 400:
                self._notes.times[sort].append(ended - started)
                self._notes.waits[sort].append(ended - begun)
                return answer
            told = _RETRY.search(answer.head)
            if answer.status not in HELD_UP or told is None:
                text = answer.content.decode("utf-8", "replace")
                self._notes.wrong(sort, f"{answer.status} {text}")
                return None
            self._notes.refused[sort] += 1
            await asyncio.sleep(int(told[1]))
        self._notes.wrong(sort, f"refused {MOST_TRIES} times")
        return None

    def close(self) -> None:
        """Let the connection go."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def _exchange(self, method: str, path: str, body: str | None) -> Answer:
        was_open = self._writer is not None
        try:
            return await self._send(method, path, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if not was_open:
                raise
        # The server lets go of a connection that was silent for long: browsers open another.
        return await self._send(method, path, body)

    async def _send(self, method: str, path: str, body: str | None) -> Answer:
        if self._reader is None or self._writer is None:
            here = None if self._address is None else (self._address, 0)
            self._reader, self._writer = await asyncio.open_connection(
                self._host, self._port, local_addr=here
            )
        content = b"" if body is None else body.encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: {self._host}:{self._port}\r\n"
        if body is not None:
            head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n"
        if self._cookie:
            head += f"cookie: {self._cookie}\r\n"
        self._writer.write(f"{head}\r\n".encode() + content)
        return await self._read(self._reader)

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        head = await reader.readuntil(b"\r\n\r\n")
        length, cookie = _LENGTH.search(head), _COOKIE.search(head)
        content = await reader.readexactly(int(length[1])) if length else b""
        if cookie:
            self._cookie = cookie[1].decode()
        if _CLOSE.search(head):
            self.close()
        return Answer(int(head[9:12]), head, content)


def own_address(number: int) -> str:
    """An address of this machine for each player, as limits by address are for each."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


# --- processes ------------------------------------------------------------------------------------


class Use(NamedTuple):
    """What processes have taken so far: seconds of processor time, megabytes of memory."""

    seconds: float
    memory: float


def used(pids: Iterable[int]) -> Use:
    """Return what some processes took; those that have ended are left out."""
    taken = [(processor_seconds(pid), resident_megabytes(pid)) for pid in pids]
    return Use(sum(seconds or 0.0 for seconds, _ in taken), sum(memory for _, memory in taken))
