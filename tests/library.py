"""A small library in a folder of its own, for tests of what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import enpitsu
from enpitsu.kind import Document
from enpitsu.store import open_store
from enpitsu.store.library import Store
from enpitsu.store.players import Players

LAST_ORDINARY_SEED = 2699


def ordinary_starters(kind: str | None = None) -> list[Document]:
    """Starter puzzles of 7x7 to 25x25 of every level: without those at the end of the list, which
    are tiny or huge or made in unusual ways."""
    found = enpitsu.starter(kind)
    return [each for each in found if each.made and each.made.seed <= LAST_ORDINARY_SEED]


STARTER = ordinary_starters()
SMALL = sorted(STARTER, key=lambda each: each.puzzle.rows * each.puzzle.cols)[:6]


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Where the library of this test is."""
    return str(tmp_path / "library.db")


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
