"""Players on the server: who costs what, who sees what, and keys."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

import enpitsu
from enpitsu.registry import kinds
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX, ROUTES

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from tests.client import AppClient
from tests.library import library_in
from tests.web.test_games import Api, _answer, _document, _draft, _put, _puzzle, _save

pytestmark = pytest.mark.usefixtures("cold_start")

KIND = sorted(kinds())[0]


@contextmanager
def serving(place: Path, **config: Any) -> Iterator[Callable[[], Api]]:
    """A server of its own; what it gives makes browsers that have asked who they are."""
    app = create_app(ServerConfig(store=str(place), jobs=1, request_seconds=60.0, **config))
    with AppClient(app, base_url="http://localhost"):

        def browser() -> Api:
            api = Api(app)
            api.ask("GET", "/me")
            return api

        yield browser


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return library_in(tmp_path)


def rows(place: Path, table: str) -> int:
    with sqlite3.connect(place) as connection:
        count: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    connection.close()
    return count


def content(size: int) -> dict[str, Any]:
    sheet = {"kind": KIND, "rows": 5, "cols": 5, "facts": []}
    past = ["x" * 1000] * (size // 1000)
    return {"sheet": sheet, "document": None, "meta": {}, "past": past}


# --- quotas ---------------------------------------------------------------------------------------


def test_a_player_fills_their_own_room_alone(place: Path) -> None:
    with serving(place, player_bytes=10**6) as browser:
        greedy, other = browser(), browser()
        statuses = [
            greedy.send("POST", "/drafts", {"content": content(200_000)}).status_code
            for _ in range(8)
        ]
        assert statuses == [201] * 3 + [409] * 5
        error = greedy.ask("POST", "/drafts", {"content": content(200_000)}, 409)["error"]
        assert error["code"] == "full"
        assert re.search(r"^0\.6 of the 1 MB .* delete drafts", error["message"])
        assert error["where"] == {"used": pytest.approx(600_000, rel=0.02), "room": 10**6}
        # Others have theirs, and the greedy one goes on playing.
        other.ask("POST", "/drafts", {"content": content(200_000)}, 201)
        game = greedy.ask("POST", "/games", {"puzzle": _puzzle(greedy, KIND)})
        _save(greedy, game, _put(_answer(KIND)))
        assert greedy.ask("POST", f"/games/{game['id']}/finish")["solved"]
        found = greedy.ask("GET", "/me/storage")
        assert (found["room"], found["drafts"]["count"]) == (10**6, 3)
        assert 600_000 < found["used"] < 700_000
        largest = found["largest"][0]
        assert largest["what"] == "draft"
        greedy.ask("DELETE", f"/drafts/{largest['id']}")
        greedy.ask("POST", "/drafts", {"content": content(200_000)}, 201)


def test_a_player_saves_only_so_fast(place: Path) -> None:
    with serving(place, most_writes_each=5, most_bytes_each=10**6) as browser:
        fast, other = browser(), browser()
        fast.ask("PATCH", "/me", {"name": "Fast"})
        statuses = [fast.send("PATCH", "/me", {"name": str(at)}).status_code for at in range(6)]
        assert statuses == [200] * 5 + [429]
        refused = fast.send("POST", "/drafts", {"content": content(10)})
        assert int(refused.headers["retry-after"]) > 0
        other.ask("PATCH", "/me", {"name": "Other"})
        large = other.send("POST", "/drafts", {"content": content(900_000)}).status_code
        more = other.send("POST", "/drafts", {"content": content(900_000)}).status_code
        assert (large, more) == (201, 429)
        assert other.ask("GET", "/drafts")["drafts"]


def test_an_address_saves_only_so_much(place: Path) -> None:
    """Players cost nothing: many of them are not let fill the disk together."""
    with serving(place, most_bytes_address=10**6) as browser:
        statuses = [
            browser().send("POST", "/drafts", {"content": content(400_000)}).status_code
            for _ in range(4)
        ]
        assert statuses == [201, 201, 429, 429]


# --- who costs what -------------------------------------------------------------------------------


def test_who_only_looks_costs_nothing(place: Path) -> None:
    with serving(place, most_players_each=3) as browser:
        for _ in range(8):
            visitor = browser()
            assert visitor.ask("GET", "/me") == {"id": None, "name": ""}
            for path in ("/games", "/drafts", "/results", "/results/bests", "/results/points"):
                visitor.ask("GET", path)
            assert visitor.ask("GET", "/me/storage")["used"] == 0
            visitor.ask("GET", "/me/export", status=404)
            visitor.ask("POST", "/games", {"puzzle": 10**6}, 404)
            visitor.ask("PATCH", "/me", {"name": " "})
            visitor.ask("PATCH", "/me", {"name": "x" * 41}, 400)
            visitor.ask("DELETE", "/me/moves", status=404)
            visitor.ask("DELETE", "/me")
        assert rows(place, "players") == rows(place, "withdrawn_tokens") == 0
        player = browser()
        game = player.ask("POST", "/games", {"puzzle": 1})
        assert player.ask("GET", f"/games/{game['id']}")["id"] == game["id"]
        assert rows(place, "players") == 1


def test_one_browser_is_one_player_whatever_comes_first(place: Path) -> None:
    app = create_app(ServerConfig(store=str(place), jobs=1))
    with AppClient(app, base_url="http://localhost") as tabs:
        tabs.get(f"{PREFIX}/me")

        def begin(puzzle: int) -> None:
            assert tabs.post(f"{PREFIX}/games", json={"puzzle": puzzle}).status_code == 200

        threads = [threading.Thread(target=begin, args=(at,)) for at in range(1, 7)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (rows(place, "players"), rows(place, "games")) == (1, 6)


# --- keys -----------------------------------------------------------------------------------------


def test_a_changed_key_ends_all_other_browsers(place: Path) -> None:
    with serving(place) as browser:
        here, there, thief = browser(), browser(), browser()
        me = here.ask("PATCH", "/me", {"name": "Aki"})
        old = here.ask("GET", "/me/key")["key"]
        for each in (there, thief):
            assert each.ask("PUT", "/me/key", {"key": old}) == me
        new = here.ask("POST", "/me/key")["key"]
        assert new != old
        assert here.ask("GET", "/me") == me
        assert here.ask("GET", "/me/key")["key"] == new
        for each in (there, thief):
            each.ask("POST", "/games", {"puzzle": 1}, 401)
            each.ask("GET", "/games", status=401)
            assert each.ask("GET", "/me")["id"] is None
        # They get other cookies, and the old key makes nobody.
        cookies = [dict(each.client.cookies) for each in (there, thief)]
        assert cookies[0] != cookies[1]
        thief.ask("PUT", "/me/key", {"key": old}, 404)
        assert there.ask("PUT", "/me/key", {"key": new}) == me
        # Log out of this browser alone.
        there.ask("DELETE", "/me/key")
        assert there.ask("GET", "/me")["id"] is None
        assert here.ask("GET", "/me") == me


def test_the_key_is_kept_nowhere_on_its_way(place: Path) -> None:
    with serving(place) as browser:
        me = browser()
        for method in ("GET", "POST"):
            found = me.send(method, "/me/key")
            assert found.headers["cache-control"] == "no-store"
            assert found.json()["key"] not in place.read_bytes().decode("latin-1")
    worker = Path("src/enpitsu/web/static/sw.js").read_text(encoding="utf-8")
    assert "me/key" not in worker
    assert "me$" in worker, "only the name is kept for when the server is away"


def test_keys_are_not_guessed(place: Path) -> None:
    with serving(place, most_keys_each=5) as browser:
        me = browser()
        tried = [me.send("PUT", "/me/key", {"key": f"guess {at}"}) for at in range(7)]
        assert [each.status_code for each in tried] == [404] * 5 + [429] * 2
        assert int(tried[-1].headers["retry-after"]) > 0


def secure(api: Api) -> Api:
    """The same browser, over TLS."""
    other = Api(api.client.app)
    other.client.base_url = "https://localhost"
    other.client.cookies.update(api.client.cookies)
    return other


def test_over_tls_the_cookie_goes_over_tls_alone(place: Path) -> None:
    with serving(place) as browser:
        plain = browser()
        me = plain.ask("PATCH", "/me", {"name": "Aki"})
        said = plain.client.get(f"{PREFIX}/me").headers.get_list("set-cookie")
        assert len(said) == 1
        assert said[0].startswith("enpitsu-")
        assert "secure" not in said[0].lower()

        over_tls = secure(plain)
        found = over_tls.client.get(f"{PREFIX}/me")
        assert found.json() == me, "who moves to TLS stays the same player"
        given, taken = found.headers.get_list("set-cookie")
        words = {word.strip().lower() for word in given.split(";")[1:]}
        assert given.startswith("__Host-enpitsu-")
        assert {"secure", "httponly", "path=/", "samesite=strict"} <= words
        assert not any(word.startswith("domain") for word in words)
        assert taken.startswith("enpitsu-")
        assert "max-age=0" in taken.lower(), "what went in the clear is good no more here"
        again = over_tls.client.get(f"{PREFIX}/me")
        assert again.json() == me
        assert len(again.headers.get_list("set-cookie")) == 1


def test_a_planted_cookie_does_not_win_over_tls(place: Path) -> None:
    with serving(place) as browser:
        mallory, victim = browser(), secure(browser())
        mallory.ask("PATCH", "/me", {"name": "Mallory"})
        victim.client.get(f"{PREFIX}/me")
        me = victim.ask("PATCH", "/me", {"name": "Aki"})
        victim.client.cookies.update(mallory.client.cookies)
        assert victim.ask("GET", "/me") == me


# --- leaving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["", "?published=stay", "?published=go"])
def test_who_leaves_leaves_nothing(place: Path, choice: str) -> None:
    with serving(place) as browser:
        me, there, other = browser(), browser(), browser()
        me.ask("PATCH", "/me", {"name": "Aki"})
        there.ask("PUT", "/me/key", {"key": me.ask("GET", "/me/key")["key"]})
        own = me.ask("POST", "/puzzles", {"document": _document(KIND, 2)}, 201)["id"]
        draft = _draft(me, KIND)
        shared = me.ask("GET", f"/drafts/{draft}")["published"]["id"]
        game = other.ask("POST", "/games", {"puzzle": shared})
        _save(other, game, _put(_answer(KIND)[:1]))
        export = me.ask("GET", "/me/export")
        assert len(export["puzzles"]) == 3, "one's own, a test and what is published"
        cookies = dict(me.client.cookies)
        me.ask("DELETE", f"/me{choice}")
        assert dict(me.client.cookies) != cookies
        assert me.ask("GET", "/me") == {"id": None, "name": ""}
        there.ask("GET", "/drafts", status=401)
        for path in (f"/puzzles/{own}", f"/drafts/{draft}"):
            me.ask("GET", path, status=404)
        assert other.ask("GET", f"/games/{game['id']}")["puzzle"]["id"] == shared
        found = browser().send("GET", f"/puzzles/{shared}")
        assert found.status_code == (404 if choice.endswith("go") else 200)
        me.ask("DELETE", "/me?published=perhaps", status=400)


# --- whose eyes -----------------------------------------------------------------------------------


def test_no_route_shows_a_strangers_puzzle(place: Path) -> None:
    """Every route whose address takes a number, asked with those of another player's things."""
    with serving(place, most_writes_each=10_000) as browser:
        owner, stranger, newcomer = browser(), browser(), browser()
        nobody = Api(owner.client.app)
        stranger.ask("PATCH", "/me", {"name": "Mallory"})
        title = "Nobody knows this title"
        document = {**_document(KIND, 2), "meta": {"title": title}}
        own = owner.ask("POST", "/puzzles", {"document": document}, 201)["id"]
        game = owner.ask("POST", "/games", {"puzzle": own})
        _save(owner, game, _put(_answer(KIND, 2)))
        result = owner.ask("POST", f"/games/{game['id']}/finish")["result"]
        test = owner.ask("POST", "/drafts", {"content": _content(document)}, 201)["id"]
        tested = owner.ask("POST", f"/drafts/{test}/test", {"puzzle": document})["game"]
        numbers = {"id": [own, own + 1, game["id"], test, tested], "result": [result["id"]]}
        numbers["token"] = [test]  # no link was made
        asked = [route for route in ROUTES if "{" in route.path and "{kind}" not in route.path]
        asked = [route for route in asked if "{language}" not in route.path]
        assert len(asked) >= 16
        for who in (stranger, newcomer, nobody):
            for route in asked:
                for number in numbers[re.findall(r"\{(\w+)\}", route.path)[0]]:
                    path = re.sub(r"\{\w+\}", str(number), route.path)
                    body = _body(route, document)
                    found = who.client.request(route.method, PREFIX + path, json=body)
                    where = (route.method, path, found.text[:200])
                    assert found.status_code in (401, 404), where
                    assert title not in found.text, where
            for path in ("/puzzles?size=200", "/daily/list", "/ranking/players"):
                assert title not in who.send("GET", path).text
            found = who.send("POST", "/games", {"puzzle": own})
            assert found.status_code in (401, 404)
        # As if it were not there at all.
        hidden, missing = (
            stranger.send("GET", f"/puzzles/{number}").text for number in (own, 999_999)
        )
        assert hidden == missing
        assert owner.ask("GET", f"/puzzles/{own}")["title"] == title
        assert title in owner.send("GET", f"/replays/{result['id']}").text
        # What comes with the installation is for all.
        first = nobody.ask("GET", "/puzzles?collection=starter")["puzzles"][0]["id"]
        for path in ("", "/picture", "/ranking"):
            assert nobody.send("GET", f"/puzzles/{first}{path}").status_code == 200


def _content(document: dict[str, Any]) -> dict[str, Any]:
    puzzle = enpitsu.parse(json.dumps(document))
    sheet = {"kind": KIND, "rows": puzzle.rows, "cols": puzzle.cols, "facts": []}
    return {**content(0), "sheet": sheet, "document": document}


def _body(route: Any, document: dict[str, Any]) -> Any:
    """What a route asks for, right enough to be read."""
    if route.asks is None:
        return None
    values = {
        "revision": 0,
        "events": [],
        "elapsed": 0,
        "puzzle": document,
        "content": _content(document),
        "text": "Nice",
    }
    names = [each.name for each in fields(route.asks) if each.required]
    assert set(names) <= set(values), (route.path, names)
    return json.loads(json.dumps({name: values[name] for name in names}))
