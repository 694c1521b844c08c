"""The maker that every page has: a random solution first, then few clues that leave no other.

All clues that are true in the solution are told, and taken away again one after another, or in
symmetric pairs, as long as no other solution comes in and more are there than are wanted. One
solver answers all these questions (switch_solver.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from math import exp, log
from random import Random
from statistics import mean
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Symmetry
from enpitsu.kit.clue_values import ClueKey, clues_of, is_silent, position_of, with_clues
from enpitsu.kit.constraints.base import Values
from enpitsu.kit.grid_index import GridIndex
from enpitsu.kit.lone_solution import MOST_CONFLICTS, LoneSolutions, TrueClues
from enpitsu.kit.puzzle import AREAS, CluePlace, GridPuzzle, Value
from enpitsu.kit.random_frame import FrameTaste, is_random, random_frame
from enpitsu.kit.random_groups import grouped_frame, has_groups
from enpitsu.kit.random_solution import random_literals
from enpitsu.kit.rules import Rules
from enpitsu.making import SYMMETRIES, Candidate, Maker, MakeTask, Option, symmetry_option
from enpitsu.sat.backend import TooHard

USUAL = 0.4  # share of places with a clue
USUAL_AREAS = 0.6  # the same where clues belong to areas
VARIES = 0.03  # standard deviation of that share
EMPTY = 1  # times as common as the commonest value: the value 0 shall count so
EASIEST = 2.0  # times that share, for the easiest level
HARDEST = 0.5  # times that share, for the hardest level

GROUPED_PATIENCE = 2  # conflicts for each cell: another attempt is quicker where groups are drawn

OPTIONS = (
    symmetry_option("The symmetry of the places with a clue: none, half a turn, or a mirror."),
    Option(
        name="density",
        words="The largest share of places with a clue.",
        form="share",
    ),
)


def make_makers(rules: Rules) -> tuple[Maker[GridPuzzle], ...]:
    """The makers of a page."""
    return (
        Maker(
            name="solution",
            title="A random solution first, then few clues that leave no other.",
            options=OPTIONS,
            make=partial(make, rules),
            # Boards with groups are quickly made; to change one would take longer.
            keeps=None if has_groups(rules) else keeps,
        ),
    )


def make(rules: Rules, task: MakeTask[GridPuzzle]) -> Candidate[GridPuzzle] | None:
    """One attempt at a puzzle."""
    symmetry = SYMMETRIES[task.options["symmetry"]]
    board = GridIndex(task.rows, task.cols, symmetry)
    taste = FrameTaste.of(task.aim)
    start: list[int] | None = None
    try:
        if has_groups(rules) and symmetry is Symmetry.IDENTITY:
            frame, start = grouped_frame(
                rules, task.rows, task.cols, task.random, task.aim, task.budget
            )
        else:
            frame = random_frame(rules.puzzle_type, board, taste, task.random, task.budget)
        found = _find(rules, task, frame, symmetry, start)
    except TooHard:
        return None
    if found is None:
        return None
    puzzle = with_clues(frame, found[0])
    solution = position_of(frame, found[1])
    is_right = keeps(puzzle, task.options) and task.solve(puzzle) == [solution]
    return Candidate(puzzle, solution) if is_right else None


def _find(
    rules: Rules,
    task: MakeTask[GridPuzzle],
    frame: GridPuzzle,
    symmetry: Symmetry,
    wanted_start: list[int] | None,
) -> tuple[TrueClues, Values] | None:
    """Few clues with the only solution that they have."""
    patience = MOST_CONFLICTS
    if wanted_start is not None:
        patience = min(patience, GROUPED_PATIENCE * frame.rows * frame.cols)
    with LoneSolutions(rules, frame, task.budget, patience=patience) as search:
        start = search.first(wanted_start or random_start(rules, frame, task))
        if start is None and not is_random(rules.puzzle_type):
            raise PuzzleError(f"no {frame.kind} of {task.rows}x{task.cols} cells has a solution")
        values = None if start is None else search.put_right(start)
        if values is None:
            return None
        clues = search.true_clues(values)
        groups = symmetric_groups(frame, clues, symmetry)
        lone = [key for key in clues if not any(key in group for group in groups)]
        told = {key: value for key, value in clues.items() if key not in lone}
        if lone and not search.is_only(values, told):
            return None
        wanted = round(_share(task, frame) * count_places(frame))
        sorts = frame.clue_sorts
        spared = [group for group in groups if not any(sorts[key.sort].must_tell for key in group)]
        order = mixed_order(spared, clues, task.random, frame)
        return search.prune(values, told, order, wanted), values


def random_start(rules: Rules, frame: GridPuzzle, task: Any) -> list[int]:
    """The literals that a random solution should have, those that matter most first."""
    constraints = [each.constraint for each in rules.of(frame)]
    return random_literals(frame.layout, constraints, task.random, task.budget)


def _share(task: MakeTask[GridPuzzle], frame: GridPuzzle) -> float:
    """The share of places with a clue that is aimed at: more for gentle puzzles."""
    density = task.options.get("density")
    if density is not None:
        return float(density) - 0.5 / max(1, count_places(frame))
    return usual_share(frame, task.random, task.aim)


def usual_share(frame: GridPuzzle, random: Random, aim: float | None) -> float:
    """The share of places with a clue in a pleasant puzzle."""
    sorts = frame.clue_sorts.values()
    told = [sort.share for sort in sorts if sort.share is not None]
    usual = USUAL_AREAS if all(sort.on == AREAS for sort in sorts) else USUAL
    usual = mean(told) if told else usual
    times = 1.0
    if aim is not None:
        times = (
            EASIEST + 2 * aim * (1 - EASIEST) if aim < 0.5 else 1 + (2 * aim - 1) * (HARDEST - 1)
        )
    return max(0.0, times * random.gauss(usual, VARIES))


def count_places(frame: GridPuzzle) -> int:
    """The number of places at which a clue of some sort can stand."""
    return sum(len(frame.places(sort)) for sort in frame.clue_sorts.values())


# --- the order, and symmetry ----------------------------------------------------------------------


def mixed_order(
    groups: Iterable[tuple[ClueKey, ...]], clues: TrueClues, random: Random, frame: GridPuzzle
) -> list[tuple[ClueKey, ...]]:
    """A random order in which clues are taken away: those come next of which more are left than the
    mix of their sort has. Without a mix common values come sooner, so that the rest is mixed, and
    so do those that only say that there is nothing."""
    mix = {value: part for sort in frame.clue_sorts.values() for value, part in sort.mix.items()}
    if mix:
        return _by_mix(list(groups), clues, mix, random)
    count = Counter(clues.values())
    most = max(count.values(), default=1)
    count[0] = EMPTY * most

    def key(group: tuple[ClueKey, ...]) -> float:
        weight = sum(count[clues[each]] for each in group) / len(group) / most
        return -exp(log(1.0 - random.random()) / weight)

    return sorted(groups, key=key)


def _by_mix(
    groups: list[tuple[ClueKey, ...]],
    clues: TrueClues,
    mix: Mapping[Value, float],
    random: Random,
) -> list[tuple[ClueKey, ...]]:
    random.shuffle(groups)
    left: dict[Value, list[tuple[ClueKey, ...]]] = {value: [] for value in mix}
    for group in groups:
        left[clues[group[0]]].append(group)
    order = []
    for _ in groups:
        most = max(left, key=lambda value: len(left[value]) / mix[value])
        order.append(left[most].pop())
    return order


def symmetric_groups(
    frame: GridPuzzle, clues: Collection[ClueKey], symmetry: Symmetry
) -> list[tuple[ClueKey, ...]]:
    """The clues with those that mirror them; none of which the mirror image can bear no clue."""
    groups: dict[tuple[ClueKey, ...], None] = {}
    for key in clues:
        image = ClueKey(key.sort, _image(frame, key, symmetry))
        if image in clues:
            groups[tuple(sorted({key, image}))] = None
    return list(groups)


def _image(frame: GridPuzzle, key: ClueKey, symmetry: Symmetry) -> CluePlace:
    image = symmetry.slot(key.place, frame.rows, frame.cols)
    if frame.clue_sorts[key.sort].on == AREAS:
        assert frame.area_map is not None
        assert isinstance(image, Cell)
        return frame.area_map.of(image)[0]
    return image


def keeps(puzzle: GridPuzzle, options: Mapping[str, Any]) -> bool:
    """Return True if the clues of a puzzle are still what the options ask for."""
    symmetry, density = SYMMETRIES[options["symmetry"]], options.get("density")
    told = list(_telling(puzzle))
    if density is not None and len(told) > density * count_places(puzzle) + 1e-9:
        return False
    places = set(told)
    return all(ClueKey(key.sort, _image(puzzle, key, symmetry)) in places for key in told)


def _telling(puzzle: GridPuzzle) -> Iterator[ClueKey]:
    for key, value in clues_of(puzzle).items():
        if not is_silent(puzzle.clue_sorts[key.sort], value):
            yield key
