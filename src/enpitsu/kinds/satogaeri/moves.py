"""The moves that circles have left, and what follows from them at once.

A circle has a ray in each of four directions, up to the next circle or the border: start cells
are never entered, so nobody gets further. What is left of a ray is a list of possible distances.
Where some cell is closed to a ray, the list loses its tail; where a country is taken, the
distances that end there. So the state is small, and every conclusion is a shorter list.

Rays have numbers: 4 * circle + direction, with directions in the order up, down, left, right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from enpitsu.grid import cell_number, edge_ends
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import Budget

UP, DOWN, LEFT, RIGHT = range(4)
OFTEN = 2000  # so many moves or conclusions between two looks at the budget
A_FEW = 16  # so many circles whose rays are found between two looks at it


class Moves:
    """For each circle whether it may stay, and how far it may go in each direction."""

    __slots__ = (
        "_closed",
        "_dirty_circles",
        "_dirty_countries",
        "_work",
        "cols",
        "count",
        "countries",
        "country_count",
        "enders",
        "lengths",
        "passers",
        "reached",
        "starts",
        "stays",
        "steps",
        "wanted",
    )

    def __init__(self, puzzle: Satogaeri, budget: Budget) -> None:
        self.cols = puzzle.cols
        self.steps = (-puzzle.cols, puzzle.cols, -1, 1)
        self.countries = puzzle.countries
        self.country_count = puzzle.country_count
        self.starts = [cell_number(cell, puzzle.cols) for cell, _ in puzzle.circles]
        self.count = len(self.starts)
        self.stays: list[bool] = [number is None or number == 0 for _, number in puzzle.circles]
        """For each circle whether it may stay."""
        self.lengths: list[list[int]] = []
        """For each ray the distances that are left, smallest first."""
        self.passers: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """For each cell the rays that may reach it, and at which distance."""
        self.reached: list[dict[int, int]] = [{} for _ in self.starts]
        """For each circle the countries where it may end, and by how many moves."""
        self.enders: list[set[int]] = [set() for _ in range(self.country_count)]
        """For each country the circles that may end there."""
        self._closed = [0] * (4 * self.count)
        self.wanted: list[int] = []
        """Edges that have a track of one of several circles."""
        self._work = 0
        self._dirty_circles = set(range(self.count))
        self._dirty_countries = set(range(self.country_count))
        self._find_moves(puzzle, budget)

    def _find_moves(self, puzzle: Satogaeri, budget: Budget) -> None:
        free = free_distances(puzzle)
        countries, enders, passers = self.countries, self.enders, self.passers
        for circle, (_, number) in enumerate(puzzle.circles):
            if circle % A_FEW == 0:
                budget.check()
            start, reached = self.starts[circle], self.reached[circle]
            if self.stays[circle]:
                reached[countries[start]] = 1
                enders[countries[start]].add(circle)
            for ray in range(4 * circle, 4 * circle + 4):
                step = self.steps[ray & 3]
                if number is None:
                    lengths = list(range(1, free[ray] + 1))
                else:
                    lengths = [number] if 0 < number <= free[ray] else []
                self.lengths.append(lengths)
                for distance in range(1, lengths[-1] + 1 if lengths else 0):
                    passers[start + distance * step].append((ray, distance))
                for distance in lengths:
                    country = countries[start + distance * step]
                    reached[country] = reached.get(country, 0) + 1
                    enders[country].add(circle)

    def _spend(self, steps: int, budget: Budget) -> None:
        """Ask the budget now and then."""
        self._work += steps
        if self._work > OFTEN:
            self._work = 0
            budget.check()

    # --- looking -------------------------------------------------------------------------------

    def end(self, ray: int, distance: int) -> int:
        """The cell at a distance along a ray."""
        return self.starts[ray >> 2] + distance * self.steps[ray & 3]

    def edge(self, ray: int, distance: int) -> int:
        """The edge of a ray's step to this distance (see board.py for the numbers)."""
        direction, there = ray & 3, self.end(ray, distance)
        here = there - self.steps[direction]
        return 2 * min(here, there) + (direction <= DOWN)

    def rays(self, circle: int) -> list[int]:
        """The rays along which a circle may still go."""
        return [ray for ray in range(4 * circle, 4 * circle + 4) if self.lengths[ray]]

    def is_fixed(self, circle: int) -> bool:
        """Return True if a circle has one move left."""
        rays = self.rays(circle)
        if self.stays[circle]:
            return not rays
        return len(rays) == 1 and len(self.lengths[rays[0]]) == 1

    def only_move(self, circle: int) -> tuple[int, int]:
        """Return the ray and distance of a fixed circle's move; distance 0 where it stays."""
        rays = self.rays(circle)
        return (rays[0], self.lengths[rays[0]][0]) if rays else (4 * circle, 0)

    def is_sure(self, ray: int) -> bool:
        """Return True if the circle can only go along this ray."""
        circle = ray >> 2
        return not self.stays[circle] and self.rays(circle) == [ray]

    def rays_along(self, edge: int) -> list[tuple[int, int]]:
        """The rays that may run along an edge, and the distance reached by that step."""
        at, other = edge_ends(edge, self.cols)
        onwards, backwards = (DOWN, UP) if edge & 1 else (RIGHT, LEFT)
        found = [(ray, far) for ray, far in self.passers.get(other, ()) if ray & 3 == onwards]
        found += [(ray, far) for ray, far in self.passers.get(at, ()) if ray & 3 == backwards]
        return [(ray, far) for ray, far in found if self.goes_to(ray, far)]

    def goes_to(self, ray: int, distance: int) -> bool:
        """Return True if a ray may still reach this far."""
        lengths = self.lengths[ray]
        return bool(lengths) and lengths[-1] >= distance

    # --- writing -------------------------------------------------------------------------------

    def _keep(self, ray: int, lengths: list[int]) -> None:
        """Leave a ray only these of its distances."""
        if len(lengths) == len(self.lengths[ray]):
            return
        kept, circle = set(lengths), ray >> 2
        self._work += len(self.lengths[ray])
        for distance in self.lengths[ray]:
            if distance not in kept:
                self._uncount(circle, self.end(ray, distance))
        self.lengths[ray] = lengths
        self._dirty_circles.add(circle)

    def _uncount(self, circle: int, end: int) -> None:
        country, reached = self.countries[end], self.reached[circle]
        reached[country] -= 1
        if not reached[country]:
            del reached[country]
            self.enders[country].discard(circle)
            self._dirty_countries.add(country)

    def _shorten(self, ray: int, most: int) -> None:
        """A ray cannot go further than this."""
        lengths = self.lengths[ray]
        if lengths and lengths[-1] > most:
            self._keep(ray, [distance for distance in lengths if distance <= most])

    def _leave(self, circle: int) -> None:
        """A circle cannot stay."""
        if self.stays[circle]:
            self.stays[circle] = False
            self._uncount(circle, self.starts[circle])
            self._dirty_circles.add(circle)

    def _end_in(self, circle: int, country: int, inside: bool) -> None:
        """A circle ends in a country, or does not."""
        if self.stays[circle] and (self.countries[self.starts[circle]] == country) != inside:
            self._leave(circle)
        start, countries = self.starts[circle], self.countries
        for ray in self.rays(circle):
            step = self.steps[ray & 3]
            self._keep(
                ray,
                [
                    distance
                    for distance in self.lengths[ray]
                    if (countries[start + distance * step] == country) == inside
                ],
            )

    # --- what a position says ------------------------------------------------------------------

    def obey(
        self,
        lines: Iterable[int],
        crosses: Iterable[int],
        homes: Collection[int],
        denied: Iterable[int],
    ) -> bool:
        """Leave only moves that agree with these edges and cells; False if one cannot be."""
        self._shorten_all(
            (ray, distance - 1) for edge in crosses for ray, distance in self.rays_along(edge)
        )
        circle_at = {start: circle for circle, start in enumerate(self.starts)}
        closed: dict[int, set[int]] = defaultdict(set)
        for at in denied:
            if at in circle_at:
                self._leave(circle_at[at])
            for ray, distance in self.passers.get(at, ()):
                closed[ray].add(distance)
        for ray, distances in closed.items():
            self._keep(ray, [far for far in self.lengths[ray] if far not in distances])
        if not self._want_homes(homes, circle_at):
            return False
        self.wanted = list(lines)
        # The cells of a track are closed to rays that come from its sides.
        self._shorten_all(
            (ray, distance - 1)
            for edge in self.wanted
            for cell in edge_ends(edge, self.cols)
            for ray, distance in self.passers.get(cell, ())
            if (ray & 3 <= DOWN) != bool(edge & 1)
        )
        return True

    def _shorten_all(self, limits: Iterable[tuple[int, int]]) -> None:
        """Rays cannot go further than this. Each is shortened once: a player may have marked
        every cell of a long one."""
        nearest: dict[int, int] = {}
        for ray, most in limits:
            nearest[ray] = min(most, nearest.get(ray, most))
        for ray, most in nearest.items():
            self._shorten(ray, most)

    def _want_homes(self, homes: Collection[int], circle_at: dict[int, int]) -> bool:
        """A country with a home is closed but for that cell; nobody goes on from there."""
        home_of = {self.countries[at]: at for at in homes}
        if len(home_of) < len(homes):
            return False
        self._shorten_all(limit for at in homes for limit in self.passers.get(at, ()))
        for circle in {circle for country in home_of for circle in self.enders[country]}:
            start = self.starts[circle]
            if home_of.get(self.countries[start], start) != start:
                self._leave(circle)
            for ray in self.rays(circle):
                ends = [(far, self.end(ray, far)) for far in self.lengths[ray]]
                kept = [far for far, at in ends if home_of.get(self.countries[at], at) == at]
                self._keep(ray, kept)
        for at in homes:
            if at in circle_at:
                for ray in self.rays(circle_at[at]):
                    self._keep(ray, [])
        return all(self.enders[country] for country in home_of)

    # --- conclusions ---------------------------------------------------------------------------

    def settle(self, budget: Budget) -> bool:
        """Draw conclusions until there are no more; False on a contradiction."""
        if self.count != self.country_count:
            return False
        while True:
            self._spend(len(self.wanted), budget)
            while self._dirty_circles or self._dirty_countries:
                self._spend(1, budget)
                if self._dirty_circles:
                    if not self._settle_circle(self._dirty_circles.pop()):
                        return False
                    continue
                country = self._dirty_countries.pop()
                enders = self.enders[country]
                if not enders:
                    return False
                if len(enders) == 1:
                    (circle,) = enders
                    self._end_in(circle, country, inside=True)
            if not self._follow_wanted():
                return False
            if not self._dirty_circles and not self._dirty_countries:
                return True

    def _settle_circle(self, circle: int) -> bool:
        reached = self.reached[circle]
        if not reached:
            return False
        if len(reached) == 1:
            (country,) = reached
            for other in self.enders[country] - {circle}:
                self._end_in(other, country, inside=False)
        if not self.stays[circle]:
            rays = self.rays(circle)
            if len(rays) == 1:
                # The cells that it enters in any case are closed to others; the last one first, as
                # it shortens a ray that comes towards it most.
                (ray,) = rays
                least = self.lengths[ray][0]
                for distance in range(least, self._closed[ray], -1):
                    for other, far in self.passers[self.end(ray, distance)]:
                        if other != ray:
                            self._shorten(other, far - 1)
                self._closed[ray] = least
        return True

    def _follow_wanted(self) -> bool:
        """Settle the edges that only one ray can bring a track along; False if none can."""
        open_edges = []
        for edge in self.wanted:
            rays = self.rays_along(edge)
            if not rays:
                return False
            if len(rays) > 1:
                open_edges.append(edge)
                continue
            ((ray, least),) = rays
            circle = ray >> 2
            self._leave(circle)
            for other in range(4 * circle, 4 * circle + 4):
                kept = [far for far in self.lengths[other] if far >= least] if other == ray else []
                self._keep(other, kept)
        self.wanted = open_edges
        return True


def free_distances(puzzle: Satogaeri) -> list[int]:
    """For each ray how far it is to the next circle or the border."""
    free = [0] * (4 * len(puzzle.circles))
    last_in_col: dict[int, tuple[int, int]] = {}
    before: tuple[int, int, int] | None = None
    for circle, (cell, _) in enumerate(puzzle.circles):
        row, col = cell
        above, above_row = last_in_col.get(col, (-1, -1))
        free[4 * circle + UP] = row - above_row - 1
        if above >= 0:
            free[4 * above + DOWN] = row - above_row - 1
        free[4 * circle + DOWN] = puzzle.rows - row - 1
        last_in_col[col] = circle, row
        left, left_row, left_col = before or (-1, -1, -1)
        if left_row == row:
            free[4 * left + RIGHT] = free[4 * circle + LEFT] = col - left_col - 1
        else:
            free[4 * circle + LEFT] = col
        free[4 * circle + RIGHT] = puzzle.cols - col - 1
        before = circle, row, col
    return free
