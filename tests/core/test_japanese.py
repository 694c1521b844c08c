"""Japanese is written in one way throughout: spelling, width, spaces, politeness."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from tests.cases import each_case

pytestmark = pytest.mark.quick

HOME = Path(enpitsu.__file__).parent
CATALOGUES = sorted(
    path
    for path in HOME.rglob("*.toml")
    if path.stem.split(".")[-1] == "ja" or path.parent.name == "ja"
)

KANA_KANJI = r"[\u3040-\u30ff\u4e00-\u9fff]"
BRACED = re.compile(r"\{[^}]*\}")

SPELLINGS = {
    "一つ": "1つ",
    "二つ": "2つ",
    "わかり": "分かり",
    "わかる": "分かる",
    "わから": "分から",
    "ライブラリー": "ライブラリ",
    "エディター": "エディタ",
    "だれ": "誰",
    "塗りマス": "黒マス",
    "作図": "作問",
    "助けなし": "ノーヒント",
    "エッジロジック": "外周の背理法",
    "でたらめ": "ランダム",
    "機械": "端末",
    "住所": "アドレス",
    "半回転": "点対称",
    "鏡映": "線対称",
    "超難問": "極難",
    "自分のキー": "自分の鍵",
}
"""What is not written, and what is written instead."""

HALF_WIDTH = {
    "colon": rf"{KANA_KANJI}\s*:",
    "question mark": rf"{KANA_KANJI}\?(?!に)",
    "exclamation mark": rf"{KANA_KANJI}\s*!",
    "bracket": rf"{KANA_KANJI}\s*\(|\)\s*{KANA_KANJI}",
    "comma": rf"{KANA_KANJI},",
    "wave": rf"{KANA_KANJI}~",
    "full stop": rf"{KANA_KANJI}\.(\s|$)",
}

FULL_WIDTH = re.compile(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
"""Latin letters and digits are half as wide."""

SPACED = re.compile(rf"{KANA_KANJI} [A-Za-z0-9]|[A-Za-z0-9] {KANA_KANJI}|。 |、 ")

PLAIN_ENDING = re.compile(
    r"(である|だ|ない|する|できる|される|なる|れる|(?<!まし)(?<!せんで)(?<!で)(?<!ま)した|あった)。$"
)


def sentences(words: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in words.items():
        where = f"{path}.{key}".removeprefix(".")
        if isinstance(value, Mapping):
            yield from sentences(value, where)
        elif isinstance(value, str):
            yield where, value


def found_in(path: Path) -> list[tuple[str, str]]:
    return list(sentences(tomllib.loads(path.read_text(encoding="utf-8"))))


def name(path: Path) -> str:
    return str(path.relative_to(HOME))


def test_all_catalogues_are_here() -> None:
    assert len(CATALOGUES) >= 12
    assert sum(len(found_in(path)) for path in CATALOGUES) > 1500


@each_case("path", CATALOGUES, ids=name)
def test_words_are_spelt_in_one_way(path: Path) -> None:
    wrong = [
        (where, old, new)
        for where, text in found_in(path)
        for old, new in SPELLINGS.items()
        if old in text
    ]
    assert not wrong


@each_case("path", CATALOGUES, ids=name)
def test_signs_are_full_width_and_letters_half(path: Path) -> None:
    wrong = [
        (where, sign, text)
        for where, text in found_in(path)
        for sign, pattern in HALF_WIDTH.items()
        if re.search(pattern, BRACED.sub("", text))
    ]
    assert not wrong
    assert not [(where, text) for where, text in found_in(path) if FULL_WIDTH.search(text)]


@each_case("path", CATALOGUES, ids=name)
def test_no_space_parts_latin_from_japanese(path: Path) -> None:
    wrong = [(where, text) for where, text in found_in(path) if SPACED.search(text)]
    assert not wrong


@each_case("path", CATALOGUES, ids=name)
def test_sentences_are_polite(path: Path) -> None:
    wrong = [(where, text) for where, text in found_in(path) if PLAIN_ENDING.search(text)]
    assert not wrong
