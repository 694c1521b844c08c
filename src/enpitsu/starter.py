"""The starter collection: puzzles that Enpitsu made itself, of every kind, size and level.

They come with the package, one JSON-lines file a kind, each puzzle with its solution, its level and
the manifest that makes it again; bench/starter.py made them.
"""

from __future__ import annotations

from enpitsu.formats import read
from enpitsu.kind import Document
from enpitsu.registry import find_kind, kinds


def starter(kind: str | None = None) -> list[Document]:
    """The puzzles of one kind, or of all, the easiest first; the position is the solution."""
    chosen = kinds().values() if kind is None else (find_kind(kind),)
    files = [each.starter for each in chosen if each.starter is not None]
    return [document for file in files for document in read(file.read_text(encoding="utf-8"))]
