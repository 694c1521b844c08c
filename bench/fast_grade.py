"""Makers guess grades thousands of times: their fast grade beside a walk of the whole ladder.

    scripts/bench fast_grade [--puzzles N] [--side CELLS]

For generated puzzles of every level up to hard, the time of one question "what stays open with the
techniques below the next level?", asked of the kind's fast grade and of the ladder's techniques,
walked without writing steps (the cheapest way in which the explanation could answer). Medians, and
their ratio.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import enpitsu
from enpitsu.explain.walkthrough import SiteQueue
from enpitsu.kinds.nonogram.generator.fast_grade import NonogramFastGrade
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.satogaeri.generator import fast_grade as satogaeri_fast_grade
from enpitsu.limits import NO_LIMITS
from enpitsu.registry import find_kind

LEVELS = ("easy", "medium", "hard")


def walk_ladder(puzzle: Any, ceiling: float) -> None:
    """Take every deduction of the techniques below a level, the easiest first."""
    ladder = find_kind(puzzle.kind).ladder
    assert ladder is not None
    state, budget = ladder.state(puzzle), NO_LIMITS.start()
    techniques = [each for each in ladder.techniques if each.level < ceiling]
    queues = [SiteQueue(technique, state) for technique in techniques]
    while (found := next(filter(None, (queue.find(budget) for queue in queues)), None)) is not None:
        state.learn(found.known)
        for queue in queues:
            for known in found.known:
                queue.add(known)


def seconds_of(work: Callable[..., object], *arguments: Any) -> float:
    """Return the time that a call takes."""
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def walk_fast(puzzle: Nonogram, ceiling: float) -> None:
    """Ask the fast grade of nonograms."""
    NonogramFastGrade(puzzle, NO_LIMITS.start()).up_to(ceiling)


def compare_nonograms(side: int, puzzles: int) -> None:
    """Ask both about finished nonograms."""
    for level in LEVELS:
        fast, slow = [], []
        for seed in range(puzzles):
            made = enpitsu.generate("nonogram", side, level=level, seed=seed, jobs=1).puzzle
            assert isinstance(made, Nonogram)
            ceiling = _ceiling("nonogram", level)
            fast.append(seconds_of(walk_fast, made, ceiling))
            slow.append(seconds_of(walk_ladder, made, ceiling))
        report("nonogram", level, fast, slow)


def compare_satogaeri(side: int, puzzles: int) -> None:
    """Time the fast grade where the maker asks it, and the ladder on the finished puzzle."""
    own, fast = satogaeri_fast_grade.SatogaeriFastGrade.__init__, []

    def timed(self: Any, *arguments: Any) -> None:
        fast.append(seconds_of(own, self, *arguments))

    setattr(satogaeri_fast_grade.SatogaeriFastGrade, "__init__", timed)  # noqa: B010
    for level in LEVELS:
        fast.clear()
        slow = []
        for seed in range(puzzles):
            made = enpitsu.generate("satogaeri", side, level=level, seed=seed, jobs=1).puzzle
            slow.append(seconds_of(walk_ladder, made, _ceiling("satogaeri", level)))
        report("satogaeri", level, fast, slow)


def _ceiling(kind: str, level: str) -> float:
    ladder = find_kind(kind).ladder
    assert ladder is not None
    return ladder.thresholds[list(enpitsu.Level).index(enpitsu.Level(level))]


def report(kind: str, level: str, fast: list[float], slow: list[float]) -> None:
    """Print a row."""
    quick, plain = median(fast), median(slow)
    print(f"{kind:10} {level:7} {len(fast):6} questions  fast {quick * 1000:7.2f} ms", end="")
    print(f"  ladder {plain * 1000:7.2f} ms  {plain / quick:5.1f} times")


def main() -> None:
    """Compare both kinds that have a fast grade."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=8)
    parser.add_argument("--side", type=int, default=10)
    chosen = parser.parse_args()
    compare_nonograms(chosen.side, chosen.puzzles)
    compare_satogaeri(chosen.side, chosen.puzzles)


if __name__ == "__main__":
    main()
