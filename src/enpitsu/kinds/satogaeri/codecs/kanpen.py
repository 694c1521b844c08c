"""Satogaeri in Kanpen links: the lines of Pencilbox text, `/` for line ends and `_` for blanks.

`http://www.kanpen.net/satogaeri.html?problem=ROWS/COLUMNS/AREAS/...`; any host will do. Read as
well: `?pzpr=`, behind which stands what a pzpr link has behind the puzzle type.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from enpitsu.errors import FormatError
from enpitsu.formats.links import MAX_LINK, split
from enpitsu.formats.pzpr_files import FileLines
from enpitsu.formats.text import CellQuota, head, quote
from enpitsu.kind import Codec, Document
from enpitsu.kinds.satogaeri.codecs import puzzlink
from enpitsu.kinds.satogaeri.codecs.marks import PIDS
from enpitsu.kinds.satogaeri.codecs.pencilbox import puzzle_lines, read_puzzle
from enpitsu.kinds.satogaeri.model import Satogaeri

HOST = "http://www.kanpen.net/"
MAX_PUZZLES = 100_000
_ADDRESS = re.compile(
    rf"\s*(?:[a-z][a-z0-9+.-]*://)?(?:[\w.:~-]*/)*(?:{'|'.join(PIDS)})\.html?\?(problem|pzpr)=",
    re.ASCII | re.IGNORECASE,
)


def sniff(text: str) -> bool:
    """Return True if the text begins with a Kanpen link to a Satogaeri."""
    return _ADDRESS.match(unquote(head(text).partition("\n")[0])) is not None


def parse(text: str) -> list[Document]:
    """The puzzles of links, one a line."""
    lines = split(text)
    if len(lines) > MAX_PUZZLES:
        raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
    documents, area = [], CellQuota()
    for number, line in lines:
        try:
            documents.append(_parse_link(line))
            area.add(documents[-1].puzzle.rows, documents[-1].puzzle.cols, line=number)
        except FormatError as error:
            if len(lines) > 1:
                raise _at_place(error, number, error.column) from None
            raise
    return documents


def _at_place(error: FormatError, line: int | None, column: int | None) -> FormatError:
    return type(error)(error.message, line=line, column=column, cell=error.cell)


def _parse_link(text: str) -> Document:
    if len(text) > MAX_LINK:
        raise FormatError(f"the link is too long: {len(text)} characters")
    plain = unquote(text.partition("#")[0]).rstrip()
    match = _ADDRESS.match(plain)
    if match is None:
        raise FormatError(f"not a Kanpen link to a Satogaeri: {quote(text.strip())}")
    body, start = plain[match.end() :], match.end()
    if match[1].lower() == "pzpr":  # without its address it is a usual link
        name = f"{PIDS[0]}/"
        try:
            (document,) = puzzlink.CODEC.parse(name + body)
        except FormatError as error:
            column = error.column and error.column + start - len(name)
            raise _at_place(error, None, column) from None
        return document
    lines = FileLines(body.replace("_", " "))
    try:
        puzzle, warnings = read_puzzle(lines)
    except FormatError as error:
        if error.line is None:
            raise
        before = sum(len(piece) + 1 for piece in body.split("/")[: error.line - 1])
        raise _at_place(error, None, start + before + (error.column or 1)) from None
    if lines.rest():
        warnings.append("what follows the circles is left out")
    return Document(puzzle=puzzle, warnings=tuple(warnings))


def dump(document: Document) -> str:
    """The link as pzpr writes it. Borders inside a country have no place."""
    lines = puzzle_lines(document.puzzle_as(Satogaeri))
    body = "/".join(lines).replace(" ", "_")
    # The last line's end, and one more, as some sites drop a last sign that is no letter or digit.
    return f"{HOST}{PIDS[0]}.html?problem={body}//"


CODEC = Codec(
    format="kanpen",
    title="Kanpen link",
    suffixes=(".url", ".link"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=False,
    holds_many=True,
)
