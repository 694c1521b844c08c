"""Two cells of a clue's line of which exactly one is shaded, closed at both ends."""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.grid import Cell, bit_positions
from enpitsu.kinds.yajilin.propagate import CountRay
from enpitsu.kinds.yajilin.techniques.packing import LineFilling, LineRoom
from enpitsu.kinds.yajilin.techniques.reasons import Evidence, needed
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact
from enpitsu.technique import Argument, Deduction, Known, Technique


def closed_domino(state: YajilinState, site: int) -> Deduction | None:
    """One of the two cells is shaded, and the loop passes the other one straight through, as it
    cannot turn to either end: so every cell at their long sides is beside a shaded cell or on the
    loop. A cell that cannot be passed like this is the shaded one."""
    ray = state.layout.rays[site]
    unknown = ray.cells & ~(state.board.shaded | state.board.open | state.board.on_line())
    for a in bit_positions(unknown & (unknown >> ray.step)):
        b = a + ray.step
        ends = _closed_ends(state, a, b) if b in state.neighbours[a] else None
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


def _closed_ends(state: YajilinState, a: int, b: int) -> list[Fact] | None:
    """The facts by which no line runs on from the two cells lengthwise; None if one may."""
    facts = []
    for inner, outer in ((a, a - (b - a)), (b, b + (b - a))):
        if outer in state.neighbours[inner]:
            fact = state.why_closed(inner, outer)
            if fact is None:
                return None
            facts.append(fact)
    return facts


def _conclusion(
    state: YajilinState, a: int, b: int
) -> tuple[tuple[Fact, ...], tuple[Fact, ...], str]:
    """(what follows, what it rests on besides, the sentence's form)."""
    across = state.cols if b - a == 1 else 1
    for at in (a, b):
        sides = (at - across, at + across)
        if any(there not in state.neighbours[at] for there in sides):
            return (state.shaded_fact(at),), (), "blocked"
        for there in sides:
            fact = state.why_closed(at, there)
            if fact is not None:
                return (state.shaded_fact(at),), (fact,), "blocked"
    near = sorted({there for at in (a, b) for there in state.neighbours[at]})
    in_line = {a - (b - a), a, b, b + (b - a)}
    unknown = [there for there in near if there not in in_line and state.is_unknown(there)]
    return tuple(state.shaded_fact(there, False) for there in unknown), (), "step"


def _why_one_is_shaded(state: YajilinState, ray: CountRay, a: int, b: int) -> list[Fact] | None:
    """The facts of a clue's line by which the rest of it cannot hold all the shaded cells."""
    pair = LineFilling(pairs=1 << a)
    rest = ray.cells & ~(1 << a | 1 << b)

    def argue(evidence: Evidence) -> LineFilling:
        room = LineRoom(rest, ray.step, evidence.known)
        return pair if room.high < ray.number else LineFilling()

    known = Evidence((), open=rest & state.board.open, shaded=rest & state.board.shaded)
    if not argue(known):
        return None
    known = needed(argue, known, pair)
    cells = bit_positions(known.open | known.shaded)
    return [state.shaded_fact(at, bool(known.shaded >> at & 1)) for at in cells]


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


TECHNIQUES = (
    Technique(
        "closed-domino",
        "Y10",
        2.1,
        closed_domino,
        lambda state: range(len(state.layout.rays)),
        _rays_near,
    ),
)
