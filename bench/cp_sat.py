"""OR-tools' CP-SAT on real Yajilin with several settings, beside the usual engine, in one run.

    scripts/bench cp_sat [--every N]

Solution and uniqueness, in seconds of processor time: the machine may be busy.
"""

from __future__ import annotations

import argparse
import time
from statistics import median
from typing import Any

import enpitsu
from corpus import load
from enpitsu.kind import Puzzle
from enpitsu.kinds.yajilin.engines import cp_sat

OWN: dict[str, dict[str, Any]] = {
    "its own settings": {},
    "without presolve": {"cp_model_presolve": False},
    "without linear relaxations": {"linearization_level": 0},
    "with neither: the engine cp-sat": cp_sat.SETTINGS.copy(),
}
USUAL = "the engine sat"


def seconds(puzzle: Puzzle, engine: str) -> float:
    """Processor time of solving a puzzle and proving it unique."""
    started = time.process_time()
    result = enpitsu.solve(puzzle, engine=engine)
    assert result.status == "unique", puzzle
    return time.process_time() - started


def measure(puzzles: list[Puzzle]) -> dict[str, list[float]]:
    """The times of all ways, taking turns."""
    times: dict[str, list[float]] = {name: [] for name in (*OWN, USUAL)}
    cp_sat.load_library()
    for puzzle in puzzles:
        for name, settings in OWN.items():
            cp_sat.SETTINGS.clear()
            cp_sat.SETTINGS.update(settings)
            times[name].append(seconds(puzzle, "cp-sat"))
        times[USUAL].append(seconds(puzzle, "sat"))
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=4, help="take every N-th puzzle")
    puzzles = [
        enpitsu.parse(each["text"]) for each in load("yajilin")[:: parser.parse_args().every]
    ]
    head = "".join(f"{name:>10}" for name in ("total", "median", "90 %", "max"))
    print(f"{f'{len(puzzles)} puzzles':40}{head}")
    for name, times in measure(puzzles).items():
        times.sort()
        figures = (sum(times), median(times), times[int(0.9 * (len(times) - 1))], times[-1])
        print(f"{name:40}" + "".join(f"{figure:>10.3f}" for figure in figures))


if __name__ == "__main__":
    main()
