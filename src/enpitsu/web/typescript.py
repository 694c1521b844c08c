"""The API as types for JavaScript: `python -m enpitsu.web.typescript` writes `js/contract.d.ts`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "static" / "js" / "contract.d.ts"
HEAD = """\
// Types of requests and answers, made from src/enpitsu/web by `python -m enpitsu.web.typescript`.
// In a file: /** @typedef {import("./contract.d.ts").HintAnswer} HintAnswer */
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def write_types(description: Mapping[str, Any]) -> str:
    """Return an interface for each schema of an OpenAPI description, and a table of all routes."""
    schemas = description["components"]["schemas"]
    parts = [HEAD, *(_declare(name, schemas[name]) for name in sorted(schemas))]
    return "\n".join([*parts, _routes(description["paths"])])


def _declare(name: str, schema: Mapping[str, Any]) -> str:
    about = f"/** {schema['description']} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{about}export type {name} = {_type(schema)};\n"
    lines = [f"{about}export interface {name} {{"]
    for key, field in schema["properties"].items():
        if "description" in field:
            lines.append(f"  /** {field['description']} */")
        mark = "" if key in schema["required"] else "?"
        lines.append(f"  {key}{mark}: {_type(field)};")
    return "\n".join([*lines, "}", ""])


def _type(schema: Mapping[str, Any]) -> str:
    """Return the type that a schema is in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    sort = schema.get("type")
    if sort == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if sort == "object":
        values = schema.get("additionalProperties", {})
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return "null" if sort == "null" else _PLAIN.get(str(sort), "unknown")


def _routes(paths: Mapping[str, Any]) -> str:
    """Return the types of each route's request and answer, by method and address."""
    lines = ["/** What each address asks for and answers. */", "export interface Routes {"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            body = operation.get("requestBody")
            asks = "undefined" if body is None else _json_type(body["content"])
            good = next(each for status, each in operation["responses"].items() if status < "300")
            answer = _json_type(good["content"])
            lines.append(f'  "{method.upper()} {path}": {{ asks: {asks}; answers: {answer} }};')
    return "\n".join([*lines, "}", ""])


def _json_type(content: Mapping[str, Any]) -> str:
    found = content.get("application/json")
    return "Blob" if found is None else _type(found["schema"])


if __name__ == "__main__":
    from enpitsu.web.api import ROUTES
    from enpitsu.web.openapi import describe

    FILE.write_text(write_types(describe(ROUTES)), encoding="utf-8")
