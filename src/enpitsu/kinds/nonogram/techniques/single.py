"""Techniques on single lines: each use is brought down to the reasons it needs.

First as few known cells are kept as let people see the same; then those are left out that the
line's clue can do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import and_, or_

from enpitsu.grid import Cell
from enpitsu.kinds.nonogram.bits import union
from enpitsu.kinds.nonogram.engines.rules.ranges import stretches
from enpitsu.kinds.nonogram.rules import room_needed
from enpitsu.kinds.nonogram.techniques.desk import Cells, Colour, Desk, TheRun, Word
from enpitsu.kinds.nonogram.techniques.spots import BOTH, DONE, KNOWN, Spot
from enpitsu.kinds.nonogram.techniques.view import Atom, Masks, View, fewest
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Deduction

Finder = Callable[[View], Iterator[Spot]]


MOST_REASONS = 6
"""Known cells that a sentence about one spot may rest on; what needs more is left to the line as a
whole, where the conclusion with the fewest reasons is taken."""


def lines(desk: Desk) -> Iterable[int]:
    """Every row, then every column."""
    return desk.sites()


def lines_through(desk: Desk, known: Fact | Note) -> Iterable[int]:
    """The row and the column of a fact's cell."""
    if isinstance(known, Fact) and isinstance(known.slot, Cell):
        return known.slot.row, desk.rows + known.slot.col
    return ()


def empty_line(desk: Desk, site: int) -> Deduction | None:
    """A cell is shaded only as part of a run, and the clue has no run, or none of this colour."""
    view = desk.view(site)
    colours = {run.colour for run in view.clue}
    missing = [colour for colour in range(len(desk.values)) if colour not in colours]
    if not view.clue:
        denies = tuple(view.can[colour] & ~no for colour, no in enumerate(view.denied))
        cells = union(denies)
        form = "step" if len(desk.values) == 1 else "colours"
        args: dict[str, Word] = {"cells": Cells(cells)}
    else:
        fresh = (colour for colour in missing if view.can[colour] & ~view.denied[colour])
        first = next(fresh, None)
        if first is None:
            return None
        denies = _only(desk, first, view.can[first] & ~view.denied[first])
        form, args = "colour", {"colour": Colour(first)}
    facts = desk.facts(site, (0,) * len(denies), denies)
    if not facts:
        return None
    return Deduction(facts, (desk.line(site),), desk.words(site, args), form=form)


def full_line(desk: Desk, site: int) -> Deduction | None:
    """The runs with the cells that must stay empty between them are as long as the line, so there
    is only one way to lay them."""
    view = desk.view(site)
    if not view.clue or not view.is_alive or room_needed(view.clue) != view.size:
        return None
    news = view.news
    assert news is not None
    facts = desk.facts(site, *news)
    form = "solid" if len(view.clue) == 1 else "step" if len(desk.values) == 1 else "colours"
    args: dict[str, Word] = {"number": view.size, "run": TheRun(0)}
    if form == "step":
        assert view.exact is not None
        args |= {"cells": Cells(view.exact.can[0]), "others": Cells(view.exact.can[1])}
    return Deduction(facts, (desk.line(site),), desk.words(site, args), form=form)


def find_with(finder: Finder) -> Callable[[Desk, int], Deduction | None]:
    """A technique's search: the first use on a line that brings something new."""

    def find(desk: Desk, site: int) -> Deduction | None:
        view = desk.view(site)
        if view.is_alive:
            for spot in finder(view):
                paint = spot.paint & ~view.painted[spot.colour]
                deny = spot.deny & view.can[spot.colour] & ~view.denied[spot.colour]
                if paint or deny:
                    found = _deduce(desk, site, finder, spot._replace(paint=paint, deny=deny))
                    if found is not None:
                        return found
        return None

    find.__doc__ = finder.__doc__
    return find


def _deduce(desk: Desk, site: int, finder: Finder, spot: Spot) -> Deduction | None:
    view = desk.view(site)
    paints, denies = _only(desk, spot.colour, spot.paint), _only(desk, spot.colour, spot.deny)

    def seen(atoms: Sequence[Atom]) -> bool:
        return same_spot(finder, view.only(atoms), spot) is not None

    argument = fewest(by_distance(view, spot.paint | spot.deny), seen)
    same = same_spot(finder, view.only(argument), spot) or spot
    reasons = reasons_for(view, sorted(argument), paints, denies)
    if len(reasons) > MOST_REASONS and spot.form != DONE:
        return None
    if any(same.args.get("wall") == Cells(1 << atom.at) for atom in set(argument) - set(reasons)):
        return None  # the sentence would name a wall that does not matter
    form, args = sentence(desk, site, same, spot, reasons)
    return Deduction(
        desk.facts(site, paints, denies),
        (desk.line(site), *(desk.fact(site, atom) for atom in reasons)),
        args,
        form=form,
    )


