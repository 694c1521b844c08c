"""Small pictures of boards on the terminal: what a puzzle shows, and which cells were changed.

With colours a character is two cells, one above the other, so that even large boards fit. Without
colours a cell is two characters, and changed cells have signs of their own.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping

import click

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
"""What stands on each cell; cells without anything are left out."""


def width() -> int:
    """Return how many columns there are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH


def draw(puzzle: Puzzle, facts: Iterable[Fact] | None, colour: bool) -> str:
    """The puzzle as text, or what to do if it is too wide for the terminal."""
    text = str(render(puzzle, facts, "text", colour=colour)).rstrip("\n")
    columns = max(map(len, click.unstyle(text).splitlines()))
    if sys.stdout.isatty() and columns > width():
        return f"(the drawing needs {columns} columns; -o FILE saves it, for enpitsu render)"
    return text


def before_and_after(made: PicturePuzzle, colour: bool) -> str:
    """The picture and, where cells were changed, what became of it, side by side if they fit."""
    small = _half_blocks if colour else _signs
    pictures = [_framed(small(made, _values(made.before), frozenset()))]
    titles = ["the picture"]
    if made.changed:
        pictures.append(_framed(small(made, _values(made.solution), frozenset(made.changed))))
        signs = "red: changed" if colour else f"{ADDED} new, {EMPTIED} gone"
        titles = ["before", f"after ({signs})"]
    wide = _columns(pictures[0][0])
    if sys.stdout.isatty() and wide > width():
        return f"(the picture needs {wide} columns)"
    blocks = [[title, *lines] for title, lines in zip(titles, pictures, strict=True)]
    if 2 * max(wide, len(titles[-1])) + len(_GAP) <= width():
        return "\n".join(_beside(blocks))
    return "\n\n".join("\n".join(lines) for lines in blocks)


def _values(facts: Iterable[Fact]) -> Values:
    return {fact.slot: fact.value for fact in facts if isinstance(fact.slot, Cell) and fact.holds}


def _columns(line: str) -> int:
    return len(click.unstyle(line))


def _framed(lines: list[str]) -> list[str]:
    rule = "─" * _columns(lines[0])
    return [f"┌{rule}┐", *(f"│{line}│" for line in lines), f"└{rule}┘"]


def _beside(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines next to each other; all but the last are filled up with spaces."""
    *first, last = blocks
    padded = [
        [(line + " " * (max(map(_columns, block)) - _columns(line))) for line in block]
        for block in first
    ]
    return [_GAP.join(row) for row in zip(*padded, last, strict=True)]


def _signs(made: PicturePuzzle, values: Values, marked: frozenset[Cell]) -> list[str]:
    """Two characters a cell: a block, or with several colours the letter of each."""
    names = [name for name in made.paints if name]
    letters = {name: 2 * made.paints[name].sign if len(names) > 1 else "██" for name in names}
    lines = []
    for row in range(made.puzzle.rows):
        cells = [Cell(row, col) for col in range(made.puzzle.cols)]
        lines.append("".join(_sign(cell, values, letters, marked) for cell in cells))
    return lines


def _sign(cell: Cell, values: Values, letters: Mapping[str, str], marked: frozenset[Cell]) -> str:
    value = values.get(cell)
    if cell in marked:
        return EMPTIED if value is None else ADDED
    return "  " if value is None else letters[value]


def _half_blocks(made: PicturePuzzle, values: Values, marked: frozenset[Cell]) -> list[str]:
    """One character for two cells, one above the other, in their colours."""

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
