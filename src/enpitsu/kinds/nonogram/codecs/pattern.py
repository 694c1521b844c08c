"""Nonogram as a game ID of "Pattern" in Simon Tatham's puzzle collection.

    4x3:1.1/2/1/2/2.1/3/1

WIDTHxHEIGHT, the columns' clues, the rows' clues: `/` between lines, `.` between numbers, nothing
for an empty line. A comma and letters may follow for cells that are given: `a` to `y` skip 0 to 24
cells and mark the next as empty, capitals as shaded; `z` only skips 25. One ID a line; an address
may stand in front, parted by `#`.
"""

from __future__ import annotations

import re
from itertools import islice

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, head, quote, whole
from enpitsu.grid import cell_at, cells
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    MAX_PUZZLES,
    TextLine,
    doubts,
    dump_clue,
    parse_clue,
    plain,
)
from enpitsu.kinds.nonogram.codecs.pictures import Room
from enpitsu.kinds.nonogram.model import SHADED, Nonogram, check_size
from enpitsu.position import Fact, Position

_LINE = re.compile(r"[^\n]+")
_HEAD = re.compile(r"\s*(?:https?://[^\s#]{1,200}#)?([0-9]+)(?:x([0-9]+))?([:#])", re.ASCII)
_BODY = re.compile(r"[0-9./]*(?:,[A-Za-z]*)?\s*", re.ASCII)
_CLUE = re.compile(r"(?:[0-9]+(?:\.[0-9]+)*)?", re.ASCII)
_LONGEST_SKIP = 25


def sniff(text: str) -> bool:
    """Return True if the text begins like a game ID."""
    line = head(text).partition("\n")[0]
    match = _HEAD.match(line)
    if match is None or (match[2] is None and "/" not in line):
        return False
    return match[3] == "#" or _BODY.fullmatch(line, match.end()) is not None


def parse(text: str) -> list[Document]:
    """Read the puzzles of a text with an ID on each line."""
    lines = (match for match in _LINE.finditer(text) if not match[0].isspace())
    found = list(islice(lines, MAX_PUZZLES + 1))
    if len(found) > MAX_PUZZLES:
        raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
    room, documents = Room(), []
    number, last = 1, 0
    for match in found:
        number, last = number + text.count("\n", last, match.start()), match.start()
        documents.append(_document(TextLine(number, match[0]), room))
    return documents


def _document(line: TextLine, room: Room) -> Document:
    match = _HEAD.match(line.text)
    if match is None:
        raise FormatError(f"not a game ID: {quote(line.text.strip())}", line=line.number)
    if match[3] == "#":
        message = "this game ID is only a random seed; take the one with a ':' from the game"
        raise FormatError(message, line=line.number, column=match.end())
    cols, rows = (
        whole(size, "a size", digits=SIZE_DIGITS, line=line.number)
        for size in (match[1], match[2] or match[1])
    )
    check_size(rows, cols)
    body, comma, letters = line.text.rstrip()[match.end() :].partition(",")
    puzzle = _puzzle(TextLine(line.number, body), rows, cols, match.end())
    if not comma:
        return Document(puzzle=puzzle, warnings=tuple(doubts(puzzle)))
    if not room.take(rows, cols):
        raise FormatError(Room.NO_ROOM, line=line.number)
    given = _given(TextLine(line.number, letters), puzzle, match.end() + len(body) + 1)
    warning = f"the game gives {len(given)} cells; they are read as a position, not as clues"
    return Document(puzzle=puzzle, position=given, warnings=(warning, *doubts(puzzle)))


def _puzzle(body: TextLine, rows: int, cols: int, start: int) -> Nonogram:
    """Return the puzzle of the clues, which begin in the line at `start`."""
    count = body.text.count("/") + 1
    if count != rows + cols:
        message = f"a {cols}x{rows} game has {rows + cols} clues, here are {count}"
        raise FormatError(message, line=body.number)
    clues = []
    for at, part in enumerate(body.text.split("/")):
        cells = rows if at < cols else cols
        try:
            if not _CLUE.fullmatch(part):
                raise FormatError(f"{quote(part)} is not a clue such as '1.1'")
            clues.append(parse_clue(TextLine(body.number, part.replace(".", " ")), cells))
        except FormatError as error:
            raise FormatError(error.message, line=body.number, column=start + 1) from None
        start += len(part) + 1
    return Nonogram(tuple(clues[cols:]), tuple(clues[:cols]))


def _given(letters: TextLine, puzzle: Nonogram, start: int) -> Position:
    """Return the cells that the letters give, which begin in the line at `start`."""
    facts = []
    at, size = 0, puzzle.rows * puzzle.cols
    for place, letter in enumerate(letters.text, start + 1):
        if not ("a" <= letter.lower() <= "z") or at >= size:
            what = "not a letter" if at < size else "more cells than the board has"
            raise FormatError(f"{quote(letter)}: {what}", line=letters.number, column=place)
        skip = ord(letter.lower()) - ord("a")
        at += skip
        if skip < _LONGEST_SKIP and at < size:
            facts.append(Fact(cell_at(at, puzzle.cols), SHADED, letter.isupper()))
            at += 1
    if at != size:
        message = f"the letters tell of {at} cells, the board has {size}"
        raise FormatError(message, line=letters.number)
    return Position.of(facts)


def dump(document: Document) -> str:
    """Write the game ID, with the position as given cells; FormatError for colours and untold
    runs."""
    puzzle = plain(document, "a Pattern game ID")
    clues = [dump_clue(clue, ".", "") for clue in (*puzzle.col_clues, *puzzle.row_clues)]
    text = f"{puzzle.cols}x{puzzle.rows}:{'/'.join(clues)}"
    if not document.position:
        return text
    shaded, empty = document.position.cells(SHADED), document.position.cells(SHADED, False)
    letters, skip = [], 0
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell in shaded or cell in empty:
            letters.append(chr(ord("A" if cell in shaded else "a") + skip))
            skip = 0
        else:
            skip += 1
        if skip == _LONGEST_SKIP:
            letters.append("z")
            skip = 0
    if skip:
        letters.append(chr(ord("a") + skip))
    return f"{text},{''.join(letters)}"


CODEC = Codec(
    format="pattern",
    title="game ID of Pattern in Simon Tatham's collection",
    suffixes=(".pattern",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
    holds_many=True,
)
