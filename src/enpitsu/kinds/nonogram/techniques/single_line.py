"""Techniques on single cells and lines: each use is brought down to the reasons it needs.

First as few known cells are kept as let people see the same at a glance; then those are left out
without which what the sentence says still holds. So a sentence says nothing that does not follow
from the cells it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import and_

from enpitsu.grid import Cell, bit_positions, cells
from enpitsu.kinds.nonogram.bits import stretches, union
from enpitsu.kinds.nonogram.rules import room_needed
from enpitsu.kinds.nonogram.techniques.line_patterns import (
    DONE,
    FIXED,
    Key,
    LinePattern,
    PatternMatch,
)
from enpitsu.kinds.nonogram.techniques.line_view import Atom, LineView, Masks
from enpitsu.kinds.nonogram.techniques.reasons import by_distance, fewest, fewest_unbroken, things
from enpitsu.kinds.nonogram.techniques.state import (
    ColourWord,
    FactsWord,
    NonogramState,
    RunWord,
    Word,
)
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Deduction

MOST_THINGS = 6
"""Things that a sentence about one pattern may rest on besides the clue, cells side by side counted
as one; what needs more is left to the line as a whole, where the conclusion with the fewest reasons
is taken."""


def lines(state: NonogramState) -> Iterable[int]:
    """Every row, then every column."""
    return range(len(state.lines))


def lines_through(state: NonogramState, known: Fact | Note) -> Iterable[int]:
    """The row and the column of a fact's cell."""
    if isinstance(known, Fact) and isinstance(known.slot, Cell):
        return known.slot.row, state.rows + known.slot.col
    return ()


def coloured_cells(state: NonogramState) -> Iterable[Cell]:
    """Every cell, if there are several colours."""
    return cells(state.rows, state.cols) if state.puzzle.is_coloured else ()


def cell_of(state: NonogramState, known: Fact | Note) -> Iterable[Cell]:
    """The cell that has got a colour, if there are several."""
    if isinstance(known, Fact) and known.holds and state.puzzle.is_coloured:
        return (known.slot,) if isinstance(known.slot, Cell) else ()
    return ()


def one_colour(state: NonogramState, cell: Cell) -> Deduction | None:
    """A cell has one colour at most, so one that has a colour has no other."""
    view = state.view(cell.row)
    bit = 1 << cell.col
    own = next((at for at, mask in enumerate(view.painted) if mask & bit), None)
    if own is None:
        return None
    facts = tuple(
        Fact(cell, value, False)
        for at, value in enumerate(state.values)
        if at != own and not view.denied[at] & bit
    )
    if not facts:
        return None
    args: dict[str, Argument] = {"cell": cell, "colour": state.values[own]}
    return Deduction(facts, (Fact(cell, state.values[own]),), args)


def empty_line(state: NonogramState, site: int) -> Deduction | None:
    """A cell is shaded only as part of a run, and the clue has no run, or none of this colour."""
    view = state.view(site)
    used = sorted({run.colour for run in view.clue})
    denies = tuple(
        0 if colour in used else view.can[colour] & ~no for colour, no in enumerate(view.denied)
    )
    facts = state.facts(site, (0,) * len(denies), denies)
    if not facts:
        return None
    form = "colour" if used else "step" if len(denies) == 1 else "colours"
    args: dict[str, Argument] = {"line": state.lines[site], "then": facts}
    args |= {"cells": tuple(state.cell(site, at) for at in bit_positions(union(denies)))}
    args |= {"colours": tuple(state.values[colour] for colour in used)}
    return Deduction(facts, (state.lines[site],), args, form=form)


def full_line(state: NonogramState, site: int) -> Deduction | None:
    """The runs with the cells that must stay empty between them are as long as the line, so there
    is only one way to lay them."""
    view = state.view(site)
    if not view.clue or not view.is_alive or room_needed(view.clue) != view.size:
        return None
    assert view.news is not None
    facts = state.facts(site, *view.news)
    words: dict[str, Word] = {"number": view.size, "run": RunWord(0)}
    args = {**state.words(site, words), "then": facts}
    form = "solid" if len(view.clue) == 1 else "step"
    return Deduction(facts, (state.lines[site],), args, form=form)


