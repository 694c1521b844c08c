"""Scene to PNG with Pillow (extra "image"): the same picture as the SVG, in pixels.

Everything is drawn several times too large in solid colours and then averaged down, which gives
smooth edges; large pictures band by band. Sizes are bounded: large boards get smaller cells instead
of huge pictures, and for paper fewer pixels an inch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from enpitsu import extras
from enpitsu.errors import FormatError
from enpitsu.render.paper import DPI, INCH, pixels_of
from enpitsu.render.theme import (
    BASELINE,
    CELL,
    SMALLEST_CELL,
    TRANSPARENT,
    USUAL,
    Extent,
    Look,
    ResolvedStyle,
    check_cell,
    check_theme,
    checked_look,
    extent,
    fitting_cell,
    resolve_style,
)
from enpitsu.scene import Circle, Label, Path, Point, Polygon, Rect, Scene, Shape, Strokes

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 12_000_000  # pixels of the finished picture

MAX_PRINT_PIXELS = 40_000_000
"""Pixels of a picture for paper: a full A4 page at 600 dpi, or A3 at 420."""

_MAX_DRAWN = 48_000_000
_BAND = 16_000_000  # oversized pixels of a picture, and of a band of one that has more
_SHARPEST = 4
_CORNER_STEPS = 6

XY = tuple[float, float]


def to_png(
    scene: Scene,
    *,
    theme: str = "light",
    cell: int = CELL,
    mm: float | None = None,
    dpi: int | None = None,
    width: int | None = None,
    look: Look = USUAL,
) -> bytes:
    """Return the scene as a PNG file; "auto" is light, unless the ground is dark, and large boards
    get cells smaller than asked.

    With `mm` a cell is so many millimetres wide on paper, at `dpi` pixels an inch; the file tells
    programs that print it. With `dpi` alone `cell` is in pixels, and only the size is told. With
    `width` the picture is exactly so many pixels wide, with as much ground beside it as needed.
    """
    check_theme(theme)
    theme = checked_look(look).palette(theme)
    _pillow()
    is_print = mm is not None or dpi is not None
    wanted = cell if mm is None else pixels_of(mm, dpi or DPI)
    if width is None:
        check_cell(wanted)
    else:
        wanted = _cell_for(scene, width)
    cell = _fitting_cell(scene, wanted, MAX_PRINT_PIXELS if is_print else MAX_PIXELS)
    # Pixels an inch, so that cells have their width on paper, whatever was rounded or shrunk.
    density = (dpi or DPI) * cell / wanted if mm is None else cell / mm * INCH
    told = {"dpi": (density, density)} if is_print else {}
    file = BytesIO()
    drawn = _draw(scene, theme, cell, look)
    if width is not None:
        drawn = _widened(drawn, width, _ground(theme, look))
    drawn.save(file, "PNG", **told)
    return file.getvalue()


def _cell_for(scene: Scene, width: int) -> int:
    """Return the cell of a picture of this width; FormatError if it would have too many pixels."""
    cell = fitting_cell(scene, width)
    most = extent(scene, _fitting_cell(scene, cell, MAX_PIXELS))
    if width * most.height > MAX_PIXELS or most.width < extent(scene, cell).width:
        most_wide = min(most.width, MAX_PIXELS // most.height)
        raise FormatError(f"this picture can be {most_wide} pixels wide, not {width}")
    return cell


def _ground(theme: str, look: Look) -> tuple[str, str | tuple[int, ...]]:
    """Return the mode and colour of an empty picture."""
    if look.ground == TRANSPARENT:
        return "RGBA", (0, 0, 0, 0)
    return "RGB", resolve_style("page", theme, CELL, None, look).fill or "#ffffff"


def _widened(picture: Image.Image, width: int, ground: tuple[Any, ...]) -> Image.Image:
    mode, colour = ground
    image, _, _ = _pillow()
    height = max(picture.height, round(picture.height * width / picture.width))
    wide: Image.Image = image.new(mode, (width, height), colour)
    wide.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
    return wide


def _draw(scene: Scene, theme: str, cell: int, look: Look) -> Image.Image:
    size = extent(scene, cell)
    image, _, _ = _pillow()
    finished: Image.Image = image.new(_ground(theme, look)[0], (size.width, size.height))
    # How many times too large it is drawn.
    factor = max(2, min(_SHARPEST, math.isqrt(_MAX_DRAWN // (size.width * size.height))))
    height = _band_height(size, factor)
    for top in range(0, size.height, height):
        rows = min(height, size.height - top)
        canvas = _Canvas(scene, theme, look, cell, top, rows, factor)
        for shape in scene.shapes:
            canvas.draw(shape)
        finished.paste(canvas.image.reduce(factor), (0, top))
    return finished


def _band_height(size: Extent, factor: int) -> int:
    """Return the number of rows drawn at once: all, unless that takes too much memory."""
    row = size.width * factor**2
    if row * size.height <= _MAX_DRAWN:
        return size.height
    # An even number, so that halves are rounded to the same pixels in every band.
    return max(2, _BAND // row & -2)


def _pillow() -> tuple[Any, Any, Any]:
    extras.load("PIL", "drawing PNG", "image")
    from PIL import Image, ImageDraw, ImageFont

    return Image, ImageDraw, ImageFont


def _fitting_cell(scene: Scene, most_wide: int, most_pixels: int) -> int:
    cell = most_wide
    while True:
        size = extent(scene, cell)
        if size.width * size.height <= most_pixels:
            return cell
        if cell <= SMALLEST_CELL:
            break
        cell -= 1
    raise FormatError(f"{scene.rows}x{scene.cols} cells are too many for a PNG picture")


class _Canvas:
    """Some rows of a picture, drawn `factor` times too large; (x, y) in its pixels."""

    def __init__(
        self,
        scene: Scene,
        theme: str,
        look: Look,
        cell: int,
        top: int,
        height: int,
        factor: int,
    ) -> None:
        image, draw, self._font_module = _pillow()
        size = extent(scene, cell)
        self.theme, self.look, self.cell, self.inks = theme, look, cell, scene.inks
        self.factor, self.unit = factor, cell * factor
        self.x, self.y = size.x * factor, (size.y - top) * factor
        self.height = height * factor
        mode, colour = _ground(theme, look)
        self.image: Image.Image = image.new(mode, (size.width * factor, self.height), colour)
        self._pen = draw.Draw(self.image)
        self._fonts: dict[int, Any] = {}

    def draw(self, shape: Shape) -> None:
        ink = self.inks.get(shape.style)
        style = resolve_style(shape.style, self.theme, self.cell, ink, self.look)
        match shape:
            case Rect():
                self._rect(shape, style)
            case Path():
                self._stroke(self._points(shape.points), style, shape.closed)
            case Strokes():
                for line in shape.lines:
                    self._stroke(self._points(line), style, False)
            case Polygon():
                self._pen.polygon(self._points(shape.points), fill=style.fill)
            case Circle():
                self._circle(shape, style)
            case Label():
                self._label(shape, style)

    def _points(self, points: Iterable[Point]) -> list[XY]:
        return [(self.x + col * self.unit, self.y + row * self.unit) for row, col in points]

    def _rect(self, rect: Rect, style: ResolvedStyle) -> None:
        corners = ((rect.row, rect.col), (rect.row + rect.height, rect.col + rect.width))
        (left, top), (right, bottom) = self._points(corners)
        radius = rect.radius * self.unit
        if style.fill is not None:
            self._block(left, top, right, bottom, style.fill, radius)
        if style.stroke is None:
            return
        if radius and not style.dash:
            # As `_stroke` of the outline would, but much faster: boards may have thousands.
            half = style.width * self.factor / 2
            box = _pixels(left - half, top - half, right + half, bottom + half)
            width = max(1, round(2 * half))
            self._pen.rounded_rectangle(box, radius + half, outline=style.stroke, width=width)
        else:
            self._stroke(_outline(left, top, right, bottom, radius), style, True)

    def _block(
        self, left: float, top: float, right: float, bottom: float, fill: str, radius: float = 0.0
    ) -> None:
        box = _pixels(left, top, right, bottom)
        if radius:
            self._pen.rounded_rectangle(box, radius, fill=fill)
        else:
            self._pen.rectangle(box, fill=fill)

    def _circle(self, circle: Circle, style: ResolvedStyle) -> None:
        ((x, y),) = self._points(((circle.row, circle.col),))
        radius, half = circle.radius * self.unit, style.width * self.factor / 2
        if style.fill is not None and style.stroke is not None and not style.dash:
            # A disc on a larger one is a ring, and much faster: boards may have thousands.
            self._disc(x, y, radius + half, style.stroke)
            self._disc(x, y, radius - half, style.fill)
            return
        if style.fill is not None:
            self._disc(x, y, radius, style.fill)
        if style.stroke is not None:
            box = (x - radius, y - radius, x + radius, y + radius)
            self._stroke(_outline(*box, radius), style, True)

    def _disc(self, x: float, y: float, radius: float, fill: str) -> None:
        self._pen.ellipse(_pixels(x - radius, y - radius, x + radius, y + radius), fill=fill)

    def _stroke(self, points: list[XY], style: ResolvedStyle, closed: bool) -> None:
        ring = [*points, points[0]] if closed else points
        if style.dash:
            lengths = [length * self.factor for length in style.dash]
            for dash in _dashes(ring, lengths):
                self._line(dash, style, dash[1:-1])
        else:
            self._line(ring, style, points if closed or style.round else points[1:-1])

    def _line(self, points: Sequence[XY], style: ResolvedStyle, joints: Sequence[XY]) -> None:
        assert style.stroke is not None
        half, colour = style.width * self.factor / 2, style.stroke
        for (x0, y0), (x1, y1) in pairwise(points):
            if x0 == x1:
                self._block(x0 - half, min(y0, y1), x0 + half, max(y0, y1), colour)
            elif y0 == y1:
                self._block(min(x0, x1), y0 - half, max(x0, x1), y0 + half, colour)
            else:
                # Pillow's polygons include their border, which is half a pixel on each side.
                scale = (half - 0.5) / math.dist((x0, y0), (x1, y1))
                dx, dy = (y1 - y0) * scale, (x0 - x1) * scale
                near, far = (x0 + dx, y0 + dy), (x1 + dx, y1 + dy)
                self._pen.polygon([near, far, (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], fill=colour)
        if half > 1:
            for x, y in joints:
                self._disc(x, y, half, colour)

    def _label(self, label: Label, style: ResolvedStyle) -> None:
        size = max(1, round(label.size * self.unit))
        baseline = label.row + BASELINE * label.size
        ((x, y),) = self._points(((baseline, label.col),))
        if not -size < y < self.height + 2 * size:
            return  # in another band
        # The built-in font has one weight; an outline in the same colour makes it heavier.
        heavier = round(size * (style.weight - 400) / 7_000)
        if size not in self._fonts:
            self._fonts[size] = self._font_module.load_default(size)
        font = self._fonts[size]
        self._pen.text((x, y), label.text, style.fill, font, anchor="ms", stroke_width=heavier)


def _pixels(left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    """Return a box as Pillow counts it: with its last row and column, and one pixel at least."""
    x, y = round(left), round(top)
    return x, y, max(x, round(right) - 1), max(y, round(bottom) - 1)


def _outline(left: float, top: float, right: float, bottom: float, radius: float) -> list[XY]:
    """Return the corners of a box clockwise from the top left, rounded if there is a radius."""
    if not radius:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    inner = (
        (left + radius, top + radius),
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
    )
    points = []
    for quarter, (x, y) in enumerate(inner):
        for step in range(_CORNER_STEPS + 1):
            angle = math.pi / 2 * (2 + quarter + step / _CORNER_STEPS)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def _dashes(points: Sequence[XY], lengths: Sequence[float]) -> Iterator[list[XY]]:
    """Cut a line into dashes: drawn and left out by turns, going round corners."""
    number, left = 0, lengths[0]
    dash = [points[0]]
    for start, end in pairwise(points):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            cut = (
                start[0] + (end[0] - start[0]) * share,
                start[1] + (end[1] - start[1]) * share,
            )
            if number % 2 == 0:
                yield [*dash, cut]
            number += 1
            left, dash = lengths[number % len(lengths)], [cut]
        left -= length - done
        dash.append(end)
    if number % 2 == 0:
        yield dash
