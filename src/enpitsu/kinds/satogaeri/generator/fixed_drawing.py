"""Circles and countries that an author has drawn already, and how the rest is laid around them.

First the given circles are sent somewhere (`Sender`): along free cells, no two into one country,
and so that every country that gets none of them keeps room for a new one. Then the free cells
become countries (`FreeGrowth`), each with at most one of those ends, and new circles get their
tracks (`TrackLayer`). What is given never moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from enpitsu.kinds.satogaeri.generator.borders import Borders
from enpitsu.kinds.satogaeri.generator.candidate import CandidatePuzzle, Changes
from enpitsu.kinds.satogaeri.generator.known_tracks import Track
from enpitsu.kinds.satogaeri.generator.rival_search import RivalMoves, RivalSearch
from enpitsu.kit.area_growth import Growth
from enpitsu.kit.grid_index import GridIndex
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

    def share_out(self, country: Collection[int], is_drawn: bool) -> None:
        """Let some cells keep room for an end; if they are a country, at most one ends there."""
        self._budget.check()
        homes = [self._home[at] for at in sorted(country) if at in self._home]
        if is_drawn and len(homes) <= FEW:
            self._solver.add_all((-a, -b) for a, b in combinations(homes, 2))
        elif is_drawn:
            before = 0
            for name in homes:
                some = self._fresh()
                self._solver.add((-name, some))
                if before:
                    self._solver.add((-before, some))
                    self._solver.add((-before, -name))
                before = some
        starts = {track[0] for track in self._tracks}
        room = [at for at in sorted(country) if at not in starts]
        if any(at not in self._entering for at in room):
            return
        spared = []
        for at in room:
            spared.append(self._fresh())
            self._solver.add_all((-spared[-1], -name) for name, _ in self._entering[at])
        self._solver.add((*homes, *spared))

    def send(self, random: Random, steps: Collection[tuple[int, int]]) -> list[Track] | None:
        """Return a track for each circle, few of which stay, near these steps if there are any;
        None if there are none. TooHard if that is not soon clear."""
        preferred = []
        for circle, rays in enumerate(self._rays if steps else ()):
            for cells, names in zip(rays, self._reach[circle], strict=True):
                before, goes = self._tracks[circle][0], True
                for at, name in zip(cells, names, strict=True):
                    goes = goes and ((before, at) in steps or (at, before) in steps)
                    before = at
                    preferred.append(name if goes else -name)
        answer = self._solve_moving(random, self._told, preferred if steps else None)
        if answer is None:
            raise TooHard
        if not answer:
            return None
        true = [False, *(literal > 0 for literal in self._solver.model())]
        true += [False] * (self._last + 1 - len(true))
        return [self._track(circle, true) for circle in range(len(self._tracks))]

    def bar(self, tracks: Mapping[int, Track]) -> None:
        """Not again all of these circles along these tracks."""
        moves = (self._move_literals(*each) for each in tracks.items())
        self._solver.add([-literal for move in moves for literal in move])


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
            self._extend(country, True)
        super()._fill()

    def _join_scraps(self) -> None:
        """Single cells without end join a neighbour that was not drawn."""
        for country in range(len(self._drawn) + len(self._ends), len(self._members)):
            if len(self._members[country]) == 1:
                self.join(country)

    def join(self, country: int) -> bool:
        """Let a country join one beside it that was not drawn; False if there is none."""
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


class FixedCandidate(CandidatePuzzle):
    """A candidate in which what is given stays: countries, circles and numbers."""

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
        """Return the cost as for every candidate; None if what is drawn would change."""
        if any(at not in self._free or after in self._drawn for at, _, after in changes):
            return None
        return super().cost_of(changes)

    def _restart(self, stubborn: Iterable[RivalMoves]) -> bool:
        """Give up where only given circles move otherwise: they had better be sent elsewhere."""
        rivals = list(stubborn)
        self.fixed += [rival for rival in rivals if rival.tracks.keys() <= self._given]
        return not self.fixed and super()._restart(rivals)

    def _first_reroute(
        self, circles: Iterable[int], *, shorter: bool = False, alone: bool = False
    ) -> dict[int, Track] | None:
        own = [circle for circle in circles if circle not in self._given]
        return super()._first_reroute(own, shorter=shorter, alone=alone)
