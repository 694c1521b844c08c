"""The ranking of all players: the formula, and what the library keeps of it."""

from __future__ import annotations

import csv
import json
from io import StringIO
from itertools import product
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from click.testing import CliRunner
from sqlalchemy import delete, insert, select, update

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.grade import LEVELS
from enpitsu.grid import Symmetry
from enpitsu.kind import Document
from enpitsu.play.ranking import (
    MAX_COUNTED,
    SECONDS_PER_CELL,
    WEIGHT,
    result_points,
    total_points,
)
from enpitsu.registry import kinds
from enpitsu.store import open_store
from enpitsu.store.database import _MIGRATIONS
from enpitsu.store.drafts import PUBLISHED
from enpitsu.store.games import Games
from enpitsu.store.library import Store
from enpitsu.store.players import Players
from enpitsu.store.results import PlayResult, Results
from enpitsu.store.rows import now, puzzle_row
from enpitsu.store.schema import players, results, standings
from enpitsu.store.shelf import Shelf
from enpitsu.store.standings import Standings, recount, update_standings
from tests.library import SMALL, STARTER

NEVER = 10**9  # seconds: slower than anybody
SIZES = (1, 4, 9, 16, 25, 36, 49, 100, 225, 400, 1395, 10_000)


# --- the formula ----------------------------------------------------------------------------------


def test_what_a_solve_is_worth() -> None:
    assert list(SECONDS_PER_CELL) == sorted(SECONDS_PER_CELL)
    assert len(SECONDS_PER_CELL) == len(LEVELS)
    worth = [result_points(level, 100, 0, 0) for level in LEVELS]
    assert worth == [100, 400, 1600, 6400, 25600, 102400]
    sizes = [result_points("easy", cells, 0, 0) for cells in (1, 50, 100, 200, 400, 401, 10**6)]
    assert sizes == [1, 100, 400, 1600, 6400, 6400, 6400]
    times = [result_points("gentle", 100, seconds, 0) for seconds in (0, 200, NEVER)]
    assert times == [100, 75, 50]
    helped = [result_points("hard", 100, 0, penalty) for penalty in (0, 15, 60, 120, 3600)]
    assert helped == [6400, 5381, 3200, 1600, 1]
    assert [result_points("gentle", 9, seconds, 0) for seconds in (0, NEVER)] == [1, 1]
    for unknown in ("", "5", "Extreme", "\0"):
        assert result_points(unknown, 100, 0, 0) == 100


