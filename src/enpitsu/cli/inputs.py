"""What the user named: files, folders, links, texts or standard input, as puzzles one by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from enpitsu.errors import PuzzleError, UnknownFormat
from enpitsu.formats import MAX_BYTES, read, suffixes
from enpitsu.kind import Document

LONGEST_NAME = 60


class Item(NamedTuple):
    """One puzzle with a name to call it by."""

    name: str
    document: Document


class Unreadable(NamedTuple):
    """Something that could not be read, and why."""

    name: str
    error: str


class Source(NamedTuple):
    """Something to read: a path, or a text given on the command line or standard input."""

    name: str
    content: Path | str | bytes


def items(
    arguments: Sequence[str], *, kind: str | None = None, format: str | None = None
) -> Iterator[Item | Unreadable]:
    """Every puzzle of every source, one after another."""
    for argument in arguments:
        found = False
        for source in _sources(argument):
            found = True
            yield from _items_of(source, kind, format)
        if not found:
            yield Unreadable(argument, "no puzzle files in this folder")


def _sources(argument: str) -> Iterator[Source]:
    """What an argument names; a folder gives its files in order of name."""
    if argument == "-":
        yield Source("standard input", sys.stdin.buffer.read(MAX_BYTES + 1))
    elif _exists(argument):
        yield from _files(Path(argument))
    else:
        yield Source(_short(argument), argument)


def _exists(argument: str) -> bool:
    try:
        return os.path.exists(argument)
    except ValueError:
        return False


def _files(path: Path) -> Iterator[Source]:
    if not path.is_dir():
        yield Source(str(path), path)
        return
    known = suffixes()
    for file in sorted(path.rglob("*")):
        if file.is_file() and file.suffix.lower() in known:
            yield Source(str(file), file)


def _short(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else "(empty)"
    return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"


def _items_of(source: Source, kind: str | None, format: str | None) -> Iterator[Item | Unreadable]:
    try:
        documents = read(source.content, kind=kind, format=format)
    except (PuzzleError, OSError) as error:
        yield Unreadable(source.name, _explain(source, error))
        return
    for number, document in enumerate(documents, 1):
        name = source.name if len(documents) == 1 else f"{source.name}#{number}"
        yield Item(name, document)


def _explain(source: Source, error: Exception) -> str:
    """A word that nothing recognises is most likely a mistyped file name."""
    text = source.content
    looks_like_name = isinstance(text, str) and len(text) < 300 and "\n" not in text
    if isinstance(error, UnknownFormat) and looks_like_name:
        return "no such file or folder, and not a puzzle that can be read either"
    return str(error)
