"""The pages before the puzzles: the cover, the contents, the openings of chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import NamedTuple

from enpitsu.book.paper_sheet import BookPage, PageBox, PaperSheet
from enpitsu.book.pen import ACCENT, GREY, INK, LEADING, LINE, PALE, Pen
from enpitsu.book.prepare import PAINT, SHADE, Ready
from enpitsu.errors import FormatError
from enpitsu.grid import Cell, Edge, Groups, Symmetry, side_ends
from enpitsu.kind import Puzzle
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.render import scene_of
from enpitsu.render.palette import LIGHT
from enpitsu.render.paper import MM
from enpitsu.render.pdf import MARGIN, scene_size
from enpitsu.scene import Rect, Scene

LARGEST_COVER_CELL = 16 * MM
_ROW = 8.4 * MM
_PART_GAP = 0.35
_SQUARE = 1.4
_BEGUN = 0.6  # how far down the diagonal a board of the cover is filled in: 2 is the whole board
_MOST_BEGUN = 1 / 3  # of all facts; a tiny puzzle shows none
_TRIED = 8  # puzzles of a kind that are looked at for marks to show
_SYMMETRIES = (Symmetry.ROTATE_180, Symmetry.MIRROR, Symmetry.FLIP)
"""Symmetries that keep the size of a board."""
ROWS_A_PAGE = 25  # lines of a page of contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover(BookPage):
    """The first page."""

    title: str
    subtitle: str
    author: str
    count: int
    kinds: tuple[str, ...]
    shown: tuple[Ready, ...]


class ContentsLine(NamedTuple):
    """A line of the contents: what, how many puzzles, and the place it leads to."""

    title: str
    remark: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents(BookPage):
    """A page of contents."""

    lines: tuple[ContentsLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterPage(BookPage):
    """The first page of a chapter that has something to say."""

    title: str
    text: str
    remark: str


# --- the cover -----------------------------------------------------------------------------------


def shown_on_cover(puzzles: Sequence[Ready]) -> tuple[Ready, ...]:
    """Return one puzzle if all are of one kind, else four, of each kind in turn: mid-sized ones,
    which are neither bare nor crowded."""
    by_kind: dict[str, list[Ready]] = {}
    for ready in puzzles:
        by_kind.setdefault(ready.puzzle.kind, []).append(ready)
    for some in by_kind.values():
        some.sort(key=_cover_order)
        # First those with marks to show that are not those of one before.
        lively: list[Ready] = []
        seen: list[list[Fact]] = [[]]
        for ready in some[:_TRIED]:
            facts = begin(ready.puzzle, ready.solution).facts
            if facts not in seen:
                seen.append(facts)
                lively.append(ready)
        some[:_TRIED] = [*lively, *(ready for ready in some[:_TRIED] if ready not in lively)]
    turns = chain.from_iterable(zip_longest(*by_kind.values()))
    found = [ready for ready in turns if ready is not None]
    square = [ready for ready in found if _slant(ready) < _SQUARE]
    return tuple(square[:4]) if len(by_kind) > 1 and len(square) >= 4 else tuple(found[:1])


def _cover_order(ready: Ready) -> tuple[float, float]:
    """Sort to the front what looks best on a cover: square, about ten cells, solved."""
    size = ready.size
    missing = 1.0 if ready.answer is None else 0.0
    return round(_slant(ready) + missing, 1), abs(size.width * size.height - 120)


def _slant(ready: Ready) -> float:
    """Return the longer side of a drawing in terms of the shorter one."""
    size = ready.size
    return max(size.width, size.height) / min(size.width, size.height)


def draw_cover(pen: Pen, cover: Cover, sheet: PaperSheet) -> None:
    """Draw the title above, a large drawing below, what is in it at the foot."""
    pen.canvas.setFillColor(LIGHT["page"])
    pen.canvas.rect(0, 0, sheet.width, sheet.height, stroke=0, fill=1)
    box = PageBox(22 * MM, 18 * MM, sheet.width - 44 * MM, sheet.height - 18 * MM - 30 * MM)
    y = _draw_cover_title(pen, cover, box)
    foot = _draw_cover_foot(pen, cover, box)
    room = PageBox(box.left, foot + 12 * MM, box.width, y - foot - 24 * MM)
    tiles = [room]
    if len(cover.shown) != 1:
        side = min(room.width, room.height)
        left = room.left + (room.width - side) / 2
        square = PageBox(left, room.bottom + (room.height - side) / 2, side, side)
        tiles = square.grid(2, 2, 10 * MM)
    for ready, tile in zip(cover.shown, tiles, strict=False):
        scene = begun_scene(ready)
        across = tile.width / (scene.width + 2 * MARGIN)
        down = tile.height / (scene.height + 2 * MARGIN)
        cell = min(LARGEST_COVER_CELL, across, down)
        width, height = scene_size(scene, cell)
        left = tile.left + (tile.width - width) / 2
        above = (tile.height - height) / 2
        pen.board(scene, left, tile.top - above, cell, theme="light")
    pen.canvas.setFillColor(ACCENT)
    pen.canvas.rect(0, sheet.height - 9 * MM, sheet.width, 9 * MM, stroke=0, fill=1)


def _draw_cover_title(pen: Pen, cover: Cover, box: PageBox) -> float:
    size = pen.largest_size(cover.title, 44, box.width, 26)
    lines = pen.lines(cover.title, size, box.width, bold=True, most=4)
    y = pen.paragraph(box.left, box.top, lines, size, bold=True)
    if cover.subtitle:
        y -= 2 * MM
        lines = pen.lines(cover.subtitle, 17, box.width, most=3)
        y = pen.paragraph(box.left, y, lines, 17, colour=GREY)
    if cover.author:
        y -= 3.5 * MM
        y = pen.paragraph(box.left, y, [pen.fit(cover.author, 13, box.width)], 13, colour=INK)
    return y


def _draw_cover_foot(pen: Pen, cover: Cover, box: PageBox) -> float:
    y = box.bottom + 6 * MM
    pen.rule(box.left, box.right, y + 8 * MM, width=0.8, colour=PALE)
    count = pen.say("puzzles", count=cover.count)
    pen.text(box.right, y, count, 12, bold=True, align="right")
    room = box.width - pen.width(count, 12, bold=True) - 6 * MM
    names = "  ·  ".join(cover.kinds)
    pen.text(box.left, y, pen.fit(names, 12, room), 12, colour=GREY)
    return y + 8 * MM


def begun_scene(ready: Ready) -> Scene:
    """Return the drawing of a board that someone has begun, in the puzzle's own colour if it has
    one."""
    begun = begin(ready.puzzle, ready.solution)
    scene = scene_of(begun.puzzle, begun.facts)
    inks = scene_of(ready.puzzle, ready.solution).inks
    paints = [style for style, ink in inks.items() if ink.like == PAINT]
    if scene.inks or len(paints) != 1:
        return scene
    # A single colour shows only when the picture is finished, so it is taken from there.
    shapes = (
        shape._replace(style=paints[0])
        if isinstance(shape, Rect) and shape.style == SHADE
        else shape
        for shape in scene.shapes
    )
    return replace(scene, shapes=tuple(shapes), inks={paints[0]: inks[paints[0]]})


class StartedBoard(NamedTuple):
    """A board with its first marks."""

    puzzle: Puzzle
    facts: list[Fact]


def begin(puzzle: Puzzle, solution: Position) -> StartedBoard:
    """Return a puzzle of the book, turned or mirrored, with a few marks in its upper left corner:
    nothing that would help with it. It is turned so that the most marks stand there; a board that
    looks the same turned has none."""
    rows, cols = puzzle.rows, puzzle.cols
    best = StartedBoard(puzzle, [])
    for symmetry in _SYMMETRIES:
        turned = puzzle.transform(symmetry)
        facts = _upper_left(turned, solution.transform(symmetry, rows, cols))
        if turned != puzzle and (best.puzzle == puzzle or len(facts) > len(best.facts)):
            best = StartedBoard(turned, facts)
    return best


def _upper_left(puzzle: Puzzle, solution: Position) -> list[Fact]:
    """Return the facts of a solution in the upper left corner.

    Short lines are there as a whole or not at all; a long one ends at the corner's border.
    """
    rows, cols = puzzle.rows, puzzle.cols
    declared = kind_of(puzzle).declaration or {"marks": []}
    has_sides = any(mark["on"] == "sides" for mark in declared["marks"])
    cells: dict[Fact, tuple[Cell, ...]] = {}
    for fact in solution:
        ends = side_ends if has_sides else tuple
        cells[fact] = ends(fact.slot) if isinstance(fact.slot, Edge) else (fact.slot,)
    width = cols + 1  # of corners there is one more than of cells
    groups = Groups((rows + 1) * width)
    for first, *others in cells.values():
        for other in others:
            groups.join(first.row * width + first.col, other.row * width + other.col)
    parts: dict[int, dict[Fact, float]] = {}
    for fact, some in cells.items():
        # Along the diagonal: 0 is the upper left corner, 2 the lower right.
        depth = max((cell.row + 0.5) / rows + (cell.col + 0.5) / cols for cell in some)
        parts.setdefault(groups.find(some[0].row * width + some[0].col), {})[fact] = depth
    found: list[Fact] = []
    for part in parts.values():
        if len(part) >= rows + cols:
            found += [fact for fact, depth in part.items() if depth < _BEGUN]
        elif sum(part.values()) < _BEGUN * len(part):
            found += part
    return found if len(found) <= len(cells) * _MOST_BEGUN else []


# --- contents and openings -----------------------------------------------------------------------


def draw_contents(pen: Pen, page: Contents, sheet: PaperSheet, pages: dict[str, int]) -> None:
    """Draw titles at the left, page numbers at the right, dots between them."""
    body = sheet.body
    y = body.top - 8 * MM
    pen.text(body.left, y, pen.say("contents"), 24, bold=True)
    y -= 15 * MM
    for line in page.lines:
        number = str(pages[line.key])
        room = body.width - 24 * MM - pen.width(line.remark, 9)
        title = pen.fit(line.title, 12, room)
        pen.text(body.left, y, title, 12)
        end = body.left + pen.width(title, 12) + 3 * MM
        pen.text(end, y, line.remark, 9, colour=PALE)
        end += pen.width(line.remark, 9) + (3 * MM if line.remark else 0)
        pen.text(body.right, y, number, 12, align="right")
        right = body.right - pen.width(number, 12) - 2.5 * MM
        if right > end:
            pen.canvas.saveState()
            pen.canvas.setDash(0.4, 3.6)
            pen.canvas.setLineCap(1)
            # Dots stand at the same places in every line.
            left = right - (right - end) // 4 * 4
            pen.rule(left, right, y + 0.3 * MM, width=0.8, colour=LINE)
            pen.canvas.restoreState()
        pen.leads_to(line.key, PageBox(body.left, y - 2 * MM, body.width, _ROW - 1 * MM))
        y -= _ROW


def draw_opening(pen: Pen, page: ChapterPage, sheet: PaperSheet) -> None:
    """Draw the title of a chapter with its text, in the upper half of the page."""
    body = sheet.body
    width = min(body.width, 130 * MM)
    size = pen.largest_size(page.title, 30, body.width, 20)
    lines = pen.lines(page.title, size, body.width, bold=True, most=3)
    y = pen.paragraph(body.left, body.top - body.height * 0.22, lines, size, bold=True)
    y -= 1.5 * MM
    pen.text(body.left, y - 3 * MM, page.remark, 11, colour=GREY)
    y -= 8 * MM
    pen.rule(body.left, body.left + 22 * MM, y, width=1.6, colour=ACCENT)
    y -= 5 * MM
    for size in (11.0, 10.0, 9.0, 8.0):  # the largest at which the text fits
        parts = [pen.lines(part, size, width) for part in page.text.split("\n")]
        if sum(len(lines) + _PART_GAP for lines in parts) * size * LEADING <= y - body.bottom:
            break
    else:
        raise FormatError(f"the text of the chapter {page.title!r} is too long for a page")
    for lines in parts:
        y = pen.paragraph(body.left, y, lines, size) - size * LEADING * _PART_GAP


def kind_names(puzzles: Sequence[Ready], pen: Pen) -> tuple[str, ...]:
    """Return the names of the kinds that occur, in the order of the alphabet."""
    found = {ready.puzzle.kind: kind_of(ready.puzzle) for ready in puzzles}
    return tuple(pen.name(found[kind]) for kind in sorted(found))
