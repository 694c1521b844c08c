"""The destinations of written puzzles and pictures, one by one as they come: the screen, a file,
a folder of files, or a collection of the library."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from enpitsu.batch.manifest import ManifestEntry
from enpitsu.cli.batches import Batch
from enpitsu.cli.destinations import (
    Content,
    Destination,
    FileDestination,
    FolderDestination,
    Join,
    LibraryDestination,
    Pack,
    RefusedDestination,
    ScreenDestination,
    Taken,
)
from enpitsu.cli.runner import Exit, Report, failed, show
from enpitsu.errors import PuzzleError
from enpitsu.store import collection_of

MISSING = "it is missing where the batch was read"
LEFT_OUT = "left out: the manifest of the batch does not tell of it"


def as_data(format: str, content: Content) -> dict[str, str]:
    """Return a content for --json; pictures in base64."""
    if isinstance(content, str):
        return {"format": format, "content": content}
    return {"format": format, "base64": b64encode(content).decode("ascii")}


def write_contents(
    reports: list[Report], target: str | None, suffix: str, *, join: Join | None
) -> NoReturn:
    """Write what the reports hold, and leave with their exit code.

    One content goes to the file `target`; several go to a folder of that name, or, where `join`
    tells how a file can hold many, into one file.
    """
    pack = Pack("", suffix, join)
    write_each(reports, target, lambda report: pack)


def write_each(
    reports: Iterable[Report],
    target: str | None,
    pack_of: Callable[[Report], Pack],
    *,
    batch: Batch | None = None,
) -> NoReturn:
    """Write what each report holds when it comes, and leave with the highest exit code.

    A `batch` that the reports come from has its manifest written, too. If the work is broken off, a
    file and a collection are as they were before; a folder keeps the files it has got.
    """
    codes = [Exit.DONE]
    try:
        with _open_writer(target, batch) as writer:
            for report in reports:
                codes.append(report.code)
                pack = pack_of(report) if report.content is not None else None
                if not writer.take(report, pack):
                    codes.append(_refuse(report.name, LEFT_OUT))
                codes = [max(codes)]
    except BrokenPipeError:
        raise
    except (PuzzleError, OSError) as error:
        reason = str(error)
        if isinstance(error, OSError) and error.strerror:
            reason = f"cannot write: {error.strerror}"
        codes.append(_refuse(target or "the screen", reason))
    raise SystemExit(int(max(codes)))


def _refuse(name: str, why: str) -> Exit:
    """Report a puzzle that was not written."""
    failure = failed(name, why, Exit.BAD_INPUT)
    show(failure, as_json=False)
    return failure.code


@contextmanager
def _open_writer(target: str | None, batch: Batch | None) -> Iterator[OutputWriter]:
    writer = OutputWriter(target, batch)
    try:
        yield writer
        writer.finish()
    except BaseException:
        writer.discard()
        raise


class OutputWriter:
    """Takes reports one by one. Whether one file will do is known with the second content only:
    the first waits for it."""

    def __init__(self, target: str | None, batch: Batch | None) -> None:
        self._target, self._batch = target, batch
        self._header = None if batch is None else batch.header
        self._waiting: list[Taken] = []
        self._contents = 0
        self._sink: Destination | None = None
        collection = None if target is None else collection_of(target)
        if collection is not None:
            self._sink = LibraryDestination(collection, self._header)

    def take(self, report: Report, pack: Pack | None) -> bool:
        """Take one more report; without content it may still have an entry. Return whether it was
        taken: a batch has only what its manifest tells of."""
        content = report.content
        passed: list[ManifestEntry] = []
        entry, has_place = None, content is not None
        if self._batch is not None:
            passed, entry = self._batch.until(report.name)
            has_place = entry is not None
            if entry is not None and content is None:
                entry = _failed(entry, report.error or "it was not written")
        self._waiting += map(_lost, passed)
        if has_place:
            self._waiting.append(Taken(report.name, entry, content, pack))
            self._contents += content is not None
        if self._sink is None and self._contents > 1:
            self._sink = self._choose(several=True)
        if self._sink is not None:
            self._pass_on(self._sink)
        return content is None or has_place

    def _choose(self, *, several: bool) -> Destination:
        first = next(taken.pack for taken in self._waiting if taken.pack is not None)
        header = self._header and replace(self._header, format=first.format)
        if self._target is None:
            if several and any(isinstance(taken.content, bytes) for taken in self._waiting):
                return RefusedDestination("pictures cannot be shown here: name a folder with -o")
            if several and first.join is None:
                # One below the other they would be read as one, or as something else.
                return RefusedDestination("results do not make one text: name a folder with -o")
            return ScreenDestination(first, several)
        path = Path(self._target)
        is_folder = path.is_dir() or self._target.endswith("/")
        if is_folder or (several and not path.suffix and not path.exists()):
            return FolderDestination(path, header)
        if several and first.join is None:
            return RefusedDestination("results do not fit into one file: name a folder")
        return FileDestination(path, header, first)

    def _pass_on(self, sink: Destination) -> None:
        for taken in self._waiting:
            if taken.content is not None and taken.pack is not None:
                sink.add(taken, taken.content, taken.pack)
            elif taken.entry is not None:
                sink.fail(taken.entry)
        self._waiting.clear()

    def finish(self) -> None:
        """Put all that was taken in its place."""
        if self._contents == 1 and self._sink is None:
            self._sink = self._choose(several=False)
        if self._sink is None:
            return
        if not self._contents:
            self._sink.discard()
            return
        if self._batch is not None:
            self._waiting += map(_lost, self._batch.rest())
        self._pass_on(self._sink)
        self._sink.finish()

    def discard(self) -> None:
        """Leave as little as possible: it went wrong."""
        if self._sink is not None:
            self._sink.discard()


def _lost(entry: ManifestEntry) -> Taken:
    """Take an entry that no report belongs to."""
    return Taken("", entry if entry.failed else _failed(entry, MISSING))


def _failed(entry: ManifestEntry, why: str) -> ManifestEntry:
    """Return the entry of a puzzle that is not there."""
    return ManifestEntry(entry.number, seed=entry.seed, failed=why)
