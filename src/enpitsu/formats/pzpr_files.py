"""pzprv3 files: the part that every kind's files share.

Lines end at a newline or a slash: `pzprv3`, the puzzle type, rows, columns, then the kind's lines,
then optional tails (`TrialData(n)`, `info:{...}`, `history:{...}`) that are kept word for word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head, quote, tidy, tokens
from enpitsu.grid import Cell, Edge, edges_down, edges_right
from enpitsu.kind import Codec, Document, Meta
from enpitsu.position import Position

FORMAT = "pzprv3"
LINES = {"1": True, "-1": False, "0": None, ".": None, "-": None}
"""The words of edges: a line, a cross, neither."""

T = TypeVar("T")
S = TypeVar("S", Cell, Edge)

_BREAK = re.compile(r"[\n/]")
_HEADER = re.compile(r"pzprv3(?:\.\d+)?[ \t]*[\n/]([^\n/]{0,80})", re.ASCII)
_TAIL = re.compile(r"(?:^|(?<=[\n/]))[ \t]*(?:TrialData\(|info:\{|history:\{|__HISTORY__|https?:/)")
_JSON_TAIL = re.compile(r"(?:^|(?<=[\n/]))[ \t]*(info|history):(?=\{)")
_META_KEYS = {
    "title": ("title", "info"),
    "author": ("author",),
    "source": ("source",),
    "level": ("hard", "level"),
}


class FileLines:
    """A file that is read line by line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._number = 0
        tail = _TAIL.search(text)
        self._end = len(text) if tail is None else tail.start()

    def peek(self) -> str | None:
        """The next line; None at the end or where the tails begin."""
        if self._at >= self._end:
            return None
        stop = _BREAK.search(self._text, self._at, self._end)
        return self._text[self._at : self._end if stop is None else stop.start()]

    def at_blank(self) -> bool:
        """Return True if the next line is there and holds nothing."""
        line = self.peek()
        return line is not None and not line.strip()

    def take(self) -> tuple[int, str] | None:
        """The next line and its number, read; None at the end or where the tails begin."""
        line = self.peek()
        if line is None:
            return None
        self._at += len(line) + 1
        self._number += 1
        return self._number, line

    def word(self, what: str) -> Token:
        """The next line as one word; FormatError if the file ends here."""
        line = self.take()
        if line is None:
            raise FormatError(f"the file ends before {what}", line=self._number + 1)
        return Token(line[1].strip(), line[0], 1)

    def grid(self, rows: int, cols: int, what: str) -> list[Token]:
        """The words of the next `rows` lines, rows x cols of them; none if they are all missing.

        Words may flow over the line ends, as in the original tool.
        """
        found: list[list[Token]] = []
        room = rows * cols
        while len(found) < rows and (cols or self.at_blank()):
            line = self.take()
            if line is None:
                break
            found.append(tokens(line[1], line[0], room + 1))
            room = max(0, room - len(found[-1]))
        words = [word for line_words in found for word in line_words]
        if not words or len(words) == rows * cols:
            return words
        for number, line_words in enumerate(found, self._number - len(found) + 1):
            if len(line_words) != cols:
                message = f"{what} need {cols} entries a line, here are {len(line_words)}"
                raise FormatError(message, line=number)
        message = f"{what} need {rows} lines, here are {len(found)}"
        raise FormatError(message, line=self._number + 1)

    def edges(self, rows: int, cols: int, what: str) -> Iterator[tuple[Edge, Token]]:
        """Yield the words of all edges that are there: those to the right, then those down."""
        right, down = edges_right(rows, cols), edges_down(rows, cols)
        yield from zip(right, self.grid(rows, cols - 1, f"{what} to the right"), strict=False)
        yield from zip(down, self.grid(rows - 1, cols, f"{what} down"), strict=False)

    def rest(self) -> str:
        """Everything unread, word for word; nothing if it is blank."""
        rest = self._text[self._at :]
        return "" if not rest.strip("\n/ \t") else rest


@dataclass(frozen=True, slots=True)
class Pzprv3File:
    """The head of a file, and its lines from there on."""

    pid: str
    rows: int
    cols: int
    lines: FileLines


