"""The places that contents can go to, each taking them one by one."""

from __future__ import annotations

import os
import re
import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, NamedTuple

import click

from enpitsu.batch.files import ENDING, IN_FOLDER
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.cli.batches import belongs, read_header
from enpitsu.cli.runner import Report
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.formats import find_codec
from enpitsu.kind import Codec
from enpitsu.store import open_store

LIBRARY_FORMAT = "json"  # what the library keeps puzzles in
_IN_PACK = re.compile(r"#\d+$")
_UNSAFE = re.compile(r"[^\w.-]+")
"""Characters that may not stand in a file's name: names come from anyone's inputs."""
_KEPT = 50  # letters of a file's name that the file beside it keeps

Content = str | bytes
Join = Callable[[Sequence[str]], str]
"""Makes one text of several."""


def one_below_the_other(texts: Sequence[str]) -> str:
    """Texts as they follow each other in a pack of the plainest sort."""
    return "".join(map(_with_newline, texts))


def join_of(codec: Codec) -> Join | None:
    """Return the function that joins texts of a format to one file; None if a file holds only
    one."""
    return codec.join or (one_below_the_other if codec.holds_many else None)


class Pack(NamedTuple):
    """The form in which a content is written: its format, the ending of a file of its own, and
    how one file holds several, if it can."""

    format: str
    suffix: str
    join: Join | None

    @classmethod
    def of_report(cls, report: Report) -> Pack:
        """Return the writer of a report's puzzle, which tells its format and kind."""
        codec = find_codec(report.data["format"], report.data["kind"])
        return cls(codec.format, codec.suffixes[0], join_of(codec))

    def fits(self, other: Pack) -> bool:
        """Return whether both can stand in one file."""
        return self.join is not None and (self.format, self.join) == (other.format, other.join)


class Taken(NamedTuple):
    """The yield of one report: a content with its pack, or an entry of the manifest, or both."""

    name: str
    entry: ManifestEntry | None
    content: Content | None = None
    pack: Pack | None = None


class Destination(ABC):
    """A place for contents; some have a manifest beside them."""

    _manifest: _Aside | None = None

    @abstractmethod
    def add(self, taken: Taken, content: Content, pack: Pack) -> None:
        """Take one more content; its entry goes to the manifest, if there is one."""

    def fail(self, entry: ManifestEntry) -> None:
        """Take an entry of the manifest that has no content."""
        if self._manifest is not None:
            self._manifest.write(entry.to_line().encode())

    @abstractmethod
    def finish(self) -> None:
        """Put all in its place."""

    def discard(self) -> None:
        """Leave as little as possible: it went wrong."""
        if self._manifest is not None:
            self._manifest.discard()


# --- the screen --------------------------------------------------------------------------------


class RefusedDestination(Destination):
    """Takes nothing; at the end tells how much it was."""

    def __init__(self, why: str) -> None:
        self._why, self._count = why, 0

    def add(self, taken: Taken, content: Content, pack: Pack) -> None:
        self._count += 1

    def finish(self) -> None:
        raise PuzzleError(f"{self._count} {self._why}")


class ScreenDestination(Destination):
    """Standard output: texts as they come, or one picture into a pipe."""

    def __init__(self, first: Pack, several: bool) -> None:
        self._first, self._several = first, several
        self._texts: list[str] = []

    def add(self, taken: Taken, content: Content, pack: Pack) -> None:
        if isinstance(content, bytes):
            if sys.stdout.isatty():
                raise PuzzleError("a picture cannot be shown here: name a file or folder with -o")
            sys.stdout.buffer.write(content)
            return
        if self._several and not self._first.fits(pack):
            raise PuzzleError("the results do not make one text: name a folder with -o")
        if not self._several or self._first.join is one_below_the_other:
            click.echo(_with_newline(content), nl=False)
        else:
            self._texts.append(content)

    def finish(self) -> None:
        if self._texts:
            assert self._first.join is not None
            click.echo(_with_newline(self._first.join(self._texts)), nl=False)


