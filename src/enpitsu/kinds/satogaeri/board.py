"""The board of a Satogaeri: tracks, and marks about where circles end.

Facts are "r1c1-r1c2 line" (a track runs there) and "r1c1 home" (a circle ends there; on a
circle's own cell: it stays). A finished answer shows the tracks only: a circle without one stays.
Cells are numbered row by row; the edge to the right of cell i is number 2*i, the one below it
2*i + 1. A board may hold anything a player can write, rules broken or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enpitsu.errors import FormatError
from enpitsu.grid import (
    Cell,
    Edge,
    cell_at,
    cell_number,
    edge_ends,
    edge_number,
    is_edge,
    is_inside,
)
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.moves import Moves
from enpitsu.limits import Budget
from enpitsu.position import Fact

LINE = "line"
HOME = "home"


class SatogaeriBoard:
    """The marks on a board."""

    __slots__ = ("_moves", "crosses", "denied", "homes", "lines", "puzzle")

    def __init__(self, puzzle: Satogaeri) -> None:
        self.puzzle = puzzle
        self.lines: set[int] = set()
        """Edges that a track runs along."""
        self.crosses: set[int] = set()
        """Edges marked as having none."""
        self.homes: set[int] = set()
        """Cells marked as the end of a track."""
        self.denied: set[int] = set()
        """Cells marked as not being one."""
        self._moves: Moves | None = None

    def place(self, facts: Iterable[Fact]) -> None:
        """Write facts; FormatError if one does not fit the puzzle."""
        for fact in facts:
            slot, value, holds = fact
            if isinstance(slot, Edge) and value == LINE:
                self._cell_number(slot.b)
                if not is_edge(slot):
                    raise FormatError(f"{slot} joins no neighbours, the upper or left one first")
                self._cell_number(slot.a)
                (self.lines if holds else self.crosses).add(edge_number(slot, self.puzzle.cols))
            elif isinstance(slot, Cell) and value == HOME:
                (self.homes if holds else self.denied).add(self._cell_number(slot))
            else:
                raise FormatError(f"{self.puzzle.kind} knows no fact like {fact}")
        self._moves = None

    def _cell_number(self, cell: Cell) -> int:
        rows, cols = self.puzzle.rows, self.puzzle.cols
        if not is_inside(cell, rows, cols):
            raise FormatError(f"the board has only {rows}x{cols} cells", cell=str(cell))
        return cell_number(cell, cols)

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return cell_at(at, self.puzzle.cols)

    def ends(self, number: int) -> tuple[int, int]:
        """The two cells of an edge, by their numbers."""
        return edge_ends(number, self.puzzle.cols)

    def edge(self, number: int) -> Edge:
        """The edge of a number."""
        a, b = self.ends(number)
        return Edge(self.cell(a), self.cell(b))

    def facts(self) -> Iterator[Fact]:
        """Everything on the board, denials included."""
        yield from self.answer()
        yield from (Fact(self.edge(number), LINE, False) for number in sorted(self.crosses))
        yield from (Fact(self.cell(at), HOME) for at in sorted(self.homes))
        yield from (Fact(self.cell(at), HOME, False) for at in sorted(self.denied))

    def answer(self) -> Iterator[Fact]:
        """The tracks."""
        return (Fact(self.edge(number), LINE) for number in sorted(self.lines))

    def settle(self, budget: Budget) -> bool:
        """Draw every cheap conclusion; False if the board contradicts the puzzle."""
        moves = Moves(self.puzzle, budget)
        if moves.obey(self.lines, self.crosses, self.homes, self.denied) and moves.settle(budget):
            self._moves = moves
            return True
        return False

    @property
    def is_settled(self) -> bool:
        """True if conclusions have been drawn from everything on the board."""
        return self._moves is not None

    def moves(self, budget: Budget) -> Moves:
        """The moves that circles have left: after `settle` those it left, else all."""
        return self._moves or Moves(self.puzzle, budget)
