"""Drafts: puzzles that a player is making. They are kept as the page sends them, tested by their
author, and published when they are done.

A save says which revision it follows, as with games: nobody overwrites what they have not seen.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update

from enpitsu.store.library import Store
from enpitsu.store.quota import WORKS, charge, recount, size_column, size_of
from enpitsu.store.refusals import Conflict, Full, NotThere, plain
from enpitsu.store.rows import lock_player, open_collection
from enpitsu.store.schema import HIDDEN, drafts, games, puzzles, results, test_links
from enpitsu.store.shelf import add_row, delete_puzzles, insert_row, take_away

PUBLISHED = "published"  # the collection of what players have published
TESTS = f"{HIDDEN}tests"  # that of the puzzles which are only tested
MOST_DRAFTS = 500  # drafts that are kept for one player
MOST_TESTS = 20  # states of one draft of which the games are kept
MOST_TOLD = 100  # solves of one draft that are told
_ID_BYTES = 16
_LONGEST_ID = 32


class DraftContent(NamedTuple):
    """The content of a draft that is kept."""

    kind: str
    rows: int
    cols: int
    title: str
    author: str
    content: str
    """All that the page keeps, as JSON."""
    document: str
    """The puzzle in Enpitsu's JSON; "" if it is none so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """A draft in a list."""

    id: str
    kind: str
    rows: int
    cols: int
    title: str
    author: str
    revision: int
    status: str
    """The page's findings about it, "" if none."""
    level: str
    length: int
    """Steps that it takes; 0 if that is not known."""
    updated: datetime


class Draft(NamedTuple):
    """A draft with all that belongs to it."""

    row: DraftRow
    content: str
    document: str
    published: int | None
    """The number of the puzzle that was published from it, if that is still there."""


class Solve(NamedTuple):
    """A solve of a draft by its author."""

    seconds: float
    total: float
    hints: int
    is_clean: bool
    solved: datetime
    is_same: bool
    """True if the draft is still the puzzle that was solved."""


