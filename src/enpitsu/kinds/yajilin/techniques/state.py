"""The state of a Yajilin for techniques.

Cells are numbers; an edge is named by its two cells, the smaller first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from enpitsu.grid import (
    Cell,
    Direction,
    Edge,
    PathEnds,
    bit_positions,
    cell_at,
    cell_number,
    neighbours,
)
from enpitsu.kinds.yajilin.board import LINE, SHADED, YajilinBoard
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kinds.yajilin.techniques.clue_lines import (
    SiteList,
    clue_lines,
    difference_tallies,
    facing_pairs,
    single_tallies,
)
from enpitsu.position import Fact, Note

_ORDER = (Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP)


class YajilinState:
    """A board with short questions about cells and edges."""

    def __init__(self, puzzle: Yajilin) -> None:
        self.puzzle = puzzle
        self.board = YajilinBoard(puzzle)
        self.layout = self.board.layout
        self.cols = puzzle.cols
        self.neighbours: list[tuple[int, ...]] = []
        """For each playable cell its playable neighbours: right, down, left, up."""
        for at in range(self.layout.cells):
            near = neighbours(at, puzzle.rows, self.cols) if self.is_playable(at) else {}
            beside = (near[direction] for direction in _ORDER if direction in near)
            self.neighbours.append(tuple(filter(self.is_playable, beside)))
        lines = clue_lines(puzzle, self.layout)
        self.lines_with_clues = SiteList(lines, lambda line: (line,))
        """The rows and columns along which some clue counts."""
        self.tallies = SiteList(lines, single_tallies)
        """For each counting clue, the cells it sees up to the border."""
        self.differences = SiteList(lines, difference_tallies)
        """For neighbouring clues of the same direction, the cells between them."""
        self.counts = SiteList(
            lines, lambda line: (*single_tallies(line), *difference_tallies(line))
        )
        """Both together."""
        self.facing = SiteList(lines, facing_pairs)
        """Clues that look at each other."""
        self._paths = PathEnds[int]()
        self._joined = (0, 0)

    def learn(self, known: Iterable[Fact | Note]) -> None:
        """Take in what is new."""
        self.board.place(fact for fact in known if isinstance(fact, Fact))

    def knows(self, known: Fact | Note) -> bool:
        """Return True if this is known."""
        if isinstance(known, Note):
            return False
        slot = known.slot
        if isinstance(slot, Cell):
            at = self.at(slot)
            return self.is_shaded(at) if known.holds else self.is_open(at)
        a, b = self.at(slot.a), self.at(slot.b)
        return self.is_line(a, b) if known.holds else self.is_crossed(a, b)

    # --- cells ---------------------------------------------------------------------------------

    def at(self, cell: Cell) -> int:
        """The number of a cell."""
        return cell_number(cell, self.cols)

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return cell_at(at, self.cols)

    def is_playable(self, at: int) -> bool:
        """Return True if the cell has no clue."""
        return bool(self.layout.playable >> at & 1)

    def is_shaded(self, at: int) -> bool:
        """Return True if the cell is known to be shaded."""
        return bool(self.board.shaded >> at & 1)

    def is_open(self, at: int) -> bool:
        """Return True if the cell is known to be on the loop."""
        return bool(self.board.open >> at & 1)

    def is_unknown(self, at: int) -> bool:
        """Return True if the cell is playable and neither shaded nor known to be on the loop."""
        return bool(self.unknown(self.layout.playable) >> at & 1)

    def unknown(self, cells: int) -> int:
        """The part of some cells that is not known to be shaded or on the loop."""
        return cells & ~(self.board.shaded | self.board.open)

    def walls(self, cells: int, step: int) -> int:
        """The part of some cells in a line with at most one way out that leaves the line."""
        if step == 1:
            ways, across = self.layout.down & ~self.board.crosses_down, self.cols
        else:
            ways, across = self.layout.right & ~self.board.crosses_right, 1
        return cells & ~(ways & (ways << across))

    def across(self, at: int, step: int) -> list[int]:
        """A cell's playable neighbours outside its line, whose cells are `step` apart."""
        return [there for there in self.neighbours[at] if abs(there - at) != step]

    # --- edges between playable neighbours -----------------------------------------------------

    def is_line(self, a: int, b: int) -> bool:
        """Return True if a line is known to join two neighbours."""
        low = min(a, b)
        lines = self.board.lines_right if abs(a - b) == 1 else self.board.lines_down
        return bool(lines >> low & 1)

    def is_crossed(self, a: int, b: int) -> bool:
        """Return True if it is known that no line joins two neighbours."""
        low = min(a, b)
        crosses = self.board.crosses_right if abs(a - b) == 1 else self.board.crosses_down
        return bool(crosses >> low & 1)

    def exits(self, at: int) -> list[int]:
        """The neighbours to which a line runs or may still run."""
        return [there for there in self.neighbours[at] if not self.is_crossed(at, there)]

    def ways(self, at: int) -> list[int]:
        """The exits that do not lead to a cell which is known to be shaded."""
        return [there for there in self.exits(at) if not self.is_shaded(there)]

    def lines_from(self, at: int) -> list[int]:
        """The neighbours to which a line is known to run."""
        return [there for there in self.neighbours[at] if self.is_line(at, there)]

    def path_ends(self) -> Mapping[int, int]:
        """For each end of a path of lines its other end."""
        right, down = self.board.lines_right, self.board.lines_down
        for at in bit_positions(right & ~self._joined[0]):
            self._paths.join(at, at + 1)
        for at in bit_positions(down & ~self._joined[1]):
            self._paths.join(at, at + self.cols)
        self._joined = (right, down)
        return self._paths.other_end

    # --- facts ---------------------------------------------------------------------------------

    def shaded_fact(self, at: int, holds: bool = True) -> Fact:
        """The fact that a cell is shaded, or is not."""
        return Fact(self.cell(at), SHADED, holds)

    def line_fact(self, a: int, b: int, holds: bool = True) -> Fact:
        """The fact that a line joins two neighbours, or none does."""
        return Fact(Edge(self.cell(min(a, b)), self.cell(max(a, b))), LINE, holds)

    def why_closed(self, at: int, there: int) -> Fact | None:
        """The fact by which no line runs from a cell to a neighbour; None if one may."""
        if self.is_shaded(there):
            return self.shaded_fact(there)
        return self.line_fact(at, there, False) if self.is_crossed(at, there) else None
