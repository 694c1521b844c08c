"""Pages of puzzles: number, level, size, length, title, link, and the board as large as it fits."""

from __future__ import annotations

from typing import NamedTuple

from enpitsu.book.page_layout import (
    HEAD_GAP,
    NOTE,
    NOTE_GAP,
    PANEL,
    PANEL_GAP,
    NumberedPuzzle,
    PuzzleFit,
    PuzzlePage,
    boxes,
    fit,
    note_height,
    note_lines,
    qr_width,
    worth_beside,
)
from enpitsu.book.paper_sheet import PageBox
from enpitsu.book.pen import ACCENT, GREY, INK, Pen
from enpitsu.book.prepare import Ready
from enpitsu.book.qr import QUIET
from enpitsu.registry import kind_of
from enpitsu.render import scene_of
from enpitsu.render.paper import MM
from enpitsu.render.pdf import scene_size
from enpitsu.words import VariantWords

NUMBER = 15.0
SMALL = 8.0
_LINK = "puzz.link"
_GAP = "  ·  "
_LONGEST_TITLE = 200
_DROP = 0.25  # share of the room below a board that goes above it
_LOWEST = 16 * MM  # the most of it


class PageOptions(NamedTuple):
    """The settings that all pages of a book share."""

    paper: str
    names_kinds: bool
    """True if each puzzle tells its kind, in books of several."""
    has_solutions: bool


def puzzle_key(number: int) -> str:
    """Return the name of the place where a puzzle stands."""
    return f"puzzle-{number}"


def solution_key(number: int) -> str:
    """Return the name of the place where its solution stands."""
    return f"solution-{number}"


def draw_puzzles(pen: Pen, page: PuzzlePage, number: int, options: PageOptions) -> None:
    """Draw the puzzles of a page."""
    slots = boxes(options.paper, page.per_page, number, page.turned)
    pairs = list(zip(page.placed, slots, strict=False))
    worth = worth_beside(page.per_page, page.turned)
    fits = [fit(placed.ready, slot, pen, worth=worth) for placed, slot in pairs]
    # Boards begin at the same height, those beside each other and those below.
    head = max((each.head for each in fits if not each.beside), default=0.0)
    for (placed, slot), found in zip(pairs, fits, strict=True):
        pen.place(puzzle_key(placed.number), slot.top + 6 * MM)
        if found.beside:
            _draw_beside(pen, placed, slot, found, options)
        else:
            again = fit(placed.ready, slot, pen, head=head)._replace(with_qr=found.with_qr)
            _draw_above(pen, placed, slot, again, options, alone=page.per_page == 1)


def size_text(pen: Pen, ready: Ready, options: PageOptions) -> str:
    """Return the size of a puzzle, with its kind where that must be told."""
    puzzle = ready.puzzle
    size = f"{puzzle.rows} × {puzzle.cols}"
    return f"{pen.name(kind_of(puzzle))}{_GAP}{size}" if options.names_kinds else size


def variant_names(pen: Pen, ready: Ready) -> list[str]:
    """Return the names of the variants that a puzzle is."""
    kind = kind_of(ready.puzzle)
    variants = kind.variants_of(ready.puzzle)
    return [VariantWords.of(kind, each, pen.language).name for each in variants]


def length_text(pen: Pen, ready: Ready) -> str:
    """Return the length of a puzzle in words; "" if nobody knows."""
    return pen.say(f"lengths.{ready.length_word}").lower() if ready.length_word else ""


# --- all above the board -------------------------------------------------------------------------


def _draw_above(
    pen: Pen,
    placed: NumberedPuzzle,
    slot: PageBox,
    found: PuzzleFit,
    options: PageOptions,
    *,
    alone: bool,
) -> None:
    ready = placed.ready
    y = slot.top - 4.2 * MM
    end = _number(pen, placed, slot.left, y, NUMBER, options)
    if ready.dots:
        end = pen.dots(end + 3 * MM, y + 1.75 * MM, ready.dots)
    right = slot.right
    if found.with_qr:
        right -= qr_width(ready) + 3 * MM
        _qr(pen, ready, slot.right - qr_width(ready), slot.top - 0.6 * MM)
        y -= 4.6 * MM
        _facts(pen, ready, slot.left, y, right - slot.left, options)
    else:
        room = slot.right - end - 2 * MM
        wide = _facts_width(pen, ready, _facts_text(pen, ready, room, options))
        if wide < room:
            _facts(pen, ready, slot.right - wide, y, wide, options)
    meta = ready.document.meta
    title = _GAP.join(part for part in (meta.title, meta.author) if part and pen.can_write(part))
    fitting = pen.fit(title, SMALL, right - slot.left)
    pen.text(slot.left, y - 4.2 * MM, fitting, SMALL, colour=GREY)
    if lines := note_lines(ready, slot, pen, beside=False):
        top = slot.top - found.head + HEAD_GAP + note_height(lines) - NOTE_GAP
        pen.paragraph(slot.left, top, lines, NOTE, colour=INK)
    _board(pen, ready, slot.below(found.head), found.cell, alone=alone)


