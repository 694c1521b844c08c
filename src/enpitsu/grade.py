"""Grading: how hard the steps of a puzzle's way are, and how long the way is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import log2

from enpitsu.explain import Explanation, Step, explain
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.registry import kind_of
from enpitsu.solve import Status


class Level(StrEnum):
    """How hard a puzzle is."""

    GENTLE = "gentle"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is, and why.

    `score` tells how hard its hardest steps are (1 obvious, 10 beyond what people do), `length`
    how long the way is, in steps weighted by how hard they are. `techniques` counts the steps by
    technique. There is a level only for puzzles with one solution: else `status` tells why not.
    """

    status: Status
    level: Level | None = None
    score: float = 0.0
    length: float = 0.0
    techniques: Mapping[str, int] = field(default_factory=dict)
    reached: str | None = None


def grade(puzzle: Puzzle, *, limits: Limits = NO_LIMITS) -> Grade:
    """How hard a puzzle is for people."""
    return grade_of(explain(puzzle, limits=limits))


def grade_of(explanation: Explanation, steps: Sequence[Step] | None = None) -> Grade:
    """How hard the puzzle of an explanation is; `steps` are those that are needed, if they are
    known already."""
    steps = explanation.needed() if steps is None else steps
    if explanation.status is not Status.UNIQUE or explanation.reached:
        return Grade(explanation.status, reached=explanation.reached)
    score, length = hardness(steps), sum(step.level for step in steps)
    counts = Counter(step.technique for step in steps)
    return Grade(
        explanation.status, _level(explanation.puzzle, score, length), score, length, counts
    )


def hardness(steps: Sequence[Step]) -> float:
    """The level of the hardest steps: a single one counts less than many."""
    return 0.0 if not steps else log2(sum(2**step.level for step in steps) / 4)


def _level(puzzle: Puzzle, score: float, length: float) -> Level:
    ladder = kind_of(puzzle).ladder
    assert ladder is not None
    above = sum(score > limit for limit in ladder.thresholds)
    return list(Level)[above]
