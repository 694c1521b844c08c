"""Rivals: other solutions of a puzzle whose solution is known, from one SAT solver.

Circles stay where they are; borders and numbers change. So what circles can do is told to the
solver once, and what countries and numbers say stands behind literals that are assumed or not:
each question costs next to nothing beside a puzzle solved from its beginning.

Variables (see encoding.py for the thoughts behind them):
- reach: a circle goes along a ray at least so far; stay: it does not move
- home: a circle ends in this cell
- tells: a circle's number is told; holds: a country as it was once still is; another: a rival is
  wanted; differs: a circle moves otherwise than in the known solution
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from enpitsu.grid import Groups
from enpitsu.kind import Clause
from enpitsu.kinds.satogaeri.generator.borders import Borders
from enpitsu.kinds.satogaeri.generator.known_tracks import Track
from enpitsu.kit.grid_index import GridIndex
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver, TooHard

BACKEND = "minisat22"
MOST_CONFLICTS = 20_000
"""A question that takes more is too hard for a puzzle that people are to solve."""


class RivalMoves(NamedTuple):
    """Circles that move otherwise while all others keep their tracks: by country (the one where
    the circle ends in the known solution) their other tracks."""

    tracks: dict[int, Track]

    def fits(self, labels: Sequence[int]) -> bool:
        """Return True if it still ends one circle in each country."""
        return {labels[track[-1]] for track in self.tracks.values()} == self.tracks.keys()


class RivalSearch:
    """A solver that knows the circles of a puzzle."""

    def __init__(self, grid: GridIndex, tracks: Sequence[Track], budget: Budget) -> None:
        self._grid, self._tracks, self._budget = grid, tracks, budget
        self._owner = {at: circle for circle, track in enumerate(tracks) for at in track}
        self._last = 0
        self._solver = Solver(BACKEND)
        self._stay = [self._fresh() for _ in tracks]
        self._rays: list[list[range]] = []
        self._reach: list[list[range]] = []
        """For each circle and each of its rays the variables, by distance."""
        self._entering: dict[int, list[tuple[int, int | None]]] = {}
        """For each cell the variables of rays that enter it, and those of a step further."""
        self._home: dict[int, int] = {}
        self._find_rays()
        self._tell_moves()
        self.numbers = [self._tell_number(circle) for circle in range(len(tracks))]
        """For each circle the literal that its number is told."""
        self._holds: list[int] = [0] * len(tracks)
        self._known = [self._move_literals(*each) for each in enumerate(tracks)]
        """For each circle what says that it moves as in the known solution."""
        self._another, differs = self._fresh(), self._fresh_row(len(tracks))
        for known, name in zip(self._known, differs, strict=True):
            self._solver.add((-name, *(-literal for literal in known)))
        self._solver.add((-self._another, *differs))

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()

    def _fresh(self) -> int:
        self._last += 1
        return self._last

    def _fresh_row(self, count: int) -> range:
        first = self._last + 1
        self._last += count
        return range(first, first + count)

    # --- what circles can do ---------------------------------------------------------------------

    def _find_rays(self) -> None:
        starts = {track[0] for track in self._tracks}
        for circle, track in enumerate(self._tracks):
            if circle % 50 == 0:
                self._budget.check()
            rays = [cells for cells in self._grid.free_rays(track[0], starts) if cells]
            self._rays.append(rays)
            self._reach.append([self._fresh_row(len(cells)) for cells in rays])
            for cells, names in zip(rays, self._reach[-1], strict=True):
                for distance, at in enumerate(cells, 1):
                    further = names[distance] if distance < len(names) else None
                    self._entering.setdefault(at, []).append((names[distance - 1], further))
            self._home[track[0]] = self._stay[circle]

    def _tell_moves(self) -> None:
        for circle, rows in enumerate(self._reach):
            moves = [self._stay[circle], *(names[0] for names in rows)]
            self._solver.add(moves)
            self._solver.add_all((-a, -b) for a, b in combinations(moves, 2))
            for names in rows:
                self._solver.add_all((-names[at + 1], names[at]) for at in range(len(names) - 1))
        for at, entering in self._entering.items():
            reaching = [name for name, _ in entering]
            self._solver.add_all((-a, -b) for a, b in combinations(reaching, 2))
            home = self._home[at] = self._fresh()
            self._solver.add((-home, *reaching))
            for name, further in entering:
                if further is None:
                    self._solver.add((-name, home))
                else:
                    self._solver.add((-name, further, home))
                    self._solver.add((-home, -further))

    def _tell_number(self, circle: int) -> int:
        told, number = self._fresh(), len(self._tracks[circle]) - 1
        self._solver.add((-told, -self._stay[circle] if number else self._stay[circle]))
        for names in self._reach[circle] if number else ():
            if number > len(names):
                self._solver.add((-told, -names[0]))
                continue
            self._solver.add((-told, -names[0], names[number - 1]))
            if number < len(names):
                self._solver.add((-told, -names[number]))
        return told

    def _move_literals(self, circle: int, track: Track) -> Clause:
        """Return the literals that say that a circle goes along a track."""
        for cells, names in zip(self._rays[circle], self._reach[circle], strict=True):
            if len(track) > 1 and cells[0] == track[1]:
                further = names[len(track) - 1 : len(track)]
                return (names[len(track) - 2], *(-name for name in further))
        return (self._stay[circle],)

    # --- questions -------------------------------------------------------------------------------

    def hold(self, country: int, cells: Collection[int]) -> None:
        """From now on a country has these cells."""
        holds = self._holds[country] = self._fresh()
        homes = [self._home[at] for at in sorted(cells) if at in self._home]
        self._solver.add((-holds, *homes))
        self._solver.add_all((-holds, -a, -b) for a, b in combinations(homes, 2))

    def hold_all(self, borders: Borders) -> None:
        """From now on the countries are these."""
        for country, cells in enumerate(borders.members):
            self.hold(country, cells)

    def find(self, numbered: Collection[int], labels: Sequence[int]) -> list[RivalMoves] | None:
        """Rivals of the known solution where these circles have numbers, each as small as can be,
        none in another; None if there are none. TooHard if that is not soon clear."""
        most = self._solver.conflicts + MOST_CONFLICTS
        numbers = [self.numbers[circle] for circle in sorted(numbered)]
        wanted = [self._another, *self._holds, *numbers]
        answer = self._solver.solve(self._budget, wanted, most)
        if answer is None:
            raise TooHard
        return list(self._apart(self._other_tracks(), labels)) if answer else None

    def is_unique(self, numbered: Collection[int], labels: Sequence[int]) -> bool:
        """Return True if there is no rival; not, if that is not soon clear."""
        try:
            return self.find(numbered, labels) is None
        except TooHard:
            return False

    def random_solution(self, random: Random) -> list[Track] | None:
        """Return some solution without regard to numbers, in which few circles stay."""
        if not self._solve_moving(random, self._holds):
            return None
        found = dict(enumerate(self._tracks))
        found.update(self._other_tracks())
        return list(found.values())

    def _solve_moving(
        self, random: Random, assumed: Iterable[int], preferred: Sequence[int] | None = None
    ) -> bool | None:
        """Look for a random solution in which few circles stay, or for one near what is preferred;
        None if it is not soon clear that there is one."""
        signs = [random.random() < 0.5 for _ in range(self._last)]
        self._solver.prefer([name if sign else -name for name, sign in enumerate(signs, 1)])
        moving = {-name for name in self._stay}
        if preferred is not None:
            self._solver.prefer(preferred)
            moving.clear()
        while True:
            most = self._solver.conflicts + MOST_CONFLICTS
            answer = self._solver.solve(self._budget, [*assumed, *sorted(moving)], most)
            if answer is not False:
                return answer
            stuck = sorted(moving.intersection(self._solver.core()))
            if not stuck:
                return False
            moving.discard(random.choice(stuck))

    def _other_tracks(self) -> dict[int, Track]:
        """Return the tracks of circles that the solver moves otherwise than the known solution."""
        true = [False, *(literal > 0 for literal in self._solver.model())]
        return {
            circle: self._track(circle, true)
            for circle, known in enumerate(self._known)
            if not all(true[abs(literal)] == (literal > 0) for literal in known)
        }

    def _track(self, circle: int, true: Sequence[bool]) -> Track:
        start = self._tracks[circle][0]
        for cells, names in zip(self._rays[circle], self._reach[circle], strict=True):
            if true[names[0]]:
                length = sum(true[name] for name in names)
                return (start, *cells[:length])
        return (start,)

    def _apart(self, tracks: dict[int, Track], labels: Sequence[int]) -> Iterator[RivalMoves]:
        """Split tracks into groups that need each other: one ends where the other's circle used to,
        or crosses its track. Each group alone makes a solution, too."""
        place = {circle: number for number, circle in enumerate(tracks)}
        groups = Groups(len(tracks))
        for circle, track in tracks.items():
            touched = [labels[track[-1]], *(self._owner.get(at, circle) for at in track[1:])]
            for other in touched:
                if other in place:
                    groups.join(place[circle], place[other])
        apart: dict[int, dict[int, Track]] = {}
        for circle, track in tracks.items():
            apart.setdefault(groups.find(place[circle]), {})[circle] = track
        return map(RivalMoves, apart.values())
