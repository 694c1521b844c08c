"""Nonogram in .cwd files (QNonograms, Sukhoy): height and width on a line each, the rows' clues, a
blank line, the columns' clues.

    3
    4
    2 1
    3
    1

    1 1
    2
    1
    2
"""

from __future__ import annotations

from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    TextLine,
    clue_lines,
    document_of,
    dump_clues,
    looks_like_numbers,
    plain,
    read_sheet,
)

_NAME = "the .cwd format"


def sniff(text: str) -> bool:
    """Tell whether the text is two lines with a size each and lines of numbers."""
    return looks_like_numbers(text, (1, 1))


def parse(text: str) -> list[Document]:
    """The puzzle of a file."""
    (rows, cols), lines = read_sheet(text, size_lines=2)
    found = clue_lines(_unparted(lines, rows, cols), rows + cols)
    return [document_of(found[:rows], found[rows:])]


def _unparted(lines: list[TextLine], rows: int, cols: int) -> list[TextLine]:
    """The lines without the blank one between the blocks, if it stands where it should.

    Blank lines beside it are empty clues then.
    """
    parted = len(lines) > rows + cols and lines[rows].is_blank
    return lines[:rows] + lines[rows + 1 :] if parted else lines


def dump(document: Document) -> str:
    """The file; FormatError for colours and for runs of untold length."""
    puzzle = plain(document, _NAME)
    lines = [*dump_clues(puzzle.row_clues), "", *dump_clues(puzzle.col_clues)]
    return "\n".join([str(puzzle.rows), str(puzzle.cols), *lines, ""])


CODEC = Codec(
    format="cwd",
    title=".cwd file of QNonograms",
    suffixes=(".cwd",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=False,
)
