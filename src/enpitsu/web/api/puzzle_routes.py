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
from enpitsu.web.api.route import ask_worker, read_body, server_of
from enpitsu.web.api.saved import Asked, LibraryRoutes, Reply, look_up, reply_to
from enpitsu.web.contract import AnswerBody, Count, Nothing, Number, answer_of
from enpitsu.web.repositories import STARTER
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.tasks.save import AddPuzzle, read_own
from enpitsu.web.tasks.task import bare_data
from enpitsu.web.worker_pools import Priority

ROUTES = LibraryRoutes("library")


DAILY = "daily"  # the collection of the puzzles of the day
RESERVED = (STARTER, DAILY, PUBLISHED)
MOST_SUGGESTED = 10  # puzzles to play next
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
    is_shared: Annotated[bool, Meta(description="Whether all players see it.")]
    variants: Annotated[
        list[str], Meta(description="The variants of its kind that it is, by name.")
    ]
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


class SuggestionsQuery(contract.RequestBody):
    """The number of puzzles that are wanted, and the one that was played before."""

    count: Annotated[int, Meta(ge=1, le=MOST_SUGGESTED)] = 1
    after: Number | None = None


class SuggestionsAnswer(AnswerBody):
    """Puzzles to play next, of different kinds."""

    puzzles: list[PuzzleRowAnswer]


_FILTERS = ("text", "kind", "level", "length", "least", "most", "collection", "state")


@ROUTES.register_library("GET", "/puzzles")
def find_puzzles(asked: Asked, query: FindPuzzlesQuery) -> FindPuzzlesAnswer:
    """Puzzles of the library, searched, filtered and sorted, in pages."""
    told = {name: getattr(query, name) for name in _FILTERS}
    filters = {name: value for name, value in told.items() if value is not None}
    wanted, shelf = Wanted(**filters, player=asked.someone), asked.repositories.shelf
    found = shelf.find_puzzles(wanted, sort=query.sort, page=query.page, size=query.size)
    counts = shelf.count_choices(wanted)
    return answer_of(
        FindPuzzlesAnswer,
        found,
        puzzles=[row_answer(row, asked.someone) for row in found.rows],
        counts=answer_of(
            PuzzleCounts,
            counts,
            levels=_ordered(LEVELS, counts.levels),
            lengths=_ordered(LENGTHS, counts.lengths),
        ),
    )


def _ordered(order: Iterable[str], counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts of those that are known in their order, then the others."""
    return {str(name): counts[name] for name in order if name in counts} | dict(counts)


@ROUTES.register_library("GET", "/puzzles/{id}", errors=(404,))
def show_puzzle(asked: Asked) -> PuzzleAnswer:
    """A puzzle, without its answer."""
    key = asked.key()
    row = asked.repositories.shelf.load(key, asked.someone)
    if row.is_removed and row.state == NEW:
        raise NotFound("the library has no such puzzle")
    document = asked.repositories.shelf.document(key, asked.someone)
    seconds = None
    if row.owner is not None and row.is_published:
        seconds = asked.repositories.results.best_test(row.owner, row.fingerprint)
    return answer_of(
        PuzzleAnswer,
        row,
        **_made_fields(row, asked.someone),
        document=bare_data(document),
        note=document.meta.note,
        author_seconds=seconds,
    )


@ROUTES.register(
    "POST",
    "/puzzles",
    asks=AddPuzzle,
    answers=PuzzleRowAnswer,
    status=201,
    errors=(400, 401, 409, 413, 422, 501),
)
async def add_puzzle(request: Request) -> Response:
    """Keep a puzzle of one's own, which nobody else sees."""
    # Reading a puzzle takes a while, so a process does it; not before it is known who asks.
    await look_up(request, Asked.check_player)
    body, quota = await read_body(request), server_of(request).config.quota
    name, row = await ask_worker(request, Priority.HEAVY, read_own, body, quota, RESERVED)

    def keep(asked: Asked) -> Reply:
        shelf, me = asked.repositories.shelf, asked.keep_me()
        puzzle = shelf.keep_row(name, row, me)
        return Reply(row_answer(shelf.load(puzzle, me), me), status=201)

    return await reply_to(request, keep, grows=True)


@ROUTES.register_library("DELETE", "/puzzles/{id}", errors=(401, 404))
def remove_puzzle(asked: Asked) -> Nothing:
    """Remove a puzzle of one's own from all lists; those who play it may go on."""
    asked.repositories.shelf.remove(asked.key(), asked.me)
    return Nothing()


@ROUTES.register_library("GET", "/suggestions", errors=(404,))
def suggestions(asked: Asked, query: SuggestionsQuery) -> SuggestionsAnswer:
    """Puzzles to play next: new ones, of the kinds that the player plays, near what they solve
    without help."""
    me, after = asked.someone, query.after
    found = asked.repositories.suggestions.of_player(
        me,
        count=query.count,
        after=None if after is None else asked.repositories.shelf.load(after, me),
        mixed=(STARTER, PUBLISHED),
        without=(DAILY,),
    )
    return SuggestionsAnswer(puzzles=[row_answer(row, me) for row in found])


def row_answer(row: PuzzleRow, player: int | None) -> PuzzleRowAnswer:
    """Return a puzzle in a list."""
    return answer_of(PuzzleRowAnswer, row, **_made_fields(row, player))


def _made_fields(row: PuzzleRow, player: int | None) -> dict[str, Any]:
    return {
        **length_fields(row.length),
        "added": time_text(row.added),
        "variants": list(row.variants),
        "is_mine": row.owner is not None and row.owner == player and not row.is_removed,
        "is_shared": row.is_shared,
        "picture": picture_version(row),
    }


def picture_version(row: PuzzleRow) -> str | None:
    """Return a tag that changes with the picture of a puzzle; None for what a player owns, who
    may change it, and whose browser others may use after them."""
    if row.owner is not None:
        return None
    content = f"{version()} {row.id} {row.added} {row.fingerprint}"
    return sha256(content.encode()).hexdigest()[:12]


def length_fields(steps: int) -> dict[str, Any]:
    """Return the fields of a puzzle's length."""
    return {"length": steps, "length_word": length_word(steps) if steps else None}


def time_text(time: datetime) -> str:
    """Write a time of the library, which is UTC."""
    return f"{time.isoformat()}Z"
