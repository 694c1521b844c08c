"""Several processes and threads at one library at once: nothing is doubled, lost or stuck."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select

import enpitsu
from enpitsu.kind import Document
from enpitsu.play import clock
from enpitsu.store import open_store
from enpitsu.store.drafts import PUBLISHED, DraftContent, Drafts
from enpitsu.store.games import Games
from enpitsu.store.library import Store
from enpitsu.store.players import Players
from enpitsu.store.refusals import Conflict, GameOver, NotThere
from enpitsu.store.results import Results
from enpitsu.store.rows import puzzle_row
from enpitsu.store.schema import games, puzzles
from enpitsu.store.shelf import Shelf, Wanted, add_row
from enpitsu.store.standings import Standings, recount
from enpitsu.web.repositories import STARTER, open_repositories
from tests.library import SMALL, Folder
from tests.postgres import Cluster

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 120
PLAYERS = 4
STROKES = 5
"""Saves before a game is solved."""
__all__ = ["live", "open_repositories"]


def together(*codes: str) -> list[str]:
    """What programs say that wait until all are there and then begin at once; none may fail."""
    head = "import sys\nfrom tests.core.test_store_together import *\nprint(flush=True)\ninput()\n"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", head + code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for code in codes
    ]
    try:
        for each in started:
            assert each.stdout is not None
            each.stdout.readline()
        for each in started:
            assert each.stdin is not None
            each.stdin.write("\n")
            each.stdin.flush()
        said = [each.communicate(timeout=WAIT_SECONDS)[0] for each in started]
        assert [each.returncode for each in started] == [0] * len(started)
        return said
    finally:
        for each in started:
            each.kill()
            each.wait()


def test_servers_that_start_at_once_fill_the_library_once(database: Folder | Cluster) -> None:
    """In an empty database, which none of them has seen before."""
    with database.new_library() as place:
        together(*[f"open_repositories({place!r}).store.close()"] * 3)
        with open_store(place) as store:
            kept = Counter(each.content for each in store.puzzles(STARTER))
            numbers = [each.number for each in store.puzzles(STARTER)]
    assert len(kept) == len(enpitsu.starter())
    assert set(kept.values()) == {1}
    assert numbers == list(range(1, len(kept) + 1))


# --- players in two servers at once ---------------------------------------------------------------


class Life:
    """What one player does in one of two servers."""

    def __init__(self, store: Store, server: int, player: int, draft: str) -> None:
        self.games, self.drafts, self.shelf = Games(store), Drafts(store), Shelf(store)
        self.server, self.player, self.draft = server, player, draft
        self.saves: Counter[str] = Counter()

    def live(self) -> None:
        """Play every puzzle, and publish, keep and remove one after each."""
        for puzzle in range(1, len(SMALL) + 1):
            self.play(puzzle)
            plain = Document(puzzle=SMALL[puzzle - 1].puzzle, format="json")
            self.drafts.publish(self.draft, self.player, puzzle_row(0, plain))
            own = self.shelf.keep("kept", plain, self.player)
            # The other server may have been quicker.
            with suppress(NotThere):
                self.shelf.remove(own, self.player)

    def play(self, puzzle: int) -> None:
        with suppress(GameOver, NotThere):
            game = self.games.begin(self.player, puzzle).id
            while (revision := self.games.load(game, self.player).revision) <= STROKES:
                with suppress(Conflict):
                    self.save(game, puzzle, revision)
            while True:
                with suppress(Conflict):
                    self.games.finish(game, self.player)
                    return

    def save(self, game: str, puzzle: int, revision: int) -> None:
        # No two servers say the same; nearly as slow as hands, and not ahead of the server's clock.
        event: dict[str, Any] = {"t": revision * 900 + self.server, "note": "check"}
        if revision == STROKES:
            answer = list(map(str, SMALL[puzzle - 1].position))
            event = {"t": event["t"], "put": answer, "take": [], "by": "hand"}
        what = {"revision": revision, "events": [event], "elapsed": event["t"]}
        self.games.save(game, self.player, **what)
        self.saves[game] += 1


def live(place: str, server: int, players: dict[int, str]) -> None:
    """All players in one server, a thread each; prints how often each game was saved."""
    clock.MAX_LEAD = 10**12  # as for tests in this process
    with open_store(place) as store:
        lives = [Life(store, server, player, draft) for player, draft in players.items()]
        failed: list[BaseException] = []

        def run(life: Life) -> None:
            try:
                life.live()
            except BaseException as error:
                failed.append(error)
                raise

        threads = [threading.Thread(target=run, args=(life,)) for life in lives]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT_SECONDS)
    if failed or any(thread.is_alive() for thread in threads):
        raise SystemExit(f"failed: {failed}")
    sys.stdout.write(json.dumps(sum((life.saves for life in lives), Counter())))


def test_the_same_players_in_two_servers_at_once(place: str) -> None:
    """No deadlock, no save that was acknowledged and lost, no result twice."""
    with open_store(place) as store:
        store.add("small", SMALL)
        players = {}
        for at in range(PLAYERS):
            player = Players(store).create(str(at))[0].id
            sketch = DraftContent(SMALL[0].puzzle.kind, 1, 1, "", "", "{}", "")
            players[player] = Drafts(store).create(player, sketch).id
    told = together(*(f"live({place!r}, {server}, {players!r})" for server in (0, 1)))
    saves = sum((Counter(json.loads(each)) for each in told), Counter[str]())
    with open_store(place) as store:
        check_games(store, saves)
        for player, draft in players.items():
            found = Results(store).of_player(player, size=100)
            firsts = Counter(each.fingerprint for each in found if each.is_first)
            assert len(firsts) == len(SMALL)
            assert set(firsts.values()) == {1}
            check_published(store, player, draft)
        before = list(Standings(store).each())
        assert len(before) == PLAYERS
        with store.database.writing() as connection:
            recount(connection)
        assert list(Standings(store).each()) == before


def check_games(store: Store, saves: Counter[str]) -> None:
    """Every save that was acknowledged is there, and every game has ended."""
    with store.database.reading() as connection:
        rows = connection.execute(select(games)).all()
    assert {row.id: row.revision for row in rows} == dict(saves)
    assert {row.events for row in rows} == {STROKES + 1}
    assert {row.state for row in rows} == {"solved"}


def check_published(store: Store, player: int, draft: str) -> None:
    """One puzzle is out for a draft, whichever server published it last; nothing else is left."""
    out = Shelf(store).find_puzzles(Wanted(collection=PUBLISHED, player=player)).rows
    assert [row.id for row in out if row.owner == player] == [
        Drafts(store).load(draft, player).published
    ]
    with store.database.reading() as connection:
        kept = select(puzzles.c.id).where(puzzles.c.owner_id == player, ~puzzles.c.is_published)
        assert connection.execute(kept).all() == []


def test_a_collection_that_goes_while_another_adds_to_it(place: str) -> None:
    """The last puzzle takes its collection away: what somebody adds meanwhile must not go too."""
    with open_store(place) as store:
        owners = [Players(store).create(str(at))[0].id for at in range(PLAYERS)]
        shelf, failed = Shelf(store), list[BaseException]()

        def churn(owner: int) -> None:
            plain = Document(puzzle=SMALL[0].puzzle, format="json")
            try:
                for _ in range(15):
                    kept = shelf.keep("kept", plain, owner)
                    assert shelf.load(kept, owner).owner == owner
                    shelf.remove(kept, owner)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=churn, args=(owner,)) for owner in owners]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT_SECONDS)
        assert failed == []
        assert "kept" not in store.names()


def test_who_adds_the_same_waits_for_who_was_first(store: Store) -> None:
    """So that the second finds what the first has added, and does not add it once more."""
    shelf, plain = Shelf(store), puzzle_row(0, Document(puzzle=SMALL[0].puzzle, format="json"))
    found: list[int] = []
    second = threading.Thread(target=lambda: found.append(shelf.keep_row("small", plain)))
    with store.database.writing() as connection:
        first = add_row(connection, "small", {**plain, "owner_id": None})
        second.start()
        second.join(0.3)
        assert second.is_alive()
    second.join(WAIT_SECONDS)
    assert found == [first]


# --- two servers ----------------------------------------------------------------------------------


@contextmanager
def servers(place: str, count: int) -> Iterator[list[str]]:
    """The addresses of servers that were started at once."""
    code = "from enpitsu.cli import entry; entry()"
    order = ["serve", "--no-browser", "--jobs", "1", "--port", "0", "--library", place]
    started = [
        subprocess.Popen([sys.executable, "-c", code, *order], stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    try:
        addresses = []
        for each in started:
            assert each.stdout is not None
            found = re.search(r"http://\S+", each.stdout.readline())
            assert found is not None
            addresses.append(found[0].rstrip("/"))
        yield addresses
    finally:
        for each in started:
            each.kill()
            each.communicate()


def ask(browser: httpx.Client, method: str, path: str, body: Any = None) -> Any:
    said = browser.request(method, f"/api/v1{path}", json=body)
    assert said.status_code == 200, said.text
    return said.json()


def test_one_player_at_two_servers(database: Folder | Cluster) -> None:
    """Started at once on an empty database; what is played at one is there at the other."""
    with database.new_library() as place, servers(place, 2) as addresses:
        one, other = (httpx.Client(base_url=each, timeout=60) for each in addresses)
        me = ask(one, "GET", "/me")["id"]
        other.cookies = one.cookies
        assert ask(other, "GET", "/me")["id"] == me
        wanted = f"/puzzles?collection={STARTER}&sort=size&size=1"
        found = ask(one, "GET", wanted)
        assert found["total"] == len(enpitsu.starter())
        game = ask(one, "POST", "/games", {"puzzle": found["puzzles"][0]["id"]})
        assert ask(other, "POST", "/games", {"puzzle": game["puzzle"]["id"]})["id"] == game["id"]
        facts = ask(other, "POST", "/solve", {"puzzle": game["document"]})["solutions"][0]
        for revision, put in enumerate((facts[:-1], facts[-1:])):
            event = {"t": 1000 * (revision + 1), "put": put, "take": [], "by": "hand"}
            save = {"revision": revision, "events": [event], "elapsed": event["t"]}
            saved = ask((one, other)[revision], "PATCH", f"/games/{game['id']}", save)
            assert saved["revision"] == revision + 1
        with ThreadPoolExecutor() as pool:
            finish = [
                pool.submit(ask, each, "POST", f"/games/{game['id']}/finish")
                for each in (one, other) * 2
            ]
        results = [each.result()["result"]["id"] for each in finish]
        assert len(set(results)) == 1
        assert ask(one, "GET", "/results")["total"] == 1
