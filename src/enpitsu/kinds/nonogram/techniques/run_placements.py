"""All ways to lay a clue's runs along a line, as bit sets: bit c stands for cell c, and as a place
for "the cells before c are dealt with".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from enpitsu.kinds.nonogram.bits import (
    covered,
    doublings,
    downwards,
    highest,
    lowest,
    room,
    span,
    upwards,
)
from enpitsu.kinds.nonogram.model import Clue

Bounds = Mapping[int, tuple[int, int]]
"""For some runs, by their place in the clue, cells from the first to the last that they hold."""

NO_BOUNDS: Bounds = {}


class RunPlacements(NamedTuple):
    """The places of one run, over all ways."""

    starts: int
    covers: int
    """The cells that it covers in some way."""
    overlap: int
    """The cells that it covers in every way."""

    @property
    def first(self) -> int:
        """The first cell that it can come to."""
        return lowest(self.covers)

    @property
    def last(self) -> int:
        """The last cell that it can come to."""
        return highest(self.covers)


class LinePlacements(NamedTuple):
    """The common part of all ways to lay the runs."""

    can: tuple[int, ...]
    """The cells in some way: a set a colour, last the empty ones."""
    runs: tuple[RunPlacements, ...]


def place_runs(
    clue: Clue, can: Sequence[int], size: int, bounds: Bounds = NO_BOUNDS
) -> LinePlacements | None:
    """Lay the runs in every way that leaves each cell something it can be; None if there is
    none."""
    empty = can[-1]
    # After which runs a cell stays empty because the next has their colour.
    gaps = [*(a.colour == b.colour for a, b in pairwise(clue)), False]
    reached, starts = _forwards(clue, can, gaps, bounds)
    if not reached[-1] >> size & 1:
        return None
    steps = doublings(empty)
    covers = [0] * len(can)
    runs: list[RunPlacements] = []
    after = downwards(1 << size, steps)
    covers[-1] = reached[-1] & empty & after >> 1
    for at in range(len(clue) - 1, -1, -1):
        colour = clue[at].colour
        stops = (after >> 1) & empty if gaps[at] else after
        lay, ends = _lay(clue[at].length, starts[at], stops, can[colour], bounds.get(at))
        runs.append(lay)
        covers[colour] |= lay.covers
        if gaps[at]:
            covers[-1] |= ends
        after = downwards(lay.starts, steps)
        covers[-1] |= reached[at] & empty & after >> 1
    return LinePlacements(tuple(covers), tuple(runs[::-1]))


def _forwards(
    clue: Clue, can: Sequence[int], gaps: Sequence[bool], bounds: Bounds
) -> tuple[list[int], list[int]]:
    """For each run the places reached before it, and those where it starts; the last place is
    behind all runs."""
    empty = can[-1]
    places = upwards(1, empty)
    reached, starts = [places], []
    rooms: dict[tuple[int, int], int] = {}
    for at, (length, colour) in enumerate(clue):
        free = can[colour]
        held = bounds.get(at)
        if length is None:
            begun = places & free
            if held is not None:
                begun &= span(0, held[0])
            ends = upwards(begun << 1, free)
            if held is not None:
                ends &= -1 << held[1] + 1
        else:
            key = colour, length
            if key not in rooms:
                rooms[key] = room(free, length) if length <= free.bit_length() else 0
            begun = places & rooms[key]
            if held is not None:
                begun &= span(max(0, held[1] - length + 1), held[0])
            ends = begun << length
        starts.append(begun)
        places = upwards((ends & empty) << 1 if gaps[at] else ends, empty)
        reached.append(places)
    return reached, starts


def _lay(
    length: int | None, starts: int, stops: int, free: int, held: tuple[int, int] | None
) -> tuple[RunPlacements, int]:
    """Return the places of a run that starts and ends at such places, and the places behind it."""
    if length is not None:
        starts &= stops >> length
        least, most = lowest(starts), highest(starts)
        overlap = span(most, least + length - 1)
        return RunPlacements(starts, covered(starts, length), overlap), starts << length
    if held is not None:
        stops &= -1 << held[1] + 1
    below = downwards(stops >> 1 & free, doublings(free)) & upwards(starts, free)
    if held is not None:
        below &= upwards(1 << held[0], free) | downwards(1 << held[0], doublings(free))
    starts &= below
    ends = stops & below << 1
    return RunPlacements(starts, below, span(highest(starts), lowest(ends) - 1)), ends
