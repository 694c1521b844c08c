"""The SAT back ends beside each other: the default engine of each kind, by back end.

    scripts/bench backends [--hardest N] [--seconds S] [NAME...]

Puzzles: of the starter collection, and of the corpus if it is there, the N of each kind on which
the first back end meets the most conflicts (and has an answer in S seconds); each solved and asked
for a second solution, within a minute. Times are of the processor, here and in the solver's
process. Most back ends have one of their own, and to start it costs more than most puzzles: the
first column is that, and it is taken off the others.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Iterable

import enpitsu
from corpus import corpus_folder, load
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS
from enpitsu.registry import kinds as registered
from enpitsu.sat.abilities import Ability
from enpitsu.sat.backend import BACKENDS, Solver
from enpitsu.starter import starter

STARTS = 20
MARKS = {
    "a": Ability.ADDITIONS,
    "c": Ability.CORES,
    "u": Ability.PROPAGATION,
    "p": Ability.PHASES,
    "t": Ability.PROOFS,
    "n": Ability.CONFLICTS,
    "l": Ability.CONFLICT_LIMIT,
}


def hardest(puzzles: Iterable[Puzzle], count: int, seconds: float) -> list[Puzzle]:
    """The puzzles that cost the first back end the most conflicts."""
    limits, ranked = enpitsu.Limits(seconds=seconds), []
    for puzzle in puzzles:
        result = enpitsu.solve(puzzle, backend=next(iter(BACKENDS)), limits=limits)
        if result.reached is None:
            ranked.append((result.stats.conflicts, puzzle))
    ranked.sort(key=lambda pair: -pair[0])
    return [puzzle for _, puzzle in ranked[:count]]


def puzzles_of(kind: str, count: int, seconds: float) -> list[Puzzle]:
    """The hardest of the starter collection and the corpus."""
    found = [document.puzzle for document in starter(kind)]
    if (corpus_folder() / f"{kind}.jsonl").exists():
        found += [enpitsu.parse(record["text"], kind=kind) for record in load(kind)]
    return hardest(found, count, seconds)


def worked() -> float:
    """Seconds of the processor so far, of this process and those it has seen end."""
    used = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in used)


def seconds_to_start(name: str) -> float:
    """The seconds until a solver answers to nothing; 0 in this process."""
    if BACKENDS[name].in_process:
        return 0.0

    def ask() -> float:
        started = worked()
        with Solver(name) as solver:
            solver.solve(NO_LIMITS.start())
        return worked() - started

    return sum(ask() for _ in range(STARTS)) / STARTS


def measure(name: str, puzzles: list[Puzzle], start: float) -> tuple[float, int]:
    """Seconds for all without starting, and how many came to no end in time."""
    limits, total, late = enpitsu.Limits(seconds=60), 0.0, 0
    for puzzle in puzzles:
        started = worked()
        result = enpitsu.solve(puzzle, backend=name, limits=limits)
        total += worked() - started - (start if result.stats.variables else 0)
        late += result.reached is not None
    return max(total, 0.0), late


def row(name: str, ask: Callable[[str, float], list[tuple[float, int]]]) -> list[float]:
    """Measure a back end on every kind; the seconds for each."""
    start = seconds_to_start(name)
    found = ask(name, start)
    marks = "".join(
        mark if need in BACKENDS[name].abilities else "-" for mark, need in MARKS.items()
    )
    print(f"{name:12}{marks:>9}{start * 1000:>10.0f} ms", end="")
    for seconds, late in found:
        print(f"{seconds:>10.2f} s{f' ({late} late)' if late else '':9}", end="")
    return [seconds for seconds, _ in found]


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hardest", type=int, default=20)
    options.add_argument("--seconds", type=float, default=5)
    options.add_argument("names", nargs="*", metavar="NAME")
    asked = options.parse_args()
    kinds = {kind: puzzles_of(kind, asked.hardest, asked.seconds) for kind in registered()}
    counted = (f"{len(puzzles)} {kind}" for kind, puzzles in kinds.items())
    print(f"{'':12}{'can':>9}{'start':>13}", *(f"{text:>20}" for text in counted), " of the first")

    def ask(name: str, start: float) -> list[tuple[float, int]]:
        return [measure(name, puzzles, start) for puzzles in kinds.values()]

    first: list[float] = []
    for name in asked.names or BACKENDS:
        found = row(name, ask)
        first = first or found
        ratios = (each / base for each, base in zip(found, first, strict=True))
        print("  ", " ".join(f"{ratio:6.2f}" for ratio in ratios), flush=True)
    print("".join(f"\n{mark}: {need}" for mark, need in MARKS.items()))


if __name__ == "__main__":
    main()
