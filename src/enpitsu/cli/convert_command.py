"""enpitsu convert"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial

import click

from enpitsu.cli.batches import batch_of
from enpitsu.cli.destinations import Pack
from enpitsu.cli.inputs import Item, Items
from enpitsu.cli.output_format import OutputFormat, losses, output_format_of, to_option
from enpitsu.cli.runner import Exit, Report, RunOptions, Work, perform, show_each
from enpitsu.cli.shared_options import (
    output_option,
    puzzle_inputs,
    run_options,
    solution_option,
    solved_first,
)
from enpitsu.cli.write_output import as_data, write_each
from enpitsu.formats import dump
from enpitsu.limits import Limits


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
@to_option
@output_option
@solution_option
@run_options(cluster=True)
def convert(
    puzzles: Items,
    to_format: str | None,
    output: str | None,
    solution: bool,
    limits: Limits,
    running: RunOptions,
) -> None:
    """Write puzzles in another format, with the position they carry.

    They are written as they are read, so there may be any number of them: into a file that holds
    many, a folder, or a new collection of the library (library:NAME). A batch keeps its manifest.
    """
    work: Work = partial(_work, goal=output_format_of(to_format, output), as_json=running.as_json)
    if solution:
        work = partial(solved_first, work=work, limits=limits)
    bar = output is not None or not sys.stdout.isatty()
    reports = perform(puzzles, work, running, bar=bar)
    batch = None
    if running.as_json:
        output = None  # What is printed is all that is wanted.
    elif output is not None:
        batch = batch_of(puzzles.arguments)
        if batch is not None and solution:
            batch.header = replace(batch.header, solution=True)
    write_each(show_each(reports, running.as_json), output, Pack.of_report, batch=batch)


def _work(item: Item, goal: OutputFormat, as_json: bool) -> Report:
    document = item.document
    chosen = goal.of(document.puzzle.kind)
    text = dump(document, chosen)
    warnings = (*document.warnings, *losses(document, chosen, text))
    if as_json:
        return Report(item.name, Exit.DONE, data=as_data(chosen, text), warnings=warnings)
    data = {"format": chosen, "kind": document.puzzle.kind}
    return Report(item.name, Exit.DONE, data=data, warnings=warnings, content=text)
