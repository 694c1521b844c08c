"""A player goes, with all that is theirs; before that, all of it in one piece."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, exists, false, not_, select, update

from enpitsu.formats import dump
from enpitsu.store.library import Store
from enpitsu.store.refusals import NotThere
from enpitsu.store.rows import read_content
from enpitsu.store.schema import (
    collections,
    drafts,
    game_events,
    games,
    players,
    puzzles,
    results,
    standings,
)
from enpitsu.store.shelf import delete_puzzles


def delete_player(connection: Connection, player: int, *, with_published: bool) -> None:
    """Delete a player: games, results, drafts, places in rankings, and puzzles. What others play
    stays for them, but belongs to nobody and names nobody."""
    is_his = puzzles.c.owner_id == player
    for table in (results, games, drafts, standings):
        connection.execute(delete(table).where(table.c.player_id == player))
    _delete_puzzles_of(connection, player, with_published)
    left = connection.execute(select(puzzles.c.id, puzzles.c.content).where(is_his)).all()
    for puzzle, content in left:
        _make_nameless(connection, puzzle, content)
    connection.execute(update(puzzles).where(is_his).values(owner_id=None, author=""))
    connection.execute(delete(players).where(players.c.id == player))


def _delete_puzzles_of(connection: Connection, player: int, with_published: bool) -> None:
    is_his = puzzles.c.owner_id == player
    is_shared = and_(puzzles.c.is_published, not_(puzzles.c.is_removed))
    stays = false() if with_published else is_shared
    places = select(puzzles.c.collection_id).where(is_his).distinct()
    touched = connection.execute(places).scalars().all()
    is_played = exists().where(games.c.puzzle_id == puzzles.c.id)
    delete_puzzles(connection, and_(is_his, not_(stays), not_(is_played)))
    connection.execute(update(puzzles).where(is_his, not_(stays)).values(is_removed=True))
    is_empty = not_(exists().where(puzzles.c.collection_id == collections.c.id))
    for key in touched:
        connection.execute(delete(collections).where(collections.c.id == key, is_empty))


def _make_nameless(connection: Connection, puzzle: int, content: str) -> None:
    """Take the author's name out of a puzzle, and out of the solves of it."""
    change = update(puzzles).where(puzzles.c.id == puzzle)
    connection.execute(change.values(content=_nameless(content)))
    of_it = select(games.c.id).where(games.c.puzzle_id == puzzle)
    is_solve = results.c.game_id.in_(of_it)
    told = select(results.c.content).where(is_solve).distinct()
    for old in connection.execute(told).scalars().all():
        same = update(results).where(is_solve, results.c.content == old)
        connection.execute(same.values(content=_nameless(old)))


def _nameless(content: str) -> str:
    document = read_content(content)
    return dump(replace(document, meta=replace(document.meta, author="")), "json").strip()


# --- all of it ------------------------------------------------------------------------------------

_LEFT_OUT = ("player_id", "owner_id", "token", "saved", "bytes")
_JSON = ("content", "document", "ui")


def export_player(store: Store, player: int) -> dict[str, Any]:
    """All that is kept for a player, as JSON data."""
    with store.database.reading() as connection:
        row = connection.execute(select(players).where(players.c.id == player)).one_or_none()
        if row is None:
            raise NotThere("there is no such player")
        return {
            "player": _data(row),
            "drafts": list(_rows(connection, drafts, drafts.c.player_id == player)),
            "puzzles": list(_rows(connection, puzzles, puzzles.c.owner_id == player)),
            "games": list(_games(connection, player)),
            "results": list(_rows(connection, results, results.c.player_id == player)),
        }


def _rows(connection: Connection, table: Table, condition: Any) -> Iterator[dict[str, Any]]:
    wanted = select(table).where(condition).order_by(table.c.id)
    yield from map(_data, connection.execute(wanted))


def _games(connection: Connection, player: int) -> Iterator[dict[str, Any]]:
    for game in _rows(connection, games, games.c.player_id == player):
        lines = select(game_events.c.lines).where(game_events.c.game_id == game["id"])
        log = "".join(connection.execute(lines.order_by(game_events.c.number)).scalars())
        yield game | {"log": _value("log", log)}


def _data(row: Any) -> dict[str, Any]:
    kept = {name: value for name, value in row._mapping.items() if name not in _LEFT_OUT}
    return {name: _value(name, value) for name, value in kept.items()}


def _value(name: str, value: Any) -> Any:
    if hasattr(value, "isoformat"):
        return f"{value.isoformat()}Z"
    if name == "log":
        return [json.loads(line) for line in value.splitlines()]
    return json.loads(value) if name in _JSON and value else value
