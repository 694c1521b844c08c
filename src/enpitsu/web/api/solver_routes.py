"""Test solvers: the link of a draft, the games that come of it, and what is said in them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.draft_solvers import LONGEST_COMMENT
from enpitsu.web import contract
from enpitsu.web.api.draft_routes import TestGame, row_to_test
from enpitsu.web.api.game_routes import GameState
from enpitsu.web.api.puzzle_routes import time_text
from enpitsu.web.api.route import ask_worker, server_of
from enpitsu.web.api.saved import Asked, LibraryRoutes, look_up, reply_to
from enpitsu.web.contract import AnswerBody, Count, Nothing, PlaceText
from enpitsu.web.tasks.read_drafts import TestDraft
from enpitsu.web.tasks.save import find_mistakes
from enpitsu.web.worker_pools import Priority

ROUTES = LibraryRoutes("drafts")

MOST_MISTAKES = 200  # places that are told


class LinkAnswer(AnswerBody):
    """The link by which test solvers come to a draft."""

    token: str


class CommentAnswer(AnswerBody):
    """A remark of a test solver."""

    text: str
    written: str


class DraftSolverAnswer(AnswerBody):
    """A test solver's game."""

    name: str
    state: GameState
    seconds: float
    hints: Annotated[int, Meta(ge=0, description="Of a game that has a result; else 0.")]
    updated: str
    is_same: Annotated[bool, Meta(description="Whether the draft is still the puzzle played.")]
    comments: list[CommentAnswer]


class SolversAnswer(AnswerBody):
    """The test solvers of a draft, the latest first, and the token of its link."""

    token: str | None
    solvers: list[DraftSolverAnswer]


class SolverMistake(AnswerBody):
    """A place at which test solvers wrote something wrong, in so many games."""

    place: PlaceText
    games: Count


class SolverMistakes(AnswerBody):
    """The places at which test solvers of a draft went wrong, the most frequent first."""

    mistakes: list[SolverMistake]


class Comment(contract.RequestBody):
    """A remark for the author of a test."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_COMMENT)]


@ROUTES.register(
    "POST",
    "/drafts/{id}/link",
    asks=TestDraft,
    answers=LinkAnswer,
    errors=(400, 401, 404, 409, 413, 422, 501),
)
async def share_draft(request: Request) -> Response:
    """Have a link that leads test solvers to what a draft is now; it stays the same link."""
    row = await row_to_test(request)

    def share(asked: Asked) -> LinkAnswer:
        return LinkAnswer(token=asked.repositories.solvers.share(asked.path["id"], asked.me, row))

    return await reply_to(request, share, grows=True)


@ROUTES.register_library("DELETE", "/drafts/{id}/link", errors=(401, 404))
def end_link(asked: Asked) -> Nothing:
    """Let a draft's link lead nowhere; games that are begun go on."""
    asked.repositories.solvers.end(asked.path["id"], asked.me)
    return Nothing()


@ROUTES.register_library("GET", "/drafts/{id}/solvers", errors=(401, 404))
def list_solvers(asked: Asked) -> SolversAnswer:
    """The test solvers of a draft: how long they took, what help they had, what they say."""
    solvers, draft = asked.repositories.solvers, asked.path["id"]
    return SolversAnswer(
        token=solvers.token(draft, asked.me),
        solvers=[
            DraftSolverAnswer(
                name=each.name,
                state=each.state,
                seconds=each.seconds,
                hints=each.hints,
                updated=time_text(each.updated),
                is_same=each.is_same,
                comments=[
                    CommentAnswer(text=text, written=time_text(written))
                    for text, written in each.comments
                ],
            )
            for each in solvers.of_draft(draft, asked.me)
        ],
    )


@ROUTES.register(
    "GET", "/drafts/{id}/mistakes", answers=SolverMistakes, errors=(400, 401, 404, 422, 501)
)
async def list_mistakes(request: Request) -> Response:
    """Where test solvers of a draft went wrong, as far as it is still the puzzle they played."""
    draft = request.path_params["id"]
    content, logs = await look_up(
        request, lambda asked: asked.repositories.solvers.logs(draft, asked.me)
    )
    found: list[tuple[str, int]] = []
    if content and logs:
        quota = server_of(request).config.quota
        found = await ask_worker(request, Priority.HEAVY, find_mistakes, content, logs, quota)

    def tell(asked: Asked) -> SolverMistakes:
        told = [SolverMistake(place=place, games=games) for place, games in found]
        return SolverMistakes(mistakes=told[:MOST_MISTAKES])

    return await reply_to(request, tell, writes=False)


@ROUTES.register_library("POST", "/test/{token}", grows=True, errors=(401, 404, 409))
def begin_test(asked: Asked) -> TestGame:
    """Play the draft that a link leads to: a game that is in no list and no ranking."""
    puzzle = asked.repositories.solvers.puzzle(asked.path["token"])
    game = asked.repositories.games.begin(asked.keep_me(), puzzle, is_invited=True)
    return TestGame(game=game.id)


@ROUTES.register_library("POST", "/games/{id}/comments", grows=True, errors=(401, 404, 409))
def comment(asked: Asked, body: Comment) -> Nothing:
    """Tell the author of a test something; only they see it."""
    asked.repositories.solvers.comment(asked.path["id"], asked.me, body.text)
    return Nothing()
