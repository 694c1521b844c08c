"""The rows of the tables of puzzles and collections."""

from __future__ import annotations

import json
from collections import OrderedDict
from contextlib import suppress
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    case,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.exc import IntegrityError

from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import dump, read
from enpitsu.grade import LENGTHS, MOST_STEPS
from enpitsu.kind import Document
from enpitsu.store.refusals import NotThere, checked_key
from enpitsu.store.schema import HIDDEN, MAX_NAME, collections, failures, players, puzzles

KEPT_CHARACTERS = 2 * 2**20
"""Of puzzles that stay read: some hundred ordinary ones. Read they take up ten times as much."""


class _Reader:
    """Read puzzles; those that were not asked for longest are forgotten when room is short."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0  # characters
        self._documents: OrderedDict[str, Document] = OrderedDict()
        self._lock = Lock()

    def read(self, content: str) -> Document:
        """Return the one puzzle of a text in Enpitsu's JSON. What was read last is kept: players
        save move by move, and one puzzle is played by many."""
        with self._lock:
            if content in self._documents:
                self._documents.move_to_end(content)
                return self._documents[content]
        documents = read(content, format="json")
        if len(documents) != 1:
            raise FormatError(f"one puzzle is wanted here, the text holds {len(documents)}")
        with self._lock:
            if len(content) <= self._most and content not in self._documents:
                self._documents[content] = documents[0]
                self._size += len(content)
            while self._size > self._most:
                self._size -= len(self._documents.popitem(last=False)[0])
        return documents[0]


read_content = _Reader(KEPT_CHARACTERS).read


def puzzle_row(
    key: int,
    document: Document,
    *,
    content: str | None = None,
    entry: ManifestEntry | None = None,
) -> dict[str, Any]:
    """A puzzle as the table has it; its text may be known already."""
    puzzle, meta = document.puzzle, document.meta
    # Never taken from an entry: twins are found by it, and manifests may be anyone's.
    known = fingerprint(puzzle)
    entry = None if entry is None else entry._replace(id=known)
    return {
        "collection_id": key,
        # 0: it gets one when it is added.
        "number": entry.number if entry is not None else 0,
        "fingerprint": known,
        "kind": puzzle.kind,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "level": ((entry.level if entry is not None else "") or meta.level)[:100],
        "length": (entry.length if entry is not None else 0) or meta.length,
        "title": meta.title,
        "author": meta.author,
        "content": (content or dump(document, "json")).strip(),
        "entry": _line(entry),
        "added": now(),
    }


def without_grade(content: str) -> dict[str, Any]:
    """Return the data of a row's text without level and length, which may be known later."""
    data: dict[str, Any] = json.loads(content)
    meta = data.get("meta", {})
    return {**data, "meta": {key: meta[key] for key in meta.keys() - {"level", "length"}}}


def failure_row(key: int, entry: ManifestEntry) -> dict[str, Any]:
    """A puzzle that was not made, as the table has it."""
    return {"collection_id": key, "number": entry.number, "entry": _line(entry)}


def insert_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Add rows; PuzzleError if another process has added the same numbers."""
    if not rows:
        return
    try:
        connection.execute(insert(table), rows)
    except IntegrityError:
        raise PuzzleError("another process is writing into the same collection") from None


def length_column() -> ColumnElement[str]:
    """Return the length of a puzzle in a word of `Length`; "" where nobody counted its steps."""
    steps = puzzles.c.length
    limits = zip(MOST_STEPS, LENGTHS, strict=False)
    bands = [(steps <= most, literal(word.value)) for most, word in limits]
    return case((steps == 0, literal("")), *bands, else_=literal(LENGTHS[-1].value))


def find_key(connection: Connection, collection: str) -> int | None:
    """Return the key of a collection, if it is there; PuzzleError if none can have the name."""
    check_name(collection)
    return connection.execute(_key_of(collection)).scalar()


def check_there(connection: Connection, collection: str, key: int) -> None:
    """PuzzleError if the collection is no longer there; another may have got its key. It is held
    as by `open_collection`."""
    if hold_collection(connection, key) != collection:
        raise PuzzleError(f"the collection {collection} was removed while it was written")


def hold_collection(connection: Connection, key: int) -> str | None:
    """The name of a collection, if it is still there. Until the transaction ends, nobody else
    adds to it or removes it.

    Who holds a player, too, takes that one first (`lock_player`); puzzles and games come after.
    """
    wanted = select(collections.c.name).where(collections.c.id == key)
    return connection.execute(wanted.with_for_update()).scalar()


def open_collection(
    connection: Connection, collection: str, header: Header | None = None, note: str = ""
) -> tuple[int, bool]:
    """The key of a collection that is held from now on (see `hold_collection`), and whether it had
    to be made."""
    wanted = _key_of(collection).with_for_update()
    while (key := connection.execute(wanted).scalar()) is None:
        # Others may make it at the same moment: one of us is the first, the rest look again.
        with suppress(IntegrityError), connection.begin_nested():
            row = {
                "name": collection,
                "header": header.to_line().strip() if header is not None else "",
                "note": note,
                "created": now(),
            }
            made = connection.execute(insert(collections).returning(collections.c.id), row)
            return int(made.scalar_one()), True
    return key, False


def open_plain(connection: Connection, collection: str) -> int:
    """Like `open_collection`, for puzzles that are no batch; PuzzleError if it is one."""
    check_name(collection)
    key, _ = open_collection(connection, collection)
    header = select(collections.c.header).where(collections.c.id == key)
    if connection.execute(header).scalar():
        raise PuzzleError(f"the collection {collection} is a batch: take another one")
    return key


def _key_of(collection: str) -> Select[Any]:
    return select(collections.c.id).where(collections.c.name == collection)


def check_name(collection: str) -> None:
    """PuzzleError if a collection cannot have this name."""
    if not collection.strip():
        raise PuzzleError("a collection needs a name, as in library:NAME")
    if len(collection) > MAX_NAME or not collection.isprintable() or HIDDEN in collection:
        raise PuzzleError(
            f"the name of a collection has at most {MAX_NAME} printable characters, no # among them"
        )


def no_collection(collection: str) -> PuzzleError:
    """The error for a collection that is not there."""
    return PuzzleError(f"the library has no collection {collection[:MAX_NAME]!r}")


def someone_writes(collection: str) -> PuzzleError:
    """The error for a collection that another process holds."""
    return PuzzleError(f"another process is writing into the collection {collection}")


def last_number(connection: Connection, key: int) -> int:
    """Return the highest number that a collection has so far, 0 in an empty one; it must be held,
    so that no one else is told the same."""
    highest = 0
    for table in (puzzles, failures):
        wanted = select(func.max(table.c.number)).where(table.c.collection_id == key)
        highest = max(highest, connection.execute(wanted).scalar() or 0)
    return highest


def lock_player(connection: Connection, player: int) -> None:
    """Let what a player begins and ends happen one after the other, also where writers do not wait
    for each other anyway."""
    asked = {"player": checked_key(player, "player")}
    if connection.execute(_LOCKED, asked).scalar() is None:
        raise NotThere("there is no such player")


_LOCKED = select(players.c.id).where(players.c.id == bindparam("player")).with_for_update()


def _line(entry: ManifestEntry | None) -> str:
    """A line of the manifest; where the puzzle is, the library knows by its number."""
    return "" if entry is None else entry._replace(place="", end=0).to_line().strip()


def now() -> datetime:
    """The time to be kept: UTC, whole seconds."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)
