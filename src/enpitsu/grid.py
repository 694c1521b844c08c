"""Cells, edges, directions and symmetries of a rectangular board. No puzzle words in here."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Cell(NamedTuple):
    """A cell by 0-based row and column; its text form counts from 1: r1c1."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"


class Edge(NamedTuple):
    """The step between two neighbouring cells, the upper or left one first: r1c1-r1c2."""

    a: Cell
    b: Cell

    def __str__(self) -> str:
        return f"{self.a}-{self.b}"


class BorderPlace(Edge):
    """The place of a clue at the border of a board: the step between a cell and the outside, for
    the row or column behind it."""

    __slots__ = ()

    @property
    def is_first(self) -> bool:
        """True to the left of a row, or above a column."""
        return min(self.a) < 0

    @property
    def line(self) -> Line:
        """The row or column behind it."""
        inside = self.b if self.is_first else self.a
        is_row = self.a.row == self.b.row
        return Line(ROW, inside.row) if is_row else Line(COL, inside.col)


ROW = "row"
COL = "col"


class Line(NamedTuple):
    """A whole row or column, for kinds whose clues speak of one: row1, col1."""

    axis: str
    at: int

    def __str__(self) -> str:
        return f"{self.axis}{self.at + 1}"

    @property
    def is_row(self) -> bool:
        """True for a row."""
        return self.axis == ROW

    def cells(self, rows: int, cols: int) -> tuple[Cell, ...]:
        """Its cells on a rows x cols board, from the left or the top."""
        if self.is_row:
            return tuple(Cell(self.at, col) for col in range(cols))
        return tuple(Cell(row, self.at) for row in range(rows))

    @property
    def words(self) -> str:
        """The line in words: "row 1"."""
        return f"{'row' if self.is_row else 'column'} {self.at + 1}"


Slot = Cell | Edge

_PLACE = r"r(0|[1-9]\d{0,6})c(0|[1-9]\d{0,6})"
_SLOT = re.compile(rf"{_PLACE}(?:-{_PLACE})?", re.ASCII)


def parse_slot(text: str) -> Slot:
    """Read "r3c4" or "r1c1-r1c2"; ValueError if it is neither.

    One end of an edge may lie outside: "r0c1-r1c1" is the upper side of r1c1.
    """
    match = _SLOT.fullmatch(text)
    if match is not None:
        numbers = [int(group) - 1 for group in match.groups() if group is not None]
        found = [Cell(*numbers[:2]), Cell(*numbers[2:])] if numbers[2:] else [Cell(*numbers)]
        if min(max(found)) >= 0:
            return edge(*found) if numbers[2:] else found[0]
    raise ValueError(f"not a cell or an edge: {text[:40]!r}")


def parse_place(text: str) -> Slot | Line:
    """Read "r3c4", "r1c1-r1c2", "row2" or "col3"; ValueError if it is none of them."""
    for axis in (ROW, COL):
        at = text.removeprefix(axis)
        if at != text and at.isascii() and at.isdigit() and int(at):
            return Line(axis, int(at) - 1)
    return parse_slot(text)


def edge(a: Cell, b: Cell) -> Edge:
    """Return the edge between two cells, in either order; ValueError if they are no neighbours."""
    if abs(a.row - b.row) + abs(a.col - b.col) != 1:
        raise ValueError(f"{a} and {b} are not neighbours")
    return Edge(a, b) if a < b else Edge(b, a)


def is_edge(edge: Edge) -> bool:
    """Return True if it joins two neighbours, the upper or left one first."""
    (row, col), (other_row, other_col) = edge
    return (other_row - row, other_col - col) in ((0, 1), (1, 0))


def side_ends(edge: Edge) -> tuple[Cell, Cell]:
    """Return the two corners at the ends of the side between two cells, the upper or left one
    first; a corner has the name of the cell below right."""
    last = edge.b
    if edge.a.row == last.row:
        return last, Cell(last.row + 1, last.col)
    return last, Cell(last.row, last.col + 1)


