"""The library behind the server: opened when it is first asked, and never on the event loop.

Databases make their callers wait, so all that is asked of it is done in threads, a few at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread

from enpitsu.errors import BackendMissing, PuzzleError
from enpitsu.formats import dump
from enpitsu.starter import starter
from enpitsu.store import open_store
from enpitsu.store.refusals import Locked, Unavailable
from enpitsu.web.refusals import Busy
from enpitsu.web.settings import Settings

if TYPE_CHECKING:
    from enpitsu.store.drafts import Drafts
    from enpitsu.store.games import Games
    from enpitsu.store.library import Store
    from enpitsu.store.players import Players
    from enpitsu.store.results import Results
    from enpitsu.store.shelf import Shelf
    from enpitsu.store.standings import Standings

T = TypeVar("T")

STARTER = "starter"
"""The collection of the puzzles that come with Enpitsu."""
THREADS = 4


class Rooms(NamedTuple):
    """All parts of the library."""

    store: Store
    shelf: Shelf
    players: Players
    games: Games
    results: Results
    drafts: Drafts
    standings: Standings

    @property
    def cookie(self) -> str:
        """The name of the cookie by which this library knows its players. Servers on other ports
        of the same machine get the same cookies, and must not take each other's for their own."""
        return f"enpitsu-{sha256(self.store.database.name.encode()).hexdigest()[:8]}"


class Library:
    """The library of a server."""

    def __init__(self, settings: Settings) -> None:
        self._url, self._most = settings.store, settings.most_waiting
        self._patience = settings.lock_seconds
        self._rooms: Rooms | None = None
        self.was_lost = False
        """Whether the database's file went away at some time."""
        self._lock = Lock()
        self._limiters: dict[bool, CapacityLimiter] = {}
        self._counts = {False: 0, True: 0}

    async def do(self, fn: Callable[[Rooms], T], *, writes: bool = False) -> T:
        """Call a function with the library in a thread; Busy if too much waits already. Those that
        write have threads of their own: they wait for each other, and nobody for them."""
        if self._counts[writes] >= THREADS + self._most:
            raise Busy("the server has too much to do: try again in a moment")
        # Made here: it belongs to the event loop.
        limiter = self._limiters.setdefault(writes, CapacityLimiter(THREADS))
        self._counts[writes] += 1
        try:
            return await to_thread.run_sync(self._call, fn, limiter=limiter)
        finally:
            self._counts[writes] -= 1

    def is_there(self) -> bool:
        """Whether all that was kept is still there, as far as that can be seen."""
        rooms = self._rooms
        try:
            if rooms is not None:
                rooms.store.database.check_there()
        except PuzzleError:
            self.was_lost = True
        return not self.was_lost

    def close(self) -> None:
        """Let the database go."""
        self.is_there()
        with self._lock:
            if self._rooms is not None:
                self._rooms.store.close()
            self._rooms = None

    def _open(self) -> Rooms:
        """Whatever is wrong with it, its sentence tells where it is: that is for the log alone."""
        try:
            return open_rooms(self._url, self._patience)
        except (BackendMissing, Unavailable):
            raise
        except PuzzleError as error:
            raise Unavailable(str(error)) from error

    def _call(self, fn: Callable[[Rooms], T]) -> T:
        with self._lock:
            if self._rooms is None:
                self._rooms = self._open()
            rooms = self._rooms
        # SQLite goes on with a file that nobody finds any more: what is written there is lost.
        rooms.store.database.check_there()
        answer = fn(rooms)
        rooms.store.database.check_there()
        return answer


def open_rooms(url: str | None, patience: float | None = None) -> Rooms:
    """The library with the starter collection in it; BackendMissing without the extra "store"."""
    store = open_store(url, patience)
    from enpitsu.store.drafts import Drafts
    from enpitsu.store.games import Games
    from enpitsu.store.players import Players
    from enpitsu.store.results import Results
    from enpitsu.store.shelf import Shelf
    from enpitsu.store.standings import Standings

    shelf = Shelf(store)
    try:
        _fill(store, shelf)
    except BaseException:
        store.close()
        raise
    own = Players(store), Games(store), Results(store), Drafts(store), Standings(store)
    return Rooms(store, shelf, *own)


def _fill(store: Store, shelf: Shelf) -> None:
    """Put the starter collection in, or what a newer Enpitsu brings of it."""
    there: set[str] = set()
    if STARTER in store.names():
        there = {each.content for each in store.puzzles(STARTER)}
    missing = [each for each in starter() if dump(each, "json").strip() not in there]
    try:
        if missing:
            shelf.renew(STARTER, missing)
    except Locked:
        raise
    except PuzzleError:
        # A batch of the user's own may have this name, or nothing can be written: then the shelf
        # does without.
        return
