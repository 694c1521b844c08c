"""The loop steps from dark to light cells and back, as on a chessboard."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from enpitsu.grid import bit_positions, bit_set
from enpitsu.kinds.yajilin.techniques.desk import Desk
from enpitsu.kinds.yajilin.techniques.plane import MOST_NAMED, everywhere, on_loop
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


def chessboard(desk: Desk, _site: int) -> Deduction | None:
    """Each line joins a dark and a light cell and each cell of the loop has two lines, so the loop
    visits as many dark as light cells; and in a room one more of a colour for every two lines that
    leave the room from that colour (those of the other colour subtracted)."""
    found = min(_balanced_rooms(desk), key=lambda each: len(each.because), default=None)
    if found is None:
        return None
    more = found.colour if found.surplus > 0 else 1 - found.colour
    args: dict[str, Argument] = {"facts": found.facts}
    if found.is_board:
        return Deduction(found.facts, found.because, args, form="board")
    example = next(at for at in found.room if _colour(desk, at) == more)
    args |= {"count": abs(found.surplus), "example": desk.cell(example)}
    form = "more" if found.surplus else "step"
    if len(found.room) > MOST_NAMED:
        args["room"] = desk.cell(next(at for at in found.room if _is_unknown(desk, at)))
        form = f"{form}_part"
    else:
        args["room"] = tuple(desk.cell(at) for at in found.room)
    return Deduction(found.facts, found.because, args, form=form)


def _balanced_rooms(desk: Desk) -> Iterator[Balance]:
    for colour in (0, 1):
        if _may_be_balanced(desk, colour):
            board = _balanced(desk, tuple(bit_positions(desk.layout.playable)), colour)
            if board is not None:
                yield board._replace(is_board=True)
    for room in _closed_rooms(desk):
        for colour in (0, 1):
            found = _balanced(desk, room, colour)
            if found is not None:
                yield found


def _may_be_balanced(desk: Desk, colour: int) -> bool:
    """Whether the whole board has as many cells of a colour left as there are of the other on the
    loop: a quick test, as it seldom is so."""
    ours = _chessboard(desk.layout.cells, desk.cols)
    if not colour:
        ours = ~ours
    left = desk.layout.playable & ~desk.board.shaded & ours
    known = (desk.board.open | desk.board.on_line()) & ~ours
    return left.bit_count() == known.bit_count()


@lru_cache(maxsize=64)
def _chessboard(cells: int, cols: int) -> int:
    """The cells of colour 1."""
    return bit_set([at for at in range(cells) if (at // cols + at % cols) & 1])


def _closed_rooms(desk: Desk) -> Iterator[tuple[int, ...]]:
    """The cells that undecided edges join: all edges that leave such a room are known."""
    board, where = desk.board, desk.layout
    free = where.playable & ~board.shaded
    right = where.right & free & (free >> 1) & ~board.crosses_right & ~board.lines_right
    down = where.down & free & (free >> desk.cols) & ~board.crosses_down & ~board.lines_down
    unknown = free & ~board.open & ~board.on_line()
    while unknown:
        room, grown = 0, unknown & -unknown
        while room != grown:
            room = grown
            grown |= ((room & right) << 1) | ((room >> 1) & right)
            grown |= ((room & down) << desk.cols) | ((room >> desk.cols) & down)
        unknown &= ~room
        if room & (room - 1):
            yield tuple(bit_positions(room))


def _is_unknown(desk: Desk, at: int) -> bool:
    return desk.is_unknown(at) and not desk.lines(at)


def _colour(desk: Desk, at: int) -> int:
    return (at // desk.cols + at % desk.cols) & 1


def _balanced(desk: Desk, room: tuple[int, ...], colour: int) -> Balance | None:
    """What follows if the loop needs every cell of a colour, and no more of the other, to have as
    many more of it as the lines out of the room demand.

    Only what bounds it from this one side is a reason: lines that leave from the colour, and
    closed ways out of the other colour's cells, which are known to be on the loop.
    """
    inside = {*room}
    ours = [at for at in room if _colour(desk, at) == colour and not desk.is_shaded(at)]
    others = [at for at in room if _colour(desk, at) != colour and not desk.is_shaded(at)]
    open_others = [at for at in others if not _is_unknown(desk, at)]
    leaving = [(at, there) for at in ours for there in desk.lines(at) if there not in inside]
    may_leave = sum(
        there not in inside and not desk.is_shaded(there)
        for at in others
        for there in desk.exits(at)
    )
    surplus = len(ours) - len(open_others)
    if len(leaving) - may_leave != 2 * surplus:
        return None
    opened = [desk.shaded(at, False) for at in ours if _is_unknown(desk, at)]
    shaded = [desk.shaded(at) for at in others if _is_unknown(desk, at)]
    if not opened and not shaded:
        return None
    because = dict.fromkeys(
        (
            *(desk.line(at, there) for at, there in leaving),
            *_closed(desk, others, inside),
            *(desk.shaded(at) for at in room if _colour(desk, at) == colour and desk.is_shaded(at)),
            *(on_loop(desk, at) for at in open_others),
        )
    )
    return Balance(room, colour, (*opened, *shaded), tuple(because), surplus)


def _closed(desk: Desk, cells: Collection[int], inside: Collection[int]) -> Iterator[Fact]:
    """Why no line leaves a room from these cells."""
    for at in cells:
        for there in desk.neighbours[at]:
            if there in inside:
                continue
            if desk.is_shaded(there):
                yield desk.shaded(there)
            elif desk.is_crossed(at, there):
                yield desk.line(at, there, False)


TECHNIQUES = (Technique("chessboard", "Y20", 5.0, chessboard, everywhere, everywhere),)