class Drafts:
    """The drafts that a library keeps."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def of_player(self, player: int) -> list[DraftRow]:
        """Return a player's drafts, the latest first."""
        wanted = select(*_SHOWN).where(drafts.c.player_id == player)
        wanted = wanted.order_by(drafts.c.updated.desc(), drafts.c.id)
        with self._database.reading() as connection:
            return [_draft_row(row) for row in connection.execute(wanted.limit(MOST_DRAFTS))]

    def create(
        self, player: int, sketch: DraftContent, status: str = "", level: str = "", length: int = 0
    ) -> DraftRow:
        """Keep a new draft; Full if the player has too many."""
        time = _now()
        row = sketch._asdict() | {
            "id": secrets.token_urlsafe(_ID_BYTES),
            "player_id": player,
            "revision": 0,
            "status": status,
            "level": level,
            "length": length,
            "saved": "",
            "created": time,
            "updated": time,
        }
        with self._database.writing() as connection:
            lock_player(connection, player)
            wanted = select(func.count()).select_from(drafts).where(drafts.c.player_id == player)
            if connection.execute(wanted).scalar_one() >= MOST_DRAFTS:
                raise Full(f"a player keeps at most {MOST_DRAFTS} drafts: delete some first")
            charge(connection, player, size_of(sketch.content, sketch.document), WORKS)
            return _draft_row(connection.execute(insert(drafts).returning(*_SHOWN), row).one())

    def load(self, draft: str, player: int) -> Draft:
        """Return a draft of this player; NotThere if they have no such draft."""
        with self._database.reading() as connection:
            row = draft_row_of(connection, draft, player)
            there = _published(connection, row)
        published = None if there is None else there.id
        return Draft(_draft_row(row), row.content, row.document, published)

    def document(self, draft: str, player: int) -> tuple[DraftRow, str]:
        """Return a draft and its puzzle, "" if it is none so far."""
        with self._database.reading() as connection:
            row = draft_row_of(connection, draft, player, (*_SHOWN, drafts.c.document))
        return _draft_row(row), row.document

    def save(
        self,
        draft: str,
        player: int,
        sketch: DraftContent,
        *,
        revision: int,
        status: str | None = None,
        level: str | None = None,
        length: int | None = None,
    ) -> int:
        """Keep a draft as it is now and tell its new revision; Conflict if someone has saved since
        the given one. What was not told stays as long as the puzzle is the same."""
        saved = sha256(json.dumps([*sketch, status, level, length]).encode()).hexdigest()
        with self._database.writing() as connection:
            lock_player(connection, player)
            kept = size_column(drafts).label("size")
            columns = (*_SHOWN, drafts.c.document, drafts.c.saved, kept)
            row = draft_row_of(connection, draft, player, columns)
            if row.revision == revision + 1 and row.saved == saved:
                # The answer got lost, so it is sent once more.
                return int(row.revision)
            if row.revision != revision:
                raise Conflict(row.revision, "draft")
            is_same = is_same_puzzle(row.document, sketch.document)
            told = {"status": status, "level": level, "length": length}
            unknown = {"status": "", "level": "", "length": 0}
            known = {name: getattr(row, name) for name in told} if is_same else unknown
            values = {name: known[name] if value is None else value for name, value in told.items()}
            values |= {"revision": revision + 1, "saved": saved, "updated": _now()}
            more = size_of(sketch.content, sketch.document) - row.size
            charge(connection, player, more, WORKS)
            change = update(drafts).where(drafts.c.id == row.id)
            connection.execute(change.values(**sketch._asdict(), **values))
        return revision + 1

    def remove(self, draft: str, player: int) -> None:
        """Delete a draft with its tests. What was published stays, and so do the times."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            size = size_column(drafts).label("size")
            row = draft_row_of(connection, draft, player, (drafts.c.id, size))
            delete_puzzles(connection, puzzles.c.draft_id == row.id)
            connection.execute(delete(drafts).where(drafts.c.id == row.id))
            charge(connection, player, -row.size)

    # --- tests ------------------------------------------------------------------------------------

    def test(self, draft: str, player: int, row: Mapping[str, Any]) -> int:
        """Return the number of a puzzle that is in no list, for its author to play; `row` is what
        `puzzle_row` makes of it."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            return keep_test(connection, draft, player, row)

    def tests(self, draft: str, player: int) -> list[Solve]:
        """Return the author's solves of a draft, the latest first."""
        with self._database.reading() as connection:
            here = draft_row_of(connection, draft, player, (drafts.c.id, drafts.c.document))
            columns = (results.c[name] for name in ("seconds", "penalty", "hints", "is_clean"))
            solves = (
                select(*columns, results.c.solved, games.c.puzzle_id)
                .join(games, results.c.game_id == games.c.id)
                .join(puzzles, games.c.puzzle_id == puzzles.c.id)
                .where(puzzles.c.draft_id == here.id, results.c.player_id == player)
                .order_by(results.c.solved.desc(), results.c.id.desc())
                .limit(MOST_TOLD)
            )
            rows = connection.execute(solves).all()
            wanted = select(puzzles.c.id, puzzles.c.content).where(puzzles.c.draft_id == here.id)
            contents = {row.id: row.content for row in connection.execute(wanted)}
        same = {puzzle for puzzle, each in contents.items() if is_same_puzzle(each, here.document)}
        return [
            Solve(
                seconds=row.seconds,
                total=row.seconds + row.penalty,
                hints=row.hints,
                is_clean=row.is_clean,
                solved=row.solved,
                is_same=row.puzzle_id in same,
            )
            for row in rows
        ]

    # --- publishing -------------------------------------------------------------------------------

    def publish(self, draft: str, player: int, row: Mapping[str, Any]) -> int:
        """Return the number of the puzzle that all find from now on. One that was published before
        gets the new words if it is the same puzzle; else it goes from all lists."""
        row = {**row, "owner_id": player, "is_published": True}
        with self._database.writing() as connection:
            lock_player(connection, player)
            here = draft_row_of(connection, draft, player, (drafts.c.id, drafts.c.published_id))
            before = _published(connection, here)
            if before is not None and is_same_puzzle(before.content, row["content"]):
                return _reword(connection, before.id, row)
            puzzle = add_row(connection, PUBLISHED, row)
            _reword(connection, puzzle, row)
            change = update(drafts).where(drafts.c.id == here.id)
            connection.execute(change.values(published_id=puzzle))
            if before is not None and before.id != puzzle:
                take_away(connection, before.id, player)
            return puzzle


