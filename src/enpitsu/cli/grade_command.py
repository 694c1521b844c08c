"""enpitsu grade"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, finish, peek_single, run
from enpitsu.cli.shared_options import puzzle_inputs, run_options
from enpitsu.cli.step_text import language_option
from enpitsu.cli.terminal_text import count_lines, size_data, size_of
from enpitsu.explain.data import counts_data
from enpitsu.grade import Grade, Length, Level, length_word
from enpitsu.grade import grade as find_grade
from enpitsu.limits import Limits
from enpitsu.solve import Status

MOST_NAMED = 3  # techniques that a line of the table names
COLOURS = dict(zip(Level, ("green", "green", "cyan", "yellow", "red", "magenta"), strict=True))
NOT_GRADED = {
    Status.NONE: "no solution",
    Status.MULTIPLE: "several solutions",
    Status.UNKNOWN: "unknown",
}
_FIGURES = 55  # columns before the name


@click.command(
    epilog="""\b
Examples:
  enpitsu grade puzzles/ --jobs 4
  enpitsu grade LINK --json

\b
The levels are gentle, easy, medium, hard, expert, extreme; the hardest step decides. The
length is the number of steps: up to 20 very short, 50 short, 125 mid-length, 300 long.
The score tells how hard the ten hardest steps are (1 obvious, 10 beyond what people do),
the effort weighs score and length. The difficulty, 1 to 9, is the effort fitted to levels
that were published with puzzles; kinds without such have none.
"""
)
@puzzle_inputs()
@language_option
@run_options(cluster=True)
def grade(
    puzzles: Iterator[Found],
    language: str,
    limits: Limits,
    running: RunOptions,
) -> None:
    """Tell how hard puzzles are for people, and why."""
    single, puzzles = peek_single(puzzles)
    if not single and not running.as_json:
        click.echo(_columns("level", "length", "steps", "1-9", "score", "hardest", "puzzle"))
    work = partial(_work, language=language, limits=limits, in_table=not single)
    reports = run(puzzles, work, running)
    if not single and not running.as_json:
        levels = Counter(str(report.data.get("level") or "not graded") for report in reports)
        order = [*map(str, Level), "not graded"]
        parts = ", ".join(f"{levels[level]} {level}" for level in order if level in levels)
        words = Counter(report.data.get("length_word") for report in reports)
        lengths = ", ".join(f"{words[each]} {each.words}" for each in Length if each in words)
        click.echo("; ".join(filter(None, (f"{len(reports)} puzzles: {parts}", lengths))), err=True)
    finish(reports)


def _work(item: Item, language: str, limits: Limits, in_table: bool) -> Report:
    puzzle = item.document.puzzle
    found = find_grade(puzzle, limits=limits)
    data = {**size_data(puzzle), **grade_data(puzzle.kind, found, language)}
    text = _row(item, found, data) if in_table else _paragraph(item, found, data)
    code = Exit.of(found.status is Status.UNIQUE, found.reached)
    return Report(item.name, code, text, data, warnings=item.document.warnings)


def grade_data(kind: str, found: Grade, language: str) -> dict[str, Any]:
    """Return a grade for --json."""
    return {
        "status": str(found.status),
        "reached": found.reached,
        "level": None if found.level is None else str(found.level),
        "label": found.label or None,
        "hardest": round(found.hardest, 2),
        "score": round(found.score, 2),
        "length": found.length,
        "length_word": None if found.length_word is None else str(found.length_word),
        "effort": round(found.effort, 1),
        "difficulty": None if found.difficulty is None else round(found.difficulty, 1),
        "techniques": counts_data(kind, found.techniques, language),
    }


def styled(found: Grade) -> str:
    """Return level and length of a graded puzzle in the level's colour."""
    return "" if found.level is None else _colour(found.label, found.level)


def _colour(text: str, level: Level) -> str:
    return click.style(text, fg=COLOURS[level], bold=True)


def _verdict(found: Grade) -> str:
    if found.level is not None:
        return styled(found)
    why = f"{found.reached} limit" if found.reached else NOT_GRADED[found.status]
    return click.style(why, fg="magenta")


def _paragraph(item: Item, found: Grade, data: dict[str, Any]) -> str:
    lines = [f"{item.name}  {size_of(item)}  {_verdict(found)}"]
    if found.level is not None:
        numbers = f"score {found.score:.1f}, length {found.length}, effort {found.effort:.1f}"
        lines.append(f"  hardest step {found.hardest:.1f}, {numbers}")
        if found.difficulty is not None:
            lines.append(f"  difficulty {found.difficulty:.0f} of 9")
        lines += count_lines(data["techniques"])
    return "\n".join(lines)


def _row(item: Item, found: Grade, data: dict[str, Any]) -> str:
    """Return a line of the table, the name last because it may be long."""
    name = f"{size_of(item):15} {item.name}"
    if found.level is None:
        return _pad(_verdict(found), _FIGURES) + name
    codes = [each["code"] or each["name"] for each in data["techniques"]]
    return _columns(
        _colour(found.level, found.level),
        length_word(found.length).words,
        str(found.length),
        "" if found.difficulty is None else f"{found.difficulty:.0f}",
        f"{found.score:.1f}",
        " ".join(codes[: -MOST_NAMED - 1 : -1]),
        name,
    )


def _columns(
    level: str, length: str, steps: str, difficulty: str, score: str, hardest: str, name: str
) -> str:
    words = f"{_pad(level, 7)}{length:10}"
    return _pad(f"{words} {steps:>5}  {difficulty:>3}  {score:>5}  {hardest}", _FIGURES) + name


def _pad(text: str, width: int) -> str:
    return text + " " * (width - len(click.unstyle(text))) + "  "
