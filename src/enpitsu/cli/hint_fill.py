"""enpitsu hint --fill: the board with everything plain filled in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.output_format import OutputFormat, losses
from enpitsu.cli.runner import Exit, Report
from enpitsu.cli.terminal_text import count_lines, picture, size_of, wrapped
from enpitsu.errors import FormatError
from enpitsu.explain.data import counts_data, step_data
from enpitsu.fill_in import Ending, FilledIn, fill_in
from enpitsu.formats import dump, find_codec
from enpitsu.grade import Level
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position

EXITS = {
    Ending.SOLVED: Exit.DONE,
    Ending.NO_MORE: Exit.DONE,
    Ending.MISTAKE: Exit.NO,
    Ending.IMPOSSIBLE: Exit.NO,
    Ending.LIMIT: Exit.LIMIT,
}
HEADLINES = {
    Ending.SOLVED: ("solved", "green"),
    Ending.NO_MORE: ("right so far", "green"),
    Ending.MISTAKE: ("wrong", "red"),
    Ending.IMPOSSIBLE: ("none", "red"),
    Ending.LIMIT: ("unknown", "magenta"),
}
SEVERAL = "The puzzle has several solutions: only what all of them share is filled in."


class FillOptions(NamedTuple):
    """The level up to which to fill in, and the board's destination: the screen by default."""

    up_to: Level
    goal: OutputFormat | None
    language: str
    limits: Limits
    draw: bool
    colour: bool


def fill_work(
    item: Item, position: Position, history: tuple[Fact, ...], filling: FillOptions
) -> Report:
    """Fill in a puzzle's board; the report tells what came of it."""
    document = item.document
    found = fill_in(document.puzzle, position, history, up_to=filling.up_to, limits=filling.limits)
    text, data = _text(item, found, filling), _data(found, filling)
    report = Report(
        item.name, EXITS[found.ending], text=text, data=data, warnings=document.warnings
    )
    return report if filling.goal is None else _with_file(report, item, found, filling.goal)


def _with_file(report: Report, item: Item, found: FilledIn, goal: OutputFormat) -> Report:
    """The report with the board as a file's text, unless nothing could be filled in."""
    chosen = goal.of(found.kind)
    if not find_codec(chosen, found.kind).carries_position:
        raise FormatError(f"{chosen} carries no position, so nothing filled in can be written")
    data = report.data | {"format": chosen}
    if found.hint is not None:
        return replace(report, data=data)
    filled = replace(item.document, position=found.position)
    content = dump(item.document, chosen, position=found.position)
    warnings = (*report.warnings, *losses(filled, chosen, content))
    return replace(report, data=data, content=content, warnings=warnings)


def _text(item: Item, found: FilledIn, filling: FillOptions) -> str:
    word, colour = HEADLINES[found.ending]
    lines = [f"{item.name}  {size_of(item)}  {click.style(word, fg=colour, bold=True)}"]
    lines += [wrapped(sentence, 2, "  ") for sentence in _sentences(found, filling.language)]
    if filling.draw and filling.goal is None:
        drawn = picture(item.document.puzzle, found.position, colour=filling.colour)
        lines.append(f"\n{drawn}")
    if found.steps:
        counts = counts_data(found.kind, found.techniques, filling.language)
        lines += ["\nTechniques used", *count_lines(counts)]
    return "\n".join(lines)


def _sentences(found: FilledIn, language: str) -> list[str]:
    if found.hint is not None:
        return [stage.text for stage in found.hint.stages(language)]
    count = len(found.facts)
    told = [f"{count or 'No'} mark{'' if count == 1 else 's'} filled in."]
    if found.ending is Ending.NO_MORE:
        told.append(f"Nothing more follows up to {found.up_to}.")
    if found.ending is Ending.LIMIT:
        told.append(f"The {found.reached} limit was reached: there may be more.")
    return [" ".join(told), *([] if found.is_unique else [SEVERAL])]


def _data(found: FilledIn, filling: FillOptions) -> dict[str, Any]:
    hint = found.hint
    return {
        "kind": found.kind,
        "ending": str(found.ending),
        "up_to": str(found.up_to),
        "unique": None if found.ending is Ending.LIMIT and not found.steps else found.is_unique,
        "reached": found.reached,
        "filled": list(map(str, found.facts)),
        "position": list(map(str, found.position)),
        "techniques": counts_data(found.kind, found.techniques, filling.language),
        "steps": [step_data(step, filling.language) for step in found.steps],
        "mistakes": [] if hint is None else list(map(str, hint.mistakes)),
    }
