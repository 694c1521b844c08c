"""Drafts on the server: kept, tested, published; every answer as it is described."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import LimitReached
from enpitsu.kind import MAX_NOTE, Document, Meta
from enpitsu.registry import find_kind, kinds
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX
from enpitsu.web.request_refusals import BadRequest, NotProved
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks import read_drafts as drafts_task
from enpitsu.web.tasks.read_drafts import prove, read_draft
from tests.client import AppClient
from tests.library import Folder, ordinary_starters, with_starter
from tests.postgres import Cluster

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from enpitsu.store import drafts as store_drafts
from tests.web.test_games import Api

pytestmark = pytest.mark.usefixtures("nursery")

KINDS = sorted(kinds())


@pytest.fixture(scope="module")
def app(database: Folder | Cluster) -> Iterator[Any]:
    with database.new_library(with_starter) as place:
        found = create_app(ServerConfig(store=place, jobs=1, most_players_each=10_000))
        with AppClient(found, base_url="http://localhost"):
            yield found


def new_player(app: Any) -> Api:
    api = Api(app)
    api.ask("GET", "/me")
    return api


@pytest.fixture
def someone(app: Any) -> Api:
    return new_player(app)


@pytest.fixture
def another(app: Any) -> Api:
    return new_player(app)


def starter(kind: str, at: int = 0) -> Document:
    return ordinary_starters(kind)[at]


def data_of(document: Document) -> dict[str, Any]:
    """A puzzle as it travels, without answer and title."""
    found: dict[str, Any] = json.loads(
        enpitsu.dump(Document(puzzle=document.puzzle, format="json"), "json")
    )
    return found


def content(kind: str = KINDS[0], at: int | None = 0, **more: Any) -> dict[str, Any]:
    """A draft as a page sends it; `at` is the starter puzzle that it is, None for none."""
    puzzle = starter(kind, at or 0).puzzle
    sheet = {"kind": kind, "rows": puzzle.rows, "cols": puzzle.cols, "facts": [], "more": {}}
    document = None if at is None else data_of(starter(kind, at))
    meta = {"title": "Mine", "author": "Aki", "note": ""}
    return {"sheet": sheet, "document": document, "meta": meta, "past": [], **more}


def create(api: Api, kind: str = KINDS[0], at: int | None = 0, **more: Any) -> Any:
    return api.ask("POST", "/drafts", {"content": content(kind, at, **more)}, 201)


def solve_game(api: Api, game: str, kind: str, at: int, seconds: int = 60) -> Any:
    facts = list(map(str, starter(kind, at).position))
    event = {"t": seconds * 1000, "put": facts, "take": [], "by": "hand"}
    revision = api.ask("GET", f"/games/{game}")["revision"]
    body = {"revision": revision, "events": [event], "elapsed": seconds * 1000}
    api.ask("PATCH", f"/games/{game}", body)
    return api.ask("POST", f"/games/{game}/finish")


# --- kept ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_is_kept_and_changed(someone: Api, kind: str) -> None:
    row = create(someone, kind, None, past=[{"facts": ["r1c1 x"]}])
    puzzle = starter(kind).puzzle
    assert (row["kind"], row["rows"], row["cols"]) == (kind, puzzle.rows, puzzle.cols)
    assert (row["title"], row["author"], row["revision"]) == ("Mine", "Aki", 0)
    assert (row["status"], row["level"], row["length_word"]) == (None, None, None)
    path = f"/drafts/{row['id']}"
    found = someone.ask("GET", path)
    assert found["content"] == content(kind, None, past=[{"facts": ["r1c1 x"]}])
    assert (found["tests"], found["published"]) == ([], None)
    changed = content(kind, meta={"title": " A\nnew  one ", "author": "", "note": "a\nb"})
    known = {"status": "unique", "level": "easy", "length": 60}
    body = {"revision": 0, "content": changed, **known}
    assert someone.ask("PUT", path, body) == {"revision": 1}
    found = someone.ask("GET", path)
    assert found["content"] == changed
    assert (found["title"], found["status"], found["level"]) == ("A new  one", "unique", "easy")
    assert (found["length"], found["length_word"]) == (60, "mid-length")
    someone.ask("DELETE", path)
    for method in ("GET", "DELETE"):
        assert someone.ask(method, path, status=404)["error"]["code"] == "not-found"


def test_the_latest_draft_stands_first(someone: Api) -> None:
    ids = [create(someone, kind)["id"] for kind in KINDS]
    assert [row["id"] for row in someone.ask("GET", "/drafts")["drafts"]] == ids[::-1]
    body = {"revision": 0, "content": content(KINDS[0])}
    someone.ask("PUT", f"/drafts/{ids[0]}", body)
    assert someone.ask("GET", "/drafts")["drafts"][0]["id"] == ids[0]


def test_nobody_overwrites_what_he_has_not_seen(someone: Api) -> None:
    path = f"/drafts/{create(someone)['id']}"
    first = {"revision": 0, "content": content(at=1)}
    assert someone.ask("PUT", path, first) == {"revision": 1}
    # Sent once more, because the answer got lost.
    assert someone.ask("PUT", path, first) == {"revision": 1}
    error = someone.ask("PUT", path, {**first, "content": content(at=2)}, 409)["error"]
    assert (error["code"], error["where"]) == ("conflict", {"revision": 1})
    assert "draft" in error["message"]
    someone.ask("PUT", path, {"revision": 7, "content": content()}, 409)
    assert someone.ask("GET", path)["content"] == first["content"]


def test_what_was_found_out_holds_for_the_same_puzzle_alone(someone: Api) -> None:
    path = f"/drafts/{create(someone)['id']}"
    known = {"status": "unique", "level": "hard"}
    someone.ask("PUT", path, {"revision": 0, "content": content(), **known})
    renamed = content(meta={"title": "Other"})
    someone.ask("PUT", path, {"revision": 1, "content": renamed, "status": None})
    found = someone.ask("GET", path)
    assert {name: found[name] for name in known} == known
    someone.ask("PUT", path, {"revision": 2, "content": content(at=1)})
    assert someone.ask("GET", path)["status"] is None
    someone.ask("PUT", path, {"revision": 3, "content": content(at=None), "status": "broken"})
    assert someone.ask("GET", path)["status"] == "broken"


def test_drafts_are_their_players_own(app: Any, someone: Api, another: Api) -> None:
    path = f"/drafts/{create(someone)['id']}"
    puzzle = data_of(starter(KINDS[0]))
    asked = (
        ("GET", path, None),
        ("PUT", path, {"revision": 0, "content": content()}),
        ("DELETE", path, None),
        ("GET", f"{path}/picture", None),
        ("POST", f"{path}/test", {"puzzle": puzzle}),
        ("POST", f"{path}/publish", {"puzzle": puzzle}),
    )
    for method, where, body in asked:
        assert another.ask(method, where, body, 404)["error"]["code"] == "not-found"
        assert Api(app).ask(method, where, body, 401)["error"]["code"] == "no-player"
    for method, body in (("GET", None), ("POST", {"content": content()})):
        Api(app).ask(method, "/drafts", body, 401)
    assert another.ask("GET", "/drafts") == {"drafts": []}
    assert someone.ask("GET", path)["revision"] == 0


def test_there_is_no_such_draft(someone: Api) -> None:
    for name in ("1", "x" * 22, "x" * 500, "%00", "%ff", "é"):
        assert someone.send("GET", f"/drafts/{name}").status_code == 404
        assert someone.send("GET", f"/drafts/{name}/picture").status_code == 404


def _deep(depth: int) -> Any:
    found: Any = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    "spoil",
    [
        {"sheet": {"kind": "sudoku", "rows": 1, "cols": 1, "facts": []}},
        {"sheet": {"kind": KINDS[0], "rows": 0, "cols": 1, "facts": []}},
        {"sheet": {"kind": KINDS[0], "rows": 2.5, "cols": 1, "facts": []}},
        {"sheet": {"kind": KINDS[0], "rows": 5, "cols": 5}},
        {"sheet": {"kind": KINDS[0], "rows": 5, "cols": 5, "facts": [1]}},
        {"sheet": {"kind": "\ud800", "rows": 5, "cols": 5, "facts": []}},
        {"sheet": []},
        {"document": {}},
        {"document": {"enpitsu": 1, "kind": KINDS[0], "puzzle": {}}},
        {"document": 7},
        {"meta": {"title": 1}},
        {"meta": {"title": "x" * 10_001}},
        {"past": _deep(500)},
    ],
)
def test_what_is_no_draft_is_refused(someone: Api, spoil: dict[str, Any]) -> None:
    error = someone.ask("POST", "/drafts", {"content": content(**spoil)}, 400)["error"]
    assert error["message"]
    assert someone.ask("GET", "/drafts") == {"drafts": []}


def test_the_document_is_of_the_sheets_kind(someone: Api) -> None:
    wrong = content(KINDS[0], document=data_of(starter(KINDS[1])))
    assert someone.ask("POST", "/drafts", {"content": wrong}, 400)["error"]["where"]


def test_the_document_is_of_the_sheets_size(someone: Api) -> None:
    wrong = content()
    wrong["sheet"]["cols"] += 1
    error = someone.ask("POST", "/drafts", {"content": wrong}, 400)["error"]
    assert error["where"]
    assert "columns" in error["message"]


@pytest.mark.parametrize("within", ["sheet", "meta", None])
def test_what_pages_keep_beside_it_is_theirs(someone: Api, within: str | None) -> None:
    mine = content(KINDS[0])
    (mine if within is None else mine[within])["x"] = {"level": ["easy", 1, None]}
    row = someone.ask("POST", "/drafts", {"content": mine}, 201)
    path = f"/drafts/{row['id']}"
    assert someone.ask("GET", path)["content"] == mine
    someone.ask("PUT", path, {"revision": 0, "content": mine})


def test_numbers_that_json_cannot_write_are_refused(someone: Api) -> None:
    for digits in (b"1e400", b"-1e400", b"Infinity"):
        body = json.dumps({"content": content(past=[7654321])}).encode()
        with pytest.raises(BadRequest, match="number"):
            read_draft(body.replace(b"7654321", digits), True, Quota())
    row = someone.ask("POST", "/drafts", {"content": content(past=[1e300, 10**40])}, 201)
    assert someone.ask("GET", f"/drafts/{row['id']}")["content"]["past"] == [1e300, 10**40]


def test_odd_texts_are_kept(someone: Api) -> None:
    odd = content(meta={"title": "a\0b\ud800c\u202e", "author": "鉛筆", "note": "\ud800\0"})
    odd["past"] = ["\ud800", {"\0": 1e300}]
    row = someone.ask("POST", "/drafts", {"content": odd}, 201)
    assert row["author"] == "鉛筆"
    assert someone.ask("GET", f"/drafts/{row['id']}")["content"] == odd


def test_a_draft_has_a_size(someone: Api) -> None:
    small = content(past=["x" * 1_900_000])
    assert someone.ask("POST", "/drafts", {"content": small}, 201)
    large = content(past=["x" * 2_100_000])
    assert someone.ask("POST", "/drafts", {"content": large}, 413)["error"]["code"] == "too-large"
    sheet = {"kind": KINDS[0], "rows": 300, "cols": 300, "facts": []}
    someone.ask("POST", "/drafts", {"content": content(at=None, sheet=sheet)}, 413)


def test_a_player_has_so_many_drafts(someone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store_drafts.MOST_DRAFTS == 500
    monkeypatch.setattr(store_drafts, "MOST_DRAFTS", 2)
    first = create(someone)["id"]
    create(someone)
    error = someone.ask("POST", "/drafts", {"content": content()}, 409)["error"]
    assert error["code"] == "full"
    someone.ask("DELETE", f"/drafts/{first}")
    create(someone)


# --- pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_is_drawn(someone: Api, kind: str) -> None:
    path = f"/drafts/{create(someone, kind)['id']}"
    light, dark = (someone.ask("GET", f"{path}/picture?theme={each}") for each in ("light", "dark"))
    assert light.text == enpitsu.render(starter(kind).puzzle, format="svg", theme="light")
    assert dark.text != light.text
    seen = {"if-none-match": light.headers["etag"]}
    assert someone.client.get(f"{PREFIX}{path}/picture", headers=seen).status_code == 304
    someone.ask("GET", f"{path}/picture?theme=pink", status=400)
    someone.ask("PUT", path, {"revision": 0, "content": content(kind, None)})
    puzzle = starter(kind).puzzle
    blank = find_kind(kind).blank(puzzle.rows, puzzle.cols)
    assert someone.ask("GET", f"{path}/picture").text == enpitsu.render(
        blank, format="svg", theme="light"
    )


# --- tests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_is_played_by_its_author(someone: Api, another: Api, kind: str) -> None:
    draft = create(someone, kind, 1)["id"]
    before = someone.ask("GET", "/puzzles")["total"]
    wish = {"puzzle": data_of(starter(kind, 1))}
    game = someone.ask("POST", f"/drafts/{draft}/test", wish)["game"]
    assert someone.ask("POST", f"/drafts/{draft}/test", wish)["game"] == game
    found = someone.ask("GET", f"/games/{game}")
    assert (found["draft"], found["is_first"]) == (draft, False)
    assert found["puzzle"]["title"] == "Mine"
    assert found["document"]["puzzle"] == wish["puzzle"]["puzzle"]
    another.ask("GET", f"/games/{game}", status=404)
    # It is nobody else's, in no list and no count.
    puzzle = found["puzzle"]["id"]
    someone.ask("GET", f"/puzzles/{puzzle}")
    for path in (f"/puzzles/{puzzle}", f"/puzzles/{puzzle}/picture", f"/puzzles/{puzzle}/ranking"):
        another.ask("GET", path, status=404)
    another.ask("POST", "/games", {"puzzle": puzzle}, 404)
    someone.ask("DELETE", f"/puzzles/{puzzle}", status=404)
    ended = solve_game(someone, game, kind, 1)
    assert (ended["solved"], ended["place"], ended["is_best"]) == (True, None, False)
    listed = someone.ask("GET", "/puzzles")
    assert listed["total"] == before
    assert not any(name.startswith("#") for name in listed["counts"]["collections"])
    assert someone.ask("GET", "/games")["games"] == []
    assert someone.ask("GET", "/results")["total"] == 0
    assert someone.ask("GET", "/results/bests")["results"] == []
    row = found["puzzle"]
    wanted = "&".join(f"{name}={row[name]}" for name in ("kind", "rows", "cols", "level"))
    number = ended["result"]["id"]
    for path in (f"/ranking?{wanted}", f"/puzzles/{puzzle}/ranking"):
        ranked = someone.ask("GET", path)["ranking"]
        assert number not in [each["result"]["id"] for each in ranked]
    someone.ask("GET", f"/replays/{number}")
    another.ask("GET", f"/replays/{number}", status=404)
    # The author's own times.
    [told] = someone.ask("GET", f"/drafts/{draft}")["tests"]
    assert (told["seconds"], told["total"], told["is_clean"]) == (60, 60, True)
    assert told["is_same"]
    body = {"revision": 0, "content": content(kind, 2)}
    someone.ask("PUT", f"/drafts/{draft}", body)
    [told] = someone.ask("GET", f"/drafts/{draft}")["tests"]
    assert not told["is_same"]
    someone.ask("DELETE", f"/drafts/{draft}")
    someone.ask("GET", f"/games/{game}", status=404)


def test_only_a_puzzle_is_tested(someone: Api) -> None:
    path = f"/drafts/{create(someone)['id']}/test"
    for wrong in ({}, {"enpitsu": 1, "kind": "x", "puzzle": {}}):
        someone.ask("POST", path, {"puzzle": wrong}, 400)
    someone.ask("POST", path, {}, 400)


# --- publishing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_published_is_for_all(app: Any, someone: Api, another: Api, kind: str) -> None:
    draft = create(someone, kind, 2)["id"]
    puzzle = data_of(starter(kind, 2))
    game = someone.ask("POST", f"/drafts/{draft}/test", {"puzzle": puzzle})["game"]
    solve_game(someone, game, kind, 2, 90)
    words = {"title": " My\tfirst ", "author": "Aki", "note": "Begin\r\nbelow. \n"}
    row = someone.ask("POST", f"/drafts/{draft}/publish", {"puzzle": puzzle, **words})
    assert (row["collection"], row["title"], row["author"]) == ("published", "My first", "Aki")
    assert (row["is_mine"], row["level"]) == (True, starter(kind, 2).meta.level)
    assert row["length"] == starter(kind, 2).meta.length
    found = someone.ask("GET", f"/drafts/{draft}")["published"]
    assert found["id"] == row["id"]
    for api in (another, Api(app)):
        listed = api.ask("GET", f"/puzzles?collection=published&kind={kind}")["puzzles"]
        assert row["id"] in [each["id"] for each in listed]
    shown = another.ask("GET", f"/puzzles/{row['id']}")
    assert (shown["note"], shown["author_seconds"]) == ("Begin\nbelow.", 90)
    assert (shown["is_mine"], shown["document"]["meta"]["note"]) == (False, "Begin\nbelow.")
    # Its author knows the answer, so others alone are ranked.
    for api, is_first in ((someone, False), (another, True)):
        begun = api.ask("POST", "/games", {"puzzle": row["id"]})
        assert begun["is_first"] == is_first
        assert begun["draft"] is None
        solve_game(api, begun["id"], kind, 2, 30)
    ranked = another.ask("GET", f"/puzzles/{row['id']}/ranking")["ranking"]
    assert [each["is_me"] for each in ranked] == [True]
    # It outlives its draft, and its owner may remove it.
    someone.ask("DELETE", f"/drafts/{draft}")
    assert another.ask("GET", f"/puzzles/{row['id']}")["author_seconds"] == 90
    another.ask("DELETE", f"/puzzles/{row['id']}", status=404)
    someone.ask("DELETE", f"/puzzles/{row['id']}")
    listed = another.ask("GET", f"/puzzles?collection=published&kind={kind}")["puzzles"]
    assert row["id"] not in [each["id"] for each in listed]


def test_publishing_again_replaces(someone: Api, another: Api) -> None:
    kind = KINDS[0]
    path = f"/drafts/{create(someone, kind, 3)['id']}"
    body = {"puzzle": data_of(starter(kind, 3)), "title": "One", "note": "old"}
    first = someone.ask("POST", f"{path}/publish", body)
    game = another.ask("POST", "/games", {"puzzle": first["id"]})
    # Other words for the same puzzle: it is still the same one.
    words = {"title": "Two", "note": "new"}
    again = someone.ask("POST", f"{path}/publish", {**body, **words})
    assert (again["id"], again["title"]) == (first["id"], "Two")
    assert another.ask("GET", f"/puzzles/{first['id']}")["note"] == "new"
    # Another puzzle takes its place; who plays the earlier one goes on.
    other = someone.ask("POST", f"{path}/publish", {"puzzle": data_of(starter(kind, 4))})
    assert other["id"] != first["id"]
    listed = another.ask("GET", f"/puzzles?collection=published&kind={kind}")["puzzles"]
    mine = {each["id"] for each in listed} & {first["id"], other["id"]}
    assert mine == {other["id"]}
    assert solve_game(another, game["id"], kind, 3)["solved"]
    assert someone.ask("GET", path)["published"]["id"] == other["id"]
    # Removed in the library, it is no longer published, and may be once more.
    someone.ask("DELETE", f"/puzzles/{other['id']}")
    assert someone.ask("GET", path)["published"] is None
    third = someone.ask("POST", f"{path}/publish", {"puzzle": data_of(starter(kind, 4))})
    assert someone.ask("GET", path)["published"]["id"] == third["id"]


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_has_one_solution_is_published(someone: Api, kind: str) -> None:
    draft = create(someone, kind)["id"]
    wish = {"puzzle": _several(kind)}
    error = someone.ask("POST", f"/drafts/{draft}/publish", wish, 422)["error"]
    assert error["code"] == "not-proved"
    assert "solution" in error["message"]
    assert someone.ask("GET", f"/drafts/{draft}")["published"] is None


SEVERAL = {"nonogram": {"row_clues": [[1], [1]], "col_clues": [[1], [1]]}}


def _several(kind: str) -> dict[str, Any]:
    """A puzzle that has not one solution: an empty board, if that is such."""
    if kind in SEVERAL:
        return {"enpitsu": 1, "kind": kind, "puzzle": SEVERAL[kind]}
    blank = find_kind(kind).blank(5, 5)
    assert enpitsu.solve(blank).status is not enpitsu.Status.UNIQUE
    return data_of(Document(puzzle=blank))


def test_hostile_words_of_publishers(someone: Api) -> None:
    path = f"/drafts/{create(someone)['id']}/publish"
    puzzle = data_of(starter(KINDS[0], 5))
    for wrong in ({"title": "x" * 201}, {"note": "x" * (MAX_NOTE + 1)}, {"author": 1}, {"x": 1}):
        someone.ask("POST", path, {"puzzle": puzzle, **wrong}, 400)
    large = {"enpitsu": 1, "kind": KINDS[0], "puzzle": {"rows": 10**9, "cols": 10**9}}
    for none, status in (({}, 400), (large, 413)):
        someone.ask("POST", path, {"puzzle": none}, status)
    odd = {"title": "\0\ud800", "note": "<b>\u202e\ud800\0"}
    row = someone.ask("POST", path, {"puzzle": puzzle, **odd})
    assert "\0" not in row["title"]
    someone.ask("GET", f"/puzzles/{row['id']}")


def test_a_large_puzzle_is_published(someone: Api) -> None:
    side = 80
    draft = create(someone, "nonogram")["id"]
    rows = [[1] * (side // 2) if row % 2 else [side] for row in range(side)]
    cols = [[1] * (side // 2) if col % 2 else [side] for col in range(side)]
    puzzle = {"row_clues": rows, "col_clues": cols}
    wish = {"puzzle": {"enpitsu": 1, "kind": "nonogram", "puzzle": puzzle}, "title": "Large"}
    row = someone.ask("POST", f"/drafts/{draft}/publish", wish)
    assert (row["rows"], row["cols"], bool(row["level"])) == (side, side, True)


def test_who_publishes_too_much_at_once_waits(place: str) -> None:
    app = create_app(ServerConfig(store=place, jobs=1, most_jobs_each=0))
    with AppClient(app, base_url="http://localhost"):
        api = new_player(app)
        path = f"/drafts/{create(api)['id']}/publish"
        wish = {"puzzle": data_of(starter(KINDS[0]))}
        assert api.ask("POST", path, wish, 429)["error"]["code"] == "too-many"


def test_no_level_is_better_than_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where grading takes too long, the puzzle is published without."""
    document = starter(KINDS[0])
    body = json.dumps({"puzzle": data_of(document), "note": "n"}).encode()
    assert prove(body, Quota())["level"] == document.meta.level

    def too_long(*args: Any, **more: Any) -> Any:
        raise LimitReached("time")

    monkeypatch.setattr(drafts_task, "grade", too_long)
    assert prove(body, Quota())["level"] == ""
    monkeypatch.setattr(drafts_task, "solve", too_long)
    with pytest.raises(NotProved, match="could not be proved"):
        prove(body, Quota())


def test_the_collection_is_enpitsus_own(someone: Api) -> None:
    body = {"document": data_of(starter(KINDS[0], 6)), "collection": "Published"}
    someone.ask("POST", "/puzzles", body, 400)
    someone.ask("POST", "/puzzles", {**body, "collection": "#tests"}, 400)


# --- notes ---------------------------------------------------------------------------------------


def test_notes_travel(someone: Api) -> None:
    document = Document(puzzle=starter(KINDS[0]).puzzle, meta=Meta(title="T", note="a\nb"))
    text = enpitsu.dump(document, "json")
    [again] = enpitsu.read(text)
    assert (again.meta, again.warnings) == (document.meta, ())
    data = someone.ask("POST", "/read", {"text": text})["documents"][0]
    assert data["document"]["meta"]["note"] == "a\nb"
    row = someone.ask("POST", "/puzzles", {"document": json.loads(text)}, 201)
    shown = someone.ask("GET", f"/puzzles/{row['id']}")
    assert (shown["note"], shown["author_seconds"]) == ("a\nb", None)
