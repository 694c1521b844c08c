"""The interface of every place that the puzzles of a batch can go to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from enpitsu.batch.manifest import Header, ManifestEntry


class Output(Protocol):
    """A place for the puzzles of a batch, which knows how far the batch has come.

    Puzzles are added in the order of their numbers. What `add` has taken is safe: whatever happens
    afterwards, `begin` tells of it, and of nothing that is there only in part.
    """

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        """Begin the batch, or continue it: what is there already, in order.

        PuzzleError with a sentence if something else is there, or another process is writing.
        """
        ...

    def add(self, entry: ManifestEntry, text: str) -> None:
        """Keep a puzzle, written in the header's format; or, without text, that it failed."""
        ...

    def close(self) -> None:
        """Nothing more is to be added now."""
        ...
