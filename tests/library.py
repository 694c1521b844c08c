"""A small library of its own, for tests of what is kept: once in SQLite, once in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import enpitsu
from enpitsu.kind import Document
from enpitsu.store import open_store
from enpitsu.store.library import Store
from enpitsu.store.players import Players
from tests.postgres import Cluster

LAST_ORDINARY_SEED = 2699
LEAST_SIDE = 7


@cache
def starters(kind: str | None = None) -> tuple[Document, ...]:
    """The starter collection, or one kind's part of it, read once for all tests."""
    if kind is None:
        return tuple(enpitsu.starter())
    return tuple(each for each in starters() if each.puzzle.kind == kind)


def ordinary_starters(kind: str | None = None) -> list[Document]:
    """Starter puzzles of 7x7 to 25x25 of every level: without those at the end of the list, which
    are tiny or huge or made in unusual ways."""
    return [
        each
        for each in starters(kind)
        if each.made
        and each.made.seed <= LAST_ORDINARY_SEED
        and min(each.puzzle.rows, each.puzzle.cols) >= LEAST_SIDE
    ]


STARTER = ordinary_starters()
SMALL = sorted(STARTER, key=lambda each: each.puzzle.rows * each.puzzle.cols)[:6]


@cache
def filled_library(fill: Callable[[str], None]) -> bytes:
    """The file of a library that was filled once."""
    with TemporaryDirectory() as folder:
        place = Path(folder, "new") / "library.db"
        fill(str(place))
        return place.read_bytes()


def library_in(folder: Path) -> Path:
    """A library with the starter collection in a folder, as a server leaves it there when it was
    asked for the first time."""
    place = folder / "library.db"
    place.write_bytes(filled_library(with_starter))
    return place


class Folder:
    """Libraries in SQLite, a file each."""

    def __init__(self, parent: pytest.TempPathFactory) -> None:
        self._parent = parent

    @contextmanager
    def new_library(self, fill: Callable[[str], None] | None = None) -> Iterator[str]:
        """A file that is not there yet, as its folder is not, or a copy of one that was filled
        once."""
        place = self._parent.mktemp("library") / "data 100%" / "library.db"
        if fill is not None:
            place.parent.mkdir()
            place.write_bytes(filled_library(fill))
        yield str(place)


def migrated(place: str) -> None:
    """Make the tables."""
    open_store(place).close()


def with_starter(place: str) -> None:
    """Make the tables, and put the starter collection in."""
    from enpitsu.web.repositories import open_repositories

    open_repositories(place).store.close()


only_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For tests of what SQLite alone has, such as files."""
only_postgresql = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Folder | Cluster:
    """Where new libraries are made: whatever asks for this, or for a library, runs on both."""
    if request.param == "sqlite":
        return Folder(tmp_path_factory)
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster


@pytest.fixture
def place(database: Folder | Cluster) -> Iterator[str]:
    """Where the library of this test is: a file, or a database's URL."""
    with database.new_library(migrated) as found:
        yield found


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A library with some puzzles, the first of them number 1."""
    with open_store(place) as opened:
        opened.add("small", SMALL)
        yield opened


@pytest.fixture
def player(store: Store) -> int:
    """Someone who plays."""
    return Players(store).create("Aki")[0].id
