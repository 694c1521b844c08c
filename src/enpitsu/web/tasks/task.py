"""Define what a task is, and what tasks share: reading puzzles and positions, writing steps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

from msgspec import UNSET, Meta, UnsetType

from enpitsu.errors import PuzzleError
from enpitsu.explain import Step
from enpitsu.explain.data import counts_data
from enpitsu.explain.data import step_data as plain_step
from enpitsu.explain.step import Role, SubStep
from enpitsu.formats import dump, read
from enpitsu.grid import parse_place
from enpitsu.kind import Document, Puzzle, Violation
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Fact, Position, parse_fact
from enpitsu.registry import find_kind, kind_of
from enpitsu.scene import Marks, Place
from enpitsu.school.course import has_lesson
from enpitsu.technique import Message
from enpitsu.web import contract
from enpitsu.web.contract import AnswerBody, Facts, FactText, PlaceText, RequestBody
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.words import TextRun, find_sentence, tell_runs

MAX_MARKS = 10_000  # of one sort that are drawn
CACHED_PUZZLES = 16
CACHED_FACTS = 50_000


class Work(NamedTuple):
    """The terms of a task: its limits, and a listener for its progress."""

    quota: Quota
    tell: Callable[[object], None]

    @property
    def limits(self) -> Limits:
        """The limits, from now on."""
        return Limits(seconds=self.quota.seconds, memory=self.quota.memory)


class FileAnswer(NamedTuple):
    """An answer that is not JSON."""

    media: str
    content: bytes


class WebTask(NamedTuple):
    """Something that working processes do."""

    name: str
    summary: str
    asks: type[RequestBody]
    answers: type[AnswerBody] | None
    """None if the answer is a file."""
    run: Callable[[Any, Work], AnswerBody | FileAnswer]
    check: Callable[[Any, Work], object] | None = None
    """Refuses at once what `run` would refuse later."""
    gives_up: bool = False
    """True if it answers with the limit, as `reached`, that came before there was anything else;
    False if the request is refused then."""
    is_light: bool = False
    """True if it is done in a moment."""
    is_paper: bool = False
    """True for a task that draws a puzzle or writes it into a file."""
    is_live: bool = False
    """True if it is asked anew with each stroke of an author."""
    takes_file: bool = False
    """True if a request carries a file and may be large."""


Run = TypeVar("Run", bound=Callable[..., AnswerBody | FileAnswer])


class WebTasks(dict[str, WebTask]):
    """Tasks by name, in the order in which they are registered."""

    def register(self, name: str, **told: Any) -> Callable[[Run], Run]:
        """Add the function below: its docstring is the summary, its annotations say what it is
        asked and answers; `told` are further fields of the task."""

        def add(run: Run) -> Run:
            types = get_type_hints(run)
            answers = None if types["return"] is FileAnswer else types["return"]
            fields = {"summary": " ".join((run.__doc__ or "").split()), **told}
            self[name] = WebTask(name, asks=types["asked"], answers=answers, run=run, **fields)
            return run

        return add


# --- requests and parts of answers ----------------------------------------------------------------


class PuzzleRequest(RequestBody):
    """A request about a puzzle."""

    puzzle: contract.Document


class PositionRequest(PuzzleRequest):
    """A request about a puzzle and a position of it, by default the one that it carries."""

    position: Facts | None = None


class MarksAnswer(AnswerBody):
    """Places to point at."""

    errors: list[PlaceText] = []
    hints: list[PlaceText] = []
    because: list[PlaceText] = []


_DrawnMarks = Annotated[list[PlaceText], Meta(max_length=MAX_MARKS)]


class MarksRequest(RequestBody):
    """Places to point at in a drawing."""

    errors: _DrawnMarks = []
    hints: _DrawnMarks = []
    because: _DrawnMarks = []


class ViolationAnswer(AnswerBody):
    """A broken rule and where."""

    code: str
    message: str
    places: list[PlaceText]


class TechniqueCount(AnswerBody):
    """The number of uses of a technique."""

    technique: str
    code: str
    name: str
    count: int


class TextRunAnswer(AnswerBody):
    """A piece of a sentence: words, or the name of a place."""

    text: str
    place: PlaceText | UnsetType = UNSET


RunAnswers = list[TextRunAnswer]


class SubStepAnswer(AnswerBody):
    """One sentence of a contradiction."""

    role: Annotated[
        Role,
        Meta(
            description="supposed: `facts` are supposed, and what was supposed before is so no "
            "more. follows: `facts` follow from that. broken: `because` breaks a rule. concluded: "
            "`facts` are true, and nothing is supposed any more."
        ),
    ]
    facts: list[FactText]
    because: list[str]
    text: str
    runs: RunAnswers
    marks: MarksAnswer


class StepAnswer(AnswerBody):
    """One step of an explanation."""

    technique: str
    code: str
    name: str
    level: float
    at: PlaceText
    facts: list[FactText]
    notes: list[str]
    also: list[FactText]
    because: list[str]
    text: str
    sentences: Annotated[list[RunAnswers], Meta(description="`text` as runs of each sentence.")]
    marks: MarksAnswer
    is_minimal: bool
    length: Annotated[
        str, Meta(description="The number of `sub_steps` in words; empty if there are none.")
    ]
    sub_steps: Annotated[
        list[SubStepAnswer],
        Meta(description="The sentences of a contradiction one by one; empty for other steps."),
    ]
    has_lesson: Annotated[bool, Meta(description="Whether the technique can be practised.")]


# --- reading --------------------------------------------------------------------------------------


def document_of(asked: PuzzleRequest, most: int) -> Document:
    """Return the puzzle of a request; TooLarge if it has more cells."""
    return read_document(asked.puzzle, most)


def read_document(data: Mapping[str, Any], most: int) -> Document:
    """Return the puzzle in a JSON document; TooLarge if it has more cells."""
    board = data.get("puzzle")
    sides = [board.get(name) for name in ("rows", "cols")] if isinstance(board, dict) else []
    told = [side for side in sides if type(side) is int and side > 0]
    if len(told) == 2 and told[0] * told[1] > most:
        # It says so itself, and need not be read for that.
        raise TooLarge(f"a board of so many rows and columns is too large: at most {most} cells")
    document = _document(json.dumps(data))
    puzzle = document.puzzle
    if puzzle.rows * puzzle.cols > most:
        raise TooLarge(
            f"a board of {puzzle.rows}x{puzzle.cols} is too large for this: at most {most} cells"
        )
    return document


@lru_cache(maxsize=CACHED_PUZZLES)
def _document(source: str) -> Document:
    """One puzzle is asked about again and again."""
    found = read(source, format="json")
    if len(found) != 1:
        raise BadRequest("one puzzle is wanted here", "puzzle")
    return found[0]


def position_of(asked: PositionRequest, document: Document) -> Position:
    """Return the position beside the puzzle, or else its own; FormatError if it does not fit."""
    if asked.position is None:
        return document.position
    position = Position.of(facts_of(asked.position, "position"))
    kind_of(document.puzzle).board(document.puzzle).place(position)
    return position


def given_of(asked: PositionRequest, document: Document) -> Position:
    """Return the position that was asked for: documents often carry their own answer, which those
    who ask about a whole puzzle do not mean."""
    return position_of(asked, document) if asked.position is not None else EMPTY


def facts_of(texts: Iterable[str], field: str) -> list[Fact]:
    """Return facts in their order."""
    return [fact_of(each, f"{field}.{at}") for at, each in enumerate(texts)]


def fact_of(source: str, field: str) -> Fact:
    """Return a fact; BadRequest if it is none."""
    try:
        return _parse_fact(source)
    except ValueError as error:
        raise BadRequest(str(error), field) from None


# After each stroke the same board comes again.
_parse_fact = lru_cache(maxsize=CACHED_FACTS)(parse_fact)


def check_explainable(puzzle: Puzzle) -> None:
    """PuzzleError if the kind cannot tell how people solve it."""
    kind = kind_of(puzzle)
    if kind.ladder is None:
        raise PuzzleError(f"{kind.name} cannot be explained yet")


# --- writing --------------------------------------------------------------------------------------


def document_data(document: Document) -> dict[str, Any]:
    """Return a puzzle as it travels."""
    data: dict[str, Any] = json.loads(dump(document, "json"))
    return data


def bare_data(document: Document) -> dict[str, Any]:
    """Return a puzzle as players get it: without the answer that many carry."""
    return document_data(document.bare)


def violation_answer(kind: str, violation: Violation, language: str) -> ViolationAnswer:
    """Return a broken rule and where."""
    places = texts((*violation.cells, *violation.lines))
    message = violation_text(kind, violation.code, language) or violation.message
    return ViolationAnswer(code=violation.code, message=message, places=places)


def violation_text(kind: str, code: str, language: str) -> str:
    """Return the sentence of a broken rule; in English where the language lacks it."""
    found = find_sentence(f"{kind}.violations.{code}", language)
    return found if isinstance(found, str) else find_kind(kind).violations.get(code, "")


def texts(items: Iterable[object]) -> list[str]:
    """Return the text forms, in their order."""
    return list(map(str, items))


def marks_answer(marks: Marks) -> MarksAnswer:
    """Return the marks as texts, in an order of their own."""
    return MarksAnswer(**{name: sorted(texts(each)) for name, each in marks._asdict().items()})


def place_of(source: str, field: str) -> Place:
    """Return a cell, an edge or a line; BadRequest if it is none."""
    try:
        return parse_place(source)
    except ValueError as error:
        raise BadRequest(str(error), field) from None


def step_answer(step: Step, language: str) -> StepAnswer:
    """Return a step with its words and marks, all from one object."""
    sentences = [runs_answer(runs) for runs in tell_runs(step.messages, language)]
    marks = marks_answer(step.marks)
    plain = plain_step(step, language)
    told = zip(plain.pop("sub_steps"), step.sub_steps, strict=True)
    sub_steps = [_sub_step_answer(data, each, language) for data, each in told]
    return StepAnswer(
        **plain,
        sentences=sentences,
        marks=marks,
        sub_steps=sub_steps,
        has_lesson=has_lesson(step.kind, step.technique),
    )


def _sub_step_answer(data: dict[str, Any], told: SubStep, language: str) -> SubStepAnswer:
    runs, marks = message_runs([told.message], language), marks_answer(told.marks)
    return SubStepAnswer(**{**data, "role": told.role}, runs=runs, marks=marks)


def runs_answer(runs: Iterable[TextRun]) -> RunAnswers:
    """Return pieces of a sentence, with the names of places."""
    return [
        TextRunAnswer(text=run.text, place=UNSET if run.place is None else str(run.place))
        for run in runs
    ]


def steps_answer(steps: Iterable[Step], language: str) -> list[StepAnswer]:
    """Return steps with their words and marks."""
    return [step_answer(step, language) for step in steps]


def message_runs(messages: Sequence[Message], language: str) -> RunAnswers:
    """Return messages in words, one after the other, as runs."""
    return [run for runs in tell_runs(messages, language) for run in runs_answer(runs)]


def technique_counts(kind: str, counts: Mapping[str, int], language: str) -> list[TechniqueCount]:
    """Return the uses of each technique, the easiest first."""
    return [TechniqueCount(**each) for each in counts_data(kind, counts, language)]
