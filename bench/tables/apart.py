"""One engine on one puzzle in a process of its own, which can be ended at any time; and a journal
of such runs, so that a long measurement goes on where it was stopped."""

from __future__ import annotations

import json
import multiprocessing
import resource
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from enpitsu.limits import Limits

GRACE = 5.0
"""Seconds after which a process is ended that does not keep to its limit."""


class Trial(NamedTuple):
    """What is asked: a puzzle of the corpus by number, and how it is solved."""

    puzzle: int
    engine: str
    backend: str
    seconds: float
    """The limit, on the clock."""
    solutions: int = 1
    """How many are looked for; 2 to know whether a puzzle is unique."""
    megabytes: float = 4000


class Run(NamedTuple):
    """What came of it. `processor`: seconds that a processor worked, the making of the formula
    included. `found`: whether all solutions were found that were looked for, or none exist."""

    processor: float
    found: bool
    reached: str | None = None
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0


def run_apart(trial: Trial, text: str) -> Run:
    """Solve a puzzle in a process of its own."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(trial, text, there), daemon=False)
    process.start()
    there.close()
    try:
        if here.poll(1.1 * trial.seconds + GRACE):
            return Run(*here.recv())
        return Run(trial.seconds, found=False, reached="time")
    except EOFError:
        return Run(trial.seconds, found=False, reached="died")
    finally:
        process.kill()
        process.join()


def _work(trial: Trial, text: str, answer: Connection) -> None:
    puzzle = enpitsu.parse(text)
    before = _processor()
    result = enpitsu.solve(
        puzzle,
        engine=trial.engine,
        backend=trial.backend,
        solutions=trial.solutions,
        limits=Limits(seconds=trial.seconds, memory=trial.megabytes),
    )
    stats = result.stats
    counts = (stats.variables, stats.clauses, stats.conflicts)
    spent = _processor() - before
    answer.send(tuple(Run(spent, result.reached is None, result.reached, *counts)))


def _processor() -> float:
    """Seconds that processors worked for this process and for those that it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class Journal:
    """Runs by what was asked; kept in a file, one JSON line a run, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._runs: dict[Trial, Run] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            data = json.loads(line)
            self._runs[Trial(**data["trial"])] = Run(**data["run"])
        except (ValueError, TypeError, KeyError):
            return  # A line that was cut off when the last measurement was stopped.

    def run(self, trial: Trial, text: str, tell: Callable[[Trial, Run], Any]) -> Run:
        """The run that was made before, or a new one."""
        if trial not in self._runs:
            run = self._runs[trial] = run_apart(trial, text)
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as lines:
                    print(json.dumps({"trial": trial._asdict(), "run": run._asdict()}), file=lines)
            tell(trial, run)
        return self._runs[trial]
