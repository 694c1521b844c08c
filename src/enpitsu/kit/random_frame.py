"""The beginning of a new puzzle: random areas, and random cells in which nothing is written."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from enpitsu.grid import Cell, Direction, cells
from enpitsu.kit.area_growth import grow_areas
from enpitsu.kit.grid_index import GridIndex
from enpitsu.kit.puzzle import UNKNOWN, GridPuzzle
from enpitsu.limits import Budget

AREA_SIZE = 5.5  # cells of an area, in the mean
WALLS = 0.18  # share of cells that are walls, where clues are such
NUMBERED = 0.16  # the same for numbers in cells where nothing else stands: fewer make large groups
SIDE = 5  # of a rectangle, at most
RECTANGLES = {1: 0.2, 2: 1.2, 3: 2.0, 4: 9.0, 6: 24.0, 8: 14.0, 9: 16.0, 10: 5.0, 12: 10.0}
"""The weight of a rectangle of so many cells, as in puzzles of human authors."""


def is_random(puzzle_type: type[GridPuzzle]) -> bool:
    """Return True if puzzles of a page begin with anything random."""
    has_blocks = any(sort.blocks for sort in puzzle_type.clue_sorts.values())
    return puzzle_type.area_name is not None or has_blocks


class FrameTaste(NamedTuple):
    """The look of areas."""

    size: float = AREA_SIZE
    """Cells of an area, in the mean."""
    large: float = 0.0
    """The power of their size by which rectangles are wanted more than usual."""
    numbered: float = NUMBERED
    """The share of cells with a number where nothing else is written."""

    @classmethod
    def of(cls, aim: float | None) -> FrameTaste:
        """The taste for puzzles of a level: small areas tell more of their cells, and so do many
        numbers."""
        gentle = 0.0 if aim is None else max(0.0, 1 - 2 * aim)
        return cls(AREA_SIZE * (1 - 0.4 * gentle), -1.5 * gentle, NUMBERED * (1 + 0.4 * gentle))


def random_frame(
    puzzle_type: type[GridPuzzle],
    board: GridIndex,
    taste: FrameTaste,
    random: Random,
    budget: Budget,
) -> GridPuzzle:
    """A puzzle with random areas and blocked cells, as far as its page has such; symmetric as the
    board is."""
    given: dict[str, Any] = {}
    if puzzle_type.area_name is not None:
        given[puzzle_type.area_name] = random_areas(puzzle_type, board, taste, random, budget)
    for name, sort in puzzle_type.clue_sorts.items():
        if sort.blocks:
            value = UNKNOWN if sort.unknown else next(iter(sort.values))
            share = WALLS
            if sort.must_tell:
                share = taste.numbered * (1 if sort.share is None else sort.share / NUMBERED)
            chosen = random_blocks(board, random, share, apart=sort.must_tell)
            given[name] = dict.fromkeys(sorted(chosen), value)
    return puzzle_type(board.rows, board.cols, **given)


def random_areas(
    puzzle_type: type[GridPuzzle],
    grid: GridIndex,
    taste: FrameTaste,
    random: Random,
    budget: Budget,
    taken: set[Cell] | None = None,
) -> dict[Cell, int]:
    """The number of each cell's area; without those that are taken."""
    assert puzzle_type.area_name is not None
    areas: Any = getattr(puzzle_type, puzzle_type.area_name)
    if areas.rectangles or taken:
        return _rectangles(grid, taste, random, budget, taken or set())
    numbers = grow_areas(grid, random, taste.size, budget.check)
    return dict(zip(cells(grid.rows, grid.cols), numbers, strict=True))


def _rectangles(
    grid: GridIndex, taste: FrameTaste, random: Random, budget: Budget, taken: set[Cell]
) -> dict[Cell, int]:
    """Rectangles from the first free cell on, each with its image."""
    number_of: dict[Cell, int] = dict.fromkeys(taken, -1)
    count = 0
    for start in cells(grid.rows, grid.cols):
        if start in number_of:
            continue
        budget.check()
        chosen = random.choices(*_choices(grid, taste, start, number_of))[0]
        images = {_image(grid, at) for at in chosen}
        for part in (chosen, sorted(images)) if images.isdisjoint(chosen) else (chosen,):
            number_of.update(dict.fromkeys(part, count))
            count += 1
    return {cell: number for cell, number in number_of.items() if number >= 0}


def _choices(
    grid: GridIndex, taste: FrameTaste, start: Cell, number_of: dict[Cell, int]
) -> tuple[list[list[Cell]], list[float]]:
    """The rectangles from a cell on that are free, and lie beside their image or are it."""
    found, weights = [], []
    for high in range(1, SIDE + 1):
        for wide in range(1, SIDE + 1):
            size = high * wide
            part = [
                Cell(start.row + down, start.col + right)
                for down in range(high)
                for right in range(wide)
            ]
            last = part[-1]
            if last.row >= grid.rows or last.col >= grid.cols or size not in RECTANGLES:
                continue
            images = {_image(grid, at) for at in part}
            is_own = images == set(part)
            if number_of.keys().isdisjoint(part) and (is_own or images.isdisjoint(part)):
                found.append(part)
                long = max(high, wide) / min(high, wide)
                weights.append(RECTANGLES[size] * size**taste.large / long**0.5)
    return found, weights


def random_blocks(
    board: GridIndex, random: Random, share: float, *, apart: bool = False
) -> set[Cell]:
    """A share of the cells at random, no four in a square, or with `apart` no two side by side."""
    everywhere = list(cells(board.rows, board.cols))
    random.shuffle(everywhere)
    chosen: set[Cell] = set()
    wanted = share * len(everywhere)
    for cell in everywhere:
        more = {cell, _image(board, cell)} - chosen
        is_crowded = _has_pair if apart else _has_square
        if len(chosen) + len(more) <= wanted and not is_crowded(chosen | more, more):
            chosen |= more
    return chosen


def _image(board: GridIndex, cell: Cell) -> Cell:
    return board.cell(board.image[cell.row * board.cols + cell.col])


def _has_square(chosen: set[Cell], new: set[Cell]) -> bool:
    return any(
        all(Cell(cell.row + up + a, cell.col + left + b) in chosen for a in (0, 1) for b in (0, 1))
        for cell in new
        for up in (-1, 0)
        for left in (-1, 0)
    )


def _has_pair(chosen: set[Cell], new: set[Cell]) -> bool:
    return any(direction.step(cell) in chosen for cell in new for direction in Direction)
