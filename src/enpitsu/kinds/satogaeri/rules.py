"""The rules of Satogaeri, checked on a board: separate code from encoding and moves.

The order is the one players know from puzz.link: what is wrong with the tracks first, then lengths,
countries, what is missing.

One mistake is told once. Lines that hang together are a piece of track, and each piece is told of
its first fault only. A circle on a faulty piece is lost, and so is one that has yet to move:
nothing is said about where it ends (puzz.link takes the latter for staying). On an unfinished
board, what has no way left is looked for only if nothing is wrong yet, since a wrong track closes
the way of others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, Groups, cell_number, ray_numbers, steps_apart
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
    """The cells where they run, circles first."""
    circles: list[int]
    passed: list[int]
    """The circles that it runs through."""
    ends: list[int]


class _Ray(NamedTuple):
    """The edges along which a circle may go in a direction, and where it may end."""

    edges: list[int]
    ends: list[int]


class _View:
    """A board with what several rules ask."""

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

    def country_of(self, at: int) -> int:
        return self.board.puzzle.countries[at]

    def countries_without(self, ends: Iterable[int]) -> Iterator[Iterable[Cell]]:
        """Yield the cells of each country in which none of these cells lies."""
        reached = set(map(self.country_of, ends))
        for country, cells in enumerate(self.board.puzzle.country_cells):
            if country not in reached:
                yield cells

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
        pieces = []
        for edges in found.values():
            cells = Counter(at for edge in edges for at in self.board.ends(edge))
            circles = [at for at in cells if at in self.numbers]
            others = sorted(at for at in cells if at not in self.numbers)
            passed = [at for at in circles if cells[at] > 1]
            ends = [at for at, count in cells.items() if count == 1]
            pieces.append(_Piece(edges, [*circles, *others], circles, passed, ends))
        return pieces

    @cached_property
    def judged(self) -> list[tuple[str | None, _Piece]]:
        """The pieces of track, each with the code of its first fault."""
        return [(self._fault(piece), piece) for piece in self.pieces]

    def pieces_with(self, fault: str | None) -> Iterator[_Piece]:
        """Yield the pieces with this fault, or those without any."""
        return (piece for code, piece in self.judged if code == fault)

    def _fault(self, piece: _Piece) -> str | None:
        if any(len(self.edges_at[at]) > 2 for at in piece.cells):
            return "branch"  # told cell by cell, as crossings are
        if len(piece.circles) > 1 and not (piece.passed and self.ruleset == STRICT):
            return "joined"
        if piece.passed:
            return "over-circle"
        if len({edge % 2 for edge in piece.edges}) > 1:  # even edges lie across, odd ones upright
            return "bent"
        if not piece.circles:
            return None if self.partial else "no-circle"
        number, steps = self.numbers[piece.circles[0]], len(piece.edges)
        if number is None or steps == number or (self.partial and steps < number):
            return None
        return "wrong-length"

    @cached_property
    def ends(self) -> dict[int, int]:
        """The end of each circle that is not lost, as far as drawn."""
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
        """The cells where circles end; on an unfinished board those of circles that have gone as
        far as told, and those that are marked."""
        if not self.partial:
            return set(self.ends.values())
        cols = self.board.puzzle.cols
        arrived = {
            end
            for start, end in self.ends.items()
            if self.numbers[start] == steps_apart(start, end, cols)
        }
        return arrived | self.marked - self.left

    @cached_property
    def left(self) -> set[int]:
        """The cells where no circle ends any more: a track begins there or goes on."""
        return {
            at
            for piece in self.pieces_with(None)
            for at in piece.cells
            if at in piece.circles or at not in piece.ends
        }

    # --- what may still be drawn ---------------------------------------------------------------

    @cached_property
    def rays(self) -> dict[int, list[_Ray]]:
        """The rays that each circle may still take, where nothing is wrong yet."""
        return {start: list(self._rays_of(start)) for start in self.numbers}

    def _rays_of(self, start: int) -> Iterator[_Ray]:
        puzzle, drawn = self.board.puzzle, self.edges_at.get(start)
        if not drawn and not self.numbers[start] and self._may_end(start):
            yield _Ray([], [start])
        if start in self.marked:
            return
        for direction in Direction:
            cells = ray_numbers(start, direction, puzzle.rows, puzzle.cols)
            if not cells:
                continue
            first = 2 * min(start, cells[0]) + direction.is_vertical
            if not drawn or first in drawn:
                ends = list(self._ends_along(start, cells, first))
                if ends:
                    length = cells.index(ends[-1]) + 1
                    edges = [first + 2 * cells.step * far for far in range(length)]
                    yield _Ray(edges, ends)

    def _ends_along(self, start: int, cells: range, edge: int) -> Iterator[int]:
        """Yield the cells of a ray where its circle may end; `edge` is the first one along it."""
        number, upright = self.numbers[start], edge % 2
        for distance, at in enumerate(cells, 1):
            if edge in self.board.crosses or at in self.numbers:
                return
            if any(other % 2 != upright for other in self.edges_at.get(at, ())):
                return
            edge += 2 * cells.step
            fits = number is None or number == distance
            if fits and edge not in self.board.lines and self._may_end(at):
                yield at
            if at in self.marked or distance == number:
                return

    def _may_end(self, at: int) -> bool:
        """Return True if marks leave it open that a circle ends in a cell."""
        return at not in self.denied and self._mark_in.get(self.country_of(at), at) == at

    @cached_property
    def _mark_in(self) -> dict[int, int]:
        """The countries with a home that is marked."""
        return {self.country_of(at): at for at in self.marked}


_Broken = tuple[str, Iterable[Iterable[int | Cell]]]
"""The code of a rule, and for each violation of it the cells."""


def check(board: SatogaeriBoard, *, partial: bool, ruleset: str) -> list[Violation]:
    """Return every violation on the board; with `partial` only what no continuation can mend."""
    view = _View(board, partial, ruleset)
    found = [each for broken in _broken_rules(view) for each in _violations(board, broken)]
    if partial and not found:
        told = (_violations(board, broken) for broken in _dead_ends(view))
        return next(filter(None, told), [])
    return found


def _violations(board: SatogaeriBoard, broken: _Broken) -> list[Violation]:
    code, places = broken
    return [
        Violation(
            code,
            tuple(at if isinstance(at, Cell) else board.cell(at) for at in cells),
            VIOLATIONS[code],
        )
        for cells in islice(places, MOST_EACH)
    ]


def _broken_rules(view: _View) -> Iterator[_Broken]:
    """Yield the mistakes in the lines and marks on the board."""
    if view.ruleset == PUZZLINK and not view.partial and not view.board.lines:
        # puzz.link never takes an empty board for solved, even where everyone is at home.
        yield "nothing-moved", [()]
    for code, count in (("branch", 3), ("crossing", 4)):
        yield code, [[at] for at, edges in sorted(view.edges_at.items()) if len(edges) == count]
    yield "joined", [piece.circles for piece in view.pieces_with("joined")]
    yield "over-circle", [piece.passed for piece in view.pieces_with("over-circle")]
    for code in ("bent", "wrong-length"):
        yield code, [piece.cells for piece in view.pieces_with(code)]
    if not view.partial and not view.is_some_lost:  # a lost circle may belong anywhere
        yield "country-empty", view.countries_without(view.sure_ends)
    if view.ruleset == STRICT:  # puzz.link does not mind
        ends = defaultdict(list)
        for at in sorted(view.sure_ends):
            ends[view.country_of(at)].append(at)
        yield "country-two", [cells for cells in ends.values() if len(cells) > 1]
    if not view.partial:
        idle = (at for at, number in view.numbers.items() if number and at not in view.edges_at)
        yield "must-move", [[at] for at in idle]
    yield "no-circle", [piece.cells for piece in view.pieces_with("no-circle")]
    if view.partial:
        missing = view.marked & view.left
    else:
        missing = set() if view.is_some_lost else view.marked - view.sure_ends
    yield "home-missing", [[at] for at in sorted(missing)]
    yield "home-denied", [[at] for at in sorted(view.denied & view.sure_ends)]


def _dead_ends(view: _View) -> Iterator[_Broken]:
    """Yield the circles and cells without a way left; each is told only where those before find
    nothing wrong."""
    yield "stuck", [[start] for start, rays in view.rays.items() if not rays]
    all_rays = list(chain.from_iterable(view.rays.values()))
    covered = {edge for ray in all_rays for edge in ray.edges}
    lone = [piece.cells for piece in view.pieces if covered.isdisjoint(piece.edges)]
    yield "no-circle", lone
    ends = {end for ray in all_rays for end in ray.ends}
    yield "home-missing", [[at] for at in sorted(view.marked - ends)]
    yield "country-closed", view.countries_without(ends)
    if view.ruleset == STRICT:
        crowd: Counter[int] = Counter()
        for rays in view.rays.values():
            countries = {view.country_of(end) for ray in rays for end in ray.ends}
            if len(countries) == 1:
                crowd.update(countries)
        twice = sorted(country for country, count in crowd.items() if count > 1)
        yield "country-two", [view.board.puzzle.country_cells[country] for country in twice]


def has_idle_circle(board: SatogaeriBoard) -> bool:
    """Return True if a circle has yet to move: one with a number that has not gone so far, one
    that is not alone in its country and may reach an empty one, or one for which a track waits."""
    view = _View(board, True, STRICT)
    crowd = Counter(map(view.country_of, view.ends.values()))
    lost = {at for code, piece in view.judged if code for at in piece.circles}

    def is_idle(start: int) -> bool:
        number = view.numbers[start]
        end, rays = view.ends.get(start, start), view.rays[start]
        if number:
            return steps_apart(start, end, board.puzzle.cols) < number and bool(rays)
        is_placed = end in view.marked or crowd[view.country_of(end)] == 1
        reached = {view.country_of(other) for ray in rays for other in ray.ends}
        return not is_placed and not reached <= crowd.keys()

    if any(is_idle(start) for start in view.numbers if start not in lost):
        return True
    covered = {edge for rays in view.rays.values() for ray in rays for edge in ray.edges}
    return any(not piece.circles and not covered.isdisjoint(piece.edges) for piece in view.pieces)
