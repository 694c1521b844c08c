"""enpitsu render"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.check import check
from enpitsu.cli.inputs import Item
from enpitsu.cli.options import (
    jobs_option,
    json_option,
    limit_options,
    output_option,
    puzzle_inputs,
    solution_option,
    wants_colour,
)
from enpitsu.cli.output import as_data, one_below_the_other, write_contents
from enpitsu.cli.runner import Exit, Found, Report, Work, run
from enpitsu.cli.solution import solved_first
from enpitsu.limits import Limits
from enpitsu.render import FORMATS, Options, marks_of
from enpitsu.render import render as draw
from enpitsu.render.theme import CELL, LARGEST_CELL, SMALLEST_CELL, THEMES
from enpitsu.scene import NO_MARKS

ENDINGS = {"svg": ".svg", "png": ".png", "text": ".txt"}


class Wish(NamedTuple):
    """What to draw."""

    format: str
    theme: str
    cell: int
    blank: bool
    errors: bool
    as_json: bool
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
@puzzle_inputs()
@click.option("--format", "to_format", type=click.Choice(FORMATS), help="Default: by the ending.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default=THEMES[0],
    show_default=True,
    help="Colours of pictures.",
)
@click.option(
    "--cell",
    type=click.IntRange(SMALLEST_CELL, LARGEST_CELL),
    default=CELL,
    show_default=True,
    help="Pixels of a cell.",
)
@click.option("--blank", is_flag=True, help="Leave out the position that the input carries.")
@click.option("--errors", is_flag=True, help="Point at broken rules.")
@output_option
@solution_option
@limit_options
@jobs_option
@json_option
def render(
    puzzles: Iterator[Found],
    to_format: str | None,
    theme: str,
    cell: int,
    blank: bool,
    errors: bool,
    output: str | None,
    solution: bool,
    limits: Limits,
    jobs: int,
    as_json: bool,
) -> None:
    """Draw puzzles, positions and solutions."""
    chosen = to_format or _format_of(output)
    colour = wants_colour() and output is None and not as_json
    wish = Wish(chosen, theme, cell, blank, errors, as_json, colour)
    work: Work = partial(_work, wish=wish)
    if solution:
        work = partial(solved_first, work=work, limits=limits)
    reports = run(puzzles, work, jobs=jobs, as_json=as_json)
    join = one_below_the_other if chosen == "text" else None
    write_contents(reports, output, ENDINGS[chosen], join=join)


def _format_of(output: str | None) -> str:
    if output is None:
        return "text"
    ending = Path(output).suffix.lower()
    for name, each in ENDINGS.items():
        if ending == each:
            return name
    if ending:
        raise click.UsageError(f"cannot draw a {ending} file; say --format {'|'.join(FORMATS)}")
    return "svg"


def _work(item: Item, wish: Wish) -> Report:
    document = item.document
    puzzle, position = document.puzzle, None if wish.blank else document.position
    marks = NO_MARKS
    if wish.errors and position is not None:
        marks = marks_of(check(puzzle, position, partial=True))
    how = Options(theme=wish.theme, cell=wish.cell, marks=marks, colour=wish.colour)
    content = draw(puzzle, position, wish.format, **how)
    if wish.as_json:
        return Report(item.name, Exit.DONE, data=as_data(wish.format, content))
    return Report(item.name, Exit.DONE, warnings=document.warnings, content=content)
