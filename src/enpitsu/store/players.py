"""The players of an installation. A player is known by a random token, of which only a hash is
kept; the name is for others to read.

A new browser gets a token before anything is kept: that costs nothing here, and only when the
player begins, draws or is called something, a row is made for it. So the same token in two tabs is
the same player. A token that nobody has used for a year is good no more, nor is one that was
changed, nor that of a player who is gone.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from enpitsu.store.leaving import delete_player
from enpitsu.store.library import Store
from enpitsu.store.names import checked_name, likeness
from enpitsu.store.quota import Usage, forget_moves, usage
from enpitsu.store.refusals import NotThere, checked_key
from enpitsu.store.rows import lock_player, now
from enpitsu.store.schema import drafts, games, players, withdrawn_tokens

TOKEN_LIFE = timedelta(days=365)  # time after which an unused token is no longer good
_A_DAY = timedelta(days=1)  # least time between two records of a token's use
_TOKEN_BYTES = 32
_LONGEST_TOKEN = 200
_NEW = "n-"  # prefix of tokens for browsers of which nothing is kept yet
_IS_NEW = re.compile(r"n-[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who plays here; the name is "" until one is given."""

    id: int
    name: str
    created: datetime
    seen: datetime
    """When the player was here last, to the day."""


class KnownPlayer(NamedTuple):
    """The player of a token, if it has one."""

    player: Player | None
    is_new: bool
    """True for a token of which nothing is kept yet, and may be."""


class Listed(NamedTuple):
    """A player in a list, with what is kept."""

    player: Player
    bytes: int
    drafts: int
    games: int


def new_token() -> str:
    """Return a token for a browser of which nothing is kept yet."""
    return _NEW + secrets.token_urlsafe(_TOKEN_BYTES)


class Players:
    """The players that a library knows."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def create(self, name: str = "") -> tuple[Player, str]:
        """Make a new player; return it with its token, which is not kept here."""
        token = new_token()
        return self.keep(token, name), token

    def keep(self, token: str, name: str = "") -> Player:
        """Return the player of a new token: a row is made, unless another tab was quicker; NotThere
        if the token is no new one."""
        row = {"token": _hashed(token), "created": now(), "seen": now(), **_named(name)}
        with self._database.writing() as connection:
            if _known(connection, token).is_new:
                try:
                    with connection.begin_nested():
                        connection.execute(insert(players), row | _number(connection))
                except IntegrityError:
                    pass  # where writers do not wait for each other
            found = _known(connection, token).player
        if found is None:
            raise NotThere("there is no such player")
        return found

    def find(self, token: str) -> Player | None:
        """Return the player with this token, if there is one."""
        return self.known(token).player

    def known(self, token: str) -> KnownPlayer:
        """Return the player of a token, or that it is a new one."""
        if not 0 < len(token) <= _LONGEST_TOKEN:
            return KnownPlayer(None, False)
        with self._database.reading() as connection:
            return _known(connection, token)

    def load(self, player: int) -> Player:
        """Return a player by number; NotThere if there is none."""
        with self._database.reading() as connection:
            wanted = select(*_COLUMNS).where(players.c.id == checked_key(player, "player"))
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NotThere("there is no such player")
        return Player(*row)

    def rename(self, player: int, name: str) -> Player:
        """Give a player another name."""
        with self._database.writing() as connection:
            change = update(players).where(players.c.id == checked_key(player, "player"))
            changed = connection.execute(change.values(_named(name)))
            if not changed.rowcount:
                raise NotThere("there is no such player")
        return self.load(player)

    def note_visit(self, player: Player) -> None:
        """Keep that the token of a player is in use, once a day."""
        if player.seen > now() - _A_DAY:
            return
        with self._database.writing() as connection:
            change = update(players).where(players.c.id == player.id)
            connection.execute(change.values(seen=now()))

    def change_token(self, player: int, old: str) -> str:
        """A new token for a player; the old one is good no more, in no browser. NotThere if it was
        changed already."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        with self._database.writing() as connection:
            lock_player(connection, player)
            change = update(players).where(players.c.id == player, players.c.token == _hashed(old))
            changed = connection.execute(change.values(token=_hashed(token), seen=now()))
            if not changed.rowcount:
                raise NotThere("this key was changed already")
            if _IS_NEW.fullmatch(old) is not None:
                _withdraw(connection, player, _hashed(old))
        return token

    def remove(self, player: int, *, with_published: bool = False) -> None:
        """Delete a player with all that is theirs. What they published stays for the others,
        without their name, unless that is to go as well."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            token = select(players.c.token).where(players.c.id == player)
            _withdraw(connection, player, connection.execute(token).scalar_one())
            delete_player(connection, player, with_published=with_published)

    def usage(self, player: int) -> Usage:
        """Return the room that a player's things take."""
        with self._database.reading() as connection:
            return usage(connection, player)

    def listed(self) -> list[Listed]:
        """Return all players, who keep the most first."""
        counts = [
            select(func.count()).where(table.c.player_id == players.c.id).scalar_subquery()
            for table in (drafts, games)
        ]
        wanted = select(*_COLUMNS, players.c.bytes, *counts)
        wanted = wanted.order_by(players.c.bytes.desc(), players.c.id)
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        return [Listed(Player(*row[:4]), *row[4:]) for row in rows]

    def forget_moves(self, player: int) -> int:
        """Forget the moves of all finished games of a player; how many bytes are free by that."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            return forget_moves(connection, player, 2**62)


def _known(connection: Connection, token: str) -> KnownPlayer:
    key = {"hashed": _hashed(token)}
    row = connection.execute(_BY_TOKEN, key).one_or_none()
    if row is not None:
        player = Player(*row)
        return KnownPlayer(player if player.seen > now() - TOKEN_LIFE else None, False)
    if _IS_NEW.fullmatch(token) is None:
        return KnownPlayer(None, False)
    return KnownPlayer(None, not connection.execute(_IS_WITHDRAWN, key).scalar())


def _number(connection: Connection) -> dict[str, int]:
    """A number that nobody had; PostgreSQL never gives one twice."""
    if connection.dialect.name != "sqlite":
        return {}
    last = (select(func.max(column)) for column in (players.c.id, withdrawn_tokens.c.player))
    return {"id": 1 + max(connection.execute(each).scalar() or 0 for each in last)}


def _withdraw(connection: Connection, player: int, hashed: str) -> None:
    """Nobody becomes a player with this token again, or gets this player's number; old ones are
    forgotten when browsers have forgotten them."""
    row = {"token": hashed, "player": player, "withdrawn": now()}
    connection.execute(insert(withdrawn_tokens), row)
    is_old = withdrawn_tokens.c.withdrawn < now() - TOKEN_LIFE
    connection.execute(delete(withdrawn_tokens).where(is_old))


def _named(name: str) -> dict[str, str]:
    clean = checked_name(name)
    return {"name": clean, "likeness": likeness(clean)}


_COLUMNS = players.c.id, players.c.name, players.c.created, players.c.seen
# Made once: they are asked with every request.
_BY_TOKEN = select(*_COLUMNS).where(players.c.token == bindparam("hashed"))
_IS_WITHDRAWN = select(exists().where(withdrawn_tokens.c.token == bindparam("hashed")))


def _hashed(token: str) -> str:
    # The token is random and long, so that a plain hash cannot be guessed back.
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
