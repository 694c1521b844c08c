"""Fewer clues: those that can go are taken away, and others are turned so that more can.

Whether a change leaves the puzzle with one answer is first asked of all rivals known, which takes
microseconds; then of the tile around; then the parts of the proof that rested on what has changed
are proved anew. What is too hard to prove is left as it is: people would not like it either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.generator.clues import Choice
from enpitsu.kinds.yajilin.generator.doubt import TooHard
from enpitsu.kinds.yajilin.generator.plan import Arrow
from enpitsu.kinds.yajilin.generator.proof import Proof
from enpitsu.kinds.yajilin.generator.tiles import Tiles
from enpitsu.limits import Budget

TILE_LIMIT = 100
MOST_TURNS = 2
"""So many other clues are turned, one after another, to make a clue needless."""


class Bench(NamedTuple):
    """What changes of a proved puzzle need."""

    choice: Choice
    tiles: Tiles
    proof: Proof
    limit: int
    """Conflicts that the new proof of a part may take."""
    budget: Budget


def strip(bench: Bench, wanted: int) -> None:
    """Take clues away, the least pleasing first, until there are as few as wanted or none can go;
    then turn clues to make others needless."""
    for attempt in (_without, _with_turns):
        for at in _least_pleasing(bench.choice):
            if bench.choice.size <= wanted:
                return
            bench.budget.check()
            if at in bench.choice.arrows and not bench.choice.wish.fixed >> at & 1:
                attempt(bench, at)


def _least_pleasing(choice: Choice) -> list[int]:
    return sorted(choice.arrows, key=lambda at: choice.looks(choice.arrows[at]), reverse=True)


def _group(choice: Choice, at: int) -> list[int]:
    """The clues that go together with one; none if shaded cells would touch."""
    mate = choice.wish.mates.get(at, at)
    group = [at] if mate == at else [at, mate]
    cells = sum(1 << one for one in group)
    touching = any(choice.plan.beside_off[one] & (~choice.cells | cells) for one in group)
    return [] if touching else group


def _without(bench: Bench, at: int) -> bool:
    """Take a clue away if it is needless."""
    return bool(group := _group(bench.choice, at)) and _change(bench, group, None)


def _with_turns(bench: Bench, at: int) -> bool:
    """Turn another clue so that this one can go."""
    group = _group(bench.choice, at)
    if len(group) != 1:
        return False
    return any(_change(bench, group, arrow) for arrow in _stand_ins(bench.choice, at))


def _stand_ins(choice: Choice, at: int) -> Iterator[Arrow]:
    """Arrows of other clues that would rule out what this clue and their own do alone."""
    _, alone = choice.standing()
    missing = alone[at] & ~choice.rivals.needing[at]
    killed_by, found = choice.rivals.killed_by, 0
    for other in bit_positions(choice.cells & ~(1 << at)):
        for arrow in choice.plan.arrows[other]:
            if not (alone[other] | missing) & ~killed_by[other, arrow.way]:
                yield arrow
                found += 1
                if found == MOST_TURNS:
                    return


def fill(bench: Bench, wanted: int) -> None:
    """Put more clues, the most pleasing first, until there are as many as wanted."""
    choice = bench.choice
    free = bit_positions(choice.wish.allowed & ~choice.cells)
    for at in sorted(free, key=lambda at: choice.price(choice.nicest(at))):
        bench.budget.check()
        mate = choice.wish.mates.get(at, at)
        if choice.size + (1 if mate == at else 2) <= wanted and at not in choice.arrows:
            put(bench, choice.nicest(at))


def put(bench: Bench, arrow: Arrow) -> bool:
    """Put or turn a clue if the puzzle keeps its one answer."""
    return _change(bench, [], arrow)


def _change(bench: Bench, group: list[int], arrow: Arrow | None) -> bool:
    """Take clues away and turn another, if the puzzle then still has one answer."""
    choice, before = bench.choice, dict(bench.choice.arrows)
    choice.lost.clear()
    for at in group:
        choice.take(at)
    if arrow is not None:
        choice.put(arrow)
    changed = [before[at] for at in (*group, arrow.cell if arrow else -1) if at in before]
    if not choice.standing()[0] and _holds(bench, changed):
        choice.lost.clear()
        return True
    choice.restore(before)
    choice.lost.clear()
    return False


def _holds(bench: Bench, changed: list[Arrow]) -> bool:
    """Whether there is still one answer without some clues that told of it."""
    choice, proof = bench.choice, bench.proof
    try:
        if any(_rival_near(bench, old) for old in changed):
            return False
        used = {}
        for part in proof.resting_on(choice.lost):
            told = choice.arrows.values()
            rivals = choice.doubt.rivals(told, proof.question(part), bench.limit)
            if rivals:
                choice.take_in(rivals)
                return False
            used[part] = choice.doubt.used()
    except TooHard:
        return False
    proof.renew(used)
    return True


def _rival_near(bench: Bench, old: Arrow) -> bool:
    """Whether the tile around a clue has a rival that the clue ruled out."""
    tile = bench.tiles.around(old.cell)
    if tile is None:
        return False
    told = bench.choice.arrows.values()
    rivals = tile.doubt.rivals(told, [tile.doubt.wrong(old)], TILE_LIMIT)
    bench.choice.take_in(rivals)
    return bool(rivals)
