"""What is worked out before a draft is kept, tested or published."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from enpitsu.errors import LimitReached
from enpitsu.formats import dump
from enpitsu.formats.json_format import MAX_LENGTH
from enpitsu.formats.text import tidy, tidy_lines
from enpitsu.grade import LEVELS, Grade, grade, graded
from enpitsu.kind import MAX_NOTE, Document, Puzzle
from enpitsu.limits import Limits
from enpitsu.position import EMPTY
from enpitsu.registry import find_kind, kind_of
from enpitsu.solve import Status, solve
from enpitsu.web.request_refusals import BadRequest, NotProved, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.shapes import (
    ANY,
    FREE,
    Shape,
    check_shape,
    choice,
    listed,
    maybe,
    record,
    text,
    whole,
)
from enpitsu.web.tasks import UNREADABLE, parse_body
from enpitsu.web.tasks.convert_render import draw_bare
from enpitsu.web.tasks.save import MOST_CONTENT, MOST_TITLE
from enpitsu.web.tasks.task import MOST_FACTS, PUZZLE, document_of

T = TypeVar("T")

MOST_DRAFT = 2_000_000
"""Characters of JSON that a draft may have."""
MOST_SIDE = 40_000
MOST_VALUE = 5000
STATUSES = (*map(str, Status), "broken", "unfinished")
LEAST_GRADING = 0.25
"""The share of the time that is left for the level if the proof takes long."""
_MOST_WORDS = 10_000


def _holding(required: Mapping[str, Shape], optional: Mapping[str, Shape]) -> Shape:
    """An object with these keys; others are the page's own affair."""
    return {**record(required, optional), "additionalProperties": True}


SHEET = _holding(
    {
        "kind": text(100),
        "rows": whole(1, MOST_SIDE),
        "cols": whole(1, MOST_SIDE),
        "facts": listed(text(MOST_VALUE), MOST_FACTS),
    },
    {"more": FREE},
)
CONTENT = _holding(
    {"sheet": SHEET},
    {
        "document": maybe(PUZZLE),
        "meta": _holding({}, dict.fromkeys(("title", "author", "note"), text(_MOST_WORDS))),
        "past": ANY,
    },
)
FOUND_OUT: Mapping[str, Shape] = {
    "status": maybe(choice("", *STATUSES)),
    "level": maybe(choice("", *LEVELS)),
    "length": maybe(whole(0, MAX_LENGTH)),
}
NEW = record({"content": CONTENT}, FOUND_OUT)
CHANGED = record({"revision": whole(0, 2**31 - 2), "content": CONTENT}, FOUND_OUT)
TESTED = record({"puzzle": PUZZLE})
PUBLISHED = record(
    {"puzzle": PUZZLE},
    {"title": text(MOST_TITLE), "author": text(MOST_TITLE), "note": text(MAX_NOTE)},
)


class ReadDraft(NamedTuple):
    """What a request says of a draft."""

    sketch: tuple[str, int, int, str, str, str, str]
    """As enpitsu.store.drafts.Sketch, without the packages that a database needs."""
    status: str | None
    level: str | None
    length: int | None
    revision: int


def read_draft(body: bytes, is_new: bool, quota: Quota) -> ReadDraft:
    """A draft to be kept; refused if it is too large, or its puzzle cannot be read."""
    data = parse_body(body)
    check_shape(data, NEW if is_new else CHANGED)
    sketch = _plainly(lambda: _sketch(data["content"], quota))
    status, level, length = (data.get(name) for name in ("status", "level", "length"))
    return ReadDraft(sketch, status, level, length, data.get("revision", 0))


def _sketch(content: dict[str, Any], quota: Quota) -> tuple[str, int, int, str, str, str, str]:
    sheet, meta = content["sheet"], content.get("meta", {})
    kind = find_kind(sheet["kind"]).id
    if sheet["rows"] * sheet["cols"] > quota.cells:
        raise TooLarge(f"a draft has at most {quota.cells} cells")
    written = json.dumps(content, separators=(",", ":"))
    if len(written) > MOST_DRAFT:
        raise TooLarge(f"a draft has at most {MOST_DRAFT // 10**6} MB of JSON")
    title, author = (tidy(meta.get(name, ""))[:MOST_TITLE] for name in ("title", "author"))
    document = _document(content, kind, quota)
    return kind, sheet["rows"], sheet["cols"], title, author, written, document


