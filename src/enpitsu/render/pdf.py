"""Scene to PDF with reportlab (extra "pdf"): lines, areas and embedded letters, no pixels.

Drawing operators are written out here instead of being asked of reportlab one by one, which would
take most of the time of a book; neighbours of one style share what can be shared. Lengths are
points; y goes up on pages, rows go down.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any

from enpitsu.colour import channels
from enpitsu.errors import FormatError
from enpitsu.render.fonts import Fonts
from enpitsu.render.palette import PRINT
from enpitsu.render.paper import CELL_MM, MM, checked_mm
from enpitsu.render.theme import (
    AUTO,
    BASELINE,
    CELL,
    USUAL,
    Look,
    ResolvedStyle,
    check_theme,
    checked_look,
    resolve_style,
)
from enpitsu.scene import Circle, Label, Path, Point, Rect, Scene, Strokes

MARGIN = 0.05  # room round a drawing for the half of its outer lines that lies outside, in cells

LONGEST_SIDE = 14_400.0  # points of a page's side that every viewer can show

_PAGE_MARGIN = 0.3
_THINNEST = 0.25
_LETTER = 0.6
_WIDE_LETTER = 1.0
_FIGURE = 2 * BASELINE
_ROUND = 0.5523  # how far a quarter circle's Bézier handles reach, in radii


def scene_size(scene: Scene, cell: float) -> tuple[float, float]:
    """Return width and height of a drawing, clues included, on cells of this many points."""
    return (scene.width + 2 * MARGIN) * cell, (scene.height + 2 * MARGIN) * cell


def draw_scene(
    canvas: Any,
    scene: Scene,
    fonts: Fonts,
    *,
    left: float,
    top: float,
    cell: float,
    theme: str = "print",
    look: Look = USUAL,
) -> None:
    """Draw a scene on a reportlab canvas; (left, top) is the upper left corner of all of it."""
    check_theme(theme)
    pen = _Pen(canvas, scene, fonts, cell, "print" if theme == AUTO else theme, look)
    canvas.saveState()
    canvas.translate(
        left + (MARGIN + scene.left) * cell,
        top - (MARGIN + scene.top) * cell,
    )
    canvas.addLiteral("\n".join(pen.operators()))
    canvas.restoreState()


def to_pdf(
    scenes: Sequence[Scene],
    *,
    theme: str = "print",
    cell: float = CELL_MM * MM,
    fonts: Fonts | None = None,
    look: Look = USUAL,
) -> bytes:
    """Return a PDF file with a page for each scene, as large as its drawing; "auto" is print."""
    check_theme(theme)
    checked_look(look)
    checked_mm(cell / MM)
    if not scenes:
        raise FormatError("a PDF file has at least one page, and there is nothing to draw")
    fonts = fonts or Fonts()
    file = BytesIO()
    canvas = open_canvas(file, fonts, title=scenes[0].title)
    palette = "print" if theme == AUTO else theme
    paper = resolve_style("page", palette, CELL, None, look).fill
    for scene in scenes:
        # Larger boards get smaller cells, as in pixels.
        longest = max(scene_size(scene, cell)) + 2 * _PAGE_MARGIN * cell
        fitting = cell * min(1.0, LONGEST_SIDE / longest)
        margin = _PAGE_MARGIN * fitting
        width, height = (side + 2 * margin for side in scene_size(scene, fitting))
        canvas.setPageSize((width, height))
        if paper not in (None, PRINT["page"]):
            canvas.addLiteral(f"q {_colour(paper)} rg 0 0 {width:.2f} {height:.2f} re f Q")
        top = height - margin
        place = {"left": margin, "top": top, "cell": fitting}
        draw_scene(canvas, scene, fonts, **place, theme=theme, look=look)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def open_canvas(file: Any, fonts: Fonts, *, title: str = "") -> Any:
    """Return a reportlab canvas with our fonts that writes the same drawing as the same bytes."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(file, invariant=1, pageCompression=1, initialFontName=fonts.name)
    plain = (letter for letter in title[:1000] if unicodedata.category(letter)[0] != "C")
    canvas.setTitle("".join(plain))
    canvas.setCreator("Enpitsu")
    canvas.setProducer("Enpitsu")
    return canvas


