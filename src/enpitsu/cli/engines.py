"""enpitsu engines, and how other commands let an engine be chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import wraps
from typing import Any

import click

from enpitsu.cli.options import Command, json_option
from enpitsu.cli.telling import wrapped
from enpitsu.kind import Engine, Kind
from enpitsu.registry import kinds
from enpitsu.sat.backend import AUTO


@click.command(
    epilog="""\b
Examples:
  enpitsu engines
  enpitsu engines KIND
  enpitsu engines --json
"""
)
@click.argument("kind", required=False, type=click.Choice(sorted(kinds())))
@json_option
def engines(kind: str | None, as_json: bool) -> None:
    """List the ways of solving, with their options; the first of each kind is the usual one.

    They are chosen by enpitsu solve --engine NAME. All give the same answers.
    """
    for each in kinds().values():
        if each.id != (kind or each.id):
            continue
        if as_json:
            for row in _rows(each):
                click.echo(json.dumps(row, ensure_ascii=False))
        else:
            click.echo("\n".join(_table(each)))


def _rows(kind: Kind[Any]) -> Iterator[dict[str, Any]]:
    for engine in kind.engines:
        yield {
            "kind": kind.id,
            "engine": engine.name,
            "title": engine.title,
            "is_default": engine is kind.engines[0],
            "takes_backend": engine.uses_sat,
            "options": [option._asdict() for option in engine.options],
        }


def _table(kind: Kind[Any]) -> Iterator[str]:
    yield click.style(kind.name, bold=True)
    for engine in kind.engines:
        notes = ["the usual one"] if engine is kind.engines[0] else []
        notes += ["takes --backend"] if engine.uses_sat else []
        remark = f"  ({', '.join(notes)})" if notes else ""
        yield f"  {click.style(engine.name, bold=True)}{remark}"
        yield wrapped(engine.title, 6)
        for option in engine.options:
            yield wrapped(f"--{option.name}: {option.title}", 8)
    yield ""


def engine_options(command: Command) -> Command:
    """--engine, and a flag for each option that some engine of some kind has; the command gets
    `engine` as enpitsu.solve takes it, "name:option". It must have --backend too."""

    @wraps(command)
    def with_engine(*, engine: str, backend: str, **others: Any) -> None:
        chosen = [name for name in flags if others.pop(_parameter(name))]
        text = ":".join((engine, *chosen))
        check_engine(text, backend)
        command(engine=text, backend=backend, **others)

    flags = _flags()
    decorated: Command = with_engine
    for name, help_text in reversed(flags.items()):
        option = click.option(f"--{name}", _parameter(name), is_flag=True, help=help_text)
        decorated = option(decorated)
    return click.option(
        "--engine",
        default=AUTO,
        show_default=True,
        help="Way of solving; enpitsu engines lists them, with their options.",
    )(decorated)


def _parameter(flag: str) -> str:
    """The name under which a flag's value comes, which no other parameter has."""
    return f"engine_{flag.replace('-', '_')}"


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


def _known() -> list[Engine]:
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
    if backend != AUTO and not any(engine.uses_sat for engine in found):
        raise click.UsageError(f"the engine {name} asks no SAT solver, so it has no backends")


def _check_option(name: str, option: str, found: Sequence[Engine]) -> None:
    if _with_option(option, found):
        return
    whose = "the usual engine" if name == AUTO else f"the engine {name}"
    others = ", ".join(_with_option(option, _known()))
    hint = f"it belongs to {others}" if others else "no engine has one of this name"
    raise click.UsageError(f"{whose} has no option {option!r}; {hint}")


def _with_option(option: str, found: Sequence[Engine]) -> list[str]:
    """The names of the engines that have an option."""
    having = (engine.name for engine in found for each in engine.options if each.name == option)
    return list(dict.fromkeys(having))
