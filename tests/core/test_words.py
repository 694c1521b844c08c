"""Catalogues: every sentence can be said, in every language, with what it is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Edge, Line
from enpitsu.kind import Kind
from enpitsu.position import Fact, Note, Position
from enpitsu.registry import kinds
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message
from enpitsu.web.words import own_texts
from enpitsu.words import (
    ENGLISH,
    LANGUAGES,
    SHARED,
    VariantWords,
    catalogue,
    check_language,
    find_sentence,
    how_to_play,
    join_runs,
    join_words,
    say,
    say_line,
    say_line_runs,
    say_runs,
    tell,
    tell_runs,
)
from tests.cases import each_case

pytestmark = pytest.mark.quick

KINDS: list[Kind[Any]] = [kind for kind in kinds().values() if kind.ladder is not None]
OWNERS = [SHARED, *(kind.id for kind in KINDS)]
OTHERS = [(owner, language) for owner in OWNERS for language in LANGUAGES if language != ENGLISH]
WHOLE = [(owner, "ja") for owner in OWNERS]
"""Catalogues that lack nothing; a language that is only begun is not among them."""
FORMS = {"one", "two", "other"}
MAY_BE_EMPTY = {"lists.sentence", "moves.it"}
MOST_LETTERS = 40
"""Letters of a technique's name."""


