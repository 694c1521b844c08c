"""enpitsu engines, and how other commands let an engine be chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import wraps
from itertools import chain, islice
from typing import Any

import click

from enpitsu.cli.inputs import Found, Item, Unreadable
from enpitsu.cli.shared_options import Command, json_option, kind_names
from enpitsu.cli.terminal_text import wrapped
from enpitsu.errors import PuzzleError
from enpitsu.kind import PROGRAM, AnyKind, Engine
from enpitsu.registry import kind_of, kinds
from enpitsu.sat.backend import AUTO, BACKENDS
from enpitsu.solve import find_engine


@click.command(
    epilog="""\b
Examples:
  enpitsu engines
  enpitsu engines KIND
  enpitsu engines --json
"""
)
@click.argument("kind", required=False, type=kind_names)
@json_option
def engines(kind: str | None, as_json: bool) -> None:
    """List the ways of solving, with their options; the first of each kind is the usual one.

    They are chosen by enpitsu solve --engine NAME. All give the same answers.
    """
    for each in kinds().values():
        if each.id != (kind or each.id):
            continue
        if not as_json:
            click.echo("\n".join(_table(each)))
            continue
        for engine in each.engines:
            row = {
                "kind": each.id,
                "engine": engine.name,
                "title": engine.title,
                "is_default": engine is each.engines[0],
                "takes_backend": engine.uses_sat or bool(engine.solvers),
                "backends": list(BACKENDS if engine.uses_sat else engine.solvers),
                "options": [option._asdict() for option in engine.options],
            }
            click.echo(json.dumps(row, ensure_ascii=False))


def _table(kind: AnyKind) -> Iterator[str]:
    yield click.style(kind.name, bold=True)
    for engine in kind.engines:
        notes = ["the usual one"] if engine is kind.engines[0] else []
        notes += ["takes --backend"] if engine.uses_sat else []
        names = [name for name in engine.solvers if name != PROGRAM]
        notes += [f"takes --backend {' or '.join(names)}"] if names else []
        notes += ["takes --smt-solver 'PROGRAM ARGUMENTS'"] if PROGRAM in engine.solvers else []
        remark = f"  ({', '.join(notes)})" if notes else ""
        yield f"  {click.style(engine.name, bold=True)}{remark}"
        yield wrapped(engine.title, 6)
        for option in engine.options:
            yield wrapped(f"--{option.name}: {option.title}", 8)
    yield ""


class EngineCommand(click.Command):
    """A command with `engine_options`: it also has a flag for each option that some engine of some
    kind has. Kinds are loaded for that only where a word may be such a flag, or help is wanted."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for param in self.params for name in (*param.opts, *param.secondary_opts)}
        options = (word.partition("=")[0] for word in args if word.startswith("-") and word != "-")
        ctx.meta[_PLAIN] = own.issuperset(options)
        try:
            return super().parse_args(ctx, args)
        finally:
            ctx.meta[_PLAIN] = False

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        if ctx.meta.get(_PLAIN):
            return params
        behind = 1 + [param.name for param in params].index("engine")
        flags = [
            click.Option([f"--{name}", _parameter(name)], is_flag=True, help=help_text)
            for name, help_text in _flags().items()
        ]
        return params[:behind] + flags + params[behind:]


_PLAIN = f"{__name__}.plain"
"""Set while a command line is read in which nothing can be the flag of an engine."""


def engine_options(command: Command) -> Command:
    """--engine, for an EngineCommand; the command gets `engine` as enpitsu.solve takes it,
    "name:option". It must have PUZZLE... too."""

    @wraps(command)
    def with_engine(*, engine: str, puzzles: Iterator[Found], **others: Any) -> None:
        flags = [name for name in others if name.startswith(_FLAG)]
        given = {name for name in flags if others.pop(name)}
        chosen = [name for name in _flags() if _parameter(name) in given] if given else []
        program = others.pop("smt_solver", None)
        if program is not None:
            if others["backend"] != AUTO:
                raise click.UsageError("--backend and --smt-solver exclude each other")
            others["backend"] = PROGRAM + program
        backend = str(others.get("backend", AUTO))
        text = ":".join((engine, *chosen))
        if (text, backend) != (AUTO, AUTO):
            text, puzzles = _checked(text, backend, puzzles)
        command(engine=text, puzzles=puzzles, **others)

    return click.option(
        "--engine",
        default=AUTO,
        show_default=True,
        help="Way of solving; enpitsu engines lists them, with their options.",
    )(with_engine)


def _checked(text: str, backend: str, puzzles: Iterator[Found]) -> tuple[str, Iterator[Found]]:
    """Return the engine and the puzzles that go with it; UsageError if there is none such."""
    name, *options = text.split(":")
    if name == AUTO:
        # A solver that only other engines take names its engine.
        name = next((each.name for each in _known() if each.takes(backend)), AUTO)
        text = ":".join((name, *options))
    puzzles = _check_name(text, puzzles)
    check_engine(text, backend)
    return text, map(_refuse_others, puzzles) if backend.startswith(PROGRAM) else puzzles


