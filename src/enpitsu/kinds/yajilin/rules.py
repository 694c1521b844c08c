"""The rules of Yajilin, checked on a board: separate code from encoding and propagation.

The order of violations is the one players know from puzz.link: what is wrong with the lines first,
then shading, clues, the loop, what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from enpitsu.grid import (
    Cell,
    Edge,
    bit_positions,
    cell_at,
    edges_down,
    edges_right,
    is_inside,
    ray,
)
from enpitsu.kind import Violation
from enpitsu.kinds.yajilin.board import LINE, SHADED, YajilinBoard
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.position import Fact

STRICT = "strict"
PUZZLINK = "puzzlink"
RULESETS = (STRICT, PUZZLINK)

MOST_EACH = 1000  # violations told of one rule: no person reads more, and a hostile board has many

VIOLATIONS = {
    "branch": "The line branches here.",
    "crossing": "The line crosses itself here.",
    "line-on-shaded": "A line runs through a shaded cell.",
    "line-on-clue": "A line runs through a clue.",
    "touching": "These two shaded cells touch.",
    "dead-end": "The loop cannot get through here.",
    "clue-too-many": "This clue sees more shaded cells than its number says.",
    "clue-unreachable": "There is no room left for as many shaded cells as this clue needs.",
    "clue-wrong": "This clue sees fewer shaded cells than its number says.",
    "several-loops": "There is more than one loop.",
    "shaded-inside": "This shaded cell lies inside the loop.",
    "clue-without-arrow": "This number has no arrow.",
    "empty": "Every cell must be shaded or on the loop; these are not.",
    "no-loop": "There is no loop.",
}

HOW_TO_PLAY = (
    "Shade some cells and draw one loop through all the others, without crossing or branching.",
    "Cells with clues are neither shaded nor on the loop.",
    "A number tells how many cells are shaded in the direction of its arrow, up to the border.",
    "Shaded cells never touch along a side.",
)


class _Line(NamedTuple):
    """A connected piece of line; `closed` if every cell of it has exactly two ends."""

    cells: frozenset[int]
    closed: bool


def check(board: YajilinBoard, *, partial: bool, ruleset: str) -> list[Violation]:
    """Every violation on the board; with `partial` only what is already wrong."""
    playable, shaded, on_line = board.layout.playable, board.shaded, board.on_line()
    one, two, three, four = line_ends(board)
    dead_ends = one & playable
    if partial:
        room = playable & ~(two | three | four | shaded)
        dead_ends = _without_exits(board, room) & ~(three | four)
    lines = _lines(board)
    has_right, cols = board.layout.has_right, board.layout.cols
    touching = board.edges(shaded & (shaded >> 1) & has_right, shaded & (shaded >> cols))
    checks = (
        _each("branch", board, three),
        _each("crossing", board, four),
        _each("line-on-shaded", board, on_line & shaded),
        _each("line-on-clue", board, on_line & ~playable),
        (_violation("touching", (a, b)) for a, b in touching),
        _each("dead-end", board, dead_ends),
        _clues(board, partial),
        _several_loops(board, lines, partial),
        _shaded_inside(board, lines),
    )
    found = [violation for some in checks for violation in islice(some, MOST_EACH)]
    empty = board.cells(playable & ~shaded & ~on_line)
    if empty and not partial:
        found.append(_violation("empty", empty))
    if ruleset == STRICT and not (playable & ~shaded if partial else on_line):
        found.append(_violation("no-loop", ()))
    if ruleset == PUZZLINK:
        # puzz.link wants an arrow at every number; elsewhere such a clue only blocks its cell.
        for cell, clue in board.puzzle.clues:
            if clue.number is not None and clue.arrow is None:
                found.append(_violation("clue-without-arrow", (cell,)))
    return found


def _violation(code: str, cells: tuple[Cell, ...]) -> Violation:
    return Violation(code, cells, VIOLATIONS[code])


def _each(code: str, board: YajilinBoard, mask: int) -> Iterator[Violation]:
    for cell in board.cells(mask):
        yield _violation(code, (cell,))


def line_ends(board: YajilinBoard) -> tuple[int, int, int, int]:
    """Cells with exactly one, two, three, four line ends."""
    cols = board.layout.cols
    sets = (board.lines_right, board.lines_right << 1, board.lines_down, board.lines_down << cols)
    one = two = three = four = 0
    for lines in sets:
        four |= three & lines
        three = (three & ~lines) | (two & lines)
        two = (two & ~lines) | (one & lines)
        one = (one & ~lines) | (lines & ~(two | three | four))
    return one, two, three, four


def _without_exits(board: YajilinBoard, room: int) -> int:
    """Cells known to be on the loop with fewer than two edges that are lines or may become lines
    between cells of `room`."""
    known_open = (board.on_line() | board.open) & board.layout.playable & ~board.shaded
    may_right = room & (room >> 1) & board.layout.right & ~board.crosses_right
    may_down = room & (room >> board.layout.cols) & board.layout.down & ~board.crosses_down
    exits = board.touched_twice(may_right | board.lines_right, may_down | board.lines_down)
    return known_open & ~exits


def _lines(board: YajilinBoard) -> list[_Line]:
    """The connected pieces of line on the board."""
    near: dict[int, list[int]] = {}
    for mask, step in ((board.lines_right, 1), (board.lines_down, board.layout.cols)):
        for at in bit_positions(mask):
            near.setdefault(at, []).append(at + step)
            near.setdefault(at + step, []).append(at)
    pieces = []
    while near:
        piece, waiting = {}, [next(iter(near))]
        while waiting:
            at = waiting.pop()
            if at in near:
                piece[at] = near.pop(at)
                waiting += piece[at]
        pieces.append(_Line(frozenset(piece), all(len(ends) == 2 for ends in piece.values())))
    return pieces


def _clues(board: YajilinBoard, partial: bool) -> Iterator[Violation]:
    puzzle = board.puzzle
    for cell, clue, code in judged_clues(board, partial=partial):
        if code:
            assert clue.arrow is not None
            yield _violation(code, (cell, *ray(cell, clue.arrow, puzzle.rows, puzzle.cols)))


def judged_clues(board: YajilinBoard, *, partial: bool) -> Iterator[tuple[Cell, Clue, str | None]]:
    """Every clue that counts, with the code of what is wrong with it; with `partial` only of what
    no continuation can mend."""
    shaded = board.digits(board.shaded)
    taken = board.shaded | board.beside(board.shaded) | board.open | board.on_line()
    free = board.digits(board.layout.playable & ~taken) if partial else ""
    for cell, clue in board.puzzle.clues:
        if clue.arrow is None or clue.number is None:
            continue
        seen = board.seen(cell, clue.arrow)
        count = shaded[seen].count("1")
        code = None
        if count > clue.number:
            code = "clue-too-many"
        elif not partial and count < clue.number:
            code = "clue-wrong"
        elif partial:
            room = sum((len(run) + 1) // 2 for run in free[seen].split("0"))
            code = "clue-unreachable" if count + room < clue.number else None
        yield cell, clue, code


def _several_loops(
    board: YajilinBoard, lines: Sequence[_Line], partial: bool
) -> Iterator[Violation]:
    loops = [line for line in lines if line.closed]
    elsewhere = len(lines) > 1
    if loops and partial:
        on_loops = sum(1 << at for line in loops for at in line.cells)
        elsewhere = elsewhere or bool(board.open & ~on_loops)
    if (loops if partial else lines) and elsewhere:
        shown = loops if len(loops) > 1 or partial else lines
        cells = (at for line in shown for at in line.cells)
        yield _violation("several-loops", tuple(board.cell(at) for at in sorted(cells)))


def _shaded_inside(board: YajilinBoard, lines: Sequence[_Line]) -> Iterator[Violation]:
    """Going right along a row, each line of a loop downwards changes sides."""
    if not board.puzzle.outside:
        return
    found = 0
    for loop in (line.cells for line in lines if line.closed):
        rows: dict[int, list[int]] = {}
        for at in loop:
            rows.setdefault(cell_at(at, board.layout.cols).row, []).append(at)
        for in_row in rows.values():
            inside = False
            for at in range(min(in_row), max(in_row)):
                if at in loop and board.lines_down >> at & 1:
                    inside = not inside
                elif inside and at not in loop and board.shaded >> at & 1:
                    found |= 1 << at
    yield from _each("shaded-inside", board, found)


def cut_holds(puzzle: Yajilin, inside: frozenset[Cell], facts: frozenset[Fact]) -> bool:
    """Return True if the one-loop rule justifies "one of these facts holds" by the set `inside`.

    The loop visits every cell that is neither shaded nor a clue. If a cell in the set and one
    outside it are both on the loop, the loop leaves the set. So "a shaded, or b shaded, or a line
    leaves the set" holds; with an empty set, "some edge is a line".
    """
    clues = puzzle.clue_at
    for slot, value, holds in facts:
        last = slot if isinstance(slot, Cell) else slot.b
        is_fact = value == (SHADED if isinstance(slot, Cell) else LINE) and slot not in clues
        if not holds or not is_fact or not is_inside(last, puzzle.rows, puzzle.cols):
            return False
    shaded = {fact.slot for fact in facts if fact.value == SHADED}
    if not inside:
        return all(Fact(each, LINE) in facts for each in _edges(puzzle))
    if inside & clues.keys() or not (shaded & inside and shaded - inside):
        return False
    return all(
        Fact(each, LINE) in facts
        for each in _edges(puzzle)
        if (each.a in inside) != (each.b in inside)
    )


def _edges(puzzle: Yajilin) -> Iterator[Edge]:
    """Every edge between two cells without a clue."""
    clues = puzzle.clue_at
    rows, cols = puzzle.rows, puzzle.cols
    for edge in chain(edges_right(rows, cols), edges_down(rows, cols)):
        if edge.a not in clues and edge.b not in clues:
            yield edge
