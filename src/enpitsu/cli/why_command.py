"""enpitsu why"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.runner import Exit, Found, Report, finish, is_single, run
from enpitsu.cli.shared_options import (
    jobs_option,
    json_option,
    limit_options,
    position_option,
    puzzle_inputs,
    wants_colour,
    with_facts,
)
from enpitsu.cli.terminal_text import LEGEND, language_option, picture, size_of, wrapped
from enpitsu.errors import FormatError
from enpitsu.explain.data import step_data
from enpitsu.explain.justify import FactStatus
from enpitsu.explain.step import technique_name
from enpitsu.grid import Slot
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.why import Why, parse_question
from enpitsu.why import why as find_why

EXITS = {
    FactStatus.STEP: Exit.DONE,
    FactStatus.LATER: Exit.DONE,
    FactStatus.WRONG: Exit.NO,
    FactStatus.OPEN: Exit.NO,
    FactStatus.IMPOSSIBLE: Exit.NO,
    FactStatus.UNKNOWN: Exit.LIMIT,
}
HEADLINES = {
    FactStatus.STEP: ("it follows", "green"),
    FactStatus.LATER: ("it follows", "green"),
    FactStatus.WRONG: ("it cannot be", "red"),
    FactStatus.OPEN: ("it is open", "yellow"),
    FactStatus.IMPOSSIBLE: ("no solution", "red"),
    FactStatus.UNKNOWN: ("unknown", "magenta"),
}


class WhyOptions(NamedTuple):
    """The options of `enpitsu why`: the question, and how it is answered."""

    asked: Fact | Slot
    facts: tuple[Fact, ...]
    language: str
    limits: Limits
    draw: bool
    colour: bool


def _parse(context: click.Context, option: click.Parameter, value: str) -> Fact | Slot:
    try:
        return parse_question(value)
    except FormatError as error:
        example = "end with a place, as r3c4, or with what stands there, as 'r3c4 shaded'"
        raise click.BadParameter(f"{error}; {example}") from None


@click.command(
    epilog="""\b
Examples:
  enpitsu why game.json r3c4
  enpitsu why LINK 'r3c4 shaded'
  enpitsu why LINK r1c1-r1c2 --position "r1c1 shaded, r1c2-r1c3 line"

\b
A place alone asks about what stands there, or else about what must stand there. Exit code 0: it
follows; 1: it cannot be, is open, or there is no solution; 3: a limit was reached.
"""
)
@puzzle_inputs()
# Read first: whoever forgets it has named a puzzle in its place.
@click.argument("asked", metavar="FACT", callback=_parse, is_eager=True)
@position_option
@language_option
@limit_options
@jobs_option
@json_option
def why(
    puzzles: Iterator[Found],
    asked: Fact | Slot,
    facts: tuple[Fact, ...],
    language: str,
    limits: Limits,
    jobs: int,
    as_json: bool,
) -> None:
    """Tell why something must be so on a board, or why it cannot be."""
    single, puzzles = is_single(puzzles)
    options = WhyOptions(asked, facts, language, limits, single and not as_json, wants_colour())
    finish(run(puzzles, partial(_work, options=options), jobs=jobs, as_json=as_json))


def _work(item: Item, options: WhyOptions) -> Report:
    document = item.document
    position = with_facts(document.position, options.facts)
    found = find_why(document.puzzle, position, options.asked, limits=options.limits)
    text = _text(item, position, found, options)
    data = _data(found, options.language)
    return Report(item.name, EXITS[found.finding], text, data, warnings=document.warnings)


def _text(item: Item, position: Position, found: Why, options: WhyOptions) -> str:
    word, colour = HEADLINES[found.finding]
    headline = click.style(word, fg=colour, bold=True)
    about = "" if found.fact is None else f"{found.fact}: "
    lines = [f"{item.name}  {size_of(item)}  {about}{headline}"]
    if len(found.steps) > 1:
        lines += _step_lines(found, options.language)
    else:
        lines.append(wrapped(found.say(options.language), 2))
    if options.draw:
        marks = found.marks
        drawn = picture(item.document.puzzle, position, marks, colour=options.colour)
        lines.append(f"\n{drawn}")
        if marks.because and marks.hints:
            lines.append(LEGEND)
    return "\n".join(lines)


def _step_lines(found: Why, language: str) -> Iterator[str]:
    """All steps, however many, with what is said before and after them."""
    if head := found.say_head(language):
        yield wrapped(head, 2)
    for number, step in enumerate(found.steps, 1):
        name = click.style(technique_name(step.kind, step.technique, language), bold=True)
        yield f"{number:4}. {name}\n{wrapped(step.say(language), 6)}"
    if close := found.say_close(language):
        yield wrapped(close, 2)


def _data(found: Why, language: str) -> dict[str, Any]:
    blamed = () if found.no_solution is None else found.no_solution.places
    return {
        "kind": found.kind,
        "fact": None if found.fact is None else str(found.fact),
        "finding": str(found.finding),
        "reached": found.reached,
        "text": found.say(language),
        "steps": [step_data(step, language) for step in found.steps],
        "conflict": list(map(str, blamed)),
    }
