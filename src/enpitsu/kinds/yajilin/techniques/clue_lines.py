"""The rows and columns of a Yajilin with their counting clues, singly and in pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import Generic, NamedTuple, Protocol, TypeVar

from enpitsu.grid import COL, ROW, Direction, Line, cell_number
from enpitsu.kinds.yajilin.board import BoardLayout
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kinds.yajilin.techniques.packing import LineClue

ONWARDS = (Direction.RIGHT, Direction.DOWN)


class Looking(Protocol):
    """Anything that looks at cells, given as a bit set."""

    @property
    def cells(self) -> int:
        """The cells."""
        ...


S = TypeVar("S", bound=Looking)


class ClueLine(NamedTuple):
    """A row or a column, its playable cells, and its counting clues in order."""

    line: Line
    cells: int
    step: int
    clues: tuple[LineClue, ...]

    def after(self, at: int) -> int:
        """The cells to the right of a cell, or below it."""
        return self.cells >> at << at

    def before(self, at: int) -> int:
        """The cells to the left of a cell, or above it."""
        return self.cells & ((1 << at) - 1)

    def seen(self, clue: LineClue) -> int:
        """The cells that a clue counts."""
        return self.after(clue.at) if clue.onwards else self.before(clue.at)


class Tally(NamedTuple):
    """Cells of a line of which exactly `number` are shaded, and the clues that say so: one, or
    the one that sees more and the one that sees less."""

    line: ClueLine
    cells: int
    number: int
    clues: tuple[LineClue, ...]


class Facing(NamedTuple):
    """Two clues that look at each other, the left or upper one first, and the cells behind them."""

    line: ClueLine
    first: LineClue
    second: LineClue
    behind_first: int
    behind_second: int

    @property
    def cells(self) -> int:
        """The cells behind the two clues."""
        return self.behind_first | self.behind_second


def clue_lines(puzzle: Yajilin, layout: BoardLayout) -> list[ClueLine]:
    """The rows and columns along which some clue counts: rows first."""
    cols = puzzle.cols
    clues: dict[Line, list[LineClue]] = {}
    for cell, clue in puzzle.clues:
        if clue.arrow is not None and clue.number is not None:
            in_row = clue.arrow in (Direction.LEFT, Direction.RIGHT)
            line = Line(ROW, cell.row) if in_row else Line(COL, cell.col)
            counting = LineClue(cell_number(cell, cols), clue.number, clue.arrow in ONWARDS)
            clues.setdefault(line, []).append(counting)
    first_row, first_col = (1 << cols) - 1, layout.everything // ((1 << cols) - 1)
    found = []
    for line in sorted(clues, key=lambda line: (not line.is_row, line.at)):
        cells = first_row << line.at * cols if line.is_row else first_col << line.at
        step = 1 if line.is_row else cols
        found.append(ClueLine(line, layout.playable & cells, step, tuple(clues[line])))
    return found


def single_tallies(line: ClueLine) -> Iterator[Tally]:
    """For each clue, the cells it sees up to the border."""
    for clue in line.clues:
        yield Tally(line, line.seen(clue), clue.number, (clue,))


def difference_tallies(line: ClueLine) -> Iterator[Tally]:
    """For each two neighbouring clues of the same direction, the cells between them."""
    onwards = [clue for clue in line.clues if clue.onwards]
    back = [clue for clue in line.clues if not clue.onwards]
    for more, less in (*pairwise(onwards), *pairwise(back[::-1])):
        cells = line.seen(more) & ~line.seen(less)
        yield Tally(line, cells, more.number - less.number, (more, less))


def facing_pairs(line: ClueLine) -> Iterator[Facing]:
    """All pairs of clues that face each other."""
    for first, second in combinations(line.clues, 2):
        if first.onwards and not second.onwards:
            yield Facing(line, first, second, line.before(first.at), line.after(second.at))


class SiteList(Generic[S]):
    """Things found in lines, each of which looks at cells of its line; found by these cells."""

    def __init__(self, lines: Iterable[ClueLine], find: Callable[[ClueLine], Iterable[S]]) -> None:
        self.items: list[S] = []
        self._in_line: dict[Line, list[int]] = {}
        for line in lines:
            for item in find(line):
                self._in_line.setdefault(line.line, []).append(len(self.items))
                self.items.append(item)

    def __getitem__(self, site: int) -> S:
        return self.items[site]

    def __len__(self) -> int:
        return len(self.items)

    def in_line(self, line: Line, at: int) -> Iterator[int]:
        """The places of those along a line that look at a cell."""
        return (site for site in self._in_line.get(line, ()) if self.items[site].cells >> at & 1)
