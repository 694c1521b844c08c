"""Errors in other languages than English.

Errors are raised with an English sentence. A language's catalogue (errors.LANGUAGE.toml) has such
sentences as templates, with names in braces for what differs, and what they are called there. One
that no template fits is told by its sort, followed by the English sentence.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

SENTENCES = "sentences"  # the section of templates
SORTS = "sorts"  # the section of what is said where none fits, by the code of the error
OTHER = "other"  # the sort of those whose code has no sentence
_PLACE = re.compile(r"(?P<sort>line|column|cell) (?:(?P<at>\d+)|r(?P<row>\d+)c(?P<col>\d+))")
_PLACES = re.compile(r"(?:line|column|cell) \w+(?:, (?:line|column|cell) \w+)*: ")


def error_text(message: str, language: str, code: str = OTHER) -> str:
    """Return an error's sentence in a language. `code`: its sort, where the sentence is unknown."""
    if not error_catalogue(language):
        return message
    found = _PLACES.match(message)
    before = "" if found is None else _say_places(found[0], language)
    bare = message if found is None else message[found.end() :]
    told = translate_error(bare, language)
    return before + (_say_sort(bare, language, code) if told is None else told)


def translate_error(sentence: str, language: str) -> str | None:
    """Return what a language says instead of an English sentence; None if it has no template."""
    for pattern, said in _templates(language):
        found = pattern.fullmatch(sentence)
        if found is not None:
            return said.format(**found.groupdict())
    return None


@cache
def error_catalogue(language: str) -> dict[str, Any]:
    """Return what a language says of errors; empty where it says nothing."""
    file = files(__package__) / f"errors.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def _templates(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the templates as patterns, those with the most words of their own first."""
    said: dict[str, str] = error_catalogue(language)[SENTENCES]
    longest = sorted(said, key=lambda text: len(re.sub(r"\{\w+\}", "", text)), reverse=True)
    return tuple((_pattern(template), said[template]) for template in longest)


def _pattern(template: str) -> re.Pattern[str]:
    parts = Formatter().parse(template)
    made = (re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, _, _ in parts)
    return re.compile("".join(made), re.DOTALL)


def _say_sort(sentence: str, language: str, code: str) -> str:
    sorts = error_catalogue(language)[SORTS]
    return str(sorts.get(code, sorts[OTHER])).format(message=sentence)


def _say_places(places: str, language: str) -> str:
    """Return what stands before a sentence: "line 3, cell r1c2: "."""
    words = error_catalogue(language)["places"]
    told = [_say_place(found, words) for found in _PLACE.finditer(places)]
    return str(words["before"]).format(places=str(words["join"]).join(told))


def _say_place(found: re.Match[str], words: dict[str, str]) -> str:
    known = {name: value for name, value in found.groupdict().items() if value is not None}
    return words[known.pop("sort")].format(**known)
