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
ONE = ".one"  # the ending of the id of a singular
OTHER = ".other"  # and of a plural
FACT = "fact"  # its name in ids: "KIND.fact.VALUE"


@cache
def page_texts(language: str) -> Mapping[str, str]:
    """Return every text of the page by its id; what the language lacks is said in English."""
    check_language(language)
    english, own = own_texts(ENGLISH), own_texts(language)
    return {**{name: text for name, text in english.items() if not _has_other(own, name)}, **own}


def _has_other(own: Mapping[str, str], name: str) -> bool:
    """Return whether a language says many and one of something alike."""
    return name.endswith(ONE) and name.removesuffix(ONE) + OTHER in own


@cache
def own_texts(language: str) -> Mapping[str, str]:
    """Return the texts that a language has itself."""
    sections: dict[str, Mapping[str, Any]] = {}
    for file in files(__name__).joinpath(language).iterdir():
        if file.name.endswith(".toml"):
            content = tomllib.loads(file.read_text(encoding="utf-8"))
            sections[file.name.removesuffix(".toml")] = content
    for kind in kinds().values():
        words = catalogue(kind.id, language)
        sections[kind.id] = words.get(BOARD, {})
        # With a form for one and one for many, also where a language has no two.
        sections[f"{kind.id}.{FACT}"] = {
            name: said if isinstance(said, Mapping) else {"one": said, "other": said}
            for name, said in words.get(FACTS, {}).items()
        }
    return dict(text for name, section in sections.items() for text in _flat(section, name))


def _flat(content: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in content.items():
        name = f"{prefix}.{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, name)
        else:
            yield name, str(value)
