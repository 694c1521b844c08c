"""Players, games and results in the library; puzzles searched, filtered and sorted."""

from __future__ import annotations

import csv
import io
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert, inspect, select, text, update

import enpitsu
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.grade import Length, length_word
from enpitsu.grid import Symmetry
from enpitsu.kind import Document, Meta
from enpitsu.play import Log
from enpitsu.position import EMPTY
from enpitsu.store import games as games_module
from enpitsu.store import open_store
from enpitsu.store.database import _MIGRATIONS
from enpitsu.store.games import MAX_UI, Game, Games, events_of
from enpitsu.store.library import Store
from enpitsu.store.names import MAX_PLAYER_NAME
from enpitsu.store.place import find_url
from enpitsu.store.players import Players
from enpitsu.store.refusals import Conflict, GameOver, NotThere
from enpitsu.store.results import PlayResult, Results
from enpitsu.store.schema import game_events, games, metadata, players, results
from enpitsu.store.shelf import SORTS, STATES, FoundCounts, PuzzleRow, Shelf, Wanted
from tests.cases import each_case
from tests.library import SMALL, STARTER, Folder
from tests.postgres import Cluster

FIRST = SMALL[0]
BIG = 2**70


def move(t: int, *put: str, by: str = "hand") -> dict[str, Any]:
    """A move as JSON data."""
    return {"t": t, "put": list(put), "take": [], "by": by}


def answer(document: Document, t: int = 1000, by: str = "hand") -> dict[str, Any]:
    """The move that solves a puzzle."""
    return move(t, *map(str, document.position), by=by)


def fact(at: int) -> str:
    """A fact of the first puzzle."""
    return str(list(FIRST.position)[at])


def play(
    store: Store, player: int, puzzle: int, *events: Any, ms: int = 30_000
) -> PlayResult | None:
    """Begin a puzzle, solve it at once after these events, and end it."""
    shelf, table = Shelf(store), Games(store)
    game = table.begin(player, puzzle)
    moves = [*events, answer(shelf.document(puzzle, player), t=ms)]
    table.save(game.id, player, revision=game.revision, events=moves, elapsed=ms)
    return table.finish(game.id, player)


def _event_rows(store: Store) -> list[tuple[int, str]]:
    """What the saves of all games brought, by number."""
    wanted = select(game_events.c.number, game_events.c.lines).order_by(game_events.c.number)
    with store.database.reading() as connection:
        return [(number, lines) for number, lines in connection.execute(wanted)]


def dumped(store: Store) -> str:
    """Everything that a library keeps, as one text."""
    with store.database.reading() as connection:
        return "\n".join(str(connection.execute(select(t)).all()) for t in metadata.sorted_tables)


class TestPlayers:
    def test_known_by_the_token_alone(self, store: Store, place: str) -> None:
        aki, token = Players(store).create("  Aki\n ")
        emi, other = Players(store).create()
        assert (aki.name, emi.name) == ("Aki", "")
        assert Players(store).find(token) == aki
        assert Players(store).find(other) == emi
        assert Players(store).load(aki.id) == aki
        for wrong in ("", "x", token[:-1], token * 100, "\ud800", str(aki.id)):
            assert Players(store).find(wrong) is None
        assert token not in dumped(store)

    def test_names(self, store: Store) -> None:
        table = Players(store)
        aki, token = table.create("Aki")
        for name in ("鉛筆 '; DROP TABLE players; --", "Zoë", "x" * MAX_PLAYER_NAME, ""):
            assert table.rename(aki.id, name).name == name
            assert table.find(token) == table.load(aki.id)
        for name in ("x" * (MAX_PLAYER_NAME + 1), "x" * 10**6, "\u200b", "a\u202eb"):
            with pytest.raises(PuzzleError, match="at most 40 printable"):
                table.rename(aki.id, name)
            with pytest.raises(PuzzleError, match="at most 40 printable"):
                table.create(name)

    @pytest.mark.parametrize("number", [0, -1, 999, BIG])
    def test_no_such_player(self, store: Store, number: int) -> None:
        for action in (
            lambda: Players(store).load(number),
            lambda: Players(store).rename(number, "x"),
            lambda: Games(store).begin(number, 1),
        ):
            with pytest.raises(NotThere, match="no such player"):
                action()


