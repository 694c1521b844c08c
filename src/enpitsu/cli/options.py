"""Options that several commands share, and the limits they describe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from enpitsu.formats import formats
from enpitsu.limits import Limits
from enpitsu.registry import kinds
from enpitsu.sat.backend import AUTO, BACKENDS

F = TypeVar("F", bound=Callable[..., Any])

# click.Path only for the shell's completion of file names; links and texts pass all the same.
inputs_argument = click.argument(
    "inputs", nargs=-1, required=True, metavar="PUZZLE...", type=click.Path()
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to use."
)
kind_option = click.option(
    "--kind", type=click.Choice(sorted(kinds())), help="Kind, where the text does not tell."
)
from_option = click.option(
    "--from",
    "from_format",
    type=click.Choice(list(formats())),
    help="Format of the input, where the text does not tell.",
)
backend_choice = click.Choice([AUTO, *BACKENDS])
solution_option = click.option(
    "--solution", is_flag=True, help="Solve the puzzle and use the solution as the position."
)
output_option = click.option(
    "-o", "--output", type=click.Path(), help="File or folder to write; default: the screen."
)


def limit_options(command: F) -> F:
    """--time, --conflicts and --memory."""
    for option in (
        click.option(
            "--memory",
            type=click.FloatRange(min=1),
            metavar="MB",
            help="Most memory a process holds.",
        ),
        click.option(
            "--conflicts", type=click.IntRange(min=0), help="Most conflicts of the solver."
        ),
        click.option(
            "--time",
            type=click.FloatRange(min=0),
            metavar="SECONDS",
            help="Most time for a puzzle.",
        ),
    ):
        command = option(command)
    return command


def make_limits(time: float | None, conflicts: int | None, memory: float | None) -> Limits:
    """The limits that the options describe."""
    return Limits(seconds=time, conflicts=conflicts, memory=memory)


def wants_colour() -> bool:
    """Whether to colour the output: on a terminal, unless NO_COLOR; always with FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
