"""The manifest of a batch that is read, so that it can be written anew elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from enpitsu.batch.files import manifest_path
from enpitsu.batch.manifest import Entry, Header
from enpitsu.cli.inputs import exists, in_order
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.formats import MAX_BYTES, find_codec
from enpitsu.store import PREFIX, collection_of, open_store


class Batch:
    """The manifest of a batch that is read: its entries follow the puzzles as they come.

    `entries` come with the names of their puzzles, "" for those that failed: names in a folder, or
    the number in what `base` names.
    """

    def __init__(
        self,
        header: Header,
        entries: Iterator[tuple[str, Entry]],
        *,
        base: str | None = None,
        folder: str | None = None,
    ) -> None:
        self.header = header
        self._entries, self._base, self._folder = entries, base, folder
        self._next = next(entries, None)

    def until(self, name: str) -> tuple[list[Entry], Entry | None]:
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

    def rest(self) -> Iterator[Entry]:
        """The entries behind the last puzzle."""
        while self._next is not None:
            yield self._pop()

    def _pop(self) -> Entry:
        assert self._next is not None
        entry = self._next[1]
        self._next = next(self._entries, None)
        return entry


def batch_of(arguments: Sequence[str]) -> Batch | None:
    """The manifest of what the arguments name; None unless they name one batch."""
    if len(arguments) != 1:
        return None
    try:
        collection = collection_of(arguments[0])
        if collection is not None:
            return _batch_of_collection(collection)
        return _batch_of_path(Path(arguments[0])) if exists(arguments[0]) else None
    except (PuzzleError, OSError):
        # What is no manifest is none: whoever reads the puzzles hears what is wrong with those.
        return None


def _batch_of_collection(collection: str) -> Batch | None:
    with open_store() as store:
        header = store.header(collection) if collection else None
    if header is None:
        return None
    base = f"{PREFIX}{collection}"
    return Batch(header, _named_in_collection(base, collection), base=base)


def _named_in_collection(base: str, collection: str) -> Iterator[tuple[str, Entry]]:
    with open_store() as store:
        for entry in store.entries(collection):
            yield "" if entry.failed else f"{base}#{entry.number}", entry


def _batch_of_path(path: Path) -> Batch | None:
    manifest = manifest_path(path)
    if not manifest.is_file():
        return None
    header = read_header(manifest)
    if path.is_dir():
        return Batch(header, _named_in_folder(path, manifest), folder=str(path))
    if not belongs(header, path):
        return None
    return Batch(header, _named_in_file(path, manifest), base=str(path))


def read_header(manifest: Path) -> Header:
    """The first line of a manifest; FormatError if it is none."""
    with manifest.open("rb") as file:
        return Header.from_line(file.readline(MAX_BYTES).decode("utf-8", "replace"))


def belongs(header: Header, path: Path) -> bool:
    """Whether a manifest is that of this file, and not of one with another ending."""
    return path.suffix.lower() in find_codec(header.format, header.kind).suffixes


def _entries(manifest: Path) -> Iterator[Entry]:
    """The entries of a manifest, up to one that was torn in the writing."""
    with suppress(FormatError), manifest.open("rb") as file:
        file.readline(MAX_BYTES)
        while (line := file.readline(MAX_BYTES)).endswith(b"\n"):
            yield Entry.from_line(line.decode("utf-8", "replace"))


def _named_in_folder(folder: Path, manifest: Path) -> Iterator[tuple[str, Entry]]:
    for entry in _entries(manifest):
        yield "" if entry.failed else str(folder / Path(entry.place).name), entry


def _named_in_file(path: Path, manifest: Path) -> Iterator[tuple[str, Entry]]:
    made = 0
    for entry in _entries(manifest):
        made += not entry.failed
        yield "" if entry.failed else f"{path}#{made}", entry
