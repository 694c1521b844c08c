"""Polish: arrows are turned, one at a time, until the puzzle looks more like a human author's.

Left to chance, arrows look along the board's longest lines and see nearly every cell. Human authors
leave about half of the cells unseen, and their arrows see more shaded cells than chance would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enpitsu.kinds.yajilin.generator.clue_choice import ClueChoice
from enpitsu.kinds.yajilin.generator.loop_plan import Arrow
from enpitsu.kinds.yajilin.generator.prune import Pruning, put_clue

GAIN = 0.005  # by so much a turn must make the look better
NEAR = 0.15  # A distance that is near enough
ROUNDS = 3  # how often all clues are looked at


class LookTarget(NamedTuple):
    """The look to aim at: shares of all free cells, clues, shaded cells."""

    seen: float
    zeros: float
    number: float
    unseen: float
    strict: float = 0.1
    """By how much the share of zeros may be off."""


def human_target(area: int, zeros: float | None) -> LookTarget:
    """Return the look of human puzzles of a size, with another share of zeros if one is given."""
    large = min(1.0, max(0.0, (area - 100) / 900))
    usual = LookTarget(
        seen=0.44 + 0.15 * large,
        zeros=0.15,
        number=1.55 + 0.15 * large,
        unseen=0.17 - 0.05 * large,
    )
    if zeros is None:
        return usual
    number = usual.number * (1.0 - zeros) / (1.0 - usual.zeros)
    return usual._replace(zeros=zeros, number=number, strict=0.03)


def beautify(pruning: Pruning, target: LookTarget, tries: int) -> None:
    """Turn clues towards a target, the most helpful turns first; so many turns are tried."""
    choice = pruning.choice
    for _ in range(ROUNDS):
        now = distance(choice, choice.arrows.values(), target)
        before = tries
        for _, arrow in _turns(choice, target, now):
            pruning.budget.check()
            if now < NEAR or not tries:
                return
            after = distance(choice, _turn(choice, arrow), target)
            if after < now - GAIN:
                tries -= 1
                if put_clue(pruning, arrow):
                    now = after
        if tries == before:
            return


def _turns(choice: ClueChoice, target: LookTarget, now: float) -> list[tuple[float, Arrow]]:
    """The turns that bring the look nearer, the best of each clue, the best first."""
    found = []
    for at in choice.arrows:
        scored = [
            (distance(choice, _turn(choice, arrow), target), arrow)
            for arrow in choice.plan.arrows[at]
            if arrow != choice.arrows[at]
        ]
        found += [best for best in sorted(scored)[:1] if best[0] < now - GAIN]
    return sorted(found)


def _turn(choice: ClueChoice, turned: Arrow) -> Iterator[Arrow]:
    """The arrows with one of them turned."""
    return (turned if at == turned.cell else arrow for at, arrow in choice.arrows.items())


def distance(choice: ClueChoice, arrows: Iterable[Arrow], target: LookTarget) -> float:
    """Return the distance of the look with these arrows from a target, in units of spread."""
    plan = choice.plan
    shaded, free = plan.off & ~choice.cells, plan.everything & ~choice.cells
    seen = zeros = total = clues = 0
    for arrow in arrows:
        number = (arrow.seen & shaded).bit_count()
        clues += 1
        total += number
        zeros += not number
        seen |= arrow.seen
    shares = (
        ((seen & free).bit_count() / max(1, free.bit_count()) - target.seen) / 0.055,
        (zeros / max(1, clues) - target.zeros) / target.strict,
        (total / max(1, clues) - target.number) / 0.2,
        ((shaded & ~seen).bit_count() / max(1, shaded.bit_count()) - target.unseen) / 0.08,
    )
    return sum(share * share for share in shares)
