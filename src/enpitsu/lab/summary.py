"""A summary of runs: figures for each setup, and contradictions between setups.

For a puzzle and a setup the *median run* of the repetitions stands for all: they are put in order,
solved before unsolved, then by time, and the middle one is taken (the better of two). A run is
solved if it says how many solutions there are (none, one, several) within the time.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from enpitsu.lab.bench_run import BenchRun
from enpitsu.lab.setups import Setup
from enpitsu.solve import Status

Runs = Mapping[str, BenchRun]
"""Of one setup: the median run of each puzzle, by the puzzle's id."""


def representatives(
    runs: Iterable[BenchRun], setups: Sequence[Setup], *, seconds: float
) -> dict[Setup, dict[str, BenchRun]]:
    """Return the median run of each puzzle in each of these setups."""
    grouped: dict[Setup, dict[str, list[BenchRun]]] = {setup: defaultdict(list) for setup in setups}
    for run in runs:
        if run.setup in grouped:
            grouped[run.setup][run.id].append(run)
    return {
        setup: {puzzle: median_run(each, seconds) for puzzle, each in found.items()}
        for setup, found in grouped.items()
    }


def median_run(runs: Sequence[BenchRun], seconds: float) -> BenchRun:
    """Return the run that stands for all repetitions."""
    ordered = sorted(runs, key=lambda run: (not run.is_solved(seconds), run.seconds))
    return ordered[(len(ordered) - 1) // 2]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupSummary:
    """The figures of one setup. Seconds are those on the clock.

    `median`, `high` (nine tenths of the puzzles take no longer) and `slowest` are over all puzzles;
    unsolved ones are longer than any time, and a figure that falls on one is None.
    """

    setup: Setup
    puzzles: int
    solved: int
    failed: int
    unsolved: Mapping[str, int]
    """Numbers of the others by their end: by the limit that was reached, "failed", or
    "undecided"."""
    par2: float | None
    """Mean seconds, where an unsolved puzzle counts twice the limit."""
    total: float
    """Seconds in all, those of unsolved puzzles included."""
    median: float | None
    high: float | None
    slowest: float | None
    processor: float
    memory: float | None
    """Mean of the most megabytes held."""
    base: float | None
    """Mean of the megabytes of these that were there before."""
    variables: float | None
    """Mean over solved puzzles, as are the next two: elsewhere the formula may be half built."""
    clauses: float | None
    conflicts: float | None
    shared: int
    """Puzzles that this setup and the first one both solved."""
    ratio: float | None
    """The geometric mean of time divided by the first setup's time on those."""
    ratio_of_totals: float | None


def summaries(found: Mapping[Setup, Runs], *, seconds: float) -> list[SetupSummary]:
    """Return the figures of every setup; ratios are to the first."""
    first = next(iter(found.values()), {})
    return [_summary(setup, runs, first, seconds) for setup, runs in found.items()]


def _summary(setup: Setup, found: Runs, first: Runs, seconds: float) -> SetupSummary:
    runs = list(found.values())
    times = [run.seconds if run.is_solved(seconds) else math.inf for run in runs]
    done = [run for run in runs if run.is_solved(seconds)]
    pairs = [
        (run.seconds, first[puzzle].seconds)
        for puzzle, run in found.items()
        if puzzle in first and run.is_solved(seconds) and first[puzzle].is_solved(seconds)
    ]
    total_of_first = sum(other for _, other in pairs)
    endings = Counter(run.ending(seconds) for run in runs)
    # A clock that did not move would make the ratio 0 or infinite.
    logs = [math.log(max(own, 1e-9) / max(other, 1e-9)) for own, other in pairs]
    return SetupSummary(
        setup=setup,
        puzzles=len(runs),
        solved=len(done),
        failed=sum(run.error is not None for run in runs),
        unsolved={how: count for how, count in endings.most_common() if how is not None},
        par2=_mean([min(each, 2 * seconds) for each in times]),
        total=sum(run.seconds for run in runs),
        median=quantile(times, 0.5),
        high=quantile(times, 0.9),
        slowest=quantile(times, 1.0),
        processor=sum(run.processor for run in runs),
        memory=_mean([run.memory for run in runs if run.memory]),
        base=_mean([run.base for run in runs if run.base]),
        variables=_mean([run.variables for run in done if run.variables]),
        clauses=_mean([run.clauses for run in done if run.clauses]),
        conflicts=_mean([run.conflicts for run in done]),
        shared=len(pairs),
        ratio=math.exp(fmean(logs)) if logs else None,
        ratio_of_totals=sum(own for own, _ in pairs) / total_of_first if pairs else None,
    )


def quantile(times: Iterable[float], share: float) -> float | None:
    """Return the time within which this share of puzzles is done; None if they never are."""
    ordered = sorted(times)
    if not ordered:
        return None
    found = ordered[max(0, math.ceil(share * len(ordered)) - 1)]
    return found if math.isfinite(found) else None


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


# --- contradictions ------------------------------------------------------------------------------


class Disagreement(NamedTuple):
    """A puzzle about which runs contradict each other: who says what."""

    name: str
    claims: tuple[tuple[str, tuple[str, ...]], ...]
    """Each claim with the names of the setups that make it."""

    def __str__(self) -> str:
        said = "; ".join(f"{claim}: {', '.join(setups)}" for claim, setups in self.claims)
        return f"{self.name}: {said}"


def disagreements(runs: Iterable[BenchRun]) -> list[Disagreement]:
    """Return the puzzles about which not all that was said can be true, whoever said it and
    when."""
    by_puzzle: dict[str, list[BenchRun]] = defaultdict(list)
    for run in runs:
        if run.error is None:
            by_puzzle[run.id].append(run)
    return [
        Disagreement(each[0].name, _claims(each)) for each in by_puzzle.values() if _clash(each)
    ]


def _clash(runs: Iterable[BenchRun]) -> bool:
    """Return whether no number of solutions, or no single solution, fits all that was said. Those
    that a run shows are solutions, for the rules have checked them."""
    least, most, only = 0, math.inf, set()
    for run in runs:
        if run.status in (Status.NONE, Status.UNIQUE):
            low = 0 if run.status == Status.NONE else 1
            most = min(most, low)
        else:
            low = 2 if run.status == Status.MULTIPLE else run.solutions
        least = max(least, low)
        only |= {run.solution} - {""}
    return least > most or (most == 1 and len(only) > 1)


def _claims(runs: Iterable[BenchRun]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    said: dict[str, dict[str, None]] = defaultdict(dict)
    for run in runs:
        claim = run.status
        if run.status == Status.UNKNOWN:
            claim = f"at least {run.solutions}"
        elif run.solution:
            claim = f"{run.status} ({run.solution})"
        if run.status != Status.UNKNOWN or run.solutions:
            said[claim][run.setup.name] = None
    return tuple((claim, tuple(setups)) for claim, setups in said.items())


def seconds_text(seconds: float) -> str:
    """Return a time with its unit in three digits at most: "0.5 ms", "20 ms", "1.25 s", "300 s"."""
    number, unit = (seconds * 1000, "ms") if seconds < 0.9995 else (seconds, "s")
    if number < 1:
        return f"{number:.1g} {unit}"
    return f"{number:.3g} {unit}" if number < 1000 else f"{number:.0f} {unit}"
