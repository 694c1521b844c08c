"""Tasks that print: a puzzle on a sheet of its own, and books of many."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from enpitsu.kind import Document
from enpitsu.render.paper import LARGEST_MM, SMALLEST_MM
from enpitsu.web import contract
from enpitsu.web.contract import AnswerBody, Count, Language, RequestBody
from enpitsu.web.tasks.task import (
    FileAnswer,
    PuzzleRequest,
    WebTasks,
    Work,
    document_of,
    read_document,
)
from enpitsu.words import ENGLISH
from enpitsu.words.error_words import error_text

TASKS = WebTasks()

PDF = "application/pdf"
MOST_PUZZLES = 300  # of a book
MOST_SHOWN = 60  # pages of a book that are shown before it is made
EACH_SECONDS = 10.0  # for each puzzle of a book
REFUSED = "refused"  # the sort of error of what cannot be done

Paper = Literal["A4", "Letter"]
SvgText = Annotated[str, Meta(description="A page as SVG.")]
Line = Annotated[str, Meta(max_length=200)]

# --- a sheet --------------------------------------------------------------------------------------


class BookRequest(PuzzleRequest):
    """A puzzle to be printed, and what stands beside it."""

    rules: bool = True
    line: bool = True
    note: bool = True
    solution: bool = True
    mm: Annotated[float, Meta(ge=SMALLEST_MM, le=LARGEST_MM)] | None = None
    paper: Paper = "A4"
    language: Language = ENGLISH


class SheetPagesAnswer(AnswerBody):
    """The pages of a sheet as pictures; the last is the solution, if there is exactly one and it
    was wished for."""

    pages: list[SvgText]
    has_solution: bool


@TASKS.register("book")
def _book(asked: BookRequest, work: Work) -> FileAnswer:
    """A puzzle on paper: its rules, the puzzle and its solution as a PDF file."""
    # It brings all that draws pages, which other work does without.
    from enpitsu.book.sheet import sheet_pdf

    document, plan = _sheet(asked, work)
    return FileAnswer(PDF, sheet_pdf(document, plan, limits=work.limits))


@TASKS.register("book-pages")
def _book_pages(asked: BookRequest, work: Work) -> SheetPagesAnswer:
    """The pages of a puzzle on paper, each as SVG: the same as in the PDF file."""
    from enpitsu.book.sheet import sheet_pages

    document, plan = _sheet(asked, work)
    found = sheet_pages(document, plan, limits=work.limits)
    return SheetPagesAnswer(pages=list(found.pages), has_solution=found.has_solution)


def _sheet(asked: BookRequest, work: Work) -> tuple[Document, Any]:
    from enpitsu.book.sheet import SheetPlan

    names = ("language", "paper", "rules", "line", "note", "solution", "mm")
    plan = SheetPlan(**{name: getattr(asked, name) for name in names})
    return document_of(asked, work.quota.analysed_cells).bare, plan


# --- a book ---------------------------------------------------------------------------------------


class CollectionBookRequest(RequestBody):
    """Puzzles to be printed as a book, in their order, and what the book is like."""

    puzzles: Annotated[list[contract.Document], Meta(min_length=1, max_length=MOST_PUZZLES)]
    title: Line = ""
    subtitle: Line = ""
    author: Line = ""
    language: Language = ENGLISH
    paper: Paper = "A4"
    per_page: Literal[1, 2, 4, 6] = 4
    solutions: Literal["plain", "explained", "none"] = "plain"
    sort: Literal["level", "length", "given"] = "given"
    cover: bool = True
    rules: bool = True
    links: bool = True
    file: Annotated[bool, Meta(description="The PDF file, instead of pictures of pages.")] = False


class RefusedPuzzle(AnswerBody):
    """A puzzle that cannot be in the book."""

    title: str
    why: str


class CollectionBookAnswer(AnswerBody):
    """A book, or why there is none: the puzzles that are refused."""

    pages: Annotated[list[SvgText], Meta(description="The first pages; none with the file.")]
    count: Annotated[int, Meta(ge=0, description="The number of all pages.")]
    pdf: Annotated[str, Meta(description="The file in base64.")] | UnsetType = UNSET
    refused: list[RefusedPuzzle] = []
    warnings: list[str] = []


class CollectionBookProgress(AnswerBody):
    """The progress of a book: each puzzle counts when it is solved and when it is drawn."""

    done: Count
    of: Count


def _check_book(asked: CollectionBookRequest, work: Work) -> None:
    """Refuse at once what cannot be read."""
    _entries(asked, work)


@TASKS.register("collection-book", check=_check_book, takes_file=True)
def _collection_book(asked: CollectionBookRequest, work: Work) -> CollectionBookAnswer:
    """A book of many puzzles: the first pages as SVG, or all as a PDF file."""
    from enpitsu.book import BookPlan, PuzzlesRefused, make_book, preview_book

    names = ("title", "subtitle", "author", "language", "paper", "per_page", "solutions", "sort")
    told = {name: getattr(asked, name) for name in (*names, "cover", "rules", "links")}
    plan = BookPlan(**told, qr=asked.links)
    entries = _entries(asked, work)
    limits = replace(work.limits, seconds=min(EACH_SECONDS, work.quota.seconds))
    progress = _Progress(work, 2 * len(entries))
    try:
        if asked.file:
            book = make_book(entries, plan, limits=limits, advance=progress.advance)
            pdf = b64encode(book.pdf).decode()
            warnings = list(book.warnings)
            return CollectionBookAnswer(pages=[], count=book.pages, pdf=pdf, warnings=warnings)
        shown = preview_book(
            entries, plan, most=MOST_SHOWN, limits=limits, advance=progress.advance
        )
        return CollectionBookAnswer(
            pages=list(shown.shown), count=shown.pages, warnings=list(shown.warnings)
        )
    except PuzzlesRefused as refused:
        found = [
            RefusedPuzzle(title=each.name, why=error_text(each.reason, asked.language, REFUSED))
            for each in refused.refusals
        ]
        return CollectionBookAnswer(pages=[], count=0, refused=found)


def _entries(asked: CollectionBookRequest, work: Work) -> list[Document]:
    most = work.quota.analysed_cells
    return [read_document(each, most).bare for each in asked.puzzles]


class _Progress:
    """Tells how far a book is."""

    def __init__(self, work: Work, of: int) -> None:
        self._work, self._of, self._done = work, of, 0

    def advance(self, count: int) -> None:
        """Count what was done."""
        self._done += count
        self._work.tell(CollectionBookProgress(done=self._done, of=self._of))
