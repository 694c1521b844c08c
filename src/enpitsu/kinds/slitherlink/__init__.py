"""Slitherlink: one loop along the sides of cells; a number tells how many of its sides it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from pathlib import Path

from enpitsu.grid import Cell
from enpitsu.kit import (
    Constraint,
    Degree,
    GridPuzzle,
    clues,
    exactly,
    mark,
    not_all,
    page,
    rule,
    single_loop,
    technique,
)
from enpitsu.kit.formats import clue_words, line_answers, notes, puzzlink, pzprv3, small_numbers
from enpitsu.kit.puzzle_text import clue_rows, grid_text, loop_inside


class Slitherlink(GridPuzzle):
    """A board with numbers in some cells."""

    kind = "slitherlink"
    numbers = clues(values=range(4))
    line = mark("sides")


@rule("number", "A number tells how many of the four sides of its cell the loop runs along.")
def number(puzzle: Slitherlink) -> Iterator[Constraint]:
    """Each number."""
    for cell, value in puzzle.numbers.items():
        yield exactly(puzzle.line.around(cell), value, clue=cell)


@rule("loop", "The lines are one single loop that never crosses itself or branches.")
def loop(puzzle: Slitherlink) -> Iterator[list[Constraint]]:
    """The loop."""
    yield single_loop(puzzle.line)


# --- what solvers know by name --------------------------------------------------------------------


@technique("corner", 1.6)
def corner(puzzle: Slitherlink) -> Iterator[tuple[Constraint, ...]]:
    """A number and one of the corners of its cell."""
    for cell in puzzle.numbers:
        for each in at_corners(puzzle, [cell]):
            yield *numbers(puzzle, cell), each


@technique("diagonal", 2.1)
def diagonal(puzzle: Slitherlink) -> Iterator[tuple[Constraint, ...]]:
    """Two numbers that share a corner only, and this corner."""
    for a, b in pairs(puzzle, (1, 1), (1, -1)):
        (point,) = set(corners(a)) & set(corners(b))
        yield *numbers(puzzle, a, b), Degree(puzzle.line.lines_at()[point])


@technique("beside", 2.2)
def beside(puzzle: Slitherlink) -> Iterator[tuple[Constraint, ...]]:
    """Two neighbouring numbers, the corners they share, and that the loop is not round these two
    cells alone, as there is a line at another number."""
    lines = puzzle.line.lines_at()
    for a, b in pairs(puzzle, (0, 1), (1, 0)):
        points = (Degree(lines[point]) for point in set(corners(a)) & set(corners(b)))
        ring = set(puzzle.line.around(a)) ^ set(puzzle.line.around(b))
        others = (cell for cell, value in puzzle.numbers.items() if value and cell not in (a, b))
        far = (cell for cell in others if ring.isdisjoint(puzzle.line.around(cell)))
        away = [not_all(sorted(ring), clue=cell) for cell in islice(far, 1)]
        yield *numbers(puzzle, a, b), *points, *away


@technique("round", 2.4)
def around(puzzle: Slitherlink) -> Iterator[tuple[Constraint, ...]]:
    """A number and all corners of its cell."""
    for cell in puzzle.numbers:
        yield *numbers(puzzle, cell), *at_corners(puzzle, [cell])


@technique("together", 2.8)
def together(puzzle: Slitherlink) -> Iterator[tuple[Constraint, ...]]:
    """Two numbers that touch, all corners of their cells, and that the loop is one."""
    *_, one_loop = loop.constraints(puzzle)
    for both in pairs(puzzle, (0, 1), (1, 0), (1, 1), (1, -1)):
        yield *numbers(puzzle, *both), *at_corners(puzzle, both), one_loop


@technique("crossing", 3.4)
def crossing(puzzle: Slitherlink) -> Iterator[tuple[Constraint, ...]]:
    """A point, the numbers round it, all corners of these cells, and that the loop is one."""
    *_, one_loop = loop.constraints(puzzle)
    for point, lines in puzzle.line.lines_at().items():
        cells = puzzle.line.cells_at(point)
        known = (cell for cell in cells if cell in puzzle.numbers)
        yield Degree(lines), *numbers(puzzle, *known), *at_corners(puzzle, cells), one_loop


def at_corners(puzzle: Slitherlink, cells: Iterable[Cell]) -> Iterator[Constraint]:
    """Yield that none or two lines meet, for all corners of some cells."""
    for point in dict.fromkeys(point for cell in cells for point in corners(cell)):
        yield Degree(puzzle.line.lines_at()[point])


def numbers(puzzle: Slitherlink, *cells: Cell) -> Iterator[Constraint]:
    """Yield the demands of the numbers in some cells."""
    for cell in cells:
        yield exactly(puzzle.line.around(cell), puzzle.numbers[cell], clue=cell)


def pairs(puzzle: Slitherlink, *steps: tuple[int, int]) -> Iterator[tuple[Cell, Cell]]:
    """Two numbers each that are one of these steps apart."""
    for cell, (down, right) in product(puzzle.numbers, steps):
        other = Cell(cell.row + down, cell.col + right)
        if other in puzzle.numbers:
            yield cell, other


def corners(cell: Cell) -> list[Cell]:
    """The corners of a cell, each by the name of the cell below right."""
    return [Cell(cell.row + down, cell.col + right) for down, right in product((0, 1), repeat=2)]


KIND = page(
    Slitherlink,
    name="Slitherlink",
    native_name="スリザーリンク",
    rules=(number, loop),
    techniques=(corner, diagonal, beside, around, together, crossing),
    folder=Path(__file__).parent,
    formats=(
        puzzlink("slither", "slitherlink", small_numbers("numbers")),
        pzprv3(
            "slither",
            "slitherlink",
            clue_words("numbers"),
            notes(since=1),
            line_answers("line"),
            version=1,
        ),
        grid_text(clue_rows("numbers"), solution=loop_inside("line")),
    ),
)
