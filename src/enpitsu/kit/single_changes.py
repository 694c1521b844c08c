"""Every single change of a puzzle of a page, for sheets that have no solution: a clue told
otherwise, taken away, or put where it leaves no room for marks; areas drawn otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from enpitsu.border_changes import AreaGrid
from enpitsu.grid import Cell, Edge, number_areas
from enpitsu.kit.clue_values import ClueKey, clues_of
from enpitsu.kit.edits import Edit, Redrawn, cells_of_board, change_clue, redraw
from enpitsu.kit.puzzle import AREAS, UNKNOWN, Clues, GridPuzzle, Value
from enpitsu.making import Alternatives, Change
from enpitsu.scene import Place


def alternatives(puzzle: GridPuzzle) -> Iterator[Alternatives[Edit]]:
    """Return for each clue all that could be there instead; then other areas; then new clues."""
    for key, value in clues_of(puzzle).items():
        sort = puzzle.clue_sorts[key.sort]
        yield from _told_otherwise(puzzle, key, value)
        if sort.blocks:
            yield Alternatives(change_clue(puzzle, key, None), gives_room=True)
    yield from map(Alternatives, _other_areas(puzzle))
    taken = {key.place for key in clues_of(puzzle)}
    for name, sort in puzzle.clue_sorts.items():
        for place in puzzle.places(sort) if sort.blocks else ():
            if place not in taken:
                yield from _told_otherwise(puzzle, ClueKey(name, place), None)


def _told_otherwise(
    puzzle: GridPuzzle, key: ClueKey, old: Value | None
) -> Iterator[Alternatives[Edit]]:
    """Yield what may stand at a place where another clue of the sort stands, or none."""
    sort = puzzle.clue_sorts[key.sort]
    values = [value for value in _values(puzzle, sort, key) if value != old]
    if isinstance(old, int):
        values.sort(key=lambda value: abs(value - old) if isinstance(value, int) else 0)
    told = tuple(change_clue(puzzle, key, value) for value in values)
    opened = None
    # Where clues stand everywhere, a place without one is no puzzle as people make them.
    if old != UNKNOWN and (sort.unknown or not sort.blocks) and sort.share != 1.0:
        opened = change_clue(puzzle, key, UNKNOWN if sort.blocks else None)
    yield Alternatives(opened, told)
    if sort.unknown and not sort.blocks and old != UNKNOWN:
        yield Alternatives(change_clue(puzzle, key, UNKNOWN))


def _values(puzzle: GridPuzzle, sort: Clues, key: ClueKey) -> Iterable[Value]:
    most = puzzle.rows * puzzle.cols
    if sort.on == AREAS and puzzle.area_map is not None and isinstance(key.place, Cell):
        most = len(puzzle.area_map.of(key.place))
    return takewhile(lambda value: isinstance(value, str) or value <= most, sort.values)


# --- areas ----------------------------------------------------------------------------------------


def _other_areas(puzzle: GridPuzzle) -> Iterator[Change[Edit]]:
    """Cells that go over to another area, borders that go, and borders that come."""
    if puzzle.area_map is None:
        return
    grid = AreaGrid(puzzle.rows, puzzle.cols, puzzle.area_map.numbers)
    old = puzzle.area_map.number_of
    for cell, neighbour in grid.joins():
        numbers = tuple(old[neighbour if each == cell else each] for each in cells_of_board(puzzle))
        yield _redrawn(puzzle, cell, Redrawn(numbers, how="join", by=(neighbour,)))
    for line in grid.cuts():
        numbers = number_areas(puzzle.rows, puzzle.cols, puzzle.area_map.numbers, line)
        yield _redrawn(puzzle, line[0].a, Redrawn(numbers, how="cut", by=line))
    for line in grid.merges():
        one, other = (old[cell] for cell in line[0])
        numbers = tuple(one if each == other else each for each in puzzle.area_map.numbers)
        yield from _merged(puzzle, line, numbers)


def _merged(
    puzzle: GridPuzzle, line: tuple[Edge, ...], numbers: tuple[int, ...]
) -> Iterator[Change[Edit]]:
    """Two areas in one: with the clue of the first, or that of the second if it differs."""
    new = Redrawn(numbers, how="merge", by=line)
    first = _redrawn(puzzle, line[0].a, new)
    yield first
    second = _redrawn(puzzle, line[0].a, new, last=True)
    if second != first:
        yield second


def _redrawn(puzzle: GridPuzzle, place: Cell, new: Redrawn, *, last: bool = False) -> Change[Edit]:
    """Areas drawn otherwise, to whose first cells their clues go; where two come together the
    first or the last stays."""
    after = redraw(puzzle, new)
    assert after.area_map is not None
    moved: dict[ClueKey, Value] = {}
    for key, value in clues_of(puzzle).items():
        if puzzle.clue_sorts[key.sort].on != AREAS or not isinstance(key.place, Cell):
            continue
        area = puzzle.area_map.of(key.place) if puzzle.area_map is not None else ()
        stay = [cell for cell in area if new.how != "join" or cell != place]
        home = ClueKey(key.sort, _home(after, stay))
        if last or home not in moved:
            moved[home] = value
    now = clues_of(after)
    edits: list[tuple[Place, Edit]] = [(place, new)]
    for key in {**now, **moved}:
        if puzzle.clue_sorts[key.sort].on == AREAS and now.get(key) != moved.get(key):
            edits += change_clue(after, key, moved.get(key)).edits
    return Change(tuple(edits))


def _home(after: GridPuzzle, stay: list[Cell]) -> Cell:
    """The first cell of the area that most of these cells are in now."""
    assert after.area_map is not None
    now = [after.area_map.number_of[cell] for cell in stay]
    return after.area_map.areas[max(now, key=lambda number: (now.count(number), -number))][0]
