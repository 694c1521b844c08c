"""Books: puzzles on paper, with cover, rules, levels, links and solutions, as one PDF file.

A `Plan` says what the book is like, `prepare` finds out what must be known of each puzzle (its
solution, level, link), `layout` decides what stands on which page, and the modules named after
sorts of pages draw them with one `Pen`. The same puzzles and plan give the same bytes.
"""

from __future__ import annotations

from enpitsu.book.book_plan import BookPlan, ChapterPlan, load_plan, parse_plan
from enpitsu.book.make_book import (
    Book,
    BookEntry,
    BookPages,
    Chapter,
    PuzzlesRefused,
    make_book,
    preview_book,
)
from enpitsu.book.sheet import SheetPages, SheetPlan, sheet_pages, sheet_pdf

__all__ = [
    "Book",
    "BookEntry",
    "BookPages",
    "BookPlan",
    "Chapter",
    "ChapterPlan",
    "PuzzlesRefused",
    "SheetPages",
    "SheetPlan",
    "load_plan",
    "make_book",
    "parse_plan",
    "preview_book",
    "sheet_pages",
    "sheet_pdf",
]
