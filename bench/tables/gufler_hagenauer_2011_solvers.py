"""Section 6.1 of A. Gufler and F. Hagenauer, "Yajilin" (bachelor thesis, Innsbruck 2011), anew:
its two solvers over many puzzles, and what the loop clauses of section 4.8.3 save.

    scripts/bench tables/gufler_hagenauer_2011_solvers [--puzzles N] [--largest CELLS]
        [--repeat N] [--seconds S] [--long-seconds S] [--loop-puzzles N] [--loop-cells N]
        [--loop-seconds S] [--unique]

The thesis: Java with SAT4J, four cores of 3.2 GHz, 50 puzzles from 3x3 to 31x45 that are not named
one by one, each solved 100 times. Here: puzzles of the corpus, evenly spread by size. Each engine
works in a process of its own, so that its peak memory can be told; times and limits are processor
time, until the first solution is found as in the thesis (--unique: until there is known to be no
other). Table 6.2, the same solver at other clock rates, cannot be repeated this way.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

import enpitsu
from enpitsu.kinds.yajilin.engines.placements import sights
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.sat.backend import AUTO
from memory import peak_megabytes
from tables.common import (
    REACHED,
    SMALL,
    at_least_one,
    end_with_parent,
    heading,
    paragraph,
    processor_limits,
    run_script,
)

IMMEDIATE, TSEITIN, DEFAULT = "immediate", "tseitin", "sat"
PLAIN = f"{IMMEDIATE}:no-loop-clauses"
LESS = tuple(f"{TSEITIN}:{each}" for each in ("no-borders", "no-lookahead"))
"""Without one of the reductions of sections 4.8.1 and 4.8.2."""
LEAST = f"{TSEITIN}:no-borders:no-lookahead"
MANY = (IMMEDIATE, TSEITIN, *LESS, LEAST, DEFAULT)
"""The engines whose means are told."""
SINGLE = (IMMEDIATE, TSEITIN, LEAST)
"""The engines of Table 6.1."""

NOTE = (
    "The thesis measured Java with SAT4J at 3.2 GHz, each puzzle a hundred times, so mostly "
    "with Java warmed up. Our times are of Python with the solver in the same "
    "process: the making of the formula is in them, reading the puzzle and loading Enpitsu not."
)

MEANS = {IMMEDIATE: "485 ms", TSEITIN: "1323 ms"}
MEMORY = {IMMEDIATE: "256 MB", TSEITIN: "about 1024 MB"}
"""What the thesis says of its 50 puzzles. The memory is what Java needed to be given."""


class Published(NamedTuple):
    """A line of Table 6.1: its puzzle and milliseconds of both solvers."""

    number: int
    size: str
    name: str
    immediate: int
    transformed: int
    corpus: int | None = None
    """The puzzle's number in the corpus, where it is there."""


TABLE = (
    Published(1, "6x6", "own creation", 32, 62),
    Published(2, "10x10", "Nikoli 1", 94, 172),
    Published(3, "14x18", "generated", 234, 312),
    Published(4, "14x24", "Nikoli 7", 470, 500),
    Published(5, "20x36", "Nikoli 10", 530, 671),
    Published(6, "20x36", "janko 19", 17470, 49810, corpus=19),
    Published(7, "31x45", "Mathgrant's blog", 1972, 2432),
    Published(8, "31x45", "Nikoli championship", 2863, 13455),
)
NAMED = frozenset(line.corpus for line in TABLE if line.corpus is not None)
LOOPS = ("Nikoli sample 4", "10x18", 11, 0.2, 205920, 203.0)
"""Section 4.8.3: a puzzle, models and seconds with loop clauses, and without."""

WHY = {
    "time": "out of processor time",
    "clock": "out of time on the clock",
    "memory": "out of memory",
    "placements": "too many placements to list",
}
"""What a limit that was reached means, in words."""

MOST_MEGABYTES = 4000
SAME_SIZE = 5
"""At most so many puzzles of the corpus stand for one of Table 6.1 that is not in it."""