class Direction(Enum):
    """The four directions; the value is (row step, column step)."""

    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)

    @staticmethod
    def between(start: Cell, end: Cell) -> Direction:
        """Return the direction from a cell to its neighbour."""
        return Direction((end.row - start.row, end.col - start.col))

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        return _OPPOSITES[self]

    @property
    def is_vertical(self) -> bool:
        """True for up and down."""
        return self in (Direction.UP, Direction.DOWN)

    def step(self, cell: Cell) -> Cell:
        """Return the next cell in this direction, inside the board or not."""
        return Cell(cell.row + self.value[0], cell.col + self.value[1])

    @property
    def word(self) -> str:
        """The direction in small letters: "up"."""
        return self.name.lower()


COMPASS = {"n": Direction.UP, "s": Direction.DOWN, "e": Direction.RIGHT, "w": Direction.LEFT}
"""The letters by which texts name directions."""


class Corner(NamedTuple):
    """A point where cells meet, by the row and column of the cell below right of it, which may lie
    outside."""

    row: int
    col: int

    def seen_from(self, preferred: Collection[Cell] = ()) -> tuple[Cell, str]:
        """Return a cell of the board, a preferred one if it may be, and which of its corners this
        is: "top-left"."""
        rows, cols = (self.row - 1, self.row), (self.col - 1, self.col)
        around = [Cell(row, col) for row in rows for col in cols if row >= 0 and col >= 0]
        cell = next((each for each in around if each in preferred), around[0])
        level = "top" if cell.row == self.row else "bottom"
        return cell, f"{level}-{'left' if cell.col == self.col else 'right'}"


def sides_by_cell(
    sides: Iterable[Edge], preferred: Collection[Cell] = ()
) -> Iterator[tuple[Cell, list[Direction]]]:
    """Name sides by cells: the fewest that come to mind, each with its sides; of two that would do
    as well a preferred one, or the upper or left one, which lies on the board."""
    left = list(dict.fromkeys(sides))
    while left:
        found = [cell for each in left for cell in each if min(cell) >= 0]
        cell = max(found, key=lambda each: (found.count(each), each in preferred))
        own = [each for each in Direction if edge(cell, each.step(cell)) in left]
        yield cell, own
        left = [each for each in left if cell not in each]


_OPPOSITES = {each: Direction((-each.value[0], -each.value[1])) for each in Direction}


class Symmetry(Enum):
    """The eight symmetries of a board; the value is (transpose first, flip rows, flip columns)."""

    IDENTITY = (False, False, False)
    ROTATE_90 = (True, False, True)
    ROTATE_180 = (False, True, True)
    ROTATE_270 = (True, True, False)
    MIRROR = (False, False, True)
    FLIP = (False, True, False)
    TRANSPOSE = (True, False, False)
    ANTITRANSPOSE = (True, True, True)

    def size(self, rows: int, cols: int) -> tuple[int, int]:
        """The size of a rows x cols board after this symmetry."""
        return (cols, rows) if self.value[0] else (rows, cols)

    def cell(self, cell: Cell, rows: int, cols: int) -> Cell:
        """Return the place to which a cell of a rows x cols board goes."""
        transpose, flip_rows, flip_cols = self.value
        row, col = (cell.col, cell.row) if transpose else cell
        new_rows, new_cols = self.size(rows, cols)
        return Cell(
            new_rows - 1 - row if flip_rows else row, new_cols - 1 - col if flip_cols else col
        )

    def slot(self, slot: Slot, rows: int, cols: int) -> Slot:
        """Return the place to which a cell or an edge of a rows x cols board goes."""
        if isinstance(slot, Cell):
            return self.cell(slot, rows, cols)
        return edge(self.cell(slot.a, rows, cols), self.cell(slot.b, rows, cols))

    def direction(self, direction: Direction) -> Direction:
        """Return the direction that a direction becomes."""
        start, end = Cell(1, 1), direction.step(Cell(1, 1))
        return Direction.between(self.cell(start, 3, 3), self.cell(end, 3, 3))

    def turn(self, values: Sequence[T], cols: int) -> list[T]:
        """Return what the cells of a board have, row by row, as the turned board has it."""
        transpose, flip_rows, flip_cols = self.value
        rows = rows_of(values, cols)
        if transpose:
            rows = list(zip(*rows, strict=True))
        if flip_rows:
            rows.reverse()
        return [value for row in rows for value in (row[::-1] if flip_cols else row)]


