"""Boards that look finished: told of wrong ones, and never while a right one is being filled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

import enpitsu
from enpitsu.errors import FormatError
from enpitsu.grid import Cell, Edge, cells
from enpitsu.kind import AnyKind, Fullness, Puzzle
from enpitsu.position import Fact, Position
from enpitsu.registry import find_kind, kind_of, kinds
from tests.library import starters

pytestmark = pytest.mark.quick

KINDS = tuple(kinds())
SEVERAL = 6
MOST_CELLS = 150
PARTS = 12


def fullness(puzzle: Puzzle, *facts: Fact) -> Fullness:
    """The look of a board with these facts."""
    kind = kind_of(puzzle)
    board = kind.board(puzzle)
    board.place(facts)
    return kind.fullness(board)


def puzzles_of(kind: str) -> list[Puzzle]:
    """Some small starter puzzles."""
    found = [each.puzzle for each in starters(kind)]
    small = [each for each in found if each.rows * each.cols <= MOST_CELLS]
    return small[:: max(1, len(small) // SEVERAL)]


def solution_of(puzzle: Puzzle) -> list[Fact]:
    (solution,) = enpitsu.solve(puzzle).solutions
    return sorted(solution.facts, key=str)


def denials(kind: AnyKind, puzzle: Puzzle, but: set[Fact]) -> Iterator[Fact]:
    """Yield that nothing else is there, of all marks that the kind has on such slots."""
    values = {(type(fact.slot), fact.value) for fact in but}
    rows, cols = puzzle.rows, puzzle.cols
    places = list(cells(rows, cols))
    edges = [Edge(a, Cell(a.row, a.col + 1)) for a in cells(rows, cols + 1)]
    edges += [Edge(a, Cell(a.row + 1, a.col)) for a in cells(rows + 1, cols)]
    edges += [Edge(Cell(-1, col), Cell(0, col)) for col in range(cols)]
    edges += [Edge(Cell(row, -1), Cell(row, 0)) for row in range(rows)]
    for slot in (*places, *edges):
        for sort, value in values:
            if isinstance(slot, sort) and Fact(slot, value) not in but:
                try:
                    kind.board(puzzle).place([Fact(slot, value, False)])
                except FormatError:
                    continue
                yield Fact(slot, value, False)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_on_its_way_to_the_solution_is_never_full(kind: str) -> None:
    random = Random(kind)
    for puzzle in puzzles_of(kind):
        solution = solution_of(puzzle)
        for _ in range(PARTS):
            part = random.sample(solution, random.randrange(len(solution)))
            assert fullness(puzzle, *part) != "full", (puzzle, part)
        for missing in random.sample(solution, min(PARTS, len(solution))):
            part = [fact for fact in solution if fact != missing]
            assert fullness(puzzle, *part) != "full", (puzzle, missing)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_board_with_everything_decided_is_full(kind: str) -> None:
    for puzzle in puzzles_of(kind):
        solution = solution_of(puzzle)
        for missing in (solution[0], solution[len(solution) // 2]):
            wrong = [fact for fact in solution if fact != missing]
            denied = list(denials(kind_of(puzzle), puzzle, set(solution)))
            facts = [*wrong, *denied, Fact(missing.slot, missing.value, False)]
            assert enpitsu.check(puzzle, Position.of(facts))
            assert fullness(puzzle, *facts) == "full", (puzzle, missing)


SQUARE = ("r1c1-r1c2 line", "r1c2-r2c2 line", "r2c1-r2c2 line", "r1c1-r2c1 line")


@pytest.mark.parametrize(
    ("puzzle", "facts", "expected", "broken"),
    [
        # One closed loop of fewer lines than the solution has.
        (("masyu", 3, 3, {"pearls": {"r1c1": "white"}}), SQUARE, "full", "white"),
        (("masyu", 3, 3, {"pearls": {"r1c1": "black"}}), SQUARE[:3], "open", None),
        (("masyu", 3, 3, {"pearls": {"r1c1": "black"}}), (), "unclear", None),
        (
            ("slitherlink", 2, 2, {"numbers": {"r1c1": 3, "r2c2": 3}}),
            ("r0c1-r1c1 line", "r1c1-r2c1 line", "r1c0-r1c1 line", "r1c1-r1c2 line"),
            "full",
            "number",
        ),
        # Everything is lit.
        (("akari", 1, 3, {"walls": {"r1c2": 2}}), ("r1c1 light",), "unclear", None),
        (("akari", 2, 2, {"walls": {"r1c1": 1}}), ("r2c2 light",), "full", "number"),
        # A cell that cannot be shaded is left beside the loop.
        (("yajilin", 2, 3, {"clues": []}), (*SQUARE, "r1c3 shaded"), "full", "empty"),
        (("yajilin", 2, 3, {"clues": []}), SQUARE, "unclear", None),
        (("yajilin", 2, 3, {"clues": []}), SQUARE[:3], "open", None),
        (
            ("yajilin", 2, 3, {"clues": []}),
            (*SQUARE, "r1c3 not shaded", "r2c3 not shaded"),
            "full",
            "empty",
        ),
    ],
)
def test_boards_that_only_look_finished(
    puzzle: tuple[str, int, int, dict[str, Any]],
    facts: tuple[str, ...],
    expected: str,
    broken: str | None,
) -> None:
    kind, rows, cols, clues = puzzle
    made = find_kind(kind).unpack({"rows": rows, "cols": cols, **clues})
    position = Position.parse(", ".join(facts))
    assert fullness(made, *position) == expected
    if broken:
        (first, *_) = enpitsu.check(made, position)
        assert first.code.startswith(broken)


@pytest.mark.parametrize("kind", KINDS)
def test_any_board_can_be_judged(kind: str) -> None:
    random = Random(kind)
    for puzzle in puzzles_of(kind):
        solution = solution_of(puzzle)
        others = list(denials(kind_of(puzzle), puzzle, set()))
        denied = list(denials(kind_of(puzzle), puzzle, {Fact(solution[0].slot, solution[0].value)}))
        assert not others
        for _ in range(PARTS):
            some = random.sample(denied, random.randrange(len(denied)))
            facts = [each._replace(holds=random.random() < 0.5) for each in some]
            assert fullness(puzzle, *facts) in get_args(Fullness)
