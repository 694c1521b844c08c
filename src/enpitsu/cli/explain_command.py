"""enpitsu explain"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, finish, peek_single, run
from enpitsu.cli.shared_options import ChoiceOf, puzzle_inputs, run_options, wants_colour
from enpitsu.cli.step_text import LEGEND, language_option, picture, step_text
from enpitsu.cli.terminal_text import count_lines, size_data, size_of, wrapped
from enpitsu.cli.write_output import write_contents
from enpitsu.explain import Step, needed
from enpitsu.explain import explain as find_explanation
from enpitsu.explain.data import counts_data, step_data
from enpitsu.explain.method import explain_by
from enpitsu.grade import Grade, grade_of
from enpitsu.limits import Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kinds
from enpitsu.render.lesson import Heading, Lesson
from enpitsu.render.lesson import lesson as make_lesson
from enpitsu.solve import Status
from enpitsu.words import say

SAID = {
    Status.UNIQUE: ("unique", "green", ""),
    Status.MULTIPLE: (
        "multiple",
        "yellow",
        "The puzzle has several solutions. These steps lead to all that they share.",
    ),
    Status.NONE: ("none", "red", "The puzzle has no solution, so there is nothing to explain."),
    Status.UNKNOWN: ("unknown", "magenta", ""),
}
NOTHING_SHARED = (
    "The puzzle has several solutions, and nothing that they all share is left to find."
)


def _methods() -> list[str]:
    return sorted({method.name for kind in kinds().values() for method in kind.methods})


class ExplainOptions(NamedTuple):
    """The options of `enpitsu explain`."""

    by: str | None
    from_position: bool
    every_step: bool
    pictures: bool
    as_json: bool
    as_page: bool
    language: str
    limits: Limits
    draw: bool
    colour: bool


class FullExplanation(NamedTuple):
    """An explanation that has come to its end."""

    item: Item
    start: Position
    status: Status
    reached: str | None
    steps: Sequence[Step]
    end: Position
    """The position that the steps lead to."""
    grade: Grade | None
    said: str = ""
    """The success of a method, in the language of the steps."""

    @property
    def counts(self) -> Counter[str]:
        """The number of uses of each technique."""
        return Counter(step.technique for step in self.steps)

    @property
    def found(self) -> list[Fact]:
        """The position at the end."""
        told = (fact for step in self.steps for fact in (*step.facts, *step.also))
        return list(dict.fromkeys((*self.start, *told, *self.end)))


@click.command(
    epilog="""\b
Examples:
  enpitsu explain LINK
  enpitsu explain puzzle.txt --pictures
  enpitsu explain puzzle.txt --html lesson.html
  enpitsu explain game.json --from-position --json
  enpitsu explain puzzle.txt --by METHOD    a published method, by its own numbers
