"""The library: a database of puzzles in collections, SQLite in the user's data folder by default.

Only what is asked for is loaded: the database packages are heavy, and an extra.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enpitsu.store.collection_output import StoreOutput
    from enpitsu.store.library import Store

__all__ = ["PREFIX", "Store", "StoreOutput", "collection_of", "open_store"]

PREFIX = "library:"
"""The prefix of a collection where files are named, too: library:NAME; library: alone is all."""

_NEEDED = ("sqlalchemy", "alembic", "platformdirs")


def collection_of(name: str) -> str | None:
    """The collection that a name such as library:NAME means, "" for all; None for another name."""
    return name.removeprefix(PREFIX) if name.startswith(PREFIX) else None


def open_store(url: str | None = None, patience: float | None = None) -> Store:
    """The library at a database URL or file; else at ENPITSU_LIBRARY, else in the data folder.

    It is made if it is not there, and brought up to date if an older Enpitsu made it. PuzzleError
    if it cannot be opened; BackendMissing without the extra "store". Who writes waits `patience`
    seconds for others, by default half a minute.
    """
    _check_packages()
    from enpitsu.store.library import Store

    return Store.open(url) if patience is None else Store.open(url, patience)


def __getattr__(name: str) -> Any:
    """Store and StoreOutput, when someone asks for them."""
    if name not in ("Store", "StoreOutput"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _check_packages()
    module = "library" if name == "Store" else "collection_output"
    return getattr(import_module(f"{__name__}.{module}"), name)


def _check_packages() -> None:
    from enpitsu import extras

    for package in _NEEDED:
        extras.load(package, "the library", "store")
