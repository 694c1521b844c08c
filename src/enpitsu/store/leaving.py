"""A player goes, with all that is theirs; before that, all of it in one piece."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, exists, false, not_, select, update

from enpitsu.formats import dump
from enpitsu.store.games import read_log
from enpitsu.store.library import Store
from enpitsu.store.refusals import NotThere
from enpitsu.store.rows import hold_collection, read_content
from enpitsu.store.schema import (
    collections,
    drafts,
    games,
    lessons,
    players,
    puzzles,
    results,
    standings,
    test_comments,
    told,
)
from enpitsu.store.shelf import delete_puzzles


def delete_player(connection: Connection, player: int, *, with_published: bool) -> None:
    """Delete a player: games, results, drafts, places in rankings, lessons, and puzzles. What
    others play stays for them, but belongs to nobody and names nobody."""
    is_theirs = puzzles.c.owner_id == player
    for table in (results, games, drafts, standings, lessons):
        connection.execute(delete(table).where(table.c.player_id == player))
    is_shared = and_(puzzles.c.is_published, not_(puzzles.c.is_removed))
    stays = false() if with_published else is_shared
    places = select(puzzles.c.collection_id).where(is_theirs).distinct()
    touched = sorted(connection.execute(places).scalars())
    for key in touched:
        hold_collection(connection, key)
    is_played = exists().where(games.c.puzzle_id == puzzles.c.id)
    delete_puzzles(connection, and_(is_theirs, not_(stays), not_(is_played)))
    connection.execute(update(puzzles).where(is_theirs, not_(stays)).values(is_removed=True))
    is_empty = not_(exists().where(puzzles.c.collection_id == collections.c.id))
    for key in touched:
        connection.execute(delete(collections).where(collections.c.id == key, is_empty))
    left = connection.execute(select(puzzles.c.id, puzzles.c.content).where(is_theirs)).all()
    for puzzle, content in left:
        _make_nameless(connection, puzzle, content)
    connection.execute(update(puzzles).where(is_theirs).values(owner_id=None, author=""))
    connection.execute(delete(players).where(players.c.id == player))


def _make_nameless(connection: Connection, puzzle: int, content: str) -> None:
    """Take the author's name out of a puzzle, and out of the solves of it."""
    change = update(puzzles).where(puzzles.c.id == puzzle)
    connection.execute(change.values(content=_nameless(content)))
    of_it = select(games.c.id).where(games.c.puzzle_id == puzzle)
    is_solve = results.c.game_id.in_(of_it)
    contents = select(results.c.content).where(is_solve).distinct()
    for old in connection.execute(contents).scalars().all():
        same = update(results).where(is_solve, results.c.content == old)
        connection.execute(same.values(content=_nameless(old)))


def _nameless(content: str) -> str:
    document = read_content(content)
    return dump(replace(document, meta=replace(document.meta, author="")), "json").strip()


# --- all of it ------------------------------------------------------------------------------------

_LEFT_OUT = ("player_id", "owner_id", "token", "saved", "bytes", "clock")
_JSON = ("content", "document", "ui")


def export_player(store: Store, player: int) -> str:
    """Return all that is kept for a player as JSON; what is kept as JSON is not read again."""
    with store.database.reading() as connection:
        row = connection.execute(select(players).where(players.c.id == player)).one_or_none()
        if row is None:
            raise NotThere("there is no such player")
        wanted = select(games).where(games.c.player_id == player).order_by(games.c.id)
        own_games = select(games.c.id).where(games.c.player_id == player)
        parts = {
            "drafts": _rows(connection, drafts, drafts.c.player_id == player),
            "puzzles": _rows(connection, puzzles, puzzles.c.owner_id == player),
            "games": (
                _text(each, log=read_log(connection, each.id))
                for each in connection.execute(wanted).all()
            ),
            "results": _rows(connection, results, results.c.player_id == player),
            "told": _rows(connection, told, told.c.player_id == player),
            "lessons": _rows(connection, lessons, lessons.c.player_id == player),
            "comments": _rows(connection, test_comments, test_comments.c.game_id.in_(own_games)),
        }
        texts = {name: f"[{','.join(rows)}]" for name, rows in parts.items()}
        return _joined({"player": _text(row), **texts})


def _rows(connection: Connection, table: Table, condition: Any) -> Iterator[str]:
    wanted = select(table).where(condition).order_by(*table.primary_key)
    yield from map(_text, connection.execute(wanted))


def _text(row: Any, **more: str) -> str:
    kept = {name: value for name, value in row._mapping.items() if name not in _LEFT_OUT}
    return _joined({name: _value(name, value) for name, value in {**kept, **more}.items()})


def _value(name: str, value: Any) -> str:
    if name == "log":
        return f"[{','.join(value.splitlines())}]"
    if name in _JSON and value:
        return str(value)
    if hasattr(value, "isoformat"):
        value = f"{value.isoformat()}Z"
    return json.dumps(value, ensure_ascii=False)


def _joined(texts: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in texts.items()) + "}"