class TestGames:
    def test_begun_saved_loaded(self, store: Store, player: int, place: str) -> None:
        table = Games(store)
        game = table.begin(player, 1)
        assert (game.revision, game.state, game.is_first, game.events()) == (0, "begun", True, [])
        assert table.begin(player, 1) == game, "there is one game of a puzzle at a time"
        first, second = move(5, fact(0)), {"t": 9, "note": "check"}
        assert table.save(game.id, player, revision=0, events=[first], elapsed=7) == 1
        ui = {"zoom": 1.5, "tool": "鉛筆"}
        assert table.save(game.id, player, revision=1, events=[second], elapsed=9, ui=ui) == 2
        assert table.save(game.id, player, revision=2, events=[], elapsed=20) == 3
        with open_store(place) as again:
            loaded = Games(again).load(game.id, player)
        assert (loaded.revision, loaded.elapsed, loaded.ui) == (3, 20, ui)
        assert loaded.events() == [first, second]
        assert str(Log.checked(loaded.events(), FIRST.puzzle).position()) == fact(0)

    def test_a_save_writes_only_what_is_new(self, store: Store, player: int) -> None:
        table = Games(store)
        game = table.begin(player, 1).id
        for at in range(3):
            save(table, game, player, at, at)
        table.save(game, player, revision=3, events=[], elapsed=50)
        assert [row[1].count("\n") for row in _event_rows(store)] == [1, 1, 1]
        moves = [answer(FIRST, 60)]
        table.save(game, player, revision=4, events=moves, elapsed=60)
        assert [row[0] for row in _event_rows(store)] == [1, 2, 3, 5]
        log = table.load(game, player).log
        assert table.finish(game, player)
        assert _event_rows(store) == [(5, log)], "nothing is added to a game that has ended"
        assert table.load(game, player).log == log

    def test_events_go_with_their_game(self, store: Store, player: int) -> None:
        save(Games(store), Games(store).begin(player, 1).id, player, 0, 0)
        assert _event_rows(store)
        store.remove("small")
        assert _event_rows(store) == []

    def test_games_of_others_are_not_there(self, store: Store, player: int) -> None:
        other = Players(store).create()[0].id
        game = Games(store).begin(player, 1).id
        assert Games(store).begin(other, 1).id != game
        for who, what in ((other, game), (player, "x"), (player, "\ud800"), (player, "x" * 999)):
            for action in each_way(Games(store), what, who):
                with pytest.raises(NotThere, match="no such game"):
                    action()
        for number in (0, 999, BIG):
            with pytest.raises(NotThere):
                Games(store).begin(player, number)

    def test_what_is_wrong_is_not_saved(self, store: Store, player: int) -> None:
        table = Games(store)
        game = table.begin(player, 1)
        wrongs: list[dict[str, Any]] = [
            {"events": [move(5, "r99c99 shaded")]},
            {"events": "x"},
            {"events": [move(5, fact(0)), move(4)]},
            {"events": [{"t": 1, "note": "trial"}]},
            {"elapsed": -1},
            {"elapsed": 4},
            {"elapsed": BIG},
            {"elapsed": None},
            {"ui": []},
            {"ui": {"a": float("nan")}},
            {"ui": {"a": {1, 2}}},
            {"ui": {"a": "x" * MAX_UI}},
        ]
        for wrong in wrongs:
            values: dict[str, Any] = {"events": [move(5, fact(0))], "elapsed": 6, "ui": {}} | wrong
            with pytest.raises(FormatError):
                table.save(game.id, player, revision=0, **values)
        assert table.load(game.id, player) == game

    def test_later_saves_follow_earlier_ones(self, store: Store, player: int) -> None:
        """What is checked across saves: times."""
        table = Games(store)
        game = table.begin(player, 1).id
        table.save(game, player, revision=0, events=[{"t": 50, "note": "pause"}], elapsed=80)
        with pytest.raises(FormatError, match="event 2: its time is before"):
            table.save(game, player, revision=1, events=[move(49)], elapsed=90)
        table.save(game, player, revision=1, events=[{"t": 50, "note": "resume"}], elapsed=50)
        assert table.load(game, player).elapsed == 80, "time does not go back"

    def test_two_tabs(self, store: Store, player: int, place: str) -> None:
        game = Games(store).begin(player, 1).id
        with open_store(place) as other:
            save(Games(other), game, player, 0, 0)
            with pytest.raises(Conflict, match="another place") as caught:
                save(Games(store), game, player, 0, 1)
        assert caught.value.revision == 1
        assert Games(store).load(game, player).events() == [move(1, fact(0))]

    @pytest.mark.parametrize("revision", [-1, 2, BIG])
    def test_revisions_that_never_were(self, store: Store, player: int, revision: int) -> None:
        game = Games(store).begin(player, 1).id
        save(Games(store), game, player, 0, 0)
        with pytest.raises(Conflict):
            save(Games(store), game, player, revision, 0)

    def test_a_save_whose_answer_got_lost(self, store: Store, player: int) -> None:
        game = Games(store).begin(player, 1).id
        assert [save(Games(store), game, player, 0, 0) for _ in range(2)] == [1, 1]
        assert len(Games(store).load(game, player).events()) == 1
        save(Games(store), game, player, 1, 1)
        with pytest.raises(Conflict):
            save(Games(store), game, player, 0, 0)

    def test_tabs_that_race(self, store: Store, player: int, place: str) -> None:
        """Four connections save as fast as they can: each save is kept once, or refused."""
        game = Games(store).begin(player, 1).id
        kept: list[int] = []
        count = len(FIRST.position)

        def tab(which: int) -> None:
            with open_store(place) as mine:
                for at in range(which, count, 4):
                    with suppress(Conflict):
                        revision = Games(mine).load(game, player).revision
                        # Each event is another, so none can be taken for one sent again.
                        save(Games(mine), game, player, revision, at)
                        kept.append(at)

        race(tab)
        loaded = Games(store).load(game, player)
        assert loaded.revision == len(kept) == len(loaded.events())
        there = {each["put"][0] for each in loaded.events()}
        assert there == {fact(at) for at in kept}
        assert kept

    def test_beginning_at_once(self, store: Store, player: int, place: str) -> None:
        begun: list[Game] = []

        def tab(which: int) -> None:
            with open_store(place) as mine:
                begun.append(Games(mine).begin(player, 1 + which % 2))

        race(tab)
        assert len({each.id for each in begun}) == 2
        assert all(each.is_first for each in begun)

    def test_games_to_be_taken_up_again(self, store: Store, player: int) -> None:
        table = Games(store)
        first, second, _untouched = (table.begin(player, puzzle).id for puzzle in (1, 2, 3))
        for game in (first, second):
            table.save(game, player, revision=0, events=[{"t": 1, "note": "check"}], elapsed=1)
        with store.database.writing() as connection:
            old = update(games).where(games.c.id == first)
            connection.execute(
                old.values(updated=table.load(first, player).started.replace(year=1))
            )
        found = table.begun(player)
        assert [each.game for each in found] == [second, first]
        assert (found[1].title, found[1].level) == (FIRST.meta.title, FIRST.meta.level)
        assert len(table.begun(player, most=1)) == 1
        assert table.begun(player + 1) == []

    def test_a_collection_goes_with_its_games_but_results_stay(
        self, store: Store, player: int
    ) -> None:
        result = play(store, player, 1)
        Games(store).begin(player, 2)
        store.remove("small")
        (left,) = Results(store).of_player(player)
        assert result is not None
        assert left.game is None
        assert left.fingerprint == result.fingerprint
        assert enpitsu.parse(Results(store).replay(left.id).content) == FIRST.puzzle
        store.add("again", SMALL)
        again = Shelf(store).find_puzzles(Wanted()).rows[0].id
        assert not Games(store).begin(player, again).is_first


