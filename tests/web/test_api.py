"""The server: each route right and wrong, jobs, parallel work, and random bodies over all of it."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from msgspec import Meta

import enpitsu
from enpitsu.grade import length_word
from enpitsu.kind import Document
from enpitsu.registry import find_kind, kinds
from enpitsu.web import Quota, ServerConfig, create_app, jobs
from enpitsu.web.api import PREFIX, ROUTES
from enpitsu.web.api.task_routes import priority_of
from enpitsu.web.contract import RequestBody, check_request, schema_of
from enpitsu.web.openapi import describe
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.tasks import TASKS, perform
from enpitsu.web.typescript import FILE, write_types
from enpitsu.web.worker_pools import Priority, WorkerPools
from tests.client import AppClient
from tests.library import ordinary_starters
from tests.web.pools import in_worker_pools

pytest.importorskip("starlette.testclient")

KINDS = sorted(kinds())
CONFIG = ServerConfig(jobs=1, request_seconds=5.0, quota=Quota(cells=10_000, analysed_cells=3600))


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with AppClient(create_app(CONFIG), base_url="http://localhost") as found:
        yield found


def _starter(kind: str) -> Document:
    return ordinary_starters(kind)[0]


def _puzzle(kind: str) -> dict[str, Any]:
    """A puzzle as it travels, without its answer."""
    return _data(Document(puzzle=_starter(kind).puzzle))


def _data(document: Document) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(enpitsu.dump(document, "json"))
    return data


def _answer(kind: str) -> list[str]:
    return list(map(str, _starter(kind).position))


def _post(client: Any, path: str, body: Any, status: int = 200) -> Any:
    """The answer, which must be as the description says."""
    found = client.post(f"{PREFIX}/{path}", json=body)
    assert found.status_code == status, found.text
    route = next(each for each in ROUTES if each.path == f"/{path}")
    if status < 300 and route.answers is not None:
        Draft202012Validator(schema_of(route.answers)).validate(found.json())
    if status >= 400:
        assert found.json()["error"]["message"]
    return found


# --- puzzles on paper ----------------------------------------------------------------------------


def test_kinds_tell_all_that_a_form_needs(client: Any) -> None:
    found = client.get(f"{PREFIX}/kinds").json()
    assert sorted(each["id"] for each in found["kinds"]) == KINDS
    for each in found["kinds"]:
        kind = find_kind(each["id"])
        assert [maker["name"] for maker in each["makers"]] == [one.name for one in kind.makers]
        options = each["makers"][0]["options"]
        assert [one["name"] for one in options] == [one.name for one in kind.makers[0].options]
        assert each["how_to_play"]
        assert each["levels"][0] == "gentle"
        assert (each["pictures"] is None) == (kind.from_picture is None)
    assert client.get(f"{PREFIX}/kinds?more=1").status_code == 400


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_reads_links_and_files(client: Any, kind: str) -> None:
    puzzle = _starter(kind).puzzle
    link = enpitsu.dump(puzzle, "puzzlink")
    [found] = _post(client, "read", {"text": link}).json()["documents"]
    assert found["kind"] == kind
    assert (found["rows"], found["cols"]) == (puzzle.rows, puzzle.cols)
    assert enpitsu.parse(json.dumps(found["document"])) == puzzle
    packed = base64.b64encode(enpitsu.dump(puzzle, "pzprv3").encode()).decode()
    [again] = _post(client, "read", {"base64": packed}).json()["documents"]
    assert again["document"]["puzzle"] == found["document"]["puzzle"]


def test_reads_at_most_a_hundred(client: Any) -> None:
    link = enpitsu.dump(_starter(KINDS[0]).puzzle, "puzzlink")
    found = _post(client, "read", {"text": "\n".join([link] * 130)}).json()
    assert len(found["documents"]) == 100
    assert found["count"] == 130


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": "no puzzle"},
        {"text": "a", "base64": "YQ=="},
        {"base64": "not base64!"},
        {"base64": ""},
        {"text": "\ud800"},
        {"text": 7},
        {"text": "x", "kind": "chess"},
        {"text": "x", "format": "chess"},
        {"text": "x", "strange": 1},
        {"text": "https://puzz.link/p?chess/9/9/a"},
    ],
)
@pytest.mark.quick
def test_what_cannot_be_read_is_refused(client: Any, body: Any) -> None:
    raw = json.dumps(body)
    found = client.post(f"{PREFIX}/read", content=raw, headers={"content-type": "application/json"})
    assert found.status_code == 400
    assert found.json()["error"]["message"]


def test_says_where_a_text_is_wrong(client: Any) -> None:
    good = enpitsu.dump(_starter(KINDS[0]).puzzle, "puzzlink")
    found = _post(client, "read", {"text": f"{good}\nnonsense"}).json()
    assert (found["count"], found["failed_count"]) == (1, 1)
    assert found["failed"][0]["where"] == {"line": 2}
    error = _post(client, "read", {"text": "nonsense"}, 400).json()["error"]
    assert error["code"] == "unreadable"


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_writes_and_draws(client: Any, kind: str) -> None:
    puzzle = _puzzle(kind)
    written = _post(client, "dump", {"puzzle": puzzle, "format": "puzzlink"}).json()
    assert written["text"] == enpitsu.dump(_starter(kind).puzzle, "puzzlink")
    body = {"puzzle": puzzle, "position": _answer(kind), "marks": {"hints": ["r1c1", "row1"]}}
    svg = _post(client, "render", body)
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    assert svg.content == _post(client, "render", body).content
    png = _post(client, "render", {**body, "format": "png", "cell": 10})
    assert png.content.startswith(b"\x89PNG")
    wished = {"format": "png", "width": 300, "ground": "transparent", "line_width": 2}
    wide = _post(client, "render", {**body, **wished, "font_weight": 800}).content
    assert int.from_bytes(wide[16:20]) == 300
    for wrong in ({"ground": "pink"}, {"width": 0}, {"width": 10**6}, {"line_width": -1}):
        _post(client, "render", {**body, **wrong}, 400)
    _post(client, "render", {**body, "format": "doc"}, 400)
    _post(client, "render", {**body, "cell": 10**9}, 400)
    _post(client, "render", {**body, "marks": {"hints": ["r0"]}}, 400)
    _post(client, "dump", {"puzzle": puzzle, "format": "chess"}, 400)


# --- play ----------------------------------------------------------------------------------------


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_looks_at_a_board(client: Any, kind: str) -> None:
    puzzle, answer = _puzzle(kind), _answer(kind)
    begun = _post(client, "check", {"puzzle": puzzle, "position": answer[:2], "revision": 7}).json()
    assert (begun["solved"], begun["violations"], begun["revision"]) == (False, [], 7)
    done = _post(client, "check", {"puzzle": puzzle, "position": answer}).json()
    assert done["solved"]
    if find_kind(kind).clue_states is not None:
        assert set(done["clues"].values()) <= {"done"}
        assert set(begun["clues"].values()) != {"done"}


def test_looks_at_a_broken_board(client: Any) -> None:
    body = {"puzzle": _puzzle("yajilin"), "position": ["r1c1 shaded", "r1c2 shaded"]}
    found = _post(client, "check", body).json()
    assert not found["solved"]
    assert found["violations"]
    assert "r1c1" in found["marks"]["errors"]


@pytest.mark.parametrize(
    "position",
    [
        ["r1c1 shaded", "r1c1 not shaded"],
        ["r99c99 shaded"],
        ["r1c1 purple"],
        ["nonsense"],
        [7],
        "r1c1 shaded",
        [f"r{'9' * 30}c1 shaded"],
    ],
)
def test_a_position_must_fit(client: Any, position: Any) -> None:
    for path in ("check", "hint", "solve", "render"):
        _post(client, path, {"puzzle": _puzzle("yajilin"), "position": position}, 400)


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_hints_come_in_stages(client: Any, kind: str) -> None:
    body = {"puzzle": _puzzle(kind), "position": []}
    found = _post(client, "hint", body).json()
    assert found["finding"] == "step"
    assert found["stages"][0]["name"] == "where"
    assert found["steps"][-1]["facts"]
    assert found["stages"][-1]["marks"]["hints"]
    assert set(found["steps"][-1]["facts"]) <= set(
        _post(client, "forced", {"puzzle": body["puzzle"]}).json()["facts"]
    )
    _post(client, "hint", {**body, "language": "ja"})
    _post(client, "hint", {**body, "language": "xx"}, 400)
    solved = _post(client, "hint", {**body, "position": _answer(kind)}).json()
    assert solved["finding"] == "solved"


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_finds_the_mistake(client: Any, kind: str) -> None:
    answer = _answer(kind)
    slot, value = answer[5].split()
    wrong = f"{slot} not {value}"
    history = [*answer[:3], wrong, answer[3]]
    body = {"puzzle": _puzzle(kind), "position": history, "history": history}
    found = _post(client, "hint", body).json()
    assert found["finding"] == "mistake"
    assert found["mistakes"] == [wrong]
    assert found["undo"] == 2


@pytest.mark.parametrize("kind", KINDS)
def test_everything_plain_is_filled_in(client: Any, kind: str) -> None:
    puzzle, answer = _puzzle(kind), _answer(kind)
    found = _post(client, "fill-in", {"puzzle": puzzle, "position": [], "up_to": "extreme"}).json()
    assert (found["ending"], found["unique"], found["hint"]) == ("solved", True, None)
    assert set(answer) <= set(found["facts"])
    assert sum(each["count"] for each in found["techniques"]) > 0
    less = _post(client, "fill-in", {"puzzle": puzzle, "position": []}).json()
    assert (less["up_to"], set(less["facts"]) <= set(found["facts"])) == ("easy", True)
    slot, value = answer[5].split()
    wrong = f"{slot} not {value}"
    body = {"puzzle": puzzle, "position": [*answer[:3], wrong], "history": [*answer[:3], wrong]}
    told = _post(client, "fill-in", body).json()
    assert (told["ending"], told["facts"]) == ("mistake", [])
    assert told["hint"] == _post(client, "hint", body).json()
    _post(client, "fill-in", {"puzzle": puzzle, "up_to": "plain"}, 400)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_file_cannot_carry_is_told(client: Any, kind: str) -> None:
    puzzle, answer = _puzzle(kind), _answer(kind)
    body = {"puzzle": puzzle, "position": answer}
    whole = _post(client, "dump", {**body, "format": "json"}).json()
    assert whole["left_out"] == []
    link = _post(client, "dump", {**body, "format": "puzzlink"}).json()
    assert sorted(link["left_out"]) == sorted(answer)


@pytest.mark.parametrize("kind", KINDS)
def test_why_is_answered_for_what_is_proved(client: Any, kind: str) -> None:
    puzzle, answer = _puzzle(kind), _answer(kind)
    for fact in (answer[0], answer[-1]):
        body = {"puzzle": puzzle, "position": answer, "fact": fact}
        found = _post(client, "justify", body).json()
        assert found["finding"] == "step"
        assert fact in found["steps"][0]["facts"]
        assert found["steps"][0]["text"]
    slot, value = answer[0].split()
    wrong = {"puzzle": puzzle, "position": [], "fact": f"{slot} not {value}"}
    refuted = _post(client, "justify", wrong).json()
    assert refuted["finding"] == "wrong"
    assert all(step["text"] for step in refuted["steps"])
    some = answer[::5]
    early = [
        _post(client, "justify", {"puzzle": puzzle, "position": [], "fact": fact}).json()
        for fact in some
    ]
    assert {each["finding"] for each in early} <= {"step", "later"}
    for fact, each in zip(some, early, strict=True):
        last = each["steps"][-1]
        assert fact in [*last["facts"], *last["also"]]
    _post(client, "justify", {"puzzle": puzzle, "fact": "r99c1 shaded"}, 400)
    _post(client, "justify", {"puzzle": puzzle}, 400)


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_place_is_told_what_follows_there_or_nothing(client: Any, kind: str) -> None:
    puzzle, answer = _puzzle(kind), _answer(kind)
    *rest, last = answer
    slot = last.split()[0]
    asked = {"puzzle": puzzle, "position": rest, "slots": [slot]}
    found = _post(client, "justify", asked).json()
    assert (found["finding"], found["fact"]) == ("step", last)
    step = found["steps"][0]
    assert last in [*step["facts"], *step["also"]]
    full = {"puzzle": puzzle, "position": answer, "slots": [slot]}
    assert _post(client, "justify", full).json()["fact"] != last
    for slots in (["r99c1"], ["nonsense"], []):
        _post(client, "justify", {"puzzle": puzzle, "slots": slots}, 400)


def test_what_is_wrong_is_refuted_with_a_reason(client: Any) -> None:
    puzzle = _data(Document(puzzle=enpitsu.parse("https://puzz.link/p?yajilin/5/5/m32j10")))
    [solution] = enpitsu.solve(enpitsu.parse(json.dumps(puzzle))).solutions
    wrong = str(next(fact for fact in solution.position if fact.holds).opposite)
    found = _post(client, "justify", {"puzzle": puzzle, "position": [wrong], "fact": wrong}).json()
    assert found["finding"] == "wrong"
    assert found["steps"]


def test_nothing_follows_on_a_board_without_clues(client: Any) -> None:
    puzzle = _data(Document(puzzle=enpitsu.parse("https://puzz.link/p?yajilin/4/4/p")))
    found = _post(client, "justify", {"puzzle": puzzle, "slots": ["r2c2"]}).json()
    assert (found["finding"], found["fact"], found["steps"]) == ("open", None, [])


# --- whole puzzles -------------------------------------------------------------------------------


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_solves_and_grades(client: Any, kind: str) -> None:
    puzzle = _puzzle(kind)
    found = _post(client, "solve", {"puzzle": puzzle}).json()
    assert found["status"] == "unique"
    assert sorted(found["solutions"][0]) == sorted(_answer(kind))
    graded = _post(client, "grade", {"puzzle": puzzle}).json()
    assert graded["level"] == _starter(kind).meta.level
    assert graded["length"] == _starter(kind).meta.length
    assert graded["length_word"] == length_word(graded["length"])
    _post(client, "solve", {"puzzle": puzzle, "solutions": 0}, 400)


def test_a_reached_limit_is_a_result() -> None:
    blank = _data(Document(puzzle=find_kind("yajilin").blank(60, 60)))
    app = create_app(replace(CONFIG, request_seconds=0.3, grace_seconds=10.0))
    with AppClient(app, base_url="http://localhost") as client:
        found = _post(client, "forced", {"puzzle": blank}).json()
    assert found == {"status": "unknown", "reached": "time", "facts": []}


def test_what_hangs_is_stopped_and_is_a_result() -> None:
    config = ServerConfig(jobs=1, request_seconds=60.0, grace_seconds=-59.0)
    blank = _data(Document(puzzle=find_kind("yajilin").blank(60, 60)))
    app = create_app(config)
    with AppClient(app, base_url="http://localhost") as client:
        client.get(f"{PREFIX}/kinds")
        _await_idle(app)
        found = _post(client, "forced", {"puzzle": blank}).json()
        assert found["reached"] == "time"
        assert _post(client, "solve", {"puzzle": _puzzle("yajilin")}).json()["status"] == "unique"


@pytest.mark.quick
def test_boards_have_a_largest_size(client: Any) -> None:
    large = _data(Document(puzzle=find_kind("yajilin").blank(80, 80)))
    assert _post(client, "check", {"puzzle": large, "position": []}).json()["solved"] is False
    for path in ("hint", "solve", "grade"):
        assert _post(client, path, {"puzzle": large}, 413).json()["error"]["code"] == "too-large"
    huge = _data(Document(puzzle=find_kind("yajilin").blank(101, 101)))
    _post(client, "check", {"puzzle": huge}, 413)
    _post(client, "jobs", {"do": "generate", "kind": "yajilin", "rows": 100}, 413)


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (7, 1)])
@pytest.mark.parametrize("kind", KINDS)
def test_tiny_boards_are_boards(client: Any, kind: str, size: tuple[int, int]) -> None:
    try:
        puzzle = _data(Document(puzzle=find_kind(kind).blank(*size)))
    except enpitsu.PuzzleError:
        return
    for path in ("check", "hint", "solve", "grade", "forced", "render"):
        _post(client, path, {"puzzle": puzzle})


# --- pictures ------------------------------------------------------------------------------------


def _picture() -> str:
    image = pytest.importorskip("PIL.Image")
    drawn = image.new("1", (6, 5), 1)
    for at in ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (2, 3)):
        drawn.putpixel(at, 0)
    file = BytesIO()
    drawn.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def test_makes_a_puzzle_of_a_picture(client: Any) -> None:
    body = {"kind": "nonogram", "picture": _picture(), "rows": 5, "cols": 6, "changes": "100%"}
    found = _post(client, "picture", body).json()
    assert found["status"] == "made"
    puzzle = enpitsu.parse(json.dumps(found["document"]))
    assert sorted(map(str, enpitsu.solve(puzzle).solutions[0].position)) == sorted(
        found["solution"]
    )
    assert _post(client, "picture", {**body, "changes": 0.9}).json()["status"] == "made"
    for share in (1, "1", "80", 1.5, True, {"share": 0.5}):
        _post(client, "picture", {**body, "changes": share}, 400)
    _post(client, "picture", {**body, "kind": "yajilin"}, 400)
    _post(client, "picture", {**body, "picture": "bm8="}, 400)
    _post(client, "picture", {**body, "rows": 1000, "cols": 1000}, 400)
    _post(client, "picture", {**body, "colours": 99}, 400)


# --- jobs ----------------------------------------------------------------------------------------


def _events(client: Any, where: str) -> list[tuple[str, dict[str, Any]]]:
    with client.stream("GET", f"{where}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        blocks = "".join(stream.iter_text()).strip().split("\n\n")
    fields = [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]
    return [(each["event"], json.loads(each["data"])) for each in fields if "event" in each]


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_explains_as_a_job(client: Any, kind: str) -> None:
    started = _post(client, "jobs", {"do": "explain", "puzzle": _puzzle(kind)}, 202)
    where = started.headers["location"]
    events = _events(client, where)
    assert events[-1][0] == "end"
    assert events[-1][1]["state"] == "done"
    job = client.get(where).json()
    result = job["result"]
    answers = TASKS["explain"].answers
    assert answers is not None
    Draft202012Validator(schema_of(answers)).validate(result)
    brought = {fact for step in result["steps"] for fact in (*step["facts"], *step["also"])}
    assert set(_answer(kind)) <= brought
    assert result["level"] == _starter(kind).meta.level
    assert all(step["marks"]["hints"] for step in result["steps"])


def test_generates_as_a_job(client: Any) -> None:
    body = {"do": "generate", "kind": "yajilin", "rows": 6, "cols": 7, "seed": 3, "level": "easy"}
    where = _post(client, "jobs", body, 202).headers["location"]
    assert _events(client, where)[-1][0] == "end"
    result = client.get(where).json()["result"]
    assert result["status"] == "made"
    made = enpitsu.generate("yajilin", 6, 7, seed=3, level="easy")
    assert enpitsu.parse(json.dumps(result["document"])) == made.puzzle
    assert result["level"] == "easy"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "nothing"},
        {"do": ["generate"]},
        {"do": "check"},
        {"do": "generate"},
        {"do": "generate", "kind": "chess", "rows": 5},
        {"do": "generate", "kind": "yajilin", "rows": 0},
        {"do": "generate", "kind": "yajilin", "rows": 5, "level": "silly"},
        {"do": "generate", "kind": "yajilin", "rows": 5, "method": "silly"},
        {"do": "generate", "kind": "yajilin", "rows": 5, "options": {"silly": 1}},
        {"do": "generate", "kind": "yajilin", "rows": True},
        {"do": "explain", "puzzle": {}},
        {"do": "solve", "puzzle": {"enpitsu": 1, "kind": "yajilin", "puzzle": {}}},
    ],
)
@pytest.mark.quick
def test_a_wrong_job_is_refused_at_once(client: Any, body: Any) -> None:
    _post(client, "jobs", body, 400)


def test_errors_are_told_in_the_language_of_the_page(client: Any) -> None:
    japanese = {"accept-language": "ja"}

    def said(path: str, body: Any = None, **headers: str) -> str:
        ask = {"json": body} if body is not None else {}
        found = client.request("POST" if ask else "GET", f"/api/v1{path}", headers=headers, **ask)
        assert found.status_code >= 400
        return str(found.json()["error"]["message"])

    assert said("/jobs/none") == "there is no such job, or it was forgotten"
    assert said("/jobs/none", **japanese) == "その作業はないか、もう残っていません"
    chosen = {"cookie": "enpitsu-language=ja", "accept-language": "en"}
    assert said("/jobs/none", **chosen) == "その作業はないか、もう残っていません"
    assert said("/nowhere", **japanese) == "このアドレスには何もありません"
    assert said("/read", {"text": " "}, **japanese) == "読むものがありません。内容が空です"
    unread = said("/read", {"text": "https://puzz.link/p?yajilin/zz/3/a"}, **japanese)
    assert re.search("[ぁ-ん]", unread)


def test_what_cannot_be_read_among_others_is_told_in_the_language_asked_for(client: Any) -> None:
    text = f"{enpitsu.dump(_starter(KINDS[0]).puzzle, 'puzzlink')}\nnonsense"
    for language, sentence in (("en", "not a puzzle link"), ("ja", "パズルのリンクではありません")):
        [failed] = _post(client, "read", {"text": text, "language": language}).json()["failed"]
        assert failed["message"].startswith(sentence)


def test_doubts_of_reading_are_told_in_the_language_asked_for(client: Any) -> None:
    short, said = "https://puzz.link/p?satogaeri/3/3/1", {}
    for language in ("en", "ja"):
        body = {"text": short, "language": language}
        [document] = _post(client, "read", body).json()["documents"]
        [said[language]] = document["warnings"]
    assert said["en"].startswith("the link ends early")
    assert said["ja"] == "リンクが途中で終わっているため、残りのマスは空として読みました"


def test_a_job_that_fails_says_so_in_the_language_it_was_asked_in(client: Any) -> None:
    body = {"do": "generate", "kind": "yajilin", "rows": 1, "cols": 1}
    found = client.post("/api/v1/jobs", json=body, headers={"accept-language": "ja"})
    _await_state(client, found.headers["location"], "failed")
    assert "必要です" in client.get(found.headers["location"]).json()["error"]["message"]


def test_there_is_no_such_job(client: Any) -> None:
    for found in (
        client.get(f"{PREFIX}/jobs/none"),
        client.get(f"{PREFIX}/jobs/none/events"),
        client.delete(f"{PREFIX}/jobs/none"),
    ):
        assert found.status_code == 404
        assert found.json()["error"]["code"] == "not-found"


SLOW_JOB = {"do": "generate", "kind": "yajilin", "rows": 60, "level": "extreme"}


def _workers() -> set[int]:
    """The processes that we have started and that still run."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.name.isdigit() and int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.add(int(entry.name))
    return found


