"""Two cells of a clue's line of which exactly one is shaded, closed at both ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enpitsu.grid import Cell, bit_positions, bit_set
from enpitsu.kinds.yajilin.propagate import CountRay
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Known, Technique


class Domino(NamedTuple):
    """Two neighbours in a clue's line, exactly one of which is shaded, and why."""

    a: int
    b: int
    because: tuple[Fact, ...]


def closed_domino(state: YajilinState, site: int) -> Deduction | None:
    """One of the two cells is shaded, and the loop passes the other one straight through, as it
    cannot turn to either end: so every cell at their long sides is beside a shaded cell or on the
    loop. A cell that cannot be passed like this is the shaded one."""
    ray = state.layout.rays[site]
    for a, b in _unknown_pairs(state, ray):
        ends = _closed_ends(state, a, b)
        if ends is None:
            continue
        facts, sides, form = _conclusion(state, a, b)
        if not facts:
            continue
        packed = _why_one_is_shaded(state, ray, a, b)
        if packed is None:
            continue
        clues = tuple(state.cell(at) for at in (ray.clue, ray.ahead) if at >= 0)
        args: dict[str, Argument] = {
            "clues": clues,
            "count": len(clues),
            "a": state.cell(a),
            "b": state.cell(b),
            "cell": facts[0].slot,
            "facts": facts,
        }
        return Deduction(facts, (*clues, *packed, *ends, *sides), args, form=form)
    return None


def _unknown_pairs(state: YajilinState, ray: CountRay) -> Iterator[tuple[int, int]]:
    unknown = ray.cells & ~(state.board.shaded | state.board.open | state.board.on_line())
    for at in bit_positions(unknown & (unknown >> ray.step)):
        if at + ray.step in state.neighbours[at]:
            yield at, at + ray.step


def _closed_ends(state: YajilinState, a: int, b: int) -> tuple[Fact, ...] | None:
    """Return why no line runs on from the two cells lengthwise; None if one may."""
    step = b - a
    facts = []
    for inner, outer in ((a, a - step), (b, b + step)):
        if outer not in state.neighbours[inner]:
            continue
        if state.is_shaded(outer):
            facts.append(state.shaded_fact(outer))
        elif state.is_crossed(inner, outer):
            facts.append(state.line_fact(inner, outer, False))
        else:
            return None
    return tuple(facts)


def _conclusion(
    state: YajilinState, a: int, b: int
) -> tuple[tuple[Fact, ...], tuple[Fact, ...], str]:
    """(what follows, what it rests on besides, the sentence's form)."""
    for at in (a, b):
        blocked = _blocked_side(state, at, abs(b - a))
        if blocked is not None:
            return (state.shaded_fact(at),), blocked, "blocked"
    sides = sorted({there for at in (a, b) for there in state.neighbours[at]} - {a, b})
    ends = {a - (b - a), b + (b - a)}
    unknown = [there for there in sides if there not in ends and state.is_unknown(there)]
    return tuple(state.shaded_fact(there, False) for there in unknown), (), "step"


def _blocked_side(state: YajilinState, at: int, step: int) -> tuple[Fact, ...] | None:
    """Return why the loop cannot pass a cell of the domino straight through; None if it can."""
    across = state.cols if step == 1 else 1
    for there in (at - across, at + across):
        if there not in state.neighbours[at]:
            return ()
    for there in (at - across, at + across):
        if state.is_shaded(there):
            return (state.shaded_fact(there),)
        if state.is_crossed(at, there):
            return (state.line_fact(at, there, False),)
    return None


def _why_one_is_shaded(
    state: YajilinState, ray: CountRay, a: int, b: int
) -> tuple[Fact, ...] | None:
    """The facts of a clue's line by which the rest of it cannot hold all the shaded cells."""
    decided = [
        state.shaded_fact(at, state.is_shaded(at))
        for at in bit_positions(ray.cells)
        if state.is_shaded(at) or state.is_open(at)
    ]
    if _most_shaded(state, ray, (a, b), decided) >= ray.number:
        return None
    for fact in sorted(decided, key=lambda each: each.holds):
        fewer = [each for each in decided if each != fact]
        if _most_shaded(state, ray, (a, b), fewer) < ray.number:
            decided = fewer
    return tuple(decided)


def _most_shaded(
    state: YajilinState, ray: CountRay, pair: tuple[int, int], facts: Iterable[Fact]
) -> int:
    """Return how many cells of a clue's line but two can be shaded, no two touching."""
    shaded, taken = 0, {*pair}
    for fact in facts:
        assert isinstance(fact.slot, Cell)
        at = state.at(fact.slot)
        taken.add(at)
        if fact.holds:
            shaded += 1
            taken.update(state.neighbours[at])
    return shaded + _packed(ray.cells & ~bit_set(taken), ray.step)


def _packed(free: int, step: int) -> int:
    """Return how many of these cells of a line can be shaded, no two touching."""
    most, touching = 0, -1
    for at in bit_positions(free):
        if at != touching:
            most += 1
            touching = at + step
    return most


def _rays(state: YajilinState) -> Iterable[int]:
    return range(len(state.layout.rays))


def _rays_near(state: YajilinState, known: Known) -> Iterator[int]:
    """The clue lines that a fact may say something about."""
    if not isinstance(known, Fact):
        return
    cells = (known.slot,) if isinstance(known.slot, Cell) else (known.slot.a, known.slot.b)
    mask = 0
    for cell in cells:
        at = state.at(cell)
        mask |= 1 << at
        for there in state.neighbours[at]:
            mask |= 1 << there
    for site, ray in enumerate(state.layout.rays):
        if ray.cells & mask:
            yield site


TECHNIQUES = (Technique("closed-domino", "Y10", 2.1, closed_domino, _rays, _rays_near),)
