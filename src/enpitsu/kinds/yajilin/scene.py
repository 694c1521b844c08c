"""The Yajilin board as a drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise

from enpitsu.grid import Cell, Direction, Edge, edge
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.clue_states import states
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.scene import (
    NO_MARKS,
    Circle,
    Glyph,
    Label,
    Marks,
    Path,
    Place,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    Strokes,
)

ARROWS = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.LEFT: "←", Direction.RIGHT: "→"}

_LONGEST_NUMBER = 4
_NUMBER_SIZES = (0.56, 0.48, 0.38, 0.31)
_NARROW_SIZES = (0.54, 0.44, 0.31, 0.24)
"""Font sizes of a clue's number by its length, and of one beside an arrow."""

_ARROW_LENGTH, _STEM, _HEAD_LENGTH, _HEAD_WIDTH = 0.64, 0.065, 0.22, 0.26
_INSET, _RINGED_INSET, _CORNER = 0.055, 0.17, 0.08
_INSETS = {"error": _RINGED_INSET, "hint": _RINGED_INSET, "because": 0.12}
"""How far a marked shaded cell is from its sides, so that the mark shows."""
_RING_INSET, _DOT, _CROSS_ARM, _EDGE_RING = 0.07, 0.075, 0.085, 0.2
_SHRUNK = 0.84
"""What a ring leaves of a clue's size."""

_HATCHES = 4

Tags = Mapping[Cell, str]
"""The marked cells, each with its strongest mark: "error", "hint" or "because"."""


def scene(board: YajilinBoard, marks: Marks = NO_MARKS) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    puzzle = board.puzzle
    tags = _tags(marks)
    done = _done_clues(board)
    links = _line_styles(board, marks)
    layers = (
        _ground(puzzle, tags),
        _boxes(puzzle, tags),
        _shaded_cells(board, tags),
        _dots(board),
        _lines(board, links, marks),
        _crosses(board),
        _clues(puzzle, tags, done),
        [Path(_corners(puzzle), "frame", closed=True)],
        _rings(board, tags, marks, links),
    )
    return Scene(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=f"Yajilin {puzzle.rows}x{puzzle.cols}",
        shapes=tuple(chain.from_iterable(layers)),
        glyphs=_glyphs(puzzle, board, _tags(marks, with_edges=True), done),
        links=links,
    )


def _tags(marks: Marks, *, with_edges: bool = False) -> dict[Cell, str]:
    """The marked cells; `with_edges` also counts the ends of marked edges."""
    tags: dict[Cell, str] = {}
    for tag, slots in (("because", marks.because), ("hint", marks.hints), ("error", marks.errors)):
        for slot in slots:
            if isinstance(slot, Cell):
                tags[slot] = tag
            elif with_edges and isinstance(slot, Edge):
                tags[slot.a] = tags[slot.b] = tag
    return dict(sorted(tags.items()))


# --- the empty board ---------------------------------------------------------------------------


def _ground(puzzle: Yajilin, tags: Tags) -> Iterator[Shape]:
    rows, cols = puzzle.rows, puzzle.cols
    yield Rect(0, 0, rows, cols, "paper")
    blanks = [cell for cell, clue in puzzle.clues if clue.blank]
    yield from (Rect(*cell, 1, 1, "blank") for cell in blanks)
    yield from (Rect(*cell, 1, 1, f"cell-{tag}") for cell, tag in tags.items())
    if blanks:
        yield Strokes(tuple(line for cell in blanks for line in _hatching(cell)), "hatch")
    across = [((row, 0.0), (row, float(cols))) for row in range(1, rows)]
    down = [((0.0, col), (float(rows), col)) for col in range(1, cols)]
    if across or down:
        yield Strokes((*across, *down), "grid")


def _hatching(cell: Cell) -> Iterator[tuple[Point, Point]]:
    """Slanting lines across a cell, from its left or lower side to its upper or right one."""
    row, col = cell
    for number in range(1, 2 * _HATCHES):
        at = number / _HATCHES
        low, high = max(0.0, at - 1), min(1.0, at)
        yield (row + high, col + low), (row + low, col + high)


def _boxes(puzzle: Yajilin, tags: Tags) -> Iterator[Shape]:
    """Boxes round clues in the boxed style; a marked clue shows its mark instead."""
    if puzzle.boxed:
        for cell, clue in puzzle.clues:
            if not clue.blank and cell not in tags:
                yield Rect(*cell, 1, 1, "box")


def _corners(puzzle: Yajilin) -> tuple[Point, ...]:
    rows, cols = puzzle.rows, puzzle.cols
    return ((0, 0), (0, cols), (rows, cols), (rows, 0))


# --- clues -------------------------------------------------------------------------------------


