"""The address of the library: as the caller says, else ENPITSU_LIBRARY, else the user's data
folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from enpitsu import extras
from enpitsu.errors import PuzzleError

VARIABLE = "ENPITSU_LIBRARY"
PRIVATE = 0o600  # mode of a new file that only its owner may read
_FILE = "library.db"
_POSTGRESQL = "postgresql+psycopg"
"""Driver of a URL that names none: the one that the extra "postgres" brings."""
_SECRETS = ("password", "sslpassword", "passfile")  # options in a URL that nobody is told


def find_url(place: str | None = None) -> URL:
    """The URL of the database; PuzzleError if the place can be none, BackendMissing without the
    driver for PostgreSQL."""
    place = place or os.environ.get(VARIABLE) or str(_data_folder() / _FILE)
    if "://" not in place:
        return URL.create("sqlite", database=os.path.abspath(place))
    try:
        url = make_url(place)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername=_POSTGRESQL)
        dialect = url.get_dialect()
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise PuzzleError("a library is a file, or a database of PostgreSQL: postgresql://...")
        if url.drivername == _POSTGRESQL:
            extras.load("psycopg", "a library in PostgreSQL", "postgres")
        dialect.import_dbapi()
    except (ArgumentError, ValueError):
        # The URL itself may hold a password, so it is not repeated.
        raise PuzzleError("the library's database URL cannot be read") from None
    except ImportError as error:
        package = getattr(error, "name", None) or "a package"
        raise PuzzleError(f"the library's database needs {package}: pip install it") from None
    return url


def prepare_file(url: URL) -> None:
    """Make the folder and the file of a database, for its owner alone; what is there already and
    open to others is closed to them, as far as it is ours."""
    if not is_file(url) or str(url.database).startswith("file:"):
        return
    file = Path(str(url.database))
    if not file.parent.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif file.parent == _data_folder():
        _close(file.parent, 0o700)
    # The database makes its other files as open as this one. One that is there is left as it is.
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    for end in ("", "-wal", "-shm", "-journal", ".lock"):
        _close(file.with_name(file.name + end), PRIVATE)


def _close(path: Path, mode: int) -> None:
    """Take what others may do with a file or folder away from them."""
    with suppress(OSError):  # not there, another's, or read-only
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


def is_file(url: URL) -> bool:
    """Return whether the database is a file of its own."""
    return url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")


def told(url: URL) -> str:
    """The place in words: a file's path, or the URL without its password."""
    if is_file(url):
        return str(url.database)
    hidden = {name: "***" for name in _SECRETS if name in url.query}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)


def known_by(url: URL) -> str:
    """Return a text that tells libraries apart: the file's path, or server and database. Who
    asks, with which password and options, does not count."""
    if is_file(url):
        return str(url.database)
    query = {name: url.query[name] for name in ("host", "port") if name in url.query}
    of = url.get_backend_name(), url.host, url.port, url.database
    return repr((*of, sorted(query.items())))


def _data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("enpitsu", appauthor=False)
