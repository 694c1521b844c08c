"""Many players at once on a real server: how long they wait, what is refused, what it costs.

    scripts/bench load                                          50, 100, 200 and 400 players
    scripts/bench load --players 200 --seconds 60 --json FILE   one number; the figures as JSON, too
    scripts/bench load --url http://localhost:8642              a server that runs already
    scripts/bench load --costs                                  processor time of single requests

Each player comes once, eight of them a second, as a browser that was never there: the page with its
scripts and styles, the library, the pictures of its first puzzles. When all have come they play on
for so many seconds; everything from the first on is in the table. They open one of these puzzles
and play: a stroke and a look at the board every two seconds, sometimes a hint, until it is solved
and finished; then the next one. Strokes are parts of the solution, which was found before.
Every answer is checked. Each player has an address of their own (127.0.1.1 and on).

Without --url each number of players gets a new server and a new library. Columns, in milliseconds
as the player sees them: half of the answers took at most p50, 95 % p95, 99 % p99. `refused` were
told to wait (429 or 503 with Retry-After), did so and asked again; `waited` is the p95 with that
included. `errors` is all that must not be, and makes the script end with 1. The client shares the
processors with the server and its workers: what each takes stands below the table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import enpitsu
from enpitsu.formats import read
from enpitsu.processes import descendants
from load_client import Client, Notes, Use, own_address, used

API = "/api/v1"
PAUSE = 2.0  # seconds between two strokes
STROKES = 16  # of one puzzle
HINTS = 0.06  # how often a stroke is followed by a hint
IN_SIGHT = 12  # pictures of the library that are on the screen
CELLS = 49, 400  # of the puzzles that are played
TIMES = 300  # that each sort of request is asked for its costs
ARRIVE = 8.0  # players a second that come
SORTS = (
    *("page", "file", "kinds", "me", "library", "picture"),
    *("open", "check", "stroke", "hint", "finish"),
)
_LINKS = re.compile(r"""(?:href|src)="(/static/[^"]+\.(?:css|js))\"""")


class Puzzle(NamedTuple):
    """A puzzle as players know it."""

    id: int
    document: str
    strokes: list[list[str]]
    """Its solution in parts."""


class Site(NamedTuple):
    """What the players find on the server."""

    host: str
    port: int
    files: list[str]
    puzzles: dict[int, Puzzle]
    is_near: bool


# --- before anybody comes -------------------------------------------------------------------------


async def survey(host: str, port: int) -> Site:
    """Look at the server's page and puzzles, and solve these."""
    notes = Notes()
    client = Client(host, port, notes, None)
    files = await _files(client)
    await client.ask("me", "GET", f"{API}/me")
    puzzles = {}
    for page in range(1, 100):
        found = await client.ask("library", "GET", f"{API}/puzzles?size=200&page={page}")
        rows = [] if found is None else found.data()["puzzles"]
        for row in rows:
            if CELLS[0] <= row["rows"] * row["cols"] <= CELLS[1]:
                puzzles[row["id"]] = await _puzzle(client, row["id"])
        if len(rows) < 200:
            break
    client.close()
    if notes.errors or not puzzles:
        raise SystemExit(f"the server is not fit for this: {dict(notes.reasons)}")
    return Site(host, port, files, puzzles, host in ("127.0.0.1", "localhost"))


async def _files(client: Client) -> list[str]:
    """Scripts and styles that a browser loads to show the library and a game."""
    found: dict[str, None] = {}
    for address in ("/", "/play/game"):
        page = await client.ask("page", "GET", address)
        assert page is not None
        found |= dict.fromkeys(_LINKS.findall(page.content.decode()))
    for path in found:
        await client.ask("file", "GET", path)
    return list(found)


