"""enpitsu export"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.options import json_option, limit_options, output_option, puzzle_inputs
from enpitsu.cli.output import as_data, write_contents
from enpitsu.cli.runner import Exit, Found, Report, is_single, run
from enpitsu.limits import Limits
from enpitsu.proof import UNIQUE, to_dimacs, write_proof


@click.command(
    epilog="""\b
Examples:
  enpitsu export puzzle.txt --dimacs -o puzzle.cnf
  enpitsu export LINK --proof proof/      then: enpitsu check --proof proof/
"""
)
@puzzle_inputs()
@click.option("--dimacs", is_flag=True, help="The clauses in DIMACS form, with a variable map.")
@click.option(
    "--proof",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Clauses, cuts, blocking clause and DRUP trace, in a folder.",
)
@output_option
@limit_options
@json_option
def export(
    puzzles: Iterator[Found],
    dimacs: bool,
    proof: str | None,
    output: str | None,
    limits: Limits,
    as_json: bool,
) -> None:
    """Write what a solver sees, or a proof of uniqueness that anyone can check."""
    if not dimacs and proof is None:
        raise click.UsageError("say what: --dimacs or --proof DIR")
    single, puzzles = is_single(puzzles)
    if proof is not None and not single:
        raise click.UsageError("--proof takes one puzzle at a time")
    work = partial(_work, dimacs=dimacs, proof=proof, limits=limits, as_json=as_json)
    reports = run(puzzles, work, jobs=1, as_json=as_json)
    write_contents(reports, output, ".cnf", join=None)


def _work(item: Item, dimacs: bool, proof: str | None, limits: Limits, as_json: bool) -> Report:
    text, code = "", Exit.DONE
    data: dict[str, str] = {}
    if proof is not None:
        claim = write_proof(item.document.puzzle, Path(proof), limits)
        text = f"{proof}  {claim.sentence}"
        code = Exit.DONE if claim.status == UNIQUE else Exit.NO
        data = {"proof": proof, "claim": claim.status}
    content = to_dimacs(item.document.puzzle, limits) if dimacs else None
    if as_json:
        data |= {} if content is None else as_data("dimacs", content)
        return Report(item.name, code, data=data)
    return Report(item.name, code, text, warnings=item.document.warnings, content=content)
