"""The loop lies in one block: no single cell may part it into two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from enpitsu.grid import bit_positions, steps_apart
from enpitsu.kinds.yajilin.loop_links import Pair
from enpitsu.kinds.yajilin.techniques.curves import (
    Curve,
    Plane,
    VisitedRoom,
    everywhere,
    name_room,
    part_with,
    plane_of,
    visited_room,
)
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.technique import Argument, Deduction, Reason, Technique

MOST_TRIED = 12  # candidates that are compared for the one with the fewest reasons


# --- a cell that may not be shaded -------------------------------------------------------------


class CellGate(NamedTuple):
    """A cell which would, if shaded, leave a gate as the only way between its neighbours."""

    cell: int
    gate: int
    curve: Curve
    near: int
    far: int
    room: frozenset[int]
    """The cells that only the gate would link to the rest of the board, `near` among them."""


def one_block(state: YajilinState, _site: int) -> Deduction | None:
    """If the cell were shaded, its neighbours would be on the loop, but the loop could go from the
    one to the other and back only by passing the gate twice."""
    found = min(
        _cell_gates(state),
        key=lambda each: (each.curve.cost, steps_apart(each.cell, each.gate, state.cols)),
        default=None,
    )
    if found is None:
        return None
    fact = state.shaded_fact(found.cell, False)
    room, form = name_room(state, found.room, found.near)
    args: dict[str, Argument] = {
        "cell": state.cell(found.cell),
        "near": state.cell(found.near),
        "far": state.cell(found.far),
        "gate": state.cell(found.gate),
        "room": room,
        "facts": fact,
    }
    because: tuple[Reason, ...] = (
        *found.curve.facts(state),
        state.cell(found.gate),
    )
    return Deduction((fact,), because, args, form=form, at=state.cell(found.cell))


def _cell_gates(state: YajilinState) -> Iterator[CellGate]:
    plane = plane_of(state)
    unknown = state.unknown(state.layout.playable) & ~state.board.on_line()
    tried = 0
    for faces, cells in _cells_between(state, plane).items():
        for cell, gate in product([cell for cell in cells if unknown >> cell & 1], cells):
            if cell == gate:
                continue
            # Nothing but their edge lies between neighbours with the faces on both sides of it.
            if steps_apart(cell, gate, state.cols) == 1:
                beside = {plane.gaps.label[point] for point in plane.ends(cell, gate)}
                if beside == {*faces}:
                    continue
            # The two faces must part the cell's ways out, other than the one to the gate.
            arcs = _arcs(state, plane, cell, faces)
            if not all(any(there != gate for there in arc) for arc in arcs):
                continue
            found = _cell_gate(state, plane, cell, gate, faces)
            if found is not None:
                yield found
            tried += 1
            if tried == MOST_TRIED:
                return


def _cells_between(state: YajilinState, plane: Plane) -> dict[Pair, list[int]]:
    """For each two faces the cells that touch both; a curve through two of them and the faces
    parts the board."""
    label, is_large = plane.gaps.label, plane.gaps.is_large
    between: dict[Pair, list[int]] = {}
    for at in bit_positions(state.layout.playable & ~state.board.shaded):
        faces = {label[point] for point in plane.corners(at)}
        if any(map(is_large, faces)):
            for pair in combinations(sorted(faces), 2):
                between.setdefault(pair, []).append(at)
    return {pair: cells for pair, cells in between.items() if len(cells) > 1}


def _arcs(state: YajilinState, plane: Plane, cell: int, faces: Pair) -> tuple[list[int], list[int]]:
    """The ways out of a cell, clockwise from the one face to the other, and on from there."""
    label = plane.gaps.label
    around = [label[point] for point in plane.corners(cell)]
    cols = state.cols
    # The way between one corner and the next, clockwise from the upper right one.
    ways = (cell + 1, cell + cols, cell - 1, cell - cols)
    exits = state.ways(cell)
    start = around.index(faces[0])
    arcs: tuple[list[int], list[int]] = ([], [])
    beyond = 0
    for turn in range(4):
        corner = (start + turn) % 4
        if around[corner] == faces[1]:
            beyond = 1
        elif around[corner] == faces[0]:
            beyond = 0
        if ways[corner] in exits:
            arcs[beyond].append(ways[corner])
    return arcs


def _cell_gate(
    state: YajilinState, plane: Plane, cell: int, gate: int, faces: Pair
) -> CellGate | None:
    curve = plane.curve_through(plane.corners(cell), plane.corners(gate), faces)
    first, second = _arcs(state, plane, cell, faces)
    near = next(there for there in first if there != gate)
    part = part_with(state, near, curve, without=(cell, gate))
    far = next((there for there in second if there != gate and there not in part), None)
    if far is None:
        return None
    rest = part_with(state, far, curve, without=(cell, gate))
    room, near, far = min((part, near, far), (rest, far, near), key=lambda each: len(each[0]))
    return CellGate(cell, gate, curve, near, far, frozenset(room))


# --- an edge that must be a line ---------------------------------------------------------------


def only_bridge(state: YajilinState, _site: int) -> Deduction | None:
    """The loop visits both parts; without a line on the edge it could go from the one to the other
    and back only by passing the gate twice."""
    found = min(
        _edge_gates(state),
        key=lambda each: (each[2].curve.cost, steps_apart(each[0][0], each[1], state.cols)),
        default=None,
    )
    if found is None:
        return None
    edge, at, room = found
    fact, gate = state.line_fact(*edge), state.cell(at)
    args, form = room.describe(state)
    args |= {"gate": gate, "edge": fact.slot, "facts": fact}
    because = (*room.curve.facts(state), gate, *room.reasons(state))
    return Deduction((fact,), because, args, form=form, at=fact.slot)


def _edge_gates(state: YajilinState) -> Iterator[tuple[Pair, int, VisitedRoom]]:
    """Edges without which a gate would be the only way into a room that the loop visits, as it does
    the rest of the board."""
    plane = plane_of(state)
    label = plane.gaps.label
    between = _cells_between(state, plane)
    tried = 0
    for edge in plane.undecided(state):
        p, q = sorted(label[point] for point in plane.ends(*edge))
        if p == q:
            continue
        for gate in between.get((p, q), ()):
            # A part that is a single cell has only the edge and the gate.
            if gate in edge or any({*state.ways(at)} <= {*edge, gate} for at in edge):
                continue
            curve = plane.curve_through(plane.ends(*edge), plane.corners(gate), (p, q))
            found = visited_room(state, curve, (edge,), without=(gate,))
            if found is not None:
                yield edge, gate, found
            tried += 1
            if tried == MOST_TRIED:
                return


TECHNIQUES = (
    Technique("one-block", "Y19", 4.0, one_block, everywhere, everywhere),
    Technique("only-bridge", "Y19b", 4.6, only_bridge, everywhere, everywhere),
)
