"""The command line: one small module a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any

import click

from enpitsu.cli.bench_command import bench
from enpitsu.cli.book_command import book
from enpitsu.cli.check_command import check
from enpitsu.cli.completion_command import completion
from enpitsu.cli.convert_command import convert
from enpitsu.cli.engines_command import engines
from enpitsu.cli.explain_command import explain
from enpitsu.cli.export_command import export
from enpitsu.cli.generate import generate
from enpitsu.cli.grade_command import grade
from enpitsu.cli.hint_command import hint
from enpitsu.cli.improve_command import improve
from enpitsu.cli.library_command import library
from enpitsu.cli.render_command import render
from enpitsu.cli.runner import Exit
from enpitsu.cli.serve_command import serve
from enpitsu.cli.shared_options import wants_colour
from enpitsu.cli.solve_command import solve
from enpitsu.cli.suggest_command import suggest
from enpitsu.cli.techniques_command import techniques
from enpitsu.cli.why_command import why
from enpitsu.errors import shorten

EPILOG = """\b
Exit codes: 0 done, 1 the answer is "no" (no solution, not unique, a broken rule),
2 bad input or usage, 3 a limit was reached. Of many inputs the highest counts.
"""


class _Main(click.Group):
    """All commands; what they refuse repeats little of what was given."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _shortly():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _shortly():
            return super().invoke(ctx)


@contextmanager
def _shortly() -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = shorten(error.message)
        raise


@click.group(
    cls=_Main,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EPILOG,
)
@click.version_option(package_name="enpitsu", prog_name="enpitsu")
@click.pass_context
def main(context: click.Context) -> None:
    """Enpitsu, the workshop for Japanese pencil puzzles.

    Every command reads files, folders, links or - (standard input), many at once.

    \b
    Examples:
      enpitsu solve 'https://puzz.link/p?...'
      enpitsu solve puzzles/ --json --jobs 4
      enpitsu hint game.json
      enpitsu render puzzle.csv --solution -o puzzle.svg
    """
    context.color = wants_colour()


def entry() -> None:
    """Start the command line: the entry point of the installed command."""
    if sys.stdout is None or sys.stderr is None:
        # The caller closed them: exit codes and files are all that is wanted.
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - open until the end
        sys.stderr = sys.stderr or sys.stdout
    for stream in (sys.stdout, sys.stderr):
        # A terminal of another encoding shows "?" for what it lacks, rather than nothing at all.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        main(prog_name="enpitsu")
    except OSError as error:
        with suppress(OSError, ValueError):
            click.echo(f"error: cannot write: {error.strerror}", err=True)
        # What could not be written must not be tried again when Python shuts down.
        os._exit(int(Exit.BAD_INPUT))


COMMANDS = (
    solve,
    check,
    hint,
    why,
    explain,
    grade,
    techniques,
    convert,
    render,
    generate,
    suggest,
    improve,
    book,
    serve,
    library,
    export,
    engines,
    bench,
    completion,
)
for command in COMMANDS:
    main.add_command(command)
