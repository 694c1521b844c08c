"""Tasks about puzzles on paper: which kinds there are, reading, writing, drawing."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from enpitsu.errors import FormatError
from enpitsu.formats import dump, find_codec, read, read_each
from enpitsu.formats.loss import left_out
from enpitsu.grade import LEVELS
from enpitsu.kind import Codec, Document, Kind
from enpitsu.making import Maker, Option
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kinds
from enpitsu.render import FORMATS, Options, render
from enpitsu.render.theme import THEMES
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.shapes import ANY, FLAG, NUMBER, choice, listed, maybe, record, text, whole
from enpitsu.web.tasks.task import (
    ASKED_MARKS,
    LANGUAGE,
    POSITION,
    PUZZLE,
    FileAnswer,
    WebTask,
    Work,
    document_data,
    document_of,
    language_of,
    marks_of_data,
    position_of,
    texts,
)
from enpitsu.words import find_sentence, how_to_play

MOST_TEXT = 24 * 2**20
MEDIA = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "text": "text/plain; charset=utf-8",
}

# --- kinds ----------------------------------------------------------------------------------------

OPTION = record(
    {"name": text(), "words": text(), "form": text(), "default": ANY, "choices": listed(text())},
    {"least": maybe(NUMBER), "most": maybe(NUMBER)},
)
MAKER = record({"name": text(), "title": text(), "options": listed(OPTION)})
FORMAT = record(
    {"name": text(), "title": text(), "suffixes": listed(text()), "carries_position": FLAG}
)
PICTURES = record(
    {
        "most_colours": whole(1),
        "solvable": listed(record({"name": text(), "words": text()})),
    }
)
KIND = record(
    {
        "id": text(),
        "name": text(),
        "native_name": text(),
        "how_to_play": listed(text()),
        "rulesets": listed(text()),
        "levels": listed(text()),
        "makers": listed(MAKER),
        "formats": listed(FORMAT),
        "pictures": maybe(PICTURES),
        "has_clue_states": FLAG,
    }
)


def _kinds(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    language = language_of(data)
    return {"kinds": [_kind(kind, language) for kind in kinds().values()]}


def _kind(kind: Kind[Any], language: str) -> dict[str, Any]:
    own = find_codec("json", kind.id)
    return {
        "id": kind.id,
        "name": kind.name,
        "native_name": kind.native_name,
        "how_to_play": list(how_to_play(kind, language)),
        "rulesets": list(kind.rulesets),
        "levels": [] if kind.ladder is None else list(map(str, LEVELS)),
        "makers": [_maker(kind.id, maker, language) for maker in kind.makers],
        "formats": [_format(codec) for codec in (*kind.codecs, own)],
        "pictures": _pictures(kind, language),
        "has_clue_states": kind.clue_states is not None,
    }


def _maker(kind: str, maker: Maker[Any], language: str) -> dict[str, Any]:
    title = str(find_sentence(f"{kind}.makers.{maker.name}", language))
    options = [_option(kind, option, language) for option in maker.options]
    return {"name": maker.name, "title": title, "options": options}


def _option(kind: str, option: Option, language: str) -> dict[str, Any]:
    least, most = option.range
    return {
        "name": option.name,
        "words": str(find_sentence(f"{kind}.options.{option.name}", language)),
        "form": option.form,
        "default": option.default,
        "least": least,
        "most": most,
        "choices": list(option.choices),
    }


def _format(codec: Codec) -> dict[str, Any]:
    return {
        "name": codec.format,
        "title": codec.title,
        "suffixes": list(codec.suffixes),
        "carries_position": codec.carries_position,
    }


def _pictures(kind: Kind[Any], language: str) -> dict[str, Any] | None:
    maker = kind.from_picture
    if maker is None:
        return None
    said = {name: find_sentence(f"{kind.id}.pictures.{name}", language) for name in maker.solvable}
    ways = [{"name": name, "words": str(words)} for name, words in said.items()]
    return {"most_colours": maker.most_colours, "solvable": ways}


# --- reading --------------------------------------------------------------------------------------

READ = record(
    {
        "document": PUZZLE,
        "kind": text(),
        "rows": whole(1),
        "cols": whole(1),
        "format": text(),
        "warnings": listed(text(10_000)),
    }
)


FAILED = record(
    {
        "where": record(optional={"line": whole(1), "column": whole(1), "cell": text()}),
        "message": text(10_000),
    }
)


def _read(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    if ("text" in data) == ("base64" in data):
        raise BadRequest("a text or a file in base64 is wanted: one of them")
    source = data["text"] if "text" in data else file_bytes(data["base64"], "base64")
    parts = read_each(source, data.get("kind"), data.get("format"))
    found = [each for each in parts if isinstance(each, Document)]
    failed = [each for each in parts if isinstance(each, FormatError)]
    wanted = found[: work.quota.documents]
    for document in wanted:
        _check_size(document, work)
    return {
        "documents": [_read_data(document) for document in wanted],
        "count": len(found),
        "failed": [_failed_data(error) for error in failed[: work.quota.documents]],
        "failed_count": len(failed),
    }


def _failed_data(error: FormatError) -> dict[str, Any]:
    places = {"line": error.line, "column": error.column, "cell": error.cell}
    where = {name: place for name, place in places.items() if place is not None}
    return {"where": where, "message": error.message}


def file_bytes(source: str, field: str) -> bytes:
    """A file that travels in base64."""
    try:
        return base64.b64decode(source, validate=True)
    except (binascii.Error, ValueError):
        raise BadRequest("this is not base64", field) from None


def _check_size(document: Document, work: Work) -> None:
    rows, cols = document.puzzle.rows, document.puzzle.cols
    if rows * cols > work.quota.cells:
        raise TooLarge(f"a board of {rows}x{cols} is too large: at most {work.quota.cells} cells")


def _read_data(document: Document) -> dict[str, Any]:
    return {
        "document": document_data(document),
        "kind": document.puzzle.kind,
        "rows": document.puzzle.rows,
        "cols": document.puzzle.cols,
        "format": document.format,
        "warnings": list(document.warnings),
    }


# --- writing and drawing --------------------------------------------------------------------------

HELD = record({"name": text(), "alone": FLAG, "with_position": FLAG}, {"why": text(10_000)})


def _dump(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.cells)
    position = position_of(data, document)
    codec = find_codec(data["format"], document.puzzle.kind)
    written = dump(document, data["format"], position=position)
    lost = left_out(replace(document, position=position), codec.format, written)
    return {
        "text": written,
        "format": codec.format,
        "suffix": codec.suffixes[0],
        "left_out": texts(lost),
    }


def _writable(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.cells)
    position = position_of(data, document)
    kind = kinds()[document.puzzle.kind]
    codecs = (*kind.codecs, find_codec("json", kind.id))
    return {"formats": [_held(document, position, codec) for codec in codecs]}


def _held(document: Document, position: Position, codec: Codec) -> dict[str, Any]:
    """Whether a format holds a puzzle: alone, and with its position, which pictures need."""
    alone = _refusal(document, EMPTY, codec)
    marked = _refusal(document, position, codec) if position and codec.carries_position else alone
    told = {
        "name": codec.format,
        "alone": alone is None,
        "with_position": codec.carries_position and marked is None,
    }
    why = alone or marked
    return told if why is None else told | {"why": why}


def _refusal(document: Document, position: Position, codec: Codec) -> str | None:
    try:
        dump(document, codec.format, position=position)
    except FormatError as error:
        return str(error)
    return None


def _render(data: Mapping[str, Any], work: Work) -> FileAnswer:
    document = document_of(data, work.quota.cells)
    wanted = data.get("format", "svg")
    how: Options = {"marks": marks_of_data(data.get("marks", {}))}
    if "theme" in data:
        how["theme"] = data["theme"]
    if "cell" in data:
        how["cell"] = data["cell"]
    drawn = render(document.puzzle, position_of(data, document), wanted, **how)
    return FileAnswer(MEDIA[wanted], drawn if isinstance(drawn, bytes) else drawn.encode())


def draw_bare(content: str, theme: str, quota: Quota) -> bytes:
    """A puzzle of the library as SVG, without the answer that it may carry."""
    [document] = read(content, format="json")
    _check_size(document, Work(quota, lambda progress: None))
    drawn = render(document.puzzle, EMPTY, "svg", theme=theme)
    return drawn if isinstance(drawn, bytes) else drawn.encode()


TASKS = (
    WebTask(
        name="kinds",
        summary="Every kind of puzzle: names, rules, ways of making it, formats.",
        asks=record(optional={"language": LANGUAGE}),
        answers=record({"kinds": listed(KIND)}),
        run=_kinds,
        is_light=True,
    ),
    WebTask(
        name="read",
        summary="Read puzzles from a text, a link or a file of any known format.",
        asks=record(
            optional={
                "text": text(MOST_TEXT),
                "base64": text(MOST_TEXT),
                "kind": text(40),
                "format": text(40),
            }
        ),
        answers=record(
            {
                "documents": listed(READ),
                "count": whole(0),
                "failed": listed(FAILED),
                "failed_count": whole(0),
            }
        ),
        run=_read,
        takes_file=True,
    ),
    WebTask(
        name="dump",
        summary="Write a puzzle, with its position where the format carries one.",
        asks=record({"puzzle": PUZZLE, "format": text(40)}, {"position": POSITION}),
        answers=record(
            {
                "text": text(MOST_TEXT),
                "format": text(),
                "suffix": text(),
                "left_out": {**POSITION, "description": "Marks that the format cannot carry."},
            }
        ),
        run=_dump,
        is_paper=True,
    ),
    WebTask(
        name="writable",
        summary="Which formats can hold a puzzle, and why the others cannot.",
        asks=record({"puzzle": PUZZLE}, {"position": POSITION}),
        answers=record({"formats": listed(HELD)}),
        run=_writable,
        is_paper=True,
    ),
    WebTask(
        name="render",
        summary="Draw a puzzle and its position.",
        asks=record(
            {"puzzle": PUZZLE},
            {
                "position": POSITION,
                "marks": ASKED_MARKS,
                "format": choice(*FORMATS),
                "theme": choice(*THEMES),
                "cell": whole(4, 120),
            },
        ),
        answers=None,
        run=_render,
        is_paper=True,
    ),
)