def _document(content: dict[str, Any], kind: str, quota: Quota) -> str:
    """The puzzle of a draft as Enpitsu writes it, "" if there is none yet."""
    if content.get("document") is None:
        return ""
    document = document_of({"puzzle": content["document"]}, quota.cells)
    if document.puzzle.kind != kind:
        raise BadRequest("the document is of another kind than the sheet", "content.document")
    told, sheet = document.puzzle, content["sheet"]
    if (told.rows, told.cols) != (sheet["rows"], sheet["cols"]):
        raise BadRequest(
            f"the document has {told.rows} rows and {told.cols} columns, "
            f"the sheet {sheet['rows']} and {sheet['cols']}",
            "content.document",
        )
    return dump(replace(document, position=EMPTY, made=None), "json").strip()


def _plainly(work: Callable[[], T]) -> T:
    try:
        return work()
    except (UnicodeError, RecursionError):
        raise BadRequest(UNREADABLE) from None


# --- tests and publishing -------------------------------------------------------------------------


def read_test(body: bytes, quota: Quota) -> dict[str, Any]:
    """The row of a puzzle that its author wants to play."""
    data = parse_body(body)
    check_shape(data, TESTED)
    return _plainly(lambda: _puzzle_row(_bare(data, quota)))


def prove(body: bytes, quota: Quota) -> dict[str, Any]:
    """The row of a puzzle that is to be published, with its level if that is found in time;
    NotProved unless it has one solution."""
    begun, data = monotonic(), parse_body(body)
    check_shape(data, PUBLISHED)
    document = _plainly(lambda: _bare(data, quota))
    seconds = quota.seconds * (1 - LEAST_GRADING)
    _check_unique(document.puzzle, Limits(seconds=seconds, memory=quota.memory))
    left = max(0.1, quota.seconds - (monotonic() - begun))
    found = _grade(document.puzzle, Limits(seconds=left, memory=quota.memory))
    return _plainly(lambda: _puzzle_row(_titled(document, data, found)))


def _bare(data: Mapping[str, Any], quota: Quota) -> Document:
    document = document_of(data, quota.analysed_cells)
    title, author = (
        tidy(each)[:MOST_TITLE] for each in (document.meta.title, document.meta.author)
    )
    meta = replace(document.meta, title=title, author=author)
    return replace(document, position=EMPTY, meta=meta)


def _check_unique(puzzle: Puzzle, limits: Limits) -> None:
    try:
        status = solve(puzzle, limits=limits).status
    except (LimitReached, MemoryError):
        status = Status.UNKNOWN
    if status is not Status.UNIQUE:
        raise NotProved(_REASONS[status])


_REASONS = {
    Status.MULTIPLE: "the puzzle has several solutions: it needs exactly one to be published",
    Status.NONE: "the puzzle has no solution: it needs exactly one to be published",
    Status.UNKNOWN: "that the puzzle has exactly one solution could not be proved in the time",
}


def _grade(puzzle: Puzzle, limits: Limits) -> Grade | None:
    """How hard it is, None if that is not found out in time."""
    if kind_of(puzzle).ladder is None:
        return None
    try:
        return grade(puzzle, limits=limits)
    except (LimitReached, MemoryError):
        return None


def _titled(document: Document, data: Mapping[str, Any], found: Grade | None) -> Document:
    told: dict[str, Any] = {n: tidy(data[n]) for n in ("title", "author") if n in data}
    if "note" in data:
        told["note"] = tidy_lines(data["note"])
    return replace(document, meta=graded(replace(document.meta, **told), found))


def _puzzle_row(document: Document) -> dict[str, Any]:
    # It brings the database packages, which other work does without.
    from enpitsu.store.rows import puzzle_row

    row = puzzle_row(0, document)
    if len(row["content"]) > MOST_CONTENT:
        raise TooLarge(f"a puzzle that is kept has at most {MOST_CONTENT // 1000} kB of JSON")
    return row


# --- pictures -------------------------------------------------------------------------------------


def draw_draft(board: tuple[str, int, int], document: str, theme: str, quota: Quota) -> bytes:
    """A draft as SVG; the empty board of its kind and size while it is no puzzle."""
    if not document:
        kind, rows, cols = board
        document = dump(Document(puzzle=find_kind(kind).blank(rows, cols)), "json")
    return draw_bare(document, theme, quota)
