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
from enpitsu.formats.text import Token, quote, tokens
from enpitsu.grid import Cell, cells
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
    shading,
)
from enpitsu.kinds.nonogram.model import SHADED, Nonogram
from enpitsu.position import EMPTY, Position

_NAME = "grid text"
_SHADED = "x"
_OPEN = "-"
_PICTURE_LINE = re.compile(r"\s*(?:[x\[]|-(?![0-9]))", re.IGNORECASE)
_MARKER = re.compile(r"\s*\[(\w+)\]\s*")


def sniff(text: str) -> bool:
    """Tell whether the text is two sizes on a line, lines of numbers, and perhaps a picture."""
    return looks_like_numbers(text, (2,), foreign=(PARTED,))


def parse(text: str) -> list[Document]:
    """The puzzle, and the solution or position if a second block gives one."""
    (rows, cols), lines = read_sheet(text)
    start = next(
        (at for at, line in enumerate(lines) if (_PICTURE_LINE.match(line.text) is not None)),
        len(lines),
    )
    clues, picture = lines[:start], lines[start:]
    if picture:
        clues, picture = _without_size(clues, rows, cols), _picture_lines(picture, rows, cols)
    found = clue_lines(clues, rows + cols)
    position = _position(picture, rows, cols) if picture else EMPTY
    return [document_of(found[cols:], found[:cols], position=position)]


def _without_size(lines: list[TextLine], rows: int, cols: int) -> list[TextLine]:
    """The lines above a picture without the line ROWS COLS that belongs to it."""
    last = max((at for at, line in enumerate(lines) if not line.is_blank), default=0)
    has_size = bool(lines) and lines[last].text.split() == [str(rows), str(cols)]
    return lines[:last] if has_size else lines


def _picture_lines(lines: list[TextLine], rows: int, cols: int) -> list[TextLine]:
    """The rows of a picture, up to a line [end]; FormatError if there are more or fewer."""
    markers = {
        at: match for at, line in enumerate(lines) if (match := _MARKER.fullmatch(line.text))
    }
    ends = (at for at, match in markers.items() if match[1].lower() == "end")
    end = next(ends, len(lines))
    found = [line for at, line in enumerate(lines[:end]) if at not in markers and not line.is_blank]
    if found and found[0].text.split() == [str(rows), str(cols)]:
        del found[0]
    if found and len(found) != rows:
        message = f"the solution has {len(found)} rows, the puzzle {rows}"
        raise FormatError(message, line=found[min(len(found) - 1, rows)].number)
    return found


def _position(lines: list[TextLine], rows: int, cols: int) -> Position:
    words = [tokens(line.text, line.number, cols + 1) for line in lines]
    for row in words:
        if len(row) != cols:
            raise row[-1].error(f"{len(row)} cells in this row of the solution, not {cols}")
    return shading(cell for cell in cells(rows, cols) if _is_shaded(words[cell.row][cell.col]))


def _is_shaded(word: Token) -> bool:
    if word.text.lower() not in (_SHADED, _OPEN):
        raise word.error(f"a solution has '{_SHADED}' and '{_OPEN}', not {quote(word.text)}")
    return word.text != _OPEN


def dump(document: Document) -> str:
    """The puzzle, and a second block if there is a position with shaded cells."""
    puzzle = plain(document, _NAME)
    size = f"{puzzle.rows} {puzzle.cols}"
    blocks = [[size, *dump_clues(puzzle.col_clues), *dump_clues(puzzle.row_clues)]]
    shaded = document.position.cells(SHADED)
    if shaded:
        blocks.append([size, *_dump_picture(puzzle, shaded)])
    return "\n\n".join("\n".join(lines) for lines in blocks)


def _dump_picture(puzzle: Nonogram, shaded: frozenset[Cell]) -> Iterator[str]:
    for row in range(puzzle.rows):
        signs = (_SHADED if Cell(row, col) in shaded else _OPEN for col in range(puzzle.cols))
        yield " ".join(signs)


CODEC = Codec(
    format="grid",
    title="grid text",
    suffixes=(".grid",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