def save(table: Games, game: str, player: int, revision: int, at: int) -> int:
    """Save one more fact."""
    return table.save(game, player, revision=revision, events=[move(1, fact(at))], elapsed=1)


def each_way(table: Games, game: str, player: int) -> list[Callable[[], Any]]:
    """All that can be done with a game."""
    return [
        lambda: table.load(game, player),
        lambda: table.save(game, player, revision=0, events=[], elapsed=0),
        lambda: table.finish(game, player),
        lambda: table.give_up(game, player),
    ]


def race(work: Callable[[int], None], count: int = 4) -> None:
    """Do something in several threads at once; what goes wrong in one is raised here."""
    wrong: list[BaseException] = []
    gate = threading.Barrier(count)

    def one(which: int) -> None:
        try:
            gate.wait()
            work(which)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=one, args=(which,)) for which in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    if wrong:
        raise wrong[0]


class TestFinishing:
    @pytest.mark.parametrize("at", range(len(SMALL)))
    def test_solved(self, store: Store, player: int, at: int) -> None:
        document = SMALL[at]
        result = play(store, player, at + 1, {"t": 1, "note": "check"}, ms=2500)
        assert result is not None
        assert (result.kind, result.rows) == (document.puzzle.kind, document.puzzle.rows)
        assert (result.level, result.title) == (document.meta.level, document.meta.title)
        assert (result.seconds, result.penalty, result.total) == (2.5, 15, 17.5)
        assert (result.is_clean, result.is_first, result.checks) == (False, True, 1)

    def test_not_solved(self, store: Store, player: int) -> None:
        table = Games(store)
        game = table.begin(player, 1).id
        with pytest.raises(PuzzleError, match="the board is not solved: "):
            table.finish(game, player)
        save(table, game, player, 0, 0)
        with pytest.raises(PuzzleError, match="the board is not solved: "):
            table.finish(game, player)
        assert table.load(game, player).state == "begun"
        assert Results(store).of_player(player) == []

    def test_ended_is_ended(self, store: Store, player: int) -> None:
        result = play(store, player, 1)
        assert result is not None
        game = str(result.game)
        assert Games(store).finish(game, player) == result
        Games(store).give_up(game, player)
        assert Games(store).load(game, player).state == "solved"
        with pytest.raises(GameOver, match="has ended"):
            Games(store).save(game, player, revision=1, events=[], elapsed=5000)
        assert Games(store).begun(player) == []

    def test_an_answer_that_was_shown(self, store: Store, player: int) -> None:
        game = Games(store).begin(player, 1)
        shown = [answer(FIRST, by="solve")]
        Games(store).save(game.id, player, revision=0, events=shown, elapsed=1000)
        assert Games(store).finish(game.id, player) is None
        assert Games(store).finish(game.id, player) is None
        assert Games(store).load(game.id, player).state == "given-up"
        again = play(store, player, 1)
        assert again is not None
        assert not again.is_first

    def test_only_the_first_attempt_counts(self, store: Store, player: int) -> None:
        found = [play(store, player, 1, ms=ms) for ms in (9000, 2000)]
        assert [each.is_first for each in found if each] == [True, False]
        known = enpitsu.fingerprint(FIRST.puzzle)
        (best,) = Results(store).ranking_of_puzzle(known)
        assert best.result.seconds == 9.0

    def test_giving_up(self, store: Store, player: int) -> None:
        table = Games(store)
        looked = table.begin(player, 1)
        table.give_up(looked.id, player)
        with pytest.raises(NotThere):
            table.load(looked.id, player)
        tried = table.begin(player, 1)
        assert tried.is_first, "to have looked at a puzzle is no attempt"
        save(table, tried.id, player, 0, 0)
        table.give_up(tried.id, player)
        assert table.load(tried.id, player).state == "given-up"
        assert not table.begin(player, 1).is_first

    def test_a_twin_is_no_first_attempt(self, store: Store, player: int) -> None:
        turned = Document(puzzle=FIRST.puzzle.transform(Symmetry.ROTATE_90), format="json")
        twin = Shelf(store).keep("turned", turned)
        play(store, player, 1)
        assert not Games(store).begin(player, twin).is_first
        assert Games(store).begin(player, 2).is_first

    def test_finished_in_two_tabs_at_once(self, store: Store, player: int, place: str) -> None:
        game = Games(store).begin(player, 1).id
        Games(store).save(game, player, revision=0, events=[answer(FIRST)], elapsed=1000)
        found: list[PlayResult | None] = []

        def tab(_: int) -> None:
            with open_store(place) as mine:
                found.append(Games(mine).finish(game, player))

        race(tab)
        assert len(found) == 4
        assert found[0] is not None
        assert set(found) == {found[0]}
        assert len(Results(store).of_player(player)) == 1

    def test_a_spoiled_log(self, store: Store, player: int) -> None:
        game = Games(store).begin(player, 1).id
        with store.database.writing() as connection:
            row = {"game_id": game, "number": 1, "lines": "{\n"}
            connection.execute(insert(game_events).values(row))
        with pytest.raises(FormatError, match="spoiled"):
            Games(store).finish(game, player)


