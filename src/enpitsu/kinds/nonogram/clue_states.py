"""The states of the numbers beside the grid, each by itself.

A number is matched if its run is on the board, whole, and can be no other, and done once all
numbers of its line are: then no more cells of the line can be shaded. All numbers of a line that
can no longer be finished are wrong, since nobody can say which of them is to blame. On a solved
board all are done.

A number is only called matched where that is certain. A whole run on the board (no cell beside it
can lengthen it, or the clue has none longer) must be one of the clue's runs. It is run j for
certain if j is the only run of its length and colour for which the runs before have room on one
side and the runs after on the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from math import inf

from enpitsu.grid import Line
from enpitsu.kind import ClueState
from enpitsu.kinds.nonogram.bits import digits, several, union
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.kinds.nonogram.rules import impossible_lines, is_answer, places_before_runs

LineStates = tuple[ClueState, ...]
"""The state of each number of a line; the 0 of an empty line counts as one."""

MOST = 1_000_000
"""Runs times cells of a line; on longer lines nothing is called matched, to save memory."""


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
        cannot = [cells[where] for cells in denied]
        if clue:
            matched = find_matched_runs(clue, [cells[where] for cells in painted], cannot)
        else:
            is_crossed = not any("0" in cells for cells in cannot)
            matched = frozenset({0} if is_crossed else ())
        if len(matched) == count:
            found[line] = _all("done", count)
        else:
            found[line] = tuple("matched" if at in matched else "open" for at in range(count))
    return found


def _all(state: ClueState, count: int) -> LineStates:
    return (state,) * count


def find_matched_runs(clue: Clue, painted: Sequence[str], denied: Sequence[str]) -> frozenset[int]:
    """Return the places of matched runs in a clue; none if the line cannot be finished.

    For each colour a text of "1" and "0" tells the cells that have it, another those that cannot.
    """
    length = len(painted[0])
    if len(clue) * length > MOST or not any("1" in cells for cells in painted):
        return frozenset()
    lengths: list[list[float]] = [[] for _ in painted]
    for run in clue:
        lengths[run.colour].append(inf if run.length is None else run.length)
    can = _options(painted, denied, lengths)
    *starts, behind = places_before_runs(clue, can)
    if not behind >> length & 1:
        return frozenset()
    back = places_before_runs(clue[::-1], [int(digits(mask, length), 2) for mask in can])
    whole = [
        _whole_runs(cells, mask, max(told, default=0.0))
        for cells, mask, told in zip(painted, can[:-1], lengths, strict=True)
    ]
    fitting = []
    for run, before, after in zip(clue, starts, back[-2::-1], strict=True):
        ends = int(digits(after, length + 1), 2)
        fitting.append(
            union(
                places & before & ends >> cells
                for cells, places in whole[run.colour].items()
                if run.length in (None, cells)
            )
        )
    twice = several(fitting)
    return frozenset(at for at, places in enumerate(fitting) if places & ~twice)


def _options(
    painted: Sequence[str], denied: Sequence[str], lengths: Sequence[Sequence[float]]
) -> list[int]:
    """The values that cells can still have, as bit sets: for each colour, and last empty. A colour
    of which all cells are found can be nowhere else."""
    everything = (1 << len(painted[0])) - 1
    has = [int(cells[::-1], 2) for cells in painted]
    shaded = union(has)
    can = []
    for mine, never, told in zip(has, denied, lengths, strict=True):
        is_open = mine.bit_count() < sum(told)
        can.append(mine | (everything & ~(shaded | int(never[::-1], 2)) if is_open else 0))
    return [*can, everything & ~shaded]


def _whole_runs(cells: str, can: int, longest: float) -> dict[int, int]:
    """Return the starts of runs of a colour that cannot grow, by length."""
    found: dict[int, int] = defaultdict(int)
    end = 0
    for digit, same in groupby(cells):
        start, end = end, end + sum(1 for _ in same)
        can_grow = can >> end & 1 or can << 1 >> start & 1
        if digit == "1" and (end - start >= longest or not can_grow):
            found[end - start] |= 1 << start
    return found
