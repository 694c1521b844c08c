"""Changes of several players that are committed together: each for itself, and none answered before
it is kept."""

from __future__ import annotations

import asyncio
import gc
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from enpitsu.errors import PuzzleError
from enpitsu.kind import Document
from enpitsu.store import open_store, rows
from enpitsu.store.database import Database
from enpitsu.store.games import Games
from enpitsu.store.library import Store
from enpitsu.store.players import Players
from enpitsu.store.refusals import Conflict, Locked, Unavailable
from enpitsu.web import repositories as library_module
from enpitsu.web.repositories import LibraryThreads, Repositories
from enpitsu.web.request_refusals import TryLater
from enpitsu.web.server_config import ServerConfig
from tests.library import only_sqlite

# Elsewhere writers do not wait for each other.
pytestmark = only_sqlite


def names(place: str) -> list[str]:
    """The names of all players, as another process sees them."""
    connection = sqlite3.connect(place)
    found = [name for (name,) in connection.execute("SELECT name FROM players ORDER BY id")]
    connection.close()
    return found


def fail_after(store: Store, statement: str) -> None:
    """A change that comes to nothing."""
    with store.database.writing() as connection:
        connection.exec_driver_sql(statement)
        raise KeyError


class TestDatabase:
    def test_nothing_is_kept_before_the_end(self, store: Store, place: str) -> None:
        with store.database.together():
            for name in ("Aki", "Emi"):
                player, token = Players(store).create(name)
                assert Players(store).find(token) == player, "later ones see it"
            assert names(place) == []
        assert names(place) == ["Aki", "Emi"]

    def test_each_fails_alone(self, store: Store, place: str) -> None:
        with store.database.together():
            Players(store).create("Aki")
            with pytest.raises(KeyError):
                fail_after(store, "DELETE FROM players")
            with pytest.raises(Unavailable):
                fail_after(store, "INSERT INTO players (id, token) VALUES (1, 'x')")
            Players(store).create("Emi")
        assert names(place) == ["Aki", "Emi"]

    def test_an_error_outside_undoes_all(self, store: Store, place: str) -> None:
        with suppress(KeyError), store.database.together():
            Players(store).create("Aki")
            raise KeyError
        assert names(place) == []
        Players(store).create("Emi")
        assert names(place) == ["Emi"]

    def test_who_only_reads_waits_for_nobody(self, store: Store, place: str) -> None:
        token = Players(store).create("Aki")[1]
        other = sqlite3.connect(place, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with store.database.together():
            assert Players(store).find(token) is not None
        other.close()

    @pytest.mark.parametrize("ends", ["ROLLBACK", "COMMIT"])
    def test_a_transaction_that_is_lost_is_told(self, store: Store, place: str, ends: str) -> None:
        """SQLite takes a whole transaction back after some errors, as on a full disk."""

        def lose() -> None:
            with store.database.together():
                Players(store).create("Aki")
                with pytest.raises(KeyError):
                    fail_after(store, ends)
                with pytest.raises(Unavailable):
                    Players(store).create("Emi")

        with pytest.raises(Unavailable):
            lose()
        assert names(place) == ([] if ends == "ROLLBACK" else ["Aki"])
        Players(store).create("Uma")
        assert names(place)[-1] == "Uma"

    def test_threads_do_not_share_it(self, store: Store) -> None:
        seen: list[int] = []

        def count() -> None:
            with store.database.reading() as connection:
                wanted = "SELECT count(*) FROM players"
                seen.append(connection.exec_driver_sql(wanted).scalar_one())

        with store.database.together():
            Players(store).create("Aki")
            thread = threading.Thread(target=count)
            thread.start()
            thread.join()
        count()
        assert seen == [0, 1]


# --- in the server --------------------------------------------------------------------------------


def run(place: str, work: Callable[[LibraryThreads], Any], **config: Any) -> Any:
    """Do something with a server's library."""

    async def main() -> Any:
        library = LibraryThreads(ServerConfig(store=place, **config))
        try:
            await library.do(lambda repositories: None)
            return await work(library)
        finally:
            library.close()

    return asyncio.run(main())


def create(name: str) -> Callable[[Repositories], str]:
    """A change."""
    return lambda repositories: repositories.players.create(name)[0].name


def test_what_comes_at_once_is_committed_at_once(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, together = [], Database.together

    def counted(database: Database) -> Any:
        calls.append(database)
        return together(database)

    async def work(library: LibraryThreads) -> list[str]:
        monkeypatch.setattr(Database, "together", counted)
        changes = (library.do(create(f"p{at}"), writes=True) for at in range(50))
        return await asyncio.gather(*changes)

    assert run(place, work) == [f"p{at}" for at in range(50)]
    assert names(place) == [f"p{at}" for at in range(50)]
    assert len(calls) < 10


def test_one_that_fails_harms_no_other(place: str) -> None:
    def wrong(repositories: Repositories) -> None:
        repositories.players.create("lost?")
        raise Conflict(7)

    def broken(repositories: Repositories) -> None:
        raise ZeroDivisionError

    async def work(library: LibraryThreads) -> list[Any]:
        changes = (create("a"), wrong, broken, create("b"))
        tasks = [library.do(change, writes=True) for change in changes]
        return await asyncio.gather(*tasks, return_exceptions=True)

    a, refused, crashed, b = run(place, work)
    assert (a, b) == ("a", "b")
    assert isinstance(refused, Conflict)
    assert refused.revision == 7
    assert isinstance(crashed, ZeroDivisionError)
    # What it had kept before it failed stays, as it would alone.
    assert names(place) == ["a", "lost?", "b"]


def test_a_commit_that_fails_is_told_to_all(place: str) -> None:
    def lose(repositories: Repositories) -> str:
        with repositories.store.database.writing() as connection:
            connection.exec_driver_sql("ROLLBACK")
        return "kept?"

    async def work(library: LibraryThreads) -> list[Any]:
        changes = (create("a"), lose, create("b"))
        tasks = [library.do(change, writes=True) for change in changes]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert await library.do(create("later"), writes=True) == "later"
        return found

    found = run(place, work)
    assert [type(each) for each in found] == [Unavailable] * 3
    assert len(set(map(id, found))) == 3, "each has an error of its own"
    assert names(place) == ["later"]


def test_a_library_that_others_write_to_is_told_to_all(place: str) -> None:
    async def work(library: LibraryThreads) -> list[Any]:
        other = sqlite3.connect(place, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        tasks = [library.do(create(name), writes=True) for name in "abc"]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        other.close()
        return found

    assert [type(each) for each in run(place, work, lock_seconds=0.2)] == [Locked] * 3
    assert names(place) == []


def test_a_slow_change_holds_up_nobody_for_long(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made before it is committed when it has ended, not after all others."""
    monkeypatch.setattr(library_module, "TOGETHER_SECONDS", 0.01)
    seen: list[list[str]] = []

    def slow(repositories: Repositories) -> None:
        seen.append(names(place))
        repositories.players.create("x")
        time.sleep(0.02)

    async def work(library: LibraryThreads) -> None:
        await asyncio.gather(*(library.do(slow, writes=True) for _ in range(3)))

    run(place, work)
    assert seen == [[], ["x"], ["x", "x"]]


def test_too_much_is_refused(place: str) -> None:
    async def work(library: LibraryThreads) -> list[Any]:
        tasks = [library.do(create(f"p{at}"), writes=True) for at in range(60)]
        return await asyncio.gather(*tasks, return_exceptions=True)

    found = run(place, work, most_waiting=4)
    refused = [each for each in found if isinstance(each, TryLater)]
    assert refused
    assert len(names(place)) == 60 - len(refused)


def test_who_goes_away_leaves_nothing_behind(place: str) -> None:
    async def work(library: LibraryThreads) -> list[str]:
        first = asyncio.create_task(library.do(create("a"), writes=True))
        gone = asyncio.create_task(library.do(create("b"), writes=True))
        await asyncio.sleep(0)
        gone.cancel()
        last = asyncio.create_task(library.do(create("c"), writes=True))
        return [await first, await last]

    assert run(place, work) == ["a", "c"]
    assert names(place) in (["a", "c"], ["a", "b", "c"])


def test_a_refusal_does_not_hold_what_was_sent(place: str) -> None:
    """Without a collection: forty of three megabytes each would fill the memory before one."""

    class Sent(bytes):
        pass

    def alive() -> int:
        return sum(type(each) is Sent for each in gc.get_referrers(Sent))

    async def work(library: LibraryThreads) -> int:
        for _ in range(10):
            body = Sent(1000)

            def refuse(repositories: Repositories, body: bytes = body) -> None:
                try:
                    raise ValueError(body[:1])
                except ValueError:
                    raise PuzzleError("no") from None

            with suppress(PuzzleError):
                await library.do(refuse, writes=True)
            del refuse, body
        return alive()

    gc.disable()
    try:
        assert run(place, work) <= 1
    finally:
        gc.enable()


# --- kill -9 --------------------------------------------------------------------------------------

_PLAYERS = 8
_CODE = """
import asyncio, sys
from enpitsu.web.repositories import LibraryThreads
from enpitsu.web.server_config import ServerConfig
from tests.library import only_sqlite

async def play(library, player, game, revision):
    while True:
        events = [{{"t": revision, "note": "check"}}]
        how = dict(revision=revision, events=events, elapsed=revision)
        save = lambda rooms: rooms.games.save(game, player, **how)
        revision = await library.do(save, writes=True)
        sys.stdout.write(f"{{game}} {{revision}}\\n")
        sys.stdout.flush()

async def main():
    library = LibraryThreads(ServerConfig(store={place!r}))
    await library.do(lambda rooms: None)
    await asyncio.gather(*(play(library, *each) for each in {games!r}))

asyncio.run(main())
"""


def test_what_was_answered_survives_a_kill(store: Store, place: str) -> None:
    """Eight players save as fast as they can; the server is killed again and again."""
    people = [Players(store).create()[0].id for _ in range(_PLAYERS)]
    table = Games(store)
    games = {table.begin(player, 1).id: player for player in people}
    told = dict.fromkeys(games, 0)
    for _ in range(3):
        begun = [
            (player, game, table.load(game, player).revision) for game, player in games.items()
        ]
        code = _CODE.format(place=place, games=begun)
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        for count, line in enumerate(process.stdout):
            game, revision = line.split()
            told[game] = int(revision)
            if count == 300:
                process.send_signal(signal.SIGKILL)
        process.wait()
        for game, player in games.items():
            kept = table.load(game, player)
            assert kept.revision >= told[game]
            assert [event["t"] for event in kept.events()] == list(range(kept.revision))
    assert all(told.values())


def test_reading_what_was_read(store: Store, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle is read once, and others in its place are never taken for it."""
    with open_store(place) as again:
        one, other = (next(each.documents("small")) for each in (store, again))
    assert one is other
    asked: list[str] = []

    def read(content: str, format: str) -> list[Document]:
        asked.append(content)
        return [one]

    monkeypatch.setattr(rows, "read", read)
    small = rows._Reader(10)
    for content in ("12345", "1234", "12345", "678", "12345", "678"):
        assert small.read(content) is one
    assert asked == ["12345", "1234", "678"]
    for content in ("1234", "x" * 11, "x" * 11):
        assert small.read(content) is one
    assert asked[3:] == ["1234", "x" * 11, "x" * 11], "not asked for longest, and too long"
