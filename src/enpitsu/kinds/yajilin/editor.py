"""The changes that an author may make to a Yajilin: clues taken away, made "?", turned, told or put
in.

A clue that is taken away leaves an ordinary cell: shaded, or crossed by the loop. Where that is too
much, its arrow and number may still be needless: it becomes "?" and only blocks. A new clue stands
where the solution has a shaded cell, and each clue that counted this cell says one less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from enpitsu.grid import Cell, Direction, Edge, Slot, edge, ray
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.filler import FILLER
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.kinds.yajilin.single_changes import alternatives
from enpitsu.making import AppliedChange, Change, Editor, ray_directions
from enpitsu.position import Fact, Position
from enpitsu.scene import Place
from enpitsu.technique import Message

UNKNOWN = Clue()  # A clue that only blocks, written "?"


def edit(puzzle: Yajilin, change: Change[Clue | None]) -> Yajilin:
    """The puzzle with other clues in some cells, or none there."""
    clues = dict(puzzle.clues)
    for cell, clue in change.edits:
        assert isinstance(cell, Cell)
        clues.pop(cell, None)
        if clue is not None:
            clues[cell] = clue
    return replace(puzzle, clues=tuple(clues.items()))


# --- less -----------------------------------------------------------------------------------------


def removals(puzzle: Yajilin, solution: Position) -> Iterator[tuple[Change[Clue | None], ...]]:
    """For each clue: take it away; or only its arrow and number. Clues that crowd each other come
    first, and those that an answer can spare by shading their cell."""
    shaded = _shaded(solution)

    def key(item: tuple[Cell, Clue]) -> tuple[bool, int, Cell]:
        cell, _ = item
        near = list(_beside(cell))
        may_be_shaded = shaded.isdisjoint(near) and not _counting(puzzle, cell)
        return not may_be_shaded, -sum(other in puzzle.clue_at for other in near), cell

    for cell, clue in sorted(puzzle.clues, key=key):
        whole = Change(((cell, None),))
        yield (whole, Change(((cell, UNKNOWN),), is_plain=False)) if clue.counts else (whole,)


def relax(puzzle: Yajilin) -> Iterator[Change[Clue | None]]:
    """Each clue that counts: it becomes "?" and only blocks."""
    return (
        Change(((cell, UNKNOWN),), is_plain=False) for cell, clue in puzzle.clues if clue.counts
    )


def clear(puzzle: Yajilin) -> Iterator[Change[Clue | None]]:
    """Each clue: its cell becomes an ordinary one."""
    return (Change(((cell, None),)) for cell, _ in puzzle.clues)


# --- more -----------------------------------------------------------------------------------------


def additions(puzzle: Yajilin, solution: Position) -> Iterator[AppliedChange[Clue | None]]:
    """Clues told that were not, clues turned to another direction, new clues in shaded cells,
    which are shaded no more, so that others count one less."""
    shaded = _shaded(solution)
    for tells_more in (True, False):
        for cell, clue in puzzle.clues:
            if tells_more == clue.counts:
                continue
            directions = _directions(puzzle, cell)
            if clue.arrow is not None and not clue.counts:
                directions = [clue.arrow]
            for direction in directions:
                told = Clue(direction, _count(puzzle, cell, direction, shaded))
                if told != clue:
                    yield AppliedChange(Change(((cell, told),)))
    new = []
    for cell in sorted(shaded):
        counting = _counting(puzzle, cell)
        lowered = [(at, replace(clue, number=(clue.number or 0) - 1)) for at, clue in counting]
        for direction in _directions(puzzle, cell):
            told = Clue(direction, _count(puzzle, cell, direction, shaded))
            change = Change(((cell, told), *lowered), cost=1 + len(lowered))
            new.append(AppliedChange(change, frozenset((cell,))))
    yield from sorted(new, key=lambda found: found.change.cost)


def inserts(
    puzzle: Yajilin, solution: Position, slots: Collection[Slot]
) -> Iterator[tuple[Change[Clue | None], ...]]:
    """Clues in cells that every loop visits: first where not all do so alike, then around."""
    visited = {cell for line in solution.edges(LINE) for cell in line}
    edges = (slot for slot in slots if isinstance(slot, Edge))
    near = Counter(cell for slot in edges for cell in (slot.a, slot.b))

    def key(cell: Cell) -> tuple[int, int, Cell]:
        return -near[cell], -sum(near[other] for other in _beside(cell)), cell

    for cell in sorted(visited.difference(slots), key=key):
        told = (Change(((cell, Clue(direction, 0)),)) for direction in _directions(puzzle, cell))
        yield (Change(((cell, UNKNOWN),), is_plain=False), *told)


def _directions(puzzle: Yajilin, cell: Cell) -> list[Direction]:
    """Directions in which a clue would see a cell that may be shaded."""
    return [
        direction
        for direction in ray_directions(cell, puzzle.rows, puzzle.cols)
        if any(
            seen not in puzzle.clue_at for seen in ray(cell, direction, puzzle.rows, puzzle.cols)
        )
    ]


def _counting(puzzle: Yajilin, cell: Cell) -> list[tuple[Cell, Clue]]:
    """The clues that count a cell."""
    found = []
    for direction in Direction:
        for other in ray(cell, direction, puzzle.rows, puzzle.cols):
            clue = puzzle.clue_at.get(other)
            if clue is not None and clue.counts and clue.arrow is direction.opposite:
                found.append((other, clue))
    return found


def _beside(cell: Cell) -> Iterator[Cell]:
    return (direction.step(cell) for direction in Direction)


@lru_cache(maxsize=64)
def _shaded(solution: Position) -> frozenset[Cell]:
    return solution.cells(SHADED)


def _count(puzzle: Yajilin, cell: Cell, direction: Direction, shaded: frozenset[Cell]) -> int:
    return sum(seen in shaded for seen in _seen(cell, direction, puzzle.rows, puzzle.cols))


@lru_cache(maxsize=1 << 14)
def _seen(cell: Cell, direction: Direction, rows: int, cols: int) -> tuple[Cell, ...]:
    """The cells that a clue sees: asked thousands of times."""
    return tuple(ray(cell, direction, rows, cols))


# --- several at once, and in words ----------------------------------------------------------------


def fit(
    puzzle: Yajilin, change: Change[Clue | None], solution: Position
) -> Change[Clue | None] | None:
    """Every number of the change as a solution has it; None if a loop runs where a clue goes."""
    shaded, lines = _shaded(solution), solution.facts
    edits: list[tuple[Place, Clue | None]] = []
    for cell, clue in change.edits:
        assert isinstance(cell, Cell)
        if (
            clue is not None
            and cell not in puzzle.clue_at
            and any(Fact(edge(cell, near), LINE) in lines for near in _beside(cell))
        ):
            return None
        if clue is not None and clue.arrow is not None and clue.number is not None:
            clue = Clue(clue.arrow, _count(puzzle, cell, clue.arrow, shaded))
        edits.append((cell, clue))
    return change._replace(edits=tuple(edits))


def compare(before: Yajilin, after: Yajilin) -> tuple[Change[Clue | None], ...]:
    """The clues that differ, one by one."""
    old, new = before.clue_at, after.clue_at
    return tuple(
        Change(((cell, new.get(cell)),), is_plain=new.get(cell) != UNKNOWN)
        for cell in sorted(old.keys() | new.keys())
        if old.get(cell) != new.get(cell)
    )


def content(puzzle: Yajilin, place: Place) -> Clue | None:
    """The clue in a cell."""
    return puzzle.clue_at.get(place) if isinstance(place, Cell) else None


def tell(puzzle: Yajilin, altered: AppliedChange[Clue | None]) -> Message:
    """A change in words: what is taken away or put in first, the numbers that follow from it."""
    (cell, clue), *rest = altered.change.edits
    assert isinstance(cell, Cell)
    old = puzzle.clue_at.get(cell)
    if clue is None:
        first = Message("yajilin.change.take-away", {"cell": cell, "clue": _name(old)})
    elif old is None:
        first = Message("yajilin.change.put", {"cell": cell, "clue": _name(clue)})
    else:
        args = {"cell": cell, "clue": _name(old), "new": _name(clue)}
        key = "make-block" if old.counts and not clue.counts else "make"
        first = Message(f"yajilin.change.{key}", args)
    if not rest:
        return first
    lowered = tuple(
        Message("yajilin.change.lowered", {"cell": other, "number": clue.number or 0})
        for other, clue in rest
        if isinstance(other, Cell) and clue is not None
    )
    return Message(
        "yajilin.change.and-lower", {"change": first, "lowered": lowered, "count": len(lowered)}
    )


def _name(clue: Clue | None) -> Message:
    if clue is None or clue.blank:
        return Message("yajilin.change.blank", {})
    number = "?" if clue.number is None else clue.number
    arrow = clue.arrow.word if clue.arrow else "no-arrow"
    return Message(f"yajilin.change.{arrow}", {"number": number})


EDITOR = Editor(
    edit=edit,
    removals=removals,
    additions=additions,
    relax=relax,
    fit=fit,
    compare=compare,
    tell=tell,
    content=content,
    fill=FILLER,
    clear=clear,
    alternatives=alternatives,
    inserts=inserts,
)
