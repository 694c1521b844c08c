"""Techniques that look at one country: who ends there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from typing import NamedTuple

from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri.techniques.desk import Desk
from enpitsu.kinds.satogaeri.techniques.reasons import in_the_way, outcome, track, why_out
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Deduction, Known, Reason


def last_chance(desk: Desk, country: int) -> Deduction | None:
    """Some circle ends in each country, so where one move leads there, it is made."""
    moves = desk.left_into(country) if len(desk.enders[country]) == 1 else []
    if len(moves) != 1:
        return None
    (move,) = moves
    facts = track(desk, move)
    if not facts:
        return None
    start, end = desk.start(move[0] >> 2), desk.cell(desk.end(move))
    others = (other for other in desk.moves_into(country) if other != move)
    known = why_out(desk, others, (start,))
    form = "step" if move[1] else "stay"
    because = (start, *known)
    return Deduction(facts, because, {"circle": start, "end": end}, form=form, at=end)


def last_cell(desk: Desk, country: int) -> Deduction | None:
    """Some circle ends in each country, so where all moves that lead there end in one cell, a
    circle ends in that cell."""
    ends = {desk.end(move) for move in desk.left_into(country)}
    if len(ends) != 1 or country in desk.home_of:
        return None
    (end,) = ends
    others = (move for move in desk.moves_into(country) if desk.end(move) != end)
    cell = desk.cell(end)
    form = "step" if len(desk.puzzle.country_cells[country]) > 1 else "single"
    because = why_out(desk, others)
    if end not in desk.circle_at or not because:
        because = (cell, *because)
    return Deduction((desk.home(end),), because, {"cell": cell}, form=form, at=cell)


def last_circle(desk: Desk, country: int) -> Deduction | None:
    """Some circle ends in each country, so where only one circle can, it ends nowhere else."""
    if len(desk.enders[country]) != 1:
        return None
    (circle,) = desk.enders[country]
    out = [move for move in desk.left(circle) if desk.country(move) != country]
    if not out:
        return None
    found = outcome(desk, out)
    start, cell = desk.start(circle), desk.sign_of(country)
    others = (move for move in desk.moves_into(country) if move[0] >> 2 != circle)
    also = (move for move in found.also_out if desk.country(move) == country)
    places = tuple(dict.fromkeys((start, cell)))
    known = why_out(desk, (*others, *also), places)
    args: dict[str, Argument] = {"circle": start, "cell": cell}
    return Deduction(found.facts, (*places, *known), args, notes=found.notes, at=cell)


def confined(desk: Desk, circle: int) -> Deduction | None:
    """A circle that can only end in one country ends there, so nobody else does."""
    if len(desk.reached[circle]) != 1:
        return None
    (country,) = desk.reached[circle]
    if len(desk.enders[country]) == 1:
        return None
    found = shared_out(desk, (circle,), (country,))
    start = desk.start(circle)
    args: dict[str, Argument] = {"circle": start, "cell": desk.sign_of(country)}
    form = "own" if desk.countries[desk.starts[circle]] == country else "step"
    return Deduction(found.facts, found.because, args, notes=found.notes, form=form)


class Shared(NamedTuple):
    """That nobody else ends in countries which circles share out, and why."""

    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    because: tuple[Reason, ...]


def shared_out(
    desk: Desk, circles: Collection[int], countries: Collection[int], look: Iterable[Cell] = ()
) -> Shared:
    """Circles that can only end in as many countries take them all. Where none of them can end,
    nobody does; elsewhere the moves of others are out. Some cells to look at may be added."""
    moves = chain.from_iterable(map(desk.left_into, countries))
    others = [move for move in moves if move[0] >> 2 not in circles]
    own = {desk.end(move) for circle in circles for move in desk.left(circle)}
    denied = sorted({desk.end(move) for move in others} - own)
    found = outcome(desk, [move for move in others if desk.end(move) in own])
    facts = (*(desk.home(cell, False) for cell in denied), *found.facts)
    apart = [
        move
        for move in chain.from_iterable(map(desk.moves_of, circles))
        if desk.country(move) not in countries or desk.end(move) in denied
    ]
    also = [move for move in found.also_out if desk.country(move) not in countries]
    blocking = (cell for each in circles for cell in in_the_way(desk, each))
    places = tuple(dict.fromkeys((*map(desk.start, circles), *look, *blocking)))
    known = why_out(desk, (*apart, *also), places)
    return Shared(facts, found.notes, (*places, *known))


# --- where to look -------------------------------------------------------------------------------


def all_countries(desk: Desk) -> Iterable[int]:
    """Every country."""
    return range(desk.puzzle.country_count)


def countries_changed(desk: Desk, known: Known) -> Iterable[int]:
    """The countries that fewer moves lead to, and that of a new home."""
    return desk.changed_countries(known)
