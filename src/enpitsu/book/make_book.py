"""Makes a book: prepares the puzzles, composes the pages, draws them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from enpitsu.book.book_plan import BookPlan
from enpitsu.book.compose import PreparedChapter, compose
from enpitsu.book.draw import Page, draw_pages
from enpitsu.book.front_pages import kind_names
from enpitsu.book.page_layout import TINIEST_CELL, shape_of
from enpitsu.book.pen import Pen
from enpitsu.book.prepare import PrepareOptions, Ready, prepare, told_level, unsolved
from enpitsu.book.puzzle_pages import PageOptions
from enpitsu.book.svg_pen import SvgPen
from enpitsu.errors import BackendMissing, LimitReached, NoWorkers, PuzzleError, WorkerDied
from enpitsu.kind import Document
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.render.fonts import Fonts
from enpitsu.render.pdf import open_canvas
from enpitsu.solve import Status
from enpitsu.words import join_words
from enpitsu.workers import open_workers

MAX_PUZZLES = 10_000  # puzzles of one book

_FITS = 100  # boards up to so many rows and columns fit any page, whatever stands beside them

_LONG = 12  # pages of a book that opens with its outline beside it

_REASONS = {
    Status.NONE: "the puzzle has no solution",
    Status.MULTIPLE: "the puzzle has several solutions",
}


class BookEntry(NamedTuple):
    """A puzzle with a name to call it by if something is wrong with it."""

    name: str
    document: Document


class Chapter(NamedTuple):
    """Puzzles under one title. What is None is as in the whole book."""

    title: str
    puzzles: Sequence[BookEntry | Document]
    text: str = ""
    per_page: int | None = None
    sort: str | None = None


class BookRefusal(NamedTuple):
    """A puzzle that cannot be in a book, and why; `reached` is the limit that came first."""

    name: str
    reason: str
    reached: str | None = None


class PuzzlesRefused(PuzzleError):
    """Puzzles that cannot be in a book: all of them, by name."""

    def __init__(self, refusals: Sequence[BookRefusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__(self.refusals)

    def __str__(self) -> str:
        return "; ".join(f"{each.name}: {each.reason}" for each in self.refusals)


@dataclass(frozen=True, slots=True)
class Book:
    """A finished book: the PDF file, and what is in it."""

    pdf: bytes
    pages: int
    puzzles: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BookPages:
    """A book as SVG pictures of its first pages, and how many pages it has in all."""

    shown: tuple[str, ...]
    pages: int
    puzzles: int
    warnings: tuple[str, ...] = ()


def make_book(
    puzzles: Iterable[Document | BookEntry | Chapter],
    plan: BookPlan | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    limits: Limits = NO_LIMITS,
    advance: Callable[[int], None] = lambda count: None,
) -> Book:
    """Make a book of puzzles, or of chapters of puzzles, as a PDF file.

    Every puzzle is solved, and graded unless its level is known, in `jobs` processes or on a
    cluster; `limits` hold for each. PuzzlesRefused names all puzzles without exactly one solution,
    unless the plan lets any in. `advance` is told twice of each puzzle: when it is solved, and
    when it is drawn.
    """
    plan = plan or BookPlan()
    pen = Pen(None, Fonts([Path(file) for file in plan.fonts]), plan.language)
    parts = _prepare_parts(puzzles, plan, pen, jobs, cluster, limits, advance)
    return _draw(parts, plan, pen, advance)


def preview_book(
    puzzles: Iterable[Document | BookEntry | Chapter],
    plan: BookPlan | None = None,
    *,
    most: int,
    limits: Limits = NO_LIMITS,
    advance: Callable[[int], None] = lambda count: None,
) -> BookPages:
    """Return the first pages of the same book as SVG, at most so many."""
    plan = plan or BookPlan()
    pen = SvgPen(Fonts([Path(file) for file in plan.fonts]), plan.language)
    parts = _prepare_parts(puzzles, plan, pen, 1, None, limits, advance)
    made = _compose(parts, plan, pen)
    draw_pages(pen, made.pages[:most], made.title, made.options, advance, all_pages=made.pages)
    shown = tuple(pen.canvas.pages)
    return BookPages(shown, len(made.pages), len(made.puzzles), _warnings(made.puzzles, pen))


def _prepare_parts(
    puzzles: Iterable[Document | BookEntry | Chapter],
    plan: BookPlan,
    pen: Pen,
    jobs: int,
    cluster: str | None,
    limits: Limits,
    advance: Callable[[int], None],
) -> list[PreparedChapter]:
    """Solve all puzzles, in their chapters."""
    given = list(puzzles)
    chapters = [each for each in given if isinstance(each, Chapter)]
    others = [each for each in given if not isinstance(each, Chapter)]
    if chapters and others:
        raise PuzzleError("a book is made of puzzles or of chapters, not of both")
    chapters = [each for each in chapters or [Chapter("", others)] if each.puzzles]
    _check(chapters, plan, pen)
    ready = _prepare_all(chapters, plan, jobs, cluster, limits, advance)
    return [
        PreparedChapter(
            chapter.title,
            chapter.text,
            [next(ready) for _ in chapter.puzzles],
            chapter.per_page or plan.per_page,
            chapter.sort or plan.sort,
        )
        for chapter in chapters
    ]


def _check(chapters: Sequence[Chapter], plan: BookPlan, pen: Pen) -> None:
    """Refuse what cannot be printed before the work begins."""
    total = sum(len(chapter.puzzles) for chapter in chapters)
    if not total:
        raise PuzzleError("there are no puzzles for a book")
    if total > MAX_PUZZLES:
        raise PuzzleError(f"a book has at most {MAX_PUZZLES} puzzles, not {total}")
    for text in (plan.title, plan.subtitle, plan.author, pen.say("contents")):
        pen.check(text)
    large: list[tuple[Ready, int]] = []
    for chapter in chapters:
        pen.check(chapter.title)
        pen.check(chapter.text)
        for each in chapter.puzzles:
            entry = _name(each)
            if max(entry.document.puzzle.rows, entry.document.puzzle.cols) > _FITS:
                large.append((unsolved(*entry), chapter.per_page or plan.per_page))
    _refuse_tiny(large, plan, pen)


def _refuse_tiny(boards: Iterable[tuple[Ready, int]], plan: BookPlan, pen: Pen) -> None:
    tiny = [
        BookRefusal(ready.name, "the board is too large for the paper")
        for ready, per_page in boards
        if shape_of(ready, plan.paper, per_page, pen).cell < TINIEST_CELL
    ]
    if tiny:
        raise PuzzlesRefused(tiny)


# --- the puzzles ---------------------------------------------------------------------------------


def _prepare_all(
    chapters: Sequence[Chapter],
    plan: BookPlan,
    jobs: int,
    cluster: str | None,
    limits: Limits,
    advance: Callable[[int], None],
) -> Iterator[Ready]:
    """Solve all puzzles; PuzzlesRefused if some cannot be in the book."""
    options = PrepareOptions(
        links=plan.links,
        qr=plan.qr,
        explained=plan.solutions == "explained",
        language=plan.language,
        limits=limits,
    )
    entries = [_name(each) for chapter in chapters for each in chapter.puzzles]
    found: list[Ready] = []
    refusals: list[BookRefusal] = []
    for entry, ready in zip(entries, _perform(entries, options, jobs, cluster), strict=True):
        advance(1)
        if isinstance(ready, BookRefusal):
            refusals.append(ready)
        elif ready.status is Status.UNIQUE or plan.any:
            found.append(replace(ready, name=entry.name))
        elif ready.reached is not None:
            reason = f"{ready.reached} limit reached"
            refusals.append(BookRefusal(entry.name, reason, ready.reached))
        else:
            reason = _REASONS.get(ready.status, "no solution was found")
            refusals.append(BookRefusal(entry.name, reason))
    if refusals:
        raise PuzzlesRefused(refusals)
    return iter(found)


def _name(each: BookEntry | Document) -> BookEntry:
    if isinstance(each, BookEntry):
        return each
    puzzle = each.puzzle
    return BookEntry(each.meta.title or f"{puzzle.kind} {puzzle.rows}x{puzzle.cols}", each)


def _perform(
    entries: Sequence[BookEntry], options: PrepareOptions, jobs: int, cluster: str | None
) -> Iterator[Ready | BookRefusal]:
    """Yield each puzzle prepared, in order."""
    if jobs == 1 and cluster is None:
        for entry in entries:
            yield _safely(entry, partial(prepare, entry.document, options))
        return
    cancel = options.limits.cancel
    # An event of this process cannot go to others; it is looked at here.
    options = options._replace(limits=replace(options.limits, cancel=None))
    waiting: deque[tuple[BookEntry, Future[Ready]]] = deque()
    with open_workers(jobs, cluster) as pool:
        for entry in entries:
            if cancel is not None and cancel.is_set():
                raise LimitReached("cancelled")
            waiting.append((entry, pool.submit(prepare, entry.document, options)))
            if len(waiting) >= 4 * pool.width:
                first, future = waiting.popleft()
                yield _safely(first, future.result)
        for entry, future in waiting:
            yield _safely(entry, future.result)


def _safely(entry: BookEntry, work: Callable[[], Ready]) -> Ready | BookRefusal:
    """Prepare a puzzle, or tell why that is not possible."""
    try:
        return work()
    except LimitReached as limit:
        return BookRefusal(entry.name, f"{limit} limit reached", str(limit))
    except WorkerDied as error:
        return BookRefusal(entry.name, str(error), "memory")
    except MemoryError:
        return BookRefusal(entry.name, "out of memory", "memory")
    except (BackendMissing, NoWorkers):
        # No fault of this puzzle's.
        raise
    except PuzzleError as error:
        return BookRefusal(entry.name, str(error))


# --- the file ------------------------------------------------------------------------------------


class _Composed(NamedTuple):
    """A book that is ready to be drawn."""

    title: str
    kinds: tuple[str, ...]
    puzzles: list[Ready]
    pages: list[Page]
    options: PageOptions


def _compose(parts: Sequence[PreparedChapter], plan: BookPlan, pen: Pen) -> _Composed:
    puzzles = [ready for part in parts for ready in part.puzzles]
    _refuse_tiny(((ready, part.per_page) for part in parts for ready in part.puzzles), plan, pen)
    kinds = kind_names(puzzles, pen)
    title = plan.title or join_words(kinds, plan.language)
    options = PageOptions(plan.paper, len(kinds) > 1, plan.solutions != "none")
    return _Composed(title, kinds, puzzles, compose(parts, plan, title, pen), options)


def _draw(
    parts: Sequence[PreparedChapter], plan: BookPlan, pen: Pen, advance: Callable[[int], None]
) -> Book:
    made = _compose(parts, plan, pen)
    file = BytesIO()
    pen.canvas = open_canvas(file, pen.fonts, title=made.title)
    pen.canvas.setAuthor(plan.author)
    pen.canvas.setSubject(plan.subtitle or ", ".join(made.kinds))
    pen.canvas.setKeywords(list(made.kinds))
    if len(made.pages) >= _LONG:
        pen.canvas.showOutline()
    draw_pages(pen, made.pages, made.title, made.options, advance)
    pen.canvas.save()
    warnings = _warnings(made.puzzles, pen)
    return Book(file.getvalue(), len(made.pages), len(made.puzzles), warnings)


def _warnings(puzzles: Sequence[Ready], pen: Pen) -> tuple[str, ...]:
    """List all that was assumed in reading, and all that could not be written."""
    read = [f"{ready.name}: {warning}" for ready in puzzles for warning in ready.document.warnings]
    metas = [ready.document.meta for ready in puzzles]
    texts = dict.fromkeys(text for meta in metas for text in (meta.title, meta.author) if text)
    reasons = filter(None, map(pen.why_not, texts))
    strange: dict[str, list[Ready]] = {}
    for ready in puzzles:
        if ready.document.meta.level and told_level(ready.document) is None:
            strange.setdefault(ready.document.meta.level, []).append(ready)
    for word, some in strange.items():
        more = f" and {len(some) - 1} more" if len(some) > 1 else ""
        graded = "they are graded" if more else "it is graded"
        read.append(f"{some[0].name}{more}: Enpitsu knows no level {word[:40]!r}: {graded} instead")
    return (*read, *(f"{reason}: it is left out" for reason in reasons))
