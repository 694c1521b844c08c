"""Composes a book: chapters of prepared puzzles become a list of pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, groupby
from typing import NamedTuple

from enpitsu.book.book_plan import BookPlan
from enpitsu.book.draw import Page
from enpitsu.book.explained_pages import ExplainedPage, explained_pages
from enpitsu.book.front_pages import (
    ROWS_A_PAGE,
    ChapterPage,
    Contents,
    ContentsLine,
    Cover,
    kind_names,
    shown_on_cover,
)
from enpitsu.book.page_layout import (
    NumberedPuzzle,
    PuzzlePage,
    heading_of,
    pages_of,
    sorted_puzzles,
)
from enpitsu.book.paper_sheet import BookPlace, sheet_of
from enpitsu.book.pen import Pen
from enpitsu.book.prepare import Ready
from enpitsu.book.rules_page import RulesPage, find_example
from enpitsu.book.solution_pages import SolutionsPage, solution_pages
from enpitsu.registry import find_kind

COVER = "cover"
SOLUTIONS = "solutions"


class PreparedChapter(NamedTuple):
    """A chapter with prepared puzzles. Without a title its levels or lengths are the chapters."""

    title: str
    text: str
    puzzles: Sequence[Ready]
    per_page: int
    sort: str


class Composed(NamedTuple):
    """Pages, and the lines that lead to them in the contents."""

    pages: list[Page]
    lines: list[ContentsLine]


def compose(parts: Sequence[PreparedChapter], plan: BookPlan, title: str, pen: Pen) -> list[Page]:
    """Return all pages of a book, in order."""
    puzzles = [ready for part in parts for ready in part.puzzles]
    rules = _compose_rules(puzzles, pen) if plan.rules else Composed([], [])
    body = _compose_body(parts, plan, pen)
    placed = [each for page in body.pages if isinstance(page, PuzzlePage) for each in page.placed]
    ends = _compose_solutions(placed, plan, pen)
    pages: list[Page] = []
    if plan.cover:
        cover = Cover(
            title=title,
            subtitle=plan.subtitle,
            author=plan.author,
            count=len(puzzles),
            kinds=kind_names(puzzles, pen),
            shown=shown_on_cover(puzzles),
            places=(BookPlace(COVER, title),),
        )
        pages.append(cover)
    if len(body.lines) > 1:
        lines = (*rules.lines, *body.lines, *ends.lines)
        place = BookPlace("contents", pen.say("contents"))
        for start in range(0, len(lines), ROWS_A_PAGE):
            some = lines[start : start + ROWS_A_PAGE]
            pages.append(Contents(lines=some, places=() if start else (place,)))
    return [*pages, *rules.pages, *body.pages, *ends.pages]


def _compose_rules(puzzles: Sequence[Ready], pen: Pen) -> Composed:
    found = Composed([], [])
    taken = {ready.puzzle for ready in puzzles}
    for name in sorted({ready.puzzle.kind for ready in puzzles}):
        kind = find_kind(name)
        place = BookPlace(f"rules-{name}", pen.say("rules", name=pen.name(kind)))
        example = find_example(kind, taken, pen)
        found.pages.append(RulesPage(kind=kind, example=example, places=(place,)))
        found.lines.append(ContentsLine(place.title, "", place.key))
    return found


# --- the puzzles ---------------------------------------------------------------------------------


def _compose_body(parts: Sequence[PreparedChapter], plan: BookPlan, pen: Pen) -> Composed:
    body = Composed([], [])
    numbers = count(1)
    for at, part in enumerate(parts, 1):
        puzzles = sorted_puzzles(part.puzzles, part.sort)
        by = "" if part.title or part.sort == "given" else part.sort
        runs = _runs(puzzles, by, part.per_page) if by else [puzzles]
        begins = _Begins(pen, by, BookPlace(f"chapter-{at}", part.title or pen.say("all")))
        if part.text:
            body.pages.append(begins.opening(part))
        for run in runs:
            is_given = part.sort == "given"
            groups = pages_of(run, plan.paper, part.per_page, pen, in_order=is_given, by=part.sort)
            for group in groups:
                page = PuzzlePage(
                    heading=begins.heading(group.puzzles),
                    per_page=group.per_page,
                    placed=tuple(NumberedPuzzle(next(numbers), ready) for ready in group.puzzles),
                    turned=group.turned,
                    places=begins.places(group.puzzles),
                )
                body.pages.append(page)
        body.lines.extend(begins.lines(puzzles))
    return body


class _Begins:
    """Tells what begins on a page: the chapter itself, or each level or length in turn."""

    def __init__(self, pen: Pen, by: str, chapter: BookPlace) -> None:
        self._pen, self._by, self._chapter = pen, by, chapter
        self._seen: set[str] = set()

    def opening(self, part: PreparedChapter) -> ChapterPage:
        """Return the chapter's first page, where it has a text."""
        self._seen.add(self._chapter.key)
        remark = self._pen.say("puzzles", count=len(part.puzzles))
        place = (self._chapter,)
        return ChapterPage(title=self._chapter.title, text=part.text, remark=remark, places=place)

    def heading(self, puzzles: Sequence[Ready]) -> str:
        """Return the heading of a page with these puzzles."""
        titles = list(dict.fromkeys(self._place(ready).title for ready in puzzles))
        return titles[0] if len(titles) == 1 else f"{titles[0]} – {titles[-1]}"

    def places(self, puzzles: Sequence[Ready]) -> tuple[BookPlace, ...]:
        """Return the chapters that begin on a page with these puzzles."""
        found = dict.fromkeys(self._place(ready) for ready in puzzles)
        new = tuple(place for place in found if place.key not in self._seen)
        self._seen.update(place.key for place in new)
        return new

    def lines(self, puzzles: Sequence[Ready]) -> Iterator[ContentsLine]:
        """Yield the chapters' lines in the contents."""
        for place, group in groupby(puzzles, key=self._place):
            remark = self._pen.say("puzzles", count=len(list(group)))
            yield ContentsLine(place.title, remark, place.key)

    def _place(self, ready: Ready) -> BookPlace:
        if not self._by:
            return self._chapter
        word = heading_of(ready, self._by)
        if word is None:
            return BookPlace(f"{self._by}-none", self._pen.say("unleveled"))
        return BookPlace(f"{self._by}-{word}", self._pen.say(f"{self._by}s.{word}"))


def _runs(puzzles: Sequence[Ready], by: str, per_page: int) -> list[list[Ready]]:
    """Return puzzles that follow each other without a new page: a level or a length that fills one
    begins one."""
    runs: list[list[Ready]] = []
    for _, group in groupby(puzzles, key=lambda ready: heading_of(ready, by)):
        some = list(group)
        if runs and len(some) < per_page:
            runs[-1].extend(some)
        else:
            runs.append(some)
    return runs


# --- the solutions -------------------------------------------------------------------------------


def _compose_solutions(placed: Sequence[NumberedPuzzle], plan: BookPlan, pen: Pen) -> Composed:
    if plan.solutions == "none":
        return Composed([], [])
    # Only its size matters, which is alike on both sides of the paper.
    body = sheet_of(plan.paper, 1).body
    is_told = plan.solutions == "explained"
    title = pen.say("explained" if is_told else "solutions")
    found: list[SolutionsPage | ExplainedPage] = []
    if is_told:
        found += explained_pages(placed, body, title, pen)
    else:
        found += solution_pages(placed, body, title)
    if not found:
        return Composed([], [])
    found[0] = replace(found[0], places=(BookPlace(SOLUTIONS, title),))
    return Composed(list(found), [ContentsLine(title, "", SOLUTIONS)])
