"""enpitsu bench"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import click

from enpitsu.cli.inputs import Item
from enpitsu.cli.options import (
    backend_choice,
    cluster_option,
    jobs_option,
    json_option,
    limit_options,
    puzzle_inputs,
)
from enpitsu.cli.runner import Exit, Found, Report, finish, run
from enpitsu.limits import Limits
from enpitsu.sat.backend import AUTO
from enpitsu.solve import solve


class Way(NamedTuple):
    """An engine with a backend."""

    engine: str
    backend: str

    @property
    def name(self) -> str:
        """How the table calls it."""
        return f"{self.engine}/{self.backend}"


@click.command(
    epilog="""\b
Examples:
  enpitsu bench puzzles/
  enpitsu bench puzzles/ --backend minisat22 --backend maplechrono --repeat 3
"""
)
@puzzle_inputs()
@click.option("--engine", "engines", multiple=True, default=[AUTO], help="May be repeated.")
@click.option(
    "--backend",
    "backends",
    type=backend_choice,
    multiple=True,
    default=[AUTO],
    help="Likewise.",
)
@click.option("--repeat", type=click.IntRange(1, 1000), default=1, show_default=True)
@limit_options
@jobs_option
@cluster_option
@json_option
def bench(
    puzzles: Iterator[Found],
    engines: Sequence[str],
    backends: Sequence[str],
    repeat: int,
    limits: Limits,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure ways of solving on the same puzzles: solution and uniqueness, in wall-clock time."""
    ways = [Way(engine, backend) for engine in engines for backend in backends]
    work = partial(_work, ways=ways, repeat=repeat, limits=limits)
    reports = run(puzzles, work, jobs=jobs, cluster=cluster, as_json=as_json)
    if not as_json:
        _show_table([report.data for report in reports if "runs" in report.data], ways)
    finish(reports)


def _work(item: Item, ways: Sequence[Way], repeat: int, limits: Limits) -> Report:
    puzzle = item.document.puzzle
    runs: dict[str, Any] = {}
    limited = False
    for way in ways:
        seconds = []
        for _ in range(repeat):
            started = clock.perf_counter()
            result = solve(puzzle, engine=way.engine, backend=way.backend, limits=limits)
            seconds.append(clock.perf_counter() - started)
        limited = limited or result.reached is not None
        runs[way.name] = {"status": str(result.status), "seconds": median(seconds)}
    data = {"rows": puzzle.rows, "cols": puzzle.cols, "runs": runs}
    return Report(item.name, Exit.LIMIT if limited else Exit.DONE, data=data)


def _show_table(measured: Sequence[dict[str, Any]], ways: Sequence[Way]) -> None:
    if not measured:
        return
    click.echo(f"{len(measured)} puzzles, milliseconds; solution and uniqueness")
    head = ("way", "solved", "total", "median", "90 %", "max")
    click.echo(_row(head))
    for way in ways:
        runs = [each["runs"][way.name] for each in measured]
        times = sorted(run["seconds"] * 1000 for run in runs)
        done = sum(run["status"] != "unknown" for run in runs)
        figures = [sum(times), median(times), times[int(0.9 * (len(times) - 1))], times[-1]]
        click.echo(_row((way.name, str(done), *(f"{figure:.1f}" for figure in figures))))


def _row(columns: Sequence[str]) -> str:
    first, *others = columns
    return f"{first:24}" + "".join(f"{column:>12}" for column in others)