class Run(NamedTuple):
    """One puzzle solved by one engine."""

    puzzle: int
    status: str
    reached: str | None
    seconds: float
    models: int

    @property
    def is_done(self) -> bool:
        """Whether no limit was reached."""
        return self.reached is None


class Job(NamedTuple):
    """What a process is to do: puzzles by number and text."""

    engine: str
    puzzles: Sequence[tuple[int, str]]
    solutions: int
    repeat: int
    seconds: float


class Done(NamedTuple):
    """What came of it, and the most memory the process has held, in MB."""

    runs: list[Run]
    peak: float


# --- measuring ------------------------------------------------------------------------------------


def work(job: Job) -> Done:
    """Solve puzzles one after another; this process does nothing else."""
    enpitsu.solve(enpitsu.parse(SMALL), engine=job.engine)
    runs = [_run(job, *puzzle) for puzzle in job.puzzles]
    return Done(runs, peak_megabytes())


def _run(job: Job, puzzle: int, text: str) -> Run:
    seconds, result = [], None
    for _ in range(job.repeat):
        board = enpitsu.parse(text)
        started = time.process_time()
        with processor_limits(job.seconds, MOST_MEGABYTES) as limits:
            result = enpitsu.solve(board, engine=job.engine, solutions=job.solutions, limits=limits)
        seconds.append(time.process_time() - started)
        if result.reached is not None:
            break
    assert result is not None
    models = int(result.stats.details.get("models", 0))
    reached = REACHED.get(result.reached or "", result.reached)
    return Run(puzzle, str(result.status), reached, mean(seconds), models)


def measure(job: Job) -> Done:
    """Do a job in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1, end_with_parent) as pool:
        return pool.apply(work, (job,))


# --- puzzles --------------------------------------------------------------------------------------


def records() -> list[dict[str, Any]]:
    """The corpus, the smallest boards first."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from corpus import load

    return sorted(load("yajilin"), key=lambda record: (_cells(record), record["id"]))


def _cells(record: dict[str, Any]) -> int:
    rows, cols = map(int, record["size"].split("x"))
    return rows * cols


