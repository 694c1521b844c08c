"""The options of `enpitsu generate`: those of every kind, of pictures, and of a kind's makers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from enpitsu.batch.generate_many import MOST_COUNT
from enpitsu.colour import is_colour
from enpitsu.errors import PuzzleError
from enpitsu.generate import MOST_CHANGES, MOST_REDRAWN
from enpitsu.grade import LEVELS
from enpitsu.kind import AnyKind
from enpitsu.making import Option, parse_share
from enpitsu.picture import FITS, READ, WHOLE, Box, Crop

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

Wanted = tuple[int | None, int | None, int | None]
"""Rows, columns and the longer side, as far as they are known."""

MOST_DRAWING = 100_000  # characters of a drawing that are read


# --- how values are written ----------------------------------------------------------------------


def _size(context: click.Context, option: click.Parameter, value: str | None) -> Wanted:
    """ "30x20" or "30"."""
    if value is None:
        return None, None, None
    match = re.fullmatch(r"(\d{1,6})(?:[xX](\d{1,6}))?", value.strip(), re.ASCII)
    if match is None:
        raise click.BadParameter("a size is ROWSxCOLS, or one number")
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


def _paper(context: click.Context, option: click.Parameter, value: str) -> str | None:
    """ "auto" or a colour."""
    if value == "auto":
        return None
    if not is_colour(value):
        raise click.BadParameter("say auto, or a colour as #rrggbb")
    return value


def _share(context: click.Context, option: click.Parameter, value: str | None) -> float | None:
    """ "80%" or "0.8"; "auto", where that is a choice, is None."""
    if value in ("auto", None):
        return None
    try:
        return parse_share(value)
    except PuzzleError as error:
        raise click.BadParameter(str(error)) from None


def _drawing(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The text of a file; what it must be the maker knows."""
    if value is None:
        return None
    try:
        with Path(value).open(encoding="utf-8") as file:
            text = file.read(MOST_DRAWING + 1)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise click.BadParameter(f"cannot read the drawing: {reason}") from None
    if len(text) > MOST_DRAWING:
        raise click.BadParameter("the drawing is too large")
    return text


# --- of every kind -------------------------------------------------------------------------------

puzzle_options: tuple[Decorator, ...] = (
    click.option(
        "--size",
        callback=_size,
        metavar="ROWSxCOLS|N",
        help="Cells; one number is the side of a square.  [default: 10x10]",
    ),
    click.option(
        "--level",
        type=click.Choice([*map(str, LEVELS)]),
        help="How hard it must be.  [default: any]",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=1,
        show_default=True,
        help="Another seed gives another puzzle, the same seed the same.",
    ),
)
batch_options: tuple[Decorator, ...] = (
    click.option(
        "--count",
        type=click.IntRange(1, MOST_COUNT),
        metavar="N",
        help="Make a batch of N puzzles, no two alike after turning or mirroring. With -o, a run "
        "that was interrupted goes on when the command is given again.",
    ),
    click.option(
        "--grade", "graded", is_flag=True, help="Find the level of each puzzle of a batch."
    ),
    click.option(
        "--unlike",
        multiple=True,
        type=click.Path(),
        metavar="PUZZLES",
        help="No puzzle of the batch may be like one of these, turned or mirrored; may be "
        "repeated.",
    ),
    click.option(
        "--tries", type=click.IntRange(1), metavar="N", help="Most attempts.  [default: 1000]"
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        help="Processes to use; the puzzle does not depend on it.  [default: cores minus one]",
    ),
)


# --- of pictures ---------------------------------------------------------------------------------


def picture_options(kind: AnyKind) -> tuple[Decorator, ...]:
    """The options on how to read a picture; none for kinds that show none."""
    maker = kind.from_picture
    if maker is None:
        return ()
    return (
        click.option(
            "--from",
            "pictures",
            multiple=True,
            type=click.Path(),
            metavar="PICTURE",
            help=f"Make it from a picture: {READ} file, - for standard input; may be repeated. "
            "One number as --size is then the longer side.",
        ),
        click.option(
            "--colours",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            help="Colours beside the paper.",
        ),
        click.option(
            "--solvable",
            type=click.Choice(list(maker.solvable)),
            help="; ".join(f"{way}: {words}" for way, words in maker.solvable.items()) + ".",
        ),
        *_picture_options,
    )


