"""Parity at the border of a room: the loop comes out as often as it goes in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from enpitsu.grid import COL, ROW, Line
from enpitsu.kinds.yajilin.loop_links import Pair
from enpitsu.kinds.yajilin.techniques.curves import (
    Curve,
    VisitedRoom,
    everywhere,
    name_room,
    part_with,
    plane_of,
    visited_room,
)
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.technique import Argument, Deduction, Technique

MOST_TRIED = 12  # rooms that are compared for the one with the fewest reasons

EASY_COST = 4  # rooms closed by so few things are seen at a glance


class Crossing(NamedTuple):
    """An edge that is known once everything else that a curve runs along is known."""

    edge: Pair
    curve: Curve
    is_straight: bool

    @property
    def is_easy(self) -> bool:
        """True if it is seen at a glance."""
        return self.is_straight or self.curve.cost <= EASY_COST


# --- parity ------------------------------------------------------------------------------------


def line_parity(state: YajilinState, _site: int) -> Deduction | None:
    """The loop comes back to where it started, so it leaves a room (or crosses from one row or
    column to the next) as often as it comes in: an even number of lines in all."""
    found = _best_crossing(state)
    return _parity_deduction(state, found) if found is not None and found.is_easy else None


def room_parity(state: YajilinState, _site: int) -> Deduction | None:
    """The loop comes back to where it started, so it leaves any part of the board as often as it
    comes in: if all but one of the edges around the part are known, the last one is, too."""
    found = _best_crossing(state)
    return _parity_deduction(state, found) if found is not None and not found.is_easy else None


def _best_crossing(state: YajilinState) -> Crossing | None:
    """The edge that parity decides with the fewest reasons."""
    plane = plane_of(state)
    label = plane.sides.label
    found: list[Crossing] = []
    for edge in plane.undecided(state):
        p, q = plane.ends(*edge)
        if label[p] != label[q]:
            continue
        curve = plane.curve((p,), (q,), with_lines=True)
        assert curve is not None
        straight = _straight_curve(state, edge)
        if straight is not None and straight.cost <= curve.cost:
            found.append(Crossing(edge, straight, True))
        else:
            found.append(Crossing(edge, curve, False))
        if len(found) == MOST_TRIED:
            break
    return min(found, key=lambda each: (not each.is_easy, each.curve.cost), default=None)


def _straight_curve(state: YajilinState, edge: Pair) -> Curve | None:
    """The straight curve between two rows or columns, if all of it is known but one edge."""
    cols, step = state.cols, edge[1] - edge[0]
    if step == 1:
        along, edges = range(edge[0] % cols, state.layout.cells, cols), state.layout.right
    else:
        first = edge[0] - edge[0] % cols
        along, edges = range(first, first + cols), state.layout.down
    walls, shaded = set(), set()
    for a in along:
        b = a + step
        if not edges >> a & 1:
            continue
        if state.is_shaded(a):
            shaded.add(a)
        elif state.is_shaded(b):
            shaded.add(b)
        elif state.is_line(a, b) or state.is_crossed(a, b):
            walls.add((a, b))
        elif (a, b) != edge:
            return None
    return Curve(len(walls) + len(shaded), frozenset(walls), frozenset(shaded))


def _parity_deduction(state: YajilinState, found: Crossing) -> Deduction:
    edge, curve, is_straight = found
    lines = tuple(
        state.line_fact(*pair).slot for pair in sorted(curve.walls) if state.is_line(*pair)
    )
    fact = state.line_fact(*edge, len(lines) % 2 == 1)
    args: dict[str, Argument] = {
        "count": len(lines),
        "lines": lines,
        "gaps": len(lines) + 1,
        "facts": fact,
    }
    if is_straight:
        a, b = (state.cell(at) for at in edge)
        axis, at = (ROW, a.row) if a.row != b.row else (COL, a.col)
        args |= {"line": Line(axis, at), "next": Line(axis, at + 1)}
        form = "straight"
    else:
        whole = Curve(0, curve.walls | {edge}, curve.shaded)
        parts = [(part_with(state, at, whole), at) for at in edge]
        room, holds = min(parts, key=lambda part: len(part[0]))
        args["room"], form = name_room(state, room, holds)
    return Deduction((fact,), curve.facts(state), args, form=form if lines else f"{form}_none")


# --- two gaps ----------------------------------------------------------------------------------


def two_gaps(state: YajilinState, _site: int) -> Deduction | None:
    """The loop visits the room and the rest of the board, so it must go in and come out; where
    there are only two gaps, it uses both."""
    found = min(_two_gap_rooms(state), key=lambda each: each[1].curve.cost, default=None)
    if found is None:
        return None
    gaps, room = found
    facts = tuple(state.line_fact(*gap) for gap in gaps)
    args, form = room.describe(state)
    because = (*room.curve.facts(state), *room.reasons(state))
    return Deduction(facts, because, {"facts": facts, **args}, form=form, at=facts[0].slot)


def _two_gap_rooms(state: YajilinState) -> Iterator[tuple[tuple[Pair, Pair], VisitedRoom]]:
    """Two edges between the same two faces part the ways of the loop into two rooms."""
    plane = plane_of(state)
    label = plane.gaps.label
    between: dict[Pair, list[Pair]] = {}
    for edge in plane.undecided(state):
        p, q = (label[point] for point in plane.ends(*edge))
        if p != q:
            between.setdefault((min(p, q), max(p, q)), []).append(edge)
    tried = 0
    for faces, edges in between.items():
        for one, two in combinations(edges, 2):
            # A room of a single cell need not be visited or is an easier matter.
            if any(len(state.ways(at)) == 2 for at in {*one} & {*two}):
                continue
            curve = plane.curve_through(plane.ends(*one), plane.ends(*two), faces)
            found = visited_room(state, curve, (one, two))
            if found is not None and any(
                a in found.room and b in found.rest for a, b in (two, two[::-1])
            ):
                yield (one, two), found
            tried += 1
            if tried == MOST_TRIED:
                return


TECHNIQUES = (
    Technique("line-parity", "Y16", 3.3, line_parity, everywhere, everywhere),
    Technique("two-gaps", "Y18", 3.8, two_gaps, everywhere, everywhere),
    Technique("room-parity", "Y17", 4.2, room_parity, everywhere, everywhere),
)
