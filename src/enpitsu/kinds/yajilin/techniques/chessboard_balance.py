"""The loop steps from dark to light cells and back, as on a chessboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enpitsu.grid import bit_positions, cell_at
from enpitsu.kinds.yajilin.propagate import chessboard as dark_cells
from enpitsu.kinds.yajilin.techniques.curves import MOST_NAMED, everywhere, on_loop
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Technique


class Balance(NamedTuple):
    """A room in which the loop needs every cell of one colour and no more of the other."""

    room: tuple[int, ...]
    colour: int
    facts: tuple[Fact, ...]
    because: tuple[Fact, ...]
    surplus: int
    """The cells of the colour less those of the other that the loop visits in the room."""
    is_board: bool = False


def chessboard(state: YajilinState, _site: int) -> Deduction | None:
    """Each line joins a dark and a light cell and each cell of the loop has two lines, so the loop
    visits as many dark as light cells; and in a room one more of a colour for every two lines that
    leave the room from that colour (those of the other colour subtracted)."""
    found = min(_balanced_rooms(state), key=lambda each: len(each.because), default=None)
    if found is None:
        return None
    more = found.colour if found.surplus > 0 else 1 - found.colour
    args: dict[str, Argument] = {"facts": found.facts}
    if found.is_board:
        return Deduction(found.facts, found.because, args, form="board")
    example = next(at for at in found.room if _colour(state, at) == more)
    args |= {"count": abs(found.surplus), "example": state.cell(example)}
    form = "more" if found.surplus else "step"
    if len(found.room) > MOST_NAMED:
        args["room"] = state.cell(next(at for at in found.room if _is_unknown(state, at)))
        form = f"{form}_part"
    else:
        args["room"] = tuple(state.cell(at) for at in found.room)
    return Deduction(found.facts, found.because, args, form=form)


def _balanced_rooms(state: YajilinState) -> Iterator[Balance]:
    board, where = state.board, state.layout
    dark = dark_cells(where.cells, state.cols)
    for colour, ours in enumerate((dark, ~dark)):
        # A quick test, as the whole board seldom has just as many cells of a colour left as there
        # are of the other on the loop.
        left = where.playable & ~board.shaded & ours
        known = (board.open | board.on_line()) & ~ours
        if left.bit_count() == known.bit_count():
            found = _find_balance(state, tuple(bit_positions(where.playable)), colour)
            if found is not None:
                yield found._replace(is_board=True)
    for room in _closed_rooms(state):
        for colour in (0, 1):
            found = _find_balance(state, room, colour)
            if found is not None:
                yield found


def _closed_rooms(state: YajilinState) -> Iterator[tuple[int, ...]]:
    """The cells that undecided edges join: all edges that leave such a room are known."""
    board, where = state.board, state.layout
    free = where.playable & ~board.shaded
    right = where.right & free & (free >> 1) & ~board.crosses_right & ~board.lines_right
    down = where.down & free & (free >> state.cols) & ~board.crosses_down & ~board.lines_down
    unknown = free & ~board.open & ~board.on_line()
    while unknown:
        room, grown = 0, unknown & -unknown
        while room != grown:
            room = grown
            grown |= ((room & right) << 1) | ((room >> 1) & right)
            grown |= ((room & down) << state.cols) | ((room >> state.cols) & down)
        unknown &= ~room
        if room & (room - 1):
            yield tuple(bit_positions(room))


def _is_unknown(state: YajilinState, at: int) -> bool:
    return state.is_unknown(at) and not state.lines_from(at)


def _colour(state: YajilinState, at: int) -> int:
    return sum(cell_at(at, state.cols)) & 1


def _find_balance(state: YajilinState, room: tuple[int, ...], colour: int) -> Balance | None:
    """Find a room in which the loop needs every cell of a colour, and no more of the other, to
    have as many more of it as the lines out of the room demand.

    Only what bounds it from this one side is a reason: lines that leave from the colour, and
    closed ways out of the other colour's cells, which are known to be on the loop.
    """
    inside = {*room}
    mine = [at for at in room if _colour(state, at) == colour]
    ours = [at for at in mine if not state.is_shaded(at)]
    others = [at for at in room if _colour(state, at) != colour and not state.is_shaded(at)]
    open_others = [at for at in others if not _is_unknown(state, at)]
    leaving = [(at, there) for at in ours for there in state.lines_from(at) if there not in inside]
    may_leave = sum(there not in inside for at in others for there in state.ways(at))
    surplus = len(ours) - len(open_others)
    if len(leaving) - may_leave != 2 * surplus:
        return None
    facts = [state.shaded_fact(at, False) for at in ours if _is_unknown(state, at)]
    facts += [state.shaded_fact(at) for at in others if _is_unknown(state, at)]
    if not facts:
        return None
    because: list[Fact | None] = [state.line_fact(at, there) for at, there in leaving]
    for at in others:
        outside = (there for there in state.neighbours[at] if there not in inside)
        because += [state.why_closed(at, there) for there in outside]
    because += [state.shaded_fact(at) for at in mine if state.is_shaded(at)]
    because += [on_loop(state, at) for at in open_others]
    reasons = tuple(fact for fact in dict.fromkeys(because) if fact is not None)
    return Balance(room, colour, tuple(facts), reasons, surplus)


TECHNIQUES = (Technique("chessboard", "Y20", 5.0, chessboard, everywhere, everywhere),)
