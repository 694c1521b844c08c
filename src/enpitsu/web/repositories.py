"""The library behind the server: opened when it is first asked, and never on the event loop.

Databases make their callers wait, so all that is asked of it is done in threads, a few at a time,
and clients take turns. Changes that come while others are being written are written together, in
one transaction: each may fail alone, and none is answered before it is kept.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from copy import copy
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread

from enpitsu.errors import BackendMissing, PuzzleError
from enpitsu.formats import dump
from enpitsu.starter import starter, starter_lines
from enpitsu.store import open_store
from enpitsu.store.refusals import Locked, Unavailable
from enpitsu.web.answers import forget_frames
from enpitsu.web.fair_queue import RESERVED_PLACES, FairQueue
from enpitsu.web.server_config import ServerConfig

if TYPE_CHECKING:
    from enpitsu.store.draft_solvers import DraftSolvers
    from enpitsu.store.drafts import Drafts
    from enpitsu.store.games import Games
    from enpitsu.store.help_given import ToldHelp
    from enpitsu.store.lessons import Lessons
    from enpitsu.store.library import Store
    from enpitsu.store.players import Players
    from enpitsu.store.results import Results
    from enpitsu.store.shelf import Shelf
    from enpitsu.store.standings import Standings
    from enpitsu.store.suggestions import Suggestions

T = TypeVar("T")

STARTER = "starter"  # the collection of the puzzles that come with Enpitsu
THREADS = 4  # that read at the same time
MOST_TOGETHER = 12
"""Changes that are written together at most: nobody waits for more of somebody else."""
TOGETHER_SECONDS = 0.05
"""Seconds for which a transaction takes in further changes: all others wait for it."""


class Repositories(NamedTuple):
    """All parts of the library."""

    store: Store
    shelf: Shelf
    players: Players
    games: Games
    results: Results
    drafts: Drafts
    standings: Standings
    told: ToldHelp
    suggestions: Suggestions
    lessons: Lessons
    solvers: DraftSolvers

    @property
    def cookie(self) -> str:
        """The name of the cookie by which this library knows its players. Servers on other ports
        of the same machine get the same cookies, and must not take each other's for their own."""
        return f"enpitsu-{sha256(self.store.database.name.encode()).hexdigest()[:8]}"


class LibraryThreads:
    """The library of a server."""

    def __init__(self, config: ServerConfig) -> None:
        self._url, self._patience = config.store, config.lock_seconds
        self._player_bytes = config.player_bytes
        self._repositories: Repositories | None = None
        self.was_lost = False
        """True if the database's file went away at some time."""
        self._lock = Lock()
        self._limiters: dict[bool, CapacityLimiter] = {}
        places = {False: THREADS, True: MOST_TOGETHER}
        self._queues = {
            writes: FairQueue(
                count - RESERVED_PLACES, config.most_waiting, config.most_waiting_each
            )
            for writes, count in places.items()
        }
        self._changes: deque[_Change] = deque()
        self._writing: asyncio.Task[None] | None = None

    async def do(self, fn: Callable[[Repositories], T], *, writes: bool = False) -> T:
        """Call a function with the library in a thread; TooMany or Busy if too much waits already.
        Those that write wait for each other, and nobody for them."""
        # Made here: it belongs to the event loop.
        limiter = self._limiters.setdefault(writes, CapacityLimiter(THREADS))
        async with self._queues[writes].turn():
            if writes and self._batches:
                return await self._write(fn)
            return await to_thread.run_sync(self._call, fn, limiter=limiter)

    @property
    def _batches(self) -> bool:
        return self._repositories is not None and self._repositories.store.database.can_batch

    async def _write(self, fn: Callable[[Repositories], T]) -> T:
        change = _Change(fn, asyncio.get_running_loop().create_future())
        self._changes.append(change)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        try:
            found: T = await change.future
            return found
        finally:
            # An error holds this frame, and the future the error.
            del change

    async def _write_all(self) -> None:
        """Have all changes written, those together that wait by then."""
        try:
            while self._changes:
                count = min(MOST_TOGETHER, len(self._changes))
                some = [self._changes.popleft() for _ in range(count)]
                # Who has gone meanwhile wants nothing any more.
                some = [change for change in some if not change.future.done()]
                work = partial(_write_together, changes=[change.fn for change in some])
                try:
                    done = await to_thread.run_sync(self._call, work)
                except Exception as error:
                    # None of them is kept.
                    done = [_Outcome(None, copy(error)) for _ in some]
                self._changes.extendleft(reversed(some[len(done) :]))
                for change, outcome in zip(some, done, strict=False):
                    if change.future.done():
                        continue
                    if outcome.error is None:
                        change.future.set_result(outcome.value)
                    else:
                        change.future.set_exception(outcome.error)
        finally:
            self._writing = None

    def is_there(self) -> bool:
        """Return whether all that was kept is still there, as far as that can be seen."""
        repositories = self._repositories
        try:
            if repositories is not None:
                repositories.store.database.check_there()
        except PuzzleError:
            self.was_lost = True
        return not self.was_lost

    def close(self) -> None:
        """Let the database go."""
        self.is_there()
        with self._lock:
            if self._repositories is not None:
                self._repositories.store.close()
            self._repositories = None

    def _open(self) -> Repositories:
        """Whatever is wrong with it, its sentence tells where it is: that is for the log alone."""
        try:
            repositories = open_repositories(self._url, self._patience)
        except (BackendMissing, Unavailable):
            raise
        except PuzzleError as error:
            raise Unavailable(str(error)) from error
        repositories.store.database.player_bytes = self._player_bytes
        return repositories

    def _call(self, fn: Callable[[Repositories], T]) -> T:
        with self._lock:
            if self._repositories is None:
                self._repositories = self._open()
            repositories = self._repositories
        # SQLite goes on with a file that nobody finds any more: what is written there is lost.
        repositories.store.database.check_there()
        answer = fn(repositories)
        repositories.store.database.check_there()
        return answer


