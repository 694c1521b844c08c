"""The default maker of Yajilin: unique puzzles, wishes kept, the same by seed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

import enpitsu
from enpitsu.check import check
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grid import Cell, Direction, Symmetry
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.generator import MAKERS
from enpitsu.kinds.yajilin.generator.known_rivals import KnownRivals, near_rivals
from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.generator.partwise_proof import PartwiseProof
from enpitsu.kinds.yajilin.generator.rival_solver import RivalSolver
from enpitsu.kinds.yajilin.generator.unique_loop import make_unique, other_edges, plan_of
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kinds.yajilin.propagate import _loop_through
from enpitsu.kit.loop_sampler import LoopSampler, LoopTaste
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Candidate, MakeTask
from tests.cases import each_case

MAKER = MAKERS[0]


def make(
    rows: int, cols: int, seed: int = 1, *, aim: float | None = None, **wishes: Any
) -> Candidate[Yajilin] | None:
    """One attempt."""
    options = {option.name: option.default for option in MAKER.options} | wishes
    for option in MAKER.options:
        options[option.name] = option.checked(options[option.name])
    task: MakeTask[Yajilin] = MakeTask(
        rows, cols, options, random.Random(seed), aim, NO_LIMITS.start(), lambda puzzle: None
    )
    return MAKER.make(task)


def made(
    rows: int, cols: int, *, tries: int = 20, aim: float | None = None, **wishes: Any
) -> Candidate[Yajilin]:
    """The first attempt that succeeds."""
    found = (make(rows, cols, seed, aim=aim, **wishes) for seed in range(tries))
    return next(result for result in found if result is not None)


def assert_unique(result: Candidate[Yajilin]) -> None:
    """The puzzle has one solution, and it is the one that was given."""
    answer = enpitsu.solve(result.puzzle)
    assert answer.status == "unique"
    assert answer.solutions[0].position == result.solution
    assert not check(result.puzzle, result.solution)


def random_sampler(
    rows: int, cols: int, taste: LoopTaste, chance: random.Random, sweeps: int = 16
) -> LoopSampler:
    sampler = LoopSampler(rows, cols, chance)
    sampler.sweep_all(taste, chance, NO_LIMITS.start(), [1.0] * sweeps)
    return sampler


def random_plan(rows: int, cols: int, seed: int) -> tuple[LoopSampler, LoopPlan]:
    """A loop that is the only one through its cells."""
    chance, budget = random.Random(seed), NO_LIMITS.start()
    while True:
        sampler = random_sampler(rows, cols, LoopTaste(), chance)
        plan = make_unique(sampler, LoopTaste(), chance, budget)
        if plan is not None:
            return sampler, plan


@each_case(
    ("rows", "cols"),
    [(2, 2), (2, 3), (3, 2), (3, 3), (2, 9), (4, 4), (3, 11), (5, 5), (7, 7), (10, 10), (6, 17)],
)
def test_every_size_gives_unique_puzzles(rows: int, cols: int) -> None:
    results = [make(rows, cols, seed) for seed in range(5)]
    good = [result for result in results if result is not None]
    assert len(good) >= 2
    for result in good:
        assert (result.puzzle.rows, result.puzzle.cols) == (rows, cols)
        assert_unique(result)


@pytest.mark.parametrize(("rows", "cols"), [(18, 18), (12, 30)])
def test_boards_with_tiles(rows: int, cols: int) -> None:
    assert_unique(made(rows, cols))


def test_two_by_two_needs_no_clue() -> None:
    assert made(2, 2).puzzle.clues == ()


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 9), (9, 1), (0, 5), (400, 400)])
def test_impossible_sizes(rows: int, cols: int) -> None:
    with pytest.raises(PuzzleError):
        make(rows, cols)


def test_clues_look_human() -> None:
    results = [made(10, 10), made(13, 13)]
    for result in results:
        area = result.puzzle.rows * result.puzzle.cols
        assert 0.05 < len(result.puzzle.clues) / area < 0.18
        numbers = [clue.number for _, clue in result.puzzle.clues if clue.number is not None]
        assert len(numbers) == len(result.puzzle.clues)
        assert max(numbers) > 0
        assert sum(number == 0 for number in numbers) <= len(numbers) / 2


@pytest.mark.parametrize(
    ("name", "symmetry"), [("rotation", Symmetry.ROTATE_180), ("mirror", Symmetry.MIRROR)]
)
def test_symmetric_clue_cells(name: str, symmetry: Symmetry) -> None:
    result = made(9, 10, symmetry=name)
    assert_unique(result)
    cells = {cell for cell, _ in result.puzzle.clues}
    assert cells
    assert {symmetry.cell(cell, 9, 10) for cell in cells} == cells


@pytest.mark.parametrize("number", [13, 18])
def test_the_number_of_clues_is_exact(number: int) -> None:
    result = made(10, 10, clues=number)
    assert_unique(result)
    assert len(result.puzzle.clues) == number


def test_density_is_a_bound() -> None:
    for seed in range(4):
        result = make(10, 10, seed, density=0.14)
        assert result is None or len(result.puzzle.clues) <= 14
    assert make(10, 10, 1, density=0.0) is None


def test_few_clues_are_found_in_most_attempts() -> None:
    results = [make(12, 12, seed, density=0.12) for seed in range(8)]
    good = [result for result in results if result is not None]
    assert len(good) >= 5
    for result in good:
        assert len(result.puzzle.clues) <= 17
        assert_unique(result)


def test_the_parts_of_a_proof_cover_the_board() -> None:
    _, plan = random_plan(8, 12, 2)
    with RivalSolver(plan, NO_LIMITS.start()) as rival_solver:
        proof = PartwiseProof(plan, rival_solver, 4)
        parts = [proof.cells(part) for part in proof.waiting()]
    assert sum(parts) == plan.everything
    assert sum(part.bit_count() for part in parts) == plan.cells


def test_zeros_follow_the_wish() -> None:
    def share(wished: float) -> float:
        results = [make(9, 9, seed, zeros=wished) for seed in range(6)]
        numbers = [clue.number for result in results if result for _, clue in result.puzzle.clues]
        return numbers.count(0) / len(numbers)

    assert share(0.5) > max(0.3, share(0.0) + 0.15)


def test_a_drawing_says_where_clues_stand() -> None:
    # The clue cells of a puzzle that exists, so that there is an answer to the wish.
    given = made(7, 7)
    cells = {cell for cell, _ in given.puzzle.clues}
    drawing = "\n".join(
        "".join("#" if Cell(row, col) in cells else "." for col in range(7)) for row in range(7)
    )
    result = made(7, 7, pattern=drawing, tries=60)
    assert_unique(result)
    assert {cell for cell, _ in result.puzzle.clues} == cells


ONE_CLUE = "#.........\n" + "..........\n" * 9


@each_case(
    "wishes",
    [
        {"clues": 95},
        {"clues": -1},
        {"density": 0.1, "clues": 40},
        {"density": 1.5},
        {"symmetry": "spiral"},
        {"pattern": "#" * 11},
        {"pattern": ONE_CLUE, "clues": 7},
        {"pattern": ONE_CLUE, "symmetry": "mirror"},
        {"zeros": "many"},
    ],
)
def test_wishes_that_cannot_be(wishes: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError):
        make(10, 10, **wishes)


def test_hopeless_wishes_end() -> None:
    assert make(8, 8, 1, clues=0) is None
    with pytest.raises(PuzzleError, match="more cells than a loop can leave out"):
        make(6, 6, 1, pattern="######\n" * 6)


def test_gentle_puzzles_have_more_clues() -> None:
    def clues(aim: float) -> int:
        results = [make(10, 10, seed, aim=aim) for seed in range(8)]
        return sum(len(result.puzzle.clues) for result in results if result is not None)

    assert clues(0.0) > clues(1.0)


def test_the_same_seed_gives_the_same_puzzle_in_every_process() -> None:
    code = (
        "import random\n"
        "from enpitsu.kinds.yajilin.generator import MAKERS\n"
        "from enpitsu.making import MakeTask\n"
        "from enpitsu.limits import NO_LIMITS\n"
        "options = {option.name: option.default for option in MAKERS[0].options}\n"
        "task = MakeTask(9, 15, options, random.Random(4), None, NO_LIMITS.start(), None)\n"
        "made = MAKERS[0].make(task)\n"
        "print(made and made.puzzle)\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert "Clue" in texts.pop()


def test_limits_end_an_attempt() -> None:
    options = {option.name: option.default for option in MAKER.options}
    budget = Limits(seconds=0.05).start()
    task: MakeTask[Yajilin] = MakeTask(
        60, 60, options, random.Random(1), None, budget, lambda puzzle: None
    )
    with pytest.raises(LimitReached):
        MAKER.make(task)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 7), (5, 5), (8, 13), (15, 9)])
def test_faces_always_have_one_loop_as_their_border(rows: int, cols: int) -> None:
    for seed in range(10):
        sampler = random_sampler(rows, cols, LoopTaste(), random.Random(seed), 5)
        right, down = sampler.lines()
        start = ((right | down) & -(right | down)).bit_length() - 1
        loop = _loop_through(start, right, down, cols)
        assert loop | sampler.off_cells() == (1 << rows * cols) - 1
        assert not loop & sampler.off_cells()
        assert right.bit_count() + down.bit_count() == loop.bit_count()


def test_repaired_loops_are_alone() -> None:
    for seed in range(4):
        _, plan = random_plan(8, 8, seed)
        assert other_edges(plan, NO_LIMITS.start()) == 0


def test_two_loops_through_the_same_cells_are_found() -> None:
    found = 0
    for seed in range(30):
        taste = LoopTaste(strand=-1.0)
        sampler = random_sampler(8, 8, taste, random.Random(seed))
        found += bool(other_edges(plan_of(sampler), NO_LIMITS.start()))
    assert found > 10


def test_near_rivals_are_loops_that_differ() -> None:
    sampler, plan = random_plan(8, 9, 3)
    rivals = list(near_rivals(sampler, plan))
    assert rivals
    for rival in rivals:
        assert rival.off != plan.off
        assert not rival.needs & ~plan.off


def test_known_rivals_agree_with_the_solver() -> None:
    """With every arrow in one direction, the rivals that the bit sets leave are real ones."""
    sampler, plan = random_plan(7, 7, 5)
    with RivalSolver(plan, NO_LIMITS.start()) as rival_solver:
        differs = PartwiseProof(plan, rival_solver, 7).everything
        rivals = KnownRivals(plan)
        for rival in near_rivals(sampler, plan):
            rivals.add(rival)
        every = [plan.arrows[at][0] for at in plan.off_cells]
        left = rivals.left(every, plan.off)
        found = rival_solver.rivals(every, [differs], 10_000)
        if left:
            assert found
        for rival in found:
            assert rival.stands(plan, every, plan.off)


def test_clue_numbers_are_those_of_the_solution() -> None:
    result = made(8, 8)
    shaded = {fact.slot for fact in result.solution.facts if fact.value == SHADED}
    assert any(fact.value == LINE for fact in result.solution.facts)
    for cell, clue in result.puzzle.clues:
        assert isinstance(clue.arrow, Direction)
        seen, at = 0, clue.arrow.step(cell)
        while 0 <= at.row < 8 and 0 <= at.col < 8:
            seen += at in shaded
            at = clue.arrow.step(at)
        assert seen == clue.number
