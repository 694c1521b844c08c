"""What an author asks about a place: can this be, and if not, why?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enpitsu.improve.can_be import Possibility, can_be
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, text
from enpitsu.web.tasks.task import (
    FACT,
    LANGUAGE,
    MARKS,
    PLACE,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    WebTask,
    Work,
    document_of,
    fact_of,
    language_of,
    marks_data,
    step_data,
    texts,
)

MEANING = (
    "possible: `solution` has it, and every solution if `is_forced`. impossible: the puzzle has "
    "solutions, but none with it, and the steps show why if that can be told. none: the puzzle has "
    "no solution at all; the clues at `conflict` contradict each other. unknown: the limit "
    "`reached` came first. `text` is all that is to be said."
)


def _ask(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document, language = document_of(data, work.quota.analysed_cells), language_of(data)
    fact = None if data.get("fact") is None else fact_of(data["fact"], "fact")
    found = can_be(document.puzzle, fact, limits=work.limits)
    problem = found.no_solution
    steps = found.steps if problem is None else problem.steps
    return {
        "finding": str(found.finding),
        "reached": found.reached,
        "is_forced": found.is_forced,
        "solution": None if found.solution is None else texts(found.solution),
        "steps": [step_data(step, language) for step in steps],
        "text": found.say(language),
        "marks": marks_data(found.marks),
        "conflict": [] if problem is None else texts(problem.places),
    }


TASKS = (
    WebTask(
        name="ask",
        summary="Whether a fact can be, and if not, why; without a fact, why there is no solution.",
        asks=record({"puzzle": PUZZLE}, {"fact": maybe(FACT), "language": LANGUAGE}),
        answers=record(
            {
                "finding": {**choice(*map(str, Possibility)), "description": MEANING},
                "reached": REACHED,
                "is_forced": FLAG,
                "solution": maybe(POSITION),
                "steps": listed(STEP),
                "text": text(1_000_000),
                "marks": MARKS,
                "conflict": listed(PLACE),
            }
        ),
        run=_ask,
        given_up={
            "finding": "unknown",
            "is_forced": False,
            "solution": None,
            "steps": [],
            "text": "",
            "marks": {},
            "conflict": [],
        },
    ),
)
