"""Puzzles without solution: which clues contradict each other, and which one to change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, Generic, NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.improve.change_search import ChangeSearch
from enpitsu.improve.culprits import Culprits, spread
from enpitsu.improve.fix import MAX_FIXES, Fixes, Watcher
from enpitsu.judge import Judge
from enpitsu.kind import P
from enpitsu.making import Change
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status

MAX_SINGLE = 60  # single changes that give one solution, of which all are offered up to so many


def fix_conflict(puzzle: P, judge: Judge[P], each: Watcher, recent: Sequence[Place] = ()) -> Fixes:
    """Find all single changes of a puzzle without solution that give it one; where there are none,
    some that give it several."""
    search = ChangeSearch(puzzle, judge, each)
    culprits = Culprits(puzzle, judge, search, recent)
    conflict: tuple[str, ...] = ()
    reached = None
    try:
        culprits.find()
        conflict = name_conflict(puzzle, judge)
    except LimitReached as limit:
        reached = str(limit)
    best = spread(list(search.found.values()), recent)
    enough = [fix for fix in best if fix.status is Status.UNIQUE]
    return Fixes(
        status=Status.NONE,
        found=tuple(enough[:MAX_SINGLE] or best[:MAX_FIXES]),
        at_least=1,
        is_fewest=bool(enough),
        conflict=conflict,
        is_complete=culprits.is_complete,
        reached=reached,
    )


class ClueConflict(NamedTuple, Generic[P]):
    """Clues that contradict each other, none of which can be left open."""

    places: tuple[Place, ...]
    puzzle: P
    """The puzzle with all other clues left open."""
    opened: tuple[P, ...]
    """That puzzle with one of them left open as well, for each: then there is a solution."""


def find_conflict(puzzle: P, judge: Judge[P]) -> ClueConflict[P] | None:
    """Return the clues of a puzzle without solution that contradict each other; None if there is no
    solution even with all of them left open, or that cannot be told."""
    changes = list(judge.editor.relax(puzzle))
    needed = _suspect(puzzle, judge, changes)
    opened = _make_all(puzzle, changes, judge)
    if not changes or judge.solutions(opened, 1) in ([], None):
        return None
    needed = _narrow(
        puzzle, judge, changes, needed, lambda puzzle, judge: judge.solutions(puzzle, 1) == []
    )
    core = _make_all(puzzle, (change for change in changes if change not in needed), judge)
    return ClueConflict(
        tuple(place for change in needed for place in change.places),
        core,
        tuple(_make_all(core, [change], judge) for change in needed),
    )


def name_conflict(puzzle: P, judge: Judge[P]) -> tuple[str, ...]:
    """Return the places of the clues that `find_conflict` finds; none if the clues have no part in
    it."""
    found = find_conflict(puzzle, judge)
    return () if found is None else tuple(map(str, found.places))


def suspects(puzzle: P, judge: Judge[P]) -> tuple[Place, ...]:
    """Return clues of a puzzle without solution that contradict each other, though perhaps not all
    of them are needed for it: found in a moment, where they are found at all."""
    changes = list(judge.editor.relax(puzzle))
    found = _suspect(puzzle, judge, changes)
    if len(found) == len(changes):
        return ()
    return tuple(place for change in found for place in change.places)


def _suspect(puzzle: P, judge: Judge[P], changes: list[Change[Any]]) -> list[Change[Any]]:
    """Return the clues by which cheap deductions see that there is no solution; else all."""
    opened = _make_all(puzzle, changes, judge)
    if not _fails_at_once(puzzle, judge) or _fails_at_once(opened, judge):
        return changes
    return _narrow(puzzle, judge, changes, changes, _fails_at_once)


def _make_all(puzzle: P, changes: Iterable[Change[Any]], judge: Judge[P]) -> P:
    edits = tuple(edit for change in changes for edit in change.edits)
    return judge.editor.edit(puzzle, Change(edits))


def _fails_at_once(puzzle: P, judge: Judge[P]) -> bool:
    """Return whether cheap deductions alone, which take a moment, show that nothing solves it."""
    return not kind_of(puzzle).board(puzzle).settle(judge.budget)


def _narrow(
    puzzle: P,
    judge: Judge[P],
    changes: list[Change[Any]],
    among: list[Change[Any]],
    fails: Callable[[P, Judge[P]], bool],
) -> list[Change[Any]]:
    """Return few of some clues that contradict each other, found by halves (Junker, "QuickXplain",
    2004): where few are to blame, few questions are asked."""

    def find_needed(
        kept: Set[Change[Any]], among: list[Change[Any]], is_new: bool
    ) -> list[Change[Any]]:
        """Return those that are needed beside the kept ones."""
        if is_new:
            opened = (change for change in changes if change not in kept)
            if fails(_make_all(puzzle, opened, judge), judge):
                return []
        if len(among) == 1:
            return among
        half = len(among) // 2
        first, second = among[:half], among[half:]
        more = find_needed({*kept, *first}, second, True)
        return [*find_needed({*kept, *more}, first, bool(more)), *more]

    found = find_needed(set(), among, False)
    return [change for change in changes if change in found]