def _number(
    pen: Pen, placed: NumberedPuzzle, x: float, y: float, size: float, options: PageOptions
) -> float:
    """Draw the number of a puzzle, which leads to its solution; return where it ends."""
    text = str(placed.number)
    pen.text(x, y, text, size, bold=True)
    wide = pen.width(text, size, bold=True)
    if options.has_solutions and placed.ready.answer is not None:
        pen.leads_to(solution_key(placed.number), PageBox(x, y - 1.0 * MM, wide, size))
    return x + wide


def _facts_text(pen: Pen, ready: Ready, width: float, options: PageOptions) -> str:
    """Return kind, size and length; no length where that leaves no room for the link."""
    size = _GAP.join([size_text(pen, ready, options), *variant_names(pen, ready)])
    text = _GAP.join(filter(None, (size, length_text(pen, ready))))
    return text if _facts_width(pen, ready, text) <= width + 0.1 else size


def _facts_width(pen: Pen, ready: Ready, text: str) -> float:
    link = pen.width(f"{_GAP}{_LINK}", SMALL) if ready.link else 0.0
    return pen.width(text, SMALL) + link


def _facts(pen: Pen, ready: Ready, x: float, y: float, width: float, options: PageOptions) -> None:
    """Draw kind, size, length and link in one line."""
    text = _facts_text(pen, ready, width, options)
    pen.text(x, y, pen.fit(text, SMALL, width), SMALL, colour=GREY)
    if ready.link and _facts_width(pen, ready, text) <= width + 0.1:
        at = x + pen.width(text, SMALL)
        pen.text(at, y, _GAP, SMALL, colour=GREY)
        _link(pen, ready, at + pen.width(_GAP, SMALL), y)


def _link(pen: Pen, ready: Ready, x: float, y: float) -> None:
    pen.text(x, y, _LINK, SMALL, colour=ACCENT)
    wide = pen.width(_LINK, SMALL)
    pen.opens(ready.link, PageBox(x, y - 0.7 * MM, wide, 3.4 * MM))


def _qr(pen: Pen, ready: Ready, left: float, top: float) -> None:
    """Draw a QR code whose dark part begins at (left, top)."""
    assert ready.qr is not None
    width = qr_width(ready)
    quiet = QUIET * width / (ready.qr.width - 2 * QUIET)
    pen.qr(ready.qr, left - quiet, top + quiet, width + 2 * quiet)
    pen.opens(ready.link, PageBox(left, top - width, width, width))


# --- all beside the board ------------------------------------------------------------------------


def _draw_beside(
    pen: Pen, placed: NumberedPuzzle, slot: PageBox, found: PuzzleFit, options: PageOptions
) -> None:
    ready = placed.ready
    panel = slot.part(0, PANEL)
    y = panel.top - 6.2 * MM
    _number(pen, placed, panel.left, y, 22, options)
    if ready.dots:
        y -= 5.6 * MM
        pen.dots(panel.left, y + 1.2 * MM, ready.dots)
    y -= 6.0 * MM
    pen.text(panel.left, y, size_text(pen, ready, options), 9, colour=INK)
    for text in filter(None, (*variant_names(pen, ready), length_text(pen, ready))):
        for line in pen.lines(text, 9, panel.width):
            y -= 4.4 * MM
            pen.text(panel.left, y, line, 9, colour=INK)
    y -= 1.6 * MM
    meta = ready.document.meta
    for text, colour in ((meta.title, INK), (meta.author, GREY)):
        if text and pen.can_write(text):
            lines = pen.lines(text[:_LONGEST_TITLE], 9, panel.width, most=4)
            y = pen.paragraph(panel.left, y, lines, 9, colour=colour)
    if note := note_lines(ready, slot, pen, beside=True):
        y = pen.paragraph(panel.left, y - NOTE_GAP, note, NOTE, colour=INK)
    if found.with_qr:
        y -= 5 * MM
        _qr(pen, ready, panel.left, y)
        y -= qr_width(ready)
    if ready.link:
        _link(pen, ready, panel.left, y - 5 * MM)
    board = slot.part(PANEL + PANEL_GAP, slot.width - PANEL - PANEL_GAP)
    pen.legend(ready.legend, panel._replace(height=pen.legend_height(ready.legend, PANEL)))
    _board(pen, ready, board, found.cell, legend=False)


def _board(
    pen: Pen, ready: Ready, box: PageBox, cell: float, *, legend: bool = True, alone: bool = False
) -> None:
    """Draw the board in the middle of a box, at its top; its colours below it."""
    scene = scene_of(ready.puzzle)
    width, height = scene_size(scene, cell)
    left = box.left + (box.width - width) / 2
    high = pen.legend_height(ready.legend, box.width) if legend else 0.0
    # On a page of its own a small board does not cling to the top.
    if alone:
        box = box.below(min(_LOWEST, max(0.0, box.height - height - high) * _DROP))
    pen.board(scene, left, box.top, cell)
    if legend and ready.legend:
        top = box.top - height - 1.6 * MM
        # Below the board's left side, unless it would need more rows there.
        if pen.legend_height(ready.legend, box.right - left) > high:
            left = box.left
        pen.legend(ready.legend, PageBox(left, top - high, box.right - left, high))
