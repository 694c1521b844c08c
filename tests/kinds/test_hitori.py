"""Numbers of Hitori: a search by hand, as no solution tells them."""

from __future__ import annotations

from random import Random

import pytest

from enpitsu import check, parse, solve
from enpitsu.errors import FormatError
from enpitsu.generate import generate
from enpitsu.grid import Cell, Direction, cells, connected_part
from enpitsu.kinds.hitori import Hitori
from enpitsu.kinds.hitori.number_search import random_numbers, shade
from enpitsu.limits import NO_LIMITS

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (2, 2), (7, 7), (4, 9)])
@pytest.mark.parametrize("seed", range(3))
def test_no_more_cells_can_be_shaded(size: tuple[int, int], seed: int) -> None:
    board = set(cells(*size))
    shaded = shade(board, Random(seed), NO_LIMITS.start())
    assert not any(way.step(cell) in shaded for cell in shaded for way in Direction)
    for cell in board - shaded:
        near = any(way.step(cell) in shaded for way in Direction)
        left = board - shaded - {cell}
        assert near or not left or connected_part(min(left), left) != left


def test_first_numbers_differ_in_each_line() -> None:
    numbers = random_numbers(5, 8, Random(1))
    puzzle = Hitori(5, 8, numbers=numbers)
    for line in puzzle.lines():
        assert len({numbers[cell] for cell in line}) == len(line)
    assert set(numbers.values()) == set(range(1, 9))


@pytest.mark.parametrize("size", [(1, 4), (2, 2), (5, 9), (10, 10)])
def test_made_boards_are_full_and_have_one_solution(size: tuple[int, int]) -> None:
    found = generate("hitori", *size, seed=4, jobs=1)
    assert isinstance(found.puzzle, Hitori)
    assert found.solution is not None
    assert len(found.puzzle.numbers) == size[0] * size[1]
    assert max(found.puzzle.numbers.values()) <= max(size)
    assert check(found.puzzle, found.solution) == []
    assert [each.position for each in solve(found.puzzle).solutions] == [found.solution]


def test_a_line_of_equal_numbers_ends_quickly() -> None:
    puzzle = Hitori(2, 30, numbers=dict.fromkeys(cells(2, 30), 7))
    assert solve(puzzle).status == "none"
    with pytest.raises(FormatError, match="at most 100"):
        Hitori(1, 101)


def test_a_board_full_of_large_numbers_is_known() -> None:
    text = "3 3\n5 2 5\n2 5 7\n7 1 2\n"
    puzzle = parse(text)
    assert isinstance(puzzle, Hitori)
    assert puzzle.numbers[Cell(0, 0)] == 5
    assert parse(text.replace("1", "-")).kind == "nurikabe"
