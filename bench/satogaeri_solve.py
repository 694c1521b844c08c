"""Solution and uniqueness of Satogaeri: SAT, SMT, search and the plain version, in one run.

    scripts/bench satogaeri_solve [--boards N] [--seconds S] [--picture FILE.svg] [--quick]

Random boards by size and by the share of circles that have a number, and boards with a single
solution made from them, which are like published ones (bench/satogaeri_boards.py). Each board is
solved by each way in turn, so that a noisy machine disturbs all alike. Figures are medians in
milliseconds, from a puzzle that has been read to "unique" or "multiple"; Enpitsu's include the
check of the solutions by the rules. A way that was not done with a board in time has its limit as
its time, and is not asked about larger boards of that sort. `--picture` draws the table: time
against size, a line for each way.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median

import enpitsu
from enpitsu.kinds.satogaeri.model import Satogaeri
from satogaeri_boards import made_unique, random_board
from satogaeri_plain import count_solutions

SIZES = ((6, 6), (10, 10), (15, 15), (20, 20), (20, 36), (50, 50), (100, 100))
QUICK_SIZES = SIZES[:4]
SHARES = (1.0, 0.8, 0.5, 0.2, 0.0)
UNIQUE = "unique"
LARGEST_UNIQUE = 720
SORTS = (UNIQUE, *(f"{share:.0%} numbered" for share in SHARES))
WORDS = {0: "none", 1: "unique", 2: "multiple", None: "unknown"}
WAYS = ("sat", "plain", "backtrack", "smt")

Times = dict[tuple[str, str], dict[int, float]]
"""For each sort of board and way the median seconds by the number of cells."""


def status_of(way: str, puzzle: Satogaeri, seconds: float) -> str:
    """What a way says about a puzzle."""
    if way == "plain":
        return WORDS[count_solutions(puzzle, seconds)]
    limits = enpitsu.Limits(seconds=seconds)
    return str(enpitsu.solve(puzzle, engine=way, limits=limits).status)


def measure(
    way: str, puzzles: list[Satogaeri], seconds: float, expected: list[str]
) -> tuple[list[float], int]:
    """The seconds of each puzzle, and how many were not done in time."""
    times, late = [], 0
    for at, puzzle in enumerate(puzzles):
        started = time.perf_counter()
        status = status_of(way, puzzle, seconds)
        times.append(time.perf_counter() - started)
        late += status == "unknown"
        if at == len(expected):
            expected.append(status)
        assert "unknown" in (status, expected[at]) or status == expected[at], (way, puzzle)
    return times, late


def make_boards(sort: str, rows: int, cols: int, count: int) -> list[Satogaeri]:
    """Random boards of one sort; the same each time."""
    rng = random.Random(f"{sort} {rows}x{cols}")
    if sort != UNIQUE:
        share = SHARES[SORTS.index(sort) - 1]
        return [random_board(rng, rows, cols, share) for _ in range(count)]
    made = (made_unique(random_board(rng, rows, cols, 0.3)) for _ in range(count))
    return [board for board in made if board is not None]


def run(sizes: tuple[tuple[int, int], ...], boards: int, seconds: float) -> Times:
    """Measure and print the table."""
    found: Times = defaultdict(dict)
    heads = "".join(f"{way:>18}" for way in WAYS)
    print(f"{'size':>9}  {'sort':15}{heads}   slowest sat   statuses", flush=True)
    given_up: set[tuple[str, str]] = set()
    for rows, cols in sizes:
        for sort in SORTS:
            if sort != UNIQUE or rows * cols <= LARGEST_UNIQUE:
                puzzles = make_boards(sort, rows, cols, boards)
                show_row(f"{rows}x{cols}", sort, puzzles, seconds, found, given_up)
    return found


def show_row(
    size: str,
    sort: str,
    puzzles: list[Satogaeri],
    seconds: float,
    found: Times,
    given_up: set[tuple[str, str]],
) -> None:
    """One size and sort, each way in turn."""
    expected: list[str] = []
    texts, slowest = [], 0.0
    for way in WAYS:
        if (sort, way) in given_up:
            texts.append("-")
            continue
        times, late = measure(way, puzzles, seconds, expected)
        found[sort, way][puzzles[0].rows * puzzles[0].cols] = median(times)
        text = f"{median(times) * 1000:.1f}"
        texts.append(f"{text} ({late} late)" if late else text)
        slowest = slowest or max(times)
        if late:
            given_up.add((sort, way))
    statuses = ", ".join(f"{count} {word}" for word, count in Counter(expected).most_common())
    columns = "".join(f"{text:>18}" for text in texts)
    print(f"{size:>9}  {sort:15}{columns}{slowest * 1000:>14.1f}   {statuses}", flush=True)


def draw(found: Times, target: Path) -> None:
    """Time against size, a small picture for each sort of board."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "enpitsu"})
    size = 2.2 * len(SORTS), 3.2
    figure, axes = pyplot.subplots(1, len(SORTS), figsize=size, sharex=True, sharey=True)
    for axis, sort in zip(axes, SORTS, strict=True):
        for way in WAYS:
            times = found.get((sort, way), {})
            milliseconds = [each * 1000 for each in times.values()]
            axis.loglog(list(times), milliseconds, "o-", markersize=4, label=way)
        axis.set_title(sort, fontsize=10)
        axis.set_xlabel("cells")
        axis.grid(visible=True, which="major", alpha=0.3)
    axes[0].set_ylabel("milliseconds (median)")
    axes[0].legend(frameon=False, fontsize=9, loc="upper right")
    figure.tight_layout()
    figure.savefig(target)
    print(f"picture: {target}")


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=10, help="of each size and sort")
    parser.add_argument("--seconds", type=float, default=20, help="limit for each board")
    parser.add_argument("--picture", type=Path, help="where to draw the table, as .svg or .png")
    parser.add_argument("--quick", action="store_true", help="only boards up to 20x20")
    options = parser.parse_args()
    sizes = QUICK_SIZES if options.quick else SIZES
    found = run(sizes, options.boards, options.seconds)
    if options.picture:
        draw(found, options.picture)


if __name__ == "__main__":
    main()
