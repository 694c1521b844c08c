"""Runs a command's work over many puzzles: in order, on several processes, with progress."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import chain, islice
from typing import Any, Protocol

import click

from enpitsu.cli.inputs import Item, Unreadable
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.processes import workers

PROGRESS_FROM = 5


class Exit(IntEnum):
    """The exit codes; of many inputs the highest counts."""

    DONE = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one puzzle: a text for people, data for --json, content to be written."""

    name: str
    code: Exit
    text: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    warnings: tuple[str, ...] = ()
    content: str | bytes | None = None


class Named(Protocol):
    """Something to work on, with a name to call it by: a puzzle, or what one is made from."""

    @property
    def name(self) -> str: ...


Found = Item | Unreadable
Work = Callable[[Any], Report]


def is_single(found: Iterator[Found]) -> tuple[bool, Iterator[Found]]:
    """Whether there is at most one puzzle, without losing any."""
    first = list(islice(found, 2))
    return len(first) < 2, chain(first, found)


def run(found: Iterator[Named], work: Work, *, jobs: int, as_json: bool) -> list[Report]:
    """Do the work for every puzzle and print each report in order.

    What has been printed is dropped from the reports that are returned.
    """
    reports: Iterable[Report]
    first = list(islice(found, PROGRESS_FROM))
    found = chain(first, found)
    if len(first) == PROGRESS_FROM and sys.stderr.isatty() and not as_json:
        everything = list(found)
        performed = _perform(everything, work, jobs)
        with click.progressbar(performed, length=len(everything), file=sys.stderr) as progress:
            reports = list(progress)
    else:
        reports = _perform(found, work, jobs)
    kept = []
    for report in reports:
        show(report, as_json)
        kept.append(replace(report, text="", data={} if as_json else report.data))
    return kept


def _perform(found: Iterable[Named], work: Work, jobs: int) -> Iterator[Report]:
    if jobs == 1:
        return (_safely(work, each) for each in found)
    return _perform_in_pools(iter(found), work, jobs)


def _perform_in_pools(found: Iterator[Named], work: Work, jobs: int) -> Iterator[Report]:
    """Reports in the order of the puzzles. When a worker process dies, those under way are done
    again one by one, so that only the puzzle that kills its process is given up."""
    under_way: deque[tuple[Named, Future[Report]]] = deque()
    while True:
        try:
            with workers(jobs) as pool:
                yield from _perform_in_pool(pool, found, under_way, work, 4 * jobs)
            return
        except BrokenProcessPool:
            for each, _ in under_way:
                yield _alone(work, each)
            under_way.clear()


def _perform_in_pool(
    pool: ProcessPoolExecutor,
    found: Iterator[Named],
    under_way: deque[tuple[Named, Future[Report]]],
    work: Work,
    most: int,
) -> Iterator[Report]:
    for each in found:
        # In the queue before it is submitted: submitting may be what finds the pool broken.
        under_way.append((each, Future()))
        under_way[-1] = (each, pool.submit(_safely, work, each))
        if len(under_way) >= most:
            yield _oldest(under_way)
    while under_way:
        yield _oldest(under_way)


def _oldest(under_way: deque[tuple[Named, Future[Report]]]) -> Report:
    """The report awaited longest; its puzzle stays in the queue if the pool breaks meanwhile."""
    report = under_way[0][1].result()
    under_way.popleft()
    return report


def _alone(work: Work, found: Named) -> Report:
    try:
        with workers(1) as pool:
            return pool.submit(_safely, work, found).result()
    except BrokenProcessPool:
        return failed(found.name, "the process working on it died", Exit.LIMIT)


def _safely(work: Work, found: Named) -> Report:
    """The report of one puzzle; what Enpitsu refuses is a report too."""
    if isinstance(found, Unreadable):
        return failed(found.name, found.error, Exit.BAD_INPUT)
    try:
        return work(found)
    except LimitReached as limit:
        return failed(found.name, f"{limit} limit reached", Exit.LIMIT)
    except PuzzleError as error:
        return failed(found.name, str(error), Exit.BAD_INPUT)
    except MemoryError:
        return failed(found.name, "out of memory", Exit.LIMIT)


def failed(name: str, error: str, code: Exit) -> Report:
    """The report of a puzzle that could not be worked on."""
    return Report(name, code, data={"error": error}, error=error)


def show(report: Report, as_json: bool) -> None:
    """Print a report: JSON and results to standard output, errors and warnings beside it."""
    if as_json:
        data = {"name": report.name, **report.data}
        if report.warnings:
            data["warnings"] = list(report.warnings)
        click.echo(json.dumps(data, ensure_ascii=False))
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
