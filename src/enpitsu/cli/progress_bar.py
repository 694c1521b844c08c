"""The progress of work: a bar with rate and time left on a terminal, elsewhere a line at times."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import click

LINE_SECONDS = 30.0
"""Between two lines where there is no terminal: enough to see in a log that the work goes on."""


class Advance(Protocol):
    """A listener that is told of so many more being done; `earlier` ones do not count for the
    rate."""

    def __call__(self, count: int, *, earlier: bool = False) -> None: ...


@contextmanager
def progress(total: int | None, what: str, *, lines: bool = False) -> Iterator[Advance]:
    """Show the progress of work; with `lines` also where nobody looks at a terminal."""
    if sys.stderr.isatty():
        with _bar(total, what) as advance:
            yield advance
    else:
        yield _lines(total, what) if lines else untold


def untold(count: int, *, earlier: bool = False) -> None:
    """Tell nobody."""


@contextmanager
def _bar(total: int | None, what: str) -> Iterator[Advance]:
    # Imported where it is needed: it takes a tenth of a second.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
        Elapsed(),
    )
    console = Console(file=sys.stderr)
    with Progress(*columns, console=console, transient=True, refresh_per_second=5) as shown:
        task, pace = shown.add_task(what, total=total, pace=""), _Pace(total)

        def advance(count: int, *, earlier: bool = False) -> None:
            pace.add(count, earlier)
            shown.update(task, advance=count, pace=pace.words)

        yield advance


class _Pace:
    """The speed since the start of this run."""

    def __init__(self, total: int | None) -> None:
        self._started, self._total = time.monotonic(), total
        self.done = self._new = 0

    def add(self, count: int, earlier: bool) -> None:
        """Take note of so many more."""
        self.done += count
        self._new += 0 if earlier else count

    @property
    def words(self) -> str:
        """The rate in the unit that gives a handy number, and the time left."""
        rate = self._new / max(1e-6, time.monotonic() - self._started)
        if not rate:
            return ""
        unit, seconds = next((u, s) for u, s in _UNITS if rate * s >= 1 or u == "h")
        words = f"{rate * seconds:.1f}/{unit}"
        if self._total is None:
            return words
        return f"{words}, {duration((self._total - self.done) / rate)} left"


_UNITS = (("s", 1), ("min", 60), ("h", 3600))


def _lines(total: int | None, what: str) -> Advance:
    """Return a function that prints a line now and then."""
    pace, told = _Pace(total), time.monotonic()
    of = "" if total is None else f" of {total}"

    def advance(count: int, *, earlier: bool = False) -> None:
        nonlocal told
        pace.add(count, earlier)
        now = time.monotonic()
        if now - told >= LINE_SECONDS:
            told = now
            click.echo(f"{what}: {pace.done}{of}, {pace.words}", err=True)

    return advance


def duration(seconds: float) -> str:
    """A time in words: "4.2 s", "40 s", "3 min", "5.2 h"."""
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
