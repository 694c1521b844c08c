"""enpitsu convert"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.batches import Batch, batch_of
from enpitsu.cli.inputs import Item, Items
from enpitsu.cli.options import (
    cluster_option,
    jobs_option,
    json_option,
    limit_options,
    output_option,
    puzzle_inputs,
    solution_option,
)
from enpitsu.cli.output import Pack, as_data, write_each
from enpitsu.cli.runner import Exit, Report, Work, performed, show
from enpitsu.cli.sinks import LIBRARY_FORMAT
from enpitsu.cli.solution import solved_first
from enpitsu.errors import FormatError
from enpitsu.formats import dump, find_codec, format_of_ending, formats, suffixes
from enpitsu.limits import Limits
from enpitsu.store import collection_of


class Wish(NamedTuple):
    """What to write: a format, or the one of the puzzle's kind that has files of this ending."""

    format: str | None
    ending: str
    as_json: bool


@click.command(
    epilog="""\b
Examples:
  enpitsu convert puzzle.xml --to puzzlink
  enpitsu convert puzzles/ --to json -o all.jsonl
  enpitsu convert LINK --to grid --solution
  enpitsu convert batch.jsonl -o library:hard
  enpitsu convert library:hard --to pzprv3 -o hard/
"""
)
@puzzle_inputs()
@click.option(
    "--to", "to_format", type=click.Choice(list(formats())), help="Default: by the file's ending."
)
@output_option
@solution_option
@limit_options
@jobs_option
@cluster_option
@json_option
def convert(
    puzzles: Items,
    to_format: str | None,
    output: str | None,
    solution: bool,
    limits: Limits,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Write puzzles in another format, with the position they carry.

    They are written as they are read, so there may be any number of them: into a file that holds
    many, a folder, or a new collection of the library (library:NAME). A batch keeps its manifest.
    """
    to_format, ending = _goal(to_format, output)
    work: Work = partial(_work, wish=Wish(to_format, ending, as_json))
    if solution:
        work = partial(solved_first, work=work, limits=limits)
    bar = output is not None or not sys.stdout.isatty()
    reports = performed(puzzles, work, jobs=jobs, cluster=cluster, bar=bar)
    if as_json:
        # What is printed is all that is wanted.
        write_each(_shown(reports, as_json), None, _pack)
    batch = None if output is None else _batch(puzzles, solution)
    write_each(_shown(reports, as_json), output, _pack, batch=batch)


def _goal(to_format: str | None, output: str | None) -> tuple[str | None, str]:
    """The format to write, or the ending that tells it; UsageError if nothing does."""
    if output is not None and collection_of(output) is not None:
        if to_format not in (None, LIBRARY_FORMAT):
            raise click.UsageError(f"the library keeps puzzles as {LIBRARY_FORMAT}")
        return LIBRARY_FORMAT, ""
    ending = Path(output or "").suffix.lower()
    if to_format is None and ending not in suffixes():
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    return to_format, ending


def _batch(puzzles: Items, solution: bool) -> Batch | None:
    batch = batch_of(puzzles.arguments)
    if batch is not None and solution:
        batch.header = replace(batch.header, solution=True)
    return batch


def _shown(reports: Iterable[Report], as_json: bool) -> Iterator[Report]:
    for report in reports:
        show(report, as_json)
        yield report


def _pack(report: Report) -> Pack:
    return Pack.of(find_codec(report.data["format"], report.data["kind"]))


def _format_of(kind: str, wish: Wish) -> str:
    """The format to write a puzzle of this kind in."""
    if wish.format is not None:
        return wish.format
    fitting = format_of_ending(wish.ending, kind)
    if fitting is None:
        raise FormatError(f"no format of {kind} has files {wish.ending}; say the format with --to")
    return fitting


def _work(item: Item, wish: Wish) -> Report:
    document = item.document
    chosen = _format_of(document.puzzle.kind, wish)
    text = dump(document, chosen)
    if wish.as_json:
        return Report(item.name, Exit.DONE, data=as_data(chosen, text))
    data = {"format": chosen, "kind": document.puzzle.kind}
    return Report(item.name, Exit.DONE, data=data, warnings=document.warnings, content=text)
