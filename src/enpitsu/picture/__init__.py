"""Pictures for puzzles: files of the common formats read safely and cut into cells.

What leaves this part is plain data: for each cell the colours it holds and their shares. Pillow
(extra "image") is needed only when a picture is read; `cut.read_picture` does it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.technique import Message

READ = "PNG, JPEG, GIF, WebP, BMP, TIFF, PBM, PGM or PPM"
"""The formats that are read, whatever a file is called."""

MAX_CELLS = 40_000  # cells of a board made from a picture: more are no puzzle for a person

USUAL_SIDE = 30  # cells of the longer side where nothing is said
OWN_SIDE = 50
"""A picture of at most so many pixels a side is taken pixel for cell where nothing is said."""

FITS = ("auto", "crop", "pad", "stretch")

RGB = tuple[int, int, int]


class Box(NamedTuple):
    """A part of a picture, in pixels."""

    top: float
    left: float
    height: float
    width: float


Crop = Box | None
"""The part of a picture to take; None: trim a border of one colour."""

WHOLE = Box(0, 0, 0, 0)  # the crop that takes the whole picture


class Size(NamedTuple):
    """The wanted number of cells: rows and columns, one of them (the other follows the picture's
    shape), the longer side, or nothing (see USUAL_SIDE and OWN_SIDE)."""

    rows: int | None = None
    cols: int | None = None
    longer: int | None = None


NO_SIZE = Size()

Mix = tuple[tuple[int, float], ...]
"""The colours of a cell by their places in the list of colours, each with its share of the area,
the largest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture cut into cells, row by row."""

    rows: int
    cols: int
    colours: tuple[RGB, ...]
    cells: tuple[Mix, ...]
    calm: tuple[float, ...]
    """For each colour the cells of it that lie in areas of that colour, not at their edges: the
    soft edge between two areas has colours of its own that nobody would name."""
    paper: RGB | None = None
    """The colour of an even border round it, trimmed or not."""
    is_exact: bool = False
    """True if a pixel is a cell."""
    remarks: tuple[Message, ...] = ()
    """Messages about how it was made to fit."""
    part: Box = WHOLE
    """The part that was taken, in pixels of the file."""

    def weights(self) -> list[float]:
        """Return the area that each colour covers, in cells."""
        weights = [0.0] * len(self.colours)
        for mix in self.cells:
            for place, share in mix:
                weights[place] += share
        return weights

    def means(self) -> list[tuple[float, float, float]]:
        """Return the average colour of each cell."""
        means = []
        for mix in self.cells:
            parts = [(self.colours[place], share) for place, share in mix]
            red, green, blue = (sum(rgb[at] * share for rgb, share in parts) for at in range(3))
            means.append((red, green, blue))
        return means
