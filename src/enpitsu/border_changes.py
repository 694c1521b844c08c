"""Borders of areas drawn otherwise: a straight border through an area, one that goes, a cell that
changes its area."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from enpitsu.grid import (
    Cell,
    Direction,
    Edge,
    cell_at,
    cell_number,
    connected_part,
    edge,
    is_inside,
)

Line = tuple[Edge, ...]
"""Borders that come or go together."""


class AreaGrid:
    """The areas of a board; `strays` are borders within them that close nothing off."""

    def __init__(
        self, rows: int, cols: int, numbers: Sequence[int], strays: Collection[Edge] = ()
    ) -> None:
        self._rows, self._cols, self._numbers = rows, cols, numbers
        self._strays = frozenset(strays)
        self._areas: dict[int, set[Cell]] = {}
        for at, number in enumerate(numbers):
            self._areas.setdefault(number, set()).add(cell_at(at, cols))

    def area_of(self, cell: Cell) -> int:
        """The number of a cell's area."""
        return self._numbers[cell_number(cell, self._cols)]

    def _beside(self, cell: Cell) -> Iterator[Cell]:
        near = (direction.step(cell) for direction in Direction)
        return (each for each in near if is_inside(each, self._rows, self._cols))

    def joins(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield each cell that may go over to another area, with a neighbour there: its own stays
        in one piece."""
        for at in range(self._rows * self._cols):
            cell = cell_at(at, self._cols)
            own = self.area_of(cell)
            rest = self._areas[own] - {cell}
            near = {self.area_of(each): each for each in self._beside(cell)}
            near.pop(own, None)
            if near and rest and connected_part(min(rest), rest) == rest:
                yield from ((cell, each) for each in near.values())

    def merges(self) -> Iterator[Line]:
        """Yield each border between two areas, as a whole."""
        between: dict[tuple[int, ...], list[Edge]] = {}
        for pair in self._pairs():
            both = tuple(sorted({self.area_of(cell) for cell in pair}))
            if len(both) > 1:
                between.setdefault(both, []).append(pair)
        return map(tuple, between.values())

    def cuts(self) -> Iterator[Line]:
        """Yield each straight border that parts an area in two."""
        lines: dict[tuple[int, bool, int], list[Edge]] = {}
        for pair in self._pairs():
            number = self.area_of(pair.a)
            if number == self.area_of(pair.b) and pair not in self._strays:
                is_across = pair.a.row == pair.b.row
                at = pair.a.col if is_across else pair.a.row
                lines.setdefault((number, is_across, at), []).append(pair)
        for (number, is_across, _), line in lines.items():
            for part in _stretches(sorted(line), is_across):
                if self._parts(number, part):
                    yield part

    def _pairs(self) -> Iterator[Edge]:
        for at in range(self._rows * self._cols):
            cell = cell_at(at, self._cols)
            yield from (edge(cell, each) for each in self._beside(cell) if each > cell)

    def _parts(self, number: int, line: Iterable[Edge]) -> bool:
        """Return True if an area falls apart by borders."""
        area, closed = self._areas[number], self._strays.union(line)
        first = min(area)
        seen, waiting = {first}, [first]
        while waiting:
            cell = waiting.pop()
            for near in self._beside(cell):
                if near in area and near not in seen and edge(cell, near) not in closed:
                    seen.add(near)
                    waiting.append(near)
        return len(seen) < len(area)


def _stretches(line: Sequence[Edge], is_across: bool) -> Iterator[Line]:
    """Part a line of borders where it is interrupted."""
    first = 0
    places = [pair.a.row if is_across else pair.a.col for pair in line]
    for at, (one, other) in enumerate(pairwise(places), 1):
        if other != one + 1:
            yield tuple(line[first:at])
            first = at
    yield tuple(line[first:])
