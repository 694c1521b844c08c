"""What is worked out before something is kept: a game judged, a puzzle read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.formats import dump, read
from enpitsu.formats.text import tidy
from enpitsu.kind import Document
from enpitsu.play.log import Log
from enpitsu.play.score import GameVerdict, judge
from enpitsu.position import EMPTY
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.shapes import check_shape, record, text
from enpitsu.web.tasks import UNREADABLE, parse_body
from enpitsu.web.tasks.task import PUZZLE, document_of

MOST_TITLE, MOST_CONTENT = 200, 1_000_000
MINE = "mine"
ADD = record({"document": PUZZLE}, {"collection": text(60), "title": text(MOST_TITLE)})


def judge_game(log: str, content: str) -> GameVerdict:
    """Play a game's moves again, and let the rules judge the board."""
    [document] = read(content, format="json")
    return judge(document.puzzle, Log.read(log, document.puzzle))


def read_own(body: bytes, quota: Quota, reserved: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """The collection and the row of a puzzle that a player adds; refused if it is too large, or
    the collection is one of those."""
    # It brings the database packages, which other work does without.
    from enpitsu.store.rows import puzzle_row

    data = parse_body(body)
    check_shape(data, ADD)
    name = tidy(data.get("collection", MINE))
    if name.casefold() in reserved:
        raise PuzzleError(f"the collection {name} is Enpitsu's own: take another name")
    try:
        return name, puzzle_row(0, _own(data, quota))
    except (UnicodeError, RecursionError):
        raise BadRequest(UNREADABLE) from None


def _own(data: dict[str, Any], quota: Quota) -> Document:
    """The puzzle as it is kept: without a position, perhaps with another title."""
    document = document_of({"puzzle": data["document"]}, quota.analysed_cells)
    title = tidy(data.get("title", document.meta.title))
    meta = replace(
        document.meta, title=title[:MOST_TITLE], author=document.meta.author[:MOST_TITLE]
    )
    kept_one = replace(document, position=EMPTY, meta=meta)
    if len(dump(kept_one, "json")) > MOST_CONTENT:
        raise TooLarge(f"a puzzle that is kept has at most {MOST_CONTENT // 1000} kB of JSON")
    return kept_one
