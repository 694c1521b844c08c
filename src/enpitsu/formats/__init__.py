"""Reading and writing: finds the format of a text and hands it to the kind that knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from enpitsu.errors import FormatError, UnknownFormat, UnknownKind
from enpitsu.formats import json_format, links, pzpr_files, xml
from enpitsu.formats.text import HEAD, CellQuota, decode, normalise, quote
from enpitsu.kind import Codec, Document, Puzzle
from enpitsu.position import Fact, Position
from enpitsu.registry import find_kind, find_near, kind_of, kinds

__all__ = [
    "MAX_BYTES",
    "MAX_PUZZLES",
    "dump",
    "find_codec",
    "format_of_ending",
    "formats",
    "left_out",
    "parse",
    "parse_with_position",
    "read",
    "read_each",
    "suffixes",
]

MAX_BYTES = 16 * 2**20  # of one source
MAX_PUZZLES = json_format.MAX_PUZZLES

_CONTAINERS = {links.FORMAT: links.find_pid, pzpr_files.FORMAT: pzpr_files.find_pid}
"""Formats that many kinds share and that name the puzzle type: how to find that name."""


class HasFacts(Protocol):
    """A solution, or anything else that knows its facts."""

    @property
    def facts(self) -> Iterable[Fact]:
        """The facts that hold."""
        ...


def read(
    source: str | bytes | Path, kind: str | None = None, format: str | None = None
) -> list[Document]:
    """Every puzzle of a text, a link, a file's bytes or (as a Path) a file.

    A str is always content, never a file name. FormatError if something in it cannot be read.
    """
    suffix = source.suffix.lower() if isinstance(source, Path) else ""
    choice = _Choice(kind, format, suffix)
    text = _load(source, choice)
    if not text.strip():
        raise FormatError("there is nothing to read: the text is empty")
    if format not in (None, links.FORMAT) or links.find_pid(text) is None:
        return _read_one(text, choice)
    lines = links.split(text)
    if len(lines) == 1:
        return _read_one(lines[0][1], choice)
    if len(lines) > MAX_PUZZLES:
        raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
    documents = []
    for each in _read_lines(lines, choice, lambda line: links.find_pid(line) is not None):
        if isinstance(each, FormatError):
            raise each
        documents.append(each)
    return documents


def read_each(
    source: str | bytes, kind: str | None = None, format: str | None = None
) -> list[Document | FormatError]:
    """Like `read`; but of puzzles that stand on lines of their own, those that cannot be read are
    told in their place. FormatError if nothing can be read."""
    try:
        return [*read(source, kind, format)]
    except FormatError as error:
        choice = _Choice(kind, format)
        lines = [] if _is_binary(source, choice) else links.split(_load(source, choice))
        if len(lines) > MAX_PUZZLES or not any(_stands_alone(line) for _, line in lines):
            raise
        found = list(_read_lines(lines, choice, _stands_alone))
        if not any(isinstance(each, Document) for each in found):
            raise error from None
        return found


def parse(text: str, kind: str | None = None, format: str | None = None) -> Puzzle:
    """The puzzle of a text that holds exactly one; FormatError if it does not."""
    return _single(text, kind, format).puzzle


def parse_with_position(
    text: str, kind: str | None = None, format: str | None = None
) -> tuple[Puzzle, Position]:
    """Like `parse`, with the player's state or the answer that the text carries."""
    document = _single(text, kind, format)
    return document.puzzle, document.position


def dump(
    item: Puzzle | Document,
    format: str = links.FORMAT,
    *,
    solution: HasFacts | None = None,
    position: Position | None = None,
) -> str:
    """Write a puzzle, with a solution or a position if the format carries one.

    A Document brings its own position, title and tail. FormatError if the format cannot hold the
    puzzle or does not exist.
    """
    document = item if isinstance(item, Document) else Document(puzzle=item)
    if solution is not None and position is not None:
        raise ValueError("give a solution or a position, not both")
    if solution is not None:
        position = Position.of(solution.facts)
    elif position is None:
        position = document.position
    codec = _codecs(document.puzzle.kind, format)[0]
    # A tail belongs to its format, and a history in it to its position.
    is_moved = codec.carries_position and position != document.position
    changed = is_moved and not codec.tail_is_source
    tail = "" if changed or document.format != codec.format else document.tail
    document = replace(document, position=position, tail=tail)
    _check_position(document)
    return codec.dump(document)


