"""Reasons that are enough and no more, and what a move that is out looks like on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enpitsu.grid import Cell, Edge, steps_apart
from enpitsu.kinds.satogaeri.techniques.state import Move, SatogaeriState
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Message, Reason

LINKS = ("taken", "occupied")  # what has a sentence of its own in the catalogue
MOST_TOLD = 4
"""So many things are named in a sentence; where there are more, the drawing shows them."""


def why_out(
    state: SatogaeriState, moves: Iterable[Move], given: Iterable[Reason] = ()
) -> tuple[Reason, ...]:
    """Return few reasons why these moves are out, beside those that are given: first the one that
    serves most moves, of several the one that is seen best."""
    had = set(given)
    open_moves = [{reason: rank for rank, reason in state.options(move)} for move in moves]
    open_moves = [each for each in open_moves if had.isdisjoint(each)]
    every, chosen = list(open_moves), []
    while open_moves:
        serves = Counter(reason for each in open_moves for reason in each)
        ranks = {reason: rank for each in open_moves for reason, rank in each.items()}
        chosen.append(min(serves, key=lambda reason: (-serves[reason], ranks[reason], str(reason))))
        open_moves = [each for each in open_moves if chosen[-1] not in each]
    for reason in tuple(chosen):
        others = set(chosen) - {reason}
        if all(not others.isdisjoint(each) for each in every):
            chosen.remove(reason)
    return tuple(chosen)


def in_words(
    state: SatogaeriState, moves: Iterable[Move], reasons: Iterable[Reason]
) -> tuple[Argument, ...]:
    """The facts and notes among the reasons why moves are out, as a sentence names them: what they
    have to do with these moves, those of one sort together."""
    told: dict[str, list[Argument]] = {}
    moves = list(moves)
    for reason in reasons:
        if isinstance(reason, Fact | Note):
            out = [move for move in moves if any(reason == each for _, each in state.options(move))]
            sort, place = _link(state, reason, out)
            told.setdefault(sort, []).append(place)
    linked: list[Argument] = []
    for sort, places in told.items():
        cells = tuple(dict.fromkeys(places))
        linked += [Message(f"satogaeri.links.{sort}", {"cells": cells})] if sort in LINKS else cells
    return tuple(linked)


def are_told(reasons: Iterable[Reason]) -> bool:
    """Return True if the facts and notes among reasons are few enough for a sentence."""
    return sum(isinstance(each, Fact | Note) for each in reasons) <= MOST_TOLD


def _link(state: SatogaeriState, reason: Fact | Note, out: Sequence[Move]) -> tuple[str, Argument]:
    """What puts moves out: a country that is taken, by the first move that would end in it, or a
    cell in their way that another circle takes."""
    if isinstance(reason, Fact) and reason.holds and out:
        path = state.path(out[0])
        if isinstance(reason.slot, Edge):
            cells = [cell for cell in state.ends(state.number(reason.slot)) if cell in path]
            if cells:
                return "occupied", state.cell(cells[0])
        else:
            home = state.at(reason.slot)
            if all(state.country(move) == state.countries[home] for move in out):
                return "taken", state.cell(state.end(out[0]))
            return "occupied", reason.slot
    return _sort(reason), reason


def _sort(known: Fact | Note) -> str:
    return known.name if isinstance(known, Note) else f"{known.value} {known.holds}"


def in_the_way(state: SatogaeriState, circle: int) -> tuple[Cell, ...]:
    """The circles before which a circle with a number would have to stop."""
    number = state.numbers[circle] or 0
    rays = range(4 * circle, 4 * circle + 4)
    return tuple(
        state.cell(there)
        for ray in rays
        if state.free[ray] < number and (there := next_start(state, ray)) is not None
    )


def next_start(state: SatogaeriState, ray: int) -> int | None:
    """The circle at the end of a ray; None at the border."""
    last = state.end((ray, state.free[ray]))
    there = last + state.steps[ray & 3]
    is_beside = steps_apart(last, there, state.cols) == 1
    return there if is_beside and there in state.circle_at else None


class MovesOut(NamedTuple):
    """The facts and notes that say that moves are out, and what else must be out for that."""

    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    also_out: tuple[Move, ...]


def outcome(state: SatogaeriState, moves: Iterable[Move]) -> MovesOut:
    """Facts where they say that these moves, all of them left so far, are out; notes elsewhere."""
    by_ray: dict[int, list[int]] = {}
    facts: list[Fact] = []
    notes: list[Note] = []
    also_out: list[Move] = []
    for ray, distance in moves:
        if distance:
            by_ray.setdefault(ray, []).append(distance)
        else:
            facts.append(state.home_fact(state.starts[ray >> 2], False))
    for ray, out in by_ray.items():
        edge_out = _first_closed(state, ray, out)
        if edge_out is not None:
            facts.append(state.line_fact(state.edge((ray, edge_out)), False))
            beyond = range(edge_out, state.free[ray] + 1)
            also_out += [(ray, far) for far in beyond if not state.is_left((ray, far))]
        for move in ((ray, far) for far in out if edge_out is None or far < edge_out):
            if len(state.passers[state.end(move)]) == 1:
                facts.append(state.home_fact(state.end(move), False))
            else:
                notes.append(state.note(move))
    return MovesOut(tuple(facts), tuple(notes), tuple(also_out))


def _first_closed(state: SatogaeriState, ray: int, out: Sequence[int]) -> int | None:
    """The first step of a ray that has no track when these distances are out: its very first if
    nothing is left, else one where nobody comes from the other side; None if there is none."""
    kept = [far for far in state.lengths[ray] if far not in out]
    if not kept:
        return 1
    tail = [far for far in out if far > kept[-1]]
    if tail and len(state.rays_along(state.edge((ray, min(tail))))) == 1:
        return min(tail)
    return None


def movers(state: SatogaeriState, moves: Iterable[Move]) -> tuple[Cell, ...]:
    """The circles whose moves these are."""
    return tuple(map(state.start, sorted({ray >> 2 for ray, _ in moves})))


def track(state: SatogaeriState, move: Move) -> tuple[Fact, ...]:
    """A whole move drawn: what is new of its lines and its home."""
    lines = [state.line_fact(edge) for edge in state.edges(move)]
    return state.new([*lines, state.home_fact(state.end(move))])
