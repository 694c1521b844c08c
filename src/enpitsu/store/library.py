"""The library's collections and puzzles: read in pages, written in groups, so that a million of
them need no more memory than a few hundred, and no one waits long for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import groupby
from types import TracebackType
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Select, Table, and_, delete, func, select

from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.kind import Document
from enpitsu.store.database import PATIENCE, Database
from enpitsu.store.lock import CollectionLock
from enpitsu.store.place import find_url
from enpitsu.store.quota import holders, recount
from enpitsu.store.rows import (
    check_name,
    check_there,
    failure_row,
    find_key,
    hold_collection,
    insert_rows,
    last_number,
    length_column,
    no_collection,
    open_collection,
    open_plain,
    puzzle_row,
    read_content,
    someone_writes,
)
from enpitsu.store.schema import HIDDEN, collections, failures, puzzles

PAGE = 500  # puzzles that are read at once, and those that are added at once
_IS_LISTED = collections.c.name.not_like(f"{HIDDEN}%")
_IS_THERE = and_(~puzzles.c.is_removed, puzzles.c.draft_id.is_(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The data about one collection of the library."""

    name: str
    count: int
    kinds: Mapping[str, int]
    levels: Mapping[str, int]
    """Number of puzzles of each level, "" for those that tell none."""
    lengths: Mapping[str, int]
    """Number of puzzles of each length, "" for those whose steps nobody counted."""
    failed: int
    header: Header | None
    """The order of the batch, if it is one and no one spoiled it."""
    note: str
    created: datetime


class PuzzleLocation(NamedTuple):
    """The place of a puzzle in the library."""

    collection: str
    number: int
    title: str = ""

    def __str__(self) -> str:
        return f"{self.collection}#{self.number}"


class Stored(NamedTuple):
    """A puzzle as the library holds it."""

    collection: str
    number: int
    content: str

    def document(self) -> Document:
        """The puzzle with all that belongs to it; FormatError if someone spoiled it."""
        return read_content(self.content)


