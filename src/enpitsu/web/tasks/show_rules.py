"""The rules of a kind, with small boards that keep and break them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, NamedTuple

from msgspec import Meta

from enpitsu.formats import read
from enpitsu.kind import AnyKind, Document
from enpitsu.registry import find_kind
from enpitsu.render import marks_of
from enpitsu.web import contract
from enpitsu.web.contract import AnswerBody, Facts, Language, RequestBody
from enpitsu.web.tasks.convert_render import VariantAnswer, variant_answer
from enpitsu.web.tasks.task import (
    MarksAnswer,
    ViolationAnswer,
    WebTasks,
    Work,
    bare_data,
    marks_answer,
    texts,
    violation_answer,
    violation_text,
)
from enpitsu.words import ENGLISH, how_to_play

TASKS = WebTasks()

RIGHT = "solved_"  # how the names of files with boards that keep the rules begin
WRONG = "breaks_"  # and of those that break one
PARTIAL = "partial"
MAX_RIGHT = 2  # boards that keep the rules
SOLVED = "solved"


class RulesRequest(RequestBody):
    """A kind whose rules are asked for."""

    kind: Annotated[str, Meta(max_length=100)]
    language: Language = ENGLISH


class RuleExample(AnswerBody):
    """A board that keeps the rules, or breaks one."""

    code: str
    sentence: str
    document: contract.Document
    position: Facts
    is_right: bool
    variants: list[VariantAnswer]
    violations: list[ViolationAnswer]
    marks: MarksAnswer


class RulesAnswer(AnswerBody):
    """The rules of a kind."""

    kind: str
    name: str
    sentences: list[str]
    variants: list[VariantAnswer]
    examples: list[RuleExample]


class _Example(NamedTuple):
    """A board that shows something; without a code nothing is wrong with it."""

    code: str
    document: Document
    is_partial: bool


@TASKS.register("rules", is_light=True)
def _rules(asked: RulesRequest, work: Work) -> RulesAnswer:
    """The rules of a kind, with boards that keep and break them."""
    kind, language = find_kind(asked.kind), asked.language
    return RulesAnswer(
        kind=kind.id,
        name=kind.native_name if language != ENGLISH else kind.name,
        sentences=list(how_to_play(kind, language)),
        variants=[variant_answer(kind, name, language) for name in kind.variants],
        examples=[_example_answer(kind, example, language) for example in _examples(kind.id)],
    )


@cache
def _examples(name: str) -> tuple[_Example, ...]:
    """The right ones first, the smallest of them; then one for each way to be wrong, in the order
    in which the kind names them."""
    kind = find_kind(name)
    # What has an addition shows something rare, such as clues of untold length.
    plain = (document for stem, document in _files(kind, RIGHT) if "@" not in stem)
    right = [_Example("", document, False) for document in plain]
    right.sort(key=lambda example: example.document.puzzle.rows * example.document.puzzle.cols)
    wrong: dict[str, _Example] = {}
    for stem, document in _files(kind, WRONG):
        code, _, how = stem.partition("@")
        # Whole boards are named without an addition; other readings of the rules are not told.
        if how in ("", PARTIAL) and (code not in wrong or wrong[code].is_partial):
            wrong[code] = _Example(code, document, how == PARTIAL)
    order = [code for code in kind.violations if code in wrong]
    return (*right[:MAX_RIGHT], *(wrong[code] for code in order))


def _files(kind: AnyKind, prefix: str) -> Iterator[tuple[str, Document]]:
    for file in sorted(kind.examples.iterdir(), key=lambda file: file.name):
        if file.name.startswith(prefix):
            [document] = read(file.read_text(encoding="utf-8"), kind.id)
            yield file.name.removeprefix(prefix).rpartition(".")[0], document


def _example_answer(kind: AnyKind, example: _Example, language: str) -> RuleExample:
    board = kind.board(example.document.puzzle)
    board.place(example.document.position)
    found = kind.check(board, partial=example.is_partial, ruleset=kind.rulesets[0])
    return RuleExample(
        code=example.code or SOLVED,
        sentence=violation_text(kind.id, example.code, language) if example.code else "",
        document=bare_data(example.document),
        position=texts(example.document.position),
        is_right=not example.code,
        variants=[
            variant_answer(kind, name, language)
            for name in kind.variants_of(example.document.puzzle)
        ],
        violations=[violation_answer(kind.id, each, language) for each in found],
        marks=marks_answer(marks_of(found)),
    )
