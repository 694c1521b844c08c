"""The offer of a finished loop to clues: the cells it leaves out, and what arrows there would see.

Every cell off the loop becomes a clue or a shaded cell. Counted are cells *off the loop*, clues
among them: how many an arrow sees then does not depend on which of them become clues, and a clue's
number follows at the end by leaving out the clues it sees.
"""

from __future__ import annotations

from typing import NamedTuple

from enpitsu.grid import Direction, Edge, bit_positions, bit_set, cell_at
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.position import Fact, Position

DIRECTIONS = tuple(Direction)


class Arrow(NamedTuple):
    """A clue that might be put: where, in which of DIRECTIONS, and the bit set of what it sees."""

    cell: int
    direction: int
    seen: int
    total: int
    """The number of cells seen that are off the loop."""


class EdgeNames(NamedTuple):
    """SAT variables of edges, by the cell they start at (0 for none), and the ends of each."""

    right: list[int]
    down: list[int]
    ends: list[tuple[int, int]]


class LoopPlan:
    """A loop, with every arrow that its cells left out might bear."""

    def __init__(self, rows: int, cols: int, off: int, right: int, down: int) -> None:
        self.rows, self.cols, self.cells = rows, cols, rows * cols
        self.off, self.right, self.down = off, right, down
        self.everything = (1 << self.cells) - 1
        first_col = self.everything // ((1 << cols) - 1)
        self.has_right = self.everything & ~(first_col << (cols - 1))
        self.row_masks = [((1 << cols) - 1) << row * cols for row in range(rows)]
        self.col_masks = [first_col << col for col in range(cols)]
        self.off_cells = bit_positions(off)
        self.beside_off = {at: self.beside(1 << at) & off for at in self.off_cells}
        self.arrows: dict[int, tuple[Arrow, ...]] = {}
        """The arrows of each cell off the loop, in all directions that lead to another cell."""
        for at in self.off_cells:
            below, above = (1 << at) - 1, self.everything ^ ((2 << at) - 1)
            row, col = self.row_masks[at // cols], self.col_masks[at % cols]
            rays = enumerate((col & below, col & above, row & below, row & above))
            self.arrows[at] = tuple(
                Arrow(at, direction, seen, (seen & off).bit_count())
                for direction, seen in rays
                if seen
            )

    def beside(self, mask: int) -> int:
        """The cells that share a side with one of these."""
        sideways = ((mask & self.has_right) << 1) | ((mask >> 1) & self.has_right)
        return sideways | ((mask << self.cols) & self.everything) | (mask >> self.cols)

    def edges(self) -> list[tuple[int, int]]:
        """The lines of the loop, as pairs of cells."""
        pairs = [(at, at + 1) for at in bit_positions(self.right)]
        return pairs + [(at, at + self.cols) for at in bit_positions(self.down)]

    def name_edges(self, inside: int, last: int) -> EdgeNames:
        """Number all edges between some cells for a SAT solver, from `last` + 1 on."""
        names = EdgeNames([0] * (self.cells + self.cols), [0] * (self.cells + self.cols), [])
        for variables, starts, step in (
            (names.right, self.has_right & inside & (inside >> 1), 1),
            (names.down, inside & (inside >> self.cols), self.cols),
        ):
            for at in bit_positions(starts):
                names.ends.append((at, at + step))
                variables[at] = last + len(names.ends)
        return names

    def puzzle(self, arrows: dict[int, Arrow]) -> Yajilin:
        """The puzzle with these clues; all other cells off the loop are shaded."""
        shaded = self.off & ~bit_set(arrows)
        clues = []
        for at, arrow in arrows.items():
            clue = Clue(DIRECTIONS[arrow.direction], (arrow.seen & shaded).bit_count())
            clues.append((cell_at(at, self.cols), clue))
        return Yajilin(self.rows, self.cols, tuple(clues))

    def solution(self, arrows: dict[int, Arrow]) -> Position:
        """The solution of that puzzle."""
        cell = [cell_at(at, self.cols) for at in range(self.cells)]
        facts = [Fact(Edge(cell[a], cell[b]), LINE) for a, b in self.edges()]
        facts += [Fact(cell[at], SHADED) for at in self.off_cells if at not in arrows]
        return Position.of(facts)
