"""Random pictures: solvable as wished, symmetric, in colours, of every size, the same by seed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grade import LEVELS, grade
from enpitsu.grid import Cell, Symmetry, cells
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.generator import MAKERS
from enpitsu.kinds.nonogram.generator.canvas import Canvas, CanvasBox, oval, rect
from enpitsu.kinds.nonogram.generator.compose_drawings import (
    FLYING,
    ONE_WAY,
    ROOM,
    STANDING,
    find_orbits,
)
from enpitsu.kinds.nonogram.generator.drawings import DRAWINGS
from enpitsu.kinds.nonogram.generator.fast_grade import NonogramFastGrade
from enpitsu.kinds.nonogram.generator.motifs import GROUPS, symmetry_of
from enpitsu.kinds.nonogram.generator.noise_fields import blur, limit_of, noise, remove_specks
from enpitsu.kinds.nonogram.generator.paint_box import MOST_COLOURS, PAINTS, THEMES, choose_paints
from enpitsu.kinds.nonogram.generator.solvable_drafts import orbits_of
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Candidate, Maker, MakeTask
from enpitsu.position import Position
from enpitsu.solve import Status, solve
from tests.cases import each_case

BY_NAME = {maker.name: maker for maker in MAKERS}
NAMES = list(BY_NAME)


def _solutions(puzzle: Any) -> list[Position] | None:
    result = solve(puzzle, limits=Limits(conflicts=5000))
    return None if result.reached else [solution.position for solution in result.solutions]


def _settings(maker: Maker[Nonogram], options: dict[str, Any]) -> dict[str, Any]:
    known = {option.name: option for option in maker.options}
    assert options.keys() <= known.keys()
    defaults = {name: option.default for name, option in known.items()}
    return defaults | {name: known[name].checked(value) for name, value in options.items()}


def _attempt(
    name: str,
    rows: int,
    cols: int,
    seed: int = 1,
    *,
    aim: float | None = None,
    limits: Limits = NO_LIMITS,
    **options: Any,
) -> Candidate[Nonogram] | None:
    maker = BY_NAME[name]
    settings = _settings(maker, options)
    return maker.make(MakeTask(rows, cols, settings, Random(seed), aim, limits.start(), _solutions))


def _make(name: str, rows: int, cols: int, seed: int = 1, **how: Any) -> Candidate[Nonogram]:
    """The first attempt that succeeds."""
    for attempt in range(seed * 100, seed * 100 + 20):
        found = _attempt(name, rows, cols, attempt, **how)
        if found is not None:
            assert (found.puzzle.rows, found.puzzle.cols) == (rows, cols)
            result = solve(found.puzzle)
            assert result.status is Status.UNIQUE
            assert result.solutions[0].position == found.solution
            return found
    raise AssertionError("no attempt succeeded")


def _is_solved_by_lines(made: Candidate[Nonogram]) -> bool:
    board = NonogramBoard(made.puzzle)
    assert board.settle(NO_LIMITS.start())
    return board.shaded | board.empty == board.everything


def _density(made: Candidate[Nonogram]) -> float:
    cells: int = made.puzzle.rows * made.puzzle.cols
    return len(made.solution.facts) / cells


def _values(made: Candidate[Nonogram]) -> dict[Cell, str]:
    return {fact.slot: fact.value for fact in made.solution.facts if isinstance(fact.slot, Cell)}


# --- every way of making --------------------------------------------------------------------------


@each_case("name", NAMES)
@each_case("size", [(5, 5), (10, 10), (15, 12), (10, 40), (25, 25)], ids=str)
def test_pictures_are_solved_line_by_line(name: str, size: tuple[int, int]) -> None:
    for seed in range(4):
        made = _make(name, *size, seed)
        assert _is_solved_by_lines(made)
        assert 0.05 < _density(made) < 0.9


@each_case("name", NAMES)
@each_case("size", [(1, 2), (2, 1), (1, 7), (9, 1), (2, 2), (2, 30), (3, 4)], ids=str)
@each_case("colours", [1, 3])
def test_tiny_boards(name: str, size: tuple[int, int], colours: int) -> None:
    for seed in range(3):
        made = _make(name, *size, seed, colours=colours)
        assert 1 <= len(made.puzzle.palette) <= colours
        assert made.solution.facts


@pytest.mark.parametrize("name", NAMES)
def test_one_cell_has_no_picture(name: str) -> None:
    with pytest.raises(PuzzleError, match="one cell"):
        _attempt(name, 1, 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_large_board(name: str) -> None:
    assert _is_solved_by_lines(_make(name, 60, 60))


@pytest.mark.parametrize("name", NAMES)
def test_seeds_decide(name: str) -> None:
    first = [_make(name, 12, 12, seed) for seed in range(4)]
    assert first == [_make(name, 12, 12, seed) for seed in range(4)]
    assert len({made.puzzle for made in first}) > 2


SCRIPT = """
from tests.kinds.test_nonogram_generator import NAMES, _make
for name in NAMES:
    for how in ({}, {"colours": 3}, {"aim": 0.4}, {"aim": 0.8}):
        made = _make(name, 8, 8, 3, **how)
        print(made.puzzle, sorted(map(str, made.solution.facts)))
