"""A puzzle in the making: its solution is known, and borders and numbers change until nothing else
fits.

A rival (another solution) goes when a border moves: a cell where only the rival ends a circle is
handed to a country beside. Or when a circle is told its number. If neither helps (two circles
could go to each other's homes, say), one of them comes from elsewhere. Of what helps, that is
taken which looks best.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import inf
from random import Random
from typing import NamedTuple

from enpitsu.kinds.satogaeri.generator.borders import Borders
from enpitsu.kinds.satogaeri.generator.known_tracks import Track, reroute
from enpitsu.kinds.satogaeri.generator.rival_search import RivalMoves, RivalSearch
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.grid_index import GridIndex
from enpitsu.limits import Budget

MOST_ROUNDS = 60  # searches for rivals before a candidate is given up
A_ROUND = 2  # circles for which there is one more
MOST_RESTARTS = 12  # circles that come from elsewhere before tracks are shortened instead
A_RESTART = 4  # circles for which there is one more

Changes = list[tuple[int, int, int]]
"""Cells that are handed over: each with its country before and after."""


class FixCosts(NamedTuple):
    """Prices of repairs: of a number, and the most that a handed cell may cost in looks."""

    number_cost: float = 2.0
    most_cost: float = 6.0


ANY_BORDER = FixCosts(inf, inf)


class CandidatePuzzle:
    """Countries, tracks, and the circles that have numbers."""

    def __init__(
        self, borders: Borders, tracks: list[Track], random: Random, budget: Budget
    ) -> None:
        self.borders, self.tracks, self.random, self.budget = borders, tracks, random, budget
        self.numbered = set(range(len(tracks)))
        """Circles that have numbers; a circle has the number of the country where it ends."""
        self.stay_bare: set[int] = set()
        """Circles that never get a number."""
        self.most_hidden = len(tracks)
        """So many circles may have no number."""
        self._buried: dict[int, list[RivalMoves]] = {}
        """Rivals that went when a border moved, by the cells where they end circles."""
        self._ends = {track[-1] for track in tracks}
        self._restarts = 0
        self._rivals: RivalSearch | None = None

    @property
    def rivals(self) -> RivalSearch:
        """The solver, told about the puzzle once it is asked."""
        if self._rivals is None:
            self._rivals = RivalSearch(self.grid, self.tracks, self.budget)
            self._rivals.hold_all(self.borders)
        return self._rivals

    @property
    def grid(self) -> GridIndex:
        """The board."""
        return self.borders.grid

    def close(self) -> None:
        """Free the solver's memory."""
        if self._rivals is not None:
            self._rivals.close()
            self._rivals = None

    def puzzle(self) -> Satogaeri:
        """The puzzle as it is now."""
        circles = tuple(
            (self.grid.cell(track[0]), len(track) - 1 if circle in self.numbered else None)
            for circle, track in enumerate(self.tracks)
        )
        return Satogaeri(self.grid.rows, self.grid.cols, tuple(self.borders.labels), circles)

    def is_unique(self) -> bool:
        """Return True if it has no other solution."""
        return self.rivals.is_unique(self.numbered, self.borders.labels)

    @property
    def hidden(self) -> list[int]:
        """The circles without numbers."""
        return [circle for circle in range(len(self.tracks)) if circle not in self.numbered]

    def hide_another(self) -> None:
        """Take a number away; if as many are gone as may be, another one comes back for it."""
        hidden = self.hidden
        self.numbered.discard(self.random.choice(sorted(self.numbered)))
        if hidden and len(hidden) >= self.most_hidden:
            self.numbered.add(self.random.choice(hidden))

    # --- repair ----------------------------------------------------------------------------------

    def repair(self, costs: FixCosts) -> bool:
        """Change borders and numbers until no rival is left; False if that leads nowhere."""
        for _ in range(MOST_ROUNDS + len(self.tracks) // A_ROUND):
            self.budget.check()
            found = self.rivals.find(self.numbered, self.borders.labels)
            if found is None:
                return True
            stubborn = [rival for rival in found if not self._remove(rival, costs)]
            # Telling the solver everything anew is dear, so all that can go otherwise goes first.
            if len(stubborn) == len(found) and not self._restart(stubborn):
                return False
        return False

    def _remove(self, rival: RivalMoves, costs: FixCosts) -> bool:
        """Let a rival no longer fit; False if neither a border nor a number can do it."""
        if not rival.fits(self.borders.labels):
            return True
        numbers = [
            circle
            for circle, track in rival.tracks.items()
            if circle not in self.numbered | self.stay_bare
            and len(track) != len(self.tracks[circle])
        ]
        best = self._best_handover(rival)
        most = costs.most_cost if not numbers else costs.number_cost
        if best is not None and best[0] <= most:
            self.hand_over(best[1])
            for track in rival.tracks.values():
                self._buried.setdefault(track[-1], []).append(rival)
        elif numbers:
            self.numbered.add(self.random.choice(numbers))
        else:
            return False
        return True

    def _best_handover(self, rival: RivalMoves) -> tuple[float, Changes] | None:
        """Return the border that ends a rival at the least cost, with this cost."""
        borders, options = self.borders, []
        for at in [track[-1] for track in rival.tracks.values()]:
            beside = {borders.labels[other]: None for other in self.grid.near[at]}
            for country in beside:
                changes = borders.plan_handover(at, country)
                cost = self.cost_of(changes)
                if cost is None:
                    continue
                borders.apply(changes)
                fits = rival.fits(borders.labels)
                borders.undo(changes)
                if not fits:
                    options.append((cost + self.random.random(), changes))
        return min(options, key=lambda option: option[0], default=None)

    def cost_of(self, changes: Changes) -> float | None:
        """Return the loss in looks of countries after changes; None if they cannot be: countries
        keep the ends of their circles and stay in one piece, and no rival comes back."""
        if not changes or any(at in self._ends or before == after for at, before, after in changes):
            return None
        borders = self.borders
        touched = {country: None for _, *both in changes for country in both}
        cost = -borders.costs(touched)
        borders.apply(changes)
        fits = borders.are_whole(touched) and not any(
            rival.fits(borders.labels) for at, *_ in changes for rival in self._buried.get(at, ())
        )
        cost += borders.costs(touched)
        borders.undo(changes)
        return cost if fits else None

    def hand_over(self, changes: Changes) -> None:
        """Move a border."""
        self.borders.apply(changes)
        self._hold(changes)

    def take_back(self, changes: Changes) -> None:
        """Move it back."""
        self.borders.undo(changes)
        self._hold(changes)

    def _hold(self, changes: Changes) -> None:
        if self._rivals is None:
            return
        for country in {country: None for _, *both in changes for country in both}:
            self._rivals.hold(country, self.borders.members[country])

    # --- circles that come from elsewhere ---------------------------------------------------------

    def _restart(self, stubborn: Iterable[RivalMoves]) -> bool:
        """Let a circle of each rival, or one whose track it would cross, come from elsewhere; or
        move a border that looks bad. False if neither can be."""
        patience = MOST_RESTARTS + len(self.tracks) // A_RESTART
        for rival in stubborn:
            circles = list(rival.tracks)
            self.random.shuffle(circles)
            self._restarts += 1
            if self._restarts <= patience:
                found = self._first_reroute([*circles, *self._crossed(rival)])
                found = found or self._first_reroute(circles, shorter=True)
            else:  # this has gone on for long
                found = self._first_reroute(circles, shorter=True)
                found = found or self._first_reroute(circles, shorter=True, alone=True)
                found = found or self._first_reroute([*circles, *self._crossed(rival)])
            if found is not None:
                self.lay(found)
            elif not self._remove(rival, ANY_BORDER):
                return False
        return True

    def lay(self, tracks: dict[int, Track]) -> None:
        """Let circles come from elsewhere. The solver must then be told everything anew."""
        for circle, track in tracks.items():
            self.tracks[circle] = track
        self._ends = {track[-1] for track in self.tracks}
        self._buried.clear()
        self.close()

    def _first_reroute(
        self, circles: Iterable[int], *, shorter: bool = False, alone: bool = False
    ) -> dict[int, Track] | None:
        for circle in circles:
            found = reroute(
                self.borders, self.tracks, circle, self.random, shorter=shorter, alone=alone
            )
            if found:
                return found
        return None

    def _crossed(self, rival: RivalMoves) -> list[int]:
        """Return circles with tracks beside those of a rival, in random order."""
        used = chain.from_iterable(rival.tracks.values())
        cells = {near for at in used for near in self.grid.near[at]}
        found = [
            circle
            for circle, track in enumerate(self.tracks)
            if circle not in rival.tracks and not cells.isdisjoint(track)
        ]
        self.random.shuffle(found)
        return found
