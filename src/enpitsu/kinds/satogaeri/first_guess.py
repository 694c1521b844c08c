"""A guess at the answer of a large board: nearly all circles placed, by chains of displacements.

On a large board with few numbers a solver meets thousands of conflicts before each circle has
found a country, though most of the board is easy. Here each circle takes a move that is free, or
displaces one other circle, which then has to find another move: an augmenting path, as Kuhn's
method finds them for matchings. (Tracks must not meet either, so it can fail where an answer
exists.) A few circles are left over, and as many countries. The solver is then asked for an answer
in which all circles keep their moves but those near the gap between such a circle and a country.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import dist, hypot
from random import Random
from typing import NamedTuple

from enpitsu.grid import cell_at
from enpitsu.kinds.satogaeri.moves import Moves
from enpitsu.limits import Budget

CHAINS = (0, 2, 5, 10, 20, 40, 80)
"""So many others may be displaced one after another, round by round: short chains first, which
disturb little."""
TRIES = 6  # orders of the circles that are tried; the best outcome is taken
LONGEST_MOVE = 50
"""So many distances along a ray are considered, which is far more than most circles have."""
WIDTHS = (4, 6, 8, 12, 16, 24, 32, 48)
"""Circles so near to a gap are free to move, in cells; each is tried after the one before."""


class GuessedMove(NamedTuple):
    """One move of a circle: the ray and distance (0 to stay), the cells entered, the country."""

    ray: int
    distance: int
    cells: range
    country: int


Point = tuple[float, float]


class FirstGuess:
    """Moves for circles that fit together, as many as chains of displacements find."""

    def __init__(
        self, moves: Moves, options: list[list[GuessedMove]], seed: int, budget: Budget
    ) -> None:
        self._moves, self._options, self._budget = moves, options, budget
        self.move_of: list[GuessedMove | None] = [None] * moves.count
        self._owner: dict[int, int] = {}
        self._ruler: list[int | None] = [None] * moves.country_count
        # Row by row, circles that find no place would all be at the bottom and the empty countries
        # at the top, so the order is a random one.
        waiting = list(range(moves.count))
        Random(seed).shuffle(waiting)
        for longest in CHAINS:
            waiting = [each for each in waiting if not self._place(each, longest, set(), set())]
        self._unplaced = waiting
        self._gaps = self._find_gaps()

    @property
    def far_off(self) -> float:
        """The distance to an answer: from circles without place to empty countries, in all."""
        return sum(dist(start, end) for start, end in self._gaps)

    def _place(self, circle: int, longest: int, tried: set[int], moving: set[int]) -> bool:
        """Give a circle a move, displacing others if need be; False if no chain is found.

        `tried` are countries that led nowhere, `moving` the circles of the chain so far.
        """
        taken, owner = [], self._owner
        for move in self._options[circle]:
            others = {owner[cell] for cell in move.cells if cell in owner}
            if (ruler := self._ruler[move.country]) is not None:
                others.add(ruler)
            if not others:
                self._put(circle, move)
                return True
            if len(others) == 1:
                taken.append((others.pop(), move))
        if not longest:
            return False
        self._budget.check()
        for other, move in taken:
            if move.country not in tried and other not in moving:
                tried.add(move.country)
                before = self._lift(other)
                self._put(circle, move)
                if self._place(other, longest - 1, tried, moving | {circle}):
                    return True
                self._lift(circle)
                self._put(other, before)
        return False

    def _put(self, circle: int, move: GuessedMove) -> None:
        self._owner.update(dict.fromkeys(move.cells, circle))
        self._ruler[move.country] = circle
        self.move_of[circle] = move

    def _lift(self, circle: int) -> GuessedMove:
        move = self.move_of[circle]
        assert move is not None
        for cell in move.cells:
            del self._owner[cell]
        self._ruler[move.country] = None
        self.move_of[circle] = None
        return move

    def kept(self) -> Iterator[list[tuple[int, GuessedMove]]]:
        """Circles with the moves they may well have in an answer, fewer and fewer."""
        far = []
        for start in self._moves.starts:
            self._budget.check()
            point = self._point(start)
            far.append(min((_distance(point, *gap) for gap in self._gaps), default=0.0))
        for width in WIDTHS if self._unplaced else (0,):
            yield [
                (circle, move)
                for circle, move in enumerate(self.move_of)
                if move is not None and far[circle] >= width
            ]

    def _find_gaps(self) -> list[tuple[Point, Point]]:
        """Pair each circle without a place with a country without a circle, near ones first."""
        empty = {country for country, ruler in enumerate(self._ruler) if ruler is None}
        goals: dict[int, Point] = {}
        for cell, country in enumerate(self._moves.countries):
            if country in empty:
                goals.setdefault(country, self._point(cell))
        starts = {each: self._point(self._moves.starts[each]) for each in self._unplaced}
        gaps = []
        while starts:
            self._budget.check()
            circle, country = min(
                product(starts, goals), key=lambda pair: dist(starts[pair[0]], goals[pair[1]])
            )
            gaps.append((starts.pop(circle), goals.pop(country)))
        return gaps

    def _point(self, cell: int) -> Point:
        return cell_at(cell, self._moves.cols)


def best_first_guess(moves: Moves, budget: Budget) -> FirstGuess:
    """The placing that leaves least to do, of a few orders of the circles."""
    options = [_options(moves, circle) for circle in range(moves.count)]
    tries = []
    for seed in range(TRIES):
        tries.append(FirstGuess(moves, options, seed, budget))
        if not tries[-1].far_off:
            break
    return min(tries, key=lambda each: each.far_off)


def _options(moves: Moves, circle: int) -> list[GuessedMove]:
    """A circle's moves, the short ones first and the very long ones not at all."""
    start, countries = moves.starts[circle], moves.countries
    found = [GuessedMove(4 * circle, 0, range(0), countries[start])] if moves.stays[circle] else []
    for ray in moves.rays(circle):
        step = moves.steps[ray & 3]
        for distance in moves.lengths[ray][:LONGEST_MOVE]:
            end = start + distance * step
            found.append(GuessedMove(ray, distance, range(end, start, -step), countries[end]))
    return sorted(found, key=lambda move: move.distance)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the straight line between two others."""
    down, right = end[0] - start[0], end[1] - start[1]
    square = down * down + right * right
    along = (point[0] - start[0]) * down + (point[1] - start[1]) * right
    part = min(1.0, max(0.0, along / square)) if square else 0.0
    return hypot(point[0] - start[0] - part * down, point[1] - start[1] - part * right)
