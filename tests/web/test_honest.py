"""Results that were made up: attacked as a player with a script would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.grid import Symmetry
from enpitsu.kind import Document
from enpitsu.play import clock
from enpitsu.play.clock import MAX_DELAY, MAX_GAP, MAX_RESTS, ServerClock
from enpitsu.play.hands import is_by_hand
from enpitsu.play.log import Log
from enpitsu.play.prices import PRICES, WHOLE_HINT
from tests.client import AppClient
from tests.library import SMALL, library_in

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from enpitsu.store.games import Games
from enpitsu.store.help_given import MAX_NAMES, MAX_PUZZLES, ToldHelp, find_told
from enpitsu.store.library import Store
from enpitsu.store.names import checked_name, likeness
from enpitsu.store.players import Players
from enpitsu.store.results import PlayResult, Results
from enpitsu.store.standings import Standings
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX
from enpitsu.web.tasks import TASKS
from enpitsu.web.tasks.count_help import _TELLS, SILENT

pytestmark = pytest.mark.usefixtures("nursery")

FIRST = SMALL[0]
KNOWN = enpitsu.fingerprint(FIRST.puzzle)
ANSWER = list(map(str, enpitsu.solve(FIRST.puzzle).solutions[0].facts))


class Time:
    """The server's clock, which a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(clock, "server_ms", found)
    monkeypatch.setattr("enpitsu.store.games.server_ms", found)
    return found


def strokes(pace: int, start: int = 0, by: str = "hand") -> list[dict[str, Any]]:
    """The answer, a fact a stroke."""
    return [
        {"t": start + at * pace, "put": [fact], "take": [], "by": by}
        for at, fact in enumerate(ANSWER, 1)
    ]


def send(store: Store, player: int, events: list[Any], game: Any = None, **more: Any) -> Any:
    """Save events behind those that are there."""
    table = Games(store)
    game = table.begin(player, 1) if game is None else table.load(game.id, player)
    elapsed = max([game.elapsed, *(event["t"] for event in events)])
    how = {"events": events, "elapsed": elapsed, "revision": game.revision} | more
    table.save(game.id, player, **how)
    return game


def finish(store: Store, player: int, game: Any) -> PlayResult:
    result = Games(store).finish(game.id, player)
    assert result is not None
    return result


def is_ranked(store: Store, result: PlayResult) -> bool:
    """Whether a result is in any ranking; it must be in all of them or in none."""
    kept = Results(store)
    lists = (
        [each.result.id for each in kept.ranking_of_puzzle(result.fingerprint)],
        [
            each.result.id
            for each in kept.ranking(result.kind, result.rows, result.cols, result.level)
        ],
        [each.id for each in kept.bests(result.player)],
    )
    found = {result.id in ids for ids in lists} | {
        Standings(store).of_player(result.player) is not None,
        bool(kept.progress(result.player, result.kind, result.rows, result.cols, result.level)),
    }
    assert len(found) == 1
    return found.pop()


# --- the server's clock ---------------------------------------------------------------------------


