"""The inputs that the user named: files, folders, links, texts, standard input or collections of
the library, as puzzles one by one. JSON-lines files and collections may be of any length."""

from __future__ import annotations

import json
import os
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from enpitsu.errors import FormatError, PuzzleError, UnknownFormat
from enpitsu.formats import MAX_BYTES, read, suffixes
from enpitsu.kind import Document
from enpitsu.store import PREFIX, collection_of, open_store

LONGEST_NAME = 60
_LINES = "json"
_LINES_ENDING = ".jsonl"
_NUMBER = re.compile(r"[0-9]{1,1000}")


class Item(NamedTuple):
    """One puzzle with a name to call it by."""

    name: str
    document: Document


class Unreadable(NamedTuple):
    """Something that could not be read, and why."""

    name: str
    error: str


Found = Item | Unreadable


class Items(Iterator[Found]):
    """Every puzzle that the arguments name, one after another."""

    def __init__(
        self, arguments: Sequence[str], *, kind: str | None = None, format: str | None = None
    ) -> None:
        self.arguments = tuple(arguments)
        self._kind, self._format = kind, format
        self._may_be_lines = format in (None, _LINES)
        self._found = chain.from_iterable(map(self._of_argument, arguments))

    def __next__(self) -> Found:
        return next(self._found)

    def _of_argument(self, argument: str) -> Iterator[Found]:
        collection = collection_of(argument)
        if collection is not None:
            yield from self._of_collection(argument, collection)
        elif argument == "-":
            yield from self._of_stream("standard input", sys.stdin.buffer)
        elif not exists(argument):
            yield from self._of_whole(_shorten(argument), argument)
        elif os.path.isdir(argument):
            is_empty = True
            for path in _files(Path(argument), suffixes()):
                is_empty = False
                yield from self._of_file(path)
            if is_empty:
                yield Unreadable(argument, "no puzzle files in this folder")
        else:
            yield from self._of_file(Path(argument))

    def _of_file(self, path: Path) -> Iterator[Found]:
        name = str(path)
        if self._may_be_lines:
            try:
                with path.open("rb") as file:
                    if not path.is_file():
                        # A pipe: what has been read of it cannot be read again.
                        yield from self._of_stream(name, file)
                        return
                    first = _first_line(file)
                    if _begins_lines(first.data, path.suffix.lower()):
                        yield from self._of_lines(name, first, file)
                        return
            except OSError as error:
                yield Unreadable(name, f"cannot read: {error.strerror}")
                return
        yield from self._of_whole(name, path)

    def _of_stream(self, name: str, file: BinaryIO) -> Iterator[Found]:
        first = _first_line(file)
        if self._may_be_lines and _begins_lines(first.data, ""):
            yield from self._of_lines(name, first, file)
        else:
            # Without the empty lines, lines would be told by the wrong number.
            start = b"\n" * (first.number - 1) + first.data
            yield from self._of_whole(name, start + file.read(max(0, MAX_BYTES + 1 - len(start))))

    def _of_whole(self, name: str, content: Path | str | bytes) -> Iterator[Found]:
        try:
            documents = read(content, kind=self._kind, format=self._format)
        except (PuzzleError, OSError) as error:
            why = str(error)
            is_word = isinstance(content, str) and len(content) < 300 and "\n" not in content
            if isinstance(error, UnknownFormat) and is_word:
                # Most likely a mistyped file name.
                why = "no such file or folder, and not a puzzle that can be read either"
            yield Unreadable(name, why)
            return
        for number, document in enumerate(documents, 1):
            yield Item(name if len(documents) == 1 else f"{name}#{number}", document)

    def _of_lines(self, name: str, first: _Line, file: BinaryIO) -> Iterator[Found]:
        lines = chain([first], _lines(file, first.number))
        found = chain.from_iterable(map(self._read_line, lines))
        start = list(islice(found, 2))
        for number, each in enumerate(chain(start, found), 1):
            label = name if len(start) == 1 else f"{name}#{number}"
            yield Unreadable(label, each) if isinstance(each, str) else Item(label, each)

    def _read_line(self, line: _Line) -> Sequence[Document | str]:
        """Return the puzzles on a line, or its error: the others are none the worse."""
        try:
            if len(line.data) > MAX_BYTES:
                raise FormatError(f"too long: at most {MAX_BYTES // 2**20} MiB are read of a line")
            return read(line.data, kind=self._kind, format=_LINES)
        except FormatError as error:
            number = line.number if line.number > 1 else error.line
            again = FormatError(error.message, line=number, column=error.column, cell=error.cell)
            return [str(again)]

    def _of_collection(self, argument: str, collection: str) -> Iterator[Found]:
        is_empty = True
        try:
            with open_store() as store:
                for each in store.puzzles(collection or None):
                    is_empty = False
                    name = f"{PREFIX}{each.collection}#{each.number}"
                    try:
                        (document,) = read(each.content, kind=self._kind, format=_LINES)
                    except ValueError:
                        yield Unreadable(name, "the library should hold one puzzle here")
                    except FormatError as error:
                        yield Unreadable(name, str(error))
                    else:
                        yield Item(name, document)
        except PuzzleError as error:
            yield Unreadable(_shorten(argument), str(error))
            return
        if is_empty:
            yield Unreadable(argument, f"the {'collection' if collection else 'library'} is empty")


def exists(argument: str) -> bool:
    """Return whether a file or folder has this name, which may be anything."""
    try:
        return os.path.exists(argument)
    except ValueError:
        return False


def _files(folder: Path, known: frozenset[str]) -> Iterator[Path]:
    """Yield the puzzle files of a folder and its folders in order of name; only names are held,
    for there may be many."""
    names, folders = [], set()
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            names.append(each.name)
            if each.is_dir(follow_symlinks=False):
                folders.add(each.name)
    for name in sorted(names, key=in_order):
        path = folder / name
        if name in folders:
            yield from _files(path, known)
        elif path.suffix.lower() in known and path.is_file():
            yield path


def in_order(name: str) -> str:
    """Return a key that sorts names as people do: 2 before 10, however many zeros are in front."""

    def by_length(number: re.Match[str]) -> str:
        digits = number[0].lstrip("0")
        return f"0{chr(len(digits))}{digits}"

    return f"{_NUMBER.sub(by_length, name)}\0{name}"


def _shorten(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else "(empty)"
    return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"


# --- a puzzle on each line ---------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of a file with its number from 1; a too long one is cut."""

    number: int
    data: bytes


def _first_line(file: BinaryIO) -> _Line:
    return next(_lines(file, 0), _Line(1, b""))


def _lines(file: BinaryIO, number: int) -> Iterator[_Line]:
    """Yield the lines behind so many, empty ones left out."""
    while data := file.readline(MAX_BYTES + 1):
        number += 1
        if data.strip():
            yield _Line(number, data)
        while len(data) > MAX_BYTES and not data.endswith(b"\n"):
            data = file.readline(MAX_BYTES + 1)


def _begins_lines(first: bytes, ending: str) -> bool:
    """Return whether a file that begins with this line is read line by line: when it is a JSON
    object, or when the file's ending says so and it is not the first line of a longer object."""
    if first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or len(first) > MAX_BYTES:
        return False
    text = first.decode("utf-8-sig", "replace").strip()
    by_ending = ending == _LINES_ENDING and bool(text)
    try:
        return isinstance(json.JSONDecoder().raw_decode(text)[0], dict) or by_ending
    except json.JSONDecodeError as error:
        is_longer = text.startswith("{") and error.pos >= len(text)
        return by_ending and not is_longer
    except (ValueError, RecursionError):
        return by_ending
