"""Constraints about how cells hang together.

Sets of cells are bit sets with a ring of cells around the board, so that all steps to neighbours
are four shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from enpitsu.grid import Cell, bit_positions
from enpitsu.kit.constraints.base import TRUE, UNKNOWN, Constraint, Values


class CellSets(Constraint):
    """The base of constraints about cells that are in, which is those whose literal is true, and
    some that are in whatever is written."""

    __slots__ = ("_at", "_board", "_everything", "_fixed", "_literal_at", "_width")

    def __init__(self, literal: Mapping[Cell, int], fixed: Iterable[Cell] = ()) -> None:
        """`fixed`: the cells that are always in; they have no literal."""
        super().__init__(tuple(literal.values()))
        always = tuple(fixed)
        if not literal.keys().isdisjoint(always):
            raise ValueError("a cell that is always in has no literal")
        self._width = max((cell.col for cell in (*literal, *always)), default=0) + 3
        self._literal_at = {self._place(cell): each for cell, each in literal.items()}
        self._at = {each: at for at, each in self._literal_at.items()}
        self._fixed = self._set(always)
        self._board = sum(1 << at for at in self._literal_at) | self._fixed
        self._everything = self._board

    def _place(self, cell: Cell) -> int:
        return (cell.row + 1) * self._width + cell.col + 1

    def _set(self, cells: Iterable[Cell]) -> int:
        """Some cells as a bit set."""
        return sum(1 << self._place(cell) for cell in cells)

    def _grown(self, cells: int) -> int:
        """Some cells and all beside them."""
        width = self._width
        return cells | cells << 1 | cells >> 1 | cells << width | cells >> width

    def _beside(self, cells: int) -> int:
        """The cells that may be in beside some, without these."""
        return self._grown(cells) & ~cells & self._everything

    def _flood(self, start: int, among: int) -> int:
        """Return all cells that can be reached from some within others."""
        reached = start
        while True:
            grown = self._grown(reached) & among
            if grown == reached:
                return reached
            reached = grown

    def _walk(self, start: int, among: int, steps: int) -> int:
        """Return the cells that can be reached in so many steps, with those at the start."""
        reached = start
        for _ in range(steps):
            grown = reached | self._grown(reached) & among
            if grown == reached:
                break
            reached = grown
        return reached

    def _first_reached(self, start: int, among: int, most: int) -> int:
        """Return a connected set of so many cells from a start on, or fewer if there are no
        more."""
        reached = start
        while True:
            new = self._grown(reached) & among & ~reached
            room = most - reached.bit_count()
            if not new or room <= 0:
                return reached
            for at in bit_positions(new)[:room]:
                reached |= 1 << at

    def _path(self, start: int, end: int, among: int) -> int:
        """Return the cells between two sets on a shortest way from one to the other, without them;
        none if there is no way."""
        layers = [start]
        reached = start
        while not self._grown(layers[-1]) & end:
            new = self._grown(layers[-1]) & among & ~reached
            if not new:
                return 0
            layers.append(new)
            reached |= new
        here, path = end, 0
        for layer in reversed(layers[1:]):
            near = self._grown(here) & layer
            here = near & -near
            path |= here
        return path

    def _parts(self, cells: int) -> Iterator[int]:
        """The connected parts of a set."""
        while cells:
            part = self._flood(cells & -cells, cells)
            yield part
            cells &= ~part

    def _sets(self, values: Values) -> tuple[int, int]:
        """Return the cells that are in, and those that are in or may be."""
        inside = possible = self._fixed
        for at, literal in self._literal_at.items():
            state = values[literal]
            if state == TRUE:
                inside |= 1 << at
            if state in (TRUE, UNKNOWN):
                possible |= 1 << at
        return inside, possible

    def _literals(self, cells: int) -> list[int]:
        """The literals of those of some cells that have one."""
        return [self._literal_at[at] for at in bit_positions(cells & ~self._fixed)]

    def _denials(self, cells: int) -> tuple[int, ...]:
        return tuple(-each for each in self._literals(cells))

    def _nodes(self, cells: int) -> frozenset[Cell]:
        """The cells among some that lie on the board."""
        places = (divmod(at, self._width) for at in bit_positions(cells & self._board))
        return frozenset(Cell(row - 1, col - 1) for row, col in places)

    def _known(self, values: Values, near: int | None = None) -> list[int]:
        """The true literals, each or its denial; only those of some cells, if these are given."""
        places = self._literal_at if near is None else bit_positions(near & ~self._fixed)
        found = ((values[self._literal_at[at]], self._literal_at[at]) for at in places)
        return [literal if state == TRUE else -literal for state, literal in found if state]
