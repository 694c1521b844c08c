"""The plane between the cells: the corner points of the board, and curves through them.

The edge of two neighbouring cells is a wall between two corner points. A curve from corner to
corner along walls cuts the board apart, and what the loop may do there depends only on the walls
it runs along. So the shortest curve is the smallest reason why a room is closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple
from weakref import WeakKeyDictionary

from enpitsu.grid import Cell, bit_positions, steps_apart
from enpitsu.kinds.yajilin.loop_links import Pair
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Known, Reason

FULL_COST = 2
"""The cost of a cross at a cell with two lines: players see the two lines, not the cross."""

MOST_NAMED = 6  # cells of a room that a sentence names; of a larger room it names one


class Curve(NamedTuple):
    """The course of a curve: walls, and shaded cells that it runs through; what belongs to the
    shape of the board (its border, clues) is left out."""

    cost: int
    walls: frozenset[Pair]
    shaded: frozenset[int]

    def __add__(self, other: object) -> Curve:
        assert isinstance(other, Curve)
        shaded = self.shaded | other.shaded
        return Curve(self.cost + other.cost, self.walls | other.walls, shaded)

    def facts(self, state: YajilinState) -> tuple[Fact, ...]:
        """The facts along it."""
        walls = (state.line_fact(a, b, state.is_line(a, b)) for a, b in sorted(self.walls))
        return (*(state.shaded_fact(at) for at in sorted(self.shaded)), *walls)


NOWHERE = Curve(0, frozenset(), frozenset())


class Faces:
    """Corner points joined into faces; each knows whether an odd number of lines parts it from
    the point that stands for its face."""

    __slots__ = ("_members", "label", "odd")

    def __init__(self, points: int) -> None:
        self.label = list(range(points))
        self.odd = [0] * points
        self._members = {point: [point] for point in range(points)}

    def join(self, p: int, q: int, odd: int = 0) -> None:
        """Join the faces of two points that are parted by an odd or even number of lines."""
        kept, lost = self.label[p], self.label[q]
        if kept == lost:
            return
        members = self._members
        if len(members[kept]) < len(members[lost]):
            kept, lost = lost, kept
        flip = self.odd[p] ^ self.odd[q] ^ odd
        for point in members[lost]:
            self.label[point] = kept
            self.odd[point] ^= flip
        members[kept] += members.pop(lost)

    def copy(self) -> Faces:
        """The same faces, to be joined otherwise."""
        copy = Faces(0)
        copy.label, copy.odd = self.label[:], self.odd[:]
        copy._members = {label: members[:] for label, members in self._members.items()}
        return copy

    def is_large(self, label: int) -> bool:
        """Return True if a face has more than one point."""
        return len(self._members[label]) > 1


Step = tuple[int, int, int]
"""Where a step of a curve leads to, and the two cells of the wall it runs along, or a shaded cell
and -1."""


class Plane:
    """The corner points of a state's board; grows with what the state learns."""

    def __init__(self, state: YajilinState) -> None:
        self._rows, self._cols = state.puzzle.rows, state.cols
        shape = self._join_shape(state)
        self._node = tuple(shape.label)
        """Points that the shape of the board joins are one node of all curves."""
        self.gaps = shape
        """Joined where no line can pass: what is between them are the ways of the loop."""
        self.sides = shape.copy()
        """Joined where it is known whether a line passes."""
        nodes = len(shape.label) + state.layout.cells
        self._closed: list[list[Step]] = [[] for _ in range(nodes)]
        self._lines: list[list[Step]] = [[] for _ in range(nodes)]
        self._seen = (0, 0, 0, 0)
        self._crosses = (0, 0)
        self._shaded = 0
        self._is_shaded = self._is_full = ""

    def _join_shape(self, state: YajilinState) -> Faces:
        """Join the points along the border and around clues."""
        rows, cols = self._rows, self._cols
        shape = Faces((rows + 1) * (cols + 1))
        last = rows * (cols + 1)
        for col in range(cols):
            shape.join(col, col + 1)
            shape.join(last + col, last + col + 1)
        for row in range(rows):
            for point in (row * (cols + 1), row * (cols + 1) + cols):
                shape.join(point, point + cols + 1)
        for at in bit_positions(state.layout.everything & ~state.layout.playable):
            first, *others = self.corners(at)
            for point in others:
                shape.join(first, point)
        return shape

    def learn(self, state: YajilinState) -> None:
        """Take in what the state has learned since."""
        board, where, cols = state.board, state.layout, self._cols
        free = where.playable & ~board.shaded
        off_right = where.right & ~(free & (free >> 1) & ~board.crosses_right)
        off_down = where.down & ~(free & (free >> cols) & ~board.crosses_down)
        now = (off_right, off_down, board.lines_right, board.lines_down)
        crosses = (where.right & board.crosses_right, where.down & board.crosses_down)
        if now == self._seen and crosses == self._crosses:
            return
        for kind, (new, old) in enumerate(zip(now, self._seen, strict=True)):
            for at in bit_positions(new & ~old):
                p, q = self.ends(at, at + (cols if kind & 1 else 1))
                self.sides.join(p, q, kind >> 1)
                if kind < 2:
                    self.gaps.join(p, q)
        self._learn_steps(self._lines, now[2:], self._seen[2:])
        self._learn_steps(self._closed, crosses, self._crosses)
        for at in bit_positions(board.shaded & ~self._shaded):
            middle = len(self._node) + at
            for node in sorted({self._node[point] for point in self.corners(at)}):
                self._closed[node].append((middle, at, -1))
                self._closed[middle].append((node, -1, -1))
        self._seen, self._crosses, self._shaded = now, crosses, board.shaded
        full = board.touched_twice(board.lines_right, board.lines_down)
        self._is_shaded, self._is_full = board.digits(board.shaded), board.digits(full)

    def _learn_steps(
        self, steps: list[list[Step]], now: tuple[int, ...], before: tuple[int, ...]
    ) -> None:
        for apart, new, old in zip((1, self._cols), now, before, strict=True):
            for at in bit_positions(new & ~old):
                p, q = (self._node[point] for point in self.ends(at, at + apart))
                steps[p].append((q, at, at + apart))
                steps[q].append((p, at, at + apart))

    def ends(self, a: int, b: int) -> Pair:
        """The two corner points of the wall between two neighbours, the smaller first."""
        cols = self._cols
        low = min(a, b)
        point = low + low // cols
        if abs(a - b) == 1 and cols > 1:
            return point + 1, point + cols + 2
        return point + cols + 1, point + cols + 2

    def corners(self, at: int) -> tuple[int, int, int, int]:
        """A cell's corner points, clockwise: up right, down right, down left, up left."""
        point = at + at // self._cols
        below = point + self._cols + 1
        return point + 1, below + 1, below, point

    def beside(self, at: int, there: int) -> Pair:
        """The corner points on both sides of a line from a cell to a neighbour, clockwise."""
        way = (1, self._cols, -1, -self._cols).index(there - at)
        corners = self.corners(at)
        return corners[way], corners[(way + 1) % 4]

    def undecided(self, state: YajilinState) -> Iterator[Pair]:
        """The edges of which it is not known whether a line runs there."""
        off_right, off_down, lines_right, lines_down = self._seen
        for at in bit_positions(state.layout.right & ~off_right & ~lines_right):
            yield at, at + 1
        for at in bit_positions(state.layout.down & ~off_down & ~lines_down):
            yield at, at + self._cols

    def curve(
        self,
        starts: Iterable[int],
        goals: Iterable[int],
        *,
        with_lines: bool = False,
        most: int = 1 << 30,
    ) -> Curve | None:
        """The shortest curve between corner points along what is known: along walls where no line
        passes, through shaded cells, and with `with_lines` across known lines; None if there is
        none that costs at most so much."""
        ends = {self._node[point] for point in goals}
        cost = {self._node[point]: 0 for point in starts}
        queue = [(0, node) for node in sorted(cost)]
        came: dict[int, Step] = {}
        while queue:
            so_far, node = heappop(queue)
            if so_far > cost[node]:
                continue
            if node in ends:
                break
            for there, more, a, b in self._steps(node, with_lines):
                total = so_far + more
                if total <= most and total < cost.get(there, 1 << 30):
                    cost[there] = total
                    came[there] = (node, a, b)
                    heappush(queue, (total, there))
        else:
            return None
        walls, shaded = set(), set()
        while node in came:
            node, a, b = came[node]
            if b >= 0:
                walls.add((a, b))
            elif a >= 0:
                shaded.add(a)
        return Curve(so_far, frozenset(walls), frozenset(shaded))

    def curve_through(self, starts: Sequence[int], ends: Sequence[int], faces: Pair) -> Curve:
        """The shortest curves between corner points through two faces that touch both."""
        label, whole = self.gaps.label, NOWHERE
        for face in faces:
            first = [point for point in starts if label[point] == face]
            last = [point for point in ends if label[point] == face]
            curve = self.curve(first, last)
            assert curve is not None
            whole += curve
        return whole

    def _steps(self, node: int, with_lines: bool) -> Iterator[tuple[int, int, int, int]]:
        """(where to, cost, the two cells of the wall, or a shaded cell and -1, or -1 and -1)."""
        is_shaded, is_full = self._is_shaded, self._is_full
        for there, a, b in self._closed[node]:
            if b < 0:
                yield there, int(a >= 0), a, b
            elif is_shaded[a] == is_shaded[b] == "0":
                full = is_full[a] == "1" or is_full[b] == "1"
                yield there, FULL_COST if full else 1, a, b
        if with_lines:
            for there, a, b in self._lines[node]:
                yield there, 1, a, b


