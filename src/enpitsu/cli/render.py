"""enpitsu render"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.check import check
from enpitsu.cli.convert import solved
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
    wants_colour,
)
from enpitsu.cli.output import write_all
from enpitsu.cli.runner import Exit, Report, failed, finish, run
from enpitsu.errors import PuzzleError
from enpitsu.limits import Limits
from enpitsu.render import FORMATS, marks_of
from enpitsu.render import render as draw
from enpitsu.scene import NO_MARKS

SUFFIXES = {".svg": "svg", ".png": "png", ".txt": "text"}


class Wish(NamedTuple):
    """What to draw."""

    format: str
    theme: str
    cell: int
    solution: bool
    blank: bool
    errors: bool
    limits: Limits
    colour: bool


@click.command(
    epilog="""\b
Examples:
  enpitsu render puzzle.txt                       (on the terminal)
  enpitsu render LINK --solution -o solved.svg
  enpitsu render puzzles/ --format png -o pictures/
  enpitsu render game.json --errors --theme dark -o game.png
"""
)
@inputs_argument
@click.option("--format", "to_format", type=click.Choice(FORMATS), help="Default: by the ending.")
@click.option(
    "--theme", type=click.Choice(["auto", "light", "dark", "print"]), default="auto",
    show_default=True, help="Colours of pictures.",
)  # fmt: skip
@click.option("--cell", type=click.IntRange(4, 200), default=40, show_default=True, help="Pixels.")
@click.option("--blank", is_flag=True, help="Leave out the position that the input carries.")
@click.option("--errors", is_flag=True, help="Point at broken rules.")
@output_option
@solution_option
@limit_options
@jobs_option
@kind_option
@from_option
def render(
    inputs: Sequence[str],
    to_format: str | None,
    theme: str,
    cell: int,
    blank: bool,
    errors: bool,
    output: str | None,
    solution: bool,
    time: float | None,
    conflicts: int | None,
    memory: float | None,
    jobs: int,
    kind: str | None,
    from_format: str | None,
) -> None:
    """Draw puzzles, positions and solutions."""
    suffix = Path(output).suffix.lower() if output else ""
    chosen = to_format or SUFFIXES.get(suffix) or ("svg" if output else "text")
    limits = make_limits(time, conflicts, memory)
    colour = wants_colour() and output is None
    wish = Wish(chosen, theme, cell, solution, blank, errors, limits, colour)
    puzzles = items(inputs, kind=kind, format=from_format)
    reports = run(puzzles, partial(_work, wish=wish), jobs=jobs, as_json=False)
    outputs = [
        (report.name, report.data["content"]) for report in reports if "content" in report.data
    ]
    try:
        ending = next(ending for ending, name in SUFFIXES.items() if name == chosen)
        write_all(outputs, output, ending, join=chosen == "text")
    except (PuzzleError, OSError) as error:
        click.echo(f"error: {error}", err=True)
        reports.append(failed(str(output), str(error), Exit.BAD_INPUT))
    finish(reports)


def _work(item: Item, wish: Wish) -> Report:
    document = item.document
    assert document is not None
    if wish.solution:
        document = solved(document, wish.limits)
    puzzle, position = document.puzzle, None if wish.blank else document.position
    marks = NO_MARKS
    if wish.errors and position is not None:
        marks = marks_of(check(puzzle, position, partial=True))
    content = draw(
        puzzle,
        position,
        wish.format,
        theme=wish.theme,
        cell=wish.cell,
        marks=marks,
        colour=wish.colour,
    )
    return Report(item.name, Exit.DONE, "", {"content": content}, None, document.warnings)
