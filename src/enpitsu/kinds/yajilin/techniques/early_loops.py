"""No loop may close while something is left outside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.techniques.curves import (
    Curve,
    Visit,
    everywhere,
    find_visit,
    name_room,
    part_with,
    plane_of,
)
from enpitsu.kinds.yajilin.techniques.state import Pair, YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Reason, Technique

FAR = 40  # what the wall of a room that is cut off may cost at most


class Paths:
    """The lines of a state joined into paths: for each end of one its other end."""

    def __init__(self, cols: int) -> None:
        self.other: dict[int, int] = {}
        self._cols = cols
        self._right = self._down = 0

    def learn(self, state: YajilinState) -> None:
        """Take in the lines that the state has learned since."""
        right, down = state.board.lines_right, state.board.lines_down
        for at in bit_positions(right & ~self._right):
            self._join(at, at + 1)
        for at in bit_positions(down & ~self._down):
            self._join(at, at + self._cols)
        self._right, self._down = right, down

    def _join(self, a: int, b: int) -> None:
        other = self.other
        end_a, end_b = other.pop(a, a), other.pop(b, b)
        if end_a != b:
            other[end_a], other[end_b] = end_b, end_a


_PATHS: WeakKeyDictionary[YajilinState, Paths] = WeakKeyDictionary()


def _paths_of(state: YajilinState) -> Paths:
    paths = _PATHS.get(state)
    if paths is None:
        paths = _PATHS[state] = Paths(state.cols)
    paths.learn(state)
    return paths


class Closing(NamedTuple):
    """A path whose two ends may not be joined: its lines would become a loop without what the
    loop must still visit."""

    lines: tuple[Fact, ...]
    elsewhere: Visit

    def because(self, state: YajilinState) -> tuple[Reason, ...]:
        """All that it rests on."""
        return (*self.lines, *self.elsewhere.reasons(state))

    def form(self, of: str) -> str:
        """Return which of a sentence's forms tells it."""
        return of + "_pair" * self.elsewhere.is_pair

    def args(self, state: YajilinState) -> dict[str, Argument]:
        """Return what a sentence says of it."""
        return {"elsewhere": tuple(state.cell(at) for at in self.elsewhere.cells)}


def _lines_along(state: YajilinState, cells: tuple[int, ...]) -> Iterator[Fact]:
    for a, b in pairwise(cells):
        yield state.line_fact(a, b)


def _walk(state: YajilinState, start: int) -> tuple[int, ...]:
    """The cells of a path from one end to the other."""
    cells = [start, state.lines_from(start)[0]]
    while True:
        ahead = [there for there in state.lines_from(cells[-1]) if there != cells[-2]]
        if not ahead:
            return tuple(cells)
        cells.append(ahead[0])


def _closing(state: YajilinState, a: int, *between: int) -> Closing | None:
    """Return why a path that ends here may not be closed, through a cell between its ends or
    directly."""
    cells = _walk(state, a)
    rest = {*bit_positions(state.layout.playable)}.difference(cells, between)
    elsewhere = find_visit(state, rest, a)
    if elsewhere is None:
        return None
    return Closing(tuple(_lines_along(state, cells)), elsewhere)


def early_loop(state: YajilinState, _site: int) -> Deduction | None:
    """There is only one loop: a line between the two ends of a path would close it while some
    other cell is still to be visited."""
    other = _paths_of(state).other
    for a in sorted(other):
        b = other[a]
        if b in state.neighbours[a] and a < b and _is_undecided(state, a, b):
            closing = _closing(state, a)
            if closing is not None:
                fact = state.line_fact(a, b, False)
                args = closing.args(state) | {"ends": (state.cell(a), state.cell(b)), "facts": fact}
                because = closing.because(state)
                return Deduction((fact,), because, args, form=closing.form("step"), at=fact.slot)
    return None


def _is_undecided(state: YajilinState, a: int, b: int) -> bool:
    return not (state.is_line(a, b) or state.is_crossed(a, b))


