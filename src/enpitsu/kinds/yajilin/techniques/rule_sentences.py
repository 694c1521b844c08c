"""The links of a chain of thoughts in a player's words: what one rule makes of what is given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, Edge, bit_set, cell_number, is_inside
from enpitsu.kind import Rule
from enpitsu.kinds.yajilin.board import SHADED
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.kinds.yajilin.techniques.packing import KnownCells, LineRoom
from enpitsu.position import Fact
from enpitsu.technique import Argument, Message


class _Sorted(NamedTuple):
    """Facts by their sort."""

    shaded: tuple[Cell, ...]
    open: tuple[Cell, ...]
    lines: tuple[Edge, ...]
    crosses: tuple[Edge, ...]


def narrate(
    puzzle: Yajilin, rule: Rule, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> Message:
    """Say what a rule instance makes of what is given; with nothing in `then`: it is broken."""
    told = _TELLERS[rule.code](puzzle, rule, _sort(given), _sort(then))
    # Shaded cells, cells that are not, lines, and edges that are none.
    facts = sorted(then, key=lambda fact: (fact.value != SHADED, not fact.holds, fact.slot))
    return told._replace(args={"facts": tuple(facts), **told.args})


def _sort(facts: Iterable[Fact]) -> _Sorted:
    cells: dict[bool, list[Cell]] = {True: [], False: []}
    edges: dict[bool, list[Edge]] = {True: [], False: []}
    for fact in facts:
        if isinstance(fact.slot, Cell):
            cells[fact.holds].append(fact.slot)
        else:
            edges[fact.holds].append(fact.slot)
    return _Sorted(
        tuple(sorted(cells[True])),
        tuple(sorted(cells[False])),
        tuple(sorted(edges[True])),
        tuple(sorted(edges[False])),
    )


def _why(key: str, **args: Argument) -> Message:
    return Message(f"{Yajilin.kind}.why.{key}", args)


# --- a cell ------------------------------------------------------------------------------------


def _tell_cell(puzzle: Yajilin, rule: Rule, given: _Sorted, then: _Sorted) -> Message:
    cell = rule.cells[0]
    closed = {end for cross in given.crosses for end in cross if cell in cross}
    near = (direction.step(cell) for direction in Direction)
    ways = sorted(
        there
        for there in near
        if is_inside(there, puzzle.rows, puzzle.cols)
        and there not in puzzle.clue_at
        and there not in closed
    )
    if not any(then):
        return _cell_broken(cell, given, ways)
    if cell in given.shaded:
        return _beside(cell, then.open)
    if not given.lines and cell not in given.open and len(ways) < 2:
        facts = (Fact(cell, SHADED), *(Fact(other, SHADED, False) for other in then.open))
        return _why("dead" if ways else "closed", cell=cell, facts=facts)
    if then.lines and given.lines:
        (there,) = {end for end in then.lines[0] if end != cell}
        return _why("goes-on", cell=cell, there=there)
    if then.lines and given.shaded:
        return _why("corridor-beside", cell=cell, a=ways[0], b=ways[1], other=given.shaded[0])
    if then.lines:
        return _why("corridor", cell=cell, a=ways[0], b=ways[1])
    if given.shaded and not given.lines:
        return _beside(given.shaded[0], then.open)
    # A shaded cell has no lines, one with lines no others and no shading: seen at once.
    return _why("at-once")


def _beside(cell: Cell, others: tuple[Cell, ...]) -> Message:
    if not others:
        return _why("at-once")
    return _why("beside", cell=cell, facts=tuple(Fact(other, SHADED, False) for other in others))


def _cell_broken(cell: Cell, given: _Sorted, ways: list[Cell]) -> Message:
    if cell in given.shaded:
        other = next((other for other in given.shaded if other != cell), None)
        if other is None:
            return _why("line-on-shaded", cell=cell)
        return _why("touching", cell=cell, other=other)
    if len(given.lines) > 2:
        return _why("branch", cell=cell)
    if given.lines:
        return _why("stuck", cell=cell)
    if given.shaded:
        key = "one-way-beside" if ways else "no-way-beside"
        return _why(key, cell=cell, other=given.shaded[0])
    return _why("one-way" if ways else "no-way", cell=cell)


# --- a clue ------------------------------------------------------------------------------------


def _tell_clue(puzzle: Yajilin, rule: Rule, given: _Sorted, then: _Sorted) -> Message:
    numbers = [puzzle.clue_at[clue].number or 0 for clue in _clue_cells(rule)]
    number = numbers[0] - sum(numbers[1:])
    if not any(then) and len(given.shaded) > number:
        return _about_clue(rule, "too-many", count=len(given.shaded), number=number)
    if not any(then):
        in_row = all(cell.row == rule.cells[0].row for cell in rule.cells)
        cells, shaded, opened = (
            bit_set([cell_number(cell, puzzle.cols) for cell in some])
            for some in (rule.cells[1:], given.shaded, given.open)
        )
        known = KnownCells(shaded, opened)
        most = LineRoom(cells, 1 if in_row else puzzle.cols, known).high
        return _about_clue(rule, "too-few" if most else "none", count=most, number=number)
    is_complete = len(given.shaded) == number
    key = ("complete" if number else "zero") if is_complete else "no-room"
    return _about_clue(rule, key, count=number)


def _about_clue(rule: Rule, key: str, **args: Argument) -> Message:
    clues = _clue_cells(rule)
    if len(clues) == 1:
        return _why(f"clue-{key}", clue=clues[0], **args)
    return _why(f"between-{key}", near=clues[0], far=clues[1], **args)


def _clue_cells(rule: Rule) -> tuple[Cell, ...]:
    return tuple(place for place in rule.clues if isinstance(place, Cell))


# --- the loop ----------------------------------------------------------------------------------


def _tell_one_loop(puzzle: Yajilin, rule: Rule, given: _Sorted, then: _Sorted) -> Message:
    inside = [cell for cell in given.open if cell in rule.cells]
    elsewhere = [cell for cell in given.open if cell not in rule.cells]
    if given.crosses or then.lines:
        if not inside or not elsewhere:
            return _why("one-loop" if any(then) else "no-loop")
        key = "gets-on" if any(then) else "cut-off"
        return _why(key, a=inside[0], b=elsewhere[0])
    if then.shaded:
        return _why("loop-closed")
    if not elsewhere:
        return _why("one-loop" if any(then) else "early-loop")
    return _why("closes-without" if any(then) else "closed-without", cell=elsewhere[0])


def _tell_outside(puzzle: Yajilin, rule: Rule, given: _Sorted, then: _Sorted) -> Message:
    if not any(then):
        return _why("inside", cells=given.shaded) if given.shaded else _why("sides-broken")
    return _why("outside" if given.shaded or then.shaded or then.open else "sides")


_TELLERS = {
    "cell": _tell_cell,
    "clue": _tell_clue,
    "one-loop": _tell_one_loop,
    "outside": _tell_outside,
}
