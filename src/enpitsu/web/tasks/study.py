"""What is known of a sheet while its author works on it: quickly, and as far as the time goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from enpitsu.check import check
from enpitsu.errors import BadClue, LimitReached
from enpitsu.grid import Edge, Slot
from enpitsu.improve.judge import Judge
from enpitsu.improve.mend import Contradiction, contradiction, suspects
from enpitsu.kind import Puzzle, Violation
from enpitsu.limits import Limits
from enpitsu.making import Mismatch
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status, Survey, survey
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
    violation_data,
)
from enpitsu.words import SHARED, find_sentence, say

QUICK = 0.25
"""Seconds of a study if nobody says: an author who draws does not wait."""
MOST_KNOWN = 8
"""Solutions of the sheet before it was changed that may be passed on."""
BROKEN = "broken"
MOST_NAMED = 12
"""Clues that are named in a sentence."""
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
    limits, language = limits_of(data, work, QUICK), language_of(data)
    known = [
        Position.of(facts_of(each, f"known.{at}")) for at, each in enumerate(data.get("known", ()))
    ]
    try:
        puzzle = document_of(data, work.quota.analysed_cells).puzzle
    except BadClue as error:
        return {"status": BROKEN, "reached": None, **NOTHING, **_broken(data, error)}
    budget = limits.start()
    mismatch = mismatch_of(puzzle)
    if mismatch is not None:
        return {"status": str(Status.NONE), "reached": None, **NOTHING, **_told(mismatch, language)}
    found = survey(puzzle, witnesses=known, limits=limits)
    answer = {"status": str(found.status), "reached": found.reached, **NOTHING}
    if found.status is Status.NONE:
        left = replace(limits, seconds=budget.left())
        return {**answer, "is_complete": True, **no_solution(puzzle, left, language)}
    return {**answer, **_shared(found)}


def _broken(data: Mapping[str, Any], error: BadClue) -> dict[str, Any]:
    """What is wrong with a clue, and where."""
    message = error.message
    if error.code:
        message = say(
            Message(f"{data['puzzle']['kind']}.clues.{error.code}", error.about), language_of(data)
        )
    return {"message": message, "places": [] if error.place is None else [error.place]}


def mismatch_of(puzzle: Puzzle) -> Mismatch | None:
    """Why a puzzle can have no solution, if that is seen at a glance."""
    editor = kind_of(puzzle).editor
    return None if editor is None else editor.mismatch(puzzle)


def _told(mismatch: Mismatch, language: str) -> dict[str, Any]:
    sentence = say(mismatch.message, language)
    return {
        "message": sentence,
        "mismatch": sentence,
        "places": texts(mismatch.places),
        "is_complete": True,
    }


def _shared(found: Survey) -> dict[str, Any]:
    """Forced facts, and slots that differ between solutions."""
    return {
        "solutions": [texts(solution.position) for solution in found.solutions],
        "facts": texts(Position(found.forced)),
        "open": texts(_sorted(found.open_slots)),
        "is_complete": found.is_complete,
    }


def _sorted(slots: Iterable[Slot]) -> list[Slot]:
    """Cells and edges from the top to the bottom, each edge behind its cell."""
    pairs = [(tuple(slot) if isinstance(slot, Edge) else (slot,), slot) for slot in slots]
    return [slot for _, slot in sorted(pairs, key=lambda pair: pair[0])]


# --- no solution ----------------------------------------------------------------------------------


def no_solution(puzzle: Puzzle, limits: Limits, language: str) -> dict[str, Any]:
    """Why a puzzle has no solution, in a sentence, and where; whatever is known in time."""
    broken = check(puzzle, EMPTY, partial=True)
    if broken:
        told = unmet_data(puzzle, broken[0], language)
        return {"message": told["message"], "places": told["places"]}
    places = _conflict(puzzle, limits)
    return {"message": conflict_text(places, language), "places": texts(places)}


def unmet_data(puzzle: Puzzle, broken: Violation, language: str) -> dict[str, Any]:
    """A rule that is broken before anything is drawn, as its author is told: players are told
    otherwise, as they have done something."""
    told = violation_data(puzzle.kind, broken, language)
    name, places = f"{puzzle.kind}.unmet.{broken.code}", (*broken.lines, *broken.cells)
    if places and find_sentence(name) is not None:
        told["message"] = say(Message(name, {"place": places[0]}), language)
    return told


def _conflict(puzzle: Puzzle, limits: Limits) -> tuple[Place, ...]:
    """Clues that contradict each other: no more than it takes, or what is found in time."""
    if kind_of(puzzle).editor is None:
        return ()
    judge, places = Judge(puzzle, limits), tuple[Place, ...]()
    with suppress(LimitReached):
        places = suspects(puzzle, judge)
        found = contradiction(puzzle, judge)
        places = () if found is None else found.places
    return places


def contradiction_of(puzzle: Puzzle, limits: Limits) -> Contradiction | None:
    """The clues that contradict each other, if they are found in time."""
    if kind_of(puzzle).editor is None:
        return None
    try:
        return contradiction(puzzle, Judge(puzzle, limits))
    except LimitReached:
        return None


def conflict_text(places: Sequence[Place], language: str) -> str:
    """A sentence about clues that contradict each other; that there is no solution if there are
    none, or too many to be named."""
    if not 0 < len(places) <= MOST_NAMED:
        return say(Message(f"{SHARED}.study.{'many' if places else 'none'}", {}), language)
    return say(Message(f"{SHARED}.study.conflict", {"places": tuple(places)}), language)


TASKS = (
    WebTask(
        name="study",
        summary="What is known of an author's sheet: solutions, what is forced, what is wrong.",
        asks=record(
            {"puzzle": PUZZLE},
            {"seconds": SECONDS, "known": listed(POSITION, MOST_KNOWN), "language": LANGUAGE},
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
