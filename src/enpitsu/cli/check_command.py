"""enpitsu check"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from enpitsu.check import check as check_position
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, failed, finish, peek_single, run, show
from enpitsu.cli.shared_options import puzzle_inputs, run_options, wants_colour
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grid import Line
from enpitsu.kind import Violation
from enpitsu.limits import Limits
from enpitsu.proof import check_proof
from enpitsu.render import marks_of, render

MOST_SHOWN = 12


@click.command(
    epilog="""\b
Examples:
  enpitsu check answer.txt
  enpitsu check game.json --partial
  enpitsu check answer.txt --rules puzzlink
  enpitsu check --proof DIR        (a proof written by: enpitsu export PUZZLE --proof DIR)
"""
)
@puzzle_inputs(required=False)
@click.option("--partial", "is_partial", is_flag=True, help="Only what is already wrong.")
@click.option("--rules", help="Another reading of the rules, such as puzzlink.")
@click.option(
    "--proof",
    "proofs",
    multiple=True,
    type=click.Path(exists=True, file_okay=False),
    help="Verify a proof folder; may be given several times. Limits are for this.",
)
@run_options()
def check(
    puzzles: Iterator[Found],
    is_partial: bool,
    rules: str | None,
    proofs: Sequence[str],
    limits: Limits,
    running: RunOptions,
) -> None:
    """Check positions by the rules: exit code 0 if solved and right, 1 if a rule is broken."""
    reports = [_check_proof(str(Path(folder)), limits) for folder in proofs]
    for report in reports:
        show(report, running.as_json)
    single, puzzles = peek_single(puzzles)
    work = partial(_work, is_partial=is_partial, rules=rules, draw=single, colour=wants_colour())
    reports += run(puzzles, work, running)
    if not reports:
        raise click.UsageError("name at least one PUZZLE, or --proof DIR")
    finish(reports)


def _work(item: Item, is_partial: bool, rules: str | None, draw: bool, colour: bool) -> Report:
    document = item.document
    found = check_position(document.puzzle, document.position, partial=is_partial, rules=rules)
    right = "no mistake so far" if is_partial else "solved"
    verdict = click.style("wrong" if found else right, fg="red" if found else "green", bold=True)
    lines = [f"{item.name}  {verdict}", *sentences_of(found)]
    if draw and found:
        picture = render(
            document.puzzle, document.position, "text", marks=marks_of(found), colour=colour
        )
        lines.append("\n" + str(picture).rstrip("\n"))
    data = {"ok": not found, "violations": violation_data(found)}
    code = Exit.NO if found else Exit.DONE
    return Report(item.name, code, "\n".join(lines), data, warnings=document.warnings)


def violation_data(found: Iterable[Violation]) -> list[dict[str, Any]]:
    """Return violations for --json."""
    return [
        {
            "code": each.code,
            "cells": list(map(str, each.cells)),
            "lines": list(map(str, each.lines)),
            "message": each.message,
        }
        for each in found
    ]


def sentences_of(found: Sequence[Violation]) -> list[str]:
    """Return violations for people, a line each, not more than a screen has."""
    lines = []
    for each in found[:MOST_SHOWN]:
        rows = [line.words for line in each.lines if isinstance(line, Line)]
        places = each.cells or each.lines
        place = " and ".join(rows) or " ".join(map(str, places[:2]))
        place += " ..." if len(places) > 2 and not rows else ""
        lines.append(f"  {place}: {each.message}" if place else f"  {each.message}")
    if len(found) > MOST_SHOWN:
        lines.append(f"  ... and {len(found) - MOST_SHOWN} more")
    return lines


def _check_proof(folder: str, limits: Limits) -> Report:
    try:
        verdict = check_proof(Path(folder), limits)
    except LimitReached as limit:
        return failed(folder, f"{limit} limit reached before the proof was verified", Exit.LIMIT)
    except (PuzzleError, OSError) as error:
        return failed(folder, str(error), Exit.BAD_INPUT)
    word = click.style("verified", fg="green") if verdict.ok else click.style("FAILED", fg="red")
    return Report(
        folder,
        Exit.DONE if verdict.ok else Exit.NO,
        f"{folder}  {word}: {verdict.message}",
        {"ok": verdict.ok, "message": verdict.message, "claim": verdict.claim},
    )
