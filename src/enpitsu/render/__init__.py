"""Drawings: a puzzle and a position as SVG, PNG or text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, overload

from enpitsu.errors import FormatError
from enpitsu.kind import Puzzle, Violation
from enpitsu.position import EMPTY, Fact
from enpitsu.registry import kind_of
from enpitsu.render.png import to_png
from enpitsu.render.svg import to_svg
from enpitsu.render.text import to_text
from enpitsu.render.theme import AUTO, CELL
from enpitsu.scene import NO_MARKS, Marks, Scene


class _Options(NamedTuple):
    theme: str
    cell: int
    colour: bool


_FORMATS: dict[str, Callable[[Scene, _Options], str | bytes]] = {
    "svg": lambda scene, options: to_svg(scene, theme=options.theme, cell=options.cell),
    "png": lambda scene, options: to_png(scene, theme=options.theme, cell=options.cell),
    "text": lambda scene, options: to_text(scene, colour=options.colour),
}

FORMATS = tuple(_FORMATS)
"""The formats that `render` writes."""


@overload
def render(
    puzzle: Puzzle,
    position: Iterable[Fact] | None = None,
    format: Literal["svg", "text"] = "svg",
    *,
    theme: str = AUTO,
    cell: int = CELL,
    marks: Marks = NO_MARKS,
    colour: bool = False,
) -> str: ...


@overload
def render(
    puzzle: Puzzle,
    position: Iterable[Fact] | None,
    format: Literal["png"],
    *,
    theme: str = AUTO,
    cell: int = CELL,
    marks: Marks = NO_MARKS,
    colour: bool = False,
) -> bytes: ...


@overload
def render(
    puzzle: Puzzle,
    position: Iterable[Fact] | None = None,
    *,
    format: Literal["png"],
    theme: str = AUTO,
    cell: int = CELL,
    marks: Marks = NO_MARKS,
    colour: bool = False,
) -> bytes: ...


@overload
def render(
    puzzle: Puzzle,
    position: Iterable[Fact] | None = None,
    format: str = "svg",
    *,
    theme: str = AUTO,
    cell: int = CELL,
    marks: Marks = NO_MARKS,
    colour: bool = False,
) -> str | bytes: ...


def render(
    puzzle: Puzzle,
    position: Iterable[Fact] | None = None,
    format: str = "svg",
    *,
    theme: str = AUTO,
    cell: int = CELL,
    marks: Marks = NO_MARKS,
    colour: bool = False,
) -> str | bytes:
    """Draw a puzzle and what stands on it as "svg", "png" (bytes) or "text".

    `theme` is "auto", "light", "dark" or "print" and `cell` the pixels of a cell; both are for
    pictures. `colour` is for text: ANSI colours. `marks` points at cells and edges.
    """
    try:
        draw = _FORMATS[format]
    except KeyError:
        known = ", ".join(FORMATS)
        raise FormatError(f"cannot draw {format[:40]!r}; known: {known}") from None
    scene = scene_of(puzzle, position, marks)
    return draw(scene, _Options(theme, cell, colour))


def scene_of(
    puzzle: Puzzle, position: Iterable[Fact] | None = None, marks: Marks = NO_MARKS
) -> Scene:
    """The drawing of a puzzle and a position, for any output."""
    kind = kind_of(puzzle)
    board: Any = kind.board(puzzle)
    board.place(EMPTY if position is None else position)
    return kind.scene(board, marks)


def marks_of(violations: Iterable[Violation]) -> Marks:
    """Marks on every cell that broken rules speak of."""
    return Marks.of_errors(cell for violation in violations for cell in violation.cells)


__all__ = ["FORMATS", "marks_of", "render", "scene_of", "to_png", "to_svg", "to_text"]
