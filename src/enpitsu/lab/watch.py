"""A run in a process of its own, under limits that hold whatever the engine does.

The process is a copy (fork) of one that has loaded Enpitsu: it begins at once, knows nothing of
earlier puzzles, and what it holds at most is its own. It solves a small puzzle first, so that what
an engine loads when it is first used is there; then it says that it is ready, and the clock starts.

Engines keep to limits by themselves. One that does not is stopped when it is a tenth and a second
over its time, or a tenth over its memory, with every process that it started. Memory is what the
system calls resident: of the run's process the highest ever held, of those that it started the
highest that was seen in looking some ten times a second, one beside the other.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from enpitsu.errors import PuzzleError, WorkerDied, WrongSolution
from enpitsu.lab.bench_run import BenchRun, Job, blank_run, figures_of
from enpitsu.lab.setups import solve_by
from enpitsu.limits import Limits
from enpitsu.processes import KILOBYTES, descendants, resident_megabytes
from enpitsu.registry import kind_of
from enpitsu.workers.worker import watch_parent

WARM_SECONDS = 0.2  # that the small puzzle is tried
WARM_PATIENCE = 60.0  # seconds after which it is given up with the run
GRACE = 1.1
GRACE_SECONDS = 1.0
FIRST_LOOK = 0.002  # seconds before the first look at memory
LONGEST_LOOK = 0.1  # seconds between two looks: each goes through all processes of the machine
CHUNK = 1 << 16
READY = b"\n"
MEASURED = ("seconds", "processor", "memory", "base")


def measure(job: Job) -> BenchRun:
    """Make a run. It is for a process that does nothing else: it makes a copy of itself."""
    kind_of(job.subject.puzzle).load_all()  # Here once, and not by every copy.
    gc.collect()
    gc.freeze()  # What is there already is not looked at again in the copy.
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _live(job, writing)
    os.close(writing)
    with suppress(OSError):
        os.setpgid(process, process)
    try:
        return blank_run(job, **_Watch(job, process, reading).run())
    finally:
        os.close(reading)


# --- in the copy ---------------------------------------------------------------------------------


def _live(job: Job, writing: int) -> None:
    """Be the copy: get warm, solve, write what came of it, end."""
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        watch_parent(_kill_all)
        with suppress(PuzzleError):  # The run itself will say it.
            solve_by(job.setup, job.warm, Limits(seconds=WARM_SECONDS))
        gc.collect()
        with suppress(OSError):
            # The highest memory is counted from here on.
            Path("/proc/self/clear_refs").write_text("5")
        base = resident_megabytes()
        os.write(writing, READY)
        found = _solve(job)
        # The system counts the highest and the present a little differently.
        found["memory"] = max(base, found["memory"])
        with open(writing, "wb") as pipe:
            pipe.write(json.dumps({**found, "base": base}).encode())
    finally:
        os._exit(0)


def _kill_all() -> None:
    _kill(descendants(os.getpid()))
    os.killpg(0, signal.SIGKILL)


def _solve(job: Job) -> dict[str, Any]:
    """Return the result of solving, and its costs."""
    terms = job.terms
    limits = Limits(seconds=terms.seconds, memory=terms.memory, conflicts=terms.conflicts)
    before, started = _processor(), time.perf_counter()
    try:
        found = figures_of(solve_by(job.setup, job.subject.puzzle, limits))
    except MemoryError:
        found = {"reached": "memory"}
    except (WrongSolution, WorkerDied) as error:
        found = {"error": str(error)}
    except PuzzleError as error:
        found = {"error": str(error), "refused": True}
    except Exception as error:
        found = {"error": f"{type(error).__name__}: {error}"}
    seconds = time.perf_counter() - started
    return {
        **found,
        "seconds": seconds,
        "processor": _processor() - before,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTES,
    }


def _processor() -> float:
    """Return the seconds that processors worked for this process and those that it started."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, who))


# --- beside it -----------------------------------------------------------------------------------


class _Watch:
    """Waits for a run, and stops it where it must be."""

    def __init__(self, job: Job, process: int, reading: int) -> None:
        self._terms, self._process, self._reading = job.terms, process, reading
        self._heard = b""
        self._ready_at: float | None = None
        self._started = time.perf_counter()
        self._peaks: dict[int, float] = {}
        self._own = 0.0

    def run(self) -> dict[str, Any]:
        """Return the run."""
        stopped = self._listen()
        seconds = time.perf_counter() - (self._ready_at or self._started)
        if stopped is not None:
            # All that the run started, also what has left its group of processes; the run is
            # halted before, so that it starts nothing more.
            with suppress(OSError):
                os.kill(self._process, signal.SIGSTOP)
            _kill(descendants(self._process))
        with suppress(OSError):
            # Also when the run itself has ended: nothing that it started may outlive it.
            os.killpg(self._process, signal.SIGKILL)
        _, code, usage = os.wait4(self._process, 0)
        answer: dict[str, Any] = {}
        with suppress(ValueError):
            answer = {} if stopped else json.loads(self._heard[len(READY) :])
        if not answer:
            by = f": {signal.strsignal(os.WTERMSIG(code))}" if os.WIFSIGNALED(code) else ""
            answer = {
                "reached": stopped,
                "error": None if stopped else f"the process died{by}",
                "seconds": seconds,
                "processor": usage.ru_utime + usage.ru_stime,
                "memory": self._own,
            }
        answer["memory"] += sum(self._peaks.values())
        figures = {name: round(answer[name], 6) for name in MEASURED if name in answer}
        return {**answer, **figures}

    def _listen(self) -> str | None:
        """Wait until the run has said all; return the limit that it broke, if it did."""
        pause = FIRST_LOOK
        while True:
            if any(select.select([self._reading], [], [], pause)):
                heard = os.read(self._reading, CHUNK)
                if not heard:
                    return None
                self._heard += heard
                if self._ready_at is None:
                    self._ready_at = time.perf_counter()
                    # What the engine started to get warm is over.
                    self._peaks.clear()
            pause = min(pause * 2, LONGEST_LOOK)
            broken = self._find_broken_limit()
            if broken is not None:
                return broken

    def _find_broken_limit(self) -> str | None:
        """Return the limit that the run is far beyond."""
        terms, now = self._terms, time.perf_counter()
        if self._ready_at is None:
            is_over = now - self._started > WARM_PATIENCE
        else:
            is_over = now - self._ready_at > terms.seconds * GRACE + GRACE_SECONDS
        if is_over:
            return "time"
        held = resident_megabytes(self._process)
        self._own = max(self._own, held)
        for each in descendants(self._process):
            own = resident_megabytes(each)
            self._peaks[each] = max(self._peaks.get(each, 0.0), own)
            held += own
        is_too_much = terms.memory is not None and held > terms.memory * GRACE
        return "memory" if is_too_much else None


def _kill(processes: Iterable[int]) -> None:
    for process in list(processes):
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
