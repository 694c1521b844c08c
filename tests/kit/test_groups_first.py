"""Boards that begin with their groups, and numbers that move within theirs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from enpitsu import check, solve
from enpitsu.generate import Outcome, generate
from enpitsu.grid import Cell, Direction, cells, connected_part
from enpitsu.kit.clue_maker import mixed_order
from enpitsu.kit.clue_values import ClueKey
from enpitsu.kit.editor import moved_numbers
from enpitsu.kit.puzzle import GridPuzzle, clues, mark
from enpitsu.kit.random_groups import SIZES, random_groups
from enpitsu.position import Position
from enpitsu.registry import find_kind

pytestmark = pytest.mark.quick

WITH_GROUPS = "nurikabe"


@pytest.mark.parametrize("seed", range(5))
def test_drawn_groups_never_touch_and_leave_no_room(seed: int) -> None:
    board = {cell: at for at, cell in enumerate(cells(7, 9), 1)}
    drawn = random_groups(board, SIZES, Random(seed))
    inside = {cell for cell in board if board[cell] in drawn}
    left = set(inside)
    while left:
        group = connected_part(min(left), left)
        assert len(group) <= max(SIZES)
        left -= group
    for cell in board.keys() - inside:
        # Pairs find no room: some neighbour, or all around a free one, belongs to a group.
        free = [way.step(cell) for way in Direction if way.step(cell) in board.keys() - inside]
        beside = any(way.step(cell) in inside for way in Direction)
        assert beside or all(any(way.step(each) in inside for way in Direction) for each in free)


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (5, 1), (2, 2), (6, 7)])
def test_every_group_has_its_number(size: tuple[int, int]) -> None:
    puzzle, solution = _made(*size, 2)
    assert check(puzzle, solution) == []


def _made(rows: int, cols: int, seed: int) -> tuple[GridPuzzle, Position]:
    found = generate(WITH_GROUPS, rows, cols, seed=seed, jobs=1)
    assert found.status == Outcome.MADE
    assert isinstance(found.puzzle, GridPuzzle)
    assert found.solution is not None
    return found.puzzle, found.solution


def _facts(answer: Any) -> set[Any]:
    return {fact for fact in answer if fact.holds}


def test_a_number_moves_within_its_group_and_the_solution_stays() -> None:
    puzzle, solution = _made(6, 6, 3)
    editor = find_kind(WITH_GROUPS).editor
    assert editor is not None
    (name,) = puzzle.given
    moves = list(moved_numbers(puzzle, solution))
    assert moves
    for change in moves:
        after = editor.edit(puzzle, change)
        assert len(after.given[name]) == len(puzzle.given[name])
        assert check(after, solution) == []
        old, new = change.places
        assert isinstance(old, Cell)
        assert old in puzzle.given[name]
        assert new not in puzzle.given[name]
        assert editor.fit(puzzle, change, solution) == change


def test_the_solution_of_a_made_board_is_the_only_one() -> None:
    for seed in range(4):
        puzzle, solution = _made(7, 7, seed)
        (only,) = solve(puzzle).solutions
        assert _facts(only.position) == _facts(solution)


class _Pearls(GridPuzzle):
    """Pearls of which white ones are wanted three times as often."""

    kind = "pearlmix"
    pearls = clues(values=("white", "black"), look="pearl", mix=(3, 1))
    line = mark("edges")


def test_what_is_left_comes_near_the_mix() -> None:
    values = {ClueKey("pearls", cell): "white" for cell in cells(5, 8)}
    values |= {ClueKey("pearls", Cell(row, 0)): "black" for row in range(5)}
    groups = [(key,) for key in values]
    order = mixed_order(groups, values, Random(1), _Pearls(5, 8))
    assert sorted(order) == sorted(groups)
    left = [values[key] for (key,) in order[20:]]
    assert (left.count("white"), left.count("black")) == (15, 5)
