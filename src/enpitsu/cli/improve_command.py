"""enpitsu improve"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from enpitsu.check import check
from enpitsu.cli.grade_command import NOT_GRADED, styled
from enpitsu.cli.inputs import Item
from enpitsu.cli.runner import Exit, Found, Report, finish, is_single, run
from enpitsu.cli.shared_options import (
    jobs_option,
    json_option,
    limit_options,
    output_option,
    puzzle_inputs,
    wants_colour,
)
from enpitsu.cli.terminal_text import picture, size_of, wrapped
from enpitsu.cli.write_output import as_data, join_of, write_contents
from enpitsu.errors import FormatError
from enpitsu.formats import dump, find_codec, format_of_ending, formats, suffixes
from enpitsu.grade import Grade, Level, grade, graded
from enpitsu.improve import Fix, Fixes, Improvement
from enpitsu.improve import fill as fill_in
from enpitsu.improve import improve as find_improvement
from enpitsu.improve.fix import UNCHANGED
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Position
from enpitsu.registry import find_kind
from enpitsu.scene import Marks
from enpitsu.solve import Status, solve
from enpitsu.technique import Message
from enpitsu.words import say

MOST_LISTED = 12  # clues and changes that are listed; --json tells all
INDENT = 13
MARKED = "(* what was changed)"


class ImproveOptions(NamedTuple):
    """The options of `enpitsu improve`."""

    fill: bool
    unique: bool
    prune: bool
    level: str | None
    seed: int
    limits: Limits
    format: str | None
    ending: str
    writes: bool
    is_piped: bool
    """Whether the puzzle goes to the screen: for another program, with nothing beside it."""
    draw: bool
    colour: bool
    as_json: bool

    @property
    def changes(self) -> bool:
        """True if anything is to be changed."""
        return self.fill or self.unique or self.prune or self.level is not None


@click.command(
    epilog="""\b
Examples:
  enpitsu improve draft.json
  enpitsu improve draft.json --unique -o better.json
  enpitsu improve LINK --prune --to puzzlink
  enpitsu improve draft.json --level hard --time 30 -o hard.json
  enpitsu improve half.json --fill -o whole.json

