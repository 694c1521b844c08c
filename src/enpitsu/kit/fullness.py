"""A board that looks finished: any further mark would break a constraint at once."""

from __future__ import annotations

from collections import defaultdict

from enpitsu.kind import Fullness
from enpitsu.kit.board import KitBoard
from enpitsu.kit.constraints.base import TRUE, UNKNOWN, Constraint, Values, assign
from enpitsu.kit.constraints.loop import SingleLoop
from enpitsu.kit.rules import Rules


def fullness(rules: Rules, board: KitBoard) -> Fullness:
    """A board with a loose end that can go on is open; it is full where no mark can be added. No
    line can where all lines are closed."""
    values = board.values
    constraints = [instance.constraint for instance in rules.of(board.puzzle)]
    closed, is_loose = set[int](), False
    for loop in (each for each in constraints if isinstance(each, SingleLoop)):
        ends = loop.loose_ends(values)
        if any(loop.goes_on(end, values) for end in ends):
            return "open"
        if ends:
            is_loose = True
        elif any(values[line] == TRUE for line in loop.literals):
            closed |= loop.variables
    undecided = [each for each in range(1, board.layout.size + 1) if values[each] == UNKNOWN]
    if _can_add_any([each for each in undecided if each not in closed], constraints, values):
        return "open" if is_loose else "unclear"
    return "full"


def _can_add_any(undecided: list[int], constraints: list[Constraint], values: Values) -> bool:
    """Return True if one of these marks breaks nothing that was not broken before."""
    if not undecided:
        return False
    speaking: dict[int, list[Constraint]] = defaultdict(list)
    for each in sorted(constraints, key=lambda constraint: len(constraint.literals)):
        for literal in each.literals:
            speaking[abs(literal)].append(each)
    return any(_can_add(each, speaking[each], values) for each in undecided)


def _can_add(variable: int, speaking: list[Constraint], values: Values) -> bool:
    more = Values(values)
    assign(more, variable)
    return all(not _is_broken(each, more) or _is_broken(each, values) for each in speaking)


def _is_broken(constraint: Constraint, values: Values) -> bool:
    return next(constraint.broken(values, partial=True), None) is not None
