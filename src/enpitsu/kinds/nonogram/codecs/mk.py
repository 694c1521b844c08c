"""Nonogram in .mk files (Olšák): a line HEIGHT WIDTH, the rows' clues, `#`, the columns' clues.

    3 4
    2 1
    3
    1
    #
    1 1
    2
    1
    2

Read as well: no `#`, which makes it a text of bare numbers like others, and sizes the wrong way
round, which the `#` shows.
"""

from __future__ import annotations

from enpitsu.errors import FormatError
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    PARTED,
    PICTURE,
    TextLine,
    clue_lines,
    document_of,
    dump_clues,
    looks_like_numbers,
    plain,
    read_sheet,
)

_NAME = "the .mk format"

Blocks = tuple[list[TextLine], list[TextLine]]
"""The lines of the rows' clues and of the columns' clues."""


def sniff(text: str) -> bool:
    """Tell whether the text is two sizes on a line and lines of numbers, perhaps parted by a #."""
    return looks_like_numbers(text, (2,), foreign=PICTURE)


def parse(text: str) -> list[Document]:
    """The puzzle of a file."""
    (rows, cols), lines = read_sheet(text)
    signs = [at for at, line in enumerate(lines) if line.text.lstrip().startswith(PARTED)]
    if not signs:
        found = clue_lines(lines, rows + cols)
        return [document_of(found[:rows], found[rows:])]
    end = signs[1] if len(signs) > 1 else len(lines)
    _check_end(lines[end:])
    parted = lines[: signs[0]], lines[signs[0] + 1 : end]
    try:
        return [_document(parted, rows, cols)]
    except FormatError:
        if not _is_swapped(parted, rows, cols):
            raise
    warning = f"the text says {rows} rows and {cols} columns, the clues are the other way round"
    return [_document(parted, cols, rows, (warning,))]


def _document(blocks: Blocks, rows: int, cols: int, warnings: tuple[str, ...] = ()) -> Document:
    row_lines, col_lines = clue_lines(blocks[0], rows), clue_lines(blocks[1], cols)
    return document_of(row_lines, col_lines, warnings=warnings)


def _is_swapped(blocks: Blocks, rows: int, cols: int) -> bool:
    full = [sum(not line.is_blank for line in block) for block in blocks]
    return rows != cols and full == [cols, rows]


def _check_end(lines: list[TextLine]) -> None:
    """Behind a second # only comments follow."""
    for line in lines:
        if not line.is_blank and not line.text.lstrip().startswith(PARTED):
            raise FormatError("a third block: only rows and columns are read", line=line.number)


def dump(document: Document) -> str:
    """The file; FormatError for colours and for runs of untold length."""
    puzzle = plain(document, _NAME)
    lines = [*dump_clues(puzzle.row_clues), PARTED, *dump_clues(puzzle.col_clues)]
    return "\n".join([f"{puzzle.rows} {puzzle.cols}", *lines, ""])


CODEC = Codec(
    format="mk",
    title=".mk file of the Olšáks' solver",
    suffixes=(".mk",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=False,
)
