"""What the scripts that rebuild printed tables share: limits of processor time, processes that end
with the script, options, and the lines that say what was measured.

Other programs on the same machine disturb the clock far more than the processor time of a run. So
limits go by processor time, as the printed figures do; a bound on the clock (`clock_bound`) stands
far behind, for a run that waits for something and never works.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import enpitsu
from enpitsu import processes
from enpitsu.errors import PuzzleError
from enpitsu.lab.bench_folder import machine
from enpitsu.limits import Limits
from enpitsu.sat.backend import AUTO
from enpitsu.version import version

SMALL = "https://puzz.link/p?yajilin/5/5/m32j10"
"""A puzzle that every engine solves at once."""
WIDTH = 100

# --- limits --------------------------------------------------------------------------------------

LOOK = 0.1
"""Seconds between two looks at processor time."""
REACHED = {"cancelled": "time", "time": "clock"}
"""What it means here that a run was cancelled, or came to the end of its time on the clock."""


def clock_bound(seconds: float) -> float:
    """Seconds on the clock that a run with a limit of processor time may take at most; on a machine
    that twenty others use it may well need thirty times its processor time."""
    return 40 * seconds + 60


@contextmanager
def processor_limits(seconds: float, memory: float | None = None) -> Iterator[Limits]:
    """Limits that end work in this process after so many seconds of its processor time.

    What is reached then has a name in `REACHED`. Processes that it starts do not count.
    """
    # Not setitimer: while a timer of processor time runs, Linux counts that time in steps of 4 ms.
    over, done = threading.Event(), threading.Event()
    end = time.process_time() + seconds
    threading.Thread(target=_watch_processor, args=(end, over, done), daemon=True).start()
    try:
        yield Limits(seconds=clock_bound(seconds), memory=memory, cancel=over)
    finally:
        done.set()


def _watch_processor(end: float, over: threading.Event, done: threading.Event) -> None:
    """Set `over` when this process has worked until then."""
    while not done.wait(LOOK):
        if time.process_time() >= end:
            over.set()
            return


def processor_seconds(process: int) -> float | None:
    """Return the seconds that processors worked for a process and for all that it started; None if
    it has ended."""
    own = processes.processor_seconds(process, with_ended=True)
    if own is None:
        return None
    others = processes.descendants(process)
    return own + sum(processes.processor_seconds(each, with_ended=True) or 0.0 for each in others)


# --- processes -----------------------------------------------------------------------------------


def end_with_parent() -> None:
    """Let this process end when the one that started it does, however it ends; Ctrl+C is for that
    one alone."""
    with suppress(OSError):
        os.setpgid(0, 0)
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG, known to Linux only


def run_script(main: Callable[[], None]) -> None:
    """Run a script; Ctrl+C ends it with a word."""
    try:
        main()
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        sys.exit(130)


# --- options -------------------------------------------------------------------------------------


def at_least_one(text: str) -> int:
    """A number of things, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def some_of(known: Iterable[int]) -> Callable[[str], list[int]]:
    """Numbers with commas between, each of them known; for argparse."""
    names = {str(number): number for number in known}

    def numbers(text: str) -> list[int]:
        unknown = [part for part in text.split(",") if part not in names]
        if unknown:
            raise argparse.ArgumentTypeError(f"there is no {unknown[0]!r}, only {', '.join(names)}")
        return [names[part] for part in text.split(",")]

    return numbers


def check_engines(engines: Iterable[str], backend: str) -> None:
    """Leave with a sentence if an engine is not there, or cannot work with the backend."""
    puzzle = enpitsu.parse(SMALL)
    for engine in engines:
        try:
            enpitsu.solve(puzzle, engine=engine, backend=backend, limits=Limits(seconds=30))
        except PuzzleError as error:
            raise SystemExit(str(error)) from None


# --- what was measured ---------------------------------------------------------------------------


def heading(engines: Iterable[str], backend: str, limit: str) -> str:
    """Lines above tables: what was measured, with what, and where."""
    chosen = "auto (what the engine prefers)" if backend == AUTO else backend
    where = machine()
    return (
        f"Enpitsu {version()}, Python {where['python']}, {where['name']}\n"
        f"engines: {', '.join(engines)}; backend: {chosen}\n"
        f"limit: {limit}"
    )


def limit_words(seconds: float) -> str:
    """A limit of processor time in words."""
    return (
        f"{seconds:g} s of processor time for a run, and {clock_bound(seconds):g} s on the clock "
        "far behind it"
    )


def paragraph(text: str) -> str:
    """A text in lines that are not too long."""
    return textwrap.fill(text, WIDTH)
