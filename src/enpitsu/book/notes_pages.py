"""Notes of the authors: as much as there is room for beside the puzzle, long ones whole on pages
of their own behind the puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.book.page_layout import (
    NumberedPuzzle,
    PuzzlePage,
    boxes,
    fit,
    note_lines,
    worth_beside,
)
from enpitsu.book.paper_sheet import BookPage, PageBox, PaperSheet
from enpitsu.book.pen import LEADING, Pen
from enpitsu.render.paper import MM

_SIZE = 10.0
_INDENT = 14 * MM
_GAP = 4 * MM


class NoteBlock(NamedTuple):
    """Lines of the note to a puzzle; the first of them stand beside its number."""

    number: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage(BookPage):
    """A page of notes."""

    blocks: tuple[NoteBlock, ...]


def notes_pages(
    pages: Sequence[PuzzlePage], paper: str, body: PageBox, heading: str, pen: Pen
) -> Iterator[NotesPage]:
    """Yield the notes that are cut off beside their puzzles, by pages."""
    blocks: list[NoteBlock] = []
    left = body.height
    for placed in (each for page in pages for each in _cut(page, paper, pen)):
        lines = pen.lines(placed.ready.document.meta.note, _SIZE, body.width - _INDENT)
        number = str(placed.number)
        while lines:
            room = int((left - _GAP) / (_SIZE * LEADING))
            if room < min(3, len(lines)):
                yield NotesPage(blocks=tuple(blocks), heading=heading)
                blocks, left = [], body.height
                continue
            blocks.append(NoteBlock(number, tuple(lines[:room])))
            left -= _GAP + len(lines[:room]) * _SIZE * LEADING
            lines, number = lines[room:], ""
    if blocks:
        yield NotesPage(blocks=tuple(blocks), heading=heading)


def _cut(page: PuzzlePage, paper: str, pen: Pen) -> Iterator[NumberedPuzzle]:
    """Yield the puzzles of a page whose notes have more lines than they are given."""
    slots = boxes(paper, page.per_page, 1, page.turned)
    worth = worth_beside(page.per_page, page.turned)
    for placed, slot in zip(page.placed, slots, strict=False):
        if placed.ready.document.meta.note:
            found = fit(placed.ready, slot, pen, worth=worth)
            shown = note_lines(placed.ready, slot, pen, beside=found.beside)
            whole = note_lines(placed.ready, slot, pen, beside=found.beside, most=None)
            if shown != whole:
                yield placed


def draw_notes(pen: Pen, page: NotesPage, sheet: PaperSheet) -> None:
    """Draw the notes of a page, each beside the number of its puzzle."""
    body = sheet.body
    y = body.top
    for block in page.blocks:
        y -= _GAP
        pen.text(body.left, y - _SIZE, block.number, 12, bold=True)
        y = pen.paragraph(body.left + _INDENT, y, block.lines, _SIZE)
