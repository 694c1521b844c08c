"""The rules of Nonogram, checked on a board: separate code from line logic and encoding.

A finished board is read line by line and its runs are compared with the clue. Of an unfinished
one each line is asked whether some way to finish it is left: a plain table over runs and cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise
from string import ascii_letters

from enpitsu.grid import Line
from enpitsu.kind import Violation
from enpitsu.kinds.nonogram.board import EMPTY, UNKNOWN, Board
from enpitsu.kinds.nonogram.model import Clue, Run

RULESETS = ("strict",)

LETTERS = ascii_letters
"""One for each colour, in texts of boards."""

_RUN = re.compile(r"([a-zA-Z])\1*")

MOST = 1000
"""Violations told: no person reads more."""

VIOLATIONS = {
    "too-many-runs": "This line has more runs than its clue tells.",
    "too-few-runs": "This line has fewer runs than its clue tells.",
    "wrong-length": "This run is not as long as its clue tells.",
    "wrong-colour": "This run has another colour than its clue tells.",
    "impossible": "This line can no longer be finished as its clue tells.",
}

HOW_TO_PLAY = (
    "Shade cells so that each row and column holds the runs of shaded cells that its clue tells.",
    "A number is the length of a run; the runs stand in the order of the numbers.",
    "Between two runs of the same colour at least one cell stays empty; runs of different "
    "colours may touch.",
    'A "?" stands for a run whose length is not told.',
)


def check(board: Board, *, partial: bool, ruleset: str) -> list[Violation]:
    """Every line that breaks its clue; with `partial` only those that cannot be finished."""
    find = _impossible if partial else _broken
    return list(islice(find(board), MOST))


def is_answer(board: Board) -> bool:
    """Whether the board shows a finished answer."""
    return next(_broken(board), None) is None


def _violation(code: str, board: Board, line: Line, first: int, last: int) -> Violation:
    cells = line.cells(board.puzzle.rows, board.puzzle.cols)
    return Violation(code, cells[first:last], VIOLATIONS[code], (line,))


# --- finished boards ---------------------------------------------------------------------------


def _broken(board: Board) -> Iterator[Violation]:
    for a, b in combinations(board.painted, 2):
        for cell in board.cells(a & b):
            yield Violation("wrong-colour", (cell,), VIOLATIONS["wrong-colour"])
    text = picture_text(board)
    one_colour = not board.puzzle.is_coloured
    for line, clue in board.puzzle.clues:
        cells = text[board.line_of(line)]
        if one_colour and [len(run) for run in cells.split(".") if run] == [n for n, _ in clue]:
            continue
        runs = [(LETTERS.index(run[1]), *run.span()) for run in _RUN.finditer(cells)]
        wrong = _compare(clue, runs, len(cells))
        if wrong is not None:
            yield _violation(wrong[0], board, line, wrong[1], wrong[2])


def picture_text(board: Board) -> str:
    """The board as text: a letter for each cell with a colour, a dot for each without."""
    size = board.puzzle.rows * board.puzzle.cols
    if not board.puzzle.is_coloured:
        digits = f"{board.shaded:0{size}b}"[::-1]
        return digits.replace("0", ".").replace("1", LETTERS[0])
    return "".join(LETTERS[state] if state >= 0 else "." for state in board.states())


def _compare(
    clue: Clue, runs: Sequence[tuple[int, int, int]], length: int
) -> tuple[str, int, int] | None:
    """What is wrong with the runs (colour, first cell, end) of a line, and where; None if they
    are as the clue tells."""
    if len(runs) != len(clue):
        return "too-many-runs" if len(runs) > len(clue) else "too-few-runs", 0, length
    for told, (colour, start, end) in zip(clue, runs, strict=True):
        if colour != told.colour:
            return "wrong-colour", start, end
        if told.length not in (None, end - start):
            return "wrong-length", start, end
    return None


# --- unfinished boards -------------------------------------------------------------------------


def _impossible(board: Board) -> Iterator[Violation]:
    states = board.states()
    denied = [_flags(mask, len(states)) for mask in board.denied]
    for line, clue in board.puzzle.clues:
        where = board.line_of(line)
        if not can_finish(clue, states[where], [flags[where] for flags in denied]):
            yield _violation("impossible", board, line, 0, len(states[where]))


def _flags(mask: int, length: int) -> str:
    return f"{mask:0{length}b}"[::-1]


def can_finish(clue: Clue, cells: Sequence[int], denied: Sequence[str]) -> bool:
    """Whether the unknown cells of a line can be filled so that it holds the clue's runs."""
    gap_after = [a.colour == b.colour for a, b in pairwise(clue)] + [False] * bool(clue)
    reached = _skip_empty({0}, cells)
    for run, gap in zip(clue, gap_after, strict=True):
        ends = _ends(run, reached, cells, denied[run.colour])
        if gap:
            ends = {end + 1 for end in ends if end < len(cells) and cells[end] in (EMPTY, UNKNOWN)}
        reached = _skip_empty(ends, cells)
    return len(cells) in reached


def _skip_empty(starts: set[int], cells: Sequence[int]) -> set[int]:
    """Where one can be after leaving cells empty from one of the starts on."""
    reached: set[int] = set()
    going = False
    for at in range(len(cells) + 1):
        going = going or at in starts
        if going:
            reached.add(at)
        going = going and at < len(cells) and cells[at] in (EMPTY, UNKNOWN)
    return reached


def _ends(run: Run, starts: set[int], cells: Sequence[int], denied: str) -> set[int]:
    """Where a run that begins at one of the starts can end."""
    free_from = len(cells) + 1
    ends: set[int] = set()
    rooms = [0] * (len(cells) + 1)
    for at in range(len(cells) - 1, -1, -1):
        fits = cells[at] == run.colour or (cells[at] == UNKNOWN and denied[at] == "0")
        rooms[at] = rooms[at + 1] + 1 if fits else 0
    for start in sorted(starts):
        if run.length is not None:
            if rooms[start] >= run.length:
                ends.add(start + run.length)
        elif rooms[start] and start + rooms[start] != free_from:
            free_from = start + rooms[start]
            ends.update(range(start + 1, free_from + 1))
    return ends
