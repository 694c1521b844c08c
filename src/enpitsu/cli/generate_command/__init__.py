"""enpitsu generate: a command for each kind, with the options of its own ways of making."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click

from enpitsu.cli.generate_command.again_command import again
from enpitsu.cli.generate_command.from_pictures import make_from_pictures
from enpitsu.cli.generate_command.from_seed import make_one, request_of
from enpitsu.cli.generate_command.generate_options import (
    PICTURE_ONLY,
    SHARED,
    Wanted,
    batch_options,
    maker_options,
    picture_options,
    puzzle_options,
)
from enpitsu.cli.generate_command.make_batch import Series, make_many
from enpitsu.cli.generate_command.output_target import OutputTarget
from enpitsu.cli.shared_options import cluster_option, json_option, limit_options, output_option
from enpitsu.formats import formats
from enpitsu.generate import Request
from enpitsu.kind import AnyKind
from enpitsu.limits import Limits
from enpitsu.registry import kinds

ONLY_MANY = ("graded", "unlike", "cluster")


class _KindCommands(click.Group):
    """A command for each kind that can be made, built when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        able = sorted(name for name, kind in kinds().items() if _is_makeable(kind))
        return [*able, *super().list_commands(context)]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        own = super().get_command(context, name)
        kind = kinds().get(name) if own is None else None
        return own if kind is None or not _is_makeable(kind) else _command(kind)


def _is_makeable(kind: AnyKind) -> bool:
    return bool(kind.makers) or kind.from_picture is not None


EXAMPLES = """\b
Examples:
  enpitsu generate KIND --help
  enpitsu generate KIND --size 10x10 --level hard
  enpitsu generate again new.json
"""


@click.group(cls=_KindCommands, epilog=EXAMPLES)
def generate() -> None:
    """Make new puzzles, each with exactly one solution.

    Each kind has ways and options of its own: enpitsu generate KIND --help tells them.
    """


def _command(kind: AnyKind) -> click.Command:
    def callback(**values: Any) -> None:
        _run(kind, **values)

    command: Callable[..., Any] = callback
    for decorate in reversed([*_options(kind)]):
        command = decorate(command)
    start = f"  enpitsu generate {kind.id}"
    lines = [
        "\b",
        "Methods:",
        *(f"  {maker.name}: {maker.title}" for maker in kind.makers),
        "",
        "\b",
        "Examples:",
        f"{start} --size 10x10 --level hard",
        f"{start} --size 12x18 --seed 7 -o new.json",
        f"{start} --count 1000 --level hard -o hard.jsonl --jobs 8",
    ]
    pictures = ""
    if kind.from_picture is not None:
        pictures = " Or one that shows a picture."
        lines.append(f"{start} --from cat.png --size 30x30")
        lines.append(f"{start} --from flag.jpg --size 40 --colours 4 -o flag.xml")
    words = f"Make a new {kind.name} of a wanted size and level.{pictures}"
    return click.command(kind.id, help=words, epilog="\n".join(lines))(command)


def _options(kind: AnyKind) -> Iterator[Callable[[Any], Any]]:
    yield from puzzle_options
    yield from maker_options(kind)
    yield from picture_options(kind)
    yield click.option("--to", "to_format", type=click.Choice(formats(kind.id)), help="Format.")
    yield output_option
    yield click.option("--solution", is_flag=True, help="Write the solution with the puzzle.")
    yield from batch_options
    yield from (cluster_option, limit_options, json_option)


def _run(
    kind: AnyKind,
    *,
    size: Wanted,
    to_format: str | None,
    output: str | None,
    solution: bool,
    limits: Limits,
    as_json: bool,
    count: int | None,
    graded: bool,
    unlike: tuple[str, ...],
    cluster: str | None,
    jobs: int | None,
    tries: int | None,
    pictures: tuple[str, ...] = (),
    **values: Any,
) -> None:
    if count is not None:
        if pictures:
            raise click.UsageError("--count is not for puzzles from a picture")
        series = Series(
            count=count,
            output=output,
            format=to_format,
            solution=solution,
            as_json=as_json,
            graded=graded,
            unlike=unlike,
            cluster=cluster,
            jobs=jobs,
            tries=tries,
        )
        make_many(_request(kind, size, values), series, limits)
    _refuse_given(ONLY_MANY, "is for batches: add --count N")
    places = max(1, len(pictures))
    target = OutputTarget.checked(
        kind.id, to_format, output, solution=solution, as_json=as_json, count=places
    )
    if pictures:
        for name in ("level", "method"):
            if values.get(name) is not None:
                raise click.UsageError(f"--{name} is not for puzzles from a picture")
        make_from_pictures(kind.id, pictures, size, values, target, limits)
    make_one(_request(kind, size, values), target, limits, tries=tries, jobs=jobs)


def _request(kind: AnyKind, size: Wanted, values: dict[str, Any]) -> Request:
    if kind.from_picture is not None:
        _refuse_given(PICTURE_ONLY, "is for puzzles from a picture: add --from PICTURE")
        # Options that makers share with pictures count only if they are given.
        silent = [name for name in SHARED if not _is_given(name)]
        values = {
            name: value for name, value in values.items() if name not in (*PICTURE_ONLY, *silent)
        }
    return request_of(kind.id, size, values)


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is not click.core.ParameterSource.DEFAULT


def _refuse_given(names: tuple[str, ...], why: str) -> None:
    for name in names:
        if _is_given(name):
            flag = {"graded": "grade"}.get(name, name)
            raise click.UsageError(f"--{flag} {why}")


generate.add_command(again)