def _await_idle(app: Any) -> None:
    """Until the first processes have started."""
    for _ in range(600):
        if not any(app.state.server.worker_pools.load().values()):
            return
        time.sleep(0.05)
    raise AssertionError("the processes do not start")


def _await_state(client: Any, where: str, state: str) -> None:
    for _ in range(600):
        if client.get(where).json()["state"] == state:
            return
        time.sleep(0.05)
    raise AssertionError(client.get(where).text)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_cancelling_a_job_ends_its_process() -> None:
    others, app = _workers(), create_app(CONFIG)
    with AppClient(app, base_url="http://localhost") as client:
        client.get(f"{PREFIX}/kinds")
        _await_idle(app)
        _post(client, "solve", {"puzzle": _puzzle("yajilin")})
        before = _workers()
        where = _post(client, "jobs", SLOW_JOB, 202).headers["location"]
        _await_state(client, where, "running")
        new = _workers() - before
        assert len(new) == 1
        found = client.delete(where)
        assert found.json()["state"] == "cancelled"
        assert not _workers() & new
        assert client.get(where).status_code == 404
        # The next job gets a process of its own.
        again = _post(client, "jobs", {"do": "solve", "puzzle": _puzzle("yajilin")}, 202)
        assert _events(client, again.headers["location"])[-1][1]["state"] == "done"
    assert _workers() <= others


