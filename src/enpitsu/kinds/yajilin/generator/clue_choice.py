"""The choice of clues for a planned loop: few, pleasing, and such that no rival is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from random import Random
from typing import NamedTuple

from enpitsu.grid import bit_positions, bit_set
from enpitsu.kinds.yajilin.generator.known_rivals import KnownRivals, RivalLoop
from enpitsu.kinds.yajilin.generator.local_solvers import LocalSolver, LocalSolvers
from enpitsu.kinds.yajilin.generator.loop_plan import Arrow, LoopPlan
from enpitsu.kinds.yajilin.generator.partwise_proof import PartwiseProof
from enpitsu.kinds.yajilin.generator.rival_solver import RivalSolver
from enpitsu.limits import Budget
from enpitsu.sat.backend import TooHard

FIRST_LIMIT = 30  # conflicts that the proof of a part may take at first
LAST_LIMIT = 8000  # conflicts that it may take at last
EASE_LIMIT = 30  # conflicts from which on a clue is put where a part is too hard to prove
TILE_LIMIT = 200  # conflicts that a question to a local solver may take
MAX_RIVALS = 5000
SPREAD = 0.1  # largest share by which chance changes prices


class ArrowStyle(NamedTuple):
    """Prices of arrows, by how they look: the dearer, the rarer."""

    new: float = 1.0
    """A new clue."""
    touching: float = 0.9
    """More for one that shares a side with another."""
    point: float = 0.35
    """An arrow for a clue cell that has none yet."""
    turn: float = 1.0
    """Turning an arrow, the first time; each time it is twice as dear."""
    open: float = 1.1
    """Each cell of the loop that it sees, and no arrow saw yet."""
    zero: float = 0.0
    """Seeing no cell that may be shaded."""
    shaded: float = -0.55
    """Each cell off the loop that it sees, up to four."""


class CluePlaces(NamedTuple):
    """The cells where clues may stand, each together with its mate, if it has one."""

    allowed: int
    mates: Mapping[int, int]
    fixed: int = 0
    """Cells that must bear a clue."""


class RivalCounts(NamedTuple):
    """The rivals that clues rule out or leave, as bit sets of rivals."""

    left: int
    """Rivals that no clue rules out."""
    alone: dict[int, int]
    """For each cell off the loop those that only it rules out, by its arrow or by being no clue."""
    paired: dict[int, int]
    """For each such cell those that it and a single other one rule out."""


class ClueChoice:
    """Clues for a loop, and the rivals they must rule out."""

    def __init__(
        self,
        plan: LoopPlan,
        rival_solver: RivalSolver,
        rivals: KnownRivals,
        places: CluePlaces,
        style: ArrowStyle,
        random: Random,
    ) -> None:
        self.plan, self.rival_solver, self.rivals, self.random = plan, rival_solver, rivals, random
        self.budget = rival_solver.budget
        self.places, self.style = places, style
        self.arrows: dict[int, Arrow] = {}
        self.cells = 0
        """The clue cells; some may still be without an arrow."""
        self.seen = 0
        """The cells that some arrow has seen."""
        self.lost: set[int] = set()
        """Assumptions about clues that no longer hold since this was last emptied."""
        self._turns: dict[int, int] = {}
        self._changes = 0
        self._verdict: tuple[tuple[int, int], RivalCounts] | None = None

    @property
    def size(self) -> int:
        """The number of clues."""
        return self.cells.bit_count()

    # --- clues come and go ------------------------------------------------------------------------

    def cover(self) -> bool:
        """Clue cells such that no two shaded cells touch, as few as a greedy choice gives; False if
        clues may not stand where that needs them."""
        beside, off = self.plan.beside_off, self.plan.off_cells
        self._claim(self.places.fixed)
        # Beside its own mate a cell cannot stay shaded, for then both would.
        self._claim(
            bit_set([at for at, mate in self.places.mates.items() if beside[at] >> mate & 1])
        )
        shaded = self.plan.off & ~self.places.allowed
        for at in bit_positions(shaded):
            self._claim(beside[at])
        chance = {at: self.random.random() for at in off}
        waiting = [((beside[at] & ~self.cells).bit_count(), chance[at], at) for at in off]
        heapify(waiting)
        while waiting:
            # Those with few free neighbours are shaded first, as the ends of a path.
            free, _, at = heappop(waiting)
            if (self.cells | shaded) >> at & 1:
                continue
            left = (beside[at] & ~self.cells).bit_count()
            if left < free:
                heappush(waiting, (left, chance[at], at))
                continue
            shaded |= 1 << at
            self._claim(beside[at])
            if self.cells & shaded:
                return False
        return not self.cells & ~self.places.allowed and not self.cells & shaded

    def _claim(self, cells: int) -> None:
        self._changes += 1
        for at in bit_positions(cells & ~self.cells):
            self.cells |= 1 << at
            mate = self.places.mates.get(at)
            if mate is not None:
                self.cells |= 1 << mate

    def put(self, arrow: Arrow) -> None:
        """Put a clue, or turn the one that is there; a new one's mate comes with it."""
        at = arrow.cell
        self._changes += 1
        if at in self.arrows:
            self._turns[at] = self._turns.get(at, 0) + 1
        elif not self.cells >> at & 1:
            self.cells |= 1 << at
            mate = self.places.mates.get(at)
            if mate is not None and not self.cells >> mate & 1:
                self.put(self.nicest(mate))
        self._lose(at, arrow)
        self.arrows[at] = arrow
        self.seen |= arrow.seen

    def take(self, at: int) -> Arrow:
        """Take a clue away; its mate stays."""
        self._changes += 1
        self.cells &= ~(1 << at)
        self._lose(at, None)
        return self.arrows.pop(at)

    def restore(self, arrows: dict[int, Arrow]) -> None:
        """Go back to clues as they were."""
        self._changes += 1
        self.arrows = arrows
        self.cells = sum(1 << at for at in arrows)

    def _lose(self, at: int, now: Arrow | None) -> None:
        state = self.rival_solver.state
        self.lost |= state(at, self.arrows.get(at)) - state(at, now)

    def point_rest(self) -> None:
        """Give clue cells without an arrow one that pleases."""
        for at in bit_positions(self.cells):
            if at not in self.arrows:
                self.put(self.nicest(at))

    def nicest(self, at: int) -> Arrow:
        """The arrow that looks best in a cell."""
        return min(self.plan.arrows[at], key=self.looks)

    # --- prices -----------------------------------------------------------------------------------

    def looks(self, arrow: Arrow) -> float:
        """Return the price of an arrow's look, about 1."""
        style, plan = self.style, self.plan
        fresh = (arrow.seen & ~plan.off & ~self.seen).bit_count()
        shaded = (arrow.seen & plan.off & ~self.cells).bit_count()
        price = 1.0 + style.open * fresh + (style.shaded * min(4, shaded) if shaded else style.zero)
        return max(0.2, price) * (1.0 + self.random.random() * SPREAD)

    def price(self, arrow: Arrow) -> float:
        """Return the price of putting an arrow as things are."""
        style, at = self.style, arrow.cell
        if not self.cells >> at & 1:
            base = style.new
            if self.plan.beside_off[at] & self.cells:
                base += style.touching
        elif at not in self.arrows:
            base = style.point
        else:
            base = style.turn * 2.0 ** self._turns.get(at, 0)
        return base * self.looks(arrow)

    # --- rivals -----------------------------------------------------------------------------------

    def standing(self) -> RivalCounts:
        """Return the rivals known that the clues leave or rule out."""
        now = self._changes, self.rivals.count
        if self._verdict is not None and self._verdict[0] == now:
            return self._verdict[1]
        once = twice = thrice = 0
        killed_by, needing, cells = self.rivals.killed_by, self.rivals.needing, self.cells
        kills = {}
        for at in self.plan.off_cells:
            arrow = self.arrows.get(at)
            if arrow is not None:
                mask = killed_by[at, arrow.direction]
            else:
                mask = 0 if cells >> at & 1 else needing[at]
            kills[at] = mask
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        only = once & ~twice
        left = ((1 << self.rivals.count) - 1) & ~once
        alone = {at: mask & only for at, mask in kills.items()}
        pairs = twice & ~thrice
        paired = {at: mask & pairs for at, mask in kills.items()}
        self._verdict = now, RivalCounts(left, alone, paired)
        return self._verdict[1]

    def take_in(self, rivals: Iterable[RivalLoop]) -> bool:
        """Remember new rivals; False if one of them cannot be ruled out."""
        told = [self.rivals.add(rival) for rival in rivals]
        return all(told) and self.rivals.count <= MAX_RIVALS

    def trouble(self) -> int:
        """The cells where rivals are left that no clue rules out."""
        cells = 0
        for number in bit_positions(self.standing().left):
            cells |= self.rivals.changes[number]
        return cells

    def mend(self) -> bool:
        """Put and turn arrows until no known rival is left; False if that cannot be done."""
        while True:
            self.budget.check()
            left, alone, _ = self.standing()
            if not left:
                return True
            arrow = self._best(left, alone)
            if arrow is None:
                return False
            self.put(arrow)

    def _best(self, left: int, alone: dict[int, int]) -> Arrow | None:
        """The arrow that rules out most for its price."""
        best, best_value = None, 0.0
        killed_by, now = self.rivals.killed_by, left.bit_count()
        for at in bit_positions(self.plan.off & self.places.allowed):
            back = left | alone[at]
            for arrow in self.plan.arrows[at]:
                kills = killed_by[at, arrow.direction]
                if kills & left:
                    gain = now - (back & ~kills).bit_count()
                    if gain > 0:
                        value = gain / self.price(arrow)
                        if value > best_value:
                            best, best_value = arrow, value
        return best


