"""A board drawn with lines: corners, borders and cells by their places in the text.

    +---+---+---+
    | 2     | o |
    +   +---+   +
    |     1 |   |
    +---+---+---+

Lines of borders and lines of cells take turns, the first is the upper side. Its corners tell where
columns begin: all are equally wide. The lines of boxes from Unicode do as well; if some inside the
board are thick, thin ones are only its grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, quote
from enpitsu.grid import Cell, Edge
from enpitsu.kinds.satogaeri.model import MAX_CELLS, Circle, Satogaeri, check_size, from_borders

CORNER = "+"
ACROSS = "-"
UPRIGHT = "|"
CIRCLE = "o"
MAX_DIGITS = SIZE_DIGITS  # A longer number would make every column as wide as itself
MAX_WIDTH = MAX_CELLS * (MAX_DIGITS + 3) + 1000

_THIN_ACROSS = frozenset("-–—─┄┈╌")
_THICK_ACROSS = frozenset("━═┅┉╍")
_THIN_UPRIGHT = frozenset("|¦│┆┊╎")
_THICK_UPRIGHT = frozenset("┃║┇┋╏")
_LINES = _THIN_ACROSS | _THICK_ACROSS | _THIN_UPRIGHT | _THICK_UPRIGHT
_BOXES = frozenset(map(chr, range(0x2500, 0x2580)))
_CORNERS = (_BOXES - _LINES) | {CORNER}
_MARKS = _CORNERS | {"·"}
"""The signs where columns meet lines of borders; Enpitsu's own drawings have dots there."""
_EMPTY = ("", ".", "·")
_CIRCLES = (CIRCLE, "O", "#", "?", "○", "◯")

_NONE, _THIN, _THICK = range(3)
_WIDE = 8  # the room of two columns: boxes of Unicode may hide that there are two


class DrawnLine(NamedTuple):
    """A line of a drawing with its number, from 1, without blanks at its end."""

    number: int
    text: str

    def error(self, at: int, message: str) -> FormatError:
        """A FormatError that points at a character of this line."""
        return FormatError(message, line=self.number, column=at + 1)


class DrawnColumns(NamedTuple):
    """The places of the columns of a drawing."""

    start: int
    pitch: int
    cols: int

    def inside(self, col: int) -> slice:
        """The characters of a cell, or of the border above it."""
        first = self.start + col * self.pitch
        return slice(first + 1, first + self.pitch)

    def right(self, col: int) -> int:
        """Return the place of the border right of a cell."""
        return self.start + (col + 1) * self.pitch


Weighed = tuple[Edge, int]
"""An edge and how thick the border on it is drawn."""


def begins_drawing(text: str) -> bool:
    """Return True if a line looks like one of a drawing."""
    first = text.lstrip()[:1]
    return first == CORNER or first in _LINES - {ACROSS} or first in _BOXES


def begins_frame(text: str) -> bool:
    """Return True if a line looks like the upper side of a drawing."""
    signs = set(text.strip())
    return text.lstrip()[:1] in _CORNERS and signs <= _CORNERS | _THIN_ACROSS | _THICK_ACROSS


def read_drawing(lines: Sequence[DrawnLine]) -> tuple[Satogaeri, list[str]]:
    """Return the puzzle of a drawing, and what was assumed; FormatError where it is wrong."""
    columns = _columns(lines)
    rows = len(lines) // 2
    if not rows:
        raise lines[0].error(0, "the drawing has no cells")
    check_size(rows, columns.cols)
    weighed: list[Weighed] = []
    circles: list[Circle] = []
    for at, line in enumerate(lines):
        _check_ends(line, columns)
        row = at // 2
        if at % 2:
            weighed += _upright_borders(line, row, columns)
            circles += _circles(line, row, columns)
        elif row:
            across = list(_borders_across(line, row, columns))
            # The lower side, which may be missing, parts nothing.
            weighed += across if row < rows else ()
    least = _THICK if any(weight == _THICK for _, weight in weighed) else _THIN
    borders = [edge for edge, weight in weighed if weight >= least]
    warnings = []
    if columns.pitch >= _WIDE and not lines[0].text.isascii():
        warnings.append(
            f"read as {columns.cols} columns, as no corners are nearer than {columns.pitch} signs; "
            "if there are more, draw a corner at each"
        )
    return from_borders(rows, columns.cols, borders, circles), warnings


