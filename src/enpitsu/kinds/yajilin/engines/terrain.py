"""A puzzle's cells by number, row by row: what the engines of this folder build formulas on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, cell_at, cell_number, neighbours, ray_numbers
from enpitsu.kinds.yajilin.model import Yajilin


class Count(NamedTuple):
    """A clue that counts: where it stands, its number, and all cells that it looks at up to the
    border, nearest first, clue cells among them."""

    clue: int
    arrow: Direction
    number: int
    cells: range


class Terrain:
    """Cells by number, which of them are playable, and what lies beside what."""

    def __init__(self, puzzle: Yajilin) -> None:
        self.puzzle = puzzle
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self.size = puzzle.rows * puzzle.cols
        clues = {self.number(cell) for cell in puzzle.clue_at}
        self.is_playable = [at not in clues for at in range(self.size)]

    def number(self, cell: Cell) -> int:
        """The number of a cell."""
        return cell_number(cell, self.cols)

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return cell_at(at, self.cols)

    @cached_property
    def beside(self) -> tuple[Mapping[Direction, int], ...]:
        """For each cell its neighbours on the board, clue cells too, by direction."""
        return tuple(neighbours(at, self.rows, self.cols) for at in range(self.size))

    def onwards(self, at: int) -> Iterator[int]:
        """The playable cells to the right of a cell and below it. (Tables for the whole board
        would take long where it is large.)"""
        for there in (at + 1, at + self.cols):
            is_there = there % self.cols if there == at + 1 else there < self.size
            if is_there and self.is_playable[there]:
                yield there

    def can_be_first(self, at: int) -> bool:
        """Return True if a loop can have its first cell in reading order here: the cells above
        and left of it come earlier, so one line goes right and the other down."""
        return self.is_playable[at] and len(list(self.onwards(at))) == 2

    @cached_property
    def first(self) -> int | None:
        """The first cell in reading order that can be the first of a loop."""
        return next((at for at in range(self.size) if self.can_be_first(at)), None)

    @cached_property
    def ways(self) -> tuple[Mapping[Direction, int], ...]:
        """For each playable cell its playable neighbours by direction; nothing for clue cells."""
        return tuple(
            {direction: there for direction, there in near.items() if self.is_playable[there]}
            if self.is_playable[at]
            else {}
            for at, near in enumerate(self.beside)
        )

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """The clues that count."""
        found = []
        for cell, clue in self.puzzle.clues:
            if clue.arrow is not None and clue.number is not None:
                at = self.number(cell)
                seen = ray_numbers(at, clue.arrow, self.rows, self.cols)
                found.append(Count(at, clue.arrow, clue.number, seen))
        return tuple(found)
