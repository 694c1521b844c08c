"""A real PostgreSQL that tests start themselves, in a folder of its own, on a socket of its own.

It sorts words as people do, not byte by byte: what leans on the order of bytes fails.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

OWNER = "enpitsu"
START_SECONDS = 60
MISSING = "PostgreSQL is not installed; on Debian: apt-get install postgresql"
# What was committed survives the end of the server, but no power cut.
SETTINGS = (
    *("fsync=off", "full_page_writes=off", "autovacuum=off"),
    *("listen_addresses=", "log_min_messages=warning", "deadlock_timeout=200ms"),
)
# Told a line, it stops the server; when the pipe breaks, as it does however the tests end, the
# folder goes as well.
KEEPER = """
programs=$1 folder=$2
shift 2
"$programs/postgres" -D "$folder/data" -k "$folder" "$@" >>"$folder/log" 2>&1 &
read -r _ && stays=yes
kill -QUIT $!
wait
[ -n "$stays" ] || rm -rf "$folder"
"""


def find_programs() -> Path | None:
    """The folder with the programs of the server, if there is one on this machine."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: float(each.parts[4])
    )
    known = [Path(folder) for folder in os.get_exec_path()]
    return next((each for each in (*debian[::-1], *known) if _has_all(each)), None)


def _has_all(folder: Path) -> bool:
    return all((folder / name).exists() for name in ("initdb", "postgres", "pg_isready"))


def _other_account() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: somebody else does it then."""
    if os.getuid() != 0:
        return {}
    import pwd

    known = {each.pw_name: each for each in pwd.getpwall()}
    chosen = known.get("postgres") or known["nobody"]
    return {"user": chosen.pw_uid, "group": chosen.pw_gid, "extra_groups": []}


class Cluster:
    """A server with databases in it; use it as a context manager. Skips the test where there is no
    PostgreSQL."""

    def __init__(self) -> None:
        programs = find_programs()
        if programs is None:
            pytest.skip(MISSING)
        pytest.importorskip("psycopg", reason="the extra postgres is not installed")
        self._programs, self._account = programs, _other_account()
        said = subprocess.run([programs / "postgres", "--version"], capture_output=True, check=True)
        self.version = int(re.findall(rb"\d+", said.stdout)[0])
        # Short: the name of a socket has a hundred characters at most.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-enpitsu-", dir="/tmp"))
        if self._account:
            os.chown(self.folder, self._account["user"], self._account["group"])
        self._numbers, self._templates = count(1), set[str]()
        self._keeper: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Cluster:
        how = ["-U", OWNER, "-A", "trust", "--no-sync", "--encoding=UTF8", "--locale=C"]
        if self.version >= 15:
            how += ["--locale-provider=icu", "--icu-locale=en"]
        order: list[str | Path] = [self._programs / "initdb", "-D", self.folder / "data", *how]
        made = subprocess.run(
            order, capture_output=True, text=True, cwd="/", check=False, **self._account
        )
        assert made.returncode == 0, made.stderr
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end(b"")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [part for each in SETTINGS for part in ("-c", each)]
        order: list[str | Path] = [
            "sh",
            "-c",
            KEEPER,
            "keeper",
            self._programs,
            self.folder,
            *settings,
        ]
        self._keeper = subprocess.Popen(
            order, stdin=subprocess.PIPE, cwd="/", start_new_session=True, **self._account
        )
        end = time.monotonic() + START_SECONDS
        while not self._answers():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once, as if its machine had died; what it has kept stays."""
        self._end(b"stop\n")

    def url(self, database: str = "postgres") -> str:
        """The URL of a database."""
        return f"postgresql+psycopg://{OWNER}@/{database}?host={self.folder}"

    def ask(self, statement: str, database: str = "postgres") -> Any:
        """The first value that a statement gives, outside of any transaction."""
        import psycopg

        with psycopg.connect(
            host=str(self.folder), user=OWNER, dbname=database, autocommit=True
        ) as connection:
            cursor = connection.execute(statement.encode())
            row = cursor.fetchone() if cursor.description else None
            return row and row[0]

    @contextmanager
    def new_library(self, fill: Callable[[str], None] | None = None) -> Iterator[str]:
        """The URL of a database of its own: empty, or a copy of one that was filled once."""
        template = "template1" if fill is None else self._template(fill)
        name = f"test{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            self.ask(f"DROP DATABASE {name} WITH (FORCE)")

    def _template(self, fill: Callable[[str], None]) -> str:
        name = fill.__name__.strip("_")
        if name not in self._templates:
            self.ask(f"CREATE DATABASE {name}")
            fill(self.url(name))
            self._templates.add(name)
        return name

    def _answers(self) -> bool:
        order: list[str | Path] = [self._programs / "pg_isready", "-q", "-h", self.folder]
        return subprocess.run(order, check=False).returncode == 0

    def _end(self, word: bytes) -> None:
        if self._keeper is not None:
            self._keeper.communicate(word, timeout=START_SECONDS)
            self._keeper = None


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The server that all tests of this process share."""
    with Cluster() as started:
        yield started