def _sentences(words: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every sentence of a catalogue by its path, those with one and other as tables."""
    for key, value in words.items():
        where = f"{path}.{key}".removeprefix(".")
        if isinstance(value, Mapping) and not value.keys() <= FORMS:
            yield from _sentences(value, where)
        else:
            yield where, value


def _texts(sentence: Any) -> list[str]:
    return list(sentence.values()) if isinstance(sentence, Mapping) else [sentence]


COLOURED = (
    "board.tool.",
    "colours.",
    "board.says.black",
    "change.black",
    "board.author.key.value-black",
)


def _names(sentence: Any) -> set[str]:
    """What a sentence has in braces."""
    parts = (part for text in _texts(sentence) for part in Formatter().parse(text))
    return {name for _, name, _, _ in parts if name is not None}


@each_case("owner", OWNERS)
@each_case("language", LANGUAGES)
def test_catalogue_is_well_formed(owner: str, language: str) -> None:
    for path, sentence in _sentences(catalogue(owner, language)):
        if isinstance(sentence, Mapping):
            assert {"one", "other"} <= set(sentence) <= FORMS, path
        for text in _texts(sentence):
            assert isinstance(text, str), path
            assert text.strip() or path in MAY_BE_EMPTY, path
            # A colour of a palette may be called by its name, and a pearl; shaded cells never are.
            plain = text.lower().replace("black pearl", "")
            assert "black" not in plain or path.startswith(COLOURED), path
        assert all(name.isidentifier() for name in _names(sentence)), path


@pytest.mark.parametrize("owner", OWNERS)
def test_english_says_something(owner: str) -> None:
    assert len(list(_sentences(catalogue(owner)))) >= 5


@pytest.mark.parametrize(("owner", "language"), OTHERS)
def test_translation_says_what_english_says(owner: str, language: str) -> None:
    english = dict(_sentences(catalogue(owner)))
    shared = dict(_sentences(catalogue(SHARED)))
    for path, sentence in _sentences(catalogue(owner, language)):
        original = english.get(path, shared.get(path))
        assert original is not None, f"English has no {path}"
        # English says "2nd"; others may say it with the bare number.
        more = {"which"} if "ordinal" in _names(original) else set()
        # English says "the 2 in r1c1"; others may name the place alone.
        more |= {"place"} if "clue" in _names(original) else set()
        assert _names(sentence) <= _names(original) | more, path


@pytest.mark.parametrize(("owner", "language"), WHOLE)
def test_translation_says_all_that_english_says(owner: str, language: str) -> None:
    """Also what stands in a kind's record: rules for players, broken rules, ways of making."""
    translated = dict(_sentences(catalogue(owner, language)))
    missing = [path for path, _ in _sentences(catalogue(owner)) if path not in translated]
    assert not missing


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_broken_rule_is_a_sentence_of_its_own(kind: Kind[Any], language: str) -> None:
    said = [find_sentence(f"{kind.id}.violations.{code}", language) for code in kind.violations]
    assert all(isinstance(text, str) and text.endswith((".", "。")) for text in said)
    assert len(set(said)) == len(said)


OFTEN_SAID = ("clues", "live-check", "can-be", "improve", "fill", "picture")
"""Sections whose sentences the code names one by one."""


def _leftover(owner: str, sources: str) -> Iterator[str]:
    for section in OFTEN_SAID:
        for path, _ in _sentences(catalogue(owner).get(section, {})):
            key = path.split(".")[-1]
            if f'"{key}"' not in sources and f".{section}.{key}" not in sources:
                yield f"{owner}.{section}.{path}"


@pytest.mark.parametrize("owner", OWNERS)
def test_no_sentence_is_left_over(owner: str) -> None:
    folder = Path(enpitsu.__file__).parent
    files = folder.rglob("*.py")
    assert not list(_leftover(owner, "".join(file.read_text("utf-8") for file in files)))


TOLD = ("facts", "notes", "techniques", "why", "refutation", "proof")
"""Sections of explanations and hints."""


@pytest.mark.parametrize("owner", OWNERS)
def test_japanese_is_japanese(owner: str) -> None:
    """Sentences end as Japanese ones do, and facts so that です and なので fit behind them."""
    for path, sentence in _sentences(catalogue(owner, "ja")):
        section = path.split(".")[0]
        for text in _texts(sentence) if section in TOLD else []:
            bare = re.sub(r"\{\w+\}|\d\.\d", "", text)  # the numbers of a method's rules
            assert re.search(r"[ぁ-んァ-ヶ一-龯]", bare), path
            assert not re.search(r"[A-Za-z]{2}|[,.;!?]", bare), path
            is_fact = section in ("facts", "notes")
            is_whole = not is_fact and not path.endswith(".name")
            assert is_whole is text.endswith(("。", "{rule}")), path
            assert not (is_fact and text.endswith(("い", "る", "た", "す"))), path


HOUSE_STYLE = {
    "half-width punctuation": r"[ぁ-んァ-ヶ一-龯}][:!]|[()]|～",
    "a space beside Japanese": r"[ぁ-んァ-ヶ一-龯、。」] [A-Za-z0-9]|[A-Za-z0-9] [ぁ-んァ-ヶ一-龯]",
    "a spelling of two": "[一二]つ|わか[らりるっれろ]|ライブラリー|エディター|だれ|塗りマス|超難問",
    "a word of geometry": "作図",
}


@cache
def _japanese() -> list[tuple[str, str]]:
    """Return every Japanese text of the catalogues and of the page, by its path."""
    told = [(f"{owner}.{path}", text) for owner in OWNERS for path, text in _all_texts(owner)]
    return [*told, *own_texts("ja").items()]


def _all_texts(owner: str) -> Iterator[tuple[str, str]]:
    for path, sentence in _sentences(catalogue(owner, "ja")):
        yield from ((path, text) for text in _texts(sentence))


@each_case("style", HOUSE_STYLE)
def test_japanese_is_written_in_one_way(style: str) -> None:
    unlike = re.compile(HOUSE_STYLE[style])
    assert {path: text for path, text in _japanese() if unlike.search(text)} == {}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_has_a_name_and_a_rule(kind: Kind[Any], language: str) -> None:
    for variant in kind.variants:
        words = VariantWords.of(kind, variant, language)
        assert 0 < len(words.name) <= MOST_LETTERS
        assert words.rule.endswith((".", "。"))
        assert how_to_play(kind, language, variants=[variant])[-1] == words.rule
    assert set(catalogue(kind.id).get("variants", {})) == set(kind.variants)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_every_technique_has_a_name_and_a_rule(kind: Kind[Any]) -> None:
    assert kind.ladder is not None
    own = {each.id for each in kind.ladder.techniques}
    rules = {rule.id for method in kind.methods for rule in method.rules}
    for technique in (*own, *kind.ladder.codes, *rules):
        name = find_sentence(f"{kind.id}.techniques.{technique}.name")
        assert isinstance(name, str), technique
        assert name == name.strip(" .")
        assert 0 < len(name) <= MOST_LETTERS, name
        rule = find_sentence(f"{kind.id}.techniques.{technique}.rule")
        assert isinstance(rule, str), technique
        assert rule.endswith("."), technique
    assert set(catalogue(kind.id)["techniques"]) <= own | kind.ladder.codes.keys() | rules


def _examples(kind: Kind[Any]) -> Iterator[tuple[enpitsu.Document, Position]]:
    for path in sorted(Path(str(each)) for each in kind.examples.iterdir()):
        if path.name.startswith(("solved_", "tiny_", "technique_")):
            (document,) = enpitsu.read(path)
            is_solved = path.name.startswith("solved_")
            yield document, Position() if is_solved else document.position


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_all_that_is_told_can_be_said_in_every_language(kind: Kind[Any]) -> None:
    told = 0
    for document, position in _examples(kind):
        for step in enpitsu.explain(document.puzzle, position):
            for message in step.messages:
                _check_said(message)
                told += 1
    assert told > 30


def _check_said(message: Message) -> None:
    sentence = find_sentence(message.id)
    assert sentence is not None, message.id
    assert _names(sentence) <= message.args.keys(), message.id
    for language in LANGUAGES:
        text = say(message, language)
        assert text
        assert "{" not in text
        assert "  " not in text, text
        runs = say_runs(message, language)
        assert join_runs(runs) == text
        assert join_runs(say_line_runs(message, language)) == say_line(message, language)
        named = {run.place for run in runs if run.place is not None}
        assert named <= set(_places(message))
        # Whatever looks like a place is told as one.
        words = "".join(run.text for run in runs if run.place is None)
        assert not re.search(r"r\d+c\d|[Rr]ow \d|[Cc]olumn \d|\d行\d+列|\d[行列]目", words), text
        assert language == ENGLISH or not re.search(r"r\d+c\d", text), text


def _places(thing: Any) -> Iterator[Place]:
    """Return all places that a message, or what it speaks of, names."""
    if isinstance(thing, Message):
        yield from _places(tuple(thing.args.values()))
    elif isinstance(thing, Fact):
        yield from _places(thing.slot)
    elif isinstance(thing, Note):
        yield from thing.slots
    elif isinstance(thing, Edge):
        yield from (thing, *thing)
    elif isinstance(thing, Cell | Line):
        yield thing
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _places(each)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_every_hint_can_be_said_in_every_language(kind: Kind[Any]) -> None:
    for document, position in _examples(kind):
        hint = enpitsu.hint(document.puzzle, position)
        for language in LANGUAGES:
            assert all(stage.text for stage in hint.stages(language))


def test_lists() -> None:
    assert [join_words(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert join_words(["a", "b", "c"], "ja") == "a、b、c"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Look at ", "row 2", ", ", "r1c1", " to ", "r1c3", " and ", "r2c2-r2c3", "."]),
        (
            "ja",
            [
                "2行目",
                "・",
                "1行1列",
                "〜",
                "1行3列",
                "・",
                "2行2列と2行3列の間",
                "に注目してください。",
            ],
        ),
    ],
)
def test_places_are_runs_of_their_own(language: str, texts: list[str]) -> None:
    edge = Edge(Cell(1, 1), Cell(1, 2))
    places = (Line("row", 1), *(Cell(0, col) for col in range(3)), edge)
    runs = say_runs(Message("enpitsu.hint.where", {"place": places}), language)
    assert [run.text for run in runs] == texts
    named = [run.place for run in runs if run.place is not None]
    assert named == [Line("row", 1), Cell(0, 0), Cell(0, 2), edge]


def test_a_line_at_the_beginning_has_a_capital_and_stays_a_place() -> None:
    args: dict[str, Argument] = {"sentence": Line("row", 1), "places": (Cell(0, 0),)}
    assert say_runs(Message("enpitsu.hint.broken", args))[0] == ("Row 2", Line("row", 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_runs_of_several_messages_keep_the_space_between_them(language: str) -> None:
    messages = [Message("enpitsu.hint.where", {"place": Cell(0, at)}) for at in range(3)]
    runs = tell_runs(messages, language)
    assert len(runs) == 3
    assert "".join(map(join_runs, runs)) == tell(messages, language)
    assert tell_runs([], language) == []


def _fact(row: int, col: int, holds: bool = True) -> Fact:
    return Fact(Cell(row, col), "shaded", holds)


@each_case(
    ("argument", "text"),
    [
        (Cell(2, 3), "r3c4"),
        (Edge(Cell(0, 0), Cell(0, 1)), "r1c1-r1c2"),
        (Line("row", 2), "row 3"),
        (Line("col", 0), "column 1"),
        (7, "7"),
        (tuple(Cell(0, col) for col in (0, 1)), "r1c1 and r1c2"),
        (tuple(Cell(0, col) for col in (0, 1, 2, 5)), "r1c1 to r1c3 and r1c6"),
        (tuple(Cell(row, 4) for row in range(3)), "r1c5 to r3c5"),
        ((Line("row", 0), Line("col", 1)), "row 1 and column 2"),
    ],
)
def test_what_a_sentence_is_about(argument: Any, text: str) -> None:
    assert say(Message("enpitsu.hint.where", {"place": argument})) == f"Look at {text}."


def test_facts_of_one_sort_are_told_together() -> None:
    facts = (_fact(0, 0), _fact(0, 1), _fact(1, 1, False))
    said = say(Message("yajilin.hint.move", {"facts": facts}))
    assert said == "So r1c1 and r1c2 are shaded and r2c2 is not shaded."


def test_one_and_many() -> None:
    assert say(Message("enpitsu.hint.undo", {"count": 1})) == "Take back your last move."
    assert say(Message("enpitsu.hint.undo", {"count": 3})) == "Take back your last 3 moves."


def test_a_cell_at_the_beginning_keeps_its_name() -> None:
    def broken(sentence: str) -> str:
        args: dict[str, Argument] = {"sentence": sentence, "places": (Cell(0, 0), Cell(1, 1))}
        return say(Message("enpitsu.hint.broken", args))

    assert broken("r1c1 is shaded.") == "r1c1 is shaded. See r1c1 and r2c2."
    assert broken("so it is.") == "So it is. See r1c1 and r2c2."


def test_what_is_missing_is_said_in_english() -> None:
    move = Message("enpitsu.hint.undo", {"count": 2})
    nowhere = "tlh"
    assert not catalogue(SHARED, nowhere)
    assert say(move, nowhere) == say(move)


def test_unknown_sentences_and_languages_are_refused() -> None:
    with pytest.raises(PuzzleError, match="no catalogue"):
        say(Message("enpitsu.no.such", {}))
    with pytest.raises(PuzzleError, match="known: en, ja"):
        check_language("tlh")


def test_runs_and_colours_have_names_in_every_language() -> None:
    args: dict[str, Argument] = {"number": 5, "colour": "red-2", "which": 2, "ordinal": "2nd"}
    run = Message("nonogram.runs.of-several-colour", args)
    assert say(run) == "2nd red 2 5"
    assert say(run, "ja") == "2番目の赤 2の5"
    fact = Fact(Cell(0, 0), "sky", False)
    assert say(Message("nonogram.refutation.so", {"facts": (fact,)}), "ja").startswith(
        "よって、1行1列は空色以外"
    )


def test_sentences_follow_each_other_as_the_language_has_it() -> None:
    moves = [Message("enpitsu.hint.undo", {"count": count}) for count in (1, 2)]
    assert tell(moves) == "Take back your last move. Take back your last 2 moves."
    assert "。最後" in tell(moves, "ja")
