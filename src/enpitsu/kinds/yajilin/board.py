"""The Yajilin board as bit sets: bit r*cols+c of an integer stands for cell (r, c).

An edge has the bit of its upper or left cell: `lines_right` bit i is the edge from cell i to its
right neighbour, `lines_down` bit i the one to the cell below. A board may hold anything a player
can write, rules broken or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.grid import (
    Cell,
    Direction,
    Edge,
    bit_positions,
    bit_set,
    cell_at,
    cell_number,
    is_edge,
    is_inside,
)
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kinds.yajilin.propagate import CountRay, Propagation, settle
from enpitsu.limits import Budget
from enpitsu.position import Fact

SHADED = "shaded"
LINE = "line"

LARGEST_KEPT = 5000
"""Cells of a board whose layout is kept: larger ones would hold much memory for long."""


class BoardLayout(NamedTuple):
    """The part of a board that follows from the clues alone and never changes."""

    cols: int
    cells: int
    everything: int
    playable: int
    """Cells without a clue."""
    right: int
    """Playable cells whose right neighbour is playable."""
    down: int
    """Playable cells whose lower neighbour is playable."""
    has_right: int
    """Cells that have a right neighbour on the board."""
    rays: tuple[CountRay, ...]
    """For each counting clue: the playable cells up to the next clue of the same line and
    direction, and how many of them are shaded (that clue's number subtracted)."""


def layout(puzzle: Yajilin) -> BoardLayout:
    """The puzzle's layout; kept for the last puzzles asked for, unless they are huge."""
    large = puzzle.rows * puzzle.cols > LARGEST_KEPT
    return _make_layout(puzzle) if large else _keep_layout(puzzle)


def _make_layout(puzzle: Yajilin) -> BoardLayout:
    rows, cols = puzzle.rows, puzzle.cols
    everything = (1 << rows * cols) - 1
    first_col = everything // ((1 << cols) - 1)
    blocked = bit_set([cell_number(cell, cols) for cell, _ in puzzle.clues])
    playable = everything & ~blocked
    has_right = everything & ~(first_col << (cols - 1))
    return BoardLayout(
        cols,
        rows * cols,
        everything,
        playable,
        playable & (playable >> 1) & has_right,
        playable & (playable >> cols),
        has_right,
        tuple(_rays(puzzle, playable, first_col)),
    )


_keep_layout = lru_cache(maxsize=64)(_make_layout)


def _rays(puzzle: Yajilin, playable: int, first_col: int) -> Iterator[CountRay]:
    cols = puzzle.cols
    numbers: dict[Direction, dict[int, int]] = {direction: {} for direction in Direction}
    for cell, clue in puzzle.clues:
        if clue.arrow is not None and clue.number is not None:
            numbers[clue.arrow][cell_number(cell, cols)] = clue.number
    for direction, number_at in numbers.items():
        arrows = bit_set(number_at)
        step = abs(direction.value[0] * cols + direction.value[1])
        for at, number in number_at.items():
            row, col = cell_at(at, cols)
            line = ((1 << cols) - 1) << (row * cols) if step == 1 else first_col << col
            if direction in (Direction.RIGHT, Direction.DOWN):
                seen = (line >> (at + 1)) << (at + 1)
                same = seen & arrows
                ahead = (same & -same).bit_length() - 1
                if same:
                    seen &= (1 << ahead) - 1
            else:
                seen = line & ((1 << at) - 1)
                ahead = (seen & arrows).bit_length() - 1
                seen = (seen >> (ahead + 1)) << (ahead + 1)
            yield CountRay(seen & playable, number - number_at.get(ahead, 0), step, at, ahead)


class YajilinBoard:
    """The marks on a board: six bit sets."""

    __slots__ = (
        "crosses_down",
        "crosses_right",
        "layout",
        "lines_down",
        "lines_right",
        "open",
        "puzzle",
        "shaded",
    )

    def __init__(self, puzzle: Yajilin) -> None:
        self.puzzle = puzzle
        self.layout = layout(puzzle)
        self.shaded = 0
        self.open = 0
        self.lines_right = 0
        self.lines_down = 0
        self.crosses_right = 0
        self.crosses_down = 0

    def place(self, facts: Iterable[Fact]) -> None:
        """Write facts; FormatError if one does not fit the puzzle."""
        for fact in facts:
            slot, value, holds = fact
            if isinstance(slot, Edge) and value == LINE:
                bit = self._bit(slot.a)
                self._bit(slot.b)
                if not is_edge(slot):
                    raise FormatError(f"{slot} joins no neighbours, the upper or left one first")
                side = "right" if slot.a.row == slot.b.row else "down"
                name = f"{'lines' if holds else 'crosses'}_{side}"
            elif isinstance(slot, Cell) and value == SHADED:
                bit = self._bit(slot)
                if not self.layout.playable & bit:
                    raise FormatError("a clue cell is never shaded or marked", cell=str(slot))
                name = "shaded" if holds else "open"
            else:
                raise FormatError(f"{self.puzzle.kind} knows no fact like {fact}")
            setattr(self, name, getattr(self, name) | bit)

    def _bit(self, cell: Cell) -> int:
        puzzle = self.puzzle
        if not is_inside(cell, puzzle.rows, puzzle.cols):
            raise FormatError(
                f"the board has only {puzzle.rows}x{puzzle.cols} cells", cell=str(cell)
            )
        return 1 << cell_number(cell, puzzle.cols)

    def cell(self, index: int) -> Cell:
        """The cell of a bit."""
        return cell_at(index, self.puzzle.cols)

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """The cells of a bit set, in order."""
        cols = self.puzzle.cols
        return tuple(cell_at(index, cols) for index in bit_positions(mask))

    def edges(self, right: int, down: int) -> Iterator[Edge]:
        """The edges of two bit sets."""
        for cell in self.cells(right):
            yield Edge(cell, Cell(cell.row, cell.col + 1))
        for cell in self.cells(down):
            yield Edge(cell, Cell(cell.row + 1, cell.col))

    def facts(self) -> Iterator[Fact]:
        """Everything on the board, dots and crosses included."""
        yield from self.answer()
        for cell in self.cells(self.open):
            yield Fact(cell, SHADED, False)
        for edge in self.edges(self.crosses_right, self.crosses_down):
            yield Fact(edge, LINE, False)

    def answer(self) -> Iterator[Fact]:
        """The shaded cells and the lines."""
        for cell in self.cells(self.shaded):
            yield Fact(cell, SHADED)
        for edge in self.edges(self.lines_right, self.lines_down):
            yield Fact(edge, LINE)

    def digits(self, mask: int) -> str:
        """A bit set as text, one digit a cell, so that a slice is a row or a column."""
        return f"{mask & self.layout.everything:0{self.layout.cells}b}"[::-1]

    def seen(self, cell: Cell, arrow: Direction) -> slice:
        """The part of such a text with the cells that an arrow points at, nearest first or last."""
        cols = self.layout.cols
        at = cell_number(cell, cols)
        if arrow is Direction.RIGHT:
            return slice(at + 1, (cell.row + 1) * cols)
        if arrow is Direction.LEFT:
            return slice(cell.row * cols, at)
        return (
            slice(at + cols, None, cols) if arrow is Direction.DOWN else slice(cell.col, at, cols)
        )

    def beside(self, mask: int) -> int:
        """The cells of the board that share a side with one of these."""
        cols, has_right = self.layout.cols, self.layout.has_right
        sideways = ((mask & has_right) << 1) | ((mask >> 1) & has_right)
        return sideways | ((mask << cols) & self.layout.everything) | (mask >> cols)

    def on_line(self) -> int:
        """The cells that some line touches."""
        right, down, cols = self.lines_right, self.lines_down, self.layout.cols
        return right | (right << 1) | down | (down << cols)

    def touched_twice(self, right: int, down: int) -> int:
        """The cells that at least two edges of these bit sets touch."""
        once = twice = 0
        for ends in (right, right << 1, down, down << self.layout.cols):
            twice |= once & ends
            once |= ends
        return twice

    def settle(self, budget: Budget) -> bool:
        """Draw every cheap conclusion; False if the board contradicts the puzzle."""
        where = self.layout
        outside = (self.lines_right & ~where.right) | (self.lines_down & ~where.down)
        if outside:
            return False
        state = Propagation(
            shaded=self.shaded,
            open=self.open,
            may_right=where.right & ~self.crosses_right,
            may_down=where.down & ~self.crosses_down,
            right=self.lines_right,
            down=self.lines_down,
        )
        if not settle(state, where.playable, where.has_right, where.cols, where.rays, budget):
            return False
        self.shaded, self.open = state.shaded, state.open
        self.lines_right, self.lines_down = state.right, state.down
        self.crosses_right = where.right & ~state.may_right
        self.crosses_down = where.down & ~state.may_down
        return True
