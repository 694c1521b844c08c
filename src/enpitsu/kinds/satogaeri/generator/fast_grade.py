"""A fast guess at the grade: the circles that people can place, by the hardest thing they may do.

It looks at a candidate's borders and tracks without making a puzzle of them, in a hundredth of the
time that a walk of the ladder takes (bench/fast_grade.py): makers ask thousands of times.

Three tiers are walked here, each with all below it, on the moves that circles have left:

- tier 0: a circle with a number has one move left
- tier 1: one move is left that ends in a country
- tier 2: all moves that end in a country end in one cell; a circle without a number has one move

Tier 3 is what the solver concludes before it searches (`Moves.settle`): circles that must end in
one country, cells that a circle passes in any case. Tier 4 is one more thought: a move is out if
all moves of some circle, or into some country, clash with it (choices.py). The tiers stand
for the levels from gentle to hard, about (techniques/ladder.py); what is left open after the last
is expert or extreme.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from enpitsu.kinds.satogaeri.choices import Choices, ChoiceState
from enpitsu.kinds.satogaeri.generator.known_tracks import Track
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.moves import Moves
from enpitsu.kit.grid_index import GridIndex
from enpitsu.limits import Budget

SETTLED = 3  # the tier of all that is concluded without search
HIGHEST = 4  # the tier with the least search


class PossibleMove(NamedTuple):
    """A move that a circle may make: the cells it enters, and where it ends."""

    circle: int
    cells: range
    end: int
    country: int


class SatogaeriFastGrade:
    """Walks the lower tiers. Circles have the numbers of their countries in the known solution."""

    def __init__(
        self,
        grid: GridIndex,
        labels: Sequence[int],
        tracks: Sequence[Track],
        numbered: Collection[int],
        tier: int,
    ) -> None:
        self._numbered, self._tier, self._labels = numbered, tier, labels
        self._by_circle: list[set[int]] = [set() for _ in tracks]
        self._by_country: list[set[int]] = [set() for _ in tracks]
        self._entering: dict[int, list[int]] = {}
        self.moves: list[PossibleMove] = []
        self.open = set(range(len(tracks)))
        """The circles that could not be placed."""
        self._known_homes: set[int] = set()
        self._find_moves(grid, tracks)
        self._waiting = list(range(len(tracks)))
        self._waiting_countries = list(range(len(tracks)))
        self._place_circles()

    def left(self, circle: int) -> list[PossibleMove]:
        """The moves that a circle has left."""
        return [self.moves[each] for each in sorted(self._by_circle[circle])]

    def _find_moves(self, grid: GridIndex, tracks: Sequence[Track]) -> None:
        starts = {track[0] for track in tracks}
        for circle, track in enumerate(tracks):
            start, number = track[0], len(track) - 1 if circle in self._numbered else None
            if not number:
                self._add(circle, range(0), start)
            for cells in grid.rays(start) if number != 0 else ():
                for length, at in enumerate(cells, 1):
                    if at in starts or (number is not None and length > number):
                        break
                    if number is None or length == number:
                        self._add(circle, cells[:length], at)

    def _add(self, circle: int, cells: range, end: int) -> None:
        name, country = len(self.moves), self._labels[end]
        self.moves.append(PossibleMove(circle, cells, end, country))
        self._by_circle[circle].add(name)
        self._by_country[country].add(name)
        for at in cells:
            self._entering.setdefault(at, []).append(name)

    def _place_circles(self) -> None:
        while self._waiting or self._waiting_countries:
            if self._waiting:
                circle = self._waiting.pop()
                if self._tier >= 2 or circle in self._numbered:
                    self._make_only(self._by_circle[circle])
                continue
            country = self._waiting_countries.pop()
            if self._tier >= 1:
                self._make_only(self._by_country[country])
            if self._tier < 2:
                continue
            ends = {self.moves[each].end for each in self._by_country[country]}
            if len(ends) == 1 and not ends <= self._known_homes:
                # Nobody goes on from the only cell of a country where circles may end.
                (end,) = ends
                self._known_homes.add(end)
                for other in self._entering.get(end, ()):
                    if self.moves[other].end != end:
                        self._drop(other, -1)

    def _make_only(self, moves: set[int]) -> None:
        """Make a move if it is the only one of a set."""
        if len(moves) != 1:
            return
        (name,) = moves
        move = self.moves[name]
        if move.circle not in self.open:
            return
        self.open.discard(move.circle)
        for other in self._by_circle[move.circle] | self._by_country[move.country]:
            self._drop(other, name)
        for at in move.cells:
            for other in self._entering[at]:
                self._drop(other, name)

    def _drop(self, name: int, kept: int) -> None:
        move = self.moves[name]
        if name == kept or name not in self._by_circle[move.circle]:
            return
        self._by_circle[move.circle].discard(name)
        self._by_country[move.country].discard(name)
        self._waiting.append(move.circle)
        self._waiting_countries.append(move.country)


def open_starts(puzzle: Satogaeri, tier: int, budget: Budget) -> set[int]:
    """The starts of circles that are open after a tier from SETTLED on."""
    moves = Moves(puzzle, budget)
    if not moves.settle(budget):
        return set(moves.starts)
    if tier == SETTLED:
        return {moves.starts[each] for each in range(moves.count) if not moves.is_fixed(each)}
    choices = Choices(moves, budget)
    state = ChoiceState(choices, budget)
    state.settle()
    return {
        moves.starts[choices.all[group[0]].ray >> 2]
        for group, count in zip(choices.groups[: choices.circle_count], state.counts, strict=False)
        if count > 1
    }