def rows_of(values: Sequence[T], cols: int) -> list[Sequence[T]]:
    """Return the rows of what the cells of a board have."""
    return [values[start : start + cols] for start in range(0, len(values), cols)]


def cells(rows: int, cols: int) -> Iterator[Cell]:
    """All cells, row by row."""
    return (Cell(row, col) for row in range(rows) for col in range(cols))


def edges_right(rows: int, cols: int) -> Iterator[Edge]:
    """All edges to the right of a cell, row by row."""
    return (Edge(Cell(r, c), Cell(r, c + 1)) for r in range(rows) for c in range(cols - 1))


def edges_down(rows: int, cols: int) -> Iterator[Edge]:
    """All edges below a cell, row by row."""
    return (Edge(Cell(r, c), Cell(r + 1, c)) for r in range(rows - 1) for c in range(cols))


def sides_upright(rows: int, cols: int) -> Iterator[Edge]:
    """All sides left and right of cells, row by row: steps between cells of which one may lie
    outside."""
    return (Edge(Cell(r, c - 1), Cell(r, c)) for r in range(rows) for c in range(cols + 1))


def sides_level(rows: int, cols: int) -> Iterator[Edge]:
    """All sides above and below cells, row by row."""
    return (Edge(Cell(r - 1, c), Cell(r, c)) for r in range(rows + 1) for c in range(cols))


def is_inside(cell: Cell, rows: int, cols: int) -> bool:
    """Return True if the cell lies on a rows x cols board."""
    return 0 <= cell.row < rows and 0 <= cell.col < cols


def ray(start: Cell, direction: Direction, rows: int, cols: int) -> Iterator[Cell]:
    """The cells seen from `start` in a direction, up to the border, without `start`."""
    cell = direction.step(start)
    while is_inside(cell, rows, cols):
        yield cell
        cell = direction.step(cell)


def connected_part(start: Cell, among: Collection[Cell]) -> set[Cell]:
    """The cells that can be reached from one within some, by steps to neighbours."""
    part, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for direction in Direction:
            near = direction.step(cell)
            if near in among and near not in part:
                part.add(near)
                waiting.append(near)
    return part


# --- cells and edges by number: for lists and bit sets ------------------------------------------


def cell_number(cell: tuple[int, int], cols: int) -> int:
    """Return the number of a cell. Cells are numbered row by row, from 0."""
    return cell[0] * cols + cell[1]


def cell_at(number: int, cols: int) -> Cell:
    """Return the cell with a number."""
    return Cell(number // cols, number % cols)


def edge_number(edge: Edge, cols: int) -> int:
    """Return the number of an edge: twice that of its upper or left cell, and 1 more if it leads
    down."""
    return 2 * cell_number(edge.a, cols) + (edge.a.row != edge.b.row)


def edge_ends(number: int, cols: int) -> tuple[int, int]:
    """Return the numbers of the two cells of an edge, the upper or left one first."""
    return number // 2, number // 2 + (cols if number & 1 else 1)


def neighbours(number: int, rows: int, cols: int) -> dict[Direction, int]:
    """Return the up to four neighbours of a cell, all by number: up, down, left, right."""
    row, col = divmod(number, cols)
    found = {}
    if row:
        found[Direction.UP] = number - cols
    if row + 1 < rows:
        found[Direction.DOWN] = number + cols
    if col:
        found[Direction.LEFT] = number - 1
    if col + 1 < cols:
        found[Direction.RIGHT] = number + 1
    return found


def ray_numbers(number: int, direction: Direction, rows: int, cols: int) -> range:
    """Return the cells seen from a cell in a direction, all by number: `ray` for large boards."""
    row, col = divmod(number, cols)
    if direction is Direction.UP:
        return range(number - cols, -1, -cols)
    if direction is Direction.DOWN:
        return range(number + cols, rows * cols, cols)
    if direction is Direction.LEFT:
        return range(number - 1, row * cols - 1, -1)
    return range(number + 1, number + cols - col)


def steps_apart(a: int, b: int, cols: int) -> int:
    """Return the number of steps between two cells, both by number."""
    return abs(a // cols - b // cols) + abs(a % cols - b % cols)


class Groups:
    """Numbers 0..n-1 joined into groups (union-find)."""

    __slots__ = ("_parent", "count")

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))
        self.count = n

    def find(self, member: int) -> int:
        """The number that stands for the member's group."""
        parent = self._parent
        while parent[member] != member:
            parent[member] = parent[parent[member]]
            member = parent[member]
        return member

    def join(self, a: int, b: int) -> bool:
        """Join two groups; False if they were one already."""
        a, b = self.find(a), self.find(b)
        self._parent[a] = b
        self.count -= a != b
        return a != b


