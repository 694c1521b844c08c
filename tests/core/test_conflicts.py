"""Things that contradict each other: all that is needed and nothing else, told step by step."""

from __future__ import annotations

from random import Random
from typing import Any

from enpitsu.grid import Cell, Direction
from enpitsu.improve import fixes
from enpitsu.improve.can_be import can_be
from enpitsu.improve.conflicts import find_conflict
from enpitsu.judge import Judge
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS
from enpitsu.registry import kind_of, kinds
from enpitsu.solve import Status, solve
from enpitsu.words import LANGUAGES
from tests.cases import each_case
from tests.library import starters

MOST_CELLS = 64
SHEETS = 5  # of each kind


def broken_sheets(kind: str) -> list[Any]:
    """Sheets without solution, in which it is not seen at a glance."""
    random = Random(kind)
    small = [each for each in starters(kind) if each.puzzle.rows * each.puzzle.cols <= MOST_CELLS]
    found: list[Any] = []
    while len(found) < SHEETS:
        puzzle = random.choice(small).puzzle
        editor, judge = kind_of(puzzle).editor, Judge(puzzle, NO_LIMITS)
        assert editor is not None
        assert editor.alternatives is not None
        changes = [change for group in editor.alternatives(puzzle) for change in group.told]
        sheet = judge.edit(puzzle, random.choice(changes))
        if sheet is not None and editor.mismatch(sheet) is None:
            found += [sheet] if solve(sheet, solutions=1).status is Status.NONE else []
    return found


def has_solution(puzzle: Any) -> bool:
    return solve(puzzle, solutions=1).status is not Status.NONE


@each_case("kind", [each for each in kinds() if kinds()[each].editor is not None])
def test_listed_is_all_that_is_needed_and_nothing_else(kind: str) -> None:
    for sheet in broken_sheets(kind):
        found = find_conflict(sheet, Judge(sheet, NO_LIMITS))
        assert found is not None, sheet
        assert found.places, sheet
        assert not has_solution(found.puzzle), sheet
        assert all(map(has_solution, found.opened)), sheet
        if found.opened:
            assert fixes(sheet).conflict == tuple(map(str, found.places))


@each_case("kind", [each for each in kinds() if kinds()[each].editor is not None])
def test_the_contradiction_is_told(kind: str) -> None:
    for sheet in broken_sheets(kind):
        reason = can_be(sheet).no_solution
        assert reason is not None
        assert not reason.is_bare
        is_at_once = not reason.message.id.startswith("enpitsu.")
        assert reason.steps or reason.end or is_at_once, sheet
        for language in LANGUAGES:
            assert reason.say(language)


def test_a_block_is_named_with_the_clues() -> None:
    # The 1 sees one cell, and the block beside it takes the way of the loop.
    clues = {Cell(0, 1): Clue(Direction.LEFT, 1), Cell(1, 1): Clue()}
    sheet = Yajilin(3, 3, (*clues.items(), (Cell(2, 2), Clue(Direction.UP, 2))))
    found = find_conflict(sheet, Judge(sheet, NO_LIMITS))
    assert found is not None
    kept = tuple((cell, clue) for cell, clue in sheet.clues if cell in found.places)
    assert not has_solution(Yajilin(3, 3, kept))
    for cell in found.places:
        assert has_solution(Yajilin(3, 3, tuple(each for each in kept if each[0] != cell)))


def test_where_things_stand_is_enough() -> None:
    # A corner without a way out that cannot be shaded either: its neighbours are open.
    cells = [Cell(0, 1), Cell(2, 1), Cell(1, 0), Cell(1, 2)]
    sheet = Yajilin(3, 3, tuple((cell, Clue()) for cell in cells))
    assert has_solution(sheet) or can_be(sheet).no_solution is not None
    row = Yajilin(1, 3, ((Cell(0, 1), Clue(Direction.LEFT, 0)),))
    reason = can_be(row).no_solution
    assert reason is not None
    assert reason.places
