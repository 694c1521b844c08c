"""The states of the numbers beside the grid, each by itself.

A number is matched if its run is on the board and can be no other (matched_runs.py), and done once
all numbers of its line are: then no more cells of the line can be shaded. All numbers of a line
that can no longer be finished are wrong, since nobody can say which of them is to blame. On a
solved board all are done.
"""

from __future__ import annotations

from collections.abc import Set

from enpitsu.grid import Line
from enpitsu.kind import ClueState
from enpitsu.kinds.nonogram.bits import digits
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.matched_runs import find_matched_runs
from enpitsu.kinds.nonogram.rules import impossible_lines, is_answer

LineStates = tuple[ClueState, ...]
"""The state of each number of a line; the 0 of an empty line counts as one."""


def clue_states(board: NonogramBoard) -> dict[str, ClueState]:
    """The state of each number, by its line and its place in the clue from 1 on: "row3:2"."""
    return {
        f"{line}:{at}": state
        for line, numbers in states(board).items()
        for at, state in enumerate(numbers, 1)
    }


def states(board: NonogramBoard) -> dict[Line, LineStates]:
    """The states of the numbers of each line."""
    if is_answer(board):
        return {line: _all("done", max(len(clue), 1)) for line, clue in board.puzzle.clues}
    size = board.puzzle.rows * board.puzzle.cols
    painted, denied = (
        [digits(mask, size) for mask in masks] for masks in (board.painted, board.denied)
    )
    wrong = frozenset(impossible_lines(board))
    found: dict[Line, LineStates] = {}
    for line, clue in board.puzzle.clues:
        count, where = max(len(clue), 1), board.line_of(line)
        if line in wrong:
            found[line] = _all("wrong", count)
            continue
        has, cannot = [cells[where] for cells in painted], [cells[where] for cells in denied]
        matched = find_matched_runs(clue, has, cannot) if clue else _crossed(cannot)
        found[line] = _states(count, matched)
    return found


def _crossed(denied: list[str]) -> Set[int]:
    """The 0 of an empty line, once all its cells are crossed."""
    return frozenset() if any("0" in cells for cells in denied) else frozenset({0})


def _states(count: int, matched: Set[int]) -> LineStates:
    if len(matched) == count:
        return _all("done", count)
    return tuple("matched" if at in matched else "open" for at in range(count))


def _all(state: ClueState, count: int) -> LineStates:
    return (state,) * count
