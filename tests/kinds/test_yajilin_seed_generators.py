"""The generators of Gufler and Hagenauer (2011): the line generator and both arrow generators."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.generate import generate
from enpitsu.grid import Cell, Direction, is_inside, ray
from enpitsu.kinds.yajilin.generator import arrow_makers, line_maker
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Candidate, Maker, MakeTask
from enpitsu.position import EMPTY, Position
from tests.cases import each_case

MAKERS = {maker.name: maker for maker in (line_maker.MAKER, *arrow_makers.MAKERS)}
Solver = Callable[[Any], list[Position] | None]


def solutions(puzzle: Yajilin) -> list[Position]:
    return [solution.position for solution in enpitsu.solve(puzzle).solutions]


def new_task(
    maker: Maker[Yajilin],
    rows: int,
    cols: int,
    seed: int | str = 1,
    solve: Solver = solutions,
    limits: Limits = NO_LIMITS,
    **options: Any,
) -> MakeTask[Yajilin]:
    chosen: dict[str, Any] = {option.name: option.default for option in maker.options}
    for option in maker.options:
        if option.name in options:
            chosen[option.name] = option.checked(options.pop(option.name))
    assert not options
    return MakeTask(rows, cols, chosen, Random(seed), None, limits.start(), solve)


def make(name: str, rows: int, cols: int, seed: int = 1, **options: Any) -> Candidate[Yajilin]:
    """What the first successful of some attempts gives."""
    maker = MAKERS[name]
    for number in range(100):
        made = maker.make(new_task(maker, rows, cols, f"{seed} {number}", **options))
        if made is not None:
            return made
    raise AssertionError(f"{name} never succeeds")


# --- all of them ----------------------------------------------------------------------------------


@each_case(
    ("name", "rows", "cols", "options"),
    [
        ("line", 6, 6, {}),
        ("line", 2, 2, {}),
        ("line", 3, 7, {"line_base": 0.5}),
        ("line", 6, 5, {"backtracking": True}),
        ("line", 6, 6, {"reruns": 3}),
        ("arrows", 6, 6, {}),
        ("arrows", 2, 3, {}),
        ("arrows", 9, 4, {"max_arrows": 0.25}),
        ("arrows-at-once", 5, 5, {}),
        ("arrows-at-once", 3, 6, {"probability": 0.2}),
    ],
)
def test_what_is_made_has_one_solution(
    name: str, rows: int, cols: int, options: dict[str, Any]
) -> None:
    for seed in range(3):
        puzzle, solution, _ = make(name, rows, cols, seed, **options)
        assert (puzzle.rows, puzzle.cols) == (rows, cols)
        assert solutions(puzzle) == [solution]
        for cell, clue in puzzle.clues:
            assert clue.arrow is not None
            assert is_inside(clue.arrow.step(cell), rows, cols)


@pytest.mark.parametrize("name", MAKERS)
def test_they_are_known_by_name(name: str) -> None:
    made = generate("yajilin", 5, 6, method=name, seed=3, jobs=1)
    assert made.status == "made"
    assert made.manifest is not None
    assert made.manifest.method == name


@pytest.mark.parametrize("name", MAKERS)
def test_boards_without_room_for_a_loop_are_refused(name: str) -> None:
    maker = MAKERS[name]
    for rows, cols in ((1, 1), (1, 7), (7, 1)):
        with pytest.raises(PuzzleError, match="two rows and two columns"):
            maker.make(new_task(maker, rows, cols))


@pytest.mark.parametrize("name", MAKERS)
def test_limits_end_an_attempt(name: str) -> None:
    maker = MAKERS[name]
    with pytest.raises(LimitReached):
        maker.make(new_task(maker, 30, 30, limits=Limits(seconds=0)))


@pytest.mark.parametrize("name", MAKERS)
def test_a_solver_that_gives_up_ends_in_no_puzzle(name: str) -> None:
    maker = MAKERS[name]
    assert maker.make(new_task(maker, 6, 6, solve=lambda puzzle: None)) is None


SAME_AGAIN = """
from tests.kinds.test_yajilin_seed_generators import MAKERS, make
for name in MAKERS:
    for options in ({}, {"backtracking": True, "reruns": 2} if name == "line" else {}):
        puzzle, solution, _ = make(name, 5, 5, 7, **options)
        print(puzzle, str(solution))
