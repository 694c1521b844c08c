"""enpitsu solve"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item, items
from enpitsu.cli.options import (
    backend_choice,
    from_option,
    inputs_argument,
    jobs_option,
    json_option,
    kind_option,
    limit_options,
    make_limits,
    wants_colour,
)
from enpitsu.cli.runner import Exit, Report, finish, run
from enpitsu.limits import Limits
from enpitsu.registry import kind_of
from enpitsu.render import render
from enpitsu.sat.backend import AUTO
from enpitsu.solve import Result, Status, forced
from enpitsu.solve import solve as solve_puzzle

STATUS_COLOURS = {
    Status.UNIQUE: "green",
    Status.MULTIPLE: "yellow",
    Status.NONE: "red",
    Status.UNKNOWN: "magenta",
}
REASONS = {
    "time": "time limit reached",
    "conflicts": "conflict limit reached",
    "memory": "memory limit reached",
    "cancelled": "cancelled",
}


class Wish(NamedTuple):
    """What the user wants to see."""

    solutions: int | None
    engine: str
    backend: str
    limits: Limits
    from_position: bool
    only_forced: bool
    show: bool
    colour: bool


@click.command(
    epilog="""\b
Examples:
  enpitsu solve 'https://puzz.link/p?yajilin/5/5/m32j10'
  enpitsu solve puzzles/ more.csv --jobs 4
  enpitsu solve hard.txt --time 10 --json
  enpitsu solve draft.xml --all
  enpitsu solve game.json --from-position --forced
"""
)
@inputs_argument
@click.option(
    "-n", "--solutions", type=click.IntRange(min=1), help="Stop after this many.  [default: 2]"
)
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@click.option("--from-position", is_flag=True, help="Keep to the position that the input carries.")
@click.option("--forced", "only_forced", is_flag=True, help="Show what all solutions share.")
@click.option("--show/--no-show", default=None, help="Draw the solutions.  [default: if only one]")
@click.option("--engine", default=AUTO, show_default=True, help="Way of solving.")
@click.option("--backend", type=backend_choice, default=AUTO, show_default=True, help="SAT solver.")
@limit_options
@jobs_option
@json_option
@kind_option
@from_option
def solve(
    inputs: Sequence[str],
    solutions: int | None,
    find_all: bool,
    from_position: bool,
    only_forced: bool,
    show: bool | None,
    engine: str,
    backend: str,
    time: float | None,
    conflicts: int | None,
    memory: float | None,
    jobs: int,
    as_json: bool,
    kind: str | None,
    from_format: str | None,
) -> None:
    """Solve puzzles and tell whether each solution is the only one."""
    puzzles = list(items(inputs, kind=kind, format=from_format))
    draw = len(puzzles) == 1 if show is None else show
    wish = Wish(
        None if find_all else solutions or 2,
        engine,
        backend,
        make_limits(time, conflicts, memory),
        from_position,
        only_forced,
        draw,
        wants_colour(),
    )
    reports = run(puzzles, partial(_work, wish=wish), jobs=jobs, as_json=as_json)
    if len(reports) > 1 and not as_json:
        click.echo(_summary(reports), err=True)
    finish(reports)


def _work(item: Item, wish: Wish) -> Report:
    document = item.document
    assert document is not None
    position = document.position if wish.from_position else None
    if wish.only_forced:
        return _forced(item, wish)
    result = solve_puzzle(
        document.puzzle,
        solutions=wish.solutions,
        position=position,
        engine=wish.engine,
        backend=wish.backend,
        limits=wish.limits,
    )
    data = _data(item, result)
    return Report(
        item.name, _exit_code(result), _text(item, result, wish), data, None, document.warnings
    )


def _exit_code(result: Result) -> Exit:
    if result.reached is not None:
        return Exit.LIMIT
    if result.status in (Status.NONE, Status.MULTIPLE):
        return Exit.NO
    return Exit.DONE


def _data(item: Item, result: Result) -> dict[str, Any]:
    assert item.document is not None
    puzzle, stats = item.document.puzzle, result.stats
    return {
        "kind": puzzle.kind,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "status": str(result.status),
        "reached": result.reached,
        "solutions": [list(map(str, solution.position)) for solution in result.solutions],
        "stats": {name: getattr(stats, name) for name in stats.__slots__},
        "warnings": list(item.document.warnings),
    }


def _text(item: Item, result: Result, wish: Wish) -> str:
    assert item.document is not None
    if not wish.show:
        return _row(item, result)
    lines = [_headline(item, result)]
    lines += [_draw(item, solution.position, wish.colour) for solution in result.solutions]
    if not result.solutions:
        lines.append(_draw(item, None, wish.colour))
    return "\n\n".join(lines) + "\n"


def _draw(item: Item, position: Any, colour: bool) -> str:
    assert item.document is not None
    return str(render(item.document.puzzle, position, "text", colour=colour)).rstrip("\n")


def _headline(item: Item, result: Result) -> str:
    """Name, kind and size, verdict and time in one line, above a drawing."""
    return f"{item.name}  {_size(item)}  {_verdict(result)}  {_milliseconds(result)}"


def _row(item: Item, result: Result) -> str:
    """The same as a line of a table, the name last because it may be long."""
    verdict = _verdict(result)
    gap = " " * max(0, 8 - len(click.unstyle(verdict)))
    return f"{verdict}{gap}  {_milliseconds(result):>11}  {_size(item):15} {item.name}"


def _verdict(result: Result) -> str:
    word = click.style(str(result.status), fg=STATUS_COLOURS[result.status], bold=True)
    count = f", {len(result.solutions)} solutions" if len(result.solutions) > 2 else ""
    why = f" ({REASONS[result.reached]})" if result.reached else ""
    return word + count + why


def _size(item: Item) -> str:
    assert item.document is not None
    puzzle = item.document.puzzle
    return f"{kind_of(puzzle).name} {puzzle.rows}x{puzzle.cols}"


def _milliseconds(result: Result) -> str:
    return f"{result.stats.seconds * 1000:.1f} ms"


def _forced(item: Item, wish: Wish) -> Report:
    document = item.document
    assert document is not None
    position = document.position if wish.from_position else None
    found = forced(document.puzzle, position, backend=wish.backend, limits=wish.limits)
    facts = sorted(map(str, found))
    lines = [f"{item.name}  {len(facts)} facts hold in every solution  {found.status}"]
    if wish.show and found:
        lines.append(_draw(item, found, wish.colour))
    data = {"status": str(found.status), "reached": found.reached, "forced": facts}
    code = Exit.LIMIT if found.reached else Exit.NO if found.status == Status.NONE else Exit.DONE
    return Report(item.name, code, "\n\n".join(lines), data, None, document.warnings)


def _summary(reports: Sequence[Report]) -> str:
    counts = Counter(str(report.data.get("status", "unreadable")) for report in reports)
    parts = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    return f"{len(reports)} puzzles: {parts}"
