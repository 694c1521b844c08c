"""How long it takes to make puzzles, beside what was published, and what they look like.

    scripts/bench generate [--kind KIND] [--count N] [--seconds S] [--quick] [--no-tables]
    scripts/bench generate --tables 6.6 6.9
    scripts/bench generate --tables 6.10 --threads 1 2 4 8 16
    scripts/bench generate --look [FILE.svg] [--count N]

First Enpitsu's default method by size: mean, median and longest time, the share of clues, and the
power of the area with which time grows. For Yajilin then the tables 6.3 to 6.10 of Gufler and
Hagenauer (2011): what they published, their methods with Enpitsu's solver, and Enpitsu's default
method on the same size with at most as many clues. The published times are of another machine and
language, so the first ratio says little about the method; the last one, both measured here, says
much.

Table 6.10 has rows for up to eight threads, here processes, on four cores. They are measured
whatever the number of cores here; --threads asks for other numbers of them.

Times are of the wall clock, in one process, each puzzle solved again from its clues at the end. A
row ends after `--seconds`; the mean then is all the time spent, divided by the puzzles that were
finished, and how many were is said.

--look makes puzzles of the sizes of the human ones, measures both alike and draws them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.generate import generate, makers
from enpitsu.limits import Limits
from memory import peak_megabytes
from tables.common import at_least_one
from tables.gufler_hagenauer_2011 import TABLES, Row, Table
from yajilin_look import MEASURES, corpus_measures, corpus_puzzles, measures, ranges, share_inside
from yajilin_solve import growth

SIZES = {
    "yajilin": ("6x6", "8x8", "9x9", "10x10", "10x12", "12x12", "14x14", "20x20", "20x36", "31x45"),
    "satogaeri": ("6x6", "10x10", "15x15", "20x20", "36x20"),
    "nonogram": ("5x5", "10x10", "15x15", "20x20", "25x25", "30x30"),
}
USUAL_SIZES = ("6x6", "10x10", "14x24", "20x20", "20x36")
"""Of kinds that are declared on a page."""
QUICK_AREA = 400
FULL_DENSITY = 0.18
"""The share of clues that the thesis allows."""
PATIENCE = 60.0
"""Seconds for a puzzle whose look is measured."""
ENDLESS = 10**9
"""Attempts: only time ends a row."""


class Times(NamedTuple):
    """How long puzzles took, in seconds, and how many of the wanted ones there are."""

    seconds: tuple[float, ...]
    spent: float
    wanted: int
    clues: tuple[float, ...]
    """The share of clues of each."""

    @property
    def mean(self) -> float | None:
        """All time spent, by the puzzles finished; None if there are none."""
        return self.spent / len(self.seconds) if self.seconds else None

    @property
    def remark(self) -> str:
        """What was not finished, in words."""
        done = len(self.seconds)
        return "" if done == self.wanted else f"{done} of {self.wanted} in {self.spent:.0f} s"


class Plan(NamedTuple):
    """What is measured: so many puzzles, in so many seconds."""

    puzzles: int
    seconds: float


@cache
def measure(
    kind: str,
    rows: int,
    cols: int,
    plan: Plan,
    method: str | None = None,
    options: tuple[tuple[str, float], ...] = (),
    jobs: int = 1,
) -> Times:
    """Make puzzles with the seeds 1, 2, ..., until all are made or the time is over."""
    seconds, clues = [], []
    chosen: dict[str, Any] = dict(options)
    started = time.perf_counter()
    for seed in range(1, plan.puzzles + 1):
        left = plan.seconds - (time.perf_counter() - started)
        made = generate(
            kind,
            rows,
            cols,
            seed=seed,
            method=method,
            tries=ENDLESS,
            jobs=jobs,
            limits=Limits(seconds=max(0.0, left)),
            **chosen,
        )
        if made.puzzle is None:
            break
        seconds.append(made.seconds)
        clues.append(count_clues(made.puzzle) / (rows * cols))
    done = sum(seconds)
    spent = done if len(seconds) == plan.puzzles else time.perf_counter() - started
    return Times(tuple(seconds), spent, plan.puzzles, tuple(clues))


def count_clues(puzzle: Any) -> int:
    """The number of clues, where they stand in cells."""
    given = getattr(puzzle, "given", {"clues": getattr(puzzle, "clues", ())})
    return sum(map(len, given.values()))


# --- by size --------------------------------------------------------------------------------------


def show_sizes(kind: str, sizes: Sequence[str], plan: Plan, title: str, **options: float) -> None:
    """A line a size, and how time grows."""
    print(f"\n{kind}, default method, {title}; milliseconds")
    has_clues = kind == "yajilin" or kind not in SIZES
    print(f"{'size':>8}{'mean':>10}{'median':>10}{'max':>10}" + f"{'clues':>9}" * has_clues)
    known: dict[int, float] = {}
    for size in sizes:
        rows, cols = map(int, size.split("x"))
        times = measure(kind, rows, cols, plan, options=tuple(options.items()))
        print(f"{size:>8}{_figures(times)}{_clues(times) * has_clues}  {times.remark}", flush=True)
        if times.mean:
            known[rows * cols] = times.mean
    if len(known) > 1:
        power = growth(list(known), list(known.values()))
        print(f"time grows with area to the power {power:.2f}")


def _figures(times: Times) -> str:
    if times.mean is None:
        return f"{'-':>10}" * 3
    return "".join(
        f"{1000 * each:10.1f}" for each in (times.mean, median(times.seconds), max(times.seconds))
    )


def _clues(times: Times) -> str:
    return f"{100 * sum(times.clues) / len(times.clues):7.1f} %" if times.clues else f"{'-':>9}"


# --- beside the published tables ------------------------------------------------------------------


def show_table(table: Table, plan: Plan) -> None:
    """A table as published, with our times beside it."""
    print(f"\nTable {table.number}: {table.title}; mean milliseconds")
    print(
        f"{'size':>8}  {'parameters':46}{'published':>10}{'here':>10}{'ratio':>8}"
        f"{'default':>10}{'ratio':>8}"
    )
    for row in table.rows:
        published = "-" if row.published is None else f"{row.published:.0f}"
        head = f"{row.size:>8}  {_parameters(row):46}{published:>10}"
        theirs = measure(
            "yajilin", row.rows, row.cols, plan, row.method, tuple(row.options.items()), row.jobs
        )
        ours = measure("yajilin", row.rows, row.cols, plan, options=_density(row), jobs=row.jobs)
        print(
            f"{head}{_mean(theirs)}{_ratio(_seconds(row), theirs.mean)}"
            f"{_mean(ours)}{_ratio(theirs.mean, ours.mean)}  {_remark(row, theirs, ours)}",
            flush=True,
        )


def _parameters(row: Row) -> str:
    names = {"line_base": "lineBase", "min_arrows": "min", "max_arrows": "max", "steps": "steps"}
    told = [f"{names[name]} {value:g}" for name, value in row.options.items() if name in names]
    return ", ".join([*told, row.note] if row.note else told)


def _seconds(row: Row) -> float | None:
    return None if row.published is None else row.published / 1000


def _remark(row: Row, *times: Times) -> str:
    """What was not finished, and whether there are fewer cores than processes."""
    cores = os.cpu_count() or 1
    remarks = [next(filter(None, (each.remark for each in times)), "")]
    remarks.append(f"only {cores} cores here" if row.jobs > cores else "")
    return "; ".join(filter(None, remarks))


def _density(row: Row) -> tuple[tuple[str, float], ...]:
    return () if row.density is None else (("density", row.density),)


def _mean(times: Times) -> str:
    return f"{'-':>10}" if times.mean is None else f"{1000 * times.mean:10.1f}"


def _ratio(slow: float | None, fast: float | None) -> str:
    return f"{'-':>8}" if slow is None or fast is None else f"{slow / fast:8.1f}"


def show_memory(plan: Plan) -> None:
    """Peak memory of fresh processes that make the puzzles of Table 6.8."""
    for method, name in (("arrows", "the arrow generator"), (None, "the default method")):
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            peak, done = pool.submit(find_peak, method, plan).result()
        print(f"peak memory of a process that makes {done} 12x12 by {name}: {peak:.0f} MB")


def find_peak(method: str | None, plan: Plan) -> tuple[float, int]:
    """Make 12x12 puzzles; this process's peak memory in MB, and how many were made."""
    made = measure("yajilin", 12, 12, plan, method)
    return peak_megabytes(), len(made.seconds)


