"""Sheets of exercises as a PDF file, with the answers behind."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from enpitsu.book.book_plan import PAPERS
from enpitsu.book.draw import draw_pages
from enpitsu.book.exercise_pages import exercise_pages
from enpitsu.book.paper_sheet import sheet_of
from enpitsu.book.pen import Pen
from enpitsu.book.puzzle_pages import PageOptions
from enpitsu.errors import PuzzleError
from enpitsu.registry import find_kind
from enpitsu.render.fonts import Fonts
from enpitsu.render.pdf import open_canvas
from enpitsu.school.practise import Exercise
from enpitsu.words import ENGLISH


class ExerciseSheets(NamedTuple):
    """Exercise sheets as a PDF file."""

    pdf: bytes
    pages: int


def make_exercise_sheets(
    exercises: Sequence[Exercise], *, title: str = "", paper: str = "A4", language: str = ENGLISH
) -> ExerciseSheets:
    """Make a PDF file of exercises of one kind, with the answers behind."""
    if not exercises:
        raise PuzzleError("there are no exercises to print")
    if paper not in PAPERS:
        raise PuzzleError(f"unknown paper {paper[:40]!r}; known: {', '.join(PAPERS)}")
    pen = Pen(None, Fonts(), language)
    name = pen.name(find_kind(exercises[0].kind))
    title = title or pen.say("exercises-of", name=name)
    pages = exercise_pages(exercises, sheet_of(paper, 1).body, pen)
    file = BytesIO()
    pen.canvas = open_canvas(file, pen.fonts, title=title)
    pen.canvas.setSubject(name)
    draw_pages(pen, pages, title, PageOptions(paper, False, False), lambda count: None)
    pen.canvas.save()
    return ExerciseSheets(file.getvalue(), len(pages))
