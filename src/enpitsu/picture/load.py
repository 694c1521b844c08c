"""Picture files decoded safely.

A file is not trusted: the size that its header declares is checked before anything is decoded, and
whatever the decoders raise becomes a FormatError; what they warn of is silenced meanwhile.
"""

from __future__ import annotations

import logging
import math
import os
import re
import select
import stat
import warnings
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from enpitsu import extras
from enpitsu.errors import FormatError, LimitReached
from enpitsu.limits import Budget
from enpitsu.picture import READ, WHOLE, Crop, Size
from enpitsu.picture.headers import (
    TiffTag,
    declared_size,
    is_known,
    is_tiff,
    is_webp,
    scans_in,
    tiff_tags,
    without_comments,
)

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES = 16 * 2**20
MAX_PIXELS = 40_000_000  # of a picture
MAX_WEBP_PIXELS = 16_000_000  # fewer, as the decoder of WebP holds several copies
MAX_SCANS = 100  # of a JPEG file over its picture
MAX_SCANNED = 800_000_000  # pixels over which it goes in all
LIGHT_BYTES = 4 * 2**20  # of a picture that is decoded in a moment
LIGHT_PIXELS = 4_000_000
LIGHT_SCANS = 20
KEPT = 2  # decoded pictures

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
"""Pillow's names of the formats that are read; PPM stands for PBM, PGM and PPM."""

_COMPRESSIONS = {1, 2, 3, 4, 5, 7, 8, 32773, 32946}
"""Compressions of TIFF files that are read: none, the three of fax machines, LZW, JPEG,
Deflate (two numbers) and PackBits."""
_MODES = ("1", "L", "P", "LA", "PA", "RGB", "RGBA", "RGBX", "RGBa", "CMYK", "YCbCr")
_SHOWN_SIDE = 1600  # pixels of the longer side of a picture that is made for a browser to show

FINEST = 8  # pixels across a cell that can make a difference

_WORKING_SIDE = 1600
"""Larger pictures are reduced while they are read, as long as cells keep enough pixels."""
_PATIENCE = 10.0  # seconds to wait for a pipe that delivers nothing
_PIECE = 2**16
_DEPTHS = {"1": 1, "L": 1, "P": 1, "LA": 4, "I;16": 2, "I;16B": 2}
"""Bytes of a decoded pixel; 4 where nothing is said."""
_WEBP_COPIES = 3  # decoded copies that the WebP decoder holds
_TIFF_COPIES = 2  # decoded copies while a TIFF file is read: all of it may be one strip
_COEFFICIENTS = 6  # bytes a pixel beside the decoded picture, for a JPEG file of several scans
_BAND = 256  # rows of pixels that are converted at once
_PAPER = (255, 255, 255)
_NEARLY_WHITE = 240  # of 255
_ORIENTATION = 0x0112
_TURNS: dict[Any, Any] = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""Pillow's numbers of the turns that make a picture upright, by EXIF orientation."""
_LYING = (5, 6, 7, 8)  # the orientations of pictures that lie on their sides


class DecodedPicture(NamedTuple):
    """A decoded picture, upright, on white paper, perhaps reduced: one pixel stands for `scale`
    pixels of the file each way."""

    image: Image.Image
    scale: float
    is_outline: bool = False
    """True if only its shape was taken, as it was white on white paper."""


_SILENT = logging.NullHandler()
"""Takes what decoders log of damaged files: these are refused in a sentence."""


def pillow() -> Any:
    """Return Pillow's Image module; BackendMissing if it is not installed."""
    extras.load("PIL", "reading pictures", "image")
    from PIL import Image

    logging.getLogger(Image.__name__.split(".")[0]).addHandler(_SILENT)
    return Image


Loader = Callable[[Path | bytes, Size, Crop, Budget | None], DecodedPicture]
"""Decodes a picture."""


def load_light(
    source: Path | bytes, size: Size, crop: Crop, budget: Budget | None
) -> DecodedPicture:
    """As `load`, for small pictures only (FormatError for others), which are kept for a while."""
    data = _bytes_of(source)
    height, width = declared_size(data) or (1, 1)
    if height * width > LIGHT_PIXELS:
        raise FormatError(
            f"the picture is too large to be shown at once: {height} x {width} pixels "
            f"(height x width); at most {LIGHT_PIXELS // 10**6} million are"
        )
    if scans_in(data) > LIGHT_SCANS:
        raise FormatError(f"the picture takes too long to decode: more than {LIGHT_SCANS} scans")
    # A picture that is reduced while it is read is not the same for every board and part.
    if len(data) > LIGHT_BYTES or max(height, width) >= 2 * _WORKING_SIDE:
        return load(data, size, crop, budget)
    sheet = _kept(data)
    _check_crop(crop, sheet.image.height, sheet.image.width)
    return sheet