def with_threads(table: Table, threads: Sequence[int] | None) -> Table:
    """Table 6.10 with other numbers of threads, if some are asked for; any other as it is."""
    if table.number != "6.10" or threads is None:
        return table
    known = {row.jobs: row for row in table.rows}
    other = replace(table.rows[0], published=None)
    rows = (known.get(jobs, replace(other, jobs=jobs, note=str(jobs))) for jobs in threads)
    return replace(table, rows=tuple(rows))


# --- what they look like --------------------------------------------------------------------------


def show_look(plan: Plan, target: Path, most_area: int | None) -> None:
    """Measures of human puzzles and of made ones of the same sizes, as numbers and drawn."""
    human = corpus_measures()
    sizes = [(puzzle.rows, puzzle.cols) for puzzle, _ in corpus_puzzles()]
    sizes = [size for size in sizes if most_area is None or size[0] * size[1] <= most_area]
    made = make_alike(sizes, plan)
    if len(made) < 2:
        print(f"{len(made)} puzzles made in this time: too few to be compared")
        return
    limits, found = ranges(human), ranges(made)
    print(f"{len(human)} human puzzles; {len(made)} made in such sizes, of {plan.puzzles} wanted")
    print(f"{'':10}{'human quartiles':^27}{'made quartiles':^27}  median within")
    for name in MEASURES:
        theirs, ours = limits[name], found[name]
        within = "yes" if theirs.p25 <= ours.median <= theirs.p75 else "NO"
        print(f"{name:10}{_quartiles(theirs)}{_quartiles(ours)}  {within}")
    for who, measured in (("human", human), ("made", made)):
        inside = 100 * share_inside(measured, limits)
        print(f"all measures in the human 10-90 % range: {inside:.0f} % of the {who} ones")
    draw_look(human, made, target)


