"""enpitsu hint"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from enpitsu.cli.destinations import Pack, join_of
from enpitsu.cli.hint_fill import HintOptions, fill_work
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.output_format import OutputFormat, output_format_of, to_option
from enpitsu.cli.runner import (
    Exit,
    Report,
    RunOptions,
    finish,
    peek_single,
    perform,
    run,
    show_each,
)
from enpitsu.cli.shared_options import (
    parse_facts,
    position_option,
    puzzle_inputs,
    run_options,
    wants_colour,
)
from enpitsu.cli.step_text import LEGEND, language_option, picture
from enpitsu.cli.terminal_text import size_of, wrapped
from enpitsu.cli.write_output import write_each
from enpitsu.explain.data import step_data
from enpitsu.fill_in import PLAIN
from enpitsu.formats import find_codec
from enpitsu.grade import LEVELS, Level
from enpitsu.hint import Finding, Hint, Stage
from enpitsu.hint import hint as find_hint

STAGES = ("where", "technique", "reason", "move")
TOLD_WITH = {"board": "where", "undo": "move"}
"""Stages that only some hints have, each with the one that a user asks for to see it."""
VERDICTS = {
    Finding.STEP: ("right so far", "green", Exit.DONE),
    Finding.SOLVED: ("solved", "green", Exit.DONE),
    Finding.MISTAKE: ("wrong", "red", Exit.NO),
    Finding.IMPOSSIBLE: ("none", "red", Exit.NO),
    Finding.OPEN: ("multiple", "yellow", Exit.NO),
    Finding.UNKNOWN: ("unknown", "magenta", Exit.LIMIT),
}
SEVERAL = "right so far, but the puzzle has several solutions"


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
@run_options()
def hint(
    puzzles: Iterator[Found],
    stage: str | None,
    fill: bool,
    up_to: str | None,
    output: str | None,
    to_format: str | None,
    running: RunOptions,
    **given: Any,
) -> None:
    """Tell the first mistake, or the easiest next step and why; or fill in all that is plain."""
    if fill and stage is not None:
        raise click.UsageError("--stage tells how much of a hint to show: --fill has no stages")
    for name, value in (("--up-to", up_to), ("-o", output), ("--to", to_format)):
        if value is not None and not fill:
            raise click.UsageError(f"{name} goes with --fill")
    single, puzzles = peek_single(puzzles)
    options = HintOptions(
        stages=len(STAGES) if stage is None else STAGES.index(stage) + 1,
        is_staged=stage is not None,
        draw=single and not running.as_json,
        colour=wants_colour(),
        **given,
    )
    if not fill:
        finish(run(puzzles, partial(_work, options=options), running))
    goal = None if output is None and to_format is None else output_format_of(to_format, output)
    if goal is not None and not single:
        puzzles = _check_one_file(puzzles, goal, output)
    work = partial(fill_work, options=options, up_to=Level(up_to or PLAIN), goal=goal)
    reports = perform(puzzles, work, running, bar=output is not None)
    reports = show_each(reports, running.as_json, is_quiet=output is None and goal is not None)
    write_each(reports, output, Pack.of_report)


def _check_one_file(
    puzzles: Iterator[Found], goal: OutputFormat, output: str | None
) -> Iterator[Found]:
    """Return the same puzzles; UsageError if one file is named for several and cannot hold them."""
    first = list(islice(puzzles, 2))
    path = Path(output or "")
    if path.suffix and not path.is_dir() and all(isinstance(each, Item) for each in first):
        assert isinstance(first[0], Item)
        kind = first[0].document.puzzle.kind
        if join_of(find_codec(goal.of(kind), kind)) is None:
            raise click.UsageError("the puzzles do not fit into one file: name a folder")
    return chain(first, puzzles)


def _work(item: Item, options: HintOptions) -> Report:
    document = item.document
    position = options.position(item)
    found = find_hint(document.puzzle, position, options.history, limits=options.limits)
    stages = [
        stage
        for stage in found.stages(options.language)
        if STAGES.index(TOLD_WITH.get(stage.name, stage.name)) < options.stages
    ]
    word, colour, code = VERDICTS[found.finding]
    if found.finding is Finding.STEP and not found.is_unique:
        word, colour = SEVERAL, "yellow"
    lines = [f"{item.name}  {size_of(item)}  {click.style(word, fg=colour, bold=True)}"]
    for stage in stages if options.is_staged else _without_echo(stages):
        lines.append(wrapped(stage.text, 13, f"  {stage.name}"))
    if options.draw:
        # The board with what the last stage points at; the move is made, if it is told.
        name, marks = stages[-1].name, stages[-1].marks
        if found.step is not None and name == STAGES[-1]:
            position = position.place(*found.step.facts)
        drawn = picture(document.puzzle, position, marks, colour=options.colour)
        lines += ["", drawn, *([LEGEND] if marks.because and marks.hints else [])]
    data = _data(found, stages, options)
    return Report(item.name, code, "\n".join(lines), data, warnings=document.warnings)


def _without_echo(stages: list[Stage]) -> list[Stage]:
    """Without a move that only repeats how the reason ends."""
    *told, last = stages
    is_echo = told and told[-1].text.lower().endswith(last.text.lower())
    return told if is_echo else stages


def _data(found: Hint, stages: list[Stage], options: HintOptions) -> dict[str, Any]:
    is_all = options.stages == len(STAGES)
    is_unique = found.is_unique and found.finding is not Finding.IMPOSSIBLE
    return {
        "kind": found.kind,
        "finding": str(found.finding),
        "unique": None if found.finding is Finding.UNKNOWN else is_unique,
        "reached": found.reached,
        "stages": [{"stage": stage.name, "text": stage.text} for stage in stages],
        "steps": [step_data(step, options.language) for step in found.steps] if is_all else [],
        "mistakes": list(map(str, found.mistakes if is_all else found.mistakes[:1])),
        "undo": found.undo if is_all else None,
    }
