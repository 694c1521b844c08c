"""Batches: rates and scaling, from one core to two and from local processes to a cluster, the
memory held on the way, and what a million graded puzzles of each kind cost.

    scripts/bench batch                        everything, some minutes
    scripts/bench batch --count 100 --memory 0  quicker
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from enpitsu.batch.files import FileOutput
from enpitsu.batch.generate_many import make_batch
from enpitsu.batch.order import BatchPiece, Order, make_part
from enpitsu.generate import Request
from enpitsu.processes import descendants, resident_megabytes
from enpitsu.registry import kinds
from enpitsu.workers import open_workers

MILLION = 1_000_000


class Case(NamedTuple):
    """What is made."""

    kind: str
    side: int
    level: str | None

    @property
    def order(self) -> Order:
        """Graded puzzles of this sort, with their solutions."""
        request = Request.checked(self.kind, self.side, self.side, self.level, 1, None, {})
        return Order(request=request, graded=True, solution=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.side}x{self.side} {self.level or 'any level'}"

    def share(self, count: int) -> int:
        """How many of them are made: of a level fewer, as each takes many attempts."""
        return count if self.level is None else max(20, count // 6)


class Way(NamedTuple):
    """By whom."""

    name: str
    jobs: int
    cluster: str | None


def seconds_of(case: Case, count: int, way: Way) -> tuple[float, bytes]:
    """Seconds from the first puzzle to the last, without the start of the processes; and the
    puzzles."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "batch.jsonl"
        make_batch(
            case.order,
            count,
            FileOutput(path),
            jobs=way.jobs,
            cluster=way.cluster,
            told=lambda piece: times.append(time.perf_counter()),
        )
        # The first tenth has the start of the processes in it.
        early = len(times) // 10
        return (times[-1] - times[early]) * count / (count - early - 1), path.read_bytes()


@contextmanager
def cluster(open_workers: int) -> Iterator[str]:
    """A Dask cluster on this machine: a scheduler and so many worker processes."""
    from distributed import LocalCluster

    make: Any = LocalCluster
    with make(
        n_workers=open_workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    ) as found:
        yield found.scheduler_address


def show_scaling(cases: list[Case], count: int, repeat: int) -> dict[Case, float]:
    """A table of rates; gives those of one core."""
    print(f"{count} puzzles each, graded, with solution; puzzles a second, median of {repeat}\n")
    names = ["1 process", "2 processes", "ratio", "cluster of 1", "cluster of 2", "ratio"]
    print(f"{'':34}" + "".join(f"{name:>14}" for name in names))
    rates = {}
    print(f"{'plain arithmetic, for comparison':34}" + _shown(plain_rates()))
    with cluster(1) as one, cluster(2) as two:
        ways = [Way("1", 1, None), Way("2", 2, None), Way("c1", 1, one), Way("c2", 1, two)]
        for case in cases:
            found = [_rate(case, case.share(count), way, repeat) for way in ways]
            assert len({data for _, data in found}) == 1, "the same puzzles every time"
            row = [rate for rate, _ in found]
            rates[case] = row[0]
            shown = [*row[:2], row[1] / row[0], *row[2:], row[3] / row[2]]
            print(f"{case!s:34}" + _shown(shown), flush=True)
    return rates


def _shown(figures: list[float]) -> str:
    return "".join(f"{figure:14.2f}" for figure in figures)


def plain_rates() -> list[float]:
    """What two processes are worth on this machine at all: factorials a second, and the ratio."""
    rates = []
    for jobs in (1, 2):
        with open_workers(jobs) as hands:
            wait([hands.submit(math.factorial, 10) for _ in range(jobs)])
            started = time.perf_counter()
            wait([hands.submit(math.factorial, 30_000) for _ in range(100)])
            rates.append(100 / (time.perf_counter() - started))
    return [*rates, rates[1] / rates[0]]


def _rate(case: Case, count: int, way: Way, repeat: int) -> tuple[float, bytes]:
    runs = [seconds_of(case, count, way) for _ in range(repeat)]
    return count / median(seconds for seconds, _ in runs), runs[0][1]


def fresh_share(case: Case, attempts: int) -> float:
    """Of the last quarter of so many puzzles, how many have no twin before them: where a way of
    making repeats itself, a long batch takes longer than its beginning tells."""
    order, seen, new = replace(case.order, graded=False), set(), []
    groups = [range(start, start + 50) for start in range(1, attempts, 50)]
    with open_workers(2) as hands:
        parts = [hands.submit(make_part, order, [(n, 0) for n in group]) for group in groups]
        for piece in (piece for part in parts for piece in part.result().pieces):
            new.append(piece.entry.id not in seen)
            seen.add(piece.entry.id)
    last = new[-len(new) // 4 :]
    return sum(last) / len(last)


def show_reckoning(rates: dict[Case, float], attempts: int) -> None:
    """What a million cost on cores like one of these."""
    print("\na million graded puzzles, reckoned from the rate of one core and the share of puzzles")
    print(f"that have no twin before them after {attempts} (of any level)")
    print(f"{'':34}{'no twin':>14}{'core hours':>14}{'on 64 cores':>14}")
    shares = {case.kind: fresh_share(case, attempts) for case in rates if case.level is None}
    for case, rate in rates.items():
        hours = MILLION / (rate * shares[case.kind]) / 3600
        print(f"{case!s:34}{shares[case.kind]:14.0%}{hours:14.1f}{hours / 64:12.1f} h")


def show_memory(count: int) -> None:
    """Memory of the main process and its workers while a long batch runs."""
    case = Case("satogaeri", 6, None)
    print(f"\nmemory in MB over a batch of {count} {case}: here, and the largest worker")
    marks = {max(1, count * share // 10) for share in (1, 2, 5, 10)}
    with tempfile.TemporaryDirectory() as folder:
        done = 0

        def told(piece: BatchPiece) -> None:
            nonlocal done
            done += 1
            if done in marks:
                open_workers = max(
                    (resident_megabytes(child) for child in descendants(os.getpid())), default=0.0
                )
                print(
                    f"  after {done:8}: {resident_megabytes(os.getpid()):7.1f} {open_workers:7.1f}",
                    flush=True,
                )

        make_batch(case.order, count, FileOutput(Path(folder) / "b.jsonl"), jobs=2, told=told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=300, help="puzzles of each run")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--attempts", type=int, default=6000, help="to see how many are new")
    parser.add_argument("--memory", type=int, default=20_000, help="puzzles; 0: leave it out")
    parser.add_argument("--level", action="append", help="levels beside any; default: hard")
    parser.add_argument("--side", type=int, default=10)
    parser.add_argument("--kind", action="append", choices=sorted(kinds()), help="default: all")
    chosen = parser.parse_args()
    levels = [None, *(chosen.level or ["hard"])]
    names = chosen.kind or sorted(kinds())
    cases = [Case(kind, chosen.side, level) for kind in names for level in levels]
    rates = show_scaling(cases, chosen.count, chosen.repeat)
    show_reckoning(rates, chosen.attempts)
    if chosen.memory:
        show_memory(chosen.memory)


if __name__ == "__main__":
    main()
