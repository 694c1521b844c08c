"""Tasks about a whole puzzle: its solutions, what is forced, how hard it is, the way through it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from time import monotonic
from typing import Annotated, Any

from msgspec import Meta

from enpitsu.explain import Explanation, Step, explain, needed
from enpitsu.grade import Grade, Length, Level, grade, grade_of
from enpitsu.limits import Limits
from enpitsu.position import Position
from enpitsu.solve import Status, forced, solve
from enpitsu.web.contract import AnswerBody, Count, Facts, FactText, Language, PlaceText, answer_of
from enpitsu.web.tasks.task import (
    MarksAnswer,
    PositionRequest,
    PuzzleRequest,
    StepAnswer,
    TechniqueCount,
    WebTasks,
    Work,
    check_explainable,
    document_of,
    given_of,
    position_of,
    step_answer,
    steps_answer,
    technique_counts,
    texts,
)
from enpitsu.words import ENGLISH

TASKS = WebTasks()

MAX_SOLUTIONS = 100
MIN_SECONDS = 0.05
MAX_SECONDS = 10.0
TELL_SECONDS = 0.2  # between two reports on how far an explanation is

Seconds = Annotated[
    float,
    Meta(
        ge=MIN_SECONDS,
        le=MAX_SECONDS,
        description="How long the client waits for whatever is known until then.",
    ),
]


class SolveRequest(PositionRequest):
    """A puzzle to solve."""

    solutions: Annotated[int, Meta(ge=1, le=MAX_SOLUTIONS)] = 2


class SolveAnswer(AnswerBody):
    """Solutions of a puzzle."""

    status: Status = Status.UNKNOWN
    reached: str | None = None
    solutions: list[Facts] = []
    seconds: float = 0


class ForcedAnswer(AnswerBody):
    """Facts of every solution."""

    status: Status = Status.UNKNOWN
    reached: str | None = None
    facts: Facts = []


class GradeFields(AnswerBody):
    """The grade of a puzzle; of what is not known there is nothing."""

    level: Level | None = None
    hardest: float = 0
    score: float = 0
    length: Annotated[int, Meta(ge=0, description="The steps that it takes.")] = 0
    length_word: Length | None = None
    difficulty: Annotated[
        float | None,
        Meta(description="From 1 to 9, fitted to levels that were published with such puzzles."),
    ] = None
    techniques: list[TechniqueCount] = []


class GradeRequest(PuzzleRequest):
    """A puzzle to grade."""

    seconds: Seconds | None = None
    language: Language = ENGLISH


class HardestStep(AnswerBody):
    """The hardest step, as far as it is shown."""

    technique: str
    code: str
    name: str
    level: float
    at: PlaceText
    facts: list[FactText]
    text: str
    marks: MarksAnswer
    before: Annotated[list[FactText], Meta(description="What is known before it.")]


class GradeAnswer(GradeFields):
    """The grade of a puzzle."""

    status: Status = Status.UNKNOWN
    reached: str | None = None
    least: Annotated[
        Level | None, Meta(description="A level that it has at least, if a limit came first.")
    ] = None
    hardest_step: HardestStep | None = None


class ExplainRequest(PositionRequest):
    """A puzzle to explain."""

    language: Language = ENGLISH


class ExplainAnswer(GradeFields):
    """The whole way from a position to the solution."""

    status: Status = Status.UNKNOWN
    reached: str | None = None
    steps: list[StepAnswer] = []


class ExplainProgress(AnswerBody):
    """The progress of an explanation."""

    steps: Count
    share: float


def grade_fields(kind: str, found: Grade | None, language: str) -> dict[str, Any]:
    """Return the fields of `GradeFields`."""
    found = found or Grade(Status.UNKNOWN)
    return {
        "level": found.level,
        "hardest": round(found.hardest, 2),
        "score": round(found.score, 2),
        "length": found.length,
        "length_word": found.length_word,
        "difficulty": round(found.difficulty, 1) if found.difficulty else None,
        "techniques": technique_counts(kind, found.techniques, language),
    }


def limits_within(work: Work, seconds: float | None) -> Limits:
    """Return the limits of a request that says how many seconds it waits."""
    given = work.quota.seconds
    return replace(work.limits, seconds=given if seconds is None else min(seconds, given))


def _check_readable(asked: PositionRequest, work: Work) -> None:
    position_of(asked, document_of(asked, work.quota.analysed_cells))


@TASKS.register("solve", check=_check_readable, gives_up=True)
def _solve(asked: SolveRequest, work: Work) -> SolveAnswer:
    """Up to so many solutions that agree with a position; two tell if there is one."""
    document = document_of(asked, work.quota.analysed_cells)
    position = given_of(asked, document)
    found = solve(document.puzzle, solutions=asked.solutions, position=position, limits=work.limits)
    return answer_of(
        SolveAnswer,
        found,
        solutions=[texts(solution.position) for solution in found.solutions],
        seconds=round(found.stats.seconds, 4),
    )


@TASKS.register("forced", check=_check_readable, gives_up=True)
def _forced(asked: PositionRequest, work: Work) -> ForcedAnswer:
    """Find the facts that hold in every solution that agrees with a position."""
    document = document_of(asked, work.quota.analysed_cells)
    found = forced(document.puzzle, given_of(asked, document), limits=work.limits)
    return answer_of(ForcedAnswer, found, facts=texts(Position(found.facts)))


def _check_grade(asked: PuzzleRequest, work: Work) -> None:
    check_explainable(document_of(asked, work.quota.analysed_cells).puzzle)


@TASKS.register("grade", check=_check_grade, gives_up=True)
def _grade(asked: GradeRequest, work: Work) -> GradeAnswer:
    """Grade a puzzle: its level, and the techniques it needs."""
    _check_grade(asked, work)
    puzzle = document_of(asked, work.quota.analysed_cells).puzzle
    found = grade(puzzle, limits=limits_within(work, asked.seconds))
    hardest = None if found.step is None else step_answer(found.step, asked.language)
    return answer_of(
        GradeAnswer,
        found,
        hardest_step=None
        if hardest is None
        else answer_of(HardestStep, hardest, before=texts(Position(found.before))),
        **grade_fields(puzzle.kind, found, asked.language),
    )


# --- explain --------------------------------------------------------------------------------------


def _check_explain(asked: ExplainRequest, work: Work) -> None:
    _check_readable(asked, work)
    _check_grade(asked, work)


@TASKS.register("explain", check=_check_explain, gives_up=True)
def _explain(asked: ExplainRequest, work: Work) -> ExplainAnswer:
    """The whole way from a position to the solution, step by step."""
    _check_explain(asked, work)
    document = document_of(asked, work.quota.analysed_cells)
    language, kind = asked.language, document.puzzle.kind
    explanation = explain(document.puzzle, given_of(asked, document), limits=work.limits)
    steps = _walk(explanation, work)
    counts = Counter(step.technique for step in steps)
    found = grade_fields(kind, grade_of(explanation, steps), language)
    return answer_of(
        ExplainAnswer,
        explanation,
        steps=steps_answer(steps, language),
        **{**found, "techniques": technique_counts(kind, counts, language)},
    )


def _walk(explanation: Explanation, work: Work) -> list[Step]:
    """Return the steps that are needed; tell meanwhile how many were found and how far it is."""
    steps: list[Step] = []
    whole_way, told = max(1, len(explanation.missing)), monotonic()
    for step in explanation:
        steps.append(step)
        if monotonic() - told > TELL_SECONDS:
            told = monotonic()
            share = round(1 - len(explanation.missing) / whole_way, 3)
            work.tell(ExplainProgress(steps=len(steps), share=share))
    return steps if explanation.reached else needed(steps, explanation.goal)
