"""Puts messages into words: sentences stand in catalogues, one TOML file a language.

A message id is "OWNER.SECTION.KEY": the owner is a kind's id, or "enpitsu" for the sentences that
all kinds share. A sentence names its arguments in braces; "{cells:or}" joins a list with "or"
instead of "and". What comes in one and in many forms is a table with "one" and "other", perhaps
"two", chosen by the argument `count`, or else by how many things the message's list holds. Where a
language lacks a sentence, the English one is used, so a translator may fill a catalogue little by
little (docs/translating.md).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby
from string import Formatter
from typing import Any, NamedTuple, TypeGuard

from enpitsu.errors import PuzzleError
from enpitsu.grid import BorderPlace, Cell, Corner, Direction, Edge, Line, edge, sides_by_cell
from enpitsu.kind import AnyKind, WordSource
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
        if options:
            found["options"] = {option.name: option.words for option in options}
        if kind.from_picture is not None:
            found["pictures"] = dict(kind.from_picture.solvable)
    return found


def _read(source: Traversable | WordSource, language: str) -> dict[str, Any]:
    if isinstance(source, WordSource):
        return source.catalogue(language)
    file = source / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def how_to_play(
    kind: AnyKind, language: str = ENGLISH, *, variants: Iterable[str] = ()
) -> tuple[str, ...]:
    """The rules of a kind for players, a sentence each; behind them those of some variants."""
    numbers = range(1, len(kind.how_to_play) + 1)
    usual = (str(find_sentence(f"{kind.id}.{HOW_TO_PLAY}.{at}", language)) for at in numbers)
    return (*usual, *(VariantWords.of(kind, name, language).rule for name in variants))


class VariantWords(NamedTuple):
    """A variant in words."""

    id: str
    name: str
    rule: str

    @classmethod
    def of(cls, kind: AnyKind, variant: str, language: str = ENGLISH) -> VariantWords:
        """The words of a variant of a kind."""
        found = find_sentence(f"{kind.id}.variants.{variant}", language)
        return cls(variant, str(found["name"]), str(found["rule"]))


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


def _message_runs(message: Message, language: str, near: Collection[Cell] = ()) -> list[TextRun]:
    """`near` are cells that the sentence around it names."""
    near = {*near, *_cells_named(message)}
    corners = [arg for arg in message.args.values() if isinstance(arg, Corner)]
    near.update([corner.seen_from(near)[0] for corner in corners])
    sentence = find_sentence(message.id, language)
    if sentence is None:
        raise PuzzleError(f"no catalogue has the sentence {message.id!r}")
    owner = message.id.split(".")[0]
    if isinstance(sentence, Mapping):
        count = message.args.get("count")
        if not isinstance(count, int):
            count = max((len(arg) for arg in message.args.values() if _is_list(arg)), default=1)
        form = {1: "one", 2: "two"}.get(count, "other")
        sentence = sentence.get(form, sentence["other"])
    runs: list[TextRun] = []
    for text, name, joint in _parse_sentence(str(sentence)):
        if text:
            runs.append(TextRun(text))
        if name is not None:
            runs += _say_argument(message.args[name], owner, language, near, joint)
    is_sentence = bool(runs) and runs[-1].text.endswith((".", "?", "!"))
    return _capitalise(runs) if is_sentence else runs


@cache
def arguments_of(id: str) -> frozenset[str]:
    """The names of the arguments that a sentence speaks of, in any language."""
    told = [find_sentence(id, language) for language in LANGUAGES]
    texts = [each for one in told for each in (one.values() if isinstance(one, Mapping) else [one])]
    return frozenset(
        name for text in texts for _, name, _ in _parse_sentence(str(text)) if name is not None
    )


@cache
def _parse_sentence(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the words of a sentence, each with the name of the argument that follows them, and
    what joins it if that is a list."""
    parts = Formatter().parse(sentence)
    return tuple((text, name, joint or "and") for text, name, joint, _ in parts)


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


def _cells_named(message: Message) -> Iterator[Cell]:
    for arg in message.args.values():
        if isinstance(arg, Cell):
            yield arg
        elif isinstance(arg, Message):
            yield from _cells_named(arg)


def _is_list(arg: Argument) -> TypeGuard[tuple[Any, ...]]:
    single = (Fact, Note, Cell, Corner, Edge, Line, Message)
    return isinstance(arg, tuple) and not isinstance(arg, single)


