"""Pages as SVG, for those who look at them on a screen: the same drawing as in the PDF file.

Letters are the viewer's own, set to the widths that those of the PDF have. Boards are pictures
within the picture, as their styles must not meet those of others.
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from typing import Any, NamedTuple

from enpitsu.book.pen import INK, Pen
from enpitsu.book.qr import QrCode
from enpitsu.render.fonts import Fonts
from enpitsu.render.palette import PALETTES
from enpitsu.render.pdf import MARGIN
from enpitsu.render.svg import number_text, to_svg
from enpitsu.render.theme import CELL, FONTS, TRANSPARENT, Look, extent
from enpitsu.scene import Scene

_ANCHORS = {"left": "start", "middle": "middle", "right": "end"}
_BOLD = 600
_RUN = re.compile(r"(\d+) (\d+) (\d+) 1 re")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _State(NamedTuple):
    """All that holds until something else is set."""

    fill: str = INK
    stroke: str = INK
    width: float = 1.0
    dash: str = ""


class SvgCanvas:
    """Takes what pages ask of a reportlab canvas, and keeps each page as an SVG text."""

    def __init__(self) -> None:
        self.pages: list[str] = []
        self.height = 0.0
        self._width = 0.0
        self._parts: list[str] = []
        self._state = _State()
        self._saved: list[_State] = []

    def __getattr__(self, name: str) -> Any:
        # Bookmarks, links and what a file tells of itself have no place in a picture.
        if not name.startswith(("bookmark", "link", "addOutline", "show", "set")):
            raise AttributeError(name)
        return lambda *_, **__: None

    # --- as reportlab calls it -------------------------------------------------------------------

    def setPageSize(self, size: tuple[float, float]) -> None:  # noqa: N802
        """Begin a page of this size."""
        self._width, self.height = size

    def setFillColor(self, colour: str) -> None:  # noqa: N802
        """Set the colour of areas and letters."""
        self._state = self._state._replace(fill=colour)

    def setStrokeColor(self, colour: str) -> None:  # noqa: N802
        """Set the colour of lines."""
        self._state = self._state._replace(stroke=colour)

    def setLineWidth(self, width: float) -> None:  # noqa: N802
        """Set the width of lines."""
        self._state = self._state._replace(width=width)

    def setDash(self, *lengths: float) -> None:  # noqa: N802
        """Set the dashes of lines."""
        dash = " ".join(map(number_text, lengths))
        self._state = self._state._replace(
            dash=f' stroke-dasharray="{dash}" stroke-linecap="round"'
        )

    def saveState(self) -> None:  # noqa: N802
        """Keep colours and lines as they are now."""
        self._saved.append(self._state)

    def restoreState(self) -> None:  # noqa: N802
        """Take back those that were kept."""
        self._state = self._saved.pop()

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line."""
        ends = self._numbers(x1=x1, y1=self.height - y1, x2=x2, y2=self.height - y2)
        self.add(f"<line {ends} {self._paint(stroke=1, fill=0)}/>")

    def rect(
        self, x: float, y: float, width: float, height: float, *, stroke: int = 1, fill: int = 0
    ) -> None:
        """Draw a box."""
        self.roundRect(x, y, width, height, 0.0, stroke=stroke, fill=fill)

    def roundRect(  # noqa: N802
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        *,
        stroke: int = 1,
        fill: int = 0,
    ) -> None:
        """Draw a box with round corners."""
        top = self.height - y - height
        box = self._numbers(x=x, y=top, width=width, height=height, rx=radius)
        self.add(f"<rect {box} {self._paint(stroke=stroke, fill=fill)}/>")

    def circle(self, x: float, y: float, radius: float, *, stroke: int = 1, fill: int = 0) -> None:
        """Draw a circle."""
        place = self._numbers(cx=x, cy=self.height - y, r=radius)
        self.add(f"<circle {place} {self._paint(stroke=stroke, fill=fill)}/>")

    def showPage(self) -> None:  # noqa: N802
        """End a page."""
        size = f"{number_text(self._width)} {number_text(self.height)}"
        sides = self._numbers(width=self._width, height=self.height)
        self.pages.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" {sides}'
            f' font-family="{escape(FONTS)}"><rect {sides} fill="#ffffff"/>'
            f"{''.join(self._parts)}</svg>"
        )
        self._parts, self._state = [], _State()

    # --- what stands on it -----------------------------------------------------------------------

    @property
    def fill(self) -> str:
        """The colour of areas and letters."""
        return self._state.fill

    def add(self, element: str) -> None:
        """Put an element on the page."""
        self._parts.append(element)

    def _paint(self, *, stroke: int, fill: int) -> str:
        state = self._state
        area = f'fill="{state.fill if fill else "none"}"'
        if not stroke:
            return area
        width = number_text(state.width)
        return f'{area} stroke="{state.stroke}" stroke-width="{width}"{state.dash}'

    @staticmethod
    def _numbers(**told: float) -> str:
        return " ".join(f'{name}="{number_text(value)}"' for name, value in told.items())


