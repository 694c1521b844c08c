"""enpitsu export"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from enpitsu.cli.engines_command import EngineCommand, engine_options
from enpitsu.cli.export_model import Reading, read_back
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, peek_single, run
from enpitsu.cli.shared_options import (
    format_names,
    json_option,
    limit_options,
    output_option,
    puzzle_inputs,
    solved_first,
)
from enpitsu.cli.write_output import as_data, write_contents
from enpitsu.formula import to_dimacs
from enpitsu.limits import Limits
from enpitsu.proof import UNIQUE, smtlib_writer, to_smtlib, write_proof
from enpitsu.sat.backend import AUTO

DIMACS = "dimacs"
SMTLIB = "smtlib"
SUFFIXES = {DIMACS: ".cnf", SMTLIB: ".smt2", None: ""}


class ExportOptions(NamedTuple):
    """The options of `enpitsu export`: a form of text, a proof, or both."""

    form: str | None
    engine: str
    second: bool
    proof: str | None
    limits: Limits
    as_json: bool


@click.command(
    cls=EngineCommand,
    epilog="""\b
Examples:
  enpitsu export puzzle.txt --smtlib -o puzzle.smt2
  enpitsu export LINK --proof proof/      then: enpitsu check --proof proof/
\b
A formula for a SAT solver of your own, and its answer shown as a board:
  enpitsu export puzzle.txt --dimacs --engine NAME -o puzzle.cnf
  kissat puzzle.cnf > answer.txt
  enpitsu export puzzle.txt --dimacs --engine NAME --model answer.txt
""",
)
@puzzle_inputs()
@click.option(
    "--dimacs", is_flag=True, help="The engine's clauses in DIMACS form, with all variables named."
)
@click.option(
    "--model",
    type=click.Path(allow_dash=True, dir_okay=False),
    metavar="FILE",
    help="With --dimacs: show what a SAT solver answered to these clauses, and check it. - is "
    "standard input.",
)
@click.option(
    "--to",
    "to_format",
    type=format_names,
    help="With --model: write the board in this format.  [default: by the ending of -o]",
)
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
@engine_options
@limit_options
@json_option
def export(
    puzzles: Iterator[Found],
    dimacs: bool,
    model: str | None,
    to_format: str | None,
    engine: str,
    smtlib: bool,
    second: bool,
    proof: str | None,
    output: str | None,
    limits: Limits,
    as_json: bool,
) -> None:
    """Write what a solver sees, or a proof of uniqueness that anyone can check; and read what a SAT
    solver answers.

    --engine chooses whose clauses --dimacs writes; enpitsu engines lists them. Comments in the file
    tell what each variable stands for, and what the clauses leave to be asked again.
    """
    if dimacs and smtlib:
        raise click.UsageError("--dimacs and --smtlib exclude each other")
    form = DIMACS if dimacs else SMTLIB if smtlib else None
    if form is None and proof is None:
        raise click.UsageError("say what: --dimacs, --smtlib or --proof DIR")
    if second and not smtlib:
        raise click.UsageError("--second goes with --smtlib")
    if not dimacs and (engine != AUTO or model is not None):
        raise click.UsageError(f"--{'engine' if model is None else 'model'} goes with --dimacs")
    if model is None and to_format is not None:
        raise click.UsageError("--to goes with --model")
    single, puzzles = peek_single(puzzles)
    if not single and (proof is not None or model is not None):
        raise click.UsageError(f"--{'model' if proof is None else 'proof'} takes one puzzle")
    if model is not None:
        if proof is not None:
            raise click.UsageError("--model and --proof exclude each other")
        if model == "-" and "-" in click.get_current_context().params["inputs"]:
            raise click.UsageError("standard input is the puzzle or the model, not both")
        read_back(puzzles, Reading.of(model, engine, to_format, output, limits, as_json))
    options = ExportOptions(form, engine, second, proof, limits, as_json)
    reports = run(puzzles, partial(_work, options=options), RunOptions(as_json=as_json))
    write_contents(reports, output, SUFFIXES[form], join=None)


def _work(item: Item, options: ExportOptions) -> Report:
    if options.form == SMTLIB:
        smtlib_writer(item.document.puzzle)  # refuses other kinds before they are solved
    if options.second:
        return solved_first(item, partial(_export, options=options), options.limits)
    return _export(item, options)


def _export(item: Item, options: ExportOptions) -> Report:
    text, code = "", Exit.DONE
    data: dict[str, str] = {}
    if options.proof is not None:
        claim = write_proof(item.document.puzzle, Path(options.proof), options.limits)
        text = f"{options.proof}  {claim.sentence}"
        code = Exit.DONE if claim.status == UNIQUE else Exit.NO
        data = {"proof": options.proof, "claim": claim.status}
    puzzle, content = item.document.puzzle, None
    if options.form == DIMACS:
        content = to_dimacs(puzzle, options.limits, options.engine)
    elif options.form == SMTLIB:
        solution = item.document.position  # put there by `solved_first`
        content = to_smtlib(puzzle, options.limits, [solution] if options.second else [])
    if options.as_json:
        data |= {} if content is None else as_data(str(options.form), content)
        return Report(item.name, code, data=data)
    return Report(item.name, code, text, warnings=item.document.warnings, content=content)
