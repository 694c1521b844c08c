"""enpitsu export --model: a SAT solver's answer, shown as a board."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

import click

from enpitsu.cli.check_command import sentences_of, violation_data
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.output_format import OutputFormat
from enpitsu.cli.runner import Exit, Fatal, Report, RunOptions, failed, run
from enpitsu.cli.shared_options import wants_colour
from enpitsu.cli.step_text import picture
from enpitsu.cli.terminal_text import size_of
from enpitsu.cli.write_output import write_contents
from enpitsu.errors import FormatError
from enpitsu.formats import dump
from enpitsu.formula import ModelRead, read_model
from enpitsu.limits import Limits

MOST_BYTES = 64 * 2**20  # of a solver's answer; more is not read
MOST_CLAUSES = 20  # clauses to be added that are shown; --json has all

VERDICTS = {
    "solved": ("solved", "green", Exit.DONE),
    "broken": ("the model breaks a rule", "red", Exit.NO),
    "none": (
        "the solver says that the clauses have no model: there is no solution",
        "red",
        Exit.NO,
    ),
    "unknown": ("the solver does not know", "magenta", Exit.LIMIT),
}


class Reading(NamedTuple):
    """The solver's answer to read, and what to write."""

    name: str
    text: str
    engine: str
    format: str | None
    output: str | None
    limits: Limits
    as_json: bool

    @classmethod
    def of(
        cls, path: str, engine: str, to: str | None, output: str | None, limits: Limits, json: bool
    ) -> Reading:
        """With the text of a file, or of standard input for -."""
        name = "standard input" if path == "-" else path
        try:
            if path == "-":
                data = sys.stdin.buffer.read(MOST_BYTES + 1)
            else:
                with Path(path).open("rb") as file:
                    data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise Fatal(f"{name}: cannot read: {error.strerror}") from None
        if len(data) > MOST_BYTES:
            raise Fatal(f"{name}: too long: at most {MOST_BYTES // 2**20} MiB are read")
        # Solvers write plain ASCII; what is not will be refused with its line.
        return cls(name, data.decode("utf-8", "replace"), engine, to, output, limits, json)


def read_back(puzzles: Iterator[Found], reading: Reading) -> NoReturn:
    """Show the board that a solver's answer describes, or write it, and leave."""
    reports = run(puzzles, partial(_work, reading=reading), RunOptions(as_json=reading.as_json))
    write_contents(reports, reading.output, Path(reading.output or "").suffix, join=None)


def _work(item: Item, reading: Reading) -> Report:
    puzzle = item.document.puzzle
    try:
        found = read_model(puzzle, reading.text, reading.limits, reading.engine)
    except FormatError as error:
        return failed(reading.name, str(error), Exit.BAD_INPUT)
    code = VERDICTS[found.status][-1]
    warnings = item.document.warnings
    if found.missing:
        missing = f"the model does not speak of {found.missing} variables: taken for false"
        warnings = (*warnings, missing)
    content = None
    if found.position and (reading.format is not None or reading.output is not None):
        goal = OutputFormat(reading.format, Path(reading.output or "").suffix.lower())
        document = replace(item.document, position=found.position)
        content = dump(document, goal.of(puzzle.kind))
    if reading.as_json:
        data = {
            "status": found.status,
            "engine": found.engine,
            "position": list(map(str, found.position)),
            "violations": violation_data(found.violations),
            "leaves_out": found.leaves_out,
            "clauses": list(map(list, found.clauses)),
        }
        data |= {} if content is None else {"content": content}
        return Report(item.name, code, data=data, warnings=warnings)
    text = "" if content is not None else "\n".join(_lines(item, found))
    return Report(item.name, code, text, warnings=warnings, content=content)


def _lines(item: Item, found: ModelRead) -> Iterator[str]:
    words, colour, _ = VERDICTS[found.status]
    verdict = click.style(words, fg=colour, bold=True)
    yield f"{item.name}  {size_of(item)}  {found.engine}  {verdict}"
    yield from sentences_of(found.violations)
    if found.position or found.violations:
        yield "\n" + picture(item.document.puzzle, found.position, colour=wants_colour())
    if found.clauses:
        yield f"\nThe clauses of {found.engine} do not say {found.leaves_out}."
        yield "Add these (and count them in the header), then ask the solver again:\n"
        for clause in found.clauses[:MOST_CLAUSES]:
            yield " ".join(map(str, (*clause, 0)))
        if len(found.clauses) > MOST_CLAUSES:
            yield f"... and {len(found.clauses) - MOST_CLAUSES} more (--json has all)"
