"""pzprv3 files: the part that every kind's files share.

Lines end at a newline or a slash: `pzprv3`, the puzzle type, rows, columns, then the kind's lines,
then optional tails (`TrialData(n)`, `info:{...}`, `history:{...}`) that are kept word for word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from enpitsu.errors import FormatError
from enpitsu.formats.text import (
    MAX_DIGITS,
    SIZE_DIGITS,
    Token,
    head,
    quote,
    tidy,
    tidy_lines,
    tokens,
)
from enpitsu.grid import (
    Cell,
    Edge,
    cell_at,
    cells,
    edges_down,
    edges_right,
    number_areas,
    sides_level,
    sides_upright,
)
from enpitsu.kind import MAX_NOTE, Codec, Document, Meta, Puzzle
from enpitsu.position import Fact, Position

FORMAT = "pzprv3"
LINES = {"1": True, "-1": False, "0": None, ".": None, "-": None}
"""The words of edges: a line, a cross, neither."""
CELLS = {"#": True, "+": False, ".": None, "-": None, "0": None}
"""The words of cells: shaded, a dot, neither."""
BORDERS = {"0": False, "1": True, ".": False, "-": False}
NONE = "."
UNTOLD = "-"
_NO_AREA = -1

_MOST_BLANK = 100

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
    "note": ("comment",),
}
_NOTE = "note"  # the one of them that may have several lines


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

    def cells(self, rows: int, cols: int, what: str, blank: str = NONE) -> list[tuple[Cell, Token]]:
        """The words of the next lines that are not blank, each with its cell."""
        words = enumerate(self.grid(rows, cols, what))
        return [(cell_at(at, cols), word) for at, word in words if word.text != blank]

    def cell_facts(self, rows: int, cols: int, value: str) -> list[Fact]:
        """The facts of the next lines about cells that have a value, or of which it is denied."""
        told = ((cell, meaning(word, CELLS)) for cell, word in self.cells(rows, cols, "the cells"))
        return [Fact(cell, value, holds) for cell, holds in told if holds is not None]

    def line_facts(self, rows: int, cols: int, value: str, *, on_sides: bool = False) -> list[Fact]:
        """The facts of the next lines about edges, or sides, with a line or a cross."""
        words = (self.sides if on_sides else self.edges)(rows, cols, "the lines")
        told = ((edge, meaning(word, LINES)) for edge, word in words)
        return [Fact(edge, value, holds) for edge, holds in told if holds is not None]

    def numbers(
        self, rows: int, cols: int, each: str, others: Collection[str] = ()
    ) -> Iterator[tuple[Cell, Token, int | None]]:
        """Yield the numbers of the next lines, None for one that is not told, and for `others`,
        words that are none; FormatError if the text ends before them. `each` is what has one, as
        "clue"."""
        words = self.grid(rows, cols, f"the {each}s")
        if not words:
            raise FormatError(f"the text ends before the {each}s")
        for at, word in enumerate(words):
            if word.text != NONE:
                is_told = word.text != UNTOLD and word.text not in others
                number = word.whole(f"a {each}'s number", MAX_DIGITS) if is_told else None
                yield cell_at(at, cols), word, number

    def areas(self, rows: int, cols: int) -> tuple[tuple[int, ...], list[str]]:
        """The next lines, their number and the area of each cell: cells of one name that hang
        together. With warnings where the text is not as it should be."""
        count = self.word("the number of areas").whole("the number of areas", SIZE_DIGITS)
        self.skip_blank()
        names = [
            _NO_AREA if word.text == NONE else word.whole("an area's number", SIZE_DIGITS)
            for word in self.grid(rows, cols, "the areas")
        ]
        if not names:
            raise FormatError("the text ends before the areas")
        areas, warnings = number_areas(rows, cols, names), []
        found, pieces = len({*names} - {_NO_AREA}), max(areas) + 1
        if found != count:
            warnings.append(f"the text says {count} areas, the grid has {found}; the grid counts")
        if _NO_AREA in names:
            warnings.append("cells without area are read as areas of their own")
        elif pieces > found:
            warnings.append(
                f"the {found} areas are in {pieces} pieces; each piece is read as an area"
            )
        return areas, warnings

    def skip_blank(self) -> None:
        """Pass over blank lines, if they are not endless."""
        for _ in range(_MOST_BLANK):
            if self.at_blank():
                self.take()

    def borders(self, rows: int, cols: int) -> tuple[list[Edge], list[str]]:
        """The borders of the next lines, with a warning if some are missing."""
        words = list(self.edges(rows, cols, "the borders"))
        found = [edge for edge, word in words if meaning(word, BORDERS)]
        if len(words) == 2 * rows * cols - rows - cols:
            return found, []
        return found, ["the file ends before the last borders; those are read as missing"]

    def sides(self, rows: int, cols: int, what: str) -> Iterator[tuple[Edge, Token]]:
        """Yield the words of all sides of cells that are there, also those of the border."""
        yield from zip(sides_upright(rows, cols), self.grid(rows, cols + 1, what), strict=False)
        yield from zip(sides_level(rows, cols), self.grid(rows + 1, cols, what), strict=False)

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
    version: int = 0
    """Its form: 1 for `pzprv3.1`."""


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
    version = lines.word("its name").text.partition(".")[2]
    lines.word("its puzzle type")
    rows, cols = (
        lines.word(what).whole(what, SIZE_DIGITS)
        for what in ("the number of rows", "the number of columns")
    )
    return Pzprv3File(pid, rows, cols, lines, int(version[:SIZE_DIGITS] or 0))


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


def dump_sides(rows: int, cols: int, word: Callable[[Edge], str]) -> list[str]:
    """Return the words of all sides, as `FileLines.sides` reads them."""
    upright = dump_grid(sides_upright(rows, cols), rows, word)
    return upright + dump_grid(sides_level(rows, cols), rows + 1, word)


def dump_lines(
    rows: int,
    cols: int,
    position: Position,
    value: str,
    dump_all: Callable[[int, int, Callable[[Edge], str]], list[str]] = dump_edges,
) -> list[str]:
    """Return the edges, or sides, that have a value ("1"), or of which it is denied ("-1")."""
    yes, no = position.edges(value), position.edges(value, False)
    return dump_all(rows, cols, lambda edge: "1" if edge in yes else "-1" if edge in no else "0")


def cell_words(position: Position, value: str) -> dict[Cell, str]:
    """Return the words of the cells that have a value, or of which it is denied."""
    words = dict.fromkeys(position.cells(value, False), "+")
    return words | dict.fromkeys(position.cells(value), "#")


def dump_cells(rows: int, cols: int, words: Mapping[Cell, str]) -> list[str]:
    """Return the lines of cells of which some have a word."""
    return dump_grid(cells(rows, cols), rows, lambda cell: words.get(cell, NONE))


def number_word(number: int | None) -> str:
    """Return the word of a number, as `FileLines.numbers` reads it."""
    return UNTOLD if number is None else str(number)


def split_notes(tail: str) -> tuple[dict[str, str], str]:
    """Take a tail apart that `join_notes` made."""
    notes, _, rest = tail.partition("\n")
    words = (each.partition("=") for each in notes.split())
    return {place: word for place, _, word in words}, rest


def join_notes(notes: Mapping[str, str], rest: str) -> str:
    """Return a tail with the words of cells that mean nothing here, in front of the file's own; of
    those with an empty word only the place."""
    told = " ".join(f"{place}={word}" if word else place for place, word in notes.items())
    return f"{told}\n{rest}" if told or rest else ""


def document_of(
    puzzle: Puzzle,
    facts: Iterable[Fact],
    lines: FileLines,
    *,
    notes: Mapping[str, str] | None = None,
    warnings: Iterable[str] = (),
) -> Document:
    """Return what was read, with what is left of the lines; in a kind that has notes, also
    those."""
    rest = lines.rest()
    meta, doubts = parse_meta(rest)
    return Document(
        puzzle=puzzle,
        position=Position.of(facts),
        meta=meta,
        warnings=(*doubts, *warnings),
        tail=rest if notes is None else join_notes(notes, rest),
    )


def dump(
    pid: str, rows: int, cols: int, lines: list[str], meta: Meta, tail: str, version: int = 0
) -> str:
    """A file as the original tool writes it; without a tail, what is known goes into `info`."""
    name = f"pzprv3.{version}" if version else "pzprv3"
    board = "\n".join([name, pid, str(rows), str(cols), *lines, ""])
    data = {
        keys[0]: getattr(meta, name) for name, keys in _META_KEYS.items() if getattr(meta, name)
    }
    if data and not tail:
        tail = "\ninfo:" + json.dumps({"metadata": data}, indent=1, ensure_ascii=False)
    return board + tail


def _tidy(name: str, text: str) -> str:
    return tidy_lines(text)[:MAX_NOTE] if name == _NOTE else tidy(text)


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
                told = (text for text in values if text and type(text) is str)
                texts[name] = _tidy(name, next(told, ""))
            meta = Meta(**texts)
    return meta, ()