def spread(some: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """So many of them, evenly spread from the first to the last."""
    if count >= len(some):
        return some
    return [some[at * (len(some) - 1) // max(1, count - 1)] for at in range(count)]


def _many(some: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The puzzles for the means: janko 19 was among the 50 of the thesis, so it always is here."""
    chosen = [record["id"] for record in spread(some, count)]
    return [record for record in some if record["id"] in NAMED or record["id"] in chosen]


def _texts(some: Iterable[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(record["id"], record["text"]) for record in some]


# --- tables ---------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines of a Markdown table, its columns as wide as their widest cell."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    for number, line in enumerate(lines):
        yield "| " + " | ".join(map(str.ljust, line, widths)) + " |"
        if number == 0:
            yield "|" + "|".join("-" * (width + 2) for width in widths) + "|"


def show(title: str, lines: Iterable[str]) -> None:
    """Print a part of the page as soon as it is there."""
    print(f"\n### {title}\n", flush=True)
    for line in lines:
        print(line, flush=True)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def means(some: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[str]:
    """The means over all puzzles that all engines end, and the memory it takes."""
    done = {engine: measure(_job(engine, _texts(some), options)) for engine in MANY}
    runs = {engine: {run.puzzle: run for run in found.runs} for engine, found in done.items()}
    both = [at for at in runs[IMMEDIATE] if all(each[at].is_done for each in runs.values())]
    rows = [
        (
            engine,
            f"{sum(run.is_done for run in done[engine].runs)} of {len(some)}",
            _why(done[engine].runs),
            *_times([runs[engine][at].seconds for at in both]),
            MEANS.get(engine, ""),
            f"{done[engine].peak:.0f} MB",
            MEMORY.get(engine, ""),
        )
        for engine in done
    ]
    head = ("engine", "solved", "stopped by", "mean", "median", "slowest")
    yield from table((*head, "thesis, mean", "peak memory", "thesis, memory"), rows)
    yield ""
    yield (
        f"{len(some)} puzzles, {some[0]['size']} to {some[-1]['size']}; times over the "
        f"{len(both)} that all of them solve; limit {options.seconds:g} s of processor "
        f"time a puzzle, mean of {options.repeat}. Without janko 19: {_without(NAMED, runs, both)}."
    )
    yield (
        "In the thesis janko 19 alone is 349 of the 485 ms (17470 / 50), and 996 of the 1323 ms."
    )


def _job(engine: str, puzzles: list[tuple[int, str]], options: argparse.Namespace) -> Job:
    return Job(engine, puzzles, 2 if options.unique else 1, options.repeat, options.seconds)


def _without(named: Collection[int], runs: dict[str, dict[int, Run]], both: Sequence[int]) -> str:
    """The means over all but the named puzzles."""
    kept = [at for at in both if at not in named]
    return ", ".join(
        f"{engine} {_times([found[at].seconds for at in kept])[0]}"
        for engine, found in runs.items()
    )


def _why(runs: Iterable[Run]) -> str:
    """What stopped how many of them, in words."""
    reasons = [WHY.get(run.reached, run.reached) for run in runs if run.reached]
    return ", ".join(f"{reasons.count(each)}: {each}" for each in sorted(set(reasons))) or "-"


def _times(seconds: list[float]) -> tuple[str, str, str]:
    if not seconds:
        return "-", "-", "-"
    return _ms(mean(seconds)), _ms(median(seconds)), _ms(max(seconds))


def single(corpus: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[str]:
    """Table 6.1: the puzzle that is in the corpus, and others of the same size."""
    rows, known = [], {}
    for line in TABLE:
        chosen = _stand_ins(corpus, line)
        ids = tuple(record["id"] for record in chosen)
        if ids not in known:
            known[ids] = [_cell(engine, chosen, options) for engine in SINGLE]
        times, peaks = zip(*known[ids], strict=True)
        rows.append(
            (
                str(line.number),
                line.size,
                line.name,
                f"{line.immediate} ms",
                f"{line.transformed} ms",
                f"corpus {', '.join(map(str, ids))}" if chosen else "-",
                *times,
                *peaks,
            )
        )
    head = ("#", "size", "puzzle", "thesis, immediate", "thesis, transformed", "here")
    yield from table((*head, *SINGLE, *(f"{engine}: peak" for engine in SINGLE)), rows)
    yield ""
    yield (
        "Only janko 19 is the same puzzle; beside the others stands the mean over those puzzles of "
        "the same size that were solved; in brackets how many were not, and why. Limit "
        f"{options.long_seconds:g} s of processor time a puzzle."
    )
    yield from map(_why_so_much_memory, (each for each in corpus if each["id"] in NAMED))


def _why_so_much_memory(record: dict[str, Any]) -> str:
    """Where the peak of the immediate solver comes from."""
    puzzle = enpitsu.parse(record["text"])
    assert isinstance(puzzle, Yajilin)
    wrong = [sight.count_wrong() for sight in sights(Terrain(puzzle), lookahead=True)]
    return (
        f"immediate's peak on janko {record['id']}: of its {sum(wrong) / 1e6:.1f} million wrong "
        f"placements {max(wrong) / 1e6:.1f} million are those of one clue; each is a clause, and "
        "the solver holds them all at once. The thesis gave its solver a heap of 256 MB."
    )


def _stand_ins(corpus: list[dict[str, Any]], line: Published) -> list[dict[str, Any]]:
    """The puzzle itself where it is in the corpus, else others of its size."""
    if line.corpus is not None:
        return [record for record in corpus if record["id"] == line.corpus]
    others = (each for each in corpus if each["size"] == line.size and each["id"] not in NAMED)
    return list(islice(others, SAME_SIZE))


def _cell(
    engine: str, chosen: list[dict[str, Any]], options: argparse.Namespace
) -> tuple[str, str]:
    """The mean over those that end, and the peak memory."""
    if not chosen:
        return "-", "-"
    done = measure(_job(engine, _texts(chosen), options)._replace(seconds=options.long_seconds))
    seconds = [run.seconds for run in done.runs if run.is_done]
    stopped = f"{_why(done.runs)}" if len(seconds) < len(done.runs) else ""
    time_text = _ms(mean(seconds)) if seconds else ""
    text = f"{time_text} ({stopped})" if time_text and stopped else time_text or stopped
    return text, f"{done.peak:.0f} MB"


def loops(some: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[str]:
    """Section 4.8.3: models and seconds until the solution, with loop clauses and without."""
    puzzles = _texts(some)
    job = _job(IMMEDIATE, puzzles, options)._replace(repeat=1, seconds=options.loop_seconds)
    with_them, without = (measure(job._replace(engine=engine)) for engine in (IMMEDIATE, PLAIN))
    name, size, models, seconds, plain_models, plain_seconds = LOOPS
    rows = [(f"thesis: {name}", size, f"{models}", _ms(seconds), f"{plain_models}",
             _ms(plain_seconds))]  # fmt: skip
    for record, a, b in zip(some, with_them.runs, without.runs, strict=True):
        rows.append((f"corpus {record['id']}", record["size"], *_effort(a), *_effort(b)))
    head = ("puzzle", "size", "models with", "time with", "models without", "time without")
    yield from table(head, rows)
    yield ""
    ended = [(a, b) for a, b in zip(with_them.runs, without.runs, strict=True) if b.is_done]
    yield (
        f"Limit {options.loop_seconds:g} s of processor time. With loop clauses "
        f"{sum(run.is_done for run in with_them.runs)} of {len(some)} end, without "
        f"{len(ended)}; in those {sum(a.models for a, _ in ended)} models with, "
        f"{sum(b.models for _, b in ended)} without."
    )


def _effort(run: Run) -> tuple[str, str]:
    more = "" if run.is_done else "> "
    return f"{more}{run.models}", f"{more}{_ms(run.seconds)}"


def main() -> None:
    """Print the tables."""
    options = _options()
    corpus = records()
    some = _many([each for each in corpus if _cells(each) <= options.cells], options.puzzles)
    small = spread([each for each in corpus if _cells(each) <= options.loop_cells],
                   options.loop_puzzles)  # fmt: skip
    print(__doc__.partition("\n\n")[0] + "\n")
    limits = f"of processor time, {options.seconds:g} s for the means, {options.long_seconds:g} s"
    words = f"{limits} for Table 6.1, {options.loop_seconds:g} s for the loops"
    print(heading((*MANY, PLAIN), AUTO, words))
    print(paragraph(NOTE), flush=True)
    show("Both solvers over many puzzles (section 6.1)", means(some, options))
    show("What the loop clauses save (section 4.8.3)", loops(small, options))
    show("Single puzzles (Table 6.1)", single(corpus, options))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    count = at_least_one
    parser.add_argument("--puzzles", type=count, default=50, help="how many for the means")
    parser.add_argument(
        "--largest",
        "--cells",
        type=count,
        default=31 * 45,
        dest="cells",
        help="cells of the largest board for the means",
    )
    parser.add_argument("--repeat", type=count, default=1, help="runs a puzzle")
    parser.add_argument("--seconds", type=float, default=150, help="processor time for the means")
    parser.add_argument("--long-seconds", type=float, default=300, help="the same for Table 6.1")
    parser.add_argument("--loop-puzzles", type=count, default=16, help="how many for the loops")
    parser.add_argument(
        "--loop-cells", type=count, default=400, help="cells of the largest of them"
    )
    parser.add_argument(
        "--loop-seconds", type=float, default=5, help="processor time for the loops"
    )
    parser.add_argument("--unique", action="store_true", help="ask for a second solution, too")
    return parser.parse_args()


if __name__ == "__main__":
    run_script(main)
