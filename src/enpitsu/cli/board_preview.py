"""Small pictures of boards on the terminal: what a puzzle shows, and which cells were changed.

With colours a character is two cells, one above the other, so that even large boards fit. Without
colours a cell is two characters, and changed cells have signs of their own.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping

import click

from enpitsu.cli.terminal_text import if_it_fits
from enpitsu.colour import channels
from enpitsu.generate import PicturePuzzle
from enpitsu.grid import Cell
from enpitsu.kind import Puzzle
from enpitsu.position import Fact
from enpitsu.render import render

PIPED_WIDTH = 100  # columns of a drawing that goes into a file or another program
ADDED = "++"
EMPTIED = "--"
_ADDED_RGB = "#e02020"
_EMPTIED_RGB = "#ffb0b0"
_GAP = "   "

Values = Mapping[Cell, str]
"""The content of each cell; empty cells are left out."""


def draw(puzzle: Puzzle, facts: Iterable[Fact] | None, colour: bool) -> str:
    """Draw the puzzle as text, or tell what to do if it is too wide for the terminal."""
    text = str(render(puzzle, facts, "text", colour=colour))
    return if_it_fits(text, "; -o FILE saves it, for enpitsu render")


def before_and_after(made: PicturePuzzle, colour: bool) -> str:
    """Draw the picture and, where cells were changed, what became of it, side by side if they
    fit."""
    pictures = [_frame(made, made.before, frozenset(), colour)]
    titles = ["the picture"]
    if made.changed:
        pictures.append(_frame(made, made.solution, frozenset(made.changed), colour))
        signs = "red: changed" if colour else f"{ADDED} new, {EMPTIED} gone"
        titles = ["before", f"after ({signs})"]
    is_terminal = sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if is_terminal else PIPED_WIDTH
    wide = _width(pictures[0][0])
    if is_terminal and wide > columns:
        return f"(the picture needs {wide} columns)"
    blocks = [[title, *lines] for title, lines in zip(titles, pictures, strict=True)]
    side_by_side = 2 * max(wide, len(titles[-1])) + len(_GAP) <= columns
    if len(blocks) == 1 or not side_by_side:
        return "\n\n".join("\n".join(lines) for lines in blocks)
    room = max(map(_width, blocks[0]))
    padded = [line + " " * (room - _width(line)) for line in blocks[0]]
    return "\n".join(_GAP.join(row) for row in zip(padded, blocks[1], strict=True))


def _width(line: str) -> int:
    return len(click.unstyle(line))


def _frame(
    made: PicturePuzzle, facts: Iterable[Fact], marked: frozenset[Cell], colour: bool
) -> list[str]:
    values = {fact.slot: fact.value for fact in facts if isinstance(fact.slot, Cell) and fact.holds}
    lines = (_half_blocks if colour else _signs)(made, values, marked)
    rule = "─" * _width(lines[0])
    return [f"┌{rule}┐", *(f"│{line}│" for line in lines), f"└{rule}┘"]


def _signs(made: PicturePuzzle, values: Values, marked: frozenset[Cell]) -> list[str]:
    """Draw two characters a cell: a block, or with several colours the letter of each."""
    names = [name for name in made.paints if name]
    letters = {name: 2 * made.paints[name].sign if len(names) > 1 else "██" for name in names}

    def sign(cell: Cell) -> str:
        value = values.get(cell)
        if cell in marked:
            return EMPTIED if value is None else ADDED
        return "  " if value is None else letters[value]

    rows, cols = range(made.puzzle.rows), range(made.puzzle.cols)
    return ["".join(sign(Cell(row, col)) for col in cols) for row in rows]


def _half_blocks(made: PicturePuzzle, values: Values, marked: frozenset[Cell]) -> list[str]:
    """Draw one character for two cells, one above the other, in their colours."""

    def paint(row: int, col: int) -> tuple[int, int, int]:
        cell = Cell(row, col)
        value = values.get(cell)
        if cell in marked:
            return channels(_EMPTIED_RGB if value is None else _ADDED_RGB)
        return channels(made.paints[value or ""].rgb)

    lines = []
    for row in range(0, made.puzzle.rows, 2):
        is_last = row + 1 == made.puzzle.rows
        lines.append(
            "".join(
                click.style("▀", fg=paint(row, col), bg=None if is_last else paint(row + 1, col))
                for col in range(made.puzzle.cols)
            )
        )
    return lines
