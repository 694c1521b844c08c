"""The Satogaeri board as a drawing.

A circle that has moved stands at the end of its track and leaves a small ghost where it began.
Marks about homes stand in the middle of a cell, or in a corner where something else is there: a
house for a home, a dot for a cell where no circle ends. A circle that is marked as staying, or
has gone as far as told, is toned down, and so is a country that has its circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from enpitsu import scene_kit as kit
from enpitsu.grid import Cell, Direction, Edge, edge
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.travels import Settled, Travel, progress, travels
from enpitsu.scene import (
    NO_MARKS,
    Circle,
    Glyph,
    Label,
    Marks,
    Path,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    Strokes,
)

_RADIUS = 0.37
_GHOST = 0.115
_NUMBER_SIZES = (0.5, 0.4, 0.29, 0.23)  # font sizes of a circle's number by its length
_LONGEST_NUMBER = len(_NUMBER_SIZES)

_HEAD_LENGTH = 0.22
_HEAD_WIDTH = 0.3
_HEAD_GAP = 0.035
_HINT_TIP = 0.0  # of an arrow in a hint, before the middle of its last cell
_HOUSE = 0.2  # half the width in the middle of a cell
_CORNER_HOUSE = 0.075  # half the width in a corner

_HOME = Glyph("⌂", "home")
_NO_HOME = Glyph("•", "dot")


class _Drawing(NamedTuple):
    """A board with what all parts of its drawing ask for."""

    board: SatogaeriBoard
    circles: list[Travel]
    settled: Settled
    tags: Mapping[Cell, str]
    """The marked cells, each with its strongest mark: "error", "hint" or "because"."""
    links: Mapping[Edge, str]
    """Every line with its style."""

    @property
    def puzzle(self) -> Satogaeri:
        return self.board.puzzle

    def scale(self, circle: Travel) -> float:
        """Return the size of a circle, 1 if it is not marked."""
        return kit.scale(self.tags.get(circle.stand))


def scene(board: SatogaeriBoard, marks: Marks = NO_MARKS) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    puzzle, circles = board.puzzle, travels(board)
    tags, links = kit.tags_of(marks, Cell), _line_styles(board, marks)
    drawing = _Drawing(board, circles, progress(board, circles), tags, links)
    borders = dict.fromkeys(puzzle.strays, "stray")
    borders |= dict.fromkeys(puzzle.borders() - puzzle.strays, "border")
    layers = (
        _ground(drawing, borders),
        _lines(drawing, marks),
        kit.crosses(map(board.edge, sorted(board.crosses)), kit.EDGE_CROSS_ARM),
        _circles(drawing),
        _home_marks(drawing),
        kit.rings(tags, marks, links, _crossed(board)),
    )
    return Scene(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=f"Satogaeri {puzzle.rows}x{puzzle.cols}",
        shapes=tuple(chain.from_iterable(layers)),
        glyphs=_glyphs(drawing),
        links=links,
        borders=borders,
        between=_between(board, marks),
    )


# --- the empty board ---------------------------------------------------------------------------


def _ground(drawing: _Drawing, borders: Mapping[Edge, str]) -> Iterator[Shape]:
    rows, cols = drawing.puzzle.rows, drawing.puzzle.cols
    yield Rect(0, 0, rows, cols, "paper")
    settled = drawing.settled.countries
    cells = map(drawing.board.cell, range(rows * cols))
    yield from kit.stretches(
        (cell for cell in cells if drawing.puzzle.country_of(cell) in settled), "settled"
    )
    yield from kit.tints(drawing.tags)
    yield from kit.grid(rows, cols)
    yield from kit.border_lines(borders)
    yield kit.frame(rows, cols)


# --- circles -----------------------------------------------------------------------------------


def _circles(drawing: _Drawing) -> Iterator[Shape]:
    """Ghosts and arrow heads of those that have moved, then the circles with their numbers."""
    ghosts: list[Circle] = []
    heads: list[Polygon] = []
    discs: list[Circle] = []
    numbers: list[Label] = []
    for circle in drawing.circles:
        middle, scale = kit.middle(circle.stand), drawing.scale(circle)
        tag, is_done = drawing.tags.get(circle.stand), circle.start in drawing.settled.circles
        if circle.direction is not None:
            ghosts.append(Circle(*kit.middle(circle.start), _GHOST, "ghost"))
            last_edge = edge(circle.direction.opposite.step(circle.stand), circle.stand)
            style = drawing.links[last_edge].replace("track", "arrow")
            heads.append(_head(circle, _tip(drawing, circle), style))
        done = "circle-done" if is_done else "circle"
        discs.append(Circle(*middle, round(_RADIUS * scale, 4), f"circle-{tag}" if tag else done))
        if circle.number is not None:
            text = kit.shorten_number(circle.number, _LONGEST_NUMBER)
            size = round(_NUMBER_SIZES[len(text) - 1] * scale, 4)
            done = "number-done" if is_done else "clue"
            numbers.append(Label(*middle, text, size, f"clue-{tag}" if tag else done))
    layers: tuple[Sequence[Circle | Polygon | Label], ...] = (ghosts, heads, discs, numbers)
    for layer in layers:
        yield from sorted(layer, key=lambda shape: shape.style)


def _head(circle: Travel, tip: float, style: str) -> Polygon:
    """An arrow head so far behind a circle that has moved."""
    back = tip + _HEAD_LENGTH
    points = ((tip, 0.0), (back, _HEAD_WIDTH / 2), (back, -_HEAD_WIDTH / 2))
    return Polygon(tuple(_behind(circle, *point) for point in points), style)


def _tip(drawing: _Drawing, circle: Travel) -> float:
    return _RADIUS * drawing.scale(circle) + _HEAD_GAP


def _behind(circle: Travel, along: float, across: float) -> Point:
    """A point so far behind a circle that has moved, and so far to the side."""
    assert circle.direction is not None
    down, right = circle.direction.value
    row, col = kit.middle(circle.stand)
    row, col = row - along * down + across * right, col - along * right + across * down
    return round(row, 4), round(col, 4)


# --- marks about homes -------------------------------------------------------------------------


def _home_marks(drawing: _Drawing) -> Iterator[Shape]:
    taken = {cell for each in drawing.links for cell in each}
    taken.update(circle.stand for circle in drawing.circles)
    houses, denied = _shown_homes(drawing), _shown_denied(drawing)
    crowded = taken.union(houses)
    for cell in denied:
        if cell in crowded:
            yield kit.corner_dot(cell, drawing.tags.get(cell, ""))
        else:
            yield Circle(*kit.middle(cell), kit.DOT, "dot")
    for cell in houses:
        if cell in taken:
            inset = kit.corner_inset(drawing.tags.get(cell, ""))
            yield _house((cell.row + inset, cell.col + 1 - inset), _CORNER_HOUSE)
        else:
            yield _house(kit.middle(cell), _HOUSE)


def _shown_homes(drawing: _Drawing) -> list[Cell]:
    """Marked homes, except under a circle that shows it by being toned down."""
    done, board = drawing.settled.circles, drawing.board
    shown = {each.stand for each in drawing.circles if each.start in done} - drawing.tags.keys()
    return [cell for cell in map(board.cell, sorted(board.homes)) if cell not in shown]


def _shown_denied(drawing: _Drawing) -> list[Cell]:
    """Cells where no circle ends, except where a circle has gone on, which says the same."""
    gone = set()
    for each in drawing.circles:
        cell = each.start
        while each.direction is not None and cell != each.stand:
            gone.add(cell)
            cell = each.direction.step(cell)
    board = drawing.board
    return [cell for cell in map(board.cell, sorted(board.denied)) if cell not in gone]


def _house(middle: Point, half: float) -> Path:
    row, col = middle
    points = (
        (row - half, col),
        (row - 0.05 * half, col + half),
        (row + 0.9 * half, col + half),
        (row + 0.9 * half, col - half),
        (row - 0.05 * half, col - half),
    )
    return Path(tuple((round(y, 4), round(x, 4)) for y, x in points), "home", closed=True)


# --- lines -------------------------------------------------------------------------------------


def _line_styles(board: SatogaeriBoard, marks: Marks) -> dict[Edge, str]:
    """Every line with its style; a straight line is in error as a whole."""
    edges = [board.edge(number) for number in sorted(board.lines)]
    walks = map(_cells_along, kit.straight_lines(edges))
    return kit.line_styles(edges, marks, kit.in_error(walks, marks), "track")


def _cells_along(line: kit.Step) -> list[Cell]:
    first, last = line
    direction = Direction.RIGHT if first.row == last.row else Direction.DOWN
    cells = [first]
    while cells[-1] != last:
        cells.append(direction.step(cells[-1]))
    return cells


def _lines(drawing: _Drawing, marks: Marks) -> Iterator[Shape]:
    heads = {
        each.stand: _behind(each, _tip(drawing, each) + _HEAD_LENGTH, 0.0)
        for each in drawing.circles
        if each.direction is not None
    }
    yield from _strokes(kit.edges_of(marks.because), "line-because")
    hints = marks.hints - _crossed(drawing.board)
    ends, points = _hinted_ends(drawing, kit.edges_of(hints), marks)
    for style, edges in kit.line_layers(drawing.links, hints, "track"):
        yield from _strokes(edges, style, ends if style == "line-hint" else heads)
    yield from points


def _hinted_ends(
    drawing: _Drawing, hinted: Iterable[Edge], marks: Marks
) -> tuple[dict[Cell, Point], list[Polygon]]:
    """Where hinted lines that no circle has gone along lead on to a hinted cell, an arrow head; and
    where the line ends for it."""
    ends: dict[Cell, Point] = {}
    heads: list[Polygon] = []
    new = {each for each in hinted if each not in drawing.links}
    for circle in drawing.circles:
        for direction in Direction if circle.direction is None else (circle.direction,):
            here = circle.stand
            while edge(here, direction.step(here)) in new:
                here = direction.step(here)
            if here != circle.stand and here in marks.hints:
                move = circle._replace(stand=here, direction=direction)
                ends[here] = _behind(move, _HINT_TIP + _HEAD_LENGTH, 0.0)
                heads.append(_head(move, _HINT_TIP, "arrow-hint"))
    return ends, heads


def _strokes(
    edges: Iterable[Edge], style: str, heads: Mapping[Cell, Point] | None = None
) -> Iterator[Strokes]:
    """Lines from the middle of a cell to that of another, or to where an arrow head begins."""
    ends = heads or {}
    lines = [
        [ends.get(at, kit.middle(at)) for at in segment] for segment in kit.straight_lines(edges)
    ]
    if lines:
        yield Strokes(tuple(map(tuple, lines)), style)


def _crossed(board: SatogaeriBoard) -> frozenset[Edge]:
    """Return the edges where a hint is ringed, because a cross says that no line runs there."""
    return frozenset(map(board.edge, board.crosses))


# --- text --------------------------------------------------------------------------------------


def _glyphs(drawing: _Drawing) -> dict[Cell, Glyph]:
    glyphs = {cell: Glyph("", "") for cell in drawing.tags}
    for circle in drawing.circles:
        if circle.direction is not None:
            glyphs[circle.start] = Glyph("∘", "ghost")
        is_done = circle.start in drawing.settled.circles
        text = "●" if is_done else "○"
        if circle.number is not None:
            text = kit.shorten_number(circle.number, _LONGEST_NUMBER)
        style = "circle-done" if is_done else "circle"
        glyphs[circle.stand] = Glyph(text, style, head=circle.direction)
    for cells, sign in ((_shown_homes(drawing), _HOME), (_shown_denied(drawing), _NO_HOME)):
        for cell in cells:
            glyph = glyphs.get(cell)
            glyphs[cell] = sign if glyph is None else glyph._replace(text=glyph.text + sign.text)
    return kit.marked_glyphs(glyphs, drawing.tags)


def _between(board: SatogaeriBoard, marks: Marks) -> dict[Edge, Glyph]:
    """Crosses, and the signs of marked edges."""
    crosses = dict.fromkeys(map(board.edge, sorted(board.crosses)), Glyph("×", "cross"))
    return kit.marked_glyphs(crosses, kit.tags_of(marks, Edge))
