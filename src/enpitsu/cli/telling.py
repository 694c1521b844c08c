"""Steps on the terminal and in JSON: sentences, pictures, names of techniques."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import click

from enpitsu.cli.inputs import Item
from enpitsu.explain.step import Step, technique_name
from enpitsu.grid import Cell
from enpitsu.kind import Puzzle
from enpitsu.position import Fact, Note
from enpitsu.registry import find_kind, kind_of
from enpitsu.render import scene_of, to_text
from enpitsu.scene import NO_MARKS, Glyph, Marks, Scene
from enpitsu.technique import Reason
from enpitsu.words import ENGLISH, LANGUAGES

WIDEST = 100
"""Columns of a line of text, however wide the terminal is."""
RULED = 5
"""Every so many columns the number stands above."""
RULER = "grid"
LEGEND = "(* what follows, + what it rests on)"

language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="Of the sentences; what is not translated yet is said in English.",
)


def columns() -> int:
    """How many columns there are for text."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)


def wrapped(text: str, indent: int, first: str = "") -> str:
    """A text in lines that fit, each indented; `first` stands before the first one."""
    space = " " * indent
    lines = textwrap.wrap(
        text,
        max(columns(), indent + 20) - indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join((space if at else f"{first:{indent}}") + line for at, line in enumerate(lines))


def size_of(item: Item) -> str:
    """Kind and size of a puzzle."""
    puzzle = item.document.puzzle
    return f"{kind_of(puzzle).name} {puzzle.rows}x{puzzle.cols}"


def picture(puzzle: Puzzle, facts: Iterable[Fact], marks: Marks = NO_MARKS, *, colour: bool) -> str:
    """The board as text, or what to do if it is too wide for the terminal."""
    text = to_text(_numbered(scene_of(puzzle, facts, marks)), colour=colour).rstrip("\n")
    width = max(map(len, click.unstyle(text).splitlines()))
    if sys.stdout.isatty() and width > shutil.get_terminal_size().columns:
        return f"(the drawing needs {width} columns)"
    return text


def _numbered(scene: Scene) -> Scene:
    """With the numbers of rows and columns, where nothing else stands beside the board."""
    if any(cell.row < 0 or cell.col < 0 for cell in scene.glyphs):
        return scene
    cols = [col for col in range(scene.cols) if col == 0 or (col + 1) % RULED == 0]
    above = {Cell(-1, col): Glyph(str(col + 1), RULER) for col in cols}
    beside = {Cell(row, -1): Glyph(str(row + 1), RULER) for row in range(scene.rows)}
    return replace(scene, glyphs={**scene.glyphs, **above, **beside})


def code_of(kind: str, technique: str) -> str:
    """The short name of a technique, as "Y2"; nothing if it has none."""
    ladder = find_kind(kind).ladder
    if ladder is None:
        return ""
    codes = {each.id: each.code for each in ladder.techniques}
    return codes.get(technique) or ladder.codes.get(technique, "")


def step_data(step: Step, language: str) -> dict[str, Any]:
    """A step for --json: everything known in its text form."""
    return {
        "technique": step.technique,
        "code": code_of(step.kind, step.technique),
        "name": technique_name(step.kind, step.technique, language),
        "level": round(step.level, 2),
        "at": str(step.at),
        "facts": list(map(str, step.facts)),
        "notes": list(map(reason_text, step.notes)),
        "because": list(map(reason_text, step.because)),
        "also": list(map(str, step.also)),
        "text": step.say(language),
        "is_minimal": step.is_minimal,
    }


def reason_text(reason: Reason) -> str:
    """A reason in its text form: a fact, a place, or a note with its slots and numbers."""
    if isinstance(reason, Note):
        return " ".join(map(str, (reason.name, *reason.slots, *reason.args)))
    return str(reason)


def in_order(kind: str, counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Techniques with how often they are used, the easiest first; those that all kinds share
    come last."""
    ladder = find_kind(kind).ladder
    order = [] if ladder is None else [each.id for each in ladder.techniques]
    order += [] if ladder is None else ladder.codes
    known = {technique: at for at, technique in enumerate(order)}
    return sorted(counts.items(), key=lambda each: (known.get(each[0], len(known)), each[0]))


def count_data(kind: str, counts: Mapping[str, int], language: str) -> list[dict[str, Any]]:
    """How often techniques are used, for --json."""
    return [
        {
            "technique": technique,
            "code": code_of(kind, technique),
            "name": technique_name(kind, technique, language),
            "count": count,
        }
        for technique, count in in_order(kind, counts)
    ]


def count_lines(counted: Iterable[Mapping[str, Any]]) -> list[str]:
    """How often techniques are used, a line each."""
    return [f"  {each['count']:4} x  {each['code']:4} {each['name']}" for each in counted]
