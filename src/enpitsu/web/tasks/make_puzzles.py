"""Tasks that make puzzles: from a seed, or from a picture, which may be looked at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from enpitsu.errors import LimitReached
from enpitsu.generate import (
    Outcome,
    PictureCells,
    PictureOptions,
    PicturePuzzle,
    Progress,
    Request,
    from_picture,
    run_request,
    sketch_picture,
)
from enpitsu.generate.request import MOST_SEED
from enpitsu.grade import LEVELS
from enpitsu.grid import Cell, parse_slot
from enpitsu.kind import Document, Meta
from enpitsu.picture import FITS, READ, Box
from enpitsu.picture.load import load_as_png
from enpitsu.picture.maker import PictureProgress
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.shapes import (
    FLAG,
    FREE,
    NUMBER,
    SHARE,
    Shape,
    choice,
    listed,
    maybe,
    number,
    record,
    text,
    whole,
)
from enpitsu.web.tasks.analyse import GRADE, NO_GRADE, grade_data
from enpitsu.web.tasks.convert_render import MEDIA, MOST_TEXT, file_bytes
from enpitsu.web.tasks.task import (
    LANGUAGE,
    PLACE,
    POSITION,
    PUZZLE,
    REACHED,
    FileAnswer,
    WebTask,
    Work,
    document_data,
    language_of,
    texts,
)
from enpitsu.words import find_sentence, say

OUTCOME = choice(*map(str, Outcome))
SIDE = whole(1, 1000)
MOST_TOUCHED = 40_000

# --- from a seed ----------------------------------------------------------------------------------


def _wish(data: Mapping[str, Any], work: Work) -> Request:
    cols = data.get("cols", data["rows"])
    _check_size(data["rows"], cols, work)
    return Request.checked(
        data["kind"],
        data["rows"],
        cols,
        data.get("level"),
        data.get("seed", 1),
        data.get("method"),
        data.get("options", {}),
    )


def _check_size(rows: int, cols: int, work: Work) -> None:
    most = work.quota.analysed_cells
    if rows * cols > most:
        raise TooLarge(f"a board of {rows}x{cols} is too large to be made: at most {most} cells")


def _generate(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    wish = _wish(data, work)
    made = run_request(
        wish,
        jobs=work.quota.jobs,
        limits=work.limits,
        progress=lambda progress: work.tell(_progress(progress)),
    )
    return {
        "status": str(made.status),
        "reached": made.reached,
        "attempts": made.attempts,
        "seconds": round(made.seconds, 3),
        "document": None if made.puzzle is None else document_data(made.document()),
        "solution": texts(made.solution or ()),
        **grade_data(wish.kind, made.grade, language_of(data)),
    }


def _progress(progress: Progress) -> dict[str, Any]:
    nearest = None if progress.nearest is None else str(progress.nearest)
    return {"attempts": progress.attempts, "nearest": nearest}


# --- from a picture -------------------------------------------------------------------------------

_PLAIN = ("size", "fit", "colours", "threshold", "invert", "dither", "solvable", "changes", "seed")


def _options(data: Mapping[str, Any]) -> PictureOptions:
    options: dict[str, Any] = {name: data[name] for name in _PLAIN if name in data}
    if "crop" in data:
        options["crop"] = _part(data["crop"])
    if "cells" in data:
        given = enumerate(data["cells"])
        options["touched"] = {_cell(each["place"], at): each["value"] for at, each in given}
    return cast(PictureOptions, options)


def _part(crop: Mapping[str, float]) -> Box:
    if min(crop["height"], crop["width"]) < 1:
        raise BadRequest("the part to take must be at least one pixel high and wide", "crop")
    return Box(**crop)


def _cell(place: str, at: int) -> Cell:
    try:
        slot = parse_slot(place)
    except ValueError:
        slot = None
    if not isinstance(slot, Cell):
        raise BadRequest("this is not a cell such as r3c4", f"cells.{at}.place")
    return slot


def _picture(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    content = file_bytes(data["picture"], "picture")
    try:
        made = from_picture(
            data["kind"],
            content,
            data.get("rows"),
            data.get("cols"),
            limits=work.limits,
            progress=lambda progress: work.tell(_picture_progress(progress)),
            **_options(data),
        )
    except LimitReached as limit:
        return {"status": str(Outcome.UNKNOWN), "reached": str(limit), **NO_PICTURE}
    return _picture_data(made, language_of(data))


def _picture_progress(progress: PictureProgress) -> dict[str, Any]:
    return {"tried": progress.tried, "of": progress.readings, "failing": progress.failing}


NO_PICTURE: dict[str, Any] = {
    "failure": "",
    "document": None,
    "attempt": None,
    "solution": [],
    "before": [],
    "changed": [],
    "needed": None,
    "remarks": [],
}


def _picture_data(made: PicturePuzzle, language: str) -> dict[str, Any]:
    """What came of it; if it is no puzzle yet, the best attempt, for an author to go on with."""
    is_made = made.status is Outcome.MADE
    document = document_data(Document(puzzle=made.puzzle, meta=Meta()))
    return {
        "status": str(made.status),
        "reached": made.reached,
        "failure": "" if made.failed is None else say(made.failed, language),
        "document": document if is_made else None,
        "attempt": None if is_made else document,
        "solution": texts(made.solution),
        "before": texts(made.before),
        "changed": texts(made.changed),
        "needed": made.needed,
        "remarks": [say(each, language) for each in made.messages],
    }


def _picture_check(data: Mapping[str, Any], work: Work) -> None:
    file_bytes(data["picture"], "picture")
    _options(data)


def _preview(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    found = sketch_picture(
        data["kind"],
        file_bytes(data["picture"], "picture"),
        data.get("rows"),
        data.get("cols"),
        limits=work.limits,
        **_options(data),
    )
    return _preview_data(found, data["kind"], language_of(data))


def _preview_data(found: PictureCells, kind: str, language: str) -> dict[str, Any]:
    paints = found.sketch.paints.items()
    return {
        "rows": found.rows,
        "cols": found.cols,
        "facts": texts(found.sketch.position),
        "palette": [
            {"value": name, "words": _colour(name, kind, language), **paint._asdict()}
            for name, paint in paints
        ],
        "threshold": found.sketch.threshold,
        "crop": found.part._asdict(),
        "remarks": [say(each, language) for each in found.messages],
    }


def _colour(value: str, kind: str, language: str) -> str:
    """A colour in words, if the kind has them: "red-2" is the second sort of red."""
    name, _, number = value.partition("-")
    found = find_sentence(f"{kind}.colours.{name}", language) if name else ""
    return f"{found} {number}".strip() if isinstance(found, str) else value


def _decode(data: Mapping[str, Any], work: Work) -> FileAnswer:
    content = file_bytes(data["picture"], "picture")
    return FileAnswer(MEDIA["png"], load_as_png(content, work.limits.start()))


CROP = record({name: number(0, 100_000) for name in ("top", "left", "height", "width")})
PAINT = record({"value": text(), "words": text(), "rgb": text(), "sign": text()})
TOUCHED = listed(record({"place": PLACE, "value": text(40)}), MOST_TOUCHED)
LOOKS: dict[str, Shape] = {
    "rows": SIDE,
    "cols": SIDE,
    "size": SIDE,
    "crop": CROP,
    "fit": choice(*FITS),
    "colours": whole(1, 100),
    "threshold": maybe(whole(0, 255)),
    "invert": FLAG,
    "dither": FLAG,
    "cells": TOUCHED,
}
"""What decides how a picture looks in cells. `cells`: what the author has changed by hand, "" being
the paper."""

TASKS = (
    WebTask(
        name="generate",
        summary="Make a puzzle of a kind, a size and, if it is asked for, a level.",
        asks=record(
            {"kind": text(40), "rows": SIDE},
            {
                "cols": SIDE,
                "level": maybe(choice(*LEVELS)),
                "seed": whole(0, MOST_SEED),
                "method": maybe(text(40)),
                "options": FREE,
                "language": LANGUAGE,
            },
        ),
        answers=record(
            {
                "status": OUTCOME,
                "reached": REACHED,
                "attempts": whole(0),
                "seconds": NUMBER,
                "document": maybe(PUZZLE),
                "solution": POSITION,
                **GRADE,
            }
        ),
        run=_generate,
        check=_wish,
        given_up={
            "status": "unknown",
            "attempts": 0,
            "seconds": 0,
            "document": None,
            "solution": [],
            **NO_GRADE,
        },
    ),
    WebTask(
        name="picture",
        summary="Make a puzzle whose solution shows a picture.",
        asks=record(
            {"kind": text(40), "picture": text(MOST_TEXT)},
            {
                **LOOKS,
                "solvable": text(40),
                "changes": SHARE,
                "seed": whole(0, MOST_SEED),
                "language": LANGUAGE,
            },
        ),
        answers=record(
            {
                "status": OUTCOME,
                "reached": REACHED,
                "failure": text(),
                "document": maybe(PUZZLE),
                "attempt": maybe(PUZZLE),
                "solution": POSITION,
                "before": POSITION,
                "changed": listed(PLACE),
                "needed": maybe(whole(0)),
                "remarks": listed(text()),
            }
        ),
        run=_picture,
        check=_picture_check,
        given_up={"status": "unknown", **NO_PICTURE},
        takes_file=True,
    ),
    WebTask(
        name="decode",
        summary=f"A picture file ({READ}) as PNG, for browsers that do not show its format.",
        asks=record({"picture": text(MOST_TEXT)}),
        answers=None,
        run=_decode,
        takes_file=True,
    ),
    WebTask(
        name="preview",
        summary="Show a small picture as cells; nothing is solved or changed.",
        asks=record(
            {"kind": text(40), "picture": text(MOST_TEXT)}, {**LOOKS, "language": LANGUAGE}
        ),
        answers=record(
            {
                "rows": whole(1),
                "cols": whole(1),
                "facts": POSITION,
                "palette": listed(PAINT),
                "threshold": maybe(whole(0, 255)),
                "crop": CROP,
                "remarks": listed(text()),
            }
        ),
        run=_preview,
        is_paper=True,
        takes_file=True,
    ),
)
