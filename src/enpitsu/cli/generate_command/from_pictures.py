"""enpitsu generate --from: puzzles from pictures."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, cast

import click

from enpitsu.cli.board_preview import before_and_after, draw
from enpitsu.cli.destinations import join_of
from enpitsu.cli.generate_command.generate_options import PICTURE_ONLY, SHARED, Wanted
from enpitsu.cli.generate_command.output_target import OutputTarget, printable, where_to_go
from enpitsu.cli.inputs import Unreadable
from enpitsu.cli.runner import Exit, Named, Report, RunOptions, run
from enpitsu.cli.terminal_text import size_data
from enpitsu.cli.write_output import as_data, write_contents
from enpitsu.errors import FormatError, LimitReached
from enpitsu.formats import dump, find_codec
from enpitsu.generate import (
    Outcome,
    PictureOptions,
    PicturePuzzle,
    from_picture,
    picture_makers,
)
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.picture.load import MAX_BYTES
from enpitsu.registry import find_kind


class PictureSource(NamedTuple):
    """A picture to make a puzzle from."""

    name: str
    content: Path | bytes


class PictureJob(NamedTuple):
    """A puzzle to be made from a picture, and its destination."""

    kind: str
    rows: int | None
    cols: int | None
    options: PictureOptions
    limits: Limits
    target: OutputTarget


def make_from_pictures(
    kind: str,
    pictures: tuple[str, ...],
    size: Wanted,
    values: Mapping[str, Any],
    target: OutputTarget,
    limits: Limits,
) -> NoReturn:
    """Make a puzzle of each picture, and leave with the exit code."""
    if "" in pictures:
        raise click.UsageError("the name of the picture is empty")
    _check_format(kind, target.format, values["colours"])
    rows, cols, longer = size
    options = {name: values[name] for name in (*PICTURE_ONLY, *SHARED, "seed")}
    request = PictureJob(
        kind, rows, cols, cast(PictureOptions, {"size": longer, **options}), limits, target
    )
    reports = run(
        _sources(pictures), partial(_work, request=request), RunOptions(as_json=target.as_json)
    )
    codec = find_codec(target.format or "json", kind)
    write_contents(reports, target.output, codec.suffixes[0], join=join_of(codec))


def _check_format(kind: str, format: str | None, colours: int) -> None:
    """Refuse before the work what the format could not hold after it."""
    maker = picture_makers()[kind]
    if format is None or not 1 < colours <= maker.most_colours:
        return
    try:
        dump(maker.sample(colours), format)
    except FormatError as error:
        raise click.UsageError(f"--to {format} with {colours} colours: {error}") from None


def _sources(pictures: tuple[str, ...]) -> Iterator[Named]:
    for picture in pictures:
        if picture == "-":
            yield PictureSource("standard input", sys.stdin.buffer.read(MAX_BYTES + 1))
        elif Path(picture).is_dir():
            yield Unreadable(printable(picture), "this is a folder: name a picture file")
        else:
            yield PictureSource(printable(picture), Path(picture))


# --- work --------------------------------------------------------------------------------------


def _work(source: PictureSource, request: PictureJob) -> Report:
    try:
        made = from_picture(
            request.kind,
            source.content,
            request.rows,
            request.cols,
            limits=request.limits,
            **request.options,
        )
    except LimitReached as limit:
        return _fail(source, Outcome.UNKNOWN, str(limit), "", ())
    if made.status != Outcome.MADE:
        # The best attempt is not shown, as it is no puzzle.
        why = made.failure
        if made.needed is not None:
            why += f"; --changes {math.ceil(100 * made.needed / made.cells)}% allows it"
        status = made.status if made.reached is None else Outcome.UNKNOWN
        return _fail(source, status, made.reached, why, made.remarks)
    target = request.target
    document = Document(puzzle=made.puzzle)
    if target.solution:
        document = Document(puzzle=made.puzzle, position=made.solution)
    content = dump(document, target.format or "json")
    if target.as_json:
        data = _data(made) | as_data(target.format or "json", content)
        return Report(source.name, Exit.DONE, data=data)
    return Report(
        source.name,
        Exit.DONE,
        text=_text(source, made, request) if target.draw else "",
        warnings=made.remarks,
        content=None if target.format is None else content,
    )


def _fail(
    source: PictureSource,
    status: Outcome,
    reached: str | None,
    why: str,
    remarks: tuple[str, ...],
) -> Report:
    error = f"no puzzle could be made: {why}"
    if reached is not None:
        error = f"{reached} limit reached before a puzzle was made"
    data = {"status": str(status), "reached": reached, "error": error, "remarks": list(remarks)}
    code = Exit.of(False, reached)
    return Report(source.name, code, data=data, error=error, warnings=remarks)


def _data(made: PicturePuzzle) -> dict[str, Any]:
    return {
        **size_data(made.puzzle),
        "status": str(made.status),
        "reached": made.reached,
        "solvable": made.solvable,
        "colours": {name: paint.rgb for name, paint in made.paints.items() if name},
        "background": made.paints[""].rgb,
        "before": list(map(str, made.before)),
        "solution": list(map(str, made.solution)),
        "changed": list(map(str, made.changed)),
        "changed_share": round(len(made.changed) / made.cells, 4),
        "redrawn": list(map(str, made.redrawn)),
        "redrawing": made.redrawing or None,
        "remarks": list(made.remarks),
        "seconds": round(made.seconds, 4),
    }


def _text(source: PictureSource, made: PicturePuzzle, request: PictureJob) -> str:
    puzzle, colour = made.puzzle, request.target.colour
    solvable = picture_makers()[puzzle.kind].solvable[made.solvable]
    verdict = click.style("made", fg="green", bold=True)
    count, redrawn = len(made.changed), len(made.redrawn)
    changes = f"{count} of {made.cells} cells changed ({100 * count / made.cells:.1f} %)"
    if redrawn:
        changes += f": {redrawn} by {made.redrawing}, {count - redrawn} singly"
    headline = (
        f"{source.name}  {find_kind(puzzle.kind).name} {puzzle.rows}x{puzzle.cols}  "
        f"{verdict} ({solvable})  {changes}  {made.seconds:.2f} s"
    )
    parts = [headline, before_and_after(made, colour)]
    if request.target.format is None:
        parts += [draw(puzzle, None, colour), where_to_go(puzzle)]
    return "\n\n".join(parts)
