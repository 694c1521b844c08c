"""Techniques that look at a move which would leave a circle or a country with nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri.techniques.reasons import (
    MOST_TOLD,
    in_the_way,
    movers,
    outcome,
    why_out,
)
from enpitsu.kinds.satogaeri.techniques.state import Move, SatogaeriState
from enpitsu.technique import Argument, Deduction

MOST_MOVES = 30
"""A circle or a country with more moves left is not looked at: nothing could take them all."""


def crossing(state: SatogaeriState, circle: int) -> Deduction | None:
    """A circle makes one of its moves, so a move of another one that excludes each of them, by
    crossing its way or by taking its country, is out."""
    moves = state.left(circle)
    out = _first_clash(state, moves)
    if not out:
        return None
    start = state.start(circle)
    args: dict[str, Argument] = {"circle": start}
    if len(moves) <= MOST_TOLD:
        args["targets"] = tuple(state.cell(state.end(move)) for move in moves)
    given = (start, *in_the_way(state, circle))
    form = "step" if len(moves) <= MOST_TOLD else "many"
    return _deduce(state, moves, out, state.moves_of(circle), given, args, form)


def corridor(state: SatogaeriState, country: int) -> Deduction | None:
    """Some circle ends in each country, so a move that excludes every move which leads there,
    by crossing its way or by being another move of the same circle, is out."""
    moves = state.left_into(country)
    out = _first_clash(state, moves, country)
    if not out:
        return None
    cell, circles = state.sign_of(country), movers(state, moves)
    args: dict[str, Argument] = {"cell": cell}
    form = "many"
    if len(circles) <= MOST_TOLD:
        args["circles"], form = circles, "step" if len(circles) > 1 else "single"
    return _deduce(state, moves, out, state.moves_into(country), (cell,), args, form)


def _deduce(
    state: SatogaeriState,
    moves: Sequence[Move],
    out: Sequence[Move],
    all_moves: Iterable[Move],
    given: tuple[Cell, ...],
    args: dict[str, Argument],
    form: str,
) -> Deduction:
    """One of the moves is made, which are left of all: so those that exclude each of them are
    out."""
    found = outcome(state, out)
    doomed, apart = list(out), list[Move]()
    for move in found.also_out:  # by the same argument, or by a reason of its own
        is_same = all(state.excludes(move, each) for each in moves)
        (doomed if is_same else apart).append(move)
    needed = [
        move
        for move in all_moves
        if not state.is_left(move) and not all(state.excludes(move, each) for each in doomed)
    ]
    known = why_out(state, (*needed, *apart), given)
    ends = tuple(state.cell(state.end(move)) for move in out)
    mover: dict[str, Argument] = {"mover": state.start(out[0][0] >> 2)}
    args = mover | {"ends": ends, "count": len(ends)} | args
    because = (*given, *known)
    return Deduction(found.facts, because, args, notes=found.notes, form=form, at=given[0])


def _first_clash(
    state: SatogaeriState, moves: Sequence[Move], country: int | None = None
) -> list[Move]:
    """The moves of one ray that exclude each of these moves, of which one is made; without those
    that end in the country themselves."""
    if not 1 < len(moves) <= MOST_MOVES:
        return []
    narrowest = min(moves, key=lambda move: (move[1], move))
    circle = narrowest[0] >> 2
    rays = {ray for cell in state.path(narrowest)[1:] for ray, _ in state.passers[cell]}
    own = set(range(4 * circle, 4 * circle + 4))
    if country is not None:
        rays |= own
    else:
        rays -= own
        for other in state.enders[state.country(narrowest)] - {circle}:
            rays.update(range(4 * other, 4 * other + 4))
    for ray in sorted(rays):
        distances = [far for far in state.lengths[ray] if (ray, far) not in moves]
        if found := [
            (ray, far)
            for far in distances
            if all(state.excludes((ray, far), each) for each in moves)
        ]:
            return found
    return []
