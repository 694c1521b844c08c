"""The rules of Nonogram, checked on a board: separate code from line logic and encoding.

A finished board is read line by line and its runs are compared with the clue. Of an unfinished
one each line is asked whether some way to finish it is left: the places reached after each run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, zip_longest
from string import ascii_letters

from enpitsu.grid import Line
from enpitsu.kind import Violation
from enpitsu.kinds.nonogram.bits import digits, room, upwards
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Clue

RULESETS = ("strict",)

_RUN = re.compile(r"([a-zA-Z])\1*")

MOST = 1000  # violations told: no person reads more

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


def check(board: NonogramBoard, *, partial: bool, ruleset: str) -> list[Violation]:
    """Every line that breaks its clue; with `partial` only those that cannot be finished."""
    found = _broken(board)
    if partial:
        found = (_violation("impossible", board, line) for line in impossible_lines(board))
    return list(islice(found, MOST))


def is_answer(board: NonogramBoard) -> bool:
    """Return whether the board shows a finished answer."""
    return next(_broken(board), None) is None


def broken_lines(board: NonogramBoard) -> set[Line]:
    """Return the lines that are not as their clues tell."""
    lines = (line for violation in _broken(board) for line in violation.lines)
    return {line for line in lines if isinstance(line, Line)}


def _violation(
    code: str, board: NonogramBoard, line: Line, first: int = 0, last: int | None = None
) -> Violation:
    cells = line.cells(board.puzzle.rows, board.puzzle.cols)
    return Violation(code, cells[first:last], VIOLATIONS[code], (line,))


# --- finished boards ---------------------------------------------------------------------------


def _broken(board: NonogramBoard) -> Iterator[Violation]:
    for a, b in combinations(board.painted, 2):
        for cell in board.cells(a & b):
            yield Violation("wrong-colour", (cell,), VIOLATIONS["wrong-colour"])
    one_colour = not board.puzzle.is_coloured
    if one_colour:
        text = digits(board.shaded, board.puzzle.rows * board.puzzle.cols)
        text = text.replace("0", ".").replace("1", ascii_letters[0])
    else:
        text = "".join(ascii_letters[state] if state >= 0 else "." for state in board.states())
    for line, clue in board.puzzle.clues:
        cells = text[board.line_of(line)]
        if one_colour and [len(run) for run in cells.split(".") if run] == [n for n, _ in clue]:
            continue
        runs = [(ascii_letters.index(run[1]), *run.span()) for run in _RUN.finditer(cells)]
        if len(runs) != len(clue):
            code = "too-many-runs" if len(runs) > len(clue) else "too-few-runs"
            yield _violation(code, board, line)
            continue
        for told, (colour, start, end) in zip(clue, runs, strict=True):
            if colour != told.colour or told.length not in (None, end - start):
                code = "wrong-length" if colour == told.colour else "wrong-colour"
                yield _violation(code, board, line, start, end)
                break


# --- unfinished boards -------------------------------------------------------------------------


def impossible_lines(board: NonogramBoard) -> Iterator[Line]:
    """The lines that can no longer be finished as their clues tell."""
    size = board.puzzle.rows * board.puzzle.cols
    texts = [digits(mask, size) for mask in board.can()]
    for line, clue in board.puzzle.clues:
        where = board.line_of(line)
        can = [text[where] for text in texts]
        length = len(can[0])
        is_untouched = all("0" not in text for text in can)
        if room_needed(clue) > length:
            yield line
        elif not is_untouched:
            behind = places_before_runs(clue, [int(text[::-1], 2) for text in can])[-1]
            if not behind >> length & 1:
                yield line


def room_needed(clue: Clue) -> int:
    """The fewest cells that a clue's runs take up."""
    gaps = sum(a.colour == b.colour for a, b in pairwise(clue))
    return gaps + sum(run.length or 1 for run in clue)


def places_before_runs(clue: Clue, can: Sequence[int]) -> list[int]:
    """For each run the places where it can begin as far as the runs before it are concerned; and
    last the places that are reached behind all runs. `can` tells what cells can be: a set a colour,
    last the empty."""
    empty = can[-1]
    places = [upwards(1, empty)]
    for (length, colour), after in zip_longest(clue, clue[1:]):
        free = can[colour]
        if length is None:
            ends = upwards((places[-1] & free) << 1, free)
        elif length > free.bit_length():
            ends = 0
        else:
            ends = (places[-1] & room(free, length)) << length
        if after is not None and after.colour == colour:
            ends = (ends & empty) << 1
        places.append(upwards(ends, empty))
    return places
