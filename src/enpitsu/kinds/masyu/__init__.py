"""Masyu: a loop through all pearls; straight on at white ones, a turn at black ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

from enpitsu.grid import Cell, edge
from enpitsu.kit import (
    Constraint,
    Degree,
    GridPuzzle,
    any_of,
    by_clue,
    clues,
    mark,
    not_all,
    page,
    rule,
    single_loop,
    technique,
)
from enpitsu.kit.formats import clue_words, line_answers, pearls, puzzlink, pzprv3
from enpitsu.kit.puzzle_text import clue_rows, grid_text, line_ends

NEAR = ((0, 0), (0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0))  # steps from a pearl


class Masyu(GridPuzzle):
    """A board with white and black pearls in some cells."""

    kind = "masyu"
    pearls = clues(values=("white", "black"), look="pearl", share=0.3)
    line = mark("edges")


@rule("loop", "The lines are one single loop, which passes through all pearls.")
def loop(puzzle: Masyu) -> Iterator[list[Constraint]]:
    """The loop."""
    yield single_loop(puzzle.line, passes=puzzle.pearls)


@rule("white", "At a white pearl the loop goes straight on.")
def white(puzzle: Masyu) -> Iterator[Constraint]:
    """A line at a white pearl goes on at its other side."""
    for cell, near, far in axes(puzzle, "white"):
        for one, other in ((near, far), (far, near)):
            if one:
                yield any_of([-one[0], *other[:1]], clue=cell)


@rule("turn", "Before a white pearl, behind it, or both, the loop turns in the next cell.")
def turn(puzzle: Masyu) -> Iterator[list[Constraint]]:
    """Not straight on at both sides."""
    for cell, near, far in axes(puzzle, "white"):
        if len(near) == len(far) == 2:
            yield [not_all([one[0], near[1], far[1]], clue=cell) for one in (near, far)]


@rule("black", "At a black pearl the loop turns.")
def black(puzzle: Masyu) -> Iterator[list[Constraint]]:
    """One line up or down, and one to the left or right."""
    for cell, near, far in axes(puzzle, "black"):
        both = (*near[:1], *far[:1])
        yield [any_of(both, clue=cell), *(not_all(both, clue=cell) for _ in both[1:])]


@rule("straight", "Before and behind a black pearl the loop goes straight on in the next cell.")
def straight(puzzle: Masyu) -> Iterator[Constraint]:
    """A line at a black pearl is two cells long."""
    for cell, *arms in axes(puzzle, "black"):
        for first, *second in filter(None, arms):
            yield any_of([-first, *second], clue=cell)


def axes(puzzle: Masyu, colour: str) -> Iterator[tuple[Cell, Sequence[int], Sequence[int]]]:
    """For each pearl of a colour, up and down, then left and right: two lines each way."""
    for cell in (cell for cell, value in puzzle.pearls.items() if value == colour):
        ways = [pairwise((cell, *ray[:2])) for ray in puzzle.rays(cell)]
        up, down, left, right = [puzzle.line.at(edge(*step) for step in way) for way in ways]
        yield from ((cell, up, down), (cell, left, right))


# --- what solvers know by name --------------------------------------------------------------------


@technique("pearl", 1.4)
def pearl(puzzle: Masyu) -> Iterator[tuple[Constraint, ...]]:
    """A pearl and the cells beside it."""
    yield from map(neighbourhoods(puzzle), puzzle.pearls)


@technique("pearls", 1.65)
def together(puzzle: Masyu) -> Iterator[tuple[Constraint, ...]]:
    """A pearl, those next to it, and the cells beside these."""
    near = neighbourhoods(puzzle)
    for cells in clusters(puzzle):
        yield near(*cells)


@technique("pearl-open", 2.8)
def pearl_open(puzzle: Masyu) -> Iterator[tuple[Constraint, ...]]:
    """A pearl, the cells beside it, and that the loop is one."""
    near, (*_, one_loop) = neighbourhoods(puzzle), loop.constraints(puzzle)
    for cell in puzzle.pearls:
        yield *near(cell), one_loop


@technique("pearls-open", 3.4)
def together_open(puzzle: Masyu) -> Iterator[tuple[Constraint, ...]]:
    """A pearl, those next to it, the cells beside these, and that the loop is one."""
    near, (*_, one_loop) = neighbourhoods(puzzle), loop.constraints(puzzle)
    for cells in clusters(puzzle):
        yield *near(*cells), one_loop


def clusters(puzzle: Masyu) -> Iterator[list[Cell]]:
    """Each pearl with those below it and to its right, also over one cell or a corner."""
    for cell in puzzle.pearls:
        found = [Cell(cell.row + down, cell.col + right) for down, right in NEAR]
        yield [each for each in found if each in puzzle.pearls]


def neighbourhoods(puzzle: Masyu) -> Callable[..., tuple[Constraint, ...]]:
    """Return the demands of the pearls in some cells, and of the loop there and beside them."""
    asked, lines = by_clue(puzzle, *RULES), puzzle.line.lines_at()

    def near(*cells: Cell) -> tuple[Constraint, ...]:
        beside = (ray[0] for cell in cells for ray in puzzle.rays(cell) if ray)
        degrees = (Degree(lines[cell]) for cell in dict.fromkeys((*cells, *beside)))
        return *degrees, *chain.from_iterable(asked[cell] for cell in cells)

    return near


RULES = (loop, white, turn, black, straight)
KIND = page(
    Masyu,
    name="Masyu",
    native_name="ましゅ",
    rules=RULES,
    techniques=(pearl, together, pearl_open, together_open),
    folder=Path(__file__).parent,
    formats=(
        puzzlink("mashu", "masyu", "pearl", pearls("pearls")),
        pzprv3("mashu", "masyu", "pearl", clue_words("pearls"), line_answers("line")),
        grid_text(clue_rows("pearls"), solution=line_ends("line"), telling=("w", "b")),
    ),
)