def _with_newline(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _as_bytes(content: Content) -> bytes:
    return _with_newline(content).encode() if isinstance(content, str) else content


# --- files -------------------------------------------------------------------------------------


class _Aside:
    """A file that is written aside and then put in its place, whole.

    Where the user named the file itself (`is_named`), a link stays one, what it points to is
    replaced, and a device or a pipe is written straight away. Any other name is ours: a link that
    someone planted there is not followed.
    """

    def __init__(self, path: Path, *, is_named: bool = False) -> None:
        self._path = Path(os.path.realpath(path)) if is_named else path
        self.is_replaced = not is_named or self._path.is_file() or not self._path.exists()
        self._aside: Path | None = None
        self._file: BinaryIO
        if self.is_replaced:
            # A name that nobody can foresee: others may write the same file, or lie in wait for it.
            # Nothing may be there yet, not even a link.
            name = f".{self._path.name[:_KEPT]}.{secrets.token_hex(8)}.part"
            self._aside = self._path.with_name(name)
            self._file = self._aside.open("xb")
        else:
            self._file = self._path.open("wb")
        self.size = 0

    def write(self, data: bytes) -> None:
        """Add bytes."""
        self._file.write(data)
        self.size += len(data)

    def close(self) -> None:
        """End the writing; OSError if the disk is too full for it."""
        self._file.close()

    def finish(self) -> None:
        """Put it in its place."""
        self.close()
        if self._aside is not None:
            if self._path.is_file() and not self._path.is_symlink():
                self._aside.chmod(self._path.stat().st_mode & 0o777)
            self._aside.replace(self._path)

    def discard(self) -> None:
        """Leave what was there before."""
        with suppress(OSError):
            self._file.close()
        if self._aside is not None:
            with suppress(OSError):
                self._aside.unlink(missing_ok=True)


class FileDestination(Destination):
    """One file: for one content, or for texts that it can hold together."""

    def __init__(self, path: Path, header: Header | None, first: Pack) -> None:
        self._first = first
        self._is_streamed = first.join is one_below_the_other
        self._texts: list[str] = []
        self._count, self._is_mixed = 0, False
        manifest = path.with_suffix(ENDING)
        if path.suffix.lower() == ENDING or os.path.realpath(path) == os.path.realpath(manifest):
            raise PuzzleError(f"manifests of batches end with {ENDING}: take another name")
        self._file = _Aside(path, is_named=True)
        try:
            self._prepare(path, manifest, header)
        except BaseException:
            self.discard()
            raise

    def _prepare(self, path: Path, manifest: Path, header: Header | None) -> None:
        """Begin the manifest, if there is one to be written and its place is free: nothing is
        there, or that of the same file before."""
        is_there = os.path.lexists(manifest)
        is_free = self._file.is_replaced and not is_there
        if self._file.is_replaced and path.is_file() and manifest.is_file():
            with suppress(FormatError, OSError):
                is_free = belongs(read_header(manifest), path)
        self._old = manifest if is_free else None
        if header is not None and self._is_streamed and is_free:
            self._manifest = _begin_manifest(manifest, header)
        elif header is not None:
            why = "exists already" if is_there else "is for one text below the other"
            click.echo(f"{path}: note: written without a manifest: {manifest} {why}", err=True)

    def add(self, taken: Taken, content: Content, pack: Pack) -> None:
        self._count += 1
        self._is_mixed |= self._count > 1 and not self._first.fits(pack)
        if self._is_mixed:
            return
        if isinstance(content, str) and not self._is_streamed:
            self._texts.append(content)
            return
        self._file.write(_as_bytes(content))
        if taken.entry is not None:
            self.fail(taken.entry._replace(place="", end=self._file.size))

    def finish(self) -> None:
        if self._is_mixed:
            raise PuzzleError(f"{self._count} results do not fit into one file: name a folder")
        if self._texts:
            join = self._first.join if self._count > 1 else None
            self._file.write(_as_bytes(self._texts[0] if join is None else join(self._texts)))
        if self._manifest is not None:
            # Neither takes its place unless there is room for both.
            self._manifest.close()
        self._file.finish()
        if self._manifest is not None:
            self._manifest.finish()
        elif self._old is not None:
            # What it told was about the file that was here before.
            self._old.unlink(missing_ok=True)

    def discard(self) -> None:
        self._file.discard()
        super().discard()


def _begin_manifest(path: Path, header: Header) -> _Aside:
    line = header.to_line().encode()
    manifest = _Aside(path)
    manifest.write(line)
    return manifest


class FolderDestination(Destination):
    """A folder with a file for each content."""

    def __init__(self, path: Path, header: Header | None) -> None:
        self._path, self._names = path, _Names(header)
        path.mkdir(parents=True, exist_ok=True)
        if header is not None:
            if os.path.lexists(path / IN_FOLDER):
                raise PuzzleError("the folder holds a batch already: name another")
            self._manifest = _begin_manifest(path / IN_FOLDER, header)

    def add(self, taken: Taken, content: Content, pack: Pack) -> None:
        name = f"{self._names.find(taken)}{pack.suffix}"
        file = _Aside(self._path / name)
        try:
            file.write(_as_bytes(content))
            file.finish()
        except BaseException:
            file.discard()
            raise
        if taken.entry is not None:
            self.fail(taken.entry._replace(place=name, end=0))

    def finish(self) -> None:
        if self._manifest is not None:
            self._manifest.finish()


class _Names:
    """A safe file name for each content, no two alike. Puzzles of a pack have numbers: their names
    need not be kept, since no number comes twice."""

    def __init__(self, header: Header | None) -> None:
        stem = "" if header is None else f"{header.kind}-{header.rows}x{header.cols}-"
        self._stem = _UNSAFE.sub("_", stem)[-150:].lstrip(".")
        self._own: set[str] = set()
        self._count = self._last = 0

    def find(self, taken: Taken) -> str:
        """Return the name for one more."""
        self._count += 1
        if _IN_PACK.search(taken.name):
            self._last = self._count if taken.entry is None else taken.entry.number
            name = f"{self._stem}{self._last:06}"
            while name in self._own:
                name += "_"
            return name
        plain = _UNSAFE.sub("_", Path(taken.name).stem)[:60].strip("._")
        name = plain or f"puzzle{self._count}"
        while name in self._own or self._may_be_taken(name):
            name += f"_{self._count}"
        self._own.add(name)
        return name

    def _may_be_taken(self, name: str) -> bool:
        """Return whether a number may have this name already."""
        number = name.removeprefix(self._stem)
        return self._last > 0 and number.isdecimal() and int(number) <= self._last


# --- the library -------------------------------------------------------------------------------


class LibraryDestination(Destination):
    """A new collection of the library."""

    def __init__(self, collection: str, header: Header | None) -> None:
        self._collection = collection
        self._store = open_store()
        try:
            if collection in self._store.names():
                raise PuzzleError(
                    f"the collection is there already: take another name, or add to it "
                    f"(enpitsu library add {collection} PUZZLE...), "
                    f"or remove it (enpitsu library remove {collection})"
                )
            header = header and replace(header, format=LIBRARY_FORMAT)
            self._adder = self._store.adder(collection, header)
        except BaseException:
            self._store.close()
            raise

    def add(self, taken: Taken, content: Content, pack: Pack) -> None:
        from enpitsu.store.rows import read_content

        if not isinstance(content, str) or pack.format not in ("", LIBRARY_FORMAT):
            raise PuzzleError(f"puzzles go into the library as {LIBRARY_FORMAT}")
        self._adder.add(read_content(content), taken.entry, content=content)

    def fail(self, entry: ManifestEntry) -> None:
        self._adder.fail(entry)

    def finish(self) -> None:
        self._adder.close()
        self._store.close()

    def discard(self) -> None:
        self._adder.drop()
        # Someone else may have removed it: that is why it went wrong.
        with suppress(PuzzleError):
            self._store.remove(self._collection)
        self._store.close()
