"""Paper and the boxes on it. Lengths are points, from the page's bottom left corner."""

from __future__ import annotations

from typing import NamedTuple

MM = 72 / 25.4

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

    @property
    def middle(self) -> float:
        """Half way from left to right."""
        return self.left + self.width / 2

    def below(self, height: float) -> PageBox:
        """Return what is left under a strip of this height."""
        return self._replace(height=self.height - height)

    def part(self, left: float, width: float) -> PageBox:
        """A part as high as the whole."""
        return self._replace(left=self.left + left, width=width)

    def grid(self, cols: int, rows: int, gap: float, row_gap: float | None = None) -> list[PageBox]:
        """Equal parts with gaps between them, row by row from the top."""
        down = gap if row_gap is None else row_gap
        width = (self.width - (cols - 1) * gap) / cols
        height = (self.height - (rows - 1) * down) / rows
        return [
            PageBox(
                self.left + col * (width + gap),
                self.top - height - row * (height + down),
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

    @property
    def whole(self) -> PageBox:
        """All of it."""
        return PageBox(0, 0, self.width, self.height)


def sheet_of(paper: str, number: int, *, turned: bool = False) -> PaperSheet:
    """The sheet of a page; a turned one lies on its side."""
    short, long = SIZES[paper]
    width, height = (long, short) if turned else (short, long)
    return PaperSheet(width, height, number % 2 == 1)