def test_a_job_that_nobody_watches_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: now[0]))
    app = create_app(replace(CONFIG, unwatched_seconds=60.0))
    with AppClient(app, base_url="http://localhost") as client:
        where = _post(client, "jobs", SLOW_JOB, 202).headers["location"]
        _await_state(client, where, "running")
        job = app.state.server.jobs.find(where.rpartition("/")[2])
        for _ in range(3):  # asking keeps it alive
            now[0] += 40
            time.sleep(2 * jobs.LOOK_SECONDS)
            assert client.get(where).json()["state"] == "running"
        now[0] += 61
        for _ in range(600):
            if job.ended is not None:
                break
            time.sleep(0.05)
        assert client.get(where).json()["state"] == "cancelled"


def test_jobs_are_bounded() -> None:
    config = ServerConfig(jobs=1, most_jobs=2)
    with AppClient(create_app(config), base_url="http://localhost") as client:
        places = [_post(client, "jobs", SLOW_JOB, 202).headers["location"] for _ in range(2)]
        refused = _post(client, "jobs", SLOW_JOB, 503)
        assert refused.json()["error"]["code"] == "busy"
        assert int(refused.headers["retry-after"]) > 0
        # The second one waits for the process; cancelled, it makes room.
        assert client.get(places[1]).json()["state"] == "waiting"
        assert client.delete(places[1]).json()["state"] == "cancelled"
        _post(client, "jobs", SLOW_JOB, 202)


