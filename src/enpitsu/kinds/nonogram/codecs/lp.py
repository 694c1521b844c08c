"""Nonograms as .lp files: the data of Robert Bosch's integer programs.

    number_of_rows: 3
    number_of_columns: 4
    row_1
    number_of_clusters: 2
    size(s): 2 1
    ...
    column_1
    ...

The words before the numbers differ from file to file (`number_of_tiles`, `width(s)`); their order
does not. Lines may be broken anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head, quote
from enpitsu.grid import COL, ROW, Line
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import doubts, plain
from enpitsu.kinds.nonogram.codecs.pictures import source_of
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, check_size

_HEAD = re.compile(r"number_of_rows\b", re.IGNORECASE)
_WORD = re.compile(r"[^\s:]+")
_LINE = re.compile(r"(row|col(?:umn)?)_?([0-9]{1,9})", re.IGNORECASE)


def sniff(text: str) -> bool:
    """Return True if the text begins with the number of rows."""
    return _HEAD.match(head(text)) is not None


class _Words:
    """The words of a text, one after another."""

    def __init__(self, text: str) -> None:
        self._words = self._split(text)
        self._next = next(self._words, None)
        self._last = Token("", 1, 1)

    @staticmethod
    def _split(text: str) -> Iterator[Token]:
        """Yield the words with their places; colons only part them."""
        line, start, at = 1, 0, 0
        for match in _WORD.finditer(text):
            ends = text.count("\n", at, match.start())
            if ends:
                line, start = line + ends, text.rfind("\n", at, match.start()) + 1
            at = match.start()
            yield Token(match[0], line, at - start + 1)

    def peek(self) -> Token | None:
        """Return the next word; None at the end."""
        return self._next

    def take(self, what: str) -> Token:
        """Read the next word; FormatError at the end."""
        if self._next is None:
            raise FormatError(f"the file ends before {what}", line=self._last.line)
        self._last, self._next = self._next, next(self._words, None)
        return self._last

    def label(self, what: str) -> Token:
        """Read the next word, which must not be a number."""
        word = self.take(what)
        if word.text.isascii() and word.text.isdigit():
            raise word.error(f"{what} must stand here, not {quote(word.text)}")
        return word

    def number(self, what: str) -> int:
        """Read the number behind the next word."""
        self.label(f"the word for {what}")
        return self.take(what).whole(what, SIZE_DIGITS)


def parse(text: str) -> list[Document]:
    """Read the puzzle of a file."""
    words = _Words(text)
    first = words.peek()
    if first is None or not _HEAD.match(first.text):
        raise FormatError("an .lp file of this sort begins with number_of_rows", line=1)
    rows, cols = words.number("the number of rows"), words.number("the number of columns")
    check_size(rows, cols)
    clues: dict[Line, Clue] = {}
    while words.peek() is not None:
        word = words.label("the name of a row or column")
        match = _LINE.fullmatch(word.text)
        if match is None:
            raise word.error(f"row_1, column_1 or the like must stand here, not {quote(word.text)}")
        line = Line(ROW if match[1].lower() == ROW else COL, int(match[2]) - 1)
        if not 0 <= line.at < (rows if line.is_row else cols):
            raise word.error(f"the board has {rows} rows and {cols} columns, no {quote(word.text)}")
        if line in clues:
            raise word.error(f"{line.words} is given twice")
        clues[line] = _clue(words, line, cols if line.is_row else rows)
    lines = [Line(ROW, at) for at in range(rows)] + [Line(COL, at) for at in range(cols)]
    for line in lines:
        if line not in clues:
            raise FormatError(f"there is no clue for {line.words}")
    found = [clues[line] for line in lines]
    puzzle = Nonogram(tuple(found[:rows]), tuple(found[rows:]))
    return [Document(puzzle=puzzle, warnings=tuple(doubts(puzzle)), tail=text)]


def _clue(words: _Words, line: Line, cells: int) -> Clue:
    count = words.number(f"the number of runs in {line.words}")
    sizes = words.label(f"the word for the sizes of {line.words}")
    if count > cells:
        raise sizes.error(f"{line.words} has {cells} cells and cannot hold {count} runs")
    runs = []
    for _ in range(count):
        word = words.take(f"the sizes of {line.words}")
        length = word.whole("a size", SIZE_DIGITS)
        if length == 0:
            raise word.error("a run is at least 1 cell long")
        runs.append(Run(length))
    after = words.peek()
    if not runs and after is not None and after.text == "0":
        words.take("nothing")
    return tuple(runs)


def dump(document: Document) -> str:
    """Write the file; FormatError for several colours and runs of untold length."""
    puzzle = plain(document, "an .lp file")
    source = source_of(document, parse)
    if source is not None:
        return source
    lines = [f"number_of_rows: {puzzle.rows}", f"number_of_columns: {puzzle.cols}"]
    for line, clue in puzzle.clues:
        lines.append(f"{'row' if line.is_row else 'column'}_{line.at + 1}")
        lines.append(f"number_of_clusters: {len(clue)}")
        lines.append("".join(["size(s):", *(f" {run.length}" for run in clue)]))
    return "\n".join([*lines, ""])


CODEC = Codec(
    format="lp",
    title=".lp file of Robert Bosch's integer programs",
    suffixes=(".lp",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    tail_is_source=True,
    carries_position=False,
)
