"""The rules of a kind, with small boards that keep and break them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from enpitsu.formats import read
from enpitsu.kind import Document, Kind
from enpitsu.registry import find_kind
from enpitsu.render import marks_of
from enpitsu.web.shapes import FLAG, listed, record, text
from enpitsu.web.tasks.task import (
    LANGUAGE,
    MARKS,
    POSITION,
    PUZZLE,
    VIOLATION,
    WebTask,
    Work,
    bare_data,
    language_of,
    marks_data,
    texts,
    violation_data,
    violation_text,
)
from enpitsu.words import how_to_play

RIGHT, WRONG, PARTIAL = "solved_", "breaks_", "partial"
MOST_RIGHT = 2
SOLVED = "solved"

EXAMPLE = record(
    {
        "code": text(),
        "sentence": text(10_000),
        "document": PUZZLE,
        "position": POSITION,
        "is_right": FLAG,
        "violations": listed(VIOLATION),
        "marks": MARKS,
    }
)


class _Example(NamedTuple):
    """A board that shows something; without a code nothing is wrong with it."""

    code: str
    document: Document
    is_partial: bool


def _rules(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    kind, language = find_kind(data["kind"]), language_of(data)
    return {
        "kind": kind.id,
        "name": kind.native_name if language != "en" else kind.name,
        "sentences": list(how_to_play(kind, language)),
        "examples": [_data(kind, example, language) for example in _examples(kind.id)],
    }


@cache
def _examples(name: str) -> tuple[_Example, ...]:
    """The right ones first, the smallest of them; then one for each way to be wrong, in the order
    in which the kind names them."""
    kind = find_kind(name)
    right = [_Example("", document, False) for _, document in _files(kind, RIGHT)]
    right.sort(key=lambda example: _cells(example.document))
    wrong: dict[str, _Example] = {}
    for stem, document in _files(kind, WRONG):
        code, _, how = stem.partition("@")
        # Whole boards are named without an addition; other readings of the rules are not told.
        if how in ("", PARTIAL) and (code not in wrong or wrong[code].is_partial):
            wrong[code] = _Example(code, document, how == PARTIAL)
    order = [code for code in kind.violations if code in wrong]
    return (*right[:MOST_RIGHT], *(wrong[code] for code in order))


def _files(kind: Kind[Any], prefix: str) -> Iterator[tuple[str, Document]]:
    found = sorted(kind.examples.iterdir(), key=lambda file: file.name)
    for file in found:
        if file.name.startswith(prefix):
            stem = file.name.removeprefix(prefix).rpartition(".")[0]
            yield stem, _one(kind, file)


def _one(kind: Kind[Any], file: Traversable) -> Document:
    [document] = read(file.read_text(encoding="utf-8"), kind.id)
    return document


def _cells(document: Document) -> int:
    return document.puzzle.rows * document.puzzle.cols


def _data(kind: Kind[Any], example: _Example, language: str) -> dict[str, Any]:
    board = kind.board(example.document.puzzle)
    board.place(example.document.position)
    found = kind.check(board, partial=example.is_partial, ruleset=kind.rulesets[0])
    return {
        "code": example.code or SOLVED,
        "sentence": violation_text(kind.id, example.code, language) if example.code else "",
        "document": bare_data(example.document),
        "position": texts(example.document.position),
        "is_right": not example.code,
        "violations": [violation_data(kind.id, each, language) for each in found],
        "marks": marks_data(marks_of(found)),
    }


TASKS = (
    WebTask(
        name="rules",
        summary="The rules of a kind, with boards that keep and break them.",
        asks=record({"kind": text(100)}, {"language": LANGUAGE}),
        answers=record(
            {
                "kind": text(),
                "name": text(),
                "sentences": listed(text(10_000)),
                "examples": listed(EXAMPLE),
            }
        ),
        run=_rules,
        is_light=True,
    ),
)
