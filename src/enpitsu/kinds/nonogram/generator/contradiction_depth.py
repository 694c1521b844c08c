"""A cheap measure of how deep one has to think where single lines do not help.

Where line logic is stuck, a cell is assumed to have a value, and line logic goes on until something
contradicts: the fewer turns (all rows at once, or all columns) that takes, the easier it is to see.
What is found is put to use, and so on to the end.
"""

from __future__ import annotations

from random import Random

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.lines import Can, LineLogic, spread, turn
from enpitsu.kinds.nonogram.techniques.edge_logic import WHOLE_BOARD, edge_logic
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.limits import Budget

DEEPEST = 9  # turns of line logic after which an assumption is given up
PROBED = 30  # cells at which assumptions are tried at a time
ROUNDS = 12  # times that what was found is put to use before the rest is taken for granted


def count_changed_lines(board: NonogramBoard, budget: Budget) -> int:
    """Count the lines that change on the way to what line logic knows, each turn anew: about as
    many as the steps that a person takes."""
    logic = board.logic(budget)
    fields = [spread(mask, logic.rows) for mask in NonogramBoard(board.puzzle).can()]
    axis, other, total, idle = logic.rows, logic.cols, 0, 0
    while idle < 2:
        can = axis.sweep(fields, budget).can
        changed = 0
        for now, before in zip(can, fields, strict=True):
            changed |= now ^ before
        lines = len({place // axis.width for place in bit_positions(changed)})
        total, idle = total + lines, 0 if lines else idle + 1
        fields = [turn(mask, axis) for mask in can]
        axis, other = other, axis
    return total


def edges_suffice(board: NonogramBoard, budget: Budget) -> bool:
    """Return True if edge logic with single lines solves the rest of a board on which line logic
    has done its part."""
    own = NonogramBoard(board.puzzle)
    own.painted, own.denied = list(board.painted), list(board.denied)
    state = NonogramState(board.puzzle)
    state.learn(own.facts())
    while _opened(own.can()):
        budget.check()
        found = edge_logic(state, WHOLE_BOARD)
        if found is None:
            return False
        own.place(found.facts)
        own.settle(budget)
        state.learn(own.facts())
    return True


def depth_of(board: NonogramBoard, rng: Random, budget: Budget) -> int:
    """Count the turns of line logic that the hardest contradiction takes that is needed."""
    logic, can = board.logic(budget), board.can()
    deepest = 0
    for _ in range(ROUNDS):
        opened = _opened(can)
        if not opened:
            return deepest
        depth, removed = _find_easiest(logic, can, opened, rng, budget)
        if depth > DEEPEST:
            return depth
        deepest = max(deepest, depth)
        for value, mask in removed:
            can[value] &= ~mask
        after = logic.settle(can, budget)
        if after is None:
            return DEEPEST + 1
        can = after
    return deepest


def _opened(can: Can) -> int:
    """Return the cells that can be more than one thing."""
    once = twice = 0
    for mask in can:
        twice |= once & mask
        once |= mask
    return twice


def _find_easiest(
    logic: LineLogic, can: Can, opened: int, rng: Random, budget: Budget
) -> tuple[int, list[tuple[int, int]]]:
    """Return the fewest turns in which some assumption fails, with all that fail so soon."""
    cells = bit_positions(opened)
    if len(cells) > PROBED:
        cells = rng.sample(cells, PROBED)
    best = DEEPEST + 1
    removed: list[tuple[int, int]] = []
    for cell in cells:
        for value, mask in enumerate(can):
            if not mask >> cell & 1:
                continue
            budget.check()
            # Assume the value: nothing else is possible in the cell.
            assumed = [each & ~(1 << cell) if at != value else each for at, each in enumerate(can)]
            turns = _count_turns(logic, assumed, best, budget)
            if turns < best:
                best, removed = turns, []
            if turns == best <= DEEPEST:
                removed.append((value, 1 << cell))
    return best, removed


def _count_turns(logic: LineLogic, can: Can, most: int, budget: Budget) -> int:
    """Count the turns until a contradiction shows; more than DEEPEST if none does up to `most`."""
    fields = [spread(mask, logic.rows) for mask in can]
    axis, other = logic.rows, logic.cols
    for turns in range(1, min(most, DEEPEST) + 1):
        sweep = axis.sweep(fields, budget)
        if not sweep.answered:
            return turns
        if sweep.can == fields and turns > 1:
            break
        fields = [turn(mask, axis) for mask in sweep.can]
        axis, other = other, axis
    return DEEPEST + 1
