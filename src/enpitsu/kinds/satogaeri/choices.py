"""The moves that circles have left to choose, and what follows from them, on bit sets.

A choice is one move of one circle: it stays, or goes some distance along a ray. Choices have
numbers, those of a circle one after another, along a ray by distance: "some ray reaches this cell"
is then a few rows of bits in one integer. A group is a set of choices of which exactly one is
made: those of a circle, those that end in a country, those along an edge that must have a track.
Two choices clash if they belong to one circle, end in one country, or share a cell.

One rule says most of what there is to say: what clashes with all that a group has left is out. If
one is left, it is made; if all that end in a country go through a cell, nobody else goes there.
What the rule does not see is that some circles have too few countries between them: a matching
does (see `_Homes`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enpitsu.grid import bit_positions, bit_set
from enpitsu.kinds.satogaeri.moves import Moves
from enpitsu.limits import Budget

MOST_BITS = 400_000_000  # so many bits of masks are kept in memory; beyond that they are made anew

WIDE = 24
"""Groups with more choices are left alone: something that clashes with all of them is rare."""

ENOUGH = 20_000_000  # bits looked at between two looks at the budget

A_STEP = 5000  # as many bits as can be looked at while one choice is removed, about

PATIENCE = 3  # times that a circle finds no country, before sets of circles are looked at


class Choice(NamedTuple):
    """A circle goes this far along a ray; where it stays, no step along its first."""

    ray: int
    distance: int


class Choices:
    """The choices of all circles that have more than one, and their groups."""

    def __init__(self, moves: Moves, budget: Budget) -> None:
        self.moves = moves
        self.all: list[Choice] = []
        self.groups: list[list[int]] = []
        """Circles first, then countries, then edges."""
        self._entering: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """For each cell the rows of choices that enter it."""
        self._rows: dict[int, int] = {}
        """For each ray its first choice."""
        for circle in range(moves.count):
            if not moves.is_fixed(circle):
                self._add_circle(circle)
                budget.check()
        self.circle_count = len(self.groups)
        self.owner = [at for at, group in enumerate(self.groups) for _ in group]
        """For each choice its circle's group."""
        self.home = self._add_countries()
        """For each choice its country's group."""
        budget.check()
        for edge in moves.wanted:
            along = moves.rays_along(edge)
            self.groups.append(
                [
                    choice
                    for ray, least in along
                    for choice, distance in enumerate(moves.lengths[ray], self._rows[ray])
                    if distance >= least
                ]
            )
        self.groups_of: list[list[int]] = [[] for _ in self.all]
        for at, group in enumerate(self.groups):
            for choice in group:
                self.groups_of[choice].append(at)
        self.clash = [0] * len(self.all)
        """For each choice those it clashes with; 0 if that is still to be asked for."""
        self._cells: dict[int, int] = {}
        self._countries: dict[int, int] = {}
        self._made, self._most = 0, MOST_BITS // max(1, len(self.all))
        budget.check()

    def _add_circle(self, circle: int) -> None:
        moves, first = self.moves, len(self.all)
        if moves.stays[circle]:
            self.all.append(Choice(4 * circle, 0))
        for ray in moves.rays(circle):
            low, lengths = len(self.all), moves.lengths[ray]
            self._rows[ray] = low
            self.all += [Choice(ray, distance) for distance in lengths]
            high, at, step = len(self.all), moves.starts[circle], moves.steps[ray & 3]
            for distance in range(1, lengths[-1] + 1):
                at += step
                self._entering[at].append((low, high))
                low += lengths[low - high] == distance
        self.groups.append(list(range(first, len(self.all))))

    def _add_countries(self) -> list[int]:
        moves, numbers = self.moves, dict[int, int]()
        home = []
        for choice, (ray, distance) in enumerate(self.all):
            country = moves.countries[moves.end(ray, distance)]
            if country not in numbers:
                numbers[country] = len(self.groups)
                self.groups.append([])
            home.append(numbers[country])
            self.groups[home[-1]].append(choice)
        return home

    def own(self, choice: int) -> int:
        """All choices of the same circle, as bits."""
        own = self.groups[self.owner[choice]]
        return (2 << own[-1]) - (1 << own[0])

    def find_clash(self, choice: int) -> int:
        """Ask what a choice clashes with."""
        self._made += 1
        if self._made > self._most:
            self._made = 0
            self._cells.clear()
            self._countries.clear()
            self.clash[:] = [0] * len(self.clash)
        country = self.home[choice]
        mask = self._countries.get(country)
        if mask is None:
            self._made += 1
            mask = self._countries[country] = bit_set(self.groups[country])
        mask |= self.own(choice)
        ray, distance = self.all[choice]
        start, step = self.moves.starts[ray >> 2], self.moves.steps[ray & 3]
        for cell in range(start + step, start + step * (distance + 1), step):
            entering = self._cells.get(cell, 0)
            if not entering:
                for low, high in self._entering[cell]:
                    entering |= (1 << high) - (1 << low)
                self._made += 1
                self._cells[cell] = entering
            mask |= entering
        self.clash[choice] = mask ^ 1 << choice
        return self.clash[choice]