def early_loop_cell(state: YajilinState, _site: int) -> Deduction | None:
    """There is only one loop: through the cell it cannot run from one end of a path to the other,
    so the cell's two ways to them are never both used."""
    other = _paths_of(state).other
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
    """Return what follows for a cell beside both ends of a path."""
    if state.is_shaded(at) or state.lines_from(at):
        return None
    exits = [there for there in state.exits(at) if not state.is_shaded(there)]
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
    because = dict.fromkeys((*own, *_closed_ways(state, at), *closing.because(state)))
    args = closing.args(state) | {
        "cell": state.cell(at),
        "ends": (state.cell(a), state.cell(b)),
        "facts": facts,
    }
    if ways:
        args["way"] = state.cell(ways[0])
    return Deduction(facts, tuple(because), args, form=closing.form(form), at=state.cell(at))


def _closed_ways(state: YajilinState, at: int) -> Iterator[Fact]:
    """Yield why a cell's other ways are closed."""
    for there in state.neighbours[at]:
        if state.is_shaded(there):
            yield state.shaded_fact(there)
        elif state.is_crossed(at, there):
            yield state.line_fact(at, there, False)


class CutOff(NamedTuple):
    """Two ends of lines that may not be joined: a room would be cut off which the loop visits."""

    ends: Pair
    lines: tuple[Fact, Fact]
    curve: Curve
    room: frozenset[int]
    inside: Visit


def cut_off(state: YajilinState, _site: int) -> Deduction | None:
    """Two ends of lines that are joined have no other way, so a room that can be left only past
    these two would be cut off from the rest of the loop."""
    other = _paths_of(state).other
    best: CutOff | None = None
    most = FAR
    for a in sorted(other):
        for b in state.neighbours[a]:
            if a < b and b in other and other[a] != b and _is_undecided(state, a, b):
                cut = _find_cut(state, a, b, most)
                if cut is not None:
                    best, most = cut, cut.curve.cost - 1
    return None if best is None else _cut_deduction(state, best)


def _cut_deduction(state: YajilinState, cut: CutOff) -> Deduction:
    fact = state.line_fact(*cut.ends, False)
    room, form = name_room(state, cut.room, cut.inside.cells[0])
    args: dict[str, Argument] = {
        "ends": tuple(state.cell(at) for at in cut.ends),
        "room": room,
        "inside": tuple(state.cell(at) for at in cut.inside.cells),
        "facts": fact,
    }
    because = (*cut.lines, *cut.curve.facts(state), *cut.inside.reasons(state))
    form += "_pair" * cut.inside.is_pair
    return Deduction((fact,), because, args, form=form, at=fact.slot)


def _find_cut(state: YajilinState, a: int, b: int, most: int) -> CutOff | None:
    """Return what would be cut off if two ends of lines were joined, as both would then be full; by
    the cheapest wall that costs at most so much."""
    plane = plane_of(state)
    label = plane.gaps.label
    before = (state.lines_from(a)[0], state.lines_from(b)[0])
    lines = (state.line_fact(a, before[0]), state.line_fact(b, before[1]))
    best: CutOff | None = None
    sides = zip(plane.beside(a, before[0]), reversed(plane.beside(b, before[1])), strict=True)
    for p, q in sides:
        curve = plane.curve((p,), (q,), most=most) if label[p] == label[q] else None
        if curve is None:
            continue
        for room in _rooms_beyond(state, curve, (a, b), before):
            inside = find_visit(state, room, a)
            if inside is not None:
                best, most = CutOff((a, b), lines, curve, frozenset(room), inside), curve.cost - 1
                break
    return best


def _rooms_beyond(
    state: YajilinState, curve: Curve, ends: Pair, before: Pair
) -> Iterator[set[int]]:
    """The rooms that only the joined ends and a curve close off."""
    closed = {*ends, *before, *curve.shaded}
    for at in sorted({there for end in ends for there in state.neighbours[end]} - closed):
        yield part_with(state, at, curve, without=ends, unless=before)


TECHNIQUES = (
    Technique("early-loop", "Y14", 2.0, early_loop, everywhere, everywhere),
    Technique("cut-off", "Y15b", 3.4, cut_off, everywhere, everywhere),
    Technique("early-loop-cell", "Y15", 2.6, early_loop_cell, everywhere, everywhere),
)
