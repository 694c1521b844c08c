"""What would give a puzzle one solution: the fewest changes, and where these are not soon found or
are many, single ones that help most.

Nothing is changed here: each answer carries the puzzle as it would be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from enpitsu.improve import Repair, Repairs, advances, repairs
from enpitsu.improve.progress import ranked, worth
from enpitsu.kind import Document
from enpitsu.limits import Budget, Limits
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
    free_of,
    solution_of,
    spoken,
)

SECONDS = 7.0
"""An author does not wait longer; what is found until then he gets."""
SOON, ADVANCE = 0.12, 0.43
"""Shares of the time: for the fewest changes, then for single ones; the rest is for the former."""
FEW, MOST_CHANGES, MOST = 3, 6, 5
"""Changes that are few; more at once than the next number are no suggestion: to fill in the rest is
another wish. And how many suggestions of each sort there are."""


def _check(data: Mapping[str, Any], work: Work) -> None:
    solution_of(data)
    free_of(data, editable(data, work).puzzle)


def _suggest(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    return _Suggestions(data, work).answer()


class _Suggestions:
    """What is found for one sheet, told as it is found."""

    def __init__(self, data: Mapping[str, Any], work: Work) -> None:
        self._work = work
        self._document: Document = editable(data, work)
        self._language = language_of(data)
        self._solution = solution_of(data)
        self._free = free_of(data, self._document.puzzle)
        self._limits = replace(work.limits, seconds=min(SECONDS, 0.7 * work.quota.seconds))
        self._budget: Budget = self._limits.start()
        self._exact: dict[Any, Repair] = {}
        self._advances: dict[Any, Repair] = {}
        self._said: dict[int, tuple[Repair, dict[str, Any]]] = {}
        self._told: list[Repair] = []

    def answer(self) -> dict[str, Any]:
        """All that is found in time."""
        found, status = self._search(SOON), None
        if found.status is not Status.UNIQUE and not self._is_good:
            status = self._advance()
            if found.reached is not None and not self._is_good:
                found = self._search(1.0)
        unknown = found.status is Status.UNKNOWN and status is not None
        return {
            "status": str(status if unknown else found.status),
            "reached": found.reached,
            "at_least": found.at_least,
            "is_fewest": found.is_fewest,
            "conflict": list(found.conflict),
            "repairs": self._listed(self._best()),
        }

    @property
    def _is_good(self) -> bool:
        """Whether few changes are known that are enough; or, where there is no solution, any."""
        return any(repair.cost <= FEW for repair in self._exact.values())

    def _share(self, share: float) -> Limits:
        left, whole = self._budget.left() or 0.0, self._limits.seconds or 0.0
        return replace(self._limits, seconds=min(left, share * whole))

    def _search(self, share: float) -> Repairs:
        """The fewest changes."""
        found = repairs(
            self._document.puzzle,
            solution=self._solution,
            each=lambda repair: self._take(self._exact, repair),
            limits=self._share(share),
        )
        self._exact = {repair.puzzle: repair for repair in found.found}
        return found

    def _advance(self) -> Status:
        """Single changes that help most."""
        found = advances(
            self._document.puzzle,
            solution=self._solution,
            free=self._free,
            each=lambda repair: self._take(self._advances, repair),
            limits=self._share(ADVANCE),
        )
        self._advances = {repair.puzzle: repair for repair in found.found}
        return found.status

    def _take(self, among: dict[Any, Repair], repair: Repair) -> None:
        among[repair.puzzle] = repair
        best = self._best()
        if best != self._told:
            self._told = best
            self._work.tell({"repairs": self._listed(best)})

    def _best(self) -> list[Repair]:
        """The best of both sorts, in one order."""
        exact = [each for each in self._exact.values() if each.cost <= MOST_CHANGES]
        single = ranked(self._advances.values(), MOST)
        both = {each.puzzle: each for each in (*single, *sorted(exact, key=worth)[:MOST])}
        return sorted(both.values(), key=worth)

    def _listed(self, best: list[Repair]) -> list[dict[str, Any]]:
        return [self._spoken(repair) for repair in best]

    def _spoken(self, repair: Repair) -> dict[str, Any]:
        """A suggestion as it travels; most are told more than once."""
        if id(repair) not in self._said:
            self._said[id(repair)] = repair, self._repair_data(repair)
        return self._said[id(repair)][1]

    def _repair_data(self, repair: Repair) -> dict[str, Any]:
        return {
            "texts": [spoken(each, self._language) for each in repair.messages],
            "effect": spoken(repair.outcome, self._language),
            "cost": repair.cost,
            "status": str(repair.status),
            "open": 0 if repair.status is Status.UNIQUE else repair.open,
            "places": texts(repair.places),
            "puzzle": changed_data(self._document, repair.puzzle),
            "solution": texts(repair.solution),
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
                "free": maybe(listed(PLACE, MOST_FACTS)),
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
