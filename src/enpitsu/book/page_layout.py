"""The page and size of each puzzle, decided before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.book.paper_sheet import BookPage, PageBox, sheet_of
from enpitsu.book.pen import LEADING, Pen
from enpitsu.book.prepare import Ready
from enpitsu.book.qr import QUIET
from enpitsu.render.paper import MM
from enpitsu.render.pdf import MARGIN

LARGEST_CELL = 11 * MM  # of puzzles that share a page
LARGEST_ALONE = 12.5 * MM  # of those that have a page of their own
SMALLEST_CELL = 3.5 * MM  # A board whose cells would be smaller gets a page of its own
TINIEST_CELL = 0.6 * MM  # below this nothing can be told apart, on whatever page
TURN_BELOW = 7 * MM  # cells smaller than this let a page be turned
TURN_GAIN = 1.12  # if they grow by so much

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns and rows of so many puzzles a page
GAP = 9 * MM
PANEL = 40 * MM  # width of what stands beside a board
PANEL_GAP = 7 * MM  # its distance
PANEL_TEXT = 64 * MM
"""The most that number, level, size, title, author and link take of the panel's height."""
HEAD_GAP = 3.2 * MM
NOTE = 8.0  # size of the letters of an author's note
NOTE_GAP = 1.2 * MM
MOST_NOTE = 3  # lines of it above a board that shares its page
MOST_NOTE_ALONE = 12  # lines of it beside a board, or above one with a page of its own
_WIDE = 140 * MM  # room that only a page of one puzzle has in both directions
MODULE = 0.36 * MM  # how wide a module of a QR code is: cameras need about 0.35 mm
SPARE = 0.85  # A QR code is left out where it would make the cells smaller than this share


class NumberedPuzzle(NamedTuple):
    """A puzzle with its number in the book."""

    number: int
    ready: Ready


class PuzzleFit(NamedTuple):
    """The place and size of a puzzle in its box."""

    cell: float
    beside: bool
    """True if its number and all that is not the board stand beside it, not above."""
    head: float
    """The height of what stands above the board."""
    with_qr: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePage(BookPage):
    """A page of puzzles."""

    per_page: int
    placed: tuple[NumberedPuzzle, ...]


def qr_width(ready: Ready) -> float:
    """Return the width of a QR code without its quiet zone, which may lie in the gaps."""
    return 0.0 if ready.qr is None else (ready.qr.width - 2 * QUIET) * MODULE


def head_height(ready: Ready, box: PageBox, pen: Pen, with_qr: bool) -> float:
    """Return the height of what stands above a board, if it does not stand beside it."""
    meta = ready.document.meta
    text = 5.4 * MM + (4.2 * MM if meta.title or meta.author else 0)
    note = note_height(note_lines(ready, box, pen, beside=False))
    return max(text, qr_width(ready) if with_qr else 0.0) + note + HEAD_GAP


def note_lines(
    ready: Ready, box: PageBox, pen: Pen, *, beside: bool, most: int | None = 0
) -> list[str]:
    """Return the lines of the author's note that stand with a puzzle: by default as many as there
    is room for, with None all of them."""
    note = ready.document.meta.note
    if not note or not pen.can_write(note):
        return []
    if most == 0:
        most = MOST_NOTE_ALONE if beside or _is_wide(box) else MOST_NOTE
    return pen.lines(note, NOTE, PANEL if beside else box.width, most=most)


def note_height(lines: Sequence[str]) -> float:
    """Return the height of so many lines of a note; 0 of none."""
    return len(lines) * NOTE * LEADING + NOTE_GAP if lines else 0.0


def fit(
    ready: Ready, box: PageBox, pen: Pen, *, head: float | None = None, worth: float = 0.0
) -> PuzzleFit:
    """Find the best place for a puzzle in a box; with a `head` given, one of that height above it.

    `worth` says how dear it is to have all beside the board, see `worth_beside`; 0 is never.
    """
    if head is not None:
        with_qr = ready.qr is not None and head >= head_height(ready, box, pen, True)
        return _above(ready, box, pen, head, with_qr)
    plain = _above(ready, box, pen, head_height(ready, box, pen, False), False)
    above = plain
    if ready.qr is not None:
        coded = _above(ready, box, pen, head_height(ready, box, pen, True), True)
        above = coded if coded.cell >= SPARE * plain.cell else plain
    if not worth:
        return above
    note = note_height(note_lines(ready, box, pen, beside=True))
    left = box.height - PANEL_TEXT - note - pen.legend_height(ready.legend, PANEL)
    if left < 0:
        return above  # the colours alone need more than there is beside the board
    cell = _cell(ready, box.width - PANEL - PANEL_GAP, box.height)
    with_qr = ready.qr is not None and qr_width(ready) <= min(PANEL, left)
    return PuzzleFit(cell, True, 0.0, with_qr) if above.cell < worth * cell else above


