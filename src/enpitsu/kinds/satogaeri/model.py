"""The Satogaeri puzzle: countries and circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from enpitsu.errors import FormatError
from enpitsu.formats.text import (
    check_board_size,
    check_cell_clues,
    refuse_other_keys,
    unpack_cell_clue,
    unpack_size,
)
from enpitsu.grid import (
    Cell,
    Edge,
    Symmetry,
    areas_of,
    cell_at,
    cell_number,
    edge,
    is_inside,
    neighbour_pairs,
    number_areas,
    parse_slot,
    rows_of,
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
        check_cell_clues(self.circles, self.rows, self.cols, "circle")
        for each in self.strays:
            if not all(is_inside(cell, self.rows, self.cols) for cell in each):
                raise FormatError(f"the border {each} lies outside the board")
        countries = number_areas(self.rows, self.cols, self.countries, self.strays)
        object.__setattr__(self, "countries", countries)
        inner = (each for each in self.strays if self.country_of(each.a) == self.country_of(each.b))
        object.__setattr__(self, "strays", frozenset(inner))

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
        areas = areas_of(self.countries)
        return tuple(tuple(cell_at(at, self.cols) for at in area) for area in areas)

    def borders(self) -> frozenset[Edge]:
        """The borders between countries, and the stray ones."""
        countries = self.countries
        between = (
            Edge(cell_at(at, self.cols), cell_at(other, self.cols))
            for at, other in neighbour_pairs(self.rows, self.cols)
            if countries[at] != countries[other]
        )
        return self.strays.union(between)

    def transform(self, symmetry: Symmetry) -> Satogaeri:
        """The puzzle turned or mirrored."""
        rows, cols = symmetry.size(self.rows, self.cols)
        return replace(
            self,
            rows=rows,
            cols=cols,
            countries=tuple(symmetry.turn(self.countries, self.cols)),
            circles=tuple(
                (symmetry.cell(cell, self.rows, self.cols), number) for cell, number in self.circles
            ),
            strays=frozenset(
                edge(*(symmetry.cell(cell, self.rows, self.cols) for cell in each))
                for each in self.strays
            ),
        )


def from_borders(
    rows: int, cols: int, borders: Iterable[Edge], circles: Iterable[Circle]
) -> Satogaeri:
    """The puzzle whose countries are what these borders separate."""
    check_size(rows, cols)
    return Satogaeri(rows, cols, (0,) * (rows * cols), tuple(circles), frozenset(borders))


def check_size(rows: int, cols: int) -> None:
    """FormatError unless a board of this size can be worked with."""
    check_board_size(rows, cols, MAX_CELLS)


def blank(rows: int, cols: int) -> Satogaeri:
    """Return a board of one country, without circles."""
    return from_borders(rows, cols, (), ())


def signature(puzzle: Satogaeri, symmetry: Symmetry) -> str:
    """Return each cell's country and circle, as the board turned so shows them; countries are
    numbered as they first occur, and borders that cut off nothing do not matter."""
    cols, circles = puzzle.cols, [""] * len(puzzle.countries)
    for cell, number in puzzle.circles:
        circles[cell_number(cell, cols)] = "o" if number is None else f"o{number}"
    cells = symmetry.turn(list(zip(puzzle.countries, circles, strict=True)), cols)
    numbers: dict[int, int] = {}
    names: dict[tuple[int, str], str] = {}
    for country, circle in dict.fromkeys(cells):
        names[country, circle] = f" {numbers.setdefault(country, len(numbers))}{circle}"
    return "".join(map(names.__getitem__, cells))


def pack(puzzle: Satogaeri) -> dict[str, Any]:
    """The puzzle as plain JSON data."""
    data: dict[str, Any] = {"rows": puzzle.rows, "cols": puzzle.cols}
    data["countries"] = list(map(list, rows_of(puzzle.countries, puzzle.cols)))
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
        tuple(unpack_cell_clue(circle, "circle") for circle in circles),
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


def _unpack_border(data: Any) -> Edge:
    try:
        found = parse_slot(data)
    except (TypeError, ValueError):
        raise FormatError(f"not a border: {str(data)[:60]!r}") from None
    if not isinstance(found, Edge):
        raise FormatError(f"a border lies between two cells, not in {found}")
    return found
