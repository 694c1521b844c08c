"""Table 1 of C.-H. Yu, "An Efficient Algorithm for Solving Japanese Puzzles" (2007), built anew.

    scripts/bench tables/yu_2007 [--seconds S] [--count N | --full] [--seed N]

The thesis compares a genetic algorithm, plain depth-first search and its own eleven rules with
search on 264 puzzles. Here puzzles of the same sizes are made at random (pictures of shapes,
blurred noise, and noise as it is), and each is solved, with the question whether there is a
second solution, by

- dfs:leaves: plain depth-first search as printed: all ways to fill the rows, whole boards verified;
- dfs:        the same search, columns verified after each row;
- rules:      the eleven rules, then depth-first search with branch and bound;
- Enpitsu's default.

Then a second table: what each of the eleven rules brings.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

import enpitsu
from enpitsu.explain.step import technique_name
from enpitsu.kind import Task
from enpitsu.kinds.nonogram.board import read_lines
from enpitsu.kinds.nonogram.model import Clue, Nonogram, from_picture
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN, YuRule
from enpitsu.kinds.nonogram.yu.fixpoint import RuledLines
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY

Picture = list[list[int | None]]
Painter = Callable[[random.Random, int, int], Picture]


# --- pictures ----------------------------------------------------------------------------------


def shapes(rng: random.Random, rows: int, cols: int) -> Picture:
    """Ovals and boxes laid over each other, each shading or clearing what is under it."""
    picture: Picture = [[None] * cols for _ in range(rows)]
    for at in range(rng.randint(3, 7)):
        ink = None if at % 3 == 2 else 0
        row, col = rng.uniform(0, rows), rng.uniform(0, cols)
        tall, wide = (rng.uniform(0.12, 0.4) * size for size in (rows, cols))
        is_box = rng.random() < 0.3
        for r in range(rows):
            for c in range(cols):
                a, b = abs(r - row) / tall, abs(c - col) / wide
                if max(a, b) < 0.8 if is_box else math.hypot(a, b) < 1:
                    picture[r][c] = ink
    return picture


def noise(rng: random.Random, rows: int, cols: int, blur: int = 0, share: float = 0.5) -> Picture:
    """Random numbers, so many times blurred with their neighbours, the larger ones shaded."""
    field = [[rng.random() for _ in range(cols)] for _ in range(rows)]
    for _ in range(blur):
        field = [
            [_mean(line[max(0, c - 1) : c + 2] for line in field[max(0, r - 1) : r + 2])
             for c in range(cols)]
            for r in range(rows)
        ]  # fmt: skip
    border = sorted(value for line in field for value in line)[round((1 - share) * rows * cols)]
    return [[0 if value >= border else None for value in line] for line in field]


def _mean(lines: Iterable[list[float]]) -> float:
    values = [value for line in lines for value in line]
    return sum(values) / len(values)


def blobs(rng: random.Random, rows: int, cols: int) -> Picture:
    """Noise blurred into blobs, as pictures are."""
    return noise(rng, rows, cols, blur=2, share=rng.uniform(0.4, 0.6))


def compact(rng: random.Random, rows: int, cols: int) -> Picture:
    """Noise whose shaded cells mostly hang together, such as the thesis' Random_2."""
    return noise(rng, rows, cols, blur=1)


def drawing(rng: random.Random, rows: int, cols: int) -> Picture:
    """Something like a picture."""
    return rng.choice((shapes, blobs))(rng, rows, cols)


def speckled(rng: random.Random, rows: int, cols: int) -> Picture:
    """A picture with many cells of it changed, so that it scatters, such as its Sunflower."""
    picture = shapes(rng, rows, cols)
    for line in picture:
        for col, ink in enumerate(line):
            if rng.random() < 0.2:
                line[col] = None if ink == 0 else 0
    return picture


def make(rng: random.Random, paint: Painter, rows: int, cols: int, count: int = 1) -> Nonogram:
    """A puzzle with this number of solutions."""
    while True:
        puzzle = from_picture(paint(rng, rows, cols))
        if count == 0:
            puzzle = spoil(rng, puzzle)
        if len(enpitsu.solve(puzzle, solutions=count + 1).solutions) == count:
            return puzzle


def spoil(rng: random.Random, puzzle: Nonogram) -> Nonogram:
    """The puzzle with the clues of two rows, and of two columns, exchanged: sums still agree."""
    rows, cols = list(puzzle.row_clues), list(puzzle.col_clues)
    for clues in (rows, cols):
        a, b = rng.sample(range(len(clues)), 2)
        clues[a], clues[b] = clues[b], clues[a]
    return replace(puzzle, row_clues=tuple(rows), col_clues=tuple(cols))