@pytest.mark.real_clock
class TestClock:
    """What the server measures by itself."""

    def test_all_at_once_is_in_no_ranking(self, store: Store, player: int, time: Time) -> None:
        game = send(store, player, strokes(0))
        result = finish(store, player, game)
        assert (result.mark, is_ranked(store, result)) == ("hands", False)
        assert [each.mark for each in Results(store).of_player(player)] == ["hands"]

    def test_times_that_were_not_yet(self, store: Store, player: int, time: Time) -> None:
        game = Games(store).begin(player, 1)
        time.now += 2_000
        send(store, player, strokes(800), game)
        result = finish(store, player, game)
        assert (result.mark, is_ranked(store, result)) == ("clock", False)

    def test_honest_play_is_ranked_with_its_own_time(
        self, store: Store, player: int, time: Time
    ) -> None:
        game = Games(store).begin(player, 1)
        for event in strokes(800):
            time.now = 1_000_000 + event["t"] + 400
            send(store, player, [event], game)
        result = finish(store, player, game)
        assert result.mark == ""
        assert is_ranked(store, result)
        assert result.seconds == pytest.approx(0.8 * len(ANSWER))

    def test_played_without_a_connection(self, store: Store, player: int, time: Time) -> None:
        game = Games(store).begin(player, 1)
        time.now += 24 * 3_600_000
        send(store, player, strokes(800), game)
        result = finish(store, player, game)
        assert result.mark == ""
        assert result.seconds == pytest.approx(max(0.8 * len(ANSWER), 17))

    def test_strokes_that_arrive_slowly_took_that_long(
        self, store: Store, player: int, time: Time
    ) -> None:
        """A minute of thinking, told as five seconds."""
        game, events = Games(store).begin(player, 1), strokes(5_000 // len(ANSWER))
        for event in events:
            time.now += 60_000 // len(ANSWER)
            send(store, player, [event], game)
        result = finish(store, player, game)
        least = 60_000 // len(ANSWER) * len(ANSWER) - MAX_DELAY
        assert result.seconds == pytest.approx(least / 1000)

    def test_pauses_that_are_told_do_not_count(self, store: Store, player: int, time: Time) -> None:
        game, events = Games(store).begin(player, 1), strokes(800)
        half = len(events) // 2
        time.now += events[half - 1]["t"]
        send(store, player, events[:half], game, rests=True)
        time.now += 24 * 3_600_000
        send(store, player, events[half:], game)
        assert finish(store, player, game).seconds == pytest.approx(0.8 * len(ANSWER))

    def test_what_comes_after_the_last_stroke_does_not_count(
        self, store: Store, player: int, time: Time
    ) -> None:
        game, events = Games(store).begin(player, 1), strokes(800)
        time.now += events[-1]["t"]
        send(store, player, events, game)
        for _ in range(10):
            time.now += MAX_GAP
            send(store, player, [], game)
        assert finish(store, player, game).seconds == pytest.approx(0.8 * len(ANSWER))

    def test_the_clock_of_the_machine_may_be_set(self) -> None:
        found = ServerClock(5000, 5000).after(1000, 0, has_move=True, rests=False)
        assert (found.played, found.saved) == (0, 5000)

    def test_rests_without_end_are_not_believed(self) -> None:
        found = ServerClock(0, 0)
        for at in range(1, 4 * MAX_RESTS, 2):
            found = found.after(1000 * at, 0, has_move=True, rests=True)
            found = found.after(1000 * (at + 1), 0, has_move=True, rests=False)
        assert found.played > 1000 * 2 * MAX_RESTS

    def test_a_game_of_an_older_library(self, store: Store, player: int) -> None:
        from sqlalchemy import update

        from enpitsu.store.schema import games

        game = Games(store).begin(player, 1)
        with store.database.writing() as connection:
            long_ago = game.started - timedelta(hours=1)
            connection.execute(update(games).values(clock="", started=long_ago))
        send(store, player, strokes(800), game)
        assert finish(store, player, game).mark == ""


# --- hands ----------------------------------------------------------------------------------------


def log_of(*events: dict[str, Any]) -> Log:
    return Log.checked(list(events), FIRST.puzzle)


class TestHands:
    """Strokes that no hand can make."""

    @pytest.mark.parametrize("pace", [0, 1, 5, 20, 50])
    @pytest.mark.parametrize("by", ["hand", "redo", "undo", "trial"])
    def test_too_fast(self, pace: int, by: str) -> None:
        assert not is_by_hand(log_of(*strokes(pace, by=by)))

    @pytest.mark.parametrize("pace", [200, 300, 3000])
    def test_quick_hands(self, pace: int) -> None:
        assert is_by_hand(log_of(*strokes(pace)))

    def test_a_burst_after_a_long_wait(self) -> None:
        board = enpitsu.find_kind("nonogram").blank(20, 20)
        cells = [f"r{row}c{col} shaded" for row in range(1, 21, 3) for col in range(1, 21, 3)]
        events = [{"t": 600_000, "put": [cell], "take": [], "by": "hand"} for cell in cells]
        assert is_by_hand(Log.checked(events[:1], board))
        # The first has all the time before it; the others have none.
        assert not is_by_hand(Log.checked(events, board))

    def test_a_held_key_and_a_drag(self) -> None:
        board = enpitsu.find_kind("nonogram").blank(30, 30)
        row = [f"r1c{col} shaded" for col in range(1, 31)]
        keys = [
            {"t": 1000 + 33 * at, "put": [fact], "take": [], "by": "hand"}
            for at, fact in enumerate(row)
        ]
        assert is_by_hand(Log.checked(keys, board))
        assert is_by_hand(Log.checked([{"t": 1500, "put": row, "take": [], "by": "hand"}], board))

    @pytest.mark.parametrize("by", ["hand", "helper"])
    def test_no_drag_writes_scattered_cells(self, by: str) -> None:
        """The whole answer in one stroke, told as if it had taken a few seconds."""
        board = enpitsu.find_kind("nonogram").blank(20, 20)
        cells = [f"r{row}c{col} shaded" for row in range(1, 21, 2) for col in range(1, 21, 3)]
        whole = {"t": 4000, "put": cells, "take": [], "by": by}
        assert not is_by_hand(Log.checked([whole], board))
        assert is_by_hand(Log.checked([{**whole, "t": 60_000}], board))

    def test_undo_and_redo_are_held_keys(self) -> None:
        events = strokes(300)
        last = events[-1]["t"]
        back = [
            {"t": last + 30 * at, "put": [], "take": event["put"], "by": "undo"}
            for at, event in enumerate(reversed(events))
        ]
        again = [
            {"t": last + 30 * (len(back) + at), "put": event["put"], "take": [], "by": "redo"}
            for at, event in enumerate(events)
        ]
        assert is_by_hand(log_of(*events, *back, *again))

    def test_no_hint_writes_a_board(self) -> None:
        board = enpitsu.find_kind("nonogram").blank(20, 20)
        put = [f"r{row}c{col} shaded" for row in range(1, 21) for col in range(1, 21)]
        whole = {"t": 60_000, "put": put, "take": [], "by": "hint"}
        assert not is_by_hand(Log.checked([whole], board))

    def test_nothing_and_tiny_boards(self) -> None:
        assert is_by_hand(log_of())
        board = enpitsu.find_kind("nonogram").blank(1, 1)
        dot = {"put": ["r1c1 shaded"], "take": [], "by": "hand"}
        assert not is_by_hand(Log.checked([{"t": 0, **dot}], board))
        assert is_by_hand(Log.checked([{"t": 400, **dot}], board))


# --- help -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    place = library_in(tmp_path_factory.mktemp("library"))
    found = create_app(ServerConfig(store=str(place), jobs=1, most_players_each=10_000))
    with AppClient(found, base_url="http://localhost") as client:
        yield client


class Attacker:
    """Somebody with a script."""

    def __init__(self, app: Any) -> None:
        self.client: Any = app
        self.cookies: dict[str, str] = {}
        self.ask("GET", "/me")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        found = self.send(method, path, body)
        assert found.status_code < 300, found.text[:500]
        return found.json()

    def send(self, method: str, path: str, body: Any = None) -> Any:
        how = {} if body is None else {"json": body}
        self.client.cookies = self.cookies
        found = self.client.request(method, PREFIX + path, **how)
        self.cookies = dict(self.client.cookies)
        return found

    def puzzle(self, at: int, least_marks: int = 0) -> tuple[int, Document]:
        """A small puzzle of the library and its document: the first from a place on whose answer
        has so many marks."""
        found = self.ask("GET", "/puzzles?collection=starter&size=200")["puzzles"]
        small = sorted(
            (row for row in found if row["rows"] * row["cols"] >= 36),
            key=lambda row: (row["rows"] * row["cols"], row["id"]),
        )
        row = self.ask("GET", f"/puzzles/{small[at]['id']}")
        document = enpitsu.read(json.dumps(row["document"]), format="json")[0]
        marks = [fact for fact in solved(document) if " not " not in fact] if least_marks else []
        if len(marks) < least_marks:
            return self.puzzle(at + 1, least_marks)
        return row["id"], document

    def job(self, order: dict[str, Any]) -> Any:
        """Have long work done, and do not fetch what came of it."""
        job = self.ask("POST", "/jobs", order)["id"]
        assert "event: end" in self.send("GET", f"/jobs/{job}/events").text
        return job

    def solve(self, puzzle: int, answer: list[str]) -> dict[str, Any]:
        """Play it as if by hand."""
        game = self.ask("POST", "/games", {"puzzle": puzzle})
        events = [
            {"t": 300 * at, "put": [fact], "take": [], "by": "hand"}
            for at, fact in enumerate(answer, 1)
        ]
        save = {"revision": game["revision"], "events": events, "elapsed": events[-1]["t"]}
        self.ask("PATCH", f"/games/{game['id']}", save)
        found: dict[str, Any] = self.ask("POST", f"/games/{game['id']}/finish")
        return found


def solved(document: Document) -> list[str]:
    return list(map(str, enpitsu.solve(document.puzzle).solutions[0].facts))


def data_of(document: Document) -> Any:
    return json.loads(enpitsu.dump(document, "json"))


ROUTES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/solve", {}),
    ("/forced", {}),
    ("/live-check", {"seconds": 5}),
    ("/can-be", {}),
    ("/book", {"rules": False}),
)


