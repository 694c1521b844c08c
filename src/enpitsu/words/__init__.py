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
from string import Formatter
from typing import Any, NamedTuple, TypeGuard

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, Edge, Line
from enpitsu.kind import AnyKind
from enpitsu.position import Fact, Note
from enpitsu.registry import find_kind
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message

SHARED = "enpitsu"
ENGLISH = "en"
LANGUAGES = ("en", "ja")
HOW_TO_PLAY = "how-to-play"  # the section of a kind's rules for players, numbered from 1 on

Catalogue = Mapping[str, Any]

_CELL = re.compile(r"r\d+c\d")


class TextRun(NamedTuple):
    """A piece of a sentence: words, or the name of the place that they speak of."""

    text: str
    place: Place | None = None


Runs = tuple[TextRun, ...]


@cache
def catalogue(owner: str, language: str = ENGLISH) -> Catalogue:
    """The sentences of a kind, or of all kinds; empty where there are none."""
    if owner == SHARED:
        return _read(files(__name__), language)
    kind = find_kind(owner)
    found = {} if kind.words is None else _read(kind.words, language)
    if language == ENGLISH:
        # In other languages, what the kind's record says stands in the catalogue.
        options = [option for maker in kind.makers for option in maker.options]
        found[HOW_TO_PLAY] = {str(at): rule for at, rule in enumerate(kind.how_to_play, 1)}
        found["violations"] = dict(kind.violations)
        found["makers"] = {maker.name: maker.title for maker in kind.makers}
        found["options"] = {option.name: option.words for option in options}
        if kind.from_picture is not None:
            found["pictures"] = dict(kind.from_picture.solvable)
    return found


def _read(folder: Traversable, language: str) -> dict[str, Any]:
    file = folder / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def how_to_play(kind: AnyKind, language: str = ENGLISH) -> tuple[str, ...]:
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
    return join_runs(_message_runs(message, language))


def say_line(message: Message, language: str = ENGLISH) -> str:
    """Return a message as a line of its own: with a capital, unless it begins with a cell."""
    return join_runs(_capitalise(_message_runs(message, language)))


def say_runs(message: Message, language: str = ENGLISH) -> Runs:
    """Return a message as runs: every place is one of its own."""
    return _merge(_message_runs(message, language))


def say_line_runs(message: Message, language: str = ENGLISH) -> Runs:
    """Return a message as a line of its own, as runs."""
    return _merge(_capitalise(_message_runs(message, language)))


def tell_runs(messages: Sequence[Message], language: str = ENGLISH) -> list[Runs]:
    """Return the runs of each message, with the space up to the next one."""
    gap = TextRun(_between_sentences(language))
    runs = [_message_runs(message, language) for message in messages]
    return [*(_merge((*each, gap)) for each in runs[:-1]), *map(_merge, runs[-1:])]


def join_runs(runs: Iterable[TextRun]) -> str:
    """The text of runs."""
    return "".join([run.text for run in runs])


def _merge(runs: Iterable[TextRun]) -> Runs:
    """Join the words that stand between two places."""
    merged: list[TextRun] = []
    for run in runs:
        if merged and run.place is None and merged[-1].place is None:
            merged[-1] = TextRun(merged[-1].text + run.text)
        elif run.text:
            merged.append(run)
    return tuple(merged)


def _message_runs(message: Message, language: str) -> list[TextRun]:
    sentence = find_sentence(message.id, language)
    if sentence is None:
        raise PuzzleError(f"no catalogue has the sentence {message.id!r}")
    owner = message.id.split(".")[0]
    if isinstance(sentence, Mapping):
        count = message.args.get("count")
        if not isinstance(count, int):
            count = max((len(arg) for arg in message.args.values() if _is_list(arg)), default=1)
        sentence = sentence["one" if count == 1 else "other"]
    runs: list[TextRun] = []
    for text, name in _parse_sentence(str(sentence)):
        if text:
            runs.append(TextRun(text))
        if name is not None:
            runs += _say_argument(message.args[name], owner, language)
    is_sentence = bool(runs) and runs[-1].text.endswith((".", "?", "!"))
    return _capitalise(runs) if is_sentence else runs


@cache
def _parse_sentence(sentence: str) -> tuple[tuple[str, str | None], ...]:
    """Return the words of a sentence, each with the name of the argument that follows them."""
    return tuple((text, name) for text, name, _, _ in Formatter().parse(sentence))


def _capitalise(runs: list[TextRun]) -> list[TextRun]:
    """Begin with a capital, unless that is the name of a cell, as r1c1."""
    if not runs or _CELL.match(runs[0].text):
        return runs
    first = runs[0]
    return [TextRun(first.text[:1].upper() + first.text[1:], first.place), *runs[1:]]


