"""Processes of this machine, each watched by a thread of its own.

The executors that Python brings give up all work when one of their processes dies, and cannot stop
one that hangs. Here every process has its own pipes: whatever happens to it, only the piece that it
works on is lost, and another process takes its place.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, ParamSpec, TypeVar

from enpitsu.errors import NoWorkers, TookTooLong, WorkerDied

P = ParamSpec("P")
T = TypeVar("T")

_START = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + (
    "import sys, pickle; sys.path[:] = pickle.load(sys.stdin.buffer)\n"
    "from enpitsu.workers.worker import serve; serve()"
)
"""The program of a process: it leaves Ctrl+C to us, and finds modules where we find them."""


class WorkerPool(Executor):
    """An executor that knows how many work at once, and can be sent home at once."""

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of pieces of work done at the same time; may change with the time."""

    @abstractmethod
    def kill_all(self) -> None:
        """Stop all work, also what is being done."""


class _Piece(NamedTuple):
    """A piece of work, pickled, and who awaits it."""

    call: bytes
    future: Future[Any]
    listen: Callable[[Any], None]
    """Called with each message of `report_progress`, in the thread that watches the process."""


class LocalPool(WorkerPool):
    """Processes, started when they are needed; see `open_workers`. `nice` lets all other
    programs of the machine go first, where the system knows such."""

    def __init__(self, jobs: int, patience: float | None = None, nice: int = 0) -> None:
        self._jobs, self._patience, self._nice = jobs, patience, nice
        self._pieces: SimpleQueue[_Piece | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_over = False
        self._idle = 0
        self._threads: list[threading.Thread] = []
        self._workers: set[_Worker] = set()

    @property
    def width(self) -> int:
        return self._jobs

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand out a piece of work."""
        return self.submit_reporting(lambda message: None, fn, *args, **kwargs)

    def submit_reporting(
        self,
        listen: Callable[[Any], None],
        fn: Callable[P, T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Future[T]:
        """Hand out a piece of work; `listen` is called with each of its `report_progress`."""
        piece = _Piece(pickle.dumps((fn, args, kwargs)), Future(), listen)
        with self._lock:
            if self._is_over:
                raise RuntimeError("this pool has been shut down")
            self._pieces.put(piece)
            if self._pieces.qsize() > self._idle and len(self._threads) < self._jobs:
                self._threads.append(threading.Thread(target=self._serve, daemon=True))
                self._threads[-1].start()
        return piece.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; what was handed out is still done unless it is cancelled."""
        with self._lock:
            self._is_over = True
        if cancel_futures:
            while not self._pieces.empty():
                piece = self._pieces.get()
                if piece is not None:
                    piece.future.cancel()
                    piece.future.set_running_or_notify_cancel()
        for _ in self._threads:
            self._pieces.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def kill_all(self) -> None:
        """Stop all work, also what is being done."""
        self.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """Hand one piece after another to a process: the life of a thread."""
        worker: _Worker | None = None
        while True:
            with self._lock:
                self._idle += 1
            piece = self._pieces.get()
            with self._lock:
                self._idle -= 1
            if piece is None:
                break
            if piece.future.set_running_or_notify_cancel():
                worker = self._do(piece, worker)
            # Not held while there is nothing to do: it may be large, and so may what came of it.
            del piece
        if worker is not None:
            self._end(worker)

    def _do(self, piece: _Piece, worker: _Worker | None) -> _Worker | None:
        """Let a process do a piece of work; gives the process if it can do another."""
        try:
            if worker is None:
                worker = _Worker(self._nice)
                with self._lock:
                    if self._is_over:
                        # It would not be among those that `kill_all` stops.
                        worker.kill()
                    self._workers.add(worker)
            is_done, answer = worker.do(piece.call, self._patience, piece.listen)
        except OSError as error:
            piece.future.set_exception(NoWorkers(f"cannot start a process: {error.strerror}"))
            return None
        except WorkerDied as error:
            if worker is not None:
                self._end(worker)
            piece.future.set_exception(error)
            return None
        if is_done:
            piece.future.set_result(answer)
        else:
            piece.future.set_exception(answer)
        return worker

    def _end(self, worker: _Worker) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.end()


class _Worker:
    """A process that does one piece of work after another."""

    def __init__(self, nice: int = 0) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        if nice and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, nice)
        self._is_overdue = False
        self._is_ready = False

    def do(
        self, call: bytes, patience: float | None, listen: Callable[[Any], None]
    ) -> tuple[bool, Any]:
        """Return the result, or (after False) the error that was raised; WorkerDied,
        TookTooLong."""
        try:
            if not self._is_ready:
                # Until the process has started, which on a busy machine takes its time.
                self._send(pickle.dumps(sys.path))
                self._receive()
                self._is_ready = True
            with self._alarm(patience):
                # Pickled twice: what cannot be read there is then an answer, not the worker's end.
                self._send(pickle.dumps(call))
                while (told := self._receive())[0] is None:
                    listen(told[1])
                is_done, answer = told
                return is_done, answer
        except (OSError, EOFError, pickle.UnpicklingError, ValueError):
            if self._is_overdue:
                raise TookTooLong(f"it took longer than {patience:.0f} s") from None
            raise WorkerDied("the process working on it died") from None

    @contextmanager
    def _alarm(self, patience: float | None) -> Iterator[None]:
        """Stop the process if this takes longer."""
        if patience is None:
            yield
            return
        alarm = threading.Timer(patience, self._stop)
        alarm.daemon = True
        alarm.start()
        try:
            yield
        finally:
            alarm.cancel()

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def _stop(self) -> None:
        self._is_overdue = True
        self.kill()

    def kill(self) -> None:
        """Stop the process, whatever it does."""
        self._process.kill()

    def end(self) -> None:
        """Stop the process and leave nothing of it."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()
