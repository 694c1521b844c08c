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
from dataclasses import replace
from itertools import islice

from enpitsu.errors import FormatError
from enpitsu.formats.text import head
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import (
    MAX_PUZZLES,
    TextLine,
    clue_lines,
    document_of,
    dump_clue,
    plain,
    solved_picture,
)
from enpitsu.kinds.nonogram.codecs.pictures import Room

_NAME = "a tournament batch"
_HEAD = re.compile(r"^[ \t]*\$[ \t]*([0-9]{1,9})[ \t]*$", re.ASCII | re.MULTILINE)
_USUAL = 25
_LARGEST = 1000
_MOST_TRIED = 3


def sniff(text: str) -> bool:
    """Return True if the text begins with a line of `$` and a number."""
    return _HEAD.match(head(text).partition("\n")[0]) is not None


def parse(text: str) -> list[Document]:
    """Read every puzzle of a batch."""
    heads = list(islice(_HEAD.finditer(text), MAX_PUZZLES + 1))
    if len(heads) > MAX_PUZZLES:
        raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
    if not heads or text[: heads[0].start()].strip():
        raise FormatError("a batch begins with a line such as $1")
    room, documents = Room(), []
    number, last = 1, 0
    ends = [match.start() for match in heads[1:]] + [len(text)]
    for match, end in zip(heads, ends, strict=True):
        number, last = number + text.count("\n", last, match.start()), match.start()
        document = _document(number, text[match.end() + 1 : end], f"${match[1]}", room)
        documents.append(replace(document, tail=match[1]))
    return documents


def _document(number: int, body: str, name: str, room: Room) -> Document:
    """Read what stands below the line with this number and name."""
    content = body.rstrip()
    count = content.count("\n") + 1
    if not content or count > 2 * _LARGEST:
        what = "no clues" if not content else f"{count} lines, more than any board needs,"
        raise FormatError(f"below {name} stand {what}", line=number)
    lines = [TextLine(*line) for line in enumerate(content.split("\n"), number + 1)]
    words = [line.text.split(maxsplit=count) for line in lines]
    if all(len(row) == count and {"0", "1"}.issuperset(row) for row in words):
        if not room.take(count, count):
            raise FormatError(Room.NO_ROOM, line=number)
        puzzle, solution = solved_picture(words)
        warning = "a solution without clues; they are taken from it"
        return Document(puzzle=puzzle, position=solution, warnings=(warning,))
    return _of_likeliest_size(lines, max(0, body.count("\n", len(content)) - 1))


def _of_likeliest_size(lines: list[TextLine], blank: int) -> Document:
    """Read clues of an unknown size, of which so many may be blank lines at the end: these are
    empty rows, or only part the puzzles."""
    count = len(lines)
    sizes = [*range((count + 1) // 2, (count + blank) // 2 + 1)[:_MOST_TRIED]]
    if 2 * _USUAL in range(count, count + blank + 1):
        sizes.insert(0, _USUAL)
    full = sum(not line.is_blank for line in lines)
    documents, errors = [], []
    for size in sizes or [max(1, full // 2)]:
        end = lines[-1].number
        empty = [TextLine(end + at, "") for at in range(1, 2 * size - count + 1)]
        try:
            found = clue_lines([*lines, *empty], 2 * size)
            documents.append(document_of(found[size:], found[:size]))
        except FormatError as error:
            errors.append(error)
    if not documents:
        raise errors[0]
    # Numbers that do not fit together speak for another size.
    return min(documents, key=lambda document: len(document.warnings))


def dump(document: Document) -> str:
    """Write the puzzle with its number in the batch, or 1; FormatError if it is no plain square."""
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