def find_pid(text: str) -> str | None:
    """The puzzle type that a file names; None if the text is no pzprv3 file."""
    match = _HEADER.match(head(text))
    return None if match is None else match[1].strip().lower()


def parse(text: str) -> Pzprv3File:
    """Read the head of a file; FormatError if it is not a pzprv3 file."""
    pid = find_pid(text)
    if pid is None:
        raise FormatError(f"not a pzprv3 file: {quote(text.strip())}")
    lines = FileLines(text)
    while lines.at_blank():
        lines.take()
    lines.word("its name")
    lines.word("its puzzle type")
    rows, cols = (
        lines.word(what).whole(what, SIZE_DIGITS)
        for what in ("the number of rows", "the number of columns")
    )
    return Pzprv3File(pid, rows, cols, lines)


def file_codec(
    type_names: tuple[str, ...],
    read: Callable[[Pzprv3File], Document],
    write: Callable[[Document], str],
) -> Codec:
    """Return the codec of one kind's files; `read` is given a file that names the kind."""

    def parse_text(text: str) -> list[Document]:
        file = parse(text)
        if file.pid not in type_names:
            wrong = quote(file.pid)
            raise FormatError(f"the file names the puzzle type {wrong}, not {type_names[0]}")
        return [read(file)]

    return Codec(
        format=FORMAT,
        title="pzprv3 file of puzz.link / pzpr",
        suffixes=(".pzprv3", ".txt"),
        sniff=lambda text: find_pid(text) in type_names,
        parse=parse_text,
        dump=write,
        carries_position=True,
        type_names=type_names,
    )


def meaning(word: Token, meanings: Mapping[str, T]) -> T:
    """Return the meaning of a word; FormatError if it is none of those known."""
    try:
        return meanings[word.text]
    except KeyError:
        raise word.error(f"{quote(word.text)} is none of {' '.join(meanings)}") from None


def dump_grid(slots: Iterable[S], rows: int, word: Callable[[S], str]) -> list[str]:
    """Return the words of slots in so many lines, as the original tool spaces them."""
    words = [f"{word(slot)} " for slot in slots]
    width = len(words) // max(rows, 1)
    return ["".join(words[row * width : (row + 1) * width]) for row in range(rows)]


def dump_edges(rows: int, cols: int, word: Callable[[Edge], str]) -> list[str]:
    """Return the words of all edges, as `FileLines.edges` reads them."""
    right = dump_grid(edges_right(rows, cols), rows, word)
    return right + dump_grid(edges_down(rows, cols), rows - 1, word)


def dump_lines(rows: int, cols: int, position: Position, value: str) -> list[str]:
    """Return the edges that have a value ("1"), or of which it is denied ("-1")."""
    yes, no = position.edges(value), position.edges(value, False)
    return dump_edges(rows, cols, lambda edge: "1" if edge in yes else "-1" if edge in no else "0")


def dump(pid: str, rows: int, cols: int, lines: list[str], meta: Meta, tail: str) -> str:
    """A file as the original tool writes it; without a tail, what is known goes into `info`."""
    board = "\n".join(["pzprv3", pid, str(rows), str(cols), *lines, ""])
    data = {
        keys[0]: getattr(meta, name) for name, keys in _META_KEYS.items() if getattr(meta, name)
    }
    if data and not tail:
        tail = "\ninfo:" + json.dumps({"metadata": data}, indent=1, ensure_ascii=False)
    return board + tail


def parse_meta(tail: str) -> tuple[Meta, tuple[str, ...]]:
    """Return the puzzle's title and the like from the tails, and a warning for a broken one."""
    meta, at = Meta(), 0
    while (match := _JSON_TAIL.search(tail, at)) is not None:
        try:
            data, at = json.JSONDecoder().raw_decode(tail, match.end())
        except (ValueError, RecursionError):
            # Nothing behind a broken part can be told apart from it.
            return meta, (f"the file's {match[1]!r} part is broken; kept as it is",)
        if match[1] == "info":
            found = data.get("metadata")
            texts: dict[str, Any] = {}
            for name, keys in _META_KEYS.items() if isinstance(found, dict) else ():
                values = [found.get(key) for key in keys]
                texts[name] = next(
                    (tidy(text) for text in values if text and type(text) is str), ""
                )
            meta = Meta(**texts)
    return meta, ()
