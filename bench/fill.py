"""How often, and how fast, unfinished puzzles are completed.

Of made puzzles only a part is kept: clues of a Yajilin, lines of a Nonogram, countries and circles
of a Satogaeri; the rest is filled in. Every result is solved again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from typing import Any

from enpitsu import Limits, Status, find_kind, generate, solve
from enpitsu.grid import Cell
from enpitsu.improve import fill
from enpitsu.scene import Place

SIZES = (8, 10, 20)
SHARES = (0.0, 0.3, 0.6)
SECONDS = 30.0

Half = tuple[Any, list[Place]]


def some_clues(puzzle: Any, share: float, chance: Random) -> Half:
    """A part of the clues of a Yajilin."""
    clues = tuple(item for item in puzzle.clues if chance.random() < share)
    kept = {cell for cell, _ in clues}
    board = [Cell(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    return replace(puzzle, clues=clues), [cell for cell in board if cell not in kept]


def some_lines(puzzle: Any, share: float, chance: Random) -> Half:
    """A part of the lines of a Nonogram."""
    free = [line for line, _ in puzzle.clues if chance.random() >= share]
    rows, cols = list(puzzle.row_clues), list(puzzle.col_clues)
    for line in free:
        (rows if line.is_row else cols)[line.at] = ()
    return replace(puzzle, row_clues=tuple(rows), col_clues=tuple(cols)), [*free]


def some_countries(puzzle: Any, share: float, chance: Random) -> Half:
    """A part of the countries and of the circles of a Satogaeri."""
    kept = [chance.random() < share for _ in range(puzzle.country_count)]
    labels = tuple(country if kept[country] else -1 for country in puzzle.countries)
    circles = tuple(item for item in puzzle.circles if chance.random() < share)
    board = [Cell(*divmod(at, puzzle.cols)) for at in range(len(labels))]
    free: list[Place] = [cell for cell, label in zip(board, labels, strict=True) if label < 0]
    return replace(puzzle, countries=labels, circles=circles, strays=frozenset()), free


PARTS: dict[str, Callable[[Any, float, Random], Half]] = {
    "yajilin": some_clues,
    "nonogram": some_lines,
    "satogaeri": some_countries,
}


def half(kind: str, side: int, share: float, seed: int) -> Half:
    """An unfinished puzzle."""
    if not share:
        blank = find_kind(kind).blank(side, side)
        return PARTS[kind](blank, 0.0, Random(seed))
    whole = generate(kind, side, side, seed=seed, jobs=1).puzzle
    return PARTS[kind](whole, share, Random(seed))


def measure(kind: str, side: int, share: float, count: int) -> str:
    """The cell of the table for one kind, size and share."""
    times, done = [], 0
    for seed in range(1, count + 1):
        puzzle, free = half(kind, side, share, seed)
        start = time.process_time()
        found = fill(puzzle, undecided=free, seed=seed, limits=Limits(seconds=SECONDS))
        times.append(time.process_time() - start)
        done += found.is_done and solve(found.puzzle).status is Status.UNIQUE
    return f"{done}/{count}, {median(times):.2f}, {max(times):.2f}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--kind", choices=sorted(PARTS), action="append")
    parser.add_argument("--side", type=int, action="append")
    chosen = parser.parse_args(arguments)
    sides = chosen.side or SIZES
    heads = [f"{side}x{side}, {share:.0%}" for side in sides for share in SHARES]
    print("| | " + " | ".join(heads) + " |\n|---" * 1 + "|---" * len(heads) + "|")
    for kind in chosen.kind or PARTS:
        found = [measure(kind, side, share, chosen.count) for side in sides for share in SHARES]
        print(f"| {kind} | " + " | ".join(found) + " |", flush=True)


if __name__ == "__main__":
    main()
