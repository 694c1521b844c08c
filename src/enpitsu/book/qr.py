"""Links as QR codes: outlines in modules, to be filled at any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from enpitsu.errors import BackendMissing

LONGEST_LINK = 1200  # longer links make codes that cameras cannot read from paper
QUIET = 4  # modules that stay white on each side, as the standard wants


class QrCode(NamedTuple):
    """A QR code: how many modules it is wide with its quiet zone, and its dark runs as PDF knows
    rectangles: "column row length 1 re", a row counted from below, a module the unit."""

    width: int
    runs: str


def qr_code(link: str) -> QrCode | None:
    """The code of a link; None if it is too long to be read from paper."""
    if len(link) > LONGEST_LINK:
        return None
    try:
        import segno
    except ImportError:
        raise BackendMissing("QR codes", "pdf") from None
    # The lowest level of correction gives the largest modules; paper in a book stays clean.
    matrix = segno.make(link, error="l", micro=False).matrix
    return QrCode(len(matrix) + 2 * QUIET, " ".join(_runs(matrix)))


def _runs(matrix: Sequence[Sequence[int]]) -> Iterator[str]:
    last = len(matrix) - 1
    for row, line in enumerate(matrix):
        at = 0
        for is_dark, same in groupby(line):
            length = len(list(same))
            if is_dark:
                yield f"{at + QUIET} {last - row + QUIET} {length} 1 re"
            at += length
