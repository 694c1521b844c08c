"""enpitsu explain"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.runner import Exit, Found, Report, finish, is_single, run
from enpitsu.cli.shared_options import (
    cluster_option,
    jobs_option,
    json_option,
    limit_options,
    puzzle_inputs,
    wants_colour,
)
from enpitsu.cli.terminal_text import (
    LEGEND,
    count_lines,
    language_option,
    picture,
    size_of,
    wrapped,
)
from enpitsu.cli.write_output import write_contents
from enpitsu.explain import Step, needed
from enpitsu.explain import explain as find_explanation
from enpitsu.explain.data import counts_data, step_data
from enpitsu.explain.method import explain_by
from enpitsu.explain.step import technique_name
from enpitsu.grade import Grade, grade_of
from enpitsu.limits import Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kinds
from enpitsu.render.lesson import Heading, Lesson, lesson_within
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
METHODS = sorted({method.name for kind in kinds().values() for method in kind.methods})
NOTHING_SHARED = (
    "The puzzle has several solutions, and nothing that they all share is left to find."
)


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
    """What the steps lead to."""
    grade: Grade | None
    said: str = ""
    """How far a method came, in the language of the steps."""

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
    type=click.Choice(METHODS),
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
@limit_options
@jobs_option
@cluster_option
@json_option
def explain(
    puzzles: Iterator[Found],
    by: str | None,
    from_position: bool,
    every_step: bool,
    pictures: bool,
    page: str | None,
    language: str,
    limits: Limits,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Lead through puzzles step by step, with reasons."""
    if page is not None and as_json:
        raise click.UsageError("--html and --json exclude each other")
    if page is not None:
        _check_folder(Path(page))
    single, puzzles = is_single(puzzles)
    options = ExplainOptions(
        by=by,
        from_position=from_position,
        every_step=every_step,
        pictures=pictures,
        as_json=as_json,
        as_page=page is not None,
        language=language,
        limits=limits,
        draw=single,
        colour=wants_colour(),
    )
    reports = run(
        puzzles, partial(_work, options=options), jobs=jobs, cluster=cluster, as_json=as_json
    )
    if page is None:
        finish(reports)
    write_contents(reports, page, ".html", join=None)


def _check_folder(page: Path) -> None:
    """Leave before the work if the file could not be written after it; folders are made."""
    if page.suffix and not page.parent.is_dir():
        click.echo(f"{page}: error: cannot write: there is no folder {page.parent}", err=True)
        raise SystemExit(int(Exit.BAD_INPUT))


def _work(item: Item, options: ExplainOptions) -> Report:
    budget = options.limits.start()
    told = _tell(item, options)
    report = Report(item.name, _exit(told), warnings=item.document.warnings)
    if options.as_json:
        return replace(report, data=_data(told, options))
    if not options.as_page:
        return replace(report, text=_text(told, options))
    if not told.steps:
        return replace(report, text=_page_line(told, ""))
    made = _page(told, options, budget)
    code = report.code if made.reached is None else Exit.LIMIT
    return replace(report, code=code, text=_page_line(told, made.remark), content=made.page)


def _tell(item: Item, options: ExplainOptions) -> FullExplanation:
    puzzle = item.document.puzzle
    start = item.document.position if options.from_position else EMPTY
    if options.by is not None:
        return _tell_method(item, start, options.by, options)
    explanation = find_explanation(puzzle, start, limits=options.limits)
    every = list(explanation)
    status, reached = explanation.status, explanation.reached
    required = every if reached else needed(every, explanation.goal)
    steps = every if options.every_step else required
    is_whole = status is Status.UNIQUE and reached is None and not start
    grade = grade_of(explanation, required) if is_whole else None
    end = EMPTY if reached else Position.of(explanation.goal)
    return FullExplanation(item, start, status, reached, steps, end, grade)


def _tell_method(item: Item, start: Position, by: str, options: ExplainOptions) -> FullExplanation:
    found = explain_by(item.document.puzzle, by, start, limits=options.limits)
    is_whole = options.every_step or not found.goal
    steps = found.steps if is_whole else needed(found.steps, found.goal)
    said = "" if found.end is None else say(found.end, options.language)
    return FullExplanation(item, start, found.status, found.reached, steps, found.goal, None, said)


