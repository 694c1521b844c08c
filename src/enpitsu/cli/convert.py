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
from enpitsu.cli.output import as_data, write_contents
from enpitsu.cli.runner import Exit, Found, Report, Work, run
from enpitsu.cli.solution import solved_first
from enpitsu.formats import dump, find_codec, formats
from enpitsu.limits import Limits


class Wish(NamedTuple):
    """What to write."""

    format: str
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
    chosen = to_format or _format_of(output)
    work: Work = partial(_work, wish=Wish(chosen, as_json))
    if solution:
        work = partial(solved_first, work=work, limits=limits)
    reports = run(puzzles, work, jobs=jobs, as_json=as_json)
    codec = find_codec(chosen)
    write_contents(reports, output, codec.suffixes[0], holds_many=codec.holds_many)


def _format_of(output: str | None) -> str:
    """The format that a file's ending tells."""
    ending = Path(output or "").suffix.lower()
    fitting = [name for name in formats() if ending in find_codec(name).suffixes]
    if not fitting:
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    return fitting[0]


def _work(item: Item, wish: Wish) -> Report:
    document = item.document
    text = dump(document, wish.format)
    if wish.as_json:
        return Report(item.name, Exit.DONE, data=as_data(wish.format, text))
    return Report(item.name, Exit.DONE, warnings=document.warnings, content=text)
