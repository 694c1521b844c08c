"""Techniques about a cell and its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from enpitsu.kinds.yajilin.techniques.desk import Desk
from enpitsu.kinds.yajilin.techniques.sites import (
    IS_LINE,
    IS_SHADED,
    NOT_LINE,
    NOT_SHADED,
    cells_touched,
    playable_cells,
)
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Reason, Technique

MOST_REASONS = 5
"""Reasons after which a line is not followed any further in one step."""


def adjacency(desk: Desk, at: int) -> Deduction | None:
    """Shaded cells do not touch, and the loop does not run through them."""
    if not desk.is_shaded(at):
        return None
    near = desk.neighbours[at]
    facts = [desk.shaded(there, False) for there in near if not desk.is_open(there)]
    facts += [desk.line(at, there, False) for there in near if not desk.is_crossed(at, there)]
    return _about(desk, at, facts, [desk.shaded(at)])


def full_cell(desk: Desk, at: int) -> Deduction | None:
    """The loop runs through a cell once: in by one line and out by another, never shaded."""
    lines = desk.lines(at)
    if not lines:
        return None
    reasons = [desk.line(at, there) for there in lines]
    if not desk.is_open(at):
        return _about(desk, at, [desk.shaded(at, False)], reasons[:1], form="on-line")
    if len(lines) < 2:
        return None
    crosses = [desk.line(at, there, False) for there in desk.exits(at) if there not in lines]
    return _about(desk, at, crosses, reasons)


def corridor(desk: Desk, at: int) -> Deduction | None:
    """A cell on the loop has two lines, and here are only two edges for them."""
    lines = desk.lines(at)
    if not lines and not desk.is_open(at):
        return None
    exits = desk.exits(at)
    if len(exits) != 2 or len(lines) == 2:
        return None
    if lines:
        return _along(desk, lines[0], at)
    args = {"a": desk.cell(min(exits)), "b": desk.cell(max(exits))}
    facts = [desk.line(at, there) for there in sorted(exits)]
    return _about(desk, at, facts, [desk.shaded(at, False), *_crosses(desk, at, 2)], args)


def _along(desk: Desk, before: int, at: int) -> Deduction | None:
    """Where a line goes on, as far as it has only one way and the reasons are few."""
    way, because = [at], [desk.line(before, at)]
    while True:
        (there,) = (there for there in desk.exits(way[-1]) if there not in (before, *way))
        because += _crosses(desk, way[-1], 2)
        way.append(there)
        if len(because) >= MOST_REASONS or not _goes_on(desk, there, {before, *way[:-2]}):
            break
    facts = [desk.line(a, b) for a, b in pairwise(way)]
    args = {"a": desk.cell(before), "b": desk.cell(way[-1])}
    if len(way) == 2:
        return _about(desk, at, facts, because, args, "on")
    cells = tuple(map(desk.cell, way[1:]))
    return _about(desk, at, facts, because, {**args, "cells": cells}, "far")


def _goes_on(desk: Desk, at: int, behind: set[int]) -> bool:
    """Whether a line that comes to a cell has one way on, and not back to where it came from."""
    exits = desk.exits(at)
    return len(exits) == 2 and not desk.lines(at) and behind.isdisjoint(exits)


def dead_cell(desk: Desk, at: int) -> Deduction | None:
    """The loop needs two edges to get into a cell and out of it, so this cell is not on it."""
    exits = desk.exits(at)
    if len(exits) > 1 or not desk.is_unknown(at):
        return None
    crosses = _crosses(desk, at, 1)
    if exits:
        args = {"a": desk.cell(exits[0])}
        return _about(desk, at, [desk.shaded(at)], crosses, args)
    return _about(desk, at, [desk.shaded(at)], crosses, form="closed")


def two_exits(desk: Desk, at: int) -> Deduction | None:
    """If the cell is on the loop it uses both exits, so the cells there are on the loop as well;
    if it is shaded, its neighbours are not."""
    exits = sorted(desk.exits(at))
    if len(exits) != 2:
        return None
    facts = [desk.shaded(there, False) for there in exits if not desk.is_open(there)]
    args = {"a": desk.cell(exits[0]), "b": desk.cell(exits[1])}
    # In a corner nothing but the cell itself shows why.
    return _about(desk, at, facts, _crosses(desk, at, 2) or [desk.cell(at)], args)


def _crosses(desk: Desk, at: int, ways: int) -> list[Fact]:
    """Why a cell has no more than so many ways out: the crosses with the plainest reasons."""
    closed = [there for there in desk.neighbours[at] if desk.is_crossed(at, there)]
    closed.sort(key=lambda there: (not desk.is_shaded(there), len(desk.lines(there)) == 2, there))
    needed = sorted(closed[: len(desk.neighbours[at]) - ways])
    return [desk.line(at, there, False) for there in needed]


def _about(
    desk: Desk,
    at: int,
    facts: list[Fact],
    because: Sequence[Reason],
    args: Mapping[str, Argument] | None = None,
    form: str = "step",
) -> Deduction | None:
    if not facts:
        return None
    cell = desk.cell(at)
    spoken: dict[str, Argument] = {"cell": cell, "facts": tuple(facts), **(args or {})}
    return Deduction(tuple(facts), tuple(dict.fromkeys(because)), spoken, form=form, at=cell)


TECHNIQUES = (
    Technique(
        "adjacency",
        "Y4",
        1.0,
        adjacency,
        playable_cells,
        cells_touched(IS_SHADED),
        is_bookkeeping=True,
    ),
    Technique(
        "full-cell",
        "Y7",
        1.0,
        full_cell,
        playable_cells,
        cells_touched(IS_LINE),
        is_bookkeeping=True,
    ),
    Technique(
        "corridor",
        "Y6",
        1.4,
        corridor,
        playable_cells,
        cells_touched(NOT_SHADED, IS_LINE, NOT_LINE),
    ),
    Technique("dead-cell", "Y5", 1.5, dead_cell, playable_cells, cells_touched(NOT_LINE)),
    Technique("two-exits", "Y8", 2.0, two_exits, playable_cells, cells_touched(NOT_LINE)),
)
