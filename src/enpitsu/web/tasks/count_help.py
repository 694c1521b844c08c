"""Find out what the answer of a task tells of a puzzle beyond its rules, for results that are
compared.

Every task is named here, or among those that tell nothing: a new one must be thought about.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from enpitsu.explain.justify import FactStatus
from enpitsu.explain.refute_assumption import AssumptionStatus
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import read
from enpitsu.hint import Finding
from enpitsu.improve.can_be import Possibility
from enpitsu.play.score import MISTAKE, filled_marks
from enpitsu.position import parse_fact
from enpitsu.web.contract import AnswerBody, RequestBody
from enpitsu.web.tasks.author_help import CanBeAnswer, CanBeRequest
from enpitsu.web.tasks.make_puzzles import GenerateAnswer, PictureAnswer
from enpitsu.web.tasks.play_help import (
    FillInAnswer,
    HintAnswer,
    HintRequest,
    JustifyAnswer,
    JustifyRequest,
    MistakesAnswer,
    RefuteAssumptionAnswer,
    RefuteAssumptionRequest,
)
from enpitsu.web.tasks.print_pages import CollectionBookRequest
from enpitsu.web.tasks.task import CACHED_PUZZLES, FileAnswer

NAME_BYTES = 6
SILENT = frozenset(
    {"kinds", "read", "dump", "writable", "render", "rules", "check", "decode", "preview"}
    | {"courses", "course", "lesson", "exercise", "exercise-answer", "exercise-hint"}
)
"""Tasks that tell nothing which does not stand on the board, and those of the school, whose boards
belong to no game."""


class CountedHelp(NamedTuple):
    """The help that an answer gives on a puzzle, in plain data."""

    fingerprint: str
    has_answer: bool
    names: tuple[str, ...]
    """The pieces of help, each by a short name: the same help has the same one."""


class TaughtTechnique(NamedTuple):
    """A technique that can be practised."""

    kind: str
    technique: str


class _Tells(NamedTuple):
    """The content of an answer: the whole solution, or pieces of help."""

    has_answer: bool = False
    helps: tuple[str, ...] = ()
    documents: Sequence[Any] | None = None
    """The puzzles that it is about, if that is not the one of the request."""


NOTHING = _Tells()
ALL = _Tells(has_answer=True)


def help_in(
    task: str, asked: RequestBody, answer: AnswerBody | FileAnswer
) -> tuple[CountedHelp, ...]:
    """Return the help in the answer of a task, for each puzzle."""
    if task in SILENT:
        return ()
    tells = _TELLS[task](asked, answer)
    if not (tells.has_answer or tells.helps):
        return ()
    documents = [getattr(asked, "puzzle", None)] if tells.documents is None else tells.documents
    names = []
    for name in tells.helps:
        digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=NAME_BYTES).digest()
        names.append(name[: name.startswith(MISTAKE)] + urlsafe_b64encode(digest).decode())
    return tuple(
        CountedHelp(_fingerprint(json.dumps(each)), tells.has_answer, tuple(names))
        for each in documents
    )


def lesson_in(asked: RequestBody, answer: AnswerBody | FileAnswer) -> TaughtTechnique | None:
    """Return the technique that a hint tells, if it can be practised; None for other answers."""
    if not isinstance(answer, HintAnswer) or not answer.steps or not answer.steps[-1].has_lesson:
        return None
    assert isinstance(asked, HintRequest)
    return TaughtTechnique(asked.puzzle["kind"], answer.steps[-1].technique)


@lru_cache(maxsize=CACHED_PUZZLES)
def _fingerprint(source: str) -> str:
    """One puzzle is asked about again and again."""
    return fingerprint(read(source, format="json")[0].puzzle)


def _all_if(*names: str) -> Callable[[Any, Any], _Tells]:
    """Tell all if one of these fields is not empty."""
    return lambda _, answer: ALL if any(getattr(answer, name) for name in names) else NOTHING


def _made(_: object, answer: GenerateAnswer | PictureAnswer) -> _Tells:
    """Tell all of a puzzle made anew: the same request makes the same puzzle as before."""
    return _Tells(has_answer=True, documents=(answer.document,)) if answer.document else NOTHING


def _book_of_many(asked: CollectionBookRequest, _: object) -> _Tells:
    is_told = asked.solutions != "none"
    return _Tells(has_answer=True, documents=asked.puzzles) if is_told else NOTHING


def _help(*names: str) -> _Tells:
    return _Tells(helps=names)


def _hint(_: object, answer: HintAnswer) -> _Tells:
    """Named by what is found, as the page does it (`js/play/hints.js`)."""
    if answer.finding not in (Finding.STEP, Finding.MISTAKE):
        return NOTHING
    if not answer.steps:
        return _help(f"mistake {answer.mistakes[0]}", *_mistakes(answer))
    step = answer.steps[-1]
    return _help(f"step {step.technique} {step.at} {','.join(step.facts)}")


def _mistakes(answer: HintAnswer | MistakesAnswer) -> tuple[str, ...]:
    """Each by itself: who has everything called wrong that is not right is told the answer."""
    return tuple(f"{MISTAKE}{fact}" for fact in answer.mistakes)


def _status(*names: str) -> Callable[[Any, Any], _Tells]:
    """Tell all if one of these fields is not empty; else whether a position can be gone on
    with."""

    def tells(asked: Any, answer: Any) -> _Tells:
        if any(getattr(answer, name) for name in names):
            return ALL
        position = getattr(asked, "position", None)
        return _help(f"status {','.join(position)}") if position else NOTHING

    return tells


def _fill_in(asked: object, answer: FillInAnswer) -> _Tells:
    if answer.hint is not None:
        return _hint(asked, answer.hint)
    marks = filled_marks(map(parse_fact, answer.facts))
    return _help(*sorted(f"fill {slot} {value}" for slot, value in marks))


def _justify(asked: JustifyRequest, answer: JustifyAnswer) -> _Tells:
    is_told = answer.finding in (FactStatus.STEP, FactStatus.LATER, FactStatus.WRONG)
    return _help(f"why {answer.fact}") if is_told else NOTHING


def _refute_assumption(asked: RefuteAssumptionRequest, answer: RefuteAssumptionAnswer) -> _Tells:
    is_told = answer.finding is not AssumptionStatus.UNKNOWN
    return _help(f"trial {','.join(asked.facts)}") if is_told else NOTHING


def _can_be(asked: CanBeRequest, answer: CanBeAnswer) -> _Tells:
    if answer.solution:
        return ALL
    return _help(f"ask {asked.fact}") if answer.finding is Possibility.IMPOSSIBLE else NOTHING


_TELLS: Mapping[str, Callable[[Any, Any], _Tells]] = {
    "solve": _status("solutions"),
    "forced": _status("facts"),
    "explain": _all_if("steps"),
    "live-check": _status("solutions", "facts"),
    "needless": _all_if("clues"),
    "suggest": _all_if("repairs"),
    "improve": _all_if("solution"),
    "book": lambda asked, _: ALL if asked.solution else NOTHING,
    "book-pages": lambda asked, _: ALL if asked.solution else NOTHING,
    "collection-book": _book_of_many,
    "generate": _made,
    "picture": _made,
    "can-be": _can_be,
    "hint": _hint,
    "fill-in": _fill_in,
    "justify": _justify,
    "refute-assumption": _refute_assumption,
    "mistakes": lambda _, answer: _help("mistakes", *_mistakes(answer)),
    "grade": lambda _, answer: _help("grade") if answer.hardest_step else NOTHING,
}
