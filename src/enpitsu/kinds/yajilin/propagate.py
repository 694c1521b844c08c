"""Cheap deductions on bit sets, carried to the end: what is left is for the SAT solver.

One pass of the cell rules costs some fifty operations on integers as long as the board has cells,
so a whole board is served at the price of a few cells. On real puzzles this decides four cells
out of five before a single clause is built (docs/solving.md has the figures).

The deductions, in a player's words:
- clue line: where a clue needs as many shaded cells as fit without touching, odd runs are full;
- a shaded cell's neighbours are open, and no line enters it;
- a cell with at most one way out is shaded; an open cell with exactly two ways out uses both;
- a cell with exactly two ways out is open or needs both neighbours open: they are open either way;
- a cell with a line is open, one with two lines has no other;
- the loop has as many dark as light cells of the chessboard, which may settle all that is left;
- a line may not close into a loop while an open cell lies elsewhere; once the loop is closed,
  every other cell is shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.limits import Budget


class CountRay(NamedTuple):
    """Cells in one line of which exactly `number` are shaded; `step` is the bit distance of
    neighbours, `clue` the bit of the clue cell that says so, `ahead` that of the clue whose number
    was subtracted, or -1."""

    cells: int
    number: int
    step: int
    clue: int
    ahead: int = -1


@dataclass(slots=True)
class Propagation:
    """Six bit sets: decided cells, edges that may still be lines, edges that are lines."""

    shaded: int
    open: int
    may_right: int
    may_down: int
    right: int
    down: int


def settle(
    state: Propagation,
    playable: int,
    has_right: int,
    cols: int,
    rays: Sequence[CountRay],
    budget: Budget,
) -> bool:
    """Draw every conclusion above; False when the state contradicts itself."""
    paths = _Paths(cols)
    dark = chessboard(playable.bit_length(), cols)
    waiting = [(ray, -1) for ray in rays]
    while True:
        budget.check()
        waiting_or_none = _settle_rays(state, waiting)
        if waiting_or_none is None or not _settle_cells(state, playable, has_right, cols):
            return False
        waiting = waiting_or_none
        if any(ray.cells & ~(state.shaded | state.open) != seen for ray, seen in waiting):
            continue
        before = (state.shaded, state.open, state.may_right, state.may_down)
        if not paths.settle(state, playable) or not _settle_colours(state, playable, dark):
            return False
        if (state.shaded, state.open, state.may_right, state.may_down) == before:
            return True


def _settle_rays(
    state: Propagation, waiting: list[tuple[CountRay, int]]
) -> list[tuple[CountRay, int]] | None:
    """Look at each clue line whose undecided cells have changed; None for a contradiction."""
    still = []
    for ray, seen in waiting:
        cells = ray.cells
        unknown = cells & ~(state.shaded | state.open)
        if unknown == seen:
            still.append((ray, seen))
            continue
        missing = ray.number - (cells & state.shaded).bit_count()
        if unknown == 0:
            if missing:
                return None
            continue
        if missing == 0:
            state.open |= unknown
            continue
        forced = _forced(unknown, missing, ray.step)
        if forced is None:
            return None
        shaded, opened = forced
        state.shaded |= shaded
        state.open |= opened
        still.append((ray, unknown & ~(shaded | opened)))
    return still


def _forced(unknown: int, missing: int, step: int) -> tuple[int, int] | None:
    """The common part of all placements of `missing` shaded cells, as bit sets (shaded, open);
    None if they do not fit.

    A run of l neighbouring cells holds at most ceil(l/2) shaded ones, and any smaller number in
    so many ways that no cell is forced. So only when every run must be full is something forced:
    then an odd run is shaded at its first cell and every second one; an even run stays undecided.
    """
    lowest = (unknown & -unknown).bit_length() - 1
    line = bin(unknown >> lowest)[:1:-1][::step]
    runs = line.split("0")
    most = sum([(len(run) + 1) // 2 for run in runs])
    if missing > most:
        return None
    shaded = opened = 0
    if missing < most:
        return shaded, opened
    at = lowest
    for run in runs:
        if len(run) & 1:
            for place in range(len(run)):
                if place & 1:
                    opened |= 1 << (at + place * step)
                else:
                    shaded |= 1 << (at + place * step)
        at += (len(run) + 1) * step
    return shaded, opened


def _settle_cells(state: Propagation, playable: int, has_right: int, cols: int) -> bool:
    """The rules about a cell and its neighbours, to the end; False for a contradiction."""
    shaded, opened = state.shaded, state.open
    may_right, may_down, right, down = state.may_right, state.may_down, state.right, state.down
    while True:
        before = (shaded, opened, may_right, may_down, right, down)
        beside = ((shaded & has_right) << 1) | ((shaded >> 1) & has_right)
        opened |= (beside | (shaded << cols) | (shaded >> cols)) & playable
        free = playable & ~shaded
        may_right &= free & (free >> 1)
        may_down &= free & (free >> cols)

        # How many ways out each cell has: two half adders, one for each axis.
        odd_row, both_row = may_right ^ (may_right << 1), may_right & (may_right << 1)
        odd_col, both_col = may_down ^ (may_down << cols), may_down & (may_down << cols)
        corner = odd_row & odd_col
        two_or_more = both_row | both_col | corner
        exactly_two = (both_row ^ both_col ^ corner) & ~(odd_row ^ odd_col)
        shaded |= playable & ~two_or_more

        through = exactly_two & opened
        right |= may_right & (through | (through >> 1))
        down |= may_down & (through | (through >> cols))
        guard = exactly_two & free
        opened |= ((guard & may_right) << 1) | ((guard >> 1) & may_right)
        opened |= ((guard & may_down) << cols) | ((guard >> cols) & may_down)

        odd_row, both_row = right ^ (right << 1), right & (right << 1)
        odd_col, both_col = down ^ (down << cols), down & (down << cols)
        full = both_row | both_col | (odd_row & odd_col)
        opened |= odd_row | odd_col | full
        if shaded & opened or (both_row | both_col) & odd_row | both_row & (both_col | odd_col):
            return False
        room = ~full
        may_right &= (room & (room >> 1)) | right
        may_down &= (room & (room >> cols)) | down
        if right & ~may_right or down & ~may_down:
            return False
        if (shaded, opened, may_right, may_down, right, down) == before:
            break
    state.shaded, state.open = shaded, opened
    state.may_right, state.may_down, state.right, state.down = may_right, may_down, right, down
    return True


@lru_cache(maxsize=64)
def chessboard(cells: int, cols: int) -> int:
    """Every second cell of a board, as on a chessboard."""
    pair = ("10" * cols)[:cols] + ("01" * cols)[:cols]
    return int((pair * (cells // (2 * cols) + 1))[::-1], 2)


def _settle_colours(state: Propagation, playable: int, dark: int) -> bool:
    """The loop steps from dark to light cells and back, so it has as many of either colour."""
    for colour in (dark, ~dark):
        least = (state.open & colour).bit_count()
        may_be_open = playable & ~state.shaded
        most = (may_be_open & ~colour).bit_count()
        if least > most:
            return False
        if least == most and least:
            state.open |= may_be_open & ~colour
            state.shaded |= may_be_open & colour & ~state.open
    return not state.shaded & state.open


class _Paths:
    """The known lines joined into paths: for each end its other end and the path's length."""

    __slots__ = ("_closed_at", "_cols", "_down", "_length", "_other", "_right")

    def __init__(self, cols: int) -> None:
        self._cols = cols
        self._right = 0
        self._down = 0
        self._other: dict[int, int] = {}
        self._length: dict[int, int] = {}
        self._closed_at = -1

    def settle(self, state: Propagation, playable: int) -> bool:
        """Take in new lines, forbid early loops; False when a loop closed too early."""
        for at in bit_positions(state.right & ~self._right):
            self._join(at, at + 1)
        for at in bit_positions(state.down & ~self._down):
            self._join(at, at + self._cols)
        self._right, self._down = state.right, state.down
        if self._closed_at < 0:
            self._forbid_early_loops(state)
            return True
        loop = _loop_through(self._closed_at, state.right, state.down, self._cols)
        if self._other or state.open & ~loop:
            return False
        state.shaded |= playable & ~loop
        return True

    def _join(self, a: int, b: int) -> None:
        other, length = self._other, self._length
        end_a, length_a = other.pop(a, a), length.pop(a, 1)
        if end_a == b:
            del other[b], length[b]
            self._closed_at = a
            return
        end_b, length_b = other.pop(b, b), length.pop(b, 1)
        other[end_a], other[end_b] = end_b, end_a
        length[end_a] = length[end_b] = length_a + length_b

    def _forbid_early_loops(self, state: Propagation) -> None:
        cols, open_cells = self._cols, state.open.bit_count()
        for end, other in self._other.items():
            distance = other - end
            if distance not in (1, cols) or open_cells <= self._length[end]:
                continue
            if distance == 1:
                state.may_right &= ~(1 << end) | state.right
            if distance == cols:
                state.may_down &= ~(1 << end) | state.down


def _loop_through(start: int, right: int, down: int, cols: int) -> int:
    """The cells joined to `start` by lines."""
    loop, waiting = 0, [start]
    while waiting:
        at = waiting.pop()
        if loop >> at & 1:
            continue
        loop |= 1 << at
        waiting += [at + 1] * (right >> at & 1) + [at + cols] * (down >> at & 1)
        if at:
            waiting += [at - 1] * (right >> (at - 1) & 1)
        if at >= cols:
            waiting += [at - cols] * (down >> (at - cols) & 1)
    return loop
