"""The sentences of declared kinds: what their pages say, and where they say nothing, the kit's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from enpitsu.kit.constraints.clause_set import ClauseSet
from enpitsu.kit.layout import SIDES
from enpitsu.kit.puzzle import GridPuzzle, Value
from enpitsu.kit.rules import Rules, RuleSpec
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message

Catalogue = dict[str, Any]

RULE = {"en": "{stem}, so {{facts}}.", "ja": "{stem}ので、{{facts}}です。"}
BROKEN = {"en": "But that breaks a rule: {says}", "ja": "しかし、それではルールに反します。{says}"}
AS_THEY_ARE = ("board", "change", "clue", "makers", "options")  # sections of the kit for every page
FULL_STOPS = ".。"


class KitWords:
    """The catalogues of a declared kind."""

    def __init__(self, rules: Rules, folder: Traversable, *, has_makers: bool = False) -> None:
        """`has_makers`: the page has makers of its own."""
        self.rules, self.folder = rules, folder
        self._shared = [
            name for name in AS_THEY_ARE if not (has_makers and name in ("makers", "options"))
        ]

    def catalogue(self, language: str) -> Catalogue:
        """Return all sentences of a language."""
        own, shared = read_toml(self.folder, language), kit_words(language)
        if "facts" not in shared:  # a language that is only begun
            return merge({name: shared.get(name, {}) for name in self._shared}, own)
        made: Catalogue = {
            "facts": self._facts(shared),
            "techniques": self._techniques(shared, own, language),
            "why": self._why(shared, own, language),
            **{name: shared.get(name, {}) for name in self._shared},
        }
        made["board"] = self._board(made["board"])
        if any(mark.on == SIDES for mark in self.rules.puzzle_type.mark_sorts.values()):
            made |= {name: shared[name] for name in ("sides", "corners")}
        says = own.get("rules", {})
        numbers = enumerate((spec for spec in self.rules.specs if spec.code in says), 1)
        made["how-to-play"] = {str(at): says[spec.code] for at, spec in numbers}
        made["violations"] = {
            code: shared["broken"].get(form) or self._says(spec, own)
            for code, (spec, form) in self.rules.breaks.items()
        }
        made["rules"] = {spec.code: self._says(spec, own) for spec in self.rules.specs}
        found = merge(made, own)
        for name in own.get("techniques", {}):
            told = found["techniques"][name]
            if "plain" in told:  # it may be all that a page says
                found["techniques"][name] = {"step": told["plain"], **told}
            elif name not in made["techniques"]:  # of the page itself
                found["techniques"][name] = {**told, "plain": shared["together"]}
        return found

    def _board(self, board: Catalogue) -> Catalogue:
        """The words of the board; where there is one sort of mark, its words for going round."""
        marks = list(self.rules.puzzle_type.mark_sorts.values())
        own = board["action"].get(marks[0].look, {}) if len(marks) == 1 else {}
        turns = {form: own[f"one-{form}"] for form in ("click", "drag") if f"one-{form}" in own}
        return merge(board, {"action": {"round": turns}})

    def _facts(self, shared: Catalogue) -> Catalogue:
        found: Catalogue = {}
        for name, mark in self.rules.puzzle_type.mark_sorts.items():
            look = "side" if mark.on == SIDES else mark.look
            value = "any" if mark.look == "number" else name
            found[value] = shared["facts"][look]["holds"]
            found[f"not-{value}"] = shared["facts"][look]["denied"]
        return found

    def _says(self, spec: RuleSpec, own: Catalogue) -> str:
        return str(own.get("rules", {}).get(spec.code, spec.says))

    def _techniques(self, shared: Catalogue, own: Catalogue, language: str) -> Catalogue:
        found: Catalogue = {}
        for spec, sort in self._sorts():
            says = self._says(spec, own)
            if sort is ClauseSet:
                step = RULE[language].format(stem=says.rstrip(FULL_STOPS))
                found[spec.code] = {"name": spec.code, "rule": says, "step": step, "plain": step}
            for form in spec.forms(sort) if sort is not ClauseSet else ():
                found[f"{spec.code}-{form.id}"] = shared["techniques"][form.id]
        return found

    def _why(self, shared: Catalogue, own: Catalogue, language: str) -> Catalogue:
        found: Catalogue = {}
        for spec, sort in self._sorts():
            if sort is ClauseSet:
                says = self._says(spec, own)
                for ending in ("", "-plain"):
                    so = RULE[language].format(stem=says.rstrip(FULL_STOPS))
                    found[f"{spec.code}-so{ending}"] = so
                    broken = BROKEN[language].format(says=says)
                    found[f"{spec.code}-broken{ending}-broken"] = broken
            else:
                found |= {f"{spec.code}-{key}": told for key, told in shared["why"].items()}
        return found

    def _sorts(self) -> list[tuple[RuleSpec, type[Any]]]:
        types = self.rules.constraint_types
        return [(spec, sort) for spec in self.rules.specs for sort in types[spec.code]]


def name_clue(puzzle: GridPuzzle, place: Place) -> Message:
    """Return words for a clue: "the 3 in r1c2"."""
    name = next(name for name, found in puzzle.given.items() if place in found)
    value = name_value(puzzle, puzzle.given[name][place])
    word = puzzle.clue_sorts[name].word
    return Message(f"{puzzle.kind}.clue.{word}", {"place": place, "value": value})


def name_value(puzzle: GridPuzzle, value: Value) -> Argument:
    """Return words for the value of a clue: a number as it is, a word as the catalogues have it."""
    is_word = value in kit_words("en")["change"]
    return Message(f"{puzzle.kind}.change.{value}", {}) if is_word else str(value)


def sentences_of_breaks(rules: Rules) -> dict[str, str]:
    """The English sentence of each violation."""
    shared = kit_words("en")["broken"]
    own = {} if rules.words is None else read_toml(rules.words, "en").get("violations", {})
    return {
        code: own.get(code) or spec.broken.get(form) or shared.get(form, spec.says)
        for code, (spec, form) in rules.breaks.items()
    }


@cache
def kit_words(language: str) -> Catalogue:
    """The kit's own catalogue."""
    return read_toml(files(__name__), language)


def read_toml(folder: Traversable, language: str) -> Catalogue:
    """Read a catalogue; empty where there is none."""
    file = folder / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def merge(base: Catalogue, over: Mapping[str, Any]) -> Catalogue:
    """Return a catalogue with another one laid over it."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        is_plural = isinstance(value, dict) and "other" in value
        merged[key] = merge(below or {}, value) if both and not is_plural else value
    return merged