"""


def test_the_same_in_every_process() -> None:
    """What sets are walked in does not depend on how texts are hashed."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(outputs) == 1


@each_case("name", NAMES)
@each_case("aim", [None, 1.0])
def test_limits_end_the_work(name: str, aim: float | None) -> None:
    with pytest.raises(LimitReached):
        _attempt(name, 40, 40, limits=Limits(seconds=0), aim=aim)


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_options_are_told_and_checked(name: str) -> None:
    maker = BY_NAME[name]
    assert maker.title.endswith(".")
    for option in maker.options:
        assert option.words.endswith(".")
        assert option.checked(option.default) == option.default
        with pytest.raises(PuzzleError):
            option.checked("nonsense")
        with pytest.raises(PuzzleError):
            option.checked(1000)


@each_case("name", NAMES)
@each_case("count", [2, 4, MOST_COLOURS])
def test_colours(name: str, count: int) -> None:
    most = 0
    for seed in range(3):
        made = _make(name, 20, 20, seed, colours=count)
        palette = made.puzzle.palette
        assert len(set(palette)) == len(palette) <= count
        assert set(_values(made).values()) == set(made.puzzle.values)
        most = max(most, len(palette))
    assert most >= min(count, 3)


@each_case("symmetry", [name for name in GROUPS if name != "none"])
@each_case("name", ["motif", "field"])
@each_case("colours", [1, 3])
def test_symmetry_stays(name: str, symmetry: str, colours: int) -> None:
    for seed in range(3):
        values = _values(_make(name, 13, 13, seed, symmetry=symmetry, colours=colours))
        for each in GROUPS[symmetry]:
            assert values == {each.cell(cell, 13, 13): value for cell, value in values.items()}


def test_symmetry_stays_on_the_way_to_a_level() -> None:
    for aim in (0.4, 0.8):
        values = _values(_make("motif", 10, 10, 2, symmetry="both", aim=aim))
        for each in (Symmetry.MIRROR, Symmetry.FLIP):
            assert values == {each.cell(cell, 10, 10): value for cell, value in values.items()}


def test_only_squares_have_all_symmetries() -> None:
    with pytest.raises(PuzzleError, match="square"):
        _attempt("motif", 10, 12, symmetry="all")
    assert len(symmetry_of("both", 10, 12)) == 120


@pytest.mark.parametrize(
    ("size", "symmetry"), [((2, 2), "all"), ((2, 2), "rotation"), ((1, 2), "mirror")], ids=str
)
def test_too_small_for_a_symmetry(size: tuple[int, int], symmetry: str) -> None:
    with pytest.raises(PuzzleError, match="too small"):
        _attempt("field", *size, symmetry=symmetry)


