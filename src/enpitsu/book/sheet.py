"""A puzzle on a sheet of paper of its own: title, lines for name and time, rules, note, the board,
and its solution on another page. Drawn as a PDF file, or as the same pages in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from enpitsu.book.book_plan import PAPERS
from enpitsu.book.paper_sheet import SIZES, PageBox
from enpitsu.book.pen import GREY, INK, LEADING, LINE, PALE, Pen
from enpitsu.book.prepare import legend_of, size_of, told_level
from enpitsu.book.svg_pen import SvgPen
from enpitsu.errors import PuzzleError
from enpitsu.grade import length_word
from enpitsu.kind import Document, Meta
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.registry import kind_of
from enpitsu.render import scene_of
from enpitsu.render.fonts import Fonts
from enpitsu.render.paper import MM, checked_mm
from enpitsu.render.pdf import MARGIN, open_canvas, scene_size
from enpitsu.scene import Scene
from enpitsu.solve import Status, solve
from enpitsu.words import ENGLISH, VariantWords, how_to_play

_MARGIN = 16 * MM  # on all sides
_FOOT = 6 * MM  # above the lower margin, for the foot
_TITLE = 20.0
_TOLD = 9.5
_RULES = 9.0
_NOTE = 10.0
_LINE = 9.0
_LARGEST_CELL = 16 * MM  # of a board that is as large as it fits
_LARGEST_SOLVED = 8 * MM  # of a solution
_MOST_TEXT = 0.45  # share of a page that words take before the rest of a note goes to the next
_GAP = "  ·  "
_PARTS = (("name", 0.5), ("date", 0.25), ("time", 0.25))  # lines to fill in, with their shares


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlan:
    """The parts of a sheet."""

    language: str = ENGLISH
    paper: str = PAPERS[0]
    rules: bool = True
    line: bool = True
    """Lines for name, date and time."""
    note: bool = True
    solution: bool = True
    mm: float | None = None
    """The width of a cell; None is as large as fits. No board is larger than its paper."""
    fonts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise PuzzleError(f"unknown paper {self.paper[:40]!r}; known: {', '.join(PAPERS)}")
        if self.mm is not None:
            checked_mm(self.mm)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPages:
    """A sheet as SVG pictures of its pages."""

    pages: tuple[str, ...]
    has_solution: bool
    """True if the last page is the solution: there is exactly one, and it was wished for."""


def sheet_pdf(document: Document, plan: SheetPlan, *, limits: Limits = NO_LIMITS) -> bytes:
    """Return a puzzle on paper as a PDF file."""
    pen = Pen(None, Fonts([Path(file) for file in plan.fonts]), plan.language)
    file = BytesIO()
    sheet = _Sheet(document, plan, pen)
    pen.canvas = open_canvas(file, pen.fonts, title=sheet.title)
    pen.canvas.setAuthor(document.meta.author)
    pen.canvas.setSubject(sheet.told)
    pen.canvas.setKeywords([pen.name(kind_of(document.puzzle))])
    sheet.draw(limits)
    pen.canvas.save()
    return file.getvalue()


def sheet_pages(document: Document, plan: SheetPlan, *, limits: Limits = NO_LIMITS) -> SheetPages:
    """Return the same pages as SVG."""
    pen = SvgPen(Fonts([Path(file) for file in plan.fonts]), plan.language)
    has_solution = _Sheet(document, plan, pen).draw(limits)
    return SheetPages(pages=tuple(pen.canvas.pages), has_solution=has_solution)


class _NoteDrawn(NamedTuple):
    """The height where a note ends, and the lines that had no room."""

    y: float
    rest: tuple[str, ...]


def _words_of(meta: Meta) -> tuple[str, str, str]:
    return meta.title, meta.author, meta.note


class _Sheet:
    """Draws the pages of a puzzle with a pen."""

    def __init__(self, document: Document, plan: SheetPlan, pen: Pen) -> None:
        title, author, note = map(pen.writable, _words_of(document.meta))
        meta = replace(document.meta, title=title, author=author, note=note)
        self.document = replace(document, meta=meta)
        self.plan, self.pen = plan, pen
        self.width, self.height = SIZES[plan.paper]
        self.body = PageBox(
            _MARGIN,
            _MARGIN + _FOOT,
            self.width - 2 * _MARGIN,
            self.height - 2 * _MARGIN - _FOOT,
        )
        kind = kind_of(document.puzzle)
        self.title = self.document.meta.title or pen.name(kind)

    @property
    def told(self) -> str:
        """Kind, variants, size, level and length in one line."""
        pen, puzzle = self.pen, self.document.puzzle
        kind, meta = kind_of(puzzle), self.document.meta
        variants = (VariantWords.of(kind, each, pen.language).name for each in self._variants)
        level = told_level(self.document)
        grade = [] if level is None else [pen.say(f"levels.{level}")]
        if level is not None and meta.length:
            grade.append(pen.say(f"lengths.{length_word(meta.length)}").lower())
        size = f"{puzzle.rows} × {puzzle.cols}"
        return _GAP.join([pen.name(kind), *variants, size, *grade])

    @property
    def _variants(self) -> Sequence[str]:
        return kind_of(self.document.puzzle).variants_of(self.document.puzzle)

    def draw(self, limits: Limits) -> bool:
        """Draw all pages; return whether the last of them is the solution."""
        self._front()
        if not self.plan.solution:
            return False
        result = solve(self.document.puzzle, limits=limits)
        if result.status is not Status.UNIQUE:
            return False
        self._begin()
        title = self.pen.say("solution-of", title=self.title)
        y = self._heading(title, self.body.top)
        scene = scene_of(self.document.puzzle, result.solutions[0].position)
        self._board(scene, y - 5 * MM, most=_LARGEST_SOLVED)
        self._end()
        return True

    # --- pages -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.pen.canvas.setPageSize((self.width, self.height))

    def _end(self) -> None:
        right, y = self.body.right, self.body.bottom - _FOOT
        self.pen.text(right, y, self.pen.say("made-with"), 8, align="right", colour=PALE)
        self.pen.end_page()

    def _front(self) -> None:
        self._begin()
        y = self._heading(self.title, self.body.top)
        by = self.document.meta.author
        told = _GAP.join(filter(None, (self.told, by and self.pen.say("by", author=by))))
        y = self._paragraph(told, y - 1 * MM, _TOLD, GREY)
        self.pen.rule(self.body.left, self.body.right, y - 2 * MM, width=1.0, colour=INK)
        y -= 4 * MM
        if self.plan.line:
            y = self._lines_to_fill(y)
        if self.plan.rules:
            y = self._rules(y)
        rest: Sequence[str] = ()
        if self.plan.note and self.document.meta.note:
            y, rest = self._note(y)
        self._board(scene_of(self.document.puzzle), y - 3 * MM, most=_LARGEST_CELL)
        self._end()
        self._more(rest)

    def _heading(self, title: str, y: float) -> float:
        size = self.pen.largest_size(title, _TITLE, self.body.width, 13)
        lines = self.pen.lines(title, size, self.body.width, bold=True, most=3)
        return self.pen.paragraph(self.body.left, y, lines, size, bold=True)

    def _paragraph(self, text: str, y: float, size: float, colour: str) -> float:
        lines = self.pen.lines(text, size, self.body.width, most=3)
        return self.pen.paragraph(self.body.left, y, lines, size, colour=colour)

    def _lines_to_fill(self, y: float) -> float:
        y -= 7 * MM
        left, gap = self.body.left, 6 * MM
        room = self.body.width - gap * (len(_PARTS) - 1)
        for name, share in _PARTS:
            word = self.pen.say(name)
            self.pen.text(left, y, word, _LINE, colour=GREY)
            start = left + self.pen.width(word, _LINE) + 2 * MM
            self.pen.rule(start, left + share * room, y - 0.6 * MM, width=0.7, colour=GREY)
            left += share * room + gap
        return y - 4 * MM

    def _rules(self, y: float) -> float:
        kind, language = kind_of(self.document.puzzle), self.pen.language
        rules = list(how_to_play(kind, language))
        rules += (VariantWords.of(kind, each, language).rule for each in self._variants)
        for number, rule in enumerate(rules, 1):
            lines = self.pen.lines(rule, _RULES, self.body.width - 5 * MM)
            base = y - _RULES * (LEADING - 0.28)
            self.pen.text(self.body.left, base, str(number), _RULES, bold=True, colour=GREY)
            y = self.pen.paragraph(self.body.left + 5 * MM, y, lines, _RULES)
        return y - 2 * MM

    def _note(self, y: float) -> _NoteDrawn:
        """Draw the note as far as it leaves the board its room."""
        lines = self.pen.lines(self.document.meta.note, _NOTE, self.body.width - 4 * MM)
        room = y - self.body.top + self.body.height * _MOST_TEXT
        fitting = max(2, int(room / (_NOTE * LEADING)))
        return _NoteDrawn(self._quote(lines[:fitting], y), tuple(lines[fitting:]))

    def _quote(self, lines: Sequence[str], y: float) -> float:
        """Draw lines of the note, with a bar beside them."""
        end = self.pen.paragraph(self.body.left + 4 * MM, y, lines, _NOTE)
        self.pen.canvas.setFillColor(LINE)
        self.pen.canvas.rect(self.body.left, end, 1 * MM, y - end, stroke=0, fill=1)
        return end - 2 * MM

    def _more(self, lines: Sequence[str]) -> None:
        """Draw the rest of a long note on pages of its own."""
        each = int(self.body.height * 0.9 / (_NOTE * LEADING))
        for start in range(0, len(lines), each):
            self._begin()
            y = self._heading(self.title, self.body.top)
            self._quote(lines[start : start + each], y - 3 * MM)
            self._end()

    def _board(self, scene: Scene, top: float, *, most: float) -> None:
        """Draw a board in the middle, as large as wished or as it fits, its colours below it."""
        pen, colours = self.pen, legend_of(scene)
        legend = pen.legend_height(colours, self.body.width)
        room = top - self.body.bottom - legend - (2 * MM if legend else 0)
        size = size_of(scene)
        across = self.body.width / (size.width + 2 * MARGIN)
        fitting = min(across, room / (size.height + 2 * MARGIN))
        wished = most if self.plan.mm is None else self.plan.mm * MM
        cell = max(0.1, min(fitting, wished))
        width, height = scene_size(scene, cell)
        pen.board(scene, self.body.left + (self.body.width - width) / 2, top, cell)
        below = top - height - 2 * MM - legend
        pen.legend(colours, self.body._replace(bottom=below, height=legend))