class TestResults:
    CLASS = (FIRST.puzzle.kind, FIRST.puzzle.rows, FIRST.puzzle.cols, FIRST.meta.level)

    def test_ranking_of_a_puzzle(self, store: Store) -> None:
        check = {"t": 1, "note": "check"}
        times = {"slow": 90_000, "quick": 30_000, "same": 30_000, "helped": 10_000}
        for name, ms in times.items():
            who = Players(store).create(name)[0].id
            play(store, who, 1, *([check] if name == "helped" else []), ms=ms)
        found = Results(store).ranking_of_puzzle(enpitsu.fingerprint(FIRST.puzzle))
        assert [(each.place, each.name) for each in found] == [
            (1, "quick"),
            (1, "same"),
            (3, "slow"),
            (4, "helped"),
        ]
        assert Results(store).ranking(*self.CLASS) == found
        assert len(Results(store).ranking(*self.CLASS, most=2)) == 2
        assert Results(store).ranking_of_puzzle("\ud800") == []
        assert Results(store).ranking("\0", BIG, -BIG, "\ud800") == []

    def test_bests_and_progress(self, store: Store, player: int) -> None:
        for at, ms in enumerate((5000, 8000, 2000)):
            meta = Meta(title=f"n{at}", level="easy")
            # Boards of one size that are no twins.
            puzzle = one_size()[at].puzzle
            number = Shelf(store).keep("mine", Document(puzzle=puzzle, meta=meta, format="json"))
            solution = enpitsu.solve(puzzle).solutions[0].position
            game = Games(store).begin(player, number)
            events = [move(ms, *map(str, solution))]
            Games(store).save(game.id, player, revision=0, events=events, elapsed=ms)
            Games(store).finish(game.id, player)
        (best,) = Results(store).bests(player)
        assert (best.seconds, best.title) == (2.0, "n2")
        wanted = (best.kind, best.rows, best.cols, "easy")
        points = Results(store).progress(player, *wanted)
        assert [(each.total, each.best) for each in points] == [(5, 5), (8, 5), (2, 2)]
        assert Results(store).progress(player, *wanted[:3], "hard") == []
        assert len(Results(store).ranking(*wanted)) == 1, "a player stands in a ranking once"
        latest = Results(store).of_player(player)
        assert [each.title for each in latest] == ["n2", "n1", "n0"]
        assert Results(store).of_player(player, page=2, size=2) == latest[2:]
        assert Results(store).of_player(player, page=BIG, size=BIG) == []

    def test_replay(self, store: Store, player: int) -> None:
        result = play(store, player, 1)
        assert result is not None
        replay = Results(store).replay(result.id)
        assert (replay.name, replay.result) == ("Aki", result)
        (document,) = enpitsu.read(replay.content)
        assert (document.puzzle, document.position) == (FIRST.puzzle, EMPTY), "no answer in it"
        assert document.meta == FIRST.meta
        log = Log.checked(events_of(replay.log), FIRST.puzzle)
        assert log.position() == FIRST.position
        for number in (0, 99, BIG):
            with pytest.raises(NotThere, match="no such result"):
                Results(store).replay(number)

    def test_as_a_table(self, store: Store, player: int) -> None:
        title = '=HYPERLINK("x"), 鉛筆'
        hostile = Document(puzzle=FIRST.puzzle, meta=Meta(title=title), format="json")
        number = Shelf(store).keep("mine", hostile)
        game = Games(store).begin(player, number)
        Games(store).save(game.id, player, revision=0, events=[answer(FIRST)], elapsed=1234)
        Games(store).finish(game.id, player)
        play(store, player, 2)
        text = io.StringIO()
        csv.writer(text).writerows(Results(store).table(player))
        rows = list(csv.DictReader(io.StringIO(text.getvalue())))
        assert [row["seconds"] for row in rows] == ["1.000", "30.000"]
        assert rows[0]["title"] == "'" + title
        assert (rows[0]["is_clean"], rows[0]["total"]) == ("yes", "1.000")
        assert len(list(Results(store).table(player + 1))) == 1

    def test_a_removed_puzzle_is_in_no_list(self, store: Store, player: int) -> None:
        number = Shelf(store).keep("mine", FIRST, owner=player)
        game = Games(store).begin(player, number)
        Games(store).save(game.id, player, revision=0, events=[answer(FIRST)], elapsed=1000)
        assert len(list(store.puzzles("mine"))) == 1
        Shelf(store).remove(number, player)
        assert list(store.puzzles("mine")) == []
        counts = {each.name: each.count for each in store.collections()}
        assert counts["mine"] == 0
        assert all(place.collection != "mine" for group in store.all_twins() for place in group)

    def test_a_player_goes_with_everything(self, store: Store, player: int) -> None:
        play(store, player, 1)
        with store.database.writing() as connection:
            connection.execute(text("DELETE FROM players"))
            for table in (games, results, players):
                assert connection.execute(table.select()).all() == []


