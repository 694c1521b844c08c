"""The life of a working process: reads pieces of work, does them, writes what came of them."""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from enpitsu.errors import PuzzleError

WATCH_SECONDS = 1.0
READY = pickle.dumps("ready")
_PIPE: list[BinaryIO] = []  # the pipe for answers, in a process that has one


def serve() -> None:
    """Work until there is nothing more to read, or nobody who would."""
    watch_parent(lambda: os._exit(1))
    # Whoever reads the answers may be gone before the work.
    with suppress(EOFError, OSError):
        # What a library prints must not get between the answers.
        target = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        _PIPE.append(target)
        target.write(READY)
        target.flush()
        source = sys.stdin.buffer
        while True:
            target.write(_answer(pickle.load(source)))
            target.flush()
    os._exit(0)


def report_progress(message: object) -> None:
    """Tell whoever handed out the piece of work that this process does how far it is. Elsewhere,
    on a cluster for example, nobody hears it."""
    for pipe in _PIPE:
        pickle.dump((None, message), pipe)
        pipe.flush()


def _answer(call: bytes) -> bytes:
    """Return whether it went well, and the result or the error."""
    try:
        fn, args, kwargs = pickle.loads(call)
        return pickle.dumps((True, fn(*args, **kwargs)))
    except Exception as error:
        if not isinstance(error, PuzzleError):
            error.add_note(traceback.format_exc())
        try:
            data = pickle.dumps((False, error))
            pickle.loads(data)
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
        return data


def watch_parent(end: Callable[[], object]) -> None:
    """Call `end` when the process that started this one is gone: nobody awaits the work."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        end()

    threading.Thread(target=watch, daemon=True).start()
