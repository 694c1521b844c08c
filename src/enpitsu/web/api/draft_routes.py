"""Drafts: the puzzles that a player is making, kept, tested and published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.grade import Length, Level
from enpitsu.store.drafts import DraftContent, DraftRow
from enpitsu.web.api.game_routes import RevisionAnswer
from enpitsu.web.api.picture_routes import SVG, ThemeQuery, send_picture
from enpitsu.web.api.puzzle_routes import PuzzleRowAnswer, length_fields, row_answer, time_text
from enpitsu.web.api.route import ask_worker, read_body, server_of, while_connected
from enpitsu.web.api.saved import (
    Asked,
    LibraryRoutes,
    Reply,
    look_up,
    private_headers,
    reply_to,
)
from enpitsu.web.contract import AnswerBody, Count, Nothing, Number, SheetStatus
from enpitsu.web.fair_queue import count, current_client
from enpitsu.web.request_refusals import TooMany
from enpitsu.web.tasks.read_drafts import (
    MAX_DRAFT,
    CreateDraft,
    PublishDraft,
    ReadDraft,
    SaveDraft,
    TestDraft,
    draw_draft,
    prove,
    read_draft,
    read_test,
)
from enpitsu.web.worker_pools import Priority

ROUTES = LibraryRoutes("drafts")


SMALL_BYTES = 300_000  # of a request that is read in a moment
PUBLISH_SECONDS = 120.0  # for the proof and the grade of a puzzle that is to be published


class DraftRowAnswer(AnswerBody):
    """A draft in a list."""

    id: str
    kind: str
    rows: Number
    cols: Number
    title: str
    author: str
    revision: Count
    updated: str
    status: SheetStatus | None
    level: Level | None
    length: Annotated[int, Meta(description="The steps that it takes; 0 if nobody counted them.")]
    length_word: Length | None


class DraftsAnswer(AnswerBody):
    """The drafts of the player, the latest first."""

    drafts: list[DraftRowAnswer]


class DraftTest(AnswerBody):
    """A test solve of a draft by its author."""

    seconds: float
    total: Annotated[float, Meta(description="The seconds of play, and those for help.")]
    hints: Count
    is_clean: bool
    solved: str
    is_same: Annotated[bool, Meta(description="Whether the draft is still the puzzle of then.")]


class DraftAnswer(DraftRowAnswer):
    """A draft, how its author solved it and what they published of it."""

    content: dict[str, Any]
    tests: list[DraftTest]
    published: PuzzleRowAnswer | None


class TestGame(AnswerBody):
    """The game in which a draft is tested."""

    game: str


# --- saved ----------------------------------------------------------------------------------------


@ROUTES.register_library("GET", "/drafts", errors=(401,))
def list_drafts(asked: Asked) -> DraftsAnswer:
    """The player's drafts, the latest first."""
    found = asked.repositories.drafts.of_player(asked.me)
    return DraftsAnswer(drafts=[DraftRowAnswer(**_row_fields(each)) for each in found])


@ROUTES.register_library("GET", "/drafts/{id}", errors=(401, 404))
def show_draft(asked: Asked) -> DraftAnswer:
    """A draft of the player's, with how they solved it and what they published of it."""
    drafts = asked.repositories.drafts
    draft = drafts.load(asked.path["id"], asked.me)
    published = draft.published
    return DraftAnswer(
        **_row_fields(draft.row),
        content=json.loads(draft.content),
        tests=[
            DraftTest(**{**each._asdict(), "solved": time_text(each.solved)})
            for each in drafts.tests(draft.row.id, asked.me)
        ],
        published=None if published is None else _puzzle_answer(asked, published),
    )


@ROUTES.register(
    "POST",
    "/drafts",
    asks=CreateDraft,
    answers=DraftRowAnswer,
    status=201,
    errors=(400, 401, 409, 413, 422, 501),
    summary=f"Keep a new draft, of at most {MAX_DRAFT // 10**6} MB.",
)
async def create_draft(request: Request) -> Response:
    told = await _read(request, is_new=True)
    found_out = told.status or "", told.level or "", told.length or 0

    def create(asked: Asked) -> Reply:
        sketch = DraftContent(*told.sketch)
        row = asked.repositories.drafts.create(asked.keep_me(), sketch, *found_out)
        return Reply(DraftRowAnswer(**_row_fields(row)), status=201)

    return await reply_to(request, create, grows=True)


@ROUTES.register(
    "PUT",
    "/drafts/{id}",
    asks=SaveDraft,
    answers=RevisionAnswer,
    errors=(400, 401, 404, 409, 413, 422, 501),
)
async def save_draft(request: Request) -> Response:
    """Keep a draft as it is now, if nobody else has saved it meanwhile."""
    told = await _read(request, is_new=False)

    def save(asked: Asked) -> RevisionAnswer:
        revision = asked.repositories.drafts.save(
            asked.path["id"],
            asked.me,
            DraftContent(*told.sketch),
            revision=told.revision,
            status=told.status,
            level=told.level,
            length=told.length,
        )
        return RevisionAnswer(revision=revision)

    return await reply_to(request, save, grows=True)


