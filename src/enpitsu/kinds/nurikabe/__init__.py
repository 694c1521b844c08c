"""Nurikabe: islands of as many cells as their numbers tell, in a sea that is one and has no
pools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from enpitsu.grid import Cell
from enpitsu.kit import (
    Constraint,
    GridPuzzle,
    clues,
    connected,
    groups,
    mark,
    never,
    page,
    rule,
    technique,
)
from enpitsu.kit.formats import clues_and_answers, numbers, puzzlink, pzprv3
from enpitsu.kit.puzzle_text import clue_rows, grid_text, large_numbers, shaded_cells


class Nurikabe(GridPuzzle):
    """A board with numbers in some cells, each on an island of its own."""

    kind = "nurikabe"
    numbers = clues(values=range(1, 1000), unknown=True, blocks=True, share=0.125)
    shaded = mark("cells")


@rule(
    "island",
    "Cells that are not shaded form islands, which touch at corners at most. "
    "Each has exactly one number, which tells how many cells it has.",
    levels={"group-grows": 1.3, "group-exceeds": 1.4, "unreached": 1.55, "group-elbow": 1.75},
)
def island(puzzle: Nurikabe) -> Iterator[list[Constraint]]:
    """The islands around the numbers."""
    sizes = {cell: None if value == "?" else value for cell, value in puzzle.numbers.items()}
    yield groups(land(puzzle), sizes)


@rule(
    "sea",
    "All shaded cells, the sea, are connected along their sides.",
    levels={"link": 1.45},
)
def sea(puzzle: Nurikabe) -> Iterator[Constraint]:
    """The sea."""
    yield connected(water(puzzle))


@rule("pool", "No four shaded cells form a square of 2x2.")
def pool(puzzle: Nurikabe) -> Iterator[Constraint]:
    """Each square."""
    yield from never(water(puzzle), "##", "##")


def water(puzzle: Nurikabe) -> dict[Cell, int]:
    """The literal of the sea in each cell."""
    return {cell: puzzle.shaded[cell] for cell in puzzle.shaded.cells}


def land(puzzle: Nurikabe) -> dict[Cell, int]:
    """The literal of an island in each cell."""
    return {cell: -puzzle.shaded[cell] for cell in puzzle.shaded.cells}


# --- what solvers know by name --------------------------------------------------------------------


@technique("pool-reach", 1.8)
def pool_reach(puzzle: Nurikabe) -> Iterator[tuple[Constraint, ...]]:
    """A square, and the islands that can reach it."""
    all_islands, *_ = island.constraints(puzzle)
    for square in pool.constraints(puzzle):
        yield square, all_islands


@technique("pools", 3.1)
def pools(puzzle: Nurikabe) -> Iterator[tuple[Constraint, ...]]:
    """A square and those beside it, the islands that can reach them, and a sea that stays one."""
    yield from squares_with(puzzle, pool.constraints(puzzle))


@technique("island-fit", 3.6)
def island_fit(puzzle: Nurikabe) -> Iterator[tuple[Constraint, ...]]:
    """An island, the squares in its reach, other islands, and a sea that stays one."""
    _, *sized = island.constraints(puzzle)
    yield from squares_with(puzzle, sized)


def squares_with(puzzle: Nurikabe, asked: Iterable[Constraint]) -> Iterator[tuple[Constraint, ...]]:
    """Each of some demands, the squares that share a cell with it, all islands and the sea."""
    all_islands, *_ = island.constraints(puzzle)
    (one_sea,) = sea.constraints(puzzle)
    squares = list(pool.constraints(puzzle))
    for each in asked:
        beside = [one for one in squares if not one.variables.isdisjoint(each.variables)]
        yield *dict.fromkeys((each, *beside)), all_islands, one_sea


KIND = page(
    Nurikabe,
    name="Nurikabe",
    native_name="ぬりかべ",
    rules=(island, sea, pool),
    techniques=(pool_reach, pools, island_fit),
    folder=Path(__file__).parent,
    formats=(
        puzzlink("nurikabe", numbers("numbers")),
        pzprv3("nurikabe", clues_and_answers("numbers", "shaded")),
        grid_text(
            clue_rows("numbers"),
            solution=shaded_cells("shaded"),
            telling=large_numbers(full=False),
        ),
    ),
)