def left_out(document: Document, format: str, text: str | None = None) -> Position:
    """Return the part of a document's position that a file of this format does not bring back;
    `text` is the file, if it is written already."""
    if not document.position or not find_codec(format, document.puzzle.kind).carries_position:
        return document.position
    text = dump(document, format) if text is None else text
    [again] = read(text, document.puzzle.kind, format)
    return Position(document.position.facts - again.position.facts)


def formats(kind: str | None = None) -> dict[str, str]:
    """The formats that can be read and written: name and title; of one kind, or of all."""
    found: dict[str, str] = {}
    for codec in _codecs(kind, None):
        found.setdefault(codec.format, codec.title)
    return found


def suffixes() -> frozenset[str]:
    """Every file ending that some format uses."""
    return frozenset(suffix for codec in _codecs(None, None) for suffix in codec.suffixes)


def format_of_ending(ending: str, kind: str) -> str | None:
    """The first format of a kind whose files have this ending."""
    fitting = (codec.format for codec in _codecs(kind, None) if ending in codec.suffixes)
    return next(fitting, None)


def find_codec(format: str, kind: str | None = None) -> Codec:
    """The codec of a format, of one kind or of whichever; FormatError if there is none."""
    return _codecs(kind, format)[0]


class _Choice:
    """The codecs that may be tried, and what the caller asked for. UnknownKind, FormatError where
    there is no such kind or format."""

    def __init__(self, kind: str | None, format: str | None, suffix: str = "") -> None:
        self.kind, self.format, self.suffix = kind, format, suffix
        if kind is not None:
            find_kind(kind)

    @cached_property
    def codecs(self) -> list[Codec]:
        """All of them: those of every kind, if none was asked for."""
        return _codecs(self.kind, self.format)

    def named_by(self, text: str) -> Codec | None:
        """Return the codec that the text itself names, by its kind or puzzle type. Where this is
        the id of a kind, as it mostly is, no other kind is loaded."""
        if self.format in (None, json_format.FORMAT) and json_format.names_itself(text):
            return json_format.CODEC
        container, type_name = _type_name(text, self.format)
        if not type_name:
            return None
        near = find_near(type_name) if self.kind is None else None
        found = None if near is None else _of_type(container, type_name, near.codecs)
        return found or _of_type(container, type_name, self.codecs)


def _of_type(container: str, type_name: str, codecs: Iterable[Codec]) -> Codec | None:
    fitting = (
        codec for codec in codecs if codec.format == container and type_name in codec.type_names
    )
    return next(fitting, None)


def _codecs(kind: str | None, format: str | None) -> list[Codec]:
    chosen = kinds().values() if kind is None else [find_kind(kind)]
    every = [codec for one in chosen for codec in one.codecs] + [json_format.CODEC]
    found = [codec for codec in every if format in (None, codec.format)]
    if not found:
        wanted = quote(str(format))
        if kind is None or format not in formats():
            raise FormatError(f"unknown format {wanted}; known: {_names(every)}")
        raise FormatError(f"{kind} has no format {wanted}, only {_names(every)}")
    return found


def _names(codecs: list[Codec]) -> str:
    return ", ".join(dict.fromkeys(codec.format for codec in codecs))


def _load(source: str | bytes | Path, choice: _Choice) -> str:
    """Return a source as plain text; what is not text keeps one character a byte."""
    data: str | bytes
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not a file name"
            raise FormatError(f"cannot read {source.name!r}: {reason}") from None
    else:
        data = source
    if len(data) > MAX_BYTES:
        raise FormatError(f"too large: at most {MAX_BYTES // 2**20} MiB are read")
    if _is_binary(data, choice):
        return data if isinstance(data, str) else data.decode("latin-1")
    if isinstance(data, bytes):
        data = decode(data, xml.declared_encoding(data[:HEAD].decode("latin-1")))
    return normalise(data)


