"""Bookkeeping: what players see at once when a track, a home or a number is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enpitsu.grid import Cell, Edge
from enpitsu.kinds.satogaeri.techniques.desk import Desk
from enpitsu.kinds.satogaeri.techniques.reasons import next_start, track, why_out
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Known, Reason


def _deduce(
    desk: Desk,
    facts: Iterable[Fact],
    because: tuple[Reason, ...],
    form: str = "step",
    **args: Argument,
) -> Deduction | None:
    new = desk.new(facts)
    return Deduction(new, because, {**args, "then": new}, form=form) if new else None


# --- tracks --------------------------------------------------------------------------------------


def straight(desk: Desk, edge: int) -> Deduction | None:
    """A track neither bends nor meets another one, and it begins at its circle: so nothing else
    runs to its cells, and nobody ends where it goes on."""
    if edge not in desk.lines:
        return None
    facts: list[Fact] = []
    for cell in desk.ends(edge):
        on = None if cell in desk.circle_at else desk.beyond(cell, edge)
        beside = (each for each in desk.edges_at(cell) if each not in (edge, on))
        facts += [desk.line(each, False) for each in beside]
        if cell in desk.circle_at:
            facts.append(desk.home(cell, False))
    line = desk.line(edge)
    return _deduce(desk, facts, (line,), lines=(line.slot,)) or _passed(desk, edge)


def _passed(desk: Desk, edge: int) -> Deduction | None:
    for cell in desk.ends(edge):
        on = desk.beyond(cell, edge)
        if on in desk.lines and cell not in desk.circle_at:
            a, b = desk.line(edge), desk.line(on)
            if found := _deduce(desk, [desk.home(cell, False)], (a, b), lines=(a.slot, b.slot)):
                return found
    return None


def track_end(desk: Desk, cell: int) -> Deduction | None:
    """A track ends at its home and nowhere else: nothing goes on from a home, and a track that
    cannot go on is at home."""
    home, here = desk.home(cell), desk.cell(cell)
    if cell in desk.circle_at:
        crosses = [desk.line(edge, False) for edge in desk.edges_at(cell)]
        is_home = cell in desk.homes
        return _deduce(desk, crosses, (home,), form="home", cell=here) if is_home else None
    line = next((edge for edge in desk.edges_at(cell) if edge in desk.lines), None)
    if line is None:
        return None
    on, track_here = desk.beyond(cell, line), desk.line(line)
    if on is None:
        return _deduce(desk, [home], (track_here,), cell=here)
    cross = desk.line(on, False)
    if cell in desk.homes:
        return _deduce(desk, [cross], (home, track_here), form="home", cell=here)
    if on in desk.crosses:
        return _deduce(desk, [home], (track_here, cross), cell=here)
    return None


def whole_track(desk: Desk, circle: int) -> Deduction | None:
    """A circle with a number goes on the way it has begun, as far as the number says."""
    number = desk.numbers[circle]
    for ray in range(4 * circle, 4 * circle + 4):
        if number and number in desk.lengths[ray] and desk.edge((ray, 1)) in desk.lines:
            start = desk.start(circle)
            because = (start, desk.line(desk.edge((ray, 1))))
            return _deduce(desk, track(desk, (ray, number)), because, circle=start)
    return None


def must_move(desk: Desk, circle: int) -> Deduction | None:
    """A number above 0 makes a circle move, so it does not end where it starts."""
    if not desk.numbers[circle]:
        return None
    start = desk.start(circle)
    return _deduce(desk, [desk.home(desk.starts[circle], False)], (start,), circle=start)


# --- ways that are closed to a circle with a number ----------------------------------------------


def border(desk: Desk, ray: int) -> Deduction | None:
    """The circle would have to leave the board to go so far, so it does not go this way."""
    number = desk.numbers[ray >> 2]
    if not number or not 0 < desk.free[ray] < number:
        return None
    if next_start(desk, ray) is not None:
        return None
    start = desk.start(ray >> 2)
    return _deduce(desk, [_first_step(desk, ray)], (start,), circle=start)


def start_block(desk: Desk, ray: int) -> Deduction | None:
    """Nobody enters the start of another circle, so a circle that would have to does not go this
    way."""
    circle, there = ray >> 2, next_start(desk, ray)
    number = desk.numbers[circle] or 1
    if there is None or desk.free[ray] >= number:
        return None
    start, other = desk.start(circle), desk.cell(there)
    return _deduce(desk, [_first_step(desk, ray)], (start, other), circle=start, other=other)


def track_block(desk: Desk, ray: int) -> Deduction | None:
    """Something known is in the way or at the end of the only move that the number allows this
    way, so the circle does not go this way."""
    circle = ray >> 2
    number = desk.numbers[circle]
    if not number or desk.free[ray] < number or desk.lengths[ray]:
        return None
    fact = _first_step(desk, ray)
    if desk.knows(fact):
        return None
    start = desk.start(circle)
    known = why_out(desk, [(ray, number)])
    return _deduce(desk, [fact], (start, *known), circle=start, reasons=known)


def _first_step(desk: Desk, ray: int) -> Fact:
    return desk.line(desk.edge((ray, 1)), False)


# --- countries -----------------------------------------------------------------------------------


def full_country(desk: Desk, country: int) -> Deduction | None:
    """Exactly one circle ends in a country, so where one home is known there is no other."""
    home = desk.home_of.get(country)
    if home is None:
        return None
    cells = map(desk.at, desk.puzzle.country_cells[country])
    others = [desk.home(cell, False) for cell in cells if cell != home and cell in desk.targets]
    return _deduce(desk, others, (desk.home(home),), cell=desk.cell(home))


# --- where nobody comes any more -----------------------------------------------------------------


def unreached(desk: Desk, ray: int) -> Deduction | None:
    """Every track comes from a circle, so where no move left runs along, there is no track, and
    where none ends, no circle ends."""
    return _unreached_lines(desk, ray) or _unreached_cells(desk, ray)


def _unreached_lines(desk: Desk, ray: int) -> Deduction | None:
    lengths = desk.lengths[ray]
    for far in range(lengths[-1] + 1 if lengths else 1, desk.free[ray] + 1):
        edge = desk.edge((ray, far))
        if edge not in desk.crosses:
            passing = desk.rays_along(edge)
            if not any(desk.goes_to(other, least) for other, least in passing):
                moves = [
                    (other, distance)
                    for other, least in passing
                    for distance in range(least, desk.free[other] + 1)
                ]
                cross = desk.line(edge, False)
                return _deduce(desk, [cross], why_out(desk, moves), line=cross.slot)
    return None


def _unreached_cells(desk: Desk, ray: int) -> Deduction | None:
    for far in range(1, desk.free[ray] + 1):
        cell = desk.end((ray, far))
        if cell not in desk.denied:
            passing = desk.passers[cell]
            if not any(map(desk.is_left, passing)):
                none = desk.home(cell, False)
                because = why_out(desk, passing)
                return _deduce(desk, [none], because, form="cell", cell=desk.cell(cell))
    return None


# --- where to look again -------------------------------------------------------------------------


def lines_near(desk: Desk, known: Known) -> Iterator[int]:
    """A new line, and those with which it goes straight on."""
    if isinstance(known, Fact) and isinstance(known.slot, Edge) and known.holds:
        edge = desk.number(known.slot)
        yield edge
        onward = (desk.beyond(cell, edge) for cell in desk.ends(edge))
        yield from (each for each in onward if each is not None and each in desk.lines)


def cells_near(desk: Desk, known: Known) -> Iterator[int]:
    """The cells that a new fact is about."""
    if isinstance(known, Fact) and isinstance(known.slot, Edge):
        yield from desk.ends(desk.number(known.slot))
    elif isinstance(known, Fact) and isinstance(known.slot, Cell) and known.holds:
        yield desk.at(known.slot)


def circles_on(desk: Desk, known: Known) -> Iterator[int]:
    """The circles from which a new line goes."""
    if isinstance(known, Fact) and isinstance(known.slot, Edge) and known.holds:
        cells = desk.ends(desk.number(known.slot))
        yield from (desk.circle_at[cell] for cell in cells if cell in desk.circle_at)


def country_with(desk: Desk, known: Known) -> Iterator[int]:
    """The country of a new home."""
    if isinstance(known, Fact) and isinstance(known.slot, Cell) and known.holds:
        yield desk.countries[desk.at(known.slot)]


def rays_changed(desk: Desk, known: Known) -> Iterator[int]:
    """The rays of circles that lost a move."""
    for circle in desk.changed_circles(known):
        yield from range(4 * circle, 4 * circle + 4)


def nowhere(desk: Desk, known: Known) -> tuple[int, ...]:
    """Nothing new leads on."""
    return ()
