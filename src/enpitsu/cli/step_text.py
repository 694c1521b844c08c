"""Steps on the terminal: sentences, pictures, names of techniques."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import click

from enpitsu.cli.terminal_text import if_it_fits, wrapped
from enpitsu.explain.step import Step, technique_name
from enpitsu.grid import Cell
from enpitsu.kind import Puzzle
from enpitsu.position import Fact
from enpitsu.render import scene_of
from enpitsu.render.plain_text import to_text
from enpitsu.scene import NO_MARKS, Glyph, Marks
from enpitsu.words import ENGLISH, LANGUAGES, say

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


def picture(puzzle: Puzzle, facts: Iterable[Fact], marks: Marks = NO_MARKS, *, colour: bool) -> str:
    """Draw the board as text, with the numbers of rows and columns where there is room for them."""
    scene = scene_of(puzzle, facts, marks)
    if all(cell.row >= 0 and cell.col >= 0 for cell in scene.glyphs):
        cols = [col for col in range(scene.cols) if col == 0 or (col + 1) % RULED == 0]
        above = {Cell(-1, col): Glyph(str(col + 1), RULER) for col in cols}
        beside = {Cell(row, -1): Glyph(str(row + 1), RULER) for row in range(scene.rows)}
        scene = replace(scene, glyphs={**scene.glyphs, **above, **beside})
    return if_it_fits(to_text(scene, colour=colour))


def step_text(number: int, step: Step, language: str) -> str:
    """Return a step with its number and the name of its technique."""
    name = click.style(technique_name(step.kind, step.technique, language), bold=True)
    return f"{number:4}. {name}\n{reason_text(step, language, 6)}"


def reason_text(step: Step, language: str, indent: int) -> str:
    """Return the reason of a step; a contradiction as its length and a numbered line for each
    sub-step."""
    if not step.sub_steps:
        return wrapped(step.say(language), indent)
    room = indent + len(str(len(step.sub_steps))) + 2
    lines = [
        wrapped(say(each.message, language), room, f"{at:{room - 2}}.")
        for at, each in enumerate(step.sub_steps, 1)
    ]
    return "\n".join((wrapped(f"{step.say_length(language)}:", indent), *lines))
