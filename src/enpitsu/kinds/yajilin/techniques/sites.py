"""Where Yajilin's techniques look, and which new facts make them look again.

A site is a number: that of a cell, or a place in one of the desk's lists about clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from enpitsu.grid import COL, ROW, Cell, Line, bit_positions
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.techniques.desk import Desk
from enpitsu.kinds.yajilin.techniques.lines import SiteList
from enpitsu.position import Fact
from enpitsu.technique import Known

Sort = tuple[str, bool]
Touched = Callable[[Desk, Known], Iterable[int]]

IS_SHADED: Sort = (SHADED, True)
NOT_SHADED: Sort = (SHADED, False)
IS_LINE: Sort = (LINE, True)
NOT_LINE: Sort = (LINE, False)


def playable_cells(desk: Desk) -> Iterable[int]:
    """All cells without a clue."""
    return bit_positions(desk.layout.playable)


def cells_touched(*sorts: Sort) -> Touched:
    """The cells of which a fact of these sorts speaks."""

    def touched(desk: Desk, known: Known) -> Iterable[int]:
        if not isinstance(known, Fact) or (known.value, known.holds) not in sorts:
            return ()
        slot = known.slot
        cells = (slot,) if isinstance(slot, Cell) else slot
        return [at for at in map(desk.at, cells) if desk.is_playable(at)]

    return touched


def all_of(pick: Callable[[Desk], SiteList[Any]]) -> Callable[[Desk], Iterable[int]]:
    """All places in a list of the desk."""
    return lambda desk: range(len(pick(desk)))


def lines_touched(pick: Callable[[Desk], SiteList[Any]], *sorts: Sort) -> Touched:
    """The places in a list of the desk that look at a cell which a fact of these sorts decides, or
    whose way out of the line it closes."""

    def touched(desk: Desk, known: Known) -> Iterable[int]:
        if not isinstance(known, Fact) or (known.value, known.holds) not in sorts:
            return ()
        slot, sites = known.slot, pick(desk)
        if isinstance(slot, Cell):
            at = desk.at(slot)
            lines = (Line(ROW, slot.row), Line(COL, slot.col))
            return [site for line in lines for site in sites.in_line(line, at)]
        in_row = slot.a.row == slot.b.row
        return [
            site
            for cell in slot
            for site in sites.in_line(
                Line(COL, cell.col) if in_row else Line(ROW, cell.row), desk.at(cell)
            )
        ]

    return touched


def never_touched(desk: Desk, known: Known) -> Iterable[int]:
    """For what follows from the puzzle alone."""
    return ()
