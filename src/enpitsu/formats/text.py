"""Small helpers that text formats share: decoding, quoting, numbers, tokens with their place."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from enpitsu.errors import BadClue, FormatError
from enpitsu.grid import Cell, is_inside, parse_slot

HEAD = 4096  # characters by which formats are told apart
MAX_DIGITS = 1000  # of a number
SIZE_DIGITS = 9  # of a number of rows or columns
_QUOTED = 40  # characters

_ONE_BYTE = re.compile(r"(?:iso-8859-|windows-125|cp125|koi8-|cp8|latin-?)[0-9a-z]{1,2}")
_USUAL = ("utf-8", "utf-16", "us-ascii", "ascii")
_VISIBLE = re.compile(r"\S")
_TOKEN = re.compile(r"\S+")
_HALF = re.compile("[\ud800-\udfff]")
_UNTIDY = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]+")

T = TypeVar("T")


class Token(NamedTuple):
    """A word of a text and where it stands, counted from 1."""

    text: str
    line: int
    column: int

    def error(self, message: str) -> FormatError:
        """A FormatError that points at this word."""
        return FormatError(message, line=self.line, column=self.column)

    def whole(self, what: str, digits: int) -> int:
        """This word as a whole number; FormatError if it is none."""
        return whole(self.text, what, digits=digits, line=self.line, column=self.column)


MAX_AREA = 5_000_000
"""Cells that all puzzles of one pack of links have together: a link of a few characters may ask
for a hundred thousand."""


class CellQuota:
    """Adds up the cells of a pack; FormatError where they are too many."""

    def __init__(self) -> None:
        self._cells = 0

    def add(self, rows: int, cols: int, *, line: int) -> None:
        """One puzzle more."""
        self._cells += rows * cols
        if self._cells > MAX_AREA:
            message = f"the puzzles of one text have more than {MAX_AREA} cells together"
            raise FormatError(message, line=line)


def decode(data: bytes, declared: str | None = None) -> str:
    """Bytes as text: UTF-8 or UTF-16 with a byte order mark, plain UTF-8, else Latin-1.

    Latin-1 never fails: formats that are not text can still be told apart by their first bytes.
    `declared` is the encoding that the text itself names: without a byte order mark it counts if
    it has one byte a letter; another that the bytes do not bear out is a FormatError.
    """
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    marked = wide or data.startswith(codecs.BOM_UTF8)
    if declared and not marked and _ONE_BYTE.fullmatch(declared):
        with suppress(LookupError):
            return data.decode(declared, "replace")
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        if declared and not marked and declared not in _USUAL:
            raise FormatError(f"the encoding {quote(declared)} is not read: use UTF-8") from None
        return data.decode("latin-1")


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines and their numbers from 1, one at a time: millions must not stand in memory."""
    number, start = 1, 0
    while (end := text.find("\n", start)) >= 0:
        yield number, text[start:end]
        number, start = number + 1, end + 1
    yield number, text[start:]


def normalise(text: str) -> str:
    """The text with plain newlines, without byte order mark and without half surrogates."""
    if not text.isascii():
        text = _HALF.sub("\ufffd", text.removeprefix("\ufeff"))
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def head(text: str) -> str:
    """The first few thousand characters from the first visible one on: enough to tell formats."""
    match = _VISIBLE.search(text)
    return "" if match is None else text[match.start() : match.start() + HEAD]


def head_lines(text: str) -> list[list[str]]:
    """The words of the first lines, blank lines and a word cut off at the end left out."""
    start = head(text)
    lines = start.split("\n")
    if len(start) == HEAD:
        # What is left of the last line still tells something; its last word may be half a word.
        lines[-1] = lines[-1].rpartition(" ")[0]
    return [words for line in lines if (words := line.split())]


