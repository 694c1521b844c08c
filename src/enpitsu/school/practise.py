"""Exercises: positions at which a wanted technique gives the next step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count as count_from
from itertools import islice
from math import gcd
from random import Random

from enpitsu.errors import PuzzleError
from enpitsu.explain.known_facts import KnownFacts
from enpitsu.explain.step import Step
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.grade import Level
from enpitsu.grid import Symmetry
from enpitsu.kind import Document, Puzzle
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import Position
from enpitsu.registry import find_kind
from enpitsu.school.course import Course, CourseLesson, course
from enpitsu.school.pool import hardest, pool_of, uses_in
from enpitsu.solve import Status

STRIDE = 7919  # a prime: seeds side by side are far apart in the list of exercises
MOST_TRIES = 40  # positions that are looked at for an exercise
KEPT_EXERCISES = 32
SYMMETRIES = tuple(Symmetry)


class NoExercise(PuzzleError):
    """A technique of which no exercise is known."""


@dataclass(frozen=True)
class Exercise:
    """A position at which a technique gives the next step.

    `steps` is that step, behind those that prepare it where something follows that no mark can
    show; the hardest of them is by the technique.
    """

    puzzle: Puzzle
    position: Position
    technique: str
    steps: tuple[Step, ...]
    source: Document
    """The puzzle that it is taken from, before it was turned or mirrored."""
    truth: KnownFacts
    seed: int

    @property
    def kind(self) -> str:
        """The kind of puzzle."""
        return self.puzzle.kind

    @property
    def step(self) -> Step:
        """The step to be found."""
        return self.steps[-1]


def practise(
    kind: str,
    technique: str | None = None,
    *,
    level: Level | str | None = None,
    count: int = 1,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
) -> list[Exercise]:
    """Return exercises of a technique, no two the same; fewer if there are not so many.

    Without a technique all those of a level, or of the course, take turns. The same seed gives the
    same exercises. PuzzleError if there are none, LimitReached if a limit comes first.
    """
    if count < 1:
        raise PuzzleError("the number of exercises must be 1 or more")
    lessons = _lessons(course(kind), technique, level)
    budget = limits.start()
    ways = [_exercises(lesson, seed, limits, budget) for lesson in lessons]
    found: list[Exercise] = []
    while ways and len(found) < count:
        for way in list(ways[: count - len(found)]):
            exercise = next(way, None)
            if exercise is None:
                ways.remove(way)
            else:
                found.append(exercise)
    if not found:
        raise _no_exercise(lessons)
    # Of several techniques the exercises come in the order of the course.
    order = [lesson.technique for lesson in lessons]
    return sorted(found, key=lambda exercise: order.index(exercise.technique))


def _lessons(
    of_kind: Course, technique: str | None, level: Level | str | None
) -> list[CourseLesson]:
    """Return the lessons that are practised; PuzzleError if there are none."""
    if technique is not None:
        lessons = [of_kind.find(technique)]
    else:
        known = [
            each.level for each in of_kind.levels if any(x.has_exercises for x in each.lessons)
        ]
        if level is not None and level not in known:
            told = f"{of_kind.kind} has no lessons of level {str(level)[:40]!r}"
            raise PuzzleError(f"{told}; known: {', '.join(known)}")
        lessons = [each for each in of_kind.exercised if level in (None, each.level)]
    if not any(lesson.has_exercises for lesson in lessons):
        raise _no_exercise(lessons)
    return lessons


def _no_exercise(lessons: list[CourseLesson]) -> NoExercise:
    names = ", ".join(lesson.name() for lesson in lessons)
    return NoExercise(f"there is no exercise of {names}")


def _exercises(
    lesson: CourseLesson, seed: int, limits: Limits, budget: Budget
) -> Iterator[Exercise]:
    """Yield exercises of a technique, no two the same, until a few seeds bring no new one."""
    seen: set[tuple[Puzzle, Position]] = set()
    tries = 0
    while tries < MOST_TRIES:
        budget.check()
        left = replace(limits, seconds=budget.left())
        try:
            exercise = find_exercise(lesson.kind, lesson.technique, seed, left)
        except NoExercise:
            return
        seed, tries = seed + 1, tries + 1
        key = (exercise.puzzle, exercise.position)
        if key not in seen:
            seen.add(key)
            tries = 0
            yield exercise


def find_exercise(kind: str, technique: str, seed: int, limits: Limits = NO_LIMITS) -> Exercise:
    """Return the exercise of a seed. PuzzleError if there is none, LimitReached if a limit comes
    first."""
    key = (kind, technique, seed)
    if key not in _KEPT:
        _KEPT[key] = _find_exercise(course(kind).find(technique), seed, limits)
        while len(_KEPT) > KEPT_EXERCISES:
            _KEPT.popitem(last=False)
    return _KEPT[key]


_KEPT: OrderedDict[tuple[str, str, int], Exercise] = OrderedDict()
"""The exercises that were found last: each is asked for again with every answer."""


def _find_exercise(lesson: CourseLesson, seed: int, limits: Limits) -> Exercise:
    budget = limits.start()
    found = pool_of(find_kind(lesson.kind)).uses(lesson.technique, limits)
    places = [(document, at) for document, count in found for at in range(count)]
    total = len(places) * len(SYMMETRIES)
    if not lesson.has_exercises or not total:
        raise _no_exercise([lesson])
    stride = next(each for each in count_from(STRIDE) if gcd(each, total) == 1)
    begin = Random(lesson.technique).randrange(total)
    for number in range(min(MOST_TRIES, total)):
        turn, place = divmod((begin + (seed + number) * stride) % total, len(places))
        left = replace(limits, seconds=budget.left())
        exercise = _exercise_at(lesson, *places[place], SYMMETRIES[turn], seed, left)
        if exercise is not None:
            return exercise
    raise _no_exercise([lesson])


def _exercise_at(
    lesson: CourseLesson, document: Document, at: int, symmetry: Symmetry, seed: int, limits: Limits
) -> Exercise | None:
    """Return the exercise at one use of a technique, turned; None if another technique is easier
    there."""
    budget, size = limits.start(), (document.puzzle.rows, document.puzzle.cols)
    uses = (each for each in uses_in(document, limits) if each.technique == lesson.technique)
    use = next(islice(uses, at, None), None)
    if use is None:
        return None
    puzzle = document.puzzle.transform(symmetry)
    position = use.position.transform(symmetry, *size)
    facts = frozenset(fact.transform(symmetry, *size) for fact in use.truths)
    truth = KnownFacts(Status.UNIQUE, facts)
    walk = Walkthrough(find_kind(lesson.kind), puzzle, position, truth, facts, budget)
    steps = walk.next_written()
    if not steps or hardest(steps) != lesson.technique:
        return None
    return Exercise(puzzle, position, lesson.technique, steps, document, truth, seed)
