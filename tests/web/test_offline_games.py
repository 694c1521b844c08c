"""Games that were begun without the server and come later: known by an id that the browser gave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import enpitsu
from enpitsu.play import clock
from enpitsu.play.clock import ServerClock
from tests.cases import each_case
from tests.client import AppClient
from tests.library import SMALL

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from enpitsu.store.games import Games
from enpitsu.store.library import Store
from enpitsu.store.players import Players
from enpitsu.store.refusals import GameOver, NotThere
from enpitsu.store.results import Results
from enpitsu.store.standings import Standings
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX

pytestmark = pytest.mark.usefixtures("nursery")

HERE = "here-0123456789_abcdef"  # an id as browsers give them
KNOWN = enpitsu.fingerprint(SMALL[0].puzzle)
ANSWER = list(map(str, enpitsu.solve(SMALL[0].puzzle).solutions[0].facts))
LATER = 60_000  # ms that a game which was played elsewhere is older than its row


def strokes(pace: int = 1000) -> list[dict[str, Any]]:
    """The answer, a fact a stroke."""
    return [
        {"t": at * pace, "put": [fact], "take": [], "by": "hand"}
        for at, fact in enumerate(ANSWER, 1)
    ]


def test_a_game_has_the_id_that_the_browser_gave(store: Store, player: int) -> None:
    games = Games(store)
    game = games.begin(player, 1, game=HERE, fingerprint=KNOWN)
    assert (game.id, game.is_first, game.revision) == (HERE, True, 0)
    # Sent once more, as the answer got lost, it is the same; so it is when it has ended.
    assert games.begin(player, 1, game=HERE, fingerprint=KNOWN) == game
    games.save(HERE, player, revision=0, events=strokes(), elapsed=LATER, offline=True)
    result = games.finish(HERE, player)
    assert games.begin(player, 1, game=HERE).state == "solved"
    assert games.finish(HERE, player) == result
    assert Results(store).count(player) == 1


def test_a_game_that_is_begun_already_is_told(store: Store, player: int) -> None:
    games = Games(store)
    there = games.begin(player, 1)
    assert games.begin(player, 1, game=HERE, fingerprint=KNOWN).id == there.id
    assert not games.begun(player)


def test_nobody_gets_the_game_of_another(store: Store, player: int) -> None:
    games, other = Games(store), Players(store).create("Ben")[0].id
    games.begin(player, 1, game=HERE)
    with pytest.raises(GameOver):
        games.begin(other, 1, game=HERE)
    with pytest.raises(NotThere):
        games.load(HERE, other)


def test_another_puzzle_under_the_same_number_is_not_begun(store: Store, player: int) -> None:
    games = Games(store)
    with pytest.raises(NotThere):
        games.begin(player, 1, game=HERE, fingerprint="0" * 16)
    games.begin(player, 1)
    with pytest.raises(NotThere):
        games.begin(player, 1, game=HERE, fingerprint="0" * 16)


@pytest.mark.real_clock
@pytest.mark.parametrize(
    ("pace", "offline", "mark"),
    [(1000, True, "offline"), (1000, False, "clock"), (1, True, "hands"), (1, False, "hands")],
)
def test_what_a_solve_without_the_server_is_worth(
    store: Store, player: int, pace: int, offline: bool, mark: str
) -> None:
    games, events = Games(store), strokes(pace)
    games.begin(player, 1, game=HERE)
    elapsed = events[-1]["t"]
    games.save(HERE, player, revision=0, events=events, elapsed=elapsed, offline=offline)
    result = games.finish(HERE, player)
    assert result is not None
    assert (result.mark, result.points, result.seconds) == (mark, None, elapsed / 1000)
    # It is the player's own, and in no ranking; the attempt is used up.
    assert [each.id for each in Results(store).of_player(player)] == [result.id]
    assert not Results(store).ranking_of_puzzle(result.fingerprint)
    assert Standings(store).of_player(player) is None
    assert not games.begin(player, 1).is_first


def test_help_before_it_counts_more(store: Store, player: int) -> None:
    from enpitsu.store.help_given import ToldHelp

    games = Games(store)
    ToldHelp(store).keep(player, KNOWN, has_answer=True)
    games.begin(player, 1, game=HERE)
    games.save(HERE, player, revision=0, events=strokes(), elapsed=LATER, offline=True)
    result = games.finish(HERE, player)
    assert result is not None
    assert result.mark == "answer"


def test_a_game_that_goes_on_here_stays_one_that_was_begun_elsewhere() -> None:
    start = ServerClock(begun=0, saved=0)
    told = start.after(10, LATER, has_move=True, rests=False, offline=True)
    assert (told.is_offline, told.is_ahead) == (True, False)
    told = told.after(20, LATER + 10, has_move=True, rests=False)
    assert (told.is_offline, told.is_ahead) == (True, False)
    # As it is kept, and as older libraries have kept it.
    assert clock.read_clock(told.to_text(), None, None) == told  # type: ignore[arg-type]
    assert clock.read_clock("[0,0,0,0,0,false,true]", None, None).is_offline is False  # type: ignore[arg-type]


# --- the API --------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    store = f"sqlite:///{tmp_path_factory.mktemp('offline') / 'library.db'}"
    app = create_app(ServerConfig(store=store))
    with AppClient(app, base_url="http://localhost") as found:
        found.get(f"{PREFIX}/me")
        yield found


def test_a_game_is_brought_home(client: Any) -> None:
    pack = client.get(f"{PREFIX}/starter/{SMALL[0].puzzle.kind}").json()
    [each, *_] = pack["puzzles"]
    order = {"puzzle": each["row"]["id"], "id": HERE, "fingerprint": each["fingerprint"]}
    assert client.post(f"{PREFIX}/games", json=order).json()["id"] == HERE
    assert client.post(f"{PREFIX}/games", json=order).json()["id"] == HERE
    starters = enpitsu.starter(each["row"]["kind"])
    document = next(one for one in starters if one.meta.title == each["row"]["title"])
    facts = list(map(str, document.position))
    events = [{"t": 900 * at, "put": [fact], "by": "hand"} for at, fact in enumerate(facts, 1)]
    save = {"revision": 0, "events": events, "elapsed": 900 * len(facts), "offline": True}
    for _ in range(2):  # the answer got lost
        assert client.patch(f"{PREFIX}/games/{HERE}", json=save).json() == {"revision": 1}
    for _ in range(2):
        told = client.post(f"{PREFIX}/games/{HERE}/finish").json()
        assert told["solved"]
        assert told["result"]["mark"] == "offline"
        assert told["place"] is None
    assert client.get(f"{PREFIX}/results").json()["total"] == 1


@each_case("bad", ["", "short", "x" * 23, "../../0123456789abcdef", "日" * 22, 5])
def test_an_id_that_no_browser_gives_is_refused(client: Any, bad: Any) -> None:
    told = client.post(f"{PREFIX}/games", json={"puzzle": 1, "id": bad})
    assert told.status_code == 400
    assert client.get(f"{PREFIX}/games").json() == {"games": []}
