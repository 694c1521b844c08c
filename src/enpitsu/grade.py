"""Grading: which techniques a puzzle needs, how hard its hardest steps are, how long the way is.

The level goes by the hardest step of the way, which at each moment takes the easiest step there is:
so a puzzle of a level can be solved with the techniques of that level and below, and not without
one of that level. Size does not matter for it: a large puzzle may be gentle.

Two numbers stand beside it. The score is the mean level of the ten hardest steps: a puzzle that is
hard for long is harder than one that is once. The length is the number of steps that are needed,
which is also told in a word, the same for all kinds: a step is a step. So a puzzle is "hard, long".
Both numbers together are the effort, weighted as in the levels that janko.at gives its puzzles
(bench/grade.py prints the weights and how well they fit). For kinds with such published levels the
effort is also told as a difficulty from 1 to 9.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import takewhile
from math import log2
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.explain import Explanation, Step, explain, needed
from enpitsu.explain.refute import refutation_level
from enpitsu.explain.sat_proof import PROOF
from enpitsu.kind import AnyKind, Meta, Puzzle, Solution
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Fact
from enpitsu.registry import kind_of
from enpitsu.solve import Status

HARDEST = 10  # steps whose levels make the score
DOUBLING = 2.65  # what a way twice as long weighs, in levels
EASIEST = 1.0  # the least difficulty
HARDEST_OF_ALL = 9.0  # the greatest difficulty


class Level(StrEnum):
    """The difficulty of a puzzle, the easiest first."""

    GENTLE = "gentle"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


LEVELS = tuple(Level)


class Length(StrEnum):
    """The length of a puzzle in words."""

    VERY_SHORT = "very-short"
    SHORT = "short"
    MID_LENGTH = "mid-length"
    LONG = "long"
    VERY_LONG = "very-long"

    @property
    def words(self) -> str:
        """As it is said in English."""
        return self.replace("very-", "very ")


LENGTHS = tuple(Length)
MOST_STEPS = (20, 50, 125, 300)
"""The most steps of a puzzle that is very short, short, mid-length and long; above it is very
long. Each word covers two and a half times the steps of the one before."""


def length_word(steps: int) -> Length:
    """Return the word for the length of a puzzle of so many steps."""
    return LENGTHS[sum(steps > most for most in MOST_STEPS)]


def steps_of(length: Length) -> tuple[int, int | None]:
    """The fewest and the most steps of a puzzle that is so long; None: there is no most."""
    at = LENGTHS.index(length)
    return (0, *(most + 1 for most in MOST_STEPS))[at], (*MOST_STEPS, None)[at]


def label(level: str, length: int = 0) -> str:
    """Level and length in English words, as "hard, long"; the level alone if the length is 0, which
    stands for one that is not known."""
    word = length_word(length).words if length else ""
    return ", ".join(filter(None, (level, word)))


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a puzzle, and what it rests on.

    `hardest` is the level of its hardest step, which decides; `score` tells how hard its hardest
    steps are on the whole (1 obvious, 10 beyond what people do), `length` how many steps it takes;
    `techniques` counts them by technique; `label` says level and length in words. There is a level
    only for puzzles with one solution: else `status` tells why not, or `reached` which limit came
    first.
    """

    status: Status
    level: Level | None = None
    hardest: float = 0.0
    score: float = 0.0
    length: int = 0
    techniques: Mapping[str, int] = field(default_factory=dict)
    reached: str | None = None
    missing: frozenset[Fact] = frozenset()
    """Where only steps up to a ceiling were taken: what of the solution they do not lead to. If
    there is anything, the level is the next one, but may be higher."""
    least: Level | None = None
    """Where a limit came first: the level of the steps found until then; it has at least that."""
    step: Step | None = None
    """The hardest step, the first of them; where a limit came first, of those found until then."""
    before: frozenset[Fact] = frozenset()
    """The facts known before that step."""
    difficulty: float | None = None
    """The effort on a scale from 1 to 9 that was fitted to published levels; None for kinds that
    have none."""

    @property
    def effort(self) -> float:
        """Score and length in one number."""
        return effort(self.score, self.length)

    @property
    def length_word(self) -> Length | None:
        """The length in a word; None without a level."""
        return None if self.level is None or self.missing else length_word(self.length)

    @property
    def label(self) -> str:
        """Level and length in words, such as "hard, long"; "" without a level."""
        if self.level is None or self.missing:
            return self.level or ""
        # Whoever needs no step at all has a very short way.
        return label(self.level, self.length or 1)


def effort(score: float, length: int) -> float:
    """Return the work of a way as a number: hard steps and many steps."""
    return score + DOUBLING * log2(1 + length)


