"""Techniques that look at one country: who ends there."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from enpitsu.kinds.satogaeri.techniques.desk import Desk, Move
from enpitsu.kinds.satogaeri.techniques.reasons import in_the_way, movers, outcome, track, why_out
from enpitsu.technique import Argument, Deduction, Known


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
    own = {desk.end(move) for move in desk.left(circle)}
    others = [move for move in desk.left_into(country) if move[0] >> 2 != circle]
    if not others:
        return None
    denied = sorted({desk.end(move) for move in others} - own)
    found = outcome(desk, [move for move in others if desk.end(move) in own])
    facts = (*(desk.home(cell, False) for cell in denied), *found.facts)
    apart = (move for move in desk.moves_of(circle) if _ends_apart(desk, move, country, denied))
    also = (move for move in found.also_out if desk.country(move) != country)
    start, blocking = desk.start(circle), in_the_way(desk, circle)
    known = why_out(desk, (*apart, *also), (start, *blocking))
    args: dict[str, Argument] = {"circle": start, "cell": desk.sign_of(country)}
    args["movers"] = movers(desk, others)
    args["count"] = len(movers(desk, others))
    form = "own" if desk.countries[desk.starts[circle]] == country else "step"
    return Deduction(facts, (start, *blocking, *known), args, notes=found.notes, form=form)


def _ends_apart(desk: Desk, move: Move, country: int, denied: Collection[int]) -> bool:
    """Whether a move ends outside a country, or in one of these cells of it."""
    return desk.country(move) != country or desk.end(move) in denied


# --- where to look -------------------------------------------------------------------------------


def all_countries(desk: Desk) -> Iterable[int]:
    """Every country."""
    return range(desk.puzzle.country_count)


def countries_changed(desk: Desk, known: Known) -> Iterable[int]:
    """The countries that fewer moves lead to, and that of a new home."""
    return desk.changed_countries(known)