def test_less_time_less_help_more_level_and_more_cells_are_never_worth_less() -> None:
    random = Random(1)
    for _ in range(2000):
        rank, cells = random.randrange(len(LEVELS)), random.randrange(1, 2000)
        seconds, penalty = random.random() * 5000, random.randrange(600)
        points = result_points(LEVELS[rank], cells, seconds, penalty)
        assert points >= 1
        assert points <= result_points(LEVELS[rank], cells, seconds / 2, penalty)
        assert points <= result_points(LEVELS[rank], cells, seconds, penalty // 2)
        assert points <= result_points(LEVELS[rank], cells + 1, seconds, penalty)
        if rank + 1 < len(LEVELS):
            assert points <= result_points(LEVELS[rank + 1], cells, seconds, penalty)


@pytest.mark.parametrize(("higher", "needed"), [(1, 14), (2, 3), (3, 1), (4, 1), (5, 1)])
def test_easy_ones_do_not_add_up_to_hard_ones(higher: int, needed: int) -> None:
    """Few clean solves outweigh any number some levels below, in any times, at any size."""
    for cells, below in product(SIZES, range(len(LEVELS) - higher)):
        easy = result_points(LEVELS[below], cells, 0, 0)
        hard = result_points(LEVELS[below + higher], cells, NEVER, 0)
        any_number = total_points([easy] * 10_000)
        assert any_number < total_points([hard] * needed) or any_number <= 20
    # It is the best that can be said: one fewer does not do.
    if needed > 1:
        easy = result_points("gentle", 400, 0, 0)
        hard = result_points(LEVELS[higher], 400, NEVER, 0)
        assert total_points([easy] * 10_000) > total_points([hard] * (needed - 1))


def test_gentle_puzzles_of_any_size_are_less_than_two_experts() -> None:
    largest = result_points("gentle", 10**6, 0, 0)
    assert total_points([largest] * 10**5) < total_points(
        [result_points("expert", 100, 900, 0)] * 2
    )


def test_random_histories() -> None:
    """One more result never costs, pays no more than its own worth, and less the more there is
    above it; the order of solving does not matter."""
    random = Random(2)
    for _ in range(300):
        history = [_random_points(random) for _ in range(random.randrange(200))]
        before = total_points(history)
        assert before < 20 * max(history, default=0) + 1
        more = _random_points(random)
        after = total_points([*history, more])
        above = sum(each >= more for each in history)
        assert before <= after <= before + more * WEIGHT ** min(above, MAX_COUNTED) + 1
        random.shuffle(history)
        assert total_points(history) == before
        # An easier one instead never pays more.
        assert total_points([*history, more // 2]) <= after


def _random_points(random: Random) -> int:
    level, cells = random.choice(LEVELS), random.choice(SIZES)
    return result_points(level, cells, random.expovariate(1 / 600), random.choice((0, 0, 15, 130)))


# --- kept -----------------------------------------------------------------------------------------


def solve(
    store: Store, player: int, puzzle: int, *events: Any, ms: int = 60_000, by: str = "hand"
) -> PlayResult | None:
    """Begin a puzzle, solve it at once after these events, and end it."""
    table = Games(store)
    game = table.begin(player, puzzle)
    [solution] = enpitsu.solve(Shelf(store).document(puzzle, player).puzzle).solutions
    moves = [*events, {"t": ms, "put": list(map(str, solution.facts)), "take": [], "by": by}]
    table.save(game.id, player, revision=game.revision, events=moves, elapsed=ms)
    return table.finish(game.id, player)


def points_of(store: Store, player: int, kind: str = "") -> int:
    own = Standings(store).of_player(player, kind)
    return 0 if own is None else own.standing.points


def test_solving_brings_points_by_kind_and_overall(store: Store, player: int) -> None:
    assert Standings(store).page() == ([], 1, 0, 0)
    assert Standings(store).of_player(player) is None
    earned: dict[str, list[int]] = {kind: [] for kind in kinds()}
    for number in range(1, len(SMALL) + 1):
        before = points_of(store, player)
        result = solve(store, player, number)
        assert result is not None
        assert result.points == result_points(result.level, result.rows * result.cols, 60.0, 0)
        earned[result.kind].append(result.points)
        assert points_of(store, player) > before
    everything = sorted((each for points in earned.values() for each in points), reverse=True)
    for kind, points in {**earned, "": everything}.items():
        assert points_of(store, player, kind) == total_points(points)
        best = Results(store).best_by_points(player, kind)
        assert [each.points for each in best] == sorted(points, reverse=True)
    [standing] = Standings(store).page().rows
    assert (standing.place, standing.name, standing.namesake) == (1, "Aki", 0)
    assert (standing.solved, standing.clean) == (len(SMALL), len(SMALL))


def test_help_costs(store: Store, player: int) -> None:
    other = Players(store).create("Emi")[0].id
    clean = solve(store, player, 1)
    helped = solve(store, other, 1, {"t": 5, "note": "check", "live": True})  # a minute
    assert clean is not None
    assert helped is not None
    assert helped.points == max(1, (clean.points or 0) // 2)
    first, second = Standings(store).page().rows
    assert (first.name, first.clean, second.name, second.clean) == ("Aki", 1, "Emi", 0)


def test_what_does_not_count(store: Store, player: int) -> None:
    """A second attempt, a turned copy, one's own, and a game in which the answer was shown or a
    position given."""
    assert solve(store, player, 1) is not None
    there = points_of(store, player)
    turned = Document(puzzle=SMALL[0].puzzle.transform(Symmetry.ROTATE_90), format="json")
    own = Shelf(store).keep("mine", SMALL[1], player)
    copies = [(player, 1), (player, Shelf(store).keep("turned", turned))]
    for who, puzzle in (*copies, (player, own)):
        result = solve(store, who, puzzle)
        assert result is not None
        assert result.points is None
    assert solve(store, player, 3, {"t": 5, "note": "solve"}) is None
    assert solve(store, player, 4, by="given") is None
    assert points_of(store, player) == there


def test_what_others_publish_counts(store: Store, player: int) -> None:
    other = Players(store).create("Emi")[0].id
    row = {**puzzle_row(0, STARTER[-1]), "is_published": True}
    puzzle = Shelf(store).keep_row(PUBLISHED, row, player)
    assert solve(store, player, puzzle) is not None
    assert points_of(store, player) == 0, "who made it knows the answer"
    solve(store, other, puzzle)
    there = points_of(store, other)
    assert there > 0
    store.remove(PUBLISHED)
    solve(store, other, 1)
    assert points_of(store, other) > there, "what was solved counts when the puzzle is gone, too"


def test_players_of_one_name_and_without_a_name_are_told_apart(store: Store) -> None:
    names = ["Aki", "", "Emi", "Aki", "", "<b>", "Aki #2", "=1+1"]
    for name in names:
        solve(store, Players(store).create(name)[0].id, 1)
    Players(store).create("Emi")  # has not solved anything
    found = Standings(store).page().rows
    assert [each.name for each in found] == names
    assert {each.place for each in found} == {1}, "equal points, equal place"
    assert [each.namesake for each in found] == [1, 1, 0, 2, 2, 0, 0, 0]


def fill(store: Store, points: list[int], kind: str = "k") -> list[int]:
    """Add players, each with one result that has so many points; their numbers."""
    plain = {"rows": 1, "cols": 1, "level": "", "title": "", "content": "", "log": ""}
    plain |= {"penalty": 0, "hints": 0, "checks": 0, "is_clean": True, "is_first": True}
    numbers = [Players(store).create(f"P{at}")[0].id for at, _ in enumerate(points)]
    with store.database.writing() as connection:
        for player, each in zip(numbers, points, strict=True):
            own = {"player_id": player, "fingerprint": f"{player}", "kind": kind, "points": each}
            connection.execute(insert(results), {**plain, **own, "seconds": 1.0, "solved": now()})
            update_standings(connection, player, kind)
    return numbers


def test_places_pages_and_where_a_player_is(store: Store) -> None:
    numbers = fill(store, [50, 90, 50, 10, 90, 50, 7])
    table = Standings(store)
    whole = table.page("k").rows
    assert [each.place for each in whole] == [1, 1, 3, 3, 3, 6, 7]
    assert [each.player for each in whole] == [numbers[at] for at in (1, 4, 0, 2, 5, 3, 6)]
    for size in (1, 2, 3, 4, 7, 9):
        pages = [table.page("k", page=page, size=size) for page in range(1, -(-7 // size) + 1)]
        assert [row for page in pages for row in page.rows] == whole
        assert {(page.pages, page.total) for page in pages} == {(len(pages), 7)}
        for each in whole:
            own = table.of_player(each.player, "k", size=size)
            assert own is not None
            assert own.standing == each
            assert each in pages[own.page - 1].rows
    assert list(table.each("k")) == list(table.each()) == whole
    assert table.page("k", page=99, size=5).rows == []
    for strange in ("nothing", "\0", "\ud800", "' OR 1=1"):
        assert table.page(strange).total == 0
        assert table.of_player(numbers[0], strange) is None
    for page, size in ((0, 5), (1, 0), (1, 10**4), (-1, 5), (10**9, 5)):
        with pytest.raises(PuzzleError, match="pages count from 1"):
            table.page(page=page, size=size)


def test_one_more_result_never_lowers_a_place(store: Store) -> None:
    """Random histories of several players; the table is always what all results come to."""
    random, table = Random(3), Standings(store)
    numbers = [Players(store).create()[0].id for _ in range(6)]
    plain = {"rows": 9, "cols": 9, "title": "", "content": "", "log": "", "is_first": True}
    plain |= {"hints": 0, "checks": 0, "solved": now()}
    history: dict[int, list[int]] = {number: [] for number in numbers}
    for at in range(400):
        player, level, kind = random.choice(numbers), random.choice(LEVELS), random.choice("ab")
        seconds, penalty = random.random() * 900, random.choice((0, 0, 60))
        points = result_points(level, 81, seconds, penalty)
        history[player].append(points)
        before = table.of_player(player)
        own = {"player_id": player, "level": level, "kind": kind, "points": points}
        own |= {"seconds": seconds, "penalty": penalty, "is_clean": not penalty}
        with store.database.writing() as connection:
            connection.execute(insert(results), {**plain, **own, "fingerprint": f"{at}"})
            update_standings(connection, player, kind)
        after = table.of_player(player)
        assert after is not None
        assert before is None or after.standing.place <= before.standing.place
        assert after.standing.points == total_points(history[player])
        assert after.standing.solved == len(history[player])
    kept = {kind: list(table.each(kind)) for kind in ("", "a", "b")}
    with store.database.writing() as connection:
        connection.execute(update(results).values(points=0))
        recount(connection)
    assert kept == {kind: list(table.each(kind)) for kind in ("", "a", "b")}


def test_who_is_deleted_is_in_no_ranking(store: Store, player: int) -> None:
    solve(store, player, 1)
    with store.database.writing() as connection:
        connection.execute(delete(players).where(players.c.id == player))
        assert connection.execute(select(standings)).all() == []
    assert Standings(store).page().total == 0


# --- what was there before ------------------------------------------------------------------------


def test_results_of_before_are_counted(place: str) -> None:
    with open_store(place) as store:
        store.add("small", SMALL)
        player, other = (Players(store).create(name)[0].id for name in ("Aki", "Emi"))
        published = {**puzzle_row(0, STARTER[-1]), "is_published": True}
        shared = Shelf(store).keep_row(PUBLISHED, published, player)
        own = Shelf(store).keep("mine", SMALL[2], player)
        hint = {"t": 5, "note": "hint", "stage": "where"}
        solve(store, player, 1, ms=90_000)
        solve(store, player, 2, hint)
        for who, puzzle in ((player, 1), (player, own), (player, shared), (other, shared)):
            solve(store, who, puzzle)
        before = list(Standings(store).each())
        kept = Results(store).of_player(player)
        assert len(before) == 2
        with store.database.writing() as connection:
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
            command.downgrade(config, "0006")
    with open_store(place) as store:
        assert list(Standings(store).each()) == before
        assert Results(store).of_player(player) == kept


# --- on the command line --------------------------------------------------------------------------


def run(place: str, *args: str) -> Any:
    return CliRunner().invoke(main, ["library", "ranking", *args], env={"ENPITSU_LIBRARY": place})


def test_on_the_command_line(store: Store, place: str) -> None:
    assert "nobody has points yet" in run(place).output
    assert run(place, "--json").output == ""
    for name in ("Aki", "", "=HYPERLINK(1)", ""):
        solve(store, Players(store).create(name)[0].id, 1)
    head, *lines = run(place).output.splitlines()
    assert head.split() == ["place", "points", "solved", "clean", "player"]
    shown = ["Aki", "somebody #1", "=HYPERLINK(1)", "somebody #2"]
    assert [line.split(maxsplit=4)[4] for line in lines] == shown
    data = [json.loads(line) for line in run(place, "--json", "--most", "2").output.splitlines()]
    assert [(each["place"], each["name"], each["namesake"]) for each in data] == [
        (1, "Aki", 0),
        (1, "", 1),
    ]
    assert "player" not in data[0]
    table = list(csv.DictReader(StringIO(run(place, "--csv").output)))
    assert [each["name"] for each in table] == ["Aki", "", "'=HYPERLINK(1)", ""]
    assert table[0]["points"] == str(data[0]["points"])
    own = SMALL[0].puzzle.kind
    assert run(place, "--kind", own).output == run(place).output
    for kind in set(kinds()) - {own}:
        assert "nobody has points yet" in run(place, "--kind", kind).output
    for wrong in (["--kind", "chess"], ["--most", "0"], ["--csv", "--json"]):
        assert run(place, *wrong).exit_code == 2
