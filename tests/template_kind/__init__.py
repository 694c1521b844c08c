"""Stars: a kind for tests, on one page. Not a real puzzle.

Shade so many cells of each row and column as the numbers at its ends say, no two touching along a
side. docs/adding-a-kind.md tells what a page may say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from enpitsu.kit import Constraint, GridPuzzle, clues, exactly, mark, not_all, page, rule
from enpitsu.kit.puzzle_text import border_rows, grid_text, shaded_cells


class Stars(GridPuzzle):
    """A board with numbers beside some rows and columns."""

    kind = "stars"
    numbers = clues("border", values=range(101))
    shaded = mark("cells")


@rule("count", "A number tells how many cells of its row or column are shaded.")
def count(puzzle: Stars) -> Iterator[Constraint]:
    """Each number."""
    for place, number in puzzle.numbers.items():
        yield exactly(puzzle.shaded.at(puzzle.behind(place)), number, clue=place)


@rule("touching", "Shaded cells do not touch along a side.")
def touching(puzzle: Stars) -> Iterator[Constraint]:
    """Each two neighbours."""
    for line in puzzle.lines():
        for pair in pairwise(puzzle.shaded.at(line)):
            yield not_all(pair)


KIND = page(
    Stars,
    name="Stars",
    native_name="Stars",
    rules=(count, touching),
    folder=Path(__file__).parent,
    formats=(grid_text(border_rows("numbers"), solution=shaded_cells("shaded")),),
)
