"""The words of the page: one catalogue, two languages, nothing missing, nothing left over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import enpitsu
from enpitsu.registry import kinds
from enpitsu.web.words import own_texts, page_texts
from enpitsu.words import ENGLISH, LANGUAGES

HOUSE = Path(enpitsu.__file__).parent
STATIC = HOUSE / "web" / "static"
SHARED = sorted(STATIC.rglob("*.js"))
SOURCES = [*SHARED, *sorted(HOUSE.glob("kinds/*/web/**/*.js"))]
FORMS = (".one", ".other")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
TEMPLATE = re.compile(r"`([^`]*)`")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`/])//[^\n]*", re.DOTALL)
HOLE = re.compile(r"\$\{[^{}]*\}")
KEPT = {"鉛筆", "日本語", "English"}
"""Names that are the same in every language."""


def code_of(path: Path) -> str:
    """A file without its comments."""
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def sections() -> set[str]:
    """What ids begin with."""
    return {name.split(".")[0] for name in page_texts(ENGLISH)}


def plain(id: str) -> str:
    """The id that js asks for: without the form of a plural."""
    return next((id.removesuffix(form) for form in FORMS if id.endswith(form)), id)


@cache
def known() -> frozenset[str]:
    """Every id that js may ask for."""
    texts = page_texts(ENGLISH)
    return frozenset(texts) | {plain(name) for name in texts}


def literals() -> Iterator[tuple[Path, str]]:
    """Every text in js that looks like an id."""
    form = re.compile(rf"(?:{'|'.join(sorted(sections()))})(?:\.[A-Za-z0-9-]+)+")
    for path in SOURCES:
        for text in LITERAL.findall(code_of(path)):
            if form.fullmatch(text):
                yield path, text


def templates() -> Iterator[tuple[Path, re.Pattern[str]]]:
    """Every template in js that makes ids, as a pattern of the ids."""
    for path in SOURCES:
        for text in TEMPLATE.findall(code_of(path)):
            parts = HOLE.split(text)
            if (
                len(parts) > 1
                and re.fullmatch(r"[A-Za-z0-9.-]*", "".join(parts))
                and makes_id(parts)
            ):
                hole = r"[A-Za-z0-9._-]+"
                yield path, re.compile(hole.join(map(re.escape, parts)))


def makes_id(parts: list[str]) -> bool:
    """Whether such a template begins with a section, or with a hole for a kind."""
    first = parts[0]
    if first:
        return "." in first and first.split(".")[0] in sections()
    return re.fullmatch(r"\.[a-z]+\..*", parts[1]) is not None


def test_every_id_that_js_asks_for_is_there() -> None:
    missing = {f"{path.name}: {text}" for path, text in literals() if text not in known()}
    assert not missing


def test_every_made_id_can_be_there() -> None:
    ids = "\n".join(known())
    lost = {
        f"{path.name}: {form.pattern}"
        for path, form in templates()
        if not re.search(f"^{form.pattern}$", ids, re.MULTILINE)
    }
    assert not lost


def test_no_id_is_left_over() -> None:
    asked = {text for _, text in literals()}
    asked |= {f"{text}-calm" for text in asked}  # withPrices asks for both
    made = [form for _, form in templates()]
    unused = {
        name
        for name in page_texts(ENGLISH)
        if plain(name) not in asked
        and name not in asked
        and not any(form.fullmatch(name) or form.fullmatch(plain(name)) for form in made)
    }
    assert not unused


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != ENGLISH])
def test_every_english_text_has_its_translation(language: str) -> None:
    english, own = own_texts(ENGLISH), own_texts(language)
    wanted = {name for name in english if not name.endswith(".one")}
    assert wanted - set(own) == set()
    assert {name for name in own if name not in english} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_fill_in_what_english_fills_in(language: str) -> None:
    english = own_texts(ENGLISH)
    holes = re.compile(r"\{(\w+)\}")
    for name, text in own_texts(language).items():
        assert set(holes.findall(text)) <= set(holes.findall(english[name])) | {"count"}, name
        assert text == text.strip() != "", name


def test_texts_say_shaded_and_never_black() -> None:
    named = re.compile(r"\bblack\b", re.IGNORECASE)
    # The name of a puzzle's own colour, and pearls, which are no cells.
    allowed = re.compile(r"\w+\.(tool\.\w+|says\.black|author\.key\.value-black)")
    said = {name for name, text in page_texts(ENGLISH).items() if named.search(text)}
    assert {name for name in said if not allowed.fullmatch(name)} == set()


@pytest.mark.parametrize("kind", list(kinds()))
def test_shared_files_name_no_kind(kind: str) -> None:
    files = [*SHARED, *STATIC.rglob("*.css"), *STATIC.rglob("*.html")]
    naming = {
        path.name for path in files if re.search(kind, path.read_text(encoding="utf-8"), re.I)
    }
    assert not naming


def test_js_holds_no_sentences() -> None:
    looks = re.compile(r"[A-Z][a-z]+(?: [a-z]+)+[.!?…:]?|.*[a-z] [a-z]+[.!?…]|.*[぀-ヿ一-鿿].*")
    found = {
        f"{path.name}: {text}"
        for path in SOURCES
        for text in LITERAL.findall(code_of(path))
        if looks.fullmatch(text) and text not in KEPT
    }
    assert not found


def test_no_english_form_for_one_stands_beside_another_languages_words() -> None:
    own = own_texts("ja")
    leaked = {
        name
        for name in page_texts("ja")
        if name.endswith(".one") and name not in own and f"{plain(name)}.other" in own
    }
    assert not leaked
