"""What proves one fact from the rest of a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enpitsu.explain.justify import FactStatus, justify
from enpitsu.web.shapes import choice, listed, record
from enpitsu.web.tasks.task import (
    FACT,
    LANGUAGE,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    WebTask,
    Work,
    document_of,
    fact_of,
    language_of,
    position_of,
    step_data,
)

MEANING = (
    "step: this step proves it from the board. later: not proved yet, the steps lead to it. "
    "wrong: it does not hold. open: it holds only in some solutions. impossible: the puzzle has "
    "no solution. unknown: the limit `reached` came first."
)


def _why(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    position, fact = position_of(data, document), fact_of(data["fact"], "fact")
    found = justify(document.puzzle, position, fact, work.limits)
    return {
        "finding": str(found.finding),
        "reached": found.reached,
        "steps": [step_data(step, language_of(data)) for step in found.steps],
    }


TASKS = (
    WebTask(
        name="why",
        summary="What proves a fact from the rest of the board.",
        asks=record({"puzzle": PUZZLE, "fact": FACT}, {"position": POSITION, "language": LANGUAGE}),
        answers=record(
            {
                "finding": {**choice(*map(str, FactStatus)), "description": MEANING},
                "reached": REACHED,
                "steps": listed(STEP),
            }
        ),
        run=_why,
        given_up={"finding": "unknown", "steps": []},
    ),
)
