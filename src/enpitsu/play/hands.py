"""A check whether hands can have made the strokes of a game.

Each stroke takes the time that the fastest hands need for it, and less for what is no work: a
stroke beside the one before it may come from a key that is held (browsers repeat it 30 times a
second), and a drag writes the same into many cells, one beside the other. A game is not by hand if
some of its strokes came faster than that for longer than a moment, or if it took less than twice
the time that all of them need: nobody keeps that pace up and thinks. Real players are far from
these bounds: a quick one makes three strokes a second.
"""

from __future__ import annotations

from itertools import pairwise

from enpitsu.grid import Cell, Edge, Slot
from enpitsu.play.events import FILL, GIVEN, HINT, SOLVE, Move
from enpitsu.play.log import Log
from enpitsu.position import Fact

STROKE_MS = 80  # for a stroke somewhere else: 12 a second with both hands
NEXT_MS = 30  # for a stroke beside the one before: a held key
FACT_MS = 15  # for each further fact of a drag: 66 cells a second
BURST_MS = 1_500  # by which strokes may be ahead of hands for a moment: clocks are coarse
WHOLE = 2  # times that a whole game takes at least what its strokes need
BESIDE = 2  # cells from one stroke to the next that is beside it
_PAID = frozenset({HINT, FILL, SOLVE, GIVEN})
"""Movers whose time does not count: it is paid for, or there is no result."""


def is_by_hand(log: Log) -> bool:
    """Return whether hands can have made the strokes of a game in the time that it tells."""
    seen: set[Fact] = set()
    total = debt = last = 0
    before: Cell | None = None
    longest_step = 2 * (log.puzzle.rows + log.puzzle.cols)
    for move in log:
        if not isinstance(move, Move) or move.is_free:
            continue
        new = [fact for fact in move.put if fact not in seen]
        seen.update(new)
        if move.by == HINT and len(new) > longest_step:
            return False
        cost = 0 if move.by in _PAID else _cost(move, new, before)
        # A stroke is told when it ends, so the time before it is its own.
        debt = max(0, debt + cost - (move.t - last))
        total, last = total + cost, move.t
        if debt > BURST_MS:
            return False
        before = _cell(move.put[-1].slot) if move.put else before
    return WHOLE * total <= last


def _cost(move: Move, new: list[Fact], before: Cell | None) -> int:
    """Return the milliseconds that hands need at least. What stood there before costs nothing: undo
    and redo are keys that are held. Helpers deny what follows at once; what they claim counts as a
    drag."""
    if move.by == "helper":
        claimed = [fact for fact in new if fact.holds]
        return _drag_cost(claimed) + FACT_MS * bool(claimed)
    if not new:
        return 0
    is_beside = before is not None and _distance(_cell(new[0].slot), before) <= BESIDE
    return (NEXT_MS if is_beside else STROKE_MS) + _drag_cost(new)


def _drag_cost(facts: list[Fact]) -> int:
    """Return the cost of the facts after a move's first: what no drag writes is a stroke."""
    cost = 0
    for one, other in pairwise(facts):
        is_same = (one.value, one.holds) == (other.value, other.holds)
        is_beside = _distance(_cell(one.slot), _cell(other.slot)) <= BESIDE
        cost += FACT_MS if is_same and is_beside else STROKE_MS
    return cost


def _cell(slot: Slot) -> Cell:
    return slot.a if isinstance(slot, Edge) else slot


def _distance(one: Cell, other: Cell) -> int:
    return abs(one.row - other.row) + abs(one.col - other.col)
