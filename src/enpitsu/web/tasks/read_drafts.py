"""Read drafts before they are kept, tested or published."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field

from enpitsu.errors import LimitReached
from enpitsu.formats import dump
from enpitsu.formats.json_format import MAX_LENGTH
from enpitsu.formats.text import tidy, tidy_lines
from enpitsu.grade import LEVELS, grade, with_grade
from enpitsu.kind import MAX_NOTE, Document
from enpitsu.limits import Limits
from enpitsu.registry import find_kind, kind_of
from enpitsu.solve import Status, solve
from enpitsu.web import contract
from enpitsu.web.contract import (
    MAX_FACTS,
    RequestBody,
    SheetStatus,
    check_request,
    parse_body,
    refuse_unreadable,
)
from enpitsu.web.request_refusals import BadRequest, NotProved, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks.convert_render import draw_bare
from enpitsu.web.tasks.save import MAX_CONTENT, MAX_TITLE
from enpitsu.web.tasks.task import PuzzleRequest, document_of, read_document

MAX_DRAFT = 2_000_000  # characters of JSON
MAX_SIDE = 40_000
MAX_VALUE = 5000  # characters of a fact
MAX_WORDS = 10_000  # characters of a title, an author, a note
GRADE_SHARE = 0.25  # of the time that is left for the level if the proof takes long

if TYPE_CHECKING:
    FoundStatus = str
    FoundLevel = str
else:
    FoundStatus = Literal[("", *map(str, SheetStatus))]
    FoundLevel = Literal[("", *map(str, LEVELS))]


class _PagesOwn(Struct, kw_only=True):
    """An object with these fields; others are the page's own affair."""


class DraftSheet(_PagesOwn):
    """The sheet that an author edits, which may be no puzzle yet."""

    kind: Annotated[str, Meta(max_length=100)]
    rows: Annotated[int, Meta(ge=1, le=MAX_SIDE)]
    cols: Annotated[int, Meta(ge=1, le=MAX_SIDE)]
    facts: Annotated[list[Annotated[str, Meta(max_length=MAX_VALUE)]], Meta(max_length=MAX_FACTS)]
    more: dict[str, Any] = {}


_Words = Annotated[str, Meta(max_length=MAX_WORDS)]


class DraftMeta(_PagesOwn):
    """The author's data about a draft."""

    title: _Words = ""
    author: _Words = ""
    note: _Words = ""


class DraftBody(_PagesOwn):
    """A sheet, the puzzle that it is if it is one, and what belongs to them."""

    sheet: DraftSheet
    document: contract.Document | None = None
    meta: DraftMeta = field(default_factory=DraftMeta)
    past: Any = None


class CreateDraft(RequestBody):
    """A new draft, and what the page found out about it; "" if nothing, null if not yet."""

    content: DraftBody
    status: FoundStatus | None = None
    level: FoundLevel | None = None
    length: Annotated[int, Meta(ge=0, le=MAX_LENGTH)] | None = None


class SaveDraft(CreateDraft, kw_only=True):
    """A draft as it is now."""

    revision: Annotated[int, Meta(ge=0, le=2**31 - 2)]


class TestDraft(PuzzleRequest):
    """A puzzle that its author wants to play."""


class PublishDraft(PuzzleRequest):
    """A puzzle that is to be published."""

    title: Annotated[str, Meta(max_length=MAX_TITLE)] | None = None
    author: Annotated[str, Meta(max_length=MAX_TITLE)] | None = None
    note: Annotated[str, Meta(max_length=MAX_NOTE)] | None = None


class ReadDraft(NamedTuple):
    """A draft as a request sends it."""

    sketch: tuple[str, int, int, str, str, str, str]
    """As enpitsu.store.drafts.DraftContent, without the packages that a database needs."""
    status: str | None
    level: str | None
    length: int | None
    revision: int


