"""One engine on one puzzle in a process of its own, which can be ended at any time; and a journal
of such runs, so that a long measurement goes on where it was stopped.

The limit of a run is one of processor time: what the run's process and those that it started have
used, looked at ten times a second. At the limit the engine is told to stop, so that it can say how
far it came; one that does not is ended. Where the system tells no processor time the limit goes
by the clock.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import NamedTuple

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.limits import Limits
from enpitsu.version import version
from tables.common import LOOK, REACHED, clock_bound, end_with_parent, processor_seconds

GRACE = 5.0
"""Seconds after which a process is ended that does not stop when it is told to."""
READY = "ready"


class Trial(NamedTuple):
    """What is asked: a puzzle of the corpus by number, and how it is solved."""

    puzzle: int
    engine: str
    backend: str
    seconds: float
    """The limit, of processor time."""
    solutions: int = 1
    """How many are looked for; 2 to know whether a puzzle is unique."""
    megabytes: float = 4000


class Run(NamedTuple):
    """What came of it. `processor`: seconds that a processor worked, the making of the formula
    included. `found`: whether all solutions were found that were looked for, or none exist.
    `reached`: the limit that ended it: "time" is processor time, "clock" the bound behind it."""

    processor: float
    found: bool
    reached: str | None = None
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0
    error: str | None = None
    """Why the engine failed; then nothing was measured."""
    version: str = ""
    """The Enpitsu that made it; "" in journals that do not say."""


# --- the run's own process -----------------------------------------------------------------------


def _work(trial: Trial, text: str, answer: Connection) -> None:
    end_with_parent()
    over = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: over.set())
    answer.send(READY)
    before = _processor()
    try:
        run = _solved(trial, text, over)
    except MemoryError:
        run = Run(0.0, found=False, reached="memory")
    except PuzzleError as error:
        run = Run(0.0, found=False, error=str(error))
    except Exception as error:
        run = Run(0.0, found=False, error=f"{type(error).__name__}: {error}")
    answer.send(tuple(run._replace(processor=_processor() - before, version=version())))


def _solved(trial: Trial, text: str, over: threading.Event) -> Run:
    result = enpitsu.solve(
        enpitsu.parse(text),
        engine=trial.engine,
        backend=trial.backend,
        solutions=trial.solutions,
        limits=Limits(seconds=clock_bound(trial.seconds), memory=trial.megabytes, cancel=over),
    )
    reached, stats = result.reached, result.stats
    counts = (stats.variables, stats.clauses, stats.conflicts)
    return Run(0.0, reached is None, REACHED.get(reached or "", reached), *counts)


def _processor() -> float:
    """Seconds that processors worked for this process and for those that it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


# --- beside it -----------------------------------------------------------------------------------


def run_apart(trial: Trial, text: str) -> Run:
    """Solve a puzzle in a process of its own."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(trial, text, there), daemon=False)
    process.start()
    there.close()
    try:
        here.recv()  # It is ready: from now on it may be told to stop.
        run = _awaited(trial, process, here)
        # One that ended by itself, but over its limit, between two looks, counts as ended.
        if run.error is None and run.processor > trial.seconds and run.reached in (None, "clock"):
            return run._replace(found=False, reached="time")
        if run.reached == "time":  # The system counts in hundredths of a second.
            return run._replace(processor=max(run.processor, trial.seconds))
        return run
    except EOFError:
        process.join()
        return Run(0.0, found=False, error=_death(process.exitcode or 0), version=version())
    finally:
        process.kill()
        process.join()
        here.close()


def _awaited(trial: Trial, process: ForkProcess, here: Connection) -> Run:
    """What a run says, or what is known of one that had to be ended."""
    number = process.pid or 0
    started, before = time.monotonic(), processor_seconds(number)
    while not here.poll(LOOK):
        clock = time.monotonic() - started
        now = processor_seconds(number)
        spent = clock if before is None or now is None else now - before
        if spent > 1.1 * trial.seconds + GRACE:
            return Run(spent, found=False, reached="time", version=version())
        if clock > clock_bound(trial.seconds) + GRACE:
            return Run(spent, found=False, reached="clock", version=version())
        if spent >= trial.seconds:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGUSR1)
    return Run(*here.recv())


def _death(code: int) -> str:
    if code < 0:
        return f"the process died: {signal.strsignal(-code)}"
    return f"the process died with exit code {code}"


class Journal:
    """Runs by what was asked; kept in a file, one JSON line a run, if there is one. A run whose
    engine failed, or that the clock ended before it had its processor time, is not kept, and made
    again when it is asked for again."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._runs: dict[Trial, Run] = {}
        self._is_torn = False
        if path is not None and path.exists():
            text = path.read_text(encoding="utf-8")
            self._is_torn = not text.endswith("\n") and text != ""
            for line in text.splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            data = json.loads(line)
            trial, run = Trial(**data["trial"]), Run(**data["run"])
        except (ValueError, TypeError, KeyError):
            return  # A line that was cut off when the last measurement was stopped.
        if _holds(trial, run):
            self._runs[trial] = run

    def run(self, trial: Trial, text: str) -> Run:
        """The run that was made before, or a new one, which is told."""
        if trial in self._runs:
            return self._runs[trial]
        run = run_apart(trial, text)
        tell(trial, run)
        if _holds(trial, run):
            self._runs[trial] = run
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as lines:
                    line = json.dumps({"trial": trial._asdict(), "run": run._asdict()})
                    print("\n" * self._is_torn + line, file=lines)
                self._is_torn = False
        return run


def _holds(trial: Trial, run: Run) -> bool:
    """Whether a run may be used. Those of old journals that the clock ended say "time", too."""
    too_early = run.reached in ("time", "clock") and run.processor < trial.seconds
    return run.error is None and run.reached != "died" and not too_early


def tell(trial: Trial, run: Run) -> None:
    """Say what came of a run while the next one is made."""
    outcome = "" if run.found else f", ended: {run.reached}"
    words = f"{run.processor:.2f} s{outcome}" if run.error is None else f"failed: {run.error}"
    print(f"{trial.puzzle} {trial.engine}: {words}", file=sys.stderr, flush=True)


def of_other_versions(runs: Iterable[Run]) -> str:
    """A sentence if runs were made by another Enpitsu than this one; else ""."""
    others = sorted({run.version or "one that it does not name" for run in runs} - {version()})
    return f"Runs of the journal are of other versions, too: {', '.join(others)}." if others else ""