class ChoiceState:
    """The choices that are left, with everything that follows from them."""

    def __init__(self, choices: Choices, budget: Budget) -> None:
        self.choices = choices
        self.open = (1 << len(choices.all)) - 1
        """The choices that are left, as bits."""
        self.left = bytearray(b"\1") * len(choices.all)
        """The same, for each choice 1 or 0."""
        self.counts = [len(group) for group in choices.groups]
        """For each group how many are left."""
        self.weights: dict[int, int] = {}
        """For each group that was to blame 1, and 1 more for each time."""
        self.trail: list[int] = []
        """The choices that are out, in the order in which they went."""
        self._waiting = list(range(len(choices.groups)))
        self._is_waiting = bytearray(b"\1") * len(choices.groups)
        self._homes = _Homes(self)
        self._budget, self._work = budget, 0

    def spend(self, bits: int) -> None:
        """Ask the budget now and then."""
        self._work += bits
        if self._work > ENOUGH:
            self._work = 0
            self._budget.check()

    def remove(self, gone: int) -> None:
        """These choices are out."""
        groups_of, counts, left = self.choices.groups_of, self.counts, self.left
        trail, is_waiting, waiting = self.trail, self._is_waiting, self._waiting
        self.open ^= gone
        found = bit_positions(gone)
        self.spend(A_STEP * len(found))
        for choice in found:
            left[choice] = 0
            trail.append(choice)
            for group in groups_of[choice]:
                counts[group] -= 1
                if not is_waiting[group]:
                    is_waiting[group] = 1
                    waiting.append(group)

    def undo(self, size: int) -> None:
        """Bring back what has gone since the trail had this size."""
        back = self.trail[size:]
        self.spend(A_STEP * len(back))
        del self.trail[size:]
        self.open |= bit_set(back)
        for choice in back:
            self.left[choice] = 1
            for group in self.choices.groups_of[choice]:
                self.counts[group] += 1
        for group in self._waiting:
            self._is_waiting[group] = 0
        self._waiting.clear()
        self._homes.forget(back)

    def settle(self) -> bool:
        """Draw conclusions until there are no more; False on a contradiction."""
        while True:
            while self._waiting:
                group = self._waiting.pop()
                self._is_waiting[group] = 0
                if group < self.choices.circle_count:
                    self._homes.changed.append(group)
                if not self.counts[group]:
                    self.blame(group)
                    return False
                if self.counts[group] <= WIDE:
                    self._rule_out(group)
            if not self._homes.settle():
                return False
            if not self._waiting:
                return True

    def _rule_out(self, group: int) -> None:
        """Rule out what clashes with all that a group has left."""
        left, clash, find_clash = self.left, self.choices.clash, self.choices.find_clash
        self.spend(self.counts[group] * len(left))
        common = self.open
        for choice in self.choices.groups[group]:
            if left[choice]:
                common &= clash[choice] or find_clash(choice)
                if not common:
                    return
        self.remove(common)

    def blame(self, group: int) -> None:
        """Decide this group sooner from now on."""
        self.weights[group] = self.weights.get(group, 1) + 1


