"""The shaded cells that fit into a line, and what all ways to fill it share.

A stretch of cells may hold any number of shaded cells between what is known to be shaded and what
fits at most: from a fullest filling one cell after another can be left out. So a count forces
something only where it is one of these two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enpitsu.grid import bit_positions, bit_set


class KnownCells(NamedTuple):
    """The known cells of a line, as bit sets."""

    shaded: int
    open: int
    walls: int = 0
    """Cells that cannot stand between two shaded cells of the line."""


class LineFilling(NamedTuple):
    """Cells found to be shaded, cells found not to be, and first cells of neighbours of which
    exactly one is shaded, as bit sets."""

    shaded: int = 0
    open: int = 0
    pairs: int = 0

    def __or__(self, other: LineFilling) -> LineFilling:
        return LineFilling(*(a | b for a, b in zip(self, other, strict=True)))

    def __and__(self, other: LineFilling) -> LineFilling:
        return LineFilling(*(a & b for a, b in zip(self, other, strict=True)))

    def __sub__(self, other: LineFilling) -> LineFilling:
        return LineFilling(*(a & ~b for a, b in zip(self, other, strict=True)))

    def __bool__(self) -> bool:
        return any(self)


class LineRoom:
    """Some cells of a line and how many of them may be shaded."""

    __slots__ = ("_cells", "_first", "_known", "_step", "free", "high", "low")

    def __init__(self, cells: int, step: int, known: KnownCells) -> None:
        shaded, walls = cells & known.shaded, known.walls
        beside = shaded << step | shaded >> step
        beyond = (shaded << step & walls) << step | (shaded >> step & walls) >> step
        free = cells & ~(shaded | known.open | beside | beyond)
        self._cells, self._step, self._known = cells, step, known
        self.free = bit_positions(free)
        """The cells that may be shaded and are not known to be."""
        self._first = self._pack(self.free)
        self.low = shaded.bit_count()
        """The least number of shaded cells."""
        self.high = self.low + len(self._first)
        """The largest number of shaded cells."""

    def _pack(self, free: Sequence[int]) -> list[int]:
        """As many of the cells as fit, each as early in the list as possible."""
        packed = free[:1]
        for at in free[1:]:
            last, step = packed[-1], self._step
            distance = abs(at - last)
            if distance > 2 * step or (
                distance == 2 * step and not self._known.walls >> ((at + last) // 2) & 1
            ):
                packed = [*packed, at]
        return list(packed)

    def stretches(self) -> list[int]:
        """The free cells in stretches of neighbours, as bit sets."""
        found: list[int] = []
        for before, at in zip((None, *self.free), self.free, strict=False):
            if before is not None and at - before == self._step:
                found[-1] |= 1 << at
            else:
                found.append(1 << at)
        return found

    def when_low(self) -> LineFilling:
        """The filling if no more than the least are shaded; empty where no cell is free."""
        if self.low == self.high:
            return LineFilling()
        return LineFilling(open=self._cells & ~self._known.shaded & ~self._known.open)

    def when_high(self) -> LineFilling:
        """The filling if as many as possible are shaded: the k-th of them lies between
        where the earliest and the latest packing have it, and may lie on every free cell there."""
        if self.low == self.high:
            return LineFilling()
        last = self._pack(self.free[::-1])[::-1]
        spans = list(zip(self._first, last, strict=True))
        never = [at for at in self.free if not any(a <= at <= b for a, b in spans)]
        return LineFilling(
            bit_set([a for a, b in spans if a == b]),
            bit_set(never),
            bit_set([a for a, b in spans if b - a == self._step]),
        )


def fill_room(room: LineRoom, least: int, most: int) -> LineFilling:
    """The filling if the number of shaded cells lies between these."""
    if most == room.low:
        return room.when_low()
    return room.when_high() if least == room.high else LineFilling()


class LineClue(NamedTuple):
    """A clue that counts along a line: its cell, its number, and whether it looks onwards, to the
    right or down."""

    at: int
    number: int
    onwards: bool


class _Stretch(NamedTuple):
    """A part of a line that holds `number` + `share` * (shaded cells of the line) shaded ones."""

    room: LineRoom
    number: int
    share: int

    def totals(self) -> tuple[int, int]:
        """The least and the largest total of the line that suits this part."""
        low, high = self.room.low - self.number, self.room.high - self.number
        return (low, high) if self.share > 0 else (-high, -low)

    def counts(self, least: int, most: int) -> tuple[int, int]:
        """The least and the largest count of this part, for these totals of the line."""
        if not self.share:
            return self.number, self.number
        ends = self.number + self.share * least, self.number + self.share * most
        return min(ends), max(ends)


def fill_line(cells: int, step: int, clues: Sequence[LineClue], known: KnownCells) -> LineFilling:
    """The common part of all fillings of a line that suit these of its clues, given in order.

    Between two neighbouring clues the number of shaded cells is fixed or depends on the total of
    the line alone; with the total fixed, the parts have nothing to do with each other.
    """
    parts = []
    before = number = share = 0
    # Up to each clue there are a number, or the total less a number.
    for at, count, onwards in clues:
        room = LineRoom(cells & ((1 << at) - 1) & ~before, step, known)
        here, here_share = (-count, 1) if onwards else (count, 0)
        parts.append(_Stretch(room, here - number, here_share - share))
        before, number, share = (1 << at) - 1, here, here_share
    parts.append(_Stretch(LineRoom(cells & ~before, step, known), -number, 1 - share))
    totals = [part.totals() for part in parts if part.share]
    least = max((low for low, _ in totals), default=0)
    most = min((high for _, high in totals), default=0)
    filling = LineFilling()
    for part in parts:
        filling |= fill_room(part.room, *part.counts(least, most))
    return filling
