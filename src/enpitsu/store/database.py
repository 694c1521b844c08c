"""Connections to the library's database: opened, guarded, brought up to date.

SQLite runs in WAL mode: many read while one writes, and writers wait for each other. What has been
committed survives a killed process (not a power cut in the same second, which would cost a sync to
disk for every puzzle). Many small changes may be committed together, see `Database.together`. A
file that nobody here may change, or in a folder where nothing can be written, is opened to be read.
In PostgreSQL writers wait only for those who write the same rows, so what must not happen twice at
once is held first: see `hold_collection` and `lock_player` in rows.py.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import local
from typing import Any, cast
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import QueuePool

from enpitsu.errors import PuzzleError
from enpitsu.store.place import is_file, known_by, prepare_file, told
from enpitsu.store.quota import PLAYER_BYTES
from enpitsu.store.refusals import Gone, Locked, ReadOnly, Unavailable
from enpitsu.store.schema import REVISION, VERSION_TABLE

PATIENCE = 30  # seconds that a writer waits for another
LOG_SECONDS = 3.0  # that servers which start at once wait for each other
LOG_PAUSE = 0.02  # seconds

SIZE_SECONDS = 1.0  # seconds for which the size of a database is not measured again
CONNECTIONS = 10
"""Connections to PostgreSQL that are kept open; at most twice as many are in use at a time."""
SILENCE = 30  # seconds after which a PostgreSQL that no longer answers is given up

_WRITES = "enpitsu_writes"
_LOCKED = "database is locked"
_WAITED = {"55P03", "57014", "40P01", "40001"}
"""States in which PostgreSQL refuses because of others: a lock or a statement took too long, a
deadlock, a change in between."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x656E7069
"""The advisory lock that migrations take where the database has such: any number, but the same."""


