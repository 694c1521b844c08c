"""enpitsu render"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.check import check
from enpitsu.cli.destinations import one_below_the_other
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, Work, failed, run, show
from enpitsu.cli.shared_options import (
    output_option,
    puzzle_inputs,
    run_options,
    solution_option,
    solved_first,
    wants_colour,
)
from enpitsu.cli.write_output import as_data, write_contents
from enpitsu.errors import PuzzleError
from enpitsu.limits import Limits
from enpitsu.render import FORMATS, Options, look_of, marks_of, pdf_of, scene_of
from enpitsu.render import render as draw
from enpitsu.render.fonts import Fonts
from enpitsu.render.paper import (
    CELL_MM,
    DPI,
    LARGEST_DPI,
    LARGEST_MM,
    SMALLEST_DPI,
    SMALLEST_MM,
)
from enpitsu.render.theme import (
    AUTO,
    BOLDEST,
    CELL,
    LARGEST_CELL,
    LIGHTEST,
    SMALLEST_CELL,
    THEMES,
    THICKEST,
    THINNEST,
    TRANSPARENT,
    checked_look,
)
from enpitsu.scene import NO_MARKS

ENDINGS = {"svg": ".svg", "png": ".png", "pdf": ".pdf", "text": ".txt"}

MOST_WIDE = 20_000  # pixels of a picture

_PAGE = "page"  # where a report keeps the drawing that becomes a page of one file


class RenderOptions(NamedTuple):
    """The options of `enpitsu render`."""

    format: str
    how: Options
    blank: bool
    errors: bool
    as_json: bool
    is_page: bool
    """True if the drawing goes into one file with others."""


@click.command(
    epilog="""\b
Examples:
  enpitsu render puzzle.txt                       (on the terminal)
  enpitsu render LINK --solution -o solved.svg
  enpitsu render puzzles/ --format png -o pictures/
  enpitsu render puzzles/ --mm 10 -o puzzles.pdf  (a page each)
  enpitsu render LINK --mm 8 --dpi 600 --theme print -o print.png
  enpitsu render game.json --errors --theme dark -o game.png
  enpitsu render LINK --width 1200 --ground transparent --line-width 1.5 -o web.png
