"""enpitsu export"""

from __future__ import annotations

from pathlib import Path

import click

from enpitsu.cli.inputs import items
from enpitsu.cli.options import from_option, kind_option, limit_options, make_limits, output_option
from enpitsu.cli.output import write_all
from enpitsu.cli.runner import Exit
from enpitsu.errors import PuzzleError
from enpitsu.limits import LimitReached, Limits
from enpitsu.proof import to_dimacs, write_proof


@click.command(
    epilog="""\b
Examples:
  enpitsu export puzzle.txt --dimacs -o puzzle.cnf
  enpitsu export LINK --proof proof/      then: enpitsu check --proof proof/
"""
)
@click.argument("puzzle", metavar="PUZZLE", type=click.Path())
@click.option("--dimacs", is_flag=True, help="The clauses in DIMACS form, with a variable map.")
@click.option(
    "--proof", type=click.Path(), metavar="DIR",
    help="Clauses, loop cuts, blocking clause and DRUP trace, in a folder.",
)  # fmt: skip
@output_option
@limit_options
@kind_option
@from_option
def export(
    puzzle: str,
    dimacs: bool,
    proof: str | None,
    output: str | None,
    time: float | None,
    conflicts: int | None,
    memory: float | None,
    kind: str | None,
    from_format: str | None,
) -> None:
    """Write what a solver sees, or a proof of uniqueness that anyone can check."""
    if not dimacs and proof is None:
        raise click.UsageError("say what: --dimacs or --proof DIR")
    (item, *others) = items([puzzle], kind=kind, format=from_format)
    if item.document is None or others:
        _leave(item.error or "export takes one puzzle at a time", Exit.BAD_INPUT)
        return
    limits = make_limits(time, conflicts, memory)
    try:
        if dimacs:
            write_all([(item.name, to_dimacs(item.document.puzzle))], output, ".cnf", join=False)
        if proof is not None:
            _write_proof(item.document.puzzle, Path(proof), limits)
    except LimitReached as limit:
        _leave(f"{limit} limit reached", Exit.LIMIT)
    except (PuzzleError, OSError) as error:
        _leave(str(error), Exit.BAD_INPUT)


def _write_proof(puzzle: object, folder: Path, limits: Limits) -> None:
    claim = write_proof(puzzle, folder, limits)  # type: ignore[arg-type]
    click.echo(f"{folder}  {claim.sentence}", err=True)


def _leave(message: str, code: Exit) -> None:
    click.echo(f"error: {message}", err=True)
    raise SystemExit(int(code))
