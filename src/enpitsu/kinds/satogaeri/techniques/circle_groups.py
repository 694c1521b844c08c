"""Hall's theorem for players: as many countries as circles that can only end there.

With a perfect matching of circles and countries, the smallest such set that holds a country is
what can be reached from the country's partner: from a circle to the partners of all countries
where it may end. The smallest set of countries that only as many circles reach is found the same
way backwards (Régin 1994). So no subsets are tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from enpitsu.kinds.satogaeri.techniques.countries import share_out
from enpitsu.kinds.satogaeri.techniques.reasons import outcome, why_out
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.technique import Argument, Deduction, Known, Reason

MOST_CIRCLES = 6  # larger groups are beyond what people look for


class CircleGroup(NamedTuple):
    """Circles that share out as many countries among themselves."""

    circles: tuple[int, ...]
    countries: tuple[int, ...]
    is_fed: bool
    """True if nobody else can end in the countries; else the circles can end nowhere else."""


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
    circles, countries = set(found.circles), set(found.countries)
    starts = tuple(map(state.start, found.circles))
    cells = tuple(map(state.sign_of, found.countries))
    args: dict[str, Argument] = {"circles": starts, "cells": cells, "count": len(starts)}
    if not found.is_fed:
        return share_out(state, found.circles, found.countries, args, shown=cells)
    moves = chain.from_iterable(map(state.left, found.circles))
    result = outcome(state, (move for move in moves if state.country(move) not in countries))
    into = chain.from_iterable(map(state.moves_into, found.countries))
    others = (move for move in into if move[0] >> 2 not in circles)
    also = (move for move in result.also_out if state.country(move) in countries)
    places: tuple[Reason, ...] = tuple(dict.fromkeys((*starts, *cells)))
    known = why_out(state, (*others, *also), places)
    return Deduction(result.facts, (*places, *known), args, notes=result.notes, form="fed")


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
                if is_fed:
                    leads_on = any(
                        not state.reached[each].keys() <= set(countries) for each in circles
                    )
                else:
                    leads_on = any(not state.enders[each] <= circles for each in countries)
                if leads_on:
                    best = CircleGroup(tuple(sorted(circles)), countries, is_fed)
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
                home = {holder: each for each, holder in state.partner.items()}
                while here in home:
                    state.partner[country] = here
                    country = home[here]
                    here = came_from[country]
                state.partner[country] = here
                return True
            waiting.append(state.partner[country])
    return False


# --- where to look -------------------------------------------------------------------------------


def everywhere(state: SatogaeriState) -> tuple[int, ...]:
    """One site: the whole board."""
    return (0,)


def if_changed(state: SatogaeriState, known: Known) -> tuple[int, ...]:
    """The board, if a move is out."""
    return (0,) if state.changed_circles(known) else ()