class Store:
    """The library, open. Use it as a context manager, or close it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    def open(cls, url: str | None = None, patience: float = PATIENCE) -> Self:
        """The library at a database URL or file, by default the user's own; who writes waits so
        many seconds for others."""
        return cls(Database(find_url(url), patience))

    def close(self) -> None:
        """Let the database go."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def place(self) -> str:
        """The place in words."""
        return self.database.place

    def collections(self) -> list[Collection]:
        """Return every collection, by name."""
        with self.database.reading() as connection:
            rows = connection.execute(select(collections).where(_IS_LISTED)).all()
            found = [_describe(connection, row) for row in rows]
        return sorted(found, key=lambda each: each.name)

    def names(self) -> list[str]:
        """Return the names of the collections, in order."""
        with self.database.reading() as connection:
            # Sorted here: databases do not agree on the order of letters.
            wanted = select(collections.c.name).where(_IS_LISTED)
            return sorted(connection.execute(wanted).scalars())

    def header(self, collection: str) -> Header | None:
        """Return the order of a batch; None for a collection that is none, or is not there."""
        check_name(collection)
        with self.database.reading() as connection:
            line = connection.execute(
                select(collections.c.header).where(collections.c.name == collection)
            ).scalar()
        return Header.from_line(line) if line else None

    def puzzles(self, collection: str | None = None) -> Iterator[Stored]:
        """The puzzles of a collection by number, or of all; PuzzleError if it is not there."""
        for name in self.names() if collection is None else [collection]:
            key = self._key(name)
            wanted = select(puzzles.c.number, puzzles.c.content).where(~puzzles.c.is_removed)
            for number, content in self._pages(wanted, puzzles, key):
                yield Stored(name, number, content)

    def documents(self, collection: str | None = None) -> Iterator[Document]:
        """Like `puzzles`, read."""
        for stored in self.puzzles(collection):
            yield stored.document()

    def entries(self, collection: str) -> Iterator[ManifestEntry]:
        """The manifest of a batch without its header: what became of each puzzle, in order.

        FormatError where someone spoiled it.
        """
        key = self._key(collection)
        made, failed = (
            self._pages(select(table.c.number, table.c.entry), table, key)
            for table in (puzzles, failures)
        )
        for number, line in merge(made, failed):
            if not line:
                continue
            entry = ManifestEntry.from_line(line)
            if entry.number != number:
                raise FormatError(f"the manifest tells of number {entry.number} at {number}")
            yield entry

    def fingerprints(self, collection: str | None = None) -> Iterator[str]:
        """Yield the fingerprints of the puzzles of a collection, or of all."""
        for name in self.names() if collection is None else [collection]:
            wanted = select(puzzles.c.number, puzzles.c.fingerprint)
            for _, found in self._pages(wanted, puzzles, self._key(name)):
                yield found

    def twins(self, fingerprint: str) -> list[PuzzleLocation]:
        """Find the puzzles with this fingerprint."""
        with self.database.reading() as connection:
            wanted = _places().where(puzzles.c.fingerprint == fingerprint)
            return sorted(PuzzleLocation(*row[1:]) for row in connection.execute(wanted))

    def all_twins(self) -> Iterator[list[PuzzleLocation]]:
        """Every group of puzzles that are twins of each other."""
        several = (
            select(puzzles.c.fingerprint)
            .where(_IS_THERE)
            .group_by(puzzles.c.fingerprint)
            .having(func.count() > 1)
            .scalar_subquery()
        )
        wanted = _places().where(puzzles.c.fingerprint.in_(several))
        with self.database.reading() as connection:
            rows = connection.execution_options(yield_per=PAGE).execute(wanted)
            for _, group in groupby(rows, key=lambda row: str(row[0])):
                yield sorted(PuzzleLocation(*row[1:]) for row in group)

    def create(self, collection: str, *, header: Header | None = None, note: str = "") -> int:
        """Make a new collection and tell its key; PuzzleError if it is there already."""
        check_name(collection)
        with self.database.writing() as connection:
            key, is_new = open_collection(connection, collection, header, note)
            if not is_new:
                raise PuzzleError(f"the collection {collection} is there already")
            return key

    def add(self, collection: str, documents: Iterable[Document]) -> int:
        """Put puzzles behind those of a collection, which is made if need be; how many they were.

        PuzzleError if the collection is a batch: its manifest tells of every puzzle.
        """
        with self.database.writing() as connection:
            key = open_plain(connection, collection)
        adder = Adder(self, collection, key)
        for document in documents:
            adder.add(document)
        return adder.close()

    def adder(self, collection: str, header: Header | None = None) -> Adder:
        """Make a new collection that no other process writes into or removes until all is added."""
        key = self.create(collection, header=header)
        lock = CollectionLock(self.database, key)
        if not lock.take():
            raise someone_writes(collection)
        return Adder(self, collection, key, lock)

    def remove(self, collection: str) -> int:
        """Take a collection away with its puzzles; how many they were.

        PuzzleError if another process is writing into it.
        """
        with self.database.writing() as connection:
            key = find_key(connection, collection)
            if key is None or hold_collection(connection, key) is None:
                raise no_collection(collection)
            lock = CollectionLock(self.database, key)
            if not lock.take():
                raise someone_writes(collection)
            try:
                count = int(connection.execute(_count(puzzles, key)).scalar_one())
                # Said for each table, too: not every database has been told to do it by itself.
                touched = holders(connection, puzzles.c.collection_id == key)
                for table in (puzzles, failures):
                    connection.execute(delete(table).where(table.c.collection_id == key))
                connection.execute(delete(collections).where(collections.c.id == key))
                recount(connection, touched)
                return count
            finally:
                lock.release()

    def _key(self, collection: str) -> int:
        with self.database.reading() as connection:
            key = find_key(connection, collection)
        if key is None:
            raise no_collection(collection)
        return key

    def _pages(self, wanted: Select[Any], table: Table, key: int) -> Iterator[tuple[int, str]]:
        """Rows of a collection by number. No transaction stays open in between, so that a reader
        who takes their time keeps no one from writing."""
        wanted = wanted.where(table.c.collection_id == key).order_by(table.c.number).limit(PAGE)
        last = 0
        while True:
            with self.database.reading() as connection:
                page = connection.execute(wanted.where(table.c.number > last)).all()
            yield from ((row[0], row[1]) for row in page)
            if len(page) < PAGE:
                return
            last = page[-1][0]


