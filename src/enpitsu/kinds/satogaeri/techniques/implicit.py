"""Bookkeeping: what players see at once when a track, a home or a number is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enpitsu.grid import Cell, Edge
from enpitsu.kinds.satogaeri.techniques.reasons import in_words, next_start, track, why_out
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Known, Reason


def _deduce(
    state: SatogaeriState,
    facts: Iterable[Fact],
    because: tuple[Reason, ...],
    form: str = "step",
    **args: Argument,
) -> Deduction | None:
    new = state.new(facts)
    return Deduction(new, because, {**args, "then": new}, form=form) if new else None


# --- tracks --------------------------------------------------------------------------------------


def straight(state: SatogaeriState, edge: int) -> Deduction | None:
    """A track neither bends nor meets another one, and it begins at its circle: so nothing else
    runs to its cells, and nobody ends where it goes on."""
    if edge not in state.lines:
        return None
    facts: list[Fact] = []
    for cell in state.ends(edge):
        on = None if cell in state.circle_at else state.beyond(cell, edge)
        beside = (each for each in state.edges_at(cell) if each not in (edge, on))
        facts += [state.line_fact(each, False) for each in beside]
        if cell in state.circle_at:
            facts.append(state.home_fact(cell, False))
    line = state.line_fact(edge)
    if found := _deduce(state, facts, (line,), lines=(line.slot,)):
        return found
    for cell in state.ends(edge):
        on = state.beyond(cell, edge)
        if on in state.lines and cell not in state.circle_at:
            other, passed = state.line_fact(on), state.home_fact(cell, False)
            if found := _deduce(state, [passed], (line, other), lines=(line.slot, other.slot)):
                return found
    return None


def track_end(state: SatogaeriState, cell: int) -> Deduction | None:
    """A track ends at its home and nowhere else: nothing goes on from a home, and a track that
    cannot go on is at home."""
    home, here = state.home_fact(cell), state.cell(cell)
    if cell in state.circle_at:
        crosses = [state.line_fact(edge, False) for edge in state.edges_at(cell)]
        is_home = cell in state.homes
        return _deduce(state, crosses, (home,), form="home", cell=here) if is_home else None
    line = next((edge for edge in state.edges_at(cell) if edge in state.lines), None)
    if line is None:
        return None
    on, track_here = state.beyond(cell, line), state.line_fact(line)
    if on is None:
        return _deduce(state, [home], (track_here,), cell=here)
    cross = state.line_fact(on, False)
    if cell in state.homes:
        return _deduce(state, [cross], (home, track_here), form="home", cell=here)
    if on in state.crosses:
        return _deduce(state, [home], (track_here, cross), cell=here)
    return None


def whole_track(state: SatogaeriState, circle: int) -> Deduction | None:
    """A circle with a number goes on the way it has begun, as far as the number says."""
    number = state.numbers[circle]
    for ray in range(4 * circle, 4 * circle + 4):
        if number and number in state.lengths[ray] and state.edge((ray, 1)) in state.lines:
            start = state.start(circle)
            because = (start, state.line_fact(state.edge((ray, 1))))
            return _deduce(state, track(state, (ray, number)), because, circle=start)
    return None


def must_move(state: SatogaeriState, circle: int) -> Deduction | None:
    """A number above 0 makes a circle move, so it does not end where it starts."""
    if not state.numbers[circle]:
        return None
    start = state.start(circle)
    return _deduce(state, [state.home_fact(state.starts[circle], False)], (start,), circle=start)


# --- ways that are closed to a circle with a number ----------------------------------------------


def border(state: SatogaeriState, ray: int) -> Deduction | None:
    """The circle would have to leave the board to go so far, so it does not go this way."""
    number = state.numbers[ray >> 2]
    if not number or not 0 < state.free[ray] < number:
        return None
    if next_start(state, ray) is not None:
        return None
    start = state.start(ray >> 2)
    return _deduce(state, [_first_step(state, ray)], (start,), circle=start)


def start_block(state: SatogaeriState, ray: int) -> Deduction | None:
    """Nobody enters the start of another circle, so a circle that would have to does not go this
    way."""
    circle, there = ray >> 2, next_start(state, ray)
    number = state.numbers[circle] or 1
    if there is None or state.free[ray] >= number:
        return None
    start, other = state.start(circle), state.cell(there)
    return _deduce(state, [_first_step(state, ray)], (start, other), circle=start, other=other)


def track_block(state: SatogaeriState, ray: int) -> Deduction | None:
    """Something known is in the way or at the end of the only move that the number allows this
    way, so the circle does not go this way."""
    circle = ray >> 2
    number = state.numbers[circle]
    if not number or state.free[ray] < number or state.lengths[ray]:
        return None
    fact = _first_step(state, ray)
    if state.knows(fact):
        return None
    start = state.start(circle)
    known = why_out(state, [(ray, number)])
    return _deduce(
        state,
        [fact],
        (start, *known),
        circle=start,
        reasons=in_words(state, [(ray, number)], known),
    )


def _first_step(state: SatogaeriState, ray: int) -> Fact:
    return state.line_fact(state.edge((ray, 1)), False)


# --- countries -----------------------------------------------------------------------------------


def full_country(state: SatogaeriState, country: int) -> Deduction | None:
    """Exactly one circle ends in a country, so where one home is known there is no other."""
    home = state.home_of.get(country)
    if home is None:
        return None
    cells = map(state.at, state.puzzle.country_cells[country])
    others = [
        state.home_fact(cell, False) for cell in cells if cell != home and cell in state.targets
    ]
    return _deduce(state, others, (state.home_fact(home),), cell=state.cell(home))


# --- where nobody comes any more -----------------------------------------------------------------


def unreached(state: SatogaeriState, ray: int) -> Deduction | None:
    """Every track comes from a circle, so where no move left runs along, there is no track, and
    where none ends, no circle ends."""
    lengths = state.lengths[ray]
    for far in range(lengths[-1] + 1 if lengths else 1, state.free[ray] + 1):
        edge = state.edge((ray, far))
        passing = () if edge in state.crosses else state.rays_along(edge)
        if passing and not any(state.goes_to(other, least) for other, least in passing):
            moves = [
                (other, distance)
                for other, least in passing
                for distance in range(least, state.free[other] + 1)
            ]
            cross = state.line_fact(edge, False)
            return _deduce(state, [cross], why_out(state, moves), line=cross.slot)
    for far in range(1, state.free[ray] + 1):
        cell = state.end((ray, far))
        if cell not in state.denied and not any(map(state.is_left, state.passers[cell])):
            because, none = why_out(state, state.passers[cell]), state.home_fact(cell, False)
            return _deduce(state, [none], because, form="cell", cell=state.cell(cell))
    return None


# --- where to look again -------------------------------------------------------------------------


def lines_near(state: SatogaeriState, known: Known) -> Iterator[int]:
    """A new line, and those with which it goes straight on."""
    edge = state.new_line(known)
    if edge is not None:
        yield edge
        onward = (state.beyond(cell, edge) for cell in state.ends(edge))
        yield from (each for each in onward if each is not None and each in state.lines)


def cells_near(state: SatogaeriState, known: Known) -> Iterator[int]:
    """The cells that a new fact is about."""
    if isinstance(known, Fact) and isinstance(known.slot, Edge):
        yield from state.ends(state.number(known.slot))
    elif isinstance(known, Fact) and isinstance(known.slot, Cell) and known.holds:
        yield state.at(known.slot)


def circles_on(state: SatogaeriState, known: Known) -> Iterator[int]:
    """The circles from which a new line goes."""
    edge = state.new_line(known)
    cells = state.ends(edge) if edge is not None else ()
    return (state.circle_at[cell] for cell in cells if cell in state.circle_at)


def country_with(state: SatogaeriState, known: Known) -> Iterator[int]:
    """The country of a new home."""
    if isinstance(known, Fact) and isinstance(known.slot, Cell) and known.holds:
        yield state.countries[state.at(known.slot)]


def rays_changed(state: SatogaeriState, known: Known) -> Iterator[int]:
    """The rays of circles that lost a move."""
    for circle in state.changed_circles(known):
        yield from range(4 * circle, 4 * circle + 4)


def nowhere(state: SatogaeriState, known: Known) -> tuple[int, ...]:
    """Nothing new leads on."""
    return ()
