"""Satogaeri as a .pzl file: a drawing in plain text, easy to read and to type, Enpitsu's own.

    satogaeri
    title: Small
    +---+---+---+
    | 2     | o |
    +   +---+   +
    |     1 |   |
    +---+---+---+
    position: r1c1-r2c1 line

Lines may also be blank or comments behind `;` or `//`. A line `satogaeri` begins the next puzzle.

The .pzl files of another tool, serialised by Java, are read here as well (see pzl_java.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from enpitsu.errors import FormatError
from enpitsu.formats.text import head, quote, tidy
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.satogaeri.codecs.drawing import (
    MAX_WIDTH,
    DrawnLine,
    begins_drawing,
    begins_frame,
    draw,
    read_drawing,
)
from enpitsu.kinds.satogaeri.codecs.pzl_java import is_java, parse_java
from enpitsu.kinds.satogaeri.model import MAX_CELLS, Satogaeri
from enpitsu.position import Fact, Position

MAX_PUZZLES = 100_000
_COMMENTS = (";", "//")
_POSITION = "position"
_META = tuple(each.name for each in fields(Meta) if each.type == "str")
_VISIBLE = re.compile(r"\S")
_KEY = re.compile(r"\s*([A-Za-z]+)\s*:(.*)", re.ASCII)
_MOST_LINES = 2 * MAX_CELLS + 1
_MOST_FACTS = 4 * MAX_CELLS
_MOST_WARNINGS = 10
_WIDTH = 100  # characters in a line of facts


@dataclass(slots=True)
class _Sheet:
    """The lines of a text that tell of one puzzle."""

    number: int = 1
    drawing: list[DrawnLine] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)
    facts: set[Fact] = field(default_factory=set)
    said: int = 0
    warnings: list[str] = field(default_factory=list)
    is_begun: bool = False

    def document(self) -> Document:
        """The puzzle, with all that was said of it."""
        if not self.drawing:
            raise FormatError("there is no drawing of the board", line=self.number)
        puzzle, warnings = read_drawing(self.drawing)
        return Document(
            puzzle=puzzle,
            position=Position.of(self.facts),
            meta=Meta(**self.meta),
            warnings=(*warnings, *self.warnings),
        )


def sniff(text: str) -> bool:
    """Return True if the text begins with the kind's name or with the upper side of a drawing; or
    if it is no text but a Java serialisation."""
    if _is_java(text):
        return True
    for line in head(text).split("\n"):
        if line.strip() and not line.lstrip().startswith(_COMMENTS):
            return _is_name(line) or (len(line.strip()) > 2 and begins_frame(line))
    return False


def _is_name(line: str) -> bool:
    return line.strip().lower() == Satogaeri.kind


def _is_java(text: str) -> bool:
    return is_java(text[:8].encode("latin-1", "replace"))


def parse(text: str) -> list[Document]:
    """Every puzzle of the text, or of the bytes of another tool, one character a byte."""
    if _is_java(text):
        return parse_java(text.encode("latin-1", "replace"))
    documents = []
    sheet = _Sheet()
    for number, line in _visible_lines(text):
        if line.lstrip().startswith(_COMMENTS):
            continue
        if _is_name(line):
            if sheet.is_begun:
                documents.append(sheet.document())
            sheet = _Sheet(number)
            if len(documents) >= MAX_PUZZLES:
                raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text", line=number)
        else:
            _add(sheet, number, line)
        sheet.is_begun = True
    return [*documents, sheet.document()]


def _visible_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with something on them, and their numbers; millions of others cost little."""
    number, at = 1, 0
    while (match := _VISIBLE.search(text, at)) is not None:
        start = text.rfind("\n", at, match.start()) + 1 or at
        end = text.find("\n", match.end())
        number += text.count("\n", at, match.start())
        yield number, text[start:] if end < 0 else text[start:end]
        if end < 0:
            return
        number, at = number + 1, end + 1


def _add(sheet: _Sheet, number: int, line: str) -> None:
    match = _KEY.fullmatch(line)
    if begins_drawing(line):
        drawn = DrawnLine(number, line.rstrip())
        if len(drawn.text) > MAX_WIDTH or len(sheet.drawing) == _MOST_LINES:
            message = f"the drawing is too large: at most {MAX_CELLS} cells are allowed"
            raise FormatError(message, line=number)
        sheet.drawing.append(drawn)
        return
    if match is None:
        message = (
            f"neither a line of the drawing nor one such as 'title: ...': {quote(line.strip())}"
        )
        raise FormatError(message, line=number)
    key, value = match[1].lower(), match[2]
    if key == _POSITION:
        sheet.said += 1 + value.count(",")
        if sheet.said > _MOST_FACTS:
            raise FormatError("the position says more than a board has places for", line=number)
        try:
            sheet.facts |= Position.parse(value).facts
        except FormatError as error:
            raise FormatError(error.message, line=number) from None
    elif key not in _META:
        if len(sheet.warnings) == _MOST_WARNINGS:
            raise FormatError("too many unknown keys", line=number)
        sheet.warnings.append(f"unknown key {quote(key)} in line {number} is left out")
    elif key in sheet.meta:
        raise FormatError(f"the {key} is given twice", line=number)
    else:
        sheet.meta[key] = tidy(value)


def dump(document: Document) -> str:
    """Return the drawing, with what is known of it above and the position below."""
    meta = ((name, tidy(getattr(document.meta, name))) for name in _META)
    lines = [Satogaeri.kind, *(f"{name}: {value}" for name, value in meta if value)]
    lines += draw(document.puzzle_as(Satogaeri))
    row = ""
    for fact in map(str, document.position):
        if row and len(row) + len(fact) + 2 > _WIDTH:
            lines.append(row)
            row = ""
        row = f"{row}, {fact}" if row else f"{_POSITION}: {fact}"
    return "\n".join([*lines, row, ""] if row else [*lines, ""])


CODEC = Codec(
    format="pzl",
    title="pzl: a drawing in text, or saved by the Innsbruck tool",
    suffixes=(".pzl",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
    holds_many=True,
    is_binary=is_java,
)
