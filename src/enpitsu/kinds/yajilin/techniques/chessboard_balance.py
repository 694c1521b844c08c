"""The loop steps from dark to light cells and back, as on a chessboard."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from enpitsu.grid import bit_positions, bit_set, cell_at
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
    """How many more cells of the colour than of the other the loop visits in the room."""
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
    for colour in (0, 1):
        if _may_be_balanced(state, colour):
            board = _find_balance(state, tuple(bit_positions(state.layout.playable)), colour)
            if board is not None:
                yield board._replace(is_board=True)
    for room in _closed_rooms(state):
        for colour in (0, 1):
            found = _find_balance(state, room, colour)
            if found is not None:
                yield found


def _may_be_balanced(state: YajilinState, colour: int) -> bool:
    """Return True if the whole board has as many cells of a colour left as there are of the other
    on the loop: a quick test, as it seldom is so."""
    ours = _chessboard(state.layout.cells, state.cols)
    if not colour:
        ours = ~ours
    left = state.layout.playable & ~state.board.shaded & ours
    known = (state.board.open | state.board.on_line()) & ~ours
    return left.bit_count() == known.bit_count()


@lru_cache(maxsize=64)
def _chessboard(cells: int, cols: int) -> int:
    """The cells of colour 1."""
    return bit_set([at for at in range(cells) if sum(cell_at(at, cols)) & 1])


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
    """Return what follows if the loop needs every cell of a colour, and no more of the other, to
    have as many more of it as the lines out of the room demand.

    Only what bounds it from this one side is a reason: lines that leave from the colour, and
    closed ways out of the other colour's cells, which are known to be on the loop.
    """
    inside = {*room}
    ours = [at for at in room if _colour(state, at) == colour and not state.is_shaded(at)]
    others = [at for at in room if _colour(state, at) != colour and not state.is_shaded(at)]
    open_others = [at for at in others if not _is_unknown(state, at)]
    leaving = [(at, there) for at in ours for there in state.lines_from(at) if there not in inside]
    may_leave = sum(
        there not in inside and not state.is_shaded(there)
        for at in others
        for there in state.exits(at)
    )
    surplus = len(ours) - len(open_others)
    if len(leaving) - may_leave != 2 * surplus:
        return None
    opened = [state.shaded_fact(at, False) for at in ours if _is_unknown(state, at)]
    shaded = [state.shaded_fact(at) for at in others if _is_unknown(state, at)]
    if not opened and not shaded:
        return None
    because = dict.fromkeys(
        (
            *(state.line_fact(at, there) for at, there in leaving),
            *_closed(state, others, inside),
            *(
                state.shaded_fact(at)
                for at in room
                if _colour(state, at) == colour and state.is_shaded(at)
            ),
            *(on_loop(state, at) for at in open_others),
        )
    )
    return Balance(room, colour, (*opened, *shaded), tuple(because), surplus)


def _closed(state: YajilinState, cells: Collection[int], inside: Collection[int]) -> Iterator[Fact]:
    """Yield why no line leaves a room from these cells."""
    for at in cells:
        for there in state.neighbours[at]:
            if there in inside:
                continue
            if state.is_shaded(there):
                yield state.shaded_fact(there)
            elif state.is_crossed(at, there):
                yield state.line_fact(at, there, False)


TECHNIQUES = (Technique("chessboard", "Y20", 5.0, chessboard, everywhere, everywhere),)
