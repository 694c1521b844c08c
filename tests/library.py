"""A small library in a folder of its own, for tests of what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import enpitsu
from enpitsu.store import open_store
from enpitsu.store.library import Store
from enpitsu.store.players import Players

STARTER = enpitsu.starter()
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