"""
)
@puzzle_inputs()
@click.option(
    "--by",
    type=ChoiceOf(_methods),
    help="Tell the rules of a published method in its own order, as far as they lead.",
)
@click.option("--from-position", is_flag=True, help="Go on from the position the input carries.")
@click.option("--all", "every_step", is_flag=True, help="Show also steps that lead nowhere.")
@click.option("--pictures", is_flag=True, help="Draw the board at each step.")
@click.option(
    "--html",
    "page",
    type=click.Path(),
    metavar="FILE",
    help="Write a page that leads through the puzzle; of many puzzles, a folder of pages.",
)
@language_option
@run_options(cluster=True)
def explain(puzzles: Iterator[Found], page: str | None, running: RunOptions, **given: Any) -> None:
    """Lead through puzzles step by step, with reasons."""
    if page is not None and running.as_json:
        raise click.UsageError("--html and --json exclude each other")
    if page is not None and Path(page).suffix and not Path(page).parent.is_dir():
        folder = Path(page).parent
        click.echo(f"{Path(page)}: error: cannot write: there is no folder {folder}", err=True)
        raise SystemExit(int(Exit.BAD_INPUT))
    single, puzzles = peek_single(puzzles)
    options = ExplainOptions(
        as_json=running.as_json,
        as_page=page is not None,
        draw=single,
        colour=wants_colour(),
        **given,
    )
    reports = run(puzzles, partial(_work, options=options), running)
    if page is None:
        finish(reports)
    write_contents(reports, page, ".html", join=None)


def _work(item: Item, options: ExplainOptions) -> Report:
    budget = options.limits.start()
    told = _explain(item, options)
    code = Exit.of(told.status is Status.UNIQUE, told.reached)
    report = Report(item.name, code, warnings=item.document.warnings)
    if options.as_json:
        return replace(report, data=_data(told, options))
    if not options.as_page:
        return replace(report, text=_text(told, options))
    remark, page = _remark(told), None
    if told.steps:
        lesson = _lesson(told, options, budget)
        page = lesson.page
        remark = " ".join(filter(None, (remark, lesson.remark)))
        if lesson.reached is not None:
            report = replace(report, code=Exit.LIMIT)
    text = f"{_headline(told)}\n{wrapped(remark, 2)}" if remark else _headline(told)
    return replace(report, text=text, content=page)


def _explain(item: Item, options: ExplainOptions) -> FullExplanation:
    puzzle = item.document.puzzle
    start = item.document.position if options.from_position else EMPTY
    if options.by is not None:
        told = explain_by(puzzle, options.by, start, limits=options.limits)
        is_whole = options.every_step or not told.goal
        steps = told.steps if is_whole else needed(told.steps, told.goal)
        said = "" if told.end is None else say(told.end, options.language)
        return FullExplanation(item, start, told.status, told.reached, steps, told.goal, None, said)
    explanation = find_explanation(puzzle, start, limits=options.limits)
    every = list(explanation)
    status, reached = explanation.status, explanation.reached
    required = every if reached else needed(every, explanation.goal)
    steps = every if options.every_step else required
    is_whole = status is Status.UNIQUE and reached is None and not start
    grade = grade_of(explanation, required) if is_whole else None
    end = EMPTY if reached else Position.of(explanation.goal)
    return FullExplanation(item, start, status, reached, steps, end, grade)


def _remark(told: FullExplanation) -> str:
    """Return the sentences beside the steps."""
    if told.said:
        return told.said
    if told.reached is not None:
        return f"The {told.reached} limit was reached before the end."
    if told.status is Status.MULTIPLE and not told.steps:
        return NOTHING_SHARED
    return SAID[told.status][2]


# --- words on the terminal ---------------------------------------------------------------------


def _text(told: FullExplanation, options: ExplainOptions) -> str:
    puzzle, grade, remark = told.item.document.puzzle, told.grade, _remark(told)
    parts = ["\n".join(_step_lines(told, options)), wrapped(remark, 2)]
    if not told.said:
        parts.reverse()
    parts = [_headline(told), *filter(None, parts)]
    if options.draw and not options.pictures and told.status is not Status.NONE:
        parts.append(picture(puzzle, told.found, colour=options.colour))
    if told.steps:
        lines = count_lines(counts_data(puzzle.kind, told.counts, options.language))
        if grade is not None and grade.level is not None:
            label = click.style(grade.label, bold=True)
            lines.append(f"Grade: {label} (score {grade.score:.1f}, length {grade.length})")
        parts.append("\n".join(("Techniques used", *lines)))
    return "\n\n".join(parts) + "\n"


def _headline(told: FullExplanation) -> str:
    word, colour, _ = SAID[told.status]
    verdict = click.style(word, fg=colour, bold=True)
    return f"{told.item.name}  {size_of(told.item)}  {verdict}  {_count(told)}"


def _count(told: FullExplanation) -> str:
    return f"{len(told.steps)} step{'' if len(told.steps) == 1 else 's'}"


def _step_lines(told: FullExplanation, options: ExplainOptions) -> Iterator[str]:
    board = Position.of(told.start)
    for number, step in enumerate(told.steps, 1):
        yield step_text(number, step, options.language)
        if options.pictures:
            board = board.place(*step.facts, *step.also)
            drawn = picture(told.item.document.puzzle, board, step.marks, colour=options.colour)
            yield f"\n{drawn}\n{LEGEND}\n"


# --- JSON and the page -------------------------------------------------------------------------


def _data(told: FullExplanation, options: ExplainOptions) -> dict[str, Any]:
    puzzle, grade = told.item.document.puzzle, told.grade
    return {
        **size_data(puzzle),
        "status": str(told.status),
        "reached": told.reached,
        "end": told.said or None,
        "steps": [step_data(step, options.language) for step in told.steps],
        "techniques": counts_data(puzzle.kind, told.counts, options.language),
        "level": None if grade is None else grade.level,
        "score": None if grade is None else round(grade.score, 2),
        "length": None if grade is None else grade.length,
        "label": None if grade is None else grade.label,
    }


def _lesson(told: FullExplanation, options: ExplainOptions, budget: Budget) -> Lesson:
    document = told.item.document
    meta = document.meta
    badges = (
        size_of(told.item) if meta.title else "",
        f"by {meta.author}" if meta.author else "",
        "" if told.grade is None else told.grade.label,
        _count(told),
    )
    heading = Heading(
        title=meta.title or size_of(told.item),
        badges=tuple(filter(None, badges)),
        remark=_remark(told),
    )
    return make_lesson(
        document.puzzle,
        told.steps,
        told.start,
        heading=heading,
        language=options.language,
        budget=budget,
    )
