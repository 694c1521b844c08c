"""What an author may wish for: needless clues named, one solution, another level, the rest filled.

Nothing is changed here: each answer carries the puzzle as it would be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from enpitsu.generate.request import MOST_SEED
from enpitsu.grade import LEVELS, grade
from enpitsu.grid import ROW, Edge, Line
from enpitsu.improve import Fix, improve, needless
from enpitsu.improve.fill import fill
from enpitsu.improve.outcome import Outcome
from enpitsu.kind import Document, Puzzle
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.web.request_refusals import BadRequest
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, text, whole
from enpitsu.web.tasks.analyse import GRADE, NO_GRADE, SECONDS, grade_data, limits_of
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
    document_data,
    document_of,
    facts_of,
    language_of,
    place_of,
    texts,
)
from enpitsu.words import say_line

SLICE_SECONDS = 1.0
"""How long needless clues are looked for if nobody says."""
GRADE_SECONDS = 10.0
UNIQUE, PRUNE, LEVEL, FILL = "unique", "prune", "level", "fill"
SENTENCE = text(10_000)


def changed_data(document: Document, puzzle: Puzzle) -> dict[str, Any]:
    """A changed puzzle as it travels; what was known only of the old one is left out."""
    meta = replace(document.meta, level="", length=0)
    return document_data(replace(document, puzzle=puzzle, position=EMPTY, meta=meta, made=None))


def solution_of(data: Mapping[str, Any]) -> Position | None:
    """What the author has in mind, if he says so."""
    if data.get("solution") is None:
        return None
    return Position.of(facts_of(data["solution"], "solution"))


def editable(data: Mapping[str, Any], work: Work) -> Document:
    """The document of a puzzle that can be changed."""
    document = document_of(data, work.quota.analysed_cells)
    if kind_of(document.puzzle).editor is None:
        raise BadRequest("puzzles of this kind cannot be changed yet", "puzzle")
    return document


# --- needless clues -------------------------------------------------------------------------------


def _needless(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document, language = editable(data, work), language_of(data)
    limits = limits_of(data, work, SLICE_SECONDS)
    found = needless(document.puzzle, after=data.get("after", 0), limits=limits)
    return {
        "status": str(found.status),
        "reached": found.reached,
        "clues": [_needless_data(document, each, language) for each in found.found],
        "next": found.next,
    }


def _needless_data(document: Document, found: Fix, language: str) -> dict[str, Any]:
    return {
        "places": texts(found.change.places),
        "text": say_line(found.messages[0], language),
        "effect": say_line(found.outcome, language),
        "puzzle": changed_data(document, found.puzzle),
        "solution": texts(found.solution),
    }


# --- wishes ---------------------------------------------------------------------------------------


def _improve(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document, language = _wish(data, work), language_of(data)
    done = (_filled if data["wish"] == FILL else _improved)(data, document.puzzle, work.limits)
    failures = [say_line(each, language) for each in done.failed]
    return {
        "is_done": done.status is Status.UNIQUE and not failures,
        "texts": [say_line(each, language) for each in done.messages],
        "failures": failures,
        "puzzle": changed_data(document, done.puzzle),
        "status": str(done.status),
        "solution": None if done.solution is None else texts(done.solution),
        "places": sorted(texts(done.places)),
        "reached": done.reached,
        **grade_data(document.puzzle.kind, done.grade, language),
    }


def _wish(data: Mapping[str, Any], work: Work) -> Document:
    """The document, if the wish can be understood."""
    if data["wish"] == LEVEL and data.get("level") is None:
        raise BadRequest("'level' is missing", "level")
    document = editable(data, work)
    solution_of(data)
    undecided_of(data, document.puzzle)
    return document


def _improved(data: Mapping[str, Any], puzzle: Puzzle, limits: Limits) -> Outcome:
    return improve(
        puzzle,
        unique=data["wish"] == UNIQUE,
        prune=data["wish"] == PRUNE,
        level=data.get("level") if data["wish"] == LEVEL else None,
        solution=solution_of(data),
        seed=data.get("seed", 1),
        report=False,
        limits=limits,
    )


def undecided_of(data: Mapping[str, Any], puzzle: Puzzle) -> list[Place] | None:
    """The places that are not decided yet, if the author says which."""
    texts = data.get("undecided")
    if texts is None:
        return None
    places = [place_of(each, f"undecided.{at}") for at, each in enumerate(texts)]
    for at, place in enumerate(places):
        if not _is_on(puzzle, place):
            size = f"{puzzle.rows}x{puzzle.cols}"
            raise BadRequest(f"{place} is not on the board of {size}", f"undecided.{at}")
    return places


def _is_on(puzzle: Puzzle, place: Place) -> bool:
    if isinstance(place, Line):
        return place.at < (puzzle.rows if place.axis == ROW else puzzle.cols)
    cells = (place.a, place.b) if isinstance(place, Edge) else (place,)
    return all(cell.row < puzzle.rows and cell.col < puzzle.cols for cell in cells)


def _filled(data: Mapping[str, Any], puzzle: Puzzle, limits: Limits) -> Outcome:
    done = fill(
        puzzle,
        undecided=undecided_of(data, puzzle),
        solution=solution_of(data),
        seed=data.get("seed", 1),
        level=data.get("level"),
        limits=limits,
    )
    if done.grade is None and done.status is Status.UNIQUE and kind_of(puzzle).ladder is not None:
        return replace(
            done, grade=grade(done.puzzle, limits=replace(limits, seconds=GRADE_SECONDS))
        )
    return done


NEEDLESS = record(
    {
        "places": listed(PLACE),
        "text": SENTENCE,
        "effect": SENTENCE,
        "puzzle": PUZZLE,
        "solution": POSITION,
    }
)

TASKS = (
    WebTask(
        name="needless",
        summary="Clues without which a puzzle still has one solution; a slice of them at a time.",
        asks=record(
            {"puzzle": PUZZLE},
            {"seconds": SECONDS, "after": whole(0, MOST_FACTS), "language": LANGUAGE},
        ),
        answers=record(
            {
                "status": STATUS,
                "reached": REACHED,
                "clues": listed(NEEDLESS),
                "next": {
                    **maybe(whole(0)),
                    "description": "Pass it as `after` to go on; null when all were looked at.",
                },
            }
        ),
        run=_needless,
        check=editable,
        given_up={"status": "unknown", "clues": [], "next": None},
    ),
    WebTask(
        name="improve",
        summary="Make a puzzle unique, take needless clues away, move it to a level or fill it.",
        asks=record(
            {"puzzle": PUZZLE, "wish": choice(UNIQUE, PRUNE, LEVEL, FILL)},
            {
                "level": maybe(choice(*LEVELS)),
                "solution": maybe(POSITION),
                "undecided": maybe(listed(PLACE, MOST_FACTS)),
                "seed": whole(0, MOST_SEED),
                "language": LANGUAGE,
            },
        ),
        answers=record(
            {
                "is_done": FLAG,
                "texts": listed(SENTENCE),
                "failures": listed(SENTENCE),
                "puzzle": maybe(PUZZLE),
                "status": STATUS,
                "solution": maybe(POSITION),
                "places": listed(PLACE),
                "reached": REACHED,
                **GRADE,
            }
        ),
        run=_improve,
        check=_wish,
        given_up={
            "is_done": False,
            "texts": [],
            "failures": [],
            "puzzle": None,
            "status": "unknown",
            "solution": None,
            "places": [],
            **NO_GRADE,
        },
    ),
)