class Database:
    """An open database with the tables that this version knows."""

    def __init__(self, url: URL, patience: float = PATIENCE) -> None:
        self.place, self.name = told(url), known_by(url)
        self.player_bytes: int | None = None
        """Most bytes for one player; None for no bound."""
        self._file = Path(str(url.database)) if is_file(url) else None
        self._batch = _Batch()
        self._size, self._sized = 0, float("-inf")
        self.is_read_only = self._file is not None and _is_read_only(self._file)
        with self.plainly():
            if self._file is not None and self.is_read_only:
                self.engine = _reading_engine(self._file, patience)
            else:
                prepare_file(url)
                self.engine = _engine(url, patience)
            self._readers = _readers(self.engine)
            try:
                _bring_up_to_date(self)
            except BaseException:
                self.close()
                raise
            self._identity = self._look()

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    def check_there(self) -> None:
        """Gone if the file was removed or replaced: what is written then would be lost."""
        if self._look() != self._identity:
            raise Gone("the library's file is gone, or another has taken its place")

    def check_writable(self) -> None:
        """ReadOnly where nothing can be changed."""
        if self.is_read_only:
            raise ReadOnly("the library can only be read here, not changed")

    def _look(self) -> tuple[int, int] | None:
        """Return the identity of the file, whatever its name; None if there is none."""
        if self._file is None:
            return None
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def size(self) -> int:
        """Return the bytes that it takes, or took a second ago."""
        if time.monotonic() - self._sized > SIZE_SECONDS:
            with self.reading() as connection:
                if connection.dialect.name == "sqlite":
                    pages = connection.execute(text("PRAGMA page_count")).scalar_one()
                    self._size = pages * connection.execute(text("PRAGMA page_size")).scalar_one()
                else:
                    wanted = text("SELECT pg_database_size(current_database())")
                    self._size = connection.execute(wanted).scalar_one()
            self._sized = time.monotonic()
        return self._size

    @property
    def can_batch(self) -> bool:
        """True where writers wait for each other anyway, so that `together` pays."""
        return self.engine.dialect.name == "sqlite"

    def free(self) -> float:
        """Return the bytes that are free on its disk, as far as that can be told."""
        if self._file is None:
            return float("inf")
        try:
            return shutil.disk_usage(self._file.parent).free
        except OSError:
            return float("inf")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one state of everything."""
        with self.plainly():
            if self._batch.connection is not None:
                yield self._batch.connection
            else:
                with self._readers.connect() as connection:
                    yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction: all of it is kept, or after an error nothing. ReadOnly where nothing
        can be changed."""
        self.check_writable()
        with self.plainly():
            if self._batch.stack is not None:
                with self._in_batch(self._batch.stack) as connection:
                    yield connection
            else:
                with self._connect_to_write() as connection, connection.begin():
                    yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """Commit at the end, at once, all that this thread writes inside. Each `writing` in it is
        still kept or undone for itself, and later ones see it. Until the end nothing is kept: who
        asked for it is not answered before. Unavailable if it cannot be kept: then nothing is.

        Only for databases where that pays, see `can_batch`.
        """
        assert self.can_batch
        batch = self._batch
        with self.plainly(), ExitStack() as stack:
            batch.stack = stack
            try:
                yield
                batch.check_whole()
            finally:
                batch.forget()

    @contextmanager
    def _in_batch(self, stack: ExitStack) -> Iterator[Connection]:
        batch = self._batch
        if batch.connection is None:
            # Not before somebody writes: who only reads waits for no writer.
            connection = stack.enter_context(self._connect_to_write())
            stack.enter_context(connection.begin())
            batch.connection = connection
        batch.check_whole()
        # Said to the driver itself: SQLAlchemy would compile each of these anew.
        driver = _driver(batch.connection)
        driver.execute("SAVEPOINT change")
        try:
            yield batch.connection
        except BaseException:
            batch.look()
            if not batch.is_lost:
                driver.execute("ROLLBACK TO change")
                driver.execute("RELEASE change")
            raise
        driver.execute("RELEASE change")

    def _connect_to_write(self) -> Connection:
        told = {_WRITES: True, PLAYER_BYTES: self.player_bytes}
        return self.engine.connect().execution_options(**told)

    @contextmanager
    def plainly(self) -> Iterator[None]:
        """Turn what goes wrong in the database into an error with a sentence."""
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            origin = error.orig if isinstance(error, DBAPIError) else error
            lines = str(origin).strip().splitlines()
            reason = lines[0] if lines else type(error).__name__
            if isinstance(error, OSError) and error.strerror:
                reason = error.strerror
            state = getattr(origin, "sqlstate", None) or getattr(origin, "pgcode", None)
            if reason == _LOCKED or state in _WAITED or isinstance(error, PoolTimeout):
                raise Locked("others are writing to the library: try again in a moment") from error
            raise Unavailable(f"the library {self.place}: {reason}") from error


class _Batch(local):
    """Changes of one thread that are committed together."""

    stack: ExitStack | None = None
    connection: Connection | None = None
    is_lost = False

    def look(self) -> None:
        """See whether the transaction still is what it was. After some errors, as on a full disk,
        SQLite takes all of it back, and goes on as if there had been none."""
        if self.connection is not None:
            self.is_lost = self.is_lost or not _driver(self.connection).in_transaction

    def check_whole(self) -> None:
        """Unavailable if something that was written together was taken back."""
        self.look()
        if self.is_lost:
            raise Unavailable("a change could not be kept, nor those before it")

    def forget(self) -> None:
        """End it."""
        self.stack = self.connection = None
        self.is_lost = False


def _driver(connection: Connection) -> sqlite3.Connection:
    found: Any = connection.connection.dbapi_connection
    return cast(sqlite3.Connection, found)


