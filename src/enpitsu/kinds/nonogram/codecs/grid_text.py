"""Nonogram as grid text (puzzlekit): a line ROWS COLS, the columns' clues, then the rows' clues.

    3 4
    1 1
    2
    1
    2
    2 1
    3
    1

    3 4
    x x - x
    - x x x
    x - - -

The second block may be missing. It gives a solution or a position: `x` shaded, `-` anything else;
marks of empty cells have no place: they are left out. Without it, the same text is also a .nin
file of another puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from enpitsu.errors import FormatError
from enpitsu.formats.text import quote, tokens, word_rows
from enpitsu.grid import cells
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    PARTED,
    TextLine,
    clue_lines,
    document_of,
    dump_clues,
    looks_like_numbers,
    plain,
    read_sheet,
)
from enpitsu.kinds.nonogram.model import SHADED
from enpitsu.position import Fact, Position

_SHADED = "x"
_OPEN = "-"
_PICTURE_LINE = re.compile(r"\s*(?:[x\[]|-(?![0-9]))", re.IGNORECASE)
_MARKER = re.compile(r"\s*\[(\w+)\]\s*")


def sniff(text: str) -> bool:
    """Return True if the text is two sizes on a line, lines of numbers, and perhaps a picture."""
    return looks_like_numbers(text, (2,), foreign=(PARTED,))


def parse(text: str) -> list[Document]:
    """Read the puzzle, and the solution or position if a second block gives one."""
    (rows, cols), lines = read_sheet(text)
    size = [str(rows), str(cols)]
    starts = (at for at, line in enumerate(lines) if _PICTURE_LINE.match(line.text))
    start = next(starts, len(lines))
    clues, below = lines[:start], lines[start:]
    if below:
        # A line ROWS COLS above the picture belongs to it.
        last = max((at for at, line in enumerate(clues) if not line.is_blank), default=0)
        if clues and clues[last].text.split() == size:
            del clues[last:]
    picture = []
    for line in below:
        marker = _MARKER.fullmatch(line.text)
        if marker is not None and marker[1].lower() == "end":
            break
        if marker is None and not line.is_blank:
            picture.append(line)
    if picture and picture[0].text.split() == size:
        del picture[0]
    if picture and len(picture) != rows:
        message = f"the solution has {len(picture)} rows, the puzzle {rows}"
        raise FormatError(message, line=picture[min(len(picture) - 1, rows)].number)
    found = clue_lines(clues, rows + cols)
    position = Position.of(_facts(picture, cols))
    return [document_of(found[cols:], found[:cols], position=position)]


def _facts(lines: list[TextLine], cols: int) -> Iterator[Fact]:
    words = [tokens(line.text, line.number, cols + 1) for line in lines]
    for row in words:
        if len(row) != cols:
            raise row[-1].error(f"{len(row)} cells in this row of the solution, not {cols}")
    for cell in cells(len(lines), cols):
        word = words[cell.row][cell.col]
        if word.text.lower() not in (_SHADED, _OPEN):
            raise word.error(f"a solution has '{_SHADED}' and '{_OPEN}', not {quote(word.text)}")
        if word.text != _OPEN:
            yield Fact(cell, SHADED)


def dump(document: Document) -> str:
    """Write the puzzle, and a second block if there is a position with shaded cells."""
    puzzle = plain(document, "grid text")
    lines = [f"{puzzle.rows} {puzzle.cols}"]
    lines += [*dump_clues(puzzle.col_clues), *dump_clues(puzzle.row_clues)]
    shaded = document.position.cells(SHADED)
    if shaded:
        words = dict.fromkeys(shaded, _SHADED)
        lines += ["", lines[0], *word_rows(words, puzzle.rows, puzzle.cols, none=_OPEN)]
    return "\n".join(lines)


CODEC = Codec(
    format="grid",
    title="grid text",
    suffixes=(".grid",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
