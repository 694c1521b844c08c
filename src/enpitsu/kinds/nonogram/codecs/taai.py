"""Nonograms in the batches of the TAAI, TCGA and ICGA tournaments.

    $1
    1	1
    2
    ...

A line `$` and number, the columns' clues, the rows' clues, tabs between numbers. The tournaments'
boards are 25x25; other squares are told by the number of lines. Files of solutions (rows of 0 and 1
below each `$`) are read as pictures: puzzle and solution in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.text import head
from enpitsu.grid import cells
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    MAX_PUZZLES,
    TextLine,
    clue_lines,
    document_of,
    dump_clue,
    plain,
    shading,
)
from enpitsu.kinds.nonogram.codecs.pictures import Room
from enpitsu.kinds.nonogram.model import from_picture

_NAME = "a tournament batch"
_HEAD = re.compile(r"^[ \t]*\$[ \t]*([0-9]{1,9})[ \t]*$", re.ASCII | re.MULTILINE)
_USUAL = 25
_LARGEST = 1000
_MOST_TRIED = 3


class _Section(NamedTuple):
    """The text below a `$` and its number: the lines up to the last full one, and how many
    blank ones follow."""

    name: TextLine
    lines: list[TextLine]
    blank: int


def sniff(text: str) -> bool:
    """Tell whether the text begins with a line of `$` and a number."""
    return _HEAD.match(head(text).partition("\n")[0]) is not None


def parse(text: str) -> list[Document]:
    """Every puzzle of a batch."""
    room = Room()
    return [_document(section, room) for section in _sections(text)]


def _sections(text: str) -> Iterator[_Section]:
    heads = list(islice(_HEAD.finditer(text), MAX_PUZZLES + 1))
    if len(heads) > MAX_PUZZLES:
        raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
    if not heads or text[: heads[0].start()].strip():
        raise FormatError("a batch begins with a line such as $1")
    number, last = 1, 0
    ends = [match.start() for match in heads[1:]] + [len(text)]
    for match, end in zip(heads, ends, strict=True):
        number, last = number + text.count("\n", last, match.start()), match.start()
        yield _section(TextLine(number, match[1]), text[match.end() + 1 : end])


def _section(name: TextLine, body: str) -> _Section:
    content = body.rstrip()
    count = content.count("\n") + 1
    if not content or count > 2 * _LARGEST:
        what = "no clues" if not content else f"{count} lines, more than any board needs,"
        raise FormatError(f"below ${name.text} stand {what}", line=name.number)
    lines = enumerate(content.split("\n"), name.number + 1)
    blank = max(0, body.count("\n", len(content)) - 1)
    return _Section(name, [TextLine(*line) for line in lines], blank)


def _document(section: _Section, room: Room) -> Document:
    picture = _picture(section, room)
    if picture is not None:
        return picture
    documents, errors = [], []
    for size in _sizes(section):
        try:
            documents.append(_puzzle(section, size))
        except FormatError as error:
            errors.append(error)
    if not documents:
        raise errors[0]
    # Numbers that do not fit together speak for another size.
    return min(documents, key=lambda document: len(document.warnings))


def _picture(section: _Section, room: Room) -> Document | None:
    """The puzzle of a solution, if the section is one: as many 0 and 1 in a line as lines."""
    size = len(section.lines)
    words = [line.text.split(maxsplit=size) for line in section.lines]
    if any(len(row) != size or not {"0", "1"}.issuperset(row) for row in words):
        return None
    if not room.take(size, size):
        raise FormatError(Room.NO_ROOM, line=section.name.number)
    puzzle = from_picture([[0 if word == "1" else None for word in row] for row in words])
    shaded = (cell for cell in cells(size, size) if words[cell.row][cell.col] == "1")
    warning = "a solution without clues; they are taken from it"
    return Document(
        puzzle=puzzle, position=shading(shaded), warnings=(warning,), tail=section.name.text
    )


def _sizes(section: _Section) -> list[int]:
    """The sizes that the number of lines allows, the likeliest first.

    Blank lines at the end may be empty rows, or only part the puzzles.
    """
    count = len(section.lines)
    sizes = [*range((count + 1) // 2, (count + section.blank) // 2 + 1)[:_MOST_TRIED]]
    if 2 * _USUAL in range(count, count + section.blank + 1):
        sizes.insert(0, _USUAL)
    full = sum(not line.is_blank for line in section.lines)
    return sizes or [max(1, full // 2)]


def _puzzle(section: _Section, size: int) -> Document:
    end = section.lines[-1].number
    blank = [TextLine(end + at, "") for at in range(1, 2 * size - len(section.lines) + 1)]
    found = clue_lines([*section.lines, *blank], 2 * size)
    return document_of(found[size:], found[:size], tail=section.name.text)


def dump(document: Document) -> str:
    """The puzzle with its number in the batch, or 1; FormatError unless it is a plain square."""
    puzzle = plain(document, _NAME)
    if puzzle.rows != puzzle.cols:
        raise FormatError(f"{_NAME} holds square boards only")
    lines = [dump_clue(clue, "\t") for clue in (*puzzle.col_clues, *puzzle.row_clues)]
    return "\n".join([f"${document.tail or 1}", *lines, ""])


CODEC = Codec(
    format="taai",
    title="batch of the TAAI, TCGA and ICGA tournaments",
    suffixes=(".taai",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=False,
    holds_many=True,
)
