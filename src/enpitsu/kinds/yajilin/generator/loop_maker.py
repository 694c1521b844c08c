"""The default maker: first a loop, then clues that leave no other."""

from __future__ import annotations

from enpitsu.errors import PuzzleError
from enpitsu.kinds.yajilin.generator.beautify import beautify, human_target
from enpitsu.kinds.yajilin.generator.clue_choice import ClueChoice, choose
from enpitsu.kinds.yajilin.generator.known_rivals import KnownRivals, near_rivals
from enpitsu.kinds.yajilin.generator.local_solvers import LocalSolvers
from enpitsu.kinds.yajilin.generator.loop_options import (
    LoopOptions,
    fit,
    has_zeros,
    keeps,
    random_loop,
    read_options,
)
from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.generator.partwise_proof import PartwiseProof
from enpitsu.kinds.yajilin.generator.prune import Pruning, add_clues, prune_clues
from enpitsu.kinds.yajilin.generator.rival_solver import RivalSolver
from enpitsu.kinds.yajilin.generator.unique_loop import perturb
from enpitsu.kinds.yajilin.model import Yajilin, check_size
from enpitsu.kit.loop_sampler import LoopSampler
from enpitsu.making import Candidate, Maker, MakeTask, Option, symmetry_option

PART = 7  # cells to a side of a part of the proof
PRUNE_LIMIT = 50  # conflicts that a proof may take where clues are taken away or turned
SMALL = 400  # cells up to which it pays to look long for one clue in the place of two
TURNS = 150  # turns that are tried for the look
LARGE = 700  # cells above which fewer are tried: each takes longer there
MANY = 0.15  # where more clues than this share may stay, no human look is asked for
TRIES = 10  # changes of a loop where no clues will do

OPTIONS = (
    symmetry_option("The symmetry of the clue cells: none, half a turn, or a mirror."),
    Option(
        name="density",
        words="The largest share of cells with a clue; if not said, about 12 %.",
        form="share",
    ),
    Option(name="clues", words="The number of clues, exactly.", form="int", least=0),
    Option(name="zeros", words="The share of clues with the number 0, within 15 %.", form="share"),
    Option(
        name="pattern",
        words="A drawing of the board that marks the clue cells: these and no others.",
        form="drawing",
    ),
)


def make(task: MakeTask[Yajilin]) -> Candidate[Yajilin] | None:
    """One attempt at a puzzle."""
    check_size(task.rows, task.cols)
    if min(task.rows, task.cols) < 2:
        raise PuzzleError("a Yajilin needs at least two rows and two columns for its loop")
    wanted = read_options(task)
    sampler = random_loop(wanted, task.random, task.budget)
    for _ in range(TRIES):
        plan = fit(sampler, wanted, task.random, task.budget)
        if plan is None:
            return None
        made = _with_clues(task, wanted, sampler, plan)
        if not isinstance(made, int):
            return made
        if not made:
            return None
        perturb(sampler, made, wanted.taste, task.random)
    return None


def _with_clues(
    task: MakeTask[Yajilin], wanted: LoopOptions, sampler: LoopSampler, plan: LoopPlan
) -> Candidate[Yajilin] | int | None:
    """Return the loop with clues; or, where no clues will do, the cells in trouble as a bit set, to
    be perturbed (0: nowhere in particular, so give up); None if it needs too many clues."""
    budget = task.budget
    with RivalSolver(plan, budget) as rival_solver, LocalSolvers(plan, budget) as local_solvers:
        rivals = KnownRivals(plan)
        for rival in near_rivals(sampler, plan):
            rivals.add(rival)
        proof = PartwiseProof(plan, rival_solver, PART)
        choice = ClueChoice(
            plan,
            rival_solver,
            rivals,
            wanted.clue_places(plan),
            wanted.style,
            task.random,
        )
        if not choose(choice, local_solvers, proof, budget):
            return choice.trouble()
        pruning = Pruning(choice, local_solvers, proof, PRUNE_LIMIT, budget, set())
        _refine(pruning, wanted)
        if not wanted.are_met(choice.size):
            return None
        if wanted.clues <= MANY * plan.cells or task.options.get("zeros") is not None:
            tries = TURNS * LARGE // max(LARGE, plan.cells)
            beautify(pruning, human_target(plan.cells, task.options.get("zeros")), tries)
        puzzle = plan.puzzle(choice.arrows)
        if not has_zeros(puzzle, task.options.get("zeros")):
            return None
        return Candidate(puzzle, plan.solution(choice.arrows))


def _refine(pruning: Pruning, wanted: LoopOptions) -> None:
    prune_clues(pruning, wanted.clues)
    if pruning.choice.size > wanted.most:
        exchanges = 6 if pruning.choice.plan.cells <= SMALL else 1
        harder = pruning._replace(
            limit=4 * pruning.limit, hard=set(), turns=12, exchanges=exchanges
        )
        prune_clues(harder, wanted.most)
    if wanted.exact is not None:
        add_clues(pruning, wanted.exact)


MAKER = Maker(
    name="loop",
    title="A random loop first, then few clues that leave no other solution.",
    options=OPTIONS,
    make=make,
    keeps=keeps,
)
