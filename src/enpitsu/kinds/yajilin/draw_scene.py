"""The Yajilin board as a drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise

from enpitsu import scene_kit as kit
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

_ARROW_LENGTH = 0.64
_STEM = 0.065
_HEAD_LENGTH = 0.22
_HEAD_WIDTH = 0.26
_HATCHES = 4

Tags = Mapping[Cell, str]
"""The marked cells, each with its strongest mark: "error", "hint" or "because"."""


def scene(board: YajilinBoard, marks: Marks = NO_MARKS) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    puzzle = board.puzzle
    tags = kit.tags_of(marks, Cell)
    done = _done_clues(board)
    links = _line_styles(board, marks)
    crosses = list(board.edges(board.crosses_right, board.crosses_down))
    layers = (
        _ground(puzzle, tags),
        _marked_cells(board, tags),
        _lines(links, marks, frozenset(crosses)),
        kit.crosses(crosses, kit.EDGE_CROSS_ARM),
        _clues(puzzle, tags, done),
        [kit.frame(puzzle.rows, puzzle.cols)],
        kit.rings(tags, marks, links, frozenset(crosses)),
    )
    return Scene(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=f"Yajilin {puzzle.rows}x{puzzle.cols}",
        shapes=tuple(chain.from_iterable(layers)),
        glyphs=_glyphs(puzzle, board, kit.tags_of(kit.on_cells(marks), Cell), done),
        links=links,
    )


# --- the empty board ---------------------------------------------------------------------------


def _ground(puzzle: Yajilin, tags: Tags) -> Iterator[Shape]:
    """Blank cells are hatched. Clues have boxes in the boxed style; a marked one shows its mark."""
    yield Rect(0, 0, puzzle.rows, puzzle.cols, "paper")
    blanks = [cell for cell, clue in puzzle.clues if clue.blank]
    yield from (Rect(*cell, 1, 1, "blank") for cell in blanks)
    yield from kit.tints(tags)
    hatches = []
    for row, col in blanks:
        for number in range(1, 2 * _HATCHES):
            at = number / _HATCHES
            low, high = max(0.0, at - 1), min(1.0, at)
            hatches.append(((row + high, col + low), (row + low, col + high)))
    if hatches:
        yield Strokes(tuple(hatches), "hatch")
    yield from kit.grid(puzzle.rows, puzzle.cols)
    if puzzle.boxed:
        for cell, clue in puzzle.clues:
            if not clue.blank and cell not in tags:
                yield Rect(*cell, 1, 1, "box")


# --- clues -------------------------------------------------------------------------------------


def _clues(puzzle: Yajilin, tags: Tags, done: frozenset[Cell]) -> Iterator[Shape]:
    for cell, clue in puzzle.clues:
        if clue.blank:
            continue
        tag = tags.get(cell, "")
        style = _clue_style(cell, tag, done)
        scale = kit.SHRUNK if tag in ("error", "hint") else 1.0
        text = _number_text(clue)
        size, number, arrow = _clue_layout(clue.arrow, len(text))
        row, col = _offset(cell, number, scale)
        yield Label(row, col, text, round(size * scale, 4), style)
        if clue.arrow is not None:
            yield Polygon(_arrow(_offset(cell, arrow, scale), clue.arrow, scale), style)


def _clue_style(cell: Cell, tag: str, done: frozenset[Cell]) -> str:
    if tag:
        return f"clue-{tag}"
    return "clue-done" if cell in done else "clue"


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
    return "?" if clue.number is None else kit.shorten_number(clue.number, _LONGEST_NUMBER)


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


def _marked_cells(board: YajilinBoard, tags: Tags) -> Iterator[Shape]:
    for cell in board.cells(board.shaded):
        tag = tags.get(cell, "")
        yield kit.square(cell, tag, "shade-error" if tag == "error" else "shade")
    for cell in board.cells(_visible_dots(board)):
        yield Circle(*kit.middle(cell), kit.DOT, "dot")


def _visible_dots(board: YajilinBoard) -> int:
    """Dots, except under a line, which says the same; on a shaded cell they show a mistake."""
    return board.open & ~board.on_line()


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


def _lines(links: Mapping[Edge, str], marks: Marks, crosses: frozenset[Edge]) -> Iterator[Shape]:
    """Lines under and over each other; a hint where a cross stands is ringed instead."""
    yield from _paths(kit.edges_of(marks.because), "line-because")
    for style in ("line-faded", "line", "line-error"):
        yield from _paths((slot for slot, name in links.items() if name == style), style)
    yield from _paths(kit.edges_of(marks.hints - crosses), "line-hint")


def _paths(edges: Iterable[Edge], style: str) -> Iterator[Path]:
    """Lines as paths from turn to turn."""
    for trail in trails(edges):
        turns = [
            here
            for before, here, after in zip(trail, trail[1:], trail[2:], strict=False)
            if before.row != after.row and before.col != after.col
        ]
        is_loop = trail[0] == trail[-1]
        cells = [trail[0], *turns] if is_loop else [trail[0], *turns, trail[-1]]
        yield Path(tuple(map(kit.middle, cells)), style, is_loop)


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


# --- text ----------------------------------------------------------------------------------------


def _glyphs(
    puzzle: Yajilin, board: YajilinBoard, tags: Tags, done: frozenset[Cell]
) -> dict[Cell, Glyph]:
    glyphs = {cell: Glyph("", tag) for cell, tag in tags.items()}
    for cell in board.cells(_visible_dots(board)):
        glyphs[cell] = Glyph("·", kit.tag_style("dot", tags.get(cell)))
    for cell in board.cells(board.shaded):
        glyphs[cell] = Glyph("█", kit.tag_style("shade", tags.get(cell)), fill=True)
    for cell, clue in puzzle.clues:
        if clue.blank:
            glyphs[cell] = Glyph("▒", kit.tag_style("blank", tags.get(cell)), fill=True)
        else:
            arrow = "" if clue.arrow is None else ARROWS[clue.arrow]
            style = _clue_style(cell, tags.get(cell, ""), done)
            glyphs[cell] = Glyph(_number_text(clue) + arrow, style)
    return glyphs
