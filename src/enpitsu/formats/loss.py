"""The marks that a format cannot carry: those of a position that are not there when its file is
read."""

from __future__ import annotations

from enpitsu.formats import dump, find_codec, read
from enpitsu.kind import Document
from enpitsu.position import Position


def left_out(document: Document, format: str, text: str | None = None) -> Position:
    """The part of a document's position that a file of this format does not bring back.

    `text` is the file, if it is written already. FormatError if the format cannot hold the puzzle.
    """
    if not document.position or not find_codec(format, document.puzzle.kind).carries_position:
        return document.position
    text = dump(document, format) if text is None else text
    [again] = read(text, document.puzzle.kind, format)
    return Position(document.position.facts - again.position.facts)
