"""One client floods a server while another plays: what comes of the game?

Starts a server of its own. For each sort of flood, so many connections ask for the dearest of it
again and again, and a player on another connection looks, saves, asks for hints, has a 5x5 made and
ends a game. Prints what was answered to each, and how long the player waited.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import enpitsu
from enpitsu.kind import Document
from enpitsu.registry import find_kind

API = "/api/v1"
KIND = "yajilin"
ROUND_SECONDS = 0.5
"""Between two moves of the player."""


def _blank(side: int) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(
        enpitsu.dump(Document(puzzle=find_kind(KIND).blank(side, side)), "json")
    )
    return data


def _draft(side: int) -> dict[str, Any]:
    content = {"sheet": {"x": "y" * 200_000}, "document": _blank(side), "meta": {}, "past": []}
    return {"kind": KIND, "rows": side, "cols": side, "content": content}


FLOODS: dict[str, Callable[[], tuple[str, str, Any]]] = {
    "render": lambda: ("POST", "/render", {"puzzle": _blank(150), "format": "png", "cell": 20}),
    "check": lambda: ("POST", "/check", {"puzzle": _blank(150)}),
    "hint": lambda: ("POST", "/hint", {"puzzle": _blank(60)}),
    "solve": lambda: ("POST", "/solve", {"puzzle": _blank(60)}),
    "forced": lambda: ("POST", "/forced", {"puzzle": _blank(60)}),
    "live-check": lambda: ("POST", "/live-check", {"puzzle": _blank(60), "seconds": 5}),
    "dump": lambda: ("POST", "/dump", {"puzzle": _blank(150), "format": "pzprv3"}),
    "book": lambda: ("POST", "/book", {"puzzle": _blank(60), "solution": True}),
    "jobs": lambda: (
        "POST",
        "/jobs",
        {"do": "generate", "kind": KIND, "rows": 25, "level": "extreme"},
    ),
    "search": lambda: ("GET", "/puzzles?size=100&text=a", None),
    "drafts": lambda: ("POST", "/drafts", _draft(60)),
}


class Line:
    """A connection that keeps its cookie."""

    def __init__(self, port: int, source: str) -> None:
        self._port, self._source, self.cookie = port, source, ""
        self._http: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, str]:
        """Status, answer, and the seconds to wait if it says so; status 0 if the line broke."""
        headers = {"Host": "127.0.0.1"} | ({"Cookie": self.cookie} if self.cookie else {})
        content = None if body is None else json.dumps(body).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            if self._http is None:
                self._http = http.client.HTTPConnection(
                    "127.0.0.1", self._port, timeout=120, source_address=(self._source, 0)
                )
            self._http.request(method, API + path, content, headers)
            answer = self._http.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            return 0, {}, ""
        if given := answer.getheader("set-cookie"):
            self.cookie = given.partition(";")[0]
        is_json = (answer.getheader("content-type") or "").startswith("application/json")
        told = json.loads(data) if is_json else {}
        return answer.status, told, answer.getheader("retry-after") or ""

    def close(self) -> None:
        """Hang up."""
        if self._http is not None:
            self._http.close()
        self._http = None


@dataclass
class Figures:
    """What was answered to one sort of request, and after how long."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def text(self) -> str:
        """In a few words."""
        refused = sum(count for status, count in self.statuses.items() if not 200 <= status < 300)
        total = sum(self.statuses.values())
        if not total:
            return "-"
        middle, worst = statistics.median(self.seconds), max(self.seconds)
        return f"{total - refused}/{total} {middle:.2f} {worst:.2f}"


