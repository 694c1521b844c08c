"""Puzzles without solution: which clues contradict each other, and which one to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from enpitsu.improve.judge import Judge, Repair
from enpitsu.making import Altered, Change
from enpitsu.position import EMPTY, Position
from enpitsu.solve import Status

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


def _mend(puzzle: Any, change: Change, solution: Position, judge: Judge) -> Iterator[Repair]:
    mended = judge.edited(puzzle, change)
    answers = None if mended is None else judge.solutions(mended)
    if mended is not None and answers:
        yield Repair(
            change=change,
            texts=(judge.editor.tell(puzzle, Altered(change)),),
            effect="there is a solution then" if len(answers) == 1 else "there are several then",
            cost=change.cost,
            puzzle=mended,
            solution=solution,
            status=Status.UNIQUE if len(answers) == 1 else Status.MULTIPLE,
        )


def conflict(puzzle: Any, judge: Judge) -> tuple[str, ...]:
    """The places of clues that contradict each other, each of them needed for it: every other clue
    can be left open and there is still no solution. None if the clues have no part in it."""
    here = puzzle
    kept: dict[str, None] = {}
    for group in list(judge.editor.removals(puzzle, EMPTY)):
        change = group[-1]
        loose = judge.edited(here, change)
        if loose is not None and judge.solutions(loose, 1) == []:
            here = loose
        else:
            kept.update(dict.fromkeys(map(str, change.places)))
    return tuple(kept)
