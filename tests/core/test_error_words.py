"""Errors in other languages: templates that fit what the code says, and what is told without."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import enpitsu
from enpitsu.errors import FormatError
from enpitsu.words.error_words import SENTENCES, SORTS, error_catalogue, error_text
from tests.cases import each_case

pytestmark = pytest.mark.quick

SAID: dict[str, str] = error_catalogue("ja")[SENTENCES]
ANYTHING = "\0"
"""Stands for what is filled in."""


def _texts_of_code() -> Iterator[str]:
    """Every text of the code, with ANYTHING where something is filled in."""
    for path in Path(enpitsu.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                parts = (
                    each.value if isinstance(each, ast.Constant) else ANYTHING
                    for each in node.values
                )
                yield "".join(map(str, parts))


def test_every_template_is_a_sentence_of_the_code() -> None:
    code = {re.sub(f"{ANYTHING}+", ANYTHING, text) for text in _texts_of_code()}
    wanted = {template: _form(template) for template in SAID}
    lost = {template for template, form in wanted.items() if form not in code}
    assert not lost


def _form(template: str) -> str:
    """A template as a text of the code."""
    parts = Formatter().parse(template)
    return "".join(text + (ANYTHING if name else "") for text, name, _, _ in parts)


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@each_case("template", SAID)
def test_what_is_said_fills_in_no_more_than_there_is(template: str) -> None:
    assert _names(SAID[template]) <= {name for name in _names(template) if name}
    assert not SAID[template].endswith("。")


@each_case(
    ("message", "code", "told"),
    [
        ("there is no such game", "not-found", "そのゲームはありません"),
        ("a draft has at most 400 cells", "refused", "下書きは400マスまでです"),
        ("this must be at most 50", "bad-request", "50以下にしてください"),
        (
            "line 2, cell r3c4: there is no puzzle",
            "unreadable",
            "2行目・3行4列：パズルがありません",
        ),
        (
            "nobody has translated this",
            "unreadable",
            "読み取れませんでした（nobody has translated this）",
        ),
        (
            "nobody has translated this",
            "strange",
            "うまくいきませんでした（nobody has translated this）",
        ),
    ],
)
def test_errors_in_japanese(message: str, code: str, told: str) -> None:
    assert error_text(message, "ja", code) == told
    assert error_text(message, "en", code) == message


def test_a_place_is_told_as_an_error_says_it() -> None:
    error = FormatError("there is no grid", line=7, column=3)
    assert error_text(str(error), "ja") == "7行目・3文字目：盤面がありません"


def test_a_language_without_words_for_errors_says_them_in_english() -> None:
    assert error_text("there is no such game", "tlh") == "there is no such game"


def test_every_sort_tells_what_it_can() -> None:
    assert {"unreadable", "refused", "busy", "other"} <= set(error_catalogue("ja")[SORTS])
