"""Grading: how hard the hardest steps of a puzzle's way are, and how long the way is.

Two numbers stand behind a level. The score is the mean level of the ten hardest steps: one hard
step more or less does not decide, and a puzzle that is hard for long is harder than one that is
once. The length is the number of steps that are needed. Both together are the effort: a way twice
as long weighs as much as hardest steps that are three levels up, as in the levels that janko.at
gives its puzzles (bench/grade.py prints the weights and how well they fit).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import log2

from enpitsu.explain import Explanation, Step, explain
from enpitsu.explain.core import PROOF
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.registry import kind_of
from enpitsu.solve import Status

HARDEST = 10
"""Steps whose levels make the score."""
DOUBLING = 3.0
"""What a way twice as long weighs, in levels."""


class Level(StrEnum):
    """How hard a puzzle is."""

    GENTLE = "gentle"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


LEVELS = tuple(Level)
FLOORS = ((3.5, Level.MEDIUM), (4.5, Level.HARD), (5.5, Level.EXPERT))
"""What a single step of such a level makes of a puzzle at least. A refutation has the level 3.5 if
it is short (three rule instances), 5.5 if it is long (about ten)."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is, and why.

    `score` tells how hard its hardest steps are (1 obvious, 10 beyond what people do), `length`
    how many steps it takes; `techniques` counts them by technique. There is a level only for
    puzzles with one solution: else `status` tells why not, or `reached` which limit came first.
    """

    status: Status
    level: Level | None = None
    score: float = 0.0
    length: int = 0
    techniques: Mapping[str, int] = field(default_factory=dict)
    reached: str | None = None

    @property
    def effort(self) -> float:
        """Score and length in one number."""
        return effort(self.score, self.length)


def effort(score: float, length: int) -> float:
    """How much work a way is: hard steps and many steps."""
    return score + DOUBLING * log2(1 + length)


def grade(puzzle: Puzzle, *, limits: Limits = NO_LIMITS) -> Grade:
    """How hard a puzzle is for people."""
    return grade_of(explain(puzzle, limits=limits))


def grade_of(explanation: Explanation, steps: Sequence[Step] | None = None) -> Grade:
    """How hard the puzzle of an explanation is; `steps` are those that are needed, if they are
    known already."""
    steps = explanation.needed() if steps is None else steps
    if explanation.status is not Status.UNIQUE or explanation.reached:
        return Grade(explanation.status, reached=explanation.reached)
    score = score_of(steps)
    return Grade(
        explanation.status,
        _level(explanation.puzzle, steps, effort(score, len(steps))),
        score,
        len(steps),
        Counter(step.technique for step in steps),
    )


def score_of(steps: Sequence[Step]) -> float:
    """The mean level of the hardest steps."""
    hardest = sorted((step.level for step in steps), reverse=True)[:HARDEST]
    return sum(hardest) / len(hardest) if hardest else 0.0


def _level(puzzle: Puzzle, steps: Sequence[Step], work: float) -> Level:
    """The level by effort, but not below what its hardest step asks for. What no technique explains
    is extreme; plain steps never are, however many there are."""
    ladder = kind_of(puzzle).ladder
    assert ladder is not None
    if any(step.technique == PROOF for step in steps):
        return Level.EXTREME
    level = sum(work >= limit for limit in ladder.thresholds)
    if score_of(steps) < ladder.plain:
        level = min(level, LEVELS.index(Level.EXPERT))
    hardest = max((step.level for step in steps), default=0.0)
    floors = (LEVELS.index(floor) for least, floor in FLOORS if hardest >= least)
    return LEVELS[max(level, *floors, 0)]
