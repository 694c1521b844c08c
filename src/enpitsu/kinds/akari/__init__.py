"""Akari: lights that reach as far as the next wall light up every cell, and never each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, groupby
from pathlib import Path

from enpitsu.grid import Cell
from enpitsu.kit import (
    Constraint,
    GridPuzzle,
    any_of,
    at_most,
    clues,
    exactly,
    mark,
    page,
    rule,
    technique,
)
from enpitsu.kit.formats import clues_and_answers, puzzlink, pzprv3, small_numbers
from enpitsu.kit.puzzle_text import clue_rows, grid_text, shaded_cells


class Akari(GridPuzzle):
    """A board with walls, some of them with a number."""

    kind = "akari"
    walls = clues(values=range(5), unknown=True, look="wall", blocks=True, share=0.1)
    light = mark("cells", look="light")


@rule("number", "A number tells how many lights stand beside its wall, along the sides.")
def number(puzzle: Akari) -> Iterator[Constraint]:
    """Each number that is told."""
    for cell, value in puzzle.walls.items():
        if value != "?":
            yield exactly(puzzle.light.around(cell), value, clue=cell)


@rule("facing", "Lights never shine on each other: between two of a row or column is a wall.")
def facing(puzzle: Akari) -> Iterator[Constraint]:
    """At most one light in each straight run from wall to wall."""
    for run in runs(puzzle):
        yield at_most(puzzle.light.at(run), 1)


@rule(
    "lit", "Every other cell is lit: by a light in it, or by one in sight along its row or column."
)
def lit(puzzle: Akari) -> Iterator[Constraint]:
    """Each cell with its two runs."""
    for cell, reached in sights(puzzle).items():
        yield any_of(puzzle.light.at(reached), cells=[cell])


def runs(puzzle: Akari) -> Iterator[tuple[Cell, ...]]:
    """The straight runs of cells from wall to wall."""
    for line in puzzle.lines():
        for is_wall, run in groupby(line, puzzle.walls.__contains__):
            if not is_wall:
                yield tuple(run)


def sights(puzzle: Akari) -> dict[Cell, dict[Cell, None]]:
    """The cells from which each cell is lit, itself the first."""
    found = {cell: {cell: None} for cell in puzzle.light.cells}
    for run in runs(puzzle):
        for cell in run:
            found[cell] |= dict.fromkeys(run)
    return found


# --- what solvers know by name --------------------------------------------------------------------


@technique("corners", 1.6)
def corners(puzzle: Akari) -> Iterator[tuple[Constraint, ...]]:
    """A number, and that the lights beside it shine past its corners."""
    for asked in number.constraints(puzzle):
        yield asked, *facing_among(puzzle, asked.literals)


@technique("all-see", 1.8)
def all_see(puzzle: Akari) -> Iterator[tuple[Constraint, ...]]:
    """A cell to be lit, and what all the places for its light shine on."""
    for asked in lit.constraints(puzzle):
        yield asked, *facing_among(puzzle, asked.literals)


@technique("two-numbers", 2.2)
def two_numbers(puzzle: Akari) -> Iterator[tuple[Constraint, ...]]:
    """Two numbers whose neighbours shine on each other."""
    for a, b in combinations(number.constraints(puzzle), 2):
        both = [*facing_among(puzzle, a.literals), *facing_among(puzzle, b.literals)]
        shared = {each for each in both if not each.variables.isdisjoint(a.variables)}
        if any(not each.variables.isdisjoint(b.variables) for each in shared):
            yield a, b, *dict.fromkeys(both)


@technique("number-lit", 2.6)
def number_lit(puzzle: Akari) -> Iterator[tuple[Constraint, ...]]:
    """A number, and a cell whose light can hardly stand elsewhere than beside it."""
    cells = list(lit.constraints(puzzle))
    for asked in number.constraints(puzzle):
        for each in cells:
            if not each.variables.isdisjoint(asked.variables):
                literals = (*asked.literals, *each.literals)
                yield asked, each, *facing_among(puzzle, literals)


def facing_among(puzzle: Akari, literals: Iterable[int]) -> list[Constraint]:
    """That no two lights shine on each other in the runs of some cells."""
    asked = set(literals)
    return [each for each in facing.constraints(puzzle) if not asked.isdisjoint(each.variables)]


KIND = page(
    Akari,
    name="Akari",
    native_name="美術館",
    rules=(number, facing, lit),
    techniques=(corners, all_see, two_numbers, number_lit),
    folder=Path(__file__).parent,
    formats=(
        puzzlink("lightup", "akari", small_numbers("walls")),
        pzprv3("lightup", "akari", clues_and_answers("walls", "light")),
        grid_text(clue_rows("walls"), solution=shaded_cells("light"), telling=("x", "#", "?")),
    ),
)