def quote(text: str) -> str:
    """A text in quotes for a message, cut to some forty characters."""
    return repr(text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…")


def tidy(text: str) -> str:
    """A title or name as one clean line: no control characters, no half surrogates."""
    return _UNTIDY.sub(" ", normalise(text)).strip()


def tidy_lines(text: str) -> str:
    """A text of several lines, each a clean one."""
    return "\n".join(map(tidy, text.splitlines())).strip()


def first_double(items: Iterable[T]) -> T | None:
    """The first item that was there before."""
    seen: set[T] = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    return None


def tokens(line: str, number: int, most: int) -> list[Token]:
    """The words of a line, at most `most` of them."""
    found = islice(_TOKEN.finditer(line), most)
    return [Token(match[0], number, match.start() + 1) for match in found]


def whole(
    text: str,
    what: str,
    *,
    digits: int = MAX_DIGITS,
    line: int | None = None,
    column: int | None = None,
    cell: str | None = None,
) -> int:
    """A whole number in plain digits; FormatError for signs, other digits, and endless ones."""
    if not (text.isascii() and text.isdigit()):
        message = f"{what} must be a whole number, not {quote(text)}"
        raise FormatError(message, line=line, column=column, cell=cell)
    if len(text) > digits:
        message = f"{what} has {len(text)} digits; at most {digits} are read"
        raise FormatError(message, line=line, column=column, cell=cell)
    return int(text)


def check_board_size(rows: int, cols: int, most: int) -> None:
    """FormatError unless a board has cells, and at most so many."""
    if rows < 1 or cols < 1:
        raise FormatError("a board needs at least one row and one column")
    if rows * cols > most:
        raise FormatError(f"the board is too large: at most {most} cells are allowed")


def unpack_size(data: Mapping[str, object]) -> tuple[int, int]:
    """Return rows and cols of an object; FormatError unless both are whole numbers."""
    rows, cols = data.get("rows"), data.get("cols")
    if type(rows) is not int or type(cols) is not int:
        raise FormatError("rows and cols must be whole numbers")
    return rows, cols


def refuse_other_keys(data: Mapping[str, object], *known: str) -> None:
    """A misspelt key must not silently mean an empty board."""
    for key in data:
        if key not in known:
            raise FormatError(f"unknown key {str(key)[:40]!r}; known: {', '.join(known)}")


def word_rows(
    words: Mapping[Cell, str], rows: int, cols: int, *, none: str = "-", margin: int = 0
) -> Iterator[str]:
    """Return the lines of a board of which some cells have a word; `margin` is the number of rows
    and columns on each side of it that are written, too."""
    for row in range(-margin, rows + margin):
        found = (Cell(row, col) for col in range(-margin, cols + margin))
        yield " ".join(words.get(cell, none) for cell in found)


# --- clues with a number in cells ----------------------------------------------------------------


def check_cell_clues(
    found: Iterable[tuple[Cell, int | None]], rows: int, cols: int, name: str
) -> None:
    """BadClue unless these clues, sorted, stand in different cells of a board, and their numbers
    can be written. `name` is what they are called, as "circle"."""
    before = None
    for cell, number in found:
        if not is_inside(cell, rows, cols):
            raise bad_clue(f"the {name} lies outside the board", cell, "outside")
        if cell == before:
            raise bad_clue(f"two {name}s in one cell", cell, "two")
        if number is not None and number < 0:
            raise bad_clue(f"a {name}'s number cannot be negative", cell, "negative")
        if number is not None and number >= 10**MAX_DIGITS:
            raise bad_clue(f"a {name}'s number has at most {MAX_DIGITS} digits", cell, "digits")
        before = cell


def bad_clue(message: str, cell: Cell, code: str) -> BadClue:
    """Return the error of a clue in a cell."""
    return BadClue(message, cell=str(cell), code=code, about={"cell": cell, "most": MAX_DIGITS})


def unpack_cell_clue(data: Any, name: str, *more: str) -> tuple[Cell, int | None]:
    """Return the cell of a clue and its number, if it has one, of an object that may have more
    keys; BadClue if it is wrong."""
    if not isinstance(data, dict):
        raise BadClue(f"not a {name}: {str(data)[:60]!r}")
    refuse_other_keys(data, "cell", "number", *more)
    try:
        cell, number = parse_slot(data["cell"]), data.get("number")
    except (TypeError, KeyError, ValueError):
        raise BadClue(f"not a {name}: {str(data)[:60]!r}") from None
    if not isinstance(cell, Cell):
        raise BadClue(f"a {name} stands in a cell, not on {cell}")
    if number is not None and type(number) is not int:
        raise BadClue(f"a {name}'s number is a whole number or absent", cell=str(cell))
    return cell, number
