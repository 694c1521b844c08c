"""Runs a command's work over many puzzles: in order, on several processes, with progress."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

import click

from enpitsu.cli.inputs import Found, Unreadable
from enpitsu.cli.progress_bar import progress
from enpitsu.errors import BackendMissing, LimitReached, NoWorkers, PuzzleError, WorkerDied

if TYPE_CHECKING:
    from concurrent.futures import Future

PROGRESS_FROM = 5
COUNTED = 1000  # puzzles that are read before the work begins, to know how many there are
AHEAD = 4  # puzzles handed out for each that is worked on, so that nobody waits for work


class Exit(IntEnum):
    """The exit codes; of many inputs the highest counts."""

    DONE = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3

    @classmethod
    def of(cls, is_good: bool, reached: str | None) -> Exit:
        """Return the code of an answer; a limit that was reached outranks it."""
        if reached is not None:
            return cls.LIMIT
        return cls.DONE if is_good else cls.NO


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one puzzle: a text for people, data for --json, content to be written."""

    name: str
    code: Exit
    text: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    warnings: tuple[str, ...] = ()
    content: str | bytes | None = None


class Fatal(click.ClickException):
    """An error that ends the whole command with a sentence."""

    exit_code = Exit.BAD_INPUT


class Named(Protocol):
    """Something to work on, with a name to call it by: a puzzle, or what one is made from."""

    @property
    def name(self) -> str: ...


Work = Callable[[Any], Report]


class RunOptions(NamedTuple):
    """The processes that do the work of a command, and the form of its reports."""

    jobs: int = 1
    cluster: str | None = None
    as_json: bool = False


def peek_single(found: Iterator[Found]) -> tuple[bool, Iterator[Found]]:
    """Return whether there is at most one puzzle, without losing any."""
    first = list(islice(found, 2))
    return len(first) < 2, chain(first, found)


def run(
    found: Iterator[Named], work: Work, options: RunOptions, *, silent: bool = False
) -> list[Report]:
    """Do the work for every puzzle and print each report in order.

    What has been printed is dropped from the reports that are returned. Reports that come one after
    another tell how far the work is; where nobody sees them, or they say nothing (`silent`), a bar
    does.
    """
    bar = silent or not sys.stdout.isatty()
    kept = []
    for report in perform(found, work, options, bar=bar):
        show(report, options.as_json)
        kept.append(replace(report, text="", data={} if options.as_json else report.data))
    return kept


def perform(
    found: Iterator[Named], work: Work, options: RunOptions, *, bar: bool
) -> Iterator[Report]:
    """Yield the report of every puzzle, in order; with a bar if wanted and if there is a terminal.

    Only a few more puzzles are held than are under way.
    """
    first = list(islice(found, COUNTED if bar and sys.stderr.isatty() else 0))
    total = len(first) if len(first) < COUNTED else None
    found = chain(first, found)
    reports: Iterator[Report]
    if options.jobs == 1 and options.cluster is None:
        reports = (_report(work, each) for each in found)
    else:
        reports = _reports_of_workers(found, work, options)
    if len(first) < PROGRESS_FROM:
        yield from reports
        return
    with progress(total, "puzzles") as advance:
        for report in reports:
            yield report
            advance(1)


def _reports_of_workers(
    found: Iterator[Named], work: Work, options: RunOptions
) -> Iterator[Report]:
    from enpitsu.workers import open_workers  # Most runs need no other process.

    under_way: deque[tuple[Named, Future[Report]]] = deque()
    try:
        with open_workers(options.jobs, options.cluster) as workers:
            for each in found:
                under_way.append((each, workers.submit(_report, work, each)))
                if len(under_way) >= AHEAD * workers.width:
                    yield _await_oldest(under_way)
            while under_way:
                yield _await_oldest(under_way)
    except (NoWorkers, BackendMissing) as error:
        raise Fatal(str(error)) from None


def _await_oldest(under_way: deque[tuple[Named, Future[Report]]]) -> Report:
    each, future = under_way.popleft()
    try:
        return future.result()
    except WorkerDied as error:
        return failed(each.name, str(error), Exit.LIMIT)


def _report(work: Work, found: Named) -> Report:
    """Do the work for one puzzle; what Enpitsu refuses is a report too."""
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
    """Return the report of a puzzle that could not be worked on."""
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


def show_each(
    reports: Iterable[Report], as_json: bool, *, is_quiet: bool = False
) -> Iterator[Report]:
    """Print each report; where the screen gets what is written (`is_quiet`), only what is amiss,
    or JSON in its place."""
    for report in reports:
        is_shown = not is_quiet or report.content is None or as_json
        show(report if is_shown else replace(report, text=""), as_json)
        yield replace(report, content=None) if is_quiet and as_json else report


def finish(reports: Iterable[Report]) -> NoReturn:
    """Leave with the highest exit code."""
    raise SystemExit(int(max((report.code for report in reports), default=Exit.DONE)))
