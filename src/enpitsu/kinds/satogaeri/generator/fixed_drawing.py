"""Circles and countries that an author has drawn already, and how the rest is laid around them.

First the given circles are sent somewhere (`sent`): along free ways, no two into one country, and
so that every country that gets none of them keeps room for a new one. Then the free cells become
countries (`FreeGrowth`), each with at most one of those ends, and new circles get their tracks
(`MoreTracks`). What is given never moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from enpitsu.kind import Clause
from enpitsu.kinds.satogaeri.generator.candidate import CandidatePuzzle, Changes
from enpitsu.kinds.satogaeri.generator.country_growth import Growth
from enpitsu.kinds.satogaeri.generator.grid_index import Borders, GridIndex
from enpitsu.kinds.satogaeri.generator.known_tracks import Track, TrackLayer
from enpitsu.kinds.satogaeri.generator.rival_search import MOST_CONFLICTS, RivalMoves, RivalSearch
from enpitsu.limits import Budget
from enpitsu.sat.backend import TooHard

FEW = 24  # up to so many cells it is said of each two of them that not both are ends


class Sender(RivalSearch):
    """A solver that sends given circles somewhere; a known solution there is none."""

    def __init__(
        self, grid: GridIndex, circles: Sequence[tuple[int, int | None]], budget: Budget
    ) -> None:
        # A track of the right length is all that numbers are told from.
        longest = grid.rows + grid.cols
        tracks = [(start,) * (1 + min(number or 0, longest)) for start, number in circles]
        super().__init__(grid, tracks, budget)
        self._told = [
            name
            for name, (_, number) in zip(self.numbers, circles, strict=True)
            if number is not None
        ]

    def _known_move(self, circle: int) -> Clause:
        return (self._stay[circle],)

    def share_out(self, country: Collection[int], is_drawn: bool) -> None:
        """Let some cells keep room for an end; if they are a country, at most one ends there."""
        self._budget.check()
        homes = [self._home[at] for at in sorted(country) if at in self._home]
        if is_drawn:
            self._at_most_one(homes)
        starts = {track[0] for track in self._tracks}
        room = [at for at in sorted(country) if at not in starts]
        if any(at not in self._entering for at in room):
            return
        spared = []
        for at in room:
            spared.append(self._fresh())
            self._solver.add_all((-spared[-1], -name) for name, _ in self._entering[at])
        self._solver.add((*homes, *spared))

    def _at_most_one(self, names: list[int]) -> None:
        if len(names) <= FEW:
            self._solver.add_all((-a, -b) for a, b in combinations(names, 2))
            return
        before = 0
        for name in names:
            some = self._fresh()
            self._solver.add((-name, some))
            if before:
                self._solver.add((-before, some))
                self._solver.add((-before, -name))
            before = some

    def sent(self, random: Random, wish: Collection[tuple[int, int]]) -> list[Track] | None:
        """A track for each circle, few of which stay, near the steps that are wished for; None if
        there are none. TooHard if that is not soon clear."""
        signs = [random.random() < 0.5 for _ in range(self._last)]
        self._solver.prefer([name if sign else -name for name, sign in enumerate(signs, 1)])
        if wish:
            self._solver.prefer(list(self._wished(wish)))
        moving = set() if wish else {-name for name in self._stay}
        while True:
            most = self._solver.conflicts + MOST_CONFLICTS
            answer = self._solver.solve(self._budget, [*self._told, *sorted(moving)], most)
            if answer:
                break
            if answer is None:
                raise TooHard
            stuck = sorted(moving.intersection(self._solver.core()))
            if not stuck:
                return None
            moving.discard(random.choice(stuck))
        true = [False, *(literal > 0 for literal in self._solver.model())]
        true += [False] * (self._last + 1 - len(true))
        return [self._way(circle, true) for circle in range(len(self._tracks))]

    def bar(self, ways: Mapping[int, Track]) -> None:
        """Not again all of these circles along these ways."""
        moves = (self._move(circle, way) for circle, way in ways.items())
        self._solver.add([-literal for move in moves for literal in move])

    def _move(self, circle: int, way: Track) -> Clause:
        """Return what says that a circle goes along a way."""
        for cells, names in zip(self._rays[circle], self._reach[circle], strict=True):
            if len(way) > 1 and cells[0] == way[1]:
                further = names[len(way) - 1 : len(way)]
                return (names[len(way) - 2], *(-name for name in further))
        return (self._stay[circle],)

    def _wished(self, wish: Collection[tuple[int, int]]) -> Iterable[int]:
        for circle, rays in enumerate(self._rays):
            for cells, names in zip(rays, self._reach[circle], strict=True):
                before, goes = self._tracks[circle][0], True
                for at, name in zip(cells, names, strict=True):
                    goes = goes and ((before, at) in wish or (at, before) in wish)
                    before = at
                    yield name if goes else -name


class FreeGrowth(Growth):
    """Countries on the free cells, each with at most one end; those drawn stay as they are."""

    def __init__(
        self,
        grid: GridIndex,
        drawn: Sequence[Collection[int]],
        ends: Collection[int],
        random: Random,
        size: float,
        check: Callable[[], None],
    ) -> None:
        self._drawn, self._ends = drawn, sorted(ends)
        super().__init__(grid, random, size, check)

    def _fill(self) -> None:
        for cells in (*self._drawn, *((end,) for end in self._ends)):
            self._members.append([])
            for at in sorted(cells):
                self._put(at, len(self._members) - 1)
        order = list(range(len(self._drawn), len(self._members)))
        self._random.shuffle(order)
        for country in order:
            wanted = self._wanted_size()
            while len(self._members[country]) < wanted:
                beside = self._beside(country, True)
                if not beside:
                    break
                weights = [self._weight(at, country) for at in beside]
                self._put(self._random.choices(beside, weights)[0], country)
        super()._fill()

    def _join_scraps(self) -> None:
        """Single cells without end join a neighbour that was not drawn."""
        for country in range(len(self._drawn) + len(self._ends), len(self._members)):
            if len(self._members[country]) == 1:
                self.join(country)

    def join(self, country: int) -> bool:
        """Let all cells of a country join one beside it that was not drawn; whether that can be."""
        cells = list(self._members[country])
        beside = {self.labels[other]: None for at in cells for other in self._grid.near[at]}
        fitting = [each for each in beside if each != country and each >= len(self._drawn)]
        if not fitting:
            return False
        target = min(fitting, key=lambda each: len(self._members[each]))
        for at in cells:
            self._move(at, country, target)
        return True

    def spare(self, used: Collection[int]) -> bool:
        """Join countries that have neither an end nor a cell left for one; False if one cannot."""
        for country in range(len(self._drawn) + len(self._ends), len(self._members)):
            cells = self._members[country]
            if cells and all(at in used for at in cells) and not self.join(country):
                return False
        return True

    def _number(self) -> None:
        """Numbers come later, when no country joins another any more."""

    def numbered(self) -> list[int]:
        """For each cell its country, 0, 1, 2, ..."""
        super()._number()
        return self.labels


class MoreTracks(TrackLayer):
    """Tracks for countries that have none yet."""

    def __init__(
        self,
        borders: Borders,
        given: Mapping[int, Track],
        random: Random,
        check: Callable[[], None],
    ) -> None:
        super().__init__(borders, random, check)
        self._given = dict(given)
        for country, track in given.items():
            self._put(country, track)

    def lay(self) -> list[Track]:
        """A track for each country."""
        order = [each for each in range(len(self._borders.members)) if each not in self._given]
        self._random.shuffle(order)
        for country in order:
            self._check()
            self._lay_pair(country)
        for country in order:
            if len(self.tracks[country]) == 1:
                self._improve(country)
        return [self.tracks[country] for country in range(len(self._borders.members))]

    def _pushed_track(self, country: int) -> Track | None:
        for each in self._given:
            del self.tracks[each]
        found = super()._pushed_track(country)
        self.tracks.update(self._given)
        return found


class FixedCandidate(CandidatePuzzle):
    """A draft in which what is given stays: countries, circles and numbers."""

    def __init__(
        self,
        borders: Borders,
        tracks: list[Track],
        random: Random,
        budget: Budget,
        *,
        free: Collection[int],
        given: Collection[int],
    ) -> None:
        """`given`: the circles that are, by the countries where they end."""
        super().__init__(borders, tracks, random, budget)
        self._free, self._given = frozenset(free), frozenset(given)
        self.fixed: list[RivalMoves] = []
        """Rivals in which only given circles move otherwise, and nothing could be done."""
        self._drawn = {country for at, country in enumerate(borders.labels) if at not in self._free}

    def cost_of(self, changes: Changes) -> float | None:
        """Return what a handing costs in looks; None if it cannot be."""
        if any(at not in self._free or after in self._drawn for at, _, after in changes):
            return None
        return super().cost_of(changes)

    def _restart(self, stubborn: Iterable[RivalMoves]) -> bool:
        """Give up where only given circles move otherwise: they had better be sent elsewhere."""
        rivals = list(stubborn)
        self.fixed += [rival for rival in rivals if rival.ways.keys() <= self._given]
        return not self.fixed and super()._restart(rivals)

    def _first_reroute(
        self, circles: Iterable[int], *, shorter: bool = False, alone: bool = False
    ) -> dict[int, Track] | None:
        own = [circle for circle in circles if circle not in self._given]
        return super()._first_reroute(own, shorter=shorter, alone=alone)