def neighbour_pairs(rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """All pairs of cells side by side, by number."""
    for first in range(0, rows * cols, cols):
        yield from ((at, at + 1) for at in range(first, first + cols - 1))
    yield from ((at, at + cols) for at in range((rows - 1) * cols))


def number_areas(
    rows: int, cols: int, labels: Sequence[object], borders: Iterable[Edge] = ()
) -> tuple[int, ...]:
    """Return the number of each cell's area: cells of one label that hang together, without
    crossing a border. Areas are numbered from 0 in the order of their first cells."""
    walls = {(cell_number(a, cols), cell_number(b, cols)) for a, b in borders}
    groups = Groups(len(labels))
    for at, other in neighbour_pairs(rows, cols):
        if labels[at] == labels[other] and (at, other) not in walls:
            groups.join(other, at)
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(groups.find(at), len(numbers)) for at in range(len(labels)))


def areas_of(numbers: Sequence[int]) -> list[list[int]]:
    """Return the cells of each area, by number; `numbers` gives each cell its area, from 0."""
    found: list[list[int]] = [[] for _ in range(max(numbers) + 1)]
    for at, number in enumerate(numbers):
        found[number].append(at)
    return found


N = TypeVar("N", bound=Hashable)


class PathEnds(Generic[N]):
    """Paths that grow line by line between nodes; of each only its two ends are kept."""

    __slots__ = ("other_end",)

    def __init__(self) -> None:
        self.other_end: dict[N, N] = {}
        """For each end of a path its other end."""

    def copy(self) -> PathEnds[N]:
        """The same paths, to grow on their own."""
        copy = PathEnds[N]()
        copy.other_end = self.other_end.copy()
        return copy

    def join(self, a: N, b: N) -> tuple[N, N] | None:
        """Draw a line between two nodes; the ends of the path it is in, or None if it closes a
        ring. No node may have three lines."""
        far_a, far_b = self.other_end.pop(a, a), self.other_end.pop(b, b)
        if far_a == b:
            return None
        self.other_end[far_a], self.other_end[far_b] = far_b, far_a
        return far_a, far_b


SMALL = 5000  # bits: up to here shifting is faster than writing digits


def bit_set(positions: Collection[int]) -> int:
    """The integer with these bits, in time linear in its length."""
    size = max(positions, default=0) + 1
    if size <= SMALL:
        mask = 0
        for at in positions:
            mask |= 1 << at
        return mask
    digits = bytearray(b"0") * size
    for at in positions:
        digits[-at - 1] = ord("1")
    return int(digits, 2)


def bit_positions(mask: int) -> list[int]:
    """The positions of the set bits, lowest first.

    Boards are kept as bit sets in plain integers: one machine operation then serves
    thirty cells, which is what makes propagation in Python fast.
    """
    return positions_of_ones(bin(mask)[:1:-1])


def positions_of_ones(digits: str) -> list[int]:
    """Return the places of the ones in a text of binary digits."""
    found = []
    at = digits.find("1")
    while at >= 0:
        found.append(at)
        at = digits.find("1", at + 1)
    return found
