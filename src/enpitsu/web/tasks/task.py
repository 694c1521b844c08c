"""What a task is, and what tasks share: puzzles and positions read, steps and marks written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from enpitsu.explain import Step
from enpitsu.explain.data import step_data as plain_step
from enpitsu.explain.walkthrough import ladder_of
from enpitsu.formats import dump, read
from enpitsu.grid import COL, ROW, Line, parse_slot
from enpitsu.kind import Document, Puzzle, Violation
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Fact, Position, parse_fact
from enpitsu.registry import find_kind, kind_of
from enpitsu.scene import Marks, Place
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.shapes import (
    FLAG,
    FREE,
    NUMBER,
    Shape,
    choice,
    listed,
    maybe,
    record,
    text,
    whole,
)
from enpitsu.words import ENGLISH, LANGUAGES, find_sentence

MOST_FACTS = 250_000
MOST_MARKS = 10_000
"""Marks of one sort that are drawn."""
KEPT_PUZZLES, KEPT_FACTS = 16, 50_000


class Work(NamedTuple):
    """How a task is to be done: what it may cost, and whom to tell how far it is."""

    quota: Quota
    tell: Callable[[Mapping[str, Any]], None]

    @property
    def limits(self) -> Limits:
        """The limits, from now on."""
        return Limits(seconds=self.quota.seconds, memory=self.quota.memory)


class FileAnswer(NamedTuple):
    """An answer that is not JSON."""

    media: str
    content: bytes


Answer = Mapping[str, Any] | FileAnswer


def _nothing(data: Mapping[str, Any], work: Work) -> None:
    """No check beyond the shape."""


class WebTask(NamedTuple):
    """Something that working processes do."""

    name: str
    summary: str
    asks: Shape
    answers: Shape | None
    """None if the answer is a file."""
    run: Callable[[Mapping[str, Any], Work], Answer]
    check: Callable[[Mapping[str, Any], Work], object] = _nothing
    """Refuses at once what `run` would refuse later."""
    given_up: Mapping[str, Any] | None = None
    """The answer when a limit, which is added as "reached", came before there was any other; None
    where the request is refused then."""
    is_light: bool = False
    """Whether it is done in a moment."""
    is_paper: bool = False
    """True for a task that draws a puzzle or writes it into a file."""
    is_live: bool = False
    """Whether it is asked anew with each stroke of an author."""
    takes_file: bool = False
    """Whether a request carries a file and may be large."""


# --- shapes ---------------------------------------------------------------------------------------

PUZZLE: Shape = {**FREE, "description": "A puzzle as Enpitsu's JSON document."}
FACT: Shape = {**text(40), "examples": ["r3c4 shaded", "r1c1-r1c2 not line"]}
POSITION: Shape = listed(FACT, MOST_FACTS)
PLACE: Shape = {**text(40), "examples": ["r1c1", "r1c1-r1c2", "row1", "col3"]}
LANGUAGE: Shape = choice(*LANGUAGES)
REACHED: Shape = maybe(text())
STATUS: Shape = choice("unique", "multiple", "none", "unknown")
_MARKS = ("errors", "hints", "because")
MARKS: Shape = record(optional={name: listed(PLACE) for name in _MARKS})
ASKED_MARKS: Shape = record(optional={name: listed(PLACE, MOST_MARKS) for name in _MARKS})
STEP: Shape = record(
    {
        "technique": text(),
        "code": text(),
        "name": text(),
        "level": NUMBER,
        "at": PLACE,
        "facts": POSITION,
        "notes": listed(text()),
        "also": POSITION,
        "because": listed(text()),
        "text": text(100_000),
        "marks": MARKS,
        "is_minimal": FLAG,
    }
)
VIOLATION: Shape = record({"code": text(), "message": text(), "places": listed(PLACE)})
COUNT: Shape = record({"technique": text(), "code": text(), "name": text(), "count": whole(0)})


# --- reading --------------------------------------------------------------------------------------


def document_of(data: Mapping[str, Any], most: int) -> Document:
    """The puzzle of a request; TooLarge if it has more cells."""
    _check_told_size(data["puzzle"], most)
    document = _document(json.dumps(data["puzzle"]))
    puzzle = document.puzzle
    if puzzle.rows * puzzle.cols > most:
        raise TooLarge(
            f"a board of {puzzle.rows}x{puzzle.cols} is too large for this: at most {most} cells"
        )
    return document


def _check_told_size(data: Mapping[str, Any], most: int) -> None:
    """TooLarge if a puzzle says itself that it is: then it need not be read for that."""
    board = data.get("puzzle")
    sides = [board.get(name) for name in ("rows", "cols")] if isinstance(board, dict) else []
    told = [side for side in sides if type(side) is int and side > 0]
    if len(told) == 2 and told[0] * told[1] > most:
        raise TooLarge(f"a board of so many rows and columns is too large: at most {most} cells")


@lru_cache(maxsize=KEPT_PUZZLES)
def _document(source: str) -> Document:
    """One puzzle is asked about again and again."""
    found = read(source, format="json")
    if len(found) != 1:
        raise BadRequest("one puzzle is wanted here", "puzzle")
    return found[0]


def position_of(data: Mapping[str, Any], document: Document) -> Position:
    """The position beside the puzzle, or else its own; FormatError if it does not fit."""
    if data.get("position") is None:
        return document.position
    position = Position.of(facts_of(data["position"], "position"))
    kind_of(document.puzzle).board(document.puzzle).place(position)
    return position


def given_of(data: Mapping[str, Any], document: Document) -> Position:
    """The position that was asked for: documents often carry their own answer, which those who
    ask about a whole puzzle do not mean."""
    return position_of(data, document) if data.get("position") is not None else EMPTY


def facts_of(texts: Iterable[str], field: str) -> list[Fact]:
    """Facts in their order."""
    return [fact_of(each, f"{field}.{at}") for at, each in enumerate(texts)]


def fact_of(source: str, field: str) -> Fact:
    """A fact; BadRequest if it is none."""
    try:
        return _fact(source)
    except ValueError as error:
        raise BadRequest(str(error), field) from None


@lru_cache(maxsize=KEPT_FACTS)
def _fact(source: str) -> Fact:
    """After each stroke the same board comes again."""
    return parse_fact(source)


def check_explainable(puzzle: Puzzle) -> None:
    """PuzzleError if the kind cannot tell how people solve it."""
    ladder_of(kind_of(puzzle))


def language_of(data: Mapping[str, Any]) -> str:
    """The language of sentences."""
    return str(data.get("language", ENGLISH))


# --- writing --------------------------------------------------------------------------------------


def document_data(document: Document) -> dict[str, Any]:
    """A puzzle as it travels."""
    data: dict[str, Any] = json.loads(dump(document, "json"))
    return data


def bare_data(document: Document) -> dict[str, Any]:
    """A puzzle as players get it: without the answer that many carry."""
    return document_data(replace(document, position=EMPTY))


def violation_data(kind: str, violation: Violation, language: str) -> dict[str, Any]:
    """A broken rule and where."""
    places = texts((*violation.cells, *violation.lines))
    message = violation_text(kind, violation.code, language) or violation.message
    return {"code": violation.code, "message": message, "places": places}


def violation_text(kind: str, code: str, language: str) -> str:
    """The sentence of a broken rule; in English where the language lacks it."""
    found = find_sentence(f"{kind}.violations.{code}", language)
    return found if isinstance(found, str) else find_kind(kind).violations.get(code, "")


def texts(items: Iterable[object]) -> list[str]:
    """The text forms, in their order."""
    return list(map(str, items))


def marks_data(marks: Marks) -> dict[str, list[str]]:
    """What to point at; the same marks always give the same text."""
    return {name: sorted(texts(places)) for name, places in marks._asdict().items()}


def marks_of_data(data: Mapping[str, Iterable[str]]) -> Marks:
    """Marks of a request."""
    named = {
        name: frozenset(place_of(each, f"marks.{name}") for each in each_name)
        for name, each_name in data.items()
    }
    return Marks(**named)


def place_of(source: str, field: str) -> Place:
    """A cell, an edge or a line; BadRequest if it is none."""
    for axis in (ROW, COL):
        at = source.removeprefix(axis)
        if at != source and at.isascii() and at.isdigit() and int(at):
            return Line(axis, int(at) - 1)
    try:
        return parse_slot(source)
    except ValueError as error:
        raise BadRequest(str(error), field) from None


def step_data(step: Step, language: str) -> dict[str, Any]:
    """A step with its words and marks, all from one object."""
    return {**plain_step(step, language), "marks": marks_data(step.marks)}
