"""The engine `counting` and what it shares with `two-trees`: against plain enumeration, boards on
which a wrong loop argument would show, and the published numbers of variables."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import LimitReached
from enpitsu.grid import Cell, Direction, Edge, ray
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.engines import COMPACT, general
from enpitsu.kinds.yajilin.engines.counting import Counting
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula
from enpitsu.kinds.yajilin.engines.general import General
from enpitsu.kinds.yajilin.engines.position_numbers import (
    NOWHERE,
    Start,
    distances,
    find_start,
    least_shaded,
    longest_loop,
    possible_numbers,
)
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.engines.two_trees import TwoTrees
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Fact, Position
from enpitsu.sat.backend import Solver
from tests.cases import each_case
from tests.corpus import ROOT, load_corpus
from tests.kinds.yajilin_brute import brute_solutions, random_puzzle

ENGINES = ("counting", "counting:compact")
SIZES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (2, 6), (6, 2), (4, 4), (5, 3), (4, 5)]
STATUS = ("none", "unique", "multiple")


def blocked(*rows: str) -> Yajilin:
    """A board from text: # is a clue cell that only blocks."""
    cells = [(Cell(r, c), sign) for r, row in enumerate(rows) for c, sign in enumerate(row)]
    clues = tuple((cell, BLANK) for cell, sign in cells if sign == "#")
    return Yajilin(len(rows), len(rows[0]), clues)


def solve_all(
    puzzle: Yajilin, engine: str, position: Position | None = None
) -> set[frozenset[Fact]]:
    """All solutions; none may come twice, and the status must say how many there are."""
    result = enpitsu.solve(puzzle, solutions=None, engine=engine, position=position)
    found = {solution.facts for solution in result.solutions}
    assert len(found) == len(result.solutions)
    assert result.status == STATUS[min(len(found), 2)]
    return found


# --- against enumeration -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_random_boards_against_enumeration(seed: int) -> None:
    rng = random.Random(1000 + seed)
    seen = [0, 0, 0]
    for _ in range(75):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        wanted = brute_solutions(puzzle)
        for engine in ENGINES:
            assert solve_all(puzzle, engine) == wanted
        seen[min(len(wanted), 2)] += 1
    assert min(seen) > 3, "the random boards must cover every status"


@pytest.mark.parametrize("seed", range(2))
def test_boards_without_a_certain_start_against_enumeration(seed: int) -> None:
    """Without clues 0 and dead ends the start is one of two neighbours, and which, is open."""
    rng = random.Random(1100 + seed)
    second_starts = done = 0
    while done < 40:
        puzzle = random_puzzle(rng, *rng.choice([(3, 4), (4, 4), (4, 5), (5, 4)]))
        start = find_start(Terrain(puzzle))
        if start.second is None:
            continue
        done += 1
        wanted = brute_solutions(puzzle)
        first = Fact(Terrain(puzzle).cell(start.first), SHADED)
        second_starts += any(first in solution for solution in wanted)
        for engine in ENGINES:
            assert solve_all(puzzle, engine) == wanted
    assert second_starts > 3, "the second of the two must be needed on some boards"


@pytest.mark.parametrize("seed", range(2))
def test_any_position_against_enumeration(seed: int) -> None:
    """Given facts that may agree with some solution or with none."""
    rng = random.Random(1200 + seed)
    seen = [0, 0]
    for _ in range(60):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        position = Position.of(_random_facts(rng, puzzle))
        wanted = {each for each in brute_solutions(puzzle) if _agrees(each, position)}
        for engine in ENGINES:
            assert solve_all(puzzle, engine, position) == wanted
        seen[bool(wanted)] += bool(position)
    assert min(seen) > 3


def _random_facts(rng: random.Random, puzzle: Yajilin) -> list[Fact]:
    """Some facts about cells without a clue, and about edges, also those beside clues."""
    facts = []
    for cell in (Cell(r, c) for r in range(puzzle.rows) for c in range(puzzle.cols)):
        if cell not in puzzle.clue_at and rng.random() < 0.1:
            facts.append(Fact(cell, SHADED, rng.random() < 0.5))
        for way in (Direction.RIGHT, Direction.DOWN):
            there = way.step(cell)
            if there.row < puzzle.rows and there.col < puzzle.cols and rng.random() < 0.05:
                facts.append(Fact(Edge(cell, there), LINE, rng.random() < 0.4))
    return facts


def _agrees(solution: frozenset[Fact], position: Position) -> bool:
    return all((Fact(fact.slot, fact.value) in solution) == fact.holds for fact in position)


# --- boards on which a wrong loop argument would show --------------------------------------------