@lru_cache(maxsize=KEPT)
def _kept(data: bytes) -> DecodedPicture:
    """Decode a picture, which comes again and again while somebody tries out its options."""
    return load(data, Size(), None, None)


def load_as_png(data: bytes, budget: Budget | None = None) -> bytes:
    """Convert a picture to a format that every browser shows: upright, on white paper, and perhaps
    smaller."""
    image = load(data, Size(), None, budget).image
    image.thumbnail((_SHOWN_SIDE, _SHOWN_SIDE))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def load(source: Path | bytes, size: Size, crop: Crop, budget: Budget | None) -> DecodedPicture:
    """Decode a file or its bytes, no finer than is needed for so many cells."""
    module = pillow()
    data = _bytes_of(source)
    if budget is not None:
        budget.check()
    most = MAX_WEBP_PIXELS if is_webp(data) else MAX_PIXELS
    declared = declared_size(data)
    _check_pixels(declared, most)
    scans = scans_in(data)
    if scans > MAX_SCANS or (declared and scans * math.prod(declared) > MAX_SCANNED):
        raise FormatError(f"the picture would take too long to decode: it has {scans} scans")
    _check_compression(data)
    try:
        # What decoders say of damaged files in warnings helps nobody: they are read or refused.
        with (
            warnings.catch_warnings(action="ignore"),
            module.open(BytesIO(without_comments(data)), formats=FORMATS) as image,
        ):
            _check_pixels((image.height, image.width), most)
            is_deep = image.format == "TIFF" and image.mode == "I"
            if is_deep or not (image.mode in _MODES or image.mode.startswith("I")):
                raise FormatError(
                    f"pictures of this sort ({image.mode}) are not read; save it with 8 or 16 bits "
                    "a channel, in grey or RGB"
                )
            if budget is not None:
                budget.reserve(_megabytes(image, scans))
            return _decode(image, size, crop)
    except (FormatError, LimitReached, MemoryError):
        raise
    except Exception as error:
        # Decoders raise almost anything for damaged files: OSError, SyntaxError, ValueError,
        # struct.error, zlib.error, kinds of their own. All of them say: this file is broken.
        raise FormatError(_explain(error, data)) from None


def _bytes_of(source: Path | bytes) -> bytes:
    data = _load_file(source) if isinstance(source, Path) else source
    if len(data) > MAX_BYTES:
        raise FormatError(f"the picture file is too large: at most {MAX_BYTES // 2**20} MiB")
    if not data:
        raise FormatError("there is nothing to read: the file is empty")
    return data


def _load_file(path: Path) -> bytes:
    """Read a file, up to what is too large; FormatError if a pipe delivers nothing for long."""
    data = bytearray()
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            is_file = stat.S_ISREG(os.fstat(handle).st_mode)
            while len(data) <= MAX_BYTES:
                if not is_file and not select.select([handle], (), (), _PATIENCE)[0]:
                    message = "it is no file, and nothing comes from it"
                    raise FormatError(f"cannot read {path.name!r}: {message}")
                piece = os.read(handle, MAX_BYTES + 1 if is_file else _PIECE)
                if not piece:
                    break
                data += piece
        finally:
            os.close(handle)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise FormatError(f"cannot read {path.name!r}: {reason}") from None
    return bytes(data)


def _check_compression(data: bytes) -> None:
    """Refuse TIFF files that need decoders which few have."""
    if not is_tiff(data):
        return
    try:
        number = tiff_tags(data).get(TiffTag.COMPRESSION, 1)
    except IndexError:
        raise FormatError(_TOO_EARLY) from None
    if number not in _COMPRESSIONS:
        raise FormatError(
            f"the TIFF file is compressed in a way that is not read (number {number}); save it "
            "with LZW or without compression, or as PNG"
        )


def _megabytes(image: Image.Image, scans: int) -> float:
    """Estimate the memory that decoding takes."""
    each = _DEPTHS.get(image.mode, 4)
    if image.format == "WEBP":
        each *= _WEBP_COPIES
    if image.format == "TIFF":
        each *= _TIFF_COPIES
    if scans > 1:
        each += _COEFFICIENTS
    return image.width * image.height * each / 1e6