@pytest.mark.parametrize("wanted", [0.35, 0.5, 0.65])
@pytest.mark.parametrize("name", ["motif", "field"])
def test_density_of_fields(name: str, wanted: float) -> None:
    for seed in range(3):
        assert abs(_density(_make(name, 18, 18, seed, density=wanted)) - wanted) < 0.12


def test_density_of_drawings() -> None:
    means = []
    for wanted in (0.3, 0.5, 0.7):
        found = [_density(_make("shapes", 15, 15, seed, density=wanted)) for seed in range(5)]
        means.append(sum(found) / len(found))
        assert abs(means[-1] - wanted) < 0.1
    assert means == sorted(means)


@each_case("density", [0.1, 0.9])
@each_case("name", NAMES)
def test_extreme_densities(name: str, density: float) -> None:
    _make(name, 10, 10, density=density)


@pytest.mark.parametrize("smoothness", [0.0, 1.0])
def test_smoothness(smoothness: float) -> None:
    _make("field", 12, 12, smoothness=smoothness)


def test_smooth_pictures_have_fewer_runs() -> None:
    def runs(smoothness: float) -> int:
        puzzles = [_make("field", 15, 15, seed, smoothness=smoothness).puzzle for seed in range(5)]
        return sum(len(clue) for puzzle in puzzles for clue in puzzle.row_clues)

    assert runs(0.0) > 1.3 * runs(1.0)


# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("aim", "count"), [(0, 4), (1, 4), (2, 3), (3, 1), (4, 2)])
def test_aims_are_met_or_nearly(aim: int, count: int) -> None:
    off = 0
    for seed in range(count):
        level = grade(_make("picture", 10, 10, seed, aim=aim / 5).puzzle).level
        assert level is not None
        off += abs(LEVELS.index(level) - aim)
    assert off <= 1


def test_extreme_puzzles() -> None:
    levels = [grade(_make("motif", 10, 10, seed, aim=1.0).puzzle).level for seed in (2, 3)]
    assert LEVELS[-1] in levels


def test_lines_stay_lines_at_any_aim() -> None:
    for aim in (0.6, 1.0):
        assert _is_solved_by_lines(_make("motif", 8, 8, 4, aim=aim, solvable="lines"))


def test_expert_puzzles_need_more_than_lines() -> None:
    assert not _is_solved_by_lines(_make("motif", 10, 10, 5, aim=0.8))


@each_case("size", [(1, 6), (2, 2), (3, 3), (5, 5), (3, 12)], ids=str)
@each_case("aim", [0.0, 0.6, 1.0])
def test_aims_on_small_boards(size: tuple[int, int], aim: float) -> None:
    _make("picture", *size, aim=aim)


def test_levels_in_colour() -> None:
    for aim, seed in ((0, 1), (0, 2), (0, 3), (1, 1)):
        level = grade(_make("motif", 8, 8, seed, aim=aim / 5, colours=3).puzzle).level
        assert level is not None
        assert abs(LEVELS.index(level) - aim) <= 1


def _line_solvable() -> Iterator[Candidate[Nonogram]]:
    for seed in range(12):
        yield (
            _make(("field", "shapes", "motif")[seed % 3], 12, 12, seed, smoothness=0.3)
            if (seed % 3 != 1)
            else _make("shapes", 12, 12, seed)
        )


def test_the_walk_says_what_grading_says() -> None:
    agreed = 0
    for made in _line_solvable():
        walk = NonogramFastGrade(made.puzzle, NO_LIMITS.start())
        assert walk.up_to(3.5) == 0
        agreed += abs(walk.hardest - grade(made.puzzle).hardest) < 0.11
    assert agreed >= 10


