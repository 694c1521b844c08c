"""Every single change of a Satogaeri, for sheets that have no solution: a circle with another
number, without or gone, a new one, a cell that changes its country, a border that comes or goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from enpitsu.border_changes import AreaGrid
from enpitsu.grid import Cell, Edge, cells
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.making import Alternatives, Change


class Joins(NamedTuple):
    """A cell changes its country: it joins that of a neighbour."""

    neighbour: Cell


class NoCircle(NamedTuple):
    """No circle any more."""


class Border(NamedTuple):
    """A border between two cells that comes or goes."""

    is_there: bool


def with_borders(puzzle: Satogaeri, edits: Iterable[tuple[Edge, Border]]) -> Satogaeri:
    """The puzzle with other borders; what they still close off is a country."""
    borders = set(puzzle.borders())
    for place, new in edits:
        if new.is_there:
            borders.add(place)
        else:
            borders.discard(place)
    return replace(puzzle, countries=(0,) * len(puzzle.countries), strays=frozenset(borders))


def alternatives(puzzle: Satogaeri) -> Iterator[Alternatives[Any]]:
    """Return for each circle all that could be there instead; then other borders; then new
    circles."""
    for cell, number in puzzle.circles:
        told = tuple(Change[Any](((cell, each),)) for each in _others(puzzle, cell, number))
        yield Alternatives(None if number is None else Change(((cell, None),)), told)
        yield Alternatives(Change(((cell, NoCircle()),)))
    grid = AreaGrid(puzzle.rows, puzzle.cols, puzzle.countries, puzzle.strays)
    for cell, neighbour in grid.joins():
        yield Alternatives(Change(((cell, Joins(neighbour)),)))
    for lines, is_there in ((grid.cuts(), True), (grid.merges(), False)):
        for line in lines:
            yield Alternatives(Change(tuple((each, Border(is_there)) for each in line)))
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell not in puzzle.circle_at:
            told = tuple(Change[Any](((cell, each),)) for each in _others(puzzle, cell, None))
            yield Alternatives(Change(((cell, None),)), told)


def _others(puzzle: Satogaeri, cell: Cell, old: int | None) -> list[int]:
    """List the distances that a circle may go on the board, those first that differ little."""
    row, col = cell
    most = max(row, puzzle.rows - 1 - row, col, puzzle.cols - 1 - col)
    return sorted({*range(most + 1)} - {old}, key=lambda each: abs(each - (old or 0)))
