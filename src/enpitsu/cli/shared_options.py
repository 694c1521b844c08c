"""Options that several commands share, and what they become."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from enpitsu.cli.inputs import Item, Items
from enpitsu.cli.runner import Exit, Report, RunOptions, Work, failed
from enpitsu.errors import PuzzleError
from enpitsu.formats import formats
from enpitsu.kind import PROGRAM
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position, parse_fact
from enpitsu.registry import kinds
from enpitsu.sat.backend import AUTO, BACKENDS
from enpitsu.solve import solve

Command = Callable[..., None]

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to use."
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler, as tcp://host:8786, instead of --jobs.",
)
solution_option = click.option(
    "--solution", is_flag=True, help="Solve the puzzle and use the solution as the position."
)


def solved_first(item: Item, work: Work, limits: Limits) -> Report:
    """Do the work with the solution of a puzzle as its position, or report that there is none."""
    result = solve(item.document.puzzle, solutions=1, limits=limits)
    if result.solutions:
        document = replace(item.document, position=result.solutions[0].position)
        return work(item._replace(document=document))
    if result.reached is not None:
        return failed(item.name, f"{result.reached} limit reached", Exit.LIMIT)
    return failed(item.name, "the puzzle has no solution", Exit.NO)


class ChoiceOf(click.Choice[str]):
    """A choice of names that are found out when one is chosen or help is wanted: most runs need
    none of the kinds that know them."""

    def __init__(self, find_names: Callable[[], Iterable[str]]) -> None:
        self._find_names = find_names
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names."""
        return tuple(self._find_names())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; the default needs no looking up."""
        if param is not None and value == param.default:
            return str(value)
        return super().convert(value, param, ctx)


def _other_solvers() -> list[str]:
    """The solvers that only some engines take."""
    engines = (engine for kind in kinds().values() for engine in kind.engines)
    names = (name for engine in engines for name in engine.solvers if name != PROGRAM)
    return list(dict.fromkeys(names))


class _BackendOption(click.Option):
    """--backend, whose help lists all solvers."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        sat, others = ", ".join((AUTO, *BACKENDS)), ", ".join(_other_solvers())
        self.help = f"SAT solver: {sat}; or SMT solver: {others}."
        return super().get_help_record(ctx)


backend_option = click.option(
    "--backend",
    cls=_BackendOption,
    type=ChoiceOf(lambda: [AUTO, *BACKENDS, *_other_solvers()]),
    metavar="NAME",
    default=AUTO,
    show_default=True,
)
kind_names = ChoiceOf(lambda: sorted(kinds()))
format_names = ChoiceOf(formats)


def puzzle_inputs(*, required: bool = True) -> Callable[[Command], Command]:
    """PUZZLE... with --kind and --from; the command gets `puzzles`, read one by one."""

    def decorate(command: Command) -> Command:
        # click.Path only for the shell's completion of file names; links pass all the same.
        @click.argument(
            "inputs", nargs=-1, required=required, metavar="PUZZLE...", type=click.Path()
        )
        @click.option("--kind", type=kind_names, help="Kind, where the text does not tell.")
        @click.option(
            "--from",
            "from_format",
            type=format_names,
            help="Format of the input, where the text does not tell.",
        )
        @wraps(command)
        def with_puzzles(
            *, inputs: tuple[str, ...], kind: str | None, from_format: str | None, **others: Any
        ) -> None:
            command(puzzles=Items(inputs, kind=kind, format=from_format), **others)

        return with_puzzles

    return decorate


def limit_options(command: Command) -> Command:
    """--time, --conflicts and --memory; the command gets `limits`."""

    @click.option("--time", type=click.FloatRange(min=0), metavar="SECONDS", help="Most time each.")
    @click.option(
        "--conflicts", type=click.IntRange(min=0), metavar="N", help="Most conflicts of the solver."
    )
    @click.option(
        "--memory", type=click.FloatRange(min=1), metavar="MB", help="Most memory of a process."
    )
    @wraps(command)
    def with_limits(
        *, time: float | None, conflicts: int | None, memory: float | None, **others: Any
    ) -> None:
        try:
            limits = Limits(seconds=time, conflicts=conflicts, memory=memory)
        except PuzzleError as error:
            raise click.UsageError(str(error)) from None
        command(limits=limits, **others)

    return with_limits


def run_options(*, cluster: bool = False) -> Callable[[Command], Command]:
    """Limits, --jobs, with `cluster` --cluster, and --json; the command gets `limits` and
    `running`."""

    def decorate(command: Command) -> Command:
        @json_option
        @wraps(command)
        def with_options(*, jobs: int, as_json: bool, **others: Any) -> None:
            running = RunOptions(jobs, others.pop("cluster", None), as_json)
            command(running=running, **others)

        decorated = cluster_option(with_options) if cluster else with_options
        return limit_options(jobs_option(decorated))

    return decorate


def parse_facts(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[Fact, ...]:
    """Read facts in the order in which they were written."""
    try:
        parts = map(str.strip, (value or "").split(","))
        return tuple(parse_fact(part) for part in parts if part)
    except ValueError as error:
        raise click.BadParameter(f"{error}; write, for example, r1c1 shaded") from None


position_option = click.option(
    "--position",
    "facts",
    callback=parse_facts,
    metavar="FACTS",
    help="What stands on the board beside what the input carries.",
)


def with_facts(carried: Position, facts: Iterable[Fact]) -> Position:
    """Return the position of a file with facts written on it, one after the other."""
    for fact in facts:
        carried = carried.place(fact)
    return carried


def wants_colour() -> bool:
    """Return whether to colour the output: on a terminal, unless NO_COLOR; always with
    FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def _screen_or_path(
    context: click.Context, option: click.Parameter, value: str | None
) -> str | None:
    """-o - is the screen, as elsewhere; an empty name is a mistake (an unset variable, mostly)."""
    if value == "":
        raise click.BadParameter("the name is empty")
    return None if value == "-" else value


output_option = click.option(
    "-o",
    "--output",
    type=click.Path(),
    callback=_screen_or_path,
    help="File, folder or library:NAME to write; default: the screen.",
)
