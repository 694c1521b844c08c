"""enpitsu solve"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import click

from enpitsu.cli.engines_command import EngineCommand, engine_options, smt_solver_option
from enpitsu.cli.inputs import Found, Item
from enpitsu.cli.runner import Exit, Report, RunOptions, finish, peek_single, run
from enpitsu.cli.shared_options import backend_option, puzzle_inputs, run_options, wants_colour
from enpitsu.cli.terminal_text import if_it_fits, size_data, size_of
from enpitsu.kind import Stats
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
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
    "placements": "too many placements for this engine",
    "deductions": "this engine's deductions end here",
    "solver": "the solver gave up",
}

COUNTED = ("variables", "clauses", "cuts", "conflicts")
"""The statistics that every engine may have, shown where they are not 0."""


class SolveOptions(NamedTuple):
    """The options of `enpitsu solve`."""

    solutions: int | None
    engine: str
    backend: str
    limits: Limits
    from_position: bool
    only_forced: bool
    draw: bool
    stats: bool
    as_json: bool
    colour: bool


@click.command(
    cls=EngineCommand,
    epilog="""\b
Examples:
  enpitsu solve 'https://puzz.link/p?...'
  enpitsu solve puzzles/ more.csv --jobs 4
  enpitsu solve hard.txt --time 10 --json
  enpitsu solve draft.xml --all
  enpitsu solve hard.txt --engine NAME      enpitsu engines lists them
  enpitsu solve game.json --from-position --forced
""",
)
@puzzle_inputs()
@click.option(
    "-n", "--solutions", type=click.IntRange(min=1), help="Stop after this many.  [default: 2]"
)
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@click.option("--from-position", is_flag=True, help="Keep to the position that the input carries.")
@click.option("--forced", "only_forced", is_flag=True, help="Show what all solutions share.")
@click.option("--show/--no-show", default=None, help="Draw the solutions.  [default: if only one]")
@click.option("--stats", is_flag=True, help="Tell what it cost, and what the engine counts.")
@engine_options
@smt_solver_option
@backend_option
@run_options(cluster=True)
def solve(
    puzzles: Iterator[Found],
    solutions: int | None,
    find_all: bool,
    show: bool | None,
    running: RunOptions,
    **given: Any,
) -> None:
    """Solve puzzles and tell whether each solution is the only one."""
    if find_all and solutions is not None:
        raise click.UsageError("--all and --solutions exclude each other")
    if given["only_forced"] and given["engine"] != AUTO:
        raise click.UsageError("--forced knows one way only: leave out --engine")
    if given["only_forced"] and given["stats"]:
        raise click.UsageError("--stats tells of solving, not of --forced")
    single, puzzles = peek_single(puzzles)
    options = SolveOptions(
        solutions=None if find_all else solutions or 2,
        draw=single if show is None else show,
        as_json=running.as_json,
        colour=wants_colour(),
        **given,
    )
    reports = run(puzzles, partial(_work, options=options), running)
    if len(reports) > 1 and not running.as_json:
        counts = Counter(str(report.data.get("status", "unreadable")) for report in reports)
        parts = ", ".join(f"{count} {status}" for status, count in counts.most_common())
        click.echo(f"{len(reports)} puzzles: {parts}", err=True)
    finish(reports)


def _work(item: Item, options: SolveOptions) -> Report:
    document = item.document
    position = document.position if options.from_position else None
    if options.only_forced:
        return _find_forced(item, position, options)
    result = solve_puzzle(
        document.puzzle,
        solutions=options.solutions,
        position=position,
        engine=options.engine,
        backend=options.backend,
        limits=options.limits,
    )
    return Report(
        item.name,
        Exit.of(result.status not in (Status.NONE, Status.MULTIPLE), result.reached),
        "" if options.as_json else _text(item, result, options),
        _data(item, result) if options.as_json else {"status": str(result.status)},
        warnings=document.warnings,
    )


def _data(item: Item, result: Result) -> dict[str, Any]:
    puzzle, stats = item.document.puzzle, result.stats
    return {
        **size_data(puzzle),
        "status": str(result.status),
        "reached": result.reached,
        "solutions": [list(map(str, solution.position)) for solution in result.solutions],
        "partial": None if result.partial is None else list(map(str, result.partial)),
        "stats": {name: getattr(stats, name) for name in stats.__slots__},
        "warnings": list(item.document.warnings),
    }


def _text(item: Item, result: Result, options: SolveOptions) -> str:
    costs = [_stats(result.stats)] if options.stats else []
    verdict = click.style(str(result.status), fg=STATUS_COLOURS[result.status], bold=True)
    if len(result.solutions) > 2:
        verdict += f", {len(result.solutions)} solutions"
    if result.reached:
        verdict += f" ({REASONS[result.reached]})"
    milliseconds = f"{result.stats.seconds * 1000:.1f} ms"
    if not options.draw:
        # A line of a table, the name last because it may be long.
        gap = " " * max(0, 8 - len(click.unstyle(verdict)))
        row = f"{verdict}{gap}  {milliseconds:>11}  {size_of(item):15} {item.name}"
        return "\n".join((row, *costs))
    lines = [f"{item.name}  {size_of(item)}  {verdict}  {milliseconds}"]
    lines += [_draw(item, solution.position, options) for solution in result.solutions]
    if result.partial is not None:
        count = len(result.partial)
        lines.append(f"Not a solution: the {count} facts that {result.stats.engine} has decided.")
    if not result.solutions:
        lines.append(_draw(item, result.partial, options))
    return "\n\n".join(lines + costs) + "\n"


def _stats(stats: Stats) -> str:
    """Return the costs of solving; what an engine counts stands below what all engines count."""
    common = {name: getattr(stats, name) for name in COUNTED}
    numbers = {name: value for name, value in common.items() if value} | dict(stats.details)
    width = max(map(len, numbers), default=0)
    backend = "" if stats.backend in ("", AUTO) else f" with {stats.backend}"
    lines = [f"  {stats.engine}{backend}"]
    for name, value in numbers.items():
        number = f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"
        lines.append(f"  {name:{width}}  {number:>10}")
    return "\n".join(lines)


def _draw(item: Item, position: Iterable[Fact] | None, options: SolveOptions) -> str:
    drawing = str(render(item.document.puzzle, position, "text", colour=options.colour))
    return if_it_fits(drawing, "; enpitsu render -o FILE.svg makes a picture")


def _find_forced(item: Item, position: Position | None, options: SolveOptions) -> Report:
    found = forced(item.document.puzzle, position, backend=options.backend, limits=options.limits)
    facts = list(map(str, Position.of(found)))
    words = f"{len(facts)} facts hold in every solution"
    is_answer = found.status not in (Status.NONE, Status.UNKNOWN)
    if not is_answer:
        words = REASONS[found.reached] if found.reached else "there is no solution"
    text = f"{item.name}  {size_of(item)}  {words}"
    if is_answer and options.draw:
        text += f"\n\n{_draw(item, found, options)}\n"
    data = {"status": str(found.status), "reached": found.reached, "forced": facts}
    code = Exit.of(found.status != Status.NONE, found.reached)
    return Report(item.name, code, text, data, warnings=item.document.warnings)
