"""Tasks that convert and render: which kinds there are, reading, writing, drawing."""

from __future__ import annotations

import base64
import binascii
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field, structs

from enpitsu.errors import FormatError
from enpitsu.formats import dump, find_codec, left_out, read, read_each
from enpitsu.grade import Level, levels_of
from enpitsu.kind import AnyKind, Codec, Document
from enpitsu.limits import Limits
from enpitsu.making import Maker
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kinds
from enpitsu.render import FORMATS, Options, render, scene_of
from enpitsu.render.theme import BOLDEST, LIGHTEST, THEMES, THICKEST, THINNEST
from enpitsu.scene import Marks
from enpitsu.solve import solve
from enpitsu.web import contract
from enpitsu.web.contract import AnswerBody, Facts, Language, Name, Number, RequestBody, answer_of
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks.task import (
    FileAnswer,
    MarksRequest,
    PositionRequest,
    WebTasks,
    Work,
    document_data,
    document_of,
    place_of,
    position_of,
    texts,
)
from enpitsu.words import ENGLISH, VariantWords, find_sentence, how_to_play
from enpitsu.words.error_words import error_text

TASKS = WebTasks()

SOLVING_SECONDS = 2.0  # for the picture of a solved puzzle
MOST_WIDE = 5000  # pixels of a picture
MAX_TEXT = 24 * 2**20  # characters of a file in base64
FileText = Annotated[str, Meta(max_length=MAX_TEXT)]
UNREADABLE = "unreadable"  # the sort of error of formats
WARNING = "warning"  # what was doubtful, of the same
MEDIA = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "text": "text/plain; charset=utf-8",
}

# --- kinds ----------------------------------------------------------------------------------------


class KindsRequest(RequestBody):
    """All kinds, in a language."""

    language: Language = ENGLISH


class MakerOption(AnswerBody):
    """Something that a way of making puzzles may be told."""

    name: str
    words: str
    form: str
    default: Any
    least: float | None
    most: float | None
    choices: list[str]


class MakerAnswer(AnswerBody):
    """A way of making puzzles."""

    name: str
    title: str
    options: list[MakerOption]


class FormatAnswer(AnswerBody):
    """A format of a kind."""

    name: str
    title: str
    suffixes: list[str]
    carries_position: bool


class SolvableAnswer(AnswerBody):
    """A way in which a puzzle from a picture is to be solvable."""

    name: str
    words: str


class PicturesAnswer(AnswerBody):
    """The ways in which puzzles are made from pictures."""

    most_colours: Number
    solvable: list[SolvableAnswer]


class VariantAnswer(AnswerBody):
    """A variant with a rule of its own: a puzzle is one where this field of it is true."""

    id: str
    name: str
    rule: str


def variant_answer(kind: AnyKind, variant: str, language: str) -> VariantAnswer:
    """Return a variant of a kind in words."""
    return answer_of(VariantAnswer, VariantWords.of(kind, variant, language))


class KindAnswer(AnswerBody):
    """A kind of puzzle."""

    id: str
    name: str
    native_name: str
    how_to_play: list[str]
    variants: list[VariantAnswer]
    rulesets: list[str]
    levels: list[Level]
    makers: list[MakerAnswer]
    formats: list[FormatAnswer]
    pictures: PicturesAnswer | None
    has_clue_states: bool


class KindsAnswer(AnswerBody):
    """Every kind of puzzle."""

    kinds: list[KindAnswer]


@TASKS.register("kinds", is_light=True)
def _kinds(asked: KindsRequest, work: Work) -> KindsAnswer:
    """Every kind of puzzle: names, rules, ways of making it, formats."""
    return KindsAnswer(kinds=[_kind_answer(kind, asked.language) for kind in kinds().values()])


def _kind_answer(kind: AnyKind, language: str) -> KindAnswer:
    codecs = (*kind.codecs, find_codec("json", kind.id))
    pictures = kind.from_picture
    return answer_of(
        KindAnswer,
        kind,
        how_to_play=list(how_to_play(kind, language)),
        variants=[variant_answer(kind, name, language) for name in kind.variants],
        rulesets=list(kind.rulesets),
        levels=list(levels_of(kind)),
        makers=[_maker_answer(kind.id, maker, language) for maker in kind.makers],
        formats=[
            answer_of(FormatAnswer, codec, name=codec.format, suffixes=list(codec.suffixes))
            for codec in codecs
        ],
        pictures=None
        if pictures is None
        else PicturesAnswer(
            most_colours=pictures.most_colours,
            solvable=[
                SolvableAnswer(name=name, words=_name(kind.id, f"pictures.{name}", language))
                for name in pictures.solvable
            ],
        ),
        has_clue_states=kind.clue_states is not None,
    )


