"""The destination of a made puzzle: the screen or a file, in which format, with or without its
solution."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.shared_options import wants_colour
from enpitsu.errors import FormatError
from enpitsu.formats import dump, format_of_ending, formats
from enpitsu.kind import Puzzle

_LINKS = "puzzlink"


class OutputTarget(NamedTuple):
    """A destination and a form."""

    output: str | None
    format: str | None
    """None for the screen, where puzzles are drawn."""
    solution: bool
    draw: bool
    as_json: bool
    colour: bool

    @classmethod
    def checked(
        cls,
        kind: str,
        to_format: str | None,
        output: str | None,
        *,
        solution: bool,
        as_json: bool,
        count: int,
    ) -> OutputTarget:
        """The target; UsageError where nothing could be written after the work."""
        if to_format is not None and to_format not in formats(kind):
            raise click.UsageError(
                f"{kind} has no format {to_format}; it has {', '.join(formats(kind))}"
            )
        if solution and output is None and to_format is None and not as_json:
            raise click.UsageError(
                "--solution is for a puzzle that is written: add -o FILE or --to"
            )
        chosen = to_format or format_of(kind, output)
        path = Path(output or ".")
        is_file = not path.is_dir() and (path.suffix or count == 1)
        if is_file and not path.parent.is_dir():
            raise click.UsageError(f"there is no folder {printable(str(path.parent))}")
        drawn = output is not None or to_format is None
        return cls(output, chosen, solution, drawn, as_json, wants_colour())


def format_of(kind: str, output: str | None) -> str | None:
    """The format that a file's ending tells; None for the screen."""
    if output is None:
        return None
    fitting = format_of_ending(Path(output).suffix.lower(), kind)
    if fitting is None:
        raise click.UsageError(f"say the format: --to {'|'.join(formats(kind))}")
    return fitting


def printable(name: str) -> str:
    """A file name that does nothing to the terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name
    )


def where_to_go(puzzle: Puzzle) -> str:
    """A link to play the puzzle, or how to save it where no link can hold it."""
    link = _dumped(puzzle, _LINKS)
    if link is not None:
        return link
    known = [name for name in formats(puzzle.kind) if _dumped(puzzle, name) is not None]
    return f"to save it: -o FILE, or --to {'|'.join(known)}"


def _dumped(puzzle: Puzzle, format: str) -> str | None:
    """The puzzle in a format; None where the format cannot hold it."""
    try:
        return dump(puzzle, format)
    except FormatError:
        return None
