"""Working processes that are born ready, for tests with many servers.

A process imports for a while before it can work, and each server starts several. Here one process
imports all of it once, and the others are forks of it, each as new as one that was started.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from enpitsu.workers import local

ROOT = Path(__file__).parent.parent
START = "from tests.nursery import bear; bear({door})"
PID_BYTES = 4


def bear(door: int) -> NoReturn:
    """Fork a process for each pair of pipes that comes through the door, until it is shut."""
    from enpitsu.web import tasks

    tasks.warm_up()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda *_: _bury())
    asked = socket.socket(fileno=door)
    while True:
        said, pipes, *_ = socket.recv_fds(asked, 1, 2)
        if not said:
            os._exit(0)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for standard, pipe in enumerate(pipes):
                os.dup2(pipe, standard)
                os.close(pipe)
            asked.close()
            exec(local._START, {})
            os._exit(0)
        for pipe in pipes:
            os.close(pipe)
        asked.sendall(child.to_bytes(PID_BYTES))


def _bury() -> None:
    """Leave nothing of those that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def surroundings() -> bytes:
    """Settings that a process takes over from whoever starts it."""
    # The name of the test that runs stands in PYTEST_CURRENT_TEST.
    told = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return pickle.dumps((sorted(told.items()), os.getcwd(), sys.path))


class Born:
    """A fork, with as much of `subprocess.Popen` as its owner needs."""

    def __init__(self, pid: int, stdin: int, stdout: int) -> None:
        self.pid, self._handle = pid, os.pidfd_open(pid)
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")

    def kill(self) -> None:
        """Stop it, whatever it does."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def wait(self) -> None:
        """Wait for its end."""
        waiting = select.poll()
        waiting.register(self._handle, select.POLLIN)
        waiting.poll()

    def __del__(self) -> None:
        os.close(self._handle)


class Nursery:
    """The process that the others are forks of."""

    def __init__(self) -> None:
        self._door, theirs = socket.socketpair()
        self._lock, self._surroundings = threading.Lock(), surroundings()
        self._process = subprocess.Popen(
            [sys.executable, "-c", START.format(door=theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        )
        theirs.close()

    def start(self, command: list[str], **how: Any) -> Any:
        """A working process: a fork, or started in earnest where something is not as it was."""
        if surroundings() != self._surroundings:
            return subprocess.Popen(command, **how)
        source, stdin = os.pipe()
        stdout, target = os.pipe()
        with self._lock:
            socket.send_fds(self._door, [b"+"], [source, target])
            pid = int.from_bytes(self._door.recv(PID_BYTES, socket.MSG_WAITALL))
        os.close(source)
        os.close(target)
        return Born(pid, stdin, stdout)

    def close(self) -> None:
        """End it; what is a fork of it ends as well."""
        self._door.close()
        self._process.wait()


@contextmanager
def ready_workers() -> Iterator[None]:
    """Servers have their processes from a nursery, where the system knows such."""
    if not hasattr(os, "pidfd_open"):
        yield
        return
    nursery = Nursery()
    with pytest.MonkeyPatch.context() as changed:
        ready = SimpleNamespace(Popen=nursery.start, PIPE=subprocess.PIPE)
        changed.setattr(local, "subprocess", ready)
        yield
    nursery.close()
