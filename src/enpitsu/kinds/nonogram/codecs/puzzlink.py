"""Nonogram in puzz.link / pzpr links.

The body goes through slots for numbers: half as many (rounded up) as a line has cells, first those
of the columns, then those of the rows. In a line the number nearest to the grid comes first.

    X         0..15 in hex; a lone 0 is an empty line
    -HH       16..255
    +HHH      256..4095
    =HHH      4096 + what follows; @HHH or %HHH 8192 +, *HHHH 12240 +, $HHHHH 77776 +
    .         a run of untold length
    g..z      1..20 empty slots
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats import puzzlink
from enpitsu.formats.puzzlink import Link
from enpitsu.formats.text import quote
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import clue_of, doubts, one_colour
from enpitsu.kinds.nonogram.model import Nonogram, Run, check_size

PIDS = ("nonogram",)
MAX_NUMBER = 77776 + 0xFFFFF
_LONGEST_GAP = 20
_MOST_UNTOLD = 200

_CODES = (
    (16, "", 0, 1),
    (256, "-", 0, 2),
    (4096, "+", 0, 3),
    (8192, "=", 4096, 3),
    (12240, "@", 8192, 3),
    (77776, "*", 12240, 4),
    (MAX_NUMBER + 1, "$", 77776, 5),
)
"""Numbers below a bound: the sign, what it adds, how many hex digits follow."""

_OFFSETS = {sign: offset for _, sign, offset, _ in _CODES} | {"%": 8192}

_ITEM = re.compile(
    r"(?P<gap>[g-z])|(?P<unknown>\.)|(?P<number>[0-9a-f]|-[0-9a-f]{2}|[+=@%][0-9a-f]{3}"
    r"|\*[0-9a-f]{4}|\$[0-9a-f]{5})",
    re.ASCII | re.IGNORECASE,
)


class Slots(NamedTuple):
    """The places for numbers around a board. Lines are counted through: columns, then rows."""

    rows: int
    cols: int

    @property
    def of_column(self) -> int:
        """How many numbers a column has room for."""
        return (self.rows + 1) // 2

    @property
    def of_row(self) -> int:
        """How many numbers a row has room for."""
        return (self.cols + 1) // 2

    @property
    def total(self) -> int:
        """How many there are in all."""
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


def sniff(text: str) -> bool:
    """Whether the text is a link to a Nonogram."""
    return puzzlink.find_pid(text) in PIDS


def parse(text: str) -> list[Document]:
    """The puzzle of one link."""
    link = puzzlink.parse_one_of(text, PIDS)
    check_size(link.rows, link.cols)
    numbers, warnings = _parse_body(link)
    lines = range(link.cols + link.rows)
    clues = [clue_of(numbers[at][::-1]) if at in numbers else () for at in lines]
    puzzle = Nonogram(tuple(clues[link.cols :]), tuple(clues[: link.cols]))
    strange, tail = puzzlink.strange_parts(link, link.flags)
    warnings += [*strange, *doubts(puzzle)]
    return [Document(puzzle=puzzle, warnings=tuple(warnings), tail=tail)]


def _parse_body(link: Link) -> tuple[dict[int, list[int | None]], list[str]]:
    """The numbers of each line that has some, the nearest to the grid first."""
    slots = Slots(link.rows, link.cols)
    numbers: dict[int, list[int | None]] = {}
    at = slot = 0
    while at < len(link.body) and slot < slots.total:
        match = _ITEM.match(link.body, at)
        if match is None:
            message = f"no Nonogram link has {quote(link.body[at : at + 6])} here"
            raise FormatError(message, column=link.column(at))
        if match["gap"]:
            slot += int(match["gap"], 36) - 15
        else:
            numbers.setdefault(slots.line(slot), []).append(_number(match))
            slot += 1
        at = match.end()
    if at < len(link.body) or slot > slots.total:
        return numbers, ["the link says more than the board can hold; the rest is left out"]
    return numbers, _untold(link, slots, slot)


def _number(match: re.Match[str]) -> int | None:
    code = match["number"]
    if code is None:
        return None
    return int(code.lstrip("-+=@%*$"), 16) + _OFFSETS.get(code[0], 0)


def _untold(link: Link, slots: Slots, slot: int) -> list[str]:
    """A warning if the body ends before the last line; FormatError if very much is missing."""
    told = slots.line(slot - 1) + 1 if slot else 0
    untold = link.cols + link.rows - told
    if untold > _MOST_UNTOLD:
        message = f"the link ends early: {untold} rows and columns are missing"
        raise FormatError(message, column=link.column(len(link.body)))
    return ["the link ends early; the rows and columns left are read as empty"] * (untold > 0)


def dump(document: Document) -> str:
    """The link; FormatError for colours, and for clues and numbers that have no room in it."""
    puzzle = one_colour(document, "a link")
    variant, _, flags = document.tail.rpartition("/")
    return puzzlink.dump(
        Link(
            pid=PIDS[0],
            variant=variant,
            flags=flags,
            cols=puzzle.cols,
            rows=puzzle.rows,
            body="".join(_dump_body(puzzle)),
        )
    )


def _dump_body(puzzle: Nonogram) -> Iterator[str]:
    slots = Slots(puzzle.rows, puzzle.cols)
    slots.check(puzzle, "a link")
    gap = 0
    for clues, room in ((puzzle.col_clues, slots.of_column), (puzzle.row_clues, slots.of_row)):
        for clue in clues:
            if clue:
                yield _dump_gap(gap)
                yield from map(_dump_run, reversed(clue))
                gap = 0
            gap += room - len(clue)
    yield _dump_gap(gap)


def _dump_gap(length: int) -> str:
    full, rest = divmod(length, _LONGEST_GAP)
    return "z" * full + (chr(ord("g") + rest - 1) if rest else "")


def _dump_run(run: Run) -> str:
    if run.length is None:
        return "."
    for bound, sign, offset, digits in _CODES:
        if run.length < bound:
            return f"{sign}{run.length - offset:0{digits}x}"
    raise FormatError(f"a link cannot hold a number over {MAX_NUMBER}, such as {run.length}")


CODEC = Codec(
    format="puzzlink",
    title="puzz.link / pzpr link",
    suffixes=(".url", ".link"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=False,
    holds_many=True,
)