def search_for(pattern: LinePattern) -> Callable[[NonogramState, int], Deduction | None]:
    """A technique's search: the first use on a line that brings something new."""

    def find(state: NonogramState, site: int) -> Deduction | None:
        view = state.view(site)
        if view.is_alive:
            for key in pattern.keys(view):
                match = pattern.match(view, key)
                if match is not None:
                    found = _deduce(state, site, pattern, key, match)
                    if found is not None:
                        return found
        return None

    find.__doc__ = pattern.match.__doc__
    return find


def _deduce(
    state: NonogramState, site: int, pattern: LinePattern, key: Key, match: PatternMatch
) -> Deduction | None:
    view = state.view(site)
    paint = match.paint & ~view.painted[match.colour]
    deny = match.deny & view.can[match.colour] & ~view.denied[match.colour]
    if not paint and (not deny or match.form == FIXED):
        return None  # that a run which has its place is complete is another pattern
    new = match._replace(paint=paint, deny=deny)
    reasons = by_distance(view, paint | deny)
    for thorough in (False, True):

        def is_seen(some: Sequence[Atom], thorough: bool = thorough) -> bool:
            return match_again(pattern, view.only(some, thorough), key, new) is not None

        reasons = fewest_unbroken(reasons, is_seen)
    reasons.sort()
    if things(reasons) > MOST_THINGS and match.form != DONE:
        return None
    same = match_again(pattern, view.only(reasons, thorough=True), key, new)
    assert same is not None
    form, args = sentence(state, site, same._replace(paint=paint, deny=deny), reasons)
    facts = state.facts_of(site, new.atoms)
    known = [state.fact(site, atom) for atom in reasons]
    return Deduction(facts, (state.lines[site], *known), args, form=form)


def match_again(
    pattern: LinePattern, view: LineView, key: Key, wanted: PatternMatch
) -> PatternMatch | None:
    """Return the match of a pattern at the same place, if it tells at least as much."""
    match = pattern.match(view, key)
    if match is None or match.colour != wanted.colour:
        return None
    tells_all = not (wanted.paint & ~match.paint or wanted.deny & ~match.deny)
    return match if tells_all else None


def sentence(
    state: NonogramState, site: int, match: PatternMatch, reasons: Sequence[Atom]
) -> tuple[str, dict[str, Argument]]:
    """The form and arguments of a sentence: how it is seen, what is new and what it rests on."""
    unnamed = tuple(atom for atom in reasons if not match.named >> atom.at & 1)
    args: dict[str, Word] = {
        **match.args,
        "known": FactsWord(unnamed),
        "then": FactsWord(match.atoms),
        "colour": ColourWord(match.colour),
    }
    form = match.form
    if match.tells_colour and state.puzzle.is_coloured:
        form = f"{form}-colour"
    return f"{form}-known" if unnamed else form, state.words(site, args)


MOST_TRIED = 8  # conclusions of a line for which the fewest reasons are looked for


def line_solve(state: NonogramState, site: int) -> Deduction | None:
    """What is the same in every way to lay the line's runs is so."""
    view = state.view(site)
    if not view.is_alive or view.news is None:
        return None
    tried = []
    for single in islice(_single_news(view.news), MOST_TRIED):
        # Leave out first what is far away, or first what is not shaded.
        far = by_distance(view, 1 << single.at)
        empty = sorted(far, key=lambda atom: atom.holds)
        tried += [_fewest_reasons(view, atoms, single) for atoms in (far, empty)]
    best = min(tried, key=things)
    new = view.only(best).news
    assert new is not None
    paints, denies = (tuple(map(and_, *masks)) for masks in zip(view.news, new, strict=True))
    facts = state.facts(site, paints, denies)
    args: dict[str, Argument] = {"line": state.lines[site], "then": facts}
    args["known"] = state.facts_of(site, best)
    known = [state.fact(site, atom) for atom in best]
    return Deduction(
        facts, (state.lines[site], *known), args, form="step-known" if best else "step"
    )


def _single_news(news: tuple[Masks, Masks]) -> Iterator[Atom]:
    """The first cell of each stretch of new cells, each as a conclusion of its own."""
    for holds, masks in zip((True, False), news, strict=True):
        for colour, mask in enumerate(masks):
            for first, _ in stretches(mask):
                yield Atom(first, colour, holds)


def _fewest_reasons(view: LineView, atoms: Sequence[Atom], conclusion: Atom) -> list[Atom]:
    return sorted(fewest(atoms, lambda some: view.only(some).entails(conclusion)))
