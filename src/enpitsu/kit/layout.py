"""The facts of a board by number: every slot and value that a player can write is a variable.

Rules speak of variables 1, 2, 3 ...; a negative one denies. A `MarkView` is what the rules of a
page see of one sort of mark: `puzzle.line.around(cell)` are the variables of a cell's sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.grid import (
    Cell,
    Direction,
    Edge,
    Slot,
    cells,
    edge,
    edges_down,
    edges_right,
    side_ends,
    sides_level,
    sides_upright,
)
from enpitsu.position import Fact

CELLS = "cells"
EDGES = "edges"
SIDES = "sides"


class MarkTable(NamedTuple):
    """A sort of mark for a layout: its name, where it stands, and its values."""

    name: str
    on: str
    values: tuple[str, ...]


class Layout:
    """All facts of a board. Two puzzles of one size whose marks may stand in the same slots share
    it."""

    def __init__(
        self,
        rows: int,
        cols: int,
        marks: Iterable[MarkTable],
        closed: Mapping[str, frozenset[Slot]],
    ) -> None:
        """`closed` names for some sorts of marks the slots where none can stand."""
        self.rows, self.cols = rows, cols
        self.claims: list[tuple[Slot, str]] = []
        """The slot and value of each variable, the first one's at 0."""
        self.views: dict[str, MarkView] = {}
        for mark in marks:
            shut = closed.get(mark.name, frozenset())
            slots = [slot for slot in slots_on(mark.on, rows, cols) if slot not in shut]
            self.views[mark.name] = MarkView(self, mark, slots, len(self.claims) + 1)
            self.claims += [(slot, value) for slot in slots for value in mark.values]
        self.variable = {claim: at for at, claim in enumerate(self.claims, 1)}

    @property
    def size(self) -> int:
        """The number of variables."""
        return len(self.claims)

    def fact(self, literal: int) -> Fact:
        """The fact that a literal claims."""
        slot, value = self.claims[abs(literal) - 1]
        return Fact(slot, value, literal > 0)

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None if the board has no such fact."""
        variable = self.variable.get((fact.slot, fact.value))
        if variable is None:
            return None
        return variable if fact.holds else -variable

    def place(self, fact: Fact) -> int:
        """The literal of a fact; FormatError if it does not fit the board."""
        literal = self.literal(fact)
        if literal is None:
            raise FormatError(f"{fact} does not fit the puzzle", cell=str(fact.slot))
        return literal


class MarkView:
    """One sort of mark on one board, as variables."""

    def __init__(self, layout: Layout, mark: MarkTable, slots: Sequence[Slot], first: int) -> None:
        self.name, self.on, self.values = mark.name, mark.on, mark.values
        self.rows, self.cols = layout.rows, layout.cols
        self.slots = slots
        self._lines_at: dict[Cell, list[int]] = {}
        self._of = {
            slot: range(start, start + len(mark.values))
            for slot, start in zip(
                slots,
                range(first, first + len(slots) * len(mark.values), len(mark.values)),
                strict=True,
            )
        }

    @property
    def cells(self) -> list[Cell]:
        """The cells in which marks can stand."""
        return [slot for slot in self.slots if isinstance(slot, Cell)]

    def __getitem__(self, slot: Slot) -> int:
        """The variable of a slot, for marks with one value; KeyError where none can stand."""
        return self._of[slot][0]

    def __contains__(self, slot: Slot) -> bool:
        return slot in self._of

    def __iter__(self) -> Iterator[int]:
        """All variables."""
        return (variable for found in self._of.values() for variable in found)

    def get(self, slot: Slot) -> int | None:
        """The variable of a slot, for marks with one value; None where none can stand."""
        found = self._of.get(slot)
        return None if found is None else found[0]

    def at(self, slots: Iterable[Slot]) -> tuple[int, ...]:
        """The variables of those of some slots in which marks can stand."""
        of = self._of
        return tuple([of[slot][0] for slot in slots if slot in of])

    def of(self, slot: Slot) -> dict[str, int]:
        """The variables of a slot by value, for marks with several; empty where none can stand."""
        return dict(zip(self.values, self._of.get(slot, ()), strict=False))

    def around(self, cell: Cell) -> tuple[int, ...]:
        """Marks in cells: those of the neighbours. Marks on edges or sides: the cell's own."""
        if self.on == CELLS:
            return self.at(direction.step(cell) for direction in Direction)
        return self.at(edge(cell, direction.step(cell)) for direction in Direction)

    # --- lines: what they join, and what they separate -------------------------------------------

    def ends(self, slot: Edge) -> tuple[Cell, Cell]:
        """The two nodes that a line in a slot joins: cells, or for sides corners, of which each has
        the name of the cell below right."""
        return slot if self.on == EDGES else side_ends(slot)

    def faces(self, slot: Edge) -> tuple[Cell, Cell]:
        """The faces on either side of a line: for sides cells, also outside the board; else
        corners."""
        return slot if self.on == SIDES else side_ends(slot)

    def is_outside(self, face: Cell) -> bool:
        """Return True if a face lies outside every loop."""
        last = 0 if self.on == SIDES else 1
        return not (last <= face.row <= self.rows - 1 and last <= face.col <= self.cols - 1)

    def lines_at(self) -> Mapping[Cell, Sequence[int]]:
        """The variables of the lines at each node."""
        if not self._lines_at:
            for slot in self.slots:
                assert isinstance(slot, Edge)
                for node in self.ends(slot):
                    self._lines_at.setdefault(node, []).append(self._of[slot][0])
        return self._lines_at

    def cells_at(self, node: Cell) -> tuple[Cell, ...]:
        """The cells of the board at a node."""
        if self.on != SIDES:
            return (node,)
        around = (
            Cell(row, col) for row in (node.row - 1, node.row) for col in (node.col - 1, node.col)
        )
        return tuple(
            cell for cell in around if 0 <= cell.row < self.rows and 0 <= cell.col < self.cols
        )


def slots_on(on: str, rows: int, cols: int) -> Iterator[Slot]:
    """All slots of a board: its cells, the edges between neighbouring cells, or the sides of all
    cells, also those at the border."""
    if on == CELLS:
        yield from cells(rows, cols)
    elif on == EDGES:
        yield from edges_right(rows, cols)
        yield from edges_down(rows, cols)
    else:
        yield from sides_upright(rows, cols)
        yield from sides_level(rows, cols)
