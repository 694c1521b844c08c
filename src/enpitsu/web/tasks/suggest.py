"""What would give a puzzle one solution: the fewest changes, and where these are not soon found or
are many, single ones that help most.

Nothing is changed here: each answer carries the puzzle as it would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from enpitsu.improve import Fix
from enpitsu.improve.suggest import SECONDS, suggest
from enpitsu.kind import Document
from enpitsu.solve import Status
from enpitsu.web.shapes import FLAG, listed, maybe, record, whole
from enpitsu.web.tasks.task import (
    LANGUAGE,
    MOST_FACTS,
    PLACE,
    POSITION,
    PUZZLE,
    REACHED,
    STATUS,
    WebTask,
    Work,
    language_of,
    texts,
)
from enpitsu.web.tasks.wishes import (
    SENTENCE,
    changed_data,
    editable,
    solution_of,
    undecided_of,
)
from enpitsu.words import say_line

QUOTA_SHARE = 0.7  # of the time that the server gives a task


def _check(data: Mapping[str, Any], work: Work) -> None:
    solution_of(data)
    undecided_of(data, editable(data, work).puzzle)


def _suggest(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document, language = editable(data, work), language_of(data)
    written: dict[int, tuple[Fix, dict[str, Any]]] = {}

    def write(fixes: Iterable[Fix]) -> list[dict[str, Any]]:
        """Most suggestions are told more than once."""
        for each in fixes:
            if id(each) not in written:
                written[id(each)] = each, _fix_data(document, each, language)
        return [written[id(each)][1] for each in fixes]

    found = suggest(
        document.puzzle,
        solution=solution_of(data),
        undecided=undecided_of(data, document.puzzle),
        each=lambda best: work.tell({"repairs": write(best)}),
        limits=replace(work.limits, seconds=min(SECONDS, QUOTA_SHARE * work.quota.seconds)),
    )
    return {
        "status": str(found.status),
        "reached": found.reached,
        "at_least": found.at_least,
        "is_fewest": found.is_fewest,
        "conflict": list(found.conflict),
        "repairs": write(found.found),
    }


def _fix_data(document: Document, fix: Fix, language: str) -> dict[str, Any]:
    return {
        "texts": [say_line(each, language) for each in fix.messages],
        "effect": say_line(fix.outcome, language),
        "cost": fix.cost,
        "status": str(fix.status),
        "open": 0 if fix.status is Status.UNIQUE else fix.open,
        "places": texts(fix.places),
        "puzzle": changed_data(document, fix.puzzle),
        "solution": texts(fix.solution),
    }


REPAIR = record(
    {
        "texts": listed(SENTENCE),
        "effect": SENTENCE,
        "cost": whole(0),
        "status": STATUS,
        "open": {
            **maybe(whole(0)),
            "description": "Cells that are not the same in all solutions after it.",
        },
        "places": listed(PLACE),
        "puzzle": PUZZLE,
        "solution": POSITION,
    }
)

TASKS = (
    WebTask(
        name="suggest",
        summary="What would give a puzzle one solution, or help most on the way there, best first.",
        asks=record(
            {"puzzle": PUZZLE},
            {
                "solution": maybe(POSITION),
                "undecided": maybe(listed(PLACE, MOST_FACTS)),
                "language": LANGUAGE,
            },
        ),
        answers=record(
            {
                "status": STATUS,
                "reached": REACHED,
                "at_least": whole(0),
                "is_fewest": FLAG,
                "conflict": listed(PLACE),
                "repairs": listed(REPAIR),
            }
        ),
        run=_suggest,
        check=_check,
        given_up={
            "status": "unknown",
            "at_least": 0,
            "is_fewest": False,
            "conflict": [],
            "repairs": [],
        },
    ),
)
