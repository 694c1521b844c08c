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


class InputSource(NamedTuple):
    """Something to read: a path, or a text given on the command line."""

    name: str
    content: Path | str


class Items:
    """Every puzzle of every source, one after another."""

    def __init__(self, arguments: Sequence[str], kind: str | None, format: str | None) -> None:
        self.arguments = tuple(arguments)
        self._found = _found(arguments, kind, format)

    def __iter__(self) -> Iterator[Item | Unreadable]:
        return self

    def __next__(self) -> Item | Unreadable:
        return next(self._found)


def items(arguments: Sequence[str], *, kind: str | None = None, format: str | None = None) -> Items:
    """Every puzzle of every source, one after another."""
    return Items(arguments, kind, format)


def _found(
    arguments: Sequence[str], kind: str | None, format: str | None
) -> Iterator[Item | Unreadable]:
    for argument in arguments:
        collection = collection_of(argument)
        if collection is not None:
            yield from _stored(argument, collection, kind)
        elif argument == "-":
            yield from _items_of_stream("standard input", sys.stdin.buffer, kind, format)
        else:
            yield from _items_of_argument(argument, kind, format)


def _items_of_argument(
    argument: str, kind: str | None, format: str | None
) -> Iterator[Item | Unreadable]:
    sources = _sources(argument)
    first = next(sources, None)
    if first is None:
        yield Unreadable(argument, "no puzzle files in this folder")
        return
    for source in chain([first], sources):
        yield from _items_of(source, kind, format)


def _sources(argument: str) -> Iterator[InputSource]:
    """Yield what an argument names; a folder gives its files in order of name."""
    if not exists(argument):
        yield InputSource(_short(argument), argument)
    elif os.path.isdir(argument):
        yield from _files(Path(argument), suffixes())
    else:
        yield InputSource(str(Path(argument)), Path(argument))


def exists(argument: str) -> bool:
    """Return whether a file or folder has this name, which may be anything."""
    try:
        return os.path.exists(argument)
    except ValueError:
        return False


def _files(folder: Path, known: frozenset[str]) -> Iterator[InputSource]:
    """The puzzle files of a folder and its folders; only names are held, for there may be many."""
    names, folders = _listing(folder)
    for name in names:
        path = folder / name
        if name in folders:
            yield from _files(path, known)
        elif path.suffix.lower() in known and path.is_file():
            yield InputSource(str(path), path)


def _listing(folder: Path) -> tuple[list[str], set[str]]:
    """Return what a folder holds, in order, and which of it are folders."""
    names, folders = [], set()
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            names.append(each.name)
            if each.is_dir(follow_symlinks=False):
                folders.add(each.name)
    names.sort(key=in_order)
    return names, folders


def in_order(name: str) -> str:
    """A key that sorts names as people do: 2 before 10, however many zeros there are in front."""
    return f"{_NUMBER.sub(_by_length, name)}\0{name}"


def _by_length(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0")
    return f"0{chr(len(digits))}{digits}"


def _short(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else "(empty)"
    return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"


def _items_of(
    source: InputSource, kind: str | None, format: str | None
) -> Iterator[Item | Unreadable]:
    path = source.content
    if isinstance(path, Path) and format in (None, _LINES):
        try:
            with path.open("rb") as file:
                if not path.is_file():
                    # A pipe: what has been read of it cannot be read again.
                    yield from _items_of_stream(source.name, file, kind, format)
                    return
                first = _first_line(file)
                if _begins_lines(first.data, path.suffix.lower()):
                    yield from _items_of_lines(source.name, first, file, kind)
                    return
        except OSError as error:
            yield Unreadable(source.name, f"cannot read: {error.strerror}")
            return
    yield from _items_of_whole(source.name, source.content, kind, format)


def _items_of_stream(
    name: str, file: BinaryIO, kind: str | None, format: str | None
) -> Iterator[Item | Unreadable]:
    first = _first_line(file)
    if format in (None, _LINES) and _begins_lines(first.data, ""):
        yield from _items_of_lines(name, first, file, kind)
    else:
        # Without the empty lines, lines would be told by the wrong number.
        start = b"\n" * (first.number - 1) + first.data
        whole = start + file.read(max(0, MAX_BYTES + 1 - len(start)))
        yield from _items_of_whole(name, whole, kind, format)


def _items_of_whole(
    name: str, content: Path | str | bytes, kind: str | None, format: str | None
) -> Iterator[Item | Unreadable]:
    try:
        documents = read(content, kind=kind, format=format)
    except (PuzzleError, OSError) as error:
        yield Unreadable(name, _explain(content, error))
        return
    for number, document in enumerate(documents, 1):
        yield Item(name if len(documents) == 1 else f"{name}#{number}", document)


def _explain(content: Path | str | bytes, error: Exception) -> str:
    """A word that nothing recognises is most likely a mistyped file name."""
    looks_like_name = isinstance(content, str) and len(content) < 300 and "\n" not in content
    if isinstance(error, UnknownFormat) and looks_like_name:
        return "no such file or folder, and not a puzzle that can be read either"
    return str(error)


# --- a puzzle on each line ---------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of a file with its number from 1; all too long ones are cut."""

    number: int
    data: bytes


def _first_line(file: BinaryIO) -> _Line:
    return next(_lines(file, 0), _Line(1, b""))


def _lines(file: BinaryIO, number: int) -> Iterator[_Line]:
    """The lines behind so many, empty ones left out."""
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


def _items_of_lines(
    name: str, first: _Line, file: BinaryIO, kind: str | None
) -> Iterator[Item | Unreadable]:
    lines = chain([first], _lines(file, first.number))
    found = (each for line in lines for each in _read_line(line, kind))
    start = list(islice(found, 2))
    for number, each in enumerate(chain(start, found), 1):
        label = name if len(start) == 1 else f"{name}#{number}"
        yield Unreadable(label, each) if isinstance(each, str) else Item(label, each)


def _read_line(line: _Line, kind: str | None) -> Sequence[Document | str]:
    """Return what stands on a line, or what is wrong with it: the others are none the worse."""
    try:
        if len(line.data) > MAX_BYTES:
            raise FormatError(f"too long: at most {MAX_BYTES // 2**20} MiB are read of a line")
        return read(line.data, kind=kind, format=_LINES)
    except FormatError as error:
        number = line.number if line.number > 1 else error.line
        again = FormatError(error.message, line=number, column=error.column, cell=error.cell)
        return [str(again)]


# --- the library -------------------------------------------------------------------------------


def _stored(argument: str, collection: str, kind: str | None) -> Iterator[Item | Unreadable]:
    is_empty = True
    try:
        with open_store() as store:
            for each in store.puzzles(collection or None):
                is_empty = False
                yield _stored_item(f"{PREFIX}{each.collection}#{each.number}", each.content, kind)
    except PuzzleError as error:
        yield Unreadable(_short(argument), str(error))
        return
    if is_empty:
        yield Unreadable(argument, f"the {'collection' if collection else 'library'} is empty")


def _stored_item(name: str, content: str, kind: str | None) -> Item | Unreadable:
    try:
        (document,) = read(content, kind=kind, format=_LINES)
    except ValueError:
        return Unreadable(name, "the library should hold one puzzle here")
    except FormatError as error:
        return Unreadable(name, str(error))
    return Item(name, document)
