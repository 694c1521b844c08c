"""The rules of Satogaeri, checked on a board: separate code from encoding and moves.

Each rule is a function from a view of the board to violations. The order is the one players know
from puzz.link: what is wrong with the tracks first, then lengths, countries, what is missing.

One mistake is told once. Lines that hang together are a piece of track, and each piece is told of
its first fault only. A circle on a faulty piece is lost, and so is one that has yet to move:
nothing is said about where it ends (puzz.link takes the latter for staying). On an unfinished
board, what has no way left is looked for only if nothing is wrong yet, since a wrong track closes
the way of others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from enpitsu.grid import Groups, cell_at, cell_number
from enpitsu.kind import Violation
from enpitsu.kinds.satogaeri.board import SatogaeriBoard

STRICT = "strict"
PUZZLINK = "puzzlink"
RULESETS = (STRICT, PUZZLINK)

MOST_EACH = 1000  # violations told of one rule: no person reads more, and a hostile board has many

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


class _Piece(NamedTuple):
    """Lines that hang together."""

    edges: list[int]
    cells: list[int]
    """Where they run, circles first."""
    circles: list[int]
    passed: list[int]
    """Those circles that it runs through."""
    ends: list[int]

    @property
    def is_bent(self) -> bool:
        """Edge numbers tell the direction: even ones lie across, odd ones upright."""
        return len({edge % 2 for edge in self.edges}) > 1


class _Way(NamedTuple):
    """A direction that a circle may go in, and the distances after which it may end."""

    start: int
    step: int
    upright: bool
    distances: list[int]

    def ends(self) -> Iterator[int]:
        return (self.start + distance * self.step for distance in self.distances)

    def edges(self) -> Iterator[int]:
        """The edges that it may run along."""
        cells = (self.start + distance * self.step for distance in range(self.distances[-1]))
        return (_edge(at, self.step, self.upright) for at in cells)


def _edge(at: int, step: int, upright: bool) -> int:
    """The edge of a step from a cell; a number that no edge has where the board ends."""
    return 2 * min(at, at + step) + upright


class _View:
    """A board with what several rules look at."""

    def __init__(self, board: SatogaeriBoard, partial: bool, ruleset: str) -> None:
        self.board, self.partial, self.ruleset = board, partial, ruleset
        cols = board.puzzle.cols
        self.numbers = {cell_number(cell, cols): n for cell, n in board.puzzle.circles}
        self.marked: set[int] = board.homes if ruleset == STRICT else set()
        self.denied: set[int] = board.denied if ruleset == STRICT else set()
        self.edges_at: dict[int, list[int]] = defaultdict(list)
        """The lines at each cell that has some."""
        for edge in sorted(board.lines):
            for at in board.ends(edge):
                self.edges_at[at].append(edge)

    def violation(self, code: str, cells: Iterable[int]) -> Violation:
        return Violation(code, tuple(map(self.board.cell, cells)), VIOLATIONS[code])

    def of_country(self, code: str, country: int) -> Violation:
        return Violation(code, self.board.puzzle.country_cells[country], VIOLATIONS[code])

    def country_of(self, at: int) -> int:
        return self.board.puzzle.countries[at]

    # --- what is drawn -------------------------------------------------------------------------

    @cached_property
    def pieces(self) -> list[_Piece]:
        """The pieces of track."""
        groups = Groups(2 * len(self.board.puzzle.countries))
        for first, *others in self.edges_at.values():
            for edge in others:
                groups.join(edge, first)
        found: dict[int, list[int]] = defaultdict(list)
        for edge in sorted(self.board.lines):
            found[groups.find(edge)].append(edge)
        return list(map(self._piece, found.values()))

    def _piece(self, edges: list[int]) -> _Piece:
        cells = Counter(at for edge in edges for at in self.board.ends(edge))
        circles = [at for at in cells if at in self.numbers]
        return _Piece(
            edges,
            [*circles, *sorted(at for at in cells if at not in self.numbers)],
            circles,
            [at for at in circles if cells[at] > 1],
            [at for at, count in cells.items() if count == 1],
        )

    @cached_property
    def judged(self) -> list[tuple[str | None, _Piece]]:
        """The pieces of track, each with the code of its first fault."""
        return [(self._fault(piece), piece) for piece in self.pieces]

    def pieces_with(self, fault: str | None) -> Iterator[_Piece]:
        """The pieces with this fault, or those without any."""
        return (piece for code, piece in self.judged if code == fault)

    def _fault(self, piece: _Piece) -> str | None:
        if any(len(self.edges_at[at]) > 2 for at in piece.cells):
            return "branch"  # told cell by cell, as crossings are
        if len(piece.circles) > 1 and not (piece.passed and self.ruleset == STRICT):
            return "joined"
        if piece.passed:
            return "over-circle"
        if piece.is_bent:
            return "bent"
        if not piece.circles:
            return None if self.partial else "no-circle"
        return None if self._fits(len(piece.edges), *piece.circles) else "wrong-length"

    def _fits(self, steps: int, circle: int) -> bool:
        """Return True if so many steps are right for a circle, or right so far."""
        number = self.numbers[circle]
        return number is None or steps == number or (self.partial and steps < number)

    @cached_property
    def ends(self) -> dict[int, int]:
        """Return where each circle ends that is not lost, as far as drawn."""
        idle = (at for at in self.numbers if at not in self.edges_at)
        ends = {at: at for at in idle if not self.numbers[at] or self.ruleset == PUZZLINK}
        for piece in self.pieces_with(None):
            for start in piece.circles:
                (ends[start],) = (at for at in piece.ends if at != start)
        return ends

    @property
    def is_some_lost(self) -> bool:
        """True if a circle is on a faulty piece, or has yet to move."""
        return len(self.ends) < len(self.numbers)

    @cached_property
    def sure_ends(self) -> set[int]:
        """Return where circles end; on an unfinished board those that have gone as far as told, and
        where marks say so."""
        if not self.partial:
            return set(self.ends.values())
        arrived = {end for start, end in self.ends.items() if self._has_arrived(start, end)}
        return arrived | self.marked - self.left

    @cached_property
    def left(self) -> set[int]:
        """Return where no circle ends any more: where a track begins or goes on."""
        return {
            at
            for piece in self.pieces_with(None)
            for at in piece.cells
            if at in piece.circles or at not in piece.ends
        }

    def _has_arrived(self, start: int, end: int) -> bool:
        a, b = self.board.cell(start), self.board.cell(end)
        return self.numbers[start] == abs(a.row - b.row) + abs(a.col - b.col)

    # --- what may still be drawn ---------------------------------------------------------------

    @cached_property
    def ways(self) -> dict[int, list[_Way]]:
        """Return how each circle may still go, where nothing is wrong yet."""
        return {start: list(self._ways_of(start)) for start in self.numbers}

    def _ways_of(self, start: int) -> Iterator[_Way]:
        drawn = self.edges_at.get(start)
        if not drawn and not self.numbers[start] and self._may_end(start):
            yield _Way(start, 0, False, [0])
        if start in self.marked:
            return
        for step, upright, room in self._directions(start):
            if not drawn or _edge(start, step, upright) in drawn:
                distances = list(self._distances(start, step, upright, room))
                if distances:
                    yield _Way(start, step, upright, distances)

    def _directions(self, start: int) -> Iterator[tuple[int, bool, int]]:
        """The four directions, each with the number of cells up to the border."""
        rows, cols = self.board.puzzle.rows, self.board.puzzle.cols
        row, col = cell_at(start, cols)
        yield from ((-cols, True, row), (cols, True, rows - 1 - row))
        yield from ((-1, False, col), (1, False, cols - 1 - col))

    def _distances(self, start: int, step: int, upright: bool, room: int) -> Iterator[int]:
        number, at = self.numbers[start], start
        for distance in range(1, room + 1):
            if _edge(at, step, upright) in self.board.crosses:
                return
            at += step
            if at in self.numbers or any(edge % 2 != upright for edge in self.edges_at.get(at, ())):
                return
            fits = number is None or number == distance
            goes_on = _edge(at, step, upright) in self.board.lines
            if fits and not goes_on and self._may_end(at):
                yield distance
            if at in self.marked or distance == number:
                return

    def _may_end(self, at: int) -> bool:
        """Return True if marks leave it open that a circle ends in a cell."""
        return at not in self.denied and self._mark_in.get(self.country_of(at), at) == at

    @cached_property
    def _mark_in(self) -> dict[int, int]:
        """The countries with a home that is marked."""
        return {self.country_of(at): at for at in self.marked}

    def all_ways(self) -> Iterator[_Way]:
        return (way for ways in self.ways.values() for way in ways)

    @cached_property
    def possible_ends(self) -> set[int]:
        """Return where circles may end."""
        return {end for way in self.all_ways() for end in way.ends()}

    def countries_left(self, start: int) -> set[int]:
        """Return where a circle may end."""
        return {self.country_of(end) for way in self.ways[start] for end in way.ends()}


Checker = Callable[[_View], Iterator[Violation]]


def check(board: SatogaeriBoard, *, partial: bool, ruleset: str) -> list[Violation]:
    """Every violation on the board; with `partial` only what no continuation can mend."""
    view = _View(board, partial, ruleset)
    found = [each for checker in CHECKERS for each in islice(checker(view), MOST_EACH)]
    if partial:
        for checker in LAST_CHECKERS:
            found = found or list(islice(checker(view), MOST_EACH))
    return found


def _nothing_moved(view: _View) -> Iterator[Violation]:
    """puzz.link never takes an empty board for solved, even where everyone is at home."""
    if view.ruleset == PUZZLINK and not view.partial and not view.board.lines:
        yield view.violation("nothing-moved", ())


def _branch(view: _View) -> Iterator[Violation]:
    return _cells_with(view, 3, "branch")


def _crossing(view: _View) -> Iterator[Violation]:
    return _cells_with(view, 4, "crossing")


def _cells_with(view: _View, count: int, code: str) -> Iterator[Violation]:
    cells = sorted(at for at, edges in view.edges_at.items() if len(edges) == count)
    return (view.violation(code, (at,)) for at in cells)


def _joined(view: _View) -> Iterator[Violation]:
    """With strict rules, a track through a circle is told by the next rule only."""
    return (view.violation("joined", piece.circles) for piece in view.pieces_with("joined"))


def _over_circle(view: _View) -> Iterator[Violation]:
    return (
        view.violation("over-circle", piece.passed) for piece in view.pieces_with("over-circle")
    )


def _bent(view: _View) -> Iterator[Violation]:
    return (view.violation("bent", piece.cells) for piece in view.pieces_with("bent"))


def _wrong_length(view: _View) -> Iterator[Violation]:
    return (
        view.violation("wrong-length", piece.cells) for piece in view.pieces_with("wrong-length")
    )


def _country_empty(view: _View) -> Iterator[Violation]:
    """A lost circle may belong anywhere: then nothing is said yet."""
    if not view.partial and not view.is_some_lost:
        yield from _countries_without(view, view.sure_ends, "country-empty")


def _countries_without(view: _View, ends: Iterable[int], code: str) -> Iterator[Violation]:
    reached = set(map(view.country_of, ends))
    countries = range(view.board.puzzle.country_count)
    return (view.of_country(code, each) for each in countries if each not in reached)


def _country_two(view: _View) -> Iterator[Violation]:
    """puzz.link does not mind."""
    if view.ruleset == STRICT:
        ends = defaultdict(list)
        for at in sorted(view.sure_ends):
            ends[view.country_of(at)].append(at)
        yield from (view.violation("country-two", each) for each in ends.values() if len(each) > 1)


def _must_move(view: _View) -> Iterator[Violation]:
    if not view.partial:
        idle = (at for at, number in view.numbers.items() if number and at not in view.edges_at)
        yield from (view.violation("must-move", (at,)) for at in idle)


def _no_circle(view: _View) -> Iterator[Violation]:
    return (view.violation("no-circle", piece.cells) for piece in view.pieces_with("no-circle"))


def _home_missing(view: _View) -> Iterator[Violation]:
    if view.partial:
        wrong = view.marked & view.left
    else:
        wrong = set() if view.is_some_lost else view.marked - view.sure_ends
    return (view.violation("home-missing", (at,)) for at in sorted(wrong))


def _home_denied(view: _View) -> Iterator[Violation]:
    wrong = view.denied & view.sure_ends
    return (view.violation("home-denied", (at,)) for at in sorted(wrong))


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
)


def _stuck(view: _View) -> Iterator[Violation]:
    return (view.violation("stuck", (start,)) for start, ways in view.ways.items() if not ways)


def _never_a_circle(view: _View) -> Iterator[Violation]:
    covered = {edge for way in view.all_ways() for edge in way.edges()}
    lone = (piece for piece in view.pieces if covered.isdisjoint(piece.edges))
    return (view.violation("no-circle", piece.cells) for piece in lone)


def _never_a_home(view: _View) -> Iterator[Violation]:
    wrong = sorted(view.marked - view.possible_ends)
    return (view.violation("home-missing", (at,)) for at in wrong)


def _country_closed(view: _View) -> Iterator[Violation]:
    return _countries_without(view, view.possible_ends, "country-closed")


def _only_country(view: _View) -> Iterator[Violation]:
    """Two circles that can end nowhere else."""
    if view.ruleset == STRICT:
        left = map(view.countries_left, view.numbers)
        crowd = Counter(
            country for countries in left if len(countries) == 1 for country in countries
        )
        twice = sorted(country for country, count in crowd.items() if count > 1)
        yield from (view.of_country("country-two", country) for country in twice)


LAST_CHECKERS: tuple[Checker, ...] = (
    _stuck,
    _never_a_circle,
    _never_a_home,
    _country_closed,
    _only_country,
)
"""What has no way left; each is told only where those before find nothing wrong."""
