"""The options of a loop: from what was chosen to a loop that makes it possible."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.grid import bit_set, cell_at, cell_number, cells
from enpitsu.kinds.yajilin.generator.clue_choice import ArrowStyle, CluePlaces
from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.generator.unique_loop import make_unique, perturb
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kit.loop_sampler import LoopSampler, LoopTaste
from enpitsu.limits import Budget
from enpitsu.making import SYMMETRIES, MakeTask, drawn_cells

USUAL = 0.113  # share of clues that human authors put
VARIES = 0.01  # standard deviation of that share
BELOW = 0.01  # so far below a bound it is aimed, as not every board gets as low
MOST = 0.4  # share of cells that loops leave out at most, so there are no more clues
SWEEPS = 12  # at a random loop; twice as many where a drawing marks cells
TRIES = 30  # changes of a loop until it allows the clues
CROWDED = 0.18  # from this share of clues on the loop must leave out more cells than usual
MARKED = -6.0  # price of leaving out a cell that shall bear a clue
UNMARKED = 0.6  # price of leaving out another cell
ZEROS_OFF = 0.15  # how far the share of zeros may be off
ALONE = 0.9  # the price of leaving out a cell whose mate is not, where clues are to be symmetric


class LoopOptions(NamedTuple):
    """The options, read."""

    rows: int
    cols: int
    clues: int
    """Clues are taken away down to this number."""
    most: int
    exact: int | None
    marked: int | None
    """The cells that a drawing marks; None without one."""
    mates: Mapping[int, int]
    style: ArrowStyle
    taste: LoopTaste

    def are_met(self, size: int) -> bool:
        """Return True if so many clues will do."""
        return size == self.exact if self.exact is not None else size <= self.most

    def clue_places(self, plan: LoopPlan) -> CluePlaces:
        """Return the cells where clues may stand beside a loop."""
        if self.marked is not None:
            return CluePlaces(self.marked, {}, self.marked)
        if not self.mates:
            return CluePlaces(plan.off, {})
        allowed = [at for at in plan.off_cells if plan.off >> self.mates[at] & 1]
        return CluePlaces(bit_set(allowed), {at: self.mates[at] for at in allowed})


def read_options(task: MakeTask[Yajilin]) -> LoopOptions:
    """The options of a task; PuzzleError if they exclude each other."""
    options, rows, cols = task.options, task.rows, task.cols
    area = rows * cols
    density, exact, drawing = (options.get(name) for name in ("density", "clues", "pattern"))
    symmetry = options.get("symmetry") or "none"
    marked = None
    if drawing is not None:
        marked = bit_set([cell_number(cell, cols) for cell in drawn_cells(drawing, rows, cols)])
        count = marked.bit_count()
        if count > MOST * area:
            raise PuzzleError("the drawing marks more cells than a loop can leave out")
        if exact is not None and exact != count:
            raise PuzzleError(f"the drawing marks {count} cells, but {exact} clues are wanted")
        if symmetry != "none":
            raise PuzzleError("the drawing says where clues stand: it leaves no choice of symmetry")
    most = area if density is None else int(density * area + 1e-9)
    if exact is not None and exact > min(most, int(MOST * area)):
        raise PuzzleError(f"{exact} clues are more than this board can have as wished")
    usual = int(area * max(0.05, task.random.gauss(_usual(task), VARIES)))
    wanted = exact if exact is not None else min(usual, most) if density is None else most
    mates = {}
    if symmetry != "none":
        for at in range(area):
            mate = SYMMETRIES[symmetry].cell(cell_at(at, cols), rows, cols)
            mates[at] = cell_number(mate, cols)
    return LoopOptions(rows, cols, wanted, most, exact, marked, mates, *_tastes(task))


def keeps(puzzle: Yajilin, options: Mapping[str, Any]) -> bool:
    """Return True if the clues of a puzzle still are what the options ask for."""
    rows, cols, clues = puzzle.rows, puzzle.cols, puzzle.clue_at
    symmetry = SYMMETRIES[options["symmetry"]]
    if any(symmetry.cell(cell, rows, cols) not in clues for cell in clues):
        return False
    exact, density, drawing = (options[name] for name in ("clues", "density", "pattern"))
    if exact is not None and len(clues) != exact:
        return False
    if density is not None and len(clues) > density * rows * cols + 1e-9:
        return False
    if drawing is not None and clues.keys() != drawn_cells(drawing, rows, cols):
        return False
    return has_zeros(puzzle, options["zeros"])


def has_zeros(puzzle: Yajilin, wanted: float | None) -> bool:
    """Return True if about so many of the clues are 0."""
    if wanted is None or not puzzle.clues:
        return True
    zeros = sum(clue.number == 0 for _, clue in puzzle.clues)
    return abs(zeros / len(puzzle.clues) - wanted) <= ZEROS_OFF


def _usual(task: MakeTask[Yajilin]) -> float:
    """The share of clues to aim at: more for gentle puzzles."""
    return USUAL if task.aim is None else 0.2 - 0.11 * task.aim


def _tastes(task: MakeTask[Yajilin]) -> tuple[ArrowStyle, LoopTaste]:
    """Return the prices of arrows and of loops that lead to the wanted share of clues."""
    options, area = task.options, task.rows * task.cols
    clues, density = options.get("clues"), options.get("density")
    share = _usual(task) if density is None else density
    if clues is not None:
        share = clues / area
    bound = 0.0 if density is None else BELOW
    sparse = min(1.0, max(0.0, (0.15 - share + bound) / 0.06))
    large = min(1.0, max(0.0, (area - 200) / 500))
    # Turning arrows saves clues, but on large boards new clues come to an end sooner, and straight
    # loops are proved sooner everywhere.
    turning = 0.7 * min(1.0, 2.0 * sparse) + 0.6 * max(0.0, sparse - 0.55)
    style = ArrowStyle(turn=max(0.1, 1.0 - turning * (1.0 - 0.6 * large)))
    taste = LoopTaste(pair=1.35 + 0.8 * sparse, turn=0.75 + 0.32 * sparse)
    if share > CROWDED and clues is not None:
        taste = taste._replace(off=taste.off - 5.0 * (share - CROWDED))
    if options.get("pattern") is not None or options.get("symmetry") not in (None, "none"):
        taste = taste._replace(pair=2.0 if options.get("pattern") is not None else 1.3)
        style = style._replace(turn=0.4)
    if options.get("zeros") is not None:
        style = style._replace(zero=2.0 - 6.0 * options["zeros"])
    return style, taste


def random_loop(wanted: LoopOptions, random: Random, budget: Budget) -> LoopSampler:
    """A random loop that suits the options as far as chance allows."""
    sampler = LoopSampler(wanted.rows, wanted.cols, random)
    place = [sampler.cell(*cell) for cell in cells(wanted.rows, wanted.cols)]
    if wanted.marked is not None:
        for at in range(len(place)):
            sampler.cell_price[place[at]] = MARKED if wanted.marked >> at & 1 else UNMARKED
    elif wanted.mates:
        sampler.alone = ALONE
        for at, mate in wanted.mates.items():
            if at != mate:
                sampler.partner[place[at]] = place[mate]
    sweeps = SWEEPS if wanted.marked is None else 2 * SWEEPS
    sampler.sweep_all(wanted.taste, random, budget, [1.0] * sweeps)
    return sampler


def fit(
    sampler: LoopSampler, wanted: LoopOptions, random: Random, budget: Budget
) -> LoopPlan | None:
    """The loop, changed until it allows clues as wished and is the only one through its cells;
    None if that does not come to an end soon."""
    for _ in range(TRIES):
        plan = make_unique(sampler, wanted.taste, random, budget)
        if plan is None:
            return None
        places = wanted.clue_places(plan)
        never = plan.off & ~places.allowed
        trouble = (places.fixed & ~plan.off) | (never & plan.beside(never))
        if not trouble:
            return plan
        perturb(sampler, trouble, wanted.taste, random)
    return None
