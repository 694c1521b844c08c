"""Those who do the work on many puzzles: processes of this machine, or of a Dask cluster.

Both are executors as `concurrent.futures` has them, so whoever hands out work need not know which.
Work is a function of a module with arguments that can be pickled. Each piece is done in a process
that may die or be stopped without harm to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from enpitsu.crew.base import Crew
from enpitsu.crew.local import LocalCrew

__all__ = ["Crew", "LocalCrew", "crew"]


@contextmanager
def crew(
    jobs: int = 1, cluster: str | None = None, patience: float | None = None
) -> Iterator[Crew]:
    """So many processes of this machine, or those of the cluster at an address.

    Work that takes longer than `patience` seconds is stopped: its result is TookTooLong. That of a
    process that dies is WorkerDied. Nothing outlives the context: not after an error, nor Ctrl+C.
    """
    found = LocalCrew(jobs, patience) if cluster is None else _on_cluster(cluster, patience)
    try:
        yield found
    finally:
        found.dismiss()


def _on_cluster(address: str, patience: float | None) -> Crew:
    # Dask is an extra, and takes half a second to import.
    from enpitsu.crew.cluster import ClusterCrew

    return ClusterCrew(address, patience)
