"""Unfinished puzzles of a page completed: what is set stays, and clues are added until there is
exactly one solution.

A solution that agrees with what is set is taken at random, or the one that the author has in mind.
All clues that are undecided are told as it has them, and those that prove needless go again. Areas
are drawn where there are none yet: the whole board is one, or an area is undecided; and so are
walls, and other cells in which nothing is written, on a board without any.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from enpitsu.errors import FormatError, PuzzleError
from enpitsu.grid import Cell, Edge
from enpitsu.kit.clue_maker import count_places, mixed_order, usual_share
from enpitsu.kit.clue_values import (
    ClueKey,
    clues_of,
    frame_of,
    is_silent,
    position_of,
    values_of,
    with_clues,
)
from enpitsu.kit.constraints.base import Values
from enpitsu.kit.editor import compare
from enpitsu.kit.edits import Edit, Redrawn, cells_of_board, redraw
from enpitsu.kit.grid_index import GridIndex
from enpitsu.kit.lone_solution import LoneSolutions, TrueClues
from enpitsu.kit.puzzle import AREAS, GridPuzzle
from enpitsu.kit.random_frame import FrameTaste, random_areas, random_frame
from enpitsu.kit.random_solution import random_literals
from enpitsu.kit.rules import Rules
from enpitsu.kit.switch_solver import literals_of
from enpitsu.making import AppliedChange, Candidate, CannotFill, Filler, FillTask
from enpitsu.position import Position
from enpitsu.sat.backend import TooHard

Task = FillTask[GridPuzzle]


def make_filler(rules: Rules) -> Filler[GridPuzzle, Edit]:
    """The filler of a page."""
    return Filler(partial(fill, rules), is_open, keeps, changes)


def fill(rules: Rules, task: Task) -> Candidate[GridPuzzle] | None:
    """One attempt at an unfinished puzzle."""
    _check_places(task)
    puzzle = draw_walls(task, draw_areas(task))
    frame = frame_of(puzzle)
    try:
        with LoneSolutions(
            rules,
            frame,
            task.budget,
            given=told_clues(puzzle),
            allowed=open_clues(task, puzzle),
        ) as search:
            found = _complete(task, search, rules)
    except TooHard:
        return None
    if found is None:
        return None
    clues, values = found
    filled, solution = with_clues(puzzle, clues), position_of(frame, values)
    return Candidate(filled, solution) if task.solve(filled) == [solution] else None


def _complete(task: Task, search: LoneSolutions, rules: Rules) -> tuple[TrueClues, Values] | None:
    """All clues of a puzzle with its only solution."""
    start = _start(task, search, rules)
    if start is None:
        if free_cells(task):
            return None  # with other areas there may be one
        given = told_clues(task.puzzle)
        raise CannotFill("contradiction" if given else "too-small", is_conflict=bool(given))
    values = search.put_right(start)
    if values is None:
        return None
    clues = search.true_clues(values)
    sorts = task.puzzle.clue_sorts
    groups = [(key,) for key in clues if key not in search.given and not sorts[key.sort].must_tell]
    share = usual_share(search.frame, task.random, task.aim)
    wanted = round(share * count_places(search.frame))
    return search.prune(
        values, clues, mixed_order(groups, clues, task.random, search.frame), wanted
    ), values


def _start(task: Task, search: LoneSolutions, rules: Rules) -> Values | None:
    """The solution that the author has in mind, if it is one; else a random one."""
    if task.solution is not None:
        with suppress(FormatError):
            return search.first(literals_of(values_of(search.frame, task.solution)))
    constraints = [each.constraint for each in rules.of(search.frame)]
    return search.first(random_literals(search.layout, constraints, task.random, task.budget))


# --- what is set, and what is open ----------------------------------------------------------------


def _check_places(task: Task) -> None:
    puzzle = task.puzzle
    board = set(cells_of_board(puzzle))
    for place in task.undecided or ():
        is_cell = isinstance(place, Cell) and place in board
        is_side = isinstance(place, Edge) and not board.isdisjoint(place)
        if not is_cell and not is_side:
            raise PuzzleError(f"{place} is not a place of the board")


def told_clues(puzzle: GridPuzzle) -> dict[ClueKey, int | str]:
    """The clues that tell something."""
    return {
        key: value
        for key, value in clues_of(puzzle).items()
        if not is_silent(puzzle.clue_sorts[key.sort], value)
    }


def open_clues(task: Task, puzzle: GridPuzzle) -> set[ClueKey] | None:
    """The clues that may be added; None: all."""
    if task.undecided is None and not task.locked:
        return None
    free = free_cells(task)
    return {
        ClueKey(name, place)
        for name, sort in puzzle.clue_sorts.items()
        for place in puzzle.places(sort)
        if place not in task.locked
        and (task.undecided is None or place in task.undecided or place in free)
    }


def free_cells(task: Task) -> set[Cell]:
    """The cells whose areas are not drawn yet: all of an undecided area without clue, or the whole
    board if it is one area."""
    area_map = task.puzzle.area_map
    if area_map is None:
        return set()
    told = {
        key.place for key in told_clues(task.puzzle) if task.puzzle.clue_sorts[key.sort].on == AREAS
    }
    if task.undecided is None:
        whole = area_map.areas[0]
        return set(whole) if len(area_map) == 1 and not told and len(whole) > 1 else set()
    undecided = task.undecided
    return {
        cell
        for area in area_map
        if area[0] not in told and undecided.issuperset(area)
        for cell in area
    }


def draw_areas(task: Task) -> GridPuzzle:
    """The puzzle with areas where there were none."""
    free, puzzle = free_cells(task), task.puzzle
    if not free:
        return puzzle
    assert puzzle.area_map is not None
    grid = GridIndex(puzzle.rows, puzzle.cols)
    old = puzzle.area_map.number_of
    taken = {cell for cell in old if cell not in free}
    drawn = random_areas(
        type(puzzle), grid, FrameTaste.of(task.aim), task.random, task.budget, taken
    )
    first = len(puzzle.area_map)
    numbers = [
        first + drawn[cell] if cell in free else old[cell] for cell in cells_of_board(puzzle)
    ]
    return redraw(puzzle, Redrawn(tuple(numbers)))


def sorts_to_draw(task: Task) -> set[str]:
    """The sorts of clues that leave no room for marks, where the board has none yet."""
    if task.undecided is not None or task.solution is not None:
        return set()
    sorts, given = task.puzzle.clue_sorts, task.puzzle.given
    return {name for name, sort in sorts.items() if sort.blocks and not given[name]}


def draw_walls(task: Task, puzzle: GridPuzzle) -> GridPuzzle:
    """The puzzle with walls and the like where there were none."""
    free = sorts_to_draw(task)
    if not free:
        return puzzle
    grid = GridIndex(puzzle.rows, puzzle.cols)
    drawn = random_frame(type(puzzle), grid, FrameTaste.of(task.aim), task.random, task.budget)
    taken = {place for name in puzzle.given for place in puzzle.given[name]} | task.locked
    return puzzle.replace(
        **{
            name: {place: value for place, value in drawn.given[name].items() if place not in taken}
            for name in free
        }
    )


def is_open(task: Task) -> bool:
    """Return True if areas are still to be drawn, or a clue waits for its value."""
    waiting = (
        is_silent(sort, value)
        for name, sort in task.puzzle.clue_sorts.items()
        if sort.look != "wall"
        for place, value in task.puzzle.given[name].items()
        if place not in task.locked
    )
    return bool(free_cells(task)) or any(waiting)


def keeps(task: Task, after: GridPuzzle) -> bool:
    """Return True if clues that tell something, and areas that are drawn, are as they were, and new
    clues stand only where they may."""
    before, new = told_clues(task.puzzle), told_clues(after)
    if any(new.get(key) != value for key, value in before.items()):
        return False
    now, free = frame_of(after).given, sorts_to_draw(task)
    if any(
        now[name] != was for name, was in frame_of(task.puzzle).given.items() if name not in free
    ):
        return False
    if task.puzzle.area_map is not None and after.area_map is not None:
        loose, areas = free_cells(task), set(after.area_map.areas)
        if any(area not in areas for area in task.puzzle.area_map if area[0] not in loose):
            return False
    allowed = open_clues(task, after)
    return allowed is None or all(key in allowed or key in before for key in new)


def changes(task: Task, after: GridPuzzle, solution: Position) -> tuple[AppliedChange[Edit], ...]:
    """The areas if they were drawn, and the clues that came."""
    return tuple(map(AppliedChange, compare(task.puzzle, after)))
