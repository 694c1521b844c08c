"""The results of making a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from enpitsu.grade import Grade, with_grade
from enpitsu.kind import Document, Meta, Puzzle
from enpitsu.making import Manifest
from enpitsu.position import Position


class Outcome(StrEnum):
    """The ways in which making a puzzle may end."""

    MADE = "made"
    NEAREST = "nearest"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """A puzzle that was made, and how.

    `status` is "made"; "nearest" if the wanted level was not met before the limit `reached`, and
    the nearest puzzle found is offered instead; "unknown" if a limit came before there was any.
    """

    status: Outcome
    attempts: int
    """Number of attempts made."""
    seconds: float
    reached: str | None = None
    puzzle: Puzzle | None = None
    solution: Position | None = None
    grade: Grade | None = None
    """Its grade; None unless a level was asked for."""
    manifest: Manifest | None = None
    """The manifest that makes it again."""
    title: str = ""
    """The picture that it shows, where it shows one."""

    def document(self, *, solution: bool = False) -> Document:
        """The puzzle as it is written to a file: with level, length and manifest."""
        assert self.puzzle is not None
        return Document(
            puzzle=self.puzzle,
            position=(self.solution if solution else None) or Position(),
            meta=with_grade(Meta(title=self.title), self.grade),
            made=self.manifest,
        )
