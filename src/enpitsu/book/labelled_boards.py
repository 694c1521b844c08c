"""Boards that texts speak of: with the numbers of rows and columns beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from enpitsu.book.pen import PALE, Pen
from enpitsu.render.paper import MM
from enpitsu.render.pdf import MARGIN, scene_size
from enpitsu.scene import Circle, Label, Path, Point, Polygon, Rect, Scene, Shape, Strokes

RULER = 3.0 * MM  # what the numbers of rows or columns take
_RULER_SIZE = 5.5
_NEAR = 1e-6


def ruled_cell(scene: Scene, width: float, height: float, most: float) -> float:
    """Return the largest cell at which a board with its numbers fits."""
    across = (width - RULER) / (scene.width + 2 * MARGIN)
    down = (height - RULER) / (scene.height + 2 * MARGIN)
    return max(0.1, min(most, across, down))


def ruled_height(scene: Scene, cell: float) -> float:
    """Return the height of a board with its numbers."""
    return scene_size(scene, cell)[1] + RULER


def draw_ruled(pen: Pen, scene: Scene, left: float, top: float, cell: float) -> None:
    """Draw a board with the numbers of its rows and columns, on the sides without clues."""
    is_free = not scene.has_margins
    shift = RULER if is_free else 0.0
    pen.board(scene, left + shift, top - shift, cell)
    x = left + shift + (MARGIN + scene.left) * cell
    y = top - shift - (MARGIN + scene.top) * cell
    size = min(_RULER_SIZE, 0.75 * cell)
    above = y + 0.9 * MM if is_free else y - scene.rows * cell - 0.9 * MM - size * 0.7
    for col in range(scene.cols):
        pen.text(x + (col + 0.5) * cell, above, str(col + 1), size, align="middle", colour=PALE)
    beside, align = (
        (x - 0.9 * MM, "right") if is_free else (x + scene.cols * cell + 0.9 * MM, "left")
    )
    for row in range(scene.rows):
        down = y - (row + 0.5) * cell - size * 0.33
        pen.text(beside, down, str(row + 1), size, align=align, colour=PALE)


def bare(scene: Scene) -> Scene:
    """Return a drawing without what stands outside the board."""
    if not scene.has_margins:
        return scene
    kept = map(_inside, scene.shapes)
    shapes = tuple(shape for shape in kept if shape is not None)
    return replace(scene, shapes=shapes, top=0.0, left=0.0)


def _inside(shape: Shape) -> Shape | None:
    """Return a shape if part of it lies on the board; of many lines those that do."""
    match shape:
        case Strokes():
            lines = tuple(line for line in shape.lines if _reaches(line))
            return shape._replace(lines=lines) if lines else None
        case Path() | Polygon():
            return shape if _reaches(shape.points) else None
        case Rect():
            corner = (shape.row + shape.height, shape.col + shape.width)
            return shape if _reaches([corner]) else None
        case Circle():
            return shape if shape.row + shape.radius > 0 < shape.col + shape.radius else None
        case Label():
            return shape if shape.row > 0 < shape.col else None


def _reaches(points: Iterable[Point]) -> bool:
    """Return whether a point lies right of the board's left side and below its upper one."""
    return any(row > _NEAR and col > _NEAR for row, col in points)
