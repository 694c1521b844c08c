"""A scene: one drawing of a board, in cell units and style names, for every output.

Coordinates are (row, col) as floats with the board's top left corner at (0, 0), so the
centre of r1c1 is (0.5, 0.5). Styles are names; what they look like is the renderers' matter
(render/theme.py holds the colours, and the same names are CSS classes in SVG and web). Only
colours that are part of the puzzle come with the scene, as inks. Shapes are drawn in order.
Text outputs cannot draw shapes: for them a scene also says, cell by cell, which characters stand
there, which neighbours are joined by a line and which are separated by a border.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, Edge, Line, Slot

Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle from its top left corner, with rounded corners if `radius` is given."""

    row: float
    col: float
    height: float
    width: float
    style: str
    radius: float = 0.0


class Path(NamedTuple):
    """A line through points; `closed` joins the last to the first."""

    points: tuple[Point, ...]
    style: str
    closed: bool = False


class Strokes(NamedTuple):
    """Many separate open lines of one style: a grid, crosses, hatching."""

    lines: tuple[tuple[Point, ...], ...]
    style: str


class Polygon(NamedTuple):
    """A filled area."""

    points: tuple[Point, ...]
    style: str


class Circle(NamedTuple):
    """A disc or ring (as the style says) round a centre."""

    row: float
    col: float
    radius: float
    style: str


class Label(NamedTuple):
    """A short text centred on a point; `size` is the font size in cells."""

    row: float
    col: float
    text: str
    size: float
    style: str


Shape = Rect | Path | Strokes | Polygon | Circle | Label


class Ink(NamedTuple):
    """A style of one scene: another style in colours that are the puzzle's, alike in every theme.

    Colours are #rrggbb. `on` is for text outputs: the colour of letters written on the fill;
    without it letters have the fill's colour.
    """

    like: str
    fill: str | None = None
    stroke: str | None = None
    on: str | None = None


class Glyph(NamedTuple):
    """The text output of a cell: a few characters and a style name.

    `fill` repeats the character over the whole cell. A style that ends in "error", "hint" or
    "because" also gets a sign, so a glyph may have no text and only mark its cell. `head` is for
    scenes with borders: the line that ends here does so with an arrow head, pointing that way.
    """

    text: str
    style: str
    fill: bool = False
    head: Direction | None = None


Place = Slot | Line
"""The things that a drawing can point at."""


class Marks(NamedTuple):
    """The places to point at in a drawing: in error, hinted, or given as reasons."""

    errors: frozenset[Place] = frozenset()
    hints: frozenset[Place] = frozenset()
    because: frozenset[Place] = frozenset()

    @classmethod
    def of_errors(cls, places: Iterable[Place]) -> Marks:
        """Marks that only show errors."""
        return cls(errors=frozenset(places))


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A finished drawing. `top`, `left`, `bottom` and `right` are margins in cells, for clues
    outside the grid.

    Glyphs outside the grid stand on cells with negative rows or columns, or with such as follow
    the last; of a list above or on the left the one beside the grid bears its sign. `links` gives
    the style of each drawn line between two cells, `inks` the styles that only this scene has. With
    a `rhythm` text outputs rule a line after each so many cells, from the top left.

    `borders` gives the style of each border between two cells. Where it is not None, even if it
    is empty, text outputs keep a row and a column between cells free for borders, and for glyphs
    of one character that stand `between` two cells. A border in a style of lines, "line" or a
    marked one, is drawn by players: it is heavy. Where the board is not `framed`, borders alone
    run round it.
    """

    rows: int
    cols: int
    title: str
    shapes: tuple[Shape, ...]
    glyphs: Mapping[Cell, Glyph] = field(default_factory=dict)
    links: Mapping[Edge, str] = field(default_factory=dict)
    top: float = 0.0
    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    inks: Mapping[str, Ink] = field(default_factory=dict)
    rhythm: int = 0
    borders: Mapping[Edge, str] | None = None
    between: Mapping[Edge, Glyph] = field(default_factory=dict)
    framed: bool = True

    @property
    def height(self) -> float:
        """Its rows with the margins above and below."""
        return self.top + self.rows + self.bottom

    @property
    def width(self) -> float:
        """Its columns with the margins at both sides."""
        return self.left + self.cols + self.right

    @property
    def has_margins(self) -> bool:
        """True if something stands outside the grid."""
        return bool(self.top or self.left or self.bottom or self.right)
