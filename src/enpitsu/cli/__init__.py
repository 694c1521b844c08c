"""The command line: one small module a command."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from enpitsu.errors import shorten
from enpitsu.version import version

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "bench": "Measure ways of solving side by side: is there a solution, and is it the only one?",
    "book": "Make a book of puzzles as a PDF file: cover, rules, puzzles, solutions.",
    "check": "Check positions by the rules: exit code 0 if solved and right, 1 if a rule is "
    "broken.",
    "completion": "Print the completion script for a shell.",
    "convert": "Write puzzles in another format, with the position they carry.",
    "engines": "List the ways of solving, with their options; the first of each kind is the usual "
    "one.",
    "explain": "Lead through puzzles step by step, with reasons.",
    "export": "Write what a solver sees, or a proof of uniqueness that anyone can check; and read "
    "what a SAT solver answers.",
    "generate": "Make new puzzles, each with exactly one solution.",
    "grade": "Tell how hard puzzles are for people, and why.",
    "hint": "Tell the first mistake, or the easiest next step and why; or fill in all that is "
    "plain.",
    "improve": "Tell what can be better about puzzles, and do it if asked.",
    "library": "Keep puzzles in collections.",
    "practise": "Write sheets of exercises for techniques, with the answers behind.",
    "render": "Draw puzzles, positions and solutions.",
    "serve": "Open the web app: play, make and keep puzzles in the browser.",
    "solve": "Solve puzzles and tell whether each solution is the only one.",
    "suggest": "Suggest what to change so that puzzles have exactly one solution.",
    "techniques": "List the techniques that explanations use, the easiest first.",
    "why": "Tell why something must be so on a board, or why it cannot be.",
}
"""Each command with its line in the help. Its module, NAME_command, is imported when it is run."""

EPILOG = """\b
Exit codes: 0 done, 1 the answer is "no" (no solution, not unique, a broken rule),
2 bad input or usage, 3 a limit was reached. Of many inputs the highest counts.
"""


class _Main(click.Group):
    """All commands, each imported when it is asked for; what they refuse repeats little of what was
    given."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"{__name__}.{name}_command"), name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = [click.Command(name, short_help=line) for name, line in COMMANDS.items()]
        click.Group(commands=listed).format_commands(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        fitting = ((name, line) for name, line in COMMANDS.items() if name.startswith(incomplete))
        commands = [CompletionItem(name, help=line) for name, line in fitting]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

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
@click.version_option(version(), prog_name="enpitsu")
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
    # Here, as --version and --help need nothing of it.
    from enpitsu.cli.shared_options import wants_colour

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
        from enpitsu.cli.runner import Exit

        # What could not be written must not be tried again when Python shuts down.
        os._exit(int(Exit.BAD_INPUT))
    finally:
        # Python need not look through all that is loaded for what nobody uses, only to end.
        gc.freeze()
