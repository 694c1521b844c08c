"""Runs a command's work over many puzzles: in order, on several processes, with progress."""

from __future__ import annotations

import json
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import Any

import click

from enpitsu.cli.inputs import Item
from enpitsu.errors import PuzzleError

PROGRESS_FROM = 5


class Exit(IntEnum):
    """The exit codes; of many inputs the highest counts."""

    DONE = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one puzzle: for people and as data."""

    name: str
    code: Exit
    text: str
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    warnings: tuple[str, ...] = ()


Work = Callable[[Item], Report]


def run(items: Iterable[Item], work: Work, *, jobs: int, as_json: bool) -> list[Report]:
    """Do the work for every item and print each report in order."""
    waiting = iter(items)
    first = list(islice(waiting, PROGRESS_FROM))
    many = _chain(first, waiting)
    reports = []
    if len(first) == PROGRESS_FROM and sys.stderr.isatty() and not as_json:
        everything = list(many)
        with click.progressbar(
            _perform(everything, work, jobs), length=len(everything), file=sys.stderr
        ) as progress:
            reports = list(progress)
        for report in reports:
            show(report, as_json)
        return reports
    for report in _perform(many, work, jobs):
        show(report, as_json)
        # The text has been shown: keep only what the summary needs, so memory stays flat.
        reports.append(Report(report.name, report.code, "", report.data if not as_json else {}))
    return reports


def _chain(first: list[Item], rest: Iterator[Item]) -> Iterator[Item]:
    yield from first
    yield from rest


def _perform(items: Iterable[Item], work: Work, jobs: int) -> Iterator[Report]:
    if jobs == 1:
        return (_safely(work, item) for item in items)
    return _perform_in_pool(items, work, jobs)


def _perform_in_pool(items: Iterable[Item], work: Work, jobs: int) -> Iterator[Report]:
    """Reports in the order of the items, with only a few puzzles under way at once."""
    with ProcessPoolExecutor(max_workers=jobs, initializer=_ignore_interrupt) as pool:
        under_way: deque[tuple[Item, Future[Report]]] = deque()
        try:
            for item in items:
                under_way.append((item, pool.submit(_safely, work, item)))
                if len(under_way) >= 4 * jobs:
                    yield _result(*under_way.popleft())
            while under_way:
                yield _result(*under_way.popleft())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupt() -> None:
    """Ctrl+C is the parent's to handle; a worker just goes away with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _result(item: Item, future: Future[Report]) -> Report:
    try:
        return future.result()
    except BrokenProcessPool:
        return failed(item.name, "the process working on it died", Exit.LIMIT)


def _safely(work: Work, item: Item) -> Report:
    """The report of one item; what Enpitsu refuses is a report too."""
    if item.document is None:
        return failed(item.name, item.error or "cannot be read", Exit.BAD_INPUT)
    try:
        return work(item)
    except PuzzleError as error:
        return failed(item.name, str(error), Exit.BAD_INPUT)
    except MemoryError:
        return failed(item.name, "out of memory", Exit.LIMIT)


def failed(name: str, error: str, code: Exit) -> Report:
    """The report of a puzzle that could not be worked on."""
    return Report(name, code, "", {"error": error}, error)


def show(report: Report, as_json: bool) -> None:
    """Print a report: JSON and results to standard output, errors and warnings beside it."""
    if as_json:
        click.echo(json.dumps({"name": report.name, **report.data}, ensure_ascii=False))
        return
    for warning in report.warnings:
        click.echo(f"{report.name}: note: {warning}", err=True)
    if report.error is not None:
        click.echo(f"{report.name}: error: {report.error}", err=True)
    elif report.text:
        click.echo(report.text)


def finish(reports: Iterable[Report]) -> None:
    """Leave with the highest exit code."""
    raise SystemExit(int(max((report.code for report in reports), default=Exit.DONE)))
