"""Puzzles without solution: which clues contradict each other, and which one to change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from enpitsu.improve.judge import Judge, Repair
from enpitsu.making import AppliedChange, Change
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import SHARED

TRIED = 6
"""Solutions of the puzzle without a clue to which the clue is fitted."""


def mends(puzzle: Any, judge: Judge) -> Iterator[Repair]:
    """Single clues to change after which there is a solution: each clue is left open, and then told
    as a solution without it has it."""
    for loose in _loosened(puzzle, judge):
        for solution in judge.solutions(loose, TRIED) or ():
            for told in judge.editor.compare(loose, puzzle):
                fitted = judge.editor.fit(loose, told, solution)
                if fitted is not None and fitted != told:
                    yield from _mend(puzzle, fitted, solution, judge)


def _loosened(puzzle: Any, judge: Judge) -> Iterator[Any]:
    """The puzzle with each clue left open in turn."""
    for group in judge.editor.removals(puzzle, EMPTY):
        loose = judge.edited(puzzle, group[-1])
        if loose is not None:
            yield loose


def _mend(puzzle: Any, change: Change[Any], solution: Position, judge: Judge) -> Iterator[Repair]:
    mended = judge.edited(puzzle, change)
    answers = None if mended is None else judge.solutions(mended)
    if mended is not None and answers:
        yield Repair(
            change=change,
            messages=(judge.editor.tell(puzzle, AppliedChange(change)),),
            outcome=Message(f"{SHARED}.improve.{'one' if len(answers) == 1 else 'several'}", {}),
            cost=change.cost,
            puzzle=mended,
            solution=solution,
            status=Status.UNIQUE if len(answers) == 1 else Status.MULTIPLE,
        )


def conflict(puzzle: Any, judge: Judge) -> tuple[str, ...]:
    """The places of clues that contradict each other, each of them needed for it: every other clue
    can be left open and there is still no solution. None if the clues have no part in it."""
    found = contradiction(puzzle, judge)
    return () if found is None else tuple(map(str, found.places))


class Contradiction(NamedTuple):
    """Clues that contradict each other, none of which can be left open."""

    places: tuple[Place, ...]
    puzzle: Any
    """The puzzle with all other clues left open."""
    opened: tuple[Any, ...]
    """That puzzle with one of them left open as well, for each: then there is a solution."""


def contradiction(puzzle: Any, judge: Judge) -> Contradiction | None:
    """The clues of a puzzle without solution that contradict each other; None if there is no
    solution even with all of them left open, or that cannot be told."""
    changes = list(judge.editor.relax(puzzle))
    needed = _suspected(puzzle, judge, changes)
    opened = _with_all(puzzle, changes, judge)
    if not changes or judge.solutions(opened, 1) in ([], None):
        return None
    needed = _Narrowing(puzzle, judge, changes, _fails).needed(needed)
    rest = [change for change in changes if change not in needed]
    core = _with_all(puzzle, rest, judge)
    return Contradiction(
        tuple(place for change in needed for place in change.places),
        core,
        tuple(_with_all(core, [change], judge) for change in needed),
    )


def suspects(puzzle: Any, judge: Judge) -> tuple[Place, ...]:
    """Clues of a puzzle without solution that contradict each other, though perhaps not all of them
    are needed for it: found in a moment, where it is found at all."""
    changes = list(judge.editor.relax(puzzle))
    found = _suspected(puzzle, judge, changes)
    if len(found) == len(changes):
        return ()
    return tuple(place for change in found for place in change.places)


def _suspected(puzzle: Any, judge: Judge, changes: list[Change[Any]]) -> list[Change[Any]]:
    """Those of some clues that cheap deductions need to see that there is no solution; all where
    they do not see it, or see it without any."""
    opened = _with_all(puzzle, changes, judge)
    if not _fails_at_once(puzzle, judge) or _fails_at_once(opened, judge):
        return changes
    return _Narrowing(puzzle, judge, changes, _fails_at_once).needed(changes)


def _with_all(puzzle: Any, changes: Iterable[Change[Any]], judge: Judge) -> Any:
    edits = tuple(edit for change in changes for edit in change.edits)
    return judge.editor.edit(puzzle, Change(edits))


def _fails_at_once(puzzle: Any, judge: Judge) -> bool:
    """Whether cheap deductions alone show that there is no solution; this takes a moment, so it is
    asked first, and the solver only about the clues that are left."""
    return not kind_of(puzzle).board(puzzle).settle(judge.budget)


def _fails(puzzle: Any, judge: Judge) -> bool:
    """Whether there is no solution."""
    return judge.solutions(puzzle, 1) == []


class _Narrowing:
    """Finds few of many clues that contradict each other by halves (Junker, "QuickXplain", 2004):
    where few are to blame, few questions are asked."""

    def __init__(
        self,
        puzzle: Any,
        judge: Judge,
        changes: list[Change[Any]],
        fails: Callable[[Any, Judge], bool],
    ) -> None:
        self._puzzle, self._judge, self._changes = puzzle, judge, changes
        self._fails = fails

    def needed(self, among: list[Change[Any]]) -> list[Change[Any]]:
        """The needed ones, in their order."""
        found = set(self._needed([], among, False))
        return [change for change in self._changes if change in found]

    def _needed(
        self, kept: list[Change[Any]], among: list[Change[Any]], is_new: bool
    ) -> list[Change[Any]]:
        """Those of some that are needed beside the kept ones."""
        if is_new and self._contradict(kept):
            return []
        if len(among) == 1:
            return among
        half = len(among) // 2
        first, second = among[:half], among[half:]
        more = self._needed([*kept, *first], second, True)
        return [*self._needed([*kept, *more], first, bool(more)), *more]

    def _contradict(self, told: list[Change[Any]]) -> bool:
        """Whether there is no solution while only these clues tell anything."""
        kept = set(told)
        loose = [change for change in self._changes if change not in kept]
        return self._fails(_with_all(self._puzzle, loose, self._judge), self._judge)
