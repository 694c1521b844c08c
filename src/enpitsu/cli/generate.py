"""enpitsu generate"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from enpitsu.cli.inputs import Unreadable
from enpitsu.cli.options import json_option, limit_options, output_option, wants_colour
from enpitsu.cli.output import as_data, join_of, write_contents
from enpitsu.cli.preview import before_and_after, draw
from enpitsu.cli.runner import Exit, Named, Report, run
from enpitsu.errors import FormatError, LimitReached
from enpitsu.formats import dump, find_codec, format_of_ending, formats
from enpitsu.generate import (
    MOST_CHANGES,
    MOST_REDRAWN,
    Outcome,
    PictureOptions,
    PicturePuzzle,
    from_picture,
    picture_makers,
)
from enpitsu.kind import Document, Puzzle
from enpitsu.limits import Limits
from enpitsu.picture import FITS, WHOLE, Box, Crop
from enpitsu.picture.load import MAX_BYTES
from enpitsu.registry import find_kind, kinds

_LINKS = "puzzlink"


class Source(NamedTuple):
    """A picture to make a puzzle from."""

    name: str
    content: Path | bytes


class Wish(NamedTuple):
    """What to make, and what to do with it."""

    kind: str
    rows: int | None
    cols: int | None
    options: PictureOptions
    limits: Limits
    format: str | None
    solution: bool
    draw: bool
    as_json: bool
    colour: bool


# --- options -----------------------------------------------------------------------------------

Wanted = tuple[int | None, int | None, int | None]
"""Rows, columns and the longer side, as far as they are known."""


def _size(context: click.Context, option: click.Parameter, value: str | None) -> Wanted:
    """ "30x20" or "30"."""
    if value is None:
        return None, None, None
    match = re.fullmatch(r"(\d{1,6})(?:[xX](\d{1,6}))?", value.strip(), re.ASCII)
    if match is None:
        raise click.BadParameter("a size is ROWSxCOLS, or one number for the longer side")
    if match[2] is None:
        return None, None, int(match[1])
    return int(match[1]), int(match[2]), None


def _crop(context: click.Context, option: click.Parameter, value: str) -> Crop:
    """ "auto", "none" or four numbers."""
    if value in ("auto", "none"):
        return None if value == "auto" else WHOLE
    if re.fullmatch(r"\d{1,6}(,\d{1,6}){3}", value, re.ASCII) is None:
        raise click.BadParameter("say auto, none, or TOP,LEFT,HEIGHT,WIDTH in pixels")
    box = Box(*map(int, value.split(",")))
    if not (box.height and box.width):
        raise click.BadParameter("height and width must be at least 1")
    return box


def _threshold(context: click.Context, option: click.Parameter, value: str) -> int | None:
    """ "auto" or a brightness."""
    if value == "auto":
        return None
    if re.fullmatch(r"\d{1,3}", value, re.ASCII) is None or int(value) > 255:
        raise click.BadParameter("say auto, or a brightness of 0 to 255")
    return int(value)


def _share(context: click.Context, option: click.Parameter, value: str) -> float | None:
    """ "auto" or a percentage, with or without its sign."""
    if value == "auto":
        return None
    match = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)\s*%?", value.strip(), re.ASCII)
    if match is None or float(match[1]) > 100:
        raise click.BadParameter("say auto, or a percentage of 0 to 100")
    return float(match[1]) / 100


def _ways() -> dict[str, str]:
    """Everything that --solvable can be, of whichever kind."""
    ways: dict[str, str] = {}
    for maker in picture_makers().values():
        ways = {**maker.solvable, **ways}
    return ways


_picture_options = (
    click.option(
        "--size",
        callback=_size,
        metavar="ROWSxCOLS|N",
        help="Cells; one number is the longer side.  [default: a small picture's own, else 30]",
    ),
    click.option(
        "--crop",
        callback=_crop,
        default="auto",
        show_default=True,
        metavar="auto|none|T,L,H,W",
        help="Trim an even border, nothing, or take TOP,LEFT,HEIGHT,WIDTH in pixels.",
    ),
    click.option(
        "--fit",
        type=click.Choice(FITS),
        default=FITS[0],
        show_default=True,
        help="What to do with a picture of another shape.",
    ),
    click.option(
        "--colours",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Colours beside the paper.",
    ),
    click.option(
        "--threshold",
        callback=_threshold,
        default="auto",
        show_default=True,
        metavar="auto|0-255",
        help="With one colour: what is darker is shaded.",
    ),
    click.option("--invert", is_flag=True, help="With one colour: shade what is light."),
    click.option("--dither", is_flag=True, help="Mix colours cell by cell (grainy)."),
    click.option(
        "--solvable",
        type=click.Choice(list(_ways())),
        help="; ".join(f"{way}: {words}" for way, words in _ways().items()) + ".",
    ),
    click.option(
        "--changes",
        callback=_share,
        default="auto",
        show_default=True,
        metavar="auto|N%",
        help="Most cells that may differ from the picture to make it solvable; "
        f"auto: {MOST_CHANGES:.0%}, or {MOST_REDRAWN:.0%} with thicker lines or darker shades.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**32),
        default=1,
        show_default=True,
        help="Another seed may change other cells.",
    ),
)


def picture_options(command: Any) -> Any:
    """The options on how to read a picture; the command gets `size` and others."""
    for option in reversed(_picture_options):
        command = option(command)
    return command


def _examples() -> str:
    """The help's last lines, with a kind that can really do it."""
    start = f"  enpitsu generate {next(iter(picture_makers()), 'KIND')} --from"
    return f"""\b
Examples:
{start} cat.png --size 30x30
{start} flag.jpg --size 40 --colours 4 -o flag.xml
{start} logo.gif --crop 0,0,200,200 --to puzzlink
"""


