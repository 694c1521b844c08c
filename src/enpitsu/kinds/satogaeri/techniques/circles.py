"""Techniques that look at one circle, or at one line: where it goes for certain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from enpitsu.grid import Cell, Edge
from enpitsu.kinds.satogaeri.techniques.desk import Desk, Move
from enpitsu.kinds.satogaeri.techniques.reasons import (
    MOST_TOLD,
    in_the_way,
    in_words,
    track,
    why_out,
)
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Known, Reason


def zero(desk: Desk, circle: int) -> Deduction | None:
    """A circle with the number 0 does not move, so it ends where it starts."""
    home = desk.home(desk.starts[circle])
    if desk.numbers[circle] != 0 or desk.knows(home):
        return None
    start = desk.start(circle)
    return Deduction((home,), (start,), {"circle": start})


def only_move(desk: Desk, circle: int) -> Deduction | None:
    """A circle with a number goes that far in one of four directions; where all but one are
    closed, it takes that one."""
    return _single(desk, circle) if desk.numbers[circle] else None


def free_circle(desk: Desk, circle: int) -> Deduction | None:
    """A circle without a number stays or goes straight to a cell before the next circle or the
    border; where all of these but one are out, that one is left."""
    return _single(desk, circle) if desk.numbers[circle] is None else None


def _single(desk: Desk, circle: int) -> Deduction | None:
    moves = desk.left(circle)
    if len(moves) != 1:
        return None
    facts = track(desk, moves[0])
    if not facts:
        return None
    start, others = desk.start(circle), in_the_way(desk, circle)
    out = [move for move in desk.moves_of(circle) if move != moves[0]]
    known = why_out(desk, out, (start,))
    form, args = _obstacles(others, known)
    if not moves[0][1]:
        form = form if form == "step" else f"{form}-stay"
    end = desk.cell(desk.end(moves[0]))
    return Deduction(
        facts, (start, *others, *known), {"circle": start, "end": end, **args}, form=form
    )


def _obstacles(
    circles: tuple[Cell, ...], known: tuple[Reason, ...]
) -> tuple[str, Mapping[str, Argument]]:
    """Which sentence tells what closes the other ways, and what it names."""
    facts = in_words(known)
    if len(facts) > MOST_TOLD:
        return "many", {}
    args: dict[str, Argument] = {"count": len(circles)}
    if circles:
        args["circles"] = circles
    if facts:
        args["facts"] = facts
    return {(0, 0): "step", (1, 0): "circles", (0, 1): "facts", (1, 1): "both"}[
        bool(circles), bool(facts)
    ], args


def line_owner(desk: Desk, edge: int) -> Deduction | None:
    """Every track begins at a circle, so a line that only one circle can bring is its own, all the
    way from its start."""
    if edge not in desk.lines:
        return None
    rays = desk.rays_along(edge)
    able = [(ray, far) for ray, far in rays if desk.goes_to(ray, far)]
    if len(able) != 1:
        return None
    ((ray, far),) = able
    facts = desk.new(map(desk.line, desk.edges((ray, far))))
    if not facts:
        return None
    out = [
        (other, distance)
        for other, least in rays
        if other != ray
        for distance in range(least, desk.free[other] + 1)
    ]
    start, line = desk.start(ray >> 2), desk.line(edge)
    known = why_out(desk, out)
    return Deduction(
        facts, (line, start, *known), {"line": line.slot, "circle": start}, at=line.slot
    )


def common_cell(desk: Desk, circle: int) -> Deduction | None:
    """Whatever move the circle makes, it goes this way at least so far."""
    moves = desk.left(circle)
    if len(moves) < 2 or not moves[0][1] or len({ray for ray, _ in moves}) > 1:
        return None
    ray, least = min(moves)
    facts = desk.new(map(desk.line, desk.edges((ray, least))))
    if not facts:
        return None
    start, others = desk.start(circle), in_the_way(desk, circle)
    out = [move for move in desk.moves_of(circle) if not _passes(move, (ray, least))]
    known = why_out(desk, out, (start,))
    told = in_words(known)
    args: dict[str, Argument] = {"circle": start, "cell": desk.cell(desk.end((ray, least)))}
    if told and len(told) <= MOST_TOLD:
        return Deduction(facts, (start, *others, *known), {**args, "facts": told}, form="facts")
    return Deduction(facts, (start, *others, *known), args)


def _passes(move: Move, other: Move) -> bool:
    return move[0] == other[0] and move[1] >= other[1]


# --- where to look -------------------------------------------------------------------------------


def all_circles(desk: Desk) -> Iterable[int]:
    """Every circle."""
    return range(desk.count)


def circles_changed(desk: Desk, known: Known) -> Iterable[int]:
    """The circles that lost a move."""
    return desk.changed_circles(known)


def lines_by_circles(desk: Desk, known: Known) -> Iterator[int]:
    """A new line, and those along the rays of circles that lost a move."""
    if isinstance(known, Fact) and isinstance(known.slot, Edge) and known.holds:
        yield desk.number(known.slot)
    for circle in desk.changed_circles(known):
        for ray in range(4 * circle, 4 * circle + 4):
            yield from (each for each in desk.edges((ray, desk.free[ray])) if each in desk.lines)
