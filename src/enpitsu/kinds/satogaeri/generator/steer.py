"""Steering a draft towards a level: until simple means of one tier lead to the end, and until those
of the tier below do not.

Easier: where circles stay open, a cell where one of them could end is handed to a country that is
already taken, so that the way there is closed; or a circle is told its number; or it comes from
elsewhere. When all are placed, the puzzle has one solution: nothing was guessed.

Harder: numbers are taken away and borders moved, as long as there is no rival, and each change is
kept that leaves no fewer circles open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from enpitsu.kinds.satogaeri.generator.draft import Changes, Draft
from enpitsu.kinds.satogaeri.generator.fast_grade import (
    SETTLED,
    PossibleMove,
    SatogaeriFastGrade,
    open_starts,
)
from enpitsu.kinds.satogaeri.generator.relay import relaid

TRIED = 8
"""Borders that are moved on trial before a number is told."""
MOST_COST = 4.0
"""What a border may cost in looks."""
HARDER = (0.3, 0.4, 0.3)
"""How many of the changes that make a puzzle harder take a number away, move a border, and let a
circle come from elsewhere."""


def open_circles(draft: Draft, tier: int) -> set[int]:
    """The circles that means up to a tier do not place."""
    if tier < SETTLED:
        return _fast_grade(draft, tier).open
    starts = open_starts(draft.puzzle(), tier, draft.budget)
    return {circle for circle, track in enumerate(draft.tracks) if track[0] in starts}


def _fast_grade(draft: Draft, tier: int) -> SatogaeriFastGrade:
    return SatogaeriFastGrade(draft.land, draft.borders.labels, draft.tracks, draft.numbered, tier)


# --- easier ---------------------------------------------------------------------------------------


def ease(draft: Draft, tier: int, changes: int) -> bool:
    """Change a draft until means up to a tier place every circle; False if so many changes do not
    lead there."""
    for _ in range(changes):
        draft.budget.check()
        left = open_circles(draft, tier)
        if not left:
            return True
        _close_a_way(draft, tier, left) or _tell(draft, left) or _elsewhere(draft, left)
    return not open_circles(draft, tier)


def _close_a_way(draft: Draft, tier: int, left: set[int]) -> bool:
    """PossibleMove a border so that fewer circles stay open; False if none of some does that."""
    options = list(_closings(draft, _fast_grade(draft, min(tier, SETTLED - 1))))
    draft.random.shuffle(options)
    for changes in options[:TRIED]:
        cost = draft.cost_of(changes)
        if cost is None or cost > MOST_COST:
            continue
        draft.hand_over(changes)
        if len(open_circles(draft, tier)) < len(left):
            return True
        draft.take_back(changes)
    return False


def _closings(draft: Draft, fast: SatogaeriFastGrade) -> Iterator[Changes]:
    """Handings of a cell where an open circle should not end to a country that is taken."""
    labels, near = draft.borders.labels, draft.land.near
    for circle in sorted(fast.open):
        for move in fast.left(circle):
            if not _is_known(draft, move):
                for country in dict.fromkeys(labels[at] for at in near[move.end]):
                    if country not in fast.open and country != move.country:
                        yield draft.borders.handed(move.end, country)


def _is_known(draft: Draft, move: PossibleMove) -> bool:
    """Whether a move is that of the known solution."""
    return draft.tracks[move.circle][1:] == tuple(move.cells)


def _tell(draft: Draft, left: set[int]) -> bool:
    """Tell an open circle its number."""
    options = sorted(left - draft.numbered)
    if not options:
        return False
    draft.numbered.add(draft.random.choice(options))
    return True


def _elsewhere(draft: Draft, left: set[int]) -> bool:
    """Let an open circle come from elsewhere."""
    circle = draft.random.choice(sorted(left))
    found = relaid(draft.borders, draft.tracks, circle, draft.random)
    if found is None:
        return False
    draft.lay(found)
    return True


# --- harder ---------------------------------------------------------------------------------------


def harden(draft: Draft, tier: int, *, wanted: int, changes: int, ceiling: int | None) -> int:
    """Change a draft with one solution, and keep each change that makes it no easier, until so many
    circles are open after a tier or so many changes are tried; how many are open then. Means up
    to the ceiling must still place all of them."""
    weight = _weight(draft, tier)
    for _ in range(changes):
        draft.budget.check()
        if weight.open >= wanted:
            break
        weight = _tried_harder(draft, tier, weight, ceiling)
    return weight.open


class Weight(NamedTuple):
    """How hard a draft is: the circles open after a tier, and those after all tiers up to it, the
    higher ones counting more. Without the lower ones no change would seem to lead anywhere as long
    as all circles can be placed."""

    total: int
    open: int


def _weight(draft: Draft, tier: int) -> Weight:
    counts = [len(open_circles(draft, 0))]
    for each in range(1, tier + 1):
        counts.append(len(open_circles(draft, each)) if counts[-1] else 0)
    return Weight(sum(count << 2 * each for each, count in enumerate(counts)), counts[-1])


def _tried_harder(draft: Draft, tier: int, before: Weight, ceiling: int | None) -> Weight:
    """One change; taken back if it makes the draft easier or breaks it."""
    undo = draft.random.choices((_hide, _hand, _relay), HARDER)[0](draft)
    if undo is None:
        return before
    found = _kept(draft, tier, before, ceiling)
    if found is None:
        undo()
        return before
    return found


def _hide(draft: Draft) -> Callable[[], None] | None:
    """Take a number away."""
    if not draft.numbered:
        return None
    before = set(draft.numbered)
    draft.hide_another()

    def undo() -> None:
        draft.numbered = before

    return undo


def _hand(draft: Draft) -> Callable[[], None] | None:
    """PossibleMove a border."""
    changes = _random_handing(draft)
    if changes is None:
        return None
    draft.hand_over(changes)
    return lambda: draft.take_back(changes)


def _relay(draft: Draft) -> Callable[[], None] | None:
    """Let a circle come from elsewhere."""
    circle = draft.random.randrange(len(draft.tracks))
    found = relaid(draft.borders, draft.tracks, circle, draft.random)
    if found is None:
        return None
    before = {each: draft.tracks[each] for each in found}
    draft.lay(found)
    return lambda: draft.lay(before)


def _random_handing(draft: Draft) -> Changes | None:
    at = draft.random.randrange(draft.land.count)
    labels = draft.borders.labels
    beside = sorted({labels[other] for other in draft.land.near[at]} - {labels[at]})
    if not beside:
        return None
    changes = draft.borders.handed(at, draft.random.choice(beside))
    cost = draft.cost_of(changes)
    return None if cost is None or cost > MOST_COST / 2 else changes


def _kept(draft: Draft, tier: int, before: Weight, ceiling: int | None) -> Weight | None:
    """How hard a change makes a draft, if it may stay."""
    found = _weight(draft, tier)
    if found.total < before.total:
        return None
    if ceiling is not None:
        return None if open_circles(draft, ceiling) else found
    return found if not found.open or draft.is_unique() else None