"""


def test_the_same_seed_gives_the_same_puzzle_in_every_process() -> None:
    texts = [
        subprocess.run(
            [sys.executable, "-c", SAME_AGAIN],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert "shaded" in texts[0]
    assert texts[0] == texts[1]


@each_case(
    ("name", "options"),
    [
        ("line", {"line_base": 1.5}),
        ("line", {"error_tolerance": 0}),
        ("line", {"reruns": -1}),
        ("line", {"backtracking": 1}),
        ("arrows", {"steps": 1e9}),
        ("arrows", {"steps": float("nan")}),
        ("arrows", {"max_arrows": -0.1}),
        ("arrows-at-once", {"probability": 2}),
    ],
)
def test_hostile_values_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError):
        new_task(MAKERS[name], 6, 6, **options)


# --- the line -------------------------------------------------------------------------------------


def are_neighbours(a: int, b: int, cols: int) -> bool:
    (row, col), (other_row, other_col) = divmod(a, cols), divmod(b, cols)
    return abs(row - other_row) + abs(col - other_col) == 1


def new_line(rows: int, cols: int, seed: int, **options: Any) -> line_maker._Line:
    near = line_maker.near_cells(rows, cols)
    return line_maker._Line(near, new_task(line_maker.MAKER, rows, cols, seed, **options))


@pytest.mark.parametrize("backtracking", [False, True])
def test_lines_grow_and_close(backtracking: bool) -> None:
    closed = 0
    for seed in range(200):
        drawn = new_line(5, 7, seed, backtracking=backtracking)
        if not drawn.grow(20):
            continue
        assert len(drawn.tiles) == len(set(drawn.tiles)) == 20
        assert all(are_neighbours(a, b, 7) for a, b in pairwise(drawn.tiles))
        if drawn.close(0):
            closed += 1
            assert len(drawn.tiles) == len(set(drawn.tiles))
            assert all(are_neighbours(a, b, 7) for a, b in pairwise(drawn.tiles))
            assert are_neighbours(drawn.tiles[0], drawn.tiles[-1], 7)
    assert closed > 10


def test_more_errors_are_tolerated_if_wished() -> None:
    grown = {
        tolerance: [
            drawn
            for seed in range(200)
            if (drawn := new_line(6, 6, seed, error_tolerance=tolerance)).grow(24)
        ]
        for tolerance in (1, 20)
    }
    assert all(drawn.steps == 23 for drawn in grown[1])
    assert any(drawn.steps > 23 for drawn in grown[20])
    assert len(grown[20]) > len(grown[1])


def straight_share(backtracking: bool) -> float:
    bends = []
    for seed in range(100):
        drawn = new_line(20, 20, seed, backtracking=backtracking)
        drawn.grow(30)
        tiles = drawn.tiles
        bends += [a + c == 2 * b for a, b, c in zip(tiles, tiles[1:], tiles[2:], strict=False)]
    return sum(bends) / len(bends)


def test_backtracking_lines_turn_more_often() -> None:
    assert straight_share(backtracking=True) < straight_share(backtracking=False) - 0.05


def test_backtracking_goes_one_step_back() -> None:
    """In a corridor of two cells the second is a dead end, and there is no other way."""
    near = line_maker.Near(1, 2, ((1,), (0,)))
    for backtracking, steps in ((True, 3), (False, 8)):
        task = new_task(line_maker.MAKER, 1, 2, error_tolerance=4, backtracking=backtracking)
        drawn = line_maker._Line(near, task)
        assert not drawn.grow(3)
        assert drawn.steps == steps


def test_ends_are_cut_off_until_they_can_be_joined() -> None:
    joined = dict.fromkeys((0, 3), 0)
    for reruns in joined:
        for seed in range(150):
            drawn = new_line(6, 6, seed)
            if drawn.grow(22):
                is_closed = drawn.close(reruns)
                joined[reruns] += is_closed
                assert is_closed or len(drawn.tiles) == 22 - reruns
    assert joined[3] > joined[0] > 0


def shortest(near: line_maker.Near, used: bytearray, start: int, goal: int) -> int | None:
    """Steps from start to goal, by breadth-first search."""
    far = {start: 0}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if at == goal:
            return far[at]
        for other in near.cells[at]:
            if other not in far and (other == goal or not used[other]):
                far[other] = far[at] + 1
                waiting.append(other)
    return None


def test_ways_are_shortest() -> None:
    rng = Random(3)
    near = line_maker.near_cells(9, 7)
    outcomes = set()
    for _ in range(400):
        used = bytearray(rng.random() < 0.35 for _ in near.cells)
        start, goal = rng.sample(range(len(near.cells)), 2)
        used[start] = used[goal] = True
        way = line_maker.find_way(near, used, start, goal)
        steps = shortest(near, used, start, goal)
        assert (None if way is None else len(way) + 1) == steps
        if way is not None:
            assert not any(used[at] for at in way)
            assert all(are_neighbours(a, b, 7) for a, b in pairwise([start, *way, goal]))
        outcomes.add(way is None)
    assert outcomes == {True, False}


def test_the_rest_is_filled_as_listed() -> None:
    """A loop round one cell in the corner of a 4x5 board; the rest becomes a chessboard."""
    near = line_maker.near_cells(4, 5)
    loop = [0, 1, 2, 7, 12, 11, 10, 5]
    shaded = [Cell(0, 3), Cell(1, 1), Cell(1, 4), Cell(2, 3), Cell(3, 0), Cell(3, 2), Cell(3, 4)]
    ways = set()
    for seed in range(20):
        puzzle = line_maker.fill(near, loop, Random(seed))
        clues = dict(puzzle.clues)
        assert list(clues) == [
            Cell(0, 4), Cell(1, 3), Cell(2, 4), Cell(3, 1), Cell(3, 3),
        ]  # fmt: skip
        for cell, clue in clues.items():
            assert clue.arrow is not None
            seen = list(ray(cell, clue.arrow, 4, 5))
            assert seen
            assert clue.number == sum(other in shaded for other in seen)
        ways.add(clues[Cell(0, 4)].arrow)
    assert ways == {Direction.LEFT, Direction.DOWN}


def test_a_line_over_all_of_an_odd_board_is_refused() -> None:
    with pytest.raises(PuzzleError, match="line_base"):
        line_maker.make(new_task(line_maker.MAKER, 5, 5, line_base=1.0))
    # With an end cut off it could be; on this small board, though, none has only one solution.
    assert line_maker.make(new_task(line_maker.MAKER, 3, 3, line_base=1.0, reruns=1)) is None


def test_line_attempts_end() -> None:
    """Long lines on a large board hardly ever close, and an attempt must come to an end."""
    task = new_task(line_maker.MAKER, 60, 60, line_base=0.9, error_tolerance=10_000)
    assert line_maker.make(task) is None


# --- arrows ---------------------------------------------------------------------------------------


def row_board(signs: str) -> arrow_makers.Arrows:
    """A board of three rows whose middle one has these arrows: digits point right, v is one that
    points down, others are empty."""
    board = arrow_makers.Arrows(3, len(signs))
    for col, sign in enumerate(signs):
        if sign.isdigit():
            board.clues[Cell(1, col)] = Clue(Direction.RIGHT, int(sign))
        elif sign == "v":
            board.clues[Cell(1, col)] = Clue(Direction.DOWN, 0)
    return board


@each_case(
    ("signs", "bounds"),
    [
        ("3..*...0", (2, 2)),  # figure 5.3: nothing to choose
        ("3..*...1.", (2, 3)),  # figure 5.4: two or three
        ("3..*..0", (2, 1)),  # figure 5.5: a clash, the spot has to be shaded
        ("*.......", (0, 4)),
        (".......*", (0, 0)),
        ("..*.v.", (0, 2)),  # two runs of one cell, not one of two
        ("*...2..1.", (2, 4)),
        ("v.*....", (0, 2)),
    ],
)
def test_numbers_are_bounded_by_arrows_of_the_same_way(signs: str, bounds: tuple[int, int]) -> None:
    assert row_board(signs).bounds(Cell(1, signs.index("*")), Direction.RIGHT) == bounds


@pytest.mark.parametrize("way", Direction)
def test_bounds_turn_with_the_direction(way: Direction) -> None:
    """Figure 5.4 in all four directions."""
    board = arrow_makers.Arrows(9, 9)
    start = Cell(0 if way is Direction.DOWN else 8, 0 if way is Direction.RIGHT else 8)
    seen = [start, *ray(start, way, 9, 9)]
    board.clues = {seen[0]: Clue(way, 3), seen[7]: Clue(way, 1)}
    assert board.bounds(seen[3], way) == (2, 3)


def possible_numbers(board: arrow_makers.Arrows, spot: Cell) -> set[int]:
    """What an arrow that points right may say, by trying all ways to shade its row."""
    empty = [Cell(1, c) for c in range(board.cols) if Cell(1, c) not in {*board.clues, spot}]
    found = set()
    for mask in range(1 << len(empty)):
        shaded = {cell.col for at, cell in enumerate(empty) if mask >> at & 1}
        if any(col + 1 in shaded for col in shaded):
            continue
        if all(
            clue.number == sum(col > cell.col for col in shaded)
            for cell, clue in board.clues.items()
            if clue.arrow is Direction.RIGHT
        ):
            found.add(sum(col > spot.col for col in shaded))
    return found


def test_bounds_are_exact() -> None:
    """On rows of arrows put within their bounds, exactly the numbers that can be are allowed."""
    rng = Random(5)
    clashes = 0
    for _ in range(300):
        board = row_board("".join(rng.choice("...v") for _ in range(9)))
        empty = [Cell(1, col) for col in range(9) if Cell(1, col) not in board.clues]
        rng.shuffle(empty)
        for spot in empty[:4]:
            least, most = board.bounds(spot, Direction.RIGHT)
            assert set(range(least, most + 1)) == possible_numbers(board, spot)
            if least > most:
                clashes += 1
            else:
                board.clues[spot] = Clue(Direction.RIGHT, rng.randint(least, most))
    assert clashes > 10


class Recorder:
    """A solver that remembers what it was asked and always says the same."""

    def __init__(self, answer: list[Position]) -> None:
        self.asked: list[Yajilin] = []
        self.answer = answer

    def __call__(self, puzzle: Yajilin) -> list[Position]:
        self.asked.append(puzzle)
        return self.answer

    @property
    def counts(self) -> list[int]:
        return [len(puzzle.clues) for puzzle in self.asked]


def test_arrows_without_solution_are_taken_away() -> None:
    solver = Recorder([])
    assert (
        arrow_makers.make_one_by_one(new_task(arrow_makers.ONE_BY_ONE, 6, 6, solve=solver)) is None
    )
    assert solver.counts == [1] * 54


def test_ambiguous_boards_seldom_pass_the_maximum() -> None:
    kept = []
    for seed in range(10):
        solver = Recorder([EMPTY, EMPTY])
        task = new_task(arrow_makers.ONE_BY_ONE, 10, 10, seed, solver, max_arrows=0.1, steps=1)
        assert arrow_makers.make_one_by_one(task) is None
        counts = solver.counts
        assert counts[:10] == list(range(1, 11))
        assert 80 < len(counts) <= 100
        kept += [after > before for before, after in pairwise(counts) if before >= 10]
    assert 0.05 < sum(kept) / len(kept) < 0.15


def test_the_first_sole_solution_with_enough_arrows_is_taken() -> None:
    solver = Recorder([EMPTY])
    task = new_task(arrow_makers.ONE_BY_ONE, 10, 10, solve=solver, min_arrows=0.05)
    assert arrow_makers.make_one_by_one(task) == Candidate(solver.asked[-1], EMPTY)
    assert solver.counts == [1, 2, 3, 4, 5]


def test_a_minimum_of_arrows_is_kept() -> None:
    for seed in range(3):
        puzzle = make("arrows", 6, 6, seed, min_arrows=0.2, max_arrows=0.25).puzzle
        assert len(puzzle.clues) >= 7


def test_wishes_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(PuzzleError, match="max_arrows"):
        arrow_makers.make_one_by_one(
            new_task(arrow_makers.ONE_BY_ONE, 6, 6, min_arrows=0.3, max_arrows=0.2)
        )
    with pytest.raises(PuzzleError, match="room for a loop"):
        arrow_makers.make_one_by_one(
            new_task(arrow_makers.ONE_BY_ONE, 6, 6, min_arrows=1.0, max_arrows=1.0)
        )
    with pytest.raises(PuzzleError, match="above 0"):
        arrow_makers.make_at_once(new_task(arrow_makers.AT_ONCE, 6, 6, probability=0.0))


def test_at_once_puts_as_many_arrows_as_wished() -> None:
    solver = Recorder([])
    arrow_makers.make_at_once(new_task(arrow_makers.AT_ONCE, 10, 10, solve=solver, probability=0.2))
    assert len(solver.counts) == arrow_makers.BOARDS_AT_ONCE
    mean = sum(solver.counts) / len(solver.counts)
    assert 17 < mean <= 21  # some spots clash and stay empty
