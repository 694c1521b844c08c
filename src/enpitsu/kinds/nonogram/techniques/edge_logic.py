"""Edge logic: what a run at the edge of the open part of the grid does to the lines further in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from enpitsu.grid import Cell, bit_positions
from enpitsu.kinds.nonogram.bits import span
from enpitsu.kinds.nonogram.techniques.line_view import Atom, LineView
from enpitsu.kinds.nonogram.techniques.reasons import fewest, things
from enpitsu.kinds.nonogram.techniques.run_placements import LinePlacements
from enpitsu.kinds.nonogram.techniques.state import CellsWord, NonogramState, RunWord, Word
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Deduction

DEPTH = 3  # how many lines further in are looked at
MOST_TRIED = 6  # conclusions of which the one with the fewest reasons is told
MOST_THINGS = 9  # lines and known cells that it may rest on: longer stories are told as refutations

WHOLE_BOARD = 0


class LaidRun(NamedTuple):
    """A run laid from the first to the last cell."""

    run: int
    first: int
    last: int


class EdgeContradiction(NamedTuple):
    """The reason why a cell cannot have a colour: what lines that cross the only run over it
    make of it, which with what is known leaves no way to finish a line further in."""

    outer: int
    atom: Atom
    place: LaidRun
    inner: int
    carried: tuple[Atom, ...]
    known: tuple[Atom, ...]


def whole_board(state: NonogramState) -> Iterable[int]:
    """The one site of techniques that look at all lines at once."""
    return (WHOLE_BOARD,)


def whole_board_again(state: NonogramState, known: Fact | Note) -> Iterable[int]:
    """Anything new may lead on."""
    return (WHOLE_BOARD,)


def edge_logic(state: NonogramState, site: int) -> Deduction | None:
    """Only one run can lie over the cell, and only at one place; there it begins or goes on in all
    lines that cross it, and what these must then have in a line further in does not fit there."""
    found = sorted(
        _refusals(state),
        key=lambda each: len({atom.at for atom in each.carried}) + things(each.known),
    )
    deductions = [_deduce(state, refusal) for refusal in found[:MOST_TRIED]]
    best = min(deductions, key=_size, default=None)
    return best if best is not None and _size(best) <= MOST_THINGS else None


def _size(found: Deduction) -> int:
    """Return about how many things a deduction rests on: side by side in a row counts once."""
    facts = {reason for reason in found.because if isinstance(reason, Fact)}
    count = len(found.because) - len(facts)
    for fact in facts:
        assert isinstance(fact.slot, Cell)
        row, col = fact.slot
        before = (Cell(row, col - 1), Cell(row - 1, col))
        count += not any(fact._replace(slot=cell) in facts for cell in before)
    return count


def _refusals(state: NonogramState) -> Iterator[EdgeContradiction]:
    """Look at the first lines from each side that are not finished, with the next ones further
    in."""
    rows, cols = range(state.rows), range(state.rows, state.rows + state.cols)
    for side in (rows, rows[::-1], cols, cols[::-1]):
        open_lines = (at for at, line in enumerate(side) if any(_open_cells(state.view(line))))
        edge = next(open_lines, None)
        if edge is None:
            continue
        outer, view = side[edge], state.view(side[edge])
        for atom in _open_cells(view):
            place = _only_place(view, view.exact, atom)
            if place is not None:
                inners = side[edge + 1 : edge + 1 + DEPTH]
                refusals = (_refuse(state, outer, inner, atom, place) for inner in inners)
                yield from (each for each in refusals if each is not None)


def _open_cells(view: LineView) -> Iterator[Atom]:
    """Yield each colour that an open cell can still have."""
    for colour, can in enumerate(view.can[:-1]):
        for at in bit_positions(can & view.can[-1]):
            yield Atom(at, colour, True)


def _only_place(view: LineView, fit: LinePlacements | None, atom: Atom) -> LaidRun | None:
    """Return the only place of a run of told length that covers a cell; None if there are more."""
    found: list[LaidRun] = []
    for run, lay in enumerate(fit.runs if fit is not None else ()):
        length, colour = view.clue[run]
        if colour == atom.colour and lay.covers >> atom.at & 1:
            if length is None:
                return None
            over = lay.starts & span(max(0, atom.at - length + 1), atom.at)
            found += [LaidRun(run, at, at + length - 1) for at in bit_positions(over)]
    return found[0] if len(found) == 1 else None


def _refuse(
    state: NonogramState, outer: int, inner: int, atom: Atom, place: LaidRun
) -> EdgeContradiction | None:
    carried: list[Atom] = []
    for place_at in range(place.first, place.last + 1):
        # What the line that crosses here must have further in.
        crossing, at = state.crossing(outer, place_at)
        _, there = state.crossing(inner, place_at)
        news = state.view(crossing).after(atom._replace(at=at)).news
        for masks, holds in zip(news or (), (True, False), strict=False):
            found = [value for value, mask in enumerate(masks) if mask >> there & 1]
            carried += [Atom(place_at, value, holds) for value in found]
    view = state.view(inner)
    if not carried or view.plus(carried).exact is not None:
        return None
    # What is known comes first, so that it is left out where it can be.
    reasons = fewest([*view.atoms(), *carried], lambda some: view.only(some).exact is None)
    new = set(carried)
    return EdgeContradiction(
        outer,
        atom,
        place,
        inner,
        tuple(atom for atom in reasons if atom in new),
        tuple(atom for atom in reasons if atom not in new),
    )


def _deduce(state: NonogramState, refusal: EdgeContradiction) -> Deduction:
    outer, atom, place, inner = refusal[:4]
    view = state.view(outer)

    def leaves_only_place(some: Sequence[Atom]) -> bool:
        return _only_place(view, view.only(some).exact, atom) == place

    because = {state.fact(outer, each) for each in fewest(view.atoms(), leaves_only_place)}
    because.update(state.fact(inner, each) for each in refusal.known)
    crossings: set[int] = set()
    for carried in refusal.carried:
        # What is known in the line that crosses and carries the run on.
        crossing, at = state.crossing(outer, carried.at)
        _, there = state.crossing(inner, carried.at)
        cause, effect = atom._replace(at=at), carried._replace(at=there)
        reasons = why_implied(state.view(crossing), cause, effect)
        because.update(state.fact(crossing, reason) for reason in reasons)
        crossings.add(crossing)
    covered = span(place.first, place.last)
    words: dict[str, Word] = {"run": RunWord(place.run), "place": CellsWord(covered)}
    fact = state.fact(outer, atom._replace(holds=False))
    lines = [state.lines[crossing] for crossing in sorted(crossings)]
    args: dict[str, Argument] = {
        **state.words(outer, words),
        "cell": fact.slot,
        "inner": state.lines[inner],
        "crossing": tuple(lines),
        "carried": state.facts_of(inner, refusal.carried),
        "then": fact,
        "known": tuple(sorted(because, key=lambda each: (not each.holds, each.value, each.slot))),
    }
    all_lines = [state.lines[outer], state.lines[inner], *lines]
    form = "step-known" if because else "step"
    return Deduction((fact,), (*all_lines, *sorted(because)), args, form=form, at=fact.slot)


def why_implied(view: LineView, cause: Atom, effect: Atom) -> list[Atom]:
    """The known cells of a line by which one thing follows from another."""
    return fewest(view.atoms(), lambda some: view.only((*some, cause)).entails(effect))