def one_size() -> list[Document]:
    """Puzzles of one kind and size."""
    key = FIRST.puzzle.kind, FIRST.puzzle.rows, FIRST.puzzle.cols
    found = [each for each in STARTER if _class(each) == key]
    assert len(found) >= 3
    return found


def _class(document: Document) -> tuple[str, int, int]:
    return document.puzzle.kind, document.puzzle.rows, document.puzzle.cols


def with_ordinary_starters(place: str) -> None:
    """Make a library of them."""
    with open_store(place) as store:
        store.add("starter", STARTER)


class TestShelf:
    @pytest.fixture
    def shelf(self, database: Folder | Cluster) -> Iterator[Shelf]:
        """All of the starter collection."""
        with (
            database.new_library(with_ordinary_starters) as place,
            open_store(place) as store,
        ):
            yield Shelf(store)

    @staticmethod
    def all(shelf: Shelf, wanted: Wanted = Wanted(), **options: Any) -> list[PuzzleRow]:  # noqa: B008
        """Every puzzle that is found, page by page."""
        first = shelf.find_puzzles(wanted, size=7, **options)
        rest = (
            shelf.find_puzzles(wanted, size=7, page=page, **options).rows
            for page in range(2, first.pages + 1)
        )
        rows = [*first.rows, *(row for page in rest for row in page)]
        assert len(rows) == first.total
        assert len({row.id for row in rows}) == len(rows)
        return rows

    def test_everything_in_pages(self, shelf: Shelf) -> None:
        rows = self.all(shelf)
        assert [row.number for row in rows] == list(range(1, len(STARTER) + 1))
        assert [(row.kind, row.title) for row in rows] == [
            (each.puzzle.kind, each.meta.title) for each in STARTER
        ]
        assert {row.state for row in rows} == {"new"}
        assert shelf.document(rows[3].id) == STARTER[3]
        assert shelf.load(rows[3].id) == rows[3]
        beyond = shelf.find_puzzles(Wanted(), page=1000)
        assert (beyond.rows, beyond.total) == ([], len(STARTER))

    def test_filters(self, shelf: Shelf) -> None:
        kind = STARTER[0].puzzle.kind

        def is_tiny(row: PuzzleRow) -> bool:
            return row.level == "easy" and row.length <= 20

        wishes: list[tuple[Wanted, Callable[[PuzzleRow], bool]]] = [
            (Wanted(kind=kind), lambda row: row.kind == kind),
            (Wanted(level="hard"), lambda row: row.level == "hard"),
            (Wanted(level=""), lambda row: False),
            (Wanted(length="short"), lambda row: 20 < row.length <= 50),
            (Wanted(length="very-long"), lambda row: row.length > 300),
            (Wanted(length="very-short", level="easy"), lambda row: is_tiny(row)),
            (Wanted(length=""), lambda row: False),
            (Wanted(least=101), lambda row: row.rows * row.cols >= 101),
            (
                Wanted(most=100, kind=kind),
                lambda row: row.kind == kind and row.rows * row.cols <= 100,
            ),
            (Wanted(least=-BIG, most=BIG), lambda row: True),
            (Wanted(least=BIG), lambda row: False),
            (Wanted(collection="starter"), lambda row: True),
            (Wanted(collection="other"), lambda row: False),
            (Wanted(kind="\ud800"), lambda row: False),
            (Wanted(state="new"), lambda row: True),
            (Wanted(state="solved"), lambda row: False),
        ]
        for wanted, fits in wishes:
            expected = [row.id for row in self.all(shelf) if fits(row)]
            assert [row.id for row in self.all(shelf, wanted)] == expected, wanted

    def test_words(self, shelf: Shelf) -> None:
        store_title = "50% off_ 'x' 鉛筆"
        meta = Meta(title=store_title, author="Emi")
        mine = shelf.keep("mine", Document(puzzle=FIRST.puzzle, meta=meta, format="json"))
        for words in ("50%", "off_", "鉛筆", "EMI", "emi 50%", "'x'", "MINE", " \n50% "):
            assert [row.id for row in self.all(shelf, Wanted(text=words))] == [mine], words
        for words in ("%%", "_off", "emi starter", "'; --", "\ud800", "\0"):
            assert self.all(shelf, Wanted(text=words)) == [], words
        easy = self.all(shelf, Wanted(text=f"{FIRST.puzzle.kind} EASY"))
        assert {(row.kind, row.level) for row in easy} == {(FIRST.puzzle.kind, "easy")}

    @each_case("sort", SORTS)
    def test_sorted_both_ways(self, shelf: Shelf, sort: str) -> None:
        rows = self.all(shelf, sort=sort)
        levels = [level.value for level in enpitsu.Level]
        keys: dict[str, Callable[[PuzzleRow], Any]] = {
            "number": lambda row: row.number,
            "added": lambda row: row.added,
            "title": lambda row: row.title.lower(),
            "size": lambda row: row.rows * row.cols,
            "level": lambda row: (levels.index(row.level), row.length),
            "length": lambda row: (row.length, levels.index(row.level)),
        }
        assert rows == sorted(rows, key=keys[sort])
        assert self.all(shelf, sort=f"-{sort}") == rows[::-1]

    def test_wishes_that_cannot_be(self, shelf: Shelf) -> None:
        for options in ({"sort": "x"}, {"sort": "--size"}, {"page": 0}, {"page": BIG}, {"size": 0}):
            with pytest.raises(PuzzleError):
                shelf.find_puzzles(Wanted(), **options)
        wrong = Wanted(state="x"), Wanted(length="long'"), Wanted(text="x" * 201)
        for wanted in (*wrong, Wanted(text="x " * 11)):
            with pytest.raises(PuzzleError):
                shelf.find_puzzles(wanted)
            with pytest.raises(PuzzleError):
                shelf.count_puzzles(wanted)
        for number in (0, 999, BIG, -1):
            with pytest.raises(NotThere, match="no such puzzle"):
                shelf.load(number)
            with pytest.raises(NotThere, match="no such puzzle"):
                shelf.document(number)

    def test_what_a_player_did(self, store: Store, player: int) -> None:
        shelf, table = Shelf(store), Games(store)
        opened = table.begin(player, 1).id
        begun = table.begin(player, 2).id
        given_up = table.begin(player, 3).id
        for game in (begun, given_up):
            table.save(game, player, revision=0, events=[{"t": 0, "note": "check"}], elapsed=0)
        table.give_up(given_up, player)
        play(store, player, 4)
        rows = shelf.find_puzzles(Wanted(player=player)).rows
        assert [row.state for row in rows] == ["new", "begun", "given-up", "solved", "new", "new"]
        assert [row.game for row in rows] == [opened, begun, None, None, None, None]
        counts = shelf.count_puzzles(Wanted(player=player))
        assert counts.states == {"begun": 1, "given-up": 1, "new": 3, "solved": 1}
        for state in STATES:
            wanted = Wanted(player=player, state=state)
            found = shelf.find_puzzles(wanted).rows
            assert found == [row for row in rows if row.state == state]
            assert shelf.count_puzzles(wanted).total == len(found)
        assert {row.state for row in shelf.find_puzzles(Wanted(player=player + 1)).rows} == {"new"}
        table.begin(player, 4)
        assert shelf.load(4, player).state == "solved", "until there is a move"

    def test_unknown_lengths_come_last_either_way(self, shelf: Shelf) -> None:
        plain = shelf.keep("mine", Document(puzzle=FIRST.puzzle, format="json"))
        for sort in ("length", "-length"):
            assert self.all(shelf, sort=sort)[-1].id == plain
        assert [row.id for row in self.all(shelf, Wanted(length=""))] == [plain]
        assert shelf.load(plain).length == 0

    def test_counts_of_lengths(self, shelf: Shelf) -> None:
        counts = shelf.count_choices(Wanted(level="hard", length="long"))
        wanted = Counter(length_word(row.length) for row in self.all(shelf, Wanted(level="hard")))
        assert counts.lengths == {str(word): count for word, count in wanted.items()}
        assert counts.total == wanted[Length.LONG]
        assert sum(counts.levels.values()) == len(self.all(shelf, Wanted(length="long")))

    def test_renewing(self, store: Store, place: str) -> None:
        """What a newer Enpitsu knows of a puzzle replaces what was known; nothing is twice."""
        shelf, told = Shelf(store), replace(FIRST, meta=replace(FIRST.meta, level="", length=0))
        puzzle = shelf.keep("new", told)
        other = shelf.keep("new", SMALL[1])
        assert shelf.renew("new", [FIRST]) == [puzzle]
        row = shelf.load(puzzle)
        assert (row.level, row.length) == (FIRST.meta.level, FIRST.meta.length)
        assert shelf.document(puzzle) == FIRST
        assert shelf.renew("new", [FIRST]) == [puzzle]
        again, new = shelf.renew("new", [SMALL[1], SMALL[2]])
        assert again == other
        assert new not in (puzzle, other)
        assert shelf.find_puzzles(Wanted(collection="new")).total == 3

    def test_counts(self, shelf: Shelf) -> None:
        counts = shelf.count_puzzles(Wanted(level="easy"))
        easy = [each for each in STARTER if each.meta.level == "easy"]
        assert counts.total == sum(counts.kinds.values()) == len(easy)
        assert counts.levels == {"easy": len(easy)}
        assert (counts.collections, counts.states) == (
            {"starter": 45 and len(easy)},
            {"new": len(easy)},
        )
        assert shelf.count_puzzles(Wanted(kind="x")) == FoundCounts(0, {}, {}, {}, {})

    def test_keeping_what_is_there_already(self, store: Store, place: str) -> None:
        shelf = Shelf(store)
        assert shelf.keep("small", FIRST) == 1
        plain = Document(puzzle=FIRST.puzzle, format="json")
        kept: list[int] = []

        def tab(_: int) -> None:
            with open_store(place) as mine:
                kept.append(Shelf(mine).keep("mine", plain))

        race(tab)
        assert len(set(kept)) == 1
        assert [each.number for each in store.puzzles("mine")] == [1]
        turned = Document(puzzle=FIRST.puzzle.transform(Symmetry.FLIP), format="json")
        assert shelf.keep("mine", turned) != kept[0]
        for name in ("", "a#b"):
            with pytest.raises(PuzzleError):
                shelf.keep(name, plain)


