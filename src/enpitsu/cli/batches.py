"""The manifest of a batch that is read, so that it can be written anew elsewhere."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import click

from enpitsu.batch.files import LONGEST_LINE, manifest_path
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.cli.inputs import exists, in_order
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.formats import find_codec
from enpitsu.store import PREFIX, collection_of, open_store

Named = Iterator[tuple[str, ManifestEntry]]
"""Entries, each with the name of its puzzle."""


class Batch:
    """The manifest of a batch that is read: its entries follow the puzzles as they come.

    `entries` come with the names of their puzzles, "" for those that failed: names in a folder, or
    the number in what `base` names.
    """

    def __init__(
        self,
        header: Header,
        entries: Named,
        *,
        base: str | None = None,
        folder: str | None = None,
    ) -> None:
        self.header = header
        self._entries, self._base, self._folder = entries, base, folder
        self._next = next(entries, None)

    def until(self, name: str) -> tuple[list[ManifestEntry], ManifestEntry | None]:
        """The entries that come before the puzzle of this name, which did not come themselves, and
        its own, if it has one."""
        if self._base is None and os.path.dirname(name) != self._folder:
            return [], None
        wanted = in_order(f"{name}#1" if name == self._base else name)
        passed = []
        while self._next is not None and (not self._next[0] or in_order(self._next[0]) < wanted):
            passed.append(self._pop())
        is_there = self._next is not None and in_order(self._next[0]) == wanted
        return passed, self._pop() if is_there else None

    def rest(self) -> Iterator[ManifestEntry]:
        """The entries behind the last puzzle."""
        while self._next is not None:
            yield self._pop()

    def _pop(self) -> ManifestEntry:
        assert self._next is not None
        entry = self._next[1]
        self._next = next(self._entries, None)
        return entry


def batch_of(arguments: Sequence[str]) -> Batch | None:
    """Return the manifest of what the arguments name; None unless they name one batch.

    One that is not as it should be is left out as a whole, and told: half of it would cost puzzles.
    """
    if len(arguments) != 1:
        return None
    try:
        collection = collection_of(arguments[0])
        if collection is not None:
            return _batch_of_collection(collection)
        return _batch_of_path(Path(arguments[0])) if exists(arguments[0]) else None
    except FormatError as error:
        click.echo(f"{arguments[0]}: note: read without its manifest: {error}", err=True)
    except (PuzzleError, OSError):
        # Whoever reads the puzzles hears what is wrong.
        pass
    return None


def _batch_of_collection(collection: str) -> Batch | None:
    base = f"{PREFIX}{collection}"

    def read() -> Named:
        with open_store() as store:
            for entry in store.entries(collection):
                yield "" if entry.failed else f"{base}#{entry.number}", entry

    with open_store() as store:
        header = store.header(collection) if collection else None
    return None if header is None else _begin(header, read, base=base)


def _batch_of_path(path: Path) -> Batch | None:
    manifest = manifest_path(path)
    if not manifest.is_file():
        return None

    def read_folder() -> Named:
        for entry in _entries(manifest):
            name = Path(entry.place).name
            if not name and not entry.failed:
                raise FormatError(f"the manifest does not tell the file of number {entry.number}")
            yield "" if entry.failed else str(path / name), entry

    def read_file() -> Named:
        made = 0
        for entry in _entries(manifest):
            made += not entry.failed
            yield "" if entry.failed else f"{path}#{made}", entry

    header = read_header(manifest)
    if path.is_dir():
        return _begin(header, read_folder, folder=str(path))
    return _begin(header, read_file, base=str(path)) if belongs(header, path) else None


def _begin(
    header: Header, read: Callable[[], Named], *, base: str | None = None, folder: str | None = None
) -> Batch:
    """Return the batch of entries that can be read more than once; FormatError if one is not
    right."""
    for value in header.options.values():
        # Those of `generate` can be written again.
        is_text = isinstance(value, str) and value.encode(errors="replace").decode() == value
        if not (is_text or value is None or isinstance(value, int | float)):
            raise FormatError("the manifest's first line has no right options")
    deque(_rising(read()), maxlen=0)

    def read_again() -> Named:
        # They may have changed since.
        with suppress(PuzzleError, OSError):
            yield from _rising(read())

    return Batch(header, read_again(), base=base, folder=folder)


def _rising(entries: Named) -> Named:
    """Yield the entries; FormatError where a number or a puzzle does not come behind the one
    before: two with the same would be written onto each other."""
    number, last = 0, ""
    for name, entry in entries:
        if entry.number <= number:
            raise FormatError(f"the manifest tells of number {entry.number} after {number}")
        if name and in_order(name) <= last:
            raise FormatError(f"in the manifest number {entry.number} has not the place it should")
        number, last = entry.number, in_order(name) if name else last
        yield name, entry


def read_header(manifest: Path) -> Header:
    """Return the first line of a manifest; FormatError if it is none."""
    with manifest.open("rb") as file:
        return Header.from_line(file.readline(LONGEST_LINE).decode("utf-8", "replace"))


def belongs(header: Header, path: Path) -> bool:
    """Return whether a manifest is that of this file, and not of one with another ending."""
    return path.suffix.lower() in find_codec(header.format, header.kind).suffixes


def _entries(manifest: Path) -> Iterator[ManifestEntry]:
    """Yield the entries of a manifest; a last one that was torn in the writing is none."""
    with manifest.open("rb") as file:
        file.readline(LONGEST_LINE)
        while (line := file.readline(LONGEST_LINE)).endswith(b"\n"):
            yield ManifestEntry.from_line(line.decode("utf-8", "replace"))
        if len(line) == LONGEST_LINE:
            raise FormatError("a line of the manifest is too long")
