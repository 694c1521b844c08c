"""Who plays: a player is known by a cookie, and called by the name that he gives himself."""

from __future__ import annotations

from typing import Any

from enpitsu.store.names import MAX_PLAYER_NAME
from enpitsu.store.players import Player
from enpitsu.web.api.kept import Asked, Reply, kept
from enpitsu.web.refusals import NotFound
from enpitsu.web.shapes import record, text, whole

ME = record({"id": whole(0), "name": text(MAX_PLAYER_NAME)})
NOBODY = {"id": 0, "name": ""}
"""Who plays where nothing can be kept, so nobody is made a player."""
KEY = record({"key": text(200)})


def _me(asked: Asked) -> Reply:
    if asked.player is not None:
        # Said again, so that it holds five years from the last visit on.
        return Reply(_data(asked.player), token=asked.token)
    if asked.rooms.store.database.is_read_only:
        return Reply(NOBODY)
    asked.newcomers.step(asked.address)
    player, token = asked.rooms.players.create()
    return Reply(_data(player), token=token)


def _rename(asked: Asked) -> dict[str, Any]:
    return _data(asked.rooms.players.rename(asked.me, asked.data["name"]))


def _key(asked: Asked) -> dict[str, Any]:
    assert asked.me
    return {"key": asked.token}


def _use_key(asked: Asked) -> Reply:
    key = asked.data["key"].strip()
    player = asked.rooms.players.find(key)
    if player is None:
        raise NotFound("no player has this key")
    return Reply(_data(player), token=key)


def _data(player: Player) -> dict[str, Any]:
    return {"id": player.id, "name": player.name}


ROUTES = (
    kept(
        _me,
        grows=True,
        method="GET",
        path="/me",
        name="me",
        group="players",
        summary="Who plays; the first time a player is made and a cookie given.",
        answers=ME,
        errors=(409, 429),
    ),
    kept(
        _rename,
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
        _key,
        is_secret=True,
        method="GET",
        path="/me/key",
        name="my-key",
        group="players",
        summary="The key with which one is the same player in another browser.",
        answers=KEY,
        errors=(401,),
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
)