def _engine(url: URL, patience: float) -> Engine:
    # Errors go to logs, which are no place for what players do.
    if url.get_backend_name() == "postgresql":
        return _postgresql_engine(url, patience)
    # The driver makes a "busy_timeout" of it.
    engine = create_engine(url, connect_args={"timeout": patience}, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _is_read_only(file: Path) -> bool:
    """Return whether the file exists, but it or its folder cannot be written to."""
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def _reading_engine(file: Path, patience: float) -> Engine:
    """For a file that cannot be changed. Who writes to it elsewhere leaves files beside it that
    must be read, too; where these are not there and cannot be made, it is taken as it stands."""
    address = f"file:{quote(str(file))}?mode=ro"

    def connect(address: str) -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=patience, check_same_thread=False)

    with closing(connect(address)) as connection:
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            address += "&immutable=1"
    engine = create_engine(
        "sqlite://", creator=lambda: connect(address), poolclass=QueuePool, hide_parameters=True
    )
    event.listen(engine, "connect", _begin_by_hand)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _postgresql_engine(url: URL, patience: float) -> Engine:
    # What the URL says itself counts.
    told = {
        "client_encoding": "utf8",
        "connect_timeout": max(5, round(patience)),
        "tcp_user_timeout": SILENCE * 1000,
    }
    is_known = url.get_driver_name() in ("psycopg", "psycopg2")
    engine = create_engine(
        url,
        connect_args={key: told[key] for key in told if is_known and key not in url.query},
        isolation_level="READ COMMITTED",
        # A server that was started anew is found again.
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        pool_timeout=patience,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = {max(1, round(patience * 1000))}")
        cursor.close()
        connection.commit()

    return engine


def _readers(engine: Engine) -> Engine:
    """Let readers see one state of everything, as they do in SQLite."""
    if engine.dialect.name != "postgresql":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _begin_by_hand(connection: Any, _record: Any) -> None:
    # Transactions are begun below, not by the driver, which leaves some statements out of them.
    connection.isolation_level = None


def _prepare_sqlite(connection: Any, record: Any) -> None:
    _begin_by_hand(connection, record)
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    _keep_a_log(cursor)
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _keep_a_log(cursor: sqlite3.Cursor) -> None:
    """Change a new file to write-ahead logging; SQLite does not wait by itself where another
    process is doing just that."""
    for left in reversed(range(round(LOG_SECONDS / LOG_PAUSE))):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not left or "locked" not in str(error):
                raise
            time.sleep(LOG_PAUSE)


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its turn at once: one that has read before cannot wait for another."""
    writes = connection.get_execution_options().get(_WRITES, False)
    try:
        _driver(connection).execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    except sqlite3.Error as error:
        raise OperationalError("BEGIN", None, error) from error


def _bring_up_to_date(database: Database) -> None:
    place = database.place
    with database.reading() as connection:
        if _revision(connection) == REVISION:
            return
    if database.is_read_only:
        raise PuzzleError(
            f"the library {place} is not of this version of Enpitsu, and can only be read here: "
            "open it once where it can be changed, or update Enpitsu"
        )
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            # One migrates at a time; in SQLite the transaction sees to it.
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        # Another process may have been quicker.
        revision = _revision(connection)
        if revision != REVISION:
            _check_is_ours(connection, revision, place)
            _migrate(connection)


def _revision(connection: Connection) -> str | None:
    """The version of the tables; None where there are none yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return None if found is None else str(found)


def _check_is_ours(connection: Connection, revision: str | None, place: str) -> None:
    """PuzzleError if the database is another's, of a newer Enpitsu, or cannot hold the letters of
    all languages."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory(str(_MIGRATIONS)).walk_revisions()}
    if revision is None and inspect(connection).get_table_names():
        raise PuzzleError(f"the database {place} belongs to another program")
    if revision is not None and revision not in known:
        raise PuzzleError(
            f"the library {place} was written by a newer Enpitsu: update this one to use it"
        )
    if connection.dialect.name != "postgresql":
        return
    letters = connection.execute(text("SHOW server_encoding")).scalar()
    if letters != "UTF8":
        raise PuzzleError(
            f"the database {place} has the encoding {letters}: make one with "
            "createdb --template template0 --encoding UTF8"
        )


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    # A percent sign in a path would be read as a reference.
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, REVISION)