def _maker_answer(kind: str, maker: Maker[Any], language: str) -> MakerAnswer:
    options = [
        answer_of(
            MakerOption,
            option,
            words=_name(kind, f"options.{option.name}", language),
            least=option.range[0],
            most=option.range[1],
            choices=list(option.choices),
        )
        for option in maker.options
    ]
    title = _name(kind, f"makers.{maker.name}", language)
    return MakerAnswer(name=maker.name, title=title, options=options)


def _name(kind: str, id: str, language: str) -> str:
    return str(find_sentence(f"{kind}.{id}", language))


# --- reading --------------------------------------------------------------------------------------


class ReadRequest(RequestBody):
    """A text, a link or a file with puzzles."""

    text: FileText | None = None
    base64: FileText | None = None
    kind: Name | None = None
    format: Name | None = None
    language: Language = ENGLISH


class ReadPuzzle(AnswerBody):
    """A puzzle that was read."""

    document: contract.Document
    kind: str
    rows: Number
    cols: Number
    format: str
    warnings: list[str]


class FailedPlace(AnswerBody):
    """The place where something cannot be read."""

    line: Number | UnsetType = UNSET
    column: Number | UnsetType = UNSET
    cell: str | UnsetType = UNSET


class FailedPuzzle(AnswerBody):
    """A puzzle that cannot be read."""

    where: FailedPlace
    message: str


class ReadAnswer(AnswerBody):
    """The puzzles of a text; of very many only the first."""

    documents: list[ReadPuzzle]
    count: int
    failed: list[FailedPuzzle]
    failed_count: int


@TASKS.register("read", takes_file=True)
def _read(asked: ReadRequest, work: Work) -> ReadAnswer:
    """Read puzzles from a text, a link or a file of any known format."""
    if (asked.text is None) == (asked.base64 is None):
        raise BadRequest("a text or a file in base64 is wanted: one of them")
    source = asked.text if asked.base64 is None else file_bytes(asked.base64, "base64")
    assert source is not None
    parts = read_each(source, asked.kind, asked.format)
    found = [each for each in parts if isinstance(each, Document)]
    failed = [each for each in parts if isinstance(each, FormatError)]
    wanted = found[: work.quota.documents]
    for document in wanted:
        _check_size(document, work.quota)
    return ReadAnswer(
        documents=[
            answer_of(
                ReadPuzzle,
                document.puzzle,
                document=document_data(document),
                format=document.format,
                warnings=[error_text(each, asked.language, WARNING) for each in document.warnings],
            )
            for document in wanted
        ],
        count=len(found),
        failed=[_failed_puzzle(error, asked.language) for error in failed[: work.quota.documents]],
        failed_count=len(failed),
    )


def _failed_puzzle(error: FormatError, language: str) -> FailedPuzzle:
    places = {"line": error.line, "column": error.column, "cell": error.cell}
    known: dict[str, Any] = {name: at for name, at in places.items() if at is not None}
    return FailedPuzzle(
        where=FailedPlace(**known), message=error_text(error.message, language, UNREADABLE)
    )


def file_bytes(source: str, field: str) -> bytes:
    """Return a file that travels in base64."""
    try:
        return base64.b64decode(source, validate=True)
    except (binascii.Error, ValueError):
        raise BadRequest("this is not base64", field) from None


def _check_size(document: Document, quota: Quota) -> None:
    rows, cols = document.puzzle.rows, document.puzzle.cols
    if rows * cols > quota.cells:
        raise TooLarge(f"a board of {rows}x{cols} is too large: at most {quota.cells} cells")


# --- writing and drawing --------------------------------------------------------------------------


class DumpRequest(PositionRequest, kw_only=True):
    """A puzzle to be written."""

    format: Name


class DumpAnswer(AnswerBody):
    """A puzzle written in a format."""

    text: str
    format: str
    suffix: str
    left_out: Annotated[Facts, Meta(description="Marks that the format cannot carry.")]


@TASKS.register("dump", is_paper=True)
def _dump(asked: DumpRequest, work: Work) -> DumpAnswer:
    """Write a puzzle, with its position where the format carries one."""
    document = document_of(asked, work.quota.cells)
    position = position_of(asked, document)
    codec = find_codec(asked.format, document.puzzle.kind)
    written = dump(document, asked.format, position=position)
    lost = left_out(replace(document, position=position), codec.format, written)
    return DumpAnswer(
        text=written, format=codec.format, suffix=codec.suffixes[0], left_out=texts(lost)
    )


