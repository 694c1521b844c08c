"""What each part of the Nonogram solver brings: the same puzzles with parts switched off.

    scripts/bench nonogram_steps [--limit N] [--random N] [--folder FOLDER]

First line logic alone, all rows at once beside one line at a time, on the corpus puzzles that it
solves. Then search: corpus puzzles beyond line logic, random 30x30 boards at 50 % and 40 %, with
the default and without probing, without preferences, without a second solver, without line logic.
`--folder` does the second part with puzzle files of your own instead, such as a set of hard ones.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median
from typing import Any
from unittest.mock import patch

import enpitsu
from corpus import load
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.encoding import NonogramEncoding
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.limits import NO_LIMITS, Limits
from nonogram_plain import _Plain, read

OFF: dict[str, list[Any]] = {
    "everything on": [],
    "without probing": [patch.object(NonogramEncoding, "probes", False)],
    "without preferences": [patch.object(NonogramEncoding, "preferred", lambda self: ())],
    "without a second solver": [patch.object(NonogramEncoding, "patience", 10**9)],
    "MapleChrono as the second, after 2000": [
        patch.object(NonogramEncoding, "backends", ("minisat22", "maplechrono")),
        patch.object(NonogramEncoding, "patience", 2000),
    ],
}
SECONDS = 30.0
"""For each puzzle; what is not done by then counts as this long."""


def timed(work: Callable[[], object]) -> float:
    """Seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def line_by_line(text: str) -> None:
    """Line logic of the plain version: a queue of single lines."""
    plain = _Plain(*read(text))
    plain.propagate([(0, 0)] * len(plain.clues), range(len(plain.clues)))


def all_at_once(puzzle: Nonogram) -> bool:
    """Line logic on all rows, then all columns, as integers; whether it solves the puzzle."""
    board = NonogramBoard(puzzle)
    board.settle(NO_LIMITS.start())
    return not board.everything & ~(board.shaded | board.empty)


def show_lines(texts: list[str], puzzles: list[Nonogram]) -> None:
    """Line logic alone, on what it solves."""
    solved = [at for at, puzzle in enumerate(puzzles) if all_at_once(puzzle)]
    single = sum(timed(lambda at=at: line_by_line(texts[at])) for at in solved)  # type: ignore[misc]
    whole = sum(timed(lambda at=at: all_at_once(puzzles[at])) for at in solved)  # type: ignore[misc]
    print(f"line logic solves {len(solved)} of {len(puzzles)} corpus puzzles")
    print(f"  one line at a time {1000 * single / len(solved):.2f} ms each")
    print(f"  all rows at once   {1000 * whole / len(solved):.2f} ms each")


def show_search(name: str, puzzles: list[Nonogram]) -> None:
    """The same puzzles with each part switched off."""
    print(f"{name}: {len(puzzles)} puzzles, seconds")
    limits = Limits(seconds=SECONDS)
    for words, patches in OFF.items():
        with ExitStack() as stack:
            for each in patches:
                stack.enter_context(each)
            _show(words, [timed(lambda p=p: enpitsu.solve(p, limits=limits)) for p in puzzles])  # type: ignore[misc]
    by_sat = [
        timed(lambda p=p: enpitsu.solve(p, engine="sat", limits=limits))  # type: ignore[misc]
        for p in puzzles
    ]
    _show("without line logic (engine sat)", by_sat)


def _show(words: str, seconds: list[float]) -> None:
    print(
        f"  {words:40} mean {mean(seconds):8.4f}  median {median(seconds):8.4f}"
        f"  slowest {max(seconds):8.3f}",
        flush=True,
    )


def random_boards(count: int, density: float, seed: int) -> list[Nonogram]:
    """Boards of 30x30 with every cell shaded by chance."""
    rng = random.Random(seed)
    return [
        from_picture(
            [[0 if rng.random() < density else None for _ in range(30)] for _ in range(30)]
        )
        for _ in range(count)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, help="only the first N puzzles of the corpus")
    parser.add_argument("--random", type=int, default=100, help="how many random boards at 50 %%")
    parser.add_argument("--folder", type=Path, help="only the puzzle files of a folder")
    options = parser.parse_args()
    if options.folder:
        files = sorted(path for path in options.folder.iterdir() if path.is_file())
        own: list[Any] = [each.puzzle for path in files for each in enpitsu.read(path)]
        show_search(str(options.folder.name), own)
        return
    texts = [record["text"] for record in load("nonogram")[: options.limit]]
    puzzles: list[Any] = [enpitsu.parse(text, kind="nonogram", format="grid") for text in texts]
    show_lines(texts, puzzles)
    show_search("corpus beyond line logic", [p for p in puzzles if not all_at_once(p)])
    show_search("random 30x30, 50 %", random_boards(options.random, 0.5, 1))
    show_search("random 30x30, 40 %", random_boards(options.random // 5, 0.4, 2))


if __name__ == "__main__":
    main()
