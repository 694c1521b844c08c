"""The Satogaeri board as a drawing.

A circle that has moved stands at the end of its track and leaves a small ghost where it began.
Marks about homes stand in the middle of a cell, or in a corner where something else is there: a
house for a home, a dot for a cell where no circle ends. A circle that is marked as staying, or
has gone as far as told, is toned down, and so is a country that has its circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
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
_CORNER_DOT = 0.055
_HOUSE = 0.2  # half the width in the middle of a cell
_CORNER_HOUSE = 0.075  # half the width in a corner

_HOME = Glyph("⌂", "home")
_NO_HOME = Glyph("•", "dot")

Segment = tuple[Cell, Cell]
"""Two points of a grid, of cells or of their corners, in one row or one column."""


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
        return kit.SHRUNK if self.tags.get(circle.stand) in ("error", "hint") else 1.0


def scene(board: SatogaeriBoard, marks: Marks = NO_MARKS) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    puzzle, circles = board.puzzle, travels(board)
    tags, links = kit.tags_of(marks, Cell), _line_styles(board, marks)
    drawing = _Drawing(board, circles, progress(board, circles), tags, links)
    borders = dict.fromkeys(puzzle.borders(), "border") | dict.fromkeys(puzzle.strays, "stray")
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
    for style in ("stray", "border"):
        sides = []
        for (a, b), name in borders.items():
            if name == style:
                sides.append(
                    (b, Cell(b.row + 1, b.col) if a.row == b.row else Cell(b.row, b.col + 1))
                )
        if sides:
            yield Strokes(tuple(_segments(sides)), style)
    yield kit.frame(rows, cols)


def _segments(steps: Iterable[Segment]) -> list[Segment]:
    """Join steps from point to point to straight lines that are as long as they can be."""
    across: list[Segment] = []
    down: list[Segment] = []
    for a, b in steps:
        (across if a.row == b.row else down).append((a, b))
    return [*_joined(sorted(across)), *_joined(sorted(down, key=lambda step: step[0][::-1]))]


def _joined(steps: Iterable[Segment]) -> list[Segment]:
    lines: list[Segment] = []
    for a, b in steps:
        if lines and lines[-1][1] == a:
            lines[-1] = (lines[-1][0], b)
        else:
            lines.append((a, b))
    return lines


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
            tip, back = _tip(drawing, circle), _tip(drawing, circle) + _HEAD_LENGTH
            points = ((tip, 0.0), (back, _HEAD_WIDTH / 2), (back, -_HEAD_WIDTH / 2))
            corners = tuple(_behind(circle, *point) for point in points)
            heads.append(Polygon(corners, drawing.links[last_edge].replace("track", "arrow")))
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
            inset = _corner_inset(drawing, cell)
            yield Circle(cell.row + inset, cell.col + inset, _CORNER_DOT, "dot")
        else:
            yield Circle(*kit.middle(cell), kit.DOT, "dot")
    for cell in houses:
        if cell in taken:
            inset = _corner_inset(drawing, cell)
            yield _house((cell.row + inset, cell.col + 1 - inset), _CORNER_HOUSE)
        else:
            yield _house(kit.middle(cell), _HOUSE)


def _corner_inset(drawing: _Drawing, cell: Cell) -> float:
    """Return the distance of a mark in a corner from the sides: a ring leaves it whole."""
    return 0.21 if drawing.tags.get(cell) in ("error", "hint") else 0.15


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
    """Every line with its style: errors stand out because all other lines fade."""
    edges = [board.edge(number) for number in sorted(board.lines)]
    if not marks.errors:
        return dict.fromkeys(edges, "track")
    styles = dict.fromkeys(edges, "track-faded")
    for first, last in _segments(edges):
        direction = Direction.RIGHT if first.row == last.row else Direction.DOWN
        cells = [first]
        while cells[-1] != last:
            cells.append(direction.step(cells[-1]))
        if marks.errors.issuperset(cells):
            styles.update((Edge(a, b), "track-error") for a, b in pairwise(cells))
    styles.update((slot, "track-error") for slot in edges if slot in marks.errors)
    return styles


def _lines(drawing: _Drawing, marks: Marks) -> Iterator[Shape]:
    heads = {
        each.stand: _behind(each, _tip(drawing, each) + _HEAD_LENGTH, 0.0)
        for each in drawing.circles
        if each.direction is not None
    }
    yield from _strokes(kit.edges_of(marks.because), "line-because")
    for style in ("track-faded", "track", "track-error"):
        edges = [slot for slot, name in drawing.links.items() if name == style]
        yield from _strokes(edges, style, heads)
    yield from _strokes(kit.edges_of(marks.hints - _crossed(drawing.board)), "line-hint")


def _strokes(
    edges: Iterable[Edge], style: str, heads: Mapping[Cell, Point] | None = None
) -> Iterator[Strokes]:
    """Lines from the middle of a cell to that of another, or to where an arrow head begins."""
    ends = heads or {}
    lines = [[ends.get(at, kit.middle(at)) for at in segment] for segment in _segments(edges)]
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
    for cell, tag in drawing.tags.items():
        glyphs[cell] = glyphs[cell]._replace(style=kit.tag_style(glyphs[cell].style, tag))
    return glyphs


def _between(board: SatogaeriBoard, marks: Marks) -> dict[Edge, Glyph]:
    """Crosses, and the signs of marked edges."""
    tags = kit.tags_of(marks, Edge)
    glyphs = dict.fromkeys(tags, Glyph("", ""))
    glyphs.update((board.edge(number), Glyph("×", "cross")) for number in sorted(board.crosses))
    return {
        slot: glyph._replace(style=kit.tag_style(glyph.style, tags.get(slot)))
        for slot, glyph in glyphs.items()
    }
