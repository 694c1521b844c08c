"""Free marks: background colours and corner dots that players put on a board for themselves.

They say nothing of the puzzle, so they are no facts: nobody judges them, and no rule knows them.

    tint:r3c4 green        corner:r3c4 dot
"""

from __future__ import annotations

import re

from enpitsu.errors import FormatError
from enpitsu.kind import Puzzle

TINTS = ("green", "orange", "violet")
CORNER = "dot"
_VALUES = {"tint": TINTS, "corner": (CORNER,)}
_MARK = re.compile(r"(tint|corner):r([1-9][0-9]{0,5})c([1-9][0-9]{0,5}) ([a-z]+)")
_LONGEST = 60  # characters of a text that is no mark, where it is told


def check_free_mark(text: object, puzzle: Puzzle) -> str:
    """Return the text of a free mark on this board; FormatError if it is none."""
    found = _MARK.fullmatch(text) if isinstance(text, str) else None
    if found is None or found[4] not in _VALUES[found[1]]:
        raise FormatError(f"not a free mark: {str(text)[:_LONGEST]!r}")
    if int(found[2]) > puzzle.rows or int(found[3]) > puzzle.cols:
        raise FormatError(f"{found[0]!r} lies outside the board")
    return found[0]


def check_free_marks(data: object, puzzle: Puzzle) -> tuple[str, ...]:
    """Return free marks, of which no two say something else of one place; FormatError if anything
    is wrong with them."""
    if not isinstance(data, list):
        raise FormatError('"free_marks" must be a list of marks such as "tint:r1c1 green"')
    marks = tuple(check_free_mark(text, puzzle) for text in data)
    if len({mark.split(" ")[0] for mark in marks}) != len(marks):
        raise FormatError('"free_marks" says two things of one place')
    return marks
