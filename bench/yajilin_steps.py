"""What each part of the Yajilin solver brings: the same puzzles with parts switched off.

    scripts/bench yajilin_steps [--limit N]

Prints the share of cells that deductions decide before SAT, how many puzzles need no search at
all, and the time; then empty boards with and without joining loops (`repair`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import enpitsu
from corpus import load
from enpitsu.kind import Kind, Puzzle, Task
from enpitsu.kinds.yajilin import propagate
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY
from enpitsu.registry import kind_of
from enpitsu.sat import search

OFF: dict[str, list[Any]] = {
    "everything on": [],
    "without the chessboard": [
        patch.object(propagate, "_settle_colours", lambda state, playable, dark: True)
    ],
    "without early loops": [
        patch.object(propagate._Paths, "_forbid_early_loops", lambda self, state: None)
    ],
    "without full clue lines": [
        patch.object(propagate, "_full_runs", lambda runs, lowest, step: (0, 0))
    ],
}


def decided(puzzles: list[Puzzle]) -> tuple[float, int]:
    """The share of playable cells that deductions decide, and the puzzles they finish."""
    cells = known = finished = 0
    for puzzle in puzzles:
        assert isinstance(puzzle, Yajilin)
        board = YajilinBoard(puzzle)
        board.settle(NO_LIMITS.start())
        cells += board.layout.playable.bit_count()
        known += (board.shaded | board.open).bit_count()
        finished += kind_of(puzzle).encode(board, NO_LIMITS.start()).fact_count == 0
    return known / cells, finished


def timed(work: Callable[[], object]) -> float:
    """Seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def solve_without_deductions(kind: Kind[Any], puzzle: Puzzle) -> int:
    """The whole puzzle as clauses; how many solutions were found."""
    task = Task(EMPTY, 2, NO_LIMITS.start(), "auto")
    return len(
        search.find_solutions(kind.encode(kind.board(puzzle), NO_LIMITS.start()), task).boards
    )


def show_deductions(puzzles: list[Puzzle]) -> None:
    """A line for each part switched off."""
    print(f"{len(puzzles)} puzzles{'decided':>25}{'no search':>12}{'seconds':>10}")
    for name, patches in OFF.items():
        for each in patches:
            each.start()
        share, finished = decided(puzzles)
        seconds = timed(lambda: [enpitsu.solve(puzzle) for puzzle in puzzles])
        print(f"{name:24}{share:12.1%}{finished:12}{seconds:10.2f}")
        for each in patches:
            each.stop()
    kind = kind_of(puzzles[0])
    seconds = timed(lambda: [solve_without_deductions(kind, puzzle) for puzzle in puzzles])
    print(f"{'no deductions at all':24}{0:12.1%}{0:12}{seconds:10.2f}")


def show_repair(kind: Kind[Any]) -> None:
    """Two solutions of empty boards, at most ten seconds each."""
    limits = Limits(seconds=10)
    for size in (20, 30, 40):
        puzzle = kind.blank(size, size)
        with_repair = timed(lambda puzzle=puzzle: enpitsu.solve(puzzle, limits=limits))  # type: ignore[misc]
        with patch.object(search, "is_time_to_repair", lambda broken: False):
            without = timed(lambda puzzle=puzzle: enpitsu.solve(puzzle, limits=limits))  # type: ignore[misc]
        print(f"empty {size}x{size}: {with_repair:.2f} s, without joining loops {without:.2f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, help="only the first N puzzles")
    records = load("yajilin")[: parser.parse_args().limit]
    puzzles = [enpitsu.parse(record["text"]) for record in records]
    show_deductions(puzzles)
    show_repair(kind_of(puzzles[0]))


if __name__ == "__main__":
    main()
