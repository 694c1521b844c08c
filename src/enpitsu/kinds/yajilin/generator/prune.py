"""Fewer clues: those that can go are taken away, and others are turned so that more can.

Whether a change leaves the puzzle with one answer is first asked of all rivals known, which takes
microseconds; then of the tile around; then the parts of the proof that rested on what has changed
are proved anew. What is too hard to prove is left as it is: people would not like it either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.generator.clue_choice import ClueChoice
from enpitsu.kinds.yajilin.generator.local_solvers import LocalSolvers
from enpitsu.kinds.yajilin.generator.loop_plan import Arrow
from enpitsu.kinds.yajilin.generator.partwise_proof import PartwiseProof
from enpitsu.limits import Budget
from enpitsu.sat.backend import TooHard

TILE_LIMIT = 100  # conflicts that a question to a local solver may take
ROUNDS = 3  # so often all clues are looked at


class Pruning(NamedTuple):
    """Everything that changes of a proved puzzle need."""

    choice: ClueChoice
    local_solvers: LocalSolvers
    proof: PartwiseProof
    limit: int
    """Conflicts that the new proof of a part may take."""
    budget: Budget
    hard: set[tuple[int, ...]]
    """Changes that were too hard to prove."""
    turns: int = 3
    """So many other clues are turned, one after another, to make a clue needless."""
    exchanges: int = 0
    """So many ways to put one clue for two are tried for each clue."""


def prune_clues(pruning: Pruning, wanted: int) -> None:
    """Take clues away, the least pleasing first, until there are as few as wanted or none can go;
    then turn clues to make others needless."""
    choice = pruning.choice
    for _ in range(ROUNDS):
        before = choice.size
        for attempt in (_without, _with_turn, _with_exchange):
            looks = {at: choice.looks(arrow) for at, arrow in choice.arrows.items()}
            for at in sorted(looks, key=looks.__getitem__, reverse=True):
                if choice.size <= wanted:
                    return
                pruning.budget.check()
                if at in choice.arrows and not choice.places.fixed >> at & 1:
                    attempt(pruning, at)
        if choice.size == before:
            return


def _group(choice: ClueChoice, at: int) -> list[int]:
    """The clues that go together with one; none if shaded cells would touch."""
    mate = choice.places.mates.get(at, at)
    group = [at] if mate == at else [at, mate]
    return group if _may_go(choice, group) else []


def _may_go(choice: ClueChoice, group: list[int]) -> bool:
    """Return True if no shaded cells touch without some clues."""
    stays = choice.cells & ~sum(1 << one for one in group)
    return not any(choice.plan.beside_off[one] & ~stays for one in group)


def _without(pruning: Pruning, at: int) -> bool:
    """Take a clue away if it is needless."""
    choice = pruning.choice
    group = _group(choice, at)
    if not group or (len(group) == 1 and _missing(choice, at)):
        return False
    return _change(pruning, group, None)


def _with_turn(pruning: Pruning, at: int) -> bool:
    """Turn another clue so that this one can go."""
    choice = pruning.choice
    group = _group(choice, at)
    # What is only too hard to prove without this clue, another one will seldom help.
    if len(group) != 1 or not _missing(choice, at):
        return False
    turns = pruning.turns
    for arrow in _substitutes(choice, at, choice.cells):
        # Meanwhile rivals may have been found that tell against it.
        needed = _missing(choice, at) | choice.standing().alone[arrow.cell]
        if needed & ~choice.rivals.killed_by[arrow.cell, arrow.direction]:
            continue
        if _change(pruning, group, arrow):
            return True
        turns -= 1
        if not turns:
            break
    return False


def _substitutes(choice: ClueChoice, at: int, cells: int) -> list[Arrow]:
    """Arrows in some cells that rule out what one clue does alone."""
    missing, killed_by = _missing(choice, at), choice.rivals.killed_by
    return [
        arrow
        for other in bit_positions(cells & ~(1 << at))
        for arrow in choice.plan.arrows[other]
        if not missing & ~killed_by[other, arrow.direction]
    ]


def _missing(choice: ClueChoice, at: int) -> int:
    """The rivals known that stand if a clue goes."""
    return choice.standing().alone[at] & ~choice.rivals.needing[at]


def _with_exchange(pruning: Pruning, at: int) -> bool:
    """Put or turn a clue so that this and another one can go."""
    choice = pruning.choice
    if not pruning.exchanges or choice.places.mates or not _missing(choice, at):
        return False
    tried = islice(_exchanges(choice, at), pruning.exchanges)
    return any(_change(pruning, [at, other], arrow) for other, arrow in tried)


def _exchanges(choice: ClueChoice, at: int) -> Iterator[tuple[int, Arrow]]:
    """Other clues, each with an arrow that would rule out what both do."""
    others = [other for other in choice.arrows if not choice.places.fixed >> other & 1]
    needing, killed_by = choice.rivals.needing, choice.rivals.killed_by
    for arrow in _substitutes(choice, at, choice.places.allowed):
        for other in others:
            if other in (at, arrow.cell) or not _may_go(choice, [at, other]):
                continue
            _, alone, paired = choice.standing()
            needed = alone[at] | alone[other] | alone[arrow.cell] | paired[at] & paired[other]
            needed &= ~(needing[at] | needing[other])
            if not needed & ~killed_by[arrow.cell, arrow.direction]:
                yield other, arrow


def add_clues(pruning: Pruning, wanted: int) -> None:
    """Put more clues, the most pleasing first, until there are as many as wanted."""
    choice = pruning.choice
    free = bit_positions(choice.places.allowed & ~choice.cells)
    for at in sorted(free, key=lambda at: choice.price(choice.nicest(at))):
        pruning.budget.check()
        mate = choice.places.mates.get(at, at)
        if choice.size + (1 if mate == at else 2) <= wanted and at not in choice.arrows:
            put_clue(pruning, choice.nicest(at))


def put_clue(pruning: Pruning, arrow: Arrow) -> bool:
    """Put or turn a clue if the puzzle keeps its one answer."""
    return _change(pruning, [], arrow)


def _change(pruning: Pruning, group: list[int], arrow: Arrow | None) -> bool:
    """Take clues away and turn another, if the puzzle then still has one answer."""
    choice, before = pruning.choice, dict(pruning.choice.arrows)
    name = (*group, -1, *(arrow[:2] if arrow else ()))
    if name in pruning.hard:
        return False
    choice.lost.clear()
    for at in group:
        choice.take(at)
    if arrow is not None:
        choice.put(arrow)
    changed = [before[at] for at in (*group, arrow.cell if arrow else -1) if at in before]
    if not choice.standing().left and _holds(pruning, changed, name):
        choice.lost.clear()
        return True
    choice.restore(before)
    choice.lost.clear()
    return False


def _holds(pruning: Pruning, changed: list[Arrow], name: tuple[int, ...]) -> bool:
    """Return True if there is still one answer without some clues that told of it."""
    choice, proof = pruning.choice, pruning.proof
    told = choice.arrows.values()
    used = {}
    try:
        for old in changed:
            local = pruning.local_solvers.around(old.cell)
            if local is not None:
                rivals = local.solver.rivals(told, [local.solver.wrong(old)], TILE_LIMIT)
                if rivals:
                    choice.take_in(rivals)
                    return False
        for part in proof.resting_on(choice.lost):
            rivals = choice.rival_solver.rivals(told, proof.question(part), pruning.limit)
            if rivals:
                choice.take_in(rivals)
                return False
            used[part] = choice.rival_solver.used()
    except TooHard:
        pruning.hard.add(name)
        return False
    proof.renew(used)
    return True
