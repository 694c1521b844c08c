"""enpitsu practise"""

from __future__ import annotations

import json

import click

from enpitsu.book.exercise_sheets import make_exercise_sheets
from enpitsu.cli.pdf_file import pdf_target, write_pdf
from enpitsu.cli.runner import Exit, Report, failed, finish, show_each
from enpitsu.cli.shared_options import json_option, kind_names, limit_options, output_option
from enpitsu.cli.step_text import language_option
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.explain.data import step_data
from enpitsu.formats import dump
from enpitsu.grade import LEVELS
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.school.practise import Exercise
from enpitsu.school.practise import practise as find_exercises

MOST_EXERCISES = 500
USUAL = 12


@click.command(
    epilog="""\b
Examples:
  enpitsu practise KIND -o sheets.pdf
  enpitsu practise KIND TECHNIQUE --count 8 --seed 2 -o sheets.pdf
  enpitsu practise KIND --level hard --language ja -o sheets.pdf
  enpitsu practise KIND TECHNIQUE --count 100 --json > exercises.jsonl

"enpitsu techniques KIND" lists the techniques.
"""
)
@click.argument("kind", type=kind_names)
@click.argument("technique", required=False)
@click.option(
    "--count",
    type=click.IntRange(1, MOST_EXERCISES),
    default=USUAL,
    show_default=True,
    help="Exercises.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Another seed gives other exercises.",
)
@click.option(
    "--level", type=click.Choice([*map(str, LEVELS)]), help="Only techniques of this level."
)
@language_option
@output_option
@limit_options
@json_option
def practise(
    kind: str,
    technique: str | None,
    count: int,
    seed: int,
    level: str | None,
    language: str,
    output: str | None,
    limits: Limits,
    as_json: bool,
) -> None:
    """Write sheets of exercises for techniques, with the answers behind.

    An exercise is a position at which a technique gives the next step. The sheets are a PDF file.
    Without a technique all those of the level, or of the whole course, take turns. --json prints
    the exercises themselves, unless -o names a file.
    """
    if technique is not None and level is not None:
        raise click.UsageError("a technique has one level: name a technique or --level, not both")
    is_pdf = output is not None or not as_json
    target = pdf_target(output, "a file of exercises") if is_pdf else None
    try:
        found = find_exercises(kind, technique, level=level, count=count, seed=seed, limits=limits)
        made = make_exercise_sheets(found, language=language) if is_pdf else None
    except LimitReached as limit:
        finish(show_each([failed(kind, f"{limit} limit reached", Exit.LIMIT)], as_json))
    except PuzzleError as error:
        finish(show_each([failed(kind, str(error), Exit.BAD_INPUT)], as_json))
    if made is None:
        finish(show_each([_told(each, language) for each in found], as_json))
    exercises = f"{len(found)} exercise{'' if len(found) == 1 else 's'}"
    pages = f"{made.pages} page{'' if made.pages == 1 else 's'}"
    few = () if len(found) == count else (f"{kind}: there are only {len(found)} such exercises",)
    data = {"exercises": len(found), "pages": made.pages, "bytes": len(made.pdf)}
    report = Report(kind, Exit.DONE, data=data, warnings=few, content=made.pdf)
    write_pdf(report, target, f"{exercises} on {pages}", as_json=as_json)


def _told(exercise: Exercise, language: str) -> Report:
    """Return an exercise as data, with its answer."""
    document = Document(puzzle=exercise.puzzle, position=exercise.position)
    data = {
        "technique": exercise.technique,
        "seed": exercise.seed,
        "document": json.loads(dump(document, "json")),
        "steps": [step_data(step, language) for step in exercise.steps],
    }
    return Report(exercise.kind, Exit.DONE, data=data)
