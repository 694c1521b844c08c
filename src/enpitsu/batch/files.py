"""The places that a batch can go to: one file that holds them all, or a folder with a file for
each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Protocol

from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.errors import FormatError, PuzzleError

ENDING = ".manifest"
IN_FOLDER = f"batch{ENDING}"
LONGEST_LINE = 2**20


def manifest_path(place: Path) -> Path:
    """Return the path of the manifest of a batch in this file or folder."""
    return place / IN_FOLDER if place.is_dir() else place.with_suffix(ENDING)


class Output(Protocol):
    """A place for the puzzles of a batch, which knows how far the batch has come.

    Puzzles are added in the order of their numbers. What `add` has taken is safe: whatever happens
    afterwards, `begin` tells of it, and of nothing that is there only in part.
    """

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        """Begin the batch, or continue it: what is there already, in order.

        PuzzleError with a sentence if something else is there, or another process is writing.
        """
        ...

    def add(self, entry: ManifestEntry, text: str) -> None:
        """Keep a puzzle, written in the header's format; or, without text, that it failed."""
        ...

    def close(self) -> None:
        """Nothing more is to be added now."""
        ...


class _Journal:
    """A manifest that is written line by line, by one process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def begin(self, header: Header) -> Iterator[tuple[int, ManifestEntry]]:
        """Return the entries that are there already, each with the number of bytes before it;
        PuzzleError at once if it is another batch's."""
        file = self._path.open("a+b")
        if not lock_file(file):
            file.close()
            raise PuzzleError(f"another process is writing the batch of {self._path}")
        self._file = file
        file.seek(0)
        first = file.readline(LONGEST_LINE)
        if not first.endswith(b"\n"):
            # Nothing but perhaps a torn first line.
            self.cut(0)
            self.add(header.to_line())
            return iter(())
        found = Header.from_line(_text(first))
        difference = found.difference(header)
        if difference:
            raise PuzzleError(f"{self._path} is the manifest of another batch: {difference}")
        return self._entries(file)

    def _entries(self, file: BinaryIO) -> Iterator[tuple[int, ManifestEntry]]:
        start, last = file.tell(), 0
        while line := file.readline(LONGEST_LINE):
            try:
                entry = ManifestEntry.from_line(_text(line)) if line.endswith(b"\n") else None
            except FormatError:
                entry = None
            if entry is None or entry.number != last + 1:
                # Torn in the writing, with nothing of worth behind it.
                self.cut(start)
                return
            yield start, entry
            start, last = file.tell(), entry.number

    def cut(self, size: int) -> None:
        """Leave out all from here on."""
        assert self._file is not None
        self._file.truncate(size)
        self._file.seek(size)

    def add(self, line: str) -> None:
        """Write a line at once."""
        assert self._file is not None
        _check_there(self._file, self._path)
        self._file.write(line.encode())
        self._file.flush()

    def close(self) -> None:
        """Make sure that all is on the disk."""
        if self._file is not None:
            _sync(self._file)
            self._file.close()
            self._file = None


class FileOutput:
    """One file in which puzzles stand one below the other, with its manifest beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = _Journal(path.with_suffix(ENDING))
        self._file: BinaryIO | None = None
        self._end = 0

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        """Begin or continue: what is there already; see `Output`."""
        if _has_content(self._path) and not _has_content(self._path.with_suffix(ENDING)):
            raise PuzzleError(f"{self._path} is there already, without a manifest of a batch")
        entries = self._journal.begin(header)
        self._file = self._path.open("a+b")
        size = self._file.seek(0, os.SEEK_END)
        for start, entry in entries:
            is_whole = self._end < entry.end <= size
            if is_whole:
                self._file.seek(entry.end - 1)
                is_whole = self._file.read(1) == b"\n"
            if not entry.failed and not is_whole:
                self._journal.cut(start)
                break
            self._end = max(self._end, entry.end)
            yield entry
        self._file.truncate(self._end)
        self._file.seek(self._end)

    def add(self, entry: ManifestEntry, text: str) -> None:
        """Keep a puzzle or its failure."""
        assert self._file is not None
        if text:
            _check_there(self._file, self._path)
            data = f"{text.rstrip()}\n".encode()
            self._file.write(data)
            self._file.flush()
            self._end += len(data)
            entry = entry._replace(end=self._end)
        self._journal.add(entry.to_line())

    def close(self) -> None:
        """Nothing more is to be added now."""
        if self._file is not None:
            _sync(self._file)
            self._file.close()
            self._file = None
        self._journal.close()


class FolderOutput:
    """A folder with a file for each puzzle and the manifest."""

    def __init__(self, path: Path, suffix: str) -> None:
        self._path, self._suffix = path, suffix
        self._journal = _Journal(path / IN_FOLDER)
        self._stem = ""

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        """Begin or continue: what is there already; see `Output`."""
        self._path.mkdir(parents=True, exist_ok=True)
        if not _has_content(self._path / IN_FOLDER) and any(self._path.iterdir()):
            raise PuzzleError(f"{self._path} holds something already, but no manifest of a batch")
        self._stem = f"{header.kind}-{header.rows}x{header.cols}"
        for start, entry in self._journal.begin(header):
            if not entry.failed and not _has_content(self._path / Path(entry.place).name):
                self._journal.cut(start)
                break
            yield entry

    def add(self, entry: ManifestEntry, text: str) -> None:
        """Keep a puzzle or its failure."""
        if text:
            name = f"{self._stem}-{entry.number:06}{self._suffix}"
            write_whole(self._path / name, f"{text.rstrip()}\n".encode())
            entry = entry._replace(place=name)
        self._journal.add(entry.to_line())

    def close(self) -> None:
        """Nothing more is to be added now."""
        self._journal.close()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    # Opened as a new file, under a name that nobody can foresee: links lead nowhere else.
    aside = path.with_name(f".{path.name}.{token_hex(8)}.part")
    try:
        with aside.open("xb") as file:
            file.write(data)
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def _check_there(file: BinaryIO, path: Path) -> None:
    """PuzzleError if someone removed the file: what is written to it now is lost."""
    if not os.fstat(file.fileno()).st_nlink:
        raise PuzzleError(f"{path} was removed while it was written")


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def _sync(file: BinaryIO) -> None:
    with suppress(OSError):
        os.fsync(file.fileno())


def lock_file(file: BinaryIO) -> bool:
    """Return whether nobody else holds the file; always so where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
