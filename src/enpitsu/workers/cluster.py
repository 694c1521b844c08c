"""The processes of a Dask cluster.

Dask gives the work of a worker that dies to another one. What it cannot do is to stop a piece of
work that hangs; therefore a Dask worker passes each piece on to a process of its own, watched as on
one machine.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from enpitsu import extras
from enpitsu.errors import ClusterError, WorkerDied
from enpitsu.version import version
from enpitsu.workers.local import LocalPool, WorkerPool

P = ParamSpec("P")
T = TypeVar("T")

CONNECT_SECONDS = 10
WORKERS_SECONDS = 60  # how long to wait for the first worker
WIDTH_SECONDS = 2.0  # how long the number of workers is taken to stay the same


class ClusterPool(WorkerPool):
    """The workers of a scheduler, by its address or its scheduler file; see `open_workers`."""

    def __init__(self, address: str, patience: float | None = None) -> None:
        self._client = _connect(address)
        self._patience = patience
        self._width, self._asked = 0, 0.0
        try:
            _check_workers(self._client)
            # Not "pure": the same work may be wanted twice, and is then done twice.
            self._executor = self._client.get_executor(pure=False)
        except BaseException:
            self.kill_all()
            raise

    @property
    def width(self) -> int:
        now = time.monotonic()
        if now - self._asked > WIDTH_SECONDS:
            try:
                threads = sum(self._client.nthreads().values())
            except (OSError, TimeoutError) as error:
                raise ClusterError(f"the cluster does not answer: {_first_line(error)}") from None
            self._width, self._asked = max(1, threads), now
        return self._width

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand out a piece of work."""
        inner = self._executor.submit(watched, fn, args, kwargs, self._patience)
        outer: Future[T] = Future()
        inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        self._executor.shutdown(wait=wait)

    def kill_all(self) -> None:
        """Stop all work of ours; the cluster stays."""
        with suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)


def _pass_on(done: Future[Any], outer: Future[Any]) -> None:
    """Pass the result of a piece on, with Dask's own errors in our words."""
    if not outer.set_running_or_notify_cancel():
        return
    try:
        is_done, answer = done.result()
    except CancelledError:
        outer.set_exception(ClusterError("the cluster gave the work up: is its scheduler there?"))
    except Exception as error:
        # Errors of the work come as answers: this is about the worker that had it.
        outer.set_exception(WorkerDied(f"lost on the cluster: {type(error).__name__}: {error}"))
    else:
        if is_done:
            outer.set_result(answer)
        else:
            outer.set_exception(answer)


# --- reaching the cluster ------------------------------------------------------------------------


def _connect(address: str) -> Any:
    """Return a client of a scheduler that answers; its address may also be a scheduler file."""
    extras.load("distributed", "work on a cluster", "cluster")
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    # Dask tells of lost workers at length; what matters of it comes as an error.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    make: Any = Client
    try:
        where: Any = address
        if address.endswith(".json"):
            where = json.loads(Path(address).read_text(encoding="utf-8"))["address"]
            if not isinstance(where, str):
                raise TypeError("it tells no address")
        host, port = get_address_host_port(where)
        # Dask itself is asked only then: it tries for long, and leaves half a client behind.
        socket.create_connection((host, port), timeout=CONNECT_SECONDS).close()
        return make(where, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as error:
        raise ClusterError(f"cannot reach a cluster at {address!r}: {_first_line(error)}") from None


def _check_workers(client: Any) -> None:
    """Wait for workers; refuse those that would make other puzzles, or none."""
    try:
        client.wait_for_workers(1, timeout=WORKERS_SECONDS)
    except TimeoutError:
        raise ClusterError(
            f"no worker joined the cluster within {WORKERS_SECONDS} s: dask worker starts some"
        ) from None
    try:
        found = client.run(version)
    except Exception as error:
        raise ClusterError(
            f"a worker cannot run Enpitsu: is it installed there? {_first_line(error)}"
        ) from None
    for worker, other in found.items():
        if other != version():
            raise ClusterError(f"{worker} has Enpitsu {other}, this is {version()}")


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


# --- on the cluster ------------------------------------------------------------------------------

_GUARDS = threading.local()  # the pool of one that each thread of a Dask worker has


def watched(
    fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], patience: float | None
) -> tuple[bool, Any]:
    """Do a piece of work in a process of its own, which can be stopped; return the result, or after
    False the error. Runs on the cluster."""
    guards: dict[float | None, LocalPool] = _GUARDS.__dict__.setdefault("crews", {})
    if patience not in guards:
        for other in guards.values():
            other.kill_all()
        guards.clear()
        guards[patience] = LocalPool(1, patience)
    try:
        return True, guards[patience].submit(fn, *args, **kwargs).result()
    except Exception as error:
        return False, error
