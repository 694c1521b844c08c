"""Solutions at the end: many small ones a page, each with its number and the puzzle's page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.book.labelled_boards import bare
from enpitsu.book.page_layout import NumberedPuzzle
from enpitsu.book.paper_sheet import BookPage, PageBox, PaperSheet
from enpitsu.book.pen import PALE, Pen
from enpitsu.book.puzzle_pages import puzzle_key, solution_key
from enpitsu.render import scene_of
from enpitsu.render.paper import MM
from enpitsu.render.pdf import MARGIN

COLUMNS = 4
GAP = 6 * MM
SMALLEST = 1.9 * MM  # cell that can be read
LARGEST = 4.6 * MM  # cell
LARGE = 2.8 * MM  # cell of boards wider than a column
_DOWN = 5.5 * MM
_CAPTION = 5.2 * MM


class Small(NamedTuple):
    """A solution with the size it is drawn at, and the columns it takes."""

    placed: NumberedPuzzle
    cell: float
    span: int
    height: float


class SolutionRow(NamedTuple):
    """Solutions beside each other."""

    row: tuple[Small, ...]

    @property
    def height(self) -> float:
        """With the numbers above and the gap below."""
        return max(small.height for small in self.row) + _CAPTION + _DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionsPage(BookPage):
    """A page of solutions."""

    shelves: tuple[SolutionRow, ...]


def solution_pages(
    puzzles: Sequence[NumberedPuzzle], body: PageBox, heading: str
) -> Iterator[SolutionsPage]:
    """Yield all solutions by pages; puzzles without one are left out."""
    rows: list[list[Small]] = []
    for each in puzzles:
        if each.ready.answer is not None:
            small = _shrink(each, body)
            if not rows or sum(other.span for other in rows[-1]) + small.span > COLUMNS:
                rows.append([])
            rows[-1].append(small)
    page: list[SolutionRow] = []
    for shelf in (SolutionRow(tuple(row)) for row in rows):
        if page and sum(each.height for each in page) + shelf.height - _DOWN > body.height:
            yield SolutionsPage(shelves=tuple(page), heading=heading)
            page = []
        page.append(shelf)
    if page:
        yield SolutionsPage(shelves=tuple(page), heading=heading)


def _shrink(placed: NumberedPuzzle, body: PageBox) -> Small:
    """Return a solution in as few columns as its cells can be read in."""
    rows, cols = (side + 2 * MARGIN for side in placed.ready.size[:2])
    column = (body.width + GAP) / COLUMNS
    widths = [span * column - GAP for span in range(1, COLUMNS + 1)]
    span = next((at for at, width in enumerate(widths, 1) if width / cols >= SMALLEST), COLUMNS)
    width = widths[span - 1]
    # Tall boards are not wider than a column of their own would let them be, if that is enough.
    tall = max(SMALLEST, widths[0] * 1.08 / rows) if span == 1 else LARGE
    cell = min(LARGEST, width / cols, tall, (body.height - _CAPTION) / rows)
    return Small(placed, cell, span, rows * cell)


def draw_solutions(pen: Pen, page: SolutionsPage, sheet: PaperSheet, pages: dict[str, int]) -> None:
    """Draw the solutions of a page."""
    body = sheet.body
    column, y = (body.width + GAP) / COLUMNS, body.top
    for shelf in page.shelves:
        x = body.left
        for small in shelf.row:
            number, ready = small.placed
            pen.place(solution_key(number), y + 4 * MM)
            base = y - 3.2 * MM
            pen.text(x, base, str(number), 9, bold=True)
            at = x + pen.width(str(number), 9, bold=True) + 1.8 * MM
            where = pen.say("page", number=pages[puzzle_key(number)])
            pen.text(at, base, where, 7, colour=PALE)
            box = PageBox(x, base - 1 * MM, at - x + pen.width(where, 7), 4 * MM)
            pen.leads_to(puzzle_key(number), box)
            board = bare(scene_of(ready.puzzle, ready.solution))
            pen.board(board, x, y - _CAPTION, small.cell)
            x += small.span * column
        y -= shelf.height
