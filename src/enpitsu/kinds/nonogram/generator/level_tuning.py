"""Towards a wanted level: of several drafts the nearest is taken, and changed at its outlines until
it is as hard as it should be.

Levels are those of grading: what the hardest step asks for. How far people get with techniques
below a level is walked (`fast_grade.py`); beyond single lines, how deep they must think is measured
(`contradiction_depth.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from enpitsu.grid import bit_positions, neighbours
from enpitsu.kinds.nonogram.generator.contradiction_depth import (
    count_changed_lines,
    depth_of,
    edges_suffice,
)
from enpitsu.kinds.nonogram.generator.fast_grade import NonogramFastGrade
from enpitsu.kinds.nonogram.generator.solvable_drafts import SymmetricRepair
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.picture.picture_repair import CellChange, RepairState
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, ring_of
from enpitsu.kinds.nonogram.techniques import LADDER
from enpitsu.making import MakeTask

HARD = 3  # by number, gentle being 0
EXPERT = 4
DEEP = 9  # turns of the deepest contradiction from which on a puzzle is very likely extreme
TOO_DEEP = 7  # turns from which on it may be
NOT_OPEN = 20.0
"""The distance of a picture that single lines solve, or edges, if more is wanted."""
STEPS = 160  # pictures that are tried on the way
MORE_STEPS = 2  # times as many on small boards
LEAST_STEPS = 12  # pictures
FULL_SPEED = 400  # cells from which on fewer are tried
MOST_CHANGED = (0.08, 0.08, 0.08, 0.14, 0.16, 0.35)
"""Share of cells that may differ from the draft, by level."""
PATIENCE = 120  # pictures in a row that may be no better
THINKING = 1  # pictures that a measure of depth counts as, too
UNDONE = 12  # changes that are tried to be taken back in the end
STRAY = 0.3  # chance that a picture as good as the one before is taken though it differs more

Distance = tuple[float, float]
"""The distance of a picture from the target: by how much it is too hard, then by how much it is too
easy; (0, 0) if it is as wanted."""
HIT: Distance = (0.0, 0.0)


class TargetLevel(NamedTuple):
    """A level by its number; `by_lines`: single lines must do."""

    level: int
    by_lines: bool


class RatedPicture(NamedTuple):
    """A picture, its distance from the target, and the cells where it is too hard."""

    distance: Distance
    state: RepairState
    stuck: list[int]


def rate(state: RepairState, target: TargetLevel, task: MakeTask[Nonogram]) -> RatedPicture:
    """Measure the distance of a picture that has one solution from the target."""
    if not state.open:
        return _rate_by_lines(state, target, task)
    if target.level == HARD and not target.by_lines and edges_suffice(state.board, task.budget):
        return RatedPicture(HIT, state, [])
    if target.level <= HARD or target.by_lines:
        return RatedPicture((float(state.open.bit_count()), 0.0), state, bit_positions(state.open))
    # The deeper one has to think, the harder; the more is open, the likelier that is.
    share = state.open.bit_count() / len(state.cells)
    if edges_suffice(state.board, task.budget):
        return RatedPicture((0.0, NOT_OPEN - share), state, [])
    depth = depth_of(state.board, task.random, task.budget)
    if target.level == EXPERT:
        too_deep = max(0, depth - TOO_DEEP + 1)
        stuck = bit_positions(state.open) if too_deep else []
        return RatedPicture((float(too_deep), 0.0), state, stuck)
    too_easy = max(0.0, DEEP - depth + (1 - share if depth < DEEP else 0))
    return RatedPicture((0.0, too_easy), state, [])


def _rate_by_lines(
    state: RepairState, target: TargetLevel, task: MakeTask[Nonogram]
) -> RatedPicture:
    """Rate by how far people get below the wanted level, and with it; single lines do."""
    longer = 1 / (1 + count_changed_lines(state.board, task.budget))
    if target.level >= EXPERT and not target.by_lines:
        return RatedPicture((0.0, NOT_OPEN + longer), state, [])
    low, high = (0.0, *LADDER.thresholds, inf)[target.level : target.level + 2]
    walk = NonogramFastGrade(state.board.puzzle, task.budget)
    is_hard_enough = walk.up_to(low) > 0 or target.level == 0
    # Single lines do, so with the whole ladder of them nothing is left.
    left = walk.up_to(high if target.level < HARD else low)
    if left and target.level < HARD:
        return RatedPicture((float(left), 0.0), state, walk.open_cells())
    easy = 0.0 if is_hard_enough else max(0.0, low - walk.hardest) + longer
    return RatedPicture((0.0, easy), state, [])


# --- changes --------------------------------------------------------------------------------------


def tune_to_level(
    repair: SymmetricRepair, start: RatedPicture, target: TargetLevel, task: MakeTask[Nonogram]
) -> RatedPicture:
    """Return the nearest picture to the target that changes at outlines lead to."""
    count = len(start.state.cells)
    steps = max(LEAST_STEPS, min(MORE_STEPS * STEPS, STEPS * FULL_SPEED // count))
    most = max(4, int(MOST_CHANGED[target.level] * count))
    best, here, idle = start, start, 0
    while steps > 0 and idle < PATIENCE and best.distance > HIT:
        steps, idle = steps - 1, idle + 1
        state = _nudge(repair, here, task, most)
        if state is None or repair.goal(state):
            continue
        # To measure how deep one has to think takes longer than anything else.
        steps -= THINKING if state.open and target.level >= EXPERT else 0
        found = rate(state, target, task)
        if found.distance == here.distance:
            before, after = (len(repair.changes(each.state.cells)) for each in (here, found))
            if after <= before or task.random.random() < STRAY:
                here = found
        elif found.distance < here.distance:
            here = found
        if found.distance < best.distance:
            best, idle = found, 0
    return _without_needless(repair, best, target, task) if best.distance <= HIT else best


def _without_needless(
    repair: SymmetricRepair, best: RatedPicture, target: TargetLevel, task: MakeTask[Nonogram]
) -> RatedPicture:
    """Take changes back as far as the picture stays as wanted, some drawn by lot."""
    changed = sorted({repair.orbits[cell][0] for cell in repair.changes(best.state.cells)})
    for cell in task.random.sample(changed, min(len(changed), UNDONE)):
        back = CellChange(0.0, cell, repair.sketch.cells[cell])
        state = repair.state(repair.apply(best.state.cells, [back]))
        if not repair.goal(state):
            found = rate(state, target, task)
            if found.distance <= HIT:
                best = found
    return best


NUDGES = 12  # changes that are drawn until one looks well


def _nudge(
    repair: SymmetricRepair, here: RatedPicture, task: MakeTask[Nonogram], most: int
) -> RepairState | None:
    """Return the picture after one or two cells at its outlines became like one beside them, drawn
    by lot; where it is too hard, there. None if none looks well."""
    before, rng = here.state.cells, task.random
    for _ in range(NUDGES):
        task.budget.check()
        changes = []
        for _ in range(rng.choice((1, 1, 2))):
            cell = rng.choice(here.stuck) if here.stuck else rng.randrange(len(before))
            ring = ring_of(before, cell, repair.rows, repair.cols)
            beside = [EMPTY if value is None else value for value in ring[1::2]]
            others = [value for value in beside if value != before[cell]]
            if others:
                changes.append(CellChange(0.0, cell, rng.choice(others)))
        cells = repair.apply(before, changes)
        if (
            changes
            and len(set(cells)) > 1
            and is_calm(cells, repair.touched(changes), repair.rows, repair.cols)
            and len(repair.changes(cells)) <= most
        ):
            return repair.state(cells)
    return None


def is_calm(cells: Cells, changed: Iterable[int], rows: int, cols: int) -> bool:
    """Return True if no cell stands alone where a picture was changed."""
    for cell in changed:
        for near in (cell, *neighbours(cell, rows, cols).values()):
            if cells[near] not in ring_of(cells, near, rows, cols)[1::2]:
                return False
    return True
