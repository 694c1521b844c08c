"""Tasks about a whole puzzle: its solutions, what is forced, how hard it is, the way through it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

from enpitsu.explain import Explanation, Step, explain, needed
from enpitsu.explain.data import counts_data
from enpitsu.grade import LENGTHS, LEVELS, Grade, grade, grade_of
from enpitsu.limits import Limits
from enpitsu.position import Position
from enpitsu.solve import forced, solve
from enpitsu.web.shapes import NUMBER, Shape, choice, listed, maybe, number, record, whole
from enpitsu.web.tasks.task import (
    COUNT,
    LANGUAGE,
    POSITION,
    PUZZLE,
    REACHED,
    STATUS,
    STEP,
    WebTask,
    Work,
    check_explainable,
    document_of,
    given_of,
    language_of,
    position_of,
    step_data,
    texts,
)

MOST_SOLUTIONS = 100
LEAST_SECONDS, MOST_SECONDS = 0.05, 10.0
SECONDS = number(LEAST_SECONDS, MOST_SECONDS)
"""How long the client waits for whatever is known until then."""
_OF_STEP = ("technique", "code", "name", "level", "at", "facts", "text", "marks")
TELL_SECONDS = 0.2
"""How often it is told how far an explanation is."""

GRADE: Mapping[str, Shape] = {
    "level": maybe(choice(*LEVELS)),
    "hardest": NUMBER,
    "score": NUMBER,
    "length": {**whole(0), "description": "The steps that it takes."},
    "length_word": maybe(choice(*LENGTHS)),
    "difficulty": {
        **maybe(NUMBER),
        "description": "From 1 to 9, fitted to levels that were published with such puzzles.",
    },
    "techniques": listed(COUNT),
}


def grade_data(kind: str, found: Grade | None, language: str) -> dict[str, Any]:
    """How hard a puzzle is; of what is not known there is nothing."""
    return {
        "level": None if found is None or found.level is None else str(found.level),
        "hardest": 0 if found is None else round(found.hardest, 2),
        "score": 0 if found is None else round(found.score, 2),
        "length": 0 if found is None else found.length,
        "length_word": found.length_word if found else None,
        "difficulty": round(found.difficulty, 1) if found and found.difficulty else None,
        "techniques": counts_data(kind, found.techniques if found else {}, language),
    }


HARDEST_STEP: Shape = record({name: STEP["properties"][name] for name in _OF_STEP})

NO_GRADE: dict[str, Any] = {
    "level": None,
    "hardest": 0,
    "score": 0,
    "length": 0,
    "length_word": None,
    "difficulty": None,
    "techniques": [],
}


def limits_of(data: Mapping[str, Any], work: Work, default: float | None = None) -> Limits:
    """The limits of a request that may say how many seconds it waits."""
    seconds = data.get("seconds", default)
    given = work.quota.seconds
    return replace(work.limits, seconds=given if seconds is None else min(seconds, given))


def _readable(data: Mapping[str, Any], work: Work) -> None:
    """Refuse at once what cannot be read."""
    position_of(data, document_of(data, work.quota.analysed_cells))


def _solve(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    position, wanted = given_of(data, document), data.get("solutions", 2)
    found = solve(document.puzzle, solutions=wanted, position=position, limits=work.limits)
    return {
        "status": str(found.status),
        "reached": found.reached,
        "solutions": [texts(solution.position) for solution in found.solutions],
        "seconds": round(found.stats.seconds, 4),
    }


def _forced(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    found = forced(document.puzzle, given_of(data, document), limits=work.limits)
    facts = texts(Position(found.facts))
    return {"status": str(found.status), "reached": found.reached, "facts": facts}


def _grade(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    _explainable(data, work)
    document, language = document_of(data, work.quota.analysed_cells), language_of(data)
    found = grade(document.puzzle, limits=limits_of(data, work))
    return {
        "status": str(found.status),
        "reached": found.reached,
        **grade_data(document.puzzle.kind, found, language),
        "least": None if found.least is None else str(found.least),
        "hardest_step": None if found.step is None else _hardest_data(found.step, language),
    }


def _hardest_data(step: Step, language: str) -> dict[str, Any]:
    """What is shown of the hardest step."""
    told = step_data(step, language)
    return {name: told[name] for name in HARDEST_STEP["properties"]}


# --- explain --------------------------------------------------------------------------------------


def _explainable(data: Mapping[str, Any], work: Work) -> None:
    _readable(data, work)
    check_explainable(document_of(data, work.quota.analysed_cells).puzzle)


def _explain(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    _explainable(data, work)
    document = document_of(data, work.quota.analysed_cells)
    language, kind = language_of(data), document.puzzle.kind
    explanation = explain(document.puzzle, given_of(data, document), limits=work.limits)
    steps = _walk(explanation, work)
    counts = Counter(step.technique for step in steps)
    found = grade_of(explanation, steps)
    return {
        "status": str(explanation.status),
        "reached": explanation.reached,
        "steps": [step_data(step, language) for step in steps],
        **grade_data(kind, found, language),
        "techniques": counts_data(kind, counts, language),
    }


def _walk(explanation: Explanation, work: Work) -> list[Step]:
    """The steps that are needed; meanwhile it is told how many were found and how much is left."""
    steps: list[Step] = []
    whole_way, told = max(1, len(explanation.missing)), monotonic()
    for step in explanation:
        steps.append(step)
        if monotonic() - told > TELL_SECONDS:
            told = monotonic()
            share = 1 - len(explanation.missing) / whole_way
            work.tell({"steps": len(steps), "share": round(share, 3)})
    return steps if explanation.reached else needed(steps, explanation.goal)


TASKS = (
    WebTask(
        name="solve",
        summary="Up to so many solutions that agree with a position; two tell if there is one.",
        asks=record(
            {"puzzle": PUZZLE}, {"position": POSITION, "solutions": whole(1, MOST_SOLUTIONS)}
        ),
        answers=record(
            {"status": STATUS, "reached": REACHED, "solutions": listed(POSITION)},
            {"seconds": NUMBER},
        ),
        run=_solve,
        check=_readable,
        given_up={"status": "unknown", "solutions": []},
    ),
    WebTask(
        name="forced",
        summary="What is true in every solution that agrees with a position.",
        asks=record({"puzzle": PUZZLE}, {"position": POSITION}),
        answers=record({"status": STATUS, "reached": REACHED, "facts": POSITION}),
        run=_forced,
        check=_readable,
        given_up={"status": "unknown", "facts": []},
    ),
    WebTask(
        name="grade",
        summary="How hard a puzzle is for people, and which techniques it needs.",
        asks=record({"puzzle": PUZZLE}, {"seconds": SECONDS, "language": LANGUAGE}),
        answers=record(
            {
                "status": STATUS,
                "reached": REACHED,
                **GRADE,
                "least": {
                    **maybe(choice(*LEVELS)),
                    "description": "A level that it has at least, if a limit came first.",
                },
                "hardest_step": maybe(HARDEST_STEP),
            }
        ),
        run=_grade,
        check=_explainable,
        given_up={"status": "unknown", **NO_GRADE, "least": None, "hardest_step": None},
    ),
    WebTask(
        name="explain",
        summary="The whole way from a position to the solution, step by step.",
        asks=record({"puzzle": PUZZLE}, {"position": POSITION, "language": LANGUAGE}),
        answers=record({"status": STATUS, "reached": REACHED, "steps": listed(STEP), **GRADE}),
        run=_explain,
        check=_explainable,
        given_up={"status": "unknown", "steps": [], **NO_GRADE},
    ),
)
