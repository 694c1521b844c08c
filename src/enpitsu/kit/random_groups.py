"""The beginning of a new puzzle with groups around numbers: the groups first.

Random groups are drawn, as many as find room. A solver finds a board near by on which the other
rules hold, and in each group that it has a cell becomes the one with the number.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, connected_part
from enpitsu.kit.constraints.base import TRUE
from enpitsu.kit.constraints.group_sizes import SizedGroups
from enpitsu.kit.constraints.groups import RootedGroups
from enpitsu.kit.puzzle import UNKNOWN, GridPuzzle
from enpitsu.kit.rules import Rules
from enpitsu.kit.switch_solver import SwitchSolver, literals_of
from enpitsu.limits import Budget

SIZES = {1: 3, 2: 24, 3: 24, 4: 20}
"""The weight of a group of so many cells. Larger ones come by themselves when a board is put right,
and the more of them there are, the harder is the puzzle."""
SMALL = {1: 6, 2: 24, 3: 12}
"""The same for gentle and easy puzzles."""
EASY_AIM = 0.5  # below it
FIRST_CONFLICTS = 20_000


class Grouped(NamedTuple):
    """A puzzle with the places of its numbers, and literals that most of its solution has."""

    frame: GridPuzzle
    start: list[int]


def has_groups(rules: Rules) -> bool:
    """Return True if boards of a page have groups around numbers."""
    return any(RootedGroups in sorts for sorts in rules.constraint_types.values())


def grouped_frame(
    rules: Rules, rows: int, cols: int, random: Random, aim: float | None, budget: Budget
) -> Grouped:
    """A random frame of a page whose numbers have groups; PuzzleError if there is no board at all,
    TooHard if none was found soon."""
    blank = rules.puzzle_type(rows, cols)
    constraints = [each.constraint for each in rules.of(blank)]
    groups = next(each for each in constraints if isinstance(each, RootedGroups))
    others = [each for each in constraints if not isinstance(each, RootedGroups | SizedGroups)]
    sizes = SMALL if aim is not None and aim < EASY_AIM else SIZES
    drawn = random_groups(groups.literal_of, sizes, random)
    preferred = [each if each in drawn else -each for each in groups.literals]
    random.shuffle(preferred)
    with SwitchSolver(blank.layout.size, others, budget) as solver:
        values = solver.nearest(preferred, FIRST_CONFLICTS)
    if values is None:
        raise PuzzleError(f"no {blank.kind} of {rows}x{cols} cells has a solution")
    left = {cell for cell, each in groups.literal_of.items() if values[each] == TRUE}
    roots = []
    while left:
        part = connected_part(min(left), left)
        roots.append(random.choice(sorted(part)))
        left -= part
    (name,) = (name for name, sort in blank.clue_sorts.items() if sort.blocks)
    given: dict[str, Any] = {name: dict.fromkeys(sorted(roots), UNKNOWN)}
    frame = blank.replace(**given)
    start = []
    for literal in literals_of(values):
        slot, value = blank.layout.claims[abs(literal) - 1]
        own = frame.layout.views[value].get(slot) if value in frame.layout.views else None
        if own is not None:
            start.append(own if literal > 0 else -own)
    return Grouped(frame, start)


def random_groups(
    literal_of: dict[Cell, int], sizes: Mapping[int, int], random: Random
) -> set[int]:
    """The literals of the cells of random groups, of which no two touch."""
    owner: dict[Cell, int] = {}

    def is_free(cell: Cell, number: int) -> bool:
        near = (owner.get(way.step(cell), number) for way in Direction)
        return cell in literal_of and cell not in owner and all(each == number for each in near)

    for number, seed in enumerate(random.sample(sorted(literal_of), len(literal_of))):
        size = random.choices(list(sizes), list(sizes.values()))[0]
        group, free = list[Cell](), [seed] if is_free(seed, number) else []
        while free and len(group) < size:
            cell = random.choice(free)
            group.append(cell)
            owner[cell] = number
            beside = dict.fromkeys(way.step(each) for each in group for way in Direction)
            free = [each for each in beside if is_free(each, number)]
        if len(group) == 1 < size:  # too little room
            del owner[group[0]]
    return {literal_of[cell] for cell in owner}
