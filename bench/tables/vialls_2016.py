"""Heuristics against SAT by clue density: section 5.2 of L. Vialls, "Yajilin Puzzle
Dissertation" (2016), which prints no figures, only sentences.

    scripts/bench tables/vialls_2016 [--every N] [--seconds S] [--largest CELLS] [--jobs N]
        [--json FILE]

Real puzzles in bins of clue density and of size. Each is solved, and proved unique, by each engine
in turn; the document's own programs stop at the first solution. Times are processor seconds, which
a busy machine disturbs less, and so is the limit. Below the tables the document's sentences stand,
in our words, beside what is measured.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

import enpitsu
from enpitsu.kind import Task
from enpitsu.kinds.yajilin.engines.patterns.pattern_search import Effort, begin
from enpitsu.kinds.yajilin.engines.patterns.pattern_sheet import PatternSheet
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import NO_LIMITS
from enpitsu.position import EMPTY
from enpitsu.sat.backend import AUTO
from tables.common import (
    at_least_one,
    end_with_parent,
    heading,
    limit_words,
    processor_limits,
    run_script,
)

HEURISTICS, SAT, SAT_LOOPS = "patterns", "six-state", "six-state:loop-clauses"
BOTH, BOTH_LOOPS, DEFAULT = "patterns+sat", "patterns+sat:loop-clauses", "sat"
WAYS = (HEURISTICS, SAT, SAT_LOOPS, BOTH, BOTH_LOOPS, DEFAULT)
HEADS = ("patterns", "six-state", "+loops", "pat.+sat", "+loops", "default")

DENSITIES = (0.0, 0.08, 0.10, 0.12, 0.15, 1.0)
AREAS = (0, 99, 100, 200, 400, 10**6)


# --- measuring ---------------------------------------------------------------------------------


class Run(NamedTuple):
    """One engine on one puzzle: processor seconds, infinite if a limit came first, and counts."""

    seconds: float
    guesses: float
    models: float


class Outcome(NamedTuple):
    """A puzzle, with what the patterns decide alone and what each engine needs."""

    id: int
    cells: int
    density: float
    decided: float
    """The share of cells of which the patterns alone know whether they are shaded."""
    runs: dict[str, Run]

    @property
    def needs_no_guess(self) -> bool:
        """Whether the patterns alone finish it."""
        run = self.runs[HEURISTICS]
        return math.isfinite(run.seconds) and run.guesses == 0


def measure(record: dict[str, Any], seconds: float) -> Outcome:
    """Solve a puzzle in every way; none may find it anything but unique."""
    puzzle = enpitsu.parse(record["text"])
    assert isinstance(puzzle, Yajilin)
    cells = puzzle.rows * puzzle.cols
    runs = {way: run(puzzle, way, seconds, record["id"]) for way in WAYS}
    return Outcome(record["id"], cells, len(puzzle.clues) / cells, decided(puzzle), runs)


def run(puzzle: Yajilin, way: str, seconds: float, name: int) -> Run:
    """One engine on one puzzle."""
    started = time.process_time()
    with processor_limits(seconds) as limits:
        result = enpitsu.solve(puzzle, engine=way, limits=limits)
    spent = time.process_time() - started
    assert result.status in ("unique", "unknown"), (way, name, result.status)
    details = result.stats.details
    ended = spent if result.status == "unique" else math.inf
    return Run(ended, details.get("guesses", 0), details.get("models", 0))


def decided(puzzle: Yajilin) -> float:
    """The share of cells that the patterns decide before anything is guessed."""
    task = Task(EMPTY, None, NO_LIMITS.start(), "auto")
    sheet = PatternSheet(puzzle, task.budget)
    cells = sheet.void_cells
    assert begin(sheet, EMPTY, Effort(task))
    return 1 - sheet.void_cells / cells


def measure_all(records: Sequence[dict[str, Any]], seconds: float, jobs: int) -> Iterator[Outcome]:
    """All puzzles, in several processes if wished; told on the way."""
    work = partial(measure, seconds=seconds)
    with get_context("spawn").Pool(jobs, end_with_parent) as pool:
        for number, outcome in enumerate(pool.imap(work, records), 1):
            print(f"\r{number} of {len(records)} puzzles", end="", file=sys.stderr, flush=True)
            yield outcome
    print(file=sys.stderr)


# --- the tables --------------------------------------------------------------------------------


def spelled(seconds: float, limit: float) -> str:
    """Seconds with the digits that count."""
    if math.isinf(seconds):
        return f"> {limit:g} s"
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def times(outcomes: Sequence[Outcome], way: str) -> list[float]:
    """The seconds of one engine."""
    return [outcome.runs[way].seconds for outcome in outcomes]


def column(outcomes: Sequence[Outcome], way: str, limit: float) -> str:
    """The share solved, and the median time with time-outs counted as the longest."""
    seconds = times(outcomes, way)
    solved = mean(map(math.isfinite, seconds))
    return f"{solved:.0%} {spelled(median(seconds), limit)}"


def show_table(
    title: str,
    bins: Sequence[tuple[str, Sequence[Outcome]]],
    limit: float,
) -> None:
    """One line for each bin that is not empty."""
    print(f"\n{title}\n")
    heads = "".join(f"{head:>14}" for head in HEADS)
    print(f"{'':12}{'puzzles':>8}{heads}{'guesses':>9}{'decided':>9}{'no guess':>10}")
    for name, chosen in bins:
        if chosen:
            cells = "".join(f"{column(chosen, way, limit):>14}" for way in WAYS)
            guesses = median(outcome.runs[HEURISTICS].guesses for outcome in chosen)
            known = mean(outcome.decided for outcome in chosen)
            alone = mean(outcome.needs_no_guess for outcome in chosen)
            print(
                f"{name:12}{len(chosen):8}{cells}{guesses:9.0f}{known:9.0%}{alone:10.0%}",
                flush=True,
            )


def by_density(outcomes: Sequence[Outcome]) -> list[tuple[str, list[Outcome]]]:
    """Bins of clue density."""
    return [
        (f"{low:.0%} to {high:.0%}", [each for each in outcomes if low <= each.density < high])
        for low, high in pairwise(DENSITIES)
    ]


def by_area(outcomes: Sequence[Outcome]) -> list[tuple[str, list[Outcome]]]:
    """Bins of the number of cells."""
    names = ("below 100", "100", "to 200", "to 400", "above 400")
    edges = pairwise(AREAS)
    return [
        (name, [each for each in outcomes if low < each.cells <= high])
        for name, (low, high) in zip(names, edges, strict=True)
    ]


LEGEND = """Of each engine: the share
solved and proved unique, and the median of processor time. six-state takes models until one has one
loop; +loops forbids the loops it meets. guesses: of patterns, median, time-outs included. decided:
cells known before the first guess, mean. no guess: finished by the patterns alone."""


def show_tables(outcomes: Sequence[Outcome], limit: float) -> None:
    """All tables."""
    print(f"{len(outcomes)} puzzles, at most {limit:g} s of processor time each. {LEGEND}")
    show_table("By clues per cell", by_density(outcomes), limit)
    show_table("By cells", by_area(outcomes), limit)
    same = [outcome for outcome in outcomes if outcome.cells == 100]
    show_table("By clues per cell, boards of 100 cells only", by_density(same), limit)
    show_table("All", [("", outcomes)], limit)


# --- the document's sentences ------------------------------------------------------------------


def show_claims(outcomes: Sequence[Outcome], limit: float) -> None:
    """What section 5.2 and 5.4 say, and what is measured here."""
    for said, measured in CLAIMS:
        print(f"\nThe document: {said}")
        for line in measured(outcomes, limit):
            print(f"  here: {line}")


def middle(outcomes: Sequence[Outcome], way: str, limit: float) -> str:
    """An engine's median time."""
    return spelled(median(times(outcomes, way)), limit) if outcomes else "-"


