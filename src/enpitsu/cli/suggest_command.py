"""enpitsu suggest"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from enpitsu.cli.grade_command import NOT_GRADED
from enpitsu.cli.improve_command import carried_solution
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, finish, peek_single, run
from enpitsu.cli.shared_options import puzzle_inputs, run_options, wants_colour
from enpitsu.cli.step_text import language_option, picture
from enpitsu.cli.terminal_text import size_of, wrapped
from enpitsu.cli.write_output import as_data
from enpitsu.formats import dump
from enpitsu.improve.fix import UNCHANGED, Fixes
from enpitsu.improve.suggest import SECONDS
from enpitsu.improve.suggest import suggest as find_suggestions
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.scene import Marks
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import SHARED, say, say_line

LEGEND = "(* where the first suggestion changes something)"


@click.command(
    epilog=f"""\b
Examples:
  enpitsu suggest draft.json
  enpitsu suggest LINK --time 30
  enpitsu suggest drafts/ --json --jobs 4

\b
Changes after which the puzzle has exactly one solution come first, then single ones that help most.
A solution that the file carries is taken for the one its author has in mind. Without --time it
takes at most {SECONDS:.0f} seconds a puzzle. Exit code 0: there is one solution, or something to
suggest; 1: nothing was found; 3: nothing was found before a limit. To have the changes made:
enpitsu improve --unique.
"""
)
@puzzle_inputs()
@language_option
@run_options()
def suggest(puzzles: Iterator[Found], language: str, limits: Limits, running: RunOptions) -> None:
    """Suggest what to change so that puzzles have exactly one solution."""
    single, puzzles = peek_single(puzzles)
    work = partial(
        _work,
        language=language,
        limits=limits,
        draw=single and not running.as_json,
        colour=wants_colour(),
    )
    finish(run(puzzles, work, running))


def _work(item: Item, language: str, limits: Limits, draw: bool, colour: bool) -> Report:
    document = item.document
    found = find_suggestions(document.puzzle, solution=carried_solution(document), limits=limits)
    is_good = found.status is Status.UNIQUE
    word = "one solution" if is_good else NOT_GRADED[found.status]
    headline = click.style(word, fg="green" if is_good else "yellow", bold=True)
    lines = [f"{item.name}  {size_of(item)}  {headline}"]
    if found.conflict:
        blame = Message(f"{SHARED}.live-check.conflict", {"places": found.conflict})
        lines.append(wrapped(say(blame, language), 2))
    for number, each in enumerate(found.found, 1):
        first, *others = each.messages
        changes = "; ".join(
            (say_line(first, language), *(say(other, language) for other in others))
        )
        effect = "" if each.outcome == UNCHANGED else f" ({say(each.outcome, language)})"
        lines.append(wrapped(changes + effect, 6, f"{number:4}."))
    if remark := _remark(found):
        lines.append(wrapped(remark, 2))
    if draw:
        places = found.found[0].places if found.found else ()
        marks = Marks(hints=frozenset(places))
        lines.append(f"\n{picture(document.puzzle, (), marks, colour=colour)}")
        lines += [LEGEND] if places else []
    # What was found counts, whether or not a limit ended the search.
    has_answer = bool(found.found) or is_good
    code = Exit.of(has_answer, None if has_answer else found.reached)
    data = _data(document, found, language)
    return Report(item.name, code, "\n".join(lines), data, warnings=document.warnings)


def _remark(found: Fixes) -> str:
    """Say whether fewer changes would do, or why there is nothing to suggest."""
    if found.status is Status.UNIQUE:
        return "There is nothing to change."
    if not found.found:
        if found.reached is not None:
            return f"The {found.reached} limit was reached before any helpful change was found."
        return "No changes were found that lead to exactly one solution."
    if found.is_fewest and found.found[0].cost > 1:
        return "Fewer changes that keep a solution are not enough."
    return ""


def _data(document: Document, found: Fixes, language: str) -> dict[str, Any]:
    return {
        "kind": document.puzzle.kind,
        "status": str(found.status),
        "reached": found.reached,
        "at_least": found.at_least,
        "is_fewest": found.is_fewest,
        "conflict": list(found.conflict),
        "suggestions": [
            {
                "changes": [say(message, language) for message in each.messages],
                "effect": say(each.outcome, language),
                "cost": each.cost,
                "status": str(each.status),
                "open": 0 if each.status is Status.UNIQUE else each.open,
                "places": list(map(str, each.places)),
                "puzzle": as_data("json", dump(each.puzzle, "json")),
            }
            for each in found.found
        ],
    }
