"""Sheets without solution: each single change that broke a puzzle is found and offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from enpitsu.formats import parse
from enpitsu.grid import Cell
from enpitsu.improve import fixes
from enpitsu.improve.conflicts import MAX_SINGLE
from enpitsu.improve.suggest import suggest
from enpitsu.judge import Judge
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Change
from enpitsu.registry import kind_of, kinds
from enpitsu.solve import Status, solve
from tests.cases import each_case
from tests.library import starters

MOST_CELLS = 40
PUZZLES = 2  # of each kind
SORTS = 2  # changes of each sort
KINDS = [each for each in kinds() if kind_of(starters(each)[0].puzzle).editor is not None]


def single_changes(puzzle: Any) -> Iterator[tuple[str, Change[Any]]]:
    """Each single change with the sort that it is of."""
    listed = kind_of(puzzle).editor.alternatives  # type: ignore[union-attr]
    assert listed is not None
    for group in listed(puzzle):
        for change in (*(() if group.opened is None else (group.opened,)), *group.told):
            new = change.edits[0][1]
            is_less = new is None or getattr(new, "value", "") is None
            yield f"{type(new).__name__} {getattr(new, 'how', '')} {is_less}", change


def broken(puzzle: Any, random: Random) -> Iterator[tuple[Any, list[Any]]]:
    """Sheets without solution, each by one change: some of every sort, and where that was."""
    judge, count = Judge(puzzle, NO_LIMITS), dict[str, int]()
    listed = list(single_changes(puzzle))
    random.shuffle(listed)
    for sort, change in listed:
        if count.get(sort, 0) >= SORTS:
            continue
        edited = judge.edit(puzzle, change)
        # A border that was taken away whole is drawn again in several strokes.
        is_merged = "merge" in sort or "Border" in sort
        if edited is None or (is_merged and not _is_straight(puzzle, edited)):
            continue
        if solve(edited, solutions=1).status is Status.NONE:
            count[sort] = count.get(sort, 0) + 1
            yield edited, [place for place, _ in change.edits]


def _is_straight(puzzle: Any, edited: Any) -> bool:
    listed = kind_of(puzzle).editor.alternatives  # type: ignore[union-attr]
    assert listed is not None
    judge = Judge(edited, NO_LIMITS)
    changes = (change for group in listed(edited) for change in (group.opened, *group.told))
    return any(change is not None and judge.edit(edited, change) == puzzle for change in changes)


def cases() -> list[tuple[str, int]]:
    return [(kind, number) for kind in KINDS for number in range(PUZZLES)]


@each_case("kind, number", cases())
def test_the_way_back_is_offered(kind: str, number: int) -> None:
    small = [each for each in starters(kind) if each.puzzle.rows * each.puzzle.cols <= MOST_CELLS]
    random = Random(f"{kind} {number}")
    puzzle = random.sample(small, PUZZLES)[number].puzzle
    sheets = list(broken(puzzle, random))
    assert sheets
    for sheet, places in sheets:
        found = fixes(sheet, limits=Limits(seconds=60))
        if len(found.found) == MAX_SINGLE:
            # So many that not all are offered: those where something was changed last come first.
            found = fixes(sheet, recent=places, limits=Limits(seconds=60))
        assert found.status is Status.NONE
        assert puzzle in [fix.puzzle for fix in found.found], sheet
        assert found.is_fewest
        for fix in found.found:
            assert solve(fix.puzzle).status is Status.UNIQUE, fix.text
            assert fix.change.cost == 1


PUZZLE: Any = parse("https://puzz.link/p?yajilin/5/5/m32j10")


def test_a_wrong_number_is_put_right() -> None:
    (cell, clue), *rest = PUZZLE.clues
    assert clue.arrow is not None
    sheet = Yajilin(5, 5, ((cell, Clue(clue.arrow, 4)), *rest))
    found = fixes(sheet)
    assert PUZZLE in [fix.puzzle for fix in found.found]
    assert all(fix.status is Status.UNIQUE for fix in found.found)


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(1, 4), Cell(4, 2)])
def test_what_was_changed_last_comes_first(cell: Cell) -> None:
    sheet = Yajilin(5, 5, (*PUZZLE.clues, (cell, Clue())))
    assert solve(sheet).status is Status.NONE
    told: list[Any] = []
    found = suggest(sheet, recent=[cell], each=told.append)
    assert found.found[0].change.places == (cell,)
    assert PUZZLE in [fix.puzzle for fix in found.found[:2]]
    assert told


def test_fewest_is_said_only_if_it_is_proved() -> None:
    # Two clues that cannot be true: no single change is enough.
    clues = dict(PUZZLE.clues)
    wrong = {cell: Clue(clue.arrow, 9) for cell, clue in clues.items() if clue.counts}
    found = fixes(Yajilin(5, 5, tuple((clues | wrong).items())))
    assert found.status is Status.NONE
    assert not found.is_fewest


def test_a_limit_is_told() -> None:
    (cell, clue), *rest = PUZZLE.clues
    sheet = Yajilin(5, 5, ((cell, Clue(clue.arrow, 4)), *rest))
    found = fixes(sheet, limits=Limits(seconds=0))
    assert found.reached == "time"
