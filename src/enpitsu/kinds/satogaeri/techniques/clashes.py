"""Techniques that look at a move which would leave a circle or a country with nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
    found = outcome(state, out)
    doomed, apart = _find_argument(state, moves, out, found.also_out)
    all_moves = state.moves_of(circle)
    start, blocking = state.start(circle), in_the_way(state, circle)
    needed = (move for move in all_moves if not all(state.excludes(move, each) for each in doomed))
    given = (start, *blocking)
    known = why_out(state, (*_gone(state, needed), *apart), given)
    args, form = _arguments(state, out), "many"
    args["circle"] = start
    if len(moves) <= MOST_TOLD:
        args["targets"], form = tuple(state.cell(state.end(move)) for move in moves), "step"
    return Deduction(found.facts, (*given, *known), args, notes=found.notes, form=form, at=start)


def corridor(state: SatogaeriState, country: int) -> Deduction | None:
    """Some circle ends in each country, so a move that excludes every move which leads there,
    by crossing its way or by being another move of the same circle, is out."""
    moves = state.left_into(country)
    out = _first_clash(state, moves, country)
    if not out:
        return None
    found = outcome(state, out)
    doomed, apart = _find_argument(state, moves, out, found.also_out)
    needed = (
        move
        for move in state.moves_into(country)
        if not all(state.excludes(move, each) for each in doomed)
    )
    cell = state.sign_of(country)
    known = why_out(state, (*_gone(state, needed), *apart), (cell,))
    args, form = _arguments(state, out), "many"
    args["cell"] = cell
    circles = movers(state, moves)
    if len(circles) <= MOST_TOLD:
        args["circles"], form = circles, "step" if len(circles) > 1 else "single"
    return Deduction(found.facts, (cell, *known), args, notes=found.notes, form=form, at=cell)


def _gone(state: SatogaeriState, moves: Iterable[Move]) -> Iterator[Move]:
    return (move for move in moves if not state.is_left(move))


def _arguments(state: SatogaeriState, out: Sequence[Move]) -> dict[str, Argument]:
    """Return who must not do what: the mover and the ends it must not go to."""
    ends = tuple(state.cell(state.end(move)) for move in out)
    return {"mover": state.start(out[0][0] >> 2), "ends": ends, "count": len(ends)}


def _find_argument(
    state: SatogaeriState, moves: Sequence[Move], out: Sequence[Move], also_out: Iterable[Move]
) -> tuple[list[Move], list[Move]]:
    """Of the moves that must be out too: those that go by the same argument, joined to the first,
    and those that need a reason of their own."""
    doomed, apart = list(out), list[Move]()
    for move in also_out:
        is_same = all(state.excludes(move, each) for each in moves)
        (doomed if is_same else apart).append(move)
    return doomed, apart


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