class Victim:
    """Somebody who plays."""

    def __init__(self, port: int) -> None:
        self.line, self.figures = Line(port, "127.0.0.1"), dict[str, Figures]()
        self._timed("me", "GET", "/me")
        rows = self.line.ask("GET", f"/puzzles?kind={KIND}&size=100")[1]["puzzles"]
        puzzle = min(rows, key=lambda row: (row["rows"] * row["cols"] < 36, row["rows"]))["id"]
        self._game = self.line.ask("POST", "/games", {"puzzle": puzzle})[1]
        solved = self.line.ask("POST", "/solve", {"puzzle": self._game["document"]})[1]
        self._facts, self._at = solved["solutions"][0], 0
        self._revision = self._game["revision"]
        self.figures.clear()

    def play(self, seconds: float) -> None:
        """A move each half second, then the rest of the game at once."""
        job = threading.Thread(target=self._make, daemon=True)
        job.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._timed("me", "GET", "/me")
            board = {"puzzle": self._game["document"], "position": self._facts[: self._at]}
            self._timed("check", "POST", "/check", board)
            self._save(1)
            self._timed("hint", "POST", "/hint", board)
            time.sleep(ROUND_SECONDS)
        while self._at < len(self._facts):
            if not self._save(len(self._facts)):
                break
        self._timed("finish", "POST", f"/games/{self._game['id']}/finish", {})
        job.join(1)

    def _save(self, moves: int) -> bool:
        events = [
            {"t": 500 * (self._at + at), "put": [fact], "take": [], "by": "hand"}
            for at, fact in enumerate(self._facts[self._at : self._at + moves], 1)
        ]
        body = {"revision": self._revision, "events": events, "elapsed": 500 * (self._at + moves)}
        if not events:
            return True
        status, told = self._timed("save", "PATCH", f"/games/{self._game['id']}", body)
        if status == 200:
            self._revision, self._at = told["revision"], self._at + len(events)
        return status == 200

    def _make(self) -> None:
        """Have a 5x5 made: the seconds until it is there."""
        line, figures = Line(self.line._port, "127.0.0.1"), Figures()
        line.cookie, began = self.line.cookie, time.monotonic()
        self.figures["5x5 job"] = figures
        body = {"do": "generate", "kind": KIND, "rows": 5, "level": "easy"}
        status, job, _ = line.ask("POST", "/jobs", body)
        state = job.get("state")
        figures.seconds.append(0.0)
        figures.statuses[0] = 1  # until it is done
        while status < 300 and state in ("waiting", "running"):
            time.sleep(0.2)
            status, job, _ = line.ask("GET", f"/jobs/{job['id']}")
            state = job.get("state")
            figures.seconds[0] = time.monotonic() - began
        figures.statuses = Counter({status if state == "done" or status >= 300 else 0: 1})

    def _timed(self, name: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        began = time.monotonic()
        status, told, _ = self.line.ask(method, path, body)
        figures = self.figures.setdefault(name, Figures())
        figures.statuses[status] += 1
        figures.seconds.append(time.monotonic() - began)
        return status, told


def flood(port: int, name: str, how: argparse.Namespace) -> tuple[Counter[int], Victim]:
    """Let many connections ask while somebody plays."""
    method, path, body = FLOODS[name]()
    victim, statuses, is_over = Victim(port), Counter[int](), threading.Event()
    key = Line(port, how.source)
    if name == "drafts" or how.known:
        key.ask("GET", "/me")

    def attack() -> None:
        line = Line(port, how.source)
        line.cookie = key.cookie
        while not is_over.is_set():
            status, told, _ = line.ask(method, path, body)
            statuses[status] += 1
            if status == 202:
                jobs.append(told["id"])
        line.close()

    jobs: list[str] = []
    threads = [threading.Thread(target=attack, daemon=True) for _ in range(how.connections)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    victim.play(how.seconds)
    is_over.set()
    for job in jobs:
        key.ask("DELETE", f"/jobs/{job}")
    # What still waits ends with the server.
    return Counter(statuses), victim


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def main() -> None:
    """Flood, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("floods", nargs="*", default=list(FLOODS), help=", ".join(FLOODS))
    parser.add_argument("--connections", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long is played")
    parser.add_argument("--source", default="127.0.0.2", help="where the flood comes from")
    parser.add_argument("--known", action="store_true", help="the flood has a player's cookie")
    how = parser.parse_args()
    columns = ("me", "check", "save", "hint", "finish", "5x5 job")
    print("served/asked, median and longest seconds of one who plays")
    print(f"{'flood':8}" + "".join(f"{name:>18}" for name in columns) + "   the flood")
    for name in how.floods:
        with tempfile.TemporaryDirectory() as folder:
            port = _free_port()
            serve = "import sys; from enpitsu.cli import main; main()"
            place = ["--library", os.path.join(folder, "library.db")]
            command = [sys.executable, "-c", serve, "serve", "--port", str(port), "--no-browser"]
            quiet = subprocess.DEVNULL
            server = subprocess.Popen([*command, *place], stdout=quiet, stderr=quiet)
            try:
                _await(port)
                statuses, victim = flood(port, name, how)
            finally:
                server.terminate()
                server.wait()
            cells = [victim.figures.get(each, Figures()).text() for each in columns]
            told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
            print(f"{name:8}" + "".join(f"{each:>18}" for each in cells) + f"   {told}", flush=True)


def _await(port: int) -> None:
    for _ in range(300):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.1)
    line = Line(port, "127.0.0.1")
    line.ask("GET", "/me")
    line.ask("POST", "/solve", {"puzzle": _blank(2)})


if __name__ == "__main__":
    main()