def _is_binary(data: str | bytes, choice: _Choice) -> bool:
    # White space in front tells nothing, here as for the codecs that recognise texts.
    start = data.lstrip()[:HEAD]
    if choice.named_by(start if isinstance(start, str) else start.decode("latin-1")) is not None:
        return False
    first = start.encode("latin-1", "replace") if isinstance(start, str) else start
    return any(codec.is_binary is not None and codec.is_binary(first) for codec in choice.codecs)


def _read_lines(
    lines: Iterable[tuple[int, str]], choice: _Choice, is_puzzle: Callable[[str], bool]
) -> Iterator[Document | FormatError]:
    """Yield the puzzles of lines that hold one each, and the errors of those that cannot be
    read."""
    area = CellQuota()
    for number, line in lines:
        try:
            if not is_puzzle(line):
                raise FormatError(f"not a puzzle link: {quote(line.strip())}")
            found = _read_one(line, choice)
        except FormatError as error:
            yield type(error)(error.message, line=number, column=error.column, cell=error.cell)
            continue
        for document in found:
            # Too much of it is no fault of one line: this ends all.
            area.add(document.puzzle.rows, document.puzzle.cols, line=number)
            yield document


def _stands_alone(line: str) -> bool:
    return links.find_pid(line) is not None or json_format.sniff(line)


def _read_one(text: str, choice: _Choice) -> list[Document]:
    failures: list[_Failure] = []
    for is_recognised, codecs in _worth_trying(text, choice):
        readings = []
        for codec in codecs:
            try:
                found = codec.parse(text)
                for document in found:
                    name = document.puzzle.kind
                    if choice.kind not in (None, name):
                        raise FormatError(f"the text is a puzzle of kind {name}, not {choice.kind}")
                    _check_position(document)
                found = [replace(document, format=codec.format) for document in found]
                readings.append(_Reading(codec, found, codec.is_likely(text)))
            except FormatError as error:
                is_named = choice.suffix in codec.suffixes
                failures.append(_Failure(is_recognised, is_named, codec, error))
        if readings:
            return _likeliest(readings, choice.suffix)
    raise _refusal(failures) if failures else _unreadable(text, choice)


def _worth_trying(text: str, choice: _Choice) -> Iterator[tuple[bool, list[Codec]]]:
    """Yield the codec that the text names; else those that recognise the text,
    then those that the caller or the file's suffix names, which can at least say what is wrong."""
    codec = choice.named_by(text)
    if codec is not None:
        yield True, [codec]
        return
    found = [codec for codec in choice.codecs if codec.sniff(text)]
    yield True, found
    if not _type_name(text, choice.format)[1]:
        others = [codec for codec in choice.codecs if codec not in found]
        named = choice.format is not None
        yield False, [codec for codec in others if named or choice.suffix in codec.suffixes]


def _type_name(text: str, format: str | None) -> tuple[str, str]:
    """Return the container of a text and the puzzle type that it names, both empty if it is none;
    containers other than `format` are ruled out."""
    for name, find in _CONTAINERS.items():
        if format in (None, name) and (found := find(text)) is not None:
            return name, found
    return "", ""


class _Failure(NamedTuple):
    """The error of a format that recognises a text, or that the file's suffix names."""

    is_recognised: bool
    is_named: bool
    codec: Codec
    error: FormatError

    @property
    def claim(self) -> tuple[bool, bool]:
        """The likelihood that this format is meant."""
        return self.is_recognised, self.is_named

    @property
    def progress(self) -> tuple[int, int, bool]:
        """The place that the format came to. Columns of a format that only the suffix names tell
        little: it may refuse a row as a whole."""
        line = self.error.line or 0
        if not self.is_recognised:
            return line, 0, False
        return line, self.error.column or 0, self.error.cell is not None