def many_clues(outcomes: Sequence[Outcome], limit: float) -> Iterator[str]:
    """The densest third beside the sparsest, on boards of the same size."""
    ordered = sorted((each for each in outcomes if each.cells == 100), key=lambda x: x.density)
    third = max(1, len(ordered) // 3)
    for name, part in (("fewest", ordered[:third]), ("most", ordered[-third:])):
        density = mean(each.density for each in part) if part else 0
        figures = ", ".join(f"{way} {middle(part, way, limit)}" for way in WAYS[:3])
        yield f"100 cells, the third with the {name} clues ({density:.1%}), median: {figures}"


def simple(outcomes: Sequence[Outcome], limit: float) -> Iterator[str]:
    """Puzzles that need no guess."""
    part = [each for each in outcomes if each.needs_no_guess]
    yield f"{len(part)} puzzles need no guess; {compared(part, limit)}"


def complicated(outcomes: Sequence[Outcome], limit: float) -> Iterator[str]:
    """The quarter with most guesses."""
    ordered = sorted(outcomes, key=lambda each: each.runs[HEURISTICS].guesses)
    part = ordered[-max(1, len(ordered) // 4) :]
    yield f"the {len(part)} puzzles with most guesses; {compared(part, limit)}"


def compared(part: Sequence[Outcome], limit: float) -> str:
    """Patterns beside six-state: medians, and who is quicker how often."""
    figures = ", ".join(f"{way} {middle(part, way, limit)}" for way in (*WAYS[:3], DEFAULT))
    quicker = sum(each.runs[HEURISTICS].seconds < each.runs[SAT].seconds for each in part)
    return f"median: {figures}; patterns quicker than six-state on {quicker}"


def combined(outcomes: Sequence[Outcome], limit: float) -> Iterator[str]:
    """With and without what the patterns find, where both came to an end."""
    for without, with_patterns in ((SAT, BOTH), (SAT_LOOPS, BOTH_LOOPS)):
        ended = [
            (each.runs[without], each.runs[with_patterns])
            for each in outcomes
            if math.isfinite(each.runs[without].seconds + each.runs[with_patterns].seconds)
        ]
        if ended:
            alone, helped = (list(runs) for runs in zip(*ended, strict=True))
            yield f"{without}, {len(ended)} puzzles solved by both: {ratios(alone, helped)}"
        solved = [sum(map(math.isfinite, times(outcomes, way))) for way in (without, with_patterns)]
        yield f"{without} solves {solved[0]} in the limit, {with_patterns} {solved[1]}"


def ratios(alone: Sequence[Run], helped: Sequence[Run]) -> str:
    """Models and seconds of both in all."""

    def total(value: Callable[[Run], float], runs: Sequence[Run]) -> float:
        return sum(map(value, runs))

    models = [total(lambda run: run.models, runs) for runs in (alone, helped)]
    seconds = [total(lambda run: run.seconds, runs) for runs in (alone, helped)]
    return (
        f"{models[0]:.0f} models without patterns, {models[1]:.0f} with; "
        f"{seconds[0]:.1f} s without, {seconds[1]:.1f} s with"
    )


CLAIMS = (
    ("5.2, its SAT solver is much quicker with many clues than with few.", many_clues),
    ("5.2, its heuristics are very quick on simple puzzles.", simple),
    ("5.2, on complicated ones SAT wins, and by far, sparse or not.", complicated),
    ("5.4, SAT would be quicker, with fewer models, if the heuristics went first.", combined),
)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain data; seconds are None where a limit came first."""
    runs = {way: each._asdict() for way, each in outcome.runs.items()}
    for each in runs.values():
        each["seconds"] = each["seconds"] if math.isfinite(each["seconds"]) else None
    return {**outcome._asdict(), "runs": runs}


def main() -> None:
    """Measure and print."""
    options = _options()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from corpus import load

    records = [each for each in load("yajilin") if _cells(each) <= options.largest]
    records = records[:: options.every]
    if not records:
        raise SystemExit("no puzzle is left to measure")
    print('Heuristics against SAT: section 5.2 of L. Vialls, "Yajilin Puzzle Dissertation" (2016)')
    print(heading(WAYS, AUTO, limit_words(options.seconds)) + "\n", flush=True)
    outcomes = list(measure_all(records, options.seconds, options.jobs))
    if options.json:
        text = "".join(json.dumps(as_json(each)) + "\n" for each in outcomes)
        options.json.write_text(text, encoding="utf-8")
    show_tables(outcomes, options.seconds)
    show_claims(outcomes, options.seconds)


def _cells(record: dict[str, Any]) -> int:
    rows, cols = map(int, record["size"].split("x"))
    return rows * cols


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=at_least_one, default=10, help="only every Nth puzzle (10)")
    parser.add_argument("--seconds", type=float, default=10, help="processor time of a run (10)")
    parser.add_argument(
        "--largest", type=at_least_one, default=10**6, help="cells of the largest boards"
    )
    parser.add_argument("--jobs", type=at_least_one, default=1, help="processes side by side (1)")
    parser.add_argument("--json", type=Path, help="write all runs to this file, too")
    return parser.parse_args()


if __name__ == "__main__":
    run_script(main)
