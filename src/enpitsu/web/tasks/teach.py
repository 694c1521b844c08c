"""Tasks of the school: courses, their lessons, exercises, and verdicts on answers.

They are asked by the routes of the school alone, which add how far the player is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.fingerprint import fingerprint
from enpitsu.grade import Level
from enpitsu.hint import Stage
from enpitsu.kind import Document as PuzzleDocument
from enpitsu.limits import Limits
from enpitsu.play.lesson_progress import LessonState
from enpitsu.position import Position
from enpitsu.registry import find_kind, kinds
from enpitsu.render import render
from enpitsu.scene import Marks
from enpitsu.school.course import Course, CourseLesson, course
from enpitsu.school.judge_answer import AnswerFinding, AnswerVerdict, judge_answer, next_hint
from enpitsu.school.practise import Exercise, find_exercise
from enpitsu.school.technique_example import TechniqueExample, example_of
from enpitsu.web import contract
from enpitsu.web.contract import AnswerBody, Count, Facts, Language, RequestBody, answer_of
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.tasks.play_help import HintStage, RefuteAssumptionAnswer, refuted_answer
from enpitsu.web.tasks.task import (
    StepAnswer,
    WebTasks,
    Work,
    bare_data,
    facts_of,
    marks_answer,
    runs_answer,
    step_answer,
    steps_answer,
    texts,
)
from enpitsu.words import ENGLISH

TASKS = WebTasks()

PICTURE_CELL = 24  # pixels of a cell in a picture of a lesson

if TYPE_CHECKING:
    LessonTheme = str
else:
    LessonTheme = Literal["light", "dark"]

ExerciseSeed = Annotated[
    int, Meta(ge=0, le=2**53, description="The same seed gives the same exercise.")
]


class CoursesRequest(RequestBody):
    """All kinds that have a course."""


class CourseRequest(RequestBody):
    """A kind whose course is asked for."""

    kind: Annotated[str, Meta(max_length=100)]
    language: Language = ENGLISH
    theme: LessonTheme = "light"


class LessonRequest(RequestBody):
    """A technique whose lesson is asked for."""

    kind: Annotated[str, Meta(max_length=100)]
    technique: Annotated[str, Meta(max_length=100)]
    language: Language = ENGLISH


class ExerciseRequest(LessonRequest, kw_only=True):
    """An exercise of a technique."""

    seed: ExerciseSeed


class ExerciseFactsRequest(ExerciseRequest, kw_only=True):
    """An exercise, and what was written beyond its position, in order."""

    facts: Facts


class ExerciseAnswerRequest(ExerciseFactsRequest, kw_only=True):
    """An exercise, and what was written there, to be judged."""

    is_helped: bool = False


# --- answers, without how far the player is -------------------------------------------------------


class CourseOutline(AnswerBody):
    """The techniques of a kind that can be practised, and the puzzles at the ends of its levels."""

    kind: str
    techniques: list[str]
    levels: Count
    puzzles: Annotated[list[str], Meta(description="By their fingerprints.")]


class OutlinesAnswer(AnswerBody):
    """The courses of all kinds."""

    courses: list[CourseOutline]


class LessonProgressAnswer(AnswerBody, kw_only=True):
    """How far the player is with a lesson."""

    state: LessonState = LessonState.NEW
    right: Annotated[int, Meta(ge=0, description="Exercises in a row without help.")] = 0
    needed_help: Annotated[int, Meta(ge=0, description="How often help was needed.")] = 0
    due: Annotated[
        str | None, Meta(description="The day on which it comes back; null if nothing was done.")
    ] = None


class LessonAnswer(LessonProgressAnswer, kw_only=True):
    """A technique as a course tells it, and how far the player is with it."""

    technique: str
    code: str
    name: str
    level: Level
    weight: Annotated[float, Meta(description="The difficulty of one use.")]
    sentence: str
    has_exercises: Annotated[
        bool, Meta(description="False for what is drawn without a word, and never a step.")
    ]
    before: Annotated[str, Meta(description="An SVG picture; empty if there is none.")] = ""
    after: str = ""


class CourseLevelText(AnswerBody):
    """The lessons of a level, and the puzzle at its end by its fingerprint."""

    level: Level
    lessons: list[LessonAnswer]
    puzzle: str


class CourseText(AnswerBody):
    """The course of a kind."""

    kind: str
    name: str
    levels: list[CourseLevelText]


class LessonExample(AnswerBody):
    """One use of a technique."""

    puzzle: contract.Document
    position: Facts
    step: StepAnswer


class LessonPageAnswer(AnswerBody):
    """A lesson by itself, with the ones beside it."""

    lesson: LessonAnswer
    example: LessonExample | None
    previous: Annotated[str | None, Meta(description="The lesson before it that has exercises.")]
    next: str | None


class ExerciseAnswer(AnswerBody):
    """An exercise: a position at which the technique gives the next step."""

    technique: str
    seed: ExerciseSeed
    puzzle: contract.Document
    position: Facts


class VerdictText(AnswerBody):
    """The verdict on what was written."""

    finding: Annotated[
        AnswerFinding,
        Meta(
            description="right: a step by the technique is complete. part: all of it follows by "
            "the technique, but it is not complete. other: it is true, but does not follow by the "
            "technique alone. wrong: `refuted` tells what cannot be, and why. unknown: a limit "
            "came first."
        ),
    ] = AnswerFinding.UNKNOWN
    text: str = ""
    step: StepAnswer | None = None
    missing: Annotated[
        int, Meta(ge=0, description="The facts that the nearest step still lacks.")
    ] = 0
    refuted: RefuteAssumptionAnswer | None = None
    reached: str | None = None
    seed: ExerciseSeed = 0
    is_helped: bool = False


class ExerciseHintAnswer(AnswerBody):
    """The hint for an exercise, in stages."""

    stages: list[HintStage]
    steps: list[StepAnswer]


# --- tasks ----------------------------------------------------------------------------------------


@TASKS.register("courses", is_light=True)
def _courses(asked: CoursesRequest, work: Work) -> OutlinesAnswer:
    """The courses of all kinds."""
    found = [course(kind.id) for kind in kinds().values() if kind.ladder is not None]
    return OutlinesAnswer(courses=[_outline(each) for each in found])


def _outline(found: Course) -> CourseOutline:
    ends = [each.puzzle for each in found.levels if each.puzzle is not None]
    return CourseOutline(
        kind=found.kind,
        techniques=[lesson.technique for lesson in found.exercised],
        levels=len(found.levels),
        puzzles=[fingerprint(each.puzzle) for each in ends],
    )


@TASKS.register("course")
def _course(asked: CourseRequest, work: Work) -> CourseText:
    """The course of a kind, with a picture for each technique."""
    found, kind = _find_course(asked.kind), find_kind(asked.kind)
    levels = [
        CourseLevelText(
            level=each.level,
            lessons=[
                _lesson_text(lesson, asked.language, _pictures(lesson, asked.theme, work.limits))
                for lesson in each.lessons
            ],
            puzzle=_fingerprint(each.puzzle),
        )
        for each in found.levels
    ]
    name = kind.native_name if asked.language != ENGLISH else kind.name
    return CourseText(kind=kind.id, name=name, levels=levels)


@TASKS.register("lesson")
def _lesson(asked: LessonRequest, work: Work) -> LessonPageAnswer:
    """A lesson, with one use of its technique."""
    found, lesson = _find_lesson(asked)
    example = example_of(find_kind(asked.kind), asked.technique, work.limits)
    others = [each.technique for each in found.lessons if each.has_exercises or each == lesson]
    at = others.index(lesson.technique)
    return LessonPageAnswer(
        lesson=_lesson_text(lesson, asked.language),
        example=None if example is None else _example_answer(example, asked.language),
        previous=others[at - 1] if at else None,
        next=others[at + 1] if at + 1 < len(others) else None,
    )


@TASKS.register("exercise")
def _exercise(asked: ExerciseRequest, work: Work) -> ExerciseAnswer:
    """An exercise of a technique."""
    found = _find_exercise(asked, work.limits)
    return ExerciseAnswer(
        technique=found.technique,
        seed=asked.seed,
        puzzle=bare_data(PuzzleDocument(puzzle=found.puzzle)),
        position=texts(found.position),
    )


@TASKS.register("exercise-answer", gives_up=True)
def _exercise_answer(asked: ExerciseAnswerRequest, work: Work) -> VerdictText:
    """The verdict on what was written in an exercise."""
    limits = work.limits
    exercise = _find_exercise(asked, limits)
    found = judge_answer(exercise, facts_of(asked.facts, "facts"), limits=limits)
    return answer_of(
        VerdictText,
        found,
        text=found.say(asked.language),
        step=_made_step(found, asked.language),
        refuted=None if found.refuted is None else refuted_answer(found.refuted, asked.language),
        seed=asked.seed,
        is_helped=asked.is_helped,
    )


@TASKS.register("exercise-hint")
def _exercise_hint(asked: ExerciseFactsRequest, work: Work) -> ExerciseHintAnswer:
    """The hint for an exercise, in stages."""
    exercise = _find_exercise(asked, work.limits)
    found = next_hint(exercise, facts_of(asked.facts, "facts"), limits=work.limits)
    return ExerciseHintAnswer(
        stages=[_stage_answer(stage) for stage in found.stages(asked.language)],
        steps=steps_answer(found.steps, asked.language),
    )


def _stage_answer(stage: Stage) -> HintStage:
    return answer_of(
        HintStage, stage, runs=runs_answer(stage.runs), marks=marks_answer(stage.marks)
    )


def _made_step(found: AnswerVerdict, language: str) -> StepAnswer | None:
    return step_answer(found.steps[-1], language) if found.steps else None


# --- parts ----------------------------------------------------------------------------------------


def _find_course(kind: str) -> Course:
    """Return a course; NotFound if there is none."""
    try:
        return course(kind)
    except PuzzleError:
        raise NotFound("there is no such course") from None


def _find_lesson(asked: LessonRequest) -> tuple[Course, CourseLesson]:
    """Return a lesson and its course; NotFound if there is none."""
    found = _find_course(asked.kind)
    try:
        return found, found.find(asked.technique)
    except PuzzleError:
        raise NotFound("there is no such lesson") from None


def _find_exercise(asked: ExerciseRequest, limits: Limits) -> Exercise:
    _find_lesson(asked)
    return find_exercise(asked.kind, asked.technique, asked.seed, limits)


def _lesson_text(
    lesson: CourseLesson, language: str, pictures: tuple[str, str] = ("", "")
) -> LessonAnswer:
    before, after = pictures
    return LessonAnswer(
        technique=lesson.technique,
        code=lesson.code,
        name=lesson.name(language),
        level=lesson.level,
        weight=lesson.weight,
        sentence=lesson.sentence(language),
        has_exercises=lesson.has_exercises,
        before=before,
        after=after,
    )


def _pictures(lesson: CourseLesson, theme: str, limits: Limits) -> tuple[str, str]:
    """Return the pictures of a lesson before and after a step; empty if there is none, or not in
    time."""
    try:
        example = example_of(find_kind(lesson.kind), lesson.technique, limits, seeks=False)
    except LimitReached:
        return "", ""
    if example is None:
        return "", ""

    def draw(position: Position, marks: Marks) -> str:
        return render(example.puzzle, position, marks=marks, theme=theme, cell=PICTURE_CELL)

    return draw(*example.before), draw(*example.after)


def _fingerprint(document: PuzzleDocument | None) -> str:
    return "" if document is None else fingerprint(document.puzzle)


def _example_answer(example: TechniqueExample, language: str) -> LessonExample:
    return LessonExample(
        puzzle=bare_data(PuzzleDocument(puzzle=example.puzzle)),
        position=texts(example.position),
        step=step_answer(example.step, language),
    )
