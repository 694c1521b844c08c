"""The format that a command writes, and what has no place in it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.check import check
from enpitsu.cli.destinations import LIBRARY_FORMAT
from enpitsu.cli.shared_options import format_names
from enpitsu.errors import FormatError
from enpitsu.formats import find_codec, format_of_ending, formats, left_out, suffixes
from enpitsu.kind import Document
from enpitsu.store import collection_of

MOST_NAMED = 3  # marks that are left out

to_option = click.option(
    "--to", "to_format", type=format_names, help="Default: by the file's ending."
)


class OutputFormat(NamedTuple):
    """A format, or the one of the puzzle's kind that has files of this ending."""

    format: str | None
    ending: str

    def of(self, kind: str) -> str:
        """The format to write a puzzle of this kind in."""
        if self.format is not None:
            return self.format
        fitting = format_of_ending(self.ending, kind)
        if fitting is None:
            message = f"no format of {kind} has files {self.ending}; say the format with --to"
            raise FormatError(message)
        return fitting


def output_format_of(to_format: str | None, output: str | None) -> OutputFormat:
    """Return the format that --to or the ending of -o asks for; UsageError if neither tells."""
    if output is not None and collection_of(output) is not None:
        if to_format not in (None, LIBRARY_FORMAT):
            raise click.UsageError(f"the library keeps puzzles as {LIBRARY_FORMAT}")
        return OutputFormat(LIBRARY_FORMAT, "")
    ending = Path(output or "").suffix.lower()
    if to_format is None and ending not in suffixes():
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    return OutputFormat(to_format, ending)


def losses(document: Document, format: str, text: str) -> tuple[str, ...]:
    """A warning if the text does not hold all marks. Formats without positions lack none that
    matters if the position is the whole answer."""
    if not find_codec(format, document.puzzle.kind).carries_position:
        if not document.position or not check(document.puzzle, document.position):
            return ()
        marks = "1 mark" if len(document.position) == 1 else f"{len(document.position)} marks"
        return (f"{format} carries no position: {marks} left out",)
    lost = left_out(document, format, text)
    if not lost:
        return ()
    named = ", ".join(map(str, list(lost)[:MOST_NAMED])) + (", …" if len(lost) > MOST_NAMED else "")
    count = f"{len(lost)} of {len(document.position)} marks"
    return (f"{format} has no place for {count}: {named}",)
