"""Axes of a plot: where values lie on a scene, and the ticks, grid and texts around them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from enpitsu.scene import Label, Point, Rect, Shape, Strokes

TEXT, SMALL = 0.34, 0.3
"""Font sizes, in cells."""
TICK = 0.12
SPARE, MOST_TICKS = 1.4, 10
"""How much room times have beyond the shortest and the longest; ticks of an axis at most."""
ROOM = 1.7
"""Cells left of an axis, for its texts."""
LETTER = 0.56
"""The width of a letter in font sizes, about."""
_STEPS = (1, 2, 5)


class Tick(NamedTuple):
    """A value that an axis shows, with its text."""

    value: float
    text: str


class Scale(Protocol):
    """How values become places: 0 at the beginning of an axis, 1 at its end."""

    @property
    def ticks(self) -> Sequence[Tick]:
        """The values that are shown."""
        ...

    def place(self, value: float) -> float:
        """Where a value lies; what is beyond an end lies on it."""
        ...


class Counts:
    """A linear scale from 0 to a whole number."""

    def __init__(self, most: int) -> None:
        self._most = max(1, most)
        step = _nice_step(self._most)
        self.ticks = [Tick(value, str(value)) for value in range(0, self._most + 1, step)]

    def place(self, value: float) -> float:
        """Where a value lies."""
        return min(1.0, max(0.0, value / self._most))


class Times:
    """A logarithmic scale of seconds that has room for all of some times.

    With few powers of ten also the doubles and fives between them are shown.
    """

    def __init__(self, times: Sequence[float]) -> None:
        positive = [each for each in times if each > 0] or [1.0]
        self.high = max(positive) * SPARE
        self.low = min(*positive, self.high / 10) / SPARE
        self._length = math.log10(self.high / self.low)
        self.ticks = self._ticks()

    def _ticks(self) -> list[Tick]:
        steps = (1,) if self._length > 2.5 else _STEPS
        exponents = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)))
        values = [step * 10.0**exponent for exponent in exponents for step in steps]
        inside = [value for value in values if self.low <= value <= self.high]
        apart = math.ceil(len(inside) / MOST_TICKS)
        return [Tick(value, seconds_text(value)) for value in inside[::apart]]

    def place(self, value: float) -> float:
        """Where a time lies."""
        share = math.log10(max(value, self.low) / self.low) / self._length
        return min(1.0, share)


def seconds_text(seconds: float) -> str:
    """A time with its unit in three digits at most: "0.5 ms", "20 ms", "1.25 s", "300 s"."""
    number, unit = (seconds * 1000, "ms") if seconds < 0.9995 else (seconds, "s")
    if number < 1:
        return f"{number:.1g} {unit}"
    return f"{number:.3g} {unit}" if number < 1000 else f"{number:.0f} {unit}"


def text_width(text: str, size: float) -> float:
    """About how wide a text is: fonts differ."""
    return len(text) * LETTER * size


def _nice_step(most: int) -> int:
    """A step of 1, 2 or 5 times a power of ten that divides this into few parts."""
    power = 1
    while True:
        for step in _STEPS:
            if most <= MOST_TICKS * step * power:
                return step * power
        power *= 10


class Area(NamedTuple):
    """The rectangle of a plot on a scene, with its two scales."""

    row: float
    col: float
    height: float
    width: float
    across: Scale
    up: Scale

    def point(self, across: float, up: float) -> Point:
        """The place of two values."""
        col = self.col + self.width * self.across.place(across)
        return self.row + self.height * (1 - self.up.place(up)), col

    @property
    def bottom(self) -> float:
        """The row of the lower edge."""
        return self.row + self.height

    @property
    def right(self) -> float:
        """The column of the right edge."""
        return self.col + self.width

    def shapes(self, across_title: str, up_title: str) -> list[Shape]:
        """Paper, grid, frame, ticks and titles; what is drawn comes on top of them."""
        middle = self.col + self.width / 2
        # Above the axis, but not over the left edge of the picture.
        up_at = max(self.col, self.col - ROOM + text_width(up_title, TEXT) / 2)
        return [
            Rect(self.row, self.col, self.height, self.width, "paper"),
            Strokes(tuple(self._grid()), "grid"),
            Strokes(tuple(self._marks()), "strike"),
            Rect(self.row, self.col, self.height, self.width, "grid5"),
            *(
                Label(self.bottom + 0.4, self._col(tick), tick.text, SMALL, "text")
                for tick in self.across.ticks
            ),
            *(
                Label(self._row(tick), self.col - 0.75, tick.text, SMALL, "text")
                for tick in self.up.ticks
            ),
            Label(self.bottom + 0.95, middle, across_title, TEXT, "text"),
            Label(self.row - 0.45, up_at, up_title, TEXT, "text"),
        ]

    def _col(self, tick: Tick) -> float:
        return self.col + self.width * self.across.place(tick.value)

    def _row(self, tick: Tick) -> float:
        return self.bottom - self.height * self.up.place(tick.value)

    def _grid(self) -> list[tuple[Point, ...]]:
        rows = [((row, self.col), (row, self.right)) for row in map(self._row, self.up.ticks)]
        cols = [((self.row, col), (self.bottom, col)) for col in map(self._col, self.across.ticks)]
        return [*rows, *cols]

    def _marks(self) -> list[tuple[Point, ...]]:
        rows = [((row, self.col - TICK), (row, self.col)) for row in map(self._row, self.up.ticks)]
        cols = [
            ((self.bottom, col), (self.bottom + TICK, col))
            for col in map(self._col, self.across.ticks)
        ]
        return [*rows, *cols]
