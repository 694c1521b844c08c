"""The engine of two trees against plain enumeration, and on boards made to catch a wrong proof."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest

import enpitsu
from enpitsu.grid import Cell, Direction, Edge, Symmetry, cells, edge, ray
from enpitsu.kind import Clause, Task
from enpitsu.kinds.yajilin import rules
from enpitsu.kinds.yajilin.board import LINE, SHADED, YajilinBoard
from enpitsu.kinds.yajilin.engines.engine_formula import search_models
from enpitsu.kinds.yajilin.engines.general import General
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.engines.two_trees import LoopOpening, TwoTrees, find_opening
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Position
from tests.cases import each_case
from tests.corpus import load_corpus
from tests.kinds.yajilin_brute import brute_solutions, random_puzzle

SIZES = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 6), (4, 4), (5, 3)]
ENGINES = ["two-trees", "two-trees:directed"]


def _drawn(text: str) -> Yajilin:
    """A board from a drawing: "." is playable, all else is a clue that only blocks."""
    lines = text.split()
    blocked = [
        (Cell(row, col), BLANK)
        for row, line in enumerate(lines)
        for col, sign in enumerate(line)
        if sign != "."
    ]
    return Yajilin(len(lines), len(lines[0]), tuple(blocked))


def _solved(puzzle: Yajilin) -> tuple[Yajilin, set[frozenset[Fact]]]:
    return puzzle, brute_solutions(puzzle)


def _solved_behind_walls(rng: random.Random) -> tuple[Yajilin, set[frozenset[Fact]]]:
    """A random puzzle with rows and columns full of blocking clues put around it."""
    inner = random_puzzle(rng, *rng.choice(SIZES))
    top, left, below, right = (rng.choice([0, 0, 1, 3]) for _ in range(4))
    rows, cols = top + inner.rows + below, left + inner.cols + right

    def moved(cell: Cell) -> Cell:
        return Cell(cell.row + top, cell.col + left)

    def moved_fact(fact: Fact) -> Fact:
        slot = fact.slot
        return Fact(moved(slot) if isinstance(slot, Cell) else Edge(*map(moved, slot)), fact.value)

    inside = set(map(moved, cells(inner.rows, inner.cols)))
    clues = {at: BLANK for at in cells(rows, cols) if at not in inside}
    clues |= {moved(at): clue for at, clue in inner.clues}
    puzzle = Yajilin(rows, cols, tuple(clues.items()), outside=inner.outside)
    return puzzle, {frozenset(map(moved_fact, each)) for each in brute_solutions(inner)}


def _agree(puzzle: Yajilin, wanted: set[frozenset[Fact]], engine: str) -> str:
    result = enpitsu.solve(puzzle, solutions=None, engine=engine)
    assert {solution.facts for solution in result.solutions} == wanted, puzzle
    assert len(result.solutions) == len(wanted)
    assert result.status == ("none", "unique", "multiple")[min(len(wanted), 2)]
    return result.status


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 5)])
def test_all_ways_to_block_cells_of_a_small_board(rows: int, cols: int) -> None:
    for blocked in range(2 ** (rows * cols)):
        every = enumerate(cells(rows, cols))
        clues = tuple((cell, BLANK) for at, cell in every if blocked >> at & 1)
        _agree(*_solved(Yajilin(rows, cols, clues)), ENGINES[blocked.bit_count() % 2])


@each_case("seed", range(10))
def test_random_boards_against_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    seen = {"none": 0, "unique": 0, "multiple": 0}
    for turn in range(200):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        seen[_agree(*_solved(puzzle), ENGINES[turn % 2])] += 1
    assert min(seen.values()) > 10, "the random boards must cover every status"


@pytest.mark.parametrize("seed", range(2))
def test_boards_behind_walls_of_clues_against_enumeration(seed: int) -> None:
    rng = random.Random(50 + seed)
    seen = {"none": 0, "unique": 0, "multiple": 0}
    for turn in range(300):
        seen[_agree(*_solved_behind_walls(rng), ENGINES[turn % 2])] += 1
    assert min(seen.values()) > 10


def _holds(literal: int, shaded: set[int]) -> bool:
    return (abs(literal) - 1 in shaded) == (literal > 0)


def test_the_loop_begins_where_the_opening_says() -> None:
    """In every solution the first cell on the loop is one of the starts, in its own case."""
    rng = random.Random(80)
    cases = {"first": 0, "second": 0}
    for _ in range(300):
        puzzle, wanted = _solved(random_puzzle(rng, 4, 4))
        if rng.random() < 0.5:
            puzzle, wanted = _solved_behind_walls(rng)
        terrain = Terrain(puzzle)
        opening = find_opening(General(terrain))
        for solution in wanted:
            lines = [fact.slot for fact in solution if fact.value == LINE]
            shaded = {terrain.number(f.slot) for f in solution if isinstance(f.slot, Cell)}
            first = min(terrain.number(slot.a) for slot in lines if isinstance(slot, Edge))
            assert all(_holds(literal, shaded) for literal in opening.known)
            open_starts = [
                at
                for at, literals in opening.starts.items()
                if all(_holds(literal, shaded) for literal in literals)
            ]
            assert open_starts == [first]
            cases["first" if first == min(opening.starts) else "second"] += 1
    assert min(cases.values()) > 20


RINGS = """
    .......
    .#####.
    .#...#.
    .#.#.#.
    .#...#.
    .#####.
    .......
