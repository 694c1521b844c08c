"""Nonograms as bare numbers: two sizes, the rows' clues, the columns' clues, a line each.

    .nin (Wilk)     .mk (Olšák)     .cwd (QNonograms, Sukhoy)
    4 3             3 4             3
    2 1             2 1             4
    3               3               2 1
    1               1               3
    1 1             #               1
    2               1 1
    1               2               1 1
    2               1               2
                    2               1
                                    2

The sizes of .nin are width and height. Nothing parts its blocks, so the same text is also grid text
of another puzzle. Of .mk are also read: no `#`, which makes it a text of bare numbers like others,
and sizes the wrong way round, which the `#` shows.
"""

from __future__ import annotations

from collections.abc import Callable

from enpitsu.errors import FormatError
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


def _parse_nin(text: str) -> list[Document]:
    (cols, rows), lines = read_sheet(text)
    found = clue_lines(lines, rows + cols)
    return [document_of(found[:rows], found[rows:])]


def _parse_mk(text: str) -> list[Document]:
    (rows, cols), lines = read_sheet(text)
    signs = [at for at, line in enumerate(lines) if line.text.lstrip().startswith(PARTED)]
    if not signs:
        found = clue_lines(lines, rows + cols)
        return [document_of(found[:rows], found[rows:])]
    end = signs[1] if len(signs) > 1 else len(lines)
    for line in lines[end:]:
        if not line.is_blank and not line.text.lstrip().startswith(PARTED):
            raise FormatError("a third block: only rows and columns are read", line=line.number)
    above, below = lines[: signs[0]], lines[signs[0] + 1 : end]
    full = [sum(not line.is_blank for line in block) for block in (above, below)]
    try:
        return [document_of(clue_lines(above, rows), clue_lines(below, cols))]
    except FormatError:
        if rows == cols or full != [cols, rows]:
            raise
    warning = f"the text says {rows} rows and {cols} columns, the clues are the other way round"
    return [document_of(clue_lines(above, cols), clue_lines(below, rows), warnings=(warning,))]


def _parse_cwd(text: str) -> list[Document]:
    (rows, cols), lines = read_sheet(text, size_lines=2)
    if len(lines) > rows + cols and lines[rows].is_blank:
        # The line between the blocks; blank lines beside it are empty clues.
        del lines[rows]
    found = clue_lines(lines, rows + cols)
    return [document_of(found[:rows], found[rows:])]


def _dump(name: str, sizes: str, between: tuple[str, ...]) -> Callable[[Document], str]:
    """Return a function that writes files with such sizes, and lines between rows and columns."""

    def dump(document: Document) -> str:
        puzzle = plain(document, f"the {name} format")
        head = sizes.format(rows=puzzle.rows, cols=puzzle.cols)
        rows, cols = dump_clues(puzzle.row_clues), dump_clues(puzzle.col_clues)
        return "\n".join([head, *rows, *between, *cols, ""])

    return dump


CODECS = (
    Codec(
        format="nin",
        title=".nin file of Jakub Wilk's solver",
        suffixes=(".nin",),
        sniff=lambda text: looks_like_numbers(text, (2,), foreign=(PARTED, *PICTURE)),
        parse=_parse_nin,
        dump=_dump(".nin", "{cols} {rows}", ()),
        carries_position=False,
    ),
    Codec(
        format="mk",
        title=".mk file of the Olšáks' solver",
        suffixes=(".mk",),
        sniff=lambda text: looks_like_numbers(text, (2,), foreign=PICTURE),
        parse=_parse_mk,
        dump=_dump(".mk", "{rows} {cols}", (PARTED,)),
        carries_position=False,
    ),
    Codec(
        format="cwd",
        title=".cwd file of QNonograms",
        suffixes=(".cwd",),
        sniff=lambda text: looks_like_numbers(text, (1, 1)),
        parse=_parse_cwd,
        dump=_dump(".cwd", "{rows}\n{cols}", ("",)),
        carries_position=False,
    ),
)
