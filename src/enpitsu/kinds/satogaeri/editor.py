"""The changes that an author may make to a Satogaeri: numbers taken away or told, borders moved by
a cell.

A number that is needless leaves a circle without number. Where numbers cannot tell solutions apart,
a border can: a cell in which no circle of the wanted solution ends goes over to the neighbouring
country, and an answer that ends there breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, cell_number, cells, connected_part, is_inside
from enpitsu.kinds.satogaeri.filler import FILLER, Country
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.travels import solution_ends
from enpitsu.making import AppliedChange, Change, Editor, Mismatch
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message

MOST_NAMED = 9  # cells of a country that are named


class Joins(NamedTuple):
    """A cell changes its country: it joins that of a neighbour."""

    neighbour: Cell


Edit = int | Joins | Country | None
"""A new number for a cell's circle (None: without), or another country."""


def edit(puzzle: Satogaeri, change: Change[Edit]) -> Satogaeri:
    """The puzzle with other numbers in circles, new circles, or cells in other countries."""
    numbers = dict(puzzle.circles)
    countries = list(puzzle.countries)
    for cell, new in change.edits:
        assert isinstance(cell, Cell)
        if isinstance(new, Country):
            raise PuzzleError("countries are drawn by their author")
        if isinstance(new, Joins):
            countries[cell_number(cell, puzzle.cols)] = puzzle.country_of(new.neighbour)
        else:
            numbers[cell] = new
    edited = replace(puzzle, countries=tuple(countries), circles=tuple(numbers.items()))
    if edited.country_count != puzzle.country_count:
        raise PuzzleError("a country would be cut in two, or vanish")
    return edited


# --- less -----------------------------------------------------------------------------------------


def removals(puzzle: Satogaeri, solution: Position) -> Iterator[tuple[Change[Edit], ...]]:
    """Each number, the largest first: a circle with a large number tells most of itself."""
    numbered = ((number, cell) for cell, number in puzzle.circles if number is not None)
    for _, cell in sorted(numbered, key=lambda item: (-item[0], item[1])):
        yield (Change(((cell, None),)),)


def relax(puzzle: Satogaeri) -> Iterator[Change[Edit]]:
    """Each circle with a number: it may go anywhere."""
    return (Change(((cell, None),)) for cell, number in puzzle.circles if number is not None)


# --- more -----------------------------------------------------------------------------------------


def additions(puzzle: Satogaeri, solution: Position) -> Iterator[AppliedChange[Edit]]:
    """Numbers for circles without, then cells that change their country."""
    ends = _ends(puzzle, solution)
    for cell, number in puzzle.circles:
        if number is None:
            yield AppliedChange(Change(((cell, _distance(cell, ends[cell])),)))
    homes = frozenset(ends.values())
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell not in homes:
            yield from map(AppliedChange, _moved_borders(puzzle, cell))


def _moved_borders(puzzle: Satogaeri, cell: Cell) -> Iterator[Change[Edit]]:
    """Yield each country that a cell may go over to, as long as its own stays in one piece."""
    own = puzzle.country_of(cell)
    rest = set(puzzle.country_cells[own]) - {cell}
    if not rest or connected_part(min(rest), rest) != rest:
        return
    seen = {own}
    for direction in Direction:
        near = direction.step(cell)
        if is_inside(near, puzzle.rows, puzzle.cols) and puzzle.country_of(near) not in seen:
            seen.add(puzzle.country_of(near))
            yield Change(((cell, Joins(near)),))


_ends = lru_cache(maxsize=64)(solution_ends)


def _distance(a: Cell, b: Cell) -> int:
    return abs(a.row - b.row) + abs(a.col - b.col)


# --- several at once, and in words ----------------------------------------------------------------


def fit(puzzle: Satogaeri, change: Change[Edit], solution: Position) -> Change[Edit] | None:
    """Every number of the change as a solution has it; None if a circle ends in a cell that is to
    change its country."""
    ends = _ends(puzzle, solution)
    edits: list[tuple[Place, Edit]] = []
    for cell, new in change.edits:
        assert isinstance(cell, Cell)
        if isinstance(new, Joins) and cell in ends.values():
            return None
        is_told = new is not None and not isinstance(new, Joins)
        edits.append((cell, _distance(cell, ends[cell]) if is_told else new))
    return change._replace(edits=tuple(edits))


def compare(before: Satogaeri, after: Satogaeri) -> tuple[Change[Edit], ...]:
    """Return the numbers that differ, then the cells that went over to another country. Countries
    are the same where they share most cells."""
    old = before.circle_at
    changes = [
        Change[Edit](((cell, number),))
        for cell, number in after.circles
        if old.get(cell, -1) != number
    ]
    shared = Counter(zip(after.countries, before.countries, strict=True))
    same: dict[int, int] = {}
    for (new, country), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if new not in same and country not in same.values():
            same[new] = country
    spare = iter(sorted(set(range(before.country_count)) - set(same.values())))
    for new in range(after.country_count):
        if new not in same:
            same[new] = next(spare)
    for cell in cells(before.rows, before.cols):
        country = same[after.country_of(cell)]
        if country != before.country_of(cell):
            distances = ((_distance(cell, each), each) for each in before.country_cells[country])
            changes.append(Change(((cell, Joins(min(distances)[1])),)))
    return tuple(changes)


def tell(puzzle: Satogaeri, altered: AppliedChange[Edit]) -> Message:
    """A change in words."""
    parts = tuple(
        _tell_one(puzzle, cell, new) for cell, new in altered.change.edits if isinstance(cell, Cell)
    )
    return parts[0] if len(parts) == 1 else Message("satogaeri.change.all", {"parts": parts})


def _tell_one(puzzle: Satogaeri, cell: Cell, new: Edit) -> Message:
    if isinstance(new, Country):
        many = len(new.cells) > MOST_NAMED
        return Message(
            f"satogaeri.change.{'country-large' if many else 'country'}",
            {"cell": cell, "cells": new.cells, "count": len(new.cells)},
        )
    if isinstance(new, Joins):
        return Message("satogaeri.change.move", {"cell": cell, "neighbour": new.neighbour})
    old = puzzle.circle_at.get(cell)
    args: dict[str, Argument] = {"cell": cell}
    args |= {name: number for name, number in (("old", old), ("new", new)) if number is not None}
    if cell not in puzzle.circle_at:
        return Message(f"satogaeri.change.{'circle-plain' if new is None else 'circle'}", args)
    if new is None:
        return Message("satogaeri.change.take-away", args)
    return Message(f"satogaeri.change.{'write' if old is None else 'make'}", args)


def mismatch(puzzle: Satogaeri) -> Mismatch | None:
    """Not as many circles as countries."""
    circles, countries = len(puzzle.circles), puzzle.country_count
    if circles == countries:
        return None
    args = {
        "countries": Message("satogaeri.mismatch.countries", {"count": countries}),
        "circles": Message(
            f"satogaeri.mismatch.{'circles' if circles else 'no-circles'}", {"count": circles}
        ),
    }
    return Mismatch(Message("satogaeri.mismatch.counts", args))


EDITOR = Editor(
    edit=edit,
    removals=removals,
    additions=additions,
    relax=relax,
    fit=fit,
    compare=compare,
    tell=tell,
    fill=FILLER,
    mismatch=mismatch,
)