def keep_test(connection: Connection, draft: str, player: int, row: Mapping[str, Any]) -> int:
    """Return the number of a draft's puzzle that is in no list; it is kept if it is new."""
    there = draft_row_of(connection, draft, player, (drafts.c.id, drafts.c.title))
    is_test = puzzles.c.draft_id == there.id
    known = select(puzzles.c.id).where(is_test, puzzles.c.content == row["content"])
    found = connection.execute(known).scalar()
    if found is not None:
        return int(found)
    # Room for one more: the oldest go, but not the one that a link leads to.
    linked = select(test_links.c.puzzle_id)
    tests = select(puzzles.c.id).where(is_test, puzzles.c.id.not_in(linked))
    tests = tests.order_by(puzzles.c.id.desc())
    old = connection.execute(tests.offset(MOST_TESTS - 1)).scalars().all()
    if old:
        delete_puzzles(connection, puzzles.c.id.in_(old))
    more = {"owner_id": player, "draft_id": there.id, "title": row["title"] or there.title}
    key, _ = open_collection(connection, TESTS)
    return insert_row(connection, {**row, "collection_id": key, **more})


_SHOWN = tuple(drafts.c[name] for name in DraftRow.__dataclass_fields__)
_REWORDED = "title", "author", "level", "length", "content", "is_published"


def draft_row_of(
    connection: Connection,
    draft: str,
    player: int,
    columns: tuple[ColumnElement[Any], ...] = tuple(drafts.c),
) -> Row[Any]:
    """Return a draft of this player; NotThere if they have no such draft."""
    wanted = select(*columns).where(drafts.c.id == plain(draft), drafts.c.player_id == player)
    row = connection.execute(wanted).one_or_none() if len(draft) <= _LONGEST_ID else None
    if row is None:
        raise NotThere("there is no such draft")
    return row


def _draft_row(row: Row[Any]) -> DraftRow:
    return DraftRow(**{column.name: getattr(row, column.name) for column in _SHOWN})


def _now() -> datetime:
    """UTC, with parts of a second: the draft that was saved last stands first."""
    return datetime.now(UTC).replace(tzinfo=None)


def is_same_puzzle(one: str, other: str) -> bool:
    """Return whether two texts in Enpitsu's JSON, both written by it, are the same puzzle in the
    same form, whatever it is called."""
    return bool(one and other) and _form(one) == _form(other)


def _form(content: str) -> tuple[Any, Any]:
    data = json.loads(content)
    return data["kind"], data["puzzle"]


def _published(connection: Connection, row: Row[Any]) -> Row[Any] | None:
    """The puzzle that was published from a draft, unless its author has removed it."""
    if row.published_id is None:
        return None
    is_there = and_(puzzles.c.id == row.published_id, ~puzzles.c.is_removed)
    return connection.execute(select(puzzles).where(is_there)).one_or_none()


def _reword(connection: Connection, puzzle: int, row: Mapping[str, Any]) -> int:
    values = {name: row[name] for name in _REWORDED}
    connection.execute(update(puzzles).where(puzzles.c.id == puzzle).values(**values))
    recount(connection, [row["owner_id"]])
    return puzzle