def everywhere(_state: YajilinState, _known: Known | None = None) -> tuple[int]:
    """The one site of a technique that looks at the whole board, which everything new touches."""
    return (0,)


_PLANES: WeakKeyDictionary[YajilinState, Plane] = WeakKeyDictionary()


def plane_of(state: YajilinState) -> Plane:
    """The plane of a state as it is now."""
    plane = _PLANES.get(state)
    if plane is None:
        plane = _PLANES[state] = Plane(state)
    plane.learn(state)
    return plane


def part_with(
    state: YajilinState,
    start: int,
    curve: Curve,
    without: Iterable[int] = (),
    unless: Collection[int] = (),
) -> set[int]:
    """The cells that can be reached from one without crossing the curve or entering some cells;
    none at all if one of `unless` is among them."""
    part = {start}
    closed = curve.shaded.union(without)
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here in unless:
            return set()
        for there in state.neighbours[here]:
            if there not in part and there not in closed:
                pair = (here, there) if here < there else (there, here)
                if pair not in curve.walls:
                    part.add(there)
                    waiting.append(there)
    return part


def name_room(
    state: YajilinState, room: Collection[int], holds: int
) -> tuple[tuple[Cell, ...], str]:
    """Name a room, and give the sentence's form: all its cells ("step"), or of a large
    room one cell that it holds ("part")."""
    if len(room) > MOST_NAMED:
        return (state.cell(holds),), "part"
    return tuple(state.cell(at) for at in sorted(room)), "step"


