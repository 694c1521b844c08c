"""What proves one fact from the rest of a board."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from enpitsu.errors import LimitReached
from enpitsu.explain import Step, needed
from enpitsu.explain.known_facts import KnownFacts, find_known_facts
from enpitsu.explain.refute import Refuter
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.hint import MOST_SENTENCES
from enpitsu.kind import Puzzle
from enpitsu.limits import Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status
from enpitsu.technique import Deduction, Technique
from enpitsu.web.shapes import choice, listed, record
from enpitsu.web.tasks.task import (
    FACT,
    KEPT_PUZZLES,
    LANGUAGE,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    WebTask,
    Work,
    check_explainable,
    document_of,
    fact_of,
    language_of,
    position_of,
    step_data,
)

FINDINGS = ("step", "later", "wrong", "open", "impossible", "unknown")
MEANING = (
    "step: this step proves it from the board. later: not proved yet, the steps lead to it. "
    "wrong: it does not hold. open: it holds only in some solutions. impossible: the puzzle has "
    "no solution. unknown: the limit `reached` came first."
)


class _Asked(Walkthrough):
    """A walk that looks for one fact before it takes any step."""

    def step_to(self, fact: Fact) -> Step | None:
        """The easiest use of a technique that brings a fact from what stands on the board."""
        for technique, found in self._uses():
            if fact in found.facts:
                return self._step(technique, found, self._seen_on_board(found.because))
        return None

    def _uses(self) -> Iterator[tuple[Technique[Any], Deduction]]:
        yield from self._at_once
        for technique, _ in self._steps:
            for site in technique.sites(self._desk):
                self.budget.check()
                found = technique.find(self._desk, site)
                if found is not None:
                    yield technique, found


def _why(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    puzzle, position = document.puzzle, position_of(data, document)
    check_explainable(puzzle)
    fact = fact_of(data["fact"], "fact")
    kind_of(puzzle).board(puzzle).place([fact])
    try:
        finding, steps = find_why(puzzle, position, fact, work.limits)
    except LimitReached as limit:
        return {"finding": "unknown", "reached": str(limit), "steps": []}
    told = [step_data(step, language_of(data)) for step in steps]
    return {"finding": finding, "reached": None, "steps": told}


def find_why(
    puzzle: Puzzle, position: Position, fact: Fact, limits: Limits
) -> tuple[str, list[Step]]:
    """One of FINDINGS with its steps. Of the rest of the board only what is right counts."""
    budget, truth = limits.start(), truth_of(puzzle, limits)
    if truth.status is Status.NONE:
        return "impossible", []
    if fact not in truth:
        return ("wrong" if truth.status is Status.UNIQUE else "open"), []
    rest = Position.of(each for each in position if each != fact and each in truth)
    way = _Asked(kind_of(puzzle), puzzle, rest, truth, {fact}, budget)
    direct = way.step_to(fact) or _refutation(puzzle, rest, fact, budget)
    if direct is not None:
        return "step", [direct]
    return "later", _way_to(way, fact)


@lru_cache(maxsize=KEPT_PUZZLES)
def _shelf(puzzle: Hashable) -> list[KnownFacts]:
    """Where what is known of a puzzle is kept: one question is seldom asked alone."""
    return []


def truth_of(puzzle: Puzzle, limits: Limits) -> KnownFacts:
    """What holds in every solution; LimitReached if it is not found in time."""
    assert isinstance(puzzle, Hashable)
    shelf = _shelf(puzzle)
    if not shelf:
        found = find_known_facts(puzzle, EMPTY, limits)
        if found.status is Status.UNKNOWN:
            raise LimitReached(found.reached or "time")
        shelf.append(found)
    return shelf[0]


def _refutation(puzzle: Puzzle, rest: Position, fact: Fact, budget: Budget) -> Step | None:
    """Why the opposite cannot be, if that is told in a few words."""
    step = Refuter(kind_of(puzzle), puzzle, list(rest), budget).refute(fact.opposite)
    return None if step is None or len(step.chain) > MOST_SENTENCES else step


def _way_to(way: Walkthrough, fact: Fact) -> list[Step]:
    """The steps without which a fact is not found, the one that brings it last."""
    steps: list[Step] = []
    for step in way:
        steps.append(step)
        if fact in step.brings:
            break
    return needed(steps, [fact])


TASKS = (
    WebTask(
        name="why",
        summary="What proves a fact from the rest of the board.",
        asks=record({"puzzle": PUZZLE, "fact": FACT}, {"position": POSITION, "language": LANGUAGE}),
        answers=record(
            {
                "finding": {**choice(*FINDINGS), "description": MEANING},
                "reached": REACHED,
                "steps": listed(STEP),
            }
        ),
        run=_why,
        given_up={"finding": "unknown", "steps": []},
    ),
)
