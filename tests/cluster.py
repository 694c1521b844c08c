"""A real Dask cluster: a scheduler and workers, each a process of its own that can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


class Cluster:
    """A scheduler by its file, and its workers."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self._folder = folder
        self._processes = [self._start("scheduler", "--port", "0", "--no-dashboard")]
        self.workers: list[subprocess.Popen[bytes]] = []
        _await(self.file)

    @property
    def address(self) -> str:
        """What --cluster takes."""
        return str(self.file)

    def add(self, count: int) -> None:
        """Start workers of one thread each, that nobody starts again when they die."""
        for _ in range(count):
            worker = self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
            self.workers.append(worker)
            self._processes.append(worker)

    def kill(self, number: int) -> None:
        """Kill a worker, as the system would for want of memory."""
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait()

    def stop(self) -> None:
        """End everything."""
        for process in self._processes:
            process.kill()
            process.wait()

    def _start(self, role: str, *options: str) -> subprocess.Popen[bytes]:
        log = (self._folder / f"{role}-{time.monotonic_ns()}.log").open("wb")
        command = [sys.executable, "-m", "dask", role, "--scheduler-file", str(self.file), *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log, env=environment)


def _await(path: Path) -> None:
    until = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size):
        if time.monotonic() > until:
            raise TimeoutError("the scheduler did not start")
        time.sleep(0.05)


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A cluster with so many workers, until the end of the context."""
    found = Cluster(folder)
    try:
        found.add(workers)
        yield found
    finally:
        found.stop()
