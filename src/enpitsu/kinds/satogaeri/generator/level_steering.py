"""Steering a candidate towards a level: until simple means of one tier lead to the end, and until
those of the tier below do not.

Easier: where circles stay open, a cell where one of them could end is handed to a country that is
already taken, so that it cannot end there; or a circle is told its number; or it comes from
elsewhere. When all are placed, the puzzle has one solution: nothing was guessed.

Harder: numbers are taken away and borders moved, as long as there is no rival, and each change is
kept that leaves no fewer circles open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from enpitsu.kinds.satogaeri.generator.candidate import CandidatePuzzle
from enpitsu.kinds.satogaeri.generator.fast_grade import (
    SETTLED,
    SatogaeriFastGrade,
    open_starts,
)
from enpitsu.kinds.satogaeri.generator.known_tracks import reroute

TRIED = 8  # borders that are moved on trial before a number is told
MOST_COST = 4.0  # what a border may cost in looks
HARDER = (0.3, 0.4, 0.3)
"""The shares of the changes that make a puzzle harder: a number is taken away, a border moves, a
circle comes from elsewhere."""


def open_circles(candidate: CandidatePuzzle, tier: int) -> set[int]:
    """The circles that means up to a tier do not place."""
    if tier < SETTLED:
        return _fast_grade(candidate, tier).open
    starts = open_starts(candidate.puzzle(), tier, candidate.budget)
    return {circle for circle, track in enumerate(candidate.tracks) if track[0] in starts}


def _fast_grade(candidate: CandidatePuzzle, tier: int) -> SatogaeriFastGrade:
    return SatogaeriFastGrade(
        candidate.grid, candidate.borders.labels, candidate.tracks, candidate.numbered, tier
    )


# --- easier ---------------------------------------------------------------------------------------


def ease(candidate: CandidatePuzzle, tier: int, changes: int) -> bool:
    """Change a candidate until means up to a tier place every circle; False if so many changes do
    not lead there."""
    for _ in range(changes):
        candidate.budget.check()
        left = open_circles(candidate, tier)
        if not left:
            return True
        if _move_border(candidate, tier, left):
            continue
        if unnumbered := sorted(left - candidate.numbered):
            candidate.numbered.add(candidate.random.choice(unnumbered))
            continue
        circle = candidate.random.choice(sorted(left))
        found = reroute(candidate.borders, candidate.tracks, circle, candidate.random)
        if found is not None:
            candidate.lay(found)
    return not open_circles(candidate, tier)


def _move_border(candidate: CandidatePuzzle, tier: int, left: set[int]) -> bool:
    """Move a border so that fewer circles stay open; False if none of some does that."""
    fast = _fast_grade(candidate, min(tier, SETTLED - 1))
    labels, near, options = candidate.borders.labels, candidate.grid.near, []
    for circle in sorted(fast.open):
        for move in fast.left(circle):
            if candidate.tracks[circle][1:] != tuple(move.cells):  # where it should not end
                options += [
                    candidate.borders.plan_handover(move.end, country)
                    for country in dict.fromkeys(labels[at] for at in near[move.end])
                    if country not in fast.open and country != move.country
                ]
    candidate.random.shuffle(options)
    for changes in options[:TRIED]:
        cost = candidate.cost_of(changes)
        if cost is None or cost > MOST_COST:
            continue
        candidate.hand_over(changes)
        if len(open_circles(candidate, tier)) < len(left):
            return True
        candidate.take_back(changes)
    return False


# --- harder ---------------------------------------------------------------------------------------


def harden(
    candidate: CandidatePuzzle, tier: int, *, wanted: int, changes: int, ceiling: int | None
) -> int:
    """Change a candidate with one solution, and keep each change that makes it no easier, until so
    many circles are open after a tier or so many changes are tried; return how many are open then.
    Means up to the ceiling must still place all of them."""
    hardness = _hardness(candidate, tier)
    for _ in range(changes):
        candidate.budget.check()
        if hardness.open >= wanted:
            break
        undo = candidate.random.choices((_hide, _hand_over, _reroute), HARDER)[0](candidate)
        if undo is None:
            continue
        found = _hardness(candidate, tier)
        if found.total < hardness.total:
            is_kept = False
        elif ceiling is not None:
            is_kept = not open_circles(candidate, ceiling)
        else:
            is_kept = not found.open or candidate.is_unique()
        if is_kept:
            hardness = found
        else:
            undo()
    return hardness.open


class Hardness(NamedTuple):
    """The hardness of a candidate: the circles open after a tier, and those after all tiers up to
    it, the higher ones counting more. Without the lower ones no change would seem to lead anywhere
    as long as all circles can be placed."""

    total: int
    open: int


def _hardness(candidate: CandidatePuzzle, tier: int) -> Hardness:
    counts = [len(open_circles(candidate, 0))]
    for each in range(1, tier + 1):
        counts.append(len(open_circles(candidate, each)) if counts[-1] else 0)
    return Hardness(sum(count << 2 * each for each, count in enumerate(counts)), counts[-1])


def _hide(candidate: CandidatePuzzle) -> Callable[[], None] | None:
    """Take a number away."""
    if not candidate.numbered:
        return None
    before = set(candidate.numbered)
    candidate.hide_another()

    def undo() -> None:
        candidate.numbered = before

    return undo


def _hand_over(candidate: CandidatePuzzle) -> Callable[[], None] | None:
    """Move a border."""
    at = candidate.random.randrange(candidate.grid.count)
    labels = candidate.borders.labels
    beside = sorted({labels[other] for other in candidate.grid.near[at]} - {labels[at]})
    if not beside:
        return None
    changes = candidate.borders.plan_handover(at, candidate.random.choice(beside))
    cost = candidate.cost_of(changes)
    if cost is None or cost > MOST_COST / 2:
        return None
    candidate.hand_over(changes)
    return lambda: candidate.take_back(changes)


def _reroute(candidate: CandidatePuzzle) -> Callable[[], None] | None:
    """Let a circle come from elsewhere."""
    circle = candidate.random.randrange(len(candidate.tracks))
    found = reroute(candidate.borders, candidate.tracks, circle, candidate.random)
    if found is None:
        return None
    before = {each: candidate.tracks[each] for each in found}
    candidate.lay(found)
    return lambda: candidate.lay(before)
