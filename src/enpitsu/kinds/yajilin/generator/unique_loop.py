"""Loops that are the only one through their cells: without that no clues can make a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from enpitsu.grid import Edge, bit_positions, cell_at, cell_number
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.encoding import YajilinEncoding
from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.model import BLANK, Yajilin
from enpitsu.kit.loop_sampler import LoopSampler, LoopTaste
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver

TRIES = 40
MARGIN = 2  # so far around a difference the loop is made anew
HEATS = (1.0, 1.0, 1.0)
STRICTER = 1.5  # how much dearer parallel strands are there
CONFLICTS = 3000  # of each question for other loops
MAX_ROUNDS = 60


def plan_of(sampler: LoopSampler) -> LoopPlan:
    """The loop as it is now."""
    return LoopPlan(sampler.rows, sampler.cols, sampler.off_cells(), *sampler.lines())


def make_unique(
    sampler: LoopSampler, taste: LoopTaste, random: Random, budget: Budget
) -> LoopPlan | None:
    """The loop, changed until no other one runs through the same cells; None if that does not
    come to an end soon."""
    for _ in range(TRIES):
        budget.check()
        plan = plan_of(sampler)
        others = other_edges(plan, budget)
        if others is None:
            return None
        if not others:
            return plan
        perturb(sampler, others, taste, random)
    return None


def perturb(
    sampler: LoopSampler,
    cells: int,
    taste: LoopTaste,
    random: Random,
    heats: Sequence[float] = HEATS,
) -> None:
    """Make the loop anew around some cells, in a sweep for each heat."""
    places = set()
    for at in bit_positions(cells):
        row, col = cell_at(at, sampler.cols)
        places.update(sampler.places((row - MARGIN, col - MARGIN), (row + MARGIN, col + MARGIN)))
    order = sorted(places)
    strict = taste._replace(strand=taste.strand + STRICTER)
    for heat in heats:
        random.shuffle(order)
        sampler.sweep(order, strict, random, heat)


def other_edges(plan: LoopPlan, budget: Budget) -> int | None:
    """The cells where other loops through the same cells run otherwise, in all that are found
    quickly; 0 if there is none, None if that is too hard to tell."""
    blanks = tuple((cell_at(at, plan.cols), BLANK) for at in plan.off_cells)
    board = YajilinBoard(Yajilin(plan.rows, plan.cols, blanks))
    board.open = board.layout.playable
    board.settle(budget)
    encoding = YajilinEncoding(board, budget)
    if not encoding.fact_count:
        return 0
    found = 0
    with Solver("minisat22") as solver:
        for batch in encoding.batches(budget):
            solver.add_all(batch)
        ends = []
        for name in range(1, encoding.fact_count + 1):
            slot = encoding.fact(name).slot
            assert isinstance(slot, Edge)  # all cells are decided
            ends.append((cell_number(slot.a, plan.cols), cell_number(slot.b, plan.cols)))
        planned = set(plan.edges())
        truth = [name if pair in planned else -name for name, pair in enumerate(ends, 1)]
        solver.prefer(truth)
        solver.add([-literal for literal in truth if literal > 0])
        for _ in range(MAX_ROUNDS):
            answer = solver.solve(budget, (), CONFLICTS)
            if not answer:
                return None if answer is None else found
            model = solver.model()
            cuts = encoding.cuts(model)
            if cuts:
                solver.add_all(cut.clause for cut in cuts)
                continue
            wrong = [literal for literal in truth if model[abs(literal) - 1] != literal]
            for literal in wrong:
                a, b = ends[abs(literal) - 1]
                found |= 1 << a | 1 << b
            # What differs next shall be elsewhere: all of this is taken as drawn.
            solver.add_all((literal,) for literal in wrong)
    return found or None
