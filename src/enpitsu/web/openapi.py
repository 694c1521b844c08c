"""The OpenAPI description of the API, made from its table of routes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from enpitsu.version import version
from enpitsu.web.answers import ProblemAnswer
from enpitsu.web.contract import describe_types

if TYPE_CHECKING:
    from enpitsu.web.api.route import Route

PREFIX = "/api/v1"
MEANINGS = {
    400: "The request is wrong; the sentence says what and where.",
    401: "Nobody says who plays: GET /me gives a cookie.",
    403: "The request comes from another site.",
    404: "There is no such thing, or no more.",
    408: "The request did not arrive in time.",
    409: "Something else happened meanwhile, or there is no room for more; the sentence tells.",
    413: "More than the server takes on.",
    415: "The request is not plain JSON.",
    422: "It takes more time or memory than the server gives it, or has not one solution.",
    429: "More than is given to one address or player; try again after the seconds of Retry-After.",
    501: "A package that this needs is not installed.",
    503: "Too much waits already; try again after the seconds that Retry-After says.",
}
ALWAYS = (429, 503)
RETRY_AFTER = {"description": "Seconds to wait before trying again.", "schema": {"type": "integer"}}
WITH_BODY = (400, 403, 408, 413, 415)  # refusals of every request that carries a body


def describe(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the description, as OpenAPI 3.1."""
    routes = list(routes)
    named = ((route.query, route.asks, route.answers) for route in routes)
    types = {each: None for some in named for each in some if each is not None}
    wanted = [*types, ProblemAnswer]
    found, parts = describe_types(wanted)
    schemas = dict(zip(wanted, found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = paths.setdefault(PREFIX + route.path, {})
        path[route.method.lower()] = _operation(route, schemas, parts)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Enpitsu",
            "version": version(),
            "description": "Solve, explain, grade, make and play pencil puzzles.",
        },
        "paths": paths,
        "components": {"schemas": parts},
    }


def _operation(
    route: Route, schemas: Mapping[Any, Any], parts: Mapping[str, Any]
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "tags": [route.group],
        "summary": route.summary,
        "responses": _responses(route, schemas),
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    query = {} if route.query is None else parts[route.query.__name__]
    parameters += [
        {"name": name, "in": "query", "required": name in query["required"], "schema": shape}
        for name, shape in query.get("properties", {}).items()
    ]
    if parameters:
        operation["parameters"] = parameters
    if route.asks is not None:
        operation["requestBody"] = {"required": True, "content": _content(schemas[route.asks])}
    return operation


def _content(
    shape: Mapping[str, Any], media: Iterable[str] = ("application/json",)
) -> dict[str, Any]:
    return {each: {"schema": shape} for each in media}


def _responses(route: Route, schemas: Mapping[Any, Any]) -> dict[str, Any]:
    shape = {"type": "string"} if route.answers is None else schemas[route.answers]
    found: dict[str, Any] = {
        str(route.status): {"description": "Done.", "content": _content(shape, route.media)}
    }
    refused = {*route.errors, *ALWAYS, *(WITH_BODY if route.asks is not None else ())}
    problem = _content(schemas[ProblemAnswer])
    for status in sorted(refused):
        found[str(status)] = {"description": MEANINGS[status], "content": problem}
        if status in ALWAYS:
            found[str(status)]["headers"] = {"Retry-After": RETRY_AFTER}
    return found
