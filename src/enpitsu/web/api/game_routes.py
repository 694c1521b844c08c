"""Games: begun, taken up, saved move by move, ended."""

from __future__ import annotations

from typing import Any

from enpitsu.store.games import Game, OpenGame
from enpitsu.store.schema import BEGUN, GIVEN_UP, SOLVED
from enpitsu.web.api.puzzle_routes import ROW, row_data, time_text
from enpitsu.web.api.saved import NOBODY, Asked, kept
from enpitsu.web.shapes import FLAG, FREE, choice, listed, maybe, record, text, whole
from enpitsu.web.tasks.task import PUZZLE, bare_data

MOST_BEGUN = 50
MOST_SAVED = 2 * 2**20
"""Bytes of a save: the page sends 2000 events at once, or one that fills the largest board."""
STATE = choice(BEGUN, SOLVED, GIVEN_UP)
GAME = record(
    {
        "id": text(),
        "puzzle": ROW,
        "document": PUZZLE,
        "draft": {**maybe(text()), "description": "The draft that is tested in this game."},
        "revision": whole(0),
        "state": STATE,
        "is_first": FLAG,
        "elapsed": {**whole(0), "description": "Milliseconds of play."},
        "ui": FREE,
        "log": listed(FREE),
    }
)
IN_SHORT = record(
    {"id": text(), "puzzle": ROW, "elapsed": whole(0), "events": whole(0), "updated": text()}
)
SAVE = record(
    {"revision": whole(0, 2**31), "events": listed(FREE), "elapsed": whole(0)},
    {
        "ui": FREE,
        "rests": {**FLAG, "description": "Whether the player's clock stands from now on."},
    },
)


def _begin(asked: Asked) -> dict[str, Any]:
    puzzle = asked.data["puzzle"]
    if asked.me == NOBODY:
        # Who asks for a puzzle that is not there stays nobody.
        asked.repositories.shelf.load(puzzle)
    return game_data(asked, asked.repositories.games.begin(asked.keep_me(), puzzle))


def _list(asked: Asked) -> dict[str, Any]:
    found = asked.repositories.games.begun(asked.me, most=MOST_BEGUN)
    return {"games": [_in_short(asked, each) for each in found]}


def _show(asked: Asked) -> dict[str, Any]:
    return game_data(asked, asked.repositories.games.load(asked.path["id"], asked.me))


def _save(asked: Asked) -> dict[str, Any]:
    data = asked.data
    revision = asked.repositories.games.save(
        asked.path["id"],
        asked.me,
        revision=data["revision"],
        events=data["events"],
        elapsed=data["elapsed"],
        ui=data.get("ui"),
        rests=data.get("rests", False),
    )
    return {"revision": revision}


def game_data(asked: Asked, game: Game) -> dict[str, Any]:
    """A game with all that is needed to go on with it."""
    shelf = asked.repositories.shelf
    row = shelf.load(game.puzzle, game.player)
    return {
        "id": game.id,
        "puzzle": row_data(row, game.player),
        "document": bare_data(shelf.document(game.puzzle, game.player)),
        "draft": row.draft,
        "revision": game.revision,
        "state": game.state,
        "is_first": game.is_first,
        "elapsed": game.elapsed,
        "ui": game.ui,
        "log": game.events(),
    }


def _in_short(asked: Asked, begun: OpenGame) -> dict[str, Any]:
    return {
        "id": begun.game,
        "puzzle": row_data(asked.repositories.shelf.load(begun.puzzle, asked.me), asked.me),
        "elapsed": begun.elapsed,
        "events": begun.events,
        "updated": time_text(begun.updated),
    }


ROUTES = (
    kept(
        _begin,
        grows=True,
        method="POST",
        path="/games",
        name="begin-game",
        group="games",
        summary="Play a puzzle: the game of it that is begun, else a new one.",
        asks=record({"puzzle": whole(1)}),
        answers=GAME,
        errors=(401, 404, 409),
    ),
    kept(
        _list,
        method="GET",
        path="/games",
        name="list-games",
        group="games",
        summary="The player's games with a move in them that can be taken up, the latest first.",
        answers=record({"games": listed(IN_SHORT)}),
        errors=(401,),
    ),
    kept(
        _show,
        method="GET",
        path="/games/{id}",
        name="show-game",
        group="games",
        summary="A game of the player's, with its log.",
        answers=GAME,
        errors=(401, 404),
    ),
    kept(
        _save,
        grows=True,
        most=MOST_SAVED,
        method="PATCH",
        path="/games/{id}",
        name="save-game",
        group="games",
        summary="Put events behind those of a game, if nobody else has done so meanwhile.",
        asks=SAVE,
        answers=record({"revision": whole(0)}),
        errors=(401, 404, 409),
    ),
)
