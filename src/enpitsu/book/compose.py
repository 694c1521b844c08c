"""Composes a book: chapters of prepared puzzles become a list of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
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
from enpitsu.book.notes_pages import notes_pages
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
from enpitsu.kind import AnyKind
from enpitsu.registry import find_kind

COVER = "cover"
NOTES = "notes"
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
    notes = _compose_notes(body.pages, plan, pen)
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
        lines = (*rules.lines, *body.lines, *notes.lines, *ends.lines)
        place = BookPlace("contents", pen.say("contents"))
        for start in range(0, len(lines), ROWS_A_PAGE):
            some = lines[start : start + ROWS_A_PAGE]
            pages.append(Contents(lines=some, places=() if start else (place,)))
    return [*pages, *rules.pages, *body.pages, *notes.pages, *ends.pages]


def _compose_rules(puzzles: Sequence[Ready], pen: Pen) -> Composed:
    found = Composed([], [])
    taken = {ready.puzzle for ready in puzzles}
    for name in sorted({ready.puzzle.kind for ready in puzzles}):
        kind = find_kind(name)
        place = BookPlace(f"rules-{name}", pen.say("rules", name=pen.name(kind)))
        example = find_example(kind, taken, pen)
        variants = _variants_of(kind, puzzles)
        page = RulesPage(kind=kind, example=example, variants=variants, places=(place,))
        found.pages.append(page)
        found.lines.append(ContentsLine(place.title, "", place.key))
    return found


def _variants_of(kind: AnyKind, puzzles: Sequence[Ready]) -> tuple[str, ...]:
    """Return the variants of a kind that some of its puzzles are."""
    own = [ready.puzzle for ready in puzzles if ready.puzzle.kind == kind.id]
    told = {name for puzzle in own for name in kind.variants_of(puzzle)}
    return tuple(name for name in kind.variants if name in told)


# --- the puzzles ---------------------------------------------------------------------------------


def _compose_body(parts: Sequence[PreparedChapter], plan: BookPlan, pen: Pen) -> Composed:
    body = Composed([], [])
    numbers = count(1)
    for at, part in enumerate(parts, 1):
        puzzles = sorted_puzzles(part.puzzles, part.sort)
        by = "" if part.title or part.sort == "given" else part.sort
        chapter = BookPlace(f"chapter-{at}", part.title or pen.say("all"))
        if part.text:
            remark = pen.say("puzzles", count=len(puzzles))
            opening = ChapterPage(
                title=chapter.title, text=part.text, remark=remark, places=(chapter,)
            )
            body.pages.append(opening)
        place_of = partial(_find_place, by=by, chapter=chapter, pen=pen)
        seen = {chapter} if part.text else set()
        for run in _runs(puzzles, by, part.per_page) if by else [puzzles]:
            is_given = part.sort == "given"
            groups = pages_of(run, plan.paper, part.per_page, pen, in_order=is_given, by=part.sort)
            for group in groups:
                places = list(dict.fromkeys(map(place_of, group.puzzles)))
                page = PuzzlePage(
                    heading=" – ".join(dict.fromkeys((places[0].title, places[-1].title))),
                    per_page=group.per_page,
                    placed=tuple(NumberedPuzzle(next(numbers), ready) for ready in group.puzzles),
                    turned=group.turned,
                    places=tuple(place for place in places if place not in seen),
                )
                seen.update(places)
                body.pages.append(page)
        for place, same in groupby(puzzles, key=place_of):
            remark = pen.say("puzzles", count=len(list(same)))
            body.lines.append(ContentsLine(place.title, remark, place.key))
    return body


def _find_place(ready: Ready, by: str, chapter: BookPlace, pen: Pen) -> BookPlace:
    """Return the chapter that a puzzle stands in: its level or length, if these are chapters."""
    if not by:
        return chapter
    word = heading_of(ready, by)
    if word is None:
        return BookPlace(f"{by}-none", pen.say("unleveled"))
    return BookPlace(f"{by}-{word}", pen.say(f"{by}s.{word}"))


def _runs(puzzles: Sequence[Ready], by: str, per_page: int) -> list[list[Ready]]:
    """Return puzzles by levels or lengths, those together that do not fill a page."""
    runs: list[list[Ready]] = []
    for _, group in groupby(puzzles, key=lambda ready: heading_of(ready, by)):
        some = list(group)
        if runs and len(some) < per_page:
            runs[-1].extend(some)
        else:
            runs.append(some)
    return runs


def _compose_notes(pages: Sequence[Page], plan: BookPlan, pen: Pen) -> Composed:
    title = pen.say("notes")
    own = [page for page in pages if isinstance(page, PuzzlePage)]
    found: list[Page] = list(notes_pages(own, plan.paper, sheet_of(plan.paper, 1).body, title, pen))
    if not found:
        return Composed([], [])
    found[0] = replace(found[0], places=(BookPlace(NOTES, title),))
    return Composed(found, [ContentsLine(title, "", NOTES)])


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
