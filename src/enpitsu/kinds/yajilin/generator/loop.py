"""The default maker: first a loop, then clues that leave no other."""

from __future__ import annotations

from enpitsu.errors import PuzzleError
from enpitsu.kinds.yajilin.generator.clues import Choice, choose
from enpitsu.kinds.yajilin.generator.doubt import Doubt
from enpitsu.kinds.yajilin.generator.faces import Faces
from enpitsu.kinds.yajilin.generator.plan import Plan
from enpitsu.kinds.yajilin.generator.polish import human_target, polish
from enpitsu.kinds.yajilin.generator.proof import Proof
from enpitsu.kinds.yajilin.generator.repair import stir
from enpitsu.kinds.yajilin.generator.rivals import Rivals, near_rivals
from enpitsu.kinds.yajilin.generator.strip import Bench, fill, strip
from enpitsu.kinds.yajilin.generator.tiles import Tiles
from enpitsu.kinds.yajilin.generator.wishes import (
    Wishes,
    fit,
    has_zeros,
    keeps,
    random_loop,
    read_wishes,
)
from enpitsu.kinds.yajilin.model import Yajilin, check_size
from enpitsu.making import SYMMETRIES, Candidate, Maker, MakeTask, Option

PART = 7
"""Side of a part of the proof."""
STRIP_LIMIT = 50
"""Conflicts that a proof may take where clues are taken away or turned."""
SMALL = 400
"""Up to so many cells it pays to look long for one clue in the place of two."""
TURNS = 150
"""How many turns are tried for the look."""
LARGE = 700
"""Cells above which fewer are tried: each takes longer there."""
MANY = 0.15
"""Where more clues than this share may stay, the look of human puzzles is not asked for."""
TRIES = 10
"""So often a loop is changed where no clues will do."""

OPTIONS = (
    Option(
        name="symmetry",
        words="The symmetry of the clue cells: none, half a turn, or a mirror.",
        form="choice",
        default="none",
        choices=tuple(SYMMETRIES),
    ),
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
    wishes = read_wishes(task)
    faces = random_loop(wishes, task.random, task.budget)
    for _ in range(TRIES):
        plan = fit(faces, wishes, task.random, task.budget)
        if plan is None:
            return None
        made = _with_clues(task, wishes, faces, plan)
        if not isinstance(made, int):
            return made
        if not made:
            return None
        stir(faces, made, wishes.taste, task.random)
    return None


def _with_clues(
    task: MakeTask[Yajilin], wishes: Wishes, faces: Faces, plan: Plan
) -> Candidate[Yajilin] | int | None:
    """The loop with clues; None if there are too many, or the cells where no clues will do."""
    budget = task.budget
    with Doubt(plan, budget) as doubt, Tiles(plan, budget) as tiles:
        rivals = Rivals(plan)
        for rival in near_rivals(faces, plan):
            rivals.add(rival)
        proof = Proof(plan, doubt, PART)
        choice = Choice(plan, doubt, rivals, wishes.wish(plan), wishes.style, task.random)
        if not choose(choice, tiles, proof, budget):
            return choice.trouble()
        bench = Bench(choice, tiles, proof, STRIP_LIMIT, budget, set())
        _refine(bench, wishes)
        if not wishes.are_met(choice.size):
            return None
        if wishes.wanted <= MANY * plan.cells or task.options.get("zeros") is not None:
            tries = TURNS * LARGE // max(LARGE, plan.cells)
            polish(bench, human_target(plan.cells, task.options.get("zeros")), tries)
        puzzle = plan.puzzle(choice.arrows)
        if not has_zeros(puzzle, task.options.get("zeros")):
            return None
        return Candidate(puzzle, plan.solution(choice.arrows))


def _refine(bench: Bench, wishes: Wishes) -> None:
    strip(bench, wishes.wanted)
    if bench.choice.size > wishes.most:
        exchanges = 6 if bench.choice.plan.cells <= SMALL else 1
        harder = bench._replace(limit=4 * bench.limit, hard=set(), turns=12, exchanges=exchanges)
        strip(harder, wishes.most)
    if wishes.exact is not None:
        fill(bench, wishes.exact)


MAKER = Maker(
    name="loop",
    title="A random loop first, then few clues that leave no other solution.",
    options=OPTIONS,
    make=make,
    keeps=keeps,
)