def test_a_library_of_before_is_brought_up_to_date(place: str) -> None:
    """Made by the first migration alone, with a collection in it."""
    with open_store(place) as store, store.database.writing() as connection:
        _migrate_to(connection, "0001")
        assert not inspect(connection).has_table("games")
        old = "INSERT INTO collections (name, header, note, created) VALUES ('old', '', '', :day)"
        connection.execute(text(old), {"day": datetime(2026, 1, 1)})
    with open_store(place) as store:
        assert store.names() == ["old"]
        store.add("old", SMALL[:1])
        player = Players(store).create()[0].id
        assert play(store, player, 1) is not None


def test_a_library_of_the_first_players_is_brought_up_to_date(place: str) -> None:
    """What was kept before puzzles had owners is still there, and for all."""
    with open_store(place) as store:
        puzzle = Shelf(store).keep("mine", FIRST)
        player = Players(store).create("Aki")[0].id
        game = Games(store).begin(player, puzzle)
        save(Games(store), game.id, player, 0, 0)
        with store.database.writing() as connection:
            _migrate_to(connection, "0002")
    assert "level" in _columns(place, "games")
    with open_store(place) as store:
        assert Games(store).load(game.id, player).events()
        row = Shelf(store).load(puzzle)
        assert (row.owner, row.collection) == (None, "mine")
        assert Shelf(store).find_puzzles(Wanted(player=player + 1)).total == 1
    assert "level" not in _columns(place, "games")


