"""The course of a kind: the techniques of its ladder in their order, by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from enpitsu.errors import PuzzleError
from enpitsu.explain.data import code_of
from enpitsu.explain.refute import AGREEMENT, AGREEMENT_EXTRA, EASY_LEVEL, REFUTATION
from enpitsu.explain.step import technique_name
from enpitsu.explain.walkthrough import ladder_of
from enpitsu.grade import LEVELS, Level
from enpitsu.kind import AnyKind, Document
from enpitsu.registry import find_kind
from enpitsu.school.pool import ExercisePool, pool_of
from enpitsu.words import ENGLISH, find_sentence

SHARED_LEVELS = {REFUTATION: EASY_LEVEL, AGREEMENT: EASY_LEVEL + AGREEMENT_EXTRA}
"""The techniques that all kinds share, with the levels of their easiest uses. A proof by search is
none that anyone could practise."""


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """A technique as the course of its kind tells it."""

    kind: str
    technique: str
    level: Level
    weight: float
    """The difficulty of one use, as in the ladder."""
    has_exercises: bool
    """False for what is drawn without a word, and is no step of its own; and where no exercise was
    found."""

    @property
    def code(self) -> str:
        """Its short name in lists, as "Y2"."""
        return code_of(self.kind, self.technique)

    def name(self, language: str = ENGLISH) -> str:
        """The technique's name."""
        return technique_name(self.kind, self.technique, language)

    def sentence(self, language: str = ENGLISH) -> str:
        """The technique in one sentence."""
        found = find_sentence(f"{self.kind}.techniques.{self.technique}.rule", language)
        return str(found or "")


@dataclass(frozen=True, slots=True)
class CourseLevel:
    """The lessons of a level, the easiest first, and a puzzle at its end that needs many of
    them."""

    level: Level
    lessons: tuple[CourseLesson, ...]
    puzzle: Document | None


@dataclass(frozen=True, slots=True)
class Course:
    """All lessons of a kind, by level."""

    kind: str
    levels: tuple[CourseLevel, ...]

    @property
    def lessons(self) -> tuple[CourseLesson, ...]:
        """The lessons of all levels, the easiest first."""
        return tuple(lesson for each in self.levels for lesson in each.lessons)

    @property
    def exercised(self) -> tuple[CourseLesson, ...]:
        """The lessons that have exercises."""
        return tuple(lesson for lesson in self.lessons if lesson.has_exercises)

    def find(self, technique: str) -> CourseLesson:
        """Return the lesson of a technique; PuzzleError if there is none."""
        for lesson in self.lessons:
            if lesson.technique == technique:
                return lesson
        known = ", ".join(lesson.technique for lesson in self.exercised)
        raise PuzzleError(f"{self.kind} has no technique {technique[:40]!r}; known: {known}")


def course(kind: str) -> Course:
    """Return the course of a kind; PuzzleError if it cannot be explained yet."""
    return _course(find_kind(kind))


@cache
def _course(kind: AnyKind) -> Course:
    pool = pool_of(kind)
    lessons = sorted(_lessons(kind, pool), key=lambda lesson: LEVELS.index(lesson.level))
    levels = (
        CourseLevel(level, tuple(some), pool.puzzle_of(level))
        for level, some in groupby(lessons, key=lambda lesson: lesson.level)
    )
    return Course(kind.id, tuple(levels))


def _lessons(kind: AnyKind, pool: ExercisePool) -> Iterator[CourseLesson]:
    ladder = ladder_of(kind)
    told = [(each.level, each.id, each.is_implicit) for each in ladder.techniques]
    told += [(weight, technique, False) for technique, weight in SHARED_LEVELS.items()]
    told.sort(key=lambda each: each[0])
    for weight, technique, is_implicit in told:
        level = LEVELS[sum(weight >= limit for limit in ladder.thresholds)]
        has_exercises = not is_implicit and pool.may_have(technique)
        if has_exercises or technique not in SHARED_LEVELS:
            yield CourseLesson(kind.id, technique, level, weight, has_exercises)


@cache
def has_lesson(kind: str, technique: str) -> bool:
    """Return whether a technique can be practised; False for what no course has."""
    found = find_kind(kind)
    lessons = () if found.ladder is None else _course(found).exercised
    return any(lesson.technique == technique for lesson in lessons)
