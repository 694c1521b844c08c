"""Draws the pages of a book one after another, with what all of them have: heading and foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from enpitsu.book.exercise_pages import ExercisePage, draw_exercises
from enpitsu.book.explained_pages import ExplainedPage, draw_explained
from enpitsu.book.front_pages import (
    ChapterPage,
    Contents,
    Cover,
    draw_contents,
    draw_cover,
    draw_opening,
)
from enpitsu.book.notes_pages import NotesPage, draw_notes
from enpitsu.book.page_layout import PuzzlePage
from enpitsu.book.paper_sheet import ABOVE, FOOT, PaperSheet, sheet_of
from enpitsu.book.pen import GREY, LINE, PALE, Pen
from enpitsu.book.puzzle_pages import PageOptions, draw_puzzles, puzzle_key
from enpitsu.book.rules_page import RulesPage, draw_rules
from enpitsu.book.solution_pages import SolutionsPage, draw_solutions
from enpitsu.render.paper import MM

Page = (
    Cover
    | Contents
    | ChapterPage
    | RulesPage
    | PuzzlePage
    | NotesPage
    | SolutionsPage
    | ExplainedPage
    | ExercisePage
)


def draw_pages(
    pen: Pen,
    pages: Sequence[Page],
    title: str,
    options: PageOptions,
    advance: Callable[[int], None],
    *,
    all_pages: Sequence[Page] | None = None,
) -> None:
    """Draw these pages, the first of `all_pages` or all; `advance` is told of each puzzle that is
    drawn."""
    numbers = page_numbers(all_pages or pages)
    for number, page in enumerate(pages, 1):
        sheet = sheet_of(options.paper, number, turned=page.turned)
        pen.canvas.setPageSize((sheet.width, sheet.height))
        for place in page.places:
            pen.canvas.bookmarkPage(place.key)
            pen.canvas.addOutlineEntry(place.title, place.key, 0)
        match page:
            case Cover():
                draw_cover(pen, page, sheet)
            case Contents():
                draw_contents(pen, page, sheet, numbers)
            case ChapterPage():
                draw_opening(pen, page, sheet)
            case RulesPage():
                draw_rules(pen, page, sheet)
            case PuzzlePage():
                draw_puzzles(pen, page, number, options)
            case NotesPage():
                draw_notes(pen, page, sheet)
            case SolutionsPage():
                draw_solutions(pen, page, sheet, numbers)
            case ExplainedPage():
                draw_explained(pen, page, sheet, numbers)
            case ExercisePage():
                draw_exercises(pen, page, sheet)
        if not isinstance(page, Cover):
            _draw_margins(pen, page.heading, title, number, sheet)
        pen.end_page()
        advance(len(page.placed) if isinstance(page, PuzzlePage) else 0)


def page_numbers(pages: Sequence[Page]) -> dict[str, int]:
    """Return the page of each place and of each puzzle, counted from 1."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        found.update((place.key, number) for place in page.places)
        if isinstance(page, PuzzlePage):
            found.update((puzzle_key(placed.number), number) for placed in page.placed)
    return found


def _draw_margins(pen: Pen, heading: str, title: str, number: int, sheet: PaperSheet) -> None:
    """Draw on the outside: above the chapter and a thin rule, below page number and title."""
    body = sheet.body
    x, inwards, align = (body.right, -1, "right") if sheet.is_right else (body.left, 1, "left")
    if heading:
        y = sheet.height - ABOVE - 2 * MM
        text = pen.fit(heading, 10, body.width, bold=True)
        pen.text(x, y, text, 10, bold=True, align=align, colour=GREY)
        pen.rule(body.left, body.right, y - 2.6 * MM, colour=LINE)
    gap = pen.width(str(number), 10, bold=True) + 4 * MM
    title = pen.fit(title, 8, body.width - gap - 10 * MM)
    pen.text(x, FOOT, str(number), 10, bold=True, align=align)
    pen.text(x + inwards * gap, FOOT, title, 8, align=align, colour=PALE)
