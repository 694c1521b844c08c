"""The shelf: puzzles searched, shown and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.grade import LENGTHS, LEVELS, Length, length_word
from enpitsu.store.drafts import PUBLISHED
from enpitsu.store.shelf import MOST_ON_A_PAGE, NEW, SORTS, STATES, PuzzleRow, Wanted
from enpitsu.version import version
from enpitsu.web import contract
from enpitsu.web.api.route import Route, read_body, server_of, while_connected
from enpitsu.web.api.saved import Asked, Reply, bounded, library_route, look_up, reply_to
from enpitsu.web.contract import AnswerBody, Count, Nothing, Number
from enpitsu.web.repositories import STARTER
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.tasks.save import AddPuzzle, read_own
from enpitsu.web.tasks.task import bare_data
from enpitsu.web.worker_pools import Priority

DAILY = "daily"  # the collection of the puzzles of the day
RESERVED = (STARTER, DAILY, PUBLISHED)
PAGE_SIZE = 24  # puzzles on a page, if nobody says how many

if TYPE_CHECKING:
    PuzzleState = str
    PuzzleSort = str
    LengthFilter = str
else:
    PuzzleState = Literal[STATES]
    PuzzleSort = Literal[(*SORTS, *(f"-{sort}" for sort in SORTS))]
    LengthFilter = Literal[("", *map(str, LENGTHS))]


class PuzzleRowAnswer(AnswerBody):
    """A puzzle in a list."""

    id: Number
    collection: str
    number: Number
    kind: str
    rows: Number
    cols: Number
    level: str
    length: Annotated[int, Meta(description="The steps that it takes; 0 if nobody counted them.")]
    length_word: Length | None
    title: str
    author: str
    added: str
    state: PuzzleState
    game: str | None
    is_mine: Annotated[bool, Meta(description="Whether this player added it, and may remove it.")]
    picture: Annotated[
        str | None,
        Meta(description="`v` for the address of its picture, which browsers then keep for good."),
    ]


class PuzzleAnswer(PuzzleRowAnswer):
    """A puzzle of the library, without its answer."""

    document: contract.Document
    note: Annotated[str, Meta(description="What its author says about it.")]
    author_seconds: Annotated[
        float | None,
        Meta(description="The author's own time, if they have tested what they published."),
    ]


class PuzzleCounts(AnswerBody):
    """The number of puzzles of each sort, if only that were asked for."""

    kinds: dict[str, int]
    levels: dict[str, int]
    lengths: dict[str, int]
    collections: dict[str, int]
    states: dict[str, int]


class FindPuzzlesAnswer(AnswerBody):
    """A page of puzzles."""

    puzzles: list[PuzzleRowAnswer]
    page: Number
    pages: Count
    total: Count
    counts: PuzzleCounts


class FindPuzzlesQuery(contract.RequestBody):
    """Puzzles that are looked for."""

    text: Annotated[str, Meta(max_length=200)] | None = None
    kind: Annotated[str, Meta(max_length=100)] | None = None
    level: Annotated[str, Meta(max_length=100)] | None = None
    length: LengthFilter | None = None
    least: Count | None = None
    most: Count | None = None
    collection: Annotated[str, Meta(max_length=200)] | None = None
    state: PuzzleState | None = None
    sort: PuzzleSort = "number"
    page: Annotated[int, Meta(ge=1, le=10**6)] = 1
    size: Annotated[int, Meta(ge=1, le=MOST_ON_A_PAGE)] = PAGE_SIZE


_FILTERS = ("text", "kind", "level", "length", "least", "most", "collection", "state")


def _find(asked: Asked) -> FindPuzzlesAnswer:
    query: FindPuzzlesQuery = asked.query
    told = {name: getattr(query, name) for name in _FILTERS}
    filters = {name: value for name, value in told.items() if value is not None}
    wanted, shelf = Wanted(**filters, player=asked.someone), asked.repositories.shelf
    found = shelf.find_puzzles(wanted, sort=query.sort, page=query.page, size=query.size)
    counts = shelf.count_choices(wanted)
    return FindPuzzlesAnswer(
        puzzles=[row_answer(row, asked.someone) for row in found.rows],
        page=found.page,
        pages=found.pages,
        total=found.total,
        counts=PuzzleCounts(
            kinds=dict(counts.kinds),
            levels=_ordered(LEVELS, counts.levels),
            lengths=_ordered(LENGTHS, counts.lengths),
            collections=dict(counts.collections),
            states=dict(counts.states),
        ),
    )


def _ordered(order: Iterable[str], counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts of those that are known in their order, then the others."""
    return {str(name): counts[name] for name in order if name in counts} | dict(counts)


def _show(asked: Asked) -> PuzzleAnswer:
    key = asked.key()
    row = asked.repositories.shelf.load(key, asked.someone)
    if row.is_removed and row.state == NEW:
        raise NotFound("the library has no such puzzle")
    document = asked.repositories.shelf.document(key, asked.someone)
    return PuzzleAnswer(
        **_row_fields(row, asked.someone),
        document=bare_data(document),
        note=document.meta.note,
        author_seconds=_author_seconds(asked, row),
    )


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
        return Reply(row_answer(shelf.load(puzzle, me), me), status=201)

    return await reply_to(request, bounded(keep), writes=True)


def _remove(asked: Asked) -> Nothing:
    asked.repositories.shelf.remove(asked.key(), asked.me)
    return Nothing()


def row_answer(row: PuzzleRow, player: int | None) -> PuzzleRowAnswer:
    """Return a puzzle in a list."""
    return PuzzleRowAnswer(**_row_fields(row, player))


def _row_fields(row: PuzzleRow, player: int | None) -> dict[str, Any]:
    return {
        "id": row.id,
        "collection": row.collection,
        "number": row.number,
        "kind": row.kind,
        "rows": row.rows,
        "cols": row.cols,
        "level": row.level,
        **length_fields(row.length),
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


def length_fields(steps: int) -> dict[str, Any]:
    """Return how long a puzzle is, as it travels."""
    return {"length": steps, "length_word": length_word(steps) if steps else None}


def time_text(time: datetime) -> str:
    """Write a time of the library, which is UTC."""
    return f"{time.isoformat()}Z"


ROUTES = (
    Route(
        handle=_add,
        method="POST",
        path="/puzzles",
        name="add-puzzle",
        group="library",
        summary="Keep a puzzle of one's own, which nobody else sees.",
        asks=AddPuzzle,
        answers=PuzzleRowAnswer,
        status=201,
        errors=(400, 401, 409, 413, 422, 501),
    ),
    library_route(
        _remove,
        method="DELETE",
        path="/puzzles/{id}",
        name="remove-puzzle",
        group="library",
        summary="Remove a puzzle of one's own from all lists; those who play it may go on.",
        answers=Nothing,
        errors=(401, 404),
    ),
    library_route(
        _find,
        method="GET",
        path="/puzzles",
        name="find-puzzles",
        group="library",
        summary="Puzzles of the library, searched, filtered and sorted, in pages.",
        query=FindPuzzlesQuery,
        answers=FindPuzzlesAnswer,
    ),
    library_route(
        _show,
        method="GET",
        path="/puzzles/{id}",
        name="show-puzzle",
        group="library",
        summary="A puzzle, without its answer.",
        answers=PuzzleAnswer,
        errors=(404,),
    ),
)
