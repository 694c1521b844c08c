"""What every page gets for making: made puzzles, unfinished ones completed, changes of clues; on
the pages of the package and on two that are declared here, with pearls and with walls."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from enpitsu import check, registry, solve
from enpitsu.errors import PuzzleError
from enpitsu.generate import Outcome, generate
from enpitsu.generate.attempts import MOST_ONE_SIDED, ONE_SIDED
from enpitsu.grade import levels_of
from enpitsu.grid import Cell, Direction, cells, edge, ray
from enpitsu.improve import fill, improve, needless
from enpitsu.kind import Kind
from enpitsu.kit import page
from enpitsu.kit.clue_values import ClueKey, clue_values, clues_of, frame_of, values_of, with_clues
from enpitsu.kit.constraints.base import Constraint
from enpitsu.kit.constraints.clause_set import all_of, any_of
from enpitsu.kit.constraints.count import at_most, exactly
from enpitsu.kit.constraints.loop import single_loop
from enpitsu.kit.puzzle import GridPuzzle, clues, mark
from enpitsu.kit.rules import Rules, rule
from enpitsu.limits import Limits
from enpitsu.making import SYMMETRIES, AppliedChange, Change
from enpitsu.solve import Status
from enpitsu.web.tasks.make_daily import plan_of
from enpitsu.words import say
from tests.cases import each_case


class Lamps(GridPuzzle):
    """Walls, some with the number of lamps beside them; every cell is lit, no lamp lights
    another."""

    kind = "lamps"
    walls = clues(values=range(5), unknown=True, look="wall", blocks=True)
    lamp = mark("cells", look="light")


def _views(puzzle: Lamps, cell: Any) -> Iterator[list[Cell]]:
    """The cells that are seen to the right and down, the first of each run only."""
    for ahead in (Direction.RIGHT, Direction.DOWN):
        if ahead.opposite.step(cell) in puzzle.lamp:
            continue
        run = [cell]
        for seen in ray(cell, ahead, puzzle.rows, puzzle.cols):
            if seen not in puzzle.lamp:
                break
            run.append(seen)
        yield run


@rule("wall", "A number tells how many lamps stand beside its wall.")
def wall(puzzle: Lamps) -> Iterator[Constraint]:
    """Each wall with a number."""
    for cell, value in puzzle.walls.items():
        if value != "?":
            yield exactly(puzzle.lamp.around(cell), value, clue=cell)


@rule("dark", "No lamp lights another one.")
def dark(puzzle: Lamps) -> Iterator[Constraint]:
    """Each run of cells."""
    for cell in puzzle.lamp.slots:
        for run in _views(puzzle, cell):
            yield at_most(puzzle.lamp.at(run), 1)


@rule("lit", "Every cell is lit.")
def lit(puzzle: Lamps) -> Iterator[Constraint]:
    """Each cell, with those that it sees."""
    runs = [run for cell in puzzle.lamp.slots for run in _views(puzzle, cell)]
    for cell in puzzle.lamp.slots:
        seen = {each for run in runs if cell in run for each in run}
        yield any_of(puzzle.lamp.at(sorted(seen)))


class Pearls(GridPuzzle):
    """One loop that runs straight through white pearls and turns on black ones."""

    kind = "pearls"
    pearl = clues(values=("white", "black"), look="pearl")
    line = mark("edges")


@rule("pearl", "The loop runs straight through white pearls and turns on black ones.")
def pearl(puzzle: Pearls) -> Iterator[Constraint]:
    """Each pearl."""
    for cell, value in puzzle.pearl.items():
        lines = {ahead: puzzle.line.get(edge(cell, ahead.step(cell))) for ahead in Direction}
        up, down, left, right = (lines[each] for each in Direction)
        yield exactly([each for each in lines.values() if each], 2, clue=cell)
        if value == "white":
            pairs = [(a, b) for a, b in ((up, down), (left, right)) if a and b]
            one = [[-a, b] for a, b in pairs] + [[a, -b] for a, b in pairs]
            lone = [-each for a, b in ((up, down), (left, right)) for each in (a, b) if each]
            blocked = [each for each in lone if -each not in {x for pair in pairs for x in pair}]
            yield all_of([*one, *([each] for each in blocked)], clue=cell)
        else:
            pairs = [(a, b) for a, b in ((up, down), (left, right)) if a and b]
            yield all_of([[-a, -b] for a, b in pairs], clue=cell)


@rule("loop", "The lines are one single loop.")
def loop(puzzle: Pearls) -> Iterator[list[Constraint]]:
    """The loop."""
    yield single_loop(puzzle.line)


def _kind(puzzle_type: type[GridPuzzle], *rules: Any) -> Kind[Any]:
    return page(
        puzzle_type,
        name=puzzle_type.__name__,
        native_name=puzzle_type.__name__,
        rules=rules,
        folder=Path(__file__).parent / "none",
    )


LAMPS, PEARLS = _kind(Lamps, wall, dark, lit), _kind(Pearls, pearl, loop)
KINDS = ("slitherlink", "heyawake", "lamps", "pearls")
all_kinds = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [SimpleNamespace(name=each.id, load=lambda own=each: own) for each in (LAMPS, PEARLS)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry.kinds.cache_clear()
    yield
    registry.kinds.cache_clear()


def made(kind: str, rows: int = 7, cols: int = 8, **wishes: Any) -> Any:
    found = generate(kind, rows, cols, jobs=1, limits=Limits(seconds=20), **wishes)
    assert found.status == Outcome.MADE, (found.reached, wishes)
    return found


# --- makers ---------------------------------------------------------------------------------------


@all_kinds
def test_made_puzzles_have_one_solution(kind: str) -> None:
    for seed in range(4):
        found = made(kind, seed=seed)
        assert not check(found.puzzle, found.solution)
        assert [each.position for each in solve(found.puzzle).solutions] == [found.solution]


@all_kinds
def test_the_same_seed_gives_the_same(kind: str) -> None:
    assert made(kind, seed=5).puzzle == made(kind, seed=5).puzzle
    assert made(kind, seed=5).puzzle != made(kind, seed=6).puzzle


@all_kinds
@each_case("symmetry", ["rotation", "mirror"])
def test_symmetry_is_kept(kind: str, symmetry: str) -> None:
    puzzle = made(kind, symmetry=symmetry).puzzle
    image = puzzle.transform(SYMMETRIES[symmetry])
    assert [*frame_of(image).given.items()] == [*frame_of(puzzle).given.items()]
    for name, found in puzzle.given.items():
        assert set(image.given[name]) == set(found)
        told = {place for place, value in found.items() if value != "?"}
        assert {place for place, value in image.given[name].items() if value != "?"} == told
    if puzzle.area_map is not None:
        assert image.area_map.numbers == puzzle.area_map.numbers


@all_kinds
def test_density_is_kept(kind: str) -> None:
    puzzle = made(kind, density=0.5).puzzle
    places = sum(len(puzzle.places(sort)) for sort in puzzle.clue_sorts.values())
    assert sum(value != "?" for value in clues_of(puzzle).values()) <= 0.5 * places


@all_kinds
def test_a_level_is_met(kind: str) -> None:
    level = {"slitherlink": "medium", "heyawake": "hard"}.get(kind, "gentle")
    assert made(kind, level=level).grade.level == level


def test_a_level_that_no_technique_leads_to_is_refused() -> None:
    missing = [level for level in ("easy", "medium") if level not in levels_of(PEARLS)]
    for level in missing:
        with pytest.raises(PuzzleError, match=f"no Pearls is {level}"):
            generate("pearls", 6, 6, level=level)


def test_attempts_that_all_miss_a_level_on_one_side_come_to_an_end() -> None:
    for jobs in (1, 2):
        found = generate("slitherlink", 2, 2, level="extreme", jobs=jobs)
        assert (found.status, found.reached, found.attempts) == (
            Outcome.NEAREST,
            ONE_SIDED,
            MOST_ONE_SIDED,
        )


def test_a_kind_is_of_the_day_only_where_it_reaches_the_level() -> None:
    monday = date(2026, 11, 16)
    for day in range(120):
        plan = plan_of(monday + timedelta(day))
        assert plan.level in levels_of(registry.find_kind(plan.kind))


def test_rooms_of_heyawake_are_rectangles() -> None:
    for area in made("heyawake", 9, 9).puzzle.area_map:
        first, last = area[0], area[-1]
        assert len(area) == (last.row - first.row + 1) * (last.col - first.col + 1)


def test_a_board_without_any_solution_is_refused() -> None:
    with pytest.raises(PuzzleError, match="has a solution"):
        generate("pearls", 1, 5)


@all_kinds
def test_puzzles_can_be_sent_to_other_processes(kind: str) -> None:
    puzzle = made(kind).puzzle
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert again.pack() == puzzle.pack()


# --- true clues -----------------------------------------------------------------------------------


@all_kinds
def test_true_clues_are_just_those_that_leave_a_solution_one(kind: str) -> None:
    found = made(kind, 5, 5)
    puzzle, rules = found.puzzle, Rules(type(found.puzzle), SPECS[kind])
    frame = frame_of(puzzle)
    true = clue_values(rules, frame).true_clues(values_of(frame, found.solution))
    for name, sort in puzzle.clue_sorts.items():
        for place in clue_values(rules, frame).places(name):
            values = [value for value in sort.values if isinstance(value, str) or value < 9]
            right = [
                value
                for value in values
                if not check(with_clues(frame, {ClueKey(name, place): value}), found.solution)
            ]
            assert right == [value for key, value in true.items() if key == (name, place)]


def _specs() -> dict[str, Any]:
    from enpitsu.kinds import heyawake, slitherlink

    return {
        "slitherlink": (slitherlink.number, slitherlink.loop),
        "heyawake": (heyawake.room, heyawake.touching, heyawake.three_rooms, heyawake.together),
        "lamps": (wall, dark, lit),
        "pearls": (pearl, loop),
    }


SPECS = _specs()


# --- the editor -----------------------------------------------------------------------------------


@all_kinds
def test_changes_keep_their_promises(kind: str) -> None:
    found = made(kind, 6, 6)
    puzzle, solution = found.puzzle, found.solution
    editor = registry.find_kind(kind).editor
    assert editor is not None
    additions = list(editor.additions(puzzle, solution))
    assert additions
    for altered in additions:
        other = editor.edit(puzzle, altered.change)
        assert not check(other, altered.after(solution))
        assert editor.fit(puzzle, altered.change, solution) == altered.change
        assert editor.compare(puzzle, other) == (altered.change,)
        assert say(editor.tell(puzzle, altered))
    for group in editor.removals(puzzle, solution):
        for change in group:
            assert editor.edit(puzzle, change) != puzzle
            assert say(editor.tell(puzzle, AppliedChange(change)))
    open_all = Change(tuple(each for change in editor.relax(puzzle) for each in change.edits))
    opened = editor.edit(puzzle, open_all)
    assert not check(opened, solution)
    assert solve(opened).status is Status.MULTIPLE


@all_kinds
def test_needless_clues_are_just_those_that_can_be_spared(kind: str) -> None:
    found = made(kind, 6, 6, seed=2)
    editor = registry.find_kind(kind).editor
    assert editor is not None
    expected = set()
    for group in editor.removals(found.puzzle, found.solution):
        for change in group:
            if solve(editor.edit(found.puzzle, change)).status is Status.UNIQUE:
                expected.add(change)
                break
    assert {each.change for each in needless(found.puzzle).found} == expected


@all_kinds
def test_a_puzzle_with_several_solutions_becomes_unique(kind: str) -> None:
    whole = made(kind, 6, 6, seed=3).puzzle
    chance = Random(1)
    fewer = {
        key: "?" if whole.clue_sorts[key.sort].blocks else None
        for key in clues_of(whole)
        if chance.random() < 0.5
    }
    puzzle = with_clues(whole, fewer)
    assert solve(puzzle).status is Status.MULTIPLE
    found = improve(puzzle, unique=True, report=False, limits=Limits(seconds=20))
    assert found.failures == ()
    assert solve(found.puzzle).status is Status.UNIQUE


# --- the filler -----------------------------------------------------------------------------------


@all_kinds
@each_case("share", [0.0, 0.3, 0.7])
def test_fill_keeps_what_was_set(kind: str, share: float) -> None:
    chance, whole = Random(2), made(kind, seed=4).puzzle
    open_value = {name: "?" if sort.blocks else None for name, sort in whole.clue_sorts.items()}
    less = {key: open_value[key.sort] for key in clues_of(whole) if chance.random() > share}
    found = fill(with_clues(whole, less))
    assert found.failures == ()
    assert solve(found.puzzle).status is Status.UNIQUE
    kept = {key: value for key, value in clues_of(whole).items() if key not in less}
    after: Any = found.puzzle
    assert kept.items() <= clues_of(after).items()
    assert frame_of(after) == frame_of(whole)
    assert len(found.texts) == len(found.changes)


def test_fill_adds_clues_only_where_they_are_undecided() -> None:
    whole = made("slitherlink").puzzle
    upper = {cell for cell in cells(7, 8) if cell.row < 4}
    clues_below = {cell: value for cell, value in whole.numbers.items() if cell not in upper}
    found = fill(whole.replace(numbers=clues_below), undecided=upper)
    assert found.is_done
    after: Any = found.puzzle
    assert clues_below == {c: v for c, v in after.numbers.items() if c not in upper}


def test_fill_draws_areas_only_where_they_are_undecided() -> None:
    whole = made("heyawake", 8, 8).puzzle
    upper = {cell for cell in cells(8, 8) if cell.row < 4}
    below = {cell: value for cell, value in whole.numbers.items() if cell not in upper}
    found = fill(whole.replace(numbers=below), undecided=upper)
    assert found.is_done
    after: Any = found.puzzle
    for area in whole.rooms:
        if not upper.issuperset(area):
            assert area in after.rooms.areas


def test_fill_takes_the_solution_that_is_meant() -> None:
    found = made("slitherlink")
    filled = fill(found.puzzle.replace(numbers={}), solution=found.solution)
    assert filled.is_done
    assert filled.solution == found.solution


def test_a_contradiction_is_named() -> None:
    numbers = {Cell(0, 0): 3, Cell(0, 1): 3, Cell(1, 0): 3}
    puzzle = registry.find_kind("slitherlink").blank(4, 4).replace(numbers=numbers)
    found = fill(puzzle)
    assert "contradicts itself" in found.failures[0]
    assert found.conflict
