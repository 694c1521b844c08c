"""Enpitsu's own JSON: one object a puzzle; objects may follow each other, one a line.

    {"enpitsu": 1, "kind": "...", "puzzle": {...}, "position": ["r1c1 shaded"],
     "free_marks": ["tint:r3c4 green"], "meta": {...}, "made": {...}}

`puzzle` is what the kind packs; `position`, `free_marks` (colours and dots of a player's own),
`meta` and `made` (how Enpitsu made it) may be absent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, fields
from types import NoneType
from typing import TYPE_CHECKING, Any, NoReturn

from enpitsu.errors import FormatError
from enpitsu.formats.text import MAX_DIGITS, first_double, head, quote, tidy, tidy_lines, whole
from enpitsu.kind import MAX_NOTE, Codec, Document, Meta, Puzzle
from enpitsu.position import Position, parse_fact
from enpitsu.registry import find_kind, kind_of

if TYPE_CHECKING:
    from enpitsu.making import Manifest

VERSION = 1
FORMAT = "json"
MAX_PUZZLES = 100_000
_KEYS = ("enpitsu", "kind", "puzzle", "position", "free_marks", "meta", "made")
_META = tuple(field.name for field in fields(Meta))
_NOTE = "note"  # the one of them that may have several lines
_LENGTH = "length"  # the one of them that is a number
MAX_LENGTH = 10**6  # steps
_START = re.compile(r'\{\s*(?:["}]|$)|\[\s*(?:[\[{\]]|$)')
_OWN = re.compile(r'\{\s*"enpitsu"\s*:')
_VISIBLE = re.compile(r"\S")


def sniff(text: str) -> bool:
    """Return True if the text begins like JSON: with an object, or a list of lists or objects.

    A bracket alone also begins TOML, Markdown and much else.
    """
    return _START.match(head(text)) is not None


def names_itself(text: str) -> bool:
    """Return True if the text begins as `dump` writes it: no other format does."""
    return _OWN.match(head(text)) is not None


def parse(text: str) -> list[Document]:
    """Every puzzle of the text; FormatError where it is wrong."""
    documents = []
    try:
        for start, data in _values(text):
            try:
                documents.append(_document(data))
            except FormatError as error:
                # Of many puzzles, say which one is wrong.
                line = text.count("\n", 0, start) + 1
                raise error.on_line(line) if line > 1 else error from None
    except RecursionError:
        raise FormatError("the JSON is nested too deep") from None
    return documents


def dump(document: Document) -> str:
    """The puzzle on one line."""
    kind = kind_of(document.puzzle)
    data: dict[str, Any] = {"enpitsu": VERSION, "kind": kind.id}
    data["puzzle"] = kind.pack(document.puzzle)
    if document.position:
        data["position"] = [str(fact) for fact in document.position]
    if document.free_marks:
        data["free_marks"] = list(document.free_marks)
    told = {name: value for name, value in asdict(document.meta).items() if value}
    meta = {name: value if name == _LENGTH else _tidy(name, value) for name, value in told.items()}
    if meta:
        data["meta"] = meta
    if document.made is not None:
        data["made"] = asdict(document.made)
    return json.dumps(data, ensure_ascii=False)


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """The values that follow each other in the text, each with its start."""
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant
    )
    count = 0
    match = _VISIBLE.search(text)
    while match is not None:
        count += 1
        if count > MAX_PUZZLES:
            raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
        try:
            value, end = decoder.raw_decode(text, match.start())
        except json.JSONDecodeError as error:
            message = f"not JSON: {error.msg}"
            raise FormatError(message, line=error.lineno, column=error.colno) from None
        yield match.start(), value
        match = _VISIBLE.search(text, end)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        double = first_double(name for name, _ in pairs)
        raise FormatError(f"the key {quote(str(double))} stands twice in one object")
    return data


def _integer(text: str) -> int:
    size = whole(text.removeprefix("-"), "a number", digits=MAX_DIGITS)
    return -size if text.startswith("-") else size


def _constant(text: str) -> NoReturn:
    raise FormatError(f"{text} is not a number that JSON knows")


def _document(data: Any) -> Document:
    if not isinstance(data, dict):
        raise FormatError("an Enpitsu puzzle is a JSON object { }")
    if "enpitsu" not in data:
        raise FormatError('not an Enpitsu file: it has no "enpitsu" version')
    version = data["enpitsu"]
    if type(version) is not int or version < 1:
        raise FormatError('"enpitsu" must be the version of the format, a whole number from 1')
    if version > VERSION:
        raise FormatError(
            f"the file is of format version {quote(str(version))}, newer than this Enpitsu; "
            f"it reads version {VERSION}"
        )
    name, body = data.get("kind"), data.get("puzzle")
    if not isinstance(name, str):
        raise FormatError('"kind" must name the kind of puzzle')
    kind = find_kind(name)
    if not isinstance(body, dict):
        raise FormatError('"puzzle" must be an object { }')
    meta, warnings = _meta(data.get("meta", {}))
    strange = [_left_out(key) for key in data if key not in _KEYS]
    puzzle = kind.unpack(body)
    return Document(
        puzzle=puzzle,
        position=_position(data.get("position", [])),
        meta=meta,
        format=FORMAT,
        warnings=(*strange, *warnings)[:10],
        made=_manifest(data["made"]) if "made" in data else None,
        free_marks=_free_marks(data["free_marks"], puzzle) if "free_marks" in data else (),
    )


def _meta(data: Any) -> tuple[Meta, list[str]]:
    if not isinstance(data, dict):
        raise FormatError('"meta" must be an object { }')
    texts = [key for key in _META if key != _LENGTH]
    for key in texts:
        if not isinstance(data.get(key, ""), str):
            raise FormatError(f'"{key}" in "meta" must be a text')
    length = data.get(_LENGTH, 0)
    if type(length) is not int or not 0 <= length <= MAX_LENGTH:
        raise FormatError(f'"length" in "meta" must be a number of steps, 0 to {MAX_LENGTH}')
    warnings = [_left_out(f"meta.{key}") for key in data if key not in _META]
    if len(data.get(_NOTE, "")) > MAX_NOTE:
        warnings.insert(0, f"the note is cut off after {MAX_NOTE} characters")
    return Meta(**{key: _tidy(key, data.get(key, "")) for key in texts}, length=length), warnings


def _left_out(key: str) -> str:
    return f"unknown key {quote(key)} is left out"


def _tidy(name: str, value: str) -> str:
    return tidy_lines(value[:MAX_NOTE]) if name == _NOTE else tidy(value)


_MADE_TYPES: dict[str, tuple[type, ...]] = {
    "version": (str,),
    "kind": (str,),
    "method": (str,),
    "rows": (int,),
    "cols": (int,),
    "seed": (int,),
    "attempt": (int,),
    "level": (str, NoneType),
    "options": (dict,),
}


def _manifest(data: Any) -> Manifest:
    """Return the record of how a puzzle was made; FormatError if this is none."""
    if not isinstance(data, dict) or not data.keys() <= _MADE_TYPES.keys():
        raise FormatError(f'"made" must be an object with {", ".join(_MADE_TYPES)}')
    full: dict[str, Any] = {"level": None, "options": {}} | data
    for key, types in _MADE_TYPES.items():
        if key not in full or type(full[key]) not in types:
            raise FormatError(f'"{key}" in "made" is missing or of the wrong type')
    for name, value in full["options"].items():
        if not isinstance(value, str | int | float | bool | None):
            raise FormatError(f'the option {quote(name)} in "made" must be a text or a number')
    from enpitsu.making import Manifest  # Few texts have one.

    return Manifest(**full)


def _free_marks(data: Any, puzzle: Puzzle) -> tuple[str, ...]:
    from enpitsu.free_marks import check_free_marks  # Few texts have any.

    return check_free_marks(data, puzzle)


def _position(data: Any) -> Position:
    if not isinstance(data, list):
        raise FormatError('"position" must be a list of facts')
    facts = []
    for item in data:
        if not isinstance(item, str):
            raise FormatError('"position" holds facts such as "r1c1 shaded", each a text')
        try:
            facts.append(parse_fact(item))
        except ValueError as error:
            raise FormatError(str(error)) from None
    unique = frozenset(facts)
    if len(unique) != len(facts):
        raise FormatError(f'"position" says {first_double(facts)} twice')
    clash = next((fact for fact in facts if fact.opposite in unique), None)
    if clash is not None:
        raise FormatError(f'"position" says both {clash} and {clash.opposite}')
    return Position(unique)


CODEC = Codec(
    format=FORMAT,
    title="Enpitsu's own JSON, one puzzle a line",
    suffixes=(".json", ".jsonl"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
    holds_many=True,
)
