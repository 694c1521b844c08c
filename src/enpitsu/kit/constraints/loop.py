"""One single loop: lines never branch and never end (`Degree`, at each node), they pass the nodes
that they must (`Passed`), and all of them are one loop (`SingleLoop`, lazily).

The cut is that of Dantzig, Fulkerson and Johnson (1954): if lines run within a set of nodes and
also elsewhere, some line leaves the set. That a loop has an inside and an outside is said for the
search only: faces differ where a line runs between them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from enpitsu.grid import Cell, Edge, PathEnds, Slot
from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    FALSE,
    TRUE,
    UNKNOWN,
    Broken,
    Constraint,
    Form,
    Inference,
    LazyCut,
    Values,
    assign,
)
from enpitsu.kit.constraints.count import CountOf
from enpitsu.kit.layout import MarkView

FULL = "full"
GOES_ON = "goes-on"
LEAVES = "leaves"
DEAD_END = "dead-end"
BRANCH = "branch"
EARLY = "early-loop"
SIDE = "inside"
PASSES = "passes"
MISSED = "missed"
SEVERAL = "several"
NO_LOOP = "no-loop"


Face = Cell | None
"""A face of the board, None for all that is outside of every loop."""


class Degree(Constraint):
    """At a node none or two lines meet."""

    __slots__ = ()

    name = "degree"
    forms = (Form(FULL, 1.0), Form(GOES_ON, 1.1), Form(DEAD_END, 1.3))
    breaks = (BRANCH, DEAD_END)

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """No three, and never one alone."""
        found: list[Clause] = list(CountOf(self.literals, 0, 2).clauses(first)[0])
        for each in self.literals:
            found.append((-each, *(other for other in self.literals if other != each)))
        return found, 0

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """A branch; or an end with no way on."""
        lines = [each for each in self.literals if values[each] == TRUE]
        ways = [each for each in self.literals if values[each] == UNKNOWN] if partial else []
        if len(lines) > 2:
            yield Broken(BRANCH, tuple(lines))
        elif lines and len(lines) + len(ways) < 2:
            yield Broken(DEAD_END, tuple(lines))

    def infer(self, form: str, values: Values) -> Inference | None:
        """Two lines close all other ways; a line with one way left takes it; one way alone leads
        nowhere."""
        lines = tuple(each for each in self.literals if values[each] == TRUE)
        ways = tuple(each for each in self.literals if values[each] == UNKNOWN)
        if not ways or len(lines) > 2:
            return None
        closed = tuple(-each for each in self.literals if values[each] == FALSE)
        if len(lines) == 2:
            return Inference(tuple(-each for each in ways), lines) if form == FULL else None
        if len(ways) > 1:
            return None
        if lines:
            return Inference(ways, (*lines, *closed)) if form == GOES_ON else None
        return Inference((-ways[0],), closed) if form == DEAD_END else None

    def is_done(self, values: Values) -> bool:
        """Two lines or none, and no way open."""
        states = [values[each] for each in self.literals]
        return not states.count(UNKNOWN) and states.count(TRUE) in (0, 2)

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """The loop passes already, must go on, or cannot pass; a branch, or an end."""
        lines = len(set(given).intersection(self.literals))
        if not then:
            return BRANCH if lines > 2 else DEAD_END
        if then[0] in self.literals:
            return GOES_ON
        return FULL if lines == 2 else DEAD_END


class Passed(Constraint):
    """At a node two lines meet, at least."""

    __slots__ = ()

    name = "passed"
    forms = (Form(PASSES, 1.2),)
    breaks = (MISSED,)

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """Of all but one of its lines one is there."""
        count = len(self.literals)
        return CountOf(self.literals, 2, count).clauses(first) if count > 1 else ([()], 0)

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Less than two, even if all that is undecided were there."""
        there = [each for each in self.literals if values[each] == TRUE]
        if partial:
            there += [each for each in self.literals if values[each] == UNKNOWN]
        if len(there) < 2:
            yield Broken(MISSED, self.literals)

    def infer(self, form: str, values: Values) -> Inference | None:
        """Where only two are left, both are there."""
        ways = tuple(each for each in self.literals if values[each] == UNKNOWN)
        closed = tuple(-each for each in self.literals if values[each] == FALSE)
        if not ways or len(self.literals) - len(closed) != 2:
            return None
        return Inference(ways, closed)

    def is_done(self, values: Values) -> bool:
        """Two lines are there."""
        return [values[each] for each in self.literals].count(TRUE) > 1

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """It must be passed; too few ways are left."""
        return PASSES if then else MISSED


