"""enpitsu why"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, finish, peek_single, run
from enpitsu.cli.shared_options import (
    position_option,
    puzzle_inputs,
    run_options,
    wants_colour,
    with_facts,
)
from enpitsu.cli.step_text import LEGEND, language_option, picture, reason_text, step_text
from enpitsu.cli.terminal_text import size_of, wrapped
from enpitsu.errors import FormatError
from enpitsu.explain.data import step_data
from enpitsu.explain.justify import FactStatus
from enpitsu.grid import Slot
from enpitsu.limits import Limits
from enpitsu.position import Fact
from enpitsu.why import Why, parse_question
from enpitsu.why import why as find_why

VERDICTS = {
    FactStatus.STEP: ("it follows", "green", Exit.DONE),
    FactStatus.LATER: ("it follows", "green", Exit.DONE),
    FactStatus.WRONG: ("it cannot be", "red", Exit.NO),
    FactStatus.OPEN: ("it is open", "yellow", Exit.NO),
    FactStatus.IMPOSSIBLE: ("no solution", "red", Exit.NO),
    FactStatus.UNKNOWN: ("unknown", "magenta", Exit.LIMIT),
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
@run_options()
def why(puzzles: Iterator[Found], running: RunOptions, **given: Any) -> None:
    """Tell why something must be so on a board, or why it cannot be."""
    single, puzzles = peek_single(puzzles)
    draw = single and not running.as_json
    options = WhyOptions(draw=draw, colour=wants_colour(), **given)
    finish(run(puzzles, partial(_work, options=options), running))


def _work(item: Item, options: WhyOptions) -> Report:
    document = item.document
    position = with_facts(document.position, options.facts)
    found = find_why(document.puzzle, position, options.asked, limits=options.limits)
    word, colour, code = VERDICTS[found.finding]
    headline = click.style(word, fg=colour, bold=True)
    about = "" if found.fact is None else f"{found.fact}: "
    lines = [f"{item.name}  {size_of(item)}  {about}{headline}", *_tell(found, options.language)]
    if options.draw:
        marks = found.marks
        drawn = picture(document.puzzle, position, marks, colour=options.colour)
        lines += [f"\n{drawn}", *([LEGEND] if marks.because and marks.hints else [])]
    blamed = () if found.no_solution is None else found.no_solution.places
    data = {
        "kind": found.kind,
        "fact": None if found.fact is None else str(found.fact),
        "finding": str(found.finding),
        "reached": found.reached,
        "text": found.say(options.language),
        "steps": [step_data(step, options.language) for step in found.steps],
        "conflict": list(map(str, blamed)),
    }
    return Report(item.name, code, "\n".join(lines), data, warnings=document.warnings)


def _tell(found: Why, language: str) -> Iterator[str]:
    """Yield one step as a sentence, or a contradiction in lines; several with what is said before
    and after them."""
    if len(found.steps) < 2 and not any(step.sub_steps for step in found.steps):
        yield wrapped(found.say(language), 2)
        return
    if head := found.say_head(language):
        yield wrapped(head, 2)
    if len(found.steps) == 1:
        yield reason_text(found.steps[0], language, 2)
    else:
        yield from (step_text(number, step, language) for number, step in enumerate(found.steps, 1))
    if close := found.say_close(language):
        yield wrapped(close, 2)