_picture_options: tuple[Decorator, ...] = (
    click.option(
        "--crop",
        callback=_crop,
        default="auto",
        show_default=True,
        metavar="auto|none|T,L,H,W",
        help="Of a picture: trim an even border, nothing, or take TOP,LEFT,HEIGHT,WIDTH in pixels.",
    ),
    click.option(
        "--fit",
        type=click.Choice(FITS),
        default=FITS[0],
        show_default=True,
        help="What to do with a picture of another shape.",
    ),
    click.option(
        "--threshold",
        callback=_threshold,
        default="auto",
        show_default=True,
        metavar="auto|0-255",
        help="Of a picture in one colour: what is darker is shaded.",
    ),
    click.option(
        "--paper",
        callback=_paper,
        default="auto",
        show_default=True,
        metavar="auto|#RRGGBB",
        help="Of a picture: the colour of what stays empty.",
    ),
    click.option("--invert", is_flag=True, help="Of a picture: shade what is light."),
    click.option("--dither", is_flag=True, help="Of a picture: mix colours cell by cell (grainy)."),
    click.option(
        "--changes",
        callback=_share,
        default="auto",
        show_default=True,
        metavar="auto|N%|0.N",
        help="Most cells that may differ from the picture to make it solvable; "
        f"auto: {MOST_CHANGES:.0%}, or {MOST_REDRAWN:.0%} with thicker lines or darker shades.",
    ),
)
PICTURE_ONLY = ("crop", "fit", "threshold", "paper", "invert", "dither", "changes")
SHARED = ("colours", "solvable")  # options of pictures that makers may have as well


# --- of makers -----------------------------------------------------------------------------------


def maker_options(kind: AnyKind) -> Iterator[Decorator]:
    """--method, and the options of every maker of a kind."""
    names = [maker.name for maker in kind.makers]
    if not names:
        return
    yield click.option(
        "--method",
        type=click.Choice(names),
        help=f"How to make it; each is told below.  [default: {names[0]}]",
    )
    taken = SHARED if kind.from_picture is not None else ()
    found: dict[str, tuple[Option, list[str]]] = {}
    for maker in kind.makers:
        for option in maker.options:
            found.setdefault(option.name, (option, []))[1].append(maker.name)
    for option, owners in found.values():
        if option.name not in taken:
            whose = "" if len(owners) == len(names) else f"  (method {', '.join(owners)})"
            yield _click_option(option, whose)


def _click_option(option: Option, whose: str) -> Decorator:
    """Return an option of a maker as the command line has it; None if it is not given."""
    name = "--" + option.name.replace("_", "-")
    words = option.words
    if option.default is not None and option.form != "flag":
        shown = f"{option.default:.0%}" if option.form == "share" else option.default
        words += f"  [default: {shown}]"
    words += whose
    if option.form == "flag":
        return click.option(f"{name}/--no-{name[2:]}", option.name, default=None, help=words)
    if option.form == "share":
        return click.option(name, option.name, callback=_share, metavar="N%|0.N", help=words)
    if option.form == "drawing":
        return click.option(
            name,
            option.name,
            callback=_drawing,
            type=click.Path(),
            metavar="FILE",
            help=f"{words} A text file, a line for each row: # marks a clue cell, . none.",
        )
    least, most = option.range
    form: click.ParamType[Any] = click.FloatRange(least, most)
    if option.form == "choice":
        form = click.Choice(option.choices)
    elif option.form == "int":
        form = click.IntRange(
            None if least is None else int(least), None if most is None else int(most)
        )
    return click.option(name, option.name, type=form, help=words)
