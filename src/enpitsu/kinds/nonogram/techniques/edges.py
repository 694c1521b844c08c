"""Edge logic: what a run at the edge of the open part of the grid does to the lines further in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.engines.rules.ranges import span
from enpitsu.kinds.nonogram.techniques.desk import Desk
from enpitsu.kinds.nonogram.techniques.fits import Fit
from enpitsu.kinds.nonogram.techniques.view import Atom, View, fewest
from enpitsu.position import Fact, Note
from enpitsu.technique import Deduction

DEPTH = 3
"""How many lines further in are looked at."""

WHOLE_BOARD = 0


class Place(NamedTuple):
    """A run laid from some cell on."""

    run: int
    start: int


class Refusal(NamedTuple):
    """Why a run cannot lie at a place: what crossing lines make of it, which with what is known
    leaves no way to finish a line further in."""

    place: Place
    inner: int
    carried: tuple[Atom, ...]
    known: tuple[Atom, ...]


def whole_board(desk: Desk) -> Iterable[int]:
    """The one site of techniques that look at all lines at once."""
    return (WHOLE_BOARD,)


def whole_board_again(desk: Desk, known: Fact | Note) -> Iterable[int]:
    """Anything new may lead on."""
    return (WHOLE_BOARD,)


def edge_logic(desk: Desk, site: int) -> Deduction | None:
    """Each run that covers the cell begins or goes on in all lines that cross it, and wherever it
    lies, what these must then have in a line further in does not fit there."""
    for outer, inners in _edges(desk):
        view = desk.view(outer)
        if view.exact is not None:
            for atom in _open_cells(view):
                refusals = _refuse_all(desk, outer, inners, view.exact, atom)
                if refusals:
                    return _deduce(desk, outer, atom, refusals)
    return None


def _edges(desk: Desk) -> Iterator[tuple[int, list[int]]]:
    """The first lines from each side that are not finished, with the next ones further in."""
    rows, cols = range(desk.rows), range(desk.rows, desk.rows + desk.cols)
    for side in (rows, rows[::-1], cols, cols[::-1]):
        open_lines = [at for at, line in enumerate(side) if any(_open_cells(desk.view(line)))]
        if open_lines:
            at = open_lines[0]
            yield side[at], list(side[at + 1 : at + 1 + DEPTH])


def _open_cells(view: View) -> Iterator[Atom]:
    """What cells can still turn out to be."""
    for colour, can in enumerate(view.can[:-1]):
        for at in bit_positions(can & view.can[-1]):
            yield Atom(at, colour, True)


def _places(view: View, fit: Fit, atom: Atom) -> list[Place] | None:
    """Where runs lie that cover a cell; None if some have no told length."""
    found = []
    for run, lay in enumerate(fit.lays):
        length, colour = view.clue[run]
        if colour == atom.colour and lay.covers >> atom.at & 1:
            if length is None:
                return None
            over = lay.starts & span(max(0, atom.at - length + 1), atom.at)
            found += [Place(run, start) for start in bit_positions(over)]
    return found


def _refuse_all(
    desk: Desk, outer: int, inners: Sequence[int], fit: Fit, atom: Atom
) -> list[Refusal]:
    """A refusal for every run that covers the cell; nothing if one is possible."""
    refusals = []
    for place in _places(desk.view(outer), fit, atom) or ():
        found = (_refuse(desk, outer, inner, place) for inner in inners)
        refusal = next((each for each in found if each is not None), None)
        if refusal is None:
            return []
        refusals.append(refusal)
    return refusals


def _refuse(desk: Desk, outer: int, inner: int, place: Place) -> Refusal | None:
    length, colour = desk.view(outer).clue[place.run]
    assert length is not None
    carried: list[Atom] = []
    for at in range(place.start, place.start + length):
        carried += _carried(desk, outer, inner, Atom(at, colour, True))
    view = desk.view(inner)
    if not carried or view.plus(carried).exact is not None:
        return None
    # What is known comes first, so that it is left out where it can be.
    reasons = fewest([*view.atoms(), *carried], lambda some: view.only(some).exact is None)
    new = set(carried)
    return Refusal(
        place,
        inner,
        tuple(atom for atom in reasons if atom in new),
        tuple(atom for atom in reasons if atom not in new),
    )


def _carried(desk: Desk, outer: int, inner: int, atom: Atom) -> Iterator[Atom]:
    """What a line that crosses here must have further in."""
    crossing, at = desk.crossing(outer, atom.at)
    _, there = desk.crossing(inner, atom.at)
    news = desk.view(crossing).after(atom._replace(at=at)).news
    if news is not None:
        for masks, holds in zip(news, (True, False), strict=True):
            for colour, mask in enumerate(masks):
                if mask >> there & 1:
                    yield Atom(atom.at, colour, holds)


def _deduce(desk: Desk, outer: int, atom: Atom, refusals: Sequence[Refusal]) -> Deduction:
    view = desk.view(outer)
    because: dict[Fact, None] = {}
    refused = {refusal.place for refusal in refusals}

    def leaves_only_refused(some: Sequence[Atom]) -> bool:
        fit = view.only(some).exact
        places = None if fit is None else _places(view, fit, atom)
        return places is not None and refused.issuperset(places)

    for reason in fewest(view.atoms(), leaves_only_refused):
        because[desk.fact(outer, reason)] = None
    crossings: set[int] = set()
    for refusal in refusals:
        for reason in refusal.known:
            because[desk.fact(refusal.inner, reason)] = None
        for carried in refusal.carried:
            crossing, reasons = _why_carried(desk, outer, refusal, carried)
            crossings.add(crossing)
            because.update(dict.fromkeys(reasons))
    lines = [outer, *sorted({refusal.inner for refusal in refusals}), *sorted(crossings)]
    places = [desk.line(site) for site in lines]
    inner_count = len(lines) - len(crossings)
    fact = desk.fact(outer, atom._replace(holds=False))
    args = {
        "cell": fact.slot,
        "colour": fact.value,
        "line": places[0],
        "inner": tuple(places[1:inner_count]),
        "crossing": tuple(places[inner_count:]),
    }
    return Deduction((fact,), (*places, *sorted(because)), args, at=fact.slot)


def _why_carried(desk: Desk, outer: int, refusal: Refusal, carried: Atom) -> tuple[int, list[Fact]]:
    """The line that crosses, and what is known in it that carries a run on."""
    colour = desk.view(outer).clue[refusal.place.run].colour
    crossing, at = desk.crossing(outer, carried.at)
    _, there = desk.crossing(refusal.inner, carried.at)
    cause, effect = Atom(at, colour, True), carried._replace(at=there)
    reasons = why_implied(desk.view(crossing), cause, effect)
    return crossing, [desk.fact(crossing, reason) for reason in reasons]


def why_implied(view: View, cause: Atom, effect: Atom) -> list[Atom]:
    """The known cells of a line by which one thing follows from another."""
    masks = tuple(1 << effect.at if at == effect.colour else 0 for at in range(len(view.painted)))
    nothing = (0,) * len(masks)
    paints, denies = (masks, nothing) if effect.holds else (nothing, masks)
    return fewest(view.atoms(), lambda some: view.only((*some, cause)).entails(paints, denies))
