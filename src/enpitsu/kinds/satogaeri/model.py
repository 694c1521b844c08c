"""The Satogaeri puzzle: countries and circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar

from enpitsu.errors import BadClue, FormatError
from enpitsu.formats.text import MAX_DIGITS, check_board_size, refuse_other_keys, unpack_size
from enpitsu.grid import (
    Cell,
    Edge,
    Groups,
    Symmetry,
    cell_at,
    cell_number,
    edge,
    is_inside,
    parse_slot,
)

MAX_CELLS = 100_000

Circle = tuple[Cell, int | None]
"""A circle's start, and its number if it has one."""


@dataclass(frozen=True)
class Satogaeri:
    """A puzzle.

    `countries` gives each cell, row by row, the number of its country. Any labels may be given:
    cells with the same label that are connected make a country, and countries are numbered anew,
    0, 1, 2, ... in the order of their first cells. `strays` are further borders; what they cut off
    is a country of its own, and those that cut off nothing are kept, because other tools draw and
    write them. They mean nothing: puzzles that only differ in them are equal.
    """

    rows: int
    cols: int
    countries: tuple[int, ...]
    circles: tuple[Circle, ...] = ()
    strays: frozenset[Edge] = field(default=frozenset(), compare=False)

    kind: ClassVar[str] = "satogaeri"

    def __post_init__(self) -> None:
        check_size(self.rows, self.cols)
        if len(self.countries) != self.rows * self.cols:
            raise FormatError(f"{self.rows}x{self.cols} cells need as many country numbers")
        object.__setattr__(self, "circles", tuple(sorted(self.circles, key=lambda item: item[0])))
        self._check_circles()
        for each in self.strays:
            if not is_inside(each.b, self.rows, self.cols):
                raise FormatError(f"the border {each} lies outside the board")
        object.__setattr__(self, "countries", self._number_countries())
        inner = (each for each in self.strays if self.country_of(each.a) == self.country_of(each.b))
        object.__setattr__(self, "strays", frozenset(inner))

    def _check_circles(self) -> None:
        before = None
        for cell, number in self.circles:
            if not is_inside(cell, self.rows, self.cols):
                raise _bad("the circle lies outside the board", cell, "outside")
            if cell == before:
                raise _bad("two circles in one cell", cell, "two")
            if number is not None and number < 0:
                raise _bad("a circle's number cannot be negative", cell, "negative")
            if number is not None and number >= 10**MAX_DIGITS:
                raise _bad(f"a circle's number has at most {MAX_DIGITS} digits", cell, "digits")
            before = cell

    def _number_countries(self) -> tuple[int, ...]:
        """Join cells of one label that no border cuts off."""
        labels, cols = self.countries, self.cols
        walls = {(cell_number(a, cols), cell_number(b, cols)) for a, b in self.strays}
        groups = Groups(len(labels))
        for at, other in _neighbours(self.rows, cols):
            if labels[at] == labels[other] and (at, other) not in walls:
                groups.join(other, at)
        numbers: dict[int, int] = {}
        return tuple(numbers.setdefault(groups.find(at), len(numbers)) for at in range(len(labels)))

    def country_of(self, cell: Cell) -> int:
        """The number of a cell's country."""
        return self.countries[cell_number(cell, self.cols)]

    @cached_property
    def country_count(self) -> int:
        """The number of countries."""
        return max(self.countries) + 1

    @cached_property
    def circle_at(self) -> dict[Cell, int | None]:
        """The circles by cell."""
        return dict(self.circles)

    @cached_property
    def country_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each country."""
        found: list[list[Cell]] = [[] for _ in range(self.country_count)]
        for at, country in enumerate(self.countries):
            found[country].append(cell_at(at, self.cols))
        return tuple(map(tuple, found))

    def borders(self) -> frozenset[Edge]:
        """The borders between countries, and the stray ones."""
        countries = self.countries
        between = (
            Edge(cell_at(at, self.cols), cell_at(other, self.cols))
            for at, other in _neighbours(self.rows, self.cols)
            if countries[at] != countries[other]
        )
        return self.strays.union(between)

    def transform(self, symmetry: Symmetry) -> Satogaeri:
        """The puzzle turned or mirrored."""
        rows, cols = symmetry.size(self.rows, self.cols)
        countries = [0] * len(self.countries)
        for at, country in enumerate(self.countries):
            moved = symmetry.cell(cell_at(at, self.cols), self.rows, self.cols)
            countries[cell_number(moved, cols)] = country
        return replace(
            self,
            rows=rows,
            cols=cols,
            countries=tuple(countries),
            circles=tuple(
                (symmetry.cell(cell, self.rows, self.cols), number) for cell, number in self.circles
            ),
            strays=frozenset(
                edge(*(symmetry.cell(cell, self.rows, self.cols) for cell in each))
                for each in self.strays
            ),
        )


def _neighbours(rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """All pairs of cells side by side, by number."""
    for first in range(0, rows * cols, cols):
        yield from ((at, at + 1) for at in range(first, first + cols - 1))
    yield from ((at, at + cols) for at in range((rows - 1) * cols))


def from_borders(
    rows: int, cols: int, borders: Iterable[Edge], circles: Iterable[Circle]
) -> Satogaeri:
    """The puzzle whose countries are what these borders separate."""
    check_size(rows, cols)
    return Satogaeri(rows, cols, (0,) * (rows * cols), tuple(circles), frozenset(borders))


def _bad(message: str, cell: Cell, code: str) -> BadClue:
    return BadClue(message, cell=str(cell), code=code, about={"cell": cell, "most": MAX_DIGITS})


def check_size(rows: int, cols: int) -> None:
    """FormatError unless a board of this size can be worked with."""
    check_board_size(rows, cols, MAX_CELLS)


def blank(rows: int, cols: int) -> Satogaeri:
    """Return a board of one country, without circles."""
    return from_borders(rows, cols, (), ())


def signature(puzzle: Satogaeri, symmetry: Symmetry) -> str:
    """Return each cell's country and circle, as the board turned so shows them; countries are
    numbered as they first occur, and borders that cut off nothing do not matter."""
    transpose, flip_rows, flip_cols = symmetry.value
    cols, circles = puzzle.cols, [""] * len(puzzle.countries)
    for cell, number in puzzle.circles:
        circles[cell_number(cell, cols)] = "o" if number is None else f"o{number}"
    signs = tuple(zip(puzzle.countries, circles, strict=True))
    rows = [signs[start : start + cols] for start in range(0, len(signs), cols)]
    if transpose:
        rows = list(zip(*rows, strict=True))
    if flip_rows:
        rows.reverse()
    if flip_cols:
        rows = [row[::-1] for row in rows]
    cells = list(chain.from_iterable(rows))
    numbers: dict[int, int] = {}
    names: dict[tuple[int, str], str] = {}
    for country, circle in dict.fromkeys(cells):
        names[country, circle] = f" {numbers.setdefault(country, len(numbers))}{circle}"
    return "".join(map(names.__getitem__, cells))


def pack(puzzle: Satogaeri) -> dict[str, Any]:
    """The puzzle as plain JSON data."""
    cols = puzzle.cols
    data: dict[str, Any] = {"rows": puzzle.rows, "cols": cols}
    data["countries"] = [
        list(puzzle.countries[start : start + cols]) for start in range(0, puzzle.rows * cols, cols)
    ]
    data["circles"] = [
        {"cell": str(cell)} | ({} if number is None else {"number": number})
        for cell, number in puzzle.circles
    ]
    if puzzle.strays:
        data["strays"] = [str(each) for each in sorted(puzzle.strays)]
    return data


def unpack(data: dict[str, Any]) -> Satogaeri:
    """Read what `pack` wrote; FormatError if it is wrong."""
    refuse_other_keys(data, "rows", "cols", "countries", "circles", "strays")
    rows, cols = unpack_size(data)
    check_size(rows, cols)
    circles, strays = data.get("circles", []), data.get("strays", [])
    if not isinstance(circles, list) or not isinstance(strays, list):
        raise FormatError("circles and strays must be lists")
    return Satogaeri(
        rows,
        cols,
        tuple(_unpack_countries(data.get("countries"), rows, cols)),
        tuple(map(_unpack_circle, circles)),
        frozenset(map(_unpack_border, strays)),
    )


def _unpack_countries(data: Any, rows: int, cols: int) -> Iterator[int]:
    if not isinstance(data, list) or len(data) != rows:
        raise FormatError(f"countries must be a list of {rows} rows")
    for row in data:
        if not isinstance(row, list) or len(row) != cols:
            raise FormatError(f"a row of countries must be a list of {cols} whole numbers")
        for country in row:
            if type(country) is not int:
                raise FormatError(f"a country's number must be whole, not {str(country)[:40]!r}")
        yield from row


def _unpack_circle(data: Any) -> Circle:
    if not isinstance(data, dict):
        raise BadClue(f"not a circle: {str(data)[:60]!r}")
    try:
        refuse_other_keys(data, "cell", "number")
        cell, number = parse_slot(data["cell"]), data.get("number")
    except (TypeError, KeyError, ValueError, AttributeError):
        raise BadClue(f"not a circle: {str(data)[:60]!r}") from None
    if not isinstance(cell, Cell):
        raise BadClue(f"a circle stands in a cell, not on {cell}")
    if number is not None and type(number) is not int:
        raise BadClue("a circle's number is a whole number or absent", cell=str(cell))
    return cell, number


def _unpack_border(data: Any) -> Edge:
    try:
        found = parse_slot(data)
    except (TypeError, ValueError):
        raise FormatError(f"not a border: {str(data)[:60]!r}") from None
    if not isinstance(found, Edge):
        raise FormatError(f"a border lies between two cells, not in {found}")
    return found
