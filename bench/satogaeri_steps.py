"""What each part of the Satogaeri solver brings: the same boards with parts switched off.

    scripts/bench satogaeri_steps [--boards N] [--large N] [--seconds S]

First boards of 20x36 with a single solution, then boards of 100x100 without any number, made by
bench/satogaeri_boards.py. Each board is solved with each part off in turn. What is not done in
time counts as its limit.
"""

from __future__ import annotations

import argparse
import random
import time
from contextlib import ExitStack
from functools import partial
from statistics import mean, median
from typing import Any
from unittest.mock import patch

import enpitsu
from enpitsu.kind import Task
from enpitsu.kinds.satogaeri.encoding import SatogaeriEncoding
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.position import EMPTY
from enpitsu.registry import kind_of
from enpitsu.sat.search import sat_only_search
from satogaeri_boards import made_unique, random_board
from satogaeri_plain import clauses, count_solutions

WHOLE = "everything on"
BARE = "no deductions before SAT"
PLAIN = "plain version"
OFF: dict[str, list[Any]] = {
    WHOLE: [],
    "without the first guess": [
        partial(patch.object, SatogaeriEncoding, "guesses", lambda self, budget: iter(()))
    ],
    "nor staying preferred": [
        partial(patch.object, SatogaeriEncoding, "guesses", lambda self, budget: iter(())),
        partial(patch.object, SatogaeriEncoding, "preferred", lambda self: ()),
    ],
}


def solve(way: str, puzzle: Satogaeri, seconds: float) -> bool:
    """Solve with parts switched off; whether it was done in time."""
    limits = enpitsu.Limits(seconds=seconds)
    if way == PLAIN:
        return count_solutions(puzzle, seconds) is not None
    if way == BARE:
        task = Task(EMPTY, 2, limits.start(), "auto")
        return sat_only_search(kind_of(puzzle), puzzle, task).reached is None
    with ExitStack() as stack:
        for each in OFF[way]:
            stack.enter_context(each())
        return enpitsu.solve(puzzle, limits=limits).reached is None


def show(name: str, puzzles: list[Satogaeri], seconds: float) -> None:
    """A line for each way, and the sizes of the formulas."""
    print(f"{name:28}{'median ms':>12}{'mean':>10}{'slowest':>10}{'late':>6}")
    times: dict[str, list[float]] = {way: [] for way in (*OFF, BARE, PLAIN)}
    late = dict.fromkeys(times, 0)
    for puzzle in puzzles:
        for way, own in times.items():
            started = time.perf_counter()
            late[way] += not solve(way, puzzle, seconds)
            own.append((time.perf_counter() - started) * 1000)
    for way, own in times.items():
        print(f"{way:28}{median(own):12.1f}{mean(own):10.1f}{max(own):10.1f}{late[way]:6}")
    show_sizes(puzzles[0])


def show_sizes(puzzle: Satogaeri) -> None:
    """How large the formula is, without deductions, beside the plain version's."""
    kind = kind_of(puzzle)
    budget = enpitsu.Limits().start()
    encoding = kind.encode(kind.board(puzzle), budget)
    own = sum(len(list(batch)) for batch in encoding.batches(budget))
    made, moves = clauses(puzzle)
    top = max(abs(literal) for clause in made for literal in clause)
    print(f"first board: {encoding.variables} variables, {own} clauses; ", end="")
    print(f"plain: {moves} moves, {top} variables, {len(made)} clauses\n", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20, help="of 20x36")
    parser.add_argument("--large", type=int, default=10, help="of 100x100")
    parser.add_argument("--seconds", type=float, default=60, help="limit for each board")
    options = parser.parse_args()
    rng = random.Random(1)
    if options.boards:
        made = [made_unique(random_board(rng, 20, 36, 0.3)) for _ in range(options.boards)]
        show("20x36, unique", [board for board in made if board], options.seconds)
    if options.large:
        large = [random_board(rng, 100, 100, 0.0) for _ in range(options.large)]
        show("100x100 without numbers", large, options.seconds)


if __name__ == "__main__":
    main()