@each_case("engine", ENGINES)
@each_case(
    ("rows", "count"),
    [
        ((".......", ".#####.", ".#...#.", ".#.#.#.", ".#...#.", ".#####.", "......."), 0),
        ((".....", ".###.", ".#.#.", ".###.", "....."), 1),  # a ring around a shaded cell
        (("..#..", "..#..", "#####", "..#..", "..#.."), 0),  # four loops, each on its own
        (("..#", "..#", "##."), 1),
        (("..###", ".....", "###.."), 0),  # two rooms and a corridor one cell wide
        (("..###", ".....", "###.#"), 0),
        (("..#..", "..#..", "....."), 0),  # a loop on each side
        (("...#", "....", "...."), 4),
        (("#...#", ".....", "#...#"), 5),
        (("..", ".#"), 0),  # two neighbours are no loop
        (("..#", ".##"), 0),
        ((".#.", "#.#", ".#."), 0),  # no two playable cells are neighbours
        (("...",), 0),
        (("##", "##"), 0),
    ],
)
def test_rings_rooms_and_corridors(rows: tuple[str, ...], count: int, engine: str) -> None:
    puzzle = blocked(*rows)
    found = solve_all(puzzle, engine)
    assert len(found) == count
    if puzzle.rows * puzzle.cols <= 20:
        assert found == brute_solutions(puzzle)


@pytest.mark.parametrize("engine", ENGINES)
def test_loops_through_all_cells(engine: str) -> None:
    """How many there are on such grids is known from the literature."""
    for cols, count in ((4, 6), (5, 14), (6, 37)):
        cells = [Cell(r, c) for r in range(4) for c in range(cols)]
        unshaded = Position.of(Fact(cell, SHADED, False) for cell in cells)
        assert len(solve_all(Yajilin(4, cols), engine, unshaded)) == count


def test_without_the_added_clauses_a_line_back_and_forth_is_taken_for_a_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The formulas as printed are wrong here."""
    puzzle = blocked("..", ".#")
    assert not _has_model(Counting(puzzle))
    monkeypatch.setattr(Counting, "_no_way_back", lambda self, at: iter(()))
    assert _has_model(Counting(puzzle))


def _has_model(formula: Counting) -> bool:
    with Solver("minisat22") as solver:
        solver.add_all(formula.clauses(NO_LIMITS.start()))
        return bool(solver.solve(NO_LIMITS.start()))


def test_without_numbers_several_loops_are_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the boards here can tell a wrong loop argument."""
    puzzle = blocked("..#..", "..#..", ".....")
    assert not _has_model(Counting(puzzle))
    monkeypatch.setattr(Counting, "_steps", lambda self, at: iter(()))
    assert _has_model(Counting(puzzle))


# --- where numbers begin and which there are -----------------------------------------------------


def test_where_numbers_begin() -> None:
    zero = Yajilin(4, 4, ((Cell(1, 0), Clue(Direction.RIGHT, 0)),))
    assert find_start(Terrain(zero)) == Start(7)
    dead_end = blocked("....", "....", ".#..")
    assert find_start(Terrain(dead_end)) == Start(4)
    assert find_start(Terrain(Yajilin(3, 3))).second is not None
    assert find_start(Terrain(blocked(".#", "#."))) == NOWHERE


@pytest.mark.parametrize("seed", range(2))
def test_no_solution_has_a_longer_loop_or_fewer_shaded_cells(seed: int) -> None:
    rng = random.Random(1300 + seed)
    reached = 0
    for _ in range(150):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        terrain, start = Terrain(puzzle), find_start(Terrain(puzzle))
        for solution in brute_solutions(puzzle):
            shaded = sum(fact.value == SHADED for fact in solution)
            length = sum(fact.value == LINE for fact in solution)
            longest = longest_loop(terrain, distances(terrain, start.first))
            assert shaded >= least_shaded(terrain)
            assert length <= longest
            reached += length == longest
    assert reached > 20, "the bounds must be of use"


def test_numbers_that_a_cell_can_have() -> None:
    corner = Start(0, 1)
    numbers = [list(each) for each in possible_numbers(Terrain(Yajilin(2, 3)), corner)]
    assert numbers == [[0], [1, 3, 5, 7], [2, 4, 6], [1, 3, 5], [2, 4, 6], [3, 5]]
    assert possible_numbers(Terrain(blocked("..#.", "..#.")), corner)[3] == range(0)


def test_compact_has_fewer_variables() -> None:
    for puzzle in (Yajilin(5, 5), blocked("......", "..##..", "......", "......")):
        assert 2 * Counting(puzzle, {COMPACT.name}).variables < Counting(puzzle).variables


# --- what the two methods of the thesis share ----------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_counting_from_the_border_against_enumeration(seed: int) -> None:
    """Formulas 4 to 12: every way to shade a small board, right or wrong."""
    rng = random.Random(1400 + seed)
    seen = [0, 0]
    for _ in range(20):
        puzzle = _few_clues(rng, 3, 3)
        part = General(Terrain(puzzle))
        if part.is_hopeless:
            continue
        with Solver("minisat22") as solver:
            solver.add_all(part.clauses(NO_LIMITS.start()))
            for mask in range(1 << 9):
                signs = [part.z(at) * (1 if mask >> at & 1 else -1) for at in range(9)]
                is_right = solver.solve(NO_LIMITS.start(), signs)
                assert is_right == _shading_is_right(puzzle, mask), (puzzle, mask)
                seen[bool(is_right)] += 1
    assert min(seen) > 30


