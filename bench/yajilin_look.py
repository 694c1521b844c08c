"""What Yajilin look like, in numbers: made puzzles are held against human ones by them.

A cell is seen by a clue if it lies on the clue's ray; rays run to the border, past other clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import quantiles
from typing import NamedTuple

import enpitsu
from corpus import load
from enpitsu.grid import Cell, Direction, cells, ray
from enpitsu.kinds.yajilin.board import SHADED
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.position import Position

MEASURES = {
    "density": "clues, of all cells",
    "zeros": "clues with the number 0, of those with a number",
    "number": "mean number of a clue",
    "unseen": "shaded cells seen by no clue, of all shaded cells",
    "seen": "cells seen by some clue, of all cells without a clue",
    "touching": "clues that share a side with another clue, of all clues",
}
"""The measures, with what they say."""

Measured = Mapping[str, float]


class Range(NamedTuple):
    """Where the human puzzles lie in one measure."""

    p10: float
    p25: float
    median: float
    p75: float
    p90: float


def measures(puzzle: Yajilin, solution: Position) -> dict[str, float]:
    """The measures of a puzzle with its solution, each a number of the size of 1."""
    clues = puzzle.clue_at
    numbers = [clue.number or 0 for clue in clues.values() if clue.counts]
    shaded = {fact.slot for fact in solution.facts if fact.value == SHADED and fact.holds}
    seen = set(_seen(puzzle))
    free = [cell for cell in cells(puzzle.rows, puzzle.cols) if cell not in clues]
    return {
        "density": len(clues) / (puzzle.rows * puzzle.cols),
        "zeros": _share(number == 0 for number in numbers),
        "number": sum(numbers) / max(1, len(numbers)),
        "unseen": _share(cell not in seen for cell in shaded),
        "seen": _share(cell in seen for cell in free),
        "touching": _share(
            any(direction.step(cell) in clues for direction in Direction) for cell in clues
        ),
    }


def corpus_puzzles() -> Iterator[tuple[Yajilin, Position]]:
    """The human puzzles with their solutions."""
    for record in load("yajilin"):
        both = f"{record['text']}\n\n{record['solution']}"
        puzzle, solution = enpitsu.parse_with_position(both, kind="yajilin")
        assert isinstance(puzzle, Yajilin)
        yield puzzle, solution


def corpus_measures() -> list[dict[str, float]]:
    """The measures of each human puzzle."""
    return [measures(*pair) for pair in corpus_puzzles()]


def corpus_ranges() -> dict[str, Range]:
    """For each measure where the human puzzles lie."""
    return ranges(corpus_measures())


def ranges(measured: Sequence[Measured]) -> dict[str, Range]:
    """For each measure where some puzzles lie."""
    return {name: _range([one[name] for one in measured]) for name in MEASURES}


def share_inside(measured: Sequence[Measured], limits: Mapping[str, Range]) -> float:
    """The share of puzzles with every measure between the human tenth and ninetieth percentile."""
    return _share(
        all(limits[name].p10 <= one[name] <= limits[name].p90 for name in MEASURES)
        for one in measured
    )


def _range(values: Sequence[float]) -> Range:
    cuts = quantiles(values, n=20, method="inclusive")
    return Range(*(cuts[at - 1] for at in (2, 5, 10, 15, 18)))


def _seen(puzzle: Yajilin) -> Iterator[Cell]:
    for cell, clue in puzzle.clues:
        if clue.arrow is not None and clue.counts:
            yield from ray(cell, clue.arrow, puzzle.rows, puzzle.cols)


def _share(answers: Iterable[bool]) -> float:
    told = list(answers)
    return sum(told) / max(1, len(told))