@click.command(epilog=_examples())
@click.argument("kind", type=click.Choice(sorted(kinds())))
@click.option(
    "--from",
    "pictures",
    multiple=True,
    type=click.Path(),
    metavar="PICTURE",
    help="PNG, JPEG, GIF or WebP file, - for standard input; may be repeated.",
)
@picture_options
@click.option(
    "--to", "to_format", type=click.Choice(list(formats())), help="Format to write the puzzle in."
)
@output_option
@click.option("--solution", is_flag=True, help="Write the solution with the puzzle.")
@limit_options
@json_option
def generate(
    kind: str,
    pictures: tuple[str, ...],
    size: Wanted,
    to_format: str | None,
    output: str | None,
    solution: bool,
    limits: Limits,
    as_json: bool,
    **options: Any,
) -> None:
    """Make a puzzle whose solution shows a picture."""
    if kind not in picture_makers():
        raise click.UsageError(f"{kind} shows no picture; choose {', '.join(picture_makers())}")
    if "" in pictures:
        raise click.UsageError("the name of the picture is empty")
    if not pictures:
        raise click.UsageError("say which picture: --from PICTURE")
    if to_format is not None and to_format not in formats(kind):
        raise click.UsageError(
            f"{kind} has no format {to_format}; it has {', '.join(formats(kind))}"
        )
    if solution and output is None and to_format is None and not as_json:
        raise click.UsageError("--solution is for a puzzle that is written: add -o FILE or --to")
    chosen = to_format or _format_of(kind, output)
    _check_format(kind, chosen, options["colours"])
    _check_target(output, len(pictures))
    rows, cols, longer = size
    wish = Wish(
        kind=kind,
        rows=rows,
        cols=cols,
        options=cast(PictureOptions, {"size": longer, **options}),
        limits=limits,
        format=chosen,
        solution=solution,
        draw=output is not None or to_format is None,
        as_json=as_json,
        colour=wants_colour(),
    )
    reports = run(_sources(pictures), partial(_work, wish=wish), jobs=1, as_json=as_json)
    codec = find_codec(chosen or "json", kind)
    write_contents(reports, output, codec.suffixes[0], join=join_of(codec))


def _format_of(kind: str, output: str | None) -> str | None:
    """The format that a file's ending tells; None for the screen."""
    if output is None:
        return None
    fitting = format_of_ending(Path(output).suffix.lower(), kind)
    if fitting is None:
        raise click.UsageError(f"say the format: --to {'|'.join(formats(kind))}")
    return fitting


def _check_format(kind: str, format: str | None, colours: int) -> None:
    """Refuse before the work what the format could not hold after it."""
    maker = picture_makers()[kind]
    if format is None or not 1 < colours <= maker.most_colours:
        return
    try:
        dump(maker.sample(colours), format)
    except FormatError as error:
        raise click.UsageError(f"--to {format} with {colours} colours: {error}") from None


