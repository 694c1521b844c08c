"""Steps on the terminal and in JSON: sentences, pictures, names of techniques."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import click

from enpitsu.cli.inputs import Item
from enpitsu.explain.step import Step, technique_name
from enpitsu.grid import Cell
from enpitsu.kind import Puzzle
from enpitsu.position import Fact
from enpitsu.registry import kind_of
from enpitsu.render import scene_of, to_text
from enpitsu.scene import NO_MARKS, Glyph, Marks
from enpitsu.words import ENGLISH, LANGUAGES

WIDEST = 100  # columns of a line of text, however wide the terminal is
RULED = 5  # every so many columns the number stands above
RULER = "grid"
LEGEND = "(* what follows, + what it rests on)"

language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="Of the sentences; what is not translated yet is said in English.",
)


def wrapped(text: str, indent: int, first: str = "") -> str:
    """Break a text into lines that fit, each indented; `first` stands before the first one."""
    space = " " * indent
    columns = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    lines = textwrap.wrap(
        text,
        max(columns - indent, 20),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join((space if at else f"{first:{indent}}") + line for at, line in enumerate(lines))


def size_of(item: Item) -> str:
    """Return kind and size of a puzzle, for people."""
    puzzle = item.document.puzzle
    return f"{kind_of(puzzle).name} {puzzle.rows}x{puzzle.cols}"


def size_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return kind and size of a puzzle, for --json."""
    return {"kind": puzzle.kind, "rows": puzzle.rows, "cols": puzzle.cols}


def picture(puzzle: Puzzle, facts: Iterable[Fact], marks: Marks = NO_MARKS, *, colour: bool) -> str:
    """Draw the board as text, with the numbers of rows and columns where there is room for them."""
    scene = scene_of(puzzle, facts, marks)
    if all(cell.row >= 0 and cell.col >= 0 for cell in scene.glyphs):
        cols = [col for col in range(scene.cols) if col == 0 or (col + 1) % RULED == 0]
        above = {Cell(-1, col): Glyph(str(col + 1), RULER) for col in cols}
        beside = {Cell(row, -1): Glyph(str(row + 1), RULER) for row in range(scene.rows)}
        scene = replace(scene, glyphs={**scene.glyphs, **above, **beside})
    return if_it_fits(to_text(scene, colour=colour))


def if_it_fits(drawing: str, otherwise: str = "") -> str:
    """Return a drawing, or what to do instead if it is too wide for the terminal."""
    width = max(len(click.unstyle(line)) for line in drawing.splitlines())
    if sys.stdout.isatty() and width > shutil.get_terminal_size().columns:
        return f"(the drawing needs {width} columns{otherwise})"
    return drawing.rstrip("\n")


def step_text(number: int, step: Step, language: str) -> str:
    """Return a step with its number and the name of its technique."""
    name = click.style(technique_name(step.kind, step.technique, language), bold=True)
    return f"{number:4}. {name}\n{wrapped(step.say(language), 6)}"


def count_lines(counted: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the uses of each technique, a line each."""
    return [f"  {each['count']:4} x  {each['code']:4} {each['name']}" for each in counted]
