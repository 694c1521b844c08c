"""One process at a time writes a batch into a collection, and a killed one holds it no longer."""

from __future__ import annotations

import os
from contextlib import suppress

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from enpitsu.store.database import Database
from enpitsu.store.place import PRIVATE, is_file

_CLASS = 0x656E7069  # tells Enpitsu's locks from those of others in the same database: any number


class CollectionLock:
    """A lock that the system gives back when its process ends.

    A file beside the database has one byte for each collection; PostgreSQL has locks of its own.
    """

    def __init__(self, database: Database, key: int) -> None:
        self._database, self._engine, self._key = database, database.engine, key
        self._file: int | None = None
        self._connection: Connection | None = None

    def take(self) -> bool:
        """Return whether it is ours now; False if another process has it."""
        with self._database.plainly():
            if is_file(self._engine.url):
                return self._take_byte(f"{self._engine.url.database}.lock")
            return self._take_advisory()

    def release(self) -> None:
        """Give it back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if self._connection is not None:
            # Said plainly: the server may notice late that a connection has gone. It goes all the
            # same: one that only went back to the pool would keep its locks if that was not heard.
            with suppress(DBAPIError):
                self._connection.execute(text("SELECT pg_advisory_unlock_all()"))
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _take_byte(self, path: str) -> bool:
        try:
            import fcntl
        except ImportError:
            return True
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
        with suppress(OSError):
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self._key)
            return True
        self.release()
        return False

    def _take_advisory(self) -> bool:
        self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        wanted = text("SELECT pg_try_advisory_lock(:class, :key)")
        taken = self._connection.execute(wanted, {"class": _CLASS, "key": self._key}).scalar()
        if not taken:
            self.release()
        return bool(taken)
