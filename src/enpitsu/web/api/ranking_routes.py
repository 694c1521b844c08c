"""The ranking of all players, and what the player's own points are made of."""

from __future__ import annotations

from typing import Any

from enpitsu.play.ranking import WEIGHT
from enpitsu.store.names import MAX_PLAYER_NAME
from enpitsu.store.standings import ALL_KINDS, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, Standing
from enpitsu.web.api.result_routes import NAMESAKE, RESULT, result_data
from enpitsu.web.api.saved import Asked, kept
from enpitsu.web.shapes import FLAG, listed, maybe, number, record, text, whole

STANDING = record(
    {
        "place": whole(1),
        "name": text(MAX_PLAYER_NAME),
        "namesake": NAMESAKE,
        "points": whole(1),
        "solved": {**whole(1), "description": "Puzzles that count."},
        "clean": {**whole(0), "description": "Those of them that were solved without help."},
        "is_me": FLAG,
    }
)
PLAYERS = record(
    {
        "players": listed(STANDING),
        "page": whole(1),
        "pages": whole(0),
        "total": whole(0),
        "me": {**maybe(STANDING), "description": "Where the player who asks stands."},
        "my_page": {**maybe(whole(1)), "description": "The page with the player who asks."},
    }
)
COUNTED = record(
    {
        "result": RESULT,
        "counts": {**number(0), "description": "What of its points counts, by its place."},
    }
)
_KIND = {**text(100), "description": "A kind; all kinds together without it."}


def _players(asked: Asked) -> dict[str, Any]:
    query, standings = asked.query, asked.repositories.standings
    kind, size = query.get("kind", ALL_KINDS), query.get("size", PAGE_SIZE)
    found = standings.page(kind, page=query.get("page", 1), size=size)
    me = asked.someone
    own = None if me is None else standings.of_player(me, kind, size=size)
    return {
        "players": [_standing_data(each, me) for each in found.rows],
        "page": found.page,
        "pages": found.pages,
        "total": found.total,
        "me": None if own is None else _standing_data(own.standing, me),
        "my_page": None if own is None else own.page,
    }


def _standing_data(standing: Standing, me: int | None) -> dict[str, Any]:
    data = standing._asdict()
    is_me = data.pop("player") == me
    return {**data, "is_me": is_me}


def _points(asked: Asked) -> dict[str, Any]:
    found = asked.repositories.results.best_by_points(asked.me, asked.query.get("kind", ALL_KINDS))
    return {
        "results": [
            {"result": result_data(each), "counts": round((each.points or 0) * WEIGHT**place, 1)}
            for place, each in enumerate(found)
        ]
    }


ROUTES = (
    kept(
        _players,
        method="GET",
        path="/ranking/players",
        name="ranking-of-players",
        group="results",
        summary="The players of this installation by points, over all that they solved, in pages.",
        query=record(
            optional={
                "kind": _KIND,
                "page": whole(1, MAX_PAGE),
                "size": whole(1, MAX_PAGE_SIZE),
            }
        ),
        answers=PLAYERS,
    ),
    kept(
        _points,
        method="GET",
        path="/results/points",
        name="points",
        group="results",
        summary="The player's results that bring the most points, the best first.",
        query=record(optional={"kind": _KIND}),
        answers=record({"results": listed(COUNTED)}),
        errors=(401,),
    ),
)