def tell(messages: Iterable[Message], language: str = ENGLISH) -> str:
    """Several messages in words, one after the other."""
    return join_sentences([say(message, language) for message in messages], language)


def join_sentences(sentences: Sequence[str], language: str = ENGLISH) -> str:
    """Whole sentences one after the other."""
    return _between_sentences(language).join(sentences)


def _between_sentences(language: str) -> str:
    return str(find_sentence(f"{SHARED}.lists.sentence", language))


def _is_list(arg: Argument) -> TypeGuard[tuple[Any, ...]]:
    single = (Fact, Note, Cell, Edge, Line, Message)
    return isinstance(arg, tuple) and not isinstance(arg, single)


def _say_argument(arg: Argument, owner: str, language: str) -> list[TextRun]:
    if _is_list(arg):
        return _say_list(arg, owner, language)
    if isinstance(arg, Fact):
        return _say_list((arg,), owner, language)
    if isinstance(arg, Note):
        args: dict[str, Argument] = {"slots": arg.slots}
        args |= {f"slot{at}": slot for at, slot in enumerate(arg.slots, 1)}
        args |= {f"number{at}": number for at, number in enumerate(arg.args, 1)}
        return _message_runs(Message(f"{owner}.notes.{arg.name}", args), language)
    if isinstance(arg, Message):
        return _message_runs(arg, language)
    if isinstance(arg, Line):
        word = find_sentence(f"{SHARED}.places.{arg.axis}", language)
        return [TextRun(str(word.format(number=arg.at + 1)), arg)]
    if isinstance(arg, Cell | Edge):
        return [TextRun(str(arg), arg)]
    text = str(arg)
    if isinstance(arg, str):
        # Colours have a name in each language, and may be numbered: "red-2".
        name, _, number = arg.partition("-")
        colour = find_sentence(f"{owner}.colours.{name}", language)
        if isinstance(colour, str):
            text = f"{colour} {number}".rstrip()
    return [TextRun(text)] if text else []


def _say_list(args: Sequence[Any], owner: str, language: str) -> list[TextRun]:
    """Facts of one sort are told together; cells in a row as from the first to the last."""
    parts: list[list[TextRun]] = []
    for sort, group in groupby(args, key=_sort):
        some = tuple(group)
        if isinstance(some[0], Fact):
            slots = tuple(dict.fromkeys(fact.slot for fact in some))
            told: dict[str, Argument] = {"slots": slots}
            if isinstance(slots[0], Edge):
                told |= {"a": slots[0].a, "b": slots[0].b}
            if find_sentence(f"{owner}.facts.{sort}") is None:
                # A value that no catalogue knows, such as a colour, is called by its name.
                sort = "any" if some[0].holds else "not-any"
                told["value"] = some[0].value
            parts.append(_message_runs(Message(f"{owner}.facts.{sort}", told), language))
        elif isinstance(some[0], Cell):
            parts += _spans(some, language)
        else:
            parts += [_say_argument(arg, owner, language) for arg in some]
    return _join_parts(parts, language)


def _sort(arg: Any) -> str:
    if isinstance(arg, Fact):
        return arg.value if arg.holds else f"not-{arg.value}"
    return type(arg).__name__


def join_words(parts: Sequence[str], language: str = ENGLISH) -> str:
    """Several things in one sentence: "a, b and c"."""
    return join_runs(_join_parts([[TextRun(part)] for part in parts], language))


def _join_parts(parts: Sequence[list[TextRun]], language: str) -> list[TextRun]:
    comma = TextRun(str(find_sentence(f"{SHARED}.lists.comma", language)))
    last = TextRun(str(find_sentence(f"{SHARED}.lists.and", language)))
    runs: list[TextRun] = []
    for at, part in enumerate(parts):
        if at:
            runs.append(last if at == len(parts) - 1 else comma)
        runs += part
    return runs


def _spans(cells: Sequence[Cell], language: str) -> Iterator[list[TextRun]]:
    """Cells one by one; three or more neighbours in a line as "r1c2 to r1c6"."""
    to = TextRun(str(find_sentence(f"{SHARED}.lists.to", language)))
    at = 0
    while at < len(cells):
        end = at + 1
        near = {direction.step(cells[at]): direction for direction in Direction}
        direction = near.get(cells[end]) if end < len(cells) else None
        while direction and end < len(cells) and cells[end] == direction.step(cells[end - 1]):
            end += 1
        first, last = cells[at], cells[end - 1]
        if end - at >= 3:
            yield [TextRun(str(first), first), to, TextRun(str(last), last)]
            at = end
        else:
            yield [TextRun(str(first), first)]
            at += 1
