"""A puzzle as a small book: rules, the puzzle, its solution, as one PDF file."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from enpitsu.position import EMPTY
from enpitsu.web.contract import Language
from enpitsu.web.tasks.convert_render import MEDIA
from enpitsu.web.tasks.task import FileAnswer, PuzzleRequest, WebTask, Work, document_of
from enpitsu.words import ENGLISH


class BookRequest(PuzzleRequest):
    """A puzzle to be printed, and what stands beside it."""

    rules: bool = True
    solution: bool = True
    paper: Literal["A4", "Letter"] = "A4"
    language: Language = ENGLISH


def _book(asked: BookRequest, work: Work) -> FileAnswer:
    # It brings all that draws pages, which other work does without.
    from enpitsu.book import BookPlan, make_book

    document = document_of(asked, work.quota.analysed_cells)
    plan = BookPlan(
        language=asked.language,
        paper=asked.paper,
        per_page=1,
        solutions="plain" if asked.solution else "none",
        rules=asked.rules,
        cover=False,
        any=True,
    )
    bare = replace(document, position=EMPTY)
    return FileAnswer(MEDIA["pdf"], make_book([bare], plan, limits=work.limits).pdf)


TASKS = (
    WebTask(
        name="book",
        summary="A puzzle on paper: its rules, the puzzle and its solution as a PDF file.",
        asks=BookRequest,
        answers=None,
        run=_book,
    ),
)
