"""Test solvers on the server: the link of a draft, the games that come of it, what is told of
them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from enpitsu.web import ServerConfig, create_app
from tests.client import AppClient
from tests.library import Folder, with_starter
from tests.postgres import Cluster
from tests.web.test_games import Api

pytest.importorskip("sqlalchemy")

from tests.web.test_drafts import KINDS, create, data_of, new_player, solve_game, starter

KIND = KINDS[-1]


@pytest.fixture(scope="module")
def app(database: Folder | Cluster) -> Iterator[Any]:
    with database.new_library(with_starter) as place:
        found = create_app(ServerConfig(store=place, jobs=1, most_players_each=10_000))
        with AppClient(found, base_url="http://localhost"):
            yield found


@pytest.fixture
def author(app: Any) -> Api:
    return new_player(app)


@pytest.fixture
def solver(app: Any) -> Api:
    return new_player(app)


def shared(author: Api, at: int = 0) -> tuple[str, str]:
    """A draft, and the token of its link."""
    draft = create(author, KIND, at)["id"]
    body = {"puzzle": data_of(starter(KIND, at))}
    return f"/drafts/{draft}", author.ask("POST", f"/drafts/{draft}/link", body)["token"]


def test_a_draft_is_tested_by_others(author: Api, solver: Api) -> None:
    draft, token = shared(author)
    assert author.ask("GET", f"{draft}/solvers") == {"token": token, "solvers": []}
    game = solver.ask("POST", f"/test/{token}")["game"]
    assert solver.ask("POST", f"/test/{token}")["game"] == game, "it goes on"
    found = solver.ask("GET", f"/games/{game}")
    assert (found["draft"], found["is_asked"]) == (None, True)
    assert solver.ask("GET", "/games")["games"] == [], "it is in no list"
    solver.ask("POST", f"/games/{game}/comments", {"text": "A nice opening"})
    [row] = author.ask("GET", f"{draft}/solvers")["solvers"]
    assert (row["state"], row["is_same"]) == ("begun", True)
    assert [each["text"] for each in row["comments"]] == ["A nice opening"]
    end = solve_game(solver, game, KIND, 0, seconds=42)
    assert (end["solved"], end["place"]) == (True, None), "it is in no ranking"
    [row] = author.ask("GET", f"{draft}/solvers")["solvers"]
    assert (row["state"], row["hints"]) == ("solved", 0)
    assert row["seconds"] >= 42
    assert author.ask("GET", draft)["tests"] == [], "these are the author's own"


def test_where_solvers_went_wrong(author: Api, solver: Api, app: Any) -> None:
    draft, token = shared(author)
    [right, *_] = sorted(starter(KIND).position.facts, key=str)
    wrong = {"t": 5, "put": [f"{right.slot} not {right.value}"], "take": [], "by": "hand"}
    solved = {"t": 9, "put": [str(right)], "take": [], "by": "hand"}
    for each, events in ((solver, [wrong, solved]), (new_player(app), [solved])):
        game = each.ask("POST", f"/test/{token}")["game"]
        each.ask("PATCH", f"/games/{game}", {"revision": 0, "events": events, "elapsed": 10})
    found = author.ask("GET", f"{draft}/mistakes")
    assert found == {"mistakes": [{"place": str(right.slot), "games": 1}]}


def test_the_link_follows_its_author_alone(author: Api, solver: Api) -> None:
    draft, token = shared(author)
    first = solver.ask("POST", f"/test/{token}")["game"]
    body = {"puzzle": data_of(starter(KIND, 1))}
    assert author.ask("POST", f"{draft}/link", body) == {"token": token}
    second = solver.ask("POST", f"/test/{token}")["game"]
    assert first != second, "it leads to the sheet as it is now"
    for method, path in (
        ("GET", "solvers"),
        ("GET", "mistakes"),
        ("DELETE", "link"),
    ):
        solver.ask(method, f"{draft}/{path}", status=404)
    solver.ask("POST", f"{draft}/link", body, 404)
    author.ask("DELETE", f"{draft}/link")
    solver.ask("POST", f"/test/{token}", status=404)
    assert solver.ask("GET", f"/games/{second}")["state"] == "begun", "games go on"
    solver.ask("POST", "/test/nothing", status=404)


def test_comments_are_for_tests_only_and_few(author: Api, solver: Api, app: Any) -> None:
    _, token = shared(author)
    game = solver.ask("POST", f"/test/{token}")["game"]
    author.ask("POST", f"/games/{game}/comments", {"text": "mine?"}, 404)
    for text in ("", "x" * 1001):
        solver.ask("POST", f"/games/{game}/comments", {"text": text}, 400)
    for at in range(20):
        solver.ask("POST", f"/games/{game}/comments", {"text": f"{at}\nlines"})
    solver.ask("POST", f"/games/{game}/comments", {"text": "one more"}, 409)
    other = solver.ask("GET", "/puzzles?size=1")["puzzles"][0]["id"]
    usual = solver.ask("POST", "/games", {"puzzle": other})["id"]
    solver.ask("POST", f"/games/{usual}/comments", {"text": "to whom?"}, 404)


def test_a_draft_that_goes_takes_its_link_along(author: Api, solver: Api) -> None:
    draft, token = shared(author)
    solver.ask("POST", f"/test/{token}")
    author.ask("DELETE", draft)
    solver.ask("POST", f"/test/{token}", status=404)
