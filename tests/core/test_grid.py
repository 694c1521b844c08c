"""Cells and edges by number agree with cells and edges."""

from __future__ import annotations

import pytest

from enpitsu.grid import (
    Cell,
    Direction,
    Edge,
    cell_at,
    cell_number,
    cells,
    edge,
    edge_ends,
    edge_number,
    edges_down,
    edges_right,
    is_edge,
    is_inside,
    neighbours,
    ray,
    ray_numbers,
    steps_apart,
)

pytestmark = pytest.mark.quick

SIZES = [(1, 1), (1, 4), (4, 1), (3, 5)]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_cells_are_numbered_row_by_row(rows: int, cols: int) -> None:
    places = list(cells(rows, cols))
    assert [cell_number(cell, cols) for cell in places] == list(range(rows * cols))
    assert [cell_at(number, cols) for number in range(rows * cols)] == places


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_neighbours_and_rays_by_number_are_those_by_cell(rows: int, cols: int) -> None:
    for at, cell in enumerate(cells(rows, cols)):
        beside = {each: each.step(cell) for each in Direction}
        inside = {each: there for each, there in beside.items() if is_inside(there, rows, cols)}
        found = neighbours(at, rows, cols)
        assert {each: cell_at(there, cols) for each, there in found.items()} == inside
        assert list(found) == list(inside)
        for each in Direction:
            seen = ray_numbers(at, each, rows, cols)
            assert [cell_at(there, cols) for there in seen] == list(ray(cell, each, rows, cols))
            assert [steps_apart(at, there, cols) for there in seen] == list(range(1, len(seen) + 1))


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_every_edge_has_a_number_and_its_ends(rows: int, cols: int) -> None:
    edges = [*edges_right(rows, cols), *edges_down(rows, cols)]
    assert all(map(is_edge, edges))
    assert len({edge_number(each, cols) for each in edges}) == len(edges)
    assert len(edges) == 2 * rows * cols - rows - cols
    for each in edges:
        a, b = edge_ends(edge_number(each, cols), cols)
        assert Edge(cell_at(a, cols), cell_at(b, cols)) == each


def test_directions_have_opposites() -> None:
    for each in Direction:
        start = Cell(2, 2)
        assert each.opposite.step(each.step(start)) == start
        assert Direction.between(start, each.step(start)) is each
        assert edge(start, each.step(start)) == edge(each.step(start), start)
        assert each.is_vertical == (each.word in ("up", "down"))
