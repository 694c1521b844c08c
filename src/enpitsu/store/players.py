"""The players of an installation. A player is known by a random token, of which only a hash is
kept; the name is for others to read."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)

from enpitsu.store.library import Store
from enpitsu.store.names import checked_name, likeness
from enpitsu.store.refusals import Full, NotThere, checked_key
from enpitsu.store.rows import now
from enpitsu.store.schema import drafts, games, players, puzzles, results

MOST_PLAYERS = 10_000
STAY = timedelta(days=1)
"""How long one who does nothing is remembered in any case."""
_TOKEN_BYTES = 32
_LONGEST_TOKEN = 200


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who plays here; the name is "" until one is given."""

    id: int
    name: str
    created: datetime


class Players:
    """The players that a library knows."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def create(self, name: str = "") -> tuple[Player, str]:
        """A new player and the token that he is known by from now on: it is not kept here."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        row = {"token": _hashed(token), "created": now(), **_named(name)}
        with self._database.writing() as connection:
            _make_room(connection)
            made = connection.execute(insert(players).returning(*_COLUMNS), row)
            return _player(made.one()), token

    def find(self, token: str) -> Player | None:
        """The player with this token, if there is one."""
        if len(token) > _LONGEST_TOKEN:
            return None
        with self._database.reading() as connection:
            row = connection.execute(_KNOWN, {"hashed": _hashed(token)}).one_or_none()
        return None if row is None else _player(row)

    def load(self, player: int) -> Player:
        """A player by his number; NotThere if there is none."""
        with self._database.reading() as connection:
            wanted = select(*_COLUMNS).where(players.c.id == checked_key(player, "player"))
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NotThere("there is no such player")
        return _player(row)

    def rename(self, player: int, name: str) -> Player:
        """Give a player another name."""
        with self._database.writing() as connection:
            change = update(players).where(players.c.id == checked_key(player, "player"))
            changed = connection.execute(change.values(_named(name)))
            if not changed.rowcount:
                raise NotThere("there is no such player")
        return self.load(player)


def _make_room(connection: Connection) -> None:
    """Full if there are too many players, once those are forgotten who only looked in."""
    count = select(func.count()).select_from(players)
    if connection.execute(count).scalar_one() < MOST_PLAYERS:
        return
    did_something = or_(
        *(exists().where(table.c.player_id == players.c.id) for table in (games, results, drafts)),
        exists().where(puzzles.c.owner_id == players.c.id),
    )
    strangers = players.c.name == "", players.c.created < now() - STAY, not_(did_something)
    connection.execute(delete(players).where(*strangers))
    if connection.execute(count).scalar_one() >= MOST_PLAYERS:
        raise Full(f"there are {MOST_PLAYERS} players here already, and no room for more")


def _named(name: str) -> dict[str, str]:
    clean = checked_name(name)
    return {"name": clean, "likeness": likeness(clean)}


_COLUMNS = players.c.id, players.c.name, players.c.created
# Made once: it is asked with every request.
_KNOWN = select(*_COLUMNS).where(players.c.token == bindparam("hashed"))


def _player(row: Any) -> Player:
    return Player(row.id, row.name, row.created)


def _hashed(token: str) -> str:
    # The token is random and long, so that a plain hash cannot be guessed back.
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