def sentence(
    desk: Desk, site: int, same: Spot, spot: Spot, reasons: Sequence[Atom]
) -> tuple[str, dict[str, Argument]]:
    """The form and arguments of a sentence: how it is seen, what is new and what it rests on."""
    args: dict[str, Word] = {
        **same.args,
        "cells": Cells(spot.paint or spot.deny),
        "ends": Cells(spot.deny),
        "known": _cells(reasons),
        "colour": Colour(spot.colour),
    }
    form = same.form
    if same.tells == BOTH and not (spot.paint and spot.deny):
        part = "open" if spot.paint else "end"
        form = part if form == "step" else f"{form}-{part}"
    if same.tells == KNOWN and reasons:
        form = f"{form}-known"
    return form, desk.words(site, args)


def _cells(atoms: Sequence[Atom]) -> Cells:
    return Cells(union(1 << atom.at for atom in atoms))


def same_spot(finder: Finder, view: View, spot: Spot) -> Spot | None:
    """The same use of a technique, with at least the same result, if a line has it."""
    for each in finder(view):
        if (
            each.key == spot.key
            and each.paint & spot.paint == spot.paint
            and each.deny & spot.deny == spot.deny
        ):
            return each
    return None


MOST_TRIED = 8
"""Conclusions of a line for which the fewest reasons are looked for."""


def line_solve(desk: Desk, site: int) -> Deduction | None:
    """What is the same in every way to lay the line's runs is so."""
    view = desk.view(site)
    if not view.is_alive or view.news is None:
        return None
    tried = list(islice(_single_news(desk, view.news), MOST_TRIED))
    best, (paints, denies) = min(
        ((reasons_for(view, by_distance(view, union((*a, *b))), a, b), (a, b)) for a, b in tried),
        key=lambda found: len(found[0]),
    )
    paints, denies, form = _all_that_follows(view, view.only(best), paints, denies)
    args: dict[str, Word] = {
        "cells": Cells(union(paints) or union(denies)),
        "others": Cells(union(denies)),
        "known": _cells(best),
        "colour": Colour(next(at for at, mask in enumerate(map(or_, paints, denies)) if mask)),
    }
    return Deduction(
        desk.facts(site, paints, denies),
        (desk.line(site), *(desk.fact(site, atom) for atom in best)),
        desk.words(site, args),
        form=f"{form}-known" if best else form,
    )


def _single_news(desk: Desk, news: tuple[Masks, Masks]) -> Iterator[tuple[Masks, Masks]]:
    """The first cell of each stretch of new cells, each as a conclusion of its own."""
    nothing = (0,) * len(desk.values)
    for holds, masks in zip((True, False), news, strict=True):
        for colour, mask in enumerate(masks):
            for first, _ in stretches(mask):
                one = _only(desk, colour, 1 << first)
                yield (one, nothing) if holds else (nothing, one)


def _all_that_follows(
    view: View, reduced: View, paints: Masks, denies: Masks
) -> tuple[Masks, Masks, str]:
    """Everything new that follows from the same reasons. With several colours, only what is of one
    sort with the first conclusion, or the cells that stay empty with it."""
    assert view.news is not None
    assert reduced.news is not None
    assert reduced.exact is not None
    all_paints = tuple(map(and_, view.news[0], reduced.news[0]))
    all_denies = tuple(map(and_, view.news[1], reduced.news[1]))
    if len(paints) == 1:
        form = "both" if any(all_paints) and any(all_denies) else ""
        return all_paints, all_denies, form or ("step" if any(all_paints) else "deny")
    empty = view.everything & ~union(reduced.exact.can[:-1])
    if union(denies) & empty:
        return paints, tuple(mask & empty for mask in all_denies), "empty"
    paints = tuple(mask if own else 0 for mask, own in zip(all_paints, paints, strict=True))
    denies = tuple(mask if own else 0 for mask, own in zip(all_denies, denies, strict=True))
    return paints, denies, "step" if any(paints) else "deny"


def by_distance(view: View, cells: int) -> list[Atom]:
    """What is known, the farthest from these cells first."""
    spans = list(stretches(cells))

    def distance(atom: Atom) -> int:
        return min(max(first - atom.at, atom.at - last) for first, last in spans)

    return sorted(view.atoms(), key=distance, reverse=True)


def reasons_for(view: View, atoms: Sequence[Atom], paints: Masks, denies: Masks) -> list[Atom]:
    """Those of these reasons that the line needs, in order."""
    return sorted(fewest(atoms, lambda some: view.only(some).entails(paints, denies)))


def _only(desk: Desk, colour: int, cells: int) -> Masks:
    return tuple(cells if at == colour else 0 for at in range(len(desk.values)))
