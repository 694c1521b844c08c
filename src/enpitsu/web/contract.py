"""The contract of the API: requests and answers are Structs, whose types check what comes, describe
it (`openapi`) and tell the page's JavaScript of it (`typescript`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect

from enpitsu.web.request_refusals import BadRequest, TooLarge, WrongType
from enpitsu.words import LANGUAGES

MAX_VALUES = 2_000_000  # of a body: lists of nothing would fill the memory
MAX_FACTS = 250_000
JSON = "application/json"
MAX_DEPTH = 100  # objects and lists of a request within each other
UNREADABLE = "the text holds half a character, or is nested too deep"
_WHOLE = re.compile(r"-?[0-9]{1,15}")

T = TypeVar("T", bound="RequestBody")
A = TypeVar("A", bound="AnswerBody")


class RequestBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """The body of a request, or what stands behind an address."""


class AnswerBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """An answer as JSON; fields that are UNSET are left out."""


class Nothing(AnswerBody):
    """An answer that says no more than that it is done."""


# --- types of fields ------------------------------------------------------------------------------

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]


class SheetStatus(StrEnum):
    """The status of an author's sheet."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"
    BROKEN = "broken"
    """A clue cannot be read."""
    UNFINISHED = "unfinished"


Document = Annotated[dict[str, Any], Meta(description="A puzzle as Enpitsu's JSON document.")]
FactText = Annotated[str, Meta(max_length=40, examples=["r3c4 shaded", "r1c1-r1c2 not line"])]
Facts = Annotated[list[FactText], Meta(max_length=MAX_FACTS)]
PlaceText = Annotated[str, Meta(max_length=40, examples=["r1c1", "r1c1-r1c2", "row1", "col3"])]
Places = Annotated[list[PlaceText], Meta(max_length=MAX_FACTS)]
Name = Annotated[str, Meta(max_length=40)]
Seed = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]


# --- reading --------------------------------------------------------------------------------------