def read_draft(body: bytes, is_new: bool, quota: Quota) -> ReadDraft:
    """Return a draft to be kept; refused if it is too large, or its puzzle cannot be read."""
    data = parse_body(body)
    asked = check_request(data, CreateDraft if is_new else SaveDraft)
    sheet, meta = asked.content.sheet, asked.content.meta
    with refuse_unreadable():
        kind = find_kind(sheet.kind).id
        if sheet.rows * sheet.cols > quota.cells:
            raise TooLarge(f"a draft has at most {quota.cells} cells")
        # As it came, with all that is the page's own.
        written = json.dumps(data["content"], separators=(",", ":"))
        if len(written) > MAX_DRAFT:
            raise TooLarge(f"a draft has at most {MAX_DRAFT // 10**6} MB of JSON")
        title, author = (tidy(each)[:MAX_TITLE] for each in (meta.title, meta.author))
        document = _document(asked.content, kind, quota)
    sketch = kind, sheet.rows, sheet.cols, title, author, written, document
    revision = asked.revision if isinstance(asked, SaveDraft) else 0
    return ReadDraft(sketch, asked.status, asked.level, asked.length, revision)


def _document(content: DraftBody, kind: str, quota: Quota) -> str:
    """Return the puzzle of a draft as Enpitsu writes it, "" if there is none yet."""
    if content.document is None:
        return ""
    document = read_document(content.document, quota.cells)
    puzzle, sheet = document.puzzle, content.sheet
    if puzzle.kind != kind:
        raise BadRequest("the document is of another kind than the sheet", "content.document")
    if (puzzle.rows, puzzle.cols) != (sheet.rows, sheet.cols):
        raise BadRequest(
            f"the document has {puzzle.rows} rows and {puzzle.cols} columns, "
            f"the sheet {sheet.rows} and {sheet.cols}",
            "content.document",
        )
    return dump(replace(document.bare, made=None), "json").strip()


# --- tests and publishing -------------------------------------------------------------------------

_REASONS = {
    Status.MULTIPLE: "the puzzle has several solutions: it needs exactly one to be published",
    Status.NONE: "the puzzle has no solution: it needs exactly one to be published",
    Status.UNKNOWN: "that the puzzle has exactly one solution could not be proved in the time",
}


def read_test(body: bytes, quota: Quota) -> dict[str, Any]:
    """Return the row of a puzzle that its author wants to play."""
    asked = check_request(parse_body(body), TestDraft)
    with refuse_unreadable():
        return _puzzle_row(_bare(asked, quota))


def prove(body: bytes, quota: Quota) -> dict[str, Any]:
    """Return the row of a puzzle that is to be published, with its level if that is found in time;
    NotProved unless it has one solution."""
    begun, asked = monotonic(), check_request(parse_body(body), PublishDraft)
    with refuse_unreadable():
        document = _bare(asked, quota)
    puzzle, meta = document.puzzle, document.meta
    limits = Limits(seconds=quota.seconds * (1 - GRADE_SHARE), memory=quota.memory)
    try:
        status = solve(puzzle, limits=limits).status
    except (LimitReached, MemoryError):
        status = Status.UNKNOWN
    if status is not Status.UNIQUE:
        raise NotProved(_REASONS[status])
    found = None
    if kind_of(puzzle).ladder is not None:
        left = max(0.1, quota.seconds - (monotonic() - begun))
        with suppress(LimitReached, MemoryError):
            found = grade(puzzle, limits=Limits(seconds=left, memory=quota.memory))
    with refuse_unreadable():
        told = replace(
            meta,
            title=meta.title if asked.title is None else tidy(asked.title),
            author=meta.author if asked.author is None else tidy(asked.author),
            note=meta.note if asked.note is None else tidy_lines(asked.note),
        )
        return _puzzle_row(replace(document, meta=with_grade(told, found)))


def _bare(asked: PuzzleRequest, quota: Quota) -> Document:
    document = document_of(asked, quota.analysed_cells)
    title, author = (tidy(each)[:MAX_TITLE] for each in (document.meta.title, document.meta.author))
    meta = replace(document.meta, title=title, author=author)
    return replace(document.bare, meta=meta)


def _puzzle_row(document: Document) -> dict[str, Any]:
    # It brings the database packages, which other work does without.
    from enpitsu.store.rows import puzzle_row

    row = puzzle_row(0, document)
    if len(row["content"]) > MAX_CONTENT:
        raise TooLarge(f"a puzzle that is kept has at most {MAX_CONTENT // 1000} kB of JSON")
    return row


# --- pictures -------------------------------------------------------------------------------------


def draw_draft(board: tuple[str, int, int], document: str, theme: str, quota: Quota) -> bytes:
    """Draw a draft as SVG; the empty board of its kind and size while it is no puzzle."""
    if not document:
        kind, rows, cols = board
        document = dump(Document(puzzle=find_kind(kind).blank(rows, cols)), "json")
    return draw_bare(document, theme, quota)
