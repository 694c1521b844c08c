"""Random solutions: what a solver is to prefer so that its first answer is one that no other is
like. Loops are drawn first, so that they wind."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from enpitsu.grid import Cell, Edge, cell_number
from enpitsu.kit.constraints.base import Constraint
from enpitsu.kit.constraints.loop import SingleLoop
from enpitsu.kit.layout import SIDES, Layout, MarkView
from enpitsu.kit.loop_sampler import LoopSampler, LoopTaste
from enpitsu.limits import Budget

LOOP = LoopTaste(off=0.2, pair=0.6, strand=0.3, turn=-0.2)
SWEEPS = 12
CLOSED = -6.0  # price of leaving out a node where no line can be


def random_literals(
    layout: Layout, constraints: Iterable[Constraint], random: Random, budget: Budget
) -> list[int]:
    """Return a literal for each variable, in random order: a random loop where there is to be one,
    and else any."""
    found = [each if random.random() < 0.5 else -each for each in range(1, layout.size + 1)]
    loops = [set(each.literals) for each in constraints if isinstance(each, SingleLoop)]
    for view in layout.views.values():
        if set(view) in loops:
            lines = random_loop(view, random, budget)
            for variable in view:
                found[variable - 1] = variable if variable in lines else -variable
    random.shuffle(found)
    return found


def random_loop(view: MarkView, random: Random, budget: Budget) -> set[int]:
    """The variables of a random loop."""
    more = view.on == SIDES
    rows, cols = view.rows + more, view.cols + more
    if min(rows, cols) < 2:
        return set()
    sampler = LoopSampler(rows, cols, random)
    nodes = view.lines_at()
    for row in range(rows):
        for col in range(cols):
            if Cell(row, col) not in nodes:
                sampler.cell_price[sampler.cell(row, col)] = CLOSED
    sampler.sweep_all(LOOP, random, budget, [1.0] * SWEEPS)
    right, down = sampler.lines()
    found = set()
    for slot in view.slots:
        assert isinstance(slot, Edge)
        a, b = view.ends(slot)
        lines = right if a.row == b.row else down
        if lines >> cell_number(a, cols) & 1:
            found.add(view[slot])
    return found