def _check_target(output: str | None, count: int) -> None:
    """Refuse before the work a file in a folder that is not there."""
    path = Path(output or ".")
    is_file = not path.is_dir() and (path.suffix or count == 1)
    if is_file and not path.parent.is_dir():
        raise click.UsageError(f"there is no folder {_printable(str(path.parent))}")


def _printable(name: str) -> str:
    """A file name that does nothing to the terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name
    )


def _sources(pictures: tuple[str, ...]) -> Iterator[Named]:
    for picture in pictures:
        if picture == "-":
            yield _standard_input()
        elif Path(picture).is_dir():
            yield Unreadable(_printable(picture), "this is a folder: name a picture file")
        else:
            yield Source(_printable(picture), Path(picture))


def _standard_input() -> Named:
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    return Source("standard input", data)


# --- work --------------------------------------------------------------------------------------


def _work(source: Source, wish: Wish) -> Report:
    try:
        made = from_picture(
            wish.kind, source.content, wish.rows, wish.cols, limits=wish.limits, **wish.options
        )
    except LimitReached as limit:
        return _unknown(source, str(limit), ())
    if made.status != Outcome.MADE:
        return _not_made(source, made)
    document = Document(puzzle=made.puzzle)
    if wish.solution:
        document = Document(puzzle=made.puzzle, position=made.solution)
    if wish.as_json:
        chosen = wish.format or "json"
        data = _data(made) | as_data(chosen, dump(document, chosen))
        return Report(source.name, Exit.DONE, data=data)
    return Report(
        source.name,
        Exit.DONE,
        text=_text(source, made, wish) if wish.draw else "",
        warnings=made.remarks,
        content=None if wish.format is None else dump(document, wish.format),
    )


def _not_made(source: Source, made: PicturePuzzle) -> Report:
    """The report of a failure: the best attempt is not shown, as it is no puzzle."""
    if made.reached is not None:
        return _unknown(source, made.reached, made.remarks)
    error = f"no puzzle could be made: {made.failure}{_allowance(made)}"
    return _report(source, Exit.NO, made.status, None, error, made.remarks)


def _unknown(source: Source, reached: str, remarks: tuple[str, ...]) -> Report:
    error = f"{reached} limit reached before a puzzle was made"
    return _report(source, Exit.LIMIT, Outcome.UNKNOWN, reached, error, remarks)


def _report(
    source: Source,
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


def _text(source: Source, made: PicturePuzzle, wish: Wish) -> str:
    parts = [_headline(source, made), before_and_after(made, wish.colour)]
    if wish.format is None:
        parts += [draw(made.puzzle, None, wish.colour), _where_to_go(made)]
    return "\n\n".join(parts)


def _headline(source: Source, made: PicturePuzzle) -> str:
    puzzle = made.puzzle
    way = picture_makers()[puzzle.kind].solvable[made.solvable]
    verdict = click.style("made", fg="green", bold=True)
    return (
        f"{source.name}  {find_kind(puzzle.kind).name} {puzzle.rows}x{puzzle.cols}  "
        f"{verdict} ({way})  {_changes(made)}  {made.seconds:.2f} s"
    )


def _changes(made: PicturePuzzle) -> str:
    """How much was changed, and how much of that not cell by cell."""
    count, redrawn = len(made.changed), len(made.redrawn)
    share = 100 * count / made.cells
    how = f": {redrawn} by {made.redrawing}, {count - redrawn} singly" if redrawn else ""
    return f"{count} of {made.cells} cells changed ({share:.1f} %){how}"


def _where_to_go(made: PicturePuzzle) -> str:
    """A link to play the puzzle, or how to save it where no link can hold it."""
    link = _dumped(made.puzzle, _LINKS)
    if link is not None:
        return link
    known = [name for name in formats(made.puzzle.kind) if _dumped(made.puzzle, name) is not None]
    return f"to save it: -o FILE, or --to {'|'.join(known)}"


def _dumped(puzzle: Puzzle, format: str) -> str | None:
    """The puzzle in a format; None where the format cannot hold it."""
    try:
        return dump(puzzle, format)
    except FormatError:
        return None
