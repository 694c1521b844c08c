"""Levels: what the hardest step asks for, and no less."""

from __future__ import annotations

import pytest

import enpitsu
from enpitsu.grade import LEVELS, grade
from enpitsu.registry import find_kind, kinds

KINDS = [name for name, kind in kinds().items() if kind.makers and kind.ladder is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_solved_by_its_own_level_and_not_by_the_one_below(kind: str) -> None:
    """The way takes the easiest step at each moment, so its hardest one is needed."""
    for seed in range(8):
        puzzle = enpitsu.generate(kind, 7, 7, seed=seed, jobs=1).puzzle
        assert puzzle is not None
        whole = grade(puzzle)
        assert whole.level is not None
        for at, level in enumerate(LEVELS[:-1]):
            found = grade(puzzle, ceiling=level)
            assert bool(found.missing) is (at < _at(whole.level))
            if not found.missing:
                assert found.level is whole.level


def _at(level: enpitsu.Level) -> int:
    return LEVELS.index(level)


@pytest.mark.parametrize("kind", KINDS)
def test_the_level_is_that_of_the_hardest_step(kind: str) -> None:
    ladder = find_kind(kind).ladder
    assert ladder is not None
    assert list(ladder.thresholds) == sorted(ladder.thresholds)
    for seed in range(8):
        puzzle = enpitsu.generate(kind, 6, 6, seed=seed, jobs=1).puzzle
        assert puzzle is not None
        steps = enpitsu.explain(puzzle).needed()
        hardest = max((step.level for step in steps), default=0.0)
        whole = grade(puzzle)
        assert whole.hardest == hardest
        if not any(step.technique == "proof" for step in steps):
            assert whole.level is LEVELS[sum(hardest >= limit for limit in ladder.thresholds)]
