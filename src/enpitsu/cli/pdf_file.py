"""PDF files that commands write: where they go, and what is told of them."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from enpitsu.cli.runner import Fatal, Report, show
from enpitsu.cli.write_output import write_contents
from enpitsu.store import PREFIX

ENDING = ".pdf"


def pdf_target(output: str | None, what: str) -> Path | None:
    """Return the file that is written, in a folder one of the folder's name; None is a pipe. Leave
    before the work if it could not be written after it. `what` names it, as "a book"."""
    if output is None:
        if sys.stdout.isatty():
            raise click.UsageError("name the file to write with -o")
        return None
    if output.startswith(PREFIX):
        raise click.UsageError(f"{what} goes into a file, not into the library")
    path = Path(output)
    if not path.parent.is_dir():
        raise Fatal(f"cannot write {output}: there is no folder {path.parent}")
    if path.is_dir() or output.endswith(("/", os.sep)):
        return path / f"{path.resolve().name or what.split()[-1]}{ENDING}"
    is_plain = path.is_file() or not path.exists()
    if is_plain and path.suffix.lower() != ENDING:
        raise click.UsageError(
            f"{what} is a PDF file: the name {path.name!r} must end with {ENDING}"
        )
    return path


def write_pdf(report: Report, target: Path | None, told: str, *, as_json: bool) -> NoReturn:
    """Write the content of a report, then tell of it; a file that goes to the screen says nothing
    else there."""
    output = None if target is None else str(target)
    try:
        if target is not None:
            target.parent.mkdir(exist_ok=True)
        write_contents([report], output, ENDING, join=None)
    except OSError as error:
        raise Fatal(f"cannot write {output}: {error.strerror}") from None
    except SystemExit as end:
        if output is not None and not end.code:
            size = len(report.content or b"") / 1e6
            text = f"{output}: {told}, {size:.1f} MB"
            show(replace(report, content=None, text=text), as_json)
        raise
