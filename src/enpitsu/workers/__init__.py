"""Workers on many puzzles: processes of this machine, or of a Dask cluster.

Both are executors as `concurrent.futures` has them, so whoever hands out work need not know which.
Work is a function of a module with arguments that can be pickled. Each piece is done in a process
that may die or be stopped without harm to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from enpitsu.workers.local import LocalPool, WorkerPool
from enpitsu.workers.worker import report_progress

__all__ = ["LocalPool", "WorkerPool", "open_workers", "report_progress"]


@contextmanager
def open_workers(
    jobs: int = 1, cluster: str | None = None, patience: float | None = None
) -> Iterator[WorkerPool]:
    """Open so many processes of this machine, or those of the cluster at an address.

    Work that takes longer than `patience` seconds is stopped: its result is TookTooLong. That of a
    process that dies is WorkerDied. Nothing outlives the context: not after an error, nor Ctrl+C.
    """
    found: WorkerPool
    if cluster is None:
        found = LocalPool(jobs, patience)
    else:
        # Dask is an extra, and takes half a second to import.
        from enpitsu.workers.cluster import ClusterPool

        found = ClusterPool(cluster, patience)
    try:
        yield found
    finally:
        found.kill_all()
