"""The changes that an author may make to a Satogaeri: numbers taken away or told, borders moved by
a cell.

A number that is needless leaves a circle without number. Where numbers cannot tell solutions apart,
a border can: a cell in which no circle of the wanted solution ends goes over to the neighbouring
country, and an answer that ends there breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, Edge, cell_number, cells, connected_part, is_inside
from enpitsu.kinds.satogaeri.filler import FILLER, Country
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.single_changes import (
    Border,
    Joins,
    NoCircle,
    alternatives,
    with_borders,
)
from enpitsu.kinds.satogaeri.travels import solution_ends
from enpitsu.making import AppliedChange, Change, Editor, Mismatch
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message

MOST_NAMED = 9  # cells of a country that are named


Edit = int | NoCircle | Joins | Border | Country | None
"""A new number for a cell's circle (None: without), no circle, another country, or a border."""


def edit(puzzle: Satogaeri, change: Change[Edit]) -> Satogaeri:
    """The puzzle with other numbers in circles, new circles, or cells in other countries."""
    numbers = dict(puzzle.circles)
    countries = list(puzzle.countries)
    borders: list[tuple[Edge, Border]] = []
    for place, new in change.edits:
        if isinstance(new, Country):
            raise PuzzleError("countries are drawn by their author")
        if isinstance(place, Edge) and isinstance(new, Border):
            borders.append((place, new))
            continue
        assert isinstance(place, Cell)
        if isinstance(new, Joins):
            countries[cell_number(place, puzzle.cols)] = puzzle.country_of(new.neighbour)
        elif isinstance(new, NoCircle):
            numbers.pop(place, None)
        else:
            assert not isinstance(new, Border)
            numbers[place] = new
    edited = replace(puzzle, countries=tuple(countries), circles=tuple(numbers.items()))
    if edited.country_count != puzzle.country_count:
        raise PuzzleError("a country would be cut in two, or vanish")
    return with_borders(edited, borders) if borders else edited


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
        if isinstance(new, Joins) and cell in ends.values():
            return None
        if isinstance(cell, Cell) and isinstance(new, int):
            if cell not in ends:
                return None
            new = _distance(cell, ends[cell])
        edits.append((cell, new))
    return change._replace(edits=tuple(edits))


def compare(before: Satogaeri, after: Satogaeri) -> tuple[Change[Edit], ...]:
    """Return the circles that differ, then the cells that went over to another country. Countries
    are the same where they share most cells; if there are more or fewer, the borders differ."""
    old, now = before.circle_at, after.circle_at
    changes = [
        Change[Edit](((cell, number),))
        for cell, number in after.circles
        if old.get(cell, -1) != number
    ]
    changes += [Change[Edit](((cell, NoCircle()),)) for cell in old if cell not in now]
    if before.country_count != after.country_count:
        come = after.borders()
        return (
            *changes,
            *(
                Change[Edit](((each, Border(each in come)),))
                for each in sorted(before.borders() ^ come)
            ),
        )
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


def content(puzzle: Satogaeri, place: Place) -> tuple[bool, int | None]:
    """A circle and its number, or a border."""
    if isinstance(place, Cell):
        return place in puzzle.circle_at, puzzle.circle_at.get(place)
    if not isinstance(place, Edge) or not all(
        is_inside(cell, puzzle.rows, puzzle.cols) for cell in place
    ):
        return False, None
    is_between = puzzle.country_of(place.a) != puzzle.country_of(place.b)
    return is_between or place in puzzle.strays, None


def tell(puzzle: Satogaeri, altered: AppliedChange[Edit]) -> Message:
    """A change in words."""
    edits = altered.change.edits
    borders = tuple(place for place, new in edits if isinstance(new, Border))
    parts = tuple(_tell_one(puzzle, cell, new) for cell, new in edits if isinstance(cell, Cell))
    if borders:
        parts = (*parts, _tell_border(puzzle, borders, edits))
    return parts[0] if len(parts) == 1 else Message("satogaeri.change.all", {"parts": parts})


def _tell_border(
    puzzle: Satogaeri, borders: tuple[Place, ...], edits: Collection[tuple[Place, Edit]]
) -> Message:
    comes = any(new == Border(True) for _, new in edits)
    args: dict[str, Argument] = {"borders": borders, "count": len(borders)}
    return Message(f"satogaeri.change.border-{'comes' if comes else 'goes'}", args)


def _tell_one(puzzle: Satogaeri, cell: Cell, new: Edit) -> Message:
    if isinstance(new, Country):
        many = len(new.cells) > MOST_NAMED
        return Message(
            f"satogaeri.change.{'country-large' if many else 'country'}",
            {"cell": cell, "cells": new.cells, "count": len(new.cells)},
        )
    if isinstance(new, Joins):
        return Message("satogaeri.change.move", {"cell": cell, "neighbour": new.neighbour})
    if isinstance(new, NoCircle):
        return Message("satogaeri.change.no-circle", {"cell": cell})
    assert not isinstance(new, Border)
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
    content=content,
    fill=FILLER,
    alternatives=alternatives,
    mismatch=mismatch,
)
