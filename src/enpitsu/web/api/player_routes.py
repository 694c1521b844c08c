"""Routes about the player, who is known by a cookie, and called by the name that they give
themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from enpitsu.store.leaving import export_player
from enpitsu.store.names import checked_name
from enpitsu.store.players import Player, new_token
from enpitsu.web import contract
from enpitsu.web.api.saved import NOBODY, Asked, LibraryRoutes, Reply
from enpitsu.web.contract import AnswerBody, Count, Nothing, answer_of
from enpitsu.web.request_refusals import NotFound

ROUTES = LibraryRoutes("players")


PARTS = ("drafts", "puzzles", "games", "results")


class MeAnswer(AnswerBody):
    """The player."""

    id: Annotated[int | None, Meta(description="null while nothing is kept of the player.")] = None
    name: str = ""


class RenameMe(contract.RequestBody):
    """Another name."""

    name: Annotated[str, Meta(max_length=400)]


class UseKey(contract.RequestBody):
    """The key of a player."""

    key: Annotated[str, Meta(max_length=200)]


class KeyAnswer(AnswerBody):
    """The key of the player."""

    key: str


class RemoveMeQuery(contract.RequestBody):
    """The choice whether what is published stays, without the name, or goes."""

    published: Literal["stay", "go"] = "stay"


class StoredPart(AnswerBody):
    """The bytes that are kept of one sort."""

    count: Count
    bytes: Count


class StoredItem(AnswerBody):
    """Something large that is kept."""

    what: Literal["draft", "puzzle", "game"]
    id: str
    kind: str
    title: str
    bytes: Count


class StorageAnswer(AnswerBody):
    """The bytes that are kept for the player."""

    used: Annotated[int, Meta(description="Bytes that are kept for the player.")]
    room: Annotated[int, Meta(description="Bytes that are kept at most.")]
    moves: Annotated[
        int,
        Meta(description="Bytes of moves of finished games, which go first when room is needed."),
    ]
    drafts: StoredPart
    puzzles: StoredPart
    games: StoredPart
    results: StoredPart
    largest: list[StoredItem]


class FreedAnswer(AnswerBody):
    """The bytes that are free again."""

    freed: Count


class ExportAnswer(AnswerBody):
    """All that is kept for the player."""

    player: dict[str, Any]
    drafts: list[dict[str, Any]]
    puzzles: list[dict[str, Any]]
    games: list[dict[str, Any]]
    results: list[dict[str, Any]]
    told: list[dict[str, Any]]
    lessons: list[dict[str, Any]]
    comments: list[dict[str, Any]]


# --- name and key ---------------------------------------------------------------------------------


@ROUTES.register_library("GET", "/me", answers=MeAnswer)
def me(asked: Asked) -> Reply:
    """The player; the first time a cookie is given. Nothing is kept so far."""
    # The cookie is given again, so that it holds a year from the last visit on.
    return Reply(_me_answer(asked.player), token=asked.token or new_token())


@ROUTES.register_library("PATCH", "/me", grows=True, errors=(401,))
def rename_me(asked: Asked, body: RenameMe) -> MeAnswer:
    """Take another name."""
    if asked.me != NOBODY:
        return _me_answer(asked.repositories.players.rename(asked.me, body.name))
    is_named = bool(body.name.strip())
    return _me_answer(asked.become_player(checked_name(body.name)) if is_named else None)


@ROUTES.register_library("GET", "/me/key", is_secret=True, errors=(401, 409))
def my_key(asked: Asked) -> KeyAnswer:
    """The key with which one is the same player in another browser."""
    # Who takes the key to another browser is somebody from now on.
    asked.keep_me()
    return KeyAnswer(key=asked.token)


@ROUTES.register_library("PUT", "/me/key", answers=MeAnswer, errors=(404,))
def use_key(asked: Asked, body: UseKey) -> Reply:
    """Be the player with this key from now on."""
    asked.server.rate_limits.keys.step(asked.address)
    key = body.key.strip()
    player = asked.repositories.players.find(key)
    if player is None:
        raise NotFound("no player has this key")
    return Reply(_me_answer(player), token=key)


@ROUTES.register_library("POST", "/me/key", answers=KeyAnswer, errors=(401, 404, 409))
def change_key(asked: Asked) -> Reply:
    """Have a new key: the old one ends at once, and with it all other browsers."""
    asked.server.rate_limits.keys.step(asked.address)
    token = asked.repositories.players.change_token(asked.keep_me(), asked.token)
    return Reply(KeyAnswer(key=token), token=token)


@ROUTES.register_library("DELETE", "/me/key", answers=Nothing)
def leave(asked: Asked) -> Reply:
    """Be nobody in this browser; the player stays, for whoever has the key."""
    return Reply(token=new_token())


def _me_answer(player: Player | None) -> MeAnswer:
    return MeAnswer() if player is None else answer_of(MeAnswer, player)


# --- all that is kept -----------------------------------------------------------------------------


@ROUTES.register_library("GET", "/me/storage", errors=(401,))
def my_storage(asked: Asked) -> StorageAnswer:
    """The storage that the player uses, and the largest parts of it."""
    found = asked.repositories.players.usage(asked.me)
    return answer_of(
        StorageAnswer,
        found,
        room=asked.server.config.player_bytes,
        **{name: answer_of(StoredPart, found.parts[name]) for name in PARTS},
        largest=[answer_of(StoredItem, each) for each in found.largest],
    )


@ROUTES.register_library("DELETE", "/me/moves", errors=(401, 404))
def forget_moves(asked: Asked) -> FreedAnswer:
    """Forget the moves of finished games, and so their replays; results stay."""
    return FreedAnswer(freed=asked.repositories.players.forget_moves(asked.me))


@ROUTES.register_library(
    "GET", "/me/export", is_secret=True, answers=ExportAnswer, errors=(401, 404)
)
def export_me(asked: Asked) -> Reply:
    """All that is kept for the player, as one JSON file."""
    if asked.me != NOBODY:
        asked.server.rate_limits.exports.step(f"player {asked.me}")
    content = export_player(asked.repositories.store, asked.me).encode("utf-8", "replace")
    headers = {"content_disposition": 'attachment; filename="enpitsu-player.json"'}
    return Reply(content=content, headers=headers)


@ROUTES.register_library("DELETE", "/me", answers=Nothing, errors=(401,))
def remove_me(asked: Asked, query: RemoveMeQuery) -> Reply:
    """Delete the player with games, results, drafts and puzzles. What is published stays, without
    the name, or goes as well. The browser gets a new cookie."""
    if asked.me != NOBODY:
        asked.repositories.players.remove(asked.me, with_published=query.published == "go")
    return Reply(token=new_token())