async def _read(request: Request, *, is_new: bool) -> ReadDraft:
    """Reading the puzzle of a draft takes a while, so a process does it; not before it is known
    who asks."""
    await look_up(request, Asked.check_player)
    body = await read_body(request)
    priority = Priority.LIGHT if len(body) <= SMALL_BYTES else Priority.HEAVY
    quota = server_of(request).config.quota
    return await ask_worker(request, priority, read_draft, body, is_new, quota)


@ROUTES.register_library("DELETE", "/drafts/{id}", errors=(401, 404))
def remove_draft(asked: Asked) -> Nothing:
    """Delete a draft and the games that test it; what was published of it stays."""
    asked.repositories.drafts.remove(asked.path["id"], asked.me)
    return Nothing()


@ROUTES.register("GET", "/drafts/{id}/picture", media=(SVG,), errors=(400, 401, 404, 422, 501))
async def picture_of_draft(request: Request, query: ThemeQuery) -> Response:
    """A draft drawn: an empty board while it is no puzzle."""
    draft = request.path_params["id"]
    (row, document), player = await look_up(
        request, lambda asked: (asked.repositories.drafts.document(draft, asked.me), asked.me)
    )
    board = row.kind, row.rows, row.cols
    headers = private_headers(player)
    return await send_picture(request, headers, draw_draft, board, document, query.theme)


# --- tested and published -------------------------------------------------------------------------


@ROUTES.register(
    "POST",
    "/drafts/{id}/test",
    asks=TestDraft,
    answers=TestGame,
    errors=(400, 401, 404, 409, 413, 422, 501),
)
async def test_draft(request: Request) -> Response:
    """Play what a draft is now: a game that is in no list and no ranking."""
    row = await row_to_test(request)

    def begin(asked: Asked) -> Reply:
        puzzle = asked.repositories.drafts.test(asked.path["id"], asked.me, row)
        return Reply(TestGame(game=asked.repositories.games.begin(asked.me, puzzle).id))

    return await reply_to(request, begin, grows=True)


@ROUTES.register(
    "POST",
    "/drafts/{id}/publish",
    asks=PublishDraft,
    answers=PuzzleRowAnswer,
    errors=(400, 401, 404, 409, 413, 422, 501),
)
async def publish_draft(request: Request) -> Response:
    """Put a puzzle into the library for all, once it is proved to have one solution."""
    body = await _body_of_own(request)
    server = server_of(request)
    seconds = min(PUBLISH_SECONDS, server.config.job_seconds)
    quota = replace(server.config.quota, seconds=seconds)
    most = seconds + server.config.grace_seconds
    with _one_more(request):
        # Large puzzles take their time, as jobs do, so it is done by those who do these.
        work = server.worker_pools.ask(Priority.LONG, most, prove, body, quota)
        row = await while_connected(request, work)

    def publish(asked: Asked) -> PuzzleRowAnswer:
        puzzle = asked.repositories.drafts.publish(asked.path["id"], asked.me, row)
        return _puzzle_answer(asked, puzzle)

    return await reply_to(request, publish, grows=True)


@contextmanager
def _one_more(request: Request) -> Iterator[None]:
    """Count those who publish, as it may take long; TooMany if one client has too many."""
    server, client = server_of(request), current_client()
    if server.publishing[client] >= server.config.most_jobs_each:
        raise TooMany("you are publishing too many puzzles at once: try again in a moment", 5)
    count(server.publishing, client, 1)
    try:
        yield
    finally:
        count(server.publishing, client, -1)


async def row_to_test(request: Request) -> dict[str, Any]:
    """Return the row of a puzzle that is to be tested, of a draft of the player's own."""
    body = await _body_of_own(request)
    quota = server_of(request).config.quota
    return await ask_worker(request, Priority.HEAVY, read_test, body, quota)


async def _body_of_own(request: Request) -> bytes:
    """Return the body of a request about a draft of the player's own."""
    draft = request.path_params["id"]
    await look_up(request, lambda asked: asked.repositories.drafts.document(draft, asked.me))
    return await read_body(request)


# --- data -----------------------------------------------------------------------------------------


def _row_fields(row: DraftRow) -> dict[str, Any]:
    return {
        **asdict(row),
        "updated": time_text(row.updated),
        "status": row.status or None,
        "level": row.level or None,
        **length_fields(row.length),
    }


def _puzzle_answer(asked: Asked, puzzle: int) -> PuzzleRowAnswer:
    return row_answer(asked.repositories.shelf.load(puzzle, asked.me), asked.me)
