"""The sites where Yajilin's techniques look, and the facts that make them look again.

A site is a number: that of a cell, or a place in one of the state's lists about clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from enpitsu.grid import COL, ROW, Cell, Line, bit_positions
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.techniques.clue_lines import SiteList
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Known

Sort = tuple[str, bool]
Touched = Callable[[YajilinState, Known], Iterable[int]]

IS_SHADED: Sort = (SHADED, True)
NOT_SHADED: Sort = (SHADED, False)
IS_LINE: Sort = (LINE, True)
NOT_LINE: Sort = (LINE, False)


def playable_cells(state: YajilinState) -> Iterable[int]:
    """All cells without a clue."""
    return bit_positions(state.layout.playable)


def cells_touched(*sorts: Sort) -> Touched:
    """The cells of which a fact of these sorts speaks."""

    def touched(state: YajilinState, known: Known) -> Iterable[int]:
        if not isinstance(known, Fact) or (known.value, known.holds) not in sorts:
            return ()
        slot = known.slot
        cells = (slot,) if isinstance(slot, Cell) else slot
        return [at for at in map(state.at, cells) if state.is_playable(at)]

    return touched


def lines_touched(pick: Callable[[YajilinState], SiteList[Any]], *sorts: Sort) -> Touched:
    """The places in a list of the state that look at a cell which a fact of these sorts decides, or
    whose way out of the line it closes."""

    def touched(state: YajilinState, known: Known) -> Iterable[int]:
        if not isinstance(known, Fact) or (known.value, known.holds) not in sorts:
            return ()
        slot, sites = known.slot, pick(state)
        if isinstance(slot, Cell):
            found = [(Line(ROW, slot.row), slot), (Line(COL, slot.col), slot)]
        elif slot.a.row == slot.b.row:
            found = [(Line(COL, cell.col), cell) for cell in slot]
        else:
            found = [(Line(ROW, cell.row), cell) for cell in slot]
        return [site for line, cell in found for site in sites.in_line(line, state.at(cell))]

    return touched
