"""Texts on the terminal and in JSON: lines that fit, sizes, counts."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import click

from enpitsu.cli.inputs import Item
from enpitsu.kind import Puzzle
from enpitsu.registry import kind_of

WIDEST = 100  # columns of a line of text, however wide the terminal is


def wrapped(text: str, indent: int, first: str = "") -> str:
    """Break a text into lines that fit, each indented; `first` stands before the first one."""
    space = " " * indent
    columns = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    lines = textwrap.wrap(
        text,
        max(columns - indent, 20),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join((space if at else f"{first:{indent}}") + line for at, line in enumerate(lines))


def size_of(item: Item) -> str:
    """Return kind and size of a puzzle, and the variants that it is, for people."""
    puzzle = item.document.puzzle
    kind = kind_of(puzzle)
    size, variants = f"{kind.name} {puzzle.rows}x{puzzle.cols}", kind.variants_of(puzzle)
    if not variants:
        return size
    from enpitsu.words import VariantWords

    return f"{size} ({', '.join(VariantWords.of(kind, each).name for each in variants)})"


def size_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return kind and size of a puzzle, for --json."""
    return {"kind": puzzle.kind, "rows": puzzle.rows, "cols": puzzle.cols}


def if_it_fits(drawing: str, otherwise: str = "") -> str:
    """Return a drawing, or what to do instead if it is too wide for the terminal."""
    width = max(len(click.unstyle(line)) for line in drawing.splitlines())
    if sys.stdout.isatty() and width > shutil.get_terminal_size().columns:
        return f"(the drawing needs {width} columns{otherwise})"
    return drawing.rstrip("\n")


def count_lines(counted: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the uses of each technique, a line each."""
    return [f"  {each['count']:4} x  {each['code']:4} {each['name']}" for each in counted]
