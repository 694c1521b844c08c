"""Who comes to the door of a real server: many, slow, silent, unread, or in somebody's name."""

from __future__ import annotations

import gc
import http.client
import json
import os
import re
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from enpitsu.errors import PuzzleError
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX

uvicorn = pytest.importorskip("uvicorn")

from enpitsu.web.addresses import Proxies, group_of, read_address  # noqa: E402
from enpitsu.web.api.game_routes import MAX_SAVE  # noqa: E402
from enpitsu.web.connections import Impatient, impatient  # noqa: E402
from tests.library import library_in  # noqa: E402

pytestmark = pytest.mark.usefixtures("cold_start")

SLOW = {"do": "generate", "kind": "yajilin", "rows": 60, "level": "extreme"}
BIG = f"GET {PREFIX}/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
"""A request with an answer of more than 100 kB."""


class Served:
    """A server on a free port, in a thread."""

    port = 0

    def __init__(self, config: ServerConfig, **limits: Any) -> None:
        self.app = create_app(config)
        self.protocol: type[Impatient] = type("Limited", (impatient(config),), limits)
        uvicorn_config = uvicorn.Config(
            self.app,
            port=0,
            log_level="critical",
            lifespan="on",
            http=self.protocol,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(uvicorn_config)

    @property
    def lines(self) -> list[Any]:
        """Its open connections."""
        found = list(self.server.server_state.connections)
        return [each for each in found if not each.is_ended]

    def line(self, data: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        """A connection over which something was said."""
        found = socket.create_connection(
            ("127.0.0.1", self.port), timeout=60, source_address=(source, 0)
        )
        found.sendall(data)
        return found

    def ask(
        self, method: str, path: str, body: Any = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        line = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(source, 0)
        )
        content = body if body is None or isinstance(body, bytes) else json.dumps(body)
        line.request(
            method, PREFIX + path, content, {"content-type": "application/json", **headers}
        )
        found = line.getresponse()
        answer = found.status, found.read(), found.headers
        line.close()
        return answer

    def player(self) -> dict[str, str]:
        """The cookie of a new player."""
        _, _, headers = self.ask("GET", "/me")
        return {"cookie": headers["set-cookie"].partition(";")[0]}


@contextmanager
def served(config: ServerConfig, **limits: Any) -> Iterator[Served]:
    found = Served(config, **limits)
    thread = threading.Thread(target=found.server.run, daemon=True)
    thread.start()
    while not found.server.started:
        time.sleep(0.01)
    found.port = found.server.servers[0].sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        found.app.state.server.jobs.notify_shutdown()
        found.server.should_exit = True
        thread.join()


def happens(happened: Callable[[], bool], seconds: float) -> bool:
    """Return whether something happens within some seconds."""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def await_that(happened: Callable[[], bool]) -> None:
    assert happens(happened, 60.0), "it did not happen"


def status_of(line: socket.socket) -> int:
    return int(line.recv(4000).split(b" ", 2)[1])


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = library_in(tmp_path_factory.mktemp("library"))
    with served(ServerConfig(store=str(place), jobs=1)) as found:
        yield found


# --- what is held of a request -------------------------------------------------------------------

MANY = b'{"revision":0,"events":[' + b"{}," * 300 + b'{}],"elapsed":0}'
PLAYS: dict[str, tuple[str, str, bytes, int]] = {
    "accepted": ("PATCH", "/me", b'{"name": "Aki"}', 200),
    "nobody": ("PATCH", "/games/x", MANY, 401),
    "not there": ("PATCH", "/games/x", MANY, 404),
    "bad events": ("PATCH", "/games/GAME", MANY, 400),
    "conflict": ("PATCH", "/games/GAME", b'{"revision": 7, "events": [], "elapsed": 0}', 409),
    "too large": ("PATCH", "/games/x", b" " * (MAX_SAVE + 1), 413),
    "no JSON": ("PATCH", "/games/x", b"{" * 5000, 400),
    "wrong shape": ("POST", "/check", MANY, 400),
    "no puzzle": ("POST", "/drafts", MANY, 400),
    "unread": ("POST", "/jobs", MANY, 400),
    "no route": ("GET", "/nothing", b"", 404),
    "broken off": ("POST", "/check", b"", 0),
}
PASSING = {"ReferenceType", "TimerHandle", "Context", "Client", "hamt", "hamt_bitmap_node"}
"""What goes by itself: weak references when their set is used again, timers at their time with the
context that they have, which says who asked."""


@pytest.mark.parametrize("case", PLAYS)
def test_nothing_of_a_request_is_left(door: Served, case: str) -> None:
    """Counted without looking for rings of objects: what is in one would stay for long."""
    method, path, body, status = PLAYS[case]
    cookie = {} if case == "nobody" else door.player()
    if "GAME" in path:
        _, game, _ = door.ask("POST", "/games", {"puzzle": 1}, **cookie)
        path = path.replace("GAME", json.loads(game)["id"])

    def ask() -> None:
        if status:
            assert door.ask(method, path, body or None, **cookie)[0] == status
        else:
            with door.line(_head(path, 100_000) + b" " * 50_000):
                await_that(lambda: any(each.is_asked for each in door.lines))

    def live() -> Counter[str]:
        await_that(lambda: not door.lines)
        return Counter(type(each).__name__ for each in gc.get_objects())

    def grown() -> set[str]:
        more = live()
        more.subtract(before)
        return {name for name, count in more.items() if count >= 20} - PASSING

    for _ in range(5):
        ask()
    gc.collect()
    gc.disable()
    gc.freeze()  # what was there before is not looked at
    try:
        # What is made once, such as a cache, grows once, and what leaks every time. On a busy
        # machine, threads have yet to put down what they were given.
        for seconds in (1.0, 1.0, 20.0):
            before = live()
            for _ in range(40):
                ask()
            if happens(lambda: not grown(), seconds):
                break
        else:
            raise AssertionError(grown())
    finally:
        gc.enable()


def _head(path: str, length: int, **headers: str) -> bytes:
    told = {"Host": "localhost", "Content-Type": "application/json", "Content-Length": str(length)}
    lines = [f"POST {PREFIX}{path} HTTP/1.1", *map(": ".join, {**told, **headers}.items()), "", ""]
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize("path", ["/games", "/drafts", "/puzzles", "/drafts/x/test"])
@pytest.mark.parametrize("cookie", ["", "enpitsu-x=1"])
def test_who_asks_is_known_before_the_request_is_read(door: Served, path: str, cookie: str) -> None:
    head = _head(path, 3_000_000, **({"Cookie": cookie} if cookie else {}))
    with door.line(head) as line:
        line.settimeout(12)  # less than a request has time
        assert status_of(line) == 401


def test_routes_read_what_the_page_sends_and_no_more(door: Served) -> None:
    cookie = door.player()
    assert door.ask("PATCH", "/me", {"name": "x" * 20_000}, **cookie)[0] == 413
    lists = b'{"revision":0,"elapsed":0,"events":[' + b"[]," * 300_000 + b"[]]}"
    assert door.ask("PATCH", "/games/x", lists, **cookie)[0] == 413
    _, game, _ = door.ask("POST", "/games", {"puzzle": 1}, **cookie)
    events = [{"t": at, "note": "pause"} for at in range(20_000)]
    save = {"revision": 0, "elapsed": 20_000, "events": events, "ui": {"x": "y" * 190_000}}
    assert len(json.dumps(save)) > 700_000
    status, answer, _ = door.ask("PATCH", f"/games/{json.loads(game)['id']}", save, **cookie)
    assert (status, b"unknown" in answer or status == 200) in ((200, True), (400, True)), answer


# --- connections ---------------------------------------------------------------------------------


def test_half_sent_requests_keep_nobody_out(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, connections_each=10)
    with served(config) as door:
        lines = [door.line(_head("/check", 1000) + b"{") for _ in range(30)]
        await_that(lambda: len(door.lines) == 10)
        assert door.ask("GET", "/prices", source="127.0.0.9")[0] == 200
        # At the same address, as soon as those that are dropped no longer count.
        await_that(lambda: door.ask("GET", "/prices", source="127.0.0.1")[0] == 200)
        # Those that came first made room.
        with suppress(ConnectionResetError):
            assert lines[0].recv(10) == b""
        for line in lines:
            line.close()


def test_all_connections_together_are_bounded(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, connections=12)
    with served(config) as door:
        mine = door.line(source="127.0.0.9")
        lines = [door.line(source=f"127.0.0.{2 + at % 2}") for at in range(40)]
        await_that(lambda: len(door.lines) == 12)
        # Who has many makes room, not who has one.
        assert "127.0.0.9" in {each.address for each in door.lines}
        mine.sendall(f"GET {PREFIX}/prices HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert status_of(mine) == 200
        for line in (mine, *lines):
            line.close()


def test_where_all_work_the_next_is_told_to_wait(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, connections_each=3)
    with served(config) as door:
        _, answer, _ = door.ask("POST", "/jobs", SLOW)
        lines = [door.line(_watch(json.loads(answer)["id"])) for _ in range(3)]
        assert [status_of(line) for line in lines] == [200] * 3
        status, answer, headers = door.ask("GET", "/prices")
        assert (status, headers["retry-after"]) == (503, "2")
        assert headers["connection"] == "close"
        assert headers["x-content-type-options"] == "nosniff"
        assert "try again" in json.loads(answer)["error"]["message"]
        assert door.ask("GET", "/prices", source="127.0.0.9")[0] == 200
        for line in lines:
            line.close()
        await_that(lambda: not door.lines)
        assert door.ask("GET", "/prices")[0] == 200


def _watch(job: str, method: str = "GET") -> bytes:
    return f"{method} {PREFIX}/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def test_those_who_watch_are_counted(tmp_path: Path) -> None:
    config = ServerConfig(
        store=str(library_in(tmp_path)), jobs=1, watchers_each=3, watchers_of_job=4
    )
    with served(config) as door:
        job = json.loads(door.ask("POST", "/jobs", SLOW)[1])["id"]
        lines = [door.line(_watch(job)) for _ in range(3)]
        assert [status_of(line) for line in lines] == [200] * 3
        status, answer, headers = door.ask("GET", f"/jobs/{job}/events")
        assert (status, json.loads(answer)["error"]["code"]) == (429, "too-many")
        assert int(headers["retry-after"]) > 0
        other = door.line(_watch(job), "127.0.0.9")
        assert status_of(other) == 200
        refused = door.line(_watch(job), "127.0.0.8")
        assert status_of(refused) == 429
        # The job itself can be asked for all the same.
        assert door.ask("GET", f"/jobs/{job}")[0] == 200
        for line in (*lines, other, refused):
            line.close()
        await_that(lambda: not door.app.state.server.jobs._watching)


def test_asking_for_the_head_of_events_ends(door: Served) -> None:
    job = json.loads(door.ask("POST", "/jobs", SLOW)[1])["id"]
    status, answer, headers = door.ask("HEAD", f"/jobs/{job}/events")
    assert (status, answer) == (200, b"")
    assert headers["content-type"].startswith("text/event-stream")
    assert door.ask("HEAD", "/jobs/none/events")[0] == 404
    assert door.ask("DELETE", f"/jobs/{job}")[0] == 200


# --- slow ones -----------------------------------------------------------------------------------


def test_requests_that_drip_are_not_waited_for(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, body_seconds=0.6)
    with served(config) as door:
        with door.line(_head("/check", 1000)) as line:
            start = time.monotonic()
            line.settimeout(0.1)
            answer = b""
            while not answer and time.monotonic() - start < 15:
                line.sendall(b" ")
                with suppress(TimeoutError):
                    answer = line.recv(4000)
            assert b" 408 " in answer
        # One that comes steadily has the time that it needs.
        with door.line(_head("/check", 400_000)) as line:
            for _ in range(10):
                line.sendall(b" " * 40_000)
                time.sleep(0.15)
            assert status_of(line) == 400


def _unread(door: Served, times: int = 40) -> socket.socket:
    """A connection over which much is asked, and no answer read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", door.port))
    line.sendall(BIG * times)
    return line


def test_answers_that_nobody_reads_are_dropped(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1)
    with served(config, sending_seconds=1.0) as door:
        lines = [_unread(door) for _ in range(5)]
        await_that(lambda: sum(each.waiting > 0 for each in door.lines) == 5)
        # One answer each, however many were asked for.
        assert max(each.waiting for each in door.lines) < 400_000
        await_that(lambda: not door.lines)
        for line in lines:
            line.close()


def test_who_reads_slowly_gets_all(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1)
    times, got = 3, bytearray()
    with served(config, sending_seconds=1.0) as door, _unread(door, times) as line:
        line.settimeout(5)
        with suppress(TimeoutError):
            while piece := line.recv(2**16):
                got += piece
                time.sleep(0.01)
    assert got.count(b"HTTP/1.1 200") == times
    assert got.endswith(b"}")


def test_what_waits_to_be_sent_is_bounded(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, sending_bytes=400_000)
    with served(config) as door:
        lines = [_unread(door) for _ in range(12)]
        await_that(lambda: len(door.lines) < 12)
        for _ in range(10):
            # For the moment between writing and closing it may be more.
            await_that(lambda: sum(each.waiting for each in door.lines) <= 400_000)
            time.sleep(0.05)
        assert door.ask("GET", "/openapi.json")[0] == 200
        for line in lines:
            line.close()


# --- whose word counts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_of_one_network_are_one(host: str, group: str) -> None:
    assert group_of(host) == group


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("192.0.2.7:5555", "192.0.2.7"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ('"[2001:db8::1]:443"', "2001:db8::1"),
        (" 192.0.2.7 ", "192.0.2.7"),
        ("unknown", None),
        ("", None),
        ("192.0.2.7.example", None),
        ("[", None),
        ("1" * 10_000, None),
        ("\x00\xff", None),
    ],
)
def test_addresses_are_read(text: str, found: str | None) -> None:
    address = read_address(text)
    assert (None if address is None else str(address)) == found


def _told(client: str, *headers: tuple[str, str], named: tuple[str, ...]) -> tuple[str, str]:
    scope: dict[str, Any] = {
        "client": (client, 1),
        "scheme": "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    Proxies(named).tell_client(scope)
    return scope["client"][0], scope["scheme"]


FOR, PROTO = "x-forwarded-for", "x-forwarded-proto"


@pytest.mark.parametrize(
    ("told", "asker"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("1.2.3.4, 203.0.113.5", "203.0.113.5"),
        ("203.0.113.5, 10.1.1.1", "203.0.113.5"),
        ("1.2.3.4, 203.0.113.5, 10.1.1.1, 10.2.2.2", "203.0.113.5"),
        ("10.1.1.1", "10.1.1.1"),
        ("203.0.113.5:8000", "203.0.113.5"),
        ("[2001:db8::1]:8000", "2001:db8::1"),
        ("", "10.0.0.1"),
        ("garbage", "10.0.0.1"),
        ("203.0.113.5, <script>", "10.0.0.1"),
        ("203.0.113.5,,,", "10.0.0.1"),
        ("1.2.3.4," * 50_000 + "203.0.113.5", "203.0.113.5"),
        ("x" * 100_000, "10.0.0.1"),
    ],
)
def test_a_proxy_says_who_asks(told: str, asker: str) -> None:
    headers = (FOR, told), (PROTO, "https")
    assert _told("10.0.0.1", *headers, named=("10.0.0.0/8",)) == (asker, "https")
    # Nobody else is believed.
    for named in ((), ("10.0.0.2", "192.0.2.0/24")):
        assert _told("10.0.0.1", *headers, named=named) == ("10.0.0.1", "http")


def test_headers_that_come_twice() -> None:
    headers = (FOR, "1.2.3.4"), (FOR, "203.0.113.5"), (PROTO, "https"), (PROTO, "http")
    assert _told("::1", *headers, named=("::1",)) == ("203.0.113.5", "http")
    assert _told("::1", (PROTO, "gopher"), named=("::1",)) == ("::1", "http")


@pytest.mark.parametrize("named", ["", "here", "10.0.0.0/99", "x" * 5000])
def test_a_proxy_is_an_address(named: str) -> None:
    with pytest.raises(PuzzleError, match="a proxy is an address") as error:
        ServerConfig(proxies=(named,))
    assert len(str(error.value)) < 200


def _new_players(door: Served, count: int) -> list[int]:
    told = ({"x-forwarded-for": f"203.0.113.{at}"} for at in range(count))
    name = {"name": "Aki"}
    return [door.ask("PATCH", "/me", name, **each, **door.player())[0] for each in told]


def test_no_address_is_believed_by_default(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1, most_players_each=3)
    with served(config) as door:
        assert _new_players(door, 5) == [200, 200, 200, 429, 429]


def test_behind_a_proxy_each_player_counts(tmp_path: Path) -> None:
    config = ServerConfig(
        store=str(library_in(tmp_path)),
        jobs=1,
        most_players_each=1,
        connections_each=2,
        proxies=("127.0.0.0/8",),
    )
    with served(config) as door:
        assert _new_players(door, 5) == [200] * 5
        # The proxy may have more connections than others; whom it speaks for may not.
        job = json.loads(door.ask("POST", "/jobs", SLOW)[1])["id"]
        far = _watch(job).replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n")
        lines = [door.line(far) for _ in range(3)]
        assert [status_of(line) for line in lines] == [200, 200, 503]
        assert door.ask("GET", "/prices", **{"x-forwarded-for": "203.0.113.8"})[0] == 200
        status, _, headers = door.ask("GET", "/me", **{"x-forwarded-proto": "https"})
        assert (status, "secure" in headers["set-cookie"].lower()) == (200, True)
        for line in lines:
            line.close()


# --- the form of requests ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5, 6",
        "Content-Length: +5",
        "Content-Length: -5",
        "Content-Length: 0x5",
        "Content-Length : 5",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    ],
)
def test_a_request_ends_where_it_says(door: Served, headers: str) -> None:
    """A proxy might see the end elsewhere, and take what follows for another's request."""
    body = f"0\r\n\r\nGET {PREFIX}/prices HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = f"POST {PREFIX}/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with door.line(f"{head}{headers}\r\n\r\n{body}".encode()) as line:
        got = b""
        while piece := line.recv(4000):
            got += piece
    assert re.findall(rb"HTTP/1\.1 (\d+)", got) in ([b"400"], [b"501"])


# --- processes that die --------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_job_whose_processes_died_twice_has_failed(tmp_path: Path) -> None:
    config = ServerConfig(store=str(library_in(tmp_path)), jobs=1)
    with served(config) as door:
        job = json.loads(door.ask("POST", "/jobs", SLOW)[1])["id"]

        def state() -> Any:
            return json.loads(door.ask("GET", f"/jobs/{job}")[1])

        end = time.monotonic() + 60
        while state()["state"] in ("waiting", "running"):
            assert time.monotonic() < end
            for child in _children():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            time.sleep(0.2)
        found = state()
        assert (found["state"], found["error"]["code"]) == ("failed", "work-lost")
        assert "result" not in found


def _children() -> list[int]:
    tasks = Path("/proc/self/task").glob("*/children")
    return [int(child) for each in tasks for child in each.read_text().split()]


# --- what errors say -----------------------------------------------------------------------------

LONG = "y" * 3000
DOCUMENT = {"enpitsu": 1, "kind": "yajilin", "rows": 2, "cols": 2, "clues": []}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/read", {"text": LONG}),
        ("/read", {"text": f"https://puzz.link/p?yajilin/{LONG}/{LONG}/a"}),
        ("/read", {"text": f"https://puzz.link/p?{LONG}/5/5/a"}),
        ("/read", {"text": "https://puzz.link/p?" + "a b " * 3000}),
        ("/solve", {LONG: 1}),
        ("/solve", {"puzzle": {**DOCUMENT, "kind": LONG}}),
        ("/solve", {"puzzle": {**DOCUMENT, LONG: LONG}}),
        ("/solve", {"puzzle": {**DOCUMENT, "clues": [[LONG, "up", 1]]}}),
        ("/solve", {"puzzle": DOCUMENT, "engine": LONG}),
        ("/check", {"puzzle": DOCUMENT, "position": [LONG]}),
        ("/check", {"puzzle": DOCUMENT, "position": ["z y " * 3000]}),
        ("/convert", {"puzzle": DOCUMENT, "format": LONG}),
        ("/jobs", {"do": LONG}),
    ],
)
def test_errors_repeat_little(door: Served, path: str, body: dict[str, Any]) -> None:
    status, answer, _ = door.ask("POST", path, body)
    assert status in (400, 404, 413, 422), answer
    message = json.loads(answer)["error"]["message"]
    assert len(message) <= 700
    for letters in ("y", "a b ", "z y "):
        runs = re.findall(f"(?:{letters})+", message)
        assert sum(map(len, runs)) <= 450, message
        assert max(map(len, runs), default=0) <= 201, message


def test_long_sentences_are_cut() -> None:
    assert str(PuzzleError("short")) == "short"
    said = str(PuzzleError(f"there is no kind {'x y' * 900!r}: use another"))
    assert said.startswith("there is no kind 'x y")
    assert said.endswith("...': use another")
    assert said.count("x y") <= 67
    known = f"known: {', '.join(['one'] * 60)}"
    assert str(PuzzleError(known)) == known
