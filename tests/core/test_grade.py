"""Levels: what the hardest step asks for, and no less."""

from __future__ import annotations

import itertools

import pytest

import enpitsu
from enpitsu.grade import (
    LENGTHS,
    LEVELS,
    MOST_STEPS,
    Grade,
    Length,
    Level,
    effort,
    grade,
    label,
    length_word,
    steps_of,
    with_grade,
)
from enpitsu.kind import Meta
from enpitsu.registry import find_kind, kinds
from enpitsu.solve import Status
from tests.library import starters

pytestmark = pytest.mark.quick

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


def test_every_length_follows_the_one_before() -> None:
    ends = [steps_of(length) for length in LENGTHS]
    assert ends[0] == (0, MOST_STEPS[0])
    assert ends[-1] == (MOST_STEPS[-1] + 1, None)
    for (_, most), (fewest, _) in itertools.pairwise(ends):
        assert most is not None
        assert fewest == most + 1
    for length, (fewest, most) in zip(LENGTHS, ends, strict=True):
        assert length_word(fewest) is length
        assert length_word(10**6 if most is None else most) is length


def test_labels_say_level_and_length() -> None:
    found = Grade(Status.UNIQUE, level=Level.HARD, score=3.0, length=301)
    assert (found.label, found.length_word) == ("hard, very long", Length.VERY_LONG)
    assert (label("hard", 125), label("hard", 126)) == ("hard, mid-length", "hard, long")
    assert label("hard") == "hard", "nobody counted the steps"
    at_once = Grade(Status.UNIQUE, level=Level.GENTLE)
    assert at_once.label == "gentle, very short"
    several = Grade(Status.MULTIPLE)
    assert (several.label, several.length_word, several.difficulty) == ("", None, None)


def test_a_puzzle_without_a_step() -> None:
    found = grade(find_kind("nonogram").blank(1, 1))
    assert (found.level, found.length, found.label) == (Level.GENTLE, 0, "gentle, very short")
    nothing = grade(find_kind("yajilin").blank(1, 1))
    assert (nothing.level, nothing.length_word, nothing.label) == (None, None, "")


@pytest.mark.parametrize("kind", KINDS)
def test_starter_puzzles_tell_how_long_they_are(kind: str) -> None:
    lengths = [each.meta.length for each in starters(kind)]
    assert all(lengths)
    assert len({length_word(each) for each in lengths}) > 1
    first = starters(kind)[0]
    found = grade(first.puzzle)
    assert (str(found.level), found.length) == (first.meta.level, first.meta.length)


@pytest.mark.parametrize("kind", KINDS)
def test_difficulty_only_where_there_are_labels_to_fit_to(kind: str) -> None:
    ladder = find_kind(kind).ladder
    assert ladder is not None
    found = grade(starters(kind)[1].puzzle)
    if ladder.difficulty is None:
        assert found.difficulty is None
    else:
        offset, factor = ladder.difficulty
        wanted = offset + factor * effort(found.score, found.length)
        assert found.difficulty == min(9.0, max(1.0, wanted))


def test_what_is_only_partly_graded_has_no_length() -> None:
    """With a ceiling the steps above it are missing: nobody knows how many they are."""
    hard = next(each for each in starters("yajilin") if each.meta.level == "hard")
    found = grade(hard.puzzle, ceiling=Level.GENTLE)
    assert found.missing
    assert (found.length_word, found.difficulty, found.label) == (None, None, str(found.level))
    assert with_grade(Meta(length=7), found) == Meta(level=str(found.level))
    assert with_grade(Meta(level="hard", length=7), None) == Meta()