"""
)
@puzzle_inputs()
@click.option("--format", "to_format", type=click.Choice(FORMATS), help="Default: by the ending.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    help=f"Colours of pictures.  [default: {AUTO}; on paper: print]",
)
@click.option(
    "--cell",
    type=click.IntRange(SMALLEST_CELL, LARGEST_CELL),
    help=f"Pixels of a cell.  [default: {CELL}]",
)
@click.option(
    "--mm",
    type=click.FloatRange(SMALLEST_MM, LARGEST_MM),
    help=f"Width of a cell on paper, instead of pixels.  [default for PDF: {CELL_MM:g}]",
)
@click.option(
    "--dpi",
    type=click.IntRange(SMALLEST_DPI, LARGEST_DPI),
    help=f"Pixels an inch of a PNG for paper.  [default with --mm: {DPI}]",
)
@click.option(
    "--width",
    type=click.IntRange(1, MOST_WIDE),
    help="Pixels of the whole picture, SVG or PNG, instead of those of a cell.",
)
@click.option(
    "--ground",
    metavar="COLOUR",
    help=f"What the picture stands on: {TRANSPARENT}, or a colour as #rrggbb.",
)
@click.option(
    "--line-width",
    type=click.FloatRange(THINNEST, THICKEST),
    help="Makes all lines so many times as wide.",
)
@click.option(
    "--font-weight",
    type=click.IntRange(LIGHTEST, BOLDEST),
    help="Weight of all letters: 400 is regular, 700 bold.",
)
@click.option(
    "--font",
    "fonts",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Font file for letters in a PDF that its own fonts lack; may be repeated.",
)
@click.option("--blank", is_flag=True, help="Leave out the position that the input carries.")
@click.option("--errors", is_flag=True, help="Point at broken rules.")
@output_option
@solution_option
@run_options()
def render(
    puzzles: Iterator[Found],
    to_format: str | None,
    theme: str | None,
    cell: int | None,
    mm: float | None,
    dpi: int | None,
    fonts: tuple[Path, ...],
    width: int | None,
    ground: str | None,
    line_width: float | None,
    font_weight: int | None,
    blank: bool,
    errors: bool,
    output: str | None,
    solution: bool,
    limits: Limits,
    running: RunOptions,
) -> None:
    """Draw puzzles, positions and solutions."""
    ending = "" if output is None else Path(output).suffix.lower()
    formats = {ending: name for name, ending in ENDINGS.items()}
    chosen = to_format or formats.get(ending, "text" if output is None else "svg")
    if to_format is None and ending and ending not in formats:
        raise click.UsageError(f"cannot draw a {ending} file; say --format {'|'.join(FORMATS)}")
    how = _options(chosen, theme, cell, mm, dpi, width)
    how["ground"], how["line_width"], how["font_weight"] = ground, line_width, font_weight
    try:
        checked_look(look_of(how))
    except PuzzleError as error:
        raise click.UsageError(f"--ground: {error}") from None
    if chosen == "pdf":
        how["fonts"] = fonts
        try:
            Fonts(fonts)
        except PuzzleError as error:
            # Told before the puzzles are worked on.
            raise click.UsageError(str(error)) from None
    how["colour"] = wants_colour() and output is None and not running.as_json
    is_one_file = output is None or (bool(Path(output).suffix) and not Path(output).is_dir())
    is_page = chosen == "pdf" and not running.as_json and is_one_file
    # A solution takes the place of the position that --blank leaves out.
    options = RenderOptions(chosen, how, blank and not solution, errors, running.as_json, is_page)
    work: Work = partial(_work, options=options)
    if solution:
        work = partial(solved_first, work=work, limits=limits)
    reports = run(puzzles, work, running, silent=output is not None)
    if is_page:
        _bind(reports, how, output)
    join = one_below_the_other if chosen == "text" else None
    write_contents(reports, output, ENDINGS[chosen], join=join)


def _options(
    format: str,
    theme: str | None,
    cell: int | None,
    mm: float | None,
    dpi: int | None,
    width: int | None,
) -> Options:
    if width is not None and (cell is not None or mm is not None or dpi is not None):
        raise click.UsageError("--width is of the whole picture: leave out --cell, --mm and --dpi")
    if width is not None and format not in ("svg", "png"):
        raise click.UsageError("--width is in pixels, for SVG and PNG: on paper say --mm")
    if cell is not None and mm is not None:
        raise click.UsageError("--cell is in pixels, --mm on paper: say one of them")
    if dpi is not None and format != "png":
        raise click.UsageError("--dpi is for PNG: other formats have no pixels")
    if dpi is not None and cell is None and mm is None:
        mm = CELL_MM
    is_paper = format == "pdf" or mm is not None
    theme = theme or ("print" if is_paper else AUTO)
    return Options(theme=theme, cell=cell, mm=mm, dpi=dpi, width=width)


def _work(item: Item, options: RenderOptions) -> Report:
    document = item.document
    puzzle, position = document.puzzle, None if options.blank else document.position
    marks = NO_MARKS
    if options.errors and position is not None:
        marks = marks_of(check(puzzle, position, partial=True))
    if options.is_page:
        page = {_PAGE: scene_of(puzzle, position, marks)}
        return Report(item.name, Exit.DONE, data=page, warnings=document.warnings)
    content = draw(puzzle, position, options.format, **Options(**options.how, marks=marks))
    if options.as_json:
        return Report(item.name, Exit.DONE, data=as_data(options.format, content))
    return Report(item.name, Exit.DONE, warnings=document.warnings, content=content)


def _bind(reports: list[Report], how: Options, output: str | None) -> None:
    """Give the first report that has a page the file of all pages."""
    with_page = [at for at, report in enumerate(reports) if _PAGE in report.data]
    if not with_page:
        return
    try:
        file = pdf_of([reports[at].data[_PAGE] for at in with_page], how)
    except PuzzleError as error:
        reports.append(failed(output or "the screen", str(error), Exit.BAD_INPUT))
        show(reports[-1], as_json=False)
        return
    reports[with_page[0]] = replace(reports[with_page[0]], content=file)
