"""The school on the server: courses, exercises, verdicts, and what is kept of a player."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import enpitsu
from enpitsu.registry import kinds
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.server_config import Quota
from tests.client import AppClient
from tests.library import Folder, ordinary_starters, with_starter
from tests.postgres import Cluster

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

KIND = min(name for name, kind in kinds().items() if kind.exercises is not None)
TECHNIQUES = [lesson.technique for lesson in enpitsu.course(KIND).exercised]
FIRST, SECOND = TECHNIQUES[:2]


class SchoolApi:
    """A browser of its own."""

    def __init__(self, app: Any) -> None:
        self.client = AppClient(app, base_url="http://localhost")

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """The answer."""
        found = self.client.request(method, f"/api/v1{path}", json=body)
        assert found.status_code == status, (method, path, found.text[:300])
        return found.json()

    def right(self, technique: str, seed: int, *, is_helped: bool = False) -> Any:
        """Do an exercise as its hint says."""
        path = f"/school/{KIND}/{technique}"
        hint = self.ask("POST", f"{path}/hint", {"seed": seed, "facts": []})
        facts = hint["steps"][-1]["facts"]
        body = {"seed": seed, "facts": facts, "is_helped": is_helped}
        return self.ask("POST", f"{path}/answer", body)


@pytest.fixture(scope="module")
def place(database: Folder | Cluster) -> Iterator[str]:
    with database.new_library(with_starter) as found:
        yield found


@pytest.fixture(scope="module")
def app(place: str) -> Iterator[Any]:
    # Enough for a busy machine: a picture that is not drawn in time is left out.
    patient = ServerConfig(store=place, jobs=1, quota=Quota(seconds=60), request_seconds=100)
    found = create_app(patient)
    with AppClient(found, base_url="http://localhost"):
        yield found


@pytest.fixture
def guest(app: Any) -> SchoolApi:
    """A browser of which nothing is kept so far."""
    api = SchoolApi(app)
    api.ask("GET", "/me")
    return api


def test_courses_are_open_to_all(app: Any) -> None:
    api = SchoolApi(app)  # without a cookie
    schools = {each["kind"]: each for each in api.ask("GET", "/school")["schools"]}
    assert set(schools) == {name for name, kind in kinds().items() if kind.ladder is not None}
    assert schools[KIND]["lessons"] == len(TECHNIQUES)
    course = api.ask("GET", f"/school/{KIND}?theme=dark&language=ja")
    lessons = [lesson for level in course["levels"] for lesson in level["lessons"]]
    assert [each["technique"] for each in lessons if each["has_exercises"]] == TECHNIQUES
    assert all(each["before"].startswith("<svg") for each in lessons)
    assert all(each["state"] == "new" and each["due"] is None for each in lessons)
    ends = [level["puzzle"] for level in course["levels"] if level["puzzle"]]
    assert ends
    assert all(each["kind"] == KIND and each["collection"] == "starter" for each in ends)
    assert not any(level["is_passed"] for level in course["levels"])


def test_a_lesson_shows_one_use_of_its_technique(guest: SchoolApi) -> None:
    page = guest.ask("GET", f"/school/{KIND}/{SECOND}?language=ja")
    assert page["lesson"]["technique"] == SECOND
    assert (page["previous"], page["next"]) == (FIRST, TECHNIQUES[2])
    example = page["example"]
    assert example["step"]["technique"] == SECOND
    assert example["step"]["has_lesson"]
    document = enpitsu.parse(json.dumps(example["puzzle"]))
    assert document.kind == KIND


def test_an_exercise_is_new_each_time_and_the_same_for_a_seed(guest: SchoolApi) -> None:
    path = f"/school/{KIND}/{FIRST}/exercise"
    same = [guest.ask("POST", path, {"seed": 7}) for _ in range(2)]
    assert same[0] == same[1]
    new = [guest.ask("POST", path, {}) for _ in range(4)]
    assert len({each["seed"] for each in new}) > 1
    assert not set(same[0]) & {"step", "steps", "solution"}


def test_right_exercises_are_kept(guest: SchoolApi) -> None:
    for count in (1, 2, 3):
        found = guest.right(FIRST, count)
        assert found["finding"] == "right"
        assert found["step"]["technique"] == FIRST
        assert found["lesson"]["right"] == count
    assert found["lesson"]["state"] == "known"
    assert found["lesson"]["due"] is not None
    helped = guest.right(SECOND, 4, is_helped=True)["lesson"]
    assert (helped["state"], helped["right"], helped["needed_help"]) == ("begun", 0, 1)
    mine = next(each for each in guest.ask("GET", "/school")["schools"] if each["kind"] == KIND)
    assert (mine["known"], mine["begun"], mine["due"]) == (1, 1, 0)
    assert guest.ask("GET", f"/school/{KIND}/{FIRST}")["lesson"]["state"] == "known"
    exported = guest.ask("GET", "/me/export")["lessons"]
    assert {each["technique"] for each in exported} == {FIRST, SECOND}
    guest.client.request("DELETE", "/api/v1/me")
    again = guest.ask("GET", f"/school/{KIND}/{FIRST}")["lesson"]
    assert again["state"] == "new"


def test_who_has_no_cookie_is_judged_all_the_same(app: Any) -> None:
    found = SchoolApi(app).right(FIRST, 2)
    assert (found["finding"], found["lesson"]) == ("right", None)


def test_what_is_wrong_is_refuted(guest: SchoolApi) -> None:
    path = f"/school/{KIND}/{FIRST}"
    hint = guest.ask("POST", f"{path}/hint", {"seed": 3, "facts": []})
    slot, *value = hint["steps"][-1]["facts"][0].split()
    wrong = " ".join((slot, *(value[1:] if value[0] == "not" else ("not", *value))))
    found = guest.ask("POST", f"{path}/answer", {"seed": 3, "facts": [wrong], "language": "ja"})
    assert (found["finding"], found["lesson"], found["step"]) == ("wrong", None, None)
    assert found["refuted"]["fact"] == wrong
    assert found["refuted"]["steps"]
    part = guest.ask("POST", f"{path}/answer", {"seed": 3, "facts": []})
    assert (part["finding"], part["lesson"]) == ("part", None)


def test_a_hint_in_a_game_brings_its_technique_back(guest: SchoolApi) -> None:
    puzzle = ordinary_starters(KIND)[0].puzzle
    document = json.loads(enpitsu.dump(puzzle, "json"))
    guest.ask("PATCH", "/me", {"name": "Aki"})
    step = guest.ask("POST", "/hint", {"puzzle": document})["steps"][-1]
    assert step["has_lesson"]
    lesson = guest.ask("GET", f"/school/{KIND}/{step['technique']}")["lesson"]
    assert (lesson["state"], lesson["needed_help"]) == ("due", 1)
    guest.ask("POST", "/hint", {"puzzle": document})
    lesson = guest.ask("GET", f"/school/{KIND}/{step['technique']}")["lesson"]
    assert lesson["needed_help"] == 1
    assert guest.ask("GET", f"/school/{KIND}")["due"] == 1


def test_the_end_of_a_level_is_passed_by_solving_it(guest: SchoolApi) -> None:
    course = guest.ask("GET", f"/school/{KIND}")
    level = next(each for each in course["levels"] if each["puzzle"])
    game = guest.ask("POST", "/games", {"puzzle": level["puzzle"]["id"]})
    puzzle = enpitsu.parse(json.dumps(game["document"]))
    facts = list(map(str, enpitsu.solve(puzzle).solutions[0].facts))
    events = [{"t": 60_000, "put": facts, "take": [], "by": "hand"}]
    body = {"revision": 0, "events": events, "elapsed": 60_000}
    guest.ask("PATCH", f"/games/{game['id']}", body)
    assert guest.ask("POST", f"/games/{game['id']}/finish")["solved"]
    after = guest.ask("GET", f"/school/{KIND}")["levels"]
    assert [each["is_passed"] for each in after].count(True) == 1
    school = next(each for each in guest.ask("GET", "/school")["schools"] if each["kind"] == KIND)
    assert school["passed"] == 1


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/school/strange", None, 404),
        ("GET", f"/school/{KIND}/strange", None, 404),
        ("GET", f"/school/{KIND}?theme=pink", None, 400),
        ("POST", f"/school/{KIND}/strange/exercise", {}, 404),
        ("POST", f"/school/{KIND}/{FIRST}/exercise", {"seed": -1}, 400),
        ("POST", f"/school/{KIND}/{FIRST}/exercise", {"kind": "x"}, 400),
        ("POST", f"/school/{KIND}/{FIRST}/answer", {"seed": 1}, 400),
        ("POST", f"/school/{KIND}/{FIRST}/answer", {"seed": 1, "facts": ["?"]}, 400),
        ("POST", f"/school/{KIND}/{FIRST}/answer", {"seed": 1, "facts": ["r99c99 shaded"]}, 400),
        ("POST", f"/school/{KIND}/{FIRST}/hint", {"seed": 2**60, "facts": []}, 400),
    ],
)
def test_refusals(guest: SchoolApi, method: str, path: str, body: Any, status: int) -> None:
    assert guest.ask(method, path, body, status)["error"]["message"]