def test_old_results_are_forgotten() -> None:
    config = ServerConfig(jobs=1, kept_seconds=0.0)
    with AppClient(create_app(config), base_url="http://localhost") as client:
        body = {"do": "solve", "puzzle": _puzzle("yajilin")}
        where = _post(client, "jobs", body, 202).headers["location"]
        _events(client, where)
        time.sleep(0.01)
        assert client.get(where).status_code == 404


# --- side by side --------------------------------------------------------------------------------


def test_slow_requests_hold_up_nobody(client: Any) -> None:
    blank = _data(Document(puzzle=find_kind("yajilin").blank(60, 60)))
    ended: list[str] = []

    def slow() -> None:
        _post(client, "forced", {"puzzle": blank})
        ended.append("slow")

    thread = threading.Thread(target=slow)
    where = _post(client, "jobs", SLOW_JOB, 202).headers["location"]
    thread.start()
    _post(client, "check", {"puzzle": _puzzle("yajilin"), "position": []})
    ended.append("check")
    thread.join()
    assert ended == ["check", "slow"]
    assert client.delete(where).json()["state"] == "cancelled"


def test_too_many_waiting_are_refused() -> None:
    config = ServerConfig(jobs=1, most_waiting=0, request_seconds=2.0)
    blank = _data(Document(puzzle=find_kind("yajilin").blank(60, 60)))
    statuses: list[int] = []
    with AppClient(create_app(config), base_url="http://localhost") as client:

        def ask() -> None:
            found = client.post(f"{PREFIX}/forced", json={"puzzle": blank})
            statuses.append(found.status_code)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert set(statuses) == {200, 429}