async def _puzzle(client: Client, key: int) -> Puzzle:
    answer = await client.ask("library", "GET", f"{API}/puzzles/{key}")
    assert answer is not None
    document = json.dumps(answer.data()["document"])
    solution = enpitsu.solve(read(document, format="json")[0].puzzle).solutions[0]
    facts = [str(fact) for fact in solution.facts]
    size = -(-len(facts) // STROKES)
    return Puzzle(key, document, [facts[at : at + size] for at in range(0, len(facts), size)])


# --- a player -------------------------------------------------------------------------------------


class Player:
    """Somebody who comes, chooses, plays, and plays the next."""

    def __init__(self, site: Site, notes: Notes, number: int) -> None:
        self._site, self._notes = site, notes
        self._random = random.Random(number)
        address = own_address(number) if site.is_near else None
        self._client = Client(site.host, site.port, notes, address)
        self._kept: set[str] = set()
        self.finished = 0

    async def live(self, arrives: float, end: float) -> None:
        """Come after so many seconds, and play until then."""
        await asyncio.sleep(arrives)
        try:
            await self._visit()
            while time.monotonic() < end:
                await self._play(end)
        finally:
            self._client.close()

    async def _visit(self) -> None:
        ask = self._client.ask
        await ask("page", "GET", "/")
        for path in self._site.files:
            await ask("file", "GET", path)
        await ask("kinds", "GET", f"{API}/kinds?language=en")
        await ask("me", "GET", f"{API}/me")

    async def _choose(self) -> Puzzle:
        """Look through a page of the library."""
        page = 1 + self._random.randrange(4)
        found = await self._client.ask("library", "GET", f"{API}/puzzles?page={page}&sort=size")
        rows = [] if found is None else found.data()["puzzles"]
        puzzles = ".".join(str(row["id"]) for row in rows[:IN_SIGHT])
        v = ".".join(row["picture"] for row in rows[:IN_SIGHT])
        await self._picture(f"{API}/pictures?theme=light&puzzles={puzzles}&v={v}")
        known = [self._site.puzzles[row["id"]] for row in rows if row["id"] in self._site.puzzles]
        return self._random.choice(known or list(self._site.puzzles.values()))

    async def _picture(self, path: str) -> None:
        if path in self._kept:
            return
        drawn = await self._client.ask("picture", "GET", path)
        if drawn is not None and b"<svg" not in drawn.content[:200]:
            self._notes.wrong("picture", "no picture")
        if drawn is not None and b"immutable" in drawn.head:
            self._kept.add(path)

    async def _play(self, end: float) -> None:
        puzzle = await self._choose()
        opened = await self._client.ask(
            "open", "POST", f"{API}/games", json.dumps({"puzzle": puzzle.id})
        )
        if opened is None:
            await asyncio.sleep(PAUSE)
            return
        game = opened.data()
        if game["state"] != "begun":
            self._notes.wrong("open", f"the game is {game['state']}")
        # Where the game was left, if it was begun before.
        done = [fact for event in game["log"] for fact in event.get("put", ())]
        strokes = [facts for facts in puzzle.strokes if not set(facts) <= set(done)]
        begun, before = time.monotonic(), game["elapsed"]
        for facts in strokes:
            started = time.monotonic()
            if started > end:
                return
            elapsed = before + round(1000 * (started - begun))
            if not await self._stroke(game, facts, elapsed):
                return
            done += facts
            await self._look(puzzle, done, is_last=facts is strokes[-1])
            if self._random.random() < HINTS and facts is not strokes[-1]:
                await self._hint(puzzle, done)
            pause = self._random.uniform(0.75 * PAUSE, 1.25 * PAUSE)
            await asyncio.sleep(max(0.0, started + pause - time.monotonic()))
        await self._finish(game)

    async def _stroke(self, game: dict[str, Any], facts: list[str], elapsed: int) -> bool:
        event = {"t": elapsed, "put": facts, "take": [], "by": "hand"}
        body = {"revision": game["revision"], "events": [event], "elapsed": elapsed, "ui": {}}
        saved = await self._client.ask(
            "stroke", "PATCH", f"{API}/games/{game['id']}", json.dumps(body)
        )
        if saved is None:
            return False
        game["revision"] += 1
        if saved.data() != {"revision": game["revision"]}:
            self._notes.wrong("stroke", f"{saved.content!r} instead of {game['revision']}")
        return True

    async def _look(self, puzzle: Puzzle, done: list[str], is_last: bool) -> None:
        number = len(done)
        seen = await self._client.ask(
            "check", "POST", f"{API}/check", _board(puzzle, done, f'"revision":{number}')
        )
        if seen is None:
            return
        found = seen.data()
        if (found["revision"], found["solved"], found["violations"]) != (number, is_last, []):
            self._notes.wrong("check", f"solved: {found['solved']} of puzzle {puzzle.id}")

    async def _hint(self, puzzle: Puzzle, done: list[str]) -> None:
        told = await self._client.ask(
            "hint", "POST", f"{API}/hint", _board(puzzle, done, '"history":[]')
        )
        if told is not None and told.data()["finding"] not in ("step", "unknown"):
            self._notes.wrong("hint", f"{told.data()['finding']} of puzzle {puzzle.id}")

    async def _finish(self, game: dict[str, Any]) -> None:
        ended = await self._client.ask("finish", "POST", f"{API}/games/{game['id']}/finish", "{}")
        if ended is None:
            return
        if not ended.data()["solved"]:
            self._notes.wrong("finish", f"not solved: {ended.data()['reason']}")
        self.finished += 1


def _board(puzzle: Puzzle, done: list[str], more: str) -> str:
    return f'{{"puzzle":{puzzle.document},"position":{json.dumps(done)},"language":"en",{more}}}'


# --- one number of players ------------------------------------------------------------------------


async def play(url: str, count: int, seconds: float, pid: int | None) -> dict[str, Any]:
    """Have so many players play; the figures."""
    parts = urlsplit(url)
    host = "127.0.0.1" if parts.hostname in ("localhost", None) else parts.hostname
    site = await survey(host, parts.port or 80)
    notes = Notes()
    players = [Player(site, notes, number) for number in range(count)]
    before, begun = _usage(pid), time.monotonic()
    end = begun + count / ARRIVE + seconds
    arrivals = (number / ARRIVE for number in range(count))
    await asyncio.gather(
        *(player.live(at, end) for player, at in zip(players, arrivals, strict=True))
    )
    length, after = time.monotonic() - begun, _usage(pid)
    return {
        "players": count,
        "seconds": round(length, 1),
        "finished": sum(player.finished for player in players),
        "requests": {sort: _row(notes, sort) for sort in SORTS},
        "processes": {
            name: {
                "cpu_percent": round(100 * (use.seconds - before[name].seconds) / length, 1),
                "cpu_seconds": round(use.seconds - before[name].seconds, 2),
                "memory_mb": round(use.memory),
            }
            for name, use in after.items()
        },
        "errors": dict(notes.reasons.most_common(10)),
    }


def _usage(pid: int | None) -> dict[str, Use]:
    found = {"client": used([os.getpid()])}
    if pid is not None:
        found = {"server": used([pid]), "workers": used(descendants(pid)), **found}
    return found


def _row(notes: Notes, sort: str) -> dict[str, Any]:
    times, waits = (
        sorted(1000 * each for each in group[sort]) for group in (notes.times, notes.waits)
    )
    return {
        "answers": len(times),
        **{f"p{share}": _share(times, share) for share in (50, 95, 99)},
        "slowest": round(times[-1], 1) if times else None,
        "refused": notes.refused[sort],
        "waited": _share(waits, 95),
        "errors": notes.errors[sort],
    }


def _share(times: list[float], share: int) -> float | None:
    return round(times[min(len(times) - 1, len(times) * share // 100)], 1) if times else None


async def costs(url: str, pid: int) -> str:
    """Milliseconds of processor time that requests of each sort take, asked one after the other by
    one player: busy neighbours do not change them."""
    site = await survey("127.0.0.1", urlsplit(url).port or 80)
    notes = Notes()
    client = Client(site.host, site.port, notes, None)
    await client.ask("me", "GET", f"{API}/me")
    puzzle = next(each for each in site.puzzles.values() if len(each.strokes) == STROKES)
    opened = await client.ask("open", "POST", f"{API}/games", json.dumps({"puzzle": puzzle.id}))
    assert opened is not None
    game, facts = opened.data(), puzzle.strokes[0]
    event = {"put": facts, "take": [], "by": "hand"}

    def stroke(number: int) -> tuple[str, str, str]:
        t = 2000 * number
        body = {"revision": number, "events": [{"t": t, **event}], "elapsed": t, "ui": {}}
        return "PATCH", f"{API}/games/{game['id']}", json.dumps(body)

    def begin(number: int) -> tuple[str, str, str]:
        return "POST", f"{API}/games", json.dumps({"puzzle": list(site.puzzles)[number % 50]})

    asked: dict[str, Callable[[int], tuple[str, str, str | None]]] = {
        "page": lambda _: ("GET", "/", None),
        "file": lambda number: ("GET", site.files[number % len(site.files)], None),
        "me": lambda _: ("GET", f"{API}/me", None),
        "library": lambda number: ("GET", f"{API}/puzzles?page={1 + number % 4}", None),
        "picture": lambda _: ("GET", f"{API}/puzzles/{puzzle.id}/picture", None),
        "open": begin,
        "stroke": stroke,
        "check": lambda _: ("POST", f"{API}/check", _board(puzzle, facts, '"revision":1')),
        "hint": lambda _: ("POST", f"{API}/hint", _board(puzzle, facts, '"history":[]')),
    }
    lines = [f"{'':9}{'server':>9}{'workers':>9}   ms of processor time"]
    for sort, ask in asked.items():
        before = _usage(pid)
        for number in range(TIMES):
            await client.ask(sort, *ask(number))
        after = _usage(pid)
        spent = (after[name].seconds - before[name].seconds for name in ("server", "workers"))
        lines.append(f"{sort:9}" + "".join(f"{1000 * each / TIMES:9.2f}" for each in spent))
    client.close()
    return "\n".join(lines + [f"  {count} x {why}" for why, count in notes.reasons.items()])


@contextmanager
def server(folder: str) -> Iterator[tuple[str, int]]:
    """A server with a new library: its address and process."""
    place = str(Path(folder) / "library.db")
    command = [sys.executable, "-m", "enpitsu", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen([*command, "--library", place], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise SystemExit("the server does not start")
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait(30)


def table(figures: dict[str, Any]) -> str:
    """The figures to be read."""
    names = ("answers", "p50", "p95", "p99", "slowest", "refused", "waited", "errors")
    lines = [
        f"{figures['players']} players, {figures['seconds']} s, "
        f"{figures['finished']} puzzles finished",
        f"{'':9}" + "".join(f"{name:>9}" for name in names),
    ]
    for sort, row in figures["requests"].items():
        cells = ("-" if row[name] is None else row[name] for name in names)
        lines.append(f"{sort:9}" + "".join(f"{cell:>9}" for cell in cells))
    total = sum(row["answers"] for row in figures["requests"].values())
    for name, use in figures["processes"].items():
        cost = 1000 * use["cpu_seconds"] / max(1, total)
        lines.append(
            f"{name:9}{use['cpu_percent']:8.1f} % of a core, {cost:.2f} ms a request, "
            f"{use['memory_mb']} MB"
        )
    lines += [f"  {count} x {reason}" for reason, count in figures["errors"].items()]
    return "\n".join(lines)


def main() -> None:
    """Play with each number of players, and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="50,100,200,400", help="numbers of players")
    parser.add_argument("--seconds", type=float, default=60.0, help="that all play")
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--json", type=Path, help="the figures as JSON into this file")
    parser.add_argument("--costs", action="store_true", help="only what single requests cost")
    asked = parser.parse_args()
    if asked.costs:
        with tempfile.TemporaryDirectory() as folder, server(folder) as (url, pid):
            print(asyncio.run(costs(url, pid)))
        return
    found = []
    for count in map(int, asked.players.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            if asked.url:
                figures = asyncio.run(play(asked.url, count, asked.seconds, None))
            else:
                with server(folder) as (url, pid):
                    figures = asyncio.run(play(url, count, asked.seconds, pid))
        print(table(figures), end="\n\n", flush=True)
        found.append(figures)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n")
    sys.exit(any(figures["errors"] for figures in found))


if __name__ == "__main__":
    main()
