"""The scene of a solved puzzle as a picture to look at.

Where clues stand beside the grid, the grid is the picture: clues, letters and lines go, and cells
that were painted one by one become one surface.
"""

from __future__ import annotations

from dataclasses import replace

from enpitsu.scene import Circle, Ink, Label, Path, Polygon, Rect, Scene, Shape, Strokes

SEAM = 0.02  # cells by which neighbours overlap, so that no line shines through
PAINTED = 0.8  # of a cell: a square as large stands for the whole cell


def finished(scene: Scene) -> Scene:
    """Return the picture of a solved board; the same scene where no clues stand beside it."""
    if not any(isinstance(each, Label) and not _is_inside(each, scene) for each in scene.shapes):
        return scene
    shapes = tuple(_whole(shape) for shape in scene.shapes if _belongs(shape, scene))
    inks = {name: _plain(ink) for name, ink in scene.inks.items()}
    return replace(scene, shapes=shapes, inks=inks, top=0.0, left=0.0, bottom=0.0, right=0.0)


def _belongs(shape: Shape, scene: Scene) -> bool:
    if shape.style == "frame" or "grid" in shape.style or shape.style.startswith("sign"):
        return False
    return _is_inside(shape, scene)


def _is_inside(shape: Shape, scene: Scene) -> bool:
    return all(0 <= row <= scene.rows and 0 <= col <= scene.cols for row, col in _points(shape))


def _points(shape: Shape) -> list[tuple[float, float]]:
    match shape:
        case Rect(row, col, height, width):
            return [(row, col), (row + height, col + width)]
        case Path(points) | Polygon(points):
            return list(points)
        case Strokes(lines):
            return [point for line in lines for point in line]
        case Circle(row, col) | Label(row, col):
            return [(row, col)]


def _whole(shape: Shape) -> Shape:
    """Return a painted cell without the gap that tells it from its neighbours."""
    if not isinstance(shape, Rect) or not PAINTED <= min(shape.height, shape.width) < 1:
        return shape
    row, col = round(shape.row), round(shape.col)
    return Rect(row - SEAM, col - SEAM, 1 + 2 * SEAM, 1 + 2 * SEAM, shape.style)


def _plain(ink: Ink) -> Ink:
    """Return an ink whose outline is not seen."""
    return ink if ink.fill is None else ink._replace(stroke=ink.fill)