class _Homes:
    """A country for each circle, no two the same.

    Circles and countries are bits here. If no such matching exists, some circles have fewer
    countries between them than they are. And where some circles have exactly as many, nobody else
    ends there. With a matching at hand these sets are found as in a graph (Regin 1994): from a
    circle one goes to the countries where it may end, and from each to the circle that has it
    now. A circle never ends in a country from which there is no way back to it.
    """

    def __init__(self, state: ChoiceState) -> None:
        self._state, self._choices = state, state.choices
        self._first = first = state.choices.circle_count
        self.changed: list[int] = []
        """Circles that have lost choices."""
        self._ends = [0] * first
        """For each circle the countries where it may end."""
        self._enders = [0] * first
        """For each country the circles that may end there."""
        for circle in range(first):
            self._renew(circle)
        self._single = list(range(first - 1, -1, -1))
        self._mates = [-1] * first
        self._holders = [-1] * first
        self._free = (1 << first) - 1
        self._failures = 0
        self._has_lost = True
        """True if circles have lost countries since sets of them were looked at last."""

    def _renew(self, circle: int) -> int:
        """See where a circle may end, and what has changed."""
        ends, left, home = 0, self._state.left, self._choices.home
        for choice in self._choices.groups[circle]:
            if left[choice]:
                ends |= 1 << home[choice]
        ends >>= self._first
        changed = self._ends[circle] ^ ends
        if changed:
            self._ends[circle] = ends
            for country in bit_positions(changed):
                self._enders[country] ^= 1 << circle
        return changed

    def forget(self, back: Iterable[int]) -> None:
        """These choices are back."""
        self.changed.clear()
        for circle in {self._choices.owner[choice] for choice in back}:
            self._renew(circle)

    def settle(self) -> bool:
        """Find each circle a country; False if that is impossible."""
        for circle in self.changed:
            lost = self._renew(circle)
            mate = self._mates[circle]
            self._has_lost = self._has_lost or lost > 0
            if mate >= 0 and lost >> mate & 1:
                self._mates[circle] = -1
                self._free |= 1 << mate
                self._single.append(circle)
        self.changed.clear()
        while self._single:
            if not self._find_mate(self._single[-1]):
                self._failures += 1
                self._state.blame(self._single[-1])
                return False
            self._single.pop()
        if self._has_lost and self._failures >= PATIENCE:
            self._has_lost = False
            self._close_sets()
        return True

    def _find_mate(self, start: int) -> bool:
        """Find a circle a country, and if need be others another one."""
        seen, queue, came_from = 0, [start], dict[int, int]()
        for circle in queue:
            new = self._ends[circle] & ~seen
            if new & self._free:
                country = (new & self._free).bit_length() - 1
                self._free ^= 1 << country
                while circle != start:
                    before = self._mates[circle]
                    self._mates[circle], self._holders[country] = country, circle
                    circle, country = came_from[before], before
                self._mates[start], self._holders[country] = country, start
                return True
            seen |= new
            for country in bit_positions(new):
                came_from[country] = circle
                queue.append(self._holders[country])
        self._state.spend(len(queue) * self._first)
        return False

    def _close_sets(self) -> None:
        """No circle ends in a country from which there is no way back to it."""
        closed = 0
        for circles, countries in self._strong_sets():
            for circle in circles:
                while outside := self._ends[circle] & ~(countries | closed):
                    closed |= self._close_from(outside.bit_length() - 1)

    def _close_from(self, country: int) -> int:
        """Close all countries to which there is a way from this one: as many circles end there and
        nowhere else, so nobody else does."""
        seen, queue = 1 << country, [self._holders[country]]
        for circle in queue:
            new = self._ends[circle] & ~seen
            seen |= new
            queue += [self._holders[country] for country in bit_positions(new)]
        inside, owner, left = set(queue), self._choices.owner, self._state.left
        gone = [
            choice
            for country in bit_positions(seen)
            for choice in self._choices.groups[country + self._first]
            if left[choice] and owner[choice] not in inside
        ]
        self._state.remove(bit_set(gone))
        return seen

    def _strong_sets(self) -> Iterator[tuple[list[int], int]]:
        """Circles from each of which there is a way to each other, and their countries (Kosaraju
        and Sharir: once through the graph, then back against all arrows)."""
        order = self._last_seen_order()
        unseen = bit_set(order)
        while order:
            start = order.pop()
            if unseen >> start & 1:
                unseen ^= 1 << start
                circles, countries = [start], 0
                for circle in circles:
                    mate = self._mates[circle]
                    countries |= 1 << mate
                    new = self._enders[mate] & unseen
                    unseen ^= new
                    circles += reversed(bit_positions(new))
                yield circles, countries

    def _last_seen_order(self) -> list[int]:
        """The circles with a choice in the order in which a walk through the graph leaves them."""
        ends, holders, counts = self._ends, self._holders, self._state.counts
        self._state.spend(self._first * self._first)
        unseen = bit_set([mate for circle, mate in enumerate(self._mates) if counts[circle] > 1])
        order: list[int] = []
        path: list[int] = []
        while unseen:
            new = ends[path[-1]] & unseen if path else unseen
            if new:
                country = new.bit_length() - 1
                unseen ^= 1 << country
                path.append(holders[country])
            else:
                order.append(path.pop())
        return order + path[::-1]
