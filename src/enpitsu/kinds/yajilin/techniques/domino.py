"""Two cells of a clue's line of which exactly one is shaded, closed at both ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enpitsu.grid import Cell, bit_positions, bit_set
from enpitsu.kinds.yajilin.propagate import Ray
from enpitsu.kinds.yajilin.techniques.desk import Desk
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Known, Technique


class Domino(NamedTuple):
    """Two neighbours in a clue's line, exactly one of which is shaded, and why."""

    a: int
    b: int
    because: tuple[Fact, ...]


def closed_domino(desk: Desk, site: int) -> Deduction | None:
    """One of the two cells is shaded, and the loop passes the other one straight through, as it
    cannot turn to either end: so every cell at their long sides is beside a shaded cell or on the
    loop. A cell that cannot be passed like this is the shaded one."""
    ray = desk.layout.rays[site]
    for a, b in _unknown_pairs(desk, ray):
        ends = _closed_ends(desk, a, b)
        if ends is None:
            continue
        facts, sides, form = _conclusion(desk, a, b)
        if not facts:
            continue
        packed = _why_one_is_shaded(desk, ray, a, b)
        if packed is None:
            continue
        clues = tuple(desk.cell(at) for at in (ray.clue, ray.ahead) if at >= 0)
        args: dict[str, Argument] = {
            "clues": clues,
            "count": len(clues),
            "a": desk.cell(a),
            "b": desk.cell(b),
            "cell": facts[0].slot,
            "facts": facts,
        }
        return Deduction(facts, (*clues, *packed, *ends, *sides), args, form=form)
    return None


def _unknown_pairs(desk: Desk, ray: Ray) -> Iterator[tuple[int, int]]:
    unknown = ray.cells & ~(desk.board.shaded | desk.board.open | desk.board.on_line())
    for at in bit_positions(unknown & (unknown >> ray.step)):
        if at + ray.step in desk.neighbours[at]:
            yield at, at + ray.step


def _closed_ends(desk: Desk, a: int, b: int) -> tuple[Fact, ...] | None:
    """Why no line runs on from the two cells lengthwise; None if one may."""
    step = b - a
    facts = []
    for inner, outer in ((a, a - step), (b, b + step)):
        if outer not in desk.neighbours[inner]:
            continue
        if desk.is_shaded(outer):
            facts.append(desk.shaded(outer))
        elif desk.is_crossed(inner, outer):
            facts.append(desk.line(inner, outer, False))
        else:
            return None
    return tuple(facts)


def _conclusion(desk: Desk, a: int, b: int) -> tuple[tuple[Fact, ...], tuple[Fact, ...], str]:
    """(what follows, what it rests on besides, the sentence's form)."""
    for at in (a, b):
        blocked = _blocked_side(desk, at, abs(b - a))
        if blocked is not None:
            return (desk.shaded(at),), blocked, "blocked"
    sides = sorted({there for at in (a, b) for there in desk.neighbours[at]} - {a, b})
    ends = {a - (b - a), b + (b - a)}
    unknown = [there for there in sides if there not in ends and desk.is_unknown(there)]
    return tuple(desk.shaded(there, False) for there in unknown), (), "step"


def _blocked_side(desk: Desk, at: int, step: int) -> tuple[Fact, ...] | None:
    """Why the loop cannot pass a cell of the domino straight through; None if it can."""
    across = desk.cols if step == 1 else 1
    for there in (at - across, at + across):
        if there not in desk.neighbours[at]:
            return ()
    for there in (at - across, at + across):
        if desk.is_shaded(there):
            return (desk.shaded(there),)
        if desk.is_crossed(at, there):
            return (desk.line(at, there, False),)
    return None


def _why_one_is_shaded(desk: Desk, ray: Ray, a: int, b: int) -> tuple[Fact, ...] | None:
    """The facts of a clue's line by which the rest of it cannot hold all the shaded cells."""
    decided = [
        desk.shaded(at, desk.is_shaded(at))
        for at in bit_positions(ray.cells)
        if desk.is_shaded(at) or desk.is_open(at)
    ]
    if _most_shaded(desk, ray, (a, b), decided) >= ray.number:
        return None
    for fact in sorted(decided, key=lambda each: each.holds):
        fewer = [each for each in decided if each != fact]
        if _most_shaded(desk, ray, (a, b), fewer) < ray.number:
            decided = fewer
    return tuple(decided)


def _most_shaded(desk: Desk, ray: Ray, pair: tuple[int, int], facts: Iterable[Fact]) -> int:
    """How many cells of a clue's line but two can be shaded, no two touching."""
    shaded, taken = 0, {*pair}
    for fact in facts:
        assert isinstance(fact.slot, Cell)
        at = desk.at(fact.slot)
        taken.add(at)
        if fact.holds:
            shaded += 1
            taken.update(desk.neighbours[at])
    return shaded + _packed(ray.cells & ~bit_set(taken), ray.step)


def _packed(free: int, step: int) -> int:
    """How many of these cells of a line can be shaded, no two touching."""
    most, touching = 0, -1
    for at in bit_positions(free):
        if at != touching:
            most += 1
            touching = at + step
    return most


def _rays(desk: Desk) -> Iterable[int]:
    return range(len(desk.layout.rays))


def _rays_near(desk: Desk, known: Known) -> Iterator[int]:
    """The clue lines that a fact may say something about."""
    if not isinstance(known, Fact):
        return
    cells = (known.slot,) if isinstance(known.slot, Cell) else (known.slot.a, known.slot.b)
    mask = 0
    for cell in cells:
        at = desk.at(cell)
        mask |= 1 << at
        for there in desk.neighbours[at]:
            mask |= 1 << there
    for site, ray in enumerate(desk.layout.rays):
        if ray.cells & mask:
            yield site


TECHNIQUES = (Technique("closed-domino", "Y10", 2.1, closed_domino, _rays, _rays_near),)
