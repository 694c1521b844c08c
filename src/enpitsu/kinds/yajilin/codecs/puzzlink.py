"""Yajilin in puzz.link / pzpr links.

The body goes through the cells row by row. Directions: 0 none, 1 up, 2 down, 3 left, 4 right.

    [0-4]X    direction, number 0..15 in hex, or "." for an unknown number
    [5-9]HH   direction + 5, number 16..255
    -dHHH     direction, number 256..4095
    +         a cell that only blocks
    a..z      1..26 empty cells
"""

from __future__ import annotations

import re

from enpitsu.errors import FormatError
from enpitsu.formats import links
from enpitsu.formats.links import Body, ItemReader, LinkItem, PuzzleLink
from enpitsu.grid import Cell, Direction, cell_at, cell_number
from enpitsu.kind import Document
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin, check_size

PIDS = ("yajilin", "yajirin")
ARROWS = (None, Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT)
MAX_NUMBER = 4095

_ITEM = re.compile(
    r"(?P<run>[a-z])|(?P<short>[0-4](?:[0-9a-f]|\.))|(?P<long>[5-9][0-9a-f]{2})"
    r"|-(?P<longest>[0-4][0-9a-f]{3})|(?P<blank>\+)",
    re.ASCII | re.IGNORECASE,
)


def _read(link: PuzzleLink) -> tuple[Yajilin, list[str]]:
    """Return the puzzle and warnings; a short body leaves the rest of the board empty, as in the
    original tool."""
    check_size(link.rows, link.cols)
    body = Body(link, "Yajilin")
    found = body.items(link.rows * link.cols, _READER)
    clues = tuple((cell_at(at, link.cols), clue) for at, clue in found)
    outside, boxed = "o" in link.flags, "b" in link.flags
    puzzle = Yajilin(link.rows, link.cols, clues, outside, boxed)
    return puzzle, [links.TOO_LONG] * body.is_too_long


def _item_of(match: re.Match[str]) -> LinkItem[Clue] | int:
    if match["run"]:
        return int(match["run"], 36) - 9
    if match["blank"]:
        return LinkItem(BLANK)
    code = match["short"] or match["long"] or match["longest"]
    arrow = ARROWS[int(code[0]) - (5 if match["long"] else 0)]
    return LinkItem(Clue(arrow, None if code[1:] == "." else int(code[1:], 16)))


_READER = ItemReader(_ITEM, _item_of)


def _write(document: Document) -> tuple[str, str]:
    """Return flags and body; FormatError for numbers over 4095."""
    puzzle = document.puzzle_as(Yajilin)
    rows, cols = puzzle.rows, puzzle.cols
    codes = [(cell_number(cell, cols), _dump_clue(cell, clue)) for cell, clue in puzzle.clues]
    flags = "o" * puzzle.outside + "b" * puzzle.boxed
    return flags, links.dump_numbers(codes, rows * cols, first_gap="a")


def _dump_clue(cell: Cell, clue: Clue) -> str:
    if clue.blank:
        return "+"
    direction, number = ARROWS.index(clue.arrow), clue.number
    if number is None:
        return f"{direction}."
    if number < 16:
        return f"{direction}{number:x}"
    if number < 256:
        return f"{direction + 5}{number:x}"
    if number <= MAX_NUMBER:
        return f"-{direction}{number:x}"
    raise FormatError(f"a link cannot hold a number over {MAX_NUMBER}", cell=str(cell))


CODEC = links.link_codec(PIDS, _read, _write, known_flags="ob")