class _Outcome(NamedTuple):
    """A function's result, or its error."""

    value: Any
    error: Exception | None = None


class _Change(NamedTuple):
    """A function that writes, and who waits for it."""

    fn: Callable[[Repositories], Any]
    future: asyncio.Future[Any]


def _write_together(
    repositories: Repositories, changes: list[Callable[[Repositories], Any]]
) -> list[_Outcome]:
    """Make changes in one transaction, as many as there is time for; return their outcomes."""
    end = time.monotonic() + TOGETHER_SECONDS
    done: list[_Outcome] = []
    with repositories.store.database.together():
        for change in changes:
            try:
                done.append(_Outcome(change(repositories)))
            except Exception as error:
                # Its traceback would hold all that was sent; that of a fault is wanted in the log.
                if isinstance(error, PuzzleError):
                    forget_frames(error)
                done.append(_Outcome(None, error))
            if time.monotonic() > end:
                break
    return done


def open_repositories(url: str | None, patience: float | None = None) -> Repositories:
    """Open the library, with the starter collection; BackendMissing without the extra "store"."""
    store = open_store(url, patience)
    from enpitsu.store.draft_solvers import DraftSolvers
    from enpitsu.store.drafts import Drafts
    from enpitsu.store.games import Games
    from enpitsu.store.help_given import ToldHelp
    from enpitsu.store.lessons import Lessons
    from enpitsu.store.players import Players
    from enpitsu.store.results import Results
    from enpitsu.store.shelf import Shelf
    from enpitsu.store.standings import Standings
    from enpitsu.store.suggestions import Suggestions

    shelf = Shelf(store)
    try:
        _fill(store, shelf)
    except BaseException:
        store.close()
        raise
    own = Players(store), Games(store), Results(store), Drafts(store), Standings(store)
    more = ToldHelp(store), Suggestions(store), Lessons(store), DraftSolvers(store)
    return Repositories(store, shelf, *own, *more)


def _fill(store: Store, shelf: Shelf) -> None:
    """Put the starter collection in, or what a newer Enpitsu brings of it."""
    if store.database.is_read_only:
        return
    there: set[str] = set()
    if STARTER in store.names():
        there = {each.content for each in store.puzzles(STARTER)}
    if there.issuperset(starter_lines()):
        return
    missing = [each for each in starter() if dump(each, "json").strip() not in there]
    try:
        if missing:
            shelf.renew(STARTER, missing)
    except Locked:
        raise
    except PuzzleError:
        # A batch of the user's own may have this name: then the shelf does without.
        return
