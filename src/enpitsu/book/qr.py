"""Links as QR codes: outlines in modules, to be filled at any size."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from enpitsu import extras

LONGEST_LINK = 1200  # longer links make codes that cameras cannot read from paper
QUIET = 4  # modules that stay white on each side, as the standard wants


class QrCode(NamedTuple):
    """A QR code: how many modules it is wide with its quiet zone, and its dark runs as PDF knows
    rectangles: "column row length 1 re", a row counted from below, a module the unit."""

    width: int
    runs: str


def qr_code(link: str) -> QrCode | None:
    """Return the code of a link; None if it is too long to be read from paper."""
    if len(link) > LONGEST_LINK:
        return None
    segno = extras.load("segno", "drawing QR codes", "pdf")
    # The lowest level of correction gives the largest modules; paper in a book stays clean.
    matrix = segno.make(link, error="l", micro=False).matrix
    runs = []
    for row, line in enumerate(matrix):
        at = QUIET
        for is_dark, same in groupby(line):
            length = len(list(same))
            if is_dark:
                runs.append(f"{at} {len(matrix) - 1 - row + QUIET} {length} 1 re")
            at += length
    return QrCode(len(matrix) + 2 * QUIET, " ".join(runs))