"""

DRAWN = {
    "two rings, one in the other": (RINGS, "none"),
    "the outer ring only": (RINGS.replace(".#...#.", ".#####."), "unique"),
    "the inner ring only": ("####### ####### ##...## ##.#.## ##...## ####### #######", "unique"),
    "rings side by side": ("..#.. ..#..", "none"),
    "rings side by side under a wall": ("##### ..#.. ..#..", "none"),
    "one ring and a cell to shade": ("..#. ..##", "unique"),
    "a cell to shade before the ring": (".#.. ##..", "unique"),
    "a ring below three rows of clues": ("#### #### #### #..# #..#", "unique"),
    "a ring around one clue": ("... .#. ...", "unique"),
    "a corridor with a dead end": ("... .#. ... .##", "unique"),
    "a corridor with two dead ends": ("... .#. ... .## .##", "none"),
    "a corridor and no ring": ("..... .###. .#.#. ###..", "none"),
    "a long corridor": ("..... .###. .#... .#.## .#... .###. .....", "unique"),
    "a bridge too narrow": ("..#.. ..... ..#..", "none"),
    "cells apart": (".#. #.# .#.", "none"),
    "nothing but clues": ("### ### ###", "none"),
}


@each_case("name", DRAWN)
@each_case("engine", ENGINES)
def test_rings_and_corridors(name: str, engine: str) -> None:
    drawing, status = DRAWN[name]
    puzzle = _drawn(drawing)
    for symmetry in Symmetry:
        result = enpitsu.solve(puzzle.transform(symmetry), engine=engine)
        assert result.status == status
    assert enpitsu.solve(puzzle).status == status


def _ring_puzzle(rng: random.Random) -> Yajilin:
    """Rings of cells separated by rings of clues with some gaps, so that loops within loops lie
    near at hand; some clues count."""
    size = rng.choice([6, 7, 8])
    gaps = set()
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        row, col = rng.randrange(1, size - 2), rng.choice([1, size - 2])
        gaps |= {Cell(row, col), Cell(row + 1, col)}
    clues = []
    for at in cells(size, size):
        depth = min(at.row, at.col, size - 1 - at.row, size - 1 - at.col)
        if at not in gaps and rng.random() < (0.97 if depth % 2 else 0.02):
            counts = rng.random() < 0.1
            clues.append((at, Clue(rng.choice(list(Direction)), 0) if counts else BLANK))
    return Yajilin(size, size, tuple(clues))


def test_rings_with_gaps_as_the_default_engine() -> None:
    rng = random.Random(90)
    seen = {"none": 0, "unique": 0, "multiple": 0}
    for turn in range(150):
        puzzle = _ring_puzzle(rng)
        wanted = enpitsu.solve(puzzle, solutions=None, engine="sat")
        found = enpitsu.solve(puzzle, solutions=None, engine=ENGINES[turn % 2])
        assert set(found.solutions) == set(wanted.solutions)
        seen[found.status] += 1
    assert min(seen.values()) > 10


@pytest.mark.parametrize("engine", ENGINES)
def test_loops_through_all_cells(engine: str) -> None:
    """With clues 0 no cell may be shaded: 6 of the loops of a 4x4 board, say, pass every cell."""
    for rows, cols, count in [(4, 4, 6), (4, 5, 14), (6, 4, 37), (5, 5, 0)]:
        clues = tuple((Cell(row, 0), Clue(Direction.RIGHT, 0)) for row in range(rows))
        result = enpitsu.solve(Yajilin(rows, cols + 1, clues), solutions=None, engine=engine)
        assert len(result.solutions) == count


class _Naive(TwoTrees):
    """The same with an edge chosen beforehand, wherever it lies."""

    def __init__(self, puzzle: Yajilin, start: int) -> None:
        super().__init__(puzzle)
        self.opening = LoopOpening((), {start: ()})

    def forbid(self, board: YajilinBoard) -> list[Clause]:
        """Ends the search: one answer is enough here."""
        return [(1,), (-1,)]


def _mistakes(formula: TwoTrees, puzzle: Yajilin, given: Position = EMPTY) -> list[list[str]]:
    """For each answer the codes of the rules that it breaks."""
    task = Task(given, None, NO_LIMITS.start(), "minisat22")
    boards = search_models(formula, task).boards
    found = [rules.check(b, partial=False, ruleset=rules.STRICT) for b in boards]  # type: ignore[arg-type]
    return [[violation.code for violation in violations] for violations in found]


def test_a_start_within_the_board_would_let_a_loop_around_it_through() -> None:
    """What the choice of the first cell is for, and that these boards would show a mistake."""
    puzzle = _drawn(RINGS)
    inner, outer = 2 * 7 + 2, 0
    assert _mistakes(_Naive(puzzle, inner), puzzle) == [["several-loops"]]
    assert _mistakes(_Naive(puzzle, outer), puzzle) == []


def test_a_start_off_the_loop_would_lose_answers() -> None:
    """What the second case is for: the first cell that may begin the loop may be shaded."""
    puzzle, shaded = Yajilin(3, 3), Position.parse("r1c1 shaded")
    assert _mistakes(_Naive(puzzle, 0), puzzle, shaded) == []
    assert _mistakes(_Naive(puzzle, 1), puzzle, shaded) == [[]]
    assert enpitsu.solve(puzzle, position=shaded, engine="two-trees").status == "unique"


def test_free_choices_of_a_start_are_caught_on_random_boards() -> None:
    rng = random.Random(95)
    caught = 0
    for _ in range(60):
        puzzle = _ring_puzzle(rng)
        ways = Terrain(puzzle).ways
        start = rng.choice([at for at, near in enumerate(ways) if Direction.RIGHT in near])
        caught += ["several-loops"] in _mistakes(_Naive(puzzle, start), puzzle)
    assert caught > 5


def _facts(puzzle: Yajilin) -> Iterator[Fact]:
    """All that a position may say, lines through clues among it."""
    for at in cells(puzzle.rows, puzzle.cols):
        if at not in puzzle.clue_at:
            yield Fact(at, SHADED)
        if at.col + 1 < puzzle.cols:
            yield Fact(edge(at, Cell(at.row, at.col + 1)), LINE)
        if at.row + 1 < puzzle.rows:
            yield Fact(edge(at, Cell(at.row + 1, at.col)), LINE)


def _agrees(solution: frozenset[Fact], part: Position) -> bool:
    return all((fact in solution) if fact.holds else fact.opposite not in solution for fact in part)


@pytest.mark.parametrize("engine", ENGINES)
def test_any_position_against_enumeration(engine: str) -> None:
    rng = random.Random(60)
    solvable = 0
    for _ in range(150):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        chosen = [fact for fact in _facts(puzzle) if rng.random() < 0.08]
        likely = rng.choice([*brute_solutions(puzzle), frozenset()])
        given = [fact if fact in likely else fact.opposite for fact in chosen]
        if rng.random() < 0.3:
            given = [rng.choice([fact, fact.opposite]) for fact in chosen]
        part = Position.of(given)
        wanted = {each for each in brute_solutions(puzzle) if _agrees(each, part)}
        found = enpitsu.solve(puzzle, position=part, solutions=None, engine=engine)
        assert {solution.facts for solution in found.solutions} == wanted
        solvable += bool(wanted)
    assert 30 < solvable < 145


def _count_variables(puzzle: Yajilin) -> int:
    """What the document's formula says (section 3.5.2)."""
    n, m = puzzle.rows, puzzle.cols
    counts = 0
    for cell, clue in puzzle.clues:
        if clue.arrow is not None and clue.number is not None:
            seen = sum(1 for _ in ray(cell, clue.arrow, n, m))
            counts += (seen + 2) * (clue.number + 1)
    return 10 * n * m - 4 * (n + m - 1) - 2 * (n + m) + counts


