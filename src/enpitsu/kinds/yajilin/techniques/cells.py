"""Techniques about a cell and its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from enpitsu.kinds.yajilin.techniques.sites import (
    IS_LINE,
    IS_SHADED,
    NOT_LINE,
    NOT_SHADED,
    cells_touched,
    playable_cells,
)
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Reason, Technique

MOST_REASONS = 5  # reasons after which a line is not followed any further in one step


def adjacency(state: YajilinState, at: int) -> Deduction | None:
    """Shaded cells do not touch, and the loop does not run through them."""
    if not state.is_shaded(at):
        return None
    near = state.neighbours[at]
    facts = [state.shaded_fact(there, False) for there in near if not state.is_open(there)]
    facts += [
        state.line_fact(at, there, False) for there in near if not state.is_crossed(at, there)
    ]
    return _about(state, at, facts, [state.shaded_fact(at)])


def full_cell(state: YajilinState, at: int) -> Deduction | None:
    """The loop runs through a cell once: in by one line and out by another, never shaded."""
    lines = state.lines_from(at)
    if not lines:
        return None
    reasons = [state.line_fact(at, there) for there in lines]
    if not state.is_open(at):
        return _about(state, at, [state.shaded_fact(at, False)], reasons[:1], form="on-line")
    if len(lines) < 2:
        return None
    crosses = [state.line_fact(at, there, False) for there in state.exits(at) if there not in lines]
    return _about(state, at, crosses, reasons)


def corridor(state: YajilinState, at: int) -> Deduction | None:
    """A cell on the loop has two lines, and here are only two edges for them."""
    lines = state.lines_from(at)
    if not lines and not state.is_open(at):
        return None
    exits = state.exits(at)
    if len(exits) != 2 or len(lines) == 2:
        return None
    if lines:
        return _along(state, lines[0], at)
    args = {"a": state.cell(min(exits)), "b": state.cell(max(exits))}
    facts = [state.line_fact(at, there) for there in sorted(exits)]
    return _about(state, at, facts, [state.shaded_fact(at, False), *_crosses(state, at, 2)], args)


def _along(state: YajilinState, before: int, at: int) -> Deduction | None:
    """Follow a line as far as it has only one way, not back to itself, and the reasons are few."""
    way, because = [at], [state.line_fact(before, at)]
    goes_on = True
    while goes_on and len(because) < MOST_REASONS:
        here = way[-1]
        (there,) = (there for there in state.exits(here) if there not in (before, *way))
        because += _crosses(state, here, 2)
        exits, behind = state.exits(there), {before, *way[:-1]}
        way.append(there)
        goes_on = len(exits) == 2 and not state.lines_from(there) and behind.isdisjoint(exits)
    facts = [state.line_fact(a, b) for a, b in pairwise(way)]
    args = {"a": state.cell(before), "b": state.cell(way[-1])}
    if len(way) == 2:
        return _about(state, at, facts, because, args, "on")
    cells = tuple(map(state.cell, way[1:]))
    return _about(state, at, facts, because, {**args, "cells": cells}, "far")


def dead_cell(state: YajilinState, at: int) -> Deduction | None:
    """The loop needs two edges to get into a cell and out of it, so this cell is not on it."""
    exits = state.exits(at)
    if len(exits) > 1 or not state.is_unknown(at):
        return None
    crosses = _crosses(state, at, 1)
    if exits:
        args = {"a": state.cell(exits[0])}
        return _about(state, at, [state.shaded_fact(at)], crosses, args)
    return _about(state, at, [state.shaded_fact(at)], crosses, form="closed")


def two_exits(state: YajilinState, at: int) -> Deduction | None:
    """If the cell is on the loop it uses both exits, so the cells there are on the loop as well;
    if it is shaded, its neighbours are not."""
    exits = sorted(state.exits(at))
    if len(exits) != 2:
        return None
    facts = [state.shaded_fact(there, False) for there in exits if not state.is_open(there)]
    args = {"a": state.cell(exits[0]), "b": state.cell(exits[1])}
    # In a corner nothing but the cell itself shows why.
    return _about(state, at, facts, _crosses(state, at, 2) or [state.cell(at)], args)


def _crosses(state: YajilinState, at: int, ways: int) -> list[Fact]:
    """The crosses with the plainest reasons that leave a cell no more than so many ways out."""
    closed = [there for there in state.neighbours[at] if state.is_crossed(at, there)]
    closed.sort(
        key=lambda there: (not state.is_shaded(there), len(state.lines_from(there)) == 2, there)
    )
    needed = sorted(closed[: len(state.neighbours[at]) - ways])
    return [state.line_fact(at, there, False) for there in needed]


def _about(
    state: YajilinState,
    at: int,
    facts: list[Fact],
    because: Sequence[Reason],
    args: Mapping[str, Argument] | None = None,
    form: str = "step",
) -> Deduction | None:
    if not facts:
        return None
    cell = state.cell(at)
    spoken: dict[str, Argument] = {"cell": cell, "facts": tuple(facts), **(args or {})}
    return Deduction(tuple(facts), tuple(dict.fromkeys(because)), spoken, form=form, at=cell)


_AT_LINES = cells_touched(NOT_SHADED, IS_LINE, NOT_LINE)

TECHNIQUES = (
    Technique(
        "adjacency",
        "Y4",
        1.0,
        adjacency,
        playable_cells,
        cells_touched(IS_SHADED),
        is_implicit=True,
    ),
    Technique(
        "full-cell", "Y7", 1.0, full_cell, playable_cells, cells_touched(IS_LINE), is_implicit=True
    ),
    Technique("corridor", "Y6", 1.4, corridor, playable_cells, _AT_LINES),
    Technique("dead-cell", "Y5", 1.5, dead_cell, playable_cells, cells_touched(NOT_LINE)),
    Technique("two-exits", "Y8", 2.0, two_exits, playable_cells, cells_touched(NOT_LINE)),
)
