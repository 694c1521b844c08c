"""The school: courses with how far the player is, lessons, exercises and their verdicts."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.errors import BackendMissing, TookTooLong
from enpitsu.play.lesson_progress import NOTHING_DONE, LessonProgress, LessonState
from enpitsu.school.judge_answer import AnswerFinding
from enpitsu.store.refusals import Locked, ReadOnly, Unavailable
from enpitsu.store.rows import now
from enpitsu.web import contract
from enpitsu.web.answers import answer, raw_answer
from enpitsu.web.api.puzzle_routes import PuzzleRowAnswer, row_answer
from enpitsu.web.api.route import Routes, read_body, server_of, while_connected
from enpitsu.web.api.saved import Asked, look_up, private_headers
from enpitsu.web.api.task_routes import LanguageQuery, do_task
from enpitsu.web.contract import AnswerBody, Count, Facts, Language, check_request, parse_body
from enpitsu.web.repositories import STARTER
from enpitsu.web.tasks import TASKS, give_up
from enpitsu.web.tasks.teach import (
    CourseLevelText,
    CourseOutline,
    CourseText,
    ExerciseAnswer,
    ExerciseHintAnswer,
    ExerciseSeed,
    LessonAnswer,
    LessonPageAnswer,
    LessonProgressAnswer,
    LessonTheme,
    OutlinesAnswer,
    VerdictText,
)
from enpitsu.words import ENGLISH

ROUTES = Routes("school")

MOST_SEEDS = 2**31
MOST_BYTES = 2 * 2**20  # of a request: all that can stand on a large board
Progress = Mapping[tuple[str, str], LessonProgress]


class CourseQuery(LanguageQuery):
    """The language of a course, and the colours of its pictures."""

    theme: LessonTheme = "light"


class NewExercise(contract.RequestBody):
    """A wish for an exercise; without a seed a new one."""

    seed: ExerciseSeed | None = None
    language: Language = ENGLISH


class ExerciseBoard(contract.RequestBody):
    """What was written in an exercise beyond its position, in order."""

    seed: ExerciseSeed
    facts: Facts
    language: Language = ENGLISH


class ExerciseDone(ExerciseBoard):
    """What was written in an exercise, to be judged."""

    is_helped: Annotated[
        bool, Meta(description="Whether a hint was taken, or something was refuted before.")
    ] = False


class CourseLevelAnswer(AnswerBody):
    """The lessons of a level, and the puzzle at its end."""

    level: str
    lessons: list[LessonAnswer]
    puzzle: PuzzleRowAnswer | None
    is_passed: Annotated[bool, Meta(description="Whether the player has solved the puzzle.")]


class CourseAnswer(AnswerBody):
    """The course of a kind, and how far the player is."""

    kind: str
    name: str
    due: Annotated[int, Meta(ge=0, description="Lessons that come back today.")]
    levels: list[CourseLevelAnswer]


class SchoolAnswer(AnswerBody):
    """How far the player is with the course of a kind: numbers of lessons that have exercises, and
    of levels."""

    kind: str
    lessons: Count
    known: Count
    begun: Count
    due: Count
    levels: Count
    passed: Count


class SchoolsAnswer(AnswerBody):
    """The courses of all kinds."""

    schools: list[SchoolAnswer]


class VerdictAnswer(VerdictText, kw_only=True):
    """The verdict on an exercise, and how far the player is with the lesson then; null if the
    exercise is not done, or nothing can be kept."""

    lesson: LessonProgressAnswer | None = None


# --- courses --------------------------------------------------------------------------------------


@ROUTES.register("GET", "/school", answers=SchoolsAnswer, errors=(413,))
async def schools(request: Request) -> Response:
    """The courses of all kinds, and how far the player is with each."""
    found = msgspec.json.decode(await _have(request, "courses", {}), type=OutlinesAnswer)

    def tell(asked: Asked | None) -> SchoolsAnswer:
        progress = _progress(asked)
        return SchoolsAnswer(schools=[_school(each, progress, asked) for each in found.courses])

    return await _tell(request, tell)


def _school(outline: CourseOutline, progress: Progress, asked: Asked | None) -> SchoolAnswer:
    at = now()
    states = [
        progress.get((outline.kind, technique), NOTHING_DONE).state(at)
        for technique in outline.techniques
    ]
    return SchoolAnswer(
        kind=outline.kind,
        lessons=len(states),
        known=states.count(LessonState.KNOWN),
        begun=states.count(LessonState.BEGUN),
        due=states.count(LessonState.DUE),
        levels=outline.levels,
        passed=len(_solved(asked, outline.puzzles)),
    )


@ROUTES.register("GET", "/school/{kind}", answers=CourseAnswer, errors=(400, 404, 413))
async def show_course(request: Request, query: CourseQuery) -> Response:
    """The course of a kind, and how far the player is with it."""
    wanted = {**request.path_params, "language": query.language, "theme": query.theme}
    found = msgspec.json.decode(await _have(request, "course", wanted), type=CourseText)

    def tell(asked: Asked | None) -> CourseAnswer:
        progress = _progress(asked)
        solved = _solved(asked, [level.puzzle for level in found.levels if level.puzzle])
        levels = [_level(found.kind, each, progress, solved, asked) for each in found.levels]
        lessons = [lesson for level in levels for lesson in level.lessons]
        due = sum(each.has_exercises and each.state is LessonState.DUE for each in lessons)
        return CourseAnswer(kind=found.kind, name=found.name, due=due, levels=levels)

    return await _tell(request, tell)


def _level(
    kind: str,
    level: CourseLevelText,
    progress: Progress,
    solved: set[str],
    asked: Asked | None,
) -> CourseLevelAnswer:
    at = now()
    lessons = [
        replace(each, **_fields(progress.get((kind, each.technique), NOTHING_DONE), at))
        for each in level.lessons
    ]
    return CourseLevelAnswer(
        level=level.level,
        lessons=lessons,
        puzzle=_puzzle(asked, level.puzzle),
        is_passed=level.puzzle in solved,
    )


@ROUTES.register(
    "GET", "/school/{kind}/{technique}", answers=LessonPageAnswer, errors=(400, 404, 413, 422)
)
async def show_lesson(request: Request, query: LanguageQuery) -> Response:
    """A lesson, with one use of its technique, and how far the player is with it."""
    wanted = {**request.path_params, "language": query.language}
    found = msgspec.json.decode(await _have(request, "lesson", wanted), type=LessonPageAnswer)
    key = request.path_params["kind"], request.path_params["technique"]

    def tell(asked: Asked | None) -> LessonPageAnswer:
        progress = NOTHING_DONE
        if asked is not None and asked.player is not None:
            progress = asked.repositories.lessons.load(asked.player.id, *key)
        return replace(found, lesson=replace(found.lesson, **_fields(progress, now())))

    return await _tell(request, tell)


# --- exercises ------------------------------------------------------------------------------------


@ROUTES.register(
    "POST",
    "/school/{kind}/{technique}/exercise",
    asks=NewExercise,
    answers=ExerciseAnswer,
    errors=(400, 404, 413, 422),
)
async def new_exercise(request: Request) -> Response:
    """An exercise of a technique: a new one each time, or that of a seed."""
    body = check_request(parse_body(await read_body(request, most=MOST_BYTES)), NewExercise)
    seed = secrets.randbelow(MOST_SEEDS) if body.seed is None else body.seed
    given = {**request.path_params, "seed": seed, "language": body.language}
    work = do_task(request, TASKS["exercise"], b"{}", given=given)
    done = await while_connected(request, work)
    return raw_answer(done.media, done.content)


@ROUTES.register(
    "POST",
    "/school/{kind}/{technique}/hint",
    asks=ExerciseBoard,
    answers=ExerciseHintAnswer,
    errors=(400, 404, 413, 422),
)
async def exercise_hint(request: Request) -> Response:
    """The hint for an exercise, in stages."""
    body = await read_body(request, most=MOST_BYTES)
    work = do_task(request, TASKS["exercise-hint"], body, given=request.path_params)
    done = await while_connected(request, work)
    return raw_answer(done.media, done.content)


@ROUTES.register(
    "POST",
    "/school/{kind}/{technique}/answer",
    asks=ExerciseDone,
    answers=VerdictAnswer,
    errors=(400, 404, 413, 422),
)
async def judge_exercise(request: Request) -> Response:
    """The verdict on what was written in an exercise; one that is right counts for the player."""
    body, task = await read_body(request, most=MOST_BYTES), TASKS["exercise-answer"]
    try:
        work = do_task(request, task, body, given=request.path_params)
        done = await while_connected(request, work)
    except TookTooLong:
        done = give_up(task, "time")
    found, lesson = msgspec.json.decode(done.content, type=VerdictText), None
    if found.finding is AnswerFinding.RIGHT:
        lesson = await _keep_exercise(request, found)
    return answer(VerdictAnswer(**asdict(found), lesson=lesson))


async def _keep_exercise(request: Request, found: VerdictText) -> LessonProgressAnswer | None:
    """Keep that an exercise was done, and return how far the player is; None for nobody, and where
    nothing can be kept."""
    kind, technique = request.path_params["kind"], request.path_params["technique"]

    def keep(asked: Asked) -> LessonProgressAnswer | None:
        if not asked.token:
            return None
        lessons = asked.repositories.lessons
        new = lessons.note_exercise(
            asked.keep_me(), kind, technique, found.seed, is_helped=found.is_helped
        )
        return _progress_answer(new)

    try:
        return await look_up(request, keep, writes=True)
    except Locked:
        raise
    except (BackendMissing, ReadOnly, Unavailable):
        return None


# --- how far the player is ------------------------------------------------------------------------


async def _have(request: Request, task: str, wanted: Mapping[str, str]) -> bytes:
    """Return an answer that is the same for all who ask: it is worked out once."""
    body = json.dumps(wanted)

    async def find() -> bytes:
        return (await do_task(request, TASKS[task], body.encode())).content

    finding = server_of(request).public_answers.have(f"{task} {body}", find)
    return await while_connected(request, finding)


async def _tell(request: Request, tell: Callable[[Asked | None], AnswerBody]) -> Response:
    """Return an answer that says how far the player is; without a library nobody is anywhere."""
    try:
        found, player = await look_up(request, lambda asked: (tell(asked), asked.someone))
    except (BackendMissing, Unavailable):
        found, player = tell(None), None
    response = answer(found)
    response.headers.update(private_headers(player))
    return response


def _progress(asked: Asked | None) -> Progress:
    if asked is None or asked.player is None:
        return {}
    return asked.repositories.lessons.of_player(asked.player.id)


def _solved(asked: Asked | None, puzzles: Sequence[str]) -> set[str]:
    if asked is None or asked.player is None or not puzzles:
        return set()
    return asked.repositories.results.solved_among(asked.player.id, puzzles)


def _puzzle(asked: Asked | None, fingerprint: str) -> PuzzleRowAnswer | None:
    """Return a starter puzzle as lists have it; None if the library has not got it."""
    if asked is None or not fingerprint:
        return None
    shelf = asked.repositories.shelf
    key = shelf.find_twin(STARTER, fingerprint)
    return None if key is None else row_answer(shelf.load(key, asked.someone), asked.someone)


def _progress_answer(progress: LessonProgress) -> LessonProgressAnswer:
    return LessonProgressAnswer(**_fields(progress, now()))


def _fields(progress: LessonProgress, at: datetime) -> dict[str, Any]:
    return {
        "state": progress.state(at),
        "right": progress.right_in_a_row,
        "needed_help": progress.helped,
        "due": None if progress.due is None else progress.due.date().isoformat(),
    }
