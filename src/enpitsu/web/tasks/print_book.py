"""A puzzle as a small book: rules, the puzzle, its solution, as one PDF file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from enpitsu.position import EMPTY
from enpitsu.web.shapes import FLAG, choice, record
from enpitsu.web.tasks.convert_render import MEDIA
from enpitsu.web.tasks.task import (
    LANGUAGE,
    PUZZLE,
    FileAnswer,
    WebTask,
    Work,
    document_of,
    language_of,
)

PAPERS = ("A4", "Letter")


def _book(data: Mapping[str, Any], work: Work) -> FileAnswer:
    # It brings all that draws pages, which other work does without.
    from enpitsu.book import BookPlan, make_book

    document = document_of(data, work.quota.analysed_cells)
    plan = BookPlan(
        language=language_of(data),
        paper=data.get("paper", PAPERS[0]),
        per_page=1,
        solutions="plain" if data.get("solution", True) else "none",
        rules=data.get("rules", True),
        cover=False,
        any=True,
    )
    bare = replace(document, position=EMPTY)
    return FileAnswer(MEDIA["pdf"], make_book([bare], plan, limits=work.limits).pdf)


TASKS = (
    WebTask(
        name="book",
        summary="A puzzle on paper: its rules, the puzzle and its solution as a PDF file.",
        asks=record(
            {"puzzle": PUZZLE},
            {"rules": FLAG, "solution": FLAG, "paper": choice(*PAPERS), "language": LANGUAGE},
        ),
        answers=None,
        run=_book,
    ),
)