@pytest.mark.parametrize(("path", "more"), ROUTES)
def test_the_answer_by_whichever_route(app: Any, path: str, more: dict[str, Any]) -> None:
    cheat = Attacker(app)
    puzzle, document = cheat.puzzle(0)
    assert cheat.send("POST", path, {"puzzle": data_of(document), **more}).status_code == 200
    found = cheat.solve(puzzle, solved(document))
    assert found["result"]["mark"] == "answer"
    assert (found["place"], found["result"]["points"]) == (None, None)
    assert not found["result"]["is_clean"]
    ranking = cheat.ask("GET", f"/puzzles/{puzzle}/ranking")["ranking"]
    assert not any(each["is_me"] for each in ranking)
    assert len(cheat.ask("GET", "/results")["results"]) == 1, "it stays their own"


def test_the_answer_of_a_twin_and_by_a_job(app: Any) -> None:
    cheat = Attacker(app)
    puzzle, document = cheat.puzzle(1)
    turned = Document(puzzle=document.puzzle.transform(list(Symmetry)[3]))
    job = cheat.job({"do": "solve", "puzzle": data_of(turned)})
    honest = Attacker(app)
    assert honest.solve(puzzle, solved(document))["result"]["mark"] == "", "what others ask"
    told = cheat.ask("GET", f"/jobs/{job}")
    assert (told["status"], told["state"]) == ("unique", "done")
    assert cheat.solve(puzzle, solved(document))["result"]["mark"] == "answer"


