"""Who plays: a player is known by a cookie, and called by the name that he gives himself."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from enpitsu.store.leaving import export_player
from enpitsu.store.names import MAX_PLAYER_NAME, checked_name
from enpitsu.store.players import Player, new_token
from enpitsu.web.api.saved import NOBODY, Asked, Reply, kept
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.shapes import FREE, choice, listed, maybe, record, text, whole

ME = record(
    {
        "id": {**maybe(whole(1)), "description": "null while nothing is kept of the player."},
        "name": text(MAX_PLAYER_NAME),
    }
)
KEY = record({"key": text(200)})
STAY = "stay"
GO = "go"
PARTS = ("drafts", "puzzles", "games", "results")
STORAGE = record(
    {
        "used": {**whole(0), "description": "Bytes that are kept for the player."},
        "room": {**whole(1), "description": "Bytes that are kept at most."},
        "moves": {
            **whole(0),
            "description": "Bytes of moves of finished games, which go first when room is needed.",
        },
        **dict.fromkeys(PARTS, record({"count": whole(0), "bytes": whole(0)})),
        "largest": listed(
            record(
                {
                    "what": choice("draft", "puzzle", "game"),
                    "id": text(),
                    "kind": text(),
                    "title": text(100_000),
                    "bytes": whole(0),
                }
            )
        ),
    }
)


# --- name and key ---------------------------------------------------------------------------------


def _me(asked: Asked) -> Reply:
    # The cookie is given again, so that it holds a year from the last visit on.
    return Reply(_data(asked.player), token=asked.token or new_token())


def _rename(asked: Asked) -> dict[str, Any]:
    name = asked.data["name"]
    if asked.me != NOBODY:
        return _data(asked.repositories.players.rename(asked.me, name))
    return _data(asked.become_player(checked_name(name)) if name.strip() else None)


def _key(asked: Asked) -> dict[str, Any]:
    # Who takes the key to another browser is somebody from now on.
    asked.keep_me()
    return {"key": asked.token}


def _use_key(asked: Asked) -> Reply:
    asked.rate_limits.keys.step(asked.address)
    key = asked.data["key"].strip()
    player = asked.repositories.players.find(key)
    if player is None:
        raise NotFound("no player has this key")
    return Reply(_data(player), token=key)


def _change_key(asked: Asked) -> Reply:
    asked.rate_limits.keys.step(asked.address)
    token = asked.repositories.players.change_token(asked.keep_me(), asked.token)
    return Reply({"key": token}, token=token)


def _leave(asked: Asked) -> Reply:
    return Reply(token=new_token())


def _data(player: Player | None) -> dict[str, Any]:
    if player is None:
        return {"id": None, "name": ""}
    return {"id": player.id, "name": player.name}


# --- all that is kept -----------------------------------------------------------------------------


def _storage(asked: Asked) -> dict[str, Any]:
    found = asked.repositories.players.usage(asked.me)
    return {
        "used": found.used,
        "room": asked.config.player_bytes,
        "moves": found.moves,
        **{name: asdict(found.parts[name]) for name in PARTS},
        "largest": [piece._asdict() for piece in found.largest],
    }


def _forget_moves(asked: Asked) -> dict[str, Any]:
    return {"freed": asked.repositories.players.forget_moves(asked.me)}


def _export(asked: Asked) -> Reply:
    if asked.me != NOBODY:
        asked.rate_limits.exports.step(f"player {asked.me}")
    content = export_player(asked.repositories.store, asked.me).encode("utf-8", "replace")
    headers = {"content_disposition": 'attachment; filename="enpitsu-player.json"'}
    return Reply(content=content, headers=headers)


def _remove(asked: Asked) -> Reply:
    if asked.me != NOBODY:
        with_published = asked.query.get("published", STAY) == GO
        asked.repositories.players.remove(asked.me, with_published=with_published)
    return Reply(token=new_token())


ROUTES = (
    kept(
        _me,
        method="GET",
        path="/me",
        name="me",
        group="players",
        summary="Who plays; the first time a cookie is given. Nothing is kept so far.",
        answers=ME,
    ),
    kept(
        _rename,
        grows=True,
        method="PATCH",
        path="/me",
        name="rename-me",
        group="players",
        summary="Take another name.",
        asks=record({"name": text(400)}),
        answers=ME,
        errors=(401,),
    ),
    kept(
        _remove,
        method="DELETE",
        path="/me",
        name="remove-me",
        group="players",
        summary="Delete the player with games, results, drafts and puzzles. What is published "
        "stays, without the name, or goes as well. The browser gets a new cookie.",
        query=record(optional={"published": choice(STAY, GO)}),
        answers=record(),
        errors=(401,),
    ),
    kept(
        _key,
        is_secret=True,
        method="GET",
        path="/me/key",
        name="my-key",
        group="players",
        summary="The key with which one is the same player in another browser.",
        answers=KEY,
        errors=(401, 409),
    ),
    kept(
        _use_key,
        method="PUT",
        path="/me/key",
        name="use-key",
        group="players",
        summary="Be the player with this key from now on.",
        asks=KEY,
        answers=ME,
        errors=(404,),
    ),
    kept(
        _change_key,
        method="POST",
        path="/me/key",
        name="change-key",
        group="players",
        summary="Have a new key: the old one ends at once, and with it all other browsers.",
        answers=KEY,
        errors=(401, 404, 409),
    ),
    kept(
        _leave,
        method="DELETE",
        path="/me/key",
        name="leave",
        group="players",
        summary="Be nobody in this browser; the player stays, for whoever has the key.",
        answers=record(),
    ),
    kept(
        _storage,
        method="GET",
        path="/me/storage",
        name="my-storage",
        group="players",
        summary="How much is kept for the player, and what is the largest of it.",
        answers=STORAGE,
        errors=(401,),
    ),
    kept(
        _forget_moves,
        method="DELETE",
        path="/me/moves",
        name="forget-moves",
        group="players",
        summary="Forget the moves of finished games, and so their replays; results stay.",
        answers=record({"freed": whole(0)}),
        errors=(401, 404),
    ),
    kept(
        _export,
        is_secret=True,
        method="GET",
        path="/me/export",
        name="export-me",
        group="players",
        summary="All that is kept for the player, as one JSON file.",
        answers=record({"player": FREE, **dict.fromkeys((*PARTS, "told"), listed(FREE))}),
        errors=(401, 404),
    ),
)
