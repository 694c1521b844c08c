"""The figures of the Satogaeri thesis of Innsbruck (2014), beside what Enpitsu makes of them.

    scripts/bench tables/satogaeri_smt_2014 [--count N] [--unique N] [--seconds S]

Figures 0.3 and 0.6: the small example and its solution, with the script that section 0.4 builds
for it; beside it, what Enpitsu writes and an SMT solver answers.

Figure 0.5: the generator's screen, 12 rows, 10 columns, a Countrysize of 0.8. N boards as section
0.5 lays them, before any is thrown away: their countries, what is written in the circles (a circle
without number is a "#" in print) and how many boards have one solution, by Countrysize and size.
Then how hard boards of 6x6 with one solution are: section 0.5 says that Countrysize contributes
very little to the difficulty, and that a small one makes boards that are easy.

Figure 0.1, a sample with its solution, is left out: the text at hand has lost its borders. Section
0.8, on statistics, is empty in print: tables/satogaeri_smt_2014_levels asks its question.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, median

import enpitsu
from enpitsu.grade import LEVELS, Grade
from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri import smtlib
from enpitsu.kinds.satogaeri.generator.ring_growth_maker import (
    USUAL_SIZE,
    grow,
    numbered,
    shuffle_circles,
)
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.grid_index import GridIndex
from tables.common import at_least_one, run_script
from tables.ranks import chance, spearman

EXAMPLE = Satogaeri(
    2, 3, (0, 1, 2, 0, 1, 2), ((Cell(0, 0), None), (Cell(1, 0), 1), (Cell(1, 2), 0))
)
"""Figure 0.3; its countries are the three columns, as section 0.4.3 tells."""
PRINTED = {
    "functions declared": "12",
    "assertions": "7",
    "moves of the circles": "4, 2, 1",
    "answer": "sat",
    "circles end in": "f1-1 f2-2 f2-3",
    "answer with these forbidden": "unsat",
}
"""What sections 0.4 and 0.5.3 say of the example."""
COUNTRY_SIZES = (0.2, 0.4, 0.6, USUAL_SIZE, 0.9)
SCREEN = (12, 10)
SIZES = ((5, 5), (6, 6), (8, 8), (10, 10), SCREEN)
GRADED = (6, 6)


# --- figures 0.3 and 0.6 ------------------------------------------------------------------------


def example_figures() -> dict[str, str]:
    """The same for Enpitsu's script, as an SMT solver answers to it."""
    script = "\n".join(smtlib.statements(EXAMPLE))
    moves = [part.count("(= f") for part in script.split("; circle ")[1:]]
    result = enpitsu.solve(EXAMPLE, engine="smt")
    ends = smtlib.ends_of(EXAMPLE, result.solutions[0].position)
    values = (
        str(script.count("(declare-fun")),
        str(script.count("(assert")),
        ", ".join(map(str, moves)),
        "sat" if result.solutions else "unsat",
        " ".join(f"f{cell.row + 1}-{cell.col + 1}" for cell in ends.values()),
        "unsat" if result.status == "unique" else "sat",
    )
    return dict(zip(PRINTED, values, strict=True))


def show_example() -> None:
    """Print the example, its solution, and both scripts in numbers."""
    solution = enpitsu.solve(EXAMPLE).solutions[0].position
    pictures = [
        str(enpitsu.render(EXAMPLE, position, format="text")).splitlines()
        for position in (None, solution)
    ]
    print("Figures 0.3 and 0.6: the example and its solution")
    for left, right in zip(*pictures, strict=True):
        print(f"  {left:24}{right}")
    print(f"{'':30}{'printed':>16}{'here':>16}")
    ours = example_figures()
    for name, printed in PRINTED.items():
        print(f"{name:30}{printed:>16}{ours[name]:>16}")


# --- figure 0.5 ---------------------------------------------------------------------------------


def boards(rows: int, cols: int, chance_to_join: float) -> Iterator[Satogaeri]:
    """Boards as section 0.5 lays them, unique or not; the same each time."""
    rng = random.Random(f"{rows}x{cols} {chance_to_join}")
    grid = GridIndex(rows, cols)
    while True:
        labels = grow(grid, rng, chance_to_join)
        tracks = shuffle_circles(grid, labels, rng)
        circles = tuple(numbered(grid, labels, tracks.values()))
        yield Satogaeri(rows, cols, tuple(labels), circles)


