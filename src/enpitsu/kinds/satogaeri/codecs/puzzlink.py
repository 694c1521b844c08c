"""Satogaeri in puzz.link / pzpr links.

The body has three parts, row by row: the borders to the right of cells and those below them, as
bits, five to a base-32 digit, each part filled up with zeros; then the circles, in the coding of
numbers that many kinds share, "." for a circle without number. Borders that part no countries are
kept as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enpitsu.formats import links
from enpitsu.formats.links import Body, PuzzleLink
from enpitsu.grid import Edge, cell_at, cell_number, edges_down, edges_right
from enpitsu.kind import Document
from enpitsu.kinds.satogaeri.codecs.marks import PIDS
from enpitsu.kinds.satogaeri.model import Satogaeri, check_size, from_borders

ENDS_EARLY = "the link ends early; the rest of the board is read without borders and circles"


def _read(link: PuzzleLink) -> tuple[Satogaeri, list[str]]:
    """Return the puzzle; what a short body leaves out is empty, as in the original tool."""
    rows, cols, body = link.rows, link.cols, Body(link, "Satogaeri")
    check_size(rows, cols)
    borders = [*_borders(body, edges_right(rows, cols)), *_borders(body, edges_down(rows, cols))]
    numbers = body.numbers(rows * cols)
    circles = [(cell_at(at, cols), number) for at, number in numbers]
    warnings = [links.TOO_LONG] * body.is_too_long
    # A link without any body is a blank board on purpose.
    if link.body and body.told < rows * cols:
        warnings.append(ENDS_EARLY)
    return from_borders(rows, cols, borders, circles), warnings


def _borders(body: Body, edges: Iterable[Edge]) -> Iterator[Edge]:
    places = list(edges)
    return (places[at] for at in body.bits(len(places)))


def _write(document: Document) -> tuple[str, str]:
    """Return no flags and the body; FormatError for numbers that have no room in it."""
    puzzle = document.puzzle_as(Satogaeri)
    rows, cols, borders = puzzle.rows, puzzle.cols, puzzle.borders()
    parts = []
    for edges in (edges_right(rows, cols), edges_down(rows, cols)):
        drawn = [edge in borders for edge in edges]
        parts.append(
            links.dump_bits([at for at, is_drawn in enumerate(drawn) if is_drawn], len(drawn))
        )
    codes = (
        (cell_number(cell, cols), links.number_code(number, str(cell)))
        for cell, number in puzzle.circles
    )
    return "", "".join([*parts, links.dump_numbers(codes, rows * cols)])


CODEC = links.link_codec(PIDS, _read, _write)
