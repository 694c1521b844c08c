"""Clues as lines of numbers: what the plain text formats share.

A line of text is the clue of a row or column: numbers between blanks or commas, a blank line or
`0` where nothing is shaded. Where blank lines may also stand between the blocks, counting tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head_lines, quote, tokens
from enpitsu.grid import COL, ROW, Line, cells
from enpitsu.kind import Document
from enpitsu.kinds.nonogram.model import (
    MAX_LENGTH,
    SHADED,
    Clue,
    Nonogram,
    Run,
    check_size,
    from_picture,
)
from enpitsu.position import EMPTY, Fact, Position

MAX_PUZZLES = 100_000  # of one text

PARTED = "#"  # begins a line that parts rows and columns
PICTURE = ("x", "-", "[")  # begin a line of a picture, or one that announces it

_LENGTH_DIGITS = len(str(MAX_LENGTH))
_SPARE_LINES = 20
_VISIBLE = re.compile(r"\S")
_COMMON = {str(length): Run(length) for length in range(1, 100)}


class TextLine(NamedTuple):
    """A line of a text with its number, from 1."""

    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        """True if there is nothing on it."""
        return not self.text or self.text.isspace()


def one_colour(document: Document, name: str) -> Nonogram:
    """Return the puzzle for a format without colours; FormatError if it has several."""
    puzzle = document.puzzle_as(Nonogram)
    if puzzle.is_coloured:
        raise FormatError(f"{name} cannot hold several colours")
    return puzzle


def plain(document: Document, name: str) -> Nonogram:
    """Return the puzzle for a format of plain numbers; FormatError if it has colours or a "?"."""
    puzzle = one_colour(document, name)
    refuse_untold(puzzle, name)
    return puzzle


def refuse_untold(puzzle: Nonogram, name: str) -> None:
    """FormatError if a run has no length."""
    for line, clue in puzzle.clues:
        if any(run.length is None for run in clue):
            raise FormatError(f"{name} cannot hold a run of untold length, as in {line.words}")


def solved_picture(rows: Sequence[Sequence[str]]) -> tuple[Nonogram, Position]:
    """Return the puzzle whose picture has "1" in its shaded cells, and its solution."""
    puzzle = from_picture([[0 if digit == "1" else None for digit in row] for row in rows])
    shaded = (cell for cell in cells(puzzle.rows, puzzle.cols) if rows[cell.row][cell.col] == "1")
    return puzzle, Position.of(Fact(cell, SHADED) for cell in shaded)


def looks_like_numbers(text: str, sizes: tuple[int, ...], foreign: tuple[str, ...] = ()) -> bool:
    """Return True if a text begins with lines of so many sizes, then a line of numbers.

    A further line that begins with a `foreign` sign shows that it is something else.
    """
    lines = head_lines(text)
    first, rest = lines[: len(sizes) + 1], lines[len(sizes) + 1 :]
    if tuple(len(words) for words in first[:-1]) != sizes:
        return False
    numbers = ["".join(words).replace(",", "") for words in first]
    if not all(joined.isascii() and joined.isdigit() for joined in numbers):
        return False
    return not any(words[0].lower().startswith(foreign) for words in rest)


def read_sheet(text: str, size_lines: int = 1) -> tuple[tuple[int, int], list[TextLine]]:
    """Return the two sizes at the head of a text, and the lines below; FormatError without them."""
    found = [word for line in _lines(text, size_lines)[:size_lines] for word in words_of(line, 3)]
    if len(found) != 2:
        raise FormatError(f"the text begins with two sizes, not {quote(text.strip())}")
    first, second = (word.whole("a size", SIZE_DIGITS) for word in found)
    check_size(first, second)
    # Room for blank lines between, or for a picture below.
    most = size_lines + 2 * (first + second) + _SPARE_LINES
    lines = _lines(text, most)
    if len(lines) > most and not lines.pop().is_blank:
        message = f"the text goes on after all that {first} and {second} lines can need"
        raise FormatError(message, line=lines[-1].number + 1)
    return (first, second), lines[size_lines:]


def _lines(text: str, most: int) -> list[TextLine]:
    """Return the lines from the first visible one on; after `most` of them the rest as one."""
    match = _VISIBLE.search(text)
    at = 0 if match is None else match.start()
    start = text.rfind("\n", 0, at) + 1
    first = text.count("\n", 0, start) + 1
    pieces = text[start:].split("\n", most)
    if not pieces[-1]:
        pieces.pop()
    return [TextLine(number, piece) for number, piece in enumerate(pieces, first)]


def clue_lines(lines: Sequence[TextLine], count: int) -> list[TextLine]:
    """Return the lines of so many clues; FormatError if there are more or fewer.

    Blank lines are empty clues if the number of lines says so, else they only part the blocks.
    """
    if len(lines) >= count and all(line.is_blank for line in lines[count:]):
        return list(lines[:count])
    full = [line for line in lines if not line.is_blank]
    if len(full) == count:
        return full
    last = full[min(count, len(full) - 1) :] or lines
    number = last[0].number if last else None
    raise FormatError(f"{count} lines of clues are needed, here are {len(full)}", line=number)


def document_of(
    row_lines: Sequence[TextLine],
    col_lines: Sequence[TextLine],
    *,
    position: Position = EMPTY,
    warnings: tuple[str, ...] = (),
    tail: str = "",
) -> Document:
    """Make a document of lines of numbers; it warns of numbers that do not fit together."""
    rows, cols = len(row_lines), len(col_lines)
    puzzle = Nonogram(
        tuple(parse_clue(line, cols) for line in row_lines),
        tuple(parse_clue(line, rows) for line in col_lines),
    )
    warnings += tuple(doubts(puzzle))
    return Document(puzzle=puzzle, position=position, warnings=warnings, tail=tail)


def parse_clue(line: TextLine, cells: int) -> Clue:
    """Return the clue of a line of so many cells; FormatError if it is none."""
    text = line.text.replace(",", " ") if "," in line.text else line.text
    # One word more than a line can hold is enough to refuse it.
    words = text.split(maxsplit=cells)
    if words == ["0"]:
        return ()
    try:
        runs = tuple([_COMMON[word] for word in words])
    except KeyError:
        runs = clue_of([length_of(word) for word in words_of(line, cells + 1)], line.number)
    if len(runs) > cells:
        raise FormatError(too_many_runs(cells), line=line.number)
    return runs


def too_many_runs(cells: int) -> str:
    """Return the message for a clue of more runs than its line has cells."""
    return f"a line of {cells} cells cannot hold so many runs"


def words_of(line: TextLine, most: int) -> list[Token]:
    """Return at most so many words of a line, between blanks or commas."""
    return tokens(line.text.replace(",", " "), line.number, most)


def length_of(word: Token) -> int:
    """Return the length of a run that a word tells, or 0; FormatError if it is none."""
    length = word.whole("a number of a clue", _LENGTH_DIGITS)
    if length > MAX_LENGTH:
        raise word.error(f"no run is longer than {MAX_LENGTH} cells")
    return length


def clue_of(lengths: Sequence[int | None], number: int | None = None) -> Clue:
    """Return the clue of these numbers: a 0 alone is an empty line, beside others an error."""
    if list(lengths) == [0]:
        return ()
    if 0 in lengths:
        raise FormatError("a 0 stands alone: it tells that nothing is shaded", line=number)
    return tuple([Run(length) for length in lengths])


def dump_clue(clue: Clue, between: str = " ", empty: str = "0") -> str:
    """Return the numbers of a clue as a text."""
    return between.join([str(run.length) for run in clue]) or empty


def dump_clues(clues: Iterable[Clue]) -> list[str]:
    """Return a line for each clue."""
    return [dump_clue(clue) for clue in clues]


def doubts(puzzle: Nonogram) -> Iterator[str]:
    """Yield doubts in a puzzle: totals that differ, a line without room for its runs.

    Where a text can be read in several ways, this tells the wrong ones.
    """
    rows, cols = cells_of_colours(puzzle.row_clues), cells_of_colours(puzzle.col_clues)
    runs = chain.from_iterable(chain(puzzle.row_clues, puzzle.col_clues))
    if rows != cols and not any(run.length is None for run in runs):
        at = next(at for at in range(len(puzzle.palette)) if rows[at] != cols[at])
        yield f"the rows ask for {rows[at]} {puzzle.values[at]} cells, the columns for {cols[at]}"
    full = _overfull(puzzle.row_clues, puzzle.cols, ROW)
    full = full or _overfull(puzzle.col_clues, puzzle.rows, COL)
    if full is not None:
        yield f"{full.words} has no room for its runs"


def _overfull(clues: Sequence[Clue], cells: int, axis: str) -> Line | None:
    for at, clue in enumerate(clues):
        if not clue:
            continue
        # Runs of one colour must not touch.
        gaps = sum([left.colour == right.colour for left, right in pairwise(clue)])
        if sum([run.length or 1 for run in clue]) + gaps > cells:
            return Line(axis, at)
    return None


def cells_of_colours(clues: Iterable[Clue]) -> Counter[int]:
    """Count the cells of each colour that clues ask for; a length that is not told counts 0."""
    counts: Counter[int] = Counter()
    for clue in clues:
        for run in clue:
            counts[run.colour] += run.length or 0
    return counts
