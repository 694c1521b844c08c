"""Routes about the player, who is known by a cookie, and called by the name that they give
themselves."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from msgspec import Meta

from enpitsu.store.leaving import export_player
from enpitsu.store.names import checked_name
from enpitsu.store.players import Player, new_token
from enpitsu.web import contract
from enpitsu.web.api.saved import NOBODY, Asked, Reply, library_route
from enpitsu.web.contract import AnswerBody, Count, Nothing
from enpitsu.web.request_refusals import NotFound

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


# --- name and key ---------------------------------------------------------------------------------


def _me(asked: Asked) -> Reply:
    # The cookie is given again, so that it holds a year from the last visit on.
    return Reply(_me_answer(asked.player), token=asked.token or new_token())


def _rename(asked: Asked) -> MeAnswer:
    rename: RenameMe = asked.data
    if asked.me != NOBODY:
        return _me_answer(asked.repositories.players.rename(asked.me, rename.name))
    is_named = bool(rename.name.strip())
    return _me_answer(asked.become_player(checked_name(rename.name)) if is_named else None)


def _key(asked: Asked) -> KeyAnswer:
    # Who takes the key to another browser is somebody from now on.
    asked.keep_me()
    return KeyAnswer(key=asked.token)


def _use_key(asked: Asked) -> Reply:
    asked.rate_limits.keys.step(asked.address)
    use: UseKey = asked.data
    key = use.key.strip()
    player = asked.repositories.players.find(key)
    if player is None:
        raise NotFound("no player has this key")
    return Reply(_me_answer(player), token=key)


def _change_key(asked: Asked) -> Reply:
    asked.rate_limits.keys.step(asked.address)
    token = asked.repositories.players.change_token(asked.keep_me(), asked.token)
    return Reply(KeyAnswer(key=token), token=token)


def _leave(asked: Asked) -> Reply:
    return Reply(token=new_token())


def _me_answer(player: Player | None) -> MeAnswer:
    return MeAnswer() if player is None else MeAnswer(id=player.id, name=player.name)


# --- all that is kept -----------------------------------------------------------------------------


def _storage(asked: Asked) -> StorageAnswer:
    found = asked.repositories.players.usage(asked.me)
    return StorageAnswer(
        used=found.used,
        room=asked.config.player_bytes,
        moves=found.moves,
        **{name: StoredPart(**asdict(found.parts[name])) for name in PARTS},
        largest=[StoredItem(**each._asdict()) for each in found.largest],
    )


def _forget_moves(asked: Asked) -> FreedAnswer:
    return FreedAnswer(freed=asked.repositories.players.forget_moves(asked.me))


def _export(asked: Asked) -> Reply:
    if asked.me != NOBODY:
        asked.rate_limits.exports.step(f"player {asked.me}")
    content = export_player(asked.repositories.store, asked.me).encode("utf-8", "replace")
    headers = {"content_disposition": 'attachment; filename="enpitsu-player.json"'}
    return Reply(content=content, headers=headers)


def _remove(asked: Asked) -> Reply:
    if asked.me != NOBODY:
        query: RemoveMeQuery = asked.query
        asked.repositories.players.remove(asked.me, with_published=query.published == "go")
    return Reply(token=new_token())


ROUTES = (
    library_route(
        _me,
        method="GET",
        path="/me",
        name="me",
        group="players",
        summary="Who plays; the first time a cookie is given. Nothing is kept so far.",
        answers=MeAnswer,
    ),
    library_route(
        _rename,
        grows=True,
        method="PATCH",
        path="/me",
        name="rename-me",
        group="players",
        summary="Take another name.",
        asks=RenameMe,
        answers=MeAnswer,
        errors=(401,),
    ),
    library_route(
        _remove,
        method="DELETE",
        path="/me",
        name="remove-me",
        group="players",
        summary="Delete the player with games, results, drafts and puzzles. What is published "
        "stays, without the name, or goes as well. The browser gets a new cookie.",
        query=RemoveMeQuery,
        answers=Nothing,
        errors=(401,),
    ),
    library_route(
        _key,
        is_secret=True,
        method="GET",
        path="/me/key",
        name="my-key",
        group="players",
        summary="The key with which one is the same player in another browser.",
        answers=KeyAnswer,
        errors=(401, 409),
    ),
    library_route(
        _use_key,
        method="PUT",
        path="/me/key",
        name="use-key",
        group="players",
        summary="Be the player with this key from now on.",
        asks=UseKey,
        answers=MeAnswer,
        errors=(404,),
    ),
    library_route(
        _change_key,
        method="POST",
        path="/me/key",
        name="change-key",
        group="players",
        summary="Have a new key: the old one ends at once, and with it all other browsers.",
        answers=KeyAnswer,
        errors=(401, 404, 409),
    ),
    library_route(
        _leave,
        method="DELETE",
        path="/me/key",
        name="leave",
        group="players",
        summary="Be nobody in this browser; the player stays, for whoever has the key.",
        answers=Nothing,
    ),
    library_route(
        _storage,
        method="GET",
        path="/me/storage",
        name="my-storage",
        group="players",
        summary="How much is kept for the player, and what is the largest of it.",
        answers=StorageAnswer,
        errors=(401,),
    ),
    library_route(
        _forget_moves,
        method="DELETE",
        path="/me/moves",
        name="forget-moves",
        group="players",
        summary="Forget the moves of finished games, and so their replays; results stay.",
        answers=FreedAnswer,
        errors=(401, 404),
    ),
    library_route(
        _export,
        is_secret=True,
        method="GET",
        path="/me/export",
        name="export-me",
        group="players",
        summary="All that is kept for the player, as one JSON file.",
        answers=ExportAnswer,
        errors=(401, 404),
    ),
)
