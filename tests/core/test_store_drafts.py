"""Drafts in the library: kept, tested, published; and a library of before brought up to date."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, text

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.kind import MAX_NOTE, Document, Meta
from enpitsu.store import drafts as drafts_module
from enpitsu.store import open_store
from enpitsu.store.database import _MIGRATIONS
from enpitsu.store.drafts import PUBLISHED, TESTS, DraftContent, Drafts
from enpitsu.store.games import Games
from enpitsu.store.library import Store
from enpitsu.store.place import find_url
from enpitsu.store.players import Players
from enpitsu.store.refusals import Conflict, Full, NotThere
from enpitsu.store.results import Results
from enpitsu.store.rows import puzzle_row
from enpitsu.store.shelf import Shelf, Wanted
from tests.library import SMALL

pytestmark = pytest.mark.quick


@pytest.fixture
def other(store: Store) -> int:
    return Players(store).create("Emi")[0].id


def named(at: int, **words: Any) -> Document:
    return Document(puzzle=SMALL[at].puzzle, meta=Meta(**words), format="json")


def sketch(at: int = 0, title: str = "", is_broken: bool = False) -> DraftContent:
    puzzle = SMALL[at].puzzle
    document = "" if is_broken else enpitsu.dump(named(at, title=title), "json").strip()
    content = json.dumps({"at": at, "title": title})
    return DraftContent(puzzle.kind, puzzle.rows, puzzle.cols, title, "Aki", content, document)


def row(at: int, **words: str) -> dict[str, Any]:
    return puzzle_row(0, named(at, **words))


def solve(store: Store, player: int, puzzle: int, at: int, ms: int = 20_000) -> Any:
    """Play a puzzle to its end at once."""
    games = Games(store)
    game = games.begin(player, puzzle)
    facts = list(map(str, SMALL[at].position))
    events = [{"t": ms, "put": facts, "take": [], "by": "hand"}]
    games.save(game.id, player, revision=game.revision, events=events, elapsed=ms)
    return games.finish(game.id, player)


class TestKeeping:
    def test_created_saved_loaded_removed(self, store: Store, player: int, place: str) -> None:
        drafts = Drafts(store)
        made = drafts.create(player, sketch(0, "One"), "unknown")
        assert (made.title, made.revision, made.status, made.level) == ("One", 0, "unknown", "")
        assert drafts.save(made.id, player, sketch(1, "Two"), revision=0, status="unique") == 1
        with open_store(place) as again:
            found = Drafts(again).load(made.id, player)
        assert (found.row.title, found.row.revision, found.row.status) == ("Two", 1, "unique")
        assert (found.content, found.document) == (sketch(1, "Two")[-2:])
        assert found.row.updated >= made.updated
        assert [each.id for each in drafts.of_player(player)] == [made.id]
        drafts.remove(made.id, player)
        assert drafts.of_player(player) == []
        with pytest.raises(NotThere):
            drafts.load(made.id, player)

    def test_of_others_there_is_nothing(self, store: Store, player: int, other: int) -> None:
        drafts = Drafts(store)
        made = drafts.create(player, sketch()).id
        for wrong in (made, made[:-1], "", "\0", "\ud800", "x" * 1000):
            for action in (
                lambda name: drafts.load(name, other),
                lambda name: drafts.document(name, other),
                lambda name: drafts.save(name, other, sketch(), revision=0),
                lambda name: drafts.remove(name, other),
                lambda name: drafts.test(name, other, row(0)),
                lambda name: drafts.tests(name, other),
                lambda name: drafts.publish(name, other, row(0)),
            ):
                with pytest.raises(NotThere):
                    action(wrong)
        assert drafts.load(made, player).row.revision == 0

    def test_conflicts(self, store: Store, player: int) -> None:
        drafts = Drafts(store)
        made = drafts.create(player, sketch()).id
        assert drafts.save(made, player, sketch(1), revision=0) == 1
        assert drafts.save(made, player, sketch(1), revision=0) == 1, "the same once more"
        for revision in (0, 2, 10**9):
            with pytest.raises(Conflict, match="the draft was saved") as caught:
                drafts.save(made, player, sketch(2), revision=revision)
            assert caught.value.revision == 1
        with pytest.raises(Conflict):
            drafts.save(made, player, sketch(1), revision=0, status="none")

    def test_two_tabs_at_once(self, store: Store, player: int, place: str) -> None:
        """Of several saves of one revision one comes through."""
        made, said = Drafts(store).create(player, sketch()).id, []

        def tab(at: int) -> None:
            with open_store(place) as mine:
                try:
                    said.append(Drafts(mine).save(made, player, sketch(at), revision=0))
                except Conflict as conflict:
                    said.append(-conflict.revision)

        tabs = [threading.Thread(target=tab, args=(at,)) for at in range(4)]
        for each in tabs:
            each.start()
        for each in tabs:
            each.join()
        assert sorted(said) == [-1, -1, -1, 1]

    def test_what_is_known_holds_for_the_same_puzzle(self, store: Store, player: int) -> None:
        drafts = Drafts(store)
        made = drafts.create(player, sketch(0, "One"), "unique", "easy").id

        def known() -> tuple[str, str]:
            found = drafts.load(made, player).row
            return found.status, found.level

        drafts.save(made, player, sketch(0, "Other words"), revision=0)
        assert known() == ("unique", "easy")
        drafts.save(made, player, sketch(0), revision=1, level="")
        assert known() == ("unique", "")
        drafts.save(made, player, sketch(1), revision=2)
        assert known() == ("", "")
        drafts.save(made, player, sketch(1), revision=3, status="unique", level="hard")
        drafts.save(made, player, sketch(1, is_broken=True), revision=4)
        assert known() == ("", "")

    def test_room(self, store: Store, player: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(drafts_module, "MOST_DRAFTS", 1)
        Drafts(store).create(player, sketch())
        with pytest.raises(Full, match="at most 1 drafts"):
            Drafts(store).create(player, sketch())


class TestTests:
    def test_hidden_from_everything(self, store: Store, player: int, other: int) -> None:
        drafts, shelf, results = Drafts(store), Shelf(store), Results(store)
        before = store.names(), shelf.count_puzzles(Wanted(player=player)), list(store.puzzles())
        made = drafts.create(player, sketch(0, "Mine")).id
        puzzle = drafts.test(made, player, row(0))
        assert drafts.test(made, player, row(0)) == puzzle
        result = solve(store, player, puzzle, 0)
        assert not result.is_first
        assert (shelf.load(puzzle, player).title, shelf.load(puzzle, player).draft) == (
            "Mine",
            made,
        )
        with pytest.raises(NotThere):
            shelf.load(puzzle, other)
        with pytest.raises(NotThere):
            shelf.content(puzzle)
        with pytest.raises(NotThere):
            Games(store).begin(other, puzzle)
        with pytest.raises(NotThere):
            shelf.remove(puzzle, player)
        after = store.names(), shelf.count_puzzles(Wanted(player=None)), list(store.puzzles())
        assert after == before
        assert TESTS not in [each.name for each in store.collections()]
        assert len(store.twins(result.fingerprint)) == 1
        assert list(store.all_twins()) == []
        assert results.of_player(player) == []
        assert (results.count(player), results.sums(player).total) == (0, 0)
        assert results.bests(player) == []
        assert len(list(results.table(player))) == 1
        assert results.ranking_of_puzzle(result.fingerprint) == []
        of_class = result.kind, result.rows, result.cols, result.level
        assert results.ranking(*of_class) == []
        assert results.progress(player, *of_class) == []
        assert results.replay(result.id, player).result.id == result.id
        for who in (None, other):
            with pytest.raises(NotThere):
                results.replay(result.id, who)

    def test_no_name_reaches_the_hidden_collection(self, store: Store, player: int) -> None:
        Drafts(store).test(Drafts(store).create(player, sketch()).id, player, row(0))
        for action in (
            lambda: list(store.puzzles(TESTS)),
            lambda: store.remove(TESTS),
            lambda: store.add(TESTS, SMALL[:1]),
            lambda: Shelf(store).keep(TESTS, SMALL[0], player),
        ):
            with pytest.raises(PuzzleError):
                action()
        assert Shelf(store).find_puzzles(Wanted(collection=TESTS, player=player)).total == 0

    def test_times_of_the_author(self, store: Store, player: int) -> None:
        drafts = Drafts(store)
        made = drafts.create(player, sketch(0)).id
        for at, ms in ((0, 9000), (1, 7000), (0, 5000)):
            solve(store, player, drafts.test(made, player, row(at)), at, ms)
        found = drafts.tests(made, player)
        assert [(each.seconds, each.is_same) for each in found] == [
            (5, True),
            (7, False),
            (9, True),
        ]
        # Its words change nothing, its clues do.
        drafts.save(made, player, sketch(0, "Renamed"), revision=0)
        assert [each.is_same for each in drafts.tests(made, player)] == [True, False, True]
        drafts.save(made, player, sketch(1), revision=1)
        assert [each.is_same for each in drafts.tests(made, player)] == [False, True, False]
        drafts.save(made, player, sketch(1, is_broken=True), revision=2)
        assert not any(each.is_same for each in drafts.tests(made, player))

    def test_the_oldest_go(
        self, store: Store, player: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(drafts_module, "MOST_TESTS", 2)
        drafts, shelf = Drafts(store), Shelf(store)
        made = drafts.create(player, sketch()).id
        puzzles = [drafts.test(made, player, row(at)) for at in range(4)]
        assert len(set(puzzles)) == 4
        for puzzle in puzzles[2:]:
            shelf.load(puzzle, player)
        for puzzle in puzzles[:2]:
            with pytest.raises(NotThere):
                shelf.load(puzzle, player)

    def test_they_go_with_the_draft(self, store: Store, player: int) -> None:
        drafts = Drafts(store)
        made, kept = (drafts.create(player, sketch()).id for _ in range(2))
        gone, there = (drafts.test(each, player, row(0)) for each in (made, kept))
        solve(store, player, gone, 0)
        drafts.remove(made, player)
        with pytest.raises(NotThere):
            Shelf(store).load(gone, player)
        assert Shelf(store).load(there, player).draft == kept


class TestPublishing:
    def test_seen_by_all_with_an_owner(self, store: Store, player: int, other: int) -> None:
        drafts, shelf = Drafts(store), Shelf(store)
        made = drafts.create(player, sketch()).id
        puzzle = drafts.publish(made, player, row(0, title="One", level="easy"))
        assert drafts.load(made, player).published == puzzle
        for who in (None, player, other):
            [found] = shelf.find_puzzles(Wanted(collection=PUBLISHED, player=who)).rows
            assert (found.id, found.owner, found.title) == (puzzle, player, "One")
        assert PUBLISHED in store.names()
        # Who made it is not ranked for it; and of its class nobody is.
        assert not solve(store, player, puzzle, 0).is_first
        result = solve(store, other, puzzle, 0)
        assert result.is_first
        results = Results(store)
        ranked = [each.result.player for each in results.ranking_of_puzzle(result.fingerprint)]
        assert ranked == [other]
        assert results.ranking(result.kind, result.rows, result.cols, result.level) == []

    def test_the_authors_time(self, store: Store, player: int, other: int) -> None:
        drafts, results = Drafts(store), Results(store)
        made = drafts.create(player, sketch()).id
        known = row(0)["fingerprint"]
        assert results.best_test(player, known) is None
        for ms in (9000, 5000, 7000):
            solve(store, player, drafts.test(made, player, row(0)), 0, ms)
        puzzle = drafts.publish(made, player, row(0, title="One"))
        solve(store, player, puzzle, 0, 1000)
        solve(store, other, puzzle, 0, 1000)
        drafts.remove(made, player)
        assert results.best_test(player, known) == 5
        assert results.best_test(other, known) is None
        assert Shelf(store).load(puzzle).is_published

    def test_again(self, store: Store, player: int, other: int) -> None:
        drafts, shelf = Drafts(store), Shelf(store)
        made = drafts.create(player, sketch()).id
        first = drafts.publish(made, player, row(0, title="One"))
        assert drafts.publish(made, player, row(0, title="Two", note="n")) == first
        assert shelf.document(first).meta == Meta(title="Two", note="n")
        # Nobody has played it: it goes altogether.
        second = drafts.publish(made, player, row(1))
        assert drafts.load(made, player).published == second
        with pytest.raises(NotThere):
            shelf.load(first)
        # Somebody plays it: it stays for him.
        Games(store).begin(other, second)
        third = drafts.publish(made, player, row(2))
        assert shelf.load(second, other).is_removed
        with pytest.raises(NotThere):
            shelf.load(second)
        listed = shelf.find_puzzles(Wanted(collection=PUBLISHED)).rows
        assert [each.id for each in listed] == [third]
        # Back to the one of before: it is that one again.
        assert drafts.publish(made, player, row(1)) == second
        assert not shelf.load(second).is_removed

    def test_removed_by_its_owner(self, store: Store, player: int, other: int) -> None:
        drafts, shelf = Drafts(store), Shelf(store)
        made = drafts.create(player, sketch()).id
        for is_played in (False, True):
            puzzle = drafts.publish(made, player, row(0))
            if is_played:
                Games(store).begin(other, puzzle)
            with pytest.raises(NotThere):
                shelf.remove(puzzle, other)
            shelf.remove(puzzle, player)
            assert drafts.load(made, player).published is None
            assert shelf.find_puzzles(Wanted(collection=PUBLISHED)).total == 0

    def test_a_whole_collection_may_go(self, store: Store, player: int) -> None:
        drafts = Drafts(store)
        made = drafts.create(player, sketch()).id
        drafts.publish(made, player, row(0))
        store.remove(PUBLISHED)
        assert drafts.load(made, player).published is None
        drafts.publish(made, player, row(0))


class TestNotes:
    def test_round_trip(self) -> None:
        for note in ("", "one line", "two\n\nlines  and 鉛筆", "x" * MAX_NOTE):
            document = named(0, note=note)
            [again] = enpitsu.read(enpitsu.dump(document, "json"))
            assert (again.meta.note, again.warnings) == (note, ())

    def test_tidied_and_cut(self) -> None:
        odd = enpitsu.dump(named(0, note=" a\t\0b\r\n\u202ec \n\n"), "json")
        assert enpitsu.read(odd)[0].meta.note.splitlines()[0].startswith("a")
        assert "\0" not in enpitsu.read(odd)[0].meta.note
        assert enpitsu.dump(enpitsu.read(odd)[0], "json") == odd
        data = json.loads(enpitsu.dump(named(0), "json"))
        data["meta"] = {"note": "x" * (MAX_NOTE + 5)}
        [found] = enpitsu.read(json.dumps(data))
        assert len(found.meta.note) == MAX_NOTE
        assert "cut off" in found.warnings[0]
        data["meta"] = {"note": ["x"]}
        with pytest.raises(PuzzleError, match='"note" in "meta" must be a text'):
            enpitsu.read(json.dumps(data))


def test_a_library_of_before_is_brought_up_to_date(place: str) -> None:
    """With all that it held; what is added later goes when it is taken back."""
    with open_store(place) as store:
        aki, emi = (Players(store).create(name)[0].id for name in ("Aki", "Emi"))
        shared = Shelf(store).keep("shared", SMALL[0])
        own = Shelf(store).keep("mine", SMALL[1], aki)
        for puzzle, at in ((shared, 0), (own, 1)):
            solve(store, aki, puzzle, at)
        drafts = Drafts(store)
        made = drafts.create(aki, sketch(2)).id
        solve(store, aki, drafts.test(made, aki, row(2)), 2)
        drafts.publish(made, aki, row(2, title="Out"))
        _migrate(store, "0004")
    engine = create_engine(find_url(place))
    with engine.connect() as connection:
        assert not inspect(connection).has_table("drafts")
        names = connection.execute(text("SELECT name FROM collections")).scalars().all()
        assert sorted(names) == ["mine", "published", "shared"]
        assert connection.execute(text("SELECT count(*) FROM results")).scalar() == 2
    engine.dispose()
    with open_store(place) as store:
        assert len(Results(store).of_player(aki)) == 2
        assert Shelf(store).load(own, aki).owner == aki
        assert Shelf(store).find_puzzles(Wanted(player=aki)).total == 3
        assert Shelf(store).find_puzzles(Wanted(player=emi)).total == 1
        assert Drafts(store).of_player(aki) == []
        made = Drafts(store).create(aki, sketch()).id
        Drafts(store).publish(made, aki, row(0))
        assert Shelf(store).find_puzzles(Wanted(player=emi)).total == 2


def _migrate(store: Store, revision: str) -> None:
    with store.database.writing() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        command.downgrade(config, revision)
