"""The guard at the door: hosts, origins, sizes, headers, hostile bodies, clients that go away."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import PuzzleError, WrongSolution
from enpitsu.kind import Document
from enpitsu.registry import find_kind
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX
from tests.client import AppClient
from tests.library import library_in, ordinary_starters

pytest.importorskip("starlette.testclient")
uvicorn = pytest.importorskip("uvicorn")

from starlette.requests import ClientDisconnect, Request  # noqa: E402
from starlette.responses import Response  # noqa: E402
from starlette.routing import Route  # noqa: E402

from enpitsu.web.answers import body_of  # noqa: E402
from enpitsu.web.body_limit import FREE_BYTES, BodyLimit  # noqa: E402
from enpitsu.web.connections import Impatient  # noqa: E402
from enpitsu.web.fair_queue import Client, asked_by  # noqa: E402
from enpitsu.web.jobs import Jobs  # noqa: E402
from enpitsu.web.request_refusals import BadRequest, Busy, TooMany  # noqa: E402
from enpitsu.web.security import HEADERS  # noqa: E402
from enpitsu.web.tasks import JobRequest  # noqa: E402
from enpitsu.web.worker_pools import Priority, WorkerPools  # noqa: E402

pytestmark = pytest.mark.usefixtures("nursery")

JSON = {"content-type": "application/json"}
SMALL = ServerConfig(jobs=1, body_bytes=20_000, file_bytes=40_000, body_seconds=0.5)


async def _breaks(request: Request) -> Response:
    raise RuntimeError("secret")


async def _lies(request: Request) -> Response:
    raise WrongSolution("secret")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    place = library_in(tmp_path_factory.mktemp("library"))
    app = create_app(
        replace(SMALL, store=str(place)), [Route("/breaks", _breaks), Route("/lies", _lies)]
    )
    with AppClient(app, base_url="http://localhost:8642") as found:
        yield found


def _look(client: Any, **headers: str) -> Any:
    body = json.dumps({"puzzle": _puzzle()})
    return client.post(f"{PREFIX}/check", content=body, headers={**JSON, **headers})


def _puzzle() -> dict[str, Any]:
    document = Document(puzzle=ordinary_starters("yajilin")[0].puzzle)
    data: dict[str, Any] = json.loads(enpitsu.dump(document, "json"))
    return data


# --- headers -------------------------------------------------------------------------------------


def test_every_answer_has_the_headers(client: Any) -> None:
    answers = [
        client.get(f"{PREFIX}/kinds"),
        client.get(f"{PREFIX}/openapi.json"),
        client.get("/nothing"),
        client.get(f"{PREFIX}/check"),
        client.post(f"{PREFIX}/check", content=b"{", headers=JSON),
        client.get("/", headers={"host": "evil.example"}),
        client.get("/breaks"),
        client.get("/lies"),
    ]
    assert [each.status_code for each in answers] == [200, 200, 404, 405, 400, 400, 500, 500]
    for each in answers:
        for name, value in HEADERS.items():
            assert each.headers[name] == value, (each.url, name)
        assert "unsafe" not in each.headers["content-security-policy"]
    assert answers[3].headers["allow"] == "POST"


def test_what_nobody_foresaw_tells_nothing(client: Any) -> None:
    for path in ("/breaks", "/lies"):
        found = client.get(path)
        assert found.status_code == 500
        assert "secret" not in found.text
        assert "Traceback" not in found.text
        assert found.json()["error"]["message"]


# --- who asks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8642", "[::1]:8642", "[::1]"]
)
def test_this_machine_may_be_asked_for(client: Any, host: str) -> None:
    assert client.get(f"{PREFIX}/openapi.json", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8642", "", "localhost:x"],
)
def test_other_names_are_refused(client: Any, host: str) -> None:
    found = client.get(f"{PREFIX}/openapi.json", headers={"host": host})
    assert found.status_code == 400
    assert "name" in found.json()["error"]["message"]


def test_further_names_can_be_allowed() -> None:
    for allowed in ("puzzles.example", "*"):
        app = create_app(ServerConfig(jobs=1, allowed_hosts=(allowed,)))
        client = AppClient(app, base_url="http://puzzles.example")
        assert client.get(f"{PREFIX}/openapi.json").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://localhost:8642"}, 200),
        ({"origin": "http://localhost:8642", "sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"origin": "http://localhost:9999"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://[bad"}, 403),
        ({"origin": "file://localhost:8642"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_other_sites_change_nothing(client: Any, headers: dict[str, str], status: int) -> None:
    assert _look(client, **headers).status_code == status


def test_other_sites_cancel_nothing(client: Any) -> None:
    found = client.delete(f"{PREFIX}/jobs/x", headers={"origin": "http://evil.example"})
    assert found.status_code == 403


# --- bodies --------------------------------------------------------------------------------------

DEEP = b'{"puzzle": ' + b"[" * 9000 + b"]" * 9000 + b"}"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b'"text"', 400),
        (b"\xff\xfe{}", 415),
        (b'{"puzzle": "\xff"}', 415),
        (DEEP, 400),
        (b'{"puzzle": {"enpitsu": ' + b"9" * 9000 + b"}}", 400),
        (b'{"puzzle": {"enpitsu": 1e999}}', 400),
        (b'{"puzzle": NaN}', 400),
        (b'{"puzzle": {}, "position": Infinity}', 400),
        (b'{"__proto__": {}, "puzzle": {}}', 400),
        (b" " * 20_001, 413),
    ],
)
def test_hostile_bodies_are_refused(client: Any, body: bytes, status: int) -> None:
    found = client.post(f"{PREFIX}/check", content=body, headers=JSON)
    assert found.status_code == status, found.text
    assert found.json()["error"]["message"]


@pytest.fixture
def usual_depth() -> Iterator[None]:
    """As deep as Python goes where nobody says otherwise: tools for tests do."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("depth", [100, 300, 500, 700, 900, 1500])
