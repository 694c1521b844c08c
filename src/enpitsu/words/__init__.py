"""Puts messages into words: sentences stand in catalogues, one TOML file a language.

A message id is "OWNER.SECTION.KEY": the owner is a kind's id, or "enpitsu" for the sentences that
all kinds share. A sentence names its arguments in braces. What comes in one and in many forms is a
table with "one" and "other", chosen by the argument `count`, or else by how many things the
message's list holds. Where a language lacks a sentence, the English one is used, so a translator
may fill a catalogue little by little (docs/translating.md).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby
from typing import Any, TypeGuard

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Edge, Line
from enpitsu.kind import Kind
from enpitsu.position import Fact, Note
from enpitsu.registry import find_kind
from enpitsu.technique import Argument, Message

SHARED = "enpitsu"
ENGLISH = "en"
LANGUAGES = ("en", "ja")
HOW_TO_PLAY = "how-to-play"  # the section of a kind's rules for players, numbered from 1 on

Catalogue = Mapping[str, Any]

_CELL = re.compile(r"r\d+c\d")


@cache
def catalogue(owner: str, language: str = ENGLISH) -> Catalogue:
    """The sentences of a kind, or of all kinds; empty where there are none."""
    if owner == SHARED:
        return _read(files(__name__), language)
    kind = find_kind(owner)
    found = {} if kind.words is None else _read(kind.words, language)
    if language == ENGLISH:
        found.update(_record_words(kind))
    return found


def _record_words(kind: Kind[Any]) -> dict[str, Any]:
    """Return what stands in the kind's record, so that a kind without words says it too; in
    other languages it stands in the catalogue under the same ids."""
    options = [option for maker in kind.makers for option in maker.options]
    pictures = {} if kind.from_picture is None else {"pictures": dict(kind.from_picture.solvable)}
    return {
        HOW_TO_PLAY: {str(at): rule for at, rule in enumerate(kind.how_to_play, 1)},
        "violations": dict(kind.violations),
        "makers": {maker.name: maker.title for maker in kind.makers},
        "options": {option.name: option.words for option in options},
        **pictures,
    }


def _read(folder: Traversable, language: str) -> dict[str, Any]:
    file = folder / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def how_to_play(kind: Kind[Any], language: str = ENGLISH) -> tuple[str, ...]:
    """The rules of a kind for players, a sentence each."""
    numbers = range(1, len(kind.how_to_play) + 1)
    return tuple(str(find_sentence(f"{kind.id}.{HOW_TO_PLAY}.{at}", language)) for at in numbers)


def check_language(language: str) -> None:
    """PuzzleError with the known languages if this is not one."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise PuzzleError(f"no words in the language {language[:20]!r}; known: {known}")


def find_sentence(id: str, language: str = ENGLISH) -> Any:
    """A sentence by its id; what a kind does not say is said as for all kinds, and what a language
    lacks in English; None if nobody has it."""
    kind, *path = id.split(".")
    for each in dict.fromkeys((language, ENGLISH)):
        for owner in dict.fromkeys((kind, SHARED)):
            found: Any = catalogue(owner, each)
            for key in path:
                found = found.get(key) if isinstance(found, Mapping) else None
            if found is not None:
                return found
    return None


def say(message: Message, language: str = ENGLISH) -> str:
    """A message in words."""
    sentence = find_sentence(message.id, language)
    if sentence is None:
        raise PuzzleError(f"no catalogue has the sentence {message.id!r}")
    owner = message.id.split(".")[0]
    if isinstance(sentence, Mapping):
        sentence = sentence["one" if _count(message.args) == 1 else "other"]
    spoken = {name: _spoken(arg, owner, language) for name, arg in message.args.items()}
    text = str(sentence.format_map(spoken))
    return text[:1].upper() + text[1:] if _is_sentence(text) else text


def say_line(message: Message, language: str = ENGLISH) -> str:
    """Return a message as a line of its own: with a capital, unless it begins with a cell."""
    said = say(message, language)
    return said if _CELL.match(said) else said[:1].upper() + said[1:]


def _is_sentence(text: str) -> bool:
    """Return whether it begins with a capital: not if that is the name of a cell, as r1c1."""
    return text.endswith((".", "?", "!")) and _CELL.match(text) is None


def _count(args: Mapping[str, Argument]) -> int:
    count = args.get("count")
    if isinstance(count, int):
        return count
    return max((len(arg) for arg in args.values() if _is_list(arg)), default=1)


