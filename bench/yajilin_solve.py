"""Solution and uniqueness of real Yajilin: Enpitsu, the plain version and puzzlekit, in one run.

    scripts/bench yajilin_solve [--puzzlekit] [--symmetries] [--limit N] [--repeat N]

Each puzzle is solved by each in turn, so that a noisy machine disturbs all alike. Enpitsu starts
from a puzzle that has been read; the reading time is printed on its own. Its figure includes the
check of the solution by the rules.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import enpitsu
from corpus import load
from enpitsu.grid import Symmetry
from memory import peak_megabytes
from yajilin_plain import count_solutions


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and the result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def by_puzzlekit(text: str) -> bool:
    """One solution by puzzlekit (CP-SAT) on one core; it does not prove uniqueness."""
    import puzzlekit

    options = {"num_search_workers": 1, "time_limit_sec": 600}
    return bool(puzzlekit.solve(text, puzzle_type="yajilin", solver_options=options).is_solved)


def measure(records: list[dict[str, Any]], repeat: int, with_puzzlekit: bool) -> dict[str, Any]:
    """Seconds of each way for each puzzle, the best of `repeat` runs."""
    times: dict[str, list[float]] = {"reading": [], "plain": [], "enpitsu": []}
    if with_puzzlekit:
        times["puzzlekit"] = []
    for record in records:
        text = record["text"]
        times["reading"].append(timed(partial(enpitsu.parse, text))[0])
        plain, ours, theirs = [], [], []
        for _ in range(repeat):
            puzzle = enpitsu.parse(text)
            seconds, count = timed(partial(count_solutions, text))
            assert count == 1, record["id"]
            plain.append(seconds)
            seconds, result = timed(partial(enpitsu.solve, puzzle))
            assert result.status == "unique", record["id"]
            ours.append(seconds)
            if with_puzzlekit:
                theirs.append(timed(partial(by_puzzlekit, text))[0])
        times["plain"].append(min(plain))
        times["enpitsu"].append(min(ours))
        if with_puzzlekit:
            times["puzzlekit"].append(min(theirs))
    return times


def solve_all(texts: list[str], answer: Any) -> None:
    """Solve everything in this process and tell its peak memory in MB."""
    for text in texts:
        enpitsu.solve(enpitsu.parse(text))
    answer.put(peak_megabytes())


def peak_memory(records: list[dict[str, Any]]) -> float:
    """Peak memory of a fresh process that solves all puzzles with Enpitsu."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=solve_all, args=([r["text"] for r in records], answer))
    process.start()
    peak: float = answer.get()
    process.join()
    return peak


def show_symmetries(records: list[dict[str, Any]]) -> None:
    """Solve every puzzle turned and mirrored in all eight ways: the same puzzle, another search."""
    puzzles = [enpitsu.parse(record["text"]) for record in records]
    for backend in ("auto", "minisat22", "maplechrono"):
        seconds = []
        for puzzle in puzzles:
            for symmetry in Symmetry:
                turned = puzzle.transform(symmetry)
                seconds.append(timed(partial(enpitsu.solve, turned, backend=backend))[0])
        print(
            f"all eight symmetries, {backend}: mean {1000 * sum(seconds) / len(seconds):.2f} ms, "
            f"slowest {1000 * max(seconds):.0f} ms"
        )


def growth(areas: list[int], seconds: list[float]) -> float:
    """The exponent b of seconds ~ area^b, by least squares on logarithms."""
    xs, ys = [math.log(a) for a in areas], [math.log(s) for s in seconds]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mean_x) ** 2 for x in xs)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzlekit", action="store_true", help="measure puzzlekit too (slow)")
    parser.add_argument("--symmetries", action="store_true", help="solve all eight of each")
    parser.add_argument("--limit", type=int, help="only the first N puzzles")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each; the best counts")
    options = parser.parse_args()
    records = load("yajilin")[: options.limit]
    times = measure(records, options.repeat, options.puzzlekit)
    print(f"{len(records)} puzzles, one core, milliseconds")
    print(f"{'':12}{'total':>12}{'median':>10}{'90 %':>10}{'max':>10}{'of plain':>10}")
    for name, seconds in times.items():
        ordered = sorted(second * 1000 for second in seconds)
        ratio = sum(seconds) / sum(times["plain"])
        ninety = ordered[int(0.9 * (len(ordered) - 1))]
        print(
            f"{name:12}{sum(ordered):12.1f}{median(ordered):10.2f}{ninety:10.2f}"
            f"{ordered[-1]:10.2f}{ratio:10.3f}"
        )
    if options.puzzlekit:
        ratios = [a / b for a, b in zip(times["puzzlekit"], times["enpitsu"], strict=True)]
        total = sum(times["puzzlekit"]) / sum(times["enpitsu"])
        print(f"puzzlekit / enpitsu: {total:.0f} on the total, {median(ratios):.0f} in the median")
    sizes = [tuple(map(int, record["size"].split("x"))) for record in records]
    areas = [rows * cols for rows, cols in sizes]
    print(f"enpitsu's time grows with area to the power {growth(areas, times['enpitsu']):.2f}")
    if options.symmetries:
        show_symmetries(records)
    print(f"peak memory of a process that solves all: {peak_memory(records):.0f} MB")


if __name__ == "__main__":
    main()
