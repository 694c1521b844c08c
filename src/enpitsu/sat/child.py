"""A solver in a process of its own, which can be ended at any time.

Many solvers work for seconds without listening, neither to a limit of their own nor to another
thread. As a process they need not: while one works, the limits are looked at here, and its memory
counts as ours.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Self, cast

from enpitsu.errors import NoWorkers, PuzzleError, WorkerDied
from enpitsu.limits import Budget
from enpitsu.processes import descendants, resident_megabytes

PAUSE = 0.05  # seconds between two looks at the limits while the solver works
CHUNK = 1 << 16  # bytes that are said and heard at a time


class Child:
    """A program that is told and asked things, under limits; its first argument names a solver.

    When a limit comes first, what was not yet said or heard waits here, and the next call goes on
    with it. However its owner ends, the process ends too: when it is closed, forgotten, or with
    the interpreter; the program itself sees to the case that this process is killed.
    """

    def __init__(
        self,
        program: Path,
        arguments: Sequence[str],
        budget: Budget,
        script: IO[bytes] | None = None,
    ) -> None:
        """With a `script` the program reads that, and nothing can be said to it; its complaints are
        heard as well."""
        self.budget = budget
        self._name = arguments[0]
        self._unsaid = bytearray()
        self._heard = bytearray()
        self._next_look = 0.0
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(program), *arguments],
                stdin=script or subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if script else subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                process_group=0,  # Ctrl+C is for whoever asked, and that one ends it.
            )
        except OSError as error:
            raise NoWorkers(f"no process can be started for the solver: {error}") from None
        self._end = weakref.finalize(self, _end, self._process, os.getpid())
        self._hears = cast(IO[bytes], self._process.stdout).fileno()
        self._said = -1
        if self._process.stdin is not None:
            self._said = self._process.stdin.fileno()
            os.set_blocking(self._said, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        self._end()

    def say(self, said: bytes | memoryview = b"") -> None:
        """Say something, after what is still unsaid."""
        self._unsaid += said
        while self._unsaid:
            self._wait([], [self._said])
            try:
                del self._unsaid[: os.write(self._said, self._unsaid[:CHUNK])]
            except BrokenPipeError:
                raise self._died(self._process.wait()) from None

    def hear(self, count: int) -> bytes:
        """The next so many bytes that it says."""
        while len(self._heard) < count:
            self._hear_more()
        heard = bytes(self._heard[:count])
        del self._heard[:count]
        return heard

    def hear_to(self, end: bytes) -> bytes:
        """Read what it says up to an end."""
        while not self._heard.endswith(end):
            self._hear_more()
        heard = bytes(self._heard[: -len(end)])
        self._heard.clear()
        return heard

    def hear_all(self, most: int) -> tuple[bytes, int | None]:
        """All that it says, up to so many bytes, and its exit code; None if it has not ended."""
        while len(self._heard) <= most and self._hear_chunk():
            pass
        try:
            return bytes(self._heard), self._process.wait(PAUSE)
        except subprocess.TimeoutExpired:
            return bytes(self._heard), None

    def _hear_more(self) -> None:
        if not self._hear_chunk():
            raise self._died(self._process.wait())

    def _hear_chunk(self) -> bytes:
        self._wait([self._hears], [])
        said = os.read(self._hears, CHUNK)
        self._heard += said
        return said

    def _wait(self, readable: list[int], writable: list[int]) -> None:
        """Until the program has said something, or has room to hear more."""
        while True:
            self.budget.check()
            if self.budget.limits_memory and time.monotonic() >= self._next_look:
                # The process and those it started count as ours.
                started = (self._process.pid, *descendants(self._process.pid))
                self.budget.reserve(sum(map(resident_megabytes, started)))
                self._next_look = time.monotonic() + PAUSE
            left = self.budget.left()
            pause = PAUSE if left is None else min(PAUSE, left)
            if any(select.select(readable, writable, [], pause)):
                return

    def _died(self, code: int) -> PuzzleError:
        """Return the error of a process that has ended, though nobody asked it to."""
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        perhaps = ", perhaps for want of memory" if code == -signal.SIGKILL else ""
        return WorkerDied(f"the solver {self._name} ended before it was done ({how}{perhaps})")


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() == owner:  # A fork of the owner has a copy of what it holds, and ends too.
        # What it has started is of its group, and holds its pipes.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