def test_a_job_that_nobody_fetches_tells_nothing(app: Any) -> None:
    """So the page may have the answer prepared."""
    player = Attacker(app)
    puzzle, document = player.puzzle(2)
    player.job({"do": "solve", "puzzle": data_of(document)})
    assert player.solve(puzzle, solved(document))["result"]["mark"] == ""


def test_a_hint_by_another_route_is_paid_for(app: Any) -> None:
    cheat = Attacker(app)
    puzzle, document = cheat.puzzle(3)
    for _ in range(3):
        cheat.ask("POST", "/hint", {"puzzle": data_of(document)})
    result = cheat.solve(puzzle, solved(document))["result"]
    assert (result["is_clean"], result["penalty"], result["mark"]) == (False, WHOLE_HINT, "")
    other = Attacker(app)
    fill = other.ask("POST", "/fill-in", {"puzzle": data_of(document), "up_to": "extreme"})
    result = other.solve(puzzle, solved(document))["result"]
    assert result["penalty"] == fill["marks"] * WHOLE_HINT
    third = Attacker(app)
    held = {"puzzle": data_of(document), "up_to": "extreme", "holds_end": True}
    fill = third.ask("POST", "/fill-in", held)
    assert fill["ending"] == "solved"
    assert fill["marks"] > 0
    assert fill["facts"] == []
    assert third.solve(puzzle, solved(document))["result"]["is_clean"]


def test_the_page_does_not_pay_twice(app: Any) -> None:
    player = Attacker(app)
    puzzle, document = player.puzzle(4)
    player.ask("POST", "/hint", {"puzzle": data_of(document)})
    game = player.ask("POST", "/games", {"puzzle": puzzle})
    note = {"t": 10, "note": "hint", "stage": "where"}
    moves = [
        {"t": 300 * at, "put": [fact], "take": [], "by": "hand"}
        for at, fact in enumerate(solved(document), 1)
    ]
    save = {"revision": 0, "events": [note, *moves], "elapsed": moves[-1]["t"]}
    player.ask("PATCH", f"/games/{game['id']}", save)
    result = player.ask("POST", f"/games/{game['id']}/finish")["result"]
    assert (result["penalty"], result["hints"]) == (PRICES["where"], 1)


def test_another_players_replay_shows_the_answer(app: Any) -> None:
    first, second = Attacker(app), Attacker(app)
    puzzle, document = first.puzzle(5)
    result = first.solve(puzzle, solved(document))["result"]
    path = f"/replays/{result['id']}"
    assert first.send("GET", path).status_code == 200, "one's own"
    refused = second.send("GET", path)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "shows-answer")
    assert second.send("GET", f"{path}?answer=yes").status_code == 200
    assert second.solve(puzzle, solved(document))["result"]["mark"] == "answer"
    assert second.send("GET", path).status_code == 200, "solved meanwhile"


