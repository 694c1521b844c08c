"""Rivals: other loops that clues must rule out, and which clue rules out which.

A rival is told by the cells it leaves out. A clue rules it out if its cell is on the rival's loop
or its arrow sees another number of cells off the loop. A rival may also need clues: where it
leaves out a cell beside one that the plan leaves out, this one must be a clue, or two shaded cells
would touch; so *not* putting a clue there rules it out too.

Sets of rivals are integers, a bit for each rival, so that a choice of clues is weighed in a few
operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from enpitsu.grid import bit_positions, cell_at, cell_number
from enpitsu.kinds.yajilin.generator.loop_plan import Arrow, LoopPlan
from enpitsu.kit.loop_sampler import LoopSampler

Key = tuple[int, int]
"""An arrow's cell and direction."""


class RivalLoop(NamedTuple):
    """Another loop."""

    off: int
    needs: int
    """The planned loop's off cells that must be clues for it."""

    @classmethod
    def of(cls, plan: LoopPlan, off: int) -> RivalLoop:
        """The rival that leaves out these cells."""
        return cls(off, plan.beside(off & ~plan.off) & plan.off & off)

    def stands(self, plan: LoopPlan, arrows: Iterable[Arrow], clue_cells: int) -> bool:
        """Return True if these clues allow it."""
        off = self.off
        new = off & ~plan.off
        if self.needs & ~clue_cells or clue_cells & ~off or new & plan.beside(new):
            return False
        changed = off ^ plan.off
        return not any(
            arrow.seen & changed and (arrow.seen & off).bit_count() != arrow.total
            for arrow in arrows
        )


class KnownRivals:
    """All rivals known so far."""

    def __init__(self, plan: LoopPlan) -> None:
        self._plan = plan
        self.count = 0
        self.changes: list[int] = []
        """For each rival the cells that are off one of the two loops and on the other."""
        self.killed_by: dict[Key, int] = {
            (arrow.cell, arrow.direction): 0 for at in plan.off_cells for arrow in plan.arrows[at]
        }
        self.needing = dict.fromkeys(plan.off_cells, 0)
        """For each cell off the loop: the rivals that need a clue there."""
        self._by_row: list[list[Arrow]] = [[] for _ in range(plan.rows)]
        self._by_col: list[list[Arrow]] = [[] for _ in range(plan.cols)]
        for at in plan.off_cells:
            for arrow in plan.arrows[at]:
                row, col = cell_at(at, plan.cols)
                (self._by_col[col] if arrow.direction < 2 else self._by_row[row]).append(arrow)

    def add(self, rival: RivalLoop) -> bool:
        """Take in a rival; False if no arrow anywhere rules it out."""
        plan, off, bit = self._plan, rival.off, 1 << self.count
        self.count += 1
        killed_by = self.killed_by
        changed = off ^ plan.off
        self.changes.append(changed)
        told = False
        for at in bit_positions(changed & plan.off):
            told = True
            for arrow in plan.arrows[at]:
                killed_by[at, arrow.direction] |= bit
        places = [cell_at(at, plan.cols) for at in bit_positions(changed)]
        rows = [self._by_row[row] for row in sorted({cell.row for cell in places})]
        cols = [self._by_col[col] for col in sorted({cell.col for cell in places})]
        for arrow in chain(*rows, *cols):
            if (arrow.seen & off).bit_count() != arrow.total:
                told = True
                killed_by[arrow.cell, arrow.direction] |= bit
        for at in bit_positions(rival.needs):
            self.needing[at] |= bit
        return told

    def left(self, arrows: Iterable[Arrow], clue_cells: int) -> int:
        """The rivals that these arrows and clue cells leave standing."""
        dead = 0
        killed_by, needing = self.killed_by, self.needing
        for arrow in arrows:
            dead |= killed_by[arrow.cell, arrow.direction]
        for at in bit_positions(self._plan.off & ~clue_cells):
            dead |= needing[at]
        return ((1 << self.count) - 1) & ~dead


def near_rivals(sampler: LoopSampler, plan: LoopPlan) -> Iterator[RivalLoop]:
    """The loops one face away from the planned one."""
    for row, col, changed in sampler.near_changes():
        off = plan.off
        for bit, shift in enumerate((0, 1, plan.cols, plan.cols + 1)):
            off ^= (changed >> bit & 1) << (cell_number((row, col), plan.cols) + shift)
        new = off & ~plan.off
        if not new & plan.beside(new):
            yield RivalLoop.of(plan, off)