class _Pen:
    """Writes a scene's operators; the origin is the board's upper left corner."""

    def __init__(
        self, canvas: Any, scene: Scene, fonts: Fonts, cell: float, theme: str, look: Look
    ) -> None:
        self.canvas, self.scene, self.fonts = canvas, scene, fonts
        self.cell, self.theme, self.look = cell, theme, look
        self.font_scale = _FIGURE / fonts.figure_height

    def operators(self) -> Iterator[str]:
        """Yield the drawing, a line for each group of shapes in one style."""
        yield "1 j"
        for style, group in groupby(self.scene.shapes, key=lambda shape: shape.style):
            drawn = resolve_style(style, self.theme, CELL, self.scene.inks.get(style), self.look)
            yield _style(drawn, self.cell / CELL)
            operator = _OPERATORS[drawn.fill is not None, drawn.stroke is not None]
            for is_label, shapes in groupby(group, key=lambda shape: isinstance(shape, Label)):
                if is_label:
                    yield from self._labels(shapes, drawn)
                elif operator == "S":
                    # Lines of one colour do not hide each other, so one operator draws them all.
                    yield f"{' '.join(map(self._path, shapes))} S"
                elif operator:
                    yield from (f"{self._path(shape)} {operator}" for shape in shapes)

    def _path(self, shape: Any) -> str:
        match shape:
            case Rect(row, col, height, width, _, radius):
                if radius:
                    half = min(radius, height / 2, width / 2)
                    return self._box(row, col, row + height, col + width, half)
                x, y, cell = col * self.cell, -(row + height) * self.cell, self.cell
                return f"{x:.2f} {y:.2f} {width * cell:.2f} {height * cell:.2f} re"
            case Circle(row, col, radius):
                return self._box(row - radius, col - radius, row + radius, col + radius, radius)
            case Path():
                return self._line(shape.points) + (" h" if shape.closed else "")
            case Strokes():
                return " ".join(map(self._line, shape.lines))
            case _:
                return self._line(shape.points) + " h"

    def _line(self, points: Iterable[Point]) -> str:
        cell = self.cell
        steps = [f"{col * cell:.2f} {-row * cell:.2f} l" for row, col in points]
        if steps:
            steps[0] = steps[0][:-1] + "m"
        return " ".join(steps)

    def _box(self, top: float, left: float, bottom: float, right: float, radius: float) -> str:
        """Return a box with round corners, clockwise; of a circle only the corners are left."""
        cell = self.cell
        x0, x3, y0, y3 = left * cell, right * cell, -top * cell, -bottom * cell
        r, h = radius * cell, radius * cell * (1 - _ROUND)
        return (
            f"{x0 + r:.2f} {y0:.2f} m {x3 - r:.2f} {y0:.2f} l "
            f"{x3 - h:.2f} {y0:.2f} {x3:.2f} {y0 - h:.2f} {x3:.2f} {y0 - r:.2f} c "
            f"{x3:.2f} {y3 + r:.2f} l "
            f"{x3:.2f} {y3 + h:.2f} {x3 - h:.2f} {y3:.2f} {x3 - r:.2f} {y3:.2f} c "
            f"{x0 + r:.2f} {y3:.2f} l "
            f"{x0 + h:.2f} {y3:.2f} {x0:.2f} {y3 + h:.2f} {x0:.2f} {y3 + r:.2f} c "
            f"{x0:.2f} {y0 - r:.2f} l "
            f"{x0:.2f} {y0 - h:.2f} {x0 + h:.2f} {y0:.2f} {x0 + r:.2f} {y0:.2f} c h"
        )

    def _labels(self, labels: Iterable[Any], drawn: ResolvedStyle) -> Iterator[str]:
        yield "BT"
        for label in labels if drawn.fill is not None else ():
            pieces = self.fonts.pieces(self.canvas, label.text, drawn.weight >= _BOLD_FROM)
            size = label.size * self.cell * self.font_scale
            width = size * sum(piece.width for piece in pieces)
            most = label.size * self.cell * _usual_width(label.text)
            # Boards are laid out for letters of a usual width; wider ones are squeezed into it.
            squeeze = min(1.0, most / width) if width else 1.0
            x = label.col * self.cell - squeeze * width / 2
            y = -(label.row + BASELINE * label.size) * self.cell
            yield f"{squeeze:.4g} 0 0 1 {x:.2f} {y:.2f} Tm"
            for piece in pieces:
                yield f"{piece.font} {size:.2f} Tf {piece.code} Tj"
        yield "ET"


_BOLD_FROM = 600

_OPERATORS = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): ""}
"""The operator that paints a path with (a fill, a stroke)."""


@lru_cache(maxsize=4096)
def _style(drawn: ResolvedStyle, scale: float) -> str:
    """Return the operators that set colours and lines of the shapes that follow."""
    parts = []
    if drawn.fill is not None:
        parts.append(f"{_colour(drawn.fill)} rg")
    if drawn.stroke is not None:
        dash = " ".join(f"{length * scale:.2f}" for length in drawn.dash)
        width = max(drawn.width * scale, _THINNEST)
        cap = 1 if drawn.round else 0
        parts.append(f"{_colour(drawn.stroke)} RG {width:.2f} w {cap} J [{dash}] 0 d")
    return " ".join(parts)


@lru_cache(maxsize=4096)
def _colour(colour: str) -> str:
    return " ".join(f"{channel / 255:.3g}" for channel in channels(colour))


@lru_cache(maxsize=4096)
def _usual_width(text: str) -> float:
    """Return the width that a label is expected to have, in font sizes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return wide * _WIDE_LETTER + (len(text) - wide) * _LETTER
