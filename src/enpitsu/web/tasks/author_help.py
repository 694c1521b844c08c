"""Tasks that tell an author what is known of a sheet, and whether something can be."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from enpitsu.errors import BadClue
from enpitsu.improve.can_be import Possibility, can_be
from enpitsu.improve.live_check import live_check
from enpitsu.position import Position
from enpitsu.technique import Message
from enpitsu.web.contract import (
    AnswerBody,
    Facts,
    FactText,
    Language,
    PlaceText,
    SheetStatus,
    answer_of,
)
from enpitsu.web.tasks.analyse import Seconds, limits_within
from enpitsu.web.tasks.task import (
    MarksAnswer,
    PuzzleRequest,
    RunAnswers,
    StepAnswer,
    WebTasks,
    Work,
    document_of,
    fact_of,
    facts_of,
    marks_answer,
    message_runs,
    steps_answer,
    texts,
)
from enpitsu.words import ENGLISH, say

TASKS = WebTasks()

QUICK_SECONDS = 0.25  # if nobody says: an author who draws does not wait
MAX_KNOWN = 8  # solutions of the sheet before it was changed that may be passed on


class LiveCheckRequest(PuzzleRequest):
    """A sheet after a stroke of its author."""

    seconds: Seconds = QUICK_SECONDS
    known: Annotated[list[Facts], Meta(max_length=MAX_KNOWN)] = []
    language: Language = ENGLISH


class LiveCheckAnswer(AnswerBody):
    """The check of a sheet: solutions, what is forced, what is wrong."""

    status: SheetStatus = SheetStatus.UNKNOWN
    reached: str | None = None
    message: str = ""
    places: list[PlaceText] = []
    solutions: Annotated[list[Facts], Meta(max_length=2)] = []
    facts: Facts = []
    open: list[PlaceText] = []
    is_complete: bool = False
    mismatch: str | None = None


@TASKS.register("live-check", gives_up=True, is_live=True)
def _live_check(asked: LiveCheckRequest, work: Work) -> LiveCheckAnswer:
    """Check an author's sheet: solutions, what is forced, what is wrong."""
    language = asked.language
    known = [Position.of(facts_of(each, f"known.{at}")) for at, each in enumerate(asked.known)]
    try:
        puzzle = document_of(asked, work.quota.analysed_cells).puzzle
    except BadClue as error:
        message = error.message
        if error.code:
            message = say(
                Message(f"{asked.puzzle['kind']}.clues.{error.code}", error.about), language
            )
        places = [] if error.place is None else [error.place]
        return LiveCheckAnswer(status=SheetStatus.BROKEN, message=message, places=places)
    found = live_check(puzzle, known, limits_within(work, asked.seconds))
    survey, problem = found.survey, found.no_solution
    sentence = "" if problem is None else say(problem.message, language)
    return answer_of(
        LiveCheckAnswer,
        survey,
        status=SheetStatus(survey.status),
        message=sentence,
        places=[] if problem is None else texts(problem.places),
        solutions=[texts(solution.position) for solution in survey.solutions],
        facts=texts(Position(survey.forced)),
        open=texts(found.open_slots),
        mismatch=sentence if problem is not None and problem.is_mismatch else None,
    )


class CanBeRequest(PuzzleRequest):
    """A fact that an author asks about; without one, if there is any solution."""

    fact: FactText | None = None
    language: Language = ENGLISH


class CanBeAnswer(AnswerBody):
    """The answer whether a fact can be, and if not, why."""

    finding: Annotated[
        Possibility,
        Meta(
            description="possible: `solution` has it, and every solution if `is_forced`. "
            "impossible: the puzzle has solutions, but none with it, and the steps show why if "
            "that can be told. none: the puzzle has no solution at all; the clues at `conflict` "
            "contradict each other. unknown: the limit `reached` came first. `text` is all that "
            "is to be said."
        ),
    ] = Possibility.UNKNOWN
    reached: str | None = None
    is_forced: bool = False
    solution: Facts | None = None
    opening: Annotated[
        RunAnswers, Meta(description="What is said before the steps; all if there are none.")
    ] = []
    steps: list[StepAnswer] = []
    close: Annotated[RunAnswers, Meta(description="What is said after the steps.")] = []
    text: str = ""
    marks: MarksAnswer = field(default_factory=MarksAnswer)
    conflict: list[PlaceText] = []


@TASKS.register("can-be", gives_up=True)
def _can_be(asked: CanBeRequest, work: Work) -> CanBeAnswer:
    """Find out whether a fact can be, and if not, why; without a fact, why there is no solution."""
    document, language = document_of(asked, work.quota.analysed_cells), asked.language
    fact = None if asked.fact is None else fact_of(asked.fact, "fact")
    found = can_be(document.puzzle, fact, limits=work.limits)
    problem = found.no_solution
    return answer_of(
        CanBeAnswer,
        found,
        solution=None if found.solution is None else texts(found.solution),
        opening=message_runs(found.opening, language),
        steps=steps_answer(found.told_steps, language),
        close=message_runs(found.close, language),
        text=found.say(language),
        marks=marks_answer(found.marks),
        conflict=[] if problem is None else texts(problem.places),
    )
