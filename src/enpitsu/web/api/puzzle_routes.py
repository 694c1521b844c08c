"""The shelf: puzzles searched, shown and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.grade import LENGTHS, LEVELS, length_word
from enpitsu.store.drafts import PUBLISHED
from enpitsu.store.shelf import MOST_ON_A_PAGE, NEW, SORTS, STATES, PuzzleRow, Wanted
from enpitsu.version import version
from enpitsu.web.api.route import Route, read_body, server_of, while_connected
from enpitsu.web.api.saved import Asked, Reply, bounded, kept, look_up, reply_to
from enpitsu.web.repositories import STARTER
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.shapes import FLAG, NUMBER, choice, listed, maybe, record, table, text, whole
from enpitsu.web.tasks.save import ADD, read_own
from enpitsu.web.tasks.task import PUZZLE, bare_data
from enpitsu.web.worker_pools import Priority

DAILY = "daily"
"""The collection of the puzzles of the day."""
RESERVED = (STARTER, DAILY, PUBLISHED)
SIZE = 24
"""Puzzles on a page, if nobody says how many."""
_TEXT = text(100_000)

LENGTH_SHAPES = {
    "length": {**whole(0), "description": "The steps that it takes; 0 if nobody counted them."},
    "length_word": maybe(choice(*LENGTHS)),
}

ROW_SHAPES = {
    "id": whole(1),
    "collection": _TEXT,
    "number": whole(1),
    "kind": text(),
    "rows": whole(1),
    "cols": whole(1),
    "level": text(),
    **LENGTH_SHAPES,
    "title": _TEXT,
    "author": _TEXT,
    "added": text(),
    "state": choice(*STATES),
    "game": maybe(text()),
    "is_mine": {**FLAG, "description": "Whether this player added it, and may remove it."},
    "picture": {
        **maybe(text()),
        "description": "`v` for the address of its picture, which browsers then keep for good.",
    },
}
ROW = record(ROW_SHAPES)
ROW_AND_DOCUMENT = record(
    {
        **ROW_SHAPES,
        "document": PUZZLE,
        "note": {**_TEXT, "description": "What its author says about it."},
        "author_seconds": {
            **maybe(NUMBER),
            "description": "The author's own time, if he has tested what he published.",
        },
    }
)
_COUNT = table(whole(0))
COUNTED = ("kinds", "levels", "lengths", "collections", "states")
FOUND = record(
    {
        "puzzles": listed(ROW),
        "page": whole(1),
        "pages": whole(0),
        "total": whole(0),
        "counts": record(dict.fromkeys(COUNTED, _COUNT)),
    }
)
WISHES = record(
    optional={
        "text": text(200),
        "kind": text(100),
        "level": text(100),
        "length": choice("", *LENGTHS),
        "least": whole(0),
        "most": whole(0),
        "collection": text(200),
        "state": choice(*STATES),
        "sort": choice(*SORTS, *(f"-{sort}" for sort in SORTS)),
        "page": whole(1, 10**6),
        "size": whole(1, MOST_ON_A_PAGE),
    }
)


def _find(asked: Asked) -> dict[str, Any]:
    wishes = dict(asked.query)
    how = {"sort": wishes.pop("sort", "number"), "page": wishes.pop("page", 1)}
    how["size"] = wishes.pop("size", SIZE)
    wanted, shelf = Wanted(**wishes, player=asked.someone), asked.repositories.shelf
    found, counts = shelf.find_puzzles(wanted, **how), shelf.count_choices(wanted)
    return {
        "puzzles": [row_data(row, asked.someone) for row in found.rows],
        "page": found.page,
        "pages": found.pages,
        "total": found.total,
        "counts": {
            "kinds": dict(counts.kinds),
            "levels": _ordered(LEVELS, counts.levels),
            "lengths": _ordered(LENGTHS, counts.lengths),
            "collections": dict(counts.collections),
            "states": dict(counts.states),
        },
    }


def _ordered(order: Iterable[str], counts: Mapping[str, int]) -> dict[str, int]:
    """Those that are known in their order, then the others."""
    return {str(name): counts[name] for name in order if name in counts} | dict(counts)


def _show(asked: Asked) -> dict[str, Any]:
    return shown(asked, asked.key())


def shown(asked: Asked, puzzle: int) -> dict[str, Any]:
    """A puzzle's row with the puzzle itself."""
    row = asked.repositories.shelf.load(puzzle, asked.someone)
    if row.is_removed and row.state == NEW:
        raise NotFound("the library has no such puzzle")
    document = asked.repositories.shelf.document(puzzle, asked.someone)
    return {
        **row_data(row, asked.someone),
        "document": bare_data(document),
        "note": document.meta.note,
        "author_seconds": _author_seconds(asked, row),
    }


