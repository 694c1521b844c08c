"""enpitsu improve"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from enpitsu.check import check
from enpitsu.cli.destinations import Pack
from enpitsu.cli.grade_command import NOT_GRADED, styled
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.output_format import OutputFormat, to_option
from enpitsu.cli.runner import Exit, Report, RunOptions, finish, peek_single, run
from enpitsu.cli.shared_options import output_option, puzzle_inputs, run_options, wants_colour
from enpitsu.cli.step_text import picture
from enpitsu.cli.terminal_text import size_data, size_of, wrapped
from enpitsu.cli.write_output import as_data, write_each
from enpitsu.formats import dump, formats, suffixes
from enpitsu.grade import Grade, Level, grade, with_grade
from enpitsu.grid import parse_place
from enpitsu.improve import Fix, Fixes, Improvement
from enpitsu.improve import fill as fill_in
from enpitsu.improve import improve as find_improvement
from enpitsu.improve.fix import UNCHANGED
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.position import Position
from enpitsu.registry import find_kind
from enpitsu.scene import Marks, Place
from enpitsu.solve import Status, solve
from enpitsu.technique import Message
from enpitsu.words import say

MOST_LISTED = 12  # clues and changes that are listed; --json tells all
INDENT = 13
MARKED = "(* what was changed)"


class ImproveOptions(NamedTuple):
    """The options of `enpitsu improve`."""

    fill: bool
    overwrite: bool
    lock: tuple[Place, ...]
    unique: bool
    prune: bool
    keep_level: bool
    level: str | None
    seed: int
    limits: Limits
    goal: OutputFormat
    writes: bool
    is_piped: bool
    """True if the puzzle goes to the screen: for another program, with nothing beside it."""
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
@click.option(
    "--overwrite",
    is_flag=True,
    help="With --fill: painted cells may be painted otherwise, bare circles get numbers.",
)
@click.option(
    "--lock",
    metavar="PLACES",
    callback=lambda _context, _parameter, value: _locked(value),
    help="Change nothing at these places, and put nothing there: r3c4,r5c1-r5c2,row2.",
)
@click.option("--unique", is_flag=True, help="Give it exactly one solution, by few changes.")
@click.option("--prune", is_flag=True, help="Take needless clues away until there are none.")
@click.option("--keep-level", is_flag=True, help="With --prune: as long as the level stays.")
@click.option("--level", type=click.Choice([*map(str, Level)]), help="Move it to this level.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="For --level, --fill."
)
@to_option
@output_option
@run_options()
def improve(
    puzzles: Iterator[Found],
    to_format: str | None,
    output: str | None,
    running: RunOptions,
    **given: Any,
) -> None:
    """Tell what can be better about puzzles, and do it if asked."""
    if given["fill"] and (given["unique"] or given["prune"]):
        raise click.UsageError("--fill goes with --level only, not with --unique or --prune")
    if given["overwrite"] and not given["fill"]:
        raise click.UsageError("--overwrite goes with --fill")
    if given["keep_level"] and (not given["prune"] or given["level"] is not None):
        raise click.UsageError("--keep-level goes with --prune, and not with --level")
    goal = OutputFormat(to_format, Path(output or "").suffix.lower())
    writes = to_format is not None or output is not None
    if output is not None and to_format is None and goal.ending not in suffixes():
        raise click.UsageError(f"say the format: --to {'|'.join(formats())}")
    single, puzzles = peek_single(puzzles)
    options = ImproveOptions(
        goal=goal if to_format or goal.ending else OutputFormat("json", ""),
        writes=writes,
        is_piped=writes and output is None,
        draw=single,
        colour=wants_colour(),
        as_json=running.as_json,
        **given,
    )
    reports = run(puzzles, partial(_work, options=options), running, silent=output is not None)
    if not writes or running.as_json:
        finish(reports)
    write_each(reports, output, Pack.of_report)


def _work(item: Item, options: ImproveOptions) -> Report:
    document = item.document
    if options.fill:
        found = _fill(document, options)
    else:
        found = find_improvement(
            document.puzzle,
            unique=options.unique,
            prune=options.prune,
            keep_level=options.keep_level,
            level=options.level,
            solution=carried_solution(document),
            seed=options.seed,
            locked=options.lock,
            limits=options.limits,
        )
    code = Exit.of(found.status is Status.UNIQUE and not found.failures, found.reached)
    data = _data(found)
    text = "" if options.as_json or options.is_piped else _text(item, found, options)
    if not (options.writes or options.as_json):
        return Report(item.name, code, text, data, warnings=document.warnings)
    chosen = options.goal.of(document.puzzle.kind)
    improved = document
    if found.puzzle != document.puzzle:
        # What was known only of the old puzzle is left out.
        improved = Document(puzzle=found.puzzle, meta=with_grade(document.meta, found.grade))
    content = dump(improved, chosen)
    if options.as_json:
        data["result"] = as_data(chosen, content)
        return Report(item.name, code, data=data, warnings=document.warnings)
    data["format"] = chosen
    return Report(item.name, code, text, data, warnings=document.warnings, content=content)


def _fill(document: Document, options: ImproveOptions) -> Improvement:
    """Fill in the rest; the result is told like any improvement."""
    before = solve(document.puzzle, limits=options.limits)
    found = fill_in(
        document.puzzle,
        solution=document.position or None,
        seed=options.seed,
        level=options.level,
        overwrite=options.overwrite,
        locked=options.lock,
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


def _locked(value: str | None) -> tuple[Place, ...]:
    """The places of a list with commas."""
    try:
        return tuple(parse_place(each.strip()) for each in value.split(",")) if value else ()
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def carried_solution(document: Document) -> Position | None:
    """Return the position that a file carries if it is a solution."""
    position = document.position
    return position if position and not check(document.puzzle, position) else None


# --- for people -----------------------------------------------------------------------------------


def _text(item: Item, found: Improvement, options: ImproveOptions) -> str:
    lines = [f"{item.name}  {size_of(item)}  {_verdict(found.status_before, found.grade_before)}"]
    lines += [*_needless_lines(found), *_fix_lines(found.fixes)]
    if found.next_changes is not None:
        lines += _listed("helps", map(_suggestion, found.next_changes.found))
    if options.changes:
        lines += _listed("changed", found.texts or ["nothing"])
        lines += [_line("not done", failure) for failure in found.failures]
        lines.append(_line("now", _verdict(found.status, found.grade)))
    if found.reached:
        lines.append(_line("limit", f"{found.reached} limit reached: there may be more to say"))
    if options.draw:
        marks = Marks(hints=found.places)
        lines.append(f"\n{picture(found.puzzle, (), marks, colour=options.colour)}")
        lines += [MARKED] if found.places else []
    return "\n".join(lines)


def _verdict(status: Status, found: Grade | None) -> str:
    if status is not Status.UNIQUE:
        return click.style(NOT_GRADED[status], fg="yellow", bold=True)
    verdict = click.style("one solution", fg="green", bold=True)
    return verdict if found is None or found.level is None else f"{verdict}, {styled(found)}"


def _line(head: str, text: str) -> str:
    return wrapped(text, INDENT, f"  {head}")


def _listed(head: str, texts: Iterable[str]) -> Iterator[str]:
    listed = list(texts)
    for at, text in enumerate(listed[:MOST_LISTED]):
        yield _line("" if at else head, text)
    if len(listed) > MOST_LISTED:
        yield _line("", f"... and {len(listed) - MOST_LISTED} more")


def _needless_lines(found: Improvement) -> Iterator[str]:
    clues = found.needless
    if clues is None:
        return
    if not clues.found:
        yield _line("needless", "no clue" if clues.reached is None else "none found so far")
    yield from _listed("needless", (_with_effect(each.text, each.outcome) for each in clues.found))
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
    yield from _listed("to do", map(_suggestion, found.found))
    if found.status is Status.MULTIPLE:
        cost = found.found[0].cost
        known = ["no single change that keeps a solution is enough"] if found.at_least > 1 else []
        known += [] if found.is_fewest else [f"{cost} are the fewest found"]
        yield _line("", "one change is enough" if cost == 1 else "; ".join(known))


def _suggestion(fix: Fix) -> str:
    count = "" if fix.cost == 1 else f"{fix.cost} changes: "
    return _with_effect(count + fix.text, fix.outcome)


def _with_effect(text: str, effect: Message) -> str:
    return text if effect == UNCHANGED else f"{text} ({say(effect)})"


# --- for programs ---------------------------------------------------------------------------------


def _data(found: Improvement) -> dict[str, Any]:
    fixes, next_changes = found.fixes, found.next_changes
    return {
        **size_data(found.before),
        "status_before": str(found.status_before),
        **_grade_data(found.grade_before, "_before"),
        "needless": [
            {
                "places": list(map(str, each.change.places)),
                "text": each.text,
                "effect": each.effect,
            }
            for each in (() if found.needless is None else found.needless.found)
        ],
        "repairs": None
        if fixes is None
        else {
            "at_least": fixes.at_least,
            "is_fewest": fixes.is_fewest,
            "conflict": list(fixes.conflict),
            "found": [_fix_data(fix) for fix in fixes.found],
        },
        "advances": [
            {**_fix_data(fix), "open": fix.open}
            for fix in (() if next_changes is None else next_changes.found)
        ],
        "status": str(found.status),
        **_grade_data(found.grade, ""),
        "changes": list(found.texts),
        "places": sorted(map(str, found.places)),
        "failures": list(found.failures),
        "reached": found.reached,
    }


def _grade_data(found: Grade | None, when: str) -> dict[str, Any]:
    level = None if found is None or found.level is None else str(found.level)
    length = None if found is None or found.length_word is None else found.length
    return {f"level{when}": level, f"length{when}": length}


def _fix_data(fix: Fix) -> dict[str, Any]:
    return {
        "cost": fix.cost,
        "changes": list(fix.texts),
        "effect": fix.effect,
        "status": str(fix.status),
    }
