"""enpitsu generate --from: puzzles from pictures."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from enpitsu.cli.board_preview import before_and_after, draw
from enpitsu.cli.generate.generate_options import PICTURE_ONLY, SHARED, Wanted
from enpitsu.cli.generate.output_target import OutputTarget, printable, where_to_go
from enpitsu.cli.inputs import Unreadable
from enpitsu.cli.runner import Exit, Named, Report, run
from enpitsu.cli.write_output import as_data, join_of, write_contents
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
) -> None:
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
        _sources(pictures), partial(_work, request=request), jobs=1, as_json=target.as_json
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
            yield _standard_input()
        elif Path(picture).is_dir():
            yield Unreadable(printable(picture), "this is a folder: name a picture file")
        else:
            yield PictureSource(printable(picture), Path(picture))


def _standard_input() -> Named:
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    return PictureSource("standard input", data)


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
        return _unknown(source, str(limit), ())
    if made.status != Outcome.MADE:
        return _not_made(source, made)
    document = Document(puzzle=made.puzzle)
    if request.target.solution:
        document = Document(puzzle=made.puzzle, position=made.solution)
    if request.target.as_json:
        chosen = request.target.format or "json"
        data = _data(made) | as_data(chosen, dump(document, chosen))
        return Report(source.name, Exit.DONE, data=data)
    return Report(
        source.name,
        Exit.DONE,
        text=_text(source, made, request) if request.target.draw else "",
        warnings=made.remarks,
        content=None if request.target.format is None else dump(document, request.target.format),
    )


def _not_made(source: PictureSource, made: PicturePuzzle) -> Report:
    """The report of a failure: the best attempt is not shown, as it is no puzzle."""
    if made.reached is not None:
        return _unknown(source, made.reached, made.remarks)
    error = f"no puzzle could be made: {made.failure}{_allowance(made)}"
    return _report(source, Exit.NO, made.status, None, error, made.remarks)


def _unknown(source: PictureSource, reached: str, remarks: tuple[str, ...]) -> Report:
    error = f"{reached} limit reached before a puzzle was made"
    return _report(source, Exit.LIMIT, Outcome.UNKNOWN, reached, error, remarks)


def _report(
    source: PictureSource,
    code: Exit,
    status: Outcome,
    reached: str | None,
    error: str,
    remarks: tuple[str, ...],
) -> Report:
    data = {"status": str(status), "reached": reached, "error": error, "remarks": list(remarks)}
    return Report(source.name, code, data=data, error=error, warnings=remarks)


def _allowance(made: PicturePuzzle) -> str:
    """The option that allows what was found to help."""
    if made.needed is None:
        return ""
    return f"; --changes {math.ceil(100 * made.needed / made.cells)}% allows it"


def _data(made: PicturePuzzle) -> dict[str, Any]:
    puzzle = made.puzzle
    return {
        "kind": puzzle.kind,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
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
    parts = [_headline(source, made), before_and_after(made, request.target.colour)]
    if request.target.format is None:
        parts += [draw(made.puzzle, None, request.target.colour), where_to_go(made.puzzle)]
    return "\n\n".join(parts)


def _headline(source: PictureSource, made: PicturePuzzle) -> str:
    puzzle = made.puzzle
    way = picture_makers()[puzzle.kind].solvable[made.solvable]
    verdict = click.style("made", fg="green", bold=True)
    return (
        f"{source.name}  {find_kind(puzzle.kind).name} {puzzle.rows}x{puzzle.cols}  "
        f"{verdict} ({way})  {_changes(made)}  {made.seconds:.2f} s"
    )


def _changes(made: PicturePuzzle) -> str:
    """Return how much was changed, and how much of that not cell by cell."""
    count, redrawn = len(made.changed), len(made.redrawn)
    share = 100 * count / made.cells
    how = f": {redrawn} by {made.redrawing}, {count - redrawn} singly" if redrawn else ""
    return f"{count} of {made.cells} cells changed ({share:.1f} %){how}"
