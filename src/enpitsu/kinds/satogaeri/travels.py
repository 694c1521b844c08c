"""The places of a board's circles, and what they settle: for drawings and clue states, not for
rules.

A circle travels along a proper track only: straight, from this one circle to a cell without one.
On any other lines it waits at its start, since nobody can say where they lead it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, cell_number
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.rules import STRICT, check
from enpitsu.position import Position


class Travel(NamedTuple):
    """A circle: where it began, where it stands, and in which direction it has gone if it has."""

    start: Cell
    stand: Cell
    direction: Direction | None
    number: int | None
    is_sure: bool
    """True if it has ended there: it went as far as told, or the cell is marked as its home."""


def travels(board: SatogaeriBoard) -> list[Travel]:
    """Return every circle of the board, in the order of their starts."""
    near: dict[int, list[int]] = defaultdict(list)
    for edge in sorted(board.lines):
        a, b = board.ends(edge)
        near[a].append(b)
        near[b].append(a)
    numbers = {cell_number(cell, board.puzzle.cols): n for cell, n in board.puzzle.circles}
    found = []
    for start, number in numbers.items():
        track = _track(near, numbers.keys(), start)
        stand, steps = track[-1], len(track) - 1
        settled = number == steps or (number is None and stand in board.homes)
        is_sure = settled and (steps > 0 or start not in near) and stand not in board.denied
        cells = [board.cell(at) for at in track]
        direction = Direction.between(*cells[:2]) if steps else None
        found.append(Travel(cells[0], cells[-1], direction, number, is_sure))
    return found


def _track(near: Mapping[int, list[int]], starts: Collection[int], start: int) -> list[int]:
    """Return the cells of a proper track from a circle; only the circle's own if there is none."""
    if len(near.get(start, ())) != 1:
        return [start]
    track = [start, near[start][0]]
    step = track[1] - start
    while track[-1] not in starts:
        here = track[-1]
        if len(near[here]) == 1:
            return track
        if set(near[here]) != {here - step, here + step}:
            break
        track.append(here + step)
    return [start]


def solution_ends(puzzle: Satogaeri, solution: Position) -> dict[Cell, Cell]:
    """Return the end of each circle of a solution, by its start."""
    board = SatogaeriBoard(puzzle)
    board.place(solution)
    return {each.start: each.stand for each in travels(board)}


class Settled(NamedTuple):
    """The circles and countries that are settled."""

    circles: frozenset[Cell]
    """The starts of circles that need no more thought."""
    countries: frozenset[int]
    """Countries where a circle has surely ended."""


def settled(puzzle: Satogaeri, circles: list[Travel]) -> Settled:
    """Return the circles and countries that are settled, whatever a drawing shows of it."""
    sure = [each for each in circles if each.is_sure]
    countries = frozenset(puzzle.country_of(each.stand) for each in sure)
    return Settled(frozenset(each.start for each in sure), countries)


def progress(board: SatogaeriBoard, circles: list[Travel]) -> Settled:
    """Return the circles and countries that a drawing tones down; on an untouched or finished board
    only those that the player has marked.

    What is settled looks grey so that the rest stands out; there is none when all is done. A
    country where another circle still stands has something left to do.
    """
    is_untouched = not (board.lines or board.crosses or board.homes or board.denied)
    if is_untouched or not check(board, partial=False, ruleset=STRICT):
        marked = {board.cell(at) for at in board.homes}
        explicit = (each.start for each in circles if each.is_sure and each.stand in marked)
        return Settled(frozenset(explicit), frozenset())
    found = settled(board.puzzle, circles)
    standing = Counter(board.puzzle.country_of(each.stand) for each in circles)
    alone = (country for country in found.countries if standing[country] == 1)
    return Settled(found.circles, frozenset(alone))