async def _new_workers(others: set[int]) -> set[int]:
    """The processes beside others, as soon as there are some."""
    for _ in range(600):
        if _workers() - others:
            break
        await asyncio.sleep(0.05)
    return _workers() - others


@asynccontextmanager
async def _under_way(shop: WorkerPools, sort: Priority) -> AsyncIterator[None]:
    """Something is in the middle of the work, and is given up at the end. What was only handed out
    would not do: given up before it has begun, it leaves its process as it is."""
    with TemporaryDirectory() as folder:
        pipe = Path(folder, "pipe")
        os.mkfifo(pipe)
        slow = asyncio.create_task(shop.ask(sort, 60, Path.read_bytes, pipe))
        end = await _written(pipe)
        try:
            yield
        finally:
            slow.cancel()
            await asyncio.wait([slow])
            os.close(end)


async def _written(pipe: Path) -> int:
    """The end of a pipe that is written to, as soon as somebody reads at the other."""
    for _ in range(1200):
        with suppress(OSError):
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        await asyncio.sleep(0.05)
    raise AssertionError("nobody has begun")


async def _stop_one(shop: WorkerPools, sort: Priority) -> set[int]:
    """Give up something in the middle of the work: the process that was ended."""
    before = _workers()
    async with _under_way(shop, sort):
        working = _workers() - before
    assert not _workers() & working
    return working


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("sort", [Priority.LIGHT, Priority.LIVE, Priority.HEAVY])
def test_after_work_was_stopped_a_spare_process_gets_ready(sort: Priority) -> None:
    others = _workers()

    async def act(shop: WorkerPools) -> tuple[set[int], set[int], int]:
        ended = await _stop_one(shop, sort)
        ready = await _new_workers(others)  # nobody has asked for anything
        return ended, ready, await shop.ask(sort, 60, os.getpid)

    ended, ready, answering = in_worker_pools(act)
    assert len(ended) == 1
    assert ready == {answering} != ended
    assert _workers() <= others


