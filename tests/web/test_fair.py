"""One client floods a pool of the server: everybody else is served all the same."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.kind import Document
from enpitsu.registry import find_kind, kinds
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX, ROUTES
from enpitsu.web.api.task_routes import priority_of
from enpitsu.web.fair_queue import Client, asked_by
from enpitsu.web.openapi import describe
from enpitsu.web.repositories import LibraryThreads
from enpitsu.web.request_refusals import TooMany
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks import TASKS, JobRequest, perform, read_job
from enpitsu.web.worker_pools import Priority, WorkerPools, item_of
from tests.core.test_workers import is_running
from tests.library import library_in, ordinary_starters
from tests.web.pools import in_worker_pools

pytestmark = pytest.mark.usefixtures("nursery")

httpx = pytest.importorskip("httpx")

KIND = sorted(kinds())[0]
FLOOD = 40
OTHERS = [Client("B"), Client("B", 1), Client("A", 1)]
"""Another address, a player there, and a player at the very address of the flood."""


@asynccontextmanager
async def flooded(ask: Callable[[], Awaitable[Any]], client: Client) -> AsyncIterator[list[Any]]:
    """So many pieces of work by one client that never end by themselves; what became of them."""
    with asked_by(client):
        tasks = [asyncio.ensure_future(ask()) for _ in range(FLOOD)]
    await asyncio.sleep(0)
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- each pool ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sort", [Priority.LIGHT, Priority.PAPER, Priority.LIVE, Priority.HEAVY, Priority.LONG]
)
def test_a_flood_of_work_holds_up_nobody_else(sort: Priority, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def act(shop: WorkerPools) -> tuple[list[int], int]:
        served = []
        async with flooded(
            lambda: shop.ask(sort, 600, Path.read_bytes, pipe), Client("A")
        ) as flood:
            for client in OTHERS:
                with asked_by(client):
                    served.append(await shop.ask(sort, 60, os.getpid))
            return served, sum(not task.done() for task in flood)

    served, going = in_worker_pools(act)
    assert all(served)
    assert going == FLOOD, "nobody was refused: they wait their turn"


@pytest.mark.parametrize("writes", [False, True])
def test_a_flood_of_the_library_holds_up_nobody_else(writes: bool, tmp_path: Path) -> None:
    async def act() -> tuple[list[str], int]:
        library, served = LibraryThreads(ServerConfig(store=str(library_in(tmp_path)))), []
        try:
            await library.do(lambda repositories: None)
            async with flooded(
                lambda: library.do(lambda repositories: time.sleep(0.2), writes=writes), Client("A")
            ) as flood:
                for client in (Client("B"), Client("B", 1)):
                    with asked_by(client):
                        served.append(
                            await library.do(lambda repositories: client.address, writes=writes)  # noqa: B023
                        )
                return served, sum(not task.done() for task in flood)
        finally:
            library.close()

    served, waiting = asyncio.run(act())
    assert served == ["B", "B"]
    assert waiting, "they came before the flood was over"


def test_who_has_too_much_waiting_is_refused_and_told_how_long(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def act(shop: WorkerPools) -> list[BaseException]:
        ask = lambda: shop.ask(Priority.HEAVY, 600, Path.read_bytes, pipe)  # noqa: E731
        async with flooded(ask, Client("A", 7)) as flood:
            await asyncio.sleep(0.05)
            return [task.exception() for task in flood if task.done()]

    refused = in_worker_pools(act)
    assert len(refused) >= FLOOD - 16 - 4
    assert all(isinstance(each, TooMany) and (each.seconds or 0) >= 1 for each in refused)


def test_drawing_and_saving_have_no_process_in_common() -> None:
    for name in ("render", "dump", "writable", "preview"):
        assert priority_of(TASKS[name]) is Priority.PAPER
    assert priority_of(TASKS["check"]) is Priority.LIGHT
    assert {priority_of(TASKS[name]) for name in ("hint", "solve", "forced", "book")} == {
        Priority.HEAVY
    }


def test_the_time_that_work_takes_is_learned_by_task() -> None:
    pieces = [
        item_of(Priority.HEAVY, perform, (name, b"{}", Quota())) for name in ("hint", "solve")
    ]
    assert [piece.name for piece in pieces] == ["hint", "solve"]
    assert item_of(Priority.OWN, read_job, (b"", Quota())).name == "read_job"


# --- over HTTP ------------------------------------------------------------------------------------


def data_of(puzzle: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(enpitsu.dump(Document(puzzle=puzzle), "json"))
    return found


class Caller:
    """A client at an address of its own, with a cookie if it has asked for one."""

    def __init__(self, app: Any, address: str) -> None:
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=300)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer."""
        return await self.http.request(method, PREFIX + path, json=body)


