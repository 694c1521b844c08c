"""Random Satogaeri boards with a known answer, for benchmarks.

Countries grow cell by cell to a random size about the wanted one. Each gets the end of a circle,
which is then moved backwards along free cells in one of two random directions, a random distance.
So every board has an answer; with few numbers it has many.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import enpitsu
from enpitsu.grid import Cell, Direction, Slot, edge, ray
from enpitsu.kinds.satogaeri.model import Satogaeri


def random_board(
    rng: random.Random, rows: int, cols: int, numbered: float, size: float = 5
) -> Satogaeri:
    """A board on which this share of the circles has a number."""
    countries = _grow_countries(rng, rows, cols, size)
    circles = _move_back(rng, rows, cols, countries)
    return Satogaeri(
        rows,
        cols,
        tuple(countries),
        tuple((cell, far if rng.random() < numbered else None) for cell, far in circles),
    )


def _near(at: int, rows: int, cols: int) -> Iterator[int]:
    row, col = divmod(at, cols)
    if row:
        yield at - cols
    if row < rows - 1:
        yield at + cols
    if col:
        yield at - 1
    if col < cols - 1:
        yield at + 1


def _grow_countries(rng: random.Random, rows: int, cols: int, size: float) -> list[int]:
    label = [-1] * (rows * cols)
    order = list(range(rows * cols))
    rng.shuffle(order)
    count = 0
    for start in order:
        if label[start] < 0:
            _grow(rng, rows, cols, label, start, count, max(1, int(rng.gauss(size, size / 2.5))))
            count += 1
    return label


def _grow(
    rng: random.Random, rows: int, cols: int, label: list[int], start: int, country: int, size: int
) -> None:
    label[start] = country
    cells = [start]
    while len(cells) < size:
        free = [at for cell in cells for at in _near(cell, rows, cols) if label[at] < 0]
        if not free:
            return
        cells.append(rng.choice(free))
        label[cells[-1]] = country


def _move_back(
    rng: random.Random, rows: int, cols: int, countries: list[int]
) -> list[tuple[Cell, int]]:
    """For each country where its circle comes from, and how far that is."""
    cells: dict[int, list[int]] = {}
    for at, country in enumerate(countries):
        cells.setdefault(country, []).append(at)
    ends = [rng.choice(some) for some in cells.values()]
    rng.shuffle(ends)
    used = set(ends)
    return [_start(rng, rows, cols, end, used) for end in ends]


def _start(rng: random.Random, rows: int, cols: int, end: int, used: set[int]) -> tuple[Cell, int]:
    home = Cell(*divmod(end, cols))
    for down, right in rng.sample([(-1, 0), (1, 0), (0, -1), (0, 1)], 2):
        way: list[Cell] = []
        row, col = home.row + down, home.col + right
        while 0 <= row < rows and 0 <= col < cols and row * cols + col not in used:
            way.append(Cell(row, col))
            row, col = row + down, col + right
        if way:
            way = way[: rng.randint(1, len(way))]
            used.update(cell.row * cols + cell.col for cell in way)
            return way[-1], len(way)
    return home, 0


def made_unique(puzzle: Satogaeri) -> Satogaeri | None:
    """A board much like this one with one solution only, as published puzzles have; None if it has
    none.

    While there is a second solution, a circle that moves otherwise in it is told how far to go,
    or, if it is told that already, is put where it ends in the first one, with the number 0.
    """
    while True:
        solutions = enpitsu.solve(puzzle).solutions
        if len(solutions) < 2:
            return puzzle if solutions else None
        ways, others = (_ways(puzzle, each) for each in solutions)
        circles = dict(puzzle.circles)
        cell = next(cell for cell in ways if ways[cell] != others[cell])
        end = ways[cell][-1]
        if circles.pop(cell) is None:
            circles[cell] = len(ways[cell]) - 1
        else:
            circles[end] = 0
        puzzle = replace(puzzle, circles=tuple(circles.items()))


def _ways(puzzle: Satogaeri, solution: enpitsu.Solution) -> dict[Cell, tuple[Cell, ...]]:
    """The cells of each circle's way, from its start to its end."""
    lines = {fact.slot for fact in solution.facts}
    return {cell: _way(puzzle, lines, cell) for cell, _ in puzzle.circles}


def _way(puzzle: Satogaeri, lines: set[Slot], start: Cell) -> tuple[Cell, ...]:
    for direction in Direction:
        way = [start]
        for cell in ray(start, direction, puzzle.rows, puzzle.cols):
            if edge(way[-1], cell) not in lines:
                break
            way.append(cell)
        if len(way) > 1:
            return tuple(way)
    return (start,)