def test_the_walk_stops_below_a_level() -> None:
    puzzle = from_picture([[0, None, 0], [None, 0, None], [0, None, 0]])
    walk = NonogramFastGrade(puzzle, NO_LIMITS.start())
    assert walk.up_to(0.5) == 9
    assert walk.open_cells() == list(range(9))
    assert walk.up_to(1.2) == 1
    assert walk.up_to(1.5) == 0


# --- drawings and fields --------------------------------------------------------------------------


@each_case("name", DRAWINGS)
def test_drawings_show_something(name: str) -> None:
    inks = {"": 0} | dict.fromkeys(PAINTS, 1)
    for seed in range(4):
        drawing = DRAWINGS[name](Random(seed))
        assert {part.paint for part in drawing} <= PAINTS.keys()
        canvas = Canvas(16, 16)
        canvas.draw(drawing, CanvasBox(0, 0, 16, 16), inks)
        shaded = [share > 0.5 for share in canvas.shares(1)[0]]
        assert 0.08 < sum(shaded) / 256 < 0.85
        # Nothing is cut off or left over: the drawing comes near to every side.
        rows = [at // 16 for at, share in enumerate(canvas.shares(1)[0]) if share > 0.1]
        assert min(rows) <= 1
        assert max(rows) >= 14


def test_lists_of_drawings_name_drawings() -> None:
    assert DRAWINGS.keys() >= {*STANDING, *FLYING, *ROOM, *ONE_WAY}
    assert min(ROOM.values()) >= 5


def test_paints_can_be_told_apart() -> None:
    for theme in THEMES:
        assert len(set(theme)) == MOST_COLOURS
        assert set(theme) <= PAINTS.keys()
    assert choose_paints({"red": 0.5, "orange": 0.3, "blue": 0.2}, 2) == ["red", "blue"]


def test_a_canvas_fills_what_is_inside() -> None:
    canvas = Canvas(4, 6)
    canvas.fill(rect(1, 1, 3, 2), 1)
    share = canvas.shares(1)[0]
    assert [at for at, value in enumerate(share) if value == 1] == [7, 8, 9, 13, 14, 15]
    assert sum(share) == 6


def test_a_circle_is_round() -> None:
    canvas = Canvas(10, 10)
    canvas.fill(oval(5, 5, 4, 4), 1)
    shaded = tuple(0 if share > 0.5 else -1 for share in canvas.shares(1)[0])
    assert abs(shaded.count(0) - 50) <= 4
    assert max(map(len, find_orbits(shaded, 10, 10))) == 4


def test_what_reaches_beyond_the_board_is_cut() -> None:
    canvas = Canvas(3, 3)
    canvas.fill(rect(-5, -5, 20, 20), 1)
    assert canvas.shares(1)[0] == [1.0] * 9


def test_orbits_are_the_same_seen_from_each_member() -> None:
    orbits = orbits_of(5, 5, GROUPS["all"])
    assert all(orbits[image] == orbit for orbit in orbits for image in orbit)
    assert sorted({len(orbit) for orbit in orbits}) == [1, 4, 8]
    assert [orbits_of(2, 3, ())[at] for at, _ in enumerate(cells(2, 3))] == [
        (at,) for at in range(6)
    ]


def test_fields_are_smooth_and_cut_by_share() -> None:
    field = noise(20, 20, 2.0, Random(1))
    steps = [abs(a - b) for a, b in pairwise(field)]
    assert sum(steps) / len(steps) < 0.5
    limit = limit_of(field, 0.3)
    assert sum(value >= limit for value in field) == 120
    assert blur([1.0] * 12, 3, 4, 1.0) == pytest.approx([1.0] * 12)


def test_specks_are_cleaned() -> None:
    speck = (0, -1, -1, -1, -1, -1, 0, 0, 0, -1, 0, 0)
    assert remove_specks(speck, 3, 4) == (-1, -1, -1, -1, -1, -1, 0, 0, -1, -1, 0, 0)
    assert remove_specks((0, -1), 1, 2) == (0, -1)
