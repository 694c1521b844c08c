"""The drawing of a declared kind, from the looks of its clues and marks.

From below: paper, walls, grounds of marked cells, grid, borders of areas; pearls; what is written
in cells; lines; crosses; clues in words and numbers; the frame or, where lines run along the sides
of cells, dots at the corners; rings round marked places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from math import ceil, sqrt
from typing import NamedTuple

from enpitsu import scene_kit as kit
from enpitsu.grid import Cell, Edge, Slot, cells, is_inside, side_ends
from enpitsu.kit.board import KitBoard
from enpitsu.kit.checker import clue_states
from enpitsu.kit.constraints.base import FALSE, TRUE
from enpitsu.kit.layout import CELLS, EDGES, SIDES
from enpitsu.kit.puzzle import BORDER, CluePlace, Mark, Value
from enpitsu.kit.rules import Rules
from enpitsu.scene import Circle, Glyph, Label, Marks, Point, Rect, Scene, Shape, Strokes

LONGEST_NUMBER = len(kit.NUMBER_SIZES)

_SMALL = 0.32  # the font size of a clue in the corner of its cell
_SMALL_ROW = 0.26  # where its middle lies
_SMALL_LEFT = 0.13  # where it begins
_DIGIT = 0.56  # the width of a digit in font sizes
_BESIDE = 0.62  # the size of what stands on a side or at the border, beside that in a cell
_PEARL = 0.37
_LIGHT = 0.27
_CORNER = 0.075
_CROSS_ARM = 0.17  # of a cross in a cell
_BORDER_MARGIN = 0.8
_SIDES_MARGIN = 0.06
_BORDER_DISTANCE = 0.45

_WHITE = "white"
_DENIED_SIGN = "·"
_SIGNS = {"shade": "█", "light": "○"}
_PEARL_SIGNS = {_WHITE: "○", "black": "●"}


class PlacedClue(NamedTuple):
    """A clue, with what its sort says of it, and its place."""

    on: str
    look: str
    place: CluePlace
    value: Value

    @property
    def text(self) -> str:
        """Its number or word, as far as there is room."""
        return kit.shorten_number(self.value, LONGEST_NUMBER)


class _Drawing:
    """A board with what all parts of its drawing ask for."""

    def __init__(self, rules: Rules, board: KitBoard, marks: Marks) -> None:
        self.rules, self.board, self.marks = rules, board, marks
        self.puzzle = board.puzzle
        self.rows, self.cols = board.puzzle.rows, board.puzzle.cols
        self.tags = kit.tags_of(marks, Cell)
        self.edge_tags = kit.tags_of(marks, Edge)
        self.clues = [
            PlacedClue(sort.on, sort.look, place, value)
            for name, sort in self.puzzle.clue_sorts.items()
            for place, value in self.puzzle.given[name].items()
        ]

    @cached_property
    def done(self) -> frozenset[str]:
        """The places of the clues that are shown as done; none on a board without marks."""
        if not any(self.board.values):
            return frozenset()
        return kit.done_clues(clue_states(self.rules, self.board))

    def written(self, mark: Mark, state: int = TRUE) -> list[Slot]:
        """The slots where a mark of one value stands, or where it is denied."""
        view = self.puzzle.layout.views[mark.name]
        return [slot for slot in view.slots if self.board.values[view[slot]] == state]

    def values(self, mark: Mark, state: int = TRUE) -> Iterator[tuple[Slot, list[str]]]:
        """The values of a mark that stand in slots, or are denied there."""
        view = self.puzzle.layout.views[mark.name]
        for slot in view.slots:
            found = view.of(slot)
            yield slot, [each for each in found if self.board.values[found[each]] == state]

    def marks_of(self, *looks: str) -> Iterator[Mark]:
        """The marks in cells with one of some looks."""
        for mark in self.puzzle.mark_sorts.values():
            if mark.on == CELLS and mark.look in looks:
                yield mark

    def lines(self, on: str, state: int = TRUE) -> list[Edge]:
        """The lines on edges or sides, or those that are denied."""
        sorts = (mark for mark in self.puzzle.mark_sorts.values() if mark.on == on)
        found = chain.from_iterable(self.written(mark, state) for mark in sorts)
        return [slot for slot in found if isinstance(slot, Edge)]

    @cached_property
    def crowded(self) -> frozenset[CluePlace]:
        """The cells with a clue in the middle."""
        return frozenset(clue.place for clue in self.clues if clue.look != "small")

    @cached_property
    def line_marks(self) -> Marks:
        """The marks of all but clues that stand on sides or at the border."""
        shown = [clue.place for clue in self.clues if isinstance(clue.place, Edge)]
        return Marks(*(places.difference(shown) for places in self.marks))

    @cached_property
    def links(self) -> dict[Edge, str]:
        """The style of each line from cell to cell."""
        lines = self.lines(EDGES)
        return kit.line_styles(lines, self.marks, kit.in_error(kit.trails(lines), self.marks))

    @cached_property
    def side_lines(self) -> dict[Edge, str]:
        """The style of each line along a side; it is in error if all cells beside it are."""
        lines, errors = self.lines(SIDES), self.marks.errors
        wrong = [
            slot for slot in lines if all(cell in errors for cell in slot if self.is_inside(cell))
        ]
        return kit.line_styles(lines, self.marks, wrong)

    @cached_property
    def crosses(self) -> list[Edge]:
        """The edges and sides where a line is denied."""
        return [*self.lines(EDGES, FALSE), *self.lines(SIDES, FALSE)]

    @cached_property
    def shaded(self) -> frozenset[Slot]:
        """The shaded cells."""
        return frozenset(chain.from_iterable(map(self.written, self.marks_of("shade"))))

    @cached_property
    def has_sides(self) -> bool:
        """True if players draw lines along sides."""
        return any(mark.on == SIDES for mark in self.puzzle.mark_sorts.values())

    @property
    def is_framed(self) -> bool:
        """False on a board of dots."""
        return not self.has_sides or self.puzzle.area_map is not None

    @property
    def area_borders(self) -> dict[Edge, str]:
        """The borders between areas."""
        areas = self.puzzle.area_map
        found = () if areas is None else areas.borders(self.rows, self.cols)
        return dict.fromkeys(found, "border")

    @property
    def has_room_between(self) -> bool:
        """True if something can stand between two cells of a text output: borders, lines along
        sides, or lines that pass clues."""
        sorts = self.puzzle.clue_sorts.values()
        passes = any(sort.on in (CELLS, SIDES) and not sort.blocks for sort in sorts)
        has_lines = any(mark.on == EDGES for mark in self.puzzle.mark_sorts.values())
        has_side_clues = any(sort.on == SIDES for sort in sorts)
        has_areas = self.puzzle.area_map is not None
        return has_areas or self.has_sides or has_side_clues or (has_lines and passes)

    def is_inside(self, cell: Cell) -> bool:
        """Return True for a cell of the board."""
        return is_inside(cell, self.rows, self.cols)

    def tag(self, place: CluePlace) -> str:
        """Return how a place is marked; at the border, how its line or the cell there is."""
        if isinstance(place, Cell):
            return self.tags.get(place, "")
        return self.edge_tags.get(place, "")

    def clue_style(self, clue: PlacedClue) -> str:
        """Return the style of a number."""
        tag, is_done = self.tag(clue.place), str(clue.place) in self.done
        if clue.look == "wall" or (clue.place in self.shaded and isinstance(clue.place, Cell)):
            return "on-wall-done" if is_done and not tag else "on-wall"
        return kit.clue_style(tag, is_done)

    def pearl_style(self, clue: PlacedClue) -> str:
        """Return the style of a pearl."""
        tag, done = self.tag(clue.place), "done" if str(clue.place) in self.done else ""
        return kit.tag_style("circle" if clue.value == _WHITE else "pearl-black", tag or done)


def scene(rules: Rules, name: str, board: KitBoard, marks: Marks) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    drawing = _Drawing(rules, board, marks)
    lines = drawing.links | drawing.side_lines
    layers = (
        _ground(drawing),
        _pearls(drawing),
        _written_in_cells(drawing),
        _lines(drawing),
        kit.crosses(drawing.crosses, kit.EDGE_CROSS_ARM),
        _numbers(drawing),
        _edge_of_board(drawing),
        kit.rings(drawing.tags, drawing.line_marks, lines, drawing.crosses),
    )
    glyphs = _glyphs(drawing)
    has_room = drawing.has_room_between
    top, left, bottom, right = _margins(drawing)
    return Scene(
        rows=drawing.rows,
        cols=drawing.cols,
        title=f"{name} {drawing.rows}x{drawing.cols}",
        shapes=tuple(chain.from_iterable(layers)),
        glyphs=glyphs,
        links=drawing.links,
        top=top,
        left=left,
        bottom=bottom,
        right=right,
        borders=drawing.area_borders | drawing.side_lines if has_room else None,
        between=_between(drawing) if has_room else {},
        framed=drawing.is_framed,
    )


# --- the empty board ---------------------------------------------------------------------------


def _ground(drawing: _Drawing) -> Iterator[Shape]:
    rows, cols = drawing.rows, drawing.cols
    yield Rect(0, 0, rows, cols, "paper")
    yield from kit.tints(drawing.tags)
    walls = [_cell(clue.place) for clue in drawing.clues if clue.look == "wall"]
    yield from kit.stretches((cell for cell in walls if cell not in drawing.tags), "wall")
    marked = (cell for cell in walls if cell in drawing.tags)
    yield from (kit.square(cell, drawing.tags[cell], "wall") for cell in marked)
    for clue in drawing.clues:
        if clue.on == BORDER and drawing.tag(clue.place):
            row, col = _stand(drawing, clue)[0]
            half = _BORDER_MARGIN / 2
            tag = drawing.tag(clue.place)
            yield Rect(row - half, col - half, 2 * half, 2 * half, f"cell-{tag}", kit.CORNER)
    if drawing.is_framed:
        yield from kit.grid(rows, cols)
    yield from kit.border_lines(drawing.area_borders)
    yield from _paths(drawing, kit.edges_of(drawing.line_marks.because), "line-because")


def _edge_of_board(drawing: _Drawing) -> Iterator[Shape]:
    rows, cols = drawing.rows, drawing.cols
    if drawing.is_framed:
        yield kit.frame(rows, cols)
    if drawing.has_sides:
        corners = cells(rows + 1, cols + 1)
        yield from (Circle(row, col, _CORNER, "corner-dot") for row, col in corners)


def _margins(drawing: _Drawing) -> list[float]:
    """The room above, left, below and right of the board: for clues at the border, and for half the
    width of lines along the frame."""
    outside = [_text_cell(drawing, clue) for clue in drawing.clues if clue.on == BORDER]
    has = [False] * 4
    for row, col in filter(None, outside):
        sides = (row < 0, col < 0, row == drawing.rows, col == drawing.cols)
        has = [a or b for a, b in zip(has, sides, strict=True)]
    least = _SIDES_MARGIN if drawing.has_sides else 0
    return [max(least, _BORDER_MARGIN * each) for each in has]


# --- clues -------------------------------------------------------------------------------------


def _pearls(drawing: _Drawing) -> Iterator[Circle]:
    for clue in drawing.clues:
        if clue.look == "pearl":
            at, size = _stand(drawing, clue)
            yield Circle(*at, round(_PEARL * size, 4), drawing.pearl_style(clue))


def _numbers(drawing: _Drawing) -> Iterator[Shape]:
    labels = [
        _label(drawing, clue) for clue in drawing.clues if clue.look in ("number", "small", "wall")
    ]
    yield from (
        Circle(*_stand(drawing, clue)[0], 0.19, "chip")
        for clue in drawing.clues
        if clue.on == SIDES and clue.look != "pearl"
    )
    yield from sorted(labels, key=lambda label: label.style)


def _label(drawing: _Drawing, clue: PlacedClue) -> Label:
    text, style = clue.text, drawing.clue_style(clue)
    at, scale = _stand(drawing, clue)
    if clue.look != "small":
        return Label(*at, text, round(kit.NUMBER_SIZES[len(text) - 1] * scale, 4), style)
    tag = drawing.tag(clue.place)
    if tag:  # a marked shaded cell is smaller, and its clue stays on it
        scale = kit.square_side(tag) if clue.place in drawing.shaded else kit.SHRUNK
    col = _SMALL_LEFT + len(text) * _DIGIT * _SMALL / 2
    row = at[0] + (_SMALL_ROW - 0.5) * scale
    return Label(round(row, 4), round(at[1] + (col - 0.5) * scale, 4), text, _SMALL * scale, style)


def _stand(drawing: _Drawing, clue: PlacedClue) -> tuple[Point, float]:
    """Return the point where a clue stands, and its size, 1 for one in a cell that is not
    ringed."""
    place = clue.place
    if isinstance(place, Cell):
        return kit.middle(place), kit.scale(drawing.tag(place))
    row, col = kit.middle(place)
    if clue.on == BORDER:
        down, right = place.b.row - place.a.row, place.b.col - place.a.col
        outwards = -1 if drawing.is_inside(place.b) else 1
        row += outwards * down * _BORDER_DISTANCE
        col += outwards * right * _BORDER_DISTANCE
        return (row, col), 1.0
    return (row, col), _BESIDE


# --- what stands in cells ------------------------------------------------------------------------


def _written_in_cells(drawing: _Drawing) -> Iterator[Shape]:
    for mark in drawing.marks_of("shade"):
        yield from kit.shaded(map(_cell, drawing.written(mark)), drawing.tags)
    for mark in drawing.marks_of("light"):
        yield from (Circle(*kit.middle(cell), _LIGHT, "light") for cell in drawing.written(mark))
    for sign, found in _denied(drawing).items():
        if sign == "cross":
            yield from kit.crosses(found, _CROSS_ARM)
        else:
            yield from (_dot(drawing, cell) for cell in found)
    for mark in drawing.marks_of("number"):
        yield from _written_numbers(drawing, mark)


def _dot(drawing: _Drawing, cell: Cell) -> Circle:
    """A dot; in a corner if a clue stands in the middle."""
    if cell in drawing.crowded:
        return kit.corner_dot(cell, drawing.tags.get(cell, ""))
    return Circle(*kit.middle(cell), kit.DOT, "dot")


def _cell(slot: Slot) -> Cell:
    assert isinstance(slot, Cell)
    return slot


def _denied(drawing: _Drawing) -> dict[str, list[Cell]]:
    """The cells where marks of one value are denied, by sign; a line there says the same."""
    found: dict[str, list[Cell]] = {}
    passed = {cell for slot in drawing.links for cell in slot}
    for mark in drawing.marks_of("shade", "light"):
        shown = [_cell(slot) for slot in drawing.written(mark, FALSE) if slot not in passed]
        found.setdefault(mark.denial, []).extend(shown)
    return found


def _written_numbers(drawing: _Drawing, mark: Mark) -> Iterator[Shape]:
    """Numbers; denied ones small and struck out, where they stand in a list of all."""
    strikes = []
    for slot, values in drawing.values(mark):
        cell = _cell(slot)
        scale = kit.scale(drawing.tags.get(cell))
        for value in values[:1]:
            size = kit.NUMBER_SIZES[min(len(value), LONGEST_NUMBER) - 1]
            yield Label(*kit.middle(cell), value, round(size * scale, 4), "typed")
    known = {slot for slot, values in drawing.values(mark) if values}
    all_values = drawing.puzzle.layout.views[mark.name].values
    side = ceil(sqrt(len(all_values)))
    for slot, values in drawing.values(mark, FALSE):
        if slot in known:
            continue
        for value in values:
            down, right = divmod(all_values.index(value), side)
            cell, step = _cell(slot), 0.8 / side
            row, col = cell.row + 0.1 + (down + 0.5) * step, cell.col + 0.1 + (right + 0.5) * step
            yield Label(row, col, value, 0.8 * step / max(1, 0.7 * len(value)), "denied")
            strikes.append(((row, col - 0.35 * step), (row, col + 0.35 * step)))
    if strikes:
        yield Strokes(tuple(strikes), "strike")


# --- lines ---------------------------------------------------------------------------------------


def _lines(drawing: _Drawing) -> Iterator[Shape]:
    """Lines under and over each other; a hint where a cross stands is ringed instead."""
    hints = drawing.line_marks.hints.difference(drawing.crosses)
    for style, slots in kit.line_layers(drawing.links | drawing.side_lines, hints):
        yield from _paths(drawing, slots, style)


def _paths(drawing: _Drawing, slots: Iterable[Edge], style: str) -> Iterator[Shape]:
    if drawing.has_sides:
        return kit.paths(map(side_ends, slots), style, _corner_point)
    return kit.paths(slots, style)


def _corner_point(corner: Cell) -> Point:
    return corner.row, corner.col


# --- text ----------------------------------------------------------------------------------------


def _glyphs(drawing: _Drawing) -> dict[Cell, Glyph]:
    """The characters of each cell, and of clues at the border beside it."""
    pointed = drawing.marks if drawing.has_room_between else kit.on_cells(drawing.marks)
    glyphs: dict[Cell, Glyph] = {}
    for cell in chain.from_iterable(_denied(drawing).values()):
        glyphs[cell] = Glyph(_DENIED_SIGN, "dot")
    for mark in drawing.marks_of("number"):
        for slot, values in drawing.values(mark):
            if values:
                glyphs[_cell(slot)] = Glyph(values[0], "typed")
    for mark in drawing.marks_of("light"):
        glyphs |= dict.fromkeys(map(_cell, drawing.written(mark)), Glyph(_SIGNS["light"], "light"))
    for mark in drawing.marks_of("shade"):
        shade = Glyph(_SIGNS["shade"], "shade", fill=True)
        glyphs |= dict.fromkeys(map(_cell, drawing.written(mark)), shade)
    for clue in drawing.clues:
        stands_in = _text_cell(drawing, clue)
        if stands_in is not None:
            glyphs[stands_in] = _clue_glyph(drawing, clue, glyphs.get(stands_in))
    return kit.marked_glyphs(glyphs, kit.tags_of(pointed, Cell))


def _text_cell(drawing: _Drawing, clue: PlacedClue) -> Cell | None:
    """The cell of the text in which a clue stands; None between two."""
    if isinstance(clue.place, Cell):
        return clue.place
    if clue.on == BORDER:
        return next(cell for cell in clue.place if not drawing.is_inside(cell))
    return None


def _clue_glyph(drawing: _Drawing, clue: PlacedClue, below: Glyph | None) -> Glyph:
    """A clue; on a shaded cell or a wall, with the shade round it, else behind what is written."""
    is_done = str(clue.place) in drawing.done
    style = "clue-done" if is_done else "clue"
    if clue.look == "pearl":
        return Glyph(_PEARL_SIGNS[str(clue.value)], style)
    text = clue.text
    if clue.look == "wall" or (below is not None and below.fill):
        width = 3 if drawing.has_room_between else 2
        return Glyph(f"{text:{_SIGNS['shade']}^{width}}", style)
    if below is None or not below.text:
        return Glyph(text, style)
    return Glyph(f"{text}{below.text}", below.style)


def _between(drawing: _Drawing) -> dict[Edge, Glyph]:
    """Crosses, clues between cells, and the signs of marked edges."""
    glyphs = dict.fromkeys(drawing.crosses, Glyph("×", "cross"))
    for clue in drawing.clues:
        if clue.on == SIDES and isinstance(clue.place, Edge):
            text = _PEARL_SIGNS.get(str(clue.value), clue.text[:1])
            glyphs[clue.place] = Glyph(text, "clue")
    return kit.marked_glyphs(glyphs, drawing.edge_tags)