# --- the puzzles of the table ------------------------------------------------------------------


class Group(NamedTuple):
    """A line of the table: what it is called, how many puzzles the thesis has of it, how they are
    made, and the thesis' own times for its depth-first search and its own method."""

    title: str
    number: int
    paint: Painter
    sizes: list[tuple[int, int]]
    solutions: int
    dfs: str
    own: str


GROUPS = [
    Group("no solution, 5x5 5x6", 2, drawing, [(5, 5), (5, 6)], 0, "0-0.06 s", "detected"),
    Group("no solution, 10x10 30x40", 3, drawing, [(10, 10), (10, 10), (30, 40)], 0, "> 1 min",
          "detected"),
    Group("two solutions, 7x8", 1, compact, [(7, 8)], 2, "", "solved"),
    Group("pictures up to 6x6", 7, drawing, [(4, 5), (5, 5), (6, 6)], 1, "< 0.6 s", "< 0.1 s"),
    Group("pictures below 10x10", 9, drawing, [(7, 7), (8, 8), (9, 9)], 1, "0.01 s to > 1 min",
          "about 0.1 s"),
    Group("pictures up to 15x15", 33, drawing, [(10, 10), (12, 12), (15, 15)], 1, "> 1 min",
          "about 0.1 s"),
    Group("pictures below 25x25", 110, drawing, [(16, 16), (20, 20), (24, 24)], 1, "> 1 min",
          "about 0.1 s"),
    Group("pictures from 25x25 on", 97, drawing, [(25, 25), (25, 30), (30, 30)], 1, "> 1 min",
          "0.1 s to 16 s"),
    Group("Sunflower: scattered, 25x25", 1, speckled, [(25, 25)], 1, "> 1 h", "20 min"),
    Group("random, 10x10", 0, noise, [(10, 10)], 1, "", ""),
    Group("random, 20x20", 0, noise, [(20, 20)], 1, "", ""),
    Group("Random_2: compact, 30x30", 1, compact, [(30, 30)], 1, "> 1 h", "22 min"),
    Group("Random_1: scattered, 30x30", 1, noise, [(30, 30)], 1, "> 2 days", "36 h"),
]  # fmt: skip


def puzzles_of(group: Group, number: int, seed: int) -> list[Nonogram]:
    """Puzzles of a group; the same seed gives the same ones."""
    rng = random.Random(f"{group.title} {seed}")
    return [
        make(rng, group.paint, *group.sizes[at % len(group.sizes)], group.solutions)
        for at in range(number)
    ]


# --- the methods -------------------------------------------------------------------------------


def leaf_count(puzzle: Nonogram) -> float:
    """How many boards the plain search as printed has to verify, as a power of ten."""
    return sum(math.log10(_ways(clue, puzzle.cols)) for clue in puzzle.row_clues)


def _ways(clue: Clue, cols: int) -> int:
    slack = cols - sum(run.length or 1 for run in clue) + 1
    return math.comb(max(slack, len(clue)), len(clue))


def by_engine(puzzle: Nonogram, engine: str, limits: Limits) -> tuple[int, bool]:
    """How many solutions an engine finds (at most two), and whether it came to an end."""
    result = enpitsu.solve(puzzle, engine=engine, limits=limits)
    return len(result.solutions), result.reached is None


METHODS: dict[str, Callable[[Nonogram, Limits], tuple[int, bool]]] = {
    "dfs:leaves": lambda puzzle, limits: by_engine(puzzle, "dfs:leaves", limits),
    "dfs": lambda puzzle, limits: by_engine(puzzle, "dfs", limits),
    "rules": lambda puzzle, limits: by_engine(puzzle, "rules", limits),
    "default": lambda puzzle, limits: by_engine(puzzle, "auto", limits),
}


def measure(puzzle: Nonogram, name: str, count: int, limits: Limits) -> float:
    """Seconds that a method takes; infinite if the limit came first."""
    budget = NO_LIMITS.start()
    found, ended = METHODS[name](puzzle, limits)
    if not ended:
        return math.inf
    assert found == count, f"{name} finds {found} solutions, not {count}: {puzzle}"
    return budget.seconds


# --- the tables --------------------------------------------------------------------------------