def grade(
    puzzle: Puzzle,
    *,
    ceiling: Level | None = None,
    solution: Solution | None = None,
    limits: Limits = NO_LIMITS,
) -> Grade:
    """Grade a puzzle: how hard it is for people.

    With a ceiling no step above that level is looked for, which is much faster for those who only
    want to know whether a puzzle is of a level. Nothing is above extreme: with that ceiling no
    extreme step is looked for either. `solution` is the only one, where that has been proved
    already: it is not proved again.
    """
    if ceiling is None:
        return grade_of(explain(puzzle, solution=solution, limits=limits))
    above = min(LEVELS.index(ceiling) + 1, len(LEVELS) - 1)
    explanation = explain(
        puzzle, ceiling=_thresholds(puzzle)[above - 1], solution=solution, limits=limits
    )
    steps = list(explanation)
    found = grade_of(explanation, needed(steps, explanation.goal))
    if found.level is None or not explanation.missing:
        return found
    return replace(found, level=LEVELS[above], missing=explanation.missing, difficulty=None)


def _thresholds(puzzle: Puzzle) -> tuple[float, ...]:
    ladder = kind_of(puzzle).ladder
    return () if ladder is None else ladder.thresholds


@cache
def levels_of(kind: AnyKind) -> tuple[Level, ...]:
    """The levels that puzzles of a kind can have: those of its techniques, and of contradictions
    and proofs, which every kind with techniques has. None without techniques."""
    ladder = kind.ladder
    if ladder is None:
        return ()
    found = {
        sum(technique.level >= limit for limit in ladder.thresholds)
        for technique in ladder.techniques
    }
    easiest = sum(refutation_level(1) >= limit for limit in ladder.thresholds)
    return tuple(level for at, level in enumerate(LEVELS) if at in found or at >= easiest)


def check_level(kind: AnyKind, level: str) -> Level:
    """Return the level of this name; PuzzleError with the known ones if there is none, or with
    those of the kind if its puzzles never have it."""
    if level not in list(Level):
        raise PuzzleError(f"unknown level {str(level)[:40]!r}; known: {', '.join(LEVELS)}")
    levels = levels_of(kind)
    if not levels:
        raise PuzzleError(f"{kind.id} has no levels yet")
    if level not in levels:
        raise PuzzleError(
            f"no {kind.name} is {level}: its techniques lead to {', '.join(levels)} only"
        )
    return Level(level)


def with_grade(meta: Meta, found: Grade | None) -> Meta:
    """Return the meta data of a puzzle with the level and length that were found."""
    if found is None or found.level is None:
        return replace(meta, level="", length=0)
    return replace(meta, level=str(found.level), length=0 if found.missing else found.length)


def grade_of(explanation: Explanation, steps: Sequence[Step] | None = None) -> Grade:
    """Return the grade of an explained puzzle; `steps` are those that are needed, if they are
    known already."""
    puzzle = explanation.puzzle
    steps = explanation.needed() if steps is None else steps
    if explanation.status is not Status.UNIQUE:
        return Grade(explanation.status, reached=explanation.reached)
    if explanation.reached:
        # Steps that something of the solution rests on are needed whatever follows.
        steps = needed(steps, explanation.goal)
        return Grade(
            explanation.status,
            reached=explanation.reached,
            least=level_of(puzzle, steps) if steps else None,
            **_hardest_fields(steps),
        )
    score, length = score_of(steps), len(steps)
    ladder, difficulty = kind_of(puzzle).ladder, None
    if ladder is not None and ladder.difficulty is not None:
        offset, factor = ladder.difficulty
        fitted = offset + factor * effort(score, length)
        difficulty = min(HARDEST_OF_ALL, max(EASIEST, fitted))
    return Grade(
        status=explanation.status,
        level=level_of(puzzle, steps),
        hardest=_hardest(steps),
        score=score,
        length=length,
        techniques=Counter(step.technique for step in steps),
        difficulty=difficulty,
        **_hardest_fields(steps),
    )


def score_of(steps: Sequence[Step]) -> float:
    """The mean level of the hardest steps."""
    hardest = sorted((step.level for step in steps), reverse=True)[:HARDEST]
    return sum(hardest) / len(hardest) if hardest else 0.0


def level_of(puzzle: Puzzle, steps: Sequence[Step]) -> Level:
    """The level of the hardest step; what no technique explains is extreme."""
    if any(step.technique == PROOF for step in steps):
        return Level.EXTREME
    return LEVELS[sum(_hardest(steps) >= limit for limit in _thresholds(puzzle))]


def hardest_step(steps: Sequence[Step]) -> Step | None:
    """The step that makes the puzzle as hard as it is, the first of them; what no technique
    explains is harder than all."""
    return max(steps, key=lambda step: (step.technique == PROOF, step.level), default=None)


def _hardest_fields(steps: Sequence[Step]) -> dict[str, Any]:
    hardest, before = hardest_step(steps), set[Fact]()
    for step in takewhile(lambda step: step is not hardest, steps):
        before.update(step.facts, step.also)
    return {"step": hardest, "before": frozenset(before)}


def _hardest(steps: Sequence[Step]) -> float:
    return max((step.level for step in steps), default=0.0)
