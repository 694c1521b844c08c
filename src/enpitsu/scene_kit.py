"""Parts that boards of several kinds have in their drawings. Lengths are in cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import TypeVar

from enpitsu.grid import Cell, Edge, Line
from enpitsu.scene import Circle, Marks, Path, Place, Point, Rect, Shape, Strokes

RING_INSET = 0.07
CORNER = 0.08  # the radius of the rounded corners of rings and shaded cells
DOT = 0.075
EDGE_CROSS_ARM = 0.085
_EDGE_RING = 0.2
_SHADE_INSET = 0.055
_MARKED_INSETS = {"error": 0.17, "hint": 0.17, "because": 0.12}
"""The distance of a marked shaded cell from its sides, so that the mark shows."""
SHRUNK = 0.84  # what a ring leaves of the size of what it surrounds

Stroke = tuple[Point, Point]
P = TypeVar("P", Cell, Edge, Line)


# --- marks ---------------------------------------------------------------------------------------


def tags_of(marks: Marks, sort: type[P]) -> dict[P, str]:
    """Return the marked cells (edges, lines), each with its strongest mark: "error", "hint" or
    "because"."""
    tags: dict[P, str] = {}
    for tag, places in (("because", marks.because), ("hint", marks.hints), ("error", marks.errors)):
        tags.update((place, tag) for place in places if isinstance(place, sort))
    return dict(sorted(tags.items()))


def on_cells(marks: Marks) -> Marks:
    """Return marks that point at both ends of each marked edge instead of the edge."""
    moved: list[frozenset[Place]] = []
    for places in marks:
        ends = [place if isinstance(place, Edge) else (place,) for place in places]
        moved.append(frozenset(chain.from_iterable(ends)))
    return Marks(*moved)


def edges_of(places: Iterable[Place]) -> list[Edge]:
    """Return the edges among marked places, in order."""
    return sorted(place for place in places if isinstance(place, Edge))


def tag_style(style: str, tag: str | None) -> str:
    """Return the style of something that may be marked."""
    return "-".join(word for word in (style, tag) if word)


def ring(first: Cell, last: Cell, tag: str) -> Rect:
    """Return a ring round cells from the first to the last."""
    height = last.row - first.row + 1 - 2 * RING_INSET
    width = last.col - first.col + 1 - 2 * RING_INSET
    row, col = first.row + RING_INSET, first.col + RING_INSET
    return Rect(row, col, height, width, f"ring-{tag}", CORNER)


def rings(
    tags: Mapping[Cell, str], marks: Marks, lines: Iterable[Edge], crosses: Iterable[Edge]
) -> Iterator[Shape]:
    """Ring marked cells, edges in error where no line shows it, hinted edges under a cross."""
    yield from (ring(cell, cell, tag) for cell, tag in tags.items() if tag != "because")
    for tag, places in (
        ("error", marks.errors.difference(lines)),
        ("hint", marks.hints.intersection(crosses)),
    ):
        for slot in edges_of(places):
            yield Circle(*middle(slot), _EDGE_RING, f"ring-{tag}")


def tints(tags: Mapping[Cell, str]) -> Iterator[Shape]:
    """Return the grounds of marked cells."""
    return (Rect(*cell, 1, 1, f"cell-{tag}") for cell, tag in tags.items())


# --- the empty board -----------------------------------------------------------------------------


def frame(rows: int, cols: int) -> Path:
    """Return the frame round a board."""
    return Path(((0, 0), (0, cols), (rows, cols), (rows, 0)), "frame", closed=True)


def grid(rows: int, cols: int) -> Iterator[Strokes]:
    """Return the lines between all cells, if there are any."""
    lines = (*across(rows, 0.0, float(cols)), *down(cols, 0.0, float(rows)))
    if lines:
        yield Strokes(lines, "grid")


def across(rows: int, start: float, end: float, step: int = 1) -> Iterator[Stroke]:
    """Return a line after each so many rows."""
    return (((row, start), (row, end)) for row in range(step, rows, step))


def down(cols: int, start: float, end: float, step: int = 1) -> Iterator[Stroke]:
    """Return a line after each so many columns."""
    return (((start, col), (end, col)) for col in range(step, cols, step))


def stretches(cells: Iterable[Cell], style: str) -> Iterator[Rect]:
    """Paint cells; those that follow each other in a row share a rectangle."""
    for _, same in groupby(enumerate(cells), key=lambda at: (at[1].row, at[1].col - at[0])):
        found = [cell for _, cell in same]
        yield Rect(*found[0], 1, len(found), style)


# --- what stands on it ---------------------------------------------------------------------------


def middle(place: Cell | Edge) -> Point:
    """Return the middle of a cell, or of the side between two."""
    if isinstance(place, Cell):
        return place.row + 0.5, place.col + 0.5
    return (place.a.row + place.b.row + 1) / 2, (place.a.col + place.b.col + 1) / 2


def square(cell: Cell, tag: str, style: str) -> Rect:
    """Return a shaded cell, smaller if it is marked."""
    inset = _MARKED_INSETS.get(tag, _SHADE_INSET)
    side = 1 - 2 * inset
    return Rect(cell.row + inset, cell.col + inset, side, side, style, CORNER)


def crosses(places: Iterable[Cell | Edge], arm: float, style: str = "cross") -> Iterator[Strokes]:
    """Return crosses in the middle of cells or edges, if there are any."""
    lines: list[Stroke] = []
    for row, col in map(middle, places):
        lines.append(((row - arm, col - arm), (row + arm, col + arm)))
        lines.append(((row - arm, col + arm), (row + arm, col - arm)))
    if lines:
        yield Strokes(tuple(lines), style)


def shorten_number(number: int, most: int) -> str:
    """Return a number as far as there is room for so many characters."""
    text = str(number)
    return text if len(text) <= most else text[: most - 1] + "…"