def choose(
    choice: ClueChoice, local_solvers: LocalSolvers, proof: PartwiseProof, budget: Budget
) -> bool:
    """Clues that leave no rival at all; False if they are not found soon."""
    if not choice.cover() or not choice.mend():
        return False
    choice.point_rest()
    if not all(_clear_tile(choice, local, budget) for local in local_solvers.all):
        return False
    choice.lost.clear()
    return prove(choice, proof, budget)


def _clear_tile(choice: ClueChoice, local: LocalSolver, budget: Budget) -> bool:
    """Rule out all rivals in a tile; False if that cannot be done."""
    while True:
        budget.check()
        try:
            rivals = local.solver.rivals(choice.arrows.values(), [local.differs], TILE_LIMIT)
        except TooHard:
            return True
        if not rivals:
            return True
        if not choice.take_in(rivals) or not choice.mend():
            return False


def prove(choice: ClueChoice, proof: PartwiseProof, budget: Budget) -> bool:
    """Prove part after part, and put more clues where there are rivals; False if that does not
    come to an end soon.

    Parts beside proved ones are tried first, as players go on where they know something.
    """
    limit = FIRST_LIMIT
    tried: dict[int, int] = {}
    while waiting := proof.waiting():
        budget.check()
        known = {part: proof.known_beside(part) for part in waiting}
        fresh = [part for part in waiting if known[part] > tried.get(part, -1)]
        if not fresh:
            part = max(waiting, key=known.__getitem__)
            cells = proof.cells(part) & choice.plan.off & choice.places.allowed & ~choice.cells
            if limit >= EASE_LIMIT and cells:
                choice.put(min(map(choice.nicest, bit_positions(cells)), key=choice.price))
                del tried[part]
            else:
                limit, tried = limit * 4, {}
            if limit > LAST_LIMIT or not _settle(choice, proof):
                return False
            continue
        part = max(fresh, key=known.__getitem__)
        tried[part] = known[part]
        if not _clear_part(choice, proof, part, limit):
            return False
    return True


def _clear_part(choice: ClueChoice, proof: PartwiseProof, part: int, limit: int) -> bool:
    """Rule out all rivals in a part, unless that is too hard; False if it cannot be done."""
    while True:
        try:
            rivals = choice.rival_solver.rivals(choice.arrows.values(), proof.question(part), limit)
        except TooHard:
            return True
        if not rivals:
            proof.note(part, choice.rival_solver.used())
            return True
        if not choice.take_in(rivals) or not _settle(choice, proof):
            return False


def _settle(choice: ClueChoice, proof: PartwiseProof) -> bool:
    """Rule out the rivals known, and forget what was proved from clues that are no longer there;
    False if that cannot be done."""
    if not choice.mend():
        return False
    proof.forget(choice.lost)
    choice.lost.clear()
    return True
