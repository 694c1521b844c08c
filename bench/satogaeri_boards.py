"""Random Satogaeri boards with a known answer, for benchmarks.

Countries grow cell by cell to a random size about the wanted one. Each gets the end of a circle,
which is then moved backwards along free cells in one of two random directions, a random distance.
So every board has an answer; with few numbers it has many.

Hard boards have one answer, few numbers and few zeros. Their borders are moved until nothing but
one answer fits; then numbers are taken away and borders moved on while it stays so and while no
more circles can be placed by simple means.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import enpitsu
from enpitsu.grid import Cell, Direction, Slot, edge, is_inside, ray
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.generator.ring_growth_maker import shuffle_circles
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.grid_index import GridIndex

MOST_TRIES = 50
"""So often the borders of a hard board are moved to leave it one solution."""
CHANGED_NUMBERS = 0.2
"""How many of the changes that make it harder are about numbers."""


def random_board(
    rng: random.Random, rows: int, cols: int, numbered: float, size: float = 5
) -> Satogaeri:
    """A board on which this share of the circles has a number."""
    grid = GridIndex(rows, cols)
    countries = _grow_countries(rng, grid, size)
    circles = _move_back(rng, grid, countries)
    return Satogaeri(
        rows,
        cols,
        tuple(countries),
        tuple((cell, far if rng.random() < numbered else None) for cell, far in circles),
    )


def _grow_countries(rng: random.Random, grid: GridIndex, size: float) -> list[int]:
    label = [-1] * grid.count
    order = list(range(grid.count))
    rng.shuffle(order)
    count = 0
    for start in order:
        if label[start] < 0:
            _grow(rng, grid, label, start, count, max(1, int(rng.gauss(size, size / 2.5))))
            count += 1
    return label


def _grow(
    rng: random.Random, grid: GridIndex, label: list[int], start: int, country: int, size: int
) -> None:
    label[start] = country
    cells = [start]
    while len(cells) < size:
        free = [at for cell in cells for at in grid.near[cell] if label[at] < 0]
        if not free:
            return
        cells.append(rng.choice(free))
        label[cells[-1]] = country


def _move_back(
    rng: random.Random, grid: GridIndex, countries: list[int], ways: int = 2
) -> list[tuple[Cell, int]]:
    """For each country where its circle comes from, in one of so many directions that are tried,
    and how far that is."""
    tracks = shuffle_circles(grid, countries, rng, ways)
    return [(grid.cell(track[0]), len(track) - 1) for track in tracks.values()]


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
        puzzle = _told_more(puzzle, solutions)


def _told_more(puzzle: Satogaeri, solutions: list[enpitsu.Solution]) -> Satogaeri:
    ways, others = (_ways(puzzle, each) for each in solutions)
    circles = dict(puzzle.circles)
    cell = next(cell for cell in ways if ways[cell] != others[cell])
    end = ways[cell][-1]
    if circles.pop(cell) is None:
        circles[cell] = len(ways[cell]) - 1
    else:
        circles[end] = 0
    return replace(puzzle, circles=tuple(circles.items()))


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


# --- hard boards ---------------------------------------------------------------------------------


def hard_board(
    rng: random.Random, rows: int, cols: int, size: float, changes: int
) -> Satogaeri | None:
    """A board with one solution, its countries of about this size; with more changes it is
    harder. None if it has no solution."""
    grid = GridIndex(rows, cols)
    countries = _grow_countries(rng, grid, size)
    circles = _move_back(rng, grid, countries, ways=4)
    puzzle = made_unique(
        _with_moved_borders(rng, Satogaeri(rows, cols, tuple(countries), tuple(circles)))
    )
    if puzzle is None:
        return None
    # Numbers that can be spared go; zeros, which tell most, first.
    numbered = [(bool(number), cell) for cell, number in puzzle.circles if number is not None]
    rng.shuffle(numbered)
    for _, cell in sorted(numbered, key=lambda item: item[0]):
        fewer = _without_number(puzzle, cell)
        puzzle = fewer if enpitsu.solve(fewer).status == "unique" else puzzle
    # So many changes are tried, each kept if it leaves no fewer circles open.
    open_circles = _open_circles(puzzle)
    for _ in range(changes):
        changed = _changed(rng, puzzle)
        left = _open_circles(changed)
        if left >= open_circles and enpitsu.solve(changed).status == "unique":
            puzzle, open_circles = changed, left
    return puzzle


def _with_moved_borders(rng: random.Random, puzzle: Satogaeri) -> Satogaeri:
    """While there is a second solution, cells where only it ends circles go to countries beside,
    so that the first solution alone still fits; but not for ever."""
    ends: set[Cell] | None = None
    for _ in range(MOST_TRIES):
        solutions = enpitsu.solve(puzzle).solutions
        homes = [{way[-1] for way in _ways(puzzle, each).values()} for each in solutions]
        ends = homes[0] if ends is None else ends
        if homes == [ends]:
            return puzzle
        before = puzzle
        for cell in sorted(set().union(*homes) - ends):
            puzzle = rng.choice([*_handed_over(puzzle, cell)] or [puzzle])
        if puzzle == before:
            puzzle, ends = _told_more(puzzle, solutions), homes[0]
    return puzzle


def _handed_over(puzzle: Satogaeri, cell: Cell) -> Iterator[Satogaeri]:
    """The puzzle with a cell given to each country beside it; no country may fall apart."""
    at = cell.row * puzzle.cols + cell.col
    countries = list(puzzle.countries)
    near = (direction.step(cell) for direction in Direction)
    beside = {puzzle.country_of(each) for each in near if is_inside(each, puzzle.rows, puzzle.cols)}
    for country in sorted(beside - {countries[at]}):
        changed = replace(puzzle, countries=(*countries[:at], country, *countries[at + 1 :]))
        if changed.country_count == puzzle.country_count:
            yield changed


def _changed(rng: random.Random, puzzle: Satogaeri) -> Satogaeri:
    """The board with a number taken away, or with a border moved by a cell."""
    cell, number = rng.choice(puzzle.circles)
    if number is not None and rng.random() < CHANGED_NUMBERS:
        return _without_number(puzzle, cell)
    cell = Cell(rng.randrange(puzzle.rows), rng.randrange(puzzle.cols))
    return rng.choice([*_handed_over(puzzle, cell)] or [puzzle])


def _open_circles(puzzle: Satogaeri) -> int:
    """The circles with more than one move left when all that is cheap to see is drawn."""
    board, budget = SatogaeriBoard(puzzle), enpitsu.Limits().start()
    if not board.settle(budget):
        return 0
    moves = board.moves(budget)
    return sum(not moves.is_fixed(circle) for circle in range(moves.count))


def _without_number(puzzle: Satogaeri, cell: Cell) -> Satogaeri:
    circles = {**dict(puzzle.circles), cell: None}
    return replace(puzzle, circles=tuple(circles.items()))
