"""The help that players were given beside the moves that they made: answers, hints, checks.

The log of a game tells of the help that the page gave. Whoever asks the server in another way
leaves it out; so the server keeps by itself what it told each player of which puzzle, turned and
mirrored ones included, before a game of it and during one. `enpitsu.play.score.weigh` compares.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from enpitsu.play.score import MISTAKE
from enpitsu.store.library import Store
from enpitsu.store.refusals import plain
from enpitsu.store.rows import lock_player, now
from enpitsu.store.schema import puzzles, told

MOST_MISTAKES = 10  # and one of ten cells: whoever is told of more of them is told the answer
MAX_PUZZLES = 2_000  # of one player: what was told longest ago is forgotten
MAX_NAMES = 400  # pieces of help with one puzzle that are told apart


class HelpGiven(NamedTuple):
    """The help that a player was given on a puzzle."""

    has_answer: bool = False
    helps: int = 0
    """Number of different pieces of help; mistakes that were named are not counted one by one."""


class ToldHelp:
    """The help that players of a library have asked for."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def is_new(
        self, player: int, fingerprint: str, has_answer: bool, names: Collection[str]
    ) -> bool:
        """Return whether there is something to remember: of a puzzle in the library that is not the
        player's own, and not told before."""
        with self._database.reading() as connection:
            others = or_(puzzles.c.owner_id.is_(None), puzzles.c.owner_id != player)
            wanted = select(puzzles.c.id).where(puzzles.c.fingerprint == plain(fingerprint), others)
            if connection.execute(wanted.limit(1)).first() is None:
                return False
            return _news(_find(connection, player, fingerprint), has_answer, names) is not None

    def keep(
        self, player: int, fingerprint: str, has_answer: bool, names: Collection[str] = ()
    ) -> None:
        """Remember what a player was told; each piece of help has a short name, and the same one
        counts once."""
        if not self.is_new(player, fingerprint, has_answer, names):
            return
        with self._database.writing() as connection:
            lock_player(connection, player)
            row = _find(connection, player, fingerprint)
            new = _news(row, has_answer, names)
            if new is None:
                return
            values = {"has_answer": new[0], "names": new[1], "updated": now()}
            if row is not None:
                connection.execute(update(told).where(*_is_of(player, fingerprint)).values(values))
                return
            is_theirs = told.c.player_id == player
            count = select(func.count()).select_from(told).where(is_theirs)
            if connection.execute(count).scalar_one() >= MAX_PUZZLES:
                oldest = select(told.c.fingerprint).where(is_theirs)
                oldest = oldest.order_by(told.c.updated, told.c.fingerprint).limit(1)
                first = connection.execute(oldest).scalar_one()
                connection.execute(delete(told).where(*_is_of(player, first)))
            key = {"player_id": player, "fingerprint": fingerprint}
            connection.execute(insert(told), key | values)


def find_told(connection: Connection, player: int, fingerprint: str, cells: int) -> HelpGiven:
    """Return the help that a player had with a puzzle of so many cells, or with a twin of it."""
    row = _find(connection, player, fingerprint)
    if row is None:
        return HelpGiven()
    names = row.names.split()
    mistakes = sum(name.startswith(MISTAKE) for name in names)
    has_answer = row.has_answer or mistakes > MOST_MISTAKES + cells // 10
    return HelpGiven(has_answer, len(names) - mistakes)


def _find(connection: Connection, player: int, fingerprint: str) -> Row[Any] | None:
    return connection.execute(select(told).where(*_is_of(player, fingerprint))).one_or_none()


def _is_of(player: int, fingerprint: str) -> tuple[Any, Any]:
    return told.c.player_id == player, told.c.fingerprint == plain(fingerprint)


def _news(
    row: Row[Any] | None, has_answer: bool, names: Collection[str]
) -> tuple[bool, str] | None:
    """Return the new row; None if it stays."""
    known = [] if row is None else row.names.split()
    all_names = list(dict.fromkeys([*known, *names]))[: max(MAX_NAMES, len(known))]
    had_answer = row is not None and row.has_answer
    if len(all_names) == len(known) and had_answer >= has_answer:
        return None
    return had_answer or has_answer, " ".join(all_names)