class SvgPen(Pen):
    """Draws on SVG pages."""

    canvas: SvgCanvas

    def __init__(self, fonts: Fonts, language: str) -> None:
        super().__init__(SvgCanvas(), fonts, language)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
        colour: str = INK,
    ) -> None:
        """Write a line of text; (x, y) lies on its baseline."""
        if not text.strip():
            return
        wide = number_text(self.width(text, size, bold=bold))
        place = f'x="{number_text(x)}" y="{number_text(self.canvas.height - y)}"'
        weight = f' font-weight="{_BOLD}"' if bold else ""
        self.canvas.add(
            f'<text {place} font-size="{number_text(size)}"{weight} fill="{colour}"'
            f' text-anchor="{_ANCHORS[align]}" textLength="{wide}"'
            f' lengthAdjust="spacingAndGlyphs">{escape(_NOT_XML.sub("", text))}</text>'
        )

    def board(
        self, scene: Scene, left: float, top: float, cell: float, theme: str = "print"
    ) -> None:
        """Draw a board whose whole extent begins at (left, top)."""
        # Where the board itself begins, on the page and in its own picture.
        x = left + (MARGIN + scene.left) * cell
        y = self.canvas.height - top + (MARGIN + scene.top) * cell
        paper = PALETTES[theme]["board"]
        sides = [number_text(side * cell) for side in (scene.cols, scene.rows)]
        self.canvas.add(
            f'<rect x="{number_text(x)}" y="{number_text(y)}" width="{sides[0]}"'
            f' height="{sides[1]}" fill="{paper}"/>'
        )
        size, scale = extent(scene, CELL), cell / CELL
        drawn = to_svg(scene, theme=theme, look=Look(TRANSPARENT))
        box = (x - size.x * scale, y - size.y * scale, size.width * scale, size.height * scale)
        told = zip(("x", "y", "width", "height"), map(number_text, box), strict=True)
        place = " ".join(f'{name}="{value}"' for name, value in told)
        data = b64encode(drawn.encode()).decode()
        self.canvas.add(
            f'<image {place} preserveAspectRatio="none" href="data:image/svg+xml;base64,{data}">'
            f"<title>{escape(_NOT_XML.sub('', scene.title))}</title></image>"
        )

    def qr(self, code: QrCode, left: float, top: float, width: float) -> None:
        """Draw a QR code with its quiet zone."""
        scale, base = width / code.width, self.canvas.height - top
        runs = (map(int, run) for run in _RUN.findall(code.runs))
        path = "".join(f"M{x} {code.width - y - 1}h{wide}v1h-{wide}z" for x, y, wide in runs)
        self.canvas.add(
            f'<path d="{path}" transform="translate({number_text(left)} {number_text(base)})'
            f' scale({scale:.5f})" shape-rendering="crispEdges"/>'
        )

    def end_page(self) -> None:
        """End the page."""
        self.canvas.showPage()