smt_solver_option = click.option(
    "--smt-solver",
    metavar="COMMAND",
    help="Any program that reads SMT-LIB 2, as 'z3 -in': the script comes on its standard "
    "input, or in a file where the command says {}.",
)
"""For commands with --backend and engine_options, which makes a backend of it."""


def _refuse_others(found: Found) -> Found:
    """Refuse a puzzle of a kind that knows nothing of --smt-solver."""
    able = [each for each in kinds().values() if any(PROGRAM in it.solvers for it in each.engines)]
    if isinstance(found, Unreadable) or kind_of(found.document.puzzle) in able:
        return found
    names = ", ".join(kind.name for kind in able)
    return Unreadable(found.name, f"--smt-solver is for kinds with an SMT engine: {names}")


def _check_name(text: str, puzzles: Iterator[Found]) -> Iterator[Found]:
    """Return the same puzzles; UsageError for an engine that no kind has, with those of the first
    puzzle's kind."""
    name = text.partition(":")[0]
    if "/" in text or name == AUTO or name in {engine.name for engine in _known()}:
        return puzzles
    first = list(islice(puzzles, 1))
    if first and isinstance(first[0], Item):
        try:
            find_engine(kind_of(first[0].document.puzzle), name)
        except PuzzleError as error:
            raise click.UsageError(str(error)) from None
    return chain(first, puzzles)


_FLAG = "engine_"


def _parameter(flag: str) -> str:
    """The name under which a flag's value comes, which no other parameter has."""
    return _FLAG + flag.replace("-", "_")


def _flags() -> dict[str, str]:
    """Each option's help: whose it is and what it does."""
    owners: dict[tuple[str, str], list[str]] = {}
    for engine in _known():
        for option in engine.options:
            owners.setdefault((option.name, option.title), []).append(engine.name)
    flags: dict[str, list[str]] = {}
    for (name, title), engines_with_it in owners.items():
        flags.setdefault(name, []).append(f"{', '.join(dict.fromkeys(engines_with_it))}: {title}.")
    return {name: "With " + " ".join(parts) for name, parts in flags.items()}


def _known() -> list[Engine[Any]]:
    return [engine for kind in kinds().values() for engine in kind.engines]


def check_engine(text: str, backend: str) -> None:
    """UsageError if no kind has such an engine with such options, before any puzzle is read."""
    chosen, slash, solver = text.partition("/")
    if slash:
        raise click.UsageError(
            f"there is no engine {text!r}; a back end is chosen beside the engine:"
            f" --engine {chosen} --backend {solver.partition(':')[0]}"
        )
    name, *options = text.split(":")
    if name == AUTO:
        found = [kind.engines[0] for kind in kinds().values()]
    else:
        found = [engine for engine in _known() if engine.name == name]
    if not found:
        names = ", ".join(dict.fromkeys(engine.name for engine in _known()))
        raise click.UsageError(f"there is no engine {name!r}; known: {names}")
    for option in options:
        _check_option(name, option, found)
    if backend == AUTO or any(
        (engine.takes(backend) or (engine.uses_sat and backend in BACKENDS)) for engine in found
    ):
        return
    if backend.startswith(PROGRAM):
        able = dict.fromkeys(engine.name for engine in _known() if PROGRAM in engine.solvers)
        raise click.UsageError(f"--smt-solver goes with the engine {' or '.join(able)}")
    if not any(engine.uses_sat or engine.solvers for engine in found):
        raise click.UsageError(f"the engine {name} asks no SAT solver, so it has no backends")
    solvers = [
        each for engine in found for each in (BACKENDS if engine.uses_sat else engine.solvers)
    ]
    known = ", ".join(dict.fromkeys(solvers)).replace(PROGRAM, "--smt-solver COMMAND")
    raise click.UsageError(f"the engine {name} has no backend {backend!r}; known: {known}")


def _check_option(name: str, option: str, found: Sequence[Engine[Any]]) -> None:
    if _with_option(option, found):
        return
    known = sorted({each.name for engine in found for each in engine.options})
    hint = "it has none"
    if others := _with_option(option, _known()):
        hint = f"it belongs to {', '.join(others)}"
    elif known:
        hint = f"known: {', '.join(known)} (as {':'.join((name, *known[:2]))})"
    whose = "the usual engine" if name == AUTO else f"the engine {name}"
    raise click.UsageError(f"{whose} has no option {option!r}; {hint}")


def _with_option(option: str, found: Sequence[Engine[Any]]) -> list[str]:
    """Return the names of the engines that have an option."""
    having = (engine.name for engine in found for each in engine.options if each.name == option)
    return list(dict.fromkeys(having))