\b
Without an option it only reports: whether there is exactly one solution and what would give the
puzzle one, which clues are needless, how hard it is. A solution that the file carries is taken
for the one its author has in mind, and stays.
"""
)
@puzzle_inputs()
@click.option("--fill", is_flag=True, help="Fill in the rest; all that is set stays.")
@click.option("--unique", is_flag=True, help="Give it exactly one solution, by few changes.")
@click.option("--prune", is_flag=True, help="Take needless clues away until there are none.")
@click.option("--level", type=click.Choice([*map(str, Level)]), help="Move it to this level.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="For --level, --fill."
)
@click.option(
    "--to", "to_format", type=click.Choice(list(formats())), help="Default: by the file's ending."
)
@output_option
@limit_options
@jobs_option
@json_option
def improve(
    puzzles: Iterator[Found],
    fill: bool,
    unique: bool,
    prune: bool,
    level: str | None,
    seed: int,
    to_format: str | None,
    output: str | None,
    limits: Limits,
    jobs: int,
    as_json: bool,
) -> None:
    """Tell what can be better about puzzles, and do it if asked."""
    ending = Path(output or "").suffix.lower()
    writes = to_format is not None or output is not None
    if output is not None and to_format is None and ending not in suffixes():
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    if fill and (unique or prune):
        raise click.UsageError("--fill goes with --level only, not with --unique or --prune")
    single, puzzles = is_single(puzzles)
    options = ImproveOptions(
        fill=fill,
        unique=unique,
        prune=prune,
        level=level,
        seed=seed,
        limits=limits,
        format=to_format,
        ending=ending,
        writes=writes,
        is_piped=writes and output is None,
        draw=single,
        colour=wants_colour(),
        as_json=as_json,
    )
    reports = run(
        puzzles,
        partial(_work, options=options),
        jobs=jobs,
        as_json=as_json,
        silent=output is not None,
    )
    if not writes or as_json:
        finish(reports)
    written = [report.data for report in reports if report.content is not None]
    codecs = [find_codec(data["format"], data["kind"]) for data in written]
    joins = {join_of(codec) for codec in codecs}
    suffix = codecs[0].suffixes[0] if codecs else ""
    write_contents(reports, output, suffix, join=joins.pop() if len(joins) == 1 else None)


def _work(item: Item, options: ImproveOptions) -> Report:
    document = item.document
    found = _filled(document, options) if options.fill else _better(document, options)
    code, data = _exit(found, options), _data(found)
    text = "" if options.as_json or options.is_piped else _text(item, found, options)
    if not (options.writes or options.as_json):
        return Report(item.name, code, text, data, warnings=document.warnings)
    chosen = _format_of(document.puzzle.kind, options)
    content = dump(_improved(document, found), chosen)
    if options.as_json:
        data["result"] = as_data(chosen, content)
        return Report(item.name, code, data=data, warnings=document.warnings)
    data["format"] = chosen
    return Report(item.name, code, text, data, warnings=document.warnings, content=content)


def _better(document: Document, options: ImproveOptions) -> Improvement:
    return find_improvement(
        document.puzzle,
        unique=options.unique,
        prune=options.prune,
        level=options.level,
        solution=carried_solution(document),
        seed=options.seed,
        limits=options.limits,
    )


def _filled(document: Document, options: ImproveOptions) -> Improvement:
    """Return what came of filling in the rest, told like any improvement."""
    before = solve(document.puzzle, limits=options.limits)
    found = fill_in(
        document.puzzle,
        solution=document.position or None,
        seed=options.seed,
        level=options.level,
        limits=options.limits,
    )
    is_graded = found.status is Status.UNIQUE and find_kind(document.puzzle.kind).ladder
    return Improvement(
        before=found.before,
        status_before=before.status,
        puzzle=found.puzzle,
        status=found.status,
        grade=grade(found.puzzle, limits=options.limits) if is_graded else None,
        solution=found.solution,
        changes=found.changes,
        messages=found.messages,
        failed=found.failed,
        reached=found.reached,
    )


def carried_solution(document: Document) -> Position | None:
    """Return what the file says the solution is, if it says so and it is one."""
    position = document.position
    return position if position and not check(document.puzzle, position) else None


def _format_of(kind: str, options: ImproveOptions) -> str:
    if options.format is not None or not options.ending:
        return options.format or "json"
    fitting = format_of_ending(options.ending, kind)
    if fitting is None:
        raise FormatError(
            f"no format of {kind} has files {options.ending}; say the format with --to"
        )
    return fitting


def _improved(document: Document, found: Improvement) -> Document:
    """The document with the new puzzle; what was known only of the old one is left out."""
    if found.puzzle == document.puzzle:
        return document
    meta = graded(document.meta, found.grade)
    return Document(puzzle=found.puzzle, position=EMPTY, meta=meta)


def _exit(found: Improvement, options: ImproveOptions) -> Exit:
    if found.reached is not None:
        return Exit.LIMIT
    is_good = found.status is Status.UNIQUE and not found.failures
    return Exit.DONE if is_good else Exit.NO


# --- for people -----------------------------------------------------------------------------------


def _text(item: Item, found: Improvement, options: ImproveOptions) -> str:
    lines = [f"{item.name}  {size_of(item)}  {_verdict(found.status_before, found.grade_before)}"]
    lines += [*_needless_lines(found), *_fix_lines(found.fixes), *_next_lines(found)]
    if options.changes:
        lines += _changed_lines(found)
    if found.reached:
        lines.append(_line("limit", f"{found.reached} limit reached: there may be more to say"))
    if options.draw:
        lines.append(f"\n{_drawing(found, options.colour)}")
    return "\n".join(lines)


def _verdict(status: Status, found: Grade | None) -> str:
    if status is not Status.UNIQUE:
        return click.style(NOT_GRADED[status], fg="yellow", bold=True)
    if found is None or found.level is None:
        return click.style("one solution", fg="green", bold=True)
    return f"{click.style('one solution', fg='green', bold=True)}, {styled(found)}"


def _line(head: str, text: str) -> str:
    return wrapped(text, INDENT, f"  {head}")


def _listed(head: str, texts: list[str]) -> Iterator[str]:
    for at, text in enumerate(texts[:MOST_LISTED]):
        yield _line("" if at else head, text)
    if len(texts) > MOST_LISTED:
        yield _line("", f"... and {len(texts) - MOST_LISTED} more")


def _needless_lines(found: Improvement) -> Iterator[str]:
    clues = found.needless
    if clues is None:
        return
    if not clues.found:
        yield _line("needless", "no clue" if clues.reached is None else "none found so far")
    yield from _listed("needless", [_with_effect(each.text, each.outcome) for each in clues.found])
    if clues.open:
        yield _line("", f"of {clues.open} more it could not be told")


def _fix_lines(found: Fixes | None) -> Iterator[str]:
    if found is None:
        return
    if found.conflict:
        places = ", ".join(found.conflict)
        yield _line("conflict", f"these clues contradict each other: {places}")
    elif found.status is Status.NONE and found.reached is None:
        yield _line("conflict", "there is no solution even if all that clues tell is left open")
    if not found.found:
        yield _line("to do", "no changes were found that leave exactly one solution")
        return
    yield from _listed("to do", [_suggestion(fix) for fix in found.found])
    if found.status is Status.MULTIPLE:
        yield _line("", _claim(found))


def _next_lines(found: Improvement) -> Iterator[str]:
    """Single changes that help, where nothing is enough."""
    if found.next_changes is not None and found.next_changes.found:
        yield from _listed("helps", [_suggestion(fix) for fix in found.next_changes.found])


def _suggestion(fix: Fix) -> str:
    count = "" if fix.cost == 1 else f"{fix.cost} changes: "
    return _with_effect(count + fix.text, fix.outcome)


def _with_effect(text: str, effect: Message) -> str:
    return text if effect == UNCHANGED else f"{text} ({say(effect)})"


def _claim(found: Fixes) -> str:
    """Return what is known about fewer changes."""
    cost = found.found[0].cost
    if cost == 1:
        return "one change is enough"
    proved = "" if found.at_least < 2 else "no single change that keeps a solution is enough"
    return proved if found.is_fewest else f"{proved}{proved and '; '}{cost} are the fewest found"


def _changed_lines(found: Improvement) -> Iterator[str]:
    if found.texts:
        yield from _listed("changed", list(found.texts))
    else:
        yield _line("changed", "nothing")
    for failure in found.failures:
        yield _line("not done", failure)
    yield _line("now", _verdict(found.status, found.grade))


def _drawing(found: Improvement, colour: bool) -> str:
    """The puzzle with what was changed."""
    drawn = picture(found.puzzle, (), Marks(hints=found.places), colour=colour)
    return f"{drawn}\n{MARKED}" if found.places else drawn


# --- for programs ---------------------------------------------------------------------------------


def _level(found: Grade | None) -> str | None:
    return None if found is None or found.level is None else str(found.level)


def _length(found: Grade | None) -> int | None:
    return None if found is None or found.length_word is None else found.length


def _data(found: Improvement) -> dict[str, Any]:
    puzzle, clues = found.before, found.needless
    return {
        "kind": puzzle.kind,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "status_before": str(found.status_before),
        "level_before": _level(found.grade_before),
        "length_before": _length(found.grade_before),
        "needless": [
            {
                "places": list(map(str, each.change.places)),
                "text": each.text,
                "effect": each.effect,
            }
            for each in (clues.found if clues is not None else ())
        ],
        "repairs": None if found.fixes is None else _fixes_data(found.fixes),
        "advances": [
            {**_change_data(fix), "open": fix.open}
            for fix in (found.next_changes.found if found.next_changes is not None else ())
        ],
        "status": str(found.status),
        "level": _level(found.grade),
        "length": _length(found.grade),
        "changes": list(found.texts),
        "places": sorted(map(str, found.places)),
        "failures": list(found.failures),
        "reached": found.reached,
    }


def _fixes_data(found: Fixes) -> dict[str, Any]:
    return {
        "at_least": found.at_least,
        "is_fewest": found.is_fewest,
        "conflict": list(found.conflict),
        "found": [_change_data(fix) for fix in found.found],
    }


def _change_data(fix: Fix) -> dict[str, Any]:
    return {
        "cost": fix.cost,
        "changes": list(fix.texts),
        "effect": fix.effect,
        "status": str(fix.status),
    }
