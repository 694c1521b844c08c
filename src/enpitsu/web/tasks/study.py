"""What is known of a sheet while its author works on it: quickly, and as far as the time goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enpitsu.errors import BadClue
from enpitsu.improve.live_check import LiveCheck, live_check
from enpitsu.position import Position
from enpitsu.technique import Message
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, text
from enpitsu.web.tasks.analyse import SECONDS, limits_of
from enpitsu.web.tasks.task import (
    LANGUAGE,
    PLACE,
    POSITION,
    PUZZLE,
    REACHED,
    WebTask,
    Work,
    document_of,
    facts_of,
    language_of,
    texts,
)
from enpitsu.words import say

QUICK_SECONDS = 0.25  # if nobody says: an author who draws does not wait
MAX_KNOWN = 8  # solutions of the sheet before it was changed that may be passed on
BROKEN = "broken"
NOTHING: dict[str, Any] = {
    "message": "",
    "places": [],
    "solutions": [],
    "facts": [],
    "open": [],
    "is_complete": False,
    "mismatch": None,
}


def _study(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    limits, language = limits_of(data, work, QUICK_SECONDS), language_of(data)
    known = [
        Position.of(facts_of(each, f"known.{at}")) for at, each in enumerate(data.get("known", ()))
    ]
    try:
        puzzle = document_of(data, work.quota.analysed_cells).puzzle
    except BadClue as error:
        places = [] if error.place is None else [error.place]
        message = _say_bad_clue(data["puzzle"]["kind"], error, language)
        return {"reached": None, **NOTHING, "status": BROKEN, "message": message, "places": places}
    return _study_data(live_check(puzzle, known, limits), language)


def _say_bad_clue(kind: str, error: BadClue, language: str) -> str:
    if not error.code:
        return error.message
    return say(Message(f"{kind}.clues.{error.code}", error.about), language)


def _study_data(found: LiveCheck, language: str) -> dict[str, Any]:
    survey, problem = found.survey, found.no_solution
    sentence = "" if problem is None else say(problem.message, language)
    return {
        "status": str(survey.status),
        "reached": survey.reached,
        "message": sentence,
        "places": [] if problem is None else texts(problem.places),
        "solutions": [texts(solution.position) for solution in survey.solutions],
        "facts": texts(Position(survey.forced)),
        "open": texts(found.open_slots),
        "is_complete": survey.is_complete,
        "mismatch": sentence if problem is not None and problem.is_mismatch else None,
    }


TASKS = (
    WebTask(
        name="study",
        summary="What is known of an author's sheet: solutions, what is forced, what is wrong.",
        asks=record(
            {"puzzle": PUZZLE},
            {"seconds": SECONDS, "known": listed(POSITION, MAX_KNOWN), "language": LANGUAGE},
        ),
        answers=record(
            {
                "status": choice("unique", "multiple", "none", "unknown", BROKEN),
                "reached": REACHED,
                "message": text(10_000),
                "places": listed(PLACE),
                "solutions": listed(POSITION, 2),
                "facts": POSITION,
                "open": listed(PLACE),
                "is_complete": FLAG,
                "mismatch": maybe(text(10_000)),
            }
        ),
        run=_study,
        given_up={"status": "unknown", **NOTHING},
        is_live=True,
    ),
)
