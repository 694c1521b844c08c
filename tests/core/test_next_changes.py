"""Next changes: single changes that help on the way to one solution, though none may be enough."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from enpitsu.check import check
from enpitsu.cli import main
from enpitsu.formats import dump, read
from enpitsu.grid import Cell, Direction, Line
from enpitsu.improve import Fix, Fixes, next_changes
from enpitsu.improve.fix import rank, worth
from enpitsu.improve.indistinguishable import Indistinguishable
from enpitsu.judge import Judge
from enpitsu.kinds.nonogram.model import Nonogram, Run
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import Limits
from enpitsu.position import Position
from enpitsu.registry import kind_of, kinds
from enpitsu.solve import Status, solve, survey
from enpitsu.words import LANGUAGES, say
from tests.cases import each_case

FEW = 5


def example(kind: str, name: str) -> Any:
    path = next(Path(str(kinds()[kind].examples)).glob(f"{name}.*"))
    return read(path)[0].puzzle


def relaxed(puzzle: Any, every: int) -> Any:
    """The puzzle with some of its clues left open."""
    editor = kind_of(puzzle).editor
    assert editor is not None
    for change in list(editor.relax(puzzle))[::every]:
        puzzle = editor.edit(puzzle, change)
    return puzzle


def nonogram(rows: list[list[int]], cols: list[list[int]]) -> Nonogram:
    lines = [tuple(tuple(map(Run, line)) for line in side) for side in (rows, cols)]
    return Nonogram(lines[0], lines[1])


SMALL: dict[str, Any] = {
    "yajilin-blank": Yajilin(4, 4),
    "yajilin-line": Yajilin(1, 5),
    "yajilin-oblong": Yajilin(
        5, 6, ((Cell(2, 2), Clue(Direction.RIGHT, 1)), (Cell(0, 0), Clue(blank=True)))
    ),
    "nonogram-switch": nonogram([[1], [1]], [[1], [1]]),
    "nonogram-colours": example("nonogram", "tiny_colours_several"),
    "satogaeri-five": relaxed(example("satogaeri", "solved_five"), 1),
    "satogaeri-strays": relaxed(example("satogaeri", "solved_strays"), 2),
}
TENS: dict[str, Any] = {
    "yajilin-ten": relaxed(example("yajilin", "solved_ten"), 2),
    "nonogram-ten": relaxed(example("nonogram", "solved_ten"), 2),
}
SEVERAL = [pytest.param(puzzle, id=name) for name, puzzle in (SMALL | TENS).items()]
HELPED = [each for each in SEVERAL if each.id not in ("yajilin-blank", "yajilin-line")]


@cache
def known(puzzle: Any) -> tuple[Fixes, tuple[Fix, ...]]:
    """The next changes of a puzzle, without limits, and all that were told on the way."""
    told: list[Fix] = []
    return next_changes(puzzle, each=told.append), tuple(told)


def told_open(each: Fix, before: int) -> str:
    """What has to be said of what a change leaves open."""
    assert each.open is not None
    if each.open == before:
        return f"then {each.lines} line"
    if not each.open:
        return "then only lines differ"
    return f"then {each.open} cell{'s are' if each.open > 1 else ' is'} open instead of {before}"


def open_count(puzzle: Any) -> int:
    """Cells that are open, as the verdict on a sheet counts them."""
    return sum(isinstance(slot, Cell) for slot in survey(puzzle).open_slots)


# --- what is claimed ------------------------------------------------------------------------------


@each_case("puzzle", SEVERAL)
def test_a_change_does_what_it_says(puzzle: Any) -> None:
    editor = kind_of(puzzle).editor
    assert editor is not None
    now = solve(puzzle)
    found = known(puzzle)[0]
    assert found.status is now.status
    assert found.reached is None
    if now.status is not Status.MULTIPLE:
        assert found.found == ()
        return
    assert found.open == open_count(puzzle)
    assert len(found.found) <= FEW
    for each in found.found:
        assert editor.edit(puzzle, each.change) == each.puzzle
        assert solve(each.puzzle).status is each.status
        assert each.open == open_count(each.puzzle)
        assert each.status is Status.UNIQUE or each.open <= found.open
        assert not check(each.puzzle, each.solution)
        assert len(each.messages) == 1
        if each.status is Status.MULTIPLE:
            assert told_open(each, found.open) in each.effect
        assert each.effect.endswith("; the solution changes") is not each.keeps


@each_case("puzzle", SEVERAL)
def test_the_best_comes_first_and_nothing_twice(puzzle: Any) -> None:
    found = known(puzzle)[0].found
    assert [worth(each) for each in found] == sorted(map(worth, found))
    assert len({each.puzzle for each in found}) == len(found)


@pytest.mark.parametrize("puzzle", HELPED)
def test_there_is_something_for_every_kind(puzzle: Any) -> None:
    assert known(puzzle)[0].found


@each_case("puzzle", SEVERAL)
def test_all_that_is_offered_was_told(puzzle: Any) -> None:
    found, told = known(puzzle)
    assert all(each in told for each in found.found)
    assert rank(found.found) == found.found


@each_case("puzzle", SEVERAL[:-1])
def test_without_a_deadline_it_is_always_the_same(puzzle: Any) -> None:
    assert next_changes(puzzle) == known(puzzle)[0]


@pytest.mark.parametrize("puzzle", HELPED[:-2])
def test_following_them_leads_to_one_solution(puzzle: Any) -> None:
    """Each leaves less open, and in the end nothing."""
    counts = [open_count(puzzle)]
    while found := next_changes(puzzle, most=1).found:
        puzzle = found[0].puzzle
        counts.append(open_count(puzzle))
    assert counts == sorted(set(counts), reverse=True)
    assert solve(puzzle).status is Status.UNIQUE


@pytest.mark.parametrize("puzzle", SMALL.values(), ids=SMALL)
def test_what_the_author_has_in_mind_stays(puzzle: Any) -> None:
    solutions = [found.position for found in solve(puzzle, solutions=3).solutions]
    for solution in solutions[1:]:
        for each in next_changes(puzzle, solution=solution).found:
            kept = [fact for fact in solution if fact.slot not in each.slots]
            assert not check(each.puzzle, each.solution)
            assert set(kept) <= set(each.solution)


def test_what_is_no_solution_is_not_kept() -> None:
    puzzle = SMALL["yajilin-oblong"]
    wrong = Position.of(list(solve(puzzle).solutions[0].position)[:3])
    assert check(puzzle, wrong)
    assert next_changes(puzzle, solution=wrong) == known(puzzle)[0]


# --- clues that change the solution ---------------------------------------------------------------

TWINS = {
    "blank": Yajilin(4, 4),
    "oblong": SMALL["yajilin-oblong"],
    "ten": TENS["yajilin-ten"],
}
"""Sheets with solutions that differ in their loop only."""


@pytest.mark.parametrize("puzzle", TWINS.values(), ids=TWINS)
def test_where_loops_differ_a_clue_in_their_way_is_offered(puzzle: Any) -> None:
    changing = [each for each in known(puzzle)[1] if not each.keeps]
    assert changing
    for each in changing:
        (cell,) = each.change.places
        assert cell not in puzzle.clue_at
        assert isinstance(each.puzzle, Yajilin)
        assert isinstance(cell, Cell)
        assert each.puzzle.clue_at[cell].counts
        assert each.change.is_plain
        assert solve(each.puzzle).status is each.status is not Status.NONE
        assert each.open == open_count(each.puzzle)
        assert not check(each.puzzle, each.solution)


@pytest.mark.parametrize("name", ["blank", "oblong"])
def test_then_no_solution_stays(name: str) -> None:
    """Not even with its cell shaded no more: a loop runs there in all of them."""
    puzzle = TWINS[name]
    solutions = solve(puzzle, solutions=100_000).solutions
    for each in known(puzzle)[1]:
        cell = each.places[0]
        stays = [
            Position.of(fact for fact in old.position if fact.slot != cell) for old in solutions
        ]
        if not each.keeps:
            assert all(check(each.puzzle, position) for position in stays)
        elif each.cost == 1:
            assert any(not check(each.puzzle, position) for position in stays)


def test_it_leads_out_where_nothing_else_does() -> None:
    """All that is left open is the way of the loop, whatever is told of the shaded cells."""
    cells = [(0, 3), (1, 5), (2, 0), (2, 2), (3, 4)]
    down = [(Cell(*cell), Clue(Direction.DOWN, 0)) for cell in cells]
    puzzle = Yajilin(7, 7, (*down, (Cell(4, 6), Clue(Direction.UP, 0))))
    solutions = [found.position for found in solve(puzzle, solutions=9).solutions]
    assert len(solutions) > 1
    twins = Indistinguishable(puzzle, Judge(puzzle, Limits()))
    assert all(twins.twin(solution) in solutions for solution in solutions)
    best = next_changes(puzzle, most=1).found[0]
    assert not best.keeps
    assert best.status is solve(best.puzzle).status is Status.UNIQUE
    assert best.effect == "there is one solution then; the solution changes"
    assert say(best.outcome, "ja") == "唯一解になります。解は変わります"


@pytest.mark.parametrize("puzzle", TWINS.values(), ids=TWINS)
def test_a_solution_in_mind_is_not_changed(puzzle: Any) -> None:
    solution = solve(puzzle).solutions[0].position
    told: list[Fix] = []
    next_changes(puzzle, solution=solution, each=told.append)
    assert told
    assert all(each.keeps for each in told)


def test_what_keeps_a_solution_comes_first_when_equal() -> None:
    found = known(TENS["yajilin-ten"])[1]
    one = next(each for each in found if each.keeps and each.status is Status.MULTIPLE)
    other = replace(one, keeps=False)
    assert sorted([other, one], key=worth) == [one, other]
    assert sorted([one, replace(other, open=0)], key=worth)[1] == one
    dear = replace(one, change=one.change._replace(cost=9))
    assert sorted([other, dear], key=worth) == [dear, other]


def test_clues_are_put_nowhere_but_where_every_loop_runs() -> None:
    puzzle = TWINS["oblong"]
    editor = kind_of(puzzle).editor
    assert editor is not None
    assert editor.inserts is not None
    solutions = [found.position for found in solve(puzzle, solutions=100_000).solutions]
    ways = list(editor.inserts(puzzle, solutions[0], survey(puzzle).open_slots))
    assert ways
    for silent, *telling in ways:
        (cell,) = silent.places
        assert telling
        assert all(change.places == (cell,) for change in telling)
        assert all(
            editor.fit(puzzle, change, solution) is None
            and not any(fact.slot == cell and fact.holds for fact in solution)
            for change in (silent, *telling)
            for solution in solutions
        )


@pytest.mark.parametrize("kind", ["nonogram", "satogaeri"])
def test_other_kinds_have_none(kind: str) -> None:
    editor = kinds()[kind].editor
    assert editor is not None
    assert editor.inserts is None
    for name in (name for name in SMALL if name.startswith(kind)):
        assert all(each.keeps for each in known(SMALL[name])[1])


def test_they_are_spread_over_the_board() -> None:
    places = [each.places[0] for each in known(TENS["yajilin-ten"])[0].found]
    for at, place in enumerate(places):
        for other in places[:at]:
            assert isinstance(place, Cell)
            assert isinstance(other, Cell)
            assert abs(place.row - other.row) + abs(place.col - other.col) > 1


@each_case("language", LANGUAGES)
@each_case("puzzle", SEVERAL)
def test_it_can_be_said(puzzle: Any, language: str) -> None:
    for each in known(puzzle)[0].found:
        for message in (*each.messages, each.outcome):
            assert "{" not in say(message, language)


# --- nothing to say, and limits -------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(kinds()))
def test_one_solution_needs_nothing(kind: str) -> None:
    found = next_changes(example(kind, "solved_oblong"))
    assert (found.status, found.found, found.open) == (Status.UNIQUE, (), 0)


def test_contradictions_are_not_for_it() -> None:
    puzzle = Yajilin(6, 6, ((Cell(0, 0), Clue(Direction.RIGHT, 3)), (Cell(4, 4), Clue())))
    found = next_changes(puzzle)
    assert (found.status, found.found) == (Status.NONE, ())


@pytest.mark.parametrize("puzzle", HELPED)
def test_limits_are_kept(puzzle: Any) -> None:
    cancel = threading.Event()
    cancel.set()
    for limits in (Limits(seconds=0), Limits(cancel=cancel)):
        found = next_changes(puzzle, limits=limits)
        assert found.reached in ("time", "cancelled")
        assert found.found == ()
    told: list[Fix] = []

    def stop(fix: Fix) -> None:
        told.append(fix)
        cancel.set()

    cancel.clear()
    found = next_changes(puzzle, each=stop, limits=Limits(cancel=cancel))
    assert found.reached == "cancelled"
    assert list(found.found) == told
    assert len(told) == 1


@each_case("kind", list(kinds()))
@each_case("size", [1, 8, 30])
def test_blank_sheets_are_soon_done(kind: str, size: int) -> None:
    """Whatever is claimed by then is true."""
    puzzle = kinds()[kind].blank(size, size)
    for each in next_changes(puzzle, limits=Limits(seconds=0.5)).found:
        assert each.messages
        if each.status is Status.MULTIPLE:
            assert not check(each.puzzle, each.solution)


def test_a_blank_sheet_gets_something() -> None:
    found = next_changes(Yajilin(8, 8))
    assert len(found.found) == FEW
    assert all(each.open is not None and each.open < found.open for each in found.found)


# --- sheets that have no solution yet -------------------------------------------------------------


def test_countries_without_circles_get_some() -> None:
    whole = example("satogaeri", "solved_five")
    sheet = replace(whole, circles=())
    found = next_changes(sheet)
    assert found.status is Status.NONE
    assert 0 < len(found.found) <= FEW
    for each in found.found:
        assert isinstance(each.puzzle, Satogaeri)
        assert each.puzzle.countries == sheet.countries
        assert len(each.puzzle.circles) == 1
        assert solve(each.puzzle).status is each.status
        if each.status is Status.NONE:
            left = sheet.country_count - 1
            assert each.effect == f"{left} more changes complete the sheet then"
            assert not each.solution.facts


def test_a_last_circle_makes_it_whole() -> None:
    whole = example("satogaeri", "solved_five")
    found = next_changes(replace(whole, circles=whole.circles[1:])).found
    for each in found:
        if each.status is Status.UNIQUE:
            assert solve(each.puzzle).status is Status.UNIQUE
            assert each.open == 0


def test_lines_that_are_not_typed_yet_are_offered() -> None:
    whole = example("nonogram", "solved_ten")
    sheet = replace(whole, row_clues=((), (), *whole.row_clues[2:]))
    free = [Line("row", 0), Line("row", 1)]
    found = next_changes(sheet, undecided=free)
    assert found.status is Status.NONE
    assert found.found
    for each in found.found:
        assert set(each.places) <= set(free)


# --- the command line -----------------------------------------------------------------------------


def test_the_command_tells_them_where_nothing_is_enough() -> None:
    sheet = replace(example("satogaeri", "solved_five"), circles=())
    result = CliRunner().invoke(main, ["improve", dump(sheet, "json")])
    assert "no changes were found" in result.output
    assert "put a circle" in result.output
    data = json.loads(
        CliRunner().invoke(main, ["improve", dump(sheet, "json"), "--json"]).output.splitlines()[0]
    )
    assert data["advances"][0]["status"] == "none"
    assert data["advances"][0]["open"] is None