class Adder:
    """Add puzzles to a collection, some hundreds at once; it may be held meanwhile."""

    def __init__(
        self, store: Store, collection: str, key: int, lock: CollectionLock | None = None
    ) -> None:
        self._store, self._collection, self._key = store, collection, key
        self._lock = lock
        self._rows: list[dict[str, Any]] = []
        self._failures: list[dict[str, Any]] = []
        self._count = 0

    def add(
        self, document: Document, entry: ManifestEntry | None = None, *, content: str | None = None
    ) -> None:
        """Add one more puzzle, by default with the next number; `content` is its JSON, if known."""
        self._rows.append(puzzle_row(self._key, document, content=content, entry=entry))
        self._flush_when_many()

    def fail(self, entry: ManifestEntry) -> None:
        """Add one that was not made."""
        self._failures.append(failure_row(self._key, entry))
        self._flush_when_many()

    def close(self) -> int:
        """Keep what is left; how many puzzles were added."""
        self._flush()
        self.drop()
        return self._count

    def drop(self) -> None:
        """Add nothing more: others may have the collection."""
        if self._lock is not None:
            self._lock.release()

    def _flush_when_many(self) -> None:
        if len(self._rows) + len(self._failures) >= PAGE:
            self._flush()

    def _flush(self) -> None:
        with self._store.database.writing() as connection:
            check_there(connection, self._collection, self._key)
            # Others may add to the same collection: numbers are given out one after another.
            last = last_number(connection, self._key)
            for number, row in enumerate(self._rows, last + 1):
                row["number"] = row["number"] or number
            insert_rows(connection, puzzles, self._rows)
            insert_rows(connection, failures, self._failures)
        self._count += len(self._rows)
        self._rows, self._failures = [], []


def _places() -> Select[Any]:
    """Fingerprint, collection, number and title of puzzles, twins beside each other."""
    return (
        select(puzzles.c.fingerprint, collections.c.name, puzzles.c.number, puzzles.c.title)
        .join(collections, puzzles.c.collection_id == collections.c.id)
        .where(_IS_THERE)
        .order_by(puzzles.c.fingerprint)
    )


def _describe(connection: Connection, row: Any) -> Collection:
    """Return a collection with its puzzles counted by kind, level and length."""
    columns = puzzles.c.kind, puzzles.c.level, length_column()
    is_there = puzzles.c.collection_id == row.id, ~puzzles.c.is_removed
    wanted = select(*columns, func.count()).where(*is_there).group_by(*columns)
    counts = Counter({tuple(key): count for *key, count in connection.execute(wanted)})
    header = None
    # One that is spoiled is left out, so that the collection can still be listed and removed.
    with suppress(FormatError):
        header = Header.from_line(row.header) if row.header else None
    return Collection(
        name=row.name,
        count=counts.total(),
        kinds=_sum_by(counts, 0),
        levels=_sum_by(counts, 1),
        lengths=_sum_by(counts, 2),
        failed=connection.execute(_count(failures, row.id)).scalar_one(),
        header=header,
        note=row.note,
        created=row.created,
    )


def _sum_by(counts: Counter[tuple[str, ...]], column: int) -> dict[str, int]:
    found: Counter[str] = Counter()
    for key, count in counts.items():
        found[key[column]] += count
    return dict(sorted(found.items()))


def _count(table: Table, key: int) -> Select[Any]:
    return select(func.count()).select_from(table).where(table.c.collection_id == key)
