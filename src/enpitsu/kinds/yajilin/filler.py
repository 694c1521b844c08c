"""An unfinished Yajilin completed: a loop that its clues allow, then more clues until there is no
other.

Given clues stay as they are; those that are still open ("?") get a number and an arrow. Everything
else is as for a new puzzle (generator/loop_maker.py): the loop is random, but drawn towards what
the given clues want (generator/fixed_clues.py), and where chance does not lead there, SAT does
(generator/loop_by_sat.py). Clues that are added and prove needless go again.
"""

from __future__ import annotations

from dataclasses import replace

from enpitsu.errors import FormatError
from enpitsu.grid import Cell, bit_set, cell_at, cell_number, cells
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.generator.beautify import beautify, human_target
from enpitsu.kinds.yajilin.generator.clue_choice import ArrowStyle, ClueChoice, CluePlaces, choose
from enpitsu.kinds.yajilin.generator.fixed_clues import (
    FittingSampler,
    FixedClues,
    LoopDemands,
    loose_loop,
    trouble,
)
from enpitsu.kinds.yajilin.generator.known_rivals import KnownRivals, near_rivals
from enpitsu.kinds.yajilin.generator.local_solvers import LocalSolvers
from enpitsu.kinds.yajilin.generator.loop_by_sat import Loop, find_loop, nearby_loop
from enpitsu.kinds.yajilin.generator.loop_plan import DIRECTIONS, LoopPlan
from enpitsu.kinds.yajilin.generator.partwise_proof import PartwiseProof
from enpitsu.kinds.yajilin.generator.prune import Pruning, prune_clues
from enpitsu.kinds.yajilin.generator.rival_solver import RivalSolver
from enpitsu.kinds.yajilin.generator.unique_loop import other_edges, perturb, plan_of
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.kinds.yajilin.rules import STRICT, check
from enpitsu.kit.loop_sampler import LoopTaste
from enpitsu.making import (
    AppliedChange,
    Candidate,
    CannotFill,
    Change,
    Filler,
    FillTask,
    undecided_cells,
)
from enpitsu.position import Position

PART = 7  # cells to a side of a part of the proof
PRUNE_LIMIT = 50  # conflicts that a proof may take where clues are taken away or turned
TURNS = 150  # turns that are tried for the look
MENDINGS = 6  # so often chance is asked before SAT where a loop does not fit
COOLING = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # heat of each sweep of a mending
PERTURBATIONS = 150  # changes of a loop that is not the only one through its cells
TRIES = 6  # changes of a loop where no clues will do
HEATS = 4  # heats that take turns
ALL_CANDIDATES = 800  # cells of all candidates of one attempt, the one with the fewest clues wins
MOST_CANDIDATES = 8
FEW = 0.12  # share of cells with a clue that is few enough
TASTE = LoopTaste(pair=2.0, turn=0.95)
STYLE = ArrowStyle(turn=0.45)


def fill(task: FillTask[Yajilin]) -> Candidate[Yajilin] | None:
    """One attempt at an unfinished puzzle. Open clues that are locked only block, so they are as
    good as blank."""
    puzzle: Yajilin = task.puzzle
    shut = {cell: clue for cell, clue in puzzle.clues if cell in task.locked and not clue.counts}
    if not shut:
        return _fill(task)
    made = _fill(task._replace(puzzle=_with(puzzle, dict.fromkeys(shut, BLANK))))
    return None if made is None else made._replace(puzzle=_with(made.puzzle, shut))


def _with(puzzle: Yajilin, clues: dict[Cell, Clue]) -> Yajilin:
    return replace(puzzle, clues=tuple({**puzzle.clue_at, **clues}.items()))