def _clues(puzzle: Yajilin, tags: Tags, done: frozenset[Cell]) -> Iterator[Shape]:
    for cell, clue in puzzle.clues:
        if not clue.blank:
            tag = tags.get(cell, "")
            scale = _SHRUNK if tag in ("error", "hint") else 1.0
            yield from _clue(cell, clue, _clue_style(cell, tag, done), scale)


def _clue_style(cell: Cell, tag: str, done: frozenset[Cell]) -> str:
    if tag:
        return f"clue-{tag}"
    return "clue-done" if cell in done else "clue"


def _clue(cell: Cell, clue: Clue, style: str, scale: float) -> Iterator[Shape]:
    text = _number_text(clue)
    size, number, arrow = _clue_layout(clue.arrow, len(text))
    row, col = _offset(cell, number, scale)
    yield Label(row, col, text, round(size * scale, 4), style)
    if clue.arrow is not None:
        yield Polygon(_arrow(_offset(cell, arrow, scale), clue.arrow, scale), style)


def _clue_layout(arrow: Direction | None, digits: int) -> tuple[float, Point, Point]:
    """The number's size, and where number and arrow stand from the middle of the cell.

    The arrow lies above the number or stands beside it, further out beside a long one.
    """
    if arrow is None:
        return _NUMBER_SIZES[digits - 1], (0.0, 0.0), (0.0, 0.0)
    if arrow in (Direction.LEFT, Direction.RIGHT):
        return _NUMBER_SIZES[digits - 1], (0.155, 0.0), (-0.265, 0.0)
    if digits == 1:
        return _NARROW_SIZES[0], (0.0, -0.13), (0.0, 0.27)
    return _NARROW_SIZES[digits - 1], (0.0, -0.14), (0.0, 0.335)


def _offset(cell: Cell, offset: Point, scale: float) -> Point:
    return cell.row + 0.5 + offset[0] * scale, cell.col + 0.5 + offset[1] * scale


def _arrow(middle: Point, direction: Direction, scale: float) -> tuple[Point, ...]:
    end, stem, wing = _ARROW_LENGTH / 2, _STEM / 2, _HEAD_WIDTH / 2
    neck = end - _HEAD_LENGTH
    half = ((-end, stem), (neck, stem), (neck, wing))
    outline = (*half, (end, 0.0), *((along, -across) for along, across in reversed(half)))
    down, right = direction.value
    return tuple(
        (
            middle[0] + (along * down + across * right) * scale,
            middle[1] + (along * right + across * down) * scale,
        )
        for along, across in outline
    )


def _number_text(clue: Clue) -> str:
    """The number as far as a cell has room for it."""
    number = clue.number
    if number is None:
        return "?"
    text = str(number)
    return text if len(text) <= _LONGEST_NUMBER else text[: _LONGEST_NUMBER - 1] + "…"


def _done_clues(board: YajilinBoard) -> frozenset[Cell]:
    """The clues that are done.

    None of them on a board without marks, nor when all are done: grey shows what is left to do.
    """
    if not (board.shaded | board.open | board.on_line()):
        return frozenset()
    found = states(board)
    done = frozenset(cell for cell, state in found.items() if state == "done")
    return frozenset() if len(done) == len(found) else done


# --- what stands on the board --------------------------------------------------------------------


def _shaded_cells(board: YajilinBoard, tags: Tags) -> Iterator[Shape]:
    for cell in board.cells(board.shaded):
        error = tags.get(cell) == "error"
        inset = _INSETS.get(tags.get(cell, ""), _INSET)
        side = 1 - 2 * inset
        style = "shade-error" if error else "shade"
        yield Rect(cell.row + inset, cell.col + inset, side, side, style, _CORNER)


def _dots(board: YajilinBoard) -> Iterator[Shape]:
    for row, col in board.cells(_visible_dots(board)):
        yield Circle(row + 0.5, col + 0.5, _DOT, "dot")


def _visible_dots(board: YajilinBoard) -> int:
    """Dots, except under a line, which says the same; on a shaded cell they show a mistake."""
    return board.open & ~board.on_line()


def _crosses(board: YajilinBoard) -> Iterator[Shape]:
    middles = [_middle(slot) for slot in board.edges(board.crosses_right, board.crosses_down)]
    if middles:
        yield Strokes(tuple(line for middle in middles for line in _cross(*middle)), "cross")


def _middle(where: Edge) -> Point:
    return (where.a.row + where.b.row + 1) / 2, (where.a.col + where.b.col + 1) / 2


def _cross(row: float, col: float) -> Iterator[tuple[Point, Point]]:
    arm = _CROSS_ARM
    yield (row - arm, col - arm), (row + arm, col + arm)
    yield (row - arm, col + arm), (row + arm, col - arm)


