"""True clues: the value that a clue would have at each place in a solution.

No page says so. A clue is put at all places at once, with one value after another, and the
constraints of the rules, asked about the solution, tell at which places this value is true: where
no constraint that names the clue is broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.kit.board import KitBoard
from enpitsu.kit.constraints.base import Constraint, Values
from enpitsu.kit.layout import CELLS
from enpitsu.kit.puzzle import UNKNOWN, CluePlace, Clues, GridPuzzle, Value
from enpitsu.kit.rules import Rules
from enpitsu.position import Position


class ClueKey(NamedTuple):
    """A place for a clue of one sort."""

    sort: str
    place: CluePlace


Told = Mapping[CluePlace, tuple[Constraint, ...]]
"""The constraints that name the clue at each place."""


class ClueValues:
    """The clues that a puzzle can have when its areas, and the cells in which nothing is written,
    stay as they are."""

    def __init__(self, rules: Rules, frame: GridPuzzle) -> None:
        """`frame` is a puzzle as `frame_of` makes it."""
        self.rules, self.frame = rules, frame
        self._told: dict[tuple[str, Value], Told] = {}
        self._true: dict[bytes, dict[ClueKey, Value]] = {}

    def places(self, name: str) -> list[CluePlace]:
        """The places at which clues of a sort can stand in this frame."""
        sort = self.frame.clue_sorts[name]
        if sort.blocks:
            return list(self.frame.given[name])
        found = self.frame.places(sort)
        blocked = blocked_cells(self.frame) if sort.on == CELLS else ()
        return [place for place in found if place not in blocked]

    def values(self, name: str) -> Iterator[Value]:
        """The values to be tried: numbers no larger than the board has cells."""
        most = self.frame.rows * self.frame.cols
        return takewhile(
            lambda value: isinstance(value, str) or value <= most,
            self.frame.clue_sorts[name].values,
        )

    def told(self, name: str, value: Value) -> Told:
        """The constraints of a clue of one value, at each place where it can have that."""
        key = (name, value)
        if key not in self._told:
            self._told[key] = self._tell(name, value, self.places(name))
        return self._told[key]

    def _tell(self, name: str, value: Value, places: Sequence[CluePlace]) -> Told:
        try:
            puzzle = with_clues(self.frame, {ClueKey(name, place): value for place in places})
        except PuzzleError:
            # A page may allow less at some places than its clues declare.
            if len(places) < 2:
                return {}
            half = len(places) // 2
            return {
                **self._tell(name, value, places[:half]),
                **self._tell(name, value, places[half:]),
            }
        found: dict[CluePlace, list[Constraint]] = {place: [] for place in places}
        for constraint in self.rules.of_clues(puzzle):
            for place in constraint.clues:
                if place in found:
                    found[place].append(constraint)
        return {place: tuple(each) for place, each in found.items() if each}

    def is_true(self, key: ClueKey, value: Value, values: Values) -> bool:
        """Return True if a clue of this value is true on a full board."""
        if value == UNKNOWN:
            return True
        constraints = self.told(key.sort, value).get(key.place)
        return constraints is not None and _hold(constraints, values)

    def true_clues(self, values: Values) -> Mapping[ClueKey, Value]:
        """The clue of each place that is true on a full board, the least if there are several; no
        place where none is."""
        known = bytes(values)
        if known not in self._true:
            if len(self._true) >= MOST_KEPT:
                del self._true[next(iter(self._true))]
            self._true[known] = {
                ClueKey(name, place): value
                for name in self.frame.clue_sorts
                for place, value in self._true_values(name, values)
            }
        return self._true[known]

    def _true_values(self, name: str, values: Values) -> list[tuple[CluePlace, Value]]:
        places, found = self.places(name), dict[CluePlace, Value]()
        for value in self.values(name):
            if len(found) == len(places):
                break
            for place, constraints in self.told(name, value).items():
                if place not in found and _hold(constraints, values):
                    found[place] = value
        return [(place, found[place]) for place in places if place in found]

    def constraints(self, key: ClueKey, value: Value) -> tuple[Constraint, ...]:
        """The constraints of one clue; none if it tells nothing."""
        return () if value == UNKNOWN else self.told(key.sort, value).get(key.place, ())


MOST_KEPT = 64  # solutions of a frame whose true clues are remembered


def _hold(constraints: Sequence[Constraint], values: Values) -> bool:
    return all(next(each.broken(values, partial=False), None) is None for each in constraints)


# --- puzzles and their clues ----------------------------------------------------------------------


def clues_of(puzzle: GridPuzzle) -> dict[ClueKey, Value]:
    """All clues of a puzzle."""
    return {
        ClueKey(name, place): value
        for name, found in puzzle.given.items()
        for place, value in found.items()
    }


def with_clues(puzzle: GridPuzzle, clues: Mapping[ClueKey, Value | None]) -> GridPuzzle:
    """Return a puzzle with other clues at some places, None for none; PuzzleError if there can be
    no such."""
    given = {name: dict(found) for name, found in puzzle.given.items()}
    for key, value in clues.items():
        if value is None:
            given[key.sort].pop(key.place, None)
        else:
            given[key.sort][key.place] = value
    return puzzle.replace(**given)


def blocked_cells(puzzle: GridPuzzle) -> set[CluePlace]:
    """The cells with a clue that leaves no room for marks."""
    return {
        place
        for name, sort in puzzle.clue_sorts.items()
        if sort.blocks
        for place in puzzle.given[name]
    }


def is_silent(sort: Clues, value: Value | None) -> bool:
    """Return True if a clue of a sort that need not tell anything tells nothing."""
    return value is None or (value == UNKNOWN and sort.unknown)


@lru_cache(maxsize=64)
def frame_of(puzzle: GridPuzzle) -> GridPuzzle:
    """Return a puzzle with its areas and the cells in which nothing is written, and else without
    clues."""
    given: dict[str, dict[CluePlace, Value]] = {name: {} for name in puzzle.given}
    for name, sort in puzzle.clue_sorts.items():
        if sort.blocks:
            given[name] = {
                place: UNKNOWN if sort.unknown else value
                for place, value in puzzle.given[name].items()
            }
    return puzzle.replace(**given)


@lru_cache(maxsize=16)
def clue_values(rules: Rules, frame: GridPuzzle) -> ClueValues:
    """Return what a frame can tell, which is remembered."""
    return ClueValues(rules, frame)


def values_of(puzzle: GridPuzzle, position: Position) -> Values:
    """The state of every variable in a solution; FormatError if it does not fit the board."""
    board = KitBoard(puzzle)
    board.place(position)
    return board.finished()


def position_of(puzzle: GridPuzzle, values: Values) -> Position:
    """A full board as a solution: what is there."""
    board = KitBoard(puzzle)
    board.values = values
    return Position(frozenset(board.answer()))
