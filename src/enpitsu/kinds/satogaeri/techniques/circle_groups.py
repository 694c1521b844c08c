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
from enpitsu.kinds.satogaeri.techniques.reasons import outcome, why_out
from enpitsu.kinds.satogaeri.techniques.state import Move, SatogaeriState
from enpitsu.technique import Argument, Deduction, Known, Reason

MOST_CIRCLES = 6  # larger groups are beyond what people look for


class CircleGroup(NamedTuple):
    """Circles that share out as many countries among themselves."""

    circles: tuple[int, ...]
    countries: tuple[int, ...]
    is_fed: bool
    """Whether nobody else can end in the countries; else the circles can end nowhere else."""


def pair(state: SatogaeriState, site: int) -> Deduction | None:
    """Two circles that can only end in two countries take both, so nobody else ends there; two
    countries that only two circles can reach take both circles."""
    return _deduce(state, 2, 2)


def group(state: SatogaeriState, site: int) -> Deduction | None:
    """As many circles as countries in which alone they can end take all of them, so nobody else
    ends there; countries that only as many circles can reach take all of these."""
    return _deduce(state, 3, MOST_CIRCLES)


def _deduce(state: SatogaeriState, least: int, most: int) -> Deduction | None:
    found = state.once(smallest_group)
    if found is None or not least <= len(found.circles) <= most:
        return None
    return _fed(state, found) if found.is_fed else _confined(state, found)


def _confined(state: SatogaeriState, found: CircleGroup) -> Deduction:
    starts, cells = _places(state, found)
    shared = shared_out(state, found.circles, found.countries, cells)
    args: dict[str, Argument] = {"circles": starts, "cells": cells, "count": len(starts)}
    return Deduction(shared.facts, shared.because, args, notes=shared.notes)


def _fed(state: SatogaeriState, found: CircleGroup) -> Deduction:
    circles, countries = set(found.circles), set(found.countries)
    moves = chain.from_iterable(map(state.left, found.circles))
    result = outcome(state, _ending(state, moves, countries, False))
    others = (
        move
        for country in found.countries
        for move in state.moves_into(country)
        if move[0] >> 2 not in circles
    )
    also = _ending(state, result.also_out, countries, True)
    starts, cells = _places(state, found)
    places: tuple[Reason, ...] = tuple(dict.fromkeys((*starts, *cells)))
    known = why_out(state, (*others, *also), places)
    args: dict[str, Argument] = {"circles": starts, "cells": cells, "count": len(starts)}
    return Deduction(result.facts, (*places, *known), args, notes=result.notes, form="fed")


def _ending(
    state: SatogaeriState, moves: Iterable[Move], countries: set[int], inside: bool
) -> Iterator[Move]:
    return (move for move in moves if (state.country(move) in countries) == inside)


def _places(state: SatogaeriState, found: CircleGroup) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    starts = tuple(map(state.start, found.circles))
    return starts, tuple(map(state.sign_of, found.countries))


# --- finding groups ------------------------------------------------------------------------------


def smallest_group(state: SatogaeriState) -> CircleGroup | None:
    """The smallest group of two or more circles from which something follows; None if there is
    none, or only a very large one."""
    if not _match(state):
        return None
    home = {circle: country for country, circle in state.partner.items()}
    best: CircleGroup | None = None
    for circle in range(state.count):
        for is_fed in (False, True):
            most = len(best.circles) - 1 if best else MOST_CIRCLES
            circles = _closure(state, home, circle, is_fed, most)
            if circles and len(circles) > 1:
                countries = tuple(sorted(home[each] for each in circles))
                found = CircleGroup(tuple(sorted(circles)), countries, is_fed)
                best = found if _leads_on(state, found) else best
    return best


def _closure(
    state: SatogaeriState, home: Mapping[int, int], circle: int, is_fed: bool, most: int
) -> set[int]:
    """The smallest group of a sort that holds a circle; empty if it has more than `most`."""
    found, waiting = {circle}, [circle]
    while waiting:
        here = waiting.pop()
        if is_fed:
            near: Iterable[int] = state.enders[home[here]]
        else:
            near = (state.partner[country] for country in state.reached[here])
        for other in near:
            if other not in found:
                found.add(other)
                waiting.append(other)
        if len(found) > most:
            return set()
    return found


def _leads_on(state: SatogaeriState, found: CircleGroup) -> bool:
    if found.is_fed:
        return any(not state.reached[each].keys() <= set(found.countries) for each in found.circles)
    return any(not state.enders[each] <= set(found.circles) for each in found.countries)


def _match(state: SatogaeriState) -> bool:
    """Give each country a circle of its own, keeping what still holds; False if that is
    impossible."""
    partner = state.partner
    for country, circle in list(partner.items()):
        if circle not in state.enders[country]:
            del partner[country]
    matched = set(partner.values())
    lonely = (circle for circle in range(state.count) if circle not in matched)
    return state.count == len(state.enders) and all(_augment(state, each) for each in lonely)


def _augment(state: SatogaeriState, circle: int) -> bool:
    """Find a country for a circle; others move on to make room, as few as can be."""
    came_from: dict[int, int] = {}
    waiting = deque([circle])
    while waiting:
        here = waiting.popleft()
        for country in state.reached[here]:
            if country in came_from:
                continue
            came_from[country] = here
            if country not in state.partner:
                _shift(state, came_from, country)
                return True
            waiting.append(state.partner[country])
    return False


def _shift(state: SatogaeriState, came_from: Mapping[int, int], country: int) -> None:
    home = {circle: each for each, circle in state.partner.items()}
    while True:
        circle = came_from[country]
        state.partner[country] = circle
        if circle not in home:
            return
        country = home[circle]


# --- where to look -------------------------------------------------------------------------------


def everywhere(state: SatogaeriState) -> tuple[int, ...]:
    """One site: the whole board."""
    return (0,)


def if_changed(state: SatogaeriState, known: Known) -> tuple[int, ...]:
    """The board, if a move is out."""
    return (0,) if state.changed_circles(known) else ()
