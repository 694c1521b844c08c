"""Drawings: a puzzle and a position as SVG, PNG, PDF or text.

The module of a format is imported when it is first drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

from enpitsu.errors import FormatError
from enpitsu.kind import Puzzle, Violation
from enpitsu.position import EMPTY, Fact
from enpitsu.registry import kind_of
from enpitsu.render.theme import AUTO, CELL, Look
from enpitsu.scene import NO_MARKS, Marks, Place, Scene


class Options(TypedDict, total=False):
    """The options of drawing.

    `theme` is "auto", "light", "dark" or "print" and `cell` the pixels of a cell; both are for
    pictures, as is `width`, the pixels of the whole picture instead. `ground` is the colour of the
    ground as "#rrggbb", or "transparent"; `line_width` makes all lines so many times as wide, and
    `font_weight` (400 to 900) all letters as heavy. For paper, `mm` is the width of a cell in
    millimetres instead, `dpi` the pixels an inch of a PNG, and `fonts` are files for the letters
    of a PDF that its own fonts lack. `colour` is for text: ANSI colours. `marks` points at places.
    """

    theme: str
    cell: int | None
    mm: float | None
    dpi: int | None
    width: int | None
    ground: str | None
    line_width: float | None
    font_weight: int | None
    fonts: Sequence[Path]
    marks: Marks
    colour: bool


FORMATS = ("svg", "png", "pdf", "text")  # the formats that `render` writes


def look_of(how: Options) -> Look:
    """Return the look that options ask for."""
    return Look(how.get("ground"), how.get("line_width") or 1.0, how.get("font_weight"))


def pdf_of(scenes: Sequence[Scene], how: Options) -> bytes:
    """Return a PDF file with a page for each scene."""
    from enpitsu.render.fonts import Fonts
    from enpitsu.render.paper import CELL_MM, MM
    from enpitsu.render.pdf import to_pdf

    mm, pixels = how.get("mm"), how.get("cell")
    if mm is None and pixels is not None:
        cell = pixels * 72 / 96  # of the web, 96 an inch
    else:
        cell = (CELL_MM if mm is None else mm) * MM
    fonts = Fonts(how.get("fonts", ()))
    theme = how.get("theme", "print")
    return to_pdf(scenes, theme=theme, cell=cell, fonts=fonts, look=look_of(how))


Facts = Iterable[Fact] | None


@overload
def render(
    puzzle: Puzzle,
    position: Facts = None,
    format: Literal["svg", "text"] = "svg",
    **how: Unpack[Options],
) -> str: ...


@overload
def render(
    puzzle: Puzzle, position: Facts, format: Literal["png", "pdf"], **how: Unpack[Options]
) -> bytes: ...


@overload
def render(
    puzzle: Puzzle, position: Facts = None, *, format: Literal["png", "pdf"], **how: Unpack[Options]
) -> bytes: ...


@overload
def render(
    puzzle: Puzzle, position: Facts = None, format: str = "svg", **how: Unpack[Options]
) -> str | bytes: ...


def render(
    puzzle: Puzzle, position: Facts = None, format: str = "svg", **how: Unpack[Options]
) -> str | bytes:
    """Draw a puzzle and what stands on it as "svg" or "text", or in bytes as "png" or "pdf".

    The options are those of `Options`.
    """
    if format not in FORMATS:
        raise FormatError(f"cannot draw {format[:40]!r}; known: {', '.join(FORMATS)}")
    unknown = how.keys() - Options.__annotations__.keys()
    if unknown:
        raise TypeError(f"render has no option {min(unknown)!r}")
    if how.get("cell") is not None and how.get("mm") is not None:
        raise FormatError("a cell has a width in pixels or in millimetres, not both")
    width = how.get("width")
    if width is not None and (how.get("cell") or how.get("mm")):
        raise FormatError("a width is of the whole picture or of a cell, not both")
    if width is not None and format not in ("svg", "png"):
        raise FormatError(f"a width in pixels is for SVG and PNG, not for {format}")
    scene = scene_of(puzzle, position, how.get("marks", NO_MARKS))
    if format == "text":
        from enpitsu.render.plain_text import to_text

        return to_text(scene, colour=how.get("colour", False))
    if format == "pdf":
        return pdf_of([scene], how)
    theme, mm = how.get("theme", AUTO), how.get("mm")
    pixels = how.get("cell")
    cell = CELL if pixels is None else pixels
    if format == "svg":
        from enpitsu.render.svg import to_svg

        return to_svg(scene, theme=theme, cell=cell, mm=mm, width=width, look=look_of(how))
    from enpitsu.render.png import to_png

    size: Any = {"cell": cell, "mm": mm, "dpi": how.get("dpi"), "width": width}
    return to_png(scene, theme=theme, **size, look=look_of(how))


def scene_of(
    puzzle: Puzzle, position: Iterable[Fact] | None = None, marks: Marks = NO_MARKS
) -> Scene:
    """Return the drawing of a puzzle and a position, for any output."""
    kind = kind_of(puzzle)
    board: Any = kind.board(puzzle)
    board.place(EMPTY if position is None else position)
    return kind.scene(board, marks)


def marks_of(violations: Iterable[Violation]) -> Marks:
    """Return marks on everything that broken rules speak of."""
    places: set[Place] = set()
    for each in violations:
        places.update(each.cells, each.lines)
    return Marks.of_errors(places)


__all__ = [
    "FORMATS",
    "Options",
    "marks_of",
    "pdf_of",
    "render",
    "scene_of",
]
