"""Solution and uniqueness of Nonograms: Enpitsu, the plain version and puzzlekit, in one run.

    scripts/bench nonogram_solve [--puzzlekit N] [--limit N] [--random N] [--folder FOLDER]

First the real puzzles of the corpus, then random and picture-like ones. Each puzzle is solved by
each in turn, so that a noisy machine disturbs all alike. Enpitsu starts from a puzzle that has
been read; its figure includes the check of the solutions by the rules. The plain version knows
one colour only. puzzlekit (CP-SAT) finds one solution and does not prove that it is the only one;
it is slow, so it gets the first N puzzles of the corpus. `--folder` measures Enpitsu on any
puzzle files of your own, such as a set of hard ones.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import enpitsu
from corpus import load
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.limits import NO_LIMITS
from nonogram_plain import count_solutions

PALETTE = ("#c02020", "#2040c0", "#209020", "#e0a000")
LIMITS = enpitsu.Limits(seconds=30)
"""For boards of which some take minutes; what is not done by then is "unknown"."""
TOURNAMENT = (0.4, 0.5, 0.6)
"""Shares of shaded cells that tournament puzzles have, about."""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and the result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def show(name: str, seconds: list[float], note: str = "") -> None:
    """A line of the table, in milliseconds."""
    ordered = sorted(each * 1000 for each in seconds)
    ninety = ordered[int(0.9 * (len(ordered) - 1))]
    print(
        f"{name:44}{len(ordered):6}{sum(ordered) / 1000:9.2f}{mean(ordered):10.2f}"
        f"{median(ordered):10.2f}{ninety:10.2f}{ordered[-1]:10.1f}  {note}",
        flush=True,
    )


def by_puzzlekit(text: str) -> bool:
    """One solution by puzzlekit on one core."""
    import puzzlekit

    options = {"num_search_workers": 1, "time_limit_sec": 600}
    return bool(puzzlekit.solve(text, puzzle_type="nonogram", solver_options=options).is_solved)


def show_corpus(limit: int | None, with_puzzlekit: int) -> None:
    """The real puzzles, and of them those that line logic alone does not solve."""
    plain: list[float] = []
    ours: list[float] = []
    theirs: list[float] = []
    hard: list[bool] = []
    for at, record in enumerate(load("nonogram")[:limit]):
        text = record["text"]
        puzzle = enpitsu.parse(text, format="grid", kind="nonogram")
        seconds, count = timed(partial(count_solutions, text))
        plain.append(seconds)
        seconds, result = timed(partial(enpitsu.solve, puzzle))
        ours.append(seconds)
        assert (count, str(result.status)) == (1, "unique"), record["id"]
        hard.append(result.stats.variables > 0)
        if at < with_puzzlekit:
            theirs.append(timed(partial(by_puzzlekit, text))[0])
    show("corpus, plain", plain)
    show("corpus, enpitsu", ours, f"{sum(ours) / sum(plain):.2f} of plain")
    for name, all_of_them in (("plain", plain), ("enpitsu", ours)):
        rest = [each for each, is_hard in zip(all_of_them, hard, strict=True) if is_hard]
        show(f"  of these beyond line logic, {name}", rest)
    if theirs:
        same = ours[: len(theirs)]
        note = f"{sum(theirs) / sum(same):.0f} times enpitsu on the same"
        show("corpus, puzzlekit (one solution)", theirs, note)


def random_picture(rng: random.Random, size: int, density: float, colours: int) -> Nonogram:
    """Every cell shaded by chance."""
    picture = [
        [rng.randrange(colours) if rng.random() < density else None for _ in range(size)]
        for _ in range(size)
    ]
    return from_picture(picture, PALETTE[:colours])


def blurred_picture(rng: random.Random, size: int, colours: int) -> Nonogram:
    """Random spots smeared to shapes, as pictures have them."""
    field = [[rng.random() for _ in range(size)] for _ in range(size)]
    for _ in range(3):
        field = [_smooth(field, row) for row in range(size)]
    levels = sorted(value for row in field for value in row)
    steps = [levels[len(levels) // 2 + at * len(levels) // 2 // colours] for at in range(colours)]
    return from_picture(
        [[_place(value, steps) for value in row] for row in field], PALETTE[:colours]
    )


def _smooth(field: list[list[float]], row: int) -> list[float]:
    size = len(field)
    near = [field[at] for at in range(max(0, row - 2), min(size, row + 3))]
    sums = [sum(line[col] for line in near) for col in range(size)]
    return [mean(sums[max(0, col - 2) : col + 3]) / len(near) for col in range(size)]


def _place(value: float, steps: list[float]) -> int | None:
    above = sum(value >= step for step in steps)
    return above - 1 if above else None


def show_made(
    name: str,
    puzzles: Iterable[Nonogram],
    with_plain: bool = True,
    limits: enpitsu.Limits = NO_LIMITS,
) -> None:
    """Puzzles made here, with both ways where the plain one can."""
    plain, ours = [], []
    found: Counter[str] = Counter()
    for puzzle in puzzles:
        if with_plain and not puzzle.is_coloured:
            plain.append(timed(partial(count_solutions, enpitsu.dump(puzzle, "grid")))[0])
        seconds, result = timed(partial(enpitsu.solve, puzzle, limits=limits))
        ours.append(seconds)
        found[str(result.status)] += 1
    if plain:
        show(f"{name}, plain", plain)
    show(f"{name}, enpitsu", ours, ", ".join(f"{n} {word}" for word, n in found.items()))


def show_random(count: int) -> None:
    """Random and picture-like puzzles of the sizes that are hard for others."""
    rng = random.Random(1)
    few = max(1, count // 10)
    show_made("random 30x30, 50 %", [random_picture(rng, 30, 0.5, 1) for _ in range(count)], False)
    sparse = [random_picture(rng, 30, 0.4, 1) for _ in range(few)]
    show_made("random 30x30, 40 %, at most 30 s", sparse, False, LIMITS)
    batch = [random_picture(rng, 25, rng.choice(TOURNAMENT), 1) for _ in range(few * 2)]
    show_made("random 25x25 as in tournaments", batch, False)
    show_made("picture-like 30x30", [blurred_picture(rng, 30, 1) for _ in range(few)])
    show_made("picture-like 100x100", [blurred_picture(rng, 100, 1) for _ in range(5)])
    show_made("picture-like 30x30, 4 colours", [blurred_picture(rng, 30, 4) for _ in range(few)])
    show_made("picture-like 100x100, 4 colours", [blurred_picture(rng, 100, 4) for _ in range(5)])
    show_made(
        "random 30x30, 4 colours, 50 %", [random_picture(rng, 30, 0.5, 4) for _ in range(few)]
    )


def show_folder(folder: Path) -> None:
    """Every puzzle file of a folder, slowest last."""
    rows = []
    for path in sorted(folder.iterdir()):
        if path.is_file():
            for document in enpitsu.read(path):
                limits = enpitsu.Limits(seconds=60)
                seconds, result = timed(partial(enpitsu.solve, document.puzzle, limits=limits))
                rows.append((seconds, path.name, str(result.status), result.stats.conflicts))
    for seconds, name, status, conflicts in sorted(rows):
        print(f"{name:44}{seconds * 1000:10.1f} ms  {status}, {conflicts} conflicts")
    print(f"{len(rows)} puzzles, {sum(row[0] for row in rows):.2f} s in all")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzlekit", type=int, default=0, metavar="N", help="on N puzzles")
    parser.add_argument("--limit", type=int, help="only the first N puzzles of the corpus")
    parser.add_argument("--random", type=int, default=500, help="how many random 30x30 (0: none)")
    parser.add_argument("--folder", type=Path, help="only the puzzle files of a folder")
    options = parser.parse_args()
    if options.folder:
        show_folder(options.folder)
        return
    heads = ("number", "seconds", "mean ms", "median", "90 %", "slowest")
    widths = (6, 9, 10, 10, 10, 10)
    print(f"{'':44}" + "".join(f"{a:>{b}}" for a, b in zip(heads, widths, strict=True)))
    show_corpus(options.limit, options.puzzlekit)
    if options.random:
        show_random(options.random)


if __name__ == "__main__":
    main()
