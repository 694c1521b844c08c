"""What the user named: files, folders, links, texts or standard input, as puzzles one by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from enpitsu.errors import FormatError, PuzzleError, UnknownFormat
from enpitsu.formats import read, suffixes
from enpitsu.kind import Document

LONGEST_NAME = 60


class Item(NamedTuple):
    """One puzzle with a name to call it by, or the reason why it could not be read."""

    name: str
    document: Document | None
    error: str | None = None


class Source(NamedTuple):
    """Something to read: a path, or a text given on the command line or standard input."""

    name: str
    content: Path | str | bytes


def sources(arguments: Sequence[str]) -> Iterator[Source]:
    """Everything named by the arguments; folders give their files in order of name."""
    for argument in arguments:
        if argument == "-":
            yield Source("standard input", sys.stdin.buffer.read())
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


def items(
    arguments: Sequence[str], *, kind: str | None = None, format: str | None = None
) -> Iterator[Item]:
    """Every puzzle of every source; what cannot be read is an item with an error."""
    for source in sources(arguments):
        yield from _items_of(source, kind, format)


def _items_of(source: Source, kind: str | None, format: str | None) -> Iterator[Item]:
    try:
        documents = read(source.content, kind=kind, format=format)
    except FormatError as error:
        yield Item(source.name, None, _explain(source, error))
        return
    except (PuzzleError, OSError) as error:
        yield Item(source.name, None, str(error))
        return
    for number, document in enumerate(documents, 1):
        name = source.name if len(documents) == 1 else f"{source.name}#{number}"
        yield Item(document.meta.title or name if len(documents) > 1 else name, document)


def _explain(source: Source, error: FormatError) -> str:
    """A word that nothing recognises is most likely a mistyped file name."""
    text = source.content
    if isinstance(error, UnknownFormat) and isinstance(text, str) and len(text.split()) == 1:
        return "no such file or folder, and not a puzzle that can be read either"
    return str(error)
