"""A puzzle's cells by number, row by row: what the engines of this folder build formulas on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from enpitsu.grid import Cell, Direction
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
        return cell.row * self.cols + cell.col

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return Cell(*divmod(at, self.cols))

    @cached_property
    def beside(self) -> tuple[Mapping[Direction, int], ...]:
        """For each cell its neighbours on the board, clue cells too, by direction."""
        return tuple(dict(self._beside(at)) for at in range(self.size))

    def _beside(self, at: int) -> Iterator[tuple[Direction, int]]:
        cols = self.cols
        if at >= cols:
            yield Direction.UP, at - cols
        if at + cols < self.size:
            yield Direction.DOWN, at + cols
        if at % cols:
            yield Direction.LEFT, at - 1
        if (at + 1) % cols:
            yield Direction.RIGHT, at + 1

    def onwards(self, at: int) -> Iterator[int]:
        """The playable cells to the right of a cell and below it. (Tables for the whole board
        would take long where it is large.)"""
        for there in (at + 1, at + self.cols):
            is_there = there % self.cols if there == at + 1 else there < self.size
            if is_there and self.is_playable[there]:
                yield there

    def can_be_first(self, at: int) -> bool:
        """Whether a loop can have its first cell in reading order here: the cells above and left
        of it come earlier, so one line goes right and the other down."""
        return self.is_playable[at] and len(list(self.onwards(at))) == 2

    @cached_property
    def first(self) -> int | None:
        """The first cell in reading order that can be the first of a loop."""
        return next((at for at in range(self.size) if self.can_be_first(at)), None)

    @cached_property
    def ways(self) -> tuple[Mapping[Direction, int], ...]:
        """For each playable cell its playable neighbours by direction; nothing for clue cells."""
        return tuple(
            {way: there for way, there in near.items() if self.is_playable[there]}
            if self.is_playable[at]
            else {}
            for at, near in enumerate(self.beside)
        )

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """The clues that count."""
        return tuple(self._counts())

    def _counts(self) -> Iterator[Count]:
        for cell, clue in self.puzzle.clues:
            if clue.arrow is not None and clue.number is not None:
                seen = self._ray(cell, clue.arrow)
                yield Count(self.number(cell), clue.arrow, clue.number, seen)

    def _ray(self, cell: Cell, arrow: Direction) -> range:
        down, right = arrow.value
        step, at = down * self.cols + right, self.number(cell)
        ahead = {
            Direction.UP: cell.row,
            Direction.DOWN: self.rows - 1 - cell.row,
            Direction.LEFT: cell.col,
            Direction.RIGHT: self.cols - 1 - cell.col,
        }
        return range(at + step, at + step * (ahead[arrow] + 1), step)


OPPOSITE = {
    Direction.UP: Direction.DOWN,
    Direction.DOWN: Direction.UP,
    Direction.LEFT: Direction.RIGHT,
    Direction.RIGHT: Direction.LEFT,
}
