"""The Yajilin board as a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from enpitsu import scene_kit as kit
from enpitsu.grid import Cell, Direction, Edge
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.clue_states import states
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.scene import (
    NO_MARKS,
    Circle,
    Glyph,
    Label,
    Marks,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    Strokes,
)

ARROWS = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.LEFT: "←", Direction.RIGHT: "→"}

_LONGEST_NUMBER = 4
_NARROW_SIZES = (0.54, 0.44, 0.31, 0.24)
"""Font sizes of a clue's number beside an arrow, by its length."""

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
    lines = list(board.edges(board.lines_right, board.lines_down))
    links = kit.line_styles(lines, marks, kit.in_error(kit.trails(lines), marks))
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
        style, scale = kit.clue_style(tag, cell in done), kit.scale(tag)
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
        return kit.NUMBER_SIZES[digits - 1], (0.0, 0.0), (0.0, 0.0)
    if arrow in (Direction.LEFT, Direction.RIGHT):
        return kit.NUMBER_SIZES[digits - 1], (0.155, 0.0), (-0.265, 0.0)
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
    """The clues that are shown as done; none on a board without marks."""
    is_begun = board.shaded | board.open | board.on_line()
    return kit.done_clues(states(board)) if is_begun else frozenset()


# --- what stands on the board --------------------------------------------------------------------


def _marked_cells(board: YajilinBoard, tags: Tags) -> Iterator[Shape]:
    yield from kit.shaded(board.cells(board.shaded), tags)
    for cell in board.cells(_visible_dots(board)):
        yield Circle(*kit.middle(cell), kit.DOT, "dot")


def _visible_dots(board: YajilinBoard) -> int:
    """Dots, except under a line, which says the same; on a shaded cell they show a mistake."""
    return board.open & ~board.on_line()


# --- lines ---------------------------------------------------------------------------------------


def _lines(links: Mapping[Edge, str], marks: Marks, crosses: frozenset[Edge]) -> Iterator[Shape]:
    """Lines under and over each other; a hint where a cross stands is ringed instead."""
    yield from kit.paths(kit.edges_of(marks.because), "line-because")
    for style, slots in kit.line_layers(links, marks.hints - crosses):
        yield from kit.paths(slots, style)


# --- text ----------------------------------------------------------------------------------------


def _glyphs(
    puzzle: Yajilin, board: YajilinBoard, tags: Tags, done: frozenset[Cell]
) -> dict[Cell, Glyph]:
    glyphs = dict.fromkeys(board.cells(_visible_dots(board)), Glyph("·", "dot"))
    glyphs |= dict.fromkeys(board.cells(board.shaded), Glyph("█", "shade", fill=True))
    for cell, clue in puzzle.clues:
        if clue.blank:
            glyphs[cell] = Glyph("▒", "blank", fill=True)
        else:
            arrow = "" if clue.arrow is None else ARROWS[clue.arrow]
            style = "clue-done" if cell in done and cell not in tags else "clue"
            glyphs[cell] = Glyph(_number_text(clue) + arrow, style)
    return kit.marked_glyphs(glyphs, tags)
