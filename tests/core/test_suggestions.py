"""Next puzzles, days in a row, the place of a result: what follows from what was solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from sqlalchemy import insert, update

from enpitsu.grade import LEVELS
from enpitsu.kind import Document, Meta
from enpitsu.play.next_level import STEADY, PastSolve, levels_for, size_distance
from enpitsu.play.streak import Streak, is_in_time, streak_of
from enpitsu.store.library import Store
from enpitsu.store.players import Players
from enpitsu.store.results import Class, Place, Results
from enpitsu.store.schema import results
from enpitsu.store.shelf import NEW, PuzzleRow, Shelf, Wanted
from enpitsu.store.suggestions import Suggestions
from tests.core.test_store_games import play
from tests.library import SMALL, STARTER

NAMES = [level.value for level in LEVELS]
TODAY = date(2026, 11, 19)
HINT = {"t": 1000, "note": "hint", "stage": "where"}


def solve_of(level: str, is_clean: bool = True, cells: int = 100) -> PastSolve:
    return PastSolve("yajilin", level, cells, is_clean)


# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solves", "aim"),
    [
        ([], "gentle"),
        ([solve_of("")], "gentle"),
        ([solve_of("medium")], "medium"),
        ([solve_of("medium")] * STEADY, "hard"),
        ([solve_of("extreme")] * STEADY, "extreme"),
        ([solve_of("medium", is_clean=False)], "easy"),
        ([solve_of("gentle", is_clean=False)] * 3, "gentle"),
        # What lies above was tried and did not go well.
        ([solve_of("hard", is_clean=False)] * 2 + [solve_of("medium")] * STEADY, "medium"),
        ([solve_of("hard", is_clean=False)] + [solve_of("medium")] * STEADY, "hard"),
        # One easy puzzle in between brings nobody back.
        ([solve_of("gentle"), *[solve_of("expert")] * 2], "expert"),
        # What is long ago does not count.
        ([solve_of("easy")] * 10 + [solve_of("extreme")] * 9, "medium"),
    ],
)
def test_the_level_is_near_what_was_solved_cleanly(solves: list[PastSolve], aim: str) -> None:
    found = levels_for(solves)
    assert found[0] == aim
    assert sorted(found) == sorted(NAMES)
    far = [abs(NAMES.index(level) - NAMES.index(aim)) for level in found]
    assert all(one <= other for one, other in pairwise(far))


def test_sizes_are_near_what_was_solved() -> None:
    assert size_distance(100, []) == 0
    solves = [solve_of("easy", cells=cells) for cells in (50, 400, 400)]
    assert size_distance(400, solves) == 0
    assert size_distance(200, solves) == size_distance(800, solves) == 2


# --- days in a row --------------------------------------------------------------------------------


def days_back(*back: int) -> set[date]:
    return {TODAY - timedelta(days=each) for each in back}


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        ((), Streak(0, 0)),
        ((0,), Streak(1, 1)),
        ((1,), Streak(1, 1)),
        ((2,), Streak(0, 1)),
        ((0, 1, 2, 4, 5, 6, 7), Streak(3, 4)),
        ((1, 2, 3, 8), Streak(3, 3)),
        ((0, 2), Streak(1, 1)),
        (range(400), Streak(400, 400)),
    ],
)
def test_days_in_a_row(back: Sequence[int], expected: Streak) -> None:
    assert streak_of(days_back(*back), TODAY) == expected


def test_rows_of_days_are_counted_as_one_by_one() -> None:
    for seed in range(200):
        days = days_back(*(back for back in range(30) if Random(seed * 31 + back).random() < 0.6))
        best = run = 0
        for back in range(30, -1, -1):
            run = run + 1 if TODAY - timedelta(days=back) in days else 0
            best = max(best, run)
        assert streak_of(days, TODAY).best == best


@pytest.mark.parametrize(
    ("solved", "expected"),
    [
        (datetime(2026, 11, 18, 9, 59, 59), False),
        (datetime(2026, 11, 18, 10), True),
        (datetime(2026, 11, 19, 23, 59), True),
        (datetime(2026, 11, 20, 11, 59, 59), True),
        (datetime(2026, 11, 20, 12), False),
    ],
)
def test_a_day_is_as_long_as_it_is_somewhere(solved: datetime, expected: bool) -> None:
    assert is_in_time(TODAY, solved) is expected
    assert is_in_time(date(2026, 1, 1), datetime(2025, 12, 31, 23))


def daily(day: date, document: Document = SMALL[0]) -> Document:
    return replace(document, meta=replace(document.meta, title=day.isoformat()))


def test_days_of_the_player_are_those_solved_in_time(store: Store, player: int) -> None:
    other = Players(store).create("Emi")[0].id
    shelf, table = Shelf(store), Results(store)
    today = datetime.now(UTC).date()
    days = [today, today - timedelta(days=1), today - timedelta(days=9)]
    for day, document in zip(days, SMALL, strict=False):
        play(store, player, shelf.keep("daily", daily(day, document)))
    no_day = replace(SMALL[4], meta=Meta(title="no day"))
    play(store, player, shelf.keep("daily", no_day))
    play(store, player, shelf.keep("another", daily(today - timedelta(days=2), SMALL[5])))
    late = results.c.title == days[1].isoformat()
    with store.database.writing() as connection:
        connection.execute(update(results).where(late).values(solved=datetime(2020, 1, 1)))
    assert table.days_solved(player, "daily") == {today}
    assert table.days_solved(other, "daily") == set()
    with store.database.writing() as connection:
        connection.execute(update(results).values(mark="answer"))
    assert table.days_solved(player, "daily") == set(), "one that is in no ranking is none"


# --- the place of a result ------------------------------------------------------------------------


def test_the_place_is_that_of_the_ranking(store: Store, player: int) -> None:
    table, players = Results(store), Players(store)
    random = Random(5)
    made = []
    for number in range(9):
        them = players.create(f"P{number}")[0].id
        notes = [HINT] if random.random() < 0.4 else []
        made.append(play(store, them, 1, *notes, ms=random.choice((20_000, 30_000, 50_000))))
    again = play(store, made[0].player, 1) if made[0] else None
    assert again is not None
    assert table.place_of(again) is None, "only the first attempt has a place"
    ranking = table.ranking_of_puzzle(made[0].fingerprint if made[0] else "")
    places = {each.result.id: each.place for each in ranking}
    assert len(places) == 9
    for result in made:
        assert result is not None
        assert table.place_of(result) == Place(places[result.id], 9)
    assert table.place_of(replace(again, is_first=True, mark="hands")) is None


def test_the_place_counts_what_is_ranked(store: Store, player: int) -> None:
    own = Shelf(store).keep("mine", SMALL[3], player)
    result = play(store, player, own)
    assert result is not None
    assert Results(store).place_of(result) == Place(1, 1)
    # The same result of somebody else is not told of to them.
    assert Results(store).place_of(replace(result, player=player + 1)) == Place(1, 0)


def test_classes_are_those_that_were_played(store: Store, player: int) -> None:
    table = Results(store)
    assert table.classes() == []
    for puzzle in (1, 2):
        play(store, player, puzzle)
    play(store, player, Shelf(store).keep("mine", SMALL[4], player))
    rows = [Shelf(store).load(puzzle) for puzzle in (1, 2)]
    expected = {Class(row.kind, row.rows, row.cols, row.level) for row in rows}
    found = table.classes()
    assert set(found) == expected, "a puzzle of one's own makes no class"
    assert len(found) == len(expected)
    for each in found:
        assert table.ranking(*each)
    with store.database.writing() as connection:
        connection.execute(update(results).values(mark="clock"))
    assert table.classes() == []


# --- what comes next ------------------------------------------------------------------------------


@pytest.fixture
def shelf(store: Store) -> Shelf:
    """A shelf with all starter puzzles of two kinds."""
    kinds = ("nonogram", "yajilin")
    store.add("shelf", [each for each in STARTER if each.puzzle.kind in kinds])
    return Shelf(store)


def solved(
    store: Store, player: int, kind: str, level: str, *, count: int = 1, **how: object
) -> None:
    """Put results of some puzzle into the library."""
    row = {"player_id": player, "fingerprint": "f" * 16, "kind": kind, "rows": 10, "cols": 10}
    row |= {"level": level, "title": "", "seconds": 60.0, "penalty": 0, "hints": 0, "checks": 0}
    row |= {"is_clean": True, "is_first": True, "solved": datetime(2026, 1, 1), "content": ""}
    with store.database.writing() as connection:
        connection.execute(insert(results), [{**row, "log": "", **how} for _ in range(count)])


def test_beginners_get_gentle_puzzles_of_every_kind(store: Store, shelf: Shelf) -> None:
    there = {row.kind for row in all_rows(shelf, None)}
    for player in (None, Players(store).create("New")[0].id):
        found = Suggestions(store).of_player(player, count=10)
        assert sorted(row.kind for row in found) == sorted(there)
        levels = {row.kind: row.level for row in found}
        assert levels["nonogram"] == levels["yajilin"] == "gentle"
        assert Suggestions(store).of_player(player, count=2) == found[:2]


def test_what_is_played_comes_first_at_its_level(store: Store, shelf: Shelf, player: int) -> None:
    solved(store, player, "nonogram", "medium", count=STEADY)
    solved(store, player, "yajilin", "easy", solved=datetime(2026, 2, 1))
    first, second = Suggestions(store).of_player(player, count=2)
    assert (first.kind, first.level) == ("yajilin", "easy")
    assert (second.kind, second.level) == ("nonogram", "hard")
    for row in (first, second):
        assert row.state == NEW
        sizes = [each.puzzle for each in STARTER]
        same = [p.rows * p.cols for p in sizes if p.kind == row.kind]
        assert row.rows * row.cols == min(same, key=lambda cells: abs(cells - 100))


def test_after_a_puzzle_comes_another_of_its_kind(store: Store, shelf: Shelf, player: int) -> None:
    solved(store, player, "yajilin", "easy", count=STEADY)
    after = next(row for row in all_rows(shelf, player) if row.kind == "nonogram")
    mixed = ("shelf", "small")
    (found,) = Suggestions(store).of_player(player, count=1, after=after, mixed=mixed)
    assert found.kind == "nonogram"
    assert found.id != after.id
    (other,) = Suggestions(store).of_player(
        player, count=1, after=after, mixed=mixed, without=("shelf",)
    )
    assert other.collection == "small"


def test_a_collection_is_gone_on_with_in_its_order(store: Store, shelf: Shelf, player: int) -> None:
    rows = [row for row in all_rows(shelf, player) if row.collection == "small"]
    suggestions = Suggestions(store)
    for row, following in zip(rows, [*rows[1:], rows[0]], strict=True):
        assert suggestions.of_player(player, count=1, after=row)[0].id == following.id
    play(store, player, rows[1].id)
    assert suggestions.of_player(player, count=1, after=rows[0])[0].id == rows[2].id


def test_own_puzzles_and_played_ones_are_not_suggested(store: Store, player: int) -> None:
    own = [Shelf(store).keep("mine", each, player) for each in STARTER[:3]]
    suggestions = Suggestions(store)
    found = suggestions.of_player(player, count=10)
    assert not {row.id for row in found} & set(own)
    for number in range(1, len(SMALL) + 1):
        play(store, player, number)
    assert suggestions.of_player(player, count=10) == []
    mine = Shelf(store).load(own[0], player)
    assert suggestions.of_player(player, count=1, after=mine)[0].id in own, "but their own follow"


def all_rows(shelf: Shelf, player: int | None) -> list[PuzzleRow]:
    """All puzzles that a player sees."""
    return shelf.find_puzzles(Wanted(player=player), size=200).rows
