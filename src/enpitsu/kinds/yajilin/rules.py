"""The rules of Yajilin, checked on a board: separate code from encoding and propagation.

Each rule is a function from a board to violations. The order is the one players know from
puzz.link: what is wrong with the lines first, then shading, clues, the loop, what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from enpitsu.grid import Cell, Edge, bit_positions, cell_at, edge, is_inside, ray
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
    "dead-end": "The line cannot go on from here.",
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


class _View(NamedTuple):
    """A board with the counts that several rules look at."""

    board: YajilinBoard
    partial: bool
    one: int
    two: int
    three: int
    four: int


Checker = Callable[[_View], Iterator[Violation]]


def check(board: YajilinBoard, *, partial: bool, ruleset: str) -> list[Violation]:
    """Every violation on the board; with `partial` only what is already wrong."""
    view = _View(board, partial, *_count_lines(board))
    found = [violation for checker in CHECKERS for violation in islice(checker(view), MOST_EACH)]
    if not partial:
        found += _what_is_missing(view, ruleset)
    elif ruleset == STRICT and not board.layout.playable & ~board.shaded:
        found.append(_violation("no-loop", ()))
    if ruleset == PUZZLINK:
        found += _arrowless(board.puzzle)
    return found


def _violation(code: str, cells: tuple[Cell, ...]) -> Violation:
    return Violation(code, cells, VIOLATIONS[code])


def _count_lines(board: YajilinBoard) -> tuple[int, int, int, int]:
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


def _each(code: str, board: YajilinBoard, mask: int) -> Iterator[Violation]:
    for cell in board.cells(mask):
        yield _violation(code, (cell,))


def _branch(view: _View) -> Iterator[Violation]:
    return _each("branch", view.board, view.three)


def _crossing(view: _View) -> Iterator[Violation]:
    return _each("crossing", view.board, view.four)


def _line_on_shaded(view: _View) -> Iterator[Violation]:
    return _each("line-on-shaded", view.board, view.board.on_line() & view.board.shaded)


def _line_on_clue(view: _View) -> Iterator[Violation]:
    return _each("line-on-clue", view.board, view.board.on_line() & ~view.board.layout.playable)


def _touching(view: _View) -> Iterator[Violation]:
    board = view.board
    shaded, cols = board.shaded, board.layout.cols
    pairs = board.edges(shaded & (shaded >> 1) & board.layout.has_right, shaded & (shaded >> cols))
    for a, b in pairs:
        yield _violation("touching", (a, b))


def _dead_end(view: _View) -> Iterator[Violation]:
    board = view.board
    if not view.partial:
        return _each("dead-end", board, view.one & board.layout.playable)
    known_open = (board.on_line() | board.open) & board.layout.playable & ~board.shaded
    return _each("dead-end", board, known_open & ~_two_exits(view) & ~(view.three | view.four))


def _two_exits(view: _View) -> int:
    """Cells with at least two edges that are lines or may still become lines."""
    board, cols = view.board, view.board.layout.cols
    full = view.two | view.three | view.four | board.shaded
    room = board.layout.playable & ~full
    right = (room & (room >> 1) & board.layout.right & ~board.crosses_right) | board.lines_right
    down = (room & (room >> cols) & board.layout.down & ~board.crosses_down) | board.lines_down
    at_least_one = at_least_two = 0
    for exits in (right, right << 1, down, down << cols):
        at_least_two |= at_least_one & exits
        at_least_one |= exits
    return at_least_two


def _clues(view: _View) -> Iterator[Violation]:
    puzzle = view.board.puzzle
    for cell, clue, code in judged_clues(view.board, partial=view.partial):
        if code:
            assert clue.arrow is not None
            yield _violation(code, (cell, *ray(cell, clue.arrow, puzzle.rows, puzzle.cols)))


def judged_clues(board: YajilinBoard, *, partial: bool) -> Iterator[tuple[Cell, Clue, str | None]]:
    """Every clue that counts, with the code of what is wrong with it; with `partial` only of what
    no continuation can mend."""
    shaded = board.digits(board.shaded)
    free = board.digits(_may_be_shaded(board)) if partial else ""
    for cell, clue in board.puzzle.clues:
        if clue.arrow is None or clue.number is None:
            continue
        seen = board.seen(cell, clue.arrow)
        room = _room(free[seen]) if partial else 0
        yield cell, clue, _clue_code(clue.number, shaded[seen].count("1"), room, partial)


def _clue_code(number: int, shaded: int, room: int, partial: bool) -> str | None:
    if shaded > number:
        return "clue-too-many"
    if not partial:
        return "clue-wrong" if shaded < number else None
    return "clue-unreachable" if shaded + room < number else None


def _may_be_shaded(board: YajilinBoard) -> int:
    taken = board.shaded | board.beside(board.shaded) | board.open | board.on_line()
    return board.layout.playable & ~taken


def _room(free: str) -> int:
    """Return how many cells marked 1 can be shaded at most, no two touching."""
    return sum((len(run) + 1) // 2 for run in free.split("0"))


class _Line(NamedTuple):
    """A connected piece of line; `closed` if every cell of it has exactly two ends."""

    cells: frozenset[int]
    closed: bool


def _lines(view: _View) -> list[_Line]:
    """The connected pieces of line on the board."""
    board, cols = view.board, view.board.layout.cols
    near: dict[int, list[int]] = {}
    for mask, step in ((board.lines_right, 1), (board.lines_down, cols)):
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


def _several_loops(view: _View) -> Iterator[Violation]:
    board = view.board
    lines = _lines(view)
    loops = [line for line in lines if line.closed]
    elsewhere = len(lines) > 1
    if loops and view.partial:
        on_loops = sum(1 << at for line in loops for at in line.cells)
        elsewhere = elsewhere or bool(board.open & ~on_loops)
    if (loops if view.partial else lines) and elsewhere:
        shown = loops if len(loops) > 1 or view.partial else lines
        cells = (at for line in shown for at in line.cells)
        yield _violation("several-loops", tuple(board.cell(at) for at in sorted(cells)))


def _shaded_inside(view: _View) -> Iterator[Violation]:
    board = view.board
    if not board.puzzle.outside:
        return
    inside = [at for line in _lines(view) if line.closed for at in _enclosed(board, line)]
    yield from _each("shaded-inside", board, sum(1 << at for at in set(inside)))


def _enclosed(board: YajilinBoard, loop: _Line) -> Iterator[int]:
    """Shaded cells inside a loop: going right along a row, each line downwards changes sides."""
    cols = board.layout.cols
    rows: dict[int, list[int]] = {}
    for at in loop.cells:
        rows.setdefault(cell_at(at, cols).row, []).append(at)
    for in_row in rows.values():
        inside = False
        for at in range(min(in_row), max(in_row)):
            if at in loop.cells and board.lines_down >> at & 1:
                inside = not inside
            elif inside and at not in loop.cells and board.shaded >> at & 1:
                yield at


CHECKERS: tuple[Checker, ...] = (
    _branch,
    _crossing,
    _line_on_shaded,
    _line_on_clue,
    _touching,
    _dead_end,
    _clues,
    _several_loops,
    _shaded_inside,
)


def _what_is_missing(view: _View, ruleset: str) -> list[Violation]:
    board = view.board
    empty = board.cells(board.layout.playable & ~board.shaded & ~board.on_line())
    found = [_violation("empty", empty)] if empty else []
    if ruleset == STRICT and not board.on_line():
        found.append(_violation("no-loop", ()))
    return found


def _arrowless(puzzle: Yajilin) -> list[Violation]:
    """puzz.link wants an arrow at every number; elsewhere such a clue only blocks its cell."""
    return [
        _violation("clue-without-arrow", (cell,))
        for cell, clue in puzzle.clues
        if (clue.number is not None and clue.arrow is None)
    ]


def cut_holds(puzzle: Yajilin, inside: frozenset[Cell], facts: frozenset[Fact]) -> bool:
    """Return True if the one-loop rule justifies "one of these facts holds" by the cell set
    `inside`.

    The loop visits every cell that is neither shaded nor a clue. If a cell in the set and one
    outside it are both on the loop, the loop leaves the set. So "a shaded, or b shaded, or a line
    leaves the set" holds; with an empty set, "some edge is a line".
    """
    clues = puzzle.clue_at
    if not all(_is_on_board(puzzle, fact) for fact in facts):
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


def _is_on_board(puzzle: Yajilin, fact: Fact) -> bool:
    if not fact.holds:
        return False
    if isinstance(fact.slot, Cell):
        return (
            fact.value == SHADED
            and is_inside(fact.slot, puzzle.rows, puzzle.cols)
            and fact.slot not in puzzle.clue_at
        )
    return fact.value == LINE and is_inside(fact.slot.b, puzzle.rows, puzzle.cols)


def _edges(puzzle: Yajilin) -> Iterator[Edge]:
    """Every edge between two cells without a clue."""
    clues = puzzle.clue_at
    for row in range(puzzle.rows):
        for col in range(puzzle.cols):
            here = Cell(row, col)
            for there in (Cell(row, col + 1), Cell(row + 1, col)):
                on_board = is_inside(there, puzzle.rows, puzzle.cols)
                if on_board and here not in clues and there not in clues:
                    yield edge(here, there)
