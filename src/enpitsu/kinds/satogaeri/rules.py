"""The rules of Satogaeri, checked on a board: separate code from encoding and moves.

Each rule is a function from a view of the board to violations. The order is the one players know
from puzz.link: what is wrong with the tracks first, then lengths, countries, what is missing.
Lines that hang together are one piece of track; where pieces cross or touch from the side, each
goes straight on, so that one mistake is told once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from enpitsu.grid import Direction, is_inside
from enpitsu.kind import Violation
from enpitsu.kinds.satogaeri.board import Board

STRICT = "strict"
PUZZLINK = "puzzlink"
RULESETS = (STRICT, PUZZLINK)

MOST_EACH = 1000
"""Violations told of one rule: no person reads more, and a hostile board has many."""

VIOLATIONS = {
    "nothing-moved": "No circle has moved.",
    "branch": "A track runs into another one here.",
    "crossing": "Two tracks cross here.",
    "joined": "Two circles are on one track.",
    "over-circle": "A track runs through a circle: it may only begin at one.",
    "bent": "A track is straight; this one bends.",
    "wrong-length": "This circle moves as many cells as its number says; its track does not.",
    "country-empty": "No circle ends in this country.",
    "country-two": "More than one circle ends in this country.",
    "must-move": "This circle has a number and must move.",
    "no-circle": "This track does not begin at a circle.",
    "home-missing": "This cell is marked as a circle's home, but none ends here.",
    "home-denied": "This cell is marked as nobody's home, but a circle ends here.",
    "stuck": "This circle has no way left.",
    "country-closed": "No circle can end in this country any more.",
}

HOW_TO_PLAY = (
    "Move circles up, down, left or right, in a straight line, so that each country (an area with "
    "a bold border) ends with exactly one circle.",
    "A circle with a number moves as many cells as it says. One without a number moves any "
    "distance, or stays.",
    "A circle never enters the start, the track or the end of another one.",
)

UPRIGHT = (Direction.UP, Direction.DOWN)

Step = tuple[int, int]


class _Piece:
    """Lines that hang together: the cells, the ends, and the circles on it."""

    __slots__ = ("cells", "circles", "ends", "steps")

    def __init__(self) -> None:
        self.cells: list[int] = []
        self.ends: list[int] = []
        self.circles: list[int] = []
        self.steps = 0

    @property
    def is_track(self) -> bool:
        """Whether it leads from one circle to somewhere."""
        return len(self.circles) == 1 and len(self.ends) == 2 and self.circles[0] in self.ends

    def is_straight(self, cols: int) -> bool:
        """Whether all its cells are in one row or one column."""
        rows, columns = {at // cols for at in self.cells}, {at % cols for at in self.cells}
        return len(rows) == 1 or len(columns) == 1


class _View:
    """A board with what several rules look at."""

    def __init__(self, board: Board, partial: bool, ruleset: str) -> None:
        self.board, self.partial, self.ruleset = board, partial, ruleset
        puzzle = board.puzzle
        self.cols = puzzle.cols
        self.numbers = {cell.row * puzzle.cols + cell.col: n for cell, n in puzzle.circles}
        self.near: dict[int, list[int]] = defaultdict(list)
        for number in sorted(board.lines):
            a, b = board.ends(number)
            self.near[a].append(b)
            self.near[b].append(a)

    def violation(self, code: str, *cells: int) -> Violation:
        return Violation(code, tuple(map(self.board.cell, cells)), VIOLATIONS[code])

    @cached_property
    def pieces(self) -> list[_Piece]:
        """The pieces of track."""
        waiting = {number: self.board.ends(number) for number in sorted(self.board.lines)}
        pieces = []
        while waiting:
            number = next(iter(waiting))
            pieces.append(self._follow(waiting.pop(number), waiting))
        return pieces

    def _follow(self, first: Step, waiting: dict[int, Step]) -> _Piece:
        piece, cells, ends = _Piece(), dict.fromkeys(first), Counter(first)
        steps, piece.steps = [first, first[::-1]], 1
        while steps:
            here, there = steps.pop()
            for further in self._onwards(here, there):
                edge = 2 * min(there, further) + (abs(there - further) == self.cols)
                if waiting.pop(edge, None) is not None:
                    piece.steps += 1
                    cells.setdefault(further)
                    ends.update((there, further))
                    steps.append((there, further))
        piece.cells = list(cells)
        piece.ends = [at for at, count in ends.items() if count == 1]
        piece.circles = [at for at in cells if at in self.numbers]
        return piece

    def _onwards(self, here: int, there: int) -> list[int]:
        """Where a track goes on that has come from `here` to `there`."""
        others = [at for at in self.near[there] if at != here]
        if len(others) < 2 or there in self.numbers:
            return others
        straight = 2 * there - here
        return [at for at in others if at == straight]

    @cached_property
    def homes(self) -> dict[int, int]:
        """Where each circle ends that stays or has a track of its own."""
        homes = {at: at for at in self.numbers if at not in self.near}
        for piece in self.pieces:
            if piece.is_track:
                (start,) = piece.circles
                homes[start] = next(at for at in piece.ends if at != start)
        return homes

    @cached_property
    def lost(self) -> bool:
        """Whether some circle is on lines that are no track."""
        return len(self.homes) < len(self.numbers)

    @cached_property
    def sure_homes(self) -> list[int]:
        """Where circles end whatever else is drawn: as far as told, or marked as home."""
        steps = {piece.circles[0]: piece.steps for piece in self.pieces if piece.is_track}
        return [
            home
            for start, home in self.homes.items()
            if self.numbers[start] == steps.get(start, 0) or home in self.board.homes
        ]

    @cached_property
    def possible(self) -> dict[int, list[int]]:
        """Where each circle that is not lost may still end."""
        return {start: list(self._possible_ends(start)) for start in self.homes}

    def _possible_ends(self, start: int) -> Iterator[int]:
        number, board = self.numbers[start], self.board
        if start not in self.near and not number and start not in board.denied:
            yield start
        if start in board.homes:
            return
        for direction in Direction:
            if start not in self.near or self.next_cell(start, direction) in self.near[start]:
                yield from self._ends_along(start, direction, number)

    def next_cell(self, at: int, direction: Direction) -> int | None:
        """The cell beside another; None outside the board or behind a cross."""
        puzzle, board = self.board.puzzle, self.board
        there = direction.step(board.cell(at))
        if not is_inside(there, puzzle.rows, puzzle.cols):
            return None
        further = there.row * self.cols + there.col
        crossed = 2 * min(at, further) + (direction in UPRIGHT) in board.crosses
        return None if crossed else further

    def _ends_along(self, start: int, direction: Direction, number: int | None) -> Iterator[int]:
        at, distance = start, 0
        while at == start or at not in self.board.homes:
            further = self.next_cell(at, direction)
            if further is None or not self.may_enter(at, further):
                return
            at, distance = further, distance + 1
            goes_on = self.next_cell(at, direction) in self.near.get(at, ())
            told = number is None or distance == number
            if told and not goes_on and at not in self.board.denied:
                yield at

    def may_enter(self, at: int, further: int) -> bool:
        """Whether a track may go on: not to a circle, nor to lines that run across."""
        straight = {at, 2 * further - at}
        return further not in self.numbers and straight.issuperset(self.near.get(further, ()))


Checker = Callable[[_View], Iterator[Violation]]


def check(board: Board, *, partial: bool, ruleset: str) -> list[Violation]:
    """Every violation on the board; with `partial` only what is already wrong."""
    view = _View(board, partial, ruleset)
    return [found for checker in CHECKERS for found in islice(checker(view), MOST_EACH)]


def _nothing_moved(view: _View) -> Iterator[Violation]:
    """puzz.link never takes an empty board for solved, even where everyone is at home."""
    if view.ruleset == PUZZLINK and not view.partial and not view.board.lines:
        yield view.violation("nothing-moved")


def _branch(view: _View) -> Iterator[Violation]:
    return (view.violation("branch", at) for at, near in view.near.items() if len(near) == 3)


def _crossing(view: _View) -> Iterator[Violation]:
    return (view.violation("crossing", at) for at, near in view.near.items() if len(near) == 4)


def _joined(view: _View) -> Iterator[Violation]:
    """With strict rules, a track through a circle is told by the next rule only."""
    for piece in view.pieces:
        through = any(len(view.near[at]) > 1 for at in piece.circles)
        if len(piece.circles) > 1 and not (through and view.ruleset == STRICT):
            yield view.violation("joined", *piece.circles)


def _over_circle(view: _View) -> Iterator[Violation]:
    circles = (at for at, near in view.near.items() if len(near) > 1 and at in view.numbers)
    return (view.violation("over-circle", at) for at in circles)


def _bent(view: _View) -> Iterator[Violation]:
    for piece in view.pieces:
        if not piece.is_straight(view.cols):
            yield view.violation("bent", *piece.cells)


def _wrong_length(view: _View) -> Iterator[Violation]:
    for piece in view.pieces:
        number = view.numbers[piece.circles[0]] if piece.is_track else None
        if number is not None and (
            piece.steps > number or (piece.steps < number and not view.partial)
        ):
            yield view.violation("wrong-length", *piece.circles, *_others(piece))


def _others(piece: _Piece) -> list[int]:
    return [at for at in piece.cells if at not in piece.circles]


def _country_empty(view: _View) -> Iterator[Violation]:
    """Where a circle is lost it may belong anywhere, so nothing is said yet."""
    if view.partial or view.lost:
        return
    countries = view.board.puzzle.countries
    full = {countries[at] for at in view.homes.values()}
    for country in range(view.board.puzzle.country_count):
        if country not in full:
            yield _of_country(view, "country-empty", country)


def _of_country(view: _View, code: str, country: int) -> Violation:
    return Violation(code, view.board.puzzle.country_cells[country], VIOLATIONS[code])


def _country_two(view: _View) -> Iterator[Violation]:
    """puzz.link does not mind."""
    if view.ruleset == PUZZLINK:
        return
    homes = defaultdict(list)
    for at in sorted(view.sure_homes if view.partial else view.homes.values()):
        homes[view.board.puzzle.countries[at]].append(at)
    for ends in homes.values():
        if len(ends) > 1:
            yield view.violation("country-two", *dict.fromkeys(ends))


def _must_move(view: _View) -> Iterator[Violation]:
    if not view.partial:
        idle = (at for at, number in view.numbers.items() if number and at not in view.near)
        yield from (view.violation("must-move", at) for at in idle)


def _no_circle(view: _View) -> Iterator[Violation]:
    for piece in view.pieces:
        if not piece.circles and not (view.partial and _may_meet_circle(view, piece)):
            yield view.violation("no-circle", *piece.cells)


def _may_meet_circle(view: _View, piece: _Piece) -> bool:
    """Whether a straight piece can grow until it begins at a circle; others are told as such."""
    if not piece.is_straight(view.cols):
        return True
    low, high = min(piece.cells), max(piece.cells)
    across = high - low < view.cols and view.cols > 1
    ways = (Direction.LEFT, Direction.RIGHT) if across else UPRIGHT
    return any(_meets_circle(view, at, way) for at, way in zip((low, high), ways, strict=True))


def _meets_circle(view: _View, at: int, direction: Direction) -> bool:
    while True:
        further = view.next_cell(at, direction)
        if further is None:
            return False
        if further in view.numbers:
            return further not in view.near and further not in view.board.homes
        if not view.may_enter(at, further):
            return False
        at = further


def _home_missing(view: _View) -> Iterator[Violation]:
    if view.ruleset == PUZZLINK:
        return
    ends = set(view.homes.values())
    for at in sorted(view.board.homes - ends):
        passed = len(view.near.get(at, ())) > 1 or (at in view.numbers and at in view.near)
        if not view.lost and (passed or not view.partial):
            yield view.violation("home-missing", at)


def _home_denied(view: _View) -> Iterator[Violation]:
    if view.ruleset == PUZZLINK:
        return
    ends = view.sure_homes if view.partial else view.homes.values()
    for at in sorted(view.board.denied.intersection(ends)):
        yield view.violation("home-denied", at)


def _stuck(view: _View) -> Iterator[Violation]:
    """A track that is wrong already is told as such."""
    if not view.partial:
        return
    wrong = {cell for code in (_bent, _wrong_length) for each in code(view) for cell in each.cells}
    for start, ends in view.possible.items():
        if not ends and view.board.cell(start) not in wrong:
            yield view.violation("stuck", start)


def _country_closed(view: _View) -> Iterator[Violation]:
    if not view.partial or view.lost or not all(view.possible.values()):
        return
    countries = view.board.puzzle.countries
    open_ones = {countries[at] for ends in view.possible.values() for at in ends}
    for country in range(view.board.puzzle.country_count):
        if country not in open_ones:
            yield _of_country(view, "country-closed", country)


CHECKERS: tuple[Checker, ...] = (
    _nothing_moved,
    _branch,
    _crossing,
    _joined,
    _over_circle,
    _bent,
    _wrong_length,
    _country_empty,
    _country_two,
    _must_move,
    _no_circle,
    _home_missing,
    _home_denied,
    _stuck,
    _country_closed,
)
