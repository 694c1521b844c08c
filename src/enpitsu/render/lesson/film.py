"""Many drawings of one board, each told by what differs from the one before.

Every shape becomes a piece: some path data, or a label. A piece is written once, however many
drawings show it, and a drawing is a list of pieces. What is drawn in one style without a break is
one path, so that the browser has few things to handle; within such a run order does not matter,
which keeps the differences small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from enpitsu.render.svg import class_name, css_colours, css_rule, number_text, path_data
from enpitsu.render.theme import BASELINE, CELL, STYLES, extent, resolve_style
from enpitsu.scene import Circle, Ink, Label, Path, Point, Polygon, Rect, Scene, Shape, Strokes

_NUMBER_SIZE = 0.3  # font size of row and column numbers, in cells
_NUMBER_GAP = 0.34  # their distance from the board, in cells
_MARGIN = 0.5
RULER = "ruler"  # their style, which is the page's
REASON = "reason"  # style of what is laid over a board; "-line" is added for edges
FOUND = "found"  # style of what was found
SUPPOSED = "supposed"  # style of what is only supposed
BROKEN = "broken"  # style of what breaks a rule
_LAID = (REASON, FOUND, SUPPOSED, BROKEN)
PAGE_STYLES = frozenset({RULER, *_LAID, *(f"{style}-line" for style in _LAID)})
"""Styles whose looks are the page's."""
_STRIDE = 64  # pieces that are compared at once


class DrawnPiece(NamedTuple):
    """Something drawn: path data, or a label with its place and size."""

    style: str
    data: str
    label: str = ""
    """The text of a label; then `data` is "x y size"."""


Changes = list[list[int]]
"""Edits that make one drawing of another: where in the old, how many go, what comes."""


class Film:
    """Drawings of one board, taken one after another.

    A drawing is a list of pieces: those of a board, and those that are laid over it. Only the
    first and the last one are kept whole.
    """

    def __init__(self) -> None:
        self.pieces: list[DrawnPiece] = []
        self.inks: dict[str, Ink] = {}
        self.box = ""
        self.first: tuple[int, ...] = ()
        self.changes: list[Changes] = []
        """For each drawing what differs from the one before (the first from nothing)."""
        self.steps: list[int] = []
        """For each step the number of the drawing before it; its sub-steps follow, and the last
        one before the next step is the one after it."""
        self._board: list[int] = []
        self._shown: list[int] = []
        """The board of the last drawing, which may be older than `_board`."""
        self._over: list[int] = []
        self._numbers: dict[Shape, int] = {}
        self._strokes: dict[tuple[str, tuple[Point, ...]], int] = {}

    @property
    def last(self) -> tuple[int, ...]:
        """The pieces of the last drawing."""
        return (*self._shown, *self._over)

    def begin_step(self) -> None:
        """Let the next drawing be the one before a step."""
        self.steps.append(len(self.changes))

    def take(self, scene: Scene) -> None:
        """Add a drawing."""
        self.lay(scene)
        self.cover(())

    def lay(self, scene: Scene) -> None:
        """Make this the board over which things are laid, without adding a drawing."""
        if not self.box:
            size, room = extent(scene, CELL), _MARGIN * CELL
            shift = room if _is_free(scene) else 0.0
            box = (-size.x - shift, -size.y - shift, size.width + room, size.height + room)
            self.box = " ".join(f"{value:g}" for value in box)
        self.inks.update(scene.inks)
        self._board = self._runs((*scene.shapes, *_rulers(scene)))

    def cover(self, shapes: Iterable[Shape]) -> None:
        """Add a drawing of the board with shapes laid over it."""
        # One path a style: where parts of a see-through line meet, it must not show twice.
        over = self._runs(sorted(shapes, key=attrgetter("style")))
        edits: Changes = []
        if self._board is not self._shown:
            edits += _changes(self._shown, self._board)
        if over != self._over:
            edits.append([len(self._shown), len(self._over), *over])
        self._shown, self._over = self._board, over
        if not self.changes:
            self.first = self.last
        self.changes.append(edits)

    def _runs(self, shapes: Iterable[Shape]) -> list[int]:
        """Return the pieces of shapes, in order from one style to the next."""
        pieces: list[int] = []
        for style, run in groupby(shapes, key=attrgetter("style")):
            found: set[int] = set()
            row = STYLES.get(self.inks[style].like if style in self.inks else style)
            # A line in parts looks like the whole if its ends are round and it is not dashed.
            may_be_cut = row is not None and row.round and not row.dash
            for shape in run:
                if isinstance(shape, Strokes):
                    found.update(self._stroke(line, style) for line in shape.lines)
                elif isinstance(shape, Path) and may_be_cut:
                    points = (*shape.points, shape.points[0]) if shape.closed else shape.points
                    found.update(self._stroke(cut, style) for cut in _cuts(points))
                else:
                    found.add(self._number(shape))
            pieces += sorted(found)
        return pieces

    def _stroke(self, line: tuple[Point, ...], style: str) -> int:
        number = self._strokes.get((style, line))
        if number is None:
            number = self._strokes[style, line] = self._number(Path(line, style))
        return number

    def _number(self, shape: Shape) -> int:
        number = self._numbers.get(shape)
        if number is None:
            number = self._numbers[shape] = len(self.pieces)
            if isinstance(shape, Label):
                places = (shape.col, shape.row + BASELINE * shape.size, shape.size)
                piece = DrawnPiece(shape.style, " ".join(map(_length, places)), shape.text)
            else:
                piece = DrawnPiece(shape.style, _path(shape))
            self.pieces.append(piece)
        return number

    def data(self) -> dict[str, Any]:
        """Return everything a page needs to draw it."""
        styles = list(dict.fromkeys(piece.style for piece in self.pieces))
        number = {style: at for at, style in enumerate(styles)}
        return {
            "box": self.box,
            "styles": list(map(class_name, styles)),
            "pieces": [
                [number[style], data, label] if label else [number[style], data]
                for style, data, label in self.pieces
            ],
            "frames": self.changes,
            "steps": self.steps,
        }

    def svg(self, frame: Iterable[int], title: str) -> str:
        """Return a drawing as an element of a page."""
        shown = [self.pieces[number] for number in frame]
        label = escape(title)
        parts = [f'<svg class="board" viewBox="{self.box}" role="img" aria-label="{label}">']
        for (style, is_label), run in groupby(
            shown, key=lambda each: (each.style, each.label != "")
        ):
            name = class_name(style)
            if not is_label:
                parts.append(f'<path class="{name}" d="{"".join(piece.data for piece in run)}"/>')
                continue
            for _, data, text in run:
                x, y, size = data.split()
                place = f'x="{x}" y="{y}" font-size="{size}"'
                parts.append(f'<text class="{name}" {place}>{escape(text)}</text>')
        return "".join((*parts, "</svg>"))

    def sheet(self) -> str:
        """Return the CSS of all styles in light and dark."""
        light: list[str] = []
        dark: list[str] = []
        for style in dict.fromkeys(piece.style for piece in self.pieces):
            if style in PAGE_STYLES:
                continue
            selector, ink = f".board .{class_name(style)}", self.inks.get(style)
            light.append(f"{selector}{{{css_rule(resolve_style(style, 'light', CELL, ink))}}}")
            if ink is None:
                colours = css_colours(resolve_style(style, "dark", CELL))
                dark.append(f"{selector}{{{colours}}}")
        screen = "@media screen and (prefers-color-scheme:dark)"
        return "\n".join([*light, f"{screen}{{", *dark, "}"])


