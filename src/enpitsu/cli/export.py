"""enpitsu export"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.options import json_option, limit_options, output_option, puzzle_inputs
from enpitsu.cli.output import as_data, write_contents
from enpitsu.cli.runner import Exit, Found, Report, is_single, run
from enpitsu.cli.solution import solved_first
from enpitsu.limits import Limits
from enpitsu.proof import UNIQUE, smtlib_writer, to_dimacs, to_smtlib, write_proof

DIMACS, SMTLIB = "dimacs", "smtlib"
SUFFIXES = {DIMACS: ".cnf", SMTLIB: ".smt2", None: ""}


class Wish(NamedTuple):
    """What is to be written: a form of text, a proof, or both."""

    form: str | None
    second: bool
    proof: str | None
    limits: Limits
    as_json: bool


@click.command(
    epilog="""\b
Examples:
  enpitsu export puzzle.txt --dimacs -o puzzle.cnf
  enpitsu export puzzle.txt --smtlib -o puzzle.smt2
  enpitsu export LINK --proof proof/      then: enpitsu check --proof proof/
"""
)
@puzzle_inputs()
@click.option("--dimacs", is_flag=True, help="The clauses in DIMACS form, with a variable map.")
@click.option("--smtlib", is_flag=True, help="A script for SMT solvers, where the kind has one.")
@click.option(
    "--second", is_flag=True, help="With --smtlib: forbid the solution, so as to ask for another."
)
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
    smtlib: bool,
    second: bool,
    proof: str | None,
    output: str | None,
    limits: Limits,
    as_json: bool,
) -> None:
    """Write what a solver sees, or a proof of uniqueness that anyone can check."""
    form = _form(dimacs, smtlib)
    if form is None and proof is None:
        raise click.UsageError("say what: --dimacs, --smtlib or --proof DIR")
    if second and not smtlib:
        raise click.UsageError("--second goes with --smtlib")
    single, puzzles = is_single(puzzles)
    if proof is not None and not single:
        raise click.UsageError("--proof takes one puzzle at a time")
    wish = Wish(form, second, proof, limits, as_json)
    reports = run(puzzles, partial(_work, wish=wish), jobs=1, as_json=as_json)
    write_contents(reports, output, SUFFIXES[form], join=None)


def _form(dimacs: bool, smtlib: bool) -> str | None:
    if dimacs and smtlib:
        raise click.UsageError("--dimacs and --smtlib exclude each other")
    return DIMACS if dimacs else SMTLIB if smtlib else None


def _work(item: Item, wish: Wish) -> Report:
    if wish.form == SMTLIB:
        smtlib_writer(item.document.puzzle)  # refuses other kinds before they are solved
    if wish.second:
        return solved_first(item, partial(_export, wish=wish), wish.limits)
    return _export(item, wish)


def _export(item: Item, wish: Wish) -> Report:
    text, code = "", Exit.DONE
    data: dict[str, str] = {}
    if wish.proof is not None:
        claim = write_proof(item.document.puzzle, Path(wish.proof), wish.limits)
        text = f"{wish.proof}  {claim.sentence}"
        code = Exit.DONE if claim.status == UNIQUE else Exit.NO
        data = {"proof": wish.proof, "claim": claim.status}
    content = _content(item, wish)
    if wish.as_json:
        data |= {} if content is None else as_data(str(wish.form), content)
        return Report(item.name, code, data=data)
    return Report(item.name, code, text, warnings=item.document.warnings, content=content)


def _content(item: Item, wish: Wish) -> str | None:
    puzzle = item.document.puzzle
    if wish.form == DIMACS:
        return to_dimacs(puzzle, wish.limits)
    if wish.form == SMTLIB:
        solution = item.document.position  # put there by `solved_first`
        return to_smtlib(puzzle, wish.limits, [solution] if wish.second else [])
    return None
