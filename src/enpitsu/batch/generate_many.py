"""Makes batches: starts them, goes on with them, sums them up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from enpitsu.batch.batch_run import BatchRun
from enpitsu.batch.files import Output
from enpitsu.batch.order import BatchPiece, Order
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import read
from enpitsu.generate import MOST_JOBS, Request, check_number, usual_jobs
from enpitsu.kind import Document, Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.workers import open_workers

PATIENCE = 1800.0  # seconds after which a puzzle without a time limit is given up: something hangs
MOST_COUNT = 10_000_000
GRACE = 60.0  # seconds that a puzzle may take beyond its time limit


class BatchSummary(NamedTuple):
    """The figures of a finished batch."""

    made: int
    failed: int
    before: int
    """Of those made, how many were there when this run began."""
    gave_up: bool
    """True if so many failed in a row that the rest was not tried."""


def make_batch(
    order: Order,
    count: int,
    output: Output,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    unlike: Collection[str] = (),
    begun: Callable[[BatchSummary], None] = lambda summary: None,
    told: Callable[[BatchPiece], None] = lambda piece: None,
    cancel: threading.Event | None = None,
) -> BatchSummary:
    """Make so many puzzles, none with a twin among them or among those whose fingerprints are in
    `unlike`, and put them into the output, going on where an earlier run was interrupted.

    `begun` is told what was there, `told` of each piece that is added; `cancel` stops the work, to
    be continued, when another thread or a signal sets it. The puzzles depend on the order alone:
    not on jobs, cluster or interruptions.
    """
    check_number("jobs", jobs, 1, MOST_JOBS)
    digest = blake2b("".join(sorted(unlike)).encode(), digest_size=8).hexdigest()
    past = output.begin(order.header(digest if unlike else ""))
    try:
        with open_workers(jobs, cluster, patience_of(order)) as hands:
            run = BatchRun(order, count, hands, past=past, unlike=unlike, cancel=cancel)
            before = run.made
            begun(BatchSummary(run.made, run.failed, before, run.gave_up))
            for piece in run:
                output.add(piece.entry, piece.text)
                told(piece)
            return BatchSummary(run.made, run.failed, before, run.gave_up)
    finally:
        output.close()


def patience_of(order: Order) -> float:
    """Return the seconds that a puzzle may take until its process is stopped."""
    seconds = order.limits.seconds
    return PATIENCE if seconds is None else seconds + GRACE


def generate_many(
    kind: str,
    rows: int = 10,
    cols: int | None = None,
    *,
    count: int,
    level: str | None = None,
    seed: int = 1,
    method: str | None = None,
    tries: int | None = None,
    graded: bool = False,
    unlike: Collection[Puzzle] = (),
    jobs: int | None = None,
    cluster: str | None = None,
    limits: Limits = NO_LIMITS,
    **options: Any,
) -> Iterator[Document]:
    """Make many puzzles, one after another, each with its solution, level and manifest.

    They are those of a batch with the same request: no two are twins, none is one of a puzzle in
    `unlike`, and neither `jobs` nor `cluster` matters. `limits` are for each; those that cannot be
    made are left out. `graded` finds the level also where none is wanted.
    """
    request = Request.checked(
        kind, rows, rows if cols is None else cols, level, seed, method, options
    )
    check_number("count", count, 0, MOST_COUNT)
    order = Order(request=request, tries=tries, graded=graded, solution=True, limits=limits)
    hands = usual_jobs() if jobs is None else jobs
    check_number("jobs", hands, 1, MOST_JOBS)
    return _documents(order, count, hands, cluster, set(map(fingerprint, unlike)))


def _documents(
    order: Order, count: int, jobs: int, cluster: str | None, unlike: Collection[str]
) -> Iterator[Document]:
    with open_workers(jobs, cluster, patience_of(order)) as hands:
        for piece in BatchRun(order, count, hands, unlike=unlike):
            if piece.text:
                yield from read(piece.text, format=order.format)