# --- what the loop must visit ------------------------------------------------------------------


class Visit(NamedTuple):
    """The reason why the loop visits some cells: one of them is known to be on it, or two are
    neighbours, which are never both shaded."""

    cells: tuple[int, ...]
    """The cells to name: one that is known to be on the loop, or else two neighbours."""
    is_certain: bool
    """True if there are two neighbours anyway, so that nothing need be known."""

    @property
    def is_pair(self) -> bool:
        """True if it names two neighbours."""
        return len(self.cells) == 2

    def reasons(self, state: YajilinState) -> tuple[Reason, ...]:
        """The reasons that it rests on."""
        if self.is_certain:
            return tuple(state.cell(at) for at in self.cells)
        return (on_loop(state, self.cells[0]),)


def on_loop(state: YajilinState, at: int) -> Fact:
    """The fact that shows that a cell is on the loop."""
    if state.is_open(at):
        return state.shaded_fact(at, False)
    return state.line_fact(at, state.lines_from(at)[0])


def find_visit(state: YajilinState, cells: Collection[int], near: int) -> Visit | None:
    """Find why the loop visits these cells, as close to a cell as possible; None if it need not."""
    known = state.board.open | state.board.on_line()

    def distance(at: int) -> tuple[int, int]:
        return steps_apart(at, near, state.cols), at

    pairs = ((at, there) for at in cells for there in state.neighbours[at] if there in cells)
    on = [at for at in cells if known >> at & 1]
    if on:
        return Visit((min(on, key=distance),), is_certain=any(pairs))
    ordered = sorted({(min(pair), max(pair)) for pair in pairs})
    if not ordered:
        return None
    return Visit(min(ordered, key=lambda pair: distance(pair[0])), is_certain=True)


class VisitedRoom(NamedTuple):
    """A room that the loop visits, as it does the rest of the board, and the curve around it."""

    curve: Curve
    room: set[int]
    rest: set[int]
    inside: Visit
    outside: Visit

    def reasons(self, state: YajilinState) -> tuple[Reason, ...]:
        """The reasons why the loop visits the room and the rest."""
        return (*self.inside.reasons(state), *self.outside.reasons(state))

    def describe(self, state: YajilinState) -> tuple[dict[str, Argument], str]:
        """The arguments of a sentence about it, and the sentence's form."""
        room, form = name_room(state, self.room, self.inside.cells[0])
        args: dict[str, Argument] = {
            "room": room,
            "inside": tuple(state.cell(at) for at in self.inside.cells),
            "outside": tuple(state.cell(at) for at in self.outside.cells),
        }
        if self.inside.is_pair and self.outside.is_pair:
            return args, f"{form}_pairs"
        if self.inside.is_pair:
            return args, f"{form}_pair_inside"
        return args, f"{form}_pair_outside" if self.outside.is_pair else form


def visited_room(
    state: YajilinState, curve: Curve, gaps: Sequence[Pair], without: Collection[int] = ()
) -> VisitedRoom | None:
    """The smaller of the two parts on either side of the first gap in a curve, if the curve with
    its gaps parts them and the loop visits both."""
    whole = Curve(0, curve.walls.union(gaps), curve.shaded)
    parts = (part_with(state, at, whole, without=without) for at in gaps[0])
    room, rest = sorted(parts, key=len)
    if room & rest:
        return None
    inside, outside = (find_visit(state, part, gaps[0][0]) for part in (room, rest))
    if inside is None or outside is None:
        return None
    return VisitedRoom(curve, room, rest, inside, outside)