def test_what_is_soon_done_ends_no_process_when_its_author_draws_on() -> None:
    async def act(shop: WorkerPools) -> tuple[int, int]:
        first = await shop.ask(Priority.LIVE, 60, os.getpid)
        for _ in range(3):
            study = asyncio.create_task(shop.ask(Priority.LIVE, 60, time.sleep, 0.1))
            await asyncio.sleep(0.03)
            study.cancel()
            await asyncio.wait([study])
            assert study.cancelled()
        return first, await shop.ask(Priority.LIVE, 60, os.getpid)

    first, last = in_worker_pools(act)
    assert first == last


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_spare_stands_ready_while_another_works() -> None:
    others = _workers()

    async def act(shop: WorkerPools) -> tuple[set[int], int, set[int]]:
        await _stop_one(shop, Priority.HEAVY)
        first = await shop.ask(Priority.HEAVY, 60, os.getpid)
        async with _under_way(shop, Priority.HEAVY):
            spare = await _new_workers({*others, first})
        answering = await shop.ask(Priority.HEAVY, 60, os.getpid)
        return spare, answering, _workers() - others

    spare, answering, left = in_worker_pools(act)
    assert spare == {answering}
    assert len(left) <= 2


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_no_room_has_more_processes_than_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enpitsu.web.worker_pools.CALM_SECONDS", 0.2)
    others = _workers()

    async def act(shop: WorkerPools) -> tuple[list[int], list[int]]:
        found = []
        for _ in range(3):
            slow = [shop.ask(Priority.HEAVY, 60, time.sleep, 60) for _ in range(3)]
            tasks = [asyncio.create_task(each) for each in slow]
            await asyncio.sleep(0)
            await _new_workers(others)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            answers = [shop.ask(Priority.HEAVY, 60, os.getpid) for _ in range(3)]
            await asyncio.gather(*answers)
            for _ in range(600):  # one for other clients may be starting
                if len(_workers() - others) <= 2:
                    break
                await asyncio.sleep(0.05)
            found.append(len(_workers() - others))
        return found, list(shop.load().values())

    found, load = in_worker_pools(act)
    # Cheap things get a process more; when all is done, it is ended.
    assert max(found) <= 2
    assert not any(load)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_jobs_have_no_spare_process() -> None:
    others = _workers()

    async def act(shop: WorkerPools) -> tuple[set[int], int]:
        await _stop_one(shop, Priority.LONG)
        answering = await shop.ask(Priority.LIGHT, 60, os.getpid)
        return _workers() - others, answering

    found, answering = in_worker_pools(act)
    assert found == {answering}


