"""The starter collection for playing without the server: packs, sealed answers, and what the page
makes of them."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.check import check
from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Edge
from enpitsu.kind import Document
from enpitsu.play.sealed_answer import seal_answer
from enpitsu.position import Fact, Position, parse_fact
from enpitsu.registry import kind_of, kinds

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX
from tests.client import AppClient

ANSWERS = Path(__file__).parents[1] / "js/offline_answers.js"
MOST_CELLS = 150  # of boards that are judged
BOARDS = 12  # of each sort and puzzle
MOST_BYTES = 1_000_000  # that a browser brings in all, packed: packs and pictures
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no node on this machine")
KINDS = [kind.id for kind in kinds().values() if kind.starter is not None]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    store = f"sqlite:///{tmp_path_factory.mktemp('packs') / 'library.db'}"
    app = create_app(ServerConfig(store=store))
    with AppClient(app, base_url="http://localhost") as found:
        found.get(f"{PREFIX}/me")
        yield found


def got(client: Any, path: str) -> Any:
    answer = client.get(PREFIX + path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def asked_of_page(**what: Any) -> Any:
    """What the page answers, by its own scripts."""
    told = json.dumps(what)
    done = subprocess.run(
        ["node", str(ANSWERS)], input=told, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


# --- packs ----------------------------------------------------------------------------------------


def test_there_is_a_pack_of_each_kind_with_all_puzzles_and_no_answer(client: Any) -> None:
    listed = got(client, "/starter")
    assert [each["kind"] for each in listed["packs"]] == KINDS
    size = 0
    for told in listed["packs"]:
        path = f"{PREFIX}/starter/{told['kind']}?v={told['version']}"
        answer = client.get(path)
        assert "immutable" in answer.headers["cache-control"]
        size += len(gzip.compress(answer.content))
        pack = answer.json()
        assert pack["version"] == told["version"]
        shelf = got(client, f"/puzzles?collection=starter&sort=level&size=200&kind={told['kind']}")
        assert [each["row"] for each in pack["puzzles"]] == shelf["puzzles"]
        assert len(pack["puzzles"]) == told["puzzles"] == len(enpitsu.starter(told["kind"]))
        for each in pack["puzzles"]:
            assert "position" not in each["document"]
            assert each["answer"]["marks"] > 0
        assert (
            pack["puzzles"][0]["document"]
            == got(client, f"/puzzles/{pack['puzzles'][0]['row']['id']}")["document"]
        )
    # Pictures are a little more than that.
    assert size < MOST_BYTES / 4


def test_another_version_is_asked_for_again(client: Any) -> None:
    [first, *_] = got(client, "/starter")["packs"]
    for path in (f"/starter/{first['kind']}", f"/starter/{first['kind']}?v=older"):
        answer = client.get(PREFIX + path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.json()["version"] == first["version"]


@pytest.mark.parametrize("kind", ["", "nothing", "..", "x" * 200])
def test_what_is_no_kind_has_no_pack(client: Any, kind: str) -> None:
    assert client.get(f"{PREFIX}/starter/{kind}").status_code in (404, 307)


def test_the_list_tells_what_the_player_has_done(client: Any) -> None:
    assert got(client, "/starter")["states"] == {}
    origin = {"origin": "http://localhost"}
    [puzzle, *_] = got(client, "/puzzles?collection=starter")["puzzles"]
    game = client.post(f"{PREFIX}/games", json={"puzzle": puzzle["id"]}, headers=origin).json()
    document = got(client, f"/puzzles/{puzzle['id']}")["document"]
    slot = next(iter(enpitsu.solve(enpitsu.parse(json.dumps(document))).solutions[0].facts))
    save = {"revision": 0, "elapsed": 5, "events": [{"t": 5, "put": [str(slot)], "by": "hand"}]}
    client.patch(f"{PREFIX}/games/{game['id']}", json=save, headers=origin)
    listed = client.get(f"{PREFIX}/starter")
    assert listed.json()["states"] == {str(puzzle["id"]): "begun"}
    assert listed.headers["cache-control"] == "private, no-cache"
    # Packs are for everybody: nothing of a player stands in them.
    pack = got(client, f"/starter/{puzzle['kind']}")
    assert {each["row"]["state"] for each in pack["puzzles"]} == {"new"}


# --- the page's part ------------------------------------------------------------------------------


@needs_node
def test_the_page_finds_puzzles_as_the_server_does(client: Any) -> None:
    all_of_it = "/puzzles?collection=starter&size=200"
    pages = range(1, got(client, all_of_it)["pages"] + 1)
    rows = [row for page in pages for row in got(client, f"{all_of_it}&page={page}")["puzzles"]]
    queries: list[dict[str, str]] = [
        {"sort": f"{minus}{name}", "size": "200"}
        for name in ("number", "added", "title", "size", "level", "length")
        for minus in ("", "-")
    ]
    queries += [
        {"sort": "level"},
        {"page": "3", "sort": "-size"},
        {"page": "99"},
        {"kind": KINDS[0], "level": "hard", "sort": "length"},
        {"length": "short", "size": "7", "page": "2"},
        {"least": "101", "most": "256"},
        {"state": "begun"},
        {"state": "new", "size": "50"},
        {"text": "ENPITSU gentle"},
        {"text": f"{KINDS[1]} starter"},
        {"text": "100%_nothing"},
        {"collection": "mine"},
    ]
    shown = asked_of_page(rows=rows, queries=queries)["found"]
    for query, page in zip(queries, shown, strict=True):
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        assert page == got(client, f"/puzzles?{asked}"), query


def universe(document: Document) -> list[Fact]:
    """All that can be said of a board, as what holds."""
    puzzle, solution = document.puzzle, enpitsu.solve(document.puzzle).solutions[0]
    rows, cols = puzzle.rows, puzzle.cols
    cells = [Cell(row, col) for row in range(-1, rows + 1) for col in range(-1, cols + 1)]
    pairs = [
        Edge(cell, Cell(cell.row + down, cell.col + 1 - down)) for cell in cells for down in (0, 1)
    ]
    slots: list[Any] = [*cells, *pairs]
    found = (
        Fact(slot, value) for value in {each.value for each in solution.truths} for slot in slots
    )
    return sorted(filter(partial(is_writable, puzzle), found), key=str)


def is_writable(puzzle: Any, fact: Fact) -> bool:
    board = kind_of(puzzle).board(puzzle)
    try:
        parse_fact(str(fact))
        board.place([fact])
    except (ValueError, IndexError, PuzzleError):
        return False
    return True


def boards(document: Document, chance: random.Random) -> Iterator[Position]:
    """The answer with further marks, and boards that are not quite it."""
    answer, all_facts = Position.of(document.position), universe(document)
    facts, slots = list(answer), {fact.slot for fact in answer}
    # Marks beside the answer, right and wrong ones: nothing is said twice of a slot.
    beside = [Fact(each.slot, each.value, chance.random() < 0.3) for each in all_facts]
    beside = [each for each in beside if each.slot not in slots]
    yield answer
    yield Position.of([])
    yield answer.place(*(each.opposite if each.holds else each for each in beside))
    for _ in range(BOARDS):
        yield answer.place(*chance.sample(beside, min(len(beside), chance.randint(1, 3))))
        yield Position.of(chance.sample(facts, max(0, len(facts) - chance.randint(1, 3))))
        # A mark at another place.
        gone = chance.choice(facts)
        left = Position.of(fact for fact in facts if fact != gone)
        yield left.place(chance.choice(all_facts))


def is_solved(puzzle: Any, position: Position) -> bool:
    """What the server says of a board that a page has."""
    board = kind_of(puzzle).board(puzzle)
    board.place(position)
    return not check(puzzle, position, partial=True) and not check(puzzle, position)


@needs_node
@pytest.mark.parametrize("kind", KINDS)
def test_the_page_judges_boards_as_the_rules_do(kind: str) -> None:
    chance = random.Random(kind)
    asked, judged = [], list[tuple[str, Position, bool]]()
    for document in enpitsu.starter(kind):
        puzzle = document.puzzle
        if puzzle.rows * puzzle.cols > MOST_CELLS:
            continue
        sealed = seal_answer(enpitsu.solve(puzzle).solutions[0], "salt")
        tried = list(boards(document, chance))
        judged += [(document.meta.title, each, is_solved(puzzle, each)) for each in tried]
        texts = [list(map(str, each)) for each in tried]
        asked.append(
            {"puzzle": {"fingerprint": "salt", "answer": sealed._asdict()}, "boards": texts}
        )
    verdicts = [each for of in asked_of_page(puzzles=asked)["verdicts"] for each in of]
    assert len(verdicts) == len(judged) > 500
    for (title, position, solved), (told, full) in zip(judged, verdicts, strict=True):
        assert told == solved, (title, str(position))
        assert full or not solved
    # Neither is rare.
    assert 100 < sum(solved for _, _, solved in judged) < len(judged) - 100


def test_a_seal_tells_nothing_of_its_answer() -> None:
    [document, *_] = enpitsu.starter(KINDS[0])
    [solution] = enpitsu.solve(document.puzzle).solutions
    one, other = seal_answer(solution, "one"), seal_answer(solution, "other")
    assert one.seal != other.seal
    assert one == seal_answer(solution, "one")
    told = json.dumps(one)
    assert not any(str(fact.slot) in told for fact in solution.facts)
