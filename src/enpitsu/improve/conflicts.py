"""Puzzles without solution: which clues contradict each other, and which one to change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, Generic, NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.explain.rule_cores import RuleCores
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
    """Things on a sheet that contradict each other: alone it has no solution, without any one of it
    it has."""

    places: tuple[Place, ...]
    puzzle: P
    """The puzzle with nothing else that can be taken away or left open."""
    opened: tuple[P, ...]
    """The puzzle without one of them, for each: then there is a solution."""
    is_silent: bool = False
    """True if it is so whatever the clues tell: where they stand is enough."""


def find_conflict(puzzle: P, judge: Judge[P]) -> ClueConflict[P] | None:
    """Return what contradicts each other on a sheet without solution; None if that cannot be told.

    What clues tell comes first, as few as can be while the others are left open; then all that
    stands elsewhere goes as far as it can. In the end each that is left is looked at once more: a
    block that goes may have been what left room for a solution.
    """
    telling = list(judge.editor.relax(puzzle))
    standing = list((judge.editor.clear or judge.editor.relax)(puzzle))
    needed = _suspect(puzzle, judge, telling)
    opened = _make_all(puzzle, telling, judge)
    is_silent = judge.solutions(opened, 1) == []
    if is_silent:
        needed, core = [], opened
    else:
        needed = _narrow(puzzle, judge, telling, needed, _has_none)
        core = _make_all(puzzle, (change for change in telling if change not in needed), judge)
    if judge.solutions(core, 1) != []:
        return None
    told = {place for change in needed for place in change.places}
    left = [change for change in standing if told.isdisjoint(change.places)]
    core, left = _clear(core, judge, left)
    listed = left + [change for change in standing if not told.isdisjoint(change.places)]
    if judge.editor.clear is not None:
        is_done = False
        while not is_done:
            core, fewer = _clear(core, judge, listed, at_once=1)
            is_done, listed = len(fewer) == len(listed), fewer
    listed = [change for change in standing if change in listed]
    if not listed:
        places = _rules_alone(core, judge)
        return ClueConflict(places, core, (), is_silent=True) if places else None
    return ClueConflict(
        tuple(place for change in listed for place in change.places),
        core,
        tuple(_make_all(core, [change], judge) for change in listed),
        is_silent,
    )


def _has_none(puzzle: P, judge: Judge[P]) -> bool:
    return judge.solutions(puzzle, 1) == []


def _clear(
    puzzle: P, judge: Judge[P], changes: list[Change[Any]], at_once: int = 0
) -> tuple[P, list[Change[Any]]]:
    """Make all changes that leave a puzzle without solution, by halves; return it with those that
    do not."""
    stay: list[Change[Any]] = []
    waiting = [
        changes[at : at + (at_once or len(changes))]
        for at in range(0, len(changes), at_once or max(1, len(changes)))
    ]
    while waiting:
        some = waiting.pop()
        cleared = _make_all(puzzle, some, judge)
        if _has_none(cleared, judge):
            puzzle = cleared
        elif len(some) == 1:
            stay += some
        else:
            half = len(some) // 2
            waiting += [some[:half], some[half:]]
    return puzzle, stay


def _rules_alone(puzzle: P, judge: Judge[P]) -> tuple[Place, ...]:
    """Return the places of rules that contradict each other whatever clues there are."""
    cores = RuleCores(kind_of(puzzle), puzzle, judge.budget)
    core = cores.core_without(())
    core = None if core is None else cores.shrink(core)
    rules = [cores.rule(owner) for owner in sorted(core or ())]
    clues = dict.fromkeys(place for rule in rules for place in rule.clues)
    return tuple(clues or dict.fromkeys(cell for rule in rules for cell in rule.cells))


def name_conflict(puzzle: P, judge: Judge[P]) -> tuple[str, ...]:
    """Return the places of the clues that `find_conflict` finds; none if the clues have no part in
    it."""
    found = find_conflict(puzzle, judge)
    return tuple(map(str, found.places)) if found is not None and found.opened else ()


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