def test_a_grade_makes_no_other_puzzle(store: Store, player: int) -> None:
    """Who opens the same file twice has one puzzle, also if it was graded only once."""
    graded = replace(FIRST, meta=replace(FIRST.meta, level="hard", length=99))
    plain = replace(FIRST, meta=replace(FIRST.meta, level="", length=0))
    titled = replace(plain, meta=replace(plain.meta, title="Another"))
    kept = [Shelf(store).keep("mine", each, player) for each in (graded, plain, titled)]
    assert kept[0] == kept[1]
    assert kept[2] != kept[0]


def test_what_was_solved_before_is_known_as_own(place: str) -> None:
    """Results of before tell from their puzzles whether these were a player's own."""
    with open_store(place) as store:
        player = Players(store).create("Aki")[0].id
        owned = Shelf(store).keep("mine", FIRST, player)
        store.add("small", SMALL[1:2])
        shared = Shelf(store).find_puzzles(Wanted(collection="small")).rows[0].id
        found = [play(store, player, each) for each in (owned, shared)]
        with store.database.writing() as connection:
            _migrate_to(connection, "0003")
    assert "is_removed" not in _columns(place, "puzzles")
    with open_store(place) as store:
        for result, count in zip(found, (0, 1), strict=True):
            assert result is not None
            of_class = result.kind, result.rows, result.cols, result.level
            ranked = [each.result.id for each in Results(store).ranking(*of_class)]
            assert ranked.count(result.id) == count
            own = Results(store).ranking_of_puzzle(result.fingerprint, player)
            assert [each.result.id for each in own] == [result.id]


