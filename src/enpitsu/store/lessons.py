"""How far players are with the lessons of the school: see enpitsu.play.lesson_progress."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select, update

from enpitsu.play.lesson_progress import NOTHING_DONE, LessonProgress
from enpitsu.store.library import Store
from enpitsu.store.refusals import plain
from enpitsu.store.rows import lock_player, now
from enpitsu.store.schema import lessons

_COLUMNS = tuple(lessons.c[name] for name in LessonProgress._fields)


class Lessons:
    """The progress of the players of a library."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def of_player(self, player: int) -> dict[tuple[str, str], LessonProgress]:
        """Return the progress of a player by kind and technique."""
        wanted = select(lessons.c.kind, lessons.c.technique, *_COLUMNS)
        with self._database.reading() as connection:
            rows = connection.execute(wanted.where(lessons.c.player_id == player)).all()
        return {(row.kind, row.technique): LessonProgress(*row[2:]) for row in rows}

    def load(self, player: int, kind: str, technique: str) -> LessonProgress:
        """Return the progress of a player with a technique."""
        with self._database.reading() as connection:
            return _find(connection, player, kind, technique) or NOTHING_DONE

    def note_exercise(
        self, player: int, kind: str, technique: str, seed: int, *, is_helped: bool
    ) -> LessonProgress:
        """Keep that an exercise was done, and return the progress."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            old = _find(connection, player, kind, technique)
            new = (old or NOTHING_DONE).after_exercise(str(seed), is_helped, now())
            _keep(connection, (player, kind, technique), old, new)
            return new

    def is_hint_new(self, player: int, kind: str, technique: str) -> bool:
        """Return whether a hint changes something."""
        old = self.load(player, kind, technique)
        return old.after_hint(now()) != old

    def note_hint(self, player: int, kind: str, technique: str) -> None:
        """Keep that a hint in a game told a technique."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            old = _find(connection, player, kind, technique)
            new = (old or NOTHING_DONE).after_hint(now())
            _keep(connection, (player, kind, technique), old, new)


def _find(connection: Connection, player: int, kind: str, technique: str) -> LessonProgress | None:
    row = connection.execute(select(*_COLUMNS).where(*_is_of(player, kind, technique))).first()
    return None if row is None else LessonProgress(*row)


def _keep(
    connection: Connection,
    key: tuple[int, str, str],
    old: LessonProgress | None,
    new: LessonProgress,
) -> None:
    if old is None:
        names = dict(zip(("player_id", "kind", "technique"), key, strict=True))
        connection.execute(insert(lessons), names | new._asdict())
    elif old != new:
        connection.execute(update(lessons).where(*_is_of(*key)).values(new._asdict()))


def _is_of(player: int, kind: str, technique: str) -> tuple[Any, ...]:
    is_theirs = lessons.c.player_id == player
    return is_theirs, lessons.c.kind == plain(kind), lessons.c.technique == plain(technique)
