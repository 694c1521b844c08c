"""Numbers of a clue that are matched: their run is on the board, whole, and it can be no other.

A number is only called matched where that is certain. A whole run on the board (no cell beside it
can lengthen it, or the clue has none longer) must be one of the clue's runs. It is run j for
certain if j is the only run of its length and colour for which the runs before have room on one
side and the runs after on the other.

Bit c of an integer stands for cell c, and as a place for "cells before c are dealt with".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from enpitsu.kinds.nonogram.bits import digits, several, union
from enpitsu.kinds.nonogram.model import Clue, Run
from enpitsu.kinds.nonogram.rules import places_before_runs

NONE: frozenset[int] = frozenset()

MOST = 1_000_000
"""Runs times cells of a line; on longer lines nothing is called matched, to save memory."""


class LineCan(NamedTuple):
    """The values that a line's cells can still have: for each colour a bit set, and those that
    can be empty."""

    length: int
    can: tuple[int, ...]
    empty: int


def find_matched_runs(clue: Clue, painted: Sequence[str], denied: Sequence[str]) -> frozenset[int]:
    """Return the places of matched runs in a clue; none if the line cannot be finished.

    For each colour a text of "1" and "0" tells the cells that have it, another those that cannot.
    """
    if len(clue) * len(painted[0]) > MOST or not any("1" in cells for cells in painted):
        return NONE
    lengths = _lengths(clue, len(painted))
    unreached = [cells.count("1") < sum(told) for cells, told in zip(painted, lengths, strict=True)]
    line = _read(painted, denied, unreached, -1)
    starts = _starts(clue, line)
    ends = _starts(clue[::-1], _read(painted, denied, unreached, 1))[::-1]
    if not starts or not ends:
        return NONE
    whole = [
        _whole_runs(cells, can, max(told, default=0.0))
        for cells, can, told in zip(painted, line.can, lengths, strict=True)
    ]
    fitting = [
        _fitting(run, whole[run.colour], before, int(digits(after, line.length + 1), 2))
        for run, before, after in zip(clue, starts, ends, strict=True)
    ]
    twice = several(fitting)
    return frozenset(at for at, places in enumerate(fitting) if places & ~twice)


def _lengths(clue: Clue, colours: int) -> list[list[float]]:
    """For each colour the lengths of its runs, endless where they are not told."""
    found: list[list[float]] = [[] for _ in range(colours)]
    for run in clue:
        found[run.colour].append(inf if run.length is None else run.length)
    return found


def _read(
    painted: Sequence[str], denied: Sequence[str], unreached: Sequence[bool], step: int
) -> LineCan:
    """The line's bit sets; a step of 1 reads them from the far end."""
    length = len(painted[0])
    everything = (1 << length) - 1
    has = [int(cells[::step], 2) for cells in painted]
    cannot = [int(cells[::step], 2) for cells in denied]
    shaded = union(has)
    can = tuple(
        mine | (everything & ~(shaded | never) if is_open else 0)
        for mine, never, is_open in zip(has, cannot, unreached, strict=True)
    )
    return LineCan(length, can, everything & ~shaded)


def _starts(clue: Clue, line: LineCan) -> list[int]:
    """For each run the places where it can start; nothing if the line cannot be finished."""
    *starts, behind = places_before_runs(clue, [*line.can, line.empty])
    return starts if behind >> line.length & 1 else []


def _whole_runs(cells: str, can: int, longest: float) -> dict[int, int]:
    """Return where runs of a colour start that cannot grow, by length."""
    found: dict[int, int] = defaultdict(int)
    end = 0
    for digit, same in groupby(cells):
        start, end = end, end + sum(1 for _ in same)
        can_grow = can >> end & 1 or can << 1 >> start & 1
        if digit == "1" and (end - start >= longest or not can_grow):
            found[end - start] |= 1 << start
    return found


def _fitting(run: Run, whole: dict[int, int], before: int, after: int) -> int:
    """Return where whole runs start that can be this one, with room for the others on both
    sides."""
    lengths = whole if run.length is None else {run.length} & whole.keys()
    places = 0
    for length in lengths:
        places |= whole[length] & before & after >> length
    return places