def _author_seconds(asked: Asked, row: PuzzleRow) -> float | None:
    if row.owner is None or not row.is_published:
        return None
    return asked.repositories.results.best_test(row.owner, row.fingerprint)


async def _add(request: Request) -> Response:
    """Reading a puzzle takes a while, so a process does it; not before it is known who asks."""
    server = server_of(request)
    await look_up(request, Asked.check_player)
    body = await read_body(request)
    seconds, quota = server.config.request_seconds, server.config.quota
    work = server.worker_pools.ask(Priority.HEAVY, seconds, read_own, body, quota, RESERVED)
    name, row = await while_connected(request, work)

    def keep(asked: Asked) -> Reply:
        shelf = asked.repositories.shelf
        me = asked.keep_me()
        puzzle = shelf.keep_row(name, row, me)
        return Reply(row_data(shelf.load(puzzle, me), me), status=201)

    return await reply_to(request, bounded(keep), writes=True)


def _remove(asked: Asked) -> dict[str, Any]:
    asked.repositories.shelf.remove(asked.key(), asked.me)
    return {}


def row_data(row: PuzzleRow, player: int | None) -> dict[str, Any]:
    """A puzzle in a list."""
    return {
        "id": row.id,
        "collection": row.collection,
        "number": row.number,
        "kind": row.kind,
        "rows": row.rows,
        "cols": row.cols,
        "level": row.level,
        **length_data(row.length),
        "title": row.title,
        "author": row.author,
        "added": time_text(row.added),
        "state": row.state,
        "game": row.game,
        "is_mine": row.owner is not None and row.owner == player and not row.is_removed,
        "picture": picture_version(row),
    }


def picture_version(row: PuzzleRow) -> str | None:
    """Return a tag that changes with the picture of a puzzle; None for what a player owns, who
    may change it, and whose browser others may use after them."""
    if row.owner is not None:
        return None
    told = f"{version()} {row.id} {row.added} {row.fingerprint}"
    return sha256(told.encode()).hexdigest()[:12]


def length_data(steps: int) -> dict[str, Any]:
    """How long a puzzle is, as it travels."""
    return {"length": steps, "length_word": length_word(steps) if steps else None}


def time_text(time: datetime) -> str:
    """A time of the library, which is UTC."""
    return f"{time.isoformat()}Z"


ROUTES = (
    Route(
        handle=_add,
        method="POST",
        path="/puzzles",
        name="add-puzzle",
        group="library",
        summary="Keep a puzzle of one's own, which nobody else sees.",
        asks=ADD,
        answers=ROW,
        status=201,
        errors=(400, 401, 409, 413, 422, 501),
    ),
    kept(
        _remove,
        method="DELETE",
        path="/puzzles/{id}",
        name="remove-puzzle",
        group="library",
        summary="Remove a puzzle of one's own from all lists; those who play it may go on.",
        answers=record(),
        errors=(401, 404),
    ),
    kept(
        _find,
        method="GET",
        path="/puzzles",
        name="find-puzzles",
        group="library",
        summary="Puzzles of the library, searched, filtered and sorted, in pages.",
        query=WISHES,
        answers=FOUND,
    ),
    kept(
        _show,
        method="GET",
        path="/puzzles/{id}",
        name="show-puzzle",
        group="library",
        summary="A puzzle, without its answer.",
        answers=ROW_AND_DOCUMENT,
        errors=(404,),
    ),
)