def _rings(
    board: YajilinBoard, tags: Tags, marks: Marks, links: Mapping[Edge, str]
) -> Iterator[Shape]:
    side = 1 - 2 * _RING_INSET
    for (row, col), tag in tags.items():
        if tag != "because":
            yield Rect(row + _RING_INSET, col + _RING_INSET, side, side, f"ring-{tag}", _CORNER)
    for slot in _edges(marks.errors - links.keys()):
        yield Circle(*_middle(slot), _EDGE_RING, "ring-error")
    for slot in _edges(marks.hints & _crossed(board)):
        yield Circle(*_middle(slot), _EDGE_RING, "ring-hint")


def _crossed(board: YajilinBoard) -> frozenset[Edge]:
    return frozenset(board.edges(board.crosses_right, board.crosses_down))


# --- lines ---------------------------------------------------------------------------------------


def _line_styles(board: YajilinBoard, marks: Marks) -> dict[Edge, str]:
    """Every line with its style: errors stand out because all other lines fade."""
    edges = list(board.edges(board.lines_right, board.lines_down))
    if not marks.errors:
        return dict.fromkeys(edges, "line")
    styles = dict.fromkeys(edges, "line-faded")
    for trail in trails(edges):
        if marks.errors.issuperset(trail):
            styles.update((edge(*pair), "line-error") for pair in pairwise(trail))
    styles.update((slot, "line-error") for slot in styles if slot in marks.errors)
    return styles


def _lines(board: YajilinBoard, links: Mapping[Edge, str], marks: Marks) -> Iterator[Shape]:
    """Lines under and over each other; a hint where a cross stands is ringed instead."""
    yield from _paths(_edges(marks.because), "line-because")
    for style in ("line-faded", "line", "line-error"):
        yield from _paths((slot for slot, name in links.items() if name == style), style)
    yield from _paths(_edges(marks.hints - _crossed(board)), "line-hint")


def _edges(places: Iterable[Place]) -> list[Edge]:
    return sorted(place for place in places if isinstance(place, Edge))


def _paths(edges: Iterable[Edge], style: str) -> Iterator[Path]:
    for trail in trails(edges):
        points = tuple((row + 0.5, col + 0.5) for row, col in _turns(trail))
        yield Path(points[:-1] if trail[0] == trail[-1] else points, style, trail[0] == trail[-1])


def trails(edges: Iterable[Edge]) -> list[tuple[Cell, ...]]:
    """Cut lines into as few walks as follow from ends and branches; a loop ends where it began."""
    near: dict[Cell, list[Cell]] = defaultdict(list)
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    stops = {cell for cell, others in near.items() if len(others) != 2}
    walks = [_walk(near, stops, cell) for cell in near if cell in stops for _ in near[cell][:]]
    loops = [_walk(near, {cell}, cell) for cell in near if near[cell]]
    return [tuple(walk) for walk in (*walks, *loops) if len(walk) > 1]


def _walk(near: dict[Cell, list[Cell]], stops: set[Cell], start: Cell) -> list[Cell]:
    """Follow the line from a cell to the next stop, taking away what was walked."""
    walk = [start]
    while near[walk[-1]] and (len(walk) == 1 or walk[-1] not in stops):
        here = walk[-1]
        there = near[here].pop(0)
        near[there].remove(here)
        walk.append(there)
    return walk


def _turns(trail: tuple[Cell, ...]) -> list[Cell]:
    """The cells where a walk starts, turns and ends."""
    inner = (
        here
        for before, here, after in zip(trail, trail[1:], trail[2:], strict=False)
        if before.row != after.row and before.col != after.col
    )
    return [trail[0], *inner, trail[-1]]


# --- text ----------------------------------------------------------------------------------------


def _glyphs(
    puzzle: Yajilin, board: YajilinBoard, tags: Tags, done: frozenset[Cell]
) -> dict[Cell, Glyph]:
    glyphs = {cell: Glyph("", tag) for cell, tag in tags.items()}
    for cell in board.cells(_visible_dots(board)):
        glyphs[cell] = Glyph("·", _tagged("dot", tags.get(cell)))
    for cell in board.cells(board.shaded):
        glyphs[cell] = Glyph("█", _tagged("shade", tags.get(cell)), fill=True)
    for cell, clue in puzzle.clues:
        if clue.blank:
            glyphs[cell] = Glyph("▒", _tagged("blank", tags.get(cell)), fill=True)
        else:
            arrow = "" if clue.arrow is None else ARROWS[clue.arrow]
            style = _clue_style(cell, tags.get(cell, ""), done)
            glyphs[cell] = Glyph(_number_text(clue) + arrow, style)
    return glyphs


def _tagged(style: str, tag: str | None) -> str:
    return f"{style}-{tag}" if tag else style
