"""enpitsu hint"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import click

from enpitsu.cli.hint_fill import FillOptions, fill_work
from enpitsu.cli.inputs import Item
from enpitsu.cli.output_format import OutputFormat, output_format_of, to_option
from enpitsu.cli.runner import Exit, Found, Report, finish, is_single, performed, run, show
from enpitsu.cli.shared_options import (
    jobs_option,
    json_option,
    limit_options,
    parse_facts,
    position_option,
    puzzle_inputs,
    wants_colour,
    with_facts,
)
from enpitsu.cli.terminal_text import LEGEND, language_option, picture, size_of, wrapped
from enpitsu.cli.write_output import Pack, write_each
from enpitsu.explain.data import step_data
from enpitsu.fill_in import PLAIN
from enpitsu.formats import find_codec
from enpitsu.grade import LEVELS, Level
from enpitsu.hint import Finding, Hint, Stage
from enpitsu.hint import hint as find_hint
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position

STAGES = ("where", "technique", "reason", "move")
TOLD_WITH = {"board": "where", "undo": "move"}
"""Stages that only some hints have, each with the one that a user asks for to see it."""
EXITS = {
    Finding.STEP: Exit.DONE,
    Finding.SOLVED: Exit.DONE,
    Finding.MISTAKE: Exit.NO,
    Finding.IMPOSSIBLE: Exit.NO,
    Finding.OPEN: Exit.NO,
    Finding.UNKNOWN: Exit.LIMIT,
}
COLOURS = {
    Finding.STEP: "green",
    Finding.SOLVED: "green",
    Finding.MISTAKE: "red",
    Finding.IMPOSSIBLE: "red",
    Finding.OPEN: "yellow",
    Finding.UNKNOWN: "magenta",
}
WORDS = {
    Finding.STEP: "right so far",
    Finding.SOLVED: "solved",
    Finding.MISTAKE: "wrong",
    Finding.IMPOSSIBLE: "none",
    Finding.OPEN: "multiple",
    Finding.UNKNOWN: "unknown",
}
SEVERAL = "right so far, but the puzzle has several solutions"


class HintOptions(NamedTuple):
    """The options of `enpitsu hint`, and facts written beside the input."""

    stages: int
    is_staged: bool
    """Whether they have said how much to tell."""
    facts: tuple[Fact, ...]
    history: tuple[Fact, ...]
    language: str
    limits: Limits
    draw: bool
    colour: bool


@click.command(
    epilog="""\b
Examples:
  enpitsu hint game.json
  enpitsu hint game.json --stage where
  enpitsu hint LINK --position "r1c1 shaded, r1c2-r1c3 line"
  enpitsu hint LINK --history "r1c1 shaded, r3c3 shaded"
  enpitsu hint game.json --fill --up-to medium
  enpitsu hint game.json --fill -o further.json
