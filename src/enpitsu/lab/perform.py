"""Makes the runs of a measurement, as many at a time as a pool of workers has hands."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice

from enpitsu.errors import PuzzleError, WorkerDied
from enpitsu.kind import Puzzle
from enpitsu.lab.bench_run import BenchRun, Job, Key, Subject, Terms, blank_run, subject_of
from enpitsu.lab.setups import Setup, prepare_for
from enpitsu.lab.watch import GRACE, GRACE_SECONDS, WARM_PATIENCE, measure
from enpitsu.workers import WorkerPool, open_workers

AHEAD = 2  # runs handed out for each that is made, so that nobody waits for work
TRIAL = Terms(seconds=5.0)  # what it may cost to find out whether a setup works here at all


def planned(
    subjects: Sequence[Subject],
    setups: Sequence[Setup],
    *,
    repeat: int,
    terms: Terms,
    warm: Puzzle,
    done: Container[Key] = (),
) -> Iterator[Job]:
    """Yield the runs that are still to be made: puzzle by puzzle, and there by turns in every
    setup, so that a machine that is slow for a while is slow for all of them."""
    for subject in subjects:
        for repetition in range(1, repeat + 1):
            for setup in setups:
                if Key(subject.id, setup, repetition) not in done:
                    yield Job(subject, setup, repetition, terms, warm)


@contextmanager
def hands(terms: Terms, processes: int = 1, cluster: str | None = None) -> Iterator[WorkerPool]:
    """Yield those who make the runs, in processes of this machine or of a cluster."""
    # The runs are watched from beside already: this is for when the watcher hangs.
    patience = 2 * WARM_PATIENCE + max(terms.seconds, TRIAL.seconds) * GRACE + GRACE_SECONDS
    with open_workers(processes, cluster, patience) as found:
        yield found


def perform(jobs: Iterable[Job], found: WorkerPool) -> Iterator[BenchRun]:
    """Make the runs; each is given as soon as it has ended."""
    waiting = iter(jobs)
    under_way: dict[Future[BenchRun], Job] = {}
    while True:
        for job in islice(waiting, max(0, AHEAD * found.width - len(under_way))):
            under_way[found.submit(measure, job)] = job
        if not under_way:
            return
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            job = under_way.pop(future)
            try:
                run = future.result()
            except WorkerDied as error:
                run = blank_run(job, error=str(error))
            yield run


def refusals(setups: Sequence[Setup], warm: Puzzle, found: WorkerPool) -> dict[Setup, str]:
    """Return the setups that cannot be measured here, each with the reason."""
    for setup in setups:
        # What has to be installed is installed once, and not under the limits of a run.
        with suppress(PuzzleError):
            prepare_for(setup, warm)
    subject = subject_of("", warm)
    trials = perform((Job(subject, setup, 1, TRIAL, warm) for setup in setups), found)
    return {run.setup: run.error or "" for run in trials if run.refused}
