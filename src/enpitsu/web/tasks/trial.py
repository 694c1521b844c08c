"""Why a trial cannot go well: the first of its facts that cannot be, and what proves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enpitsu.explain.refute_assumption import AssumptionStatus, refute_assumption
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, text
from enpitsu.web.tasks.task import (
    FACT,
    LANGUAGE,
    MOST_FACTS,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    WebTask,
    Work,
    document_of,
    facts_of,
    language_of,
    position_of,
    step_data,
)

MEANING = (
    "dies: `fact` cannot be, and the steps show why: either one that supposes it and ends in a "
    "contradiction, or those that prove its opposite, closed by the sentence `close`. `text` is "
    "all of that. alive: nothing speaks against the trial. unknown: the limit `reached` came "
    "first, or the puzzle has no solution."
)


def _trial(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document, language = document_of(data, work.quota.analysed_cells), language_of(data)
    position, facts = position_of(data, document), facts_of(data["facts"], "facts")
    found = refute_assumption(document.puzzle, position, facts, work.limits)
    return {
        "finding": str(found.finding),
        "reached": found.reached,
        "fact": None if found.fact is None else str(found.fact),
        "steps": [step_data(step, language) for step in found.steps],
        "close": found.say_close(language),
        "text": found.say(language),
        "is_board_right": found.is_board_right,
    }


TASKS = (
    WebTask(
        name="trial",
        summary="The first fact of a trial that cannot be, and why.",
        asks=record(
            {"puzzle": PUZZLE, "facts": listed(FACT, MOST_FACTS)},
            {"position": POSITION, "language": LANGUAGE},
        ),
        answers=record(
            {
                "finding": {**choice(*map(str, AssumptionStatus)), "description": MEANING},
                "reached": REACHED,
                "fact": maybe(FACT),
                "steps": listed(STEP),
                "close": text(10_000),
                "text": text(1_000_000),
                "is_board_right": FLAG,
            }
        ),
        run=_trial,
        given_up={
            "finding": "unknown",
            "fact": None,
            "steps": [],
            "close": "",
            "text": "",
            "is_board_right": True,
        },
    ),
)
