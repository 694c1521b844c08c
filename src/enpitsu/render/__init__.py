"""Drawings: a puzzle and a position as SVG, PNG or text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypedDict, Unpack, overload

from enpitsu.errors import FormatError
from enpitsu.kind import Puzzle, Violation
from enpitsu.position import EMPTY, Fact
from enpitsu.registry import kind_of
from enpitsu.render.png import to_png
from enpitsu.render.svg import to_svg
from enpitsu.render.text import to_text
from enpitsu.render.theme import AUTO, CELL
from enpitsu.scene import NO_MARKS, Marks, Place, Scene


class Options(TypedDict, total=False):
    """How to draw.

    `theme` is "auto", "light", "dark" or "print" and `cell` the pixels of a cell; both are for
    pictures. `colour` is for text: ANSI colours. `marks` points at places.
    """

    theme: str
    cell: int
    marks: Marks
    colour: bool


_FORMATS: dict[str, Callable[[Scene, Options], str | bytes]] = {
    "svg": lambda scene, how: to_svg(
        scene, theme=how.get("theme", AUTO), cell=how.get("cell", CELL)
    ),
    "png": lambda scene, how: to_png(
        scene, theme=how.get("theme", AUTO), cell=how.get("cell", CELL)
    ),
    "text": lambda scene, how: to_text(scene, colour=how.get("colour", False)),
}

FORMATS = tuple(_FORMATS)
"""The formats that `render` writes."""

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
    puzzle: Puzzle, position: Facts, format: Literal["png"], **how: Unpack[Options]
) -> bytes: ...


@overload
def render(
    puzzle: Puzzle, position: Facts = None, *, format: Literal["png"], **how: Unpack[Options]
) -> bytes: ...


@overload
def render(
    puzzle: Puzzle, position: Facts = None, format: str = "svg", **how: Unpack[Options]
) -> str | bytes: ...


def render(
    puzzle: Puzzle, position: Facts = None, format: str = "svg", **how: Unpack[Options]
) -> str | bytes:
    """Draw a puzzle and what stands on it as "svg", "png" (bytes) or "text"; see `Options`."""
    try:
        draw = _FORMATS[format]
    except KeyError:
        known = ", ".join(FORMATS)
        raise FormatError(f"cannot draw {format[:40]!r}; known: {known}") from None
    unknown = how.keys() - Options.__annotations__.keys()
    if unknown:
        raise TypeError(f"render has no option {min(unknown)!r}")
    return draw(scene_of(puzzle, position, how.get("marks", NO_MARKS)), how)


def scene_of(
    puzzle: Puzzle, position: Iterable[Fact] | None = None, marks: Marks = NO_MARKS
) -> Scene:
    """The drawing of a puzzle and a position, for any output."""
    kind = kind_of(puzzle)
    board: Any = kind.board(puzzle)
    board.place(EMPTY if position is None else position)
    return kind.scene(board, marks)


def marks_of(violations: Iterable[Violation]) -> Marks:
    """Marks on everything that broken rules speak of."""
    places: set[Place] = set()
    for each in violations:
        places.update(each.cells, each.lines)
    return Marks.of_errors(places)


__all__ = ["FORMATS", "Options", "marks_of", "render", "scene_of", "to_png", "to_svg", "to_text"]
