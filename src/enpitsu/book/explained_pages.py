"""Explained solutions: the steps in words, those of one technique together, with pictures of the
board on the way; set in two columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from enpitsu.book.labelled_boards import draw_ruled, ruled_cell, ruled_height
from enpitsu.book.page_layout import NumberedPuzzle
from enpitsu.book.paper_sheet import BookPage, PageBox, PaperSheet
from enpitsu.book.pen import ACCENT, GREY, INK, LEADING, LINE, PALE, Pen
from enpitsu.book.puzzle_pages import length_text, puzzle_key, solution_key
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.render import scene_of
from enpitsu.render.paper import MM

COLUMNS = 2
GAP = 9 * MM
SIZE = 8.0
_INDENT = 6.5 * MM
_HEAD = 13 * MM
_PICTURE = 58 * MM
_LARGEST = 5.0 * MM
_LARGE = 16  # rows or columns from which on a board takes the whole column


class Head(NamedTuple):
    """The heading of a puzzle's solution."""

    placed: NumberedPuzzle
    height: float = _HEAD


class Words(NamedTuple):
    """A line of text, with the number of its step if it begins one."""

    text: str
    number: str = ""
    bold: bool = False
    height: float = SIZE * LEADING


class StageBoard(NamedTuple):
    """The board at one stage, with what stands below it."""

    placed: NumberedPuzzle
    facts: str
    caption: str
    cell: float
    height: float


class Space(NamedTuple):
    """Some room, which is left out at the head of a column."""

    height: float


Block = Head | Words | StageBoard | Space


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedPage(BookPage):
    """A page of explained solutions: the blocks of its columns."""

    columns: tuple[tuple[Block, ...], ...]


def explained_pages(
    puzzles: Sequence[NumberedPuzzle], body: PageBox, heading: str, pen: Pen
) -> Iterator[ExplainedPage]:
    """Yield all explained solutions by pages."""
    width = body.grid(COLUMNS, 1, GAP)[0].width
    solved = (each for each in puzzles if each.ready.answer is not None)
    blocks = (block for each in solved for block in _blocks(each, width, body.height, pen))
    page: list[tuple[Block, ...]] = []
    for column in _columns(blocks, body.height):
        page.append(column)
        if len(page) == COLUMNS:
            yield ExplainedPage(columns=tuple(page), heading=heading)
            page = []
    if page:
        yield ExplainedPage(columns=tuple(page), heading=heading)


# --- what there is to say ------------------------------------------------------------------------


def _blocks(placed: NumberedPuzzle, width: float, height: float, pen: Pen) -> Iterator[Block]:
    ready = placed.ready
    yield Head(placed)
    if not ready.told:
        yield from (Words(line) for line in pen.lines(pen.say("untold"), SIZE, width))
    numbered = enumerate(ready.told, 1)
    for technique, group in groupby(numbered, key=lambda each: each[1].technique):
        yield Space(1.3 * MM)
        yield Words(pen.fit(technique, SIZE, width, bold=True), bold=True)
        for number, step in group:
            lines = pen.lines(step.text, SIZE, width - _INDENT)
            yield Words(lines[0], str(number))
            yield from (Words(line) for line in lines[1:])
            if step.stage is not None:
                yield Space(1.5 * MM)
                yield _picture(placed, step.stage, pen.say("after", number=number), width, height)
                yield Space(1.5 * MM)
    yield Space(1.5 * MM)
    yield _picture(placed, ready.answer or "", pen.say("solved"), width, height)
    yield Space(7 * MM)


def _picture(
    placed: NumberedPuzzle, facts: str, caption: str, width: float, height: float
) -> StageBoard:
    # Only its size is wanted here: the empty board has the same.
    scene = scene_of(placed.ready.puzzle)
    room = width if max(scene.rows, scene.cols) > _LARGE else min(width, _PICTURE)
    most = min(height - 10 * MM, room * 1.4)
    cell = ruled_cell(scene, room, most, _LARGEST)
    return StageBoard(placed, facts, caption, cell, ruled_height(scene, cell) + 4.5 * MM)


# --- columns -------------------------------------------------------------------------------------


def _columns(blocks: Iterable[Block], height: float) -> Iterator[tuple[Block, ...]]:
    """Yield blocks by columns. A heading does not stand alone at the foot of one."""
    column: list[Block] = []
    used = 0.0
    for run in _runs(blocks):
        needed = sum(block.height for block in run)
        if column and used + needed > height + 0.01:
            yield tuple(column)
            column, used = [], 0.0
        for block in run:
            if column or not isinstance(block, Space):
                column.append(block)
                used += block.height
    if column:
        yield tuple(column)


def _runs(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield blocks that stay together: headings with the line after them."""
    run: list[Block] = []
    for block in blocks:
        run.append(block)
        if not (isinstance(block, Head | Space) or (isinstance(block, Words) and block.bold)):
            yield run
            run = []
    if run:
        yield run


# --- drawing -------------------------------------------------------------------------------------


def draw_explained(pen: Pen, page: ExplainedPage, sheet: PaperSheet, pages: dict[str, int]) -> None:
    """Draw a page of explained solutions."""
    for column, box in zip(page.columns, sheet.body.grid(COLUMNS, 1, GAP), strict=False):
        y = box.top
        indented = box.left + _INDENT
        for block in column:
            if isinstance(block, Head):
                _draw_head(pen, block.placed, box, y, pages)
            elif isinstance(block, Words):
                base = y - SIZE * (LEADING - 0.28)
                pen.text(box.left, base, block.number, 6.5, colour=ACCENT)
                left = box.left if block.bold else indented
                pen.text(left, base, block.text, SIZE, bold=block.bold)
            elif isinstance(block, StageBoard):
                scene = scene_of(block.placed.ready.puzzle, Position.parse(block.facts))
                left = box.left if max(scene.rows, scene.cols) > _LARGE else indented
                draw_ruled(pen, scene, left, y, block.cell)
                base = y - block.height + 1.5 * MM
                pen.text(indented, base, block.caption, 7, colour=GREY)
            y -= block.height


def _draw_head(
    pen: Pen, placed: NumberedPuzzle, box: PageBox, y: float, pages: dict[str, int]
) -> None:
    number, ready = placed
    pen.place(solution_key(number), y + 4 * MM)
    base = y - 6 * MM
    pen.text(box.left, base, str(number), 15, bold=True, colour=INK)
    x = box.left + pen.width(str(number), 15, bold=True) + 3 * MM
    if ready.dots:
        x = pen.dots(x, base + 1.75 * MM, ready.dots, scale=0.85) + 3 * MM
    size = f"{ready.puzzle.rows} × {ready.puzzle.cols}"
    told = (pen.name(kind_of(ready.puzzle)), size, length_text(pen, ready))
    pen.text(x, base, "  ·  ".join(filter(None, told)), 8, colour=GREY)
    where = pen.say("page", number=pages[puzzle_key(number)])
    pen.text(box.right, base, where, 8, align="right", colour=PALE)
    pen.rule(box.left, box.right, base - 3 * MM, colour=LINE)
    pen.leads_to(puzzle_key(number), PageBox(box.left, base - 1.5 * MM, box.width, 6.5 * MM))
