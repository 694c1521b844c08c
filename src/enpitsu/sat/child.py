"""A solver in a process of its own, which can be ended at any time.

Many solvers work for seconds without listening, neither to a limit of their own nor to another
thread. As a process they need not: while one works, the limits are looked at here, and its memory
counts as ours.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Self, cast

from enpitsu.errors import CrewError, PuzzleError, WorkerDied
from enpitsu.limits import Budget

PAUSE = 0.05
"""Seconds between two looks at the limits while the solver works."""
CHUNK = 1 << 16
"""Bytes that are said and heard at a time."""
PAGE_MEGABYTES = os.sysconf("SC_PAGE_SIZE") / 1e6


class Child:
    """A program that is told and asked things, under limits; its first argument names a solver.

    When a limit comes first, what was not yet said or heard waits here, and the next call goes on
    with it. However its owner ends, the process ends too: when it is closed, forgotten, or with
    the interpreter; the program itself sees to the case that this process is killed.
    """

    def __init__(self, program: Path, arguments: Sequence[str], budget: Budget) -> None:
        self.budget = budget
        self._name = arguments[0]
        self._unsaid = bytearray()
        self._heard = bytearray()
        self._process = _started(program, arguments)
        self._end = weakref.finalize(self, _end, self._process, os.getpid())
        self._said = cast(IO[bytes], self._process.stdin).fileno()
        self._hears = cast(IO[bytes], self._process.stdout).fileno()
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
        """What it says up to an end."""
        while not self._heard.endswith(end):
            self._hear_more()
        heard = bytes(self._heard[: -len(end)])
        self._heard.clear()
        return heard

    def _hear_more(self) -> None:
        self._wait([self._hears], [])
        said = os.read(self._hears, CHUNK)
        if not said:
            raise self._died(self._process.wait())
        self._heard += said

    def _wait(self, readable: list[int], writable: list[int]) -> None:
        """Until the program has said something, or has room to hear more."""
        while True:
            self.budget.check()
            self.budget.reserve(self._megabytes())
            left = self.budget.left()
            pause = PAUSE if left is None else min(PAUSE, left)
            if any(select.select(readable, writable, [], pause)):
                return

    def _megabytes(self) -> float:
        """Memory that the process holds; 0 where the system does not tell."""
        try:
            text = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii")
            return int(text.split()[1]) * PAGE_MEGABYTES
        except (OSError, ValueError, IndexError):
            return 0.0

    def _died(self, code: int) -> PuzzleError:
        """What it means that the process has ended, though nobody asked it to."""
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        perhaps = ", perhaps for want of memory" if code == -signal.SIGKILL else ""
        return WorkerDied(f"the solver {self._name} ended before it was done ({how}{perhaps})")


def _started(program: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            [sys.executable, "-P", str(program), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            process_group=0,  # Ctrl+C is for whoever asked, and that one ends it.
        )
    except OSError as error:
        raise CrewError(f"no process can be started for the solver: {error}") from None


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() == owner:  # A fork of the owner has a copy of what it holds, and ends too.
        process.kill()
        process.communicate()
