"""enpitsu convert"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.options import (
    jobs_option,
    json_option,
    limit_options,
    output_option,
    puzzle_inputs,
    solution_option,
)
from enpitsu.cli.output import Join, as_data, join_of, write_contents
from enpitsu.cli.runner import Exit, Found, Report, Work, run
from enpitsu.cli.solution import solved_first
from enpitsu.errors import FormatError
from enpitsu.formats import dump, find_codec, format_of_ending, formats, suffixes
from enpitsu.limits import Limits


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
@json_option
def convert(
    puzzles: Iterator[Found],
    to_format: str | None,
    output: str | None,
    solution: bool,
    limits: Limits,
    jobs: int,
    as_json: bool,
) -> None:
    """Write puzzles in another format, with the position they carry."""
    ending = Path(output or "").suffix.lower()
    if to_format is None and ending not in suffixes():
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    work: Work = partial(_work, wish=Wish(to_format, ending, as_json))
    if solution:
        work = partial(solved_first, work=work, limits=limits)
    reports = run(puzzles, work, jobs=jobs, as_json=as_json)
    suffix, join = _pack(reports)
    write_contents(reports, output, suffix, join=join)


def _pack(reports: list[Report]) -> tuple[str, Join | None]:
    """The ending for files of their own, and how one file holds everything, if it can."""
    written = [report.data for report in reports if report.content is not None]
    used = {(data["format"], data["kind"]) for data in written}
    if len({name for name, _ in used}) != 1:
        return "", None
    codecs = [find_codec(name, kind) for name, kind in used]
    joins = set(map(join_of, codecs))
    return codecs[0].suffixes[0], joins.pop() if len(joins) == 1 else None


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