def _columns(lines: Sequence[DrawnLine]) -> DrawnColumns:
    """Boxes of Unicode show a corner only where lines meet: there, all lines are looked at."""
    top = lines[0]
    if not begins_frame(top.text):
        raise top.error(0, "a drawing begins with its upper side, such as +---+---+")
    marks = _marks(top)
    shown = lines[:1] if top.text.isascii() else lines[::2]
    gaps = (right - left for line in shown for left, right in pairwise(_marks(line)))
    pitch = min(gaps, default=0)
    if pitch < 2:
        raise top.error(marks[0], "the upper side must show its corners, such as +---+---+")
    for at in marks:
        if (at - marks[0]) % pitch:
            message = (
                f"columns are equally wide: a corner does not fit here, others are {pitch} apart"
            )
            raise top.error(at, message)
    return DrawnColumns(marks[0], pitch, (marks[-1] - marks[0]) // pitch)


def _marks(line: DrawnLine) -> list[int]:
    return [at for at, sign in enumerate(line.text) if sign in _MARKS]


def _check_ends(line: DrawnLine, columns: DrawnColumns) -> None:
    """A drawing's lines begin below each other and do not go on right of it."""
    start = len(line.text) - len(line.text.lstrip())
    if start != columns.start:
        raise line.error(start, f"the drawing begins at column {columns.start + 1}, this line here")
    tab = line.text.find("\t", start)
    if tab >= 0:
        raise line.error(tab, "a tab, whose width nobody can tell: use blanks")
    right = columns.right(columns.cols - 1)
    if len(line.text) > right + 1:
        raise line.error(right + 1, f"the drawing ends at column {right + 1}, this line goes on")


def _upright_borders(line: DrawnLine, row: int, columns: DrawnColumns) -> Iterator[Weighed]:
    if line.text[columns.start] in _CORNERS:
        message = "a line of cells is due here: lines of borders and of cells take turns"
        raise line.error(columns.start, message)
    for col in range(columns.cols):
        at = columns.right(col)
        sign = line.text[at : at + 1]
        weight = _weight(sign, _THIN_UPRIGHT, _THICK_UPRIGHT)
        if weight is None:
            raise line.error(at, f"a border is '|' or blank, not {quote(sign)}")
        if col + 1 < columns.cols:
            yield Edge(Cell(row, col), Cell(row, col + 1)), weight


def _borders_across(line: DrawnLine, row: int, columns: DrawnColumns) -> Iterator[Weighed]:
    if set(line.text) <= {UPRIGHT, " "}:
        # A row of empty cells, where a line was forgotten, must not be taken for borders.
        message = "a line of borders is due here; where there are none, it has corners: +   +"
        raise line.error(columns.start, message)
    for col in range(columns.cols):
        place = columns.inside(col)
        signs = line.text[place].ljust(columns.pitch - 1)
        weights = [_weight(sign, _THIN_ACROSS, _THICK_ACROSS) for sign in signs]
        if None in weights:
            at = weights.index(None)
            message = f"in a line of borders, each is '-' or blank, not {quote(signs[at])}"
            raise line.error(place.start + at, message)
        if len(set(weights)) > 1:
            message = f"a border is drawn in full or not at all, not as {quote(signs)}"
            raise line.error(place.start, message)
        right = columns.right(col)
        corner = line.text[right : right + 1]
        if corner.strip() and corner not in _MARKS and corner not in _LINES:
            raise line.error(right, f"a corner is '+' or blank, not {quote(corner)}")
        yield Edge(Cell(row - 1, col), Cell(row, col)), weights[0] or _NONE


def _weight(sign: str, thin: frozenset[str], thick: frozenset[str]) -> int | None:
    """Return the thickness of a border; None if the sign draws none."""
    if not sign.strip():
        return _NONE
    return _THIN if sign in thin else _THICK if sign in thick else None


def _circles(line: DrawnLine, row: int, columns: DrawnColumns) -> Iterator[Circle]:
    for col in range(columns.cols):
        place = columns.inside(col)
        inside = line.text[place]
        text = inside.strip()
        if text in _EMPTY:
            continue
        at = place.start + len(inside) - len(inside.lstrip())
        word = Token(text, line.number, at + 1)
        if text in _CIRCLES:
            yield Cell(row, col), None
        elif text.isdigit():
            yield Cell(row, col), word.whole("a circle's number", MAX_DIGITS)
        else:
            raise word.error(
                f"a cell holds a number, '{CIRCLE}' for a circle without one, or nothing, "
                f"not {quote(text)}"
            )


def draw(puzzle: Satogaeri) -> list[str]:
    """Return the lines of a drawing; FormatError for numbers that are too long."""
    words = {}
    for cell, number in puzzle.circles:
        if number is not None and number >= 10**MAX_DIGITS:
            raise FormatError(f"a drawing holds numbers of {MAX_DIGITS} digits", cell=str(cell))
        words[cell] = CIRCLE if number is None else str(number)
    width = 2 + max(map(len, words.values()), default=1)
    borders, rows, cols = puzzle.borders(), puzzle.rows, puzzle.cols
    frame = CORNER + (ACROSS * width + CORNER) * cols
    lines = [frame]
    for row in range(rows):
        here = [Cell(row, col) for col in range(cols)]
        if row:
            above = (ACROSS if Edge(Cell(row - 1, at.col), at) in borders else " " for at in here)
            lines.append(CORNER + "".join(sign * width + CORNER for sign in above))
        pieces = [UPRIGHT]
        for at in here:
            right = Cell(row, at.col + 1)
            is_border = right.col == cols or Edge(at, right) in borders
            pieces += [f"{words.get(at, ''):^{width}}", UPRIGHT if is_border else " "]
        lines.append("".join(pieces))
    return [*lines, frame]
