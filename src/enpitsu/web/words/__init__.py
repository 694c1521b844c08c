"""The words of the web app: one catalogue, a folder a language, a TOML file a part of the page.

The words that a kind's own board says stand with the kind's other words, in the section "board";
those that say what stands on it are the ones that hints speak with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from enpitsu.registry import kinds
from enpitsu.words import ENGLISH, catalogue, check_language

BOARD = "board"  # the section of a kind's catalogue that its board speaks from
FACTS = "facts"  # the section that says what stands on a board
FACT = "fact"  # its name in ids: "KIND.fact.VALUE"


@cache
def page_texts(language: str) -> Mapping[str, str]:
    """Every text of the page by its id; what the language lacks is said in English."""
    check_language(language)
    return {**own_texts(ENGLISH), **own_texts(language)}


@cache
def own_texts(language: str) -> Mapping[str, str]:
    """The texts that a language has itself."""
    found: dict[str, str] = {}
    for section, content in _sections(language):
        found.update(_flat(content, section))
    return found


def _sections(language: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for file in files(__name__).joinpath(language).iterdir():
        if file.name.endswith(".toml"):
            yield file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8"))
    for kind in kinds().values():
        words = catalogue(kind.id, language)
        yield kind.id, words.get(BOARD, {})
        yield f"{kind.id}.{FACT}", dict(_formed(words.get(FACTS, {})))


def _formed(sentences: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Each sentence with a form for one and one for many, also where a language has no two."""
    for name, said in sentences.items():
        yield name, said if isinstance(said, Mapping) else {"one": said, "other": said}


def _flat(content: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in content.items():
        name = f"{prefix}.{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, name)
        else:
            yield name, str(value)