class WritableFormat(AnswerBody):
    """A format, and whether it holds a puzzle: alone, and with its position."""

    name: str
    alone: bool
    with_position: bool
    why: str | UnsetType = UNSET


class WritableAnswer(AnswerBody):
    """The formats of a kind."""

    formats: list[WritableFormat]


class WritableRequest(PositionRequest):
    """A puzzle, and the language in which it is said why formats cannot hold it."""

    language: Language = ENGLISH


@TASKS.register("writable", is_paper=True)
def _writable(asked: WritableRequest, work: Work) -> WritableAnswer:
    """Which formats can hold a puzzle, and why the others cannot."""
    document = document_of(asked, work.quota.cells)
    position = position_of(asked, document)
    kind = kinds()[document.puzzle.kind]
    formats = []
    for codec in (*kind.codecs, find_codec("json", kind.id)):
        carries = codec.carries_position
        alone = _refusal(document, EMPTY, codec, asked.language)
        marked = (
            _refusal(document, position, codec, asked.language) if position and carries else alone
        )
        formats.append(
            WritableFormat(
                name=codec.format,
                alone=alone is None,
                with_position=carries and marked is None,
                why=alone or marked or UNSET,
            )
        )
    return WritableAnswer(formats=formats)


def _refusal(document: Document, position: Position, codec: Codec, language: str) -> str | None:
    try:
        dump(document, codec.format, position=position)
    except FormatError as error:
        return error_text(str(error), language, UNREADABLE)
    return None


if TYPE_CHECKING:
    RenderFormat = str
    RenderTheme = str
else:
    RenderFormat = Literal[FORMATS]
    RenderTheme = Literal[THEMES]


class RenderRequest(PositionRequest):
    """A puzzle to be drawn."""

    marks: MarksRequest = field(default_factory=MarksRequest)
    format: RenderFormat = "svg"
    theme: RenderTheme | None = None
    cell: Annotated[int, Meta(ge=4, le=120)] | None = None
    width: Annotated[int, Meta(ge=1, le=MOST_WIDE)] | None = None
    ground: Annotated[str, Meta(max_length=20, examples=["#ffffff", "transparent"])] | None = None
    line_width: Annotated[float, Meta(ge=THINNEST, le=THICKEST)] | None = None
    font_weight: Annotated[int, Meta(ge=LIGHTEST, le=BOLDEST)] | None = None


@TASKS.register("render", is_paper=True)
def _render(asked: RenderRequest, work: Work) -> FileAnswer:
    """Draw a puzzle and its position."""
    document = document_of(asked, work.quota.cells)
    marks = {
        name: frozenset(place_of(each, f"marks.{name}") for each in places)
        for name, places in structs.asdict(asked.marks).items()
    }
    how: Options = {
        "marks": Marks(**marks),
        "cell": asked.cell,
        "width": asked.width,
        "ground": asked.ground,
        "line_width": asked.line_width,
        "font_weight": asked.font_weight,
    }
    if asked.theme is not None:
        how["theme"] = asked.theme
    drawn = render(document.puzzle, position_of(asked, document), asked.format, **how)
    return FileAnswer(MEDIA[asked.format], drawn if isinstance(drawn, bytes) else drawn.encode())


def draw_bare(content: str, theme: str, quota: Quota) -> bytes:
    """Draw a puzzle of the library as SVG, without the answer that it may carry."""
    [document] = read(content, format="json")
    _check_size(document, quota)
    drawn = render(document.puzzle, EMPTY, "svg", theme=theme)
    return drawn if isinstance(drawn, bytes) else drawn.encode()


def draw_solved(content: str, theme: str, quota: Quota) -> bytes:
    """Draw a puzzle of the library solved, for someone who has solved it; bare if its solution is
    not found in a moment."""
    from enpitsu.render.finished import finished
    from enpitsu.render.svg import to_svg

    [document] = read(content, format="json")
    _check_size(document, quota)
    limits = Limits(seconds=SOLVING_SECONDS, memory=quota.memory)
    found = solve(document.puzzle, solutions=1, limits=limits).solutions
    if not found:
        return draw_bare(content, theme, quota)
    scene = scene_of(document.puzzle, found[0].position)
    return to_svg(finished(scene), theme=theme).encode()