def test_the_number_of_variables_is_the_documents() -> None:
    rng = random.Random(70)
    checked = 0
    for _ in range(200):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        if brute_solutions(puzzle):  # clues that cannot be satisfied have no variables
            result = enpitsu.solve(puzzle, engine="two-trees")
            assert result.stats.variables == _count_variables(puzzle)
            checked += 1
    assert checked > 50


def test_the_variables_are_all_used_and_no_others() -> None:
    puzzle = Yajilin(4, 5, ((Cell(1, 1), Clue(Direction.RIGHT, 1)), (Cell(3, 0), BLANK)))
    formula = TwoTrees(puzzle)
    used = {abs(literal) for clause in formula.clauses(NO_LIMITS.start()) for literal in clause}
    assert used == set(range(1, formula.variables + 1))


@each_case(
    ("puzzle", "status"),
    [
        (Yajilin(1, 1), "none"),
        (Yajilin(1, 7), "none"),
        (Yajilin(7, 1), "none"),
        (Yajilin(1, 1, ((Cell(0, 0), BLANK),)), "none"),
        (Yajilin(2, 2), "unique"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.DOWN, 1)),)), "unique"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.DOWN, 10**30)),)), "none"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.UP, 0)),)), "unique"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(None, 10**30)),)), "unique"),
    ],
)
def test_edges_of_the_rules(puzzle: Yajilin, status: str) -> None:
    for engine in ENGINES:
        assert enpitsu.solve(puzzle, engine=engine).status == status


def test_limits_hold() -> None:
    puzzle = Yajilin(10, 10, ((Cell(4, 4), Clue(Direction.DOWN, 2)),))
    cancel = threading.Event()
    cancel.set()
    for limits, reached in [
        (Limits(seconds=0), "time"),
        (Limits(memory=1), "memory"),
        (Limits(cancel=cancel), "cancelled"),
        (Limits(conflicts=3), "conflicts"),
    ]:
        result = enpitsu.solve(puzzle, solutions=None, engine="two-trees", limits=limits)
        assert (result.status, result.reached) in [("unknown", reached), ("multiple", reached)]


def test_small_real_puzzles_are_solved_as_published() -> None:
    small = [r for r in load_corpus("yajilin") if r["size"] in ("7x7", "10x10")]
    for record in small[:: len(small) // 12]:
        puzzle, answer = enpitsu.parse_with_position(record["text"] + "\n\n" + record["solution"])
        result = enpitsu.solve(puzzle, engine="two-trees")
        assert result.status == "unique", record["id"]
        published = frozenset(fact for fact in answer if fact.holds)
        assert result.solutions[0].facts == published, record["id"]
