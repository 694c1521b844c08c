"""Nonogram in puzz.link / pzpr links.

The body goes through slots for numbers: half as many (rounded up) as a line has cells, first those
of the columns, then those of the rows. In a line the number nearest to the grid comes first;
a lone 0 is an empty line. How numbers are written, the shared part of links says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats import links
from enpitsu.formats.links import PuzzleLink
from enpitsu.kind import Document
from enpitsu.kinds.nonogram.codecs.clues import clue_of, doubts, one_colour
from enpitsu.kinds.nonogram.model import Nonogram, check_size

PIDS = ("nonogram",)
MAX_NUMBER = links.MAX_NUMBER
_MOST_UNTOLD = 200


class Slots(NamedTuple):
    """The places for numbers around a board. Lines are counted through: columns, then rows."""

    rows: int
    cols: int

    @property
    def of_column(self) -> int:
        """The numbers that a column has room for."""
        return (self.rows + 1) // 2

    @property
    def of_row(self) -> int:
        """The numbers that a row has room for."""
        return (self.cols + 1) // 2

    @property
    def total(self) -> int:
        """The numbers in all."""
        return self.cols * self.of_column + self.rows * self.of_row

    def line(self, slot: int) -> int:
        """The line that a slot belongs to."""
        above = self.cols * self.of_column
        if slot < above:
            return slot // self.of_column
        return self.cols + (slot - above) // self.of_row

    def check(self, puzzle: Nonogram, name: str) -> None:
        """FormatError if a clue has more numbers than places."""
        for line, clue in puzzle.clues:
            room = self.of_row if line.is_row else self.of_column
            if len(clue) > room:
                message = f"{name} has room for {room} runs in {line.words}, not for {len(clue)}"
                raise FormatError(message)


def _read(link: PuzzleLink) -> tuple[Nonogram, list[str]]:
    check_size(link.rows, link.cols)
    numbers, warnings = _parse_body(link)
    lines = range(link.cols + link.rows)
    clues = [clue_of(numbers[at][::-1]) if at in numbers else () for at in lines]
    puzzle = Nonogram(tuple(clues[link.cols :]), tuple(clues[: link.cols]))
    return puzzle, [*warnings, *doubts(puzzle)]


def _parse_body(link: PuzzleLink) -> tuple[dict[int, list[int | None]], list[str]]:
    """The numbers of each line that has some, the nearest to the grid first."""
    slots = Slots(link.rows, link.cols)
    body = links.Body(link, "Nonogram")
    numbers: dict[int, list[int | None]] = {}
    for slot, number in body.numbers(slots.total):
        numbers.setdefault(slots.line(slot), []).append(number)
    return numbers, [links.TOO_LONG] if body.is_too_long else _untold(link, slots, body.told)


def _untold(link: PuzzleLink, slots: Slots, slot: int) -> list[str]:
    """A warning if the body ends before the last line; FormatError if very much is missing."""
    told = slots.line(slot - 1) + 1 if slot else 0
    untold = link.cols + link.rows - told
    if untold > _MOST_UNTOLD:
        message = f"the link ends early: {untold} rows and columns are missing"
        raise FormatError(message, column=link.column(len(link.body)))
    return ["the link ends early; the rows and columns left are read as empty"] * (untold > 0)


def _write(document: Document) -> tuple[str, str]:
    """Return no flags and the body; FormatError for colours, and for clues and numbers that have no
    room in it."""
    puzzle = one_colour(document, "a link")
    slots = Slots(puzzle.rows, puzzle.cols)
    slots.check(puzzle, "a link")
    return "", links.dump_numbers(_dump_clues(puzzle, slots), slots.total)


def _dump_clues(puzzle: Nonogram, slots: Slots) -> Iterator[tuple[int, str]]:
    """The code of each number, with its slot."""
    start = 0
    for clues, room in ((puzzle.col_clues, slots.of_column), (puzzle.row_clues, slots.of_row)):
        for clue in clues:
            for slot, run in enumerate(reversed(clue), start):
                yield slot, links.number_code(run.length)
            start += room


CODEC = links.link_codec(PIDS, _read, _write)