class SingleLoop(Constraint):
    """All lines are one loop, if each node has none or two; and there is a line."""

    __slots__ = ("_at", "_ends", "_faces", "_view")

    name = "loop"
    forms = (Form(EARLY, 1.6), Form(SIDE, 2.6))
    breaks = (SEVERAL, NO_LOOP)
    is_lazy = True

    def __init__(self, view: MarkView) -> None:
        super().__init__(tuple(view))
        self._view = view
        self._at = view.lines_at()
        self._ends: dict[int, tuple[Cell, Cell]] = {}
        for slot in view.slots:
            assert isinstance(slot, Edge)
            self._ends[view[slot]] = view.ends(slot)
        self._faces = {
            line: self._faces_of(slot) for line, slot in zip(view, view.slots, strict=True)
        }

    def _faces_of(self, slot: Slot) -> tuple[Face, Face]:
        assert isinstance(slot, Edge)
        view = self._view
        a, b = view.faces(slot)
        return None if view.is_outside(a) else a, None if view.is_outside(b) else b

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """There is a line; the rest is said by `cuts`."""
        return [self.literals], 0

    def helpful_clauses(
        self, first: int, begins: Mapping[Constraint, int]
    ) -> tuple[list[Clause], int]:
        """A variable for each face that may lie inside: two faces differ where a line separates
        them."""
        view, side = self._view, dict[Cell, int]()
        found: list[Clause] = []
        for slot in view.slots:
            assert isinstance(slot, Edge)
            line = view[slot]
            inside = []
            for face in view.faces(slot):
                if not view.is_outside(face):
                    inside.append(side.setdefault(face, first + len(side)))
            if len(inside) == 2:
                a, b = inside
                found += [(-line, a, b), (-line, -a, -b), (line, -a, b), (line, a, -b)]
            elif inside:
                found += [(-line, inside[0]), (line, -inside[0])]
            else:
                found.append((-line,))
        return found, len(side)

    def _pieces(self, values: Values) -> list[list[int]]:
        """The lines on the board in connected pieces."""
        left = {each for each in self.literals if values[each] == TRUE}
        pieces = []
        while left:
            waiting = [left.pop()]
            piece = []
            while waiting:
                line = waiting.pop()
                piece.append(line)
                for node in self._ends[line]:
                    near = [each for each in self._at[node] if each in left]
                    left.difference_update(near)
                    waiting += near
            pieces.append(piece)
        return pieces

    def loose_ends(self, values: Values) -> list[Cell]:
        """The nodes where one line ends."""
        ends: dict[Cell, int] = {}
        for line in (each for each in self.literals if values[each] == TRUE):
            for node in self._ends[line]:
                ends[node] = ends.get(node, 0) + 1
        return [node for node, count in ends.items() if count == 1]

    def goes_on(self, end: Cell, values: Values) -> bool:
        """Return True if a line may go on from a node."""
        ways = (each for each in self._at[end] if values[each] == UNKNOWN)
        return any(not self._goes_on(*self._ends[each], values) for each in ways)

    def _nodes(self, lines: Iterable[int]) -> set[Cell]:
        return {node for line in lines for node in self._ends[line]}

    def _leaving(self, inside: Collection[Cell]) -> list[int]:
        """The lines with one end in a set of nodes."""
        found = []
        for node in inside:
            for line in self._at[node]:
                a, b = self._ends[line]
                if (a in inside) != (b in inside):
                    found.append(line)
        return found

    def cuts(self, values: Values) -> list[LazyCut]:
        """For each loop but the largest: it is none, or the largest is none, or a line leaves its
        nodes."""
        pieces = sorted(self._pieces(values), key=len)
        found = []
        for piece in pieces[:-1]:
            inside = frozenset(self._nodes(piece))
            clause = (-piece[0], -pieces[-1][0], *self._leaving(inside))
            found.append(LazyCut(clause, inside))
        return found

    def narrow_cuts(self, values: Values, known: Collection[int]) -> list[LazyCut]:
        """Also one for the largest loop: if its lines are known, that settles it."""
        found, pieces = self.cuts(values), sorted(self._pieces(values), key=len)
        if len(pieces) > 1:
            others = [line for piece in pieces[:-1] for line in piece]
            elsewhere = next((line for line in others if line in known), others[0])
            inside = frozenset(self._nodes(pieces[-1]))
            clause = (-pieces[-1][0], -elsewhere, *self._leaving(inside))
            found.append(LazyCut(clause, inside))
        return found

    def cut_holds(self, inside: Collection[Cell], clause: Collection[int]) -> bool:
        """Two of its lines lie inside and outside of the set, and all that leave it are there."""
        denied = [self._ends[-each] for each in clause if each < 0]
        is_inside = any(a in inside and b in inside for a, b in denied)
        is_outside = any(a not in inside and b not in inside for a, b in denied)
        return is_inside and is_outside and set(self._leaving(inside)) <= set(clause)

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Several pieces of which one is closed; on a full board also no line at all."""
        pieces = self._pieces(values)
        closed = [piece for piece in pieces if len(self._nodes(piece)) == len(piece)]
        if len(pieces) > 1 and (closed or not partial):
            shown = closed if partial or len(closed) > 1 else pieces
            yield Broken(SEVERAL, tuple(sorted(line for piece in shown for line in piece)))
        if not pieces and (not partial or all(values[each] == FALSE for each in self.literals)):
            yield Broken(NO_LOOP, ())

    def infer(self, form: str, values: Values) -> Inference | None:
        """No line joins the two ends of a path while another line lies elsewhere. Side: where both
        faces of a line are known to lie on the same side of the loop, or on different ones."""
        if form == SIDE:
            return self._between(values)
        lines = [each for each in self.literals if values[each] == TRUE]
        if self._branches(values, lines):
            return None
        for line, start, end in self._closing(PathEnds(), lines, values):
            found = self._premature(line, start, end, lines, values)
            if found and values[line] == UNKNOWN:
                return Inference((-line,), found[1:], found[-1:])
        return None

    def _between(self, values: Values) -> Inference | None:
        """Go from one face of an undecided line to the other over what is known: each line on the
        way changes sides. Of all such lines one that is reached soon is taken."""
        beside = self._faces_by_known(values)
        place: dict[Face, tuple[int, int]] = {}
        """For each face the walk that reached it, and when."""
        for count, start in enumerate(beside):
            if start not in place:
                place |= {face: (count, at) for at, face in enumerate(_reach(start, beside))}
        undecided = [
            (place[a][1] + place[b][1], line)
            for line, (a, b) in self._faces.items()
            if values[line] == UNKNOWN and a in place and b in place and place[a][0] == place[b][0]
        ]
        if not undecided:
            return None
        _, line = min(undecided)
        a, b = self._faces[line]
        way, reached = list[int](), _reach(a, beside)
        while b != a:
            b, literal = reached[b]
            way.append(literal)
        is_line = sum(each > 0 for each in way) % 2
        return Inference((line if is_line else -line,), tuple(way))

    def _faces_by_known(self, values: Values) -> Mapping[Face, Sequence[tuple[Face, int]]]:
        """For each face those beside it, with the literal of what is known to be between them."""
        found: dict[Face, list[tuple[Face, int]]] = {}
        for line, (a, b) in self._faces.items():
            if values[line] != UNKNOWN:
                literal = line if values[line] == TRUE else -line
                found.setdefault(a, []).append((b, literal))
                found.setdefault(b, []).append((a, literal))
        return found

    def _joining(self, a: Cell, b: Cell, values: Values) -> int | None:
        """The undecided line between two nodes."""
        for line in self._at[a]:
            if values[line] == UNKNOWN and b in self._ends[line]:
                return line
        return None

    def _premature(
        self, closing: int, start: Cell, end: Cell, lines: Iterable[int], values: Values
    ) -> tuple[int, ...]:
        """The line that closes a path, the lines of the path, and one that lies elsewhere; empty if
        there is none such."""
        path = self._walk(start, end, closing, values)
        own = {closing, *path}
        witness = next((each for each in lines if each not in own), None)
        return () if witness is None else (closing, *path, witness)

    def _walk(self, start: Cell, end: Cell, closing: int, values: Values) -> list[int]:
        """The lines of a path from one node to another, but for the one that closes it."""
        path: list[int] = []
        before, here = closing, start
        while here != end:
            before = next(
                each
                for each in self._at[here]
                if values[each] == TRUE and each not in (before, closing)
            )
            path.append(before)
            a, b = self._ends[before]
            here = b if here == a else a
        return path

    def hinter(self, values: Values) -> Callable[[Sequence[int]], list[LazyCut]]:
        """A path must not be closed, or be closed already, while a line lies elsewhere."""
        lines = [each for each in self.literals if values[each] == TRUE]
        if self._branches(values, lines):
            return lambda more: []
        base = PathEnds[Cell]()
        waiting = self._closing(base, lines, values)

        def hints(more: Sequence[int]) -> list[LazyCut]:
            new = [each for each in more if each in self._ends]
            if not new and not waiting:
                return []
            now = values[:]
            for each in more:
                assign(now, each)
            if self._branches(now, new):
                return []
            every = [*lines, *new]
            closing = self._closing(base.copy(), new, now)
            found = []
            for line, start, end in dict.fromkeys((*waiting, *closing)):
                is_open = now[line] == TRUE or (
                    now[line] == UNKNOWN and not self._goes_on(start, end, now)
                )
                if is_open and (premature := self._premature(line, start, end, every, now)):
                    clause = tuple(-each for each in premature)
                    nodes = self._nodes(premature[:-1])
                    found.append(LazyCut(clause, frozenset(nodes)))
            return found

        return hints

    def _goes_on(self, start: Cell, end: Cell, values: Values) -> bool:
        """Return True if a path goes on from one of these nodes, so that no line can close it."""
        return any(
            sum(values[each] == TRUE for each in self._at[node]) > 1 for node in (start, end)
        )

    def _branches(self, values: Values, lines: Iterable[int]) -> bool:
        """Return True if three lines meet at an end of some lines: the nodes say so already."""
        nodes = self._nodes(lines)
        return any(sum(values[each] == TRUE for each in self._at[node]) > 2 for node in nodes)

    def _closing(
        self, paths: PathEnds[Cell], new: Iterable[int], values: Values
    ) -> list[tuple[int, Cell, Cell]]:
        """The new lines that close a ring, and the undecided lines that would close a path with new
        lines; each with the ends of the path."""
        rings, ends = [], []
        for line in new:
            a, b = self._ends[line]
            pair = paths.join(a, b)
            if pair is None:
                rings.append((line, a, b))
            else:
                ends.append(pair)
        found = []
        for start, end in ends:
            if paths.other_end.get(start) == end:
                closing = self._joining(start, end, values)
                found += [] if closing is None else [(closing, start, end)]
        return rings or found

    def is_done(self, values: Values) -> bool:
        """Everything is decided."""
        return all(values[each] != UNKNOWN for each in self.literals)

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """A loop would close too early; or a part of the loop would be cut off from another."""
        if all(each < 0 for each in then):
            return EARLY if then else SEVERAL
        return LEAVES


def _reach(
    start: Face, beside: Mapping[Face, Sequence[tuple[Face, int]]]
) -> dict[Face, tuple[Face, int]]:
    """All faces that can be reached, the nearest first, with the face before each and what is
    between the two."""
    reached = {start: (start, 0)}
    waiting = [start]
    for face in waiting:  # which grows meanwhile
        for other, literal in beside.get(face, ()):
            if other not in reached:
                reached[other] = (face, literal)
                waiting.append(other)
    return reached


def single_loop(view: MarkView, *, passes: Collection[Cell] = ()) -> list[Constraint]:
    """All lines are one loop without crossings and branches, which passes some nodes; if clues of
    the puzzle are given as these, each is the reason that the loop passes it."""
    nodes = view.lines_at()
    found: list[Constraint] = [Degree(lines) for lines in nodes.values()]
    for node in passes:
        passed = Passed(nodes.get(node, ()))
        found.append(passed.about(node if isinstance(passes, Mapping) else None))
    return [*found, SingleLoop(view)]
