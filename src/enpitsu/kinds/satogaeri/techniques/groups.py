"""Hall's theorem for players: as many countries as circles that can only end there.

With a perfect matching of circles and countries, the smallest such set that holds a country is
what can be reached from the country's partner: from a circle to the partners of all countries
where it may end. The smallest set of countries that only as many circles reach is found the same
way backwards (Régin 1994). So no subsets are tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri.techniques.countries import shared_out
from enpitsu.kinds.satogaeri.techniques.desk import Desk, Move
from enpitsu.kinds.satogaeri.techniques.reasons import outcome, why_out
from enpitsu.technique import Argument, Deduction, Known, Reason

MOST_CIRCLES = 6
"""Larger groups are beyond what people look for."""


class Group(NamedTuple):
    """Circles that share out as many countries among themselves."""

    circles: tuple[int, ...]
    countries: tuple[int, ...]
    is_fed: bool
    """Whether nobody else can end in the countries; else the circles can end nowhere else."""


def pair(desk: Desk, site: int) -> Deduction | None:
    """Two circles that can only end in two countries take both, so nobody else ends there; two
    countries that only two circles can reach take both circles."""
    return _deduce(desk, 2, 2)


def group(desk: Desk, site: int) -> Deduction | None:
    """As many circles as countries in which alone they can end take all of them, so nobody else
    ends there; countries that only as many circles can reach take all of these."""
    return _deduce(desk, 3, MOST_CIRCLES)


def _deduce(desk: Desk, least: int, most: int) -> Deduction | None:
    found = desk.once(smallest_group)
    if found is None or not least <= len(found.circles) <= most:
        return None
    return _fed(desk, found) if found.is_fed else _confined(desk, found)


def _confined(desk: Desk, found: Group) -> Deduction:
    starts, cells = _places(desk, found)
    shared = shared_out(desk, found.circles, found.countries, cells)
    args: dict[str, Argument] = {"circles": starts, "cells": cells, "count": len(starts)}
    return Deduction(shared.facts, shared.because, args, notes=shared.notes)


def _fed(desk: Desk, found: Group) -> Deduction:
    circles, countries = set(found.circles), set(found.countries)
    moves = chain.from_iterable(map(desk.left, found.circles))
    result = outcome(desk, _ending(desk, moves, countries, False))
    others = (
        move
        for country in found.countries
        for move in desk.moves_into(country)
        if move[0] >> 2 not in circles
    )
    also = _ending(desk, result.also_out, countries, True)
    starts, cells = _places(desk, found)
    places: tuple[Reason, ...] = tuple(dict.fromkeys((*starts, *cells)))
    known = why_out(desk, (*others, *also), places)
    args: dict[str, Argument] = {"circles": starts, "cells": cells, "count": len(starts)}
    return Deduction(result.facts, (*places, *known), args, notes=result.notes, form="fed")


def _ending(desk: Desk, moves: Iterable[Move], countries: set[int], inside: bool) -> Iterator[Move]:
    return (move for move in moves if (desk.country(move) in countries) == inside)


def _places(desk: Desk, found: Group) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    starts = tuple(map(desk.start, found.circles))
    return starts, tuple(map(desk.sign_of, found.countries))


# --- finding groups ------------------------------------------------------------------------------


def smallest_group(desk: Desk) -> Group | None:
    """The smallest group of two or more circles from which something follows; None if there is
    none, or only a very large one."""
    if not _match(desk):
        return None
    home = {circle: country for country, circle in desk.partner.items()}
    best: Group | None = None
    for circle in range(desk.count):
        for is_fed in (False, True):
            most = len(best.circles) - 1 if best else MOST_CIRCLES
            circles = _closure(desk, home, circle, is_fed, most)
            if circles and len(circles) > 1:
                countries = tuple(sorted(home[each] for each in circles))
                found = Group(tuple(sorted(circles)), countries, is_fed)
                best = found if _leads_on(desk, found) else best
    return best


def _closure(desk: Desk, home: Mapping[int, int], circle: int, is_fed: bool, most: int) -> set[int]:
    """The smallest group of a sort that holds a circle; empty if it has more than `most`."""
    found, waiting = {circle}, [circle]
    while waiting:
        here = waiting.pop()
        if is_fed:
            near: Iterable[int] = desk.enders[home[here]]
        else:
            near = (desk.partner[country] for country in desk.reached[here])
        for other in near:
            if other not in found:
                found.add(other)
                waiting.append(other)
        if len(found) > most:
            return set()
    return found


def _leads_on(desk: Desk, found: Group) -> bool:
    if found.is_fed:
        return any(not desk.reached[each].keys() <= set(found.countries) for each in found.circles)
    return any(not desk.enders[each] <= set(found.circles) for each in found.countries)


def _match(desk: Desk) -> bool:
    """Give each country a circle of its own, keeping what still holds; False if that is
    impossible."""
    partner = desk.partner
    for country, circle in list(partner.items()):
        if circle not in desk.enders[country]:
            del partner[country]
    matched = set(partner.values())
    lonely = (circle for circle in range(desk.count) if circle not in matched)
    return desk.count == len(desk.enders) and all(_augment(desk, each) for each in lonely)


def _augment(desk: Desk, circle: int) -> bool:
    """Find a country for a circle; others move on to make room, as few as can be."""
    came_from: dict[int, int] = {}
    waiting = deque([circle])
    while waiting:
        here = waiting.popleft()
        for country in desk.reached[here]:
            if country in came_from:
                continue
            came_from[country] = here
            if country not in desk.partner:
                _shift(desk, came_from, country)
                return True
            waiting.append(desk.partner[country])
    return False


def _shift(desk: Desk, came_from: Mapping[int, int], country: int) -> None:
    home = {circle: each for each, circle in desk.partner.items()}
    while True:
        circle = came_from[country]
        desk.partner[country] = circle
        if circle not in home:
            return
        country = home[circle]


# --- where to look -------------------------------------------------------------------------------


def everywhere(desk: Desk) -> tuple[int, ...]:
    """One site: the whole board."""
    return (0,)


def if_changed(desk: Desk, known: Known) -> tuple[int, ...]:
    """The board, if a move is out."""
    return (0,) if desk.changed_circles(known) else ()