def _say_argument(
    arg: Argument, owner: str, language: str, near: Collection[Cell] = (), joint: str = "and"
) -> list[TextRun]:
    if _is_list(arg):
        return _say_list(arg, owner, language, near, joint)
    if isinstance(arg, Fact):
        return _say_list((arg,), owner, language, near)
    if isinstance(arg, Note):
        args: dict[str, Argument] = {"slots": arg.slots}
        args |= {f"slot{at}": slot for at, slot in enumerate(arg.slots, 1)}
        args |= {f"number{at}": number for at, number in enumerate(arg.args, 1)}
        return _message_runs(Message(f"{owner}.notes.{arg.name}", args), language)
    if isinstance(arg, Message):
        return _message_runs(arg, language, near)
    if isinstance(arg, Line):
        return [TextRun(_name_line(arg.axis, arg, language), arg)]
    if isinstance(arg, BorderPlace):
        form = arg.line.axis if arg.is_first else f"{arg.line.axis}-end"
        return [TextRun(_name_line(form, arg.line, language), arg)]
    if isinstance(arg, Corner):
        return _say_corner(arg, owner, near, language)
    if isinstance(arg, Edge) and _side_words(owner, language):
        return _say_list((arg,), owner, language, near)
    if isinstance(arg, Cell | Edge):
        return [_name_place(arg, language)]
    text = str(arg)
    if isinstance(arg, str):
        # Colours have a name in each language, and may be numbered: "red-2".
        name, _, number = arg.partition("-")
        colour = find_sentence(f"{owner}.colours.{name}", language)
        if isinstance(colour, str):
            text = f"{colour} {number}".rstrip()
    return [TextRun(text)] if text else []


def name_place(place: Cell | Edge, language: str = ENGLISH) -> str:
    """Return the name of a cell or an edge: "r1c2", in Japanese 「1行2列」."""
    if isinstance(place, Edge):
        ends = {"a": name_place(place.a, language), "b": name_place(place.b, language)}
        return str(find_sentence(f"{SHARED}.places.edge", language)).format(**ends)
    name = str(find_sentence(f"{SHARED}.places.cell", language))
    return name.format(row=place.row + 1, col=place.col + 1)


def _name_place(place: Cell | Edge, language: str) -> TextRun:
    return TextRun(name_place(place, language), place)


def _name_line(form: str, line: Line, language: str) -> str:
    word = find_sentence(f"{SHARED}.places.{form}", language)
    return str(word.format(number=line.at + 1))


def _say_list(
    args: Sequence[Any],
    owner: str,
    language: str,
    near: Collection[Cell] = (),
    joint: str = "and",
) -> list[TextRun]:
    """Facts of one sort are told together; cells in a row as from the first to the last."""
    sides = _side_words(owner, language)
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
            parts.append(_message_runs(Message(f"{owner}.facts.{sort}", told), language, near))
        elif isinstance(some[0], Cell):
            parts += _spans(some, language)
        elif sides and type(some[0]) is Edge:
            parts += _say_sides(some, sides, near, language)
        else:
            parts += [_say_argument(arg, owner, language, near) for arg in some]
    is_places = all(isinstance(arg, Cell | Edge | Corner | Line | BorderPlace) for arg in args)
    return _join_parts(parts, language, "places" if is_places else "lists", joint)


def _side_words(owner: str, language: str) -> Mapping[str, str] | None:
    """The words for sides of cells, if the kind writes on them: then its edges are sides."""
    for each in dict.fromkeys((language, ENGLISH)):
        found: Mapping[str, str] | None = catalogue(owner, each).get("sides")
        if found is not None:
            return found
    return None


def _say_sides(
    sides: Sequence[Edge], words: Mapping[str, str], near: Collection[Cell], language: str
) -> Iterator[list[TextRun]]:
    """Sides by their cells: "the top and left sides of r1c1"."""
    for cell, directions in sides_by_cell(sides, near):
        named = [[TextRun(words[each.word], edge(cell, each.step(cell)))] for each in directions]
        form = {1: "one", 4: "all"}.get(len(directions), "other")
        told = {
            "cell": [_name_place(cell, language)],
            "ways": _join_runs(named, words["comma"], words["and"]),
        }
        yield _fill_in(words[form], told)


def _say_corner(corner: Corner, owner: str, near: Collection[Cell], language: str) -> list[TextRun]:
    cell, which = corner.seen_from(near)
    sentence = find_sentence(f"{owner}.corners.{which}", language)
    return _fill_in(sentence, {"cell": [_name_place(cell, language)]})


def _fill_in(sentence: str, told: Mapping[str, list[TextRun]]) -> list[TextRun]:
    runs: list[TextRun] = []
    for text, name, _ in _parse_sentence(sentence):
        runs += [TextRun(text), *(told[name] if name is not None else ())]
    return [run for run in runs if run.text]


def _sort(arg: Any) -> str:
    if isinstance(arg, Fact):
        return arg.value if arg.holds else f"not-{arg.value}"
    return type(arg).__name__


def join_words(parts: Sequence[str], language: str = ENGLISH) -> str:
    """Several things in one sentence: "a, b and c"."""
    return join_runs(_join_parts([[TextRun(part)] for part in parts], language))


def _join_parts(
    parts: Sequence[list[TextRun]], language: str, section: str = "lists", joint: str = "and"
) -> list[TextRun]:
    comma = str(find_sentence(f"{SHARED}.{section}.comma", language))
    return _join_runs(parts, comma, str(find_sentence(f"{SHARED}.{section}.{joint}", language)))


def _join_runs(parts: Sequence[list[TextRun]], comma: str, last: str) -> list[TextRun]:
    runs: list[TextRun] = []
    for at, part in enumerate(parts):
        if at:
            runs.append(TextRun(last if at == len(parts) - 1 else comma))
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
            yield [_name_place(first, language), to, _name_place(last, language)]
            at = end
        else:
            yield [_name_place(first, language)]
            at += 1