def _exit(told: FullExplanation) -> Exit:
    if told.reached is not None:
        return Exit.LIMIT
    return Exit.DONE if told.status is Status.UNIQUE else Exit.NO


def _remark(told: FullExplanation) -> str:
    """Return what must be said beside the steps."""
    if told.said:
        return told.said
    if told.reached is not None:
        return f"The {told.reached} limit was reached before the end."
    if told.status is Status.MULTIPLE and not told.steps:
        return NOTHING_SHARED
    return SAID[told.status][2]


# --- words on the terminal ---------------------------------------------------------------------


def _text(told: FullExplanation, options: ExplainOptions) -> str:
    parts = [_headline(told)]
    remark = [wrapped(each, 2) for each in (_remark(told),) if each]
    parts += [*_steps(told, options), *remark] if told.said else [*remark, *_steps(told, options)]
    if options.draw and not options.pictures and told.status is not Status.NONE:
        parts.append(picture(told.item.document.puzzle, told.found, colour=options.colour))
    if told.steps:
        parts.append("\n".join(_summary(told, options)))
    return "\n\n".join(parts) + "\n"


def _headline(told: FullExplanation) -> str:
    word, colour, _ = SAID[told.status]
    verdict = click.style(word, fg=colour, bold=True)
    return f"{told.item.name}  {size_of(told.item)}  {verdict}  {_count(told)}"


def _count(told: FullExplanation) -> str:
    return f"{len(told.steps)} step{'' if len(told.steps) == 1 else 's'}"


def _steps(told: FullExplanation, options: ExplainOptions) -> Iterator[str]:
    """The steps; without pictures between them one below the other."""
    puzzle = told.item.document.puzzle
    board = Position.of(told.start)
    lines = []
    for number, step in enumerate(told.steps, 1):
        name = click.style(technique_name(step.kind, step.technique, options.language), bold=True)
        line = f"{number:4}. {name}\n{wrapped(step.say(options.language), 6)}"
        if options.pictures:
            board = board.place(*step.facts, *step.also)
            drawn = picture(puzzle, board, step.marks, colour=options.colour)
            line += f"\n\n{drawn}\n{LEGEND}\n"
        lines.append(line)
    if lines:
        yield "\n".join(lines)


def _summary(told: FullExplanation, options: ExplainOptions) -> Iterator[str]:
    yield "Techniques used"
    kind = told.item.document.puzzle.kind
    yield from count_lines(counts_data(kind, told.counts, options.language))
    if told.grade is not None and told.grade.level is not None:
        grade = click.style(told.grade.label, bold=True)
        yield f"Grade: {grade} (score {told.grade.score:.1f}, length {told.grade.length})"


# --- JSON and the page -------------------------------------------------------------------------


def _data(told: FullExplanation, options: ExplainOptions) -> dict[str, Any]:
    puzzle, grade = told.item.document.puzzle, told.grade
    return {
        "kind": puzzle.kind,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
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


def _page_line(told: FullExplanation, pictures: str) -> str:
    """Return what is said when a page is written, also about its pictures."""
    remark = " ".join(filter(None, (_remark(told), pictures)))
    return f"{_headline(told)}\n{wrapped(remark, 2)}" if remark else _headline(told)


def _page(told: FullExplanation, options: ExplainOptions, budget: Budget) -> Lesson:
    document = told.item.document
    heading = Heading(
        title=document.meta.title or size_of(told.item),
        badges=tuple(
            part
            for part in (
                size_of(told.item) if document.meta.title else "",
                f"by {document.meta.author}" if document.meta.author else "",
                "" if told.grade is None else told.grade.label,
                _count(told),
            )
            if part
        ),
        remark=_remark(told),
    )
    return lesson_within(
        budget,
        document.puzzle,
        told.steps,
        told.start,
        heading=heading,
        language=options.language,
    )