def shown(seconds: list[float], limit: float) -> str:
    """The median, and how many puzzles were done in time if not all were."""
    middle = median(seconds)
    text = f"> {limit:g} s" if math.isinf(middle) else spelled(middle)
    done = sum(map(math.isfinite, seconds))
    return text if done == len(seconds) else f"{text} ({done}/{len(seconds)})"


def spelled(seconds: float) -> str:
    """Seconds with the digits that count."""
    return f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{seconds:.2g} s"


def compare(groups: list[tuple[Group, list[Nonogram]]], limit: float) -> None:
    """The first table."""
    print(f"Median time of a puzzle, at most {limit:g} s each; in brackets how many ended in time.")
    print("The genetic algorithm of the thesis is left out on purpose: it gives wrong answers.\n")
    heads = [f"{name:>15}" for name in METHODS]
    print(f"{'':28}{'puzzles':>8}{'boards':>9}{''.join(heads)}   thesis: dfs, rules + search")
    limits = Limits(seconds=limit)
    for group, puzzles in groups:
        cells = [
            shown([measure(puzzle, name, group.solutions, limits) for puzzle in puzzles], limit)
            for name in METHODS
        ]
        boards = f"1e{median(map(leaf_count, puzzles)):.0f}"
        theirs = ", ".join(filter(None, (group.dfs, group.own)))
        line = "".join(f"{cell:>15}" for cell in cells)
        print(f"{group.title:28}{len(puzzles):8}{boards:>9}{line}   {theirs}", flush=True)
    print(
        "\nboards: ways to fill all rows, which the search as printed verifies one by one (median)"
    )


class Tally(NamedTuple):
    """What some of the rules did on a set of puzzles."""

    settled: Counter[str]
    """Cells that each rule settled."""
    narrowed: Counter[str]
    """Ranges that it changed."""
    finished: int
    """Puzzles that were solved by rules alone."""


def tally(puzzles: list[Nonogram], techniques: Sequence[YuRule] = ELEVEN) -> Tally:
    """Use the rules alone on each puzzle and count what each brings."""
    settled, narrowed = Counter[str](), Counter[str]()
    finished = 0
    for puzzle in puzzles:
        before = settled.total()
        lines = read_lines(puzzle, Task(EMPTY, None, NO_LIMITS.start(), "auto"))
        assert lines is not None
        for step in RuledLines(lines, NO_LIMITS.start()).steps(techniques):
            rule = step.technique.id
            settled[rule] += sum(map(int.bit_count, step.change.settled))
            narrowed[rule] += len(step.change.ranges)
        finished += settled.total() - before == puzzle.rows * puzzle.cols
    return Tally(settled, narrowed, finished)


def rank(puzzles: list[Nonogram], title: str) -> None:
    """The second table: the rules, those first without which most cells stay open."""
    whole = tally(puzzles)
    cells = sum(puzzle.rows * puzzle.cols for puzzle in puzzles)
    total = whole.settled.total()
    print(f"\n{title}: {len(puzzles)} puzzles, {cells} cells; the eleven rules alone settle")
    print(f"{total / cells:.1%} of the cells and solve {whole.finished} puzzles")
    print(f"{'rule':40}{'cells settled':>15}{'':>8}{'ranges':>9}{'cells lost without it':>25}")
    lost = {
        each: total - tally(puzzles, [other for other in ELEVEN if other != each]).settled.total()
        for each in ELEVEN
    }
    for each in sorted(ELEVEN, key=lambda each: -lost[each]):
        name = technique_name("nonogram", f"rule-{each.id.replace('.', '-')}")
        settled, narrowed = whole.settled[each.id], whole.narrowed[each.id]
        print(f"{name:40}{settled:15}{settled / total:8.1%}{narrowed:9}{lost[each]:25}")


def main() -> None:
    """Make the puzzles, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=10, help="limit for each puzzle (10)")
    parser.add_argument("--count", type=int, default=5, help="puzzles of each group at most (5)")
    parser.add_argument("--full", action="store_true", help="as many puzzles as the thesis has")
    parser.add_argument("--seed", type=int, default=1, help="other puzzles for another number")
    options = parser.parse_args()
    groups = []
    for group in GROUPS:
        number = group.number or 20
        if not options.full:
            number = min(number, options.count)
        groups.append((group, puzzles_of(group, number, options.seed)))
    compare(groups, options.seconds)
    for title, paints in (("Pictures", [drawing, speckled]), ("Random", [noise, compact])):
        solvable = [
            puzzles for group, puzzles in groups if group.solutions and group.paint in paints
        ]
        rank([puzzle for puzzles in solvable for puzzle in puzzles], title)


if __name__ == "__main__":
    main()
