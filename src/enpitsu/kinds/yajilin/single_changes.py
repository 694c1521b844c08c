"""Every single change of a Yajilin, for sheets that have no solution: one clue told otherwise, made
a block or taken away, or a new one."""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.grid import Cell, cells, ray
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.making import Alternatives, Change, ray_directions

UNKNOWN = Clue()  # only blocks, written "?"


def alternatives(puzzle: Yajilin) -> Iterator[Alternatives[Clue | None]]:
    """Return for each clue all that could stand there instead, then for each other cell all that
    could be put there."""
    for cell, clue in puzzle.clues:
        others = sorted((_distance(clue, each), at, each) for at, each in _numbered(puzzle, cell))
        told = tuple(_put(cell, each) for *_, each in others if each != clue)
        yield Alternatives(Change(((cell, UNKNOWN),), is_plain=False), told)
        yield Alternatives(_put(cell, None), gives_room=True)
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell not in puzzle.clue_at:
            opened = Change(((cell, UNKNOWN),), is_plain=False)
            new = tuple(_put(cell, each) for _, each in _numbered(puzzle, cell))
            yield Alternatives(opened, new)


def _put(cell: Cell, clue: Clue | None) -> Change[Clue | None]:
    return Change(((cell, clue),))


def _numbered(puzzle: Yajilin, cell: Cell) -> Iterator[tuple[int, Clue]]:
    return enumerate(_told(puzzle, cell))


def _told(puzzle: Yajilin, cell: Cell) -> Iterator[Clue]:
    """List the clues that can be true in a cell: of two cells side by side one is shaded."""
    for direction in ray_directions(cell, puzzle.rows, puzzle.cols):
        seen = sum(1 for _ in ray(cell, direction, puzzle.rows, puzzle.cols))
        yield from (Clue(direction, number) for number in range((seen + 1) // 2 + 1))


def _distance(old: Clue, new: Clue) -> tuple[bool, int]:
    """Sort: the same arrow first, then numbers that differ little."""
    return old.arrow is not new.arrow, abs((old.number or 0) - (new.number or 0))
