"""Books: puzzles on paper, with cover, rules, levels, links and solutions, as one PDF file.

A `Plan` says what the book is like, `prepare` finds out what must be known of each puzzle (its
solution, level, link), `layout` decides what stands on which page, and the modules named after
sorts of pages draw them with one `Pen`. The same puzzles and plan give the same bytes.
"""

from __future__ import annotations

from enpitsu.book.make import Book, Chapter, Entry, Refused, make_book
from enpitsu.book.plan import ChapterPlan, Plan, load_plan, parse_plan

__all__ = [
    "Book",
    "Chapter",
    "ChapterPlan",
    "Entry",
    "Plan",
    "Refused",
    "load_plan",
    "make_book",
    "parse_plan",
]