def worth_beside(per_page: int, turned: bool) -> float:
    """Return how much larger cells must be for all to stand above a board instead of beside it."""
    return 1.05 if turned else 1.15 if per_page == 2 else 0.0


def _above(ready: Ready, box: PageBox, pen: Pen, head: float, with_qr: bool) -> PuzzleFit:
    height = box.height - head - pen.legend_height(ready.legend, box.width)
    return PuzzleFit(_cell(ready, box.width, height), False, head, with_qr)


def _cell(ready: Ready, width: float, height: float) -> float:
    size = ready.size
    across, down = width / (size.width + 2 * MARGIN), height / (size.height + 2 * MARGIN)
    most = LARGEST_ALONE if width > _WIDE and height > _WIDE else LARGEST_CELL
    return min(most, across, max(down, 0.0))


def _is_wide(box: PageBox) -> bool:
    return box.width > _WIDE and box.height > _WIDE


def boxes(paper: str, per_page: int, number: int, turned: bool = False) -> list[PageBox]:
    """Return the boxes of the puzzles of a page."""
    cols, rows = GRIDS[per_page]
    return sheet_of(paper, number, turned=turned).body.grid(cols, rows, GAP)


class Shape(NamedTuple):
    """The kind of page that a puzzle needs."""

    alone: bool
    turned: bool
    cell: float


def shape_of(ready: Ready, paper: str, per_page: int, pen: Pen) -> Shape:
    """Find the page that a puzzle needs: with others, one of its own, or a turned one."""
    shared = fit(ready, boxes(paper, per_page, 1)[0], pen, worth=worth_beside(per_page, False)).cell
    if per_page > 1 and shared >= SMALLEST_CELL:
        return Shape(False, False, shared)
    upright = fit(ready, boxes(paper, 1, 1)[0], pen).cell
    lying = fit(ready, boxes(paper, 1, 1, turned=True)[0], pen, worth=worth_beside(1, True)).cell
    if upright < TURN_BELOW and lying > TURN_GAIN * upright:
        return Shape(True, True, lying)
    return Shape(per_page == 1 or upright > 1.15 * shared, False, max(upright, shared))


class PageGroup(NamedTuple):
    """Puzzles that stand on one page."""

    puzzles: tuple[Ready, ...]
    per_page: int
    turned: bool


def heading_of(ready: Ready, by: str) -> str | None:
    """Return the level or length of a puzzle; None if it is not known."""
    return ready.length_word if by == "length" else ready.level


def pages_of(
    puzzles: Iterable[Ready],
    paper: str,
    per_page: int,
    pen: Pen,
    *,
    in_order: bool,
    by: str = "level",
) -> Iterator[PageGroup]:
    """Yield puzzles by pages. Unless they must stay in order, one that needs a page of its own
    comes after the page that it would leave half empty, if that is of the same level or length."""
    waiting: list[Ready] = []
    large: list[PageGroup] = []
    for ready in puzzles:
        if large and heading_of(large[-1].puzzles[-1], by) != heading_of(ready, by):
            yield from _flush(waiting, large, per_page)
        shape = shape_of(ready, paper, per_page, pen)
        if shape.alone:
            large.append(PageGroup((ready,), 1, shape.turned))
        else:
            waiting.append(ready)
        if len(waiting) == per_page or not waiting or (in_order and large):
            yield from _flush(waiting, large, per_page)
    yield from _flush(waiting, large, per_page)


def _flush(waiting: list[Ready], large: list[PageGroup], per_page: int) -> Iterator[PageGroup]:
    """Yield the page that was being filled, then the large boards that waited for it."""
    if waiting:
        yield PageGroup(tuple(waiting), per_page, False)
    yield from large
    waiting.clear()
    large.clear()


def sorted_puzzles(puzzles: Sequence[Ready], sort: str) -> list[Ready]:
    """Sort by level and size, or by length and level, or not; the unknown come last."""
    if sort == "given":
        return list(puzzles)
    if sort == "length":
        return sorted(puzzles, key=lambda each: (not each.length, each.length, each.dots or 99))
    return sorted(puzzles, key=lambda each: (each.dots or 99, each.puzzle.rows * each.puzzle.cols))
