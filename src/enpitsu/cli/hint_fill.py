"""enpitsu hint --fill: the board with everything plain filled in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.output_format import OutputFormat, losses
from enpitsu.cli.runner import Exit, Report
from enpitsu.cli.shared_options import with_facts
from enpitsu.cli.step_text import picture
from enpitsu.cli.terminal_text import count_lines, size_of, wrapped
from enpitsu.errors import FormatError
from enpitsu.explain.data import counts_data, step_data
from enpitsu.fill_in import Ending, FilledIn, fill_in
from enpitsu.formats import dump, find_codec
from enpitsu.grade import Level
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position

VERDICTS = {
    Ending.SOLVED: ("solved", "green", Exit.DONE),
    Ending.NO_MORE: ("right so far", "green", Exit.DONE),
    Ending.MISTAKE: ("wrong", "red", Exit.NO),
    Ending.IMPOSSIBLE: ("none", "red", Exit.NO),
    Ending.LIMIT: ("unknown", "magenta", Exit.LIMIT),
}
SEVERAL = "The puzzle has several solutions: only what all of them share is filled in."


class HintOptions(NamedTuple):
    """The options of `enpitsu hint`, and facts written beside the input."""

    stages: int
    is_staged: bool
    """True if they have said how much to tell."""
    facts: tuple[Fact, ...]
    history: tuple[Fact, ...]
    language: str
    limits: Limits
    draw: bool
    colour: bool

    def position(self, item: Item) -> Position:
        """Return the board: that of the file with further facts, else the history."""
        carried = item.document.position
        return with_facts(carried, self.facts if carried or self.facts else self.history)


def fill_work(item: Item, options: HintOptions, up_to: Level, goal: OutputFormat | None) -> Report:
    """Fill in a puzzle's board; the report has it as a file's text, unless nothing could be
    filled in."""
    document = item.document
    found = fill_in(
        document.puzzle,
        options.position(item),
        options.history,
        up_to=up_to,
        limits=options.limits,
    )
    report = Report(
        item.name,
        VERDICTS[found.ending][-1],
        text=_text(item, found, options, draw=options.draw and goal is None),
        data=_data(found, options.language),
        warnings=document.warnings,
    )
    if goal is None:
        return report
    chosen = goal.of(found.kind)
    if not find_codec(chosen, found.kind).carries_position:
        raise FormatError(f"{chosen} carries no position, so nothing filled in can be written")
    report.data["format"] = chosen
    if found.hint is not None:
        return report
    content = dump(document, chosen, position=found.position)
    lost = losses(replace(document, position=found.position), chosen, content)
    return replace(report, content=content, warnings=(*report.warnings, *lost))


def _text(item: Item, found: FilledIn, options: HintOptions, *, draw: bool) -> str:
    word, colour, _ = VERDICTS[found.ending]
    lines = [f"{item.name}  {size_of(item)}  {click.style(word, fg=colour, bold=True)}"]
    if found.hint is not None:
        sentences = [stage.text for stage in found.hint.stages(options.language)]
    else:
        count = len(found.facts)
        told = f"{count or 'No'} mark{'' if count == 1 else 's'} filled in."
        if found.ending is Ending.NO_MORE:
            told += f" Nothing more follows up to {found.up_to}."
        if found.ending is Ending.LIMIT:
            told += f" The {found.reached} limit was reached: there may be more."
        sentences = [told] if found.is_unique else [told, SEVERAL]
    lines += [wrapped(sentence, 2) for sentence in sentences]
    if draw:
        drawn = picture(item.document.puzzle, found.position, colour=options.colour)
        lines.append(f"\n{drawn}")
    if found.steps:
        counts = counts_data(found.kind, found.techniques, options.language)
        lines += ["\nTechniques used", *count_lines(counts)]
    return "\n".join(lines)


def _data(found: FilledIn, language: str) -> dict[str, Any]:
    hint = found.hint
    return {
        "kind": found.kind,
        "ending": str(found.ending),
        "up_to": str(found.up_to),
        "unique": None if found.ending is Ending.LIMIT and not found.steps else found.is_unique,
        "reached": found.reached,
        "filled": list(map(str, found.facts)),
        "position": list(map(str, found.position)),
        "techniques": counts_data(found.kind, found.techniques, language),
        "steps": [step_data(step, language) for step in found.steps],
        "mistakes": [] if hint is None else list(map(str, hint.mistakes)),
    }