def _changes(old: Sequence[int], new: Sequence[int]) -> Iterator[list[int]]:
    """Yield edits that make a new list of an old one: where in the old, how many go, what comes."""
    kept, coming = set(new), set(old)
    at = to = 0
    while at < len(old) or to < len(new):
        while at < len(old) and old[at : at + _STRIDE] == new[to : to + _STRIDE]:
            at, to = at + _STRIDE, to + _STRIDE
        if at >= len(old) and to >= len(new):
            return
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        start, come = at, to
        while at < len(old) and old[at] not in kept:
            at += 1
        while to < len(new) and new[to] not in coming:
            to += 1
        if (start, come) == (at, to):
            # Both stay, but in another order.
            at, to = at + (at < len(old)), to + (to < len(new))
        yield [start, at - start, *new[come:to]]


def _is_free(scene: Scene) -> bool:
    """Return whether nothing stands above and beside the board."""
    return not scene.has_margins


def _rulers(scene: Scene) -> Iterator[Label]:
    """Yield the numbers of rows and columns: above and left, where clues leave room."""
    free, gap = _is_free(scene), _NUMBER_GAP
    above, beside = (-gap, -gap) if free else (scene.rows + gap, scene.cols + gap)
    for col in range(scene.cols):
        yield Label(above, col + 0.5, str(col + 1), _NUMBER_SIZE, RULER)
    for row in range(scene.rows):
        yield Label(row + 0.5, beside, str(row + 1), _NUMBER_SIZE, RULER)


def _cuts(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Cut a line into its straight parts, and these into cells where they are whole cells long.

    A part is the same whichever way the line was walked.
    """
    for low, high in map(sorted, pairwise(points)):
        down, right = high[0] - low[0], high[1] - low[1]
        steps = round(down + right)
        if (down, right) not in ((0, steps), (steps, 0)):
            yield low, high
            continue
        stops = [(low[0] + at * (down > 0), low[1] + at * (right > 0)) for at in range(steps + 1)]
        yield from pairwise(stops)


def _path(shape: Rect | Circle | Path | Polygon | Strokes) -> str:
    """Return a shape as data of an SVG path."""
    match shape:
        case Rect():
            return _rectangle(shape)
        case Circle():
            r, width = _length(shape.radius), _length(2 * shape.radius)
            arc = f"a{r} {r} 0 1 1 "
            start = f"M{_length(shape.col - shape.radius)} {_length(shape.row)}"
            return f"{start}{arc}{width} 0{arc}-{width} 0z"
        case Path():
            return path_data(shape.points, CELL) + ("z" if shape.closed else "")
        case Polygon():
            return f"{path_data(shape.points, CELL)}z"
        case Strokes():
            return "".join(path_data(line, CELL) for line in shape.lines)


def _rectangle(rect: Rect) -> str:
    x, y = _length(rect.col + rect.radius), _length(rect.row)
    width, height = (_length(side - 2 * rect.radius) for side in (rect.width, rect.height))
    if not rect.radius:
        return f"M{x} {y}h{width}v{height}h-{width}z"
    r = _length(rect.radius)
    turn = f"a{r} {r} 0 0 1 "
    return (
        f"M{x} {y}h{width}{turn}{r} {r}v{height}{turn}-{r} {r}"
        f"h-{width}{turn}-{r} -{r}v-{height}{turn}{r} -{r}z"
    )


def _length(cells: float) -> str:
    return number_text(cells * CELL)