def _check_crop(crop: Crop, height: int, width: int) -> None:
    if crop is None or crop == WHOLE:
        return
    if min(crop.height, crop.width) < 1:
        raise FormatError("the part to take must be at least one pixel high and wide")
    is_inside = crop.top + crop.height <= height and crop.left + crop.width <= width
    if min(crop.top, crop.left) < 0 or not is_inside:
        raise FormatError(
            f"the part to take lies outside the picture of {height} x {width} pixels "
            "(height x width)"
        )


_CUT_OFF = re.compile("truncated|not enough image data|EOF")
_TOO_EARLY = "the picture file ends too early: part of it is missing"


def _explain(error: Exception, data: bytes) -> str:
    if not is_known(data):
        return f"not a picture that can be read: it must be a {READ} file"
    if declared_size(data) is None or _CUT_OFF.search(str(error)) or isinstance(error, EOFError):
        return _TOO_EARLY
    if is_tiff(data):
        return "the TIFF file is damaged, or of a sort that is not read; save it as PNG"
    return "the picture file is damaged and cannot be decoded"


def _check_pixels(size: tuple[int, int] | None, most: int) -> None:
    if size is not None and size[0] * size[1] > most:
        raise FormatError(
            f"the picture is too large: {size[0]} x {size[1]} pixels (height x width); "
            f"at most {most // 10**6} million are read"
        )


def _decode(image: Image.Image, size: Size, crop: Crop) -> DecodedPicture:
    """Decode a picture, no larger than needed, turn it upright and put it on white paper."""
    height, width = image.height, image.width
    # Pillow turns TIFF files itself.
    orientation = 1 if image.format == "TIFF" else image.getexif().get(_ORIENTATION, 1)
    _check_crop(crop, *((width, height) if orientation in _LYING else (height, width)))
    # Pixels that may become one without a loss that cells could show.
    side = (max(crop.height, crop.width) if crop else 0) or max(height, width)
    cells = max(each or 0 for each in size)
    wanted = max(1, math.floor(side / max(_WORKING_SIDE, FINEST * cells)))
    if image.format == "JPEG" and wanted > 1:
        image.draft(None, (width // wanted, height // wanted))
    image.load()
    factor = max(1, round(wanted * image.width / width))
    flat = _flat(image, factor, _on_paper)
    extrema: Any = flat.getextrema()
    is_white = min(low for low, _ in extrema) >= _NEARLY_WHITE
    is_outline = False
    if is_white and image.has_transparency_data and not image.mode.startswith("I"):
        least, most = image.convert("RGBA").getchannel("A").getextrema()
        is_outline = least != most
    if is_outline:
        flat = _flat(image, factor, _as_shape)
    scale = max(height, width) / max(flat.height, flat.width)
    turn = _TURNS.get(orientation)
    return DecodedPicture(flat if turn is None else flat.transpose(turn), scale, is_outline)


def _flat(
    image: Image.Image, factor: int, convert: Callable[[Image.Image], Image.Image]
) -> Image.Image:
    """Return the picture in colours on white paper, reduced; band by band, as large ones take
    much memory in each form they go through."""
    width, height = image.size
    flat: Image.Image = pillow().new("RGB", (-(-width // factor), -(-height // factor)))
    band = factor * max(1, _BAND // factor)
    for top in range(0, height, band):
        part = image.crop((0, top, width, min(height, top + band)))
        flat.paste(convert(part).reduce(factor), (0, top // factor))
    return flat


def _on_paper(image: Image.Image) -> Image.Image:
    """Return the picture in colours, with white where it is transparent."""
    if image.mode.startswith("I"):
        # Grey values of 16 bits: the upper eight count, one value may be transparent.
        clear = image.info.get("transparency")
        table = [255 if value == clear else value >> 8 for value in range(2**16)]
        return image.convert("I").point(table, "L").convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    inks = image.convert("RGBA")
    paper: Image.Image = pillow().new("RGB", inks.size, _PAPER)
    paper.paste(inks, mask=inks.getchannel("A"))
    return paper


def _as_shape(image: Image.Image) -> Image.Image:
    """Return all that is not transparent, in black on white."""
    clear = image.convert("RGBA").getchannel("A").point([255 - value for value in range(256)])
    return clear.convert("RGB")
