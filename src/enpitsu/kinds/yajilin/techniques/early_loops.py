"""No loop may close while something is left outside it."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from enpitsu.grid import Cell, bit_positions
from enpitsu.kinds.yajilin.techniques.curves import (
    Curve,
    Visit,
    everywhere,
    find_visit,
    name_room,
    part_with,
    plane_of,
)
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.technique import Argument, Deduction, Reason, Technique

FAR = 40  # what the wall of a room that is cut off may cost at most


class Closing(NamedTuple):
    """A path whose two ends may not be joined: its lines would become a loop without what the
    loop must still visit."""

    because: tuple[Reason, ...]
    elsewhere: tuple[Cell, ...]
    """The cells that the loop must still visit: one, or one of two."""

    def form(self, of: str) -> str:
        """The form of the sentence that tells it."""
        return f"{of}_pair" if len(self.elsewhere) == 2 else of


def _closing(state: YajilinState, a: int, *between: int) -> Closing | None:
    """Find why a path that ends here may not be closed, directly or through cells between."""
    cells = [a]
    ahead = state.lines_from(a)
    while ahead:
        cells.append(ahead[0])
        ahead = [there for there in state.lines_from(cells[-1]) if there != cells[-2]]
    rest = {*bit_positions(state.layout.playable)}.difference(cells, between)
    elsewhere = find_visit(state, rest, a)
    if elsewhere is None:
        return None
    lines = (state.line_fact(a, b) for a, b in pairwise(cells))
    return Closing((*lines, *elsewhere.reasons(state)), tuple(map(state.cell, elsewhere.cells)))


def early_loop(state: YajilinState, _site: int) -> Deduction | None:
    """There is only one loop: a line between the two ends of a path would close it while some
    other cell is still to be visited."""
    other = state.path_ends()
    for a in sorted(other):
        b = other[a]
        if b in state.neighbours[a] and a < b and _is_undecided(state, a, b):
            closing = _closing(state, a)
            if closing is not None:
                fact = state.line_fact(a, b, False)
                args: dict[str, Argument] = {
                    "elsewhere": closing.elsewhere,
                    "ends": (state.cell(a), state.cell(b)),
                    "facts": fact,
                }
                form = closing.form("step")
                return Deduction((fact,), closing.because, args, form=form, at=fact.slot)
    return None


def _is_undecided(state: YajilinState, a: int, b: int) -> bool:
    return not (state.is_line(a, b) or state.is_crossed(a, b))


def early_loop_cell(state: YajilinState, _site: int) -> Deduction | None:
    """There is only one loop: through the cell it cannot run from one end of a path to the other,
    so the cell's two ways to them are never both used."""
    other = state.path_ends()
    for a in sorted(other):
        b = other[a]
        if a > b:
            continue
        for at in sorted({*state.neighbours[a]} & {*state.neighbours[b]}):
            found = _between_ends(state, a, b, at)
            if found is not None:
                return found
    return None


def _between_ends(state: YajilinState, a: int, b: int, at: int) -> Deduction | None:
    """Deduce what follows for a cell beside both ends of a path."""
    if state.is_shaded(at) or state.lines_from(at):
        return None
    exits = state.ways(at)
    ways = [there for there in exits if there not in (a, b)]
    if a not in exits or b not in exits or len(ways) > 1:
        return None
    if not ways:
        facts, form = (state.shaded_fact(at),), "step"
    elif state.is_open(at):
        facts, form = (state.line_fact(at, ways[0]),), "line"
    else:
        facts, form = (state.shaded_fact(ways[0], False),), "beyond"
    if any(state.knows(fact) for fact in facts):
        return None
    closing = _closing(state, a, at)
    if closing is None:
        return None
    own = (state.shaded_fact(at, False),) if form == "line" else ()
    why_closed = (state.why_closed(at, there) for there in state.neighbours[at])
    because = dict.fromkeys((*own, *filter(None, why_closed), *closing.because))
    args: dict[str, Argument] = {
        "elsewhere": closing.elsewhere,
        "cell": state.cell(at),
        "ends": (state.cell(a), state.cell(b)),
        "facts": facts,
    }
    if ways:
        args["way"] = state.cell(ways[0])
    return Deduction(facts, tuple(because), args, form=closing.form(form), at=state.cell(at))


def cut_off(state: YajilinState, _site: int) -> Deduction | None:
    """Two ends of lines that are joined have no other way, so a room that can be left only past
    these two would be cut off from the rest of the loop."""
    other = state.path_ends()
    best: Deduction | None = None
    most = FAR
    for a in sorted(other):
        for b in state.neighbours[a]:
            if a < b and b in other and other[a] != b and _is_undecided(state, a, b):
                found = _find_cut(state, a, b, most)
                if found is not None:
                    best, cost = found
                    most = cost - 1
    return best


def _find_cut(state: YajilinState, a: int, b: int, most: int) -> tuple[Deduction, int] | None:
    """Find a room that would be cut off if two ends of lines were joined, as both would then be
    full; by the cheapest wall, whose cost is returned, too, and is at most so much."""
    plane = plane_of(state)
    label = plane.gaps.label
    before = (state.lines_from(a)[0], state.lines_from(b)[0])
    best: tuple[Curve, set[int], Visit] | None = None
    sides = zip(plane.beside(a, before[0]), reversed(plane.beside(b, before[1])), strict=True)
    for p, q in sides:
        curve = plane.curve((p,), (q,), most=most) if label[p] == label[q] else None
        if curve is None:
            continue
        closed = {a, b, *before, *curve.shaded}
        for at in sorted({*state.neighbours[a], *state.neighbours[b]} - closed):
            room = part_with(state, at, curve, without=(a, b), unless=before)
            inside = find_visit(state, room, a)
            if inside is not None:
                best, most = (curve, room, inside), curve.cost - 1
                break
    if best is None:
        return None
    curve, room, inside = best
    fact = state.line_fact(a, b, False)
    named, form = name_room(state, room, inside.cells[0])
    args: dict[str, Argument] = {
        "ends": (state.cell(a), state.cell(b)),
        "room": named,
        "inside": tuple(state.cell(at) for at in inside.cells),
        "facts": fact,
    }
    lines = (state.line_fact(a, before[0]), state.line_fact(b, before[1]))
    because = (*lines, *curve.facts(state), *inside.reasons(state))
    form += "_pair" * inside.is_pair
    return Deduction((fact,), because, args, form=form, at=fact.slot), curve.cost


TECHNIQUES = (
    Technique("early-loop", "Y14", 2.0, early_loop, everywhere, everywhere),
    Technique("cut-off", "Y15b", 3.4, cut_off, everywhere, everywhere),
    Technique("early-loop-cell", "Y15", 2.6, early_loop_cell, everywhere, everywhere),
)
