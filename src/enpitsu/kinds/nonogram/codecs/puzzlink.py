"""Nonogram in puzz.link / pzpr links.

The body goes through slots for numbers: half as many (rounded up) as a line has cells, first those
of the columns, then those of the rows. In a line the number nearest to the grid comes first;
a lone 0 is an empty line. How numbers are written, the shared part of links says.
"""

from __future__ import annotations

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
        """The number of slots of a column."""
        return (self.rows + 1) // 2

    @property
    def of_row(self) -> int:
        """The number of slots of a row."""
        return (self.cols + 1) // 2

    @property
    def total(self) -> int:
        """The number of all slots."""
        return self.cols * self.of_column + self.rows * self.of_row

    def line(self, slot: int) -> int:
        """Return the line that a slot belongs to."""
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
    slots = Slots(link.rows, link.cols)
    body = links.Body(link, "Nonogram")
    # The numbers of each line that has some, the nearest to the grid first.
    numbers: dict[int, list[int | None]] = {}
    for slot, number in body.items(slots.total, links.NUMBERS):
        numbers.setdefault(slots.line(slot), []).append(number)
    untold = link.cols + link.rows - (slots.line(body.told - 1) + 1 if body.told else 0)
    warnings = []
    if body.is_too_long:
        warnings.append(links.TOO_LONG)
    elif untold > _MOST_UNTOLD:
        message = f"the link ends early: {untold} rows and columns are missing"
        raise FormatError(message, column=link.column(len(link.body)))
    elif untold:
        warnings.append("the link ends early; the rows and columns left are read as empty")
    lines = range(link.cols + link.rows)
    clues = [clue_of(numbers[at][::-1]) if at in numbers else () for at in lines]
    puzzle = Nonogram(tuple(clues[link.cols :]), tuple(clues[: link.cols]))
    return puzzle, [*warnings, *doubts(puzzle)]


def _write(document: Document) -> tuple[str, str]:
    """Return no flags and the body; FormatError for colours, and for clues and numbers that have no
    room in it."""
    puzzle = one_colour(document, "a link")
    slots = Slots(puzzle.rows, puzzle.cols)
    slots.check(puzzle, "a link")
    codes: list[tuple[int, str]] = []
    start = 0
    for clues, room in ((puzzle.col_clues, slots.of_column), (puzzle.row_clues, slots.of_row)):
        for clue in clues:
            for slot, run in enumerate(reversed(clue), start):
                codes.append((slot, links.number_code(run.length)))
            start += room
    return "", links.dump_numbers(codes, slots.total)


CODEC = links.link_codec(PIDS, _read, _write)
