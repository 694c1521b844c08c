"""Patterns, then trial and error: L. Vialls, "Yajilin Puzzle Dissertation" (2016), chapter 3 and
section 4.1.

The five deductions (`five.py`, with their proofs and with what is wrong in print) are used on a
sheet (`pattern_sheet.py`) until none of them concludes anything. Then something is guessed, the
deductions go on from there, and a contradiction takes back everything since the last guess and
turns it round (`pattern_search.py`). No SAT solver is asked.

What is otherwise than printed, and what was added: docs/yajilin-engines.md.

`no-guess` stops when the patterns do, as the thesis' "Help" button does (3.2). If they have
filled the board, it is the only solution, as each of them is a proof; if they contradict themselves
there is none; else nothing is known, and what they have found is told.
"""

from __future__ import annotations

from collections.abc import Generator

from enpitsu.errors import LimitReached
from enpitsu.kind import DEDUCTIONS, Kind, Search, Task
from enpitsu.kind import Board as AnyBoard
from enpitsu.kinds.yajilin import rules
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines import NO_GUESS
from enpitsu.kinds.yajilin.engines.patterns.pattern_search import Effort, answers, begin
from enpitsu.kinds.yajilin.engines.patterns.pattern_sheet import PatternSheet
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.position import Position


def search(kind: Kind[Yajilin], puzzle: Yajilin, task: Task) -> Search:
    """The five patterns to the end, then trial and error with undo."""
    if task.given:
        YajilinBoard(puzzle).place(task.given)  # refuses what does not fit
    effort = Effort(task)
    found = Search.collect(_boards(puzzle, task, effort), task, effort.stats)
    return found._replace(partial=effort.partial)


def _boards(puzzle: Yajilin, task: Task, effort: Effort) -> Generator[AnyBoard, None, None]:
    sheet = PatternSheet(puzzle, task.budget)
    if not begin(sheet, task.given, effort):
        return
    if NO_GUESS.name in task.options and not sheet.is_finished:
        effort.partial = Position.of(sheet.facts())
        raise LimitReached(DEDUCTIONS)
    for _ in answers(sheet, effort):
        yield from accepted(sheet)


def accepted(sheet: PatternSheet) -> Generator[AnyBoard, None, None]:
    """A finished sheet's board, unless it has shaded cells inside the loop against the rules."""
    board = sheet.board()
    if not sheet.puzzle.outside or not rules.check(board, partial=False, ruleset=rules.STRICT):
        yield board