def test_a_library_without_lengths_is_brought_up_to_date(place: str) -> None:
    with open_store(place) as store:
        puzzle = Shelf(store).keep("mine", FIRST)
        player = Players(store).create("Aki")[0].id
        result = play(store, player, puzzle)
        assert result is not None
        assert result.length == FIRST.meta.length
        with store.database.writing() as connection:
            _migrate_to(connection, "0005")
    assert "length" not in _columns(place, "puzzles")
    with open_store(place) as store:
        assert Shelf(store).load(puzzle).length == 0, "nobody counted"
        assert [each.length for each in Results(store).of_player(player)] == [0]


def test_logs_are_taken_apart_and_put_together_again(place: str) -> None:
    """Migration 0008, there and back: of games with many saves, with one, with none, and ended."""
    with open_store(place) as store:
        puzzles = [Shelf(store).keep("mine", each) for each in SMALL[:4]]
        player = Players(store).create("Aki")[0].id
        long, short, fresh = (Games(store).begin(player, each).id for each in puzzles[:3])
        for revision in range(12):
            events = [{"t": revision, "note": "check"}, {"t": revision, "note": "pause"}]
            Games(store).save(long, player, revision=revision, events=events, elapsed=99)
        Games(store).save(short, player, revision=0, events=[{"t": 1, "note": "check"}], elapsed=9)
        assert play(store, player, puzzles[3])
        before = {each: Games(store).load(each, player) for each in (long, short, fresh)}
        with store.database.writing() as connection:
            _migrate_to(connection, "0007")
            found = connection.execute(text("SELECT id, log FROM games")).all()
            rows = {row.id: row.log for row in found}
    assert rows[fresh] == ""
    assert rows.keys() > before.keys()
    assert all(rows[each] == game.log for each, game in before.items())
    with open_store(place) as store:
        for each, game in before.items():
            assert Games(store).load(each, player) == game
        events = [{"t": 50, "note": "resume"}]
        assert Games(store).save(long, player, revision=12, events=events, elapsed=99) == 13
        assert Games(store).load(long, player).events() == before[long].events() + events
    assert "log" not in _columns(place, "games")


def _migrate_to(connection: Any, revision: str) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    command.downgrade(config, revision)


def _columns(place: str, table: str) -> set[str]:
    engine = create_engine(find_url(place))
    found = {column["name"] for column in inspect(engine).get_columns(table)}
    engine.dispose()
    return found


def test_the_same_save_twice_at_once(store: Store, player: int) -> None:
    """The second has read the game before the first has changed it."""
    table, other = Games(store), Games(store)
    game = table.begin(player, 1)
    read, moves = games_module._puzzle, [move(5, fact(0))]

    def meanwhile(row: Any) -> Any:
        monkeypatch.undo()
        assert other.save(game.id, player, revision=0, events=moves, elapsed=5) == 1
        return read(row)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(games_module, "_puzzle", meanwhile)
        assert table.save(game.id, player, revision=0, events=moves, elapsed=5) == 1
    assert len(table.load(game.id, player).events()) == 1


def test_puzzles_have_owners(store: Store) -> None:
    shelf = Shelf(store)
    one, other = (Players(store).create(name)[0].id for name in ("one", "other"))
    mine, theirs = (shelf.keep("mine", FIRST, owner) for owner in (one, other))
    assert mine != theirs
    assert shelf.keep("mine", FIRST, one) == mine
    listed = shelf.find_puzzles(Wanted(player=one, collection="mine")).rows
    assert [row.id for row in listed] == [mine]
    assert shelf.find_puzzles(Wanted(collection="mine")).total == 0
    with pytest.raises(NotThere):
        shelf.remove(theirs, one)
    with pytest.raises(NotThere):
        shelf.remove(1, one)
    shelf.remove(mine, one)
    assert "mine" in store.names()
    shelf.remove(theirs, other)
    assert "mine" not in store.names(), "an empty collection goes with its last puzzle"
