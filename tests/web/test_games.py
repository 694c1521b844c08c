"""What the server keeps: players, the shelf, games, results; and every route as it is described."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import enpitsu
from enpitsu.grade import Level
from enpitsu.kind import Document
from enpitsu.registry import find_kind, kinds
from enpitsu.render import scene_of
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX, ROUTES, daily_routes
from enpitsu.web.contract import schema_of
from enpitsu.web.request_refusals import TooLarge
from enpitsu.web.tasks.make_daily import WEEK, make_daily, plan_of
from tests.client import AppClient
from tests.library import Folder, migrated, only_sqlite, ordinary_starters, with_starter
from tests.postgres import Cluster

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from sqlalchemy import text

from enpitsu.play import events, score
from enpitsu.store import games, open_store, rows, shelf

pytestmark = pytest.mark.usefixtures("nursery")

KINDS = sorted(kinds())
DAYS = "enpitsu.web.tasks.make_daily.WEEK"
TASK_GROUPS = ("puzzles", "jobs")
PATIENT: dict[str, Any] = {
    "most_players_each": 10_000,
    "most_keys_each": 10_000,
    "most_writes_each": 100_000,
    "most_exports_each": 10_000,
}


OUTSIDE = "https://puzz.link/p?yajilin/o/5/5/e11a21o1031"


class Api:
    """A browser of its own; whatever it is answered must be as the description says."""

    def __init__(self, app: Any) -> None:
        self.client = AppClient(app, base_url="http://localhost")
        self.seen: set[str] = set()

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """The answer, as JSON where it is that."""
        found = self.send(method, path, body)
        assert found.status_code == status, (method, path, found.text[:500])
        is_json = found.headers["content-type"] == "application/json"
        return found.json() if is_json else found

    def send(self, method: str, path: str, body: Any = None) -> Any:
        content = None if body is None else json.dumps(body)
        headers = {} if body is None else {"content-type": "application/json"}
        found = self.client.request(method, PREFIX + path, content=content, headers=headers)
        self.check(method, path.partition("?")[0], found)
        return found

    def check(self, method: str, path: str, found: Any) -> None:
        """AssertionError unless an answer is as its route is described."""
        route = next((each for each in ROUTES if _is_at(each, method, path)), None)
        if route is None:
            assert found.status_code in (404, 405), (method, path)
            return
        self.seen.add(route.name)
        responses = DESCRIPTION["paths"][PREFIX + route.path][method.lower()]["responses"]
        assert str(found.status_code) in responses, (method, path, found.status_code, found.text)
        content = responses[str(found.status_code)]["content"]
        assert found.headers["content-type"] in content, (method, path)
        if found.headers["content-type"] == "application/json":
            _validator(content["application/json"]["schema"]).validate(found.json())


def _is_at(route: Any, method: str, path: str) -> bool:
    pattern = re.sub(r"\{\w+\}", "[^/]+", route.path)
    return route.method == method and re.fullmatch(pattern, path) is not None


def _describe() -> dict[str, Any]:
    from enpitsu.web.openapi import describe

    return describe(ROUTES)


DESCRIPTION = _describe()


def _validator(schema: Any) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": DESCRIPTION["components"]})


@pytest.fixture(scope="module")
def place(database: Folder | Cluster) -> Iterator[str]:
    with database.new_library(with_starter) as found:
        yield found


@pytest.fixture(scope="module")
def app(place: str) -> Iterator[Any]:
    found = create_app(ServerConfig(store=place, jobs=1, **PATIENT))
    with pytest.MonkeyPatch.context() as patch:
        # The real days have puzzles that take seconds, on a busy machine too many of them.
        patch.setattr(DAYS, ((Level.EASY, 6),) * len(WEEK))
        with AppClient(found, base_url="http://localhost"):
            yield found


@pytest.fixture
def someone(app: Any) -> Api:
    """A new player."""
    api = Api(app)
    api.ask("GET", "/me")
    return api


@pytest.fixture
def another(app: Any) -> Api:
    api = Api(app)
    api.ask("GET", "/me")
    return api


def _starter(kind: str, at: int = 0) -> Document:
    return ordinary_starters(kind)[at]


def _document(kind: str, at: int = 0) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(enpitsu.dump(_starter(kind, at), "json"))
    return data


def _puzzle(api: Api, kind: str, at: int = 0) -> int:
    """The number of a starter puzzle."""
    found = api.ask("GET", f"/puzzles?collection=starter&kind={kind}&size=200")
    document = _starter(kind, at)
    meta, puzzle = document.meta, document.puzzle
    wanted = (meta.title, puzzle.rows, puzzle.cols, meta.level, meta.length)
    names = ("title", "rows", "cols", "level", "length")
    rows = found["puzzles"]
    return next(int(row["id"]) for row in rows if tuple(map(row.get, names)) == wanted)


def _answer(kind: str, at: int = 0) -> list[str]:
    return list(map(str, _starter(kind, at).position))


def _save(api: Api, game: dict[str, Any], *events: Any, status: int = 200, **more: Any) -> Any:
    elapsed = max((event["t"] for event in events), default=0)
    body = {"revision": game["revision"], "events": list(events), "elapsed": elapsed, **more}
    return api.ask("PATCH", f"/games/{game['id']}", body, status)


def _put(facts: list[str], t: int = 1000, by: str = "hand") -> dict[str, Any]:
    return {"t": t, "put": facts, "take": [], "by": by}


def _solve(api: Api, kind: str, at: int = 0, seconds: int = 60) -> Any:
    game = api.ask("POST", "/games", {"puzzle": _puzzle(api, kind, at)})
    _save(api, game, _put(_answer(kind, at), seconds * 1000))
    return api.ask("POST", f"/games/{game['id']}/finish")


# --- who plays -----------------------------------------------------------------------------------


def test_a_player_is_known_by_a_cookie(someone: Api, another: Api) -> None:
    me = someone.ask("GET", "/me")
    assert someone.ask("GET", "/me") == me
    ids = [each.ask("PATCH", "/me", {"name": "Aki"})["id"] for each in (someone, another)]
    assert ids[0] != ids[1]
    cookie = someone.client.get(f"{PREFIX}/me").headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "max-age=31536000"))


def test_a_name_is_given_and_bounded(someone: Api) -> None:
    assert someone.ask("PATCH", "/me", {"name": "  Aki\tさん "})["name"] == "Aki さん"
    for name in ("x" * 41, "x" * 500, "a\u202eb"):
        assert someone.ask("PATCH", "/me", {"name": name}, 400)["error"]["message"]
    assert someone.ask("GET", "/me")["name"] == "Aki さん"


def test_a_key_makes_two_browsers_one_player(someone: Api, another: Api) -> None:
    me = someone.ask("PATCH", "/me", {"name": "Aki"})
    key = someone.ask("GET", "/me/key")["key"]
    another.ask("PUT", "/me/key", {"key": "nobody's"}, 404)
    assert another.ask("PUT", "/me/key", {"key": key}) == me
    assert another.ask("GET", "/me") == me


def test_who_does_not_say_who_he_is_has_nothing(app: Any) -> None:
    nobody = Api(app)
    for method, path, body in (
        ("GET", "/games", None),
        ("GET", "/results", None),
        ("GET", "/results/points", None),
        ("GET", "/me/key", None),
        ("POST", "/games", {"puzzle": 1}),
        ("PATCH", "/me", {"name": "x"}),
        ("DELETE", "/puzzles/1", None),
    ):
        assert nobody.ask(method, path, body, 401)["error"]["code"] == "no-player"
    assert nobody.ask("GET", "/puzzles")["total"] > 0


def test_other_sites_make_no_players(app: Any) -> None:
    found = Api(app).client.get(f"{PREFIX}/me", headers={"sec-fetch-site": "cross-site"})
    assert found.status_code == 403
    assert "set-cookie" not in found.headers


# --- the shelf -----------------------------------------------------------------------------------


def test_the_starter_collection_is_on_the_shelf(someone: Api) -> None:
    found = someone.ask("GET", "/puzzles?collection=starter&size=2&sort=-size")
    assert found["total"] == len(enpitsu.starter())
    assert sorted(found["counts"]["kinds"]) == KINDS
    first, second = found["puzzles"]
    assert first["rows"] * first["cols"] >= second["rows"] * second["cols"]
    assert list(found["counts"]["levels"])[:2] == ["gentle", "easy"]


def test_opening_it_again_adds_nothing(place: str, someone: Api) -> None:
    before = someone.ask("GET", "/puzzles?collection=starter")["total"]
    again = create_app(ServerConfig(store=place, jobs=1))
    with AppClient(again, base_url="http://localhost"):
        assert Api(again).ask("GET", "/puzzles?collection=starter")["total"] == before


def test_counts_tell_what_else_could_be_chosen(someone: Api) -> None:
    found = someone.ask("GET", "/puzzles?collection=starter&level=easy")
    assert len(found["counts"]["levels"]) > 1
    assert sum(found["counts"]["kinds"].values()) == found["total"]


@pytest.mark.parametrize(
    "query",
    [
        "size=0",
        "size=201",
        "size=x",
        "page=0",
        "page=99999999999999999999",
        "sort=colour",
        "state=lost",
        "text=" + "x" * 201,
        "text=" + "+".join("abcdefghijklm"),
        "least=-1",
        "what=ever",
        "page=1&page=2",
    ],
)
def test_odd_wishes_are_refused(someone: Api, query: str) -> None:
    assert someone.ask("GET", f"/puzzles?{query}", status=400)["error"]["message"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_comes_without_its_answer(someone: Api, kind: str) -> None:
    found = someone.ask("GET", f"/puzzles/{_puzzle(someone, kind)}")
    assert "position" not in found["document"]
    assert enpitsu.parse(json.dumps(found["document"])) == _starter(kind).puzzle


@pytest.mark.parametrize("number", ["0", "999999", "99999999999", "-1", "x", "%00", "1.0"])
def test_there_is_no_such_puzzle(someone: Api, number: str) -> None:
    for path in (f"/puzzles/{number}", f"/puzzles/{number}/picture", f"/puzzles/{number}/ranking"):
        assert someone.ask("GET", path, status=404)["error"]["code"] == "not-found"


def test_pictures_are_drawn_once(someone: Api) -> None:
    kind = KINDS[0]
    path = f"/puzzles/{_puzzle(someone, kind)}/picture"
    light, dark = (someone.ask("GET", f"{path}?theme={theme}") for theme in ("light", "dark"))
    assert light.text == enpitsu.render(_starter(kind).puzzle, format="svg", theme="light")
    assert dark.text != light.text
    for headers in ({"if-none-match": light.headers["etag"]}, {"if-none-match": 'W/"x", *'}):
        again = someone.client.get(PREFIX + path, headers=headers)
        assert (again.status_code, again.content) == (304, b"")
    assert light.headers["etag"] != dark.headers["etag"]
    someone.ask("GET", f"{path}?theme=pink", status=400)


def test_pictures_are_kept_for_good_under_their_version(someone: Api) -> None:
    row = next(each for each in someone.ask("GET", "/puzzles?size=200")["puzzles"])
    path = f"/puzzles/{row['id']}/picture"
    kept = someone.ask("GET", f"{path}?v={row['picture']}")
    assert "immutable" in kept.headers["cache-control"]
    for other in (path, f"{path}?v=", f"{path}?v=000000000000"):
        found = someone.ask("GET", other)
        assert found.headers["cache-control"] == "private, no-cache"
        assert found.content == kept.content
    # What a player owns may change, or be nobody else's to see.
    own = someone.ask("POST", "/puzzles", {"document": _document(KINDS[0], 3)}, 201)
    assert own["picture"] is None
    found = someone.ask("GET", f"/puzzles/{own['id']}/picture?v={row['picture']}")
    assert found.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_solved_puzzles_are_for_those_who_solved_them(
    someone: Api, another: Api, kind: str
) -> None:
    end = _solve(someone, kind)
    puzzle, starter = end["result"]["puzzle"], _starter(kind)
    path = f"/pictures?puzzles={puzzle}&solved=yes"
    bare = enpitsu.render(starter.puzzle, format="svg", theme="light")
    assert another.ask("GET", path)["pictures"][str(puzzle)] == bare
    found = someone.send("GET", path)
    assert found.headers["cache-control"] == "private, no-cache"
    assert found.json()["pictures"][str(puzzle)] != bare
    answer = enpitsu.render(starter.puzzle, starter.position, format="svg", theme="light")
    has_clues_inside = scene_of(starter.puzzle).top < 1  # a rim for lines is no room for clues
    assert (found.json()["pictures"][str(puzzle)] == answer) is has_clues_inside
    assert someone.ask("GET", f"/pictures?puzzles={puzzle}")["pictures"][str(puzzle)] == bare
    someone.ask("GET", f"{path[:-3]}no", status=400)


def test_the_next_puzzle_is_new_and_of_the_same_kind(someone: Api) -> None:
    kind = KINDS[1]
    first = _solve(someone, kind)["result"]["puzzle"]
    [found] = someone.ask("GET", f"/suggestions?after={first}")["puzzles"]
    assert (found["kind"], found["state"]) == (kind, "new")
    assert found["id"] != first
    many = someone.ask("GET", "/suggestions?count=10")["puzzles"]
    assert sorted(row["kind"] for row in many) == KINDS
    assert many[0]["kind"] == kind, "what was played last comes first"
    someone.ask("GET", "/suggestions?count=11", status=400)
    someone.ask("GET", "/suggestions?after=999999999", status=404)


def test_a_puzzle_tells_whether_others_see_it(someone: Api) -> None:
    assert someone.ask("GET", f"/puzzles/{_puzzle(someone, KINDS[0])}")["is_shared"]
    own = someone.ask("POST", "/puzzles", {"document": _document(KINDS[0], 3)}, 201)
    assert not own["is_shared"]


def test_own_puzzles_are_seen_and_removed_by_their_owner(someone: Api, another: Api) -> None:
    document = _document(KINDS[0], 3)
    row = someone.ask("POST", "/puzzles", {"document": document, "title": " My\nown "}, 201)
    assert (row["collection"], row["title"], row["is_mine"]) == ("mine", "My own", True)
    assert someone.ask("POST", "/puzzles", {"document": document, "title": "My own"}, 201) == row
    path = f"/puzzles/{row['id']}"
    assert "position" not in someone.ask("GET", path)["document"]
    assert someone.ask("GET", "/puzzles?collection=mine")["total"] == 1
    assert another.ask("GET", "/puzzles?collection=mine")["total"] == 0
    assert "mine" not in another.ask("GET", "/puzzles")["counts"]["collections"]
    # Who knows its number has nothing of that.
    another.ask("POST", "/games", {"puzzle": row["id"]}, 404)
    another.ask("DELETE", path, status=404)
    game = someone.ask("POST", "/games", {"puzzle": row["id"]})
    _save(someone, game, _put(_answer(KINDS[0], 3)[:1], 5000))
    someone.ask("DELETE", path)
    someone.ask("DELETE", path, status=404)
    assert someone.ask("GET", "/puzzles?collection=mine")["total"] == 0
    # Who plays it goes on.
    assert someone.ask("GET", f"/games/{game['id']}")["state"] == "begun"
    # Added again it is the same one.
    again = someone.ask("POST", "/puzzles", {"document": document, "title": "My own"}, 201)
    assert again == {**row, "state": "begun", "game": game["id"]}


def test_a_first_attempt_is_not_made_twice(someone: Api) -> None:
    kind, at = KINDS[0], 4
    body = {"document": _document(kind, at), "title": "Mine"}
    puzzle = someone.ask("POST", "/puzzles", body, 201)["id"]
    game = someone.ask("POST", "/games", {"puzzle": puzzle})
    assert game["is_first"]
    _save(someone, game, _put(_answer(kind, at), 5000))
    someone.ask("DELETE", f"/puzzles/{puzzle}")
    assert game["id"] not in [each["id"] for each in someone.ask("GET", "/games")["games"]]
    twin = {**body, "title": "Another name"}
    for each in (body, twin):
        again = someone.ask("POST", "/puzzles", each, 201)["id"]
        begun = someone.ask("POST", "/games", {"puzzle": again})
        assert begun["id"] == game["id"] or not begun["is_first"]
    # Its twin in the starter collection has been tried, too.
    begun = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, kind, at)})
    assert not begun["is_first"]


def test_own_puzzles_are_ranked_for_themselves_alone(app: Any, someone: Api) -> None:
    kind, at = KINDS[2], 7
    row = someone.ask("POST", "/puzzles", {"document": _document(kind, at), "title": "Own"}, 201)
    game = someone.ask("POST", "/games", {"puzzle": row["id"]})
    _save(someone, game, _put(_answer(kind, at), 60_000))
    found = someone.ask("POST", f"/games/{game['id']}/finish")
    assert (found["place"], found["is_best"]) == (1, True)
    wanted = "&".join(f"{name}={row[name]}" for name in ("kind", "rows", "cols", "level"))
    ranked = someone.ask("GET", f"/ranking?{wanted}")["ranking"]
    assert found["result"]["id"] not in [each["result"]["id"] for each in ranked]
    own = someone.ask("GET", f"/puzzles/{row['id']}/ranking")["ranking"]
    assert found["result"]["id"] in [each["result"]["id"] for each in own]
    # Its twin in the starter collection tells others nothing of it.
    twin = f"/puzzles/{_puzzle(someone, kind, at)}/ranking"
    others = Api(app).ask("GET", twin)["ranking"]
    assert found["result"]["id"] not in [each["result"]["id"] for each in others]


def test_what_belongs_to_all_is_not_removed(someone: Api) -> None:
    someone.ask("DELETE", f"/puzzles/{_puzzle(someone, KINDS[0])}", status=404)
    for name in ("starter", "daily", "daily ", "\u3000Daily\n", "a#b", " "):
        body = {"document": _document(KINDS[0]), "collection": name}
        assert someone.ask("POST", "/puzzles", body, 400)["error"]["message"]


def test_large_puzzles_are_not_kept(someone: Api) -> None:
    blank = Document(puzzle=find_kind("yajilin").blank(101, 101))
    body = {"document": json.loads(enpitsu.dump(blank, "json"))}
    someone.ask("POST", "/puzzles", body, 413)


def test_what_says_that_it_is_too_large_is_not_read(someone: Api) -> None:
    document = {"enpitsu": 1, "kind": KINDS[0], "puzzle": {"rows": 10**6, "cols": 10**6}}
    someone.ask("POST", "/puzzles", {"document": document}, 413)
    document["puzzle"] = {"rows": True, "cols": []}
    someone.ask("POST", "/puzzles", {"document": document}, 400)


# --- games ---------------------------------------------------------------------------------------


def test_a_game_is_taken_up_where_it_was_left(someone: Api) -> None:
    kind = KINDS[0]
    puzzle = _puzzle(someone, kind)
    game = someone.ask("POST", "/games", {"puzzle": puzzle})
    assert (game["revision"], game["state"], game["log"], game["ui"]) == (0, "begun", [], {})
    assert "position" not in game["document"]
    assert someone.ask("GET", "/games")["games"] == []
    event = _put(_answer(kind)[:2])
    assert _save(someone, game, event, ui={"zoom": 2})["revision"] == 1
    again = someone.ask("POST", "/games", {"puzzle": puzzle})
    assert again["id"] == game["id"]
    assert (again["log"], again["ui"], again["elapsed"]) == ([event], {"zoom": 2}, 1000)
    [short] = someone.ask("GET", "/games")["games"]
    assert (short["id"], short["events"], short["puzzle"]["state"]) == (game["id"], 1, "begun")
    assert someone.ask("GET", "/puzzles?state=begun")["puzzles"][0]["game"] == game["id"]


def test_two_tabs_do_not_overwrite_each_other(someone: Api) -> None:
    kind = KINDS[0]
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, kind)})
    one, other = (_put([fact]) for fact in _answer(kind)[:2])
    assert _save(someone, game, one) == {"revision": 1}
    # The same once more, because the answer got lost.
    assert _save(someone, game, one) == {"revision": 1}
    error = _save(someone, game, other, status=409)["error"]
    assert (error["code"], error["where"]) == ("conflict", {"revision": 1})
    assert _save(someone, {**game, "revision": 1}, other) == {"revision": 2}


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"t": -1, "put": [], "take": [], "by": "hand"},
        {"t": 1, "put": ["r99c99 shaded"], "take": [], "by": "hand"},
        {"t": 1, "put": ["nonsense"], "take": [], "by": "hand"},
        {"t": 1, "put": [], "take": [], "by": "magic"},
        {"t": 1, "note": "gossip"},
        {"t": 1, "note": "check", "more": 1},
    ],
)
def test_wrong_events_are_refused(someone: Api, event: Any) -> None:
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, "yajilin")})
    body = {"revision": 0, "events": [event], "elapsed": 10}
    assert someone.ask("PATCH", f"/games/{game['id']}", body, 400)["error"]["message"]
    assert someone.ask("GET", f"/games/{game['id']}")["revision"] == 0


def test_a_save_that_is_sent_again_is_the_same(someone: Api) -> None:
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, KINDS[0])})
    saves: list[Any] = [
        {"events": [], "elapsed": 5, "ui": {"zoom": 2}},
        {"events": [{"t": 7, "note": "hint", "stage": 1}], "elapsed": 7},
        {"events": [], "elapsed": 9},
        {"events": [_put([], 10), {"t": 11, "note": "check", "live": False}], "elapsed": 11},
    ]
    for revision, each in enumerate(saves):
        for more in ({}, {}, {"elapsed": each["elapsed"] + 1000}):
            body = {"revision": revision, **each, **more}
            found = someone.ask("PATCH", f"/games/{game['id']}", body)
            assert found["revision"] == revision + 1, (revision, more)
        other = {"revision": revision, "events": [], "elapsed": 2000, "ui": {"zoom": 3}}
        someone.ask("PATCH", f"/games/{game['id']}", other, 409)
    assert len(someone.ask("GET", f"/games/{game['id']}")["log"]) == 3


def test_a_game_is_judged_in_another_process(someone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, KINDS[0], 8)})
    _save(someone, game, _put(_answer(KINDS[0], 8)))
    monkeypatch.setattr(score, "check", lambda *_: pytest.fail("in this process"))
    assert someone.ask("POST", f"/games/{game['id']}/finish")["solved"]
    # Ended once, it is told again.
    assert someone.ask("POST", f"/games/{game['id']}/finish")["result"] is not None


def test_a_game_has_so_many_moves(someone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, KINDS[0])})
    fact = _answer(KINDS[0])[:1]
    monkeypatch.setattr(events, "MAX_FACTS", 3)
    _save(someone, game, _put(fact), _put(fact))
    game["revision"] += 1
    found = _save(someone, game, _put(fact), _put(fact), status=400)
    assert "at most 3 facts" in found["error"]["message"]


def test_a_puzzle_is_read_in_another_process(someone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "fingerprint", lambda *_: pytest.fail("in this process"))
    someone.ask("POST", "/puzzles", {"document": _document(KINDS[0])}, 201)


def test_games_of_others_are_not_there(someone: Api, another: Api) -> None:
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, KINDS[0])})
    path = f"/games/{game['id']}"
    another.ask("GET", path, status=404)
    another.ask("POST", f"{path}/finish", status=404)
    another.ask("POST", f"{path}/give-up", status=404)
    _save(another, game, _put(_answer(KINDS[0])), status=404)


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_solved_is_solved(someone: Api, kind: str) -> None:
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, kind)})
    _save(someone, game, _put(_answer(kind)[:3]))
    found = someone.ask("POST", f"/games/{game['id']}/finish")
    assert (found["solved"], found["result"]) == (False, None)
    assert found["reason"]
    body = {"revision": 1, "events": [_put(_answer(kind)[3:], 5000)], "elapsed": 9000}
    someone.ask("PATCH", f"/games/{game['id']}", body)
    found = someone.ask("POST", f"/games/{game['id']}/finish")
    assert (found["solved"], found["is_best"]) == (True, True)
    assert found["result"]["seconds"] == 5  # of the last move, not of when it was noticed
    assert found["result"]["is_clean"]
    assert found["result"]["puzzle"] == game["puzzle"]["id"]
    # Once more, because the answer got lost.
    assert someone.ask("POST", f"/games/{game['id']}/finish") == found
    assert _save(someone, {**game, "revision": 2}, status=409)["error"]["code"] == "game-over"
    assert someone.ask("GET", f"/puzzles/{game['puzzle']['id']}")["state"] == "solved"


def test_who_is_shown_the_answer_has_no_result(someone: Api) -> None:
    kind = KINDS[0]
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, kind)})
    _save(someone, game, {"t": 1, "note": "solve"}, _put(_answer(kind), 2, "solve"))
    for _ in range(2):
        found = someone.ask("POST", f"/games/{game['id']}/finish")
        assert (found["solved"], found["result"]) == (True, None)
        assert "shown" in found["reason"]
    assert someone.ask("GET", "/results")["total"] == 0


def test_giving_up_ends_a_game(someone: Api) -> None:
    puzzle = _puzzle(someone, KINDS[0])
    game = someone.ask("POST", "/games", {"puzzle": puzzle})
    _save(someone, game, _put(_answer(KINDS[0])[:1]))
    assert someone.ask("POST", f"/games/{game['id']}/give-up") == {}
    assert someone.ask("GET", f"/games/{game['id']}")["state"] == "given-up"
    assert someone.ask("POST", f"/games/{game['id']}/finish")["solved"] is False
    again = someone.ask("POST", "/games", {"puzzle": puzzle})
    assert (again["id"] == game["id"], again["is_first"]) == (False, False)


# --- results -------------------------------------------------------------------------------------


def test_results_are_ranked_and_watched_again(someone: Api, another: Api) -> None:
    kind, at = "satogaeri", 5
    someone.ask("PATCH", "/me", {"name": "Aki"})
    slow, quick = _solve(someone, kind, at, 90), _solve(another, kind, at, 30)
    assert (slow["place"], quick["place"]) == (1, 1)
    assert (slow["players"], quick["players"]) == (1, 2)
    puzzle = _puzzle(someone, kind, at)
    ranking = someone.ask("GET", f"/puzzles/{puzzle}/ranking")["ranking"]
    assert [(each["place"], each["is_me"]) for each in ranking] == [(1, False), (2, True)]
    assert ranking[1]["name"] == "Aki"
    row = someone.ask("GET", f"/puzzles/{puzzle}")
    query = "&".join(f"{name}={row[name]}" for name in ("kind", "rows", "cols", "level"))
    assert len(someone.ask("GET", f"/ranking?{query}")["ranking"]) == 2
    wanted = {name: row[name] for name in ("kind", "rows", "cols", "level")}
    assert wanted in someone.ask("GET", "/ranking/classes")["classes"]
    [point] = someone.ask("GET", f"/results/progress?{query}")["points"]
    assert (point["seconds"], point["best"]) == (90, 90)
    [best] = someone.ask("GET", "/results/bests")["results"]
    [mine] = someone.ask("GET", "/results")["results"]
    assert best == mine == slow["result"]
    replay = another.ask("GET", f"/replays/{mine['id']}")
    assert (replay["name"], replay["result"]) == ("Aki", mine)
    assert replay["log"] == [_put(_answer(kind, at), 90_000)]
    assert "position" not in replay["document"]
    file = someone.ask("GET", "/results/table")
    assert file.headers["content-disposition"].startswith("attachment")
    lines = list(csv.DictReader(file.content.decode("utf-8-sig").splitlines()))
    assert [line["total"] for line in lines] == ["90.000"]


def test_results_come_in_pages(someone: Api) -> None:
    for at in range(3):
        _solve(someone, "nonogram", at)
    found = someone.ask("GET", "/results?page=2&size=2")
    assert (len(found["results"]), found["pages"], found["total"]) == (1, 2, 3)
    # What all of them come to, whatever page it is.
    assert (found["clean"], found["seconds"]) == (3, 180.0)
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, "nonogram", 3)})
    _save(someone, game, {"t": 1, "note": "check"}, _put(_answer("nonogram", 3), 30_000))
    someone.ask("POST", f"/games/{game['id']}/finish")
    found = someone.ask("GET", "/results?page=9")
    assert (found["total"], found["clean"], found["seconds"]) == (4, 3, 210.0)
    someone.ask("GET", "/results?size=9999", status=400)
    someone.ask("GET", "/ranking?kind=nonogram", status=400)
    for number in ("0", "x", "999999999"):
        someone.ask("GET", f"/replays/{number}", status=404)


def test_all_players_are_ranked(app: Any, someone: Api, another: Api) -> None:
    before = someone.ask("GET", "/ranking/players")
    assert (before["me"], before["my_page"]) == (None, None)
    someone.ask("PATCH", "/me", {"name": "<i>"})
    kind, other = KINDS[:2]
    mine = _solve(someone, kind, 0, 30)["result"]
    _solve(another, kind, 0, 90)
    _solve(another, other, 0, 90)
    players = someone.ask("GET", f"/ranking/players?kind={kind}")["players"]
    [first] = [each for each in players if each["is_me"]]
    assert (first["name"], first["points"]) == ("<i>", mine["points"])
    second = another.ask("GET", f"/ranking/players?kind={kind}")["me"]
    assert second["points"] < first["points"]
    assert {**second, "is_me": False} in players
    assert "player" not in first
    overall = another.ask("GET", "/ranking/players")
    assert (overall["me"]["solved"], overall["me"]["clean"]) == (2, 2)
    assert overall["players"][overall["me"]["place"] - 1] == overall["me"]
    [counted] = someone.ask("GET", "/results/points")["results"]
    assert counted == {"result": mine, "counts": mine["points"]}
    points = another.ask("GET", f"/results/points?kind={other}")["results"]
    assert [each["result"]["kind"] for each in points] == [other]
    # Whoever is nobody sees the ranking, too, page by page; and no strange question breaks it.
    nobody = Api(app)
    small = nobody.ask("GET", "/ranking/players?size=1&page=2")
    assert (small["page"], small["pages"], small["me"]) == (2, small["total"], None)
    assert nobody.ask("GET", "/ranking/players?kind=nothing&page=9")["players"] == []
    for wrong in ("page=0", "size=0", "size=999", "page=x", "kind=" + "x" * 101, "what=1"):
        nobody.ask("GET", f"/ranking/players?{wrong}", status=400)


def test_a_level_that_a_player_claims_brings_no_points(someone: Api) -> None:
    document = {**_document(KINDS[0], 1), "meta": {"level": "extreme"}}
    own = someone.ask("POST", "/puzzles", {"document": document}, 201)
    assert own["level"] == "extreme"
    there = someone.ask("GET", "/ranking/players")["me"]
    game = someone.ask("POST", "/games", {"puzzle": own["id"]})
    _save(someone, game, _put(_answer(KINDS[0], 1), 1000))
    result = someone.ask("POST", f"/games/{game['id']}/finish")["result"]
    assert (result["is_first"], result["points"]) == (True, None)
    assert someone.ask("GET", "/ranking/players")["me"] == there


# --- the puzzle of the day -----------------------------------------------------------------------


def test_there_is_a_puzzle_of_the_day(someone: Api) -> None:
    today = datetime.now(UTC).date()
    found = someone.ask("GET", f"/daily?date={today}")
    assert found["date"] == str(today)
    plan, row = plan_of(today), found["puzzle"]
    assert (row["kind"], row["rows"], row["cols"]) == (plan.kind, plan.rows, plan.cols)
    assert (row["collection"], row["title"], row["level"]) == ("daily", str(today), plan.level)
    assert someone.ask("GET", "/daily") == found
    days = someone.ask("GET", f"/daily/list?date={today}")["days"]
    assert len(days) == 30
    assert (days[0]["puzzle"], days[0]["date"]) == (row, str(today))
    assert days[1]["kind"] != days[0]["kind"]


def test_days_in_a_row_are_told(someone: Api, another: Api) -> None:
    none = {"current": 0, "best": 0, "days": []}
    today = datetime.now(UTC).date()
    row = someone.ask("GET", f"/daily?date={today}")["puzzle"]
    assert someone.ask("GET", f"/daily/streak?date={today}") == none
    document = someone.ask("GET", f"/puzzles/{row['id']}")["document"]
    puzzle = enpitsu.parse(json.dumps(document))
    facts = list(map(str, enpitsu.solve(puzzle).solutions[0].position))
    game = someone.ask("POST", "/games", {"puzzle": row["id"]})
    _save(someone, game, _put(facts, 60_000), elapsed=60_000)
    end = someone.ask("POST", f"/games/{game['id']}/finish")
    assert (end["place"], end["players"]) == (1, 1)
    expected = {"current": 1, "best": 1, "days": [str(today)]}
    assert someone.ask("GET", f"/daily/streak?date={today}") == expected
    assert another.ask("GET", f"/daily/streak?date={today}") == none


def test_days_are_made_ahead_and_one_that_fails_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = datetime.now(UTC).date()
    there, tried = {today.isoformat()}, []
    shelf = SimpleNamespace(find_titled=lambda _, title: 1 if title in there else None)
    database = SimpleNamespace(check_writable=lambda: None)
    repositories = SimpleNamespace(shelf=shelf, store=SimpleNamespace(database=database))

    async def do(fn: Any) -> Any:
        return fn(repositories)

    async def make(_: Any, plan: Any) -> None:
        tried.append(plan.day)
        if plan.day > today and tried.count(plan.day) == 1:
            raise TooLarge("no luck")
        there.add(plan.day.isoformat())

    async def wait(_: float) -> None:
        if len(there) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(daily_routes, "_make", make)
    monkeypatch.setattr(asyncio, "sleep", wait)

    async def run() -> None:
        library = SimpleNamespace(do=do)
        server: Any = SimpleNamespace(library=library, making_daily=asyncio.Lock())
        with pytest.raises(asyncio.CancelledError):
            await daily_routes.make_days_ahead(server)

    asyncio.run(run())
    day = timedelta(days=1)
    assert tried == [today + day, today - day, today + day]


def test_days_have_their_own_puzzles_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DAYS, WEEK)
    monday = date(2026, 11, 16)
    plans = [plan_of(monday + timedelta(days=number)) for number in range(21)]
    assert len({(plan.kind, plan.level, plan.rows) for plan in plans}) == 21
    quota = ServerConfig().quota
    assert make_daily(plans[0], quota) == make_daily(plans[0], quota)


@pytest.mark.parametrize("text", ["", "x", "2026-13-01", "1999-01-01", "9999-12-31", "20261116"])
def test_odd_days_are_refused(someone: Api, text: str) -> None:
    for path in ("/daily", "/daily/list", "/daily/streak"):
        assert someone.ask("GET", f"{path}?date={text}", status=400)["error"]["message"]


# --- rules and trials ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_rules_are_shown_kept_and_broken(someone: Api, kind: str) -> None:
    found = someone.ask("GET", f"/rules/{kind}?language=ja")
    assert found["sentences"][0] != find_kind(kind).how_to_play[0]
    found = someone.ask("GET", f"/rules/{kind}")
    assert found["sentences"] == list(find_kind(kind).how_to_play)
    examples = found["examples"]
    assert [example["is_right"] for example in examples[:2]] == [True, True]
    for example in examples:
        codes = {each["code"] for each in example["violations"]}
        assert codes == (set() if example["is_right"] else {example["code"]})
        assert "position" not in example["document"]
        assert example["is_right"] or example["sentence"] in find_kind(kind).violations.values()
    wrong = [example["code"] for example in examples[2:]]
    assert len(set(wrong)) == len(wrong) >= 3


def test_there_are_no_rules_of_what_is_not_played(someone: Api) -> None:
    assert "unknown kind" in someone.ask("GET", "/rules/chess", status=400)["error"]["message"]
    someone.ask("GET", f"/rules/{KINDS[0]}?language=tlh", status=400)


@pytest.mark.parametrize("kind", KINDS)
def test_a_trial_dies_of_its_first_wrong_fact(someone: Api, kind: str) -> None:
    puzzle = _document(kind)
    right = [str(fact) for fact in _starter(kind).position if fact.holds][:3]
    wrong = str(enpitsu.position.parse_fact(right[2]).opposite)
    body = {"puzzle": puzzle, "position": [right[0]], "facts": [right[1], wrong]}
    found = someone.ask("POST", "/refute-assumption", body)
    assert (found["finding"], found["fact"]) == ("dies", wrong)
    told, close = [step["text"] for step in found["steps"]], _join(found["close"])
    assert found["text"] == " ".join([*told, close]).strip()
    assert ("Suppose" in told[0]) != close.startswith("But in the trial ")
    body = {**body, "facts": right[1:]}
    found = someone.ask("POST", "/refute-assumption", body)
    assert (found["finding"], found["fact"], found["steps"]) == ("alive", None, [])
    someone.ask("POST", "/refute-assumption", {**body, "facts": ["r99c99 shaded"]}, 400)


@pytest.mark.parametrize("kind", KINDS)
def test_a_trial_on_a_wrong_board_tells_so(someone: Api, kind: str) -> None:
    puzzle = _document(kind)
    right, *others = [str(fact) for fact in _starter(kind).position if fact.holds][:4]
    wrong = str(enpitsu.position.parse_fact(right).opposite)
    for position, is_right in (([], True), (others[:2], True), ([wrong], False)):
        body = {"puzzle": puzzle, "position": position, "facts": others[:1]}
        assert someone.ask("POST", "/refute-assumption", body)["is_board_right"] == is_right


def test_a_trial_that_no_short_story_refutes_is_closed_by_its_own_fact(someone: Api) -> None:
    puzzle, document = _document("yajilin"), _starter("yajilin")
    body = {"puzzle": puzzle, "position": [], "language": "en"}
    closed = []
    for fact in [str(each.opposite) for each in document.position if each.holds]:
        found = someone.ask("POST", "/refute-assumption", {**body, "facts": [fact]})
        assert (found["finding"], found["fact"]) == ("dies", fact)
        assert found["steps"], "why is always told"
        if found["close"]:
            closed.append((fact, found))
            break
    fact, found = closed[0]
    close = _join(found["close"])
    assert close.startswith("But in the trial ")
    assert found["text"].endswith(close)
    assert str(enpitsu.position.parse_fact(fact).opposite) in found["steps"][-1]["facts"]
    asked = {**body, "facts": [fact], "language": "ja"}
    found = someone.ask("POST", "/refute-assumption", asked)
    assert _join(found["close"]).startswith("しかし仮置きでは")
    assert fact.split()[0] in [run.get("place") for run in found["close"]]


def _join(runs: list[dict[str, str]]) -> str:
    return "".join(run["text"] for run in runs)


def test_a_trial_of_a_puzzle_with_several_answers(someone: Api) -> None:
    # Each of them can be shaded in some answer, but not two that touch.
    blank = Document(puzzle=find_kind("yajilin").blank(2, 3))
    puzzle = json.loads(enpitsu.dump(blank, "json"))
    facts = ["r1c1 shaded", "r2c3 shaded", "r1c2 shaded"]
    found = someone.ask(
        "POST", "/refute-assumption", {"puzzle": puzzle, "position": [], "facts": facts}
    )
    assert found["finding"] == "dies"
    assert found["fact"] in facts


# --- words and prices ----------------------------------------------------------------------------


def test_words_and_prices(someone: Api) -> None:
    english, japanese = (
        someone.ask("GET", f"/words/{language}")["texts"] for language in ("en", "ja")
    )
    # A language without a plural may have one form for one and many.
    assert english.keys() - japanese.keys() <= {name for name in english if name.endswith(".one")}
    assert japanese.keys() <= english.keys()
    someone.ask("GET", "/words/tlh", status=404)
    assert someone.ask("GET", "/prices")["prices"]["reason"] > 0


# --- bounds --------------------------------------------------------------------------------------


def test_a_stranger_cannot_fill_the_library(someone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    someone.ask("POST", "/games", {"puzzle": _puzzle(someone, KINDS[0], 1)})
    monkeypatch.setattr(games, "MOST_GAMES", 1)
    # A game without a move makes room for another.
    game = someone.ask("POST", "/games", {"puzzle": _puzzle(someone, KINDS[0], 2)})
    _save(someone, game, _put(_answer(KINDS[0], 2)[:1]))
    body = {"puzzle": _puzzle(someone, KINDS[0], 3)}
    assert someone.ask("POST", "/games", body, 409)["error"]["code"] == "full"
    monkeypatch.setattr(shelf, "MOST_OWN", 0)
    own = {"document": _document(KINDS[0])}
    assert someone.ask("POST", "/puzzles", own, 409)["error"]["code"] == "full"


def test_a_full_library_takes_nothing_more(place: str) -> None:
    app = create_app(ServerConfig(store=place, jobs=1, library_bytes=1000))
    with AppClient(app, base_url="http://localhost"):
        api = Api(app)
        api.ask("GET", "/me")
        for method, path, body in (
            ("PATCH", "/me", {"name": "Aki"}),
            ("POST", "/games", {"puzzle": 1}),
            ("GET", "/me/key", None),
        ):
            assert api.ask(method, path, body, 409)["error"]["code"] == "full"
        assert api.ask("GET", "/puzzles")["total"] > 0


@only_sqlite
def test_a_disk_is_not_filled_to_the_brim(place: str) -> None:
    app = create_app(ServerConfig(store=place, jobs=1, spare_bytes=10**18))
    with AppClient(app, base_url="http://localhost"):
        api = Api(app)
        api.ask("GET", "/me")
        error = api.ask("POST", "/games", {"puzzle": 1}, 409)["error"]
        assert (error["code"], "disk" in error["message"]) == ("full", True)


def test_a_library_that_cannot_be_opened_is_told_without_its_place(tmp_path: Path) -> None:
    spoiled = tmp_path / "secret.db"
    spoiled.write_bytes(b"this is no database at all" * 100)
    app = create_app(ServerConfig(store=str(spoiled), jobs=1))
    with AppClient(app, base_url="http://localhost"):
        found = Api(app).ask("GET", "/me", status=503)
        assert found["error"]["code"] == "library"
        assert "secret" not in found["error"]["message"]
        assert Api(app).ask("GET", "/prices")


def test_a_library_of_a_newer_enpitsu_is_told_without_its_place(
    database: Folder | Cluster,
) -> None:
    with database.new_library(migrated) as place:
        with open_store(place) as store, store.database.writing() as connection:
            connection.execute(text("UPDATE enpitsu_version SET version_num = '9999'"))
        app = create_app(ServerConfig(store=place, jobs=1))
        with AppClient(app, base_url="http://localhost"):
            message = Api(app).ask("GET", "/me", status=503)["error"]["message"]
        assert "library.db" not in message
        assert "postgresql" not in message


# --- all of it -----------------------------------------------------------------------------------


def test_every_route_answers_as_it_is_described(app: Any) -> None:
    api, kind = Api(app), KINDS[0]
    technique = enpitsu.course(kind).exercised[0].technique
    key = [api.ask("GET", "/me"), api.ask("GET", "/me/key")["key"]][1]
    api.ask("PUT", "/me/key", {"key": key})
    api.ask("PATCH", "/me", {"name": "All"})
    result = _solve(api, kind)["result"]
    game = api.ask("POST", "/games", {"puzzle": result["puzzle"]})
    own = api.ask("POST", "/puzzles", {"document": _document(kind)}, 201)["id"]
    draft = _draft(api, kind)
    wanted = f"kind={kind}&rows={result['rows']}&cols={result['cols']}&level={result['level']}"
    for path in (
        f"/puzzles/{own}",
        f"/puzzles/{own}/picture",
        f"/pictures?puzzles={own}.{result['puzzle']}",
        f"/puzzles/{own}/ranking",
        "/drafts",
        f"/drafts/{draft}",
        f"/drafts/{draft}/picture",
        "/daily",
        "/daily/list",
        "/starter",
        f"/starter/{kind}",
        "/daily/streak",
        "/suggestions?count=3",
        f"/suggestions?after={result['puzzle']}",
        "/ranking/classes",
        "/games",
        f"/games/{game['id']}",
        "/results",
        "/results/bests",
        f"/results/progress?{wanted}",
        "/results/table",
        f"/ranking?{wanted}",
        f"/ranking/players?kind={kind}",
        "/results/points",
        f"/replays/{result['id']}",
        f"/rules/{kind}",
        "/school",
        f"/school/{kind}?theme=dark",
        f"/school/{kind}/{technique}",
        "/words/ja",
        "/prices",
        "/openapi.json",
        "/me/storage",
        "/me/export",
    ):
        api.ask("GET", path)
    exercise = {"seed": api.ask("POST", f"/school/{kind}/{technique}/exercise", {})["seed"]}
    for what in ("hint", "answer"):
        api.ask("POST", f"/school/{kind}/{technique}/{what}", {**exercise, "facts": []})
    api.ask("POST", f"/games/{game['id']}/give-up")
    api.ask("DELETE", f"/puzzles/{own}")
    token = api.ask("POST", f"/drafts/{draft}/link", {"puzzle": _document(kind)})["token"]
    solver = Api(app)
    solver.ask("GET", "/me")
    test = solver.ask("POST", f"/test/{token}")["game"]
    solver.ask("POST", f"/games/{test}/comments", {"text": "Nice"})
    for path in ("solvers", "mistakes"):
        api.ask("GET", f"/drafts/{draft}/{path}")
    api.ask("DELETE", f"/drafts/{draft}/link")
    api.seen |= solver.seen
    api.ask("DELETE", f"/drafts/{draft}")
    api.ask("DELETE", "/me/moves")
    api.ask("POST", "/me/key")
    api.ask("DELETE", "/me")
    api.ask("DELETE", "/me/key")
    kept = {route.name for route in ROUTES if route.group not in TASK_GROUPS}
    assert kept <= api.seen


def _draft(api: Api, kind: str) -> str:
    """A draft that was changed, tested and published."""
    document = _document(kind)
    puzzle = enpitsu.parse(json.dumps(document))
    sheet = {"kind": kind, "rows": puzzle.rows, "cols": puzzle.cols, "facts": []}
    content = {"sheet": sheet, "document": document, "meta": {}, "past": []}
    draft = api.ask("POST", "/drafts", {"content": content}, 201)["id"]
    api.ask("PUT", f"/drafts/{draft}", {"revision": 0, "content": content})
    for what in ("test", "publish"):
        api.ask("POST", f"/drafts/{draft}/{what}", {"puzzle": document})
    return str(draft)


# --- random requests -----------------------------------------------------------------------------


def _value(random: Random, schema: Any, parts: Any = None) -> Any:
    """Something that fits a schema, or, one time in six, does not."""
    if random.random() < 1 / 6:
        return random.choice([None, True, -1, 10**30, 1.5, "", "\ud800", "x" * 300, [], {}, [[]]])
    parts = schema["components"]["schemas"] if parts is None else parts
    if "$ref" in schema:
        return _value(random, parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema:
        return _value(random, random.choice(schema["anyOf"]), parts)
    if "enum" in schema:
        return random.choice(schema["enum"])
    sort = schema.get("type", "null")
    if sort == "object":
        known = schema.get("properties", {})
        chosen = [
            name for name in known if name in schema.get("required", ()) or random.random() < 0.5
        ]
        return {name: _value(random, known[name], parts) for name in chosen}
    if sort == "array":
        return [_value(random, schema.get("items", {}), parts) for _ in range(random.randint(0, 3))]
    plain: dict[str, Callable[[], Any]] = {
        "string": lambda: random.choice(["", "yajilin", "easy", "ü", "r1c1 shaded", "\0", "%"]),
        "integer": lambda: random.choice([0, 1, 2, 5, schema.get("maximum", 10)]),
        "number": lambda: random.random(),
        "boolean": lambda: random.random() < 0.5,
        "null": lambda: None,
    }
    return plain[sort]()


def _text(value: Any) -> str:
    found = value if isinstance(value, str) else json.dumps(value)
    return found.encode("utf-8", "replace").decode()


def test_random_requests_never_break_the_server(app: Any) -> None:
    random, api = Random("web games"), Api(app)
    api.ask("GET", "/me")
    key = api.ask("GET", "/me/key")["key"]
    game = api.ask("POST", "/games", {"puzzle": 1})["id"]
    draft = _draft(api, KINDS[0])
    parts = {"kind": KINDS, "language": ["en", "ja"]}
    routes = [route for route in ROUTES if route.group not in TASK_GROUPS]
    # Those that end players and keys last.
    for route in sorted(routes, key=lambda route: route.group == "players"):
        for _ in range(12):
            usual = parts | {"id": [game, draft, "1", "2"], "result": ["1", "2"]}
            usual["token"] = ["x" * 22]
            usual["technique"] = [each.technique for each in enpitsu.course(KINDS[0]).exercised]
            odd = ["x", "0", "%ff", "%00", "..%2f", "9" * 30, "é"]
            path = re.sub(
                r"\{(\w+)\}",
                lambda part: random.choice(usual[part[1]] if random.random() < 0.7 else odd),  # noqa: B023
                route.path,
            )
            query = _value(random, schema_of(route.query)) if route.query else {}
            named = query if isinstance(query, dict) else {"x": query}
            pairs = {name: _text(value) for name, value in named.items()}
            body = None if route.asks is None else _value(random, schema_of(route.asks))
            found = api.client.request(
                route.method,
                PREFIX + path,
                params=pairs,
                content=None if body is None else json.dumps(body),
                headers={"content-type": "application/json"} if route.asks else {},
            )
            asked = (route.method, path, pairs, body)
            assert found.status_code < 500, (asked, found.text)
            if "%2f" not in path:
                api.check(route.method, path, found)
            if found.status_code >= 400:
                assert found.json()["error"]["message"], asked
            api.client.cookies.clear()
            if api.client.put(f"{PREFIX}/me/key", json={"key": key}).status_code == 404:
                api.ask("GET", "/me")
                key = api.ask("GET", "/me/key")["key"]


def test_lists_tell_the_variant_of_a_puzzle(someone: Api) -> None:
    [read] = someone.ask("POST", "/read", {"text": OUTSIDE})["documents"]
    kept = someone.ask("POST", "/puzzles", {"document": read["document"]}, status=201)
    assert kept["variants"] == ["outside"]
    mine = someone.ask("GET", "/puzzles?collection=mine&kind=yajilin")["puzzles"]
    assert [row["variants"] for row in mine if row["id"] == kept["id"]] == [["outside"]]
    usual = someone.ask("GET", "/puzzles?collection=starter&kind=yajilin")["puzzles"]
    assert usual
    assert not any(row["variants"] for row in usual)