def is_unique(board: Satogaeri) -> bool:
    """Whether a board has one solution."""
    return enpitsu.solve(board).status == "unique"


def some_boards(rows: int, cols: int, chance_to_join: float, count: int) -> list[Satogaeri]:
    """The first of them."""
    every = boards(rows, cols, chance_to_join)
    return [next(every) for _ in range(count)]


def show_countries(count: int) -> None:
    """Print countries and circles of boards of the screen's size."""
    rows, cols = SCREEN
    print(f"\nFigure 0.5: {rows} rows, {cols} columns; {count} boards for each Countrysize")
    print(f"{'Countrysize':>11}{'countries':>11}{'cells each':>12}{'of one cell':>13}", end="")
    print(f"{'without number':>16}{'with 0':>8}")
    for size in COUNTRY_SIZES:
        made = some_boards(rows, cols, size, count)
        countries = [len(cells) for board in made for cells in board.country_cells]
        numbers = [number for board in made for _, number in board.circles]
        print(
            f"{size:>11}{len(countries) / count:>11.1f}{mean(countries):>12.1f}"
            f"{mean(each == 1 for each in countries):>13.0%}"
            f"{mean(each is None for each in numbers):>16.0%}"
            f"{mean(each == 0 for each in numbers):>8.0%}",
            flush=True,
        )


def show_unique(count: int) -> None:
    """Print how many boards have one solution."""
    print(f"\nBoards with one solution, of {count}, by Countrysize")
    print(f"{'size':>8}" + "".join(f"{size:>8}" for size in COUNTRY_SIZES))
    for rows, cols in SIZES:
        shares = (
            mean(map(is_unique, some_boards(rows, cols, size, count))) for size in COUNTRY_SIZES
        )
        print(f"{f'{rows}x{cols}':>8}" + "".join(f"{share:>8.1%}" for share in shares), flush=True)


def graded(chance_to_join: float, wanted: int, seconds: float) -> list[Grade]:
    """Grades of boards with one solution, as many as the time allows."""
    end = time.process_time() + seconds
    found: list[Grade] = []
    for board in boards(*GRADED, chance_to_join):
        if len(found) == wanted or time.process_time() > end:
            return found
        if is_unique(board):
            found.append(enpitsu.grade(board))
    return found


def show_difficulty(wanted: int, seconds: float) -> None:
    """Print how hard boards with one solution are."""
    rows, cols = GRADED
    print(f"\nHow hard boards of {rows}x{cols} with one solution are, by Countrysize")
    heads = "".join(f"{level:>9}" for level in LEVELS)
    print(f"{'Countrysize':>11}{'boards':>8}{'score':>7}{'steps':>7}{heads}")
    every: list[tuple[float, Grade]] = []
    for size in COUNTRY_SIZES:
        found = graded(size, wanted, seconds)
        every += [(size, grade) for grade in found]
        levels = Counter(grade.level for grade in found)
        texts = "".join(f"{levels[level]:>9}" for level in LEVELS)
        scores, lengths = (_median([getattr(g, name) for g in found]) for name in SCALES)
        print(f"{size:>11}{len(found):>8}{scores:>7}{lengths:>7}{texts}", flush=True)
    for name in SCALES:
        value = spearman([size for size, _ in every], [getattr(each, name) for _, each in every])
        print(f"rank correlation of Countrysize and {name}: {value:+.2f}", end="")
        print(f" (chance: up to {chance(len(every)):.2f})")


SCALES = ("score", "length")


def _median(values: Sequence[float]) -> str:
    return f"{median(values):.1f}" if values else "-"


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=at_least_one, default=300, help="boards of each (300)")
    parser.add_argument("--unique", type=at_least_one, default=40, help="graded boards (40)")
    parser.add_argument(
        "--seconds", type=float, default=20, help="processor time for graded boards of each (20)"
    )
    options = parser.parse_args()
    show_example()
    show_countries(options.count)
    show_unique(options.count)
    show_difficulty(options.unique, options.seconds)


if __name__ == "__main__":
    run_script(main)