def parse_body(body: bytes, most: int = MAX_VALUES) -> dict[str, Any]:
    """Return the object that a body holds; BadRequest if it is none, TooLarge with more values."""
    if sum(map(body.count, (b",", b"[", b"{"))) > most:
        raise TooLarge(f"the request holds more than {most} values")
    try:
        data = json.loads(
            body.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_parse_float
        )
    except UnicodeDecodeError:
        raise WrongType("the request is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadRequest(f"the request is not JSON: {where}: {error.msg}") from None
    except RecursionError:
        raise BadRequest("the JSON is nested too deep") from None
    except ValueError:
        raise BadRequest("the JSON holds a number with too many digits") from None
    if not isinstance(data, dict):
        raise BadRequest("the request must be a JSON object { }")
    _check_depth(data)
    return data


def _check_depth(data: dict[str, Any]) -> None:
    """Raise BadRequest if objects and lists are nested deeper than any true request."""
    level: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        if not level:
            return
        children = (each.values() if isinstance(each, dict) else each for each in level)
        level = [one for each in children for one in each if isinstance(one, dict | list)]
    raise BadRequest("the JSON is nested too deep")


def _refuse_constant(name: str) -> NoReturn:
    raise BadRequest(f"{name} is not a number that JSON knows")


def _parse_float(digits: str) -> float:
    """Return the number; BadRequest if it is so large that it would be written as Infinity."""
    found = float(digits)
    if not isfinite(found):
        raise BadRequest(f"{digits[:40]} is too large a number")
    return found


def check_request(data: object, wanted: type[T]) -> T:
    """Return a request of the wanted type; BadRequest with the field and the reason if the data
    does not fit."""
    try:
        return msgspec.convert(data, wanted)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
        try:
            _refuse(data, _type_info(wanted), "")
        except RecursionError:
            raise BadRequest("this is nested too deep") from None
        # Never seen: the types and the sentences below agree.
        raise BadRequest(UNREADABLE if isinstance(error, UnicodeError) else str(error)) from None


def read_query(pairs: Iterable[tuple[str, str]], wanted: type[T]) -> T:
    """Return the values behind an address; BadRequest if one is wrong or comes twice."""
    found: dict[str, Any] = {}
    types = {field.name: _alternatives(field.type) for field in _type_info(wanted).fields}
    for key, value in pairs:
        if key in found:
            raise BadRequest("this stands there twice", key[:40])
        is_whole = any(isinstance(each, inspect.IntType) for each in types.get(key, ()))
        found[key] = int(value) if is_whole and _WHOLE.fullmatch(value) else value
    return check_request(found, wanted)


@contextmanager
def refuse_unreadable() -> Iterator[None]:
    """Refuse a request whose texts cannot be worked with: they hold half characters, or nest."""
    try:
        yield
    except (UnicodeError, RecursionError):
        raise BadRequest(UNREADABLE) from None


@cache
def _type_info(wanted: type[RequestBody]) -> inspect.StructType:
    found = inspect.type_info(wanted)
    assert isinstance(found, inspect.StructType)
    return found


# --- sentences for what does not fit --------------------------------------------------------------

_WORDS: dict[type[inspect.Type], tuple[str, tuple[type, ...]]] = {
    inspect.StrType: ("a text", (str,)),
    inspect.IntType: ("a whole number", (int,)),
    inspect.FloatType: ("a number", (int, float)),
    inspect.BoolType: ("true or false", (bool,)),
    inspect.NoneType: ("null", (type(None),)),
    inspect.ListType: ("a list", (list,)),
    inspect.DictType: ("an object { }", (dict,)),
    inspect.StructType: ("an object { }", (dict,)),
}


def _refuse(value: Any, wanted: inspect.Type, field: str) -> None:
    """Raise BadRequest with the first thing that does not fit; msgspec tells it in other words."""
    wanted, *others = _alternatives(wanted)
    if value is None and any(isinstance(each, inspect.NoneType) for each in others):
        return
    if isinstance(wanted, inspect.EnumType | inspect.LiteralType):
        _refuse_choice(value, wanted, field)
    if type(wanted) not in _WORDS:
        return
    words, types = _WORDS[type(wanted)]
    if type(value) not in types:
        raise BadRequest(f"this must be {words}", field)
    _refuse_bounds(value, wanted, field)
    if isinstance(wanted, inspect.StructType):
        _refuse_object(value, wanted, field)
    elif isinstance(wanted, inspect.DictType):
        for key, item in value.items():
            _refuse(item, wanted.value_type, _inside(field, key))
    elif isinstance(wanted, inspect.ListType):
        for at, item in enumerate(value):
            _refuse(item, wanted.item_type, _inside(field, at))


def _alternatives(wanted: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types of a union, null last; what is described is as what it is described."""
    while isinstance(wanted, inspect.Metadata):
        wanted = wanted.type
    if not isinstance(wanted, inspect.UnionType):
        return (wanted,)
    found = [each for part in wanted.types for each in _alternatives(part)]
    return tuple(sorted(found, key=lambda each: isinstance(each, inspect.NoneType)))


def _refuse_choice(
    value: object, wanted: inspect.EnumType | inspect.LiteralType, field: str
) -> None:
    if isinstance(wanted, inspect.EnumType):
        values = [str(each.value) for each in wanted.cls]
    else:
        values = list(map(str, wanted.values))
    if not isinstance(value, str):
        raise BadRequest("this must be a text", field)
    if value not in values:
        raise BadRequest(f"this must be one of {', '.join(values)}", field)


def _refuse_bounds(value: Any, wanted: inspect.Type, field: str) -> None:
    if isinstance(wanted, inspect.IntType | inspect.FloatType):
        if wanted.ge is not None and not value >= wanted.ge:
            raise BadRequest(f"this must be at least {wanted.ge}", field)
        if wanted.le is not None and not value <= wanted.le:
            raise BadRequest(f"this must be at most {wanted.le}", field)
        if isinstance(wanted, inspect.FloatType) and abs(value) > 1e300:
            raise BadRequest("this number is too large", field)
    elif isinstance(wanted, inspect.StrType | inspect.ListType):
        most = wanted.max_length
        if most is not None and len(value) > most:
            is_text = isinstance(wanted, inspect.StrType)
            words = "text is longer than {} characters" if is_text else "list holds more than {}"
            raise BadRequest(f"this {words.format(most)}", field)


def _refuse_object(value: dict[str, Any], wanted: inspect.StructType, field: str) -> None:
    known = {each.name: each for each in wanted.fields}
    for name, each in known.items():
        if each.required and name not in value:
            raise BadRequest(f"{name!r} is missing", field)
    for key, item in value.items():
        if key in known:
            _refuse(item, known[key].type, _inside(field, key))
        elif wanted.forbid_unknown_fields:
            raise BadRequest(f"unknown key {key[:40]!r}; known: {', '.join(known)}", field)


def _inside(field: str, key: str | int) -> str:
    return f"{field}.{str(key)[:40]}" if field else str(key)[:40]


# --- writing --------------------------------------------------------------------------------------


def answer_of(shape: type[A], source: object, **more: Any) -> A:
    """Return an answer with the attributes of an object as fields, except those that `more` has."""
    names = (name for name in shape.__struct_fields__ if name not in more)
    return shape(**{name: getattr(source, name) for name in names}, **more)


def write_json(answer: object) -> bytes:
    """Return an answer as JSON. Half characters, which a request may hold, can only be escaped."""
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(answer), separators=(",", ":")).encode()


def describe_types(types: Iterable[Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the JSON Schema of each type, and of all Structs in them by name."""
    wanted = list(types)
    found, parts = msgspec.json.schema_components(
        wanted, ref_template="#/components/schemas/{name}"
    )
    answers = {each.__name__ for each in _subclasses(AnswerBody)}
    for schema in (parts[name] for name in answers & parts.keys()):
        # Fields of an answer that have a default are sent all the same.
        for name, field in schema["properties"].items():
            if field.pop("default", msgspec.UNSET) is not msgspec.UNSET:
                schema["required"].append(name)
    return list(found), parts


def _subclasses(cls: type[Struct]) -> Iterable[type[Struct]]:
    for each in cls.__subclasses__():
        yield each
        yield from _subclasses(each)


@cache
def schema_of(wanted: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type, with all that it needs."""
    [schema], parts = describe_types([wanted])
    return {**schema, "components": {"schemas": parts}}