def _quartiles(found: Any) -> str:
    return "".join(f"{each:9.3f}" for each in (found.p25, found.median, found.p75))


def make_alike(sizes: Sequence[tuple[int, int]], plan: Plan) -> list[dict[str, float]]:
    """Measures of puzzles made in sizes drawn from these."""
    chosen = random.Random(1).choices(sizes, k=plan.puzzles)
    found = []
    budget = Limits(seconds=plan.seconds).start()
    for seed, (rows, cols) in enumerate(chosen, start=1):
        limits = Limits(seconds=min(PATIENCE, budget.left() or 0.0))
        made: Any = generate("yajilin", rows, cols, seed=seed, jobs=1, limits=limits)
        if made.puzzle is not None:
            found.append(measures(made.puzzle, made.solution))
    return found


def draw_look(
    human: Sequence[dict[str, float]], made: Sequence[dict[str, float]], target: Path
) -> None:
    """A small picture for each measure: how human and made puzzles are spread."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "enpitsu"})
    figure, axes = pyplot.subplots(2, 3, figsize=(9, 5))
    for axis, (name, words) in zip(axes.flat, MEASURES.items(), strict=True):
        values = [[one[name] for one in group] for group in (human, made)]
        top = max(max(group) for group in values)
        axis.hist(values, bins=20, range=(0, top), density=True, label=["human", "made"])
        axis.set_title(words, fontsize=7)
        axis.set_yticks([])
    axes[0][0].legend(frameon=False, fontsize=8)
    figure.tight_layout()
    figure.savefig(target)
    print(f"picture: {target}")


def read_options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    numbers = [table.number for table in TABLES]
    parser.add_argument("--kind", choices=sorted(makers()), default="yajilin")
    parser.add_argument("--count", type=int, help="puzzles a row (default: 20; 200 for --look)")
    parser.add_argument("--seconds", type=float, help="limit a row (default: 60)")
    parser.add_argument("--quick", action="store_true", help="few puzzles, only to 20x20")
    parser.add_argument("--tables", nargs="+", choices=numbers, help="only these tables")
    parser.add_argument(
        "--threads",
        nargs="+",
        type=at_least_one,
        help="table 6.10 with these numbers of processes (default: 1 2 3 4 8)",
    )
    parser.add_argument("--no-tables", action="store_true", help="only by size")
    parser.add_argument(
        "--look", nargs="?", const=Path("look.svg"), type=Path, help="draw what they look like"
    )
    return parser.parse_args()


def main() -> None:
    """Measure, print, draw."""
    options = read_options()
    usual = (5, 5.0) if options.quick else (20, 60.0)
    plan = Plan(options.count or usual[0], options.seconds or usual[1])
    if options.look:
        count, seconds = (30, 60.0) if options.quick else (200, 1800.0)
        look_plan = Plan(options.count or count, options.seconds or seconds)
        show_look(look_plan, options.look, QUICK_AREA if options.quick else None)
        return
    try:
        generate(options.kind, 5, 5, jobs=1)  # loads what is loaded once
    except PuzzleError as error:
        raise SystemExit(str(error)) from None
    if not options.tables:
        show_all_sizes(options.kind, plan, options.quick)
    if options.kind == "yajilin" and not options.no_tables:
        show_tables(options.tables, plan, options.threads)


def show_all_sizes(kind: str, plan: Plan, quick: bool) -> None:
    """The default method by size; for Yajilin at two densities."""
    every = SIZES.get(kind, USUAL_SIZES)
    sizes = [size for size in every if not quick or _area(size) <= QUICK_AREA]
    if kind == "yajilin":
        show_sizes(kind, sizes, plan, f"at most {FULL_DENSITY:.0%} clues", density=FULL_DENSITY)
    show_sizes(kind, sizes, plan, "as it is")


def _area(size: str) -> int:
    rows, cols = map(int, size.split("x"))
    return rows * cols


def show_tables(
    numbers: Sequence[str] | None, plan: Plan, threads: Sequence[int] | None = None
) -> None:
    """The published tables, or some of them."""
    for table in TABLES:
        if numbers is None or table.number in numbers:
            show_table(with_threads(table, threads), plan)
            if table.number == "6.8":
                show_memory(plan)


if __name__ == "__main__":
    main()
