"""Techniques that look at one country: who ends there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri.techniques.reasons import in_the_way, outcome, track, why_out
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.technique import Argument, Deduction


def last_chance(state: SatogaeriState, country: int) -> Deduction | None:
    """Some circle ends in each country, so where one move leads there, it is made."""
    moves = state.left_into(country) if len(state.enders[country]) == 1 else []
    if len(moves) != 1:
        return None
    (move,) = moves
    facts = track(state, move)
    if not facts:
        return None
    start, end = state.start(move[0] >> 2), state.cell(state.end(move))
    others = (other for other in state.moves_into(country) if other != move)
    known = why_out(state, others, (start,))
    form = "step" if move[1] else "stay"
    because = (start, *known)
    return Deduction(facts, because, {"circle": start, "end": end}, form=form, at=end)


def last_cell(state: SatogaeriState, country: int) -> Deduction | None:
    """Some circle ends in each country, so where all moves that lead there end in one cell, a
    circle ends in that cell."""
    ends = {state.end(move) for move in state.left_into(country)}
    if len(ends) != 1 or country in state.home_of:
        return None
    (end,) = ends
    others = (move for move in state.moves_into(country) if state.end(move) != end)
    cell = state.cell(end)
    form = "step" if len(state.puzzle.country_cells[country]) > 1 else "single"
    because = why_out(state, others)
    if end not in state.circle_at or not because:
        because = (cell, *because)
    return Deduction((state.home_fact(end),), because, {"cell": cell}, form=form, at=cell)


def last_circle(state: SatogaeriState, country: int) -> Deduction | None:
    """Some circle ends in each country, so where only one circle can, it ends nowhere else."""
    if len(state.enders[country]) != 1:
        return None
    (circle,) = state.enders[country]
    out = [move for move in state.left(circle) if state.country(move) != country]
    if not out:
        return None
    found = outcome(state, out)
    start, cell = state.start(circle), state.sign_of(country)
    others = (move for move in state.moves_into(country) if move[0] >> 2 != circle)
    also = (move for move in found.also_out if state.country(move) == country)
    places = tuple(dict.fromkeys((start, cell)))
    known = why_out(state, (*others, *also), places)
    args: dict[str, Argument] = {"circle": start, "cell": cell}
    return Deduction(found.facts, (*places, *known), args, notes=found.notes, at=cell)


def confined(state: SatogaeriState, circle: int) -> Deduction | None:
    """A circle that can only end in one country ends there, so nobody else does."""
    if len(state.reached[circle]) != 1:
        return None
    (country,) = state.reached[circle]
    if len(state.enders[country]) == 1:
        return None
    start = state.start(circle)
    args: dict[str, Argument] = {"circle": start, "cell": state.sign_of(country)}
    form = "own" if state.countries[state.starts[circle]] == country else "step"
    return share_out(state, (circle,), (country,), args, form=form)


def share_out(
    state: SatogaeriState,
    circles: Collection[int],
    countries: Collection[int],
    args: Mapping[str, Argument],
    *,
    form: str = "step",
    shown: Iterable[Cell] = (),
) -> Deduction:
    """Circles that can only end in as many countries take them all. Where none of them can end,
    nobody does; elsewhere the moves of others are out. `shown` are named as reasons, too."""
    moves = chain.from_iterable(map(state.left_into, countries))
    others = [move for move in moves if move[0] >> 2 not in circles]
    own = {state.end(move) for circle in circles for move in state.left(circle)}
    denied = sorted({state.end(move) for move in others} - own)
    found = outcome(state, [move for move in others if state.end(move) in own])
    facts = (*(state.home_fact(cell, False) for cell in denied), *found.facts)
    apart = [
        move
        for move in chain.from_iterable(map(state.moves_of, circles))
        if state.country(move) not in countries or state.end(move) in denied
    ]
    also = [move for move in found.also_out if state.country(move) not in countries]
    blocking = (cell for each in circles for cell in in_the_way(state, each))
    places = tuple(dict.fromkeys((*map(state.start, circles), *shown, *blocking)))
    known = why_out(state, (*apart, *also), places)
    return Deduction(facts, (*places, *known), args, notes=found.notes, form=form)


# --- where to look -------------------------------------------------------------------------------


def all_countries(state: SatogaeriState) -> Iterable[int]:
    """Every country."""
    return range(state.puzzle.country_count)
