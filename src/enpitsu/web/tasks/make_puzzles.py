"""Tasks that make puzzles: from a seed, or from a picture, which may be looked at first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from msgspec import Meta, structs

from enpitsu.errors import LimitReached
from enpitsu.generate import (
    Outcome,
    PictureOptions,
    Progress,
    Request,
    from_picture,
    run_request,
    sketch_picture,
)
from enpitsu.grade import Level
from enpitsu.grid import Cell, parse_slot
from enpitsu.kind import Document
from enpitsu.kind import Meta as DocumentMeta
from enpitsu.picture import FITS, READ, Box
from enpitsu.picture.load import load_as_png
from enpitsu.picture.maker import PictureProgress
from enpitsu.web import contract
from enpitsu.web.contract import (
    AnswerBody,
    Count,
    Facts,
    Language,
    Name,
    Number,
    PlaceText,
    Seed,
    answer_of,
)
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.tasks.analyse import GradeFields, grade_fields
from enpitsu.web.tasks.convert_render import MEDIA, FileText, file_bytes
from enpitsu.web.tasks.task import FileAnswer, WebTasks, Work, document_data, texts
from enpitsu.words import ENGLISH, find_sentence, say

TASKS = WebTasks()

MAX_TOUCHED = 40_000  # cells that an author has changed by hand
Side = Annotated[int, Meta(ge=1, le=1000)]

# --- from a seed ----------------------------------------------------------------------------------


class GenerateRequest(contract.RequestBody):
    """A puzzle to be made."""

    kind: Name
    rows: Side
    cols: Side | None = None
    level: Level | None = None
    seed: Seed = 1
    method: Name | None = None
    options: dict[str, Any] = {}
    language: Language = ENGLISH


class GenerateAnswer(GradeFields):
    """A puzzle that was made."""

    status: Outcome = Outcome.UNKNOWN
    reached: str | None = None
    attempts: Count = 0
    seconds: float = 0
    document: contract.Document | None = None
    solution: Facts = []


class GenerateProgress(AnswerBody):
    """The progress of making a puzzle."""

    attempts: Count
    nearest: str | None


def _check_generate(asked: GenerateRequest, work: Work) -> Request:
    cols, most = asked.cols or asked.rows, work.quota.analysed_cells
    if asked.rows * cols > most:
        raise TooLarge(
            f"a board of {asked.rows}x{cols} is too large to be made: at most {most} cells"
        )
    return Request.checked(
        asked.kind, asked.rows, cols, asked.level, asked.seed, asked.method, asked.options
    )


@TASKS.register("generate", check=_check_generate, gives_up=True)
def _generate(asked: GenerateRequest, work: Work) -> GenerateAnswer:
    """Make a puzzle of a kind, a size and, if it is asked for, a level."""

    def tell(progress: Progress) -> None:
        nearest = None if progress.nearest is None else str(progress.nearest)
        work.tell(GenerateProgress(attempts=progress.attempts, nearest=nearest))

    request = _check_generate(asked, work)
    made = run_request(request, jobs=work.quota.jobs, limits=work.limits, progress=tell)
    return answer_of(
        GenerateAnswer,
        made,
        seconds=round(made.seconds, 3),
        document=None if made.puzzle is None else document_data(made.document()),
        solution=texts(made.solution or ()),
        **grade_fields(request.kind, made.grade, asked.language),
    )


# --- from a picture -------------------------------------------------------------------------------

_Pixels = Annotated[float, Meta(ge=0, le=100_000)]

if TYPE_CHECKING:
    PictureFit = str
else:
    PictureFit = Literal[FITS]


class Crop(contract.RequestBody):
    """The part of a picture to take."""

    top: _Pixels
    left: _Pixels
    height: _Pixels
    width: _Pixels


class TouchedCell(contract.RequestBody):
    """A cell that an author has changed by hand, "" being the paper."""

    place: PlaceText
    value: Name


class PreviewRequest(contract.RequestBody):
    """A picture, and what decides how it looks in cells."""

    kind: Name
    picture: FileText
    rows: Side | None = None
    cols: Side | None = None
    size: Side | None = None
    crop: Crop | None = None
    fit: PictureFit | None = None
    colours: Annotated[int, Meta(ge=1, le=100)] | None = None
    threshold: Annotated[int, Meta(ge=0, le=255)] | None = None
    invert: bool = False
    paper: Annotated[str, Meta(max_length=7, examples=["#ffffff"])] | None = None
    dither: bool = False
    cells: Annotated[list[TouchedCell], Meta(max_length=MAX_TOUCHED)] = []
    language: Language = ENGLISH


class PictureRequest(PreviewRequest):
    """A picture that a puzzle is to show."""

    solvable: Name | None = None
    changes: Annotated[
        Any,
        Meta(
            description='A part of the whole: "80%", "0.8", or a number such as 0.8 or 1.0; a '
            "bare whole number is refused."
        ),
    ] = None
    seed: Seed | None = None


class PictureAnswer(AnswerBody):
    """A puzzle whose solution shows a picture; if it is none yet, the best attempt."""

    status: Outcome = Outcome.UNKNOWN
    reached: str | None = None
    failure: str = ""
    document: contract.Document | None = None
    attempt: contract.Document | None = None
    solution: Facts = []
    before: Facts = []
    changed: list[PlaceText] = []
    needed: Count | None = None
    remarks: list[str] = []


class PictureStage(AnswerBody):
    """The progress of making a puzzle from a picture."""

    tried: int
    of: int
    failing: int | None


PICTURE_SECONDS = 30.0  # for a puzzle from a picture

_PLAIN = (
    *("size", "fit", "colours", "threshold", "invert", "paper", "dither"),
    *("solvable", "changes", "seed"),
)


def _options(asked: PreviewRequest) -> PictureOptions:
    """Return the options that were given; the rest has its defaults."""
    told = {name: getattr(asked, name, None) for name in _PLAIN}
    options: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
    if asked.crop is not None:
        if min(asked.crop.height, asked.crop.width) < 1:
            raise BadRequest("the part to take must be at least one pixel high and wide", "crop")
        options["crop"] = Box(**structs.asdict(asked.crop))
    if asked.cells:
        given = enumerate(asked.cells)
        options["touched"] = {_cell(each.place, at): each.value for at, each in given}
    return cast(PictureOptions, options)


def _cell(place: str, at: int) -> Cell:
    try:
        slot = parse_slot(place)
    except ValueError:
        slot = None
    if not isinstance(slot, Cell):
        raise BadRequest("this is not a cell such as r3c4", f"cells.{at}.place")
    return slot


def _check_picture(asked: PictureRequest, work: Work) -> None:
    file_bytes(asked.picture, "picture")
    _options(asked)


@TASKS.register("picture", check=_check_picture, gives_up=True, takes_file=True)
def _picture(asked: PictureRequest, work: Work) -> PictureAnswer:
    """Make a puzzle whose solution shows a picture."""

    def tell(progress: PictureProgress) -> None:
        work.tell(answer_of(PictureStage, progress, of=progress.readings))

    content = file_bytes(asked.picture, "picture")
    rows, cols, options = asked.rows, asked.cols, _options(asked)
    # Who waits longer is better served by an honest word.
    limits = replace(work.limits, seconds=min(PICTURE_SECONDS, work.quota.seconds))
    try:
        made = from_picture(
            asked.kind, content, rows, cols, limits=limits, progress=tell, **options
        )
    except LimitReached as limit:
        return PictureAnswer(reached=str(limit))
    is_made = made.status is Outcome.MADE
    document = document_data(Document(puzzle=made.puzzle, meta=DocumentMeta()))
    return answer_of(
        PictureAnswer,
        made,
        failure="" if made.failed is None else say(made.failed, asked.language),
        document=document if is_made else None,
        attempt=None if is_made else document,
        solution=texts(made.solution),
        before=texts(made.before),
        changed=texts(made.changed),
        remarks=[say(each, asked.language) for each in made.messages],
    )


class PaintAnswer(AnswerBody):
    """A colour of a picture in cells."""

    value: str
    words: str
    rgb: str
    sign: str


class PreviewAnswer(AnswerBody):
    """A picture as cells."""

    rows: Number
    cols: Number
    facts: Facts
    palette: list[PaintAnswer]
    threshold: int | None
    crop: Crop
    remarks: list[str]


@TASKS.register("preview", is_paper=True, takes_file=True)
def _preview(asked: PreviewRequest, work: Work) -> PreviewAnswer:
    """Show a small picture as cells; nothing is solved or changed."""
    found = sketch_picture(
        asked.kind,
        file_bytes(asked.picture, "picture"),
        asked.rows,
        asked.cols,
        limits=work.limits,
        **_options(asked),
    )
    paints = found.sketch.paints.items()
    return answer_of(
        PreviewAnswer,
        found,
        facts=texts(found.sketch.position),
        palette=[
            answer_of(
                PaintAnswer, paint, value=name, words=_colour(name, asked.kind, asked.language)
            )
            for name, paint in paints
        ],
        threshold=found.sketch.threshold,
        crop=Crop(**found.part._asdict()),
        remarks=[say(each, asked.language) for each in found.messages],
    )


def _colour(value: str, kind: str, language: str) -> str:
    """Name a colour, if the kind has words: "red-2" is the second sort of red."""
    name, _, number = value.partition("-")
    found = find_sentence(f"{kind}.colours.{name}", language) if name else ""
    return f"{found} {number}".strip() if isinstance(found, str) else value


class DecodeRequest(contract.RequestBody):
    """A picture file."""

    picture: FileText


@TASKS.register(
    "decode",
    takes_file=True,
    summary=f"A picture file ({READ}) as PNG, for browsers that do not show its format.",
)
def _decode(asked: DecodeRequest, work: Work) -> FileAnswer:
    content = file_bytes(asked.picture, "picture")
    return FileAnswer(MEDIA["png"], load_as_png(content, work.limits.start()))
