"""A collection as the place that a batch writes to, and goes on writing to later."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.errors import PuzzleError
from enpitsu.store.library import Store
from enpitsu.store.lock import CollectionLock
from enpitsu.store.rows import (
    check_name,
    check_there,
    failure_row,
    insert_rows,
    last_number,
    open_collection,
    puzzle_row,
    read_content,
    someone_writes,
)
from enpitsu.store.schema import collections, failures, puzzles

FORMAT = "json"  # what the library keeps puzzles in


class StoreOutput:
    """See `enpitsu.batch.files.Output`. Each puzzle is kept at once, with its manifest line."""

    def __init__(self, store: Store, collection: str) -> None:
        self._store, self._collection = store, collection
        self._key = 0
        self._lock: CollectionLock | None = None

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        """Begin the batch, or continue it: what is there already, in order."""
        if header.format != FORMAT:
            raise PuzzleError(f"the library keeps puzzles as {FORMAT}, not {header.format}")
        name = self._collection
        check_name(name)
        with self._store.database.writing() as connection:
            self._key, is_new = open_collection(connection, name, header)
            wanted = select(collections.c.header).where(collections.c.id == self._key)
            line = None if is_new else connection.execute(wanted).scalar()
            difference = Header.from_line(line).difference(header) if line else ""
            if difference:
                raise PuzzleError(f"the collection {name} is another batch: {difference}")
            if not is_new and not line and last_number(connection, self._key):
                raise PuzzleError(f"the collection {name} is there already and is no batch")
        self._lock = CollectionLock(self._store.database, self._key)
        if not self._lock.take():
            raise someone_writes(name)
        return self._store.entries(name)

    def add(self, entry: ManifestEntry, text: str) -> None:
        """Keep a puzzle, or, without text, that it failed; with the return it is safe."""
        table, row = failures, failure_row(self._key, entry)
        if text:
            content = text.strip()
            document = read_content(content)
            table, row = puzzles, puzzle_row(self._key, document, content=content, entry=entry)
        with self._store.database.writing() as connection:
            check_there(connection, self._collection, self._key)
            insert_rows(connection, table, [row])

    def close(self) -> None:
        """Nothing more is to be added now."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