def _refusal(failures: list[_Failure]) -> FormatError:
    """Return the error of the likeliest format that came furthest; if formats of several kinds are
    as likely and came as far, an error that names each refusal."""
    best = max((failure.claim, failure.progress) for failure in failures)
    rivals = [failure for failure in failures if (failure.claim, failure.progress) == best]
    if len(rivals) == 1:
        return rivals[0].error
    by_kind: dict[str, _Failure] = {}
    for each in reversed(rivals):
        owners = (kind.name for kind in kinds().values() if each.codec in kind.codecs)
        by_kind[next(owners, "any kind")] = each
    if len({each.error.message for each in by_kind.values()}) < 2:
        return rivals[0].error
    alike: dict[tuple[str, str], list[str]] = {}
    for kind, each in sorted(by_kind.items()):
        alike.setdefault((each.codec.title, each.error.message), []).append(kind)
    refusals = [
        f"as {title} of {', '.join(names)}: {message}" for (title, message), names in alike.items()
    ]
    message = f"no kind of puzzle reads this: {'; '.join(refusals)}"
    columns = [each.error.column for each in rivals if each.error.column is not None]
    return FormatError(message, line=rivals[0].error.line, column=max(columns, default=None))


class _Reading(NamedTuple):
    """The puzzles of a text, read in one format."""

    codec: Codec
    documents: list[Document]
    is_likely: bool

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return sum(len(document.warnings) for document in self.documents)

    @property
    def kind(self) -> str:
        """The kind of its puzzles."""
        return self.documents[0].puzzle.kind

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles alone."""
        return [document.puzzle for document in self.documents]

    def doubt(self, suffix: str) -> tuple[bool, int, bool]:
        """Return a measure of doubt in a file of this suffix: less is better."""
        return suffix not in self.codec.suffixes, self.warnings, not self.is_likely


def _likeliest(readings: list[_Reading], suffix: str) -> list[Document]:
    """Of several readings the one that the file's suffix names, else the one with the fewest
    warnings, else the first; with a warning if another gives other puzzles."""
    chosen = min(readings, key=lambda reading: reading.doubt(suffix))
    others = [reading for reading in readings if reading.puzzles != chosen.puzzles]
    if not others:
        return chosen.documents
    fewest = min(reading.warnings for reading in others)
    rivals = [reading for reading in others if reading.warnings == fewest]
    mine, theirs = chosen.doubt(suffix), min(reading.doubt(suffix) for reading in others)
    reason = "it fits best" if mine != theirs else "the usual form"
    if mine[0] != theirs[0]:
        reason = "by the file's ending"
    # Where formats of several kinds have one name, the kinds tell them apart.
    is_alike = any(reading.codec.format == chosen.codec.format for reading in rivals)
    told = [each.kind if is_alike else each.codec.format for each in (chosen, *rivals)]
    warning = (
        f"read as {told[0]} ({reason}); it could also be {' or '.join(told[1:])}, another puzzle: "
        f"name the {'kind' if is_alike else 'format'} to settle it"
    )
    return [
        replace(document, warnings=(*document.warnings, warning)) for document in chosen.documents
    ]


def _unreadable(text: str, choice: _Choice) -> FormatError:
    _, type_name = _type_name(text, choice.format)
    known = ", ".join(sorted(kinds()))
    if type_name and choice.kind is not None:
        return FormatError(f"the text is a puzzle of type {quote(type_name)}, not {choice.kind}")
    if type_name:
        return UnknownKind(f"unknown kind of puzzle {quote(type_name)}; known: {known}")
    return UnknownFormat(
        f"cannot tell what this is: {quote(text.strip())}; "
        f"readable are the formats {_names(choice.codecs)} of {choice.kind or known}"
    )


def _check_position(document: Document) -> None:
    """FormatError if the position does not fit the puzzle."""
    if not document.position:
        return
    make = kind_of(document.puzzle).board
    try:
        make(document.puzzle).place(document.position.facts)
    except FormatError:
        # In order only now, since sorting a large position takes long: the first wrong fact counts.
        make(document.puzzle).place(document.position)
        raise


def _single(text: str, kind: str | None, format: str | None) -> Document:
    documents = read(text, kind, format)
    if len(documents) != 1:
        raise FormatError(f"one puzzle is wanted here, the text holds {len(documents)}")
    return documents[0]