def _few_clues(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """Two or three clues; some do not count."""
    cells = rng.sample([Cell(r, c) for r in range(rows) for c in range(cols)], rng.choice((2, 3)))
    clues = [Clue(rng.choice(list(Direction)), rng.choice((0, 0, 1, 1, 2, None))) for _ in cells]
    return Yajilin(rows, cols, tuple(zip(cells, clues, strict=True)))


def _shading_is_right(puzzle: Yajilin, mask: int) -> bool:
    shaded = {Cell(*divmod(at, puzzle.cols)) for at in range(9) if mask >> at & 1}
    if shaded & puzzle.clue_at.keys():
        return False
    if any(way.step(cell) in shaded for cell in shaded for way in Direction):
        return False
    return all(
        clue.number == sum(cell in shaded for cell in ray(at, clue.arrow, puzzle.rows, puzzle.cols))
        for at, clue in puzzle.clues
        if clue.arrow is not None and clue.number is not None
    )


def test_clues_that_do_not_count_have_no_variables() -> None:
    clues = (Clue(Direction.RIGHT, None), Clue(None, 2), BLANK)
    plain = General(Terrain(Yajilin(4, 4))).variables
    for clue in clues:
        assert General(Terrain(Yajilin(4, 4, ((Cell(1, 1), clue),)))).variables == plain
    counted = Yajilin(4, 4, ((Cell(1, 1), Clue(Direction.RIGHT, 1)),))
    assert General(Terrain(counted)).variables == plain + (2 + 2) * 2


@each_case("engine", ENGINES)
@each_case("number", [3, 40, 10**9, 10**300])
def test_numbers_far_too_big_cost_nothing(engine: str, number: int) -> None:
    puzzle = Yajilin(4, 5, ((Cell(0, 0), Clue(Direction.RIGHT, number)),))
    result = enpitsu.solve(puzzle, engine=engine)
    assert (result.status, result.stats.conflicts) == ("none", 0)
    assert result.stats.clauses < 10


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_every_limit_holds_and_is_named(engine: str) -> None:
    cancel = threading.Event()
    cancel.set()
    limits = {
        "time": Limits(seconds=0),
        "conflicts": Limits(conflicts=1),
        "memory": Limits(memory=1),
        "cancelled": Limits(cancel=cancel),
    }
    for name, limit in limits.items():
        result = enpitsu.solve(Yajilin(7, 7), solutions=None, engine=engine, limits=limit)
        assert (result.status, result.reached) == ("unknown", name)


@pytest.mark.parametrize("engine", ENGINES)
def test_boards_beyond_reason_are_refused_though_memory_is_not_limited(engine: str) -> None:
    result = enpitsu.solve(Yajilin(100, 100), engine=engine)
    assert (result.status, result.reached) == ("unknown", "memory")
    assert result.stats.variables > 10**7
    assert result.stats.clauses == 0


def test_a_region_beyond_reason_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general, "MOST_CLAUSES", 1000)
    with pytest.raises(LimitReached, match="memory"):
        list(Counting(Yajilin(8, 8)).clauses(NO_LIMITS.start()))


def test_the_expected_number_of_clauses_is_about_right() -> None:
    for compact in (False, True):
        formula = Counting(Yajilin(9, 9), {COMPACT.name} if compact else set())
        made = sum(1 for _ in formula.clauses(NO_LIMITS.start()))
        assert 0.7 < formula.size / made < 1.3


# --- published figures ---------------------------------------------------------------------------


def test_variables_are_as_published(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every puzzle of Tables 2 to 5 by both methods; where not, the difference is named."""
    records = {record["id"]: record for record in load_corpus("yajilin")}
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    from tables.kaak_2025 import CLASSIC, DIFFERENT, GROUPS, NOVEL

    formulas: dict[str, Callable[[Any], EngineFormula]] = {CLASSIC: Counting, NOVEL: TwoTrees}
    rows = {row.puzzle: row for group in GROUPS for row in group.rows if row.puzzle in records}
    assert len(rows) > 60
    for number, row in rows.items():
        puzzle = enpitsu.parse(records[number]["text"])
        for engine, formula in formulas.items():
            wanted = row.variables(engine) + DIFFERENT.get((number, engine), 0)
            assert formula(puzzle).variables == wanted, (number, engine)


def test_variables_are_told() -> None:
    """The formulas of sections 3.5.1 and 3.5.2 on a board with one clue in the corner."""
    puzzle = Yajilin(3, 4, ((Cell(0, 0), Clue(Direction.DOWN, 1)),))
    shared, lines = 2 * 12 + 4 * 2, 4 * 12 - 2 * 7
    assert enpitsu.solve(puzzle, engine="counting").stats.variables == shared + lines - 2 + 11 * 12
    trees = shared + lines + 4 * 2 * 3
    assert enpitsu.solve(puzzle, engine="two-trees").stats.variables == trees