def with_server(config: ServerConfig, act: Callable[[Any], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        app = create_app(config)
        async with app.router.lifespan_context(app):
            return await act(app)

    return asyncio.run(run())


BLANK = data_of(find_kind(KIND).blank(50, 50))
FLOODS: dict[str, tuple[str, str, Any]] = {
    "render": ("POST", "/render", {"puzzle": BLANK, "format": "png"}),
    "hint": ("POST", "/hint", {"puzzle": BLANK}),
    "forced": ("POST", "/forced", {"puzzle": BLANK}),
    "book": ("POST", "/book", {"puzzle": BLANK}),
    "jobs": ("POST", "/jobs", {"do": "generate", "kind": KIND, "rows": 25, "level": "extreme"}),
    "search": ("GET", "/puzzles?size=100&text=a", None),
    "me": ("GET", "/me", None),
}


@pytest.mark.parametrize(
    ("flood", "address"), [*((name, "10.0.0.1") for name in FLOODS), ("hint", "10.0.0.2")]
)
def test_one_plays_on_while_another_floods(flood: str, address: str, tmp_path: Path) -> None:
    """From the flood's own address, too."""
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, request_seconds=20.0)

    async def act(app: Any) -> dict[str, int]:
        player, attacker = Caller(app, address), Caller(app, "10.0.0.1")
        assert (await player.ask("GET", "/me")).status_code == 200
        rows = (await player.ask("GET", f"/puzzles?kind={KIND}&size=100")).json()["puzzles"]
        game = (await player.ask("POST", "/games", {"puzzle": rows[0]["id"]})).json()
        solved = await player.ask("POST", "/solve", {"puzzle": game["document"]})
        facts = solved.json()["solutions"][0]
        async with flooded(lambda: attacker.ask(*FLOODS[flood]), Client("")):
            await asyncio.sleep(0.1)
            return await _play(player, game, facts)

    assert set(with_server(config, act).values()) == {200}


async def _play(player: Caller, game: dict[str, Any], facts: list[str]) -> dict[str, int]:
    board = {"puzzle": game["document"], "position": facts[:2]}
    events = [
        {"t": 900 * at, "put": [fact], "take": [], "by": "hand"} for at, fact in enumerate(facts, 1)
    ]
    save = {"revision": game["revision"], "events": events, "elapsed": 900 * len(facts)}
    asked = {
        "me": ("GET", "/me", None),
        "check": ("POST", "/check", board),
        "hint": ("POST", "/hint", board),
        "save": ("PATCH", f"/games/{game['id']}", save),
        "finish": ("POST", f"/games/{game['id']}/finish", None),
    }
    return {name: (await player.ask(*each)).status_code for name, each in asked.items()}


# --- jobs -----------------------------------------------------------------------------------------

SLOW = {"do": "generate", "kind": "yajilin", "rows": 40, "level": "extreme"}
SMALL = {"do": "solve", "puzzle": data_of(ordinary_starters(KIND)[0].puzzle)}


async def _job(caller: Caller, where: str, *states: str) -> Any:
    for _ in range(1200):
        job = (await caller.ask("GET", f"/jobs/{where}")).json()
        if job["state"] in states:
            return job
        await asyncio.sleep(0.05)
    raise AssertionError(job)


async def _queued(caller: Caller, where: str) -> None:
    """Wait until a job has a place in the queue."""
    for _ in range(1200):
        if "place" in (await caller.ask("GET", f"/jobs/{where}")).json():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(where)


@pytest.mark.parametrize("address", ["10.0.0.1", "10.0.0.2"])
def test_a_small_job_is_not_behind_large_ones_of_another(address: str, tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1)

    async def act(app: Any) -> tuple[str, list[Any]]:
        many, one = Caller(app, "10.0.0.1"), Caller(app, address)
        assert (await one.ask("GET", "/me")).status_code == 200
        # From now on they are somebody, whom the server tells from others of their address.
        assert (await one.ask("PATCH", "/me", {"name": "Aki"})).status_code == 200
        large = [(await many.ask("POST", "/jobs", SLOW)).json()["id"] for _ in range(8)]
        await _queued(many, large[-1])
        small = (await one.ask("POST", "/jobs", SMALL)).json()["id"]
        done = await _job(one, small, "done", "failed")
        return done["state"], [(await many.ask("GET", f"/jobs/{each}")).json() for each in large]

    state, large = with_server(config, act)
    assert state == "done"
    assert {each["state"] for each in large} <= {"waiting", "running"}
    places = [each["place"] for each in large if "place" in each]
    assert places == list(range(len(places)))
    assert len(places) >= 5


def test_jobs_of_few_addresses_do_not_shut_out_others(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, most_jobs=6, most_jobs_each=6)

    async def act(app: Any) -> tuple[int, list[Any]]:
        many, one = Caller(app, "10.0.0.1"), Caller(app, "10.0.0.2")
        large = [(await many.ask("POST", "/jobs", SLOW)).json()["id"] for _ in range(6)]
        refused = await many.ask("POST", "/jobs", SLOW)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        small = await one.ask("POST", "/jobs", SMALL)
        pushed = await _job(many, large[-1], "failed")
        assert pushed["error"]["code"] == "too-many"
        done = await _job(one, small.json()["id"], "done")
        assert done["result"]
        return small.status_code, [
            (await many.ask("GET", f"/jobs/{each}")).json() for each in large
        ]

    status, large = with_server(config, act)
    assert status == 202
    assert [each["state"] for each in large].count("failed") == 1


def test_what_a_job_costs_is_seen_before() -> None:
    def cost(**more: Any) -> JobRequest:
        body = {"do": "generate", "kind": "yajilin", **more}
        return read_job(json.dumps(body).encode(), Quota())

    assert cost(rows=5).size < cost(rows=25).size
    assert cost(rows=11, cols=50).size == cost(rows=22, cols=25).size
    assert cost(rows=5, level="easy").name != cost(rows=5, level="extreme").name


# --- what is told ---------------------------------------------------------------------------------


def test_every_route_tells_of_waiting() -> None:
    for operations in describe(ROUTES)["paths"].values():
        for operation in operations.values():
            for status in ("429", "503"):
                assert "Retry-After" in operation["responses"][status]["headers"]


def test_processes_end_that_have_nothing_to_do() -> None:
    async def act() -> None:
        pools = WorkerPools(ServerConfig(jobs=1, idle_seconds=0.2))
        try:
            first = await pools.ask(Priority.LIGHT, 60, os.getpid)
            for _ in range(100):
                if not is_running(first):
                    break
                await asyncio.sleep(0.1)
            assert not is_running(first)
            assert await pools.ask(Priority.LIGHT, 60, os.getpid) != first
        finally:
            pools.kill_all()

    asyncio.run(act())
