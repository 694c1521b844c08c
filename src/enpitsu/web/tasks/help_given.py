"""What the answer of a task tells of a puzzle beyond its rules, for results that are compared.

Every task is named here, or among those that tell nothing: a new one must be thought about.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from enpitsu.fingerprint import fingerprint
from enpitsu.formats import read
from enpitsu.play.score import MISTAKE, filled_marks
from enpitsu.position import parse_fact
from enpitsu.web.tasks.task import KEPT_PUZZLES, Answer

NAME_BYTES = 6
SILENT = frozenset(
    {"kinds", "read", "dump", "writable", "render", "rules", "look", "decode", "preview"}
)
"""Tasks that tell nothing which does not stand on the board."""


class HelpGiven(NamedTuple):
    """What was told of a puzzle, in plain data."""

    fingerprint: str
    has_answer: bool
    names: tuple[str, ...]
    """The pieces of help, each by a short name: the same help has the same one."""


class _Tells(NamedTuple):
    """What an answer tells: all of it, or pieces of help."""

    has_answer: bool = False
    helps: tuple[str, ...] = ()
    document: Any = None
    """The puzzle that it is about, if that is not the one of the request."""


Data = Mapping[str, Any]
NOTHING, ALL = _Tells(), _Tells(has_answer=True)


def told_by(name: str, data: Data, answer: Answer) -> HelpGiven | None:
    """What the answer of a task tells; None if it is nothing."""
    if name in SILENT:
        return None
    tells = _TELLS[name](data, answer if isinstance(answer, Mapping) else {})
    if not (tells.has_answer or tells.helps):
        return None
    document = data["puzzle"] if tells.document is None else tells.document
    names = tuple(map(_short, tells.helps))
    return HelpGiven(_fingerprint(json.dumps(document)), tells.has_answer, names)


@lru_cache(maxsize=KEPT_PUZZLES)
def _fingerprint(source: str) -> str:
    """One puzzle is asked about again and again."""
    return fingerprint(read(source, format="json")[0].puzzle)


def _short(name: str) -> str:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=NAME_BYTES).digest()
    return name[: name.startswith(MISTAKE)] + urlsafe_b64encode(digest).decode()


def _all_if(*keys: str) -> Callable[[Data, Data], _Tells]:
    """Tells all if one of these is not empty."""
    return lambda _, answer: ALL if any(answer.get(key) for key in keys) else NOTHING


def _made(_: Data, answer: Data) -> _Tells:
    """A puzzle made anew may be one that is there already: the same wish makes the same puzzle."""
    document = answer.get("document")
    return NOTHING if not document else _Tells(has_answer=True, document=document)


def _help(*names: str) -> _Tells:
    return _Tells(helps=names)


def _hint(_: Data, answer: Data) -> _Tells:
    """Named by what is found, as the page does it (`js/play/hints.js`)."""
    if answer.get("finding") not in ("step", "mistake"):
        return NOTHING
    steps = answer["steps"]
    if not steps:
        return _help(f"mistake {answer['mistakes'][0]}", *_mistakes(answer))
    step = steps[-1]
    return _help(f"step {step['technique']} {step['at']} {','.join(step['facts'])}")


def _mistakes(answer: Data) -> tuple[str, ...]:
    """Each by itself: who has everything called wrong that is not right is told the answer."""
    return tuple(f"{MISTAKE}{fact}" for fact in answer.get("mistakes", ()))


def _status(*keys: str) -> Callable[[Data, Data], _Tells]:
    """Tells all if one of these is not empty; else whether a position can be gone on with."""

    def tells(data: Data, answer: Data) -> _Tells:
        if any(answer.get(key) for key in keys):
            return ALL
        position = data.get("position")
        return _help(f"status {_joined(map(str, position))}") if position else NOTHING

    return tells


def _fill_in(data: Data, answer: Data) -> _Tells:
    if answer.get("hint"):
        return _hint(data, answer["hint"])
    marks = filled_marks(map(parse_fact, answer.get("facts", ())))
    return _help(*sorted(f"fill {slot} {value}" for slot, value in marks))


def _why(data: Data, answer: Data) -> _Tells:
    is_told = answer.get("finding") in ("step", "later", "wrong", "open")
    return _help(f"why {data['fact']}") if is_told else NOTHING


def _trial(data: Data, answer: Data) -> _Tells:
    is_told = answer.get("finding") in ("dies", "alive")
    return _help(f"trial {_joined(data['facts'])}") if is_told else NOTHING


def _ask(data: Data, answer: Data) -> _Tells:
    if answer.get("solution"):
        return ALL
    return _help(f"ask {data['fact']}") if answer.get("finding") == "impossible" else NOTHING


def _joined(texts: Iterable[str]) -> str:
    return ",".join(texts)


_TELLS: Mapping[str, Callable[[Data, Data], _Tells]] = {
    "solve": _status("solutions"),
    "forced": _status("facts"),
    "explain": _all_if("steps"),
    "study": _status("solutions", "facts"),
    "needless": _all_if("clues"),
    "suggest": _all_if("repairs"),
    "improve": _all_if("solution"),
    "book": lambda data, _: ALL if data.get("solution", True) else NOTHING,
    "generate": _made,
    "picture": _made,
    "ask": _ask,
    "hint": _hint,
    "fill-in": _fill_in,
    "why": _why,
    "trial": _trial,
    "mistakes": lambda _, answer: _help("mistakes", *_mistakes(answer)),
    "grade": lambda _, answer: _help("grade") if answer.get("hardest_step") else NOTHING,
}
