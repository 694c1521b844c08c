"""The starter collection: puzzles that Enpitsu made itself, of every kind, size and level.

They come with the package, one JSON-lines file a kind, each puzzle with its solution, its level and
the manifest that makes it again; bench/starter.py made them.
"""

from __future__ import annotations

from enpitsu.formats import read
from enpitsu.grade import LEVELS, Level
from enpitsu.kind import Document
from enpitsu.registry import find_kind, kinds


def starter(kind: str | None = None) -> list[Document]:
    """Return the puzzles of one kind, or of all kinds, the easiest first, of these the smallest;
    the position is the solution."""
    documents: list[Document] = []
    for text in _texts(kind):
        found = read(text)
        found.sort(key=lambda each: each.puzzle.rows * each.puzzle.cols)
        found.sort(key=lambda each: LEVELS.index(Level(each.meta.level)))
        documents += found
    return documents


def starter_lines() -> list[str]:
    """Return the lines of the files, unread: each is a puzzle as it is written as JSON."""
    return [line for text in _texts(None) for line in text.strip().split("\n")]


def _texts(kind: str | None) -> list[str]:
    chosen = kinds().values() if kind is None else (find_kind(kind),)
    return [each.starter.read_text(encoding="utf-8") for each in chosen if each.starter is not None]
