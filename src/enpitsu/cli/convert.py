"""enpitsu convert"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.inputs import Item, items
from enpitsu.cli.options import (
    from_option,
    inputs_argument,
    jobs_option,
    kind_option,
    limit_options,
    make_limits,
    output_option,
    solution_option,
)
from enpitsu.cli.output import write_all
from enpitsu.cli.runner import Exit, Report, failed, finish, run
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.formats import dump, formats, suffix_of
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.solve import solve

MANY_IN_ONE = ("puzzlink", "json")


class Wish(NamedTuple):
    """What to write."""

    format: str
    solution: bool
    limits: Limits


@click.command(
    epilog="""\b
Examples:
  enpitsu convert puzzle.xml --to puzzlink
  enpitsu convert puzzles/ --to json -o all.jsonl
  enpitsu convert LINK --to grid --solution
"""
)
@inputs_argument
@click.option(
    "--to", "to_format", type=click.Choice(list(formats())), help="Default: by the file's ending."
)
@output_option
@solution_option
@limit_options
@jobs_option
@kind_option
@from_option
def convert(
    inputs: Sequence[str],
    to_format: str | None,
    output: str | None,
    solution: bool,
    time: float | None,
    conflicts: int | None,
    memory: float | None,
    jobs: int,
    kind: str | None,
    from_format: str | None,
) -> None:
    """Write puzzles in another format, with the position they carry."""
    wish = Wish(_format(to_format, output), solution, make_limits(time, conflicts, memory))
    puzzles = items(inputs, kind=kind, format=from_format)
    reports = run(puzzles, partial(_work, wish=wish), jobs=jobs, as_json=False)
    outputs = [
        (report.name, report.data["content"]) for report in reports if "content" in report.data
    ]
    if outputs:
        try:
            write_all(
                outputs, output, suffix_of(wish.format), join=wish.format in MANY_IN_ONE
            )  # fmt: skip
        except (PuzzleError, OSError) as error:
            click.echo(f"error: {error}", err=True)
            reports.append(failed(str(output), str(error), Exit.BAD_INPUT))
    finish(reports)


def _format(wanted: str | None, output: str | None) -> str:
    if wanted is None and output is not None:
        suffix = Path(output).suffix.lower()
        wanted = next((name for name in formats() if suffix_of(name) == suffix), None)
        wanted = "json" if suffix == ".jsonl" else wanted
    if wanted is None:
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    return wanted


def _work(item: Item, wish: Wish) -> Report:
    document = item.document
    assert document is not None
    if wish.solution:
        document = solved(document, wish.limits)
    text = dump(document, wish.format)
    return Report(item.name, Exit.DONE, "", {"content": text}, None, document.warnings)


def solved(document: Document, limits: Limits) -> Document:
    """The document with a solution as its position; FormatError if there is none in the limits."""
    result = solve(document.puzzle, solutions=1, limits=limits)
    if not result.solutions:
        raise FormatError("no solution" if result.reached is None else "no solution found in time")
    return replace(document, position=result.solutions[0].position)
