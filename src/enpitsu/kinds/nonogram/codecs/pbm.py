"""Nonograms as PBM pictures (P1, and P4 in reading): the finished picture, no clues.

    P1
    4 3
    1101
    0111
    1000

Width comes first; 1 is shaded. The clues follow from the picture. A file may hold several images,
and each of them is a puzzle.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.text import HEAD, SIZE_DIGITS, quote, whole
from enpitsu.kind import Codec, Document
from enpitsu.kinds.nonogram.codecs.clues import MAX_PUZZLES, plain, solved_picture
from enpitsu.kinds.nonogram.codecs.pictures import Room, answer, source_of
from enpitsu.kinds.nonogram.model import check_size

_PLAIN = "1"
_LONGEST_LINE = 70
_GAP = r"(?:\s|#[^\n\r]*+[\n\r])++"
_HEADER = re.compile(rf"P([14]){_GAP}([0-9]+){_GAP}([0-9]+)(?=\s|#|$)")
_START = re.compile(rf"P[14]{_GAP}[0-9]")
_RAW_START = re.compile(_START.pattern.replace("[14]", "4").encode())
_PIXELS = re.compile(r"[01\s]*+(?:#[^\n]*+[01\s]*+)*+")
_COMMENTS = re.compile(r"(?:#[^\n]*+\n)*+")
_COMMENT = re.compile(r"#[^\n]*")
_WHITE = " \t\n\r\v\f"
_VISIBLE = re.compile(rf"[^{_WHITE}]")


class Image(NamedTuple):
    """An image: its rows as texts of 0 and 1, and its place in the text."""

    rows: list[str]
    start: int
    end: int
    warnings: tuple[str, ...] = ()


def sniff(text: str) -> bool:
    """Return True if the text begins like an image."""
    # White space is what `is_binary` takes for it, too.
    return _START.match(text.lstrip(_WHITE)[:HEAD]) is not None


def is_binary(data: bytes) -> bool:
    """Return True if a file begins like an image whose pixels are bits, not digits."""
    return _RAW_START.match(data) is not None


def parse(text: str) -> list[Document]:
    """Read the puzzles whose goals are the images of a file."""
    room, documents = Room(), []
    found = _VISIBLE.search(text)
    for _ in range(MAX_PUZZLES):
        image = _image(text, 0 if found is None else found.start(), room)
        puzzle, solution = solved_picture(image.rows)
        warnings = image.warnings
        found = _VISIBLE.search(text, image.end)
        is_last = found is None or not _HEADER.match(text, found.start())
        if is_last and found is not None:
            warnings += ("what follows the image is left out",)
        source = text[image.start : image.end]
        # Bits are no text, and are not written as such.
        tail = source if source.startswith(f"P{_PLAIN}") else ""
        documents.append(Document(puzzle=puzzle, position=solution, warnings=warnings, tail=tail))
        if is_last:
            return documents
    raise FormatError(f"more than {MAX_PUZZLES} images in one file")


def _image(text: str, start: int, room: Room) -> Image:
    header = _HEADER.match(text, start)
    if header is None:
        what = quote(text[start : start + 80])
        raise _error(f"an image begins with P1 or P4, width and height, not {what}", text, start)
    try:
        cols = whole(header[2], "the width", digits=SIZE_DIGITS)
        rows = whole(header[3], "the height", digits=SIZE_DIGITS)
        check_size(rows, cols)
    except FormatError as error:
        raise _error(error.message, text, header.start(2)) from None
    if not room.take(rows, cols):
        raise _error(Room.NO_ROOM, text, start)
    warnings: tuple[str, ...] = ()
    if header[1] == _PLAIN:
        found = _PIXELS.match(text, header.end())
        end = header.end() if found is None else found.end()
        pixels = "".join(_COMMENT.sub("", text[header.end() : end]).split())
        if len(pixels) < rows * cols and end < len(text):
            raise _error(f"a pixel is 0 or 1, not {quote(text[end])}", text, end)
        if len(pixels) != rows * cols:
            message = f"the image has {rows}x{cols} cells, here are {len(pixels)} pixels"
            raise _error(message, text, end)
    else:
        size = rows * ((cols + 7) // 8)
        first, warnings = _raw_start(text, header.end(), size)
        pixels, end = _raw_pixels(text, first, size, rows, cols), first + size
    lines = [pixels[at : at + cols] for at in range(0, len(pixels), cols)]
    return Image(lines, start, end, warnings)


def _error(message: str, text: str, at: int) -> FormatError:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return FormatError(message, line=line, column=column)


def _raw_start(text: str, start: int, size: int) -> tuple[int, tuple[str, ...]]:
    """Return the start of the bits behind a header that ends at `start`, and warnings.

    One white sign parts them, or a comment on the header's line. Where something is too long,
    further lines of comments and the second half of a line end of two signs are passed over.
    """
    comments = _COMMENTS.match(text, start)
    first = text.index("\n", start) + 1 if comments is not None and comments[0] else start + 1
    if _fits(text, first + size):
        return first, ()
    if text[first - 1 : first + 1] == "\r\n" and first + 1 + size == len(text):
        return first + 1, ("the header ends with two signs, not one: the second is passed over",)
    comments = _COMMENTS.match(text, first)
    behind = first if comments is None else comments.end()
    return (behind if _fits(text, behind + size) else first), ()


def _fits(text: str, end: int) -> bool:
    """Return True if a file or an image may end here."""
    return end == len(text) or _HEADER.match(text, end) is not None


def _raw_pixels(text: str, first: int, size: int, rows: int, cols: int) -> str:
    """Return the pixels of an image in bits, as digits."""
    try:
        data = text[first : first + size].encode("latin-1")
    except UnicodeEncodeError:
        raise FormatError("the image's bits were read as text; read the file as bytes") from None
    if len(data) < size:
        raise FormatError(f"the image has {size} bytes of pixels, here are {len(data)}")
    width = size // rows
    lines = (data[at : at + width] for at in range(0, size, width))
    return "".join(f"{int.from_bytes(line, 'big'):0{8 * width}b}"[:cols] for line in lines)


def dump(document: Document) -> str:
    """Write the picture in digits; FormatError if it is not finished or has several colours."""
    puzzle = plain(document, "PBM")
    source = source_of(document, parse)
    if source is not None:
        return source
    picture = answer(document)
    if picture is None:
        raise FormatError("PBM holds the finished picture only: give the solution")
    digits = "".join("1" if bits == 1 else "0" for bits in picture)
    rows = [digits[at : at + puzzle.cols] for at in range(0, len(digits), puzzle.cols)]
    lines = [
        row[at : at + _LONGEST_LINE] for row in rows for at in range(0, len(row), _LONGEST_LINE)
    ]
    return "\n".join(["P1", f"{puzzle.cols} {puzzle.rows}", *lines, ""])


CODEC = Codec(
    format="pbm",
    title="PBM picture",
    suffixes=(".pbm",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    tail_is_source=True,
    carries_position=True,
    holds_many=True,
    is_binary=is_binary,
)
