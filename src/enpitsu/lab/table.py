"""The table of a measurement, in lines that fit a width.

Where there is no room for all columns, those that say least are left out (summary.csv has them
all), and a long name stands on a line of its own. What could not be solved, and why, is told below
the figures.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from enpitsu.lab.bench_run import Terms
from enpitsu.lab.summary import SetupSummary, seconds_text

GAP = "  "
LONGEST_NAME = 26  # names of setups that are longer stand above their figures
NEVER = "-"  # stands for a time within which so many puzzles were not solved


class _Column(NamedTuple):
    """A column of the table; those with a low worth are left out first."""

    title: str
    worth: int
    text: Callable[[SetupSummary], str]
    note: str = ""


def _number(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _time(seconds: float | None) -> str:
    return NEVER if seconds is None else seconds_text(seconds)


COLUMNS = (
    _Column("solved", 9, lambda found: f"{found.solved}/{found.puzzles}"),
    _Column(
        "PAR2",
        9,
        lambda found: _time(found.par2),
        "PAR2: mean time, unsolved ones twice the limit.",
    ),
    _Column("total", 1, lambda found: _time(found.total)),
    _Column("median", 8, lambda found: _time(found.median)),
    _Column("90 %", 4, lambda found: _time(found.high)),
    _Column("max", 6, lambda found: _time(found.slowest)),
    _Column("MB", 3, lambda found: _number(found.memory, ".0f")),
    _Column(
        "variables",
        5,
        lambda found: _number(found.variables, ".0f"),
        "Variables: of the formula, mean of those solved.",
    ),
    _Column(
        "ratio",
        7,
        lambda found: _number(found.ratio, ".3g"),
        "Ratio: time to the first setup's, geometric mean, on those that both solved.",
    ),
    _Column("of", 2, lambda found: str(found.shared), "Of: how many both solved."),
)


def heading(puzzles: int, setups: int, repeat: int, terms: Terms) -> str:
    """Return the heading: the puzzles and the limits."""
    limits = [f"at most {seconds_text(terms.seconds)}"]
    limits += [] if terms.memory is None else [f"{terms.memory:.0f} MB"]
    limits += [] if terms.conflicts is None else [counted(terms.conflicts, "conflict")]
    *most, last = limits
    words = f"{', '.join(most)} and {last}" if most else last
    what = f"{counted(puzzles, 'puzzle')} in {counted(setups, 'setup')}"
    return f"{what}, {counted(repeat, 'run')} of each, {words} a run"


def counted(count: int, what: str) -> str:
    """A number with its noun: "1 run", "2 runs"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def table(found: Sequence[SetupSummary], width: int) -> list[str]:
    """Return titles and figures, what was not solved, and what the figures mean."""
    # Those that say least are left out first where there is no room.
    columns = list(COLUMNS)
    while len(columns) > 1 and max(len(line) for _, line in _rows(found, columns)) > width:
        columns.remove(min(columns, key=lambda each: each.worth))
    lines = [line for row in _rows(found, columns) for line in row if line]
    for each in found:
        if each.unsolved:
            endings = ", ".join(f"{how} {count}" for how, count in each.unsolved.items())
            lines += _wrapped(f"Not solved: {each.setup.name}: {endings}", width)
    return [*lines, *_wrapped(" ".join(_notes(found, columns)), width)]


def _rows(found: Sequence[SetupSummary], columns: Sequence[_Column]) -> list[tuple[str, str]]:
    """Return the lines of the figures, each with the name that stands above it if it is too
    long."""
    cells = [[each.title for each in columns]]
    cells += [[column.text(each) for column in columns] for each in found]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    names = ["setup", *(each.setup.name for each in found)]
    room = max(len(name) for name in names if len(name) <= LONGEST_NAME)
    rows = []
    for name, texts in zip(names, cells, strict=True):
        above, first = ("", name) if len(name) <= room else (name, "")
        own = (f"{text:>{size}}" for text, size in zip(texts, widths, strict=True))
        rows.append((above, GAP.join((f"{first:{room}}", *own)).rstrip()))
    return rows


def _notes(found: Sequence[SetupSummary], columns: Sequence[_Column]) -> Iterable[str]:
    """Yield the meaning of the figures shown."""
    yield "Time is that on the clock."
    times = [time for each in found for time in (each.median, each.high, each.slowest)]
    if None in times:
        yield f"A {NEVER}: too few were solved to tell."
    yield from (each.note for each in columns if each.note)
    if any(each.title == "MB" for each in columns):
        held = sorted({round(each.base) for each in found if each.base})
        base = " to ".join(map(str, dict.fromkeys((*held[:1], *held[-1:]))))
        yield f"MB: the most held, mean{base and f', {base} of them before the work began'}."
    left_out = [each.title for each in COLUMNS if each not in columns]
    if left_out:
        yield f"Not shown for want of room: {', '.join(left_out)}."


def _wrapped(text: str, width: int) -> list[str]:
    # Names of setups stay whole, also those with hyphens.
    return textwrap.wrap(text, max(20, width), break_on_hyphens=False, break_long_words=False)
