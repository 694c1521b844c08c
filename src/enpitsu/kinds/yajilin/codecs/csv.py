"""Yajilin as a spreadsheet: a row a line, with the player's state.

`V` empty, `B` shaded, `L` a dot, `L` with some of N E S W a line that leaves the cell there, `N`
with a number and one of N E S W a clue. Crosses have no place in this format, nor have dots in
cells with a line: they are left out in writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from enpitsu.errors import FormatError
from enpitsu.formats.text import HEAD, MAX_DIGITS, head, lines, quote, whole
from enpitsu.grid import Cell, Direction
from enpitsu.kind import Codec, Document
from enpitsu.kinds.yajilin.codecs.marks import (
    Content,
    arrow_and_number,
    contents_of,
    document_of,
)
from enpitsu.kinds.yajilin.model import MAX_CELLS, Clue, Yajilin, check_size

_NAME = "CSV"
_SEPARATORS = ",;\t"
_DIRECTIONS = {"N": Direction.UP, "E": Direction.RIGHT, "S": Direction.DOWN, "W": Direction.LEFT}
_ENTRY = re.compile(r"V|B|L[NESW]{0,4}|N[0-9]+[NESW]")


def sniff(text: str) -> bool:
    """Return True if the first line consists of entries of this format."""
    start = head(text)
    line, end, _ = start.partition("\n")
    separator = _separator(line)
    if separator not in line:
        # A line without separators is just a word: only capitals make it an entry.
        return _ENTRY.fullmatch(line.strip()) is not None
    entries = line.split(separator)
    if not end and len(start) == HEAD:
        entries.pop()
    words = [word for entry in entries if (word := _clean(entry))]
    return bool(words) and all(map(_ENTRY.fullmatch, words))


def _separator(line: str) -> str:
    return next((sign for sign in _SEPARATORS if sign in line), ",")


def _clean(entry: str) -> str:
    return "".join(entry.split()).strip('"').upper()


def parse(text: str) -> list[Document]:
    """The puzzle of a spreadsheet and its state."""
    rows = list(islice(_rows(text), MAX_CELLS + 1))
    if not rows:
        raise FormatError("the CSV holds no cells")
    cols = len(rows[0][1])
    check_size(len(rows), cols)
    contents: dict[Cell, Content] = {}
    for row, (line, words) in enumerate(rows):
        if len(words) != cols:
            raise FormatError(f"{len(words)} cells here, {cols} in the first row", line=line)
        for col, word in enumerate(words):
            if word != "V":
                contents[Cell(row, col)] = _content(word, line, Cell(row, col))
    return [document_of(len(rows), cols, contents)]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold something, each with its line's number and its entries."""
    separator = _separator(head(text).partition("\n")[0])
    for number, line in lines(text):
        if line.count(separator) > MAX_CELLS:
            raise FormatError(f"more than {MAX_CELLS} cells", line=number)
        words = [_clean(entry) for entry in line.split(separator)]
        while words and not words[-1]:
            words.pop()
        if words:
            yield number, words


def _content(word: str, line: int, cell: Cell) -> Content:
    if not _ENTRY.fullmatch(word):
        message = f"{quote(word)} is not V, B, L with directions or N with number and direction"
        raise FormatError(message, line=line, cell=str(cell))
    if word[0] == "N":
        number = whole(word[1:-1], "a clue", digits=MAX_DIGITS, line=line, cell=str(cell))
        return Clue(_DIRECTIONS[word[-1]], number)
    ends = word[1:]
    if len(set(ends)) < len(ends):
        raise FormatError(f"{quote(word)} names a direction twice", line=line, cell=str(cell))
    return tuple(_DIRECTIONS[letter] for letter in ends) if ends else word == "B"


def dump(document: Document) -> str:
    """The spreadsheet; FormatError with the cell for what an entry cannot hold."""
    puzzle, contents = document.puzzle_as(Yajilin), contents_of(document, _NAME)
    words = {}
    for cell, content in contents.items():
        if isinstance(content, bool):
            words[cell] = "B" if content else "L"
        elif isinstance(content, tuple):
            ends = [letter for letter in _DIRECTIONS if _DIRECTIONS[letter] in content]
            words[cell] = "L" + "".join(ends)
        else:
            arrow, number = arrow_and_number(cell, content, _NAME)
            letter = next(letter for letter in _DIRECTIONS if _DIRECTIONS[letter] is arrow)
            words[cell] = f"N{number}{letter}"
    rows = (
        ",".join(words.get(Cell(row, col), "V") for col in range(puzzle.cols))
        for row in range(puzzle.rows)
    )
    return "".join(f"{row}\n" for row in rows)


CODEC = Codec(
    format="csv",
    title="CSV spreadsheet",
    suffixes=(".csv",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
