"""Techniques that look at one circle, or at one line: where it goes for certain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enpitsu.kinds.satogaeri.techniques.reasons import (
    are_told,
    in_the_way,
    in_words,
    track,
    why_out,
)
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.technique import Argument, Deduction, Known


def zero(state: SatogaeriState, circle: int) -> Deduction | None:
    """A circle with the number 0 does not move, so it ends where it starts."""
    home = state.home_fact(state.starts[circle])
    if state.numbers[circle] != 0 or state.knows(home):
        return None
    start = state.start(circle)
    return Deduction((home,), (start,), {"circle": start})


def only_move(state: SatogaeriState, circle: int) -> Deduction | None:
    """A circle with a number goes that far in one of four directions; where all but one are
    closed, it takes that one."""
    return _single(state, circle) if state.numbers[circle] else None


def free_circle(state: SatogaeriState, circle: int) -> Deduction | None:
    """A circle without a number stays or goes straight to a cell before the next circle or the
    border; where all of these but one are out, that one is left."""
    return _single(state, circle) if state.numbers[circle] is None else None


def _single(state: SatogaeriState, circle: int) -> Deduction | None:
    moves = state.left(circle)
    if len(moves) != 1:
        return None
    facts = track(state, moves[0])
    if not facts:
        return None
    start, others = state.start(circle), in_the_way(state, circle)
    out = [move for move in state.moves_of(circle) if move != moves[0]]
    known = why_out(state, out, (start,))
    told = in_words(state, out, known)
    args: dict[str, Argument] = {"circle": start, "end": state.cell(state.end(moves[0]))}
    if not are_told(known):
        form = "many"
    else:
        forms = {(0, 0): "step", (1, 0): "circles", (0, 1): "facts", (1, 1): "both"}
        form = forms[bool(others), bool(told)]
        args["count"] = len(others)
        if others:
            args["circles"] = others
        if told:
            args["facts"] = told
    if not moves[0][1] and form != "step":
        form = f"{form}-stay"
    return Deduction(facts, (start, *others, *known), args, form=form)


def line_owner(state: SatogaeriState, edge: int) -> Deduction | None:
    """Every track begins at a circle, so a line that only one circle can bring is its own, all the
    way from its start."""
    if edge not in state.lines:
        return None
    rays = state.rays_along(edge)
    able = [(ray, far) for ray, far in rays if state.goes_to(ray, far)]
    if len(able) != 1:
        return None
    ((ray, far),) = able
    facts = state.new(map(state.line_fact, state.edges((ray, far))))
    if not facts:
        return None
    out = [
        (other, distance)
        for other, least in rays
        if other != ray
        for distance in range(least, state.free[other] + 1)
    ]
    start, line = state.start(ray >> 2), state.line_fact(edge)
    known = why_out(state, out)
    return Deduction(
        facts, (line, start, *known), {"line": line.slot, "circle": start}, at=line.slot
    )


def common_cell(state: SatogaeriState, circle: int) -> Deduction | None:
    """Whatever move the circle makes, it goes this way at least so far."""
    moves = state.left(circle)
    if len(moves) < 2 or not moves[0][1] or len({ray for ray, _ in moves}) > 1:
        return None
    ray, least = min(moves)
    facts = state.new(map(state.line_fact, state.edges((ray, least))))
    if not facts:
        return None
    start, others = state.start(circle), in_the_way(state, circle)
    out = [(other, far) for other, far in state.moves_of(circle) if other != ray or far < least]
    known = why_out(state, out, (start,))
    told = in_words(state, out, known)
    args: dict[str, Argument] = {"circle": start, "cell": state.cell(state.end((ray, least)))}
    if told and are_told(known):
        return Deduction(facts, (start, *others, *known), {**args, "facts": told}, form="facts")
    return Deduction(facts, (start, *others, *known), args)


# --- where to look -------------------------------------------------------------------------------


def all_circles(state: SatogaeriState) -> Iterable[int]:
    """Every circle."""
    return range(state.count)


def lines_by_circles(state: SatogaeriState, known: Known) -> Iterator[int]:
    """A new line, and those along the rays of circles that lost a move."""
    line = state.new_line(known)
    if line is not None:
        yield line
    for circle in state.changed_circles(known):
        for ray in range(4 * circle, 4 * circle + 4):
            yield from (each for each in state.edges((ray, state.free[ray])) if each in state.lines)