def told(messages: Iterable[Message], language: str = ENGLISH) -> str:
    """Several messages in words, one after the other."""
    return together([say(message, language) for message in messages], language)


def together(sentences: Sequence[str], language: str = ENGLISH) -> str:
    """Whole sentences one after the other."""
    return str(find_sentence(f"{SHARED}.lists.sentence", language)).join(sentences)


def _is_list(arg: Argument) -> TypeGuard[tuple[Any, ...]]:
    single = (Fact, Note, Cell, Edge, Line, Message)
    return isinstance(arg, tuple) and not isinstance(arg, single)


def _spoken(arg: Argument, owner: str, language: str) -> str | int:
    if isinstance(arg, int):
        return arg
    if _is_list(arg):
        return _spoken_list(arg, owner, language)
    if isinstance(arg, Fact):
        return _spoken_list((arg,), owner, language)
    if isinstance(arg, Note):
        return say(Message(f"{owner}.notes.{arg.name}", _note_args(arg)), language)
    if isinstance(arg, Message):
        return say(arg, language)
    if isinstance(arg, Line):
        word = find_sentence(f"{SHARED}.places.{arg.axis}", language)
        return str(word.format(number=arg.at + 1))
    return _named(arg, owner, language) if isinstance(arg, str) else str(arg)


def _named(name: str, owner: str, language: str) -> str:
    """Return what a language calls a colour, numbered or not ("red-2"); other words as they are."""
    first, _, number = name.partition("-")
    found = find_sentence(f"{owner}.colours.{first}", language)
    return f"{found} {number}".rstrip() if isinstance(found, str) else name


def _note_args(note: Note) -> dict[str, Argument]:
    slots = {f"slot{at}": slot for at, slot in enumerate(note.slots, 1)}
    numbers = {f"number{at}": number for at, number in enumerate(note.args, 1)}
    return {**slots, **numbers, "slots": note.slots}


def _spoken_list(args: Sequence[Any], owner: str, language: str) -> str:
    """Facts of one sort are told together; cells in a row as from the first to the last."""
    parts: list[str] = []
    for sort, group in groupby(args, key=_sort):
        some = tuple(group)
        if isinstance(some[0], Fact):
            slots = tuple(dict.fromkeys(fact.slot for fact in some))
            told: dict[str, Argument] = {"slots": slots}
            if isinstance(slots[0], Edge):
                told |= {"a": slots[0].a, "b": slots[0].b}
            parts.append(say(_fact_message(some[0], sort, owner, told), language))
        elif isinstance(some[0], Cell):
            parts += _spans(some, language)
        else:
            parts += [str(_spoken(arg, owner, language)) for arg in some]
    return joined(parts, language)


def _fact_message(fact: Fact, sort: str, owner: str, told: dict[str, Argument]) -> Message:
    """Return what is said of a value; of one that a catalogue does not know, such as a colour,
    by name."""
    if find_sentence(f"{owner}.facts.{sort}") is None:
        sort = "any" if fact.holds else "not-any"
        told = {**told, "value": fact.value}
    return Message(f"{owner}.facts.{sort}", told)


def _sort(arg: Any) -> str:
    if isinstance(arg, Fact):
        return arg.value if arg.holds else f"not-{arg.value}"
    return type(arg).__name__


def joined(parts: Sequence[str], language: str = ENGLISH) -> str:
    """Several things in one sentence: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    comma = find_sentence(f"{SHARED}.lists.comma", language)
    last = find_sentence(f"{SHARED}.lists.and", language)
    return str(comma.join(parts[:-1]) + last + parts[-1])


def _spans(cells: Sequence[Cell], language: str) -> Iterator[str]:
    """Cells one by one; three or more neighbours in a line as "r1c2 to r1c6"."""
    to = find_sentence(f"{SHARED}.lists.to", language)
    at = 0
    while at < len(cells):
        end = max(_run(cells, at, *step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        if end - at >= 3:
            yield f"{cells[at]}{to}{cells[end - 1]}"
            at = end
        else:
            yield str(cells[at])
            at += 1


def _run(cells: Sequence[Cell], at: int, rows: int, cols: int) -> int:
    """Return where the cells that go on in this direction end."""
    end = at + 1
    while end < len(cells) and cells[end] == (cells[end - 1].row + rows, cells[end - 1].col + cols):
        end += 1
    return end
