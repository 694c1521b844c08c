"""Hitori: shade cells until no number is left twice in a line; the others stay connected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

from enpitsu.errors import FormatError
from enpitsu.grid import Cell
from enpitsu.kit import (
    Constraint,
    GridPuzzle,
    any_of,
    clues,
    connected,
    mark,
    not_all,
    page,
    rule,
    technique,
)
from enpitsu.kit.formats import cell_answers, clue_words, numbers_36, puzzlink, pzprv3
from enpitsu.kit.puzzle_text import clue_rows, grid_text, large_numbers, shaded_cells
from enpitsu.lazy import load_when_asked

MOST_SIDE = 100  # cells: each two equal numbers in a line are a demand


class Hitori(GridPuzzle):
    """A board full of numbers."""

    kind = "hitori"
    numbers = clues(values=range(1, 1000), share=1.0)
    shaded = mark("cells")

    def check(self) -> None:
        """Lines are no longer than is sensible."""
        if max(self.rows, self.cols) > MOST_SIDE:
            raise FormatError(f"Hitori has at most {MOST_SIDE} rows and columns")


@rule("twice", "Among the cells that are not shaded, no number stands twice in a row or column.")
def twice(puzzle: Hitori) -> Iterator[Constraint]:
    """Of each two equal numbers in a line one is shaded."""
    for line in puzzle.lines():
        for number in sorted({puzzle.numbers[cell] for cell in line if cell in puzzle.numbers}):
            equal = [cell for cell in line if puzzle.numbers.get(cell) == number]
            yield from (pair(puzzle, *two) for two in combinations(equal, 2))


@rule("touching", "Shaded cells never touch along a side.")
def touching(puzzle: Hitori) -> Iterator[Constraint]:
    """Each two neighbours."""
    for line in puzzle.lines():
        for two in pairwise(line):
            yield apart(puzzle, *two)


@rule(
    "connected",
    "All cells that are not shaded are connected along their sides.",
    levels={"gate": 1.55},
    without=("cut-off",),
)
def together(puzzle: Hitori) -> Iterator[Constraint]:
    """All cells that are not shaded. Nothing is ever cut off: it would be shaded, and touch."""
    yield connected({cell: -puzzle.shaded[cell] for cell in puzzle.shaded.cells}, apart=True)


def pair(puzzle: Hitori, a: Cell, b: Cell) -> Constraint:
    """Of two equal numbers in a line one is shaded."""
    return any_of(puzzle.shaded.at((a, b))).of_clues(a, b)


def apart(puzzle: Hitori, a: Cell, b: Cell) -> Constraint:
    """Two neighbours are not both shaded."""
    return not_all(puzzle.shaded.at((a, b)))


# --- what solvers know by name --------------------------------------------------------------------


@technique("sandwich", 1.1)
def sandwich(puzzle: Hitori) -> Iterator[tuple[Constraint, ...]]:
    """Two equal numbers with a cell between: one of them is shaded, so that cell is not."""
    for line in puzzle.lines():
        for a, middle, b in zip(line, line[1:], line[2:], strict=False):
            if is_equal(puzzle, a, b):
                yield pair(puzzle, a, b), apart(puzzle, a, middle), apart(puzzle, middle, b)


@technique("pair", 1.3)
def side_by_side(puzzle: Hitori) -> Iterator[tuple[Constraint, ...]]:
    """Two equal numbers side by side: one of them stays, so all others in the line are shaded."""
    for line in puzzle.lines():
        for a, b in pairwise(line):
            if is_equal(puzzle, a, b):
                for other in line:
                    if other not in (a, b) and is_equal(puzzle, a, other):
                        rivals = pair(puzzle, a, other), pair(puzzle, b, other)
                        yield apart(puzzle, a, b), *rivals


@technique("corner", 1.6)
def corner(puzzle: Hitori) -> Iterator[tuple[Constraint, ...]]:
    """Equal numbers in a corner, whose outermost cell must not be walled in."""
    for row, down in {0: 1, puzzle.rows - 1: -1}.items():
        for col, right in {0: 1, puzzle.cols - 1: -1}.items():
            a, b, c, d = (Cell(row + i * down, col + j * right) for i in (0, 1) for j in (0, 1))
            sides = (a, b), (a, c), (b, d), (c, d)
            equal = [pair(puzzle, *two) for two in sides if is_equal(puzzle, *two)]
            if d in puzzle.shaded and equal:
                yield *equal, *(apart(puzzle, *two) for two in (*sides, (b, c)))


@technique("either-way", 2.4)
def either_way(puzzle: Hitori) -> Iterator[tuple[Constraint, ...]]:
    """Two equal numbers, of which one or the other is shaded; nothing is cut off."""
    (all_connected,) = together.constraints(puzzle)
    for asked in twice.constraints(puzzle):
        equal = (cell for cell in asked.clues if isinstance(cell, Cell))
        beside = [(cell, ray[0]) for cell in equal for ray in puzzle.rays(cell) if ray]
        yield asked, *(apart(puzzle, *two) for two in beside), all_connected


def is_equal(puzzle: Hitori, a: Cell, b: Cell) -> bool:
    """Return True if two cells in a line have the same number."""
    return a in puzzle.numbers and puzzle.numbers[a] == puzzle.numbers.get(b)


RULES = (twice, touching, together)
FULL = large_numbers(full=True)
KIND = page(
    Hitori,
    name="Hitori",
    native_name="ひとりにしてくれ",
    rules=RULES,
    techniques=(sandwich, side_by_side, corner, either_way),
    makers=load_when_asked("enpitsu.kinds.hitori.number_search:MAKERS"),
    editor=load_when_asked("enpitsu.kinds.hitori.number_search:EDITOR"),
    folder=Path(__file__).parent,
    formats=(
        puzzlink("hitori", numbers_36("numbers")),
        pzprv3("hitori", clue_words("numbers"), cell_answers("shaded")),
        grid_text(clue_rows("numbers"), solution=shaded_cells("shaded"), telling=FULL),
    ),
)
