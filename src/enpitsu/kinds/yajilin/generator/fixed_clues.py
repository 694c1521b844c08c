"""Clues that an author has set already, and loops that they allow.

A given clue that counts wants so many shaded cells along its ray. New clues may stand there too,
but how many is settled together with the loop: from then on each ray has a fixed number of cells
off the loop, and the choice of clues (clue_choice.py) need not know that some were given.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from enpitsu.grid import bit_positions, bit_set, cell_at, cell_number, cells, ray_numbers
from enpitsu.kinds.yajilin.generator.loop_plan import DIRECTIONS, Arrow, LoopPlan
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kit.loop_sampler import LoopSampler, LoopTaste
from enpitsu.limits import Budget

SWEEPS = 200  # at a random loop, ever cooler
HOTTEST = 2.0  # heat of the first sweep
COLDEST = 0.4  # heat of the last sweep
PINNED = -9.0  # price of leaving out a cell that shall bear a clue
STRICT = 4.0  # price of each cell too many or too few along a ray
CLASH = 3.0  # price of two neighbours off the loop of which none may bear a clue


class FixedRay(NamedTuple):
    """A given clue that counts: its cell, which of DIRECTIONS, how many shaded cells it wants."""

    cell: int
    direction: int
    number: int
    seen: int


class FixedClues:
    """The clues that an author has set."""

    def __init__(self, puzzle: Yajilin, free: int) -> None:
        rows, cols = self.rows, self.cols = puzzle.rows, puzzle.cols
        self.puzzle = puzzle
        self.free = free
        """Cells that may bear a new clue."""
        self.cells = bit_set([cell_number(cell, cols) for cell, _ in puzzle.clues])
        """Cells that bear a given one."""
        self.rays: list[FixedRay] = []
        self.seen = 0
        """Cells that a given clue counts: a new clue there would change what it says."""
        self.open: dict[int, tuple[int, ...]] = {}
        """Given clues that still want an arrow or a number, each with its possible directions."""
        for cell, clue in puzzle.clues:
            at = cell_number(cell, cols)
            if clue.arrow is not None and clue.number is not None:
                seen = bit_set(ray_numbers(at, clue.arrow, rows, cols))
                self.rays.append(FixedRay(at, DIRECTIONS.index(clue.arrow), clue.number, seen))
                self.seen |= seen
            elif not clue.blank and clue.number is None:
                arrows = DIRECTIONS if clue.arrow is None else (clue.arrow,)
                self.open[at] = tuple(map(DIRECTIONS.index, arrows))


class LoopDemands(NamedTuple):
    """The demands of given clues on a loop."""

    given: FixedClues
    new: int = 0
    """New clue cells among the cells that given clues count."""

    @property
    def pinned(self) -> int:
        """Cells that must be off the loop and bear a clue."""
        return self.given.cells | self.new

    @property
    def allowed(self) -> int:
        """Cells that may bear a clue if they are off the loop."""
        return (self.given.free & ~self.given.seen) | self.pinned

    def wanted(self, each: FixedRay) -> int:
        """Return the number of cells of a ray that must be off the loop."""
        return each.number + (each.seen & self.pinned).bit_count()

    def trouble(self, plan: LoopPlan, indoors: int) -> int:
        """The cells where a loop does not allow the clues; `indoors` are those it surrounds."""
        never = plan.off & ~self.allowed
        cells = (self.pinned & ~plan.off) | (never & plan.beside(never))
        if self.given.puzzle.outside:
            cells |= never & indoors
        for each in self.given.rays:
            if (each.seen & plan.off).bit_count() != self.wanted(each):
                cells |= each.seen or 1 << each.cell
        return cells

    def point(self, plan: LoopPlan) -> dict[int, Arrow]:
        """Leave a plan only the arrows that given clues may have; the given ones, by cell. A clue
        that only blocks gets one that sees nothing."""
        told = {each.cell: each.direction for each in self.given.rays}
        put = {}
        for at in bit_positions(self.given.cells):
            directions = (told[at],) if at in told else self.given.open.get(at, ())
            arrows = tuple(arrow for arrow in plan.arrows[at] if arrow.direction in directions)
            plan.arrows[at] = arrows or (Arrow(at, told.get(at, 0), 0, 0),)
            if at not in self.given.open or not arrows:
                put[at] = plan.arrows[at][0]
        return put


class FittingSampler(LoopSampler):
    """A sampler whose loop is drawn towards what given clues want."""

    def __init__(self, fit: LoopDemands, random: Random) -> None:
        self._fit = fit
        self._rays: dict[int, list[tuple[slice, int]]] = {}
        self._never = bytearray()
        given = fit.given
        super().__init__(given.rows, given.cols, random)
        self.want(fit)

    def want(self, fit: LoopDemands) -> None:
        """From now on these things are wanted."""
        self._rays = {}
        self._never = bytearray(len(self.off))
        for at in range(self.rows * self.cols):
            self._never[self._at(at)] = not fit.allowed >> at & 1
        for at in bit_positions(fit.pinned):
            self.cell_price[self._at(at)] = PINNED
        for each in fit.given.rays:
            places = [self._at(at) for at in bit_positions(each.seen)]
            for place in places:
                along = slice(places[0], places[-1] + 1, 1 if each.direction > 1 else self.cols + 2)
                self._rays.setdefault(place, []).append((along, fit.wanted(each)))

    def _at(self, at: int) -> int:
        return self.cell(*cell_at(at, self.cols))

    def _extra_price(self, cell: int) -> float:
        """The price of leaving out a cell rather than not, all else as it is."""
        price, off = self.cell_price[cell], self.off
        for along, wanted in self._rays.get(cell, ()):
            more = sum(off[along]) - off[cell] - wanted
            price += STRICT if more >= 0 else -STRICT
        never = self._never
        if never[cell]:
            wide = self.cols + 2
            for near in (cell - 1, cell + 1, cell - wide, cell + wide):
                if off[near] and never[near]:
                    price += CLASH
        return price

    def draw(self, right: int, down: int) -> None:
        """Take the faces inside a loop, told by its lines."""
        self.inside = [0] * len(self.inside)
        for cell in cells(self.rows - 1, self.cols - 1):
            at = self._face(*cell)
            line = right >> cell_number(cell, self.cols) & 1
            self.inside[at] = self.inside[at - self.width] ^ line
        self._note_off()

    def indoors(self) -> int:
        """The cells that the loop surrounds."""
        found = 0
        for at in bit_positions(self.off_cells()):
            face = self._face(*cell_at(at, self.cols))
            found |= self.inside[face] << at
        return found


def loose_loop(
    fit: LoopDemands, taste: LoopTaste, random: Random, budget: Budget
) -> FittingSampler:
    """A random loop that given clues allow, as far as chance leads."""
    sampler = FittingSampler(fit, random)
    heats = [HOTTEST - (HOTTEST - COLDEST) * turn / SWEEPS for turn in range(SWEEPS)]
    sampler.sweep_all(taste, random, budget, heats)
    return sampler


def trouble(fit: LoopDemands, sampler: FittingSampler) -> int:
    """The cells where the loop does not allow the clues."""
    plan = LoopPlan(sampler.rows, sampler.cols, sampler.off_cells(), *sampler.lines())
    return fit.trouble(plan, sampler.indoors())
