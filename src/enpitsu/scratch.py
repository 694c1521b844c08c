"""Folders for what is needed for a while, in the system's temporary folder.

Each is locked by the process that made it, and the system takes the lock away even from one that
is killed: so it can be seen which are left over, and `remove_leftovers` removes them.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

PREFIX = "enpitsu-scratch-"
_NAME = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}")


class Scratch:
    """A folder of this process. Use it as a context manager, or remove it."""

    def __init__(self) -> None:
        self.path, self._lock = _make()

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.remove()


def remove_leftovers() -> None:
    """Remove the folders of processes that are gone; never another user's."""
    if os.name != "posix":
        return
    with suppress(OSError), os.scandir(gettempdir()) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                _remove_if_left(entry.path)


def _remove_if_left(path: str) -> None:
    with suppress(OSError):
        lock = _open(path)
        try:
            if os.fstat(lock).st_uid == os.geteuid() and _is_taken(lock, waits=False):
                shutil.rmtree(path, ignore_errors=True)
        finally:
            os.close(lock)


def _make() -> tuple[Path, int | None]:
    while True:
        path = mkdtemp(prefix=PREFIX)
        if os.name != "posix":
            return Path(path), None
        # Somebody may take it for left over before it is locked: then another is made.
        with suppress(FileNotFoundError):
            lock = _open(path)
            _is_taken(lock, waits=True)
            if os.path.isdir(path):
                return Path(path), lock
            os.close(lock)


def _open(path: str) -> int:
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)


def _is_taken(lock: int, *, waits: bool) -> bool:
    """Lock an open folder; whether that was possible."""
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except OSError:
        return False
    return True