@pytest.mark.parametrize("path", ["check", "solve", "jobs", "puzzles", "games/x"])
def test_what_is_nested_is_refused(
    client: Any, path: str, depth: int, caplog: pytest.LogCaptureFixture, usual_depth: None
) -> None:
    deep = b"[" * depth + b"]" * depth
    head = {
        "jobs": b'{"do": "solve", "puzzle": {"x": ',
        "puzzles": b'{"document": {"x": ',
        "games/x": b'{"revision": 0, "events": [], "elapsed": 0, "ui": {"x": ',
    }.get(path, b'{"puzzle": {"x": ')
    assert client.get(f"{PREFIX}/me").status_code == 200
    method = "PATCH" if "games" in path else "POST"
    found = client.request(method, f"{PREFIX}/{path}", content=head + deep + b"}}", headers=JSON)
    assert found.status_code in (400, 404), found.text
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]


@pytest.mark.parametrize("media", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_only_json_is_read(client: Any, media: str) -> None:
    found = client.post(f"{PREFIX}/check", content=b"{}", headers={"content-type": media})
    assert found.status_code == 415


def test_packed_bodies_are_not_unpacked(client: Any) -> None:
    packed = gzip.compress(b" " * 10**7)
    found = client.post(
        f"{PREFIX}/check", content=packed, headers={**JSON, "content-encoding": "gzip"}
    )
    assert found.status_code == 415


def test_an_address_is_as_good_as_a_name_where_others_may_ask() -> None:
    for host, status in (("0.0.0.0", 200), ("127.0.0.1", 400)):
        app = create_app(ServerConfig(jobs=1, host=host))
        client = AppClient(app, base_url="http://localhost")
        for name in ("192.168.1.5:8642", "[fe80::1]:8642"):
            found = client.get(f"{PREFIX}/prices", headers={"host": name})
            assert found.status_code == status
        found = client.get(f"{PREFIX}/prices", headers={"host": "evil.example"})
        assert found.status_code == 400


def test_a_path_tells_all_that_it_allows(client: Any) -> None:
    found = client.put(f"{PREFIX}/games")
    assert found.status_code == 405
    assert set(found.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}


def test_a_file_may_be_larger_than_a_question(client: Any) -> None:
    body = json.dumps({"text": " " * 30_000})
    assert client.post(f"{PREFIX}/read", content=body, headers=JSON).status_code == 400
    assert client.post(f"{PREFIX}/check", content=body, headers=JSON).status_code == 413
    body = json.dumps({"text": " " * 50_000})
    assert client.post(f"{PREFIX}/read", content=body, headers=JSON).status_code == 413


def test_config_is_checked() -> None:
    wrongs: list[dict[str, Any]] = [{"port": -1}, {"port": 70_000}, {"jobs": 0}]
    for wrong in wrongs:
        with pytest.raises(PuzzleError):
            ServerConfig(**wrong)


# --- a real server -------------------------------------------------------------------------------


class Hasty(Impatient):
    """Waits less than the real one."""

    silent_seconds = 2.0
    most_open = 20


class _Running:
    """A server on a free port, in a thread."""

    def __init__(self, config: ServerConfig) -> None:
        self.app = create_app(config)
        uvicorn_config = uvicorn.Config(
            self.app, port=0, log_level="error", lifespan="on", http=Hasty
        )
        self._server = uvicorn.Server(uvicorn_config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> _Running:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()

    def load(self) -> int:
        """Heavy work that is being done or waits."""
        found: int = self.app.state.server.worker_pools.load()["heavy"]
        return found


@pytest.fixture(scope="module")
def running() -> Iterator[_Running]:
    config = ServerConfig(jobs=1, body_seconds=0.5, request_seconds=60.0)
    with _Running(config) as found:
        yield found


def _send(port: int, head: str, body: bytes = b"") -> bytes:
    """The answer to a request written by hand, up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(head.replace("\n", "\r\n").encode() + body)
        pieces = []
        while piece := line.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def _head(length: str, path: str = "check") -> str:
    return (
        f"POST {PREFIX}/{path} HTTP/1.1\nHost: localhost\nConnection: close\n"
        f"Content-Type: application/json\n{length}\n\n"
    )


def test_a_declared_size_is_refused_before_anything_is_read(running: _Running) -> None:
    found = _send(running.port, _head(f"Content-Length: {100 * 2**20}"))
    assert b" 413 " in found.split(b"\r\n")[0]


def test_an_endless_body_is_refused(running: _Running) -> None:
    piece = b"%x\r\n" % 2**20 + b" " * 2**20 + b"\r\n"
    found = _send(running.port, _head("Transfer-Encoding: chunked"), piece * 5)
    assert b" 413 " in found.split(b"\r\n")[0]


def test_a_body_that_does_not_come_is_not_waited_for(running: _Running) -> None:
    found = _send(running.port, _head("Content-Length: 100"), b"{")
    assert b" 408 " in found.split(b"\r\n")[0]


def test_two_hosts_are_refused(running: _Running) -> None:
    found = _send(
        running.port,
        f"GET {PREFIX}/kinds HTTP/1.1\nHost: localhost\nHost: evil.example\nConnection: close\n\n",
    )
    assert b" 400 " in found.split(b"\r\n")[0]


def test_work_stops_when_nobody_awaits_it(running: _Running) -> None:
    document = Document(puzzle=find_kind("yajilin").blank(60, 60))
    body = b'{"puzzle": ' + enpitsu.dump(document, "json").encode() + b"}"
    _await(lambda: running.load() == 0)
    with socket.create_connection(("127.0.0.1", running.port)) as line:
        head = _head(f"Content-Length: {len(body)}", "forced")
        line.sendall(head.replace("\n", "\r\n").encode() + body)
        _await(lambda: running.load() == 1)
    # It would go on for a minute.
    _await(lambda: running.load() == 0)
    asked = http.client.HTTPConnection("127.0.0.1", running.port)
    asked.request("POST", f"{PREFIX}/solve", json.dumps({"puzzle": _puzzle()}), JSON)
    assert json.loads(asked.getresponse().read())["status"] == "unique"
    asked.close()


def _await(happened: Any) -> None:
    for _ in range(400):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


# --- too much at a time --------------------------------------------------------------------------


def test_what_is_held_of_all_requests_is_bounded() -> None:
    body_limit = BodyLimit(1000)
    one, other, small = (body_limit.share() for _ in range(3))
    one.grow(FREE_BYTES + 400)
    with pytest.raises(Busy):
        other.grow(FREE_BYTES + 601)
    small.grow(FREE_BYTES)
    kept = one.hand_over()
    one.release()
    assert body_limit.held == 400
    kept.release()
    assert body_limit.held == 0
    other.grow(FREE_BYTES + 500)


def test_nobody_holds_all_that_may_be_held() -> None:
    body_limit = BodyLimit(1200)

    def share_of(*client: Any) -> Any:
        with asked_by(Client(*client)):
            return body_limit.share()

    def fill(*client: Any) -> int:
        """How much a client gets, who sends as much as they can."""
        before, share = body_limit.held, share_of(*client)
        share.grow(FREE_BYTES)
        with suppress(TooMany):
            for _ in range(body_limit.held, 1201):
                share.grow(1)
        return body_limit.held - before

    assert fill("a") == 600
    assert fill("a", 1) == 200  # another of this address: 800 in all, as 400 are free
    assert fill("a", 2) == 0  # however many they are
    assert fill("b") == 200
    assert fill("c") == 100
    assert fill("d", 7) == 50


def test_uploads_wait_for_room() -> None:
    config = ServerConfig(jobs=1, held_bytes=350_000)
    with _Running(config) as running:
        body_limit = running.app.state.server.body_limit
        with socket.create_connection(("127.0.0.1", running.port)) as line:
            head = _head("Content-Length: 300000").replace("\n", "\r\n").encode()
            line.sendall(head + b" " * 200_000)
            _await(lambda: body_limit.held > 150_000)
            found = _send(running.port, _head("Content-Length: 100000"), b" " * 100_000)
            assert b" 429 " in found.split(b"\r\n")[0]
            assert b"retry-after: 2" in found
            # What is small is read all the same.
            found = _send(running.port, _head("Content-Length: 2"), b"{}")
            assert b" 400 " in found.split(b"\r\n")[0]
        _await(lambda: body_limit.held == 0)
        found = _send(running.port, _head("Content-Length: 100000"), b" " * 100_000)
        assert b" 400 " in found.split(b"\r\n")[0]
        assert body_limit.held == 0


class _Piece(bytes):
    """A piece of a body, which tells when it is let go."""

    gone: list[int]

    def __del__(self) -> None:
        self.gone.append(1)


def test_nothing_is_held_of_a_request_that_broke_off() -> None:
    gone: list[int] = []

    async def stream() -> AsyncIterator[bytes]:
        for _ in range(10):
            piece = _Piece(b"x" * 1000)
            piece.gone = gone
            yield piece
        raise ClientDisconnect

    request: Any = type("Request", (), {"headers": JSON, "stream": staticmethod(stream)})()
    with pytest.raises(BadRequest) as error:
        asyncio.run(body_of(request, 100_000, 5.0, BodyLimit(10**6).share()))
    assert "broke off" in str(error.value)
    # The error, which is still at hand, knows where it came from: there is the last piece alone.
    assert len(gone) >= 9


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET /api/v1/prices HTTP/1.1\r\nHost: loc"])
def test_silent_connections_are_closed(running: _Running, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=20) as line:
        line.sendall(said)
        assert line.recv(100) == b""


def test_many_silent_connections_keep_nobody_out(running: _Running) -> None:
    lines = [socket.create_connection(("127.0.0.1", running.port), timeout=20) for _ in range(60)]
    head = f"GET {PREFIX}/prices HTTP/1.1\nHost: localhost\nConnection: close\n\n"
    assert b" 200 " in _send(running.port, head).split(b"\r\n")[0]
    # Those that came first are closed before their time.
    assert lines[0].recv(100) == b""
    for line in lines:
        line.close()


def test_one_who_asks_for_much_leaves_room_for_another(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def meet() -> bytes:
        shop = WorkerPools(ServerConfig(jobs=1))
        try:
            # Each of them waits for the other, so both must be under way at once.
            reading = shop.ask(Priority.HEAVY, 10, Path.read_bytes, pipe)
            writing = shop.ask(Priority.HEAVY, 10, Path.write_bytes, pipe, b"here")
            return (await asyncio.gather(reading, writing))[0]
        finally:
            shop.kill_all()

    assert asyncio.run(meet()) == b"here"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_process_that_was_ended_is_replaced() -> None:
    async def ask_twice() -> tuple[int, int]:
        shop = WorkerPools(ServerConfig(jobs=1))
        try:
            first = await shop.ask(Priority.LIGHT, 10, os.getpid)
            os.kill(first, signal.SIGKILL)
            return first, await shop.ask(Priority.LIGHT, 10, os.getpid)
        finally:
            shop.kill_all()

    first, second = asyncio.run(ask_twice())
    assert first != second


def test_marks_are_bounded(client: Any) -> None:
    body = {"puzzle": _puzzle(), "marks": {"errors": ["r1c1"] * 10_001}}
    with AppClient(create_app(ServerConfig(jobs=1)), base_url="http://localhost") as roomy:
        assert roomy.post(f"{PREFIX}/render", json=body).status_code == 400
        body["marks"] = {"errors": ["r1c1"] * 10_000}
        assert roomy.post(f"{PREFIX}/render", json=body).status_code == 200


# --- players, jobs and the library ---------------------------------------------------------------


def test_players_are_not_made_without_end(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, most_players_each=3)
    with AppClient(create_app(config), base_url="http://localhost") as client:

        def take_a_name() -> Any:
            client.cookies.clear()
            assert client.get(f"{PREFIX}/me").status_code == 200
            return client.patch(f"{PREFIX}/me", json={"name": "Aki"})

        assert [take_a_name().status_code for _ in range(3)] == [200] * 3
        # Who is known already does not count.
        assert client.patch(f"{PREFIX}/me", json={"name": "Emi"}).status_code == 200
        refused = take_a_name()
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many")
        assert int(refused.headers["retry-after"]) > 0


def test_a_flood_of_jobs_takes_no_results_away() -> None:
    config = ServerConfig(jobs=1, most_jobs=3, most_jobs_each=2)
    body = {"do": "solve", "puzzle": _puzzle()}
    with AppClient(create_app(config), base_url="http://localhost") as client:

        def start(cookie: str) -> Any:
            return client.post(f"{PREFIX}/jobs", json=body, headers={"cookie": cookie})

        def is_done(where: str) -> bool:
            return bool(client.get(where).json()["state"] == "done")

        mine = start("a=1").headers["location"]
        _await(lambda: is_done(mine))
        for _ in range(5):
            flood = start("b=2")
            if flood.status_code == 202:
                _await(lambda: is_done(flood.headers["location"]))  # noqa: B023
        assert client.get(mine).json()["state"] == "done"
        # Others find their place by what they forget of their own.
        assert flood.status_code == 202
        assert start("").status_code == 202


@pytest.mark.parametrize("cookie", ["", "a=1"])
def test_results_close_jobs_to_nobody(cookie: str) -> None:
    config = ServerConfig(jobs=1, most_jobs=4)
    body = {"do": "solve", "puzzle": _puzzle()}
    with AppClient(create_app(config), base_url="http://localhost") as client:
        for _ in range(9):
            found = client.post(f"{PREFIX}/jobs", json=body, headers={"cookie": cookie})
            assert found.status_code == 202
            where = found.headers["location"]
            _await(lambda: client.get(where).json()["state"] == "done")  # noqa: B023
        assert client.post(f"{PREFIX}/jobs", json=body, headers={"cookie": "b"}).status_code == 202


def test_whose_results_make_room() -> None:
    async def start_all(most: int, askers: str) -> list[str]:
        """Who has something left; all is done at once."""
        jobs = Jobs(ServerConfig(jobs=1, most_jobs=most), WorkerPools(ServerConfig(jobs=1)))
        started = []
        for at, (address, owner) in enumerate(zip(askers[::2], askers[1::2], strict=True)):
            job = jobs.start(JobRequest("solve"), b"{", address, owner.strip())
            started.append(job)
            assert job.work is not None
            job.work.cancel()
            await asyncio.wait([job.work])
            job.ended = float(at) + time.monotonic()
        left = [job.client.address + job.owner for job in started if job.id in jobs._jobs]
        await jobs.close()
        return left

    def left(most: int, askers: str) -> list[str]:
        return asyncio.run(start_all(most, askers))

    assert left(4, "AaBbCcDdBb") == ["Aa", "Cc", "Dd", "Bb"]  # one's own
    assert left(4, "AaBbCcDdBx") == ["Aa", "Cc", "Dd", "Bx"]  # one's address
    assert left(4, "AaBbBcDdEe") == ["Aa", "Bc", "Dd", "Ee"]  # who keeps the most
    assert left(4, "AaAbAcAdAe") == ["Ac", "Ad", "Ae"]  # one address does not keep all
    assert left(4, "AaB B B B ") == ["Aa", "B", "B", "B"]


def test_a_job_that_is_refused_holds_nothing() -> None:
    async def refused() -> int:
        body_limit, config = BodyLimit(10**6), ServerConfig(jobs=1, most_jobs_each=0)
        share, jobs = body_limit.share(), Jobs(config, WorkerPools(config))
        share.grow(FREE_BYTES + 1000)
        with pytest.raises(TooMany):
            jobs.start(JobRequest("solve"), b"{", "A", "a", share)
        share.release()
        await jobs.close()
        return body_limit.held

    assert asyncio.run(refused()) == 0


def test_one_address_has_so_many_jobs_under_way() -> None:
    slow = {"do": "generate", "kind": "yajilin", "rows": 60, "level": "extreme"}
    config = ServerConfig(jobs=1, most_jobs_each=2)
    with AppClient(create_app(config), base_url="http://localhost") as client:
        started = [client.post(f"{PREFIX}/jobs", json=slow) for _ in range(3)]
        assert [each.status_code for each in started] == [202, 202, 429]
        client.delete(started[0].headers["location"])
        assert client.post(f"{PREFIX}/jobs", json=slow).status_code == 202


def test_who_reads_does_not_wait_for_who_writes(tmp_path: Path) -> None:
    place = library_in(tmp_path)
    config = ServerConfig(store=str(place), jobs=1, lock_seconds=0.5)
    with AppClient(create_app(config), base_url="http://localhost") as client:
        client.get(f"{PREFIX}/me")
        lock = sqlite3.connect(place, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        try:
            refused = client.patch(f"{PREFIX}/me", json={"name": "Aki"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
            assert "others are writing" in refused.json()["error"]["message"]
            writers = [
                threading.Thread(target=lambda: client.patch(f"{PREFIX}/me", json={"name": "Emi"}))
                for _ in range(12)
            ]
            for writer in writers:
                writer.start()
            assert client.get(f"{PREFIX}/puzzles/1").status_code == 200
            assert writers[-1].is_alive(), "the reader did not wait for all of them"
            for writer in writers:
                writer.join()
        finally:
            lock.close()
        assert client.patch(f"{PREFIX}/me", json={"name": "Aki"}).status_code == 200


@pytest.mark.parametrize("replaced", [False, True])
def test_a_library_that_is_gone_keeps_nothing(tmp_path: Path, replaced: bool) -> None:
    place = tmp_path / "library.db"
    app = create_app(ServerConfig(store=str(place), jobs=1))
    with AppClient(app, base_url="http://localhost") as client:
        client.get(f"{PREFIX}/me")
        assert app.state.server.library.is_there()
        for file in tmp_path.glob("library.db*"):
            file.unlink()
        if replaced:
            place.write_bytes(b"")
        for _ in range(2):
            for found in (
                client.get(f"{PREFIX}/puzzles"),
                client.patch(f"{PREFIX}/me", json={"name": "Aki"}),
            ):
                assert found.status_code == 503
                assert "gone" in found.json()["error"]["message"]
                assert str(tmp_path) not in found.text
    assert not app.state.server.library.is_there()
