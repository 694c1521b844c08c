"""Nonogram in .nin files (Jakub Wilk): a line WIDTH HEIGHT, the rows' clues, the columns' clues.

    4 3
    2 1
    3
    1
    1 1
    2
    1
    2

Nothing parts the two blocks, so the same text is also grid text of another puzzle.
"""

from __future__ import annotations

from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    PARTED,
    PICTURE,
    clue_lines,
    document_of,
    dump_clues,
    looks_like_numbers,
    plain,
    read_sheet,
)

_NAME = "the .nin format"


def sniff(text: str) -> bool:
    """Tell whether the text is two sizes on a line and lines of numbers."""
    return looks_like_numbers(text, (2,), foreign=(PARTED, *PICTURE))


def parse(text: str) -> list[Document]:
    """The puzzle of a file."""
    (cols, rows), lines = read_sheet(text)
    found = clue_lines(lines, rows + cols)
    return [document_of(found[:rows], found[rows:])]


def dump(document: Document) -> str:
    """The file; FormatError for colours and for runs of untold length."""
    puzzle = plain(document, _NAME)
    lines = [*dump_clues(puzzle.row_clues), *dump_clues(puzzle.col_clues)]
    return "\n".join([f"{puzzle.cols} {puzzle.rows}", *lines, ""])


CODEC = Codec(
    format="nin",
    title=".nin file of Jakub Wilk's solver",
    suffixes=(".nin",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=False,
)
