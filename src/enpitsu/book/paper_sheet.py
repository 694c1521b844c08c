"""Paper and the boxes on it. Lengths are points, from the page's bottom left corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.render.paper import MM

SIZES = {"A4": (210 * MM, 297 * MM), "Letter": (8.5 * 72, 11 * 72)}

INNER = 19 * MM  # margin at the spine
OUTER = 15 * MM  # margin on the outside
ABOVE = 13 * MM
BELOW = 19 * MM
HEADING = 11 * MM  # what a page's heading takes of its height
FOOT = 10 * MM  # how high the page number stands


class PageBox(NamedTuple):
    """A part of a page."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right side."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """The upper side."""
        return self.bottom + self.height

    def below(self, height: float) -> PageBox:
        """Return the box under a strip of this height."""
        return self._replace(height=self.height - height)

    def part(self, left: float, width: float) -> PageBox:
        """Return a part as high as the whole."""
        return self._replace(left=self.left + left, width=width)

    def grid(self, cols: int, rows: int, gap: float) -> list[PageBox]:
        """Return equal parts with gaps between them, row by row from the top."""
        width = (self.width - (cols - 1) * gap) / cols
        height = (self.height - (rows - 1) * gap) / rows
        return [
            PageBox(
                self.left + col * (width + gap),
                self.top - height - row * (height + gap),
                width,
                height,
            )
            for row in range(rows)
            for col in range(cols)
        ]


class BookPlace(NamedTuple):
    """A place of the book that contents and outline lead to."""

    key: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPage:
    """The parts that every page has."""

    heading: str = ""
    turned: bool = False
    """True if the paper lies on its side."""
    places: tuple[BookPlace, ...] = ()
    """The chapters that begin here, for contents and outline."""


class PaperSheet(NamedTuple):
    """One side of paper. Odd pages lie on the right, so their outside is the right edge."""

    width: float
    height: float
    is_right: bool

    @property
    def body(self) -> PageBox:
        """The area between the margins, below the heading."""
        left = INNER if self.is_right else OUTER
        height = self.height - ABOVE - HEADING - BELOW
        return PageBox(left, BELOW, self.width - INNER - OUTER, height)


def sheet_of(paper: str, number: int, *, turned: bool = False) -> PaperSheet:
    """Return the sheet of a page; a turned one lies on its side."""
    short, long = SIZES[paper]
    width, height = (long, short) if turned else (short, long)
    return PaperSheet(width, height, number % 2 == 1)