def test_mistakes_are_all_that_the_solution_denies(app: Any) -> None:
    player = Attacker(app)
    _, document = player.puzzle(6)
    answer = solved(document)
    body = {"puzzle": data_of(document), "position": answer}
    assert player.ask("POST", "/mistakes", body)["mistakes"] == []
    slot, _, value = answer[0].partition(" ")
    wrong = f"{slot} not {value}"
    body["position"] = [*answer[1:], wrong]
    assert player.ask("POST", "/mistakes", body)["mistakes"] == [wrong]


@pytest.mark.parametrize("route", ["/mistakes", "/hint"])
def test_whoever_has_everything_called_wrong_is_told_the_answer(app: Any, route: str) -> None:
    player = Attacker(app)
    puzzle, document = player.puzzle(9, least_marks=17)
    answer = solved(document)
    denied = [" not ".join(fact.split(" ", 1)) for fact in answer if " not " not in fact]
    for part in (denied[::2], denied[1::2]):
        found = player.ask("POST", route, {"puzzle": data_of(document), "position": part})
        assert found["mistakes"]
    assert player.solve(puzzle, answer)["result"]["mark"] == "answer"


def test_whether_a_position_can_be_gone_on_with_is_help(app: Any) -> None:
    player = Attacker(app)
    puzzle, document = player.puzzle(10)
    answer = solved(document)
    wrong = [" not ".join(answer[0].split(" ", 1))]
    order = {"do": "solve", "puzzle": data_of(document), "position": wrong}
    job = player.job(order)
    assert "status" not in player.ask("GET", f"/jobs/{job}?result=no")
    assert player.ask("GET", f"/jobs/{job}")["result"]["status"] == "none"
    assert not player.solve(puzzle, answer)["result"]["is_clean"]


def test_every_task_says_what_it_tells() -> None:
    assert set(TASKS) == SILENT | set(_TELLS)
    assert not SILENT & set(_TELLS)


def test_what_was_told_is_bounded(store: Store, player: int) -> None:
    kept = ToldHelp(store)
    many = [f"n{at}" for at in range(2 * MAX_NAMES)]
    kept.keep(player, KNOWN, has_answer=False, names=many)
    kept.keep(player, KNOWN, has_answer=False, names=many)
    kept.keep(player, "0" * 16, has_answer=True, names=())
    with store.database.reading() as connection:
        assert find_told(connection, player, KNOWN, 100) == (False, MAX_NAMES)
        assert find_told(connection, player, "0" * 16, 100) == (False, 0), (
            "no puzzle of the library"
        )
    assert MAX_PUZZLES > 0


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other", ["anna", "ANNA", "Ａｎｎａ", "Änna", "Аnnа", "An na", "ΑΝΝΑ", "ΑnΝa"]
)
def test_names_that_look_the_same_have_a_number(store: Store, other: str) -> None:
    for name in ("Anna", other, "Berta"):
        player = Players(store).create(name)[0].id
        finish(store, player, send(store, player, strokes(500)))
    found = {each.name: each.namesake for each in Results(store).ranking_of_puzzle(KNOWN)}
    assert found == {"Anna": 1, other: 2, "Berta": 0}
    assert {each.name: each.namesake for each in Standings(store).each()} == found
    result = Results(store).ranking_of_puzzle(KNOWN)[1].result
    assert Results(store).replay(result.id).namesake in (1, 2)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("はな", "ばな"), ("太郎", "大郎"), ("", "a"), ("Nina", "Ηina")],
)
def test_names_that_differ(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Honest", "Ηonest"),
        ("Maria", "Μaria"),
        ("Zoe", "Ζoe"),
        ("Yuri", "Υuri"),
        ("Ηλίας", "ηλιας"),
    ],
)
def test_greek_names_that_look_the_same(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.real_clock
def test_a_second_ahead_is_too_much() -> None:
    """Nobody who has the answer tells of the time that hands would have needed."""
    begun = ServerClock(0, 0)
    assert not begun.after(100, 1_000, has_move=True, rests=False).is_ahead
    assert begun.after(24, 2_310, has_move=True, rests=False).is_ahead


@pytest.mark.parametrize(
    "name", ["\u3164", "a\u2800b", "a\u200bb", "a\u202eb", "a\ufe0f", "z" + "\u0301" * 9, "a" * 41]
)
def test_names_that_nobody_can_have(name: str) -> None:
    with pytest.raises(PuzzleError):
        checked_name(name)


def test_names_of_all_the_world() -> None:
    for name in ("Zoë", "Nguyễn Thị", "太郎", "がっこう", "Ольга", "Ελένη", "עדה"):
        assert checked_name(name) == name
