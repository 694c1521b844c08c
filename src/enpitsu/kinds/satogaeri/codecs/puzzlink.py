"""Satogaeri in puzz.link / pzpr links.

The body has three parts, row by row: the borders to the right of cells and those below them, as
bits, five to a base-32 digit, each part filled up with zeros; then the circles, in the coding of
numbers that many kinds share, "." for a circle without number. Borders that part no countries are
kept as they are.
"""

from __future__ import annotations

from enpitsu.formats import links
from enpitsu.formats.links import Body, PuzzleLink
from enpitsu.grid import cell_at, cell_number
from enpitsu.kind import Document
from enpitsu.kinds.satogaeri.codecs.marks import PIDS
from enpitsu.kinds.satogaeri.model import Satogaeri, check_size, from_borders


def _read(link: PuzzleLink) -> tuple[Satogaeri, list[str]]:
    """Return the puzzle; what a short body leaves out is empty, as in the original tool."""
    rows, cols, body = link.rows, link.cols, Body(link, "Satogaeri")
    check_size(rows, cols)
    borders = body.borders(rows, cols)
    numbers = body.items(rows * cols, links.NUMBERS)
    circles = [(cell_at(at, cols), number) for at, number in numbers]
    return from_borders(rows, cols, borders, circles), body.doubts


def _write(document: Document) -> tuple[str, str]:
    """Return no flags and the body; FormatError for numbers that have no room in it."""
    puzzle = document.puzzle_as(Satogaeri)
    rows, cols = puzzle.rows, puzzle.cols
    borders = links.dump_borders(rows, cols, puzzle.borders())
    codes = (
        (cell_number(cell, cols), links.number_code(number, str(cell)))
        for cell, number in puzzle.circles
    )
    return "", borders + links.dump_numbers(codes, rows * cols)


CODEC = links.link_codec(PIDS, _read, _write)
