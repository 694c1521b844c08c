"""Nonograms the slow and obvious way: every filling of every cell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, from_picture, runs_of

EMPTY = None
Cells = tuple[int | None, ...]
PALETTES = (
    ("#000000",),
    ("#ff0000", "#0000ff"),
    ("#ff0000", "#00b000", "#0000ff"),
)


def fits(clue: Clue, cells: Cells) -> bool:
    """Whether a finished line is as its clue tells."""
    found = runs_of(cells)
    return len(found) == len(clue) and all(
        a.colour == b.colour and b.length in (None, a.length)
        for a, b in zip(found, clue, strict=True)
    )


def answers_of_line(clue: Clue, can: list[set[int | None]]) -> Iterator[Cells]:
    """Every filling of a line from what its cells can be."""
    return (cells for cells in product(*can) if fits(clue, cells))


def solutions(puzzle: Nonogram) -> Iterator[tuple[Cells, ...]]:
    """Every solution of a puzzle, row by row through the fitting rows."""
    choices: list[int | None] = [EMPTY, *range(len(puzzle.palette))]
    everything = [set(choices) for _ in range(puzzle.cols)]
    rows = [list(answers_of_line(clue, everything)) for clue in puzzle.row_clues]
    for picture in product(*rows):
        columns = zip(*picture, strict=True)
        if all(map(fits, puzzle.col_clues, columns)):
            yield picture


def random_clue(rng: random.Random, length: int, colours: int) -> Clue:
    """The clue of a random line, some of its lengths hidden; now and then not one that fits."""
    density = rng.choice((0.3, 0.5, 0.7, 0.9))
    line = [rng.randrange(colours) if rng.random() < density else EMPTY for _ in range(length)]
    hidden = rng.choice((0.0, 0.0, 0.3, 1.0))
    clue = [Run(None) if rng.random() < hidden else run for run in runs_of(line)]
    clue = [Run(a.length, b.colour) for a, b in zip(clue, runs_of(line), strict=True)]
    if clue and rng.random() < 0.05:
        clue[rng.randrange(len(clue))] = Run(rng.randint(1, length + 1), rng.randrange(colours))
    return tuple(clue)


def random_puzzle(rng: random.Random, rows: int, cols: int) -> Nonogram:
    """A puzzle with a picture behind it, or now and then of clues that do not belong together."""
    palette = rng.choice(PALETTES)
    count = len(palette)
    if rng.random() < 0.2:
        return Nonogram(
            tuple(random_clue(rng, cols, count) for _ in range(rows)),
            tuple(random_clue(rng, rows, count) for _ in range(cols)),
            palette,
        )
    density = rng.choice((0.3, 0.5, 0.7))
    picture = [
        [rng.randrange(count) if rng.random() < density else EMPTY for _ in range(cols)]
        for _ in range(rows)
    ]
    puzzle = from_picture(picture, palette)
    return censored(rng, puzzle, rng.choice((0.0, 0.0, 0.2, 0.6)))


def censored(rng: random.Random, puzzle: Nonogram, share: float) -> Nonogram:
    """The puzzle with some lengths hidden."""

    def hide(clue: Clue) -> Clue:
        return tuple(Run(None, run.colour) if rng.random() < share else run for run in clue)

    return Nonogram(
        tuple(map(hide, puzzle.row_clues)),
        tuple(map(hide, puzzle.col_clues)),
        puzzle.palette,
        puzzle.background,
    )
