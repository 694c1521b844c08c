"""The changes that an author may make to any puzzle of a page: clues taken away, told or put in.

Which value a clue would have is found by the rules (clue_values.py). Areas stay as they are drawn,
but where an unfinished puzzle is completed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, Edge, Slot, connected_part
from enpitsu.kit.clue_values import (
    ClueKey,
    clue_values,
    clues_of,
    frame_of,
    is_silent,
    values_of,
)
from enpitsu.kit.constraints.base import Values
from enpitsu.kit.edits import ClueEdit, Edit, Redrawn, cells_of_board, change_clue, edit, redraw
from enpitsu.kit.puzzle import UNKNOWN, CluePlace, Clues, GridPuzzle, Value
from enpitsu.kit.rules import Rules
from enpitsu.kit.single_changes import alternatives
from enpitsu.kit.words import name_value
from enpitsu.making import AppliedChange, Change, Editor, Filler
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message

MOST_NEW_BLOCKS = 12  # cells that are offered for a clue that leaves no room for marks


def make_editor(rules: Rules, filler: Filler[GridPuzzle, Edit] | None) -> Editor[GridPuzzle, Edit]:
    """The editor of a page."""
    own = KitEditor(rules)
    sorts = rules.puzzle_type.clue_sorts.values()
    return Editor(
        edit=edit,
        removals=removals,
        additions=own.additions,
        clear=clear,
        alternatives=alternatives,
        relax=relax,
        fit=own.fit,
        compare=compare,
        tell=tell,
        content=content,
        fill=filler,
        inserts=inserts if any(sort.blocks and sort.unknown for sort in sorts) else None,
    )


# --- less -----------------------------------------------------------------------------------------


def removals(puzzle: GridPuzzle, solution: Position) -> Iterator[tuple[Change[Edit], ...]]:
    """For each clue: take it away; or only its value, where it may be open. Clues that crowd each
    other come first."""
    for key, value in sorted(clues_of(puzzle).items(), key=lambda item: -_crowd(puzzle, item[0])):
        sort = puzzle.clue_sorts[key.sort]
        is_wall = sort.blocks and sort.look == "wall"
        lesser: list[Value | None] = [] if is_wall else [None]
        if sort.unknown and value != UNKNOWN:
            lesser.append(UNKNOWN)
        if lesser:
            yield tuple(change_clue(puzzle, key, each) for each in lesser)


def relax(puzzle: GridPuzzle) -> Iterator[Change[Edit]]:
    """Each clue that tells something: it goes, or becomes "?" where nothing is written beside
    it."""
    for key, value in clues_of(puzzle).items():
        sort = puzzle.clue_sorts[key.sort]
        if not is_silent(sort, value) and (sort.unknown or not sort.blocks):
            yield change_clue(puzzle, key, UNKNOWN if sort.blocks else None)


def clear(puzzle: GridPuzzle) -> Iterator[Change[Edit]]:
    """Each clue goes, walls too."""
    return (change_clue(puzzle, key, None) for key in clues_of(puzzle))


def _crowd(puzzle: GridPuzzle, key: ClueKey) -> int:
    """The number of clues beside a place."""
    found = puzzle.given[key.sort]
    if not isinstance(key.place, Cell):
        return 0
    return sum(direction.step(key.place) in found for direction in Direction)


# --- more -----------------------------------------------------------------------------------------


class KitEditor:
    """The part of an editor that asks the rules of the page."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def additions(self, puzzle: GridPuzzle, solution: Position) -> Iterator[AppliedChange[Edit]]:
        """Clues that are open told, then new ones, those with few others beside them first; then
        some that leave no room for marks."""
        frame = frame_of(puzzle)
        true = clue_values(self._rules, frame).true_clues(_values(frame, solution))
        found = []
        for key, value in true.items():
            old = puzzle.given[key.sort].get(key.place)
            sort = puzzle.clue_sorts[key.sort]
            if is_silent(sort, old) and not (old is None and _is_taken(puzzle, sort, key.place)):
                found.append((old is None, _crowd(puzzle, key), key, value))
        for _, _, key, value in sorted(found, key=lambda each: each[:2]):
            yield AppliedChange(change_clue(puzzle, key, value))
        yield from map(AppliedChange, moved_numbers(puzzle, solution))
        yield from map(AppliedChange, self._new_blocks(puzzle, solution))

    def _new_blocks(self, puzzle: GridPuzzle, solution: Position) -> Iterator[Change[Edit]]:
        """Clues in cells that a solution leaves empty, where it stays one."""
        for name, sort in puzzle.clue_sorts.items():
            empty = _empty_cells(puzzle, solution) if sort.blocks else []
            for cell in empty[:: max(1, len(empty) // MOST_NEW_BLOCKS)]:
                first = UNKNOWN if sort.unknown else next(iter(sort.values))
                told = self.fit(puzzle, change_clue(puzzle, ClueKey(name, cell), first), solution)
                if told is not None:
                    yield from self._told(puzzle, told, solution)

    def _told(
        self, puzzle: GridPuzzle, silent: Change[Edit], solution: Position
    ) -> Iterator[Change[Edit]]:
        """The change, and before it the same with a value."""
        ((place, new),) = silent.edits
        assert isinstance(new, ClueEdit)
        assert isinstance(place, Cell)
        key = ClueKey(new.sort, place)
        frame = frame_of(edit(puzzle, silent))
        value = clue_values(self._rules, frame).true_clues(_values(frame, solution)).get(key)
        if value is not None and value != new.value:
            yield change_clue(puzzle, key, value)
        yield silent

    # --- several at once -----------------------------------------------------------------------

    def fit(
        self, puzzle: GridPuzzle, change: Change[Edit], solution: Position
    ) -> Change[Edit] | None:
        """Every value of the change as a solution has it; None if none is true there, or marks
        stand where nothing may be written."""
        moves_blocks = any(_moves_block(puzzle, place, new) for place, new in change.edits)
        try:
            after = _edited(puzzle, change) if moves_blocks else puzzle
            frame = frame_of(after)
            values = _values(frame, solution)
        except PuzzleError:
            return None
        known = clue_values(self._rules, frame)
        edits: list[tuple[Place, Edit]] = []
        for place, new in change.edits:
            if isinstance(new, ClueEdit) and new.value is not None:
                assert isinstance(place, Cell | Edge)
                key = ClueKey(new.sort, place)
                if not known.is_true(key, new.value, values):
                    value = known.true_clues(values).get(key)
                    if value is None:
                        return None
                    new = ClueEdit(new.sort, value)
            edits.append((place, new))
        fitted = change._replace(edits=tuple(edits))
        return fitted if not moves_blocks or self._solves(puzzle, fitted, solution) else None

    def _solves(self, puzzle: GridPuzzle, change: Change[Edit], solution: Position) -> bool:
        after = _edited(puzzle, change)
        values = _values(after, solution)
        instances = self._rules.of(after)
        return all(
            next(each.constraint.broken(values, partial=False), None) is None for each in instances
        )


def moved_numbers(puzzle: GridPuzzle, solution: Position) -> Iterator[Change[Edit]]:
    """Numbers that tell of the cells around them, moved to another of these."""
    for name, sort in puzzle.clue_sorts.items():
        if sort.must_tell:
            empty = set(_empty_cells(puzzle, solution))
            for cell, value in puzzle.given[name].items():
                for other in sorted(connected_part(cell, empty) - {cell}):
                    gone, come = ClueEdit(name, None), ClueEdit(name, value)
                    yield Change(((cell, gone), (other, come)), is_plain=value != UNKNOWN)


@lru_cache(maxsize=256)
def _values(frame: GridPuzzle, solution: Position) -> Values:
    """The values of a solution, which is asked for thousands of times."""
    return values_of(frame, solution)


@lru_cache(maxsize=64)
def _edited(puzzle: GridPuzzle, change: Change[Edit]) -> GridPuzzle:
    """A changed puzzle, whose constraints are kept with it."""
    return edit(puzzle, change)


def _is_taken(puzzle: GridPuzzle, sort: Clues, place: CluePlace) -> bool:
    """Return True if a clue of another sort stands at a place."""
    return any(
        place in puzzle.given[name]
        for name, other in puzzle.clue_sorts.items()
        if other is not sort and other.on == sort.on
    )


def _moves_block(puzzle: GridPuzzle, place: Place, new: Edit) -> bool:
    """Return True if marks may stand elsewhere after an edit than before."""
    if isinstance(new, Redrawn):
        return True
    is_there = place in puzzle.given[new.sort]
    return puzzle.clue_sorts[new.sort].blocks and is_there == (new.value is None)


def _empty_cells(puzzle: GridPuzzle, solution: Position) -> list[Cell]:
    """The cells without clue in which a solution has nothing, nor at their sides."""
    full = {
        cell
        for fact in solution.facts
        for cell in (fact.slot if isinstance(fact.slot, Edge) else (fact.slot,))
    }
    return [
        cell
        for cell in cells_of_board(puzzle)
        if cell not in full and not any(cell in found for found in puzzle.given.values())
    ]


def inserts(
    puzzle: GridPuzzle, solution: Position, slots: Collection[Slot]
) -> Iterator[tuple[Change[Edit], ...]]:
    """Clues that leave no room in cells where all solutions have the same marks, those nearest to
    where they differ first."""
    differing = [slot.a if isinstance(slot, Edge) else slot for slot in slots]
    empty = set(_empty_cells(puzzle, solution))
    clues = {key.place for key in clues_of(puzzle)}
    cells = [
        cell
        for cell in cells_of_board(puzzle)
        if cell not in clues and cell not in empty and cell not in slots
    ]

    def distance(cell: Cell) -> int:
        apart = (abs(cell.row - each.row) + abs(cell.col - each.col) for each in differing)
        return min(apart, default=0)

    for cell in sorted(cells, key=distance):
        for name, sort in puzzle.clue_sorts.items():
            if sort.blocks and sort.unknown and puzzle.has_place(sort, cell):
                key = ClueKey(name, cell)
                first = next(iter(sort.values))
                yield change_clue(puzzle, key, UNKNOWN), change_clue(puzzle, key, first)


# --- in words -------------------------------------------------------------------------------------


def compare(before: GridPuzzle, after: GridPuzzle) -> tuple[Change[Edit], ...]:
    """The areas if they are drawn otherwise, and the clues that differ, one by one."""
    changes: list[Change[Edit]] = []
    if after.area_map is not None and before.area_map is not None:
        numbers = after.area_map.numbers
        if numbers != before.area_map.numbers:
            changes.append(Change(((Cell(0, 0), Redrawn(numbers)),)))
            before = redraw(before, Redrawn(numbers))
    old, new = clues_of(before), clues_of(after)
    keys = sorted({**old, **new}, key=lambda key: (key.sort, key.place))
    changes += [
        change_clue(after, key, new.get(key)) for key in keys if old.get(key) != new.get(key)
    ]
    return tuple(changes)


def content(puzzle: GridPuzzle, place: Place) -> tuple[object, ...]:
    """The clues at a place, and if a border runs there."""
    clues = tuple(found.get(place) for found in puzzle.given.values())
    if not isinstance(place, Edge) or puzzle.area_map is None:
        return clues
    number_of = puzzle.area_map.number_of
    return *clues, number_of.get(place.a) != number_of.get(place.b)


def tell(puzzle: GridPuzzle, altered: AppliedChange[Edit]) -> Message:
    """A change in words."""
    edits = altered.change.edits
    drawn = [each for each in edits if isinstance(each[1], Redrawn) and each[1].how]
    # Clues that go with their areas need not be told.
    parts = tuple(_tell_one(puzzle, place, new) for place, new in drawn or edits)
    return parts[0] if len(parts) == 1 else Message(f"{puzzle.kind}.change.all", {"parts": parts})


def _tell_one(puzzle: GridPuzzle, place: Place, new: Edit) -> Message:
    if isinstance(new, Redrawn) and new.how:
        return Message(f"{puzzle.kind}.change.{new.how}", {"place": place, "by": new.by})
    if isinstance(new, Redrawn):
        count = len(set(new.numbers))
        return Message(f"{puzzle.kind}.change.redraw", {"count": count})
    sort = puzzle.clue_sorts[new.sort]
    old = puzzle.given[new.sort].get(place)
    verb = "put" if old is None else "take-away" if new.value is None else "make"
    named = {"old": old, "new": new.value}
    args: dict[str, Argument] = {"place": place}
    args |= {name: name_value(puzzle, each) for name, each in named.items() if each is not None}
    return Message(f"{puzzle.kind}.change.{verb}-{sort.word}", args)
