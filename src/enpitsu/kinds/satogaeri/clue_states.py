"""The states of circles and countries: open, done or wrong.

A circle is done once it has surely ended: it has gone as far as told, or its home is marked. It is
wrong where the rules find fault with it. A country is done once its circle has surely ended there,
whoever else still has to leave it, and wrong if two end there or none can. On a solved board all
are done.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TypeVar

from enpitsu.grid import Cell
from enpitsu.kind import ClueState
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.rules import STRICT, check
from enpitsu.kinds.satogaeri.travels import settled, travels

OF_COUNTRIES = frozenset({"country-two", "country-closed"})
"""The codes of violations that speak of a country, not of circles."""

T = TypeVar("T", Cell, int)


def clue_states(board: SatogaeriBoard) -> dict[str, ClueState]:
    """Return the state of each circle by its start, "r1c1", and of each country by its first cell
    in reading order, "r1c1 country"."""
    puzzle, circles = board.puzzle, travels(board)
    places = [
        (country, f"{cells[0]} country") for country, cells in enumerate(puzzle.country_cells)
    ]
    faults = check(board, partial=True, ruleset=STRICT)
    if not faults and not check(board, partial=False, ruleset=STRICT):
        names = [str(each.start) for each in circles] + [name for _, name in places]
        return dict.fromkeys(names, "done")
    named = {cell for each in faults if each.code not in OF_COUNTRIES for cell in each.cells}
    wrong = {each.start for each in circles if each.start in named or each.stand in named}
    crowded = {puzzle.country_of(each.cells[0]) for each in faults if each.code in OF_COUNTRIES}
    done = settled(puzzle, circles)
    found = {str(each.start): _state(each.start, wrong, done.circles) for each in circles}
    return found | {name: _state(at, crowded, done.countries) for at, name in places}


def _state(clue: T, wrong: Set[T], done: Set[T]) -> ClueState:
    if clue in wrong:
        return "wrong"
    return "done" if clue in done else "open"
