"""An implicit rule of coloured puzzles: a cell has one colour at most."""

from __future__ import annotations

from collections.abc import Iterable

from enpitsu.grid import Cell, cells
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Deduction


def coloured_cells(state: NonogramState) -> Iterable[Cell]:
    """Every cell, if there are several colours."""
    return cells(state.rows, state.cols) if state.puzzle.is_coloured else ()


def cell_of(state: NonogramState, known: Fact | Note) -> Iterable[Cell]:
    """The cell that has got a colour, if there are several."""
    if isinstance(known, Fact) and known.holds and state.puzzle.is_coloured:
        return (known.slot,) if isinstance(known.slot, Cell) else ()
    return ()


def one_colour(state: NonogramState, cell: Cell) -> Deduction | None:
    """A cell has one colour at most, so one that has a colour has no other."""
    view = state.view(cell.row)
    bit = 1 << cell.col
    own = next((at for at, mask in enumerate(view.painted) if mask & bit), None)
    if own is None:
        return None
    facts = tuple(
        Fact(cell, value, False)
        for at, value in enumerate(state.values)
        if at != own and not view.denied[at] & bit
    )
    if not facts:
        return None
    args: dict[str, Argument] = {"cell": cell, "colour": state.values[own]}
    return Deduction(facts, (Fact(cell, state.values[own]),), args)