"""
)
@puzzle_inputs()
@click.option(
    "--stage",
    type=click.Choice(STAGES),
    show_default=STAGES[-1],
    help="How much to tell: each tells more than the one before.",
)
@position_option
@click.option(
    "--history",
    callback=parse_facts,
    metavar="FACTS",
    help="What was written, in this order; where nothing else is known, this is the board.",
)
@click.option("--fill", is_flag=True, help="Fill in everything that plain reasoning finds.")
@click.option(
    "--up-to",
    type=click.Choice([str(level) for level in LEVELS]),
    help=f"With --fill: the hardest techniques to use.  [default: {PLAIN}]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="With --fill: the file to write, in a format that carries a position.",
)
@to_option
@language_option
@limit_options
@jobs_option
@json_option
def hint(
    puzzles: Iterator[Found],
    stage: str | None,
    facts: tuple[Fact, ...],
    history: tuple[Fact, ...],
    fill: bool,
    up_to: str | None,
    output: str | None,
    to_format: str | None,
    language: str,
    limits: Limits,
    jobs: int,
    as_json: bool,
) -> None:
    """Tell the first mistake, or the easiest next step and why; or fill in all that is plain."""
    _check_options(fill, stage, {"--up-to": up_to, "-o": output, "--to": to_format})
    single, puzzles = is_single(puzzles)
    options = HintOptions(
        stages=len(STAGES) if stage is None else STAGES.index(stage) + 1,
        is_staged=stage is not None,
        facts=facts,
        history=history,
        language=language,
        limits=limits,
        draw=single and not as_json,
        colour=wants_colour(),
    )
    if not fill:
        finish(run(puzzles, partial(_work, options=options), jobs=jobs, as_json=as_json))
    goal = None if output is None and to_format is None else output_format_of(to_format, output)
    if goal is not None and not single:
        puzzles = _check_one_file(puzzles, goal, output)
    filling = FillOptions(
        Level(up_to or PLAIN), goal, language, limits, options.draw, options.colour
    )
    work = partial(_fill_work, options=options, filling=filling)
    reports = performed(puzzles, work, jobs=jobs, bar=output is not None)
    write_each(_shown(reports, as_json, output is None and goal is not None), output, _pack)


def _check_options(fill: bool, stage: str | None, others: dict[str, str | None]) -> None:
    """UsageError for options that do not go together."""
    if fill and stage is not None:
        raise click.UsageError("--stage tells how much of a hint to show: --fill has no stages")
    given = next((name for name, value in others.items() if value is not None), None)
    if not fill and given is not None:
        raise click.UsageError(f"{given} goes with --fill")


def _check_one_file(
    puzzles: Iterator[Found], goal: OutputFormat, output: str | None
) -> Iterator[Found]:
    """The same puzzles; UsageError if one file is named for several and cannot hold them."""
    first = list(islice(puzzles, 2))
    path = Path(output or "")
    if path.suffix and not path.is_dir() and all(isinstance(each, Item) for each in first):
        assert isinstance(first[0], Item)
        kind = first[0].document.puzzle.kind
        if Pack.of(find_codec(goal.of(kind), kind)).join is None:
            raise click.UsageError("the puzzles do not fit into one file: name a folder")
    return chain(first, puzzles)


def _shown(reports: Iterable[Report], as_json: bool, is_quiet: bool) -> Iterator[Report]:
    """Print each report; where the screen gets what is written, only what is amiss."""
    for report in reports:
        is_told = not is_quiet or report.content is None or as_json
        show(report if is_told else replace(report, text=""), as_json)
        yield replace(report, content=None) if is_quiet and as_json else report


def _pack(report: Report) -> Pack:
    return Pack.of(find_codec(report.data["format"], report.data["kind"]))


def _fill_work(item: Item, options: HintOptions, filling: FillOptions) -> Report:
    return fill_work(item, _position(item.document.position, options), options.history, filling)


def _work(item: Item, options: HintOptions) -> Report:
    document = item.document
    position = _position(document.position, options)
    found = find_hint(document.puzzle, position, options.history, limits=options.limits)
    stages = [
        stage
        for stage in found.stages(options.language)
        if STAGES.index(TOLD_WITH.get(stage.name, stage.name)) < options.stages
    ]
    text = _text(item, found, stages if options.is_staged else _without_echo(stages))
    if options.draw:
        text += f"\n\n{_picture(item, position, found, stages[-1], options.colour)}"
    data = _data(item, found, stages, options)
    return Report(item.name, EXITS[found.finding], text, data, warnings=document.warnings)


def _without_echo(stages: list[Stage]) -> list[Stage]:
    """Without a move that only repeats how the reason ends."""
    *told, last = stages
    is_echo = told and told[-1].text.lower().endswith(last.text.lower())
    return told if is_echo else stages


def _position(carried: Position, options: HintOptions) -> Position:
    facts = options.facts if carried or options.facts else options.history
    return with_facts(carried, facts)


def _text(item: Item, found: Hint, stages: list[Stage]) -> str:
    told = (wrapped(stage.text, 13, f"  {stage.name}") for stage in stages)
    return "\n".join((f"{item.name}  {size_of(item)}  {_headline(found)}", *told))


def _headline(found: Hint) -> str:
    """The finding, in its colour."""
    if found.finding is Finding.STEP and not found.is_unique:
        return click.style(SEVERAL, fg="yellow", bold=True)
    return click.style(WORDS[found.finding], fg=COLOURS[found.finding], bold=True)


def _is_unique(found: Hint) -> bool | None:
    """Return whether the puzzle has one solution, as far as is known."""
    if found.finding is Finding.UNKNOWN:
        return None
    return found.is_unique and found.finding is not Finding.IMPOSSIBLE


def _picture(item: Item, position: Position, found: Hint, stage: Stage, colour: bool) -> str:
    """The board with what the last stage points at; the move is made, if it is told."""
    if found.step is not None and stage.name == STAGES[-1]:
        position = position.place(*found.step.facts)
    drawn = picture(item.document.puzzle, position, stage.marks, colour=colour)
    return f"{drawn}\n{LEGEND}" if stage.marks.because and stage.marks.hints else drawn


def _data(item: Item, found: Hint, stages: list[Stage], options: HintOptions) -> dict[str, Any]:
    is_all = options.stages == len(STAGES)
    return {
        "kind": found.kind,
        "finding": str(found.finding),
        "unique": _is_unique(found),
        "reached": found.reached,
        "stages": [{"stage": stage.name, "text": stage.text} for stage in stages],
        "steps": [step_data(step, options.language) for step in found.steps] if is_all else [],
        "mistakes": list(map(str, found.mistakes if is_all else found.mistakes[:1])),
        "undo": found.undo if is_all else None,
    }
