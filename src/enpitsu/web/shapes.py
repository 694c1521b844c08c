"""The shapes of requests and answers: JSON Schema, and a check of requests against it.

The same shapes make the OpenAPI description, so what is described is what is checked. Only the few
words of JSON Schema that stand here are used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from enpitsu.web.request_refusals import BadRequest

Shape = Mapping[str, Any]

ANY: Shape = {}
FLAG: Shape = {"type": "boolean"}
NOTHING: Shape = {"type": "null"}
FREE: Shape = {"type": "object"}
"""An object whose content somebody else checks."""
NUMBER: Shape = {"type": "number"}
SHARE: Shape = {"description": 'A part of the whole: "80%", "0.8", or a number such as 0.8 or 1.0.'}
"""What `parse_share` reads; a bare whole number is refused."""


def text(most: int = 1000) -> Shape:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": most}


def whole(least: int | None = None, most: int | None = None) -> Shape:
    """A whole number within bounds."""
    return {"type": "integer"} | _bounds(least, most)


def number(least: float | None = None, most: float | None = None) -> Shape:
    """A number within bounds."""
    return {"type": "number"} | _bounds(least, most)


def _bounds(least: float | None, most: float | None) -> dict[str, float]:
    bounds = {"minimum": least, "maximum": most}
    return {name: value for name, value in bounds.items() if value is not None}


def choice(*values: str) -> Shape:
    """One of these texts."""
    return {"type": "string", "enum": list(values)}


def listed(item: Shape, most: int | None = None) -> Shape:
    """A list of such, at most so many."""
    return {"type": "array", "items": item} | ({} if most is None else {"maxItems": most})


def table(value: Shape) -> Shape:
    """An object with any keys, all values of a shape."""
    return {"type": "object", "additionalProperties": value}


def record(
    required: Mapping[str, Shape] | None = None, optional: Mapping[str, Shape] | None = None
) -> Shape:
    """An object with these keys and no others."""
    required, optional = required or {}, optional or {}
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def maybe(shape: Shape) -> Shape:
    """Of a shape, or null."""
    return {"anyOf": [shape, NOTHING]}


# --- checking -------------------------------------------------------------------------------------

_TYPES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "string": ("a text", lambda value: isinstance(value, str)),
    "integer": ("a whole number", lambda value: type(value) is int),
    "number": ("a number", lambda value: type(value) in (int, float)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "null": ("null", lambda value: value is None),
    "array": ("a list", lambda value: isinstance(value, list)),
    "object": ("an object { }", lambda value: isinstance(value, dict)),
}


def check_shape(value: Any, shape: Shape, field: str = "") -> None:
    """BadRequest with the field unless a value has this shape."""
    try:
        _check(value, shape, field)
    except RecursionError:
        raise BadRequest("this is nested too deep", field) from None


def _check(value: Any, shape: Shape, field: str) -> None:
    if "anyOf" in shape:
        _check_either(value, shape["anyOf"], field)
        return
    if "type" in shape:
        words, fits = _TYPES[shape["type"]]
        if not fits(value):
            raise BadRequest(f"this must be {words}", field)
    if "enum" in shape and value not in shape["enum"]:
        raise BadRequest(f"this must be one of {', '.join(shape['enum'])}", field)
    if isinstance(value, str):
        _check_text(value, shape, field)
    elif isinstance(value, list):
        _check_list(value, shape, field)
    elif isinstance(value, dict):
        _check_object(value, shape, field)
    elif type(value) in (int, float):
        _check_number(value, shape, field)


def _check_either(value: Any, shapes: list[Shape], field: str) -> None:
    *others, last = shapes
    # null comes last where it is allowed; what is said of the first shape is to the point.
    if last is NOTHING and value is None:
        return
    _check(value, others[0], field)


def _check_text(value: str, shape: Shape, field: str) -> None:
    if len(value) > shape.get("maxLength", len(value)):
        raise BadRequest(f"this text is longer than {shape['maxLength']} characters", field)


def _check_number(value: float, shape: Shape, field: str) -> None:
    least, most = shape.get("minimum"), shape.get("maximum")
    if least is not None and not value >= least:
        raise BadRequest(f"this must be at least {least}", field)
    if most is not None and not value <= most:
        raise BadRequest(f"this must be at most {most}", field)


def _check_list(value: list[Any], shape: Shape, field: str) -> None:
    if len(value) > shape.get("maxItems", len(value)):
        raise BadRequest(f"this list holds more than {shape['maxItems']}", field)
    for at, item in enumerate(value):
        _check(item, shape.get("items", ANY), _inside(field, at))


def _check_object(value: dict[str, Any], shape: Shape, field: str) -> None:
    for key in shape.get("required", ()):
        if key not in value:
            raise BadRequest(f"{key!r} is missing", field)
    known, others = shape.get("properties", {}), shape.get("additionalProperties", True)
    for key, item in value.items():
        if key not in known and others is False:
            raise BadRequest(f"unknown key {key[:40]!r}; known: {', '.join(known)}", field)
        _check(item, known.get(key, ANY if others is True else others), _inside(field, key))


def _inside(field: str, key: str | int) -> str:
    return f"{field}.{str(key)[:40]}" if field else str(key)[:40]


# --- what stands behind an address ----------------------------------------------------------------

_WHOLE = re.compile(r"-?[0-9]{1,15}")


def read_query(pairs: Iterable[tuple[str, str]], shape: Shape) -> dict[str, Any]:
    """The values behind an address, checked; BadRequest if one is wrong or comes twice."""
    found: dict[str, Any] = {}
    known = shape["properties"]
    for key, value in pairs:
        if key in found:
            raise BadRequest("this stands there twice", key[:40])
        is_whole = known.get(key, ANY).get("type") == "integer" and _WHOLE.fullmatch(value)
        found[key] = int(value) if is_whole else value
    check_shape(found, shape)
    return found