def _fill(task: FillTask[Yajilin]) -> Candidate[Yajilin] | None:
    puzzle: Yajilin = task.puzzle
    if min(puzzle.rows, puzzle.cols) < 2:
        raise CannotFill("too-small")
    everywhere = cells(puzzle.rows, puzzle.cols)
    may_bear_clue = 0
    for cell in everywhere if task.undecided is None else undecided_cells(task):
        if cell not in puzzle.clue_at and cell not in task.locked:
            may_bear_clue |= 1 << cell_number(cell, puzzle.cols)
    given = FixedClues(puzzle, may_bear_clue)
    made = _as_meant(task, given)
    if made is not None:
        return made
    few = max(FEW * puzzle.rows * puzzle.cols, len(puzzle.clues))
    for _ in range(max(1, min(MOST_CANDIDATES, ALL_CANDIDATES // (puzzle.rows * puzzle.cols)))):
        found = _draft(task, given)
        if found is not None and (made is None or _size(found) < _size(made)):
            made = found
        if made is not None and _size(made) <= few:
            break
    return made


def _size(made: Candidate[Yajilin]) -> int:
    return len(made.puzzle.clues)


def _draft(task: FillTask[Yajilin], given: FixedClues) -> Candidate[Yajilin] | None:
    """A loop with clues."""
    fit, sampler = _loop(task, given)
    if sampler is None:
        return None
    for _ in range(TRIES):
        plan = _only(task, fit, sampler)
        if plan is None:
            return None
        found = _with_clues(task, fit, sampler, plan)
        if isinstance(found, Candidate):
            return found
        if not found:
            return None
        perturb(sampler, found, TASTE, task.random)
    return None


# --- the loop -------------------------------------------------------------------------------------


def _as_meant(task: FillTask[Yajilin], given: FixedClues) -> Candidate[Yajilin] | None:
    """A puzzle with the loop that the author has in mind; None if there is none such."""
    if task.solution is None:
        return None
    board = YajilinBoard(task.puzzle)
    try:
        board.place(task.solution)
    except FormatError:
        return None
    if check(board, partial=False, ruleset=STRICT):
        return None
    fit, sampler = LoopDemands(given), FittingSampler(LoopDemands(given), task.random)
    sampler.draw(board.lines_right, board.lines_down)
    plan = plan_of(sampler)
    if fit.trouble(plan, sampler.indoors()):
        return None
    found = _with_clues(task, fit, sampler, plan)
    return found if isinstance(found, Candidate) else None


def _loop(task: FillTask[Yajilin], given: FixedClues) -> tuple[LoopDemands, FittingSampler | None]:
    """A loop that the given clues allow: by chance, else by SAT and then smoothed by chance."""
    random, budget, fit = task.random, task.budget, LoopDemands(given)
    sampler = loose_loop(fit, TASTE, random, budget)
    if _cool(task, fit, sampler):
        return fit, sampler
    loop = find_loop(given, plan_of(sampler), budget)
    if not isinstance(loop, Loop):
        if loop:
            return fit, None
        raise CannotFill("contradiction", is_conflict=True)
    fit = LoopDemands(given, loop.off & ~loop.shaded & given.seen & ~given.cells)
    sampler.want(fit)
    sampler.draw(loop.right, loop.down)
    return fit, sampler


def _only(task: FillTask[Yajilin], fit: LoopDemands, sampler: FittingSampler) -> LoopPlan | None:
    """The loop, changed until it is the only one through its cells and the given clues allow it;
    None if that does not come to an end soon. A change that does not bring it nearer is taken back.
    """
    if not _cool(task, fit, sampler):
        loop = nearby_loop(fit, plan_of(sampler), task.budget)
        if loop is None:
            return None
        sampler.draw(loop.right, loop.down)
        if trouble(fit, sampler):
            return None
    plan = plan_of(sampler)
    others = other_edges(plan, task.budget)
    for turn in range(PERTURBATIONS):
        if not others:
            return None if others is None else plan
        task.budget.check()
        heat = 1.0 + turn % HEATS / 2
        perturb(sampler, others, TASTE, task.random, (heat, heat, (1.0 + heat) / 2, 1.0))
        if _cool(task, fit, sampler):
            changed = plan_of(sampler)
            now = other_edges(changed, task.budget)
            if now is not None and now.bit_count() <= others.bit_count():
                plan, others = changed, now
                continue
        sampler.draw(plan.right, plan.down)
    return None


def _cool(task: FillTask[Yajilin], fit: LoopDemands, sampler: FittingSampler) -> bool:
    """Change the loop only where the given clues do not allow it; True if they then do."""
    for _ in range(MENDINGS):
        cells = trouble(fit, sampler)
        if not cells:
            return True
        perturb(sampler, cells, TASTE, task.random, COOLING)
    return not trouble(fit, sampler)


# --- the clues ------------------------------------------------------------------------------------


def _with_clues(
    task: FillTask[Yajilin], fit: LoopDemands, sampler: FittingSampler, plan: LoopPlan
) -> Candidate[Yajilin] | int:
    """The loop with clues; else the cells where no clues will do, 0 if that is not known."""
    budget, given = task.budget, fit.given
    put = fit.point(plan)
    fixed = fit.pinned | (sampler.indoors() & ~given.cells if given.puzzle.outside else 0)
    with RivalSolver(plan, budget) as rival_solver, LocalSolvers(plan, budget) as local_solvers:
        rivals = KnownRivals(plan)
        for rival in near_rivals(sampler, plan):
            rivals.add(rival)
        proof = PartwiseProof(plan, rival_solver, PART)
        places = CluePlaces(plan.off & fit.allowed, {}, fixed)
        choice = ClueChoice(plan, rival_solver, rivals, places, STYLE, task.random)
        for arrow in put.values():
            choice.put(arrow)
        if not choose(choice, local_solvers, proof, budget):
            return choice.trouble()
        pruning = Pruning(choice, local_solvers, proof, PRUNE_LIMIT, budget, set())
        prune_clues(pruning, given.cells.bit_count())
        beautify(pruning, human_target(plan.cells, None), TURNS)
        clues = dict(given.puzzle.clues)
        shaded = plan.off & ~bit_set(list(choice.arrows))
        for at, arrow in choice.arrows.items():
            cell = cell_at(at, plan.cols)
            if arrow.seen and not clues.get(cell, Clue()).counts:
                number = (arrow.seen & shaded).bit_count()
                clues[cell] = Clue(DIRECTIONS[arrow.direction], number)
        puzzle = replace(given.puzzle, clues=tuple(clues.items()))
        return Candidate(puzzle, plan.solution(choice.arrows))


# --- what is kept ---------------------------------------------------------------------------------


def is_open(task: FillTask[Yajilin]) -> bool:
    """Return True if a clue waits for its arrow or number."""
    return any(_may_change(clue) for cell, clue in task.puzzle.clues if cell not in task.locked)


def _may_change(clue: Clue) -> bool:
    return not clue.counts and not clue.blank and clue.number is None


def keeps(task: FillTask[Yajilin], after: Yajilin) -> bool:
    """Return True if all given clues are there, perhaps told, and new ones only where they may."""
    before, new = task.puzzle.clue_at, after.clue_at
    for cell, clue in before.items():
        now = new.get(cell)
        if now == clue:
            continue
        if now is None or not _may_change(clue):
            return False
        if not now.counts or clue.arrow not in (None, now.arrow):
            return False
    return task.undecided is None or all(cell in task.undecided or cell in before for cell in new)


def changes(
    task: FillTask[Yajilin], after: Yajilin, solution: Position
) -> tuple[AppliedChange[Clue | None], ...]:
    """The clues that came, and those that were told."""
    before = task.puzzle.clue_at
    return tuple(
        AppliedChange(Change(((cell, clue),)))
        for cell, clue in after.clues
        if before.get(cell) != clue
    )


FILLER = Filler(fill, is_open, keeps, changes)