def test_studies_wait_behind_nothing_else(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def act(shop: WorkerPools) -> tuple[str, list[bytes]]:
        # Nobody writes yet: all who do heavy work are at it, and one waits.
        reading = [shop.ask(Priority.HEAVY, 60, Path.read_bytes, pipe) for _ in range(3)]
        slow = asyncio.gather(*reading)
        body = json.dumps({"puzzle": _puzzle("yajilin"), "seconds": 10}).encode()
        _, answer, *_ = await shop.ask(
            priority_of(TASKS["live-check"]), 60, perform, "live-check", body, Quota()
        )
        assert shop.load()["heavy"] == 3
        while not slow.done():
            await asyncio.to_thread(_write_once, pipe)
        return json.loads(answer)["status"], await slow

    status, read = in_worker_pools(act)
    assert status == "unique"
    assert len(read) == 3


def _write_once(pipe: Path) -> None:
    """Say something to whoever reads just now."""
    with suppress(OSError), os.fdopen(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK), "wb") as file:
        file.write(b"here")
    time.sleep(0.05)


# --- the description -----------------------------------------------------------------------------


@pytest.mark.quick
def test_the_description_is_sound(client: Any) -> None:
    found = client.get(f"{PREFIX}/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    assert set(found["paths"]) == {PREFIX + route.path for route in ROUTES}
    names = []
    for path, operations in found["paths"].items():
        for operation in operations.values():
            names.append(operation["operationId"])
            assert operation["summary"].endswith(".")
            parameters = operation.get("parameters", [])
            declared = {each["name"] for each in parameters if each["in"] == "path"}
            assert declared == {part[1:-1] for part in path.split("/") if part.startswith("{")}
            contents = [each["content"] for each in operation["responses"].values()]
            contents += [operation["requestBody"]["content"]] if "requestBody" in operation else []
            for content in contents:
                for each in content.values():
                    Draft202012Validator.check_schema(each["schema"])
    assert len(set(names)) == len(names)


SENTENCES = (
    r"this must be (a text|a whole number|a number|a list|at least \d|at most \d|one of a, b)"
    r"|this text is longer than 3 characters|this list holds more than 2"
    r"|'(rows|name)' is missing|unknown key 'strange'; known: rows, name, share, sort, more"
)


class Sample(RequestBody):
    """A request of all sorts of fields."""

    rows: Annotated[int, Meta(ge=1, le=5)]
    name: Annotated[str, Meta(max_length=3)]
    share: Annotated[float, Meta(ge=0, le=1)] = 0
    sort: Literal["a", "b"] = "a"
    more: Annotated[list[int], Meta(max_length=2)] | None = None


@pytest.mark.quick
def test_requests_are_checked_as_json_schema_says() -> None:
    values: list[Any] = [
        True,
        None,
        0,
        1,
        5,
        6,
        0.5,
        -1,
        "",
        "a",
        "abcd",
        [],
        [1],
        [1, 2, 3],
        ["a"],
        {},
    ]
    random, judge = Random(8), Draft202012Validator(schema_of(Sample))
    keys = ["rows", "name", "share", "sort", "more", "strange"]
    agreed, refused = 0, set[str]()
    for _ in range(3000):
        value = {key: random.choice(values) for key in random.sample(keys, random.randint(0, 5))}
        if random.random() < 0.7:
            value |= {"rows": 3, "name": "x"}
        try:
            check_request(value, Sample)
        except BadRequest as error:
            refused.add(str(error))
            assert not judge.is_valid(value), value
        else:
            assert judge.is_valid(value), value
            agreed += 1
    assert agreed > 50
    assert all(re.search(SENTENCES, each) for each in refused), refused


@pytest.mark.quick
def test_types_of_the_api_for_javascript_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == write_types(describe(ROUTES)), (
        "run python -m enpitsu.web.typescript"
    )


# --- random bodies -------------------------------------------------------------------------------


def _junk(random: Random, depth: int = 0) -> Any:
    plain = [None, True, -1, 0, 3, 1.5, 10**30, "", "r1c1 shaded", "yajilin", "\ud800", "ü" * 50]
    if depth > 3 or random.random() < 0.6:
        return random.choice(plain)
    if random.random() < 0.5:
        return [_junk(random, depth + 1) for _ in range(random.randint(0, 4))]
    keys = ["puzzle", "kind", "rows", "enpitsu", "cell", "number", "clues", "x"]
    return {key: _junk(random, depth + 1) for key in random.sample(keys, random.randint(0, 5))}


def _spoiled(random: Random, value: Any) -> Any:
    """A right value in which something has become junk."""
    if random.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return _junk(random)
    if isinstance(value, dict):
        key = random.choice(list(value))
        return {**value, key: _spoiled(random, value[key])}
    at = random.randrange(len(value))
    return [*value[:at], _spoiled(random, value[at]), *value[at + 1 :]]


DONE_AT_ONCE = ("puzzles", "jobs")
"""The groups of routes that need no library; the others are in test_web_games.py."""


def _right_bodies(kind: str) -> dict[str, Any]:
    puzzle, answer = _puzzle(kind), _answer(kind)[:4]
    both = {"puzzle": puzzle, "position": answer}
    return {
        "read": {"text": enpitsu.dump(_starter(kind).puzzle, "puzzlink")},
        "dump": {**both, "format": "pzprv3"},
        "writable": both,
        "render": {**both, "marks": {"errors": ["r1c1"]}},
        "check": both,
        "hint": {**both, "history": answer},
        "fill-in": {**both, "history": answer, "up_to": "medium", "language": "ja"},
        "mistakes": both,
        "justify": {**both, "fact": answer[0]},
        "refute-assumption": {"puzzle": puzzle, "position": answer[:2], "facts": answer[2:]},
        "solve": both,
        "forced": both,
        "grade": {"puzzle": puzzle},
        "picture": {"kind": kind, "picture": "iVBORw0KGgo=", "rows": 5, "cols": 5},
        "preview": {"kind": kind, "picture": "iVBORw0KGgo=", "size": 5, "cells": []},
        "decode": {"picture": "UDEgMiAyCjAxMTA="},
        "book": {"puzzle": puzzle, "paper": "letter", "solution": True},
        "book-pages": {"puzzle": puzzle, "paper": "Letter", "mm": 8, "solution": False},
        "live-check": {"puzzle": puzzle, "seconds": 0.1, "known": [answer], "language": "ja"},
        "needless": {"puzzle": puzzle, "seconds": 0.1, "after": 1},
        "suggest": {"puzzle": puzzle, "solution": answer},
        "can-be": {"puzzle": puzzle, "fact": answer[0]},
        "jobs": {"do": "generate", "kind": kind, "rows": 4, "seed": 1, "options": {}},
    }


@pytest.mark.parametrize("kind", KINDS)
def test_random_bodies_never_break_the_server(client: Any, kind: str) -> None:
    random, bodies = Random(f"web {kind}"), _right_bodies(kind)
    assert {f"/{name}" for name in bodies} == {
        route.path for route in ROUTES if route.asks is not None and route.group in DONE_AT_ONCE
    }
    for name, right in bodies.items():
        for _ in range(25):
            body = _spoiled(random, right) if random.random() < 0.85 else _junk(random)
            found = client.post(
                f"{PREFIX}/{name}",
                content=json.dumps(body),
                headers={"content-type": "application/json"},
            )
            assert found.status_code < 500, (name, body, found.text)
            if found.status_code >= 400:
                assert found.json()["error"]["message"], (name, body)
            if found.status_code == 202:
                client.delete(found.headers["location"])


def test_lists_of_nothing_are_refused_before_they_are_read() -> None:
    with pytest.raises(TooLarge):
        perform("read", b'{"text": [' + b"[]," * 2_100_000 + b"[]]}", Quota())
