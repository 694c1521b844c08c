"""Picture files decoded safely.

A file is not trusted: the size that its header declares is checked before anything is decoded, and
whatever the decoders raise becomes a FormatError. Nothing global is changed.
"""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from enpitsu.errors import BackendMissing, FormatError
from enpitsu.picture import Crop, Size
from enpitsu.picture.headers import declared_size, is_known

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES = 16 * 2**20
MAX_PIXELS, MAX_WEBP_PIXELS = 40_000_000, 16_000_000
"""Pixels of a picture; fewer for WebP, whose decoder holds several copies of it."""

FORMATS = ("PNG", "JPEG", "GIF", "WEBP")

FINEST = 8
"""Pixels across a cell that can make a difference."""

_WORKING_SIDE = 1600
"""Larger pictures are reduced while they are read, as long as cells keep enough pixels."""
_BAND = 256
"""Rows of pixels that are converted at once."""
_PAPER = (255, 255, 255)
_ORIENTATION = 0x0112
_TURNS: dict[Any, Any] = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""Pillow's numbers of the turns that make a picture upright, by EXIF orientation."""


class Sheet(NamedTuple):
    """A decoded picture, upright, on white paper, perhaps reduced: one pixel stands for `scale`
    pixels of the file each way."""

    image: Image.Image
    scale: float


def pillow() -> Any:
    """Pillow's Image module; BackendMissing if it is not installed."""
    try:
        from PIL import Image
    except ImportError:
        raise BackendMissing("reading pictures", "image") from None
    return Image


def load(source: Path | bytes, size: Size, crop: Crop) -> Sheet:
    """Decode a file or its bytes, no finer than is needed for so many cells."""
    module = pillow()
    data = _bytes_of(source)
    most = MAX_WEBP_PIXELS if data.startswith(b"RIFF") else MAX_PIXELS
    _check_pixels(declared_size(data), most)
    try:
        with module.open(BytesIO(data), formats=FORMATS) as image:
            _check_pixels((image.height, image.width), most)
            return _decode(image, size, crop)
    except (FormatError, MemoryError):
        raise
    except Exception as error:
        # Decoders raise almost anything for damaged files: OSError, SyntaxError, ValueError,
        # struct.error, zlib.error, kinds of their own. All of them say: this file is broken.
        raise FormatError(_why(error, data)) from None


def _bytes_of(source: Path | bytes) -> bytes:
    data = _load_file(source) if isinstance(source, Path) else source
    if len(data) > MAX_BYTES:
        raise FormatError(f"the picture file is too large: at most {MAX_BYTES // 2**20} MiB")
    if not data:
        raise FormatError("there is nothing to read: the file is empty")
    return data


def _load_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise FormatError(f"cannot read {path.name!r}: {reason}") from None


def _why(error: Exception, data: bytes) -> str:
    if not is_known(data):
        return "not a picture that can be read: it must be a PNG, JPEG, GIF or WebP file"
    if declared_size(data) is None or "truncated" in str(error) or isinstance(error, EOFError):
        return "the picture file ends too early: part of it is missing"
    return "the picture file is damaged and cannot be decoded"


def _check_pixels(size: tuple[int, int] | None, most: int) -> None:
    if size is not None and size[0] * size[1] > most:
        raise FormatError(
            f"the picture is too large: {size[0]} x {size[1]} pixels (height x width); "
            f"at most {most // 10**6} million are read"
        )


def _decode(image: Image.Image, size: Size, crop: Crop) -> Sheet:
    """Decode a picture, no larger than needed, turn it upright and put it on white paper."""
    height, width = image.height, image.width
    wanted = _reduction(height, width, size, crop)
    orientation = image.getexif().get(_ORIENTATION, 1)
    if image.format == "JPEG" and wanted > 1:
        image.draft(None, (width // wanted, height // wanted))
    image.load()
    flat = _flat(image, max(1, round(wanted * image.width / width)))
    scale = max(height, width) / max(flat.height, flat.width)
    turn = _TURNS.get(orientation)
    return Sheet(flat if turn is None else flat.transpose(turn), scale)


def _flat(image: Image.Image, factor: int) -> Image.Image:
    """The picture in colours on white paper, reduced; band by band, as large ones take much
    memory in each form they go through."""
    width, height = image.size
    flat: Image.Image = pillow().new("RGB", (-(-width // factor), -(-height // factor)))
    band = factor * max(1, _BAND // factor)
    for top in range(0, height, band):
        part = image.crop((0, top, width, min(height, top + band)))
        flat.paste(_on_paper(part).reduce(factor), (0, top // factor))
    return flat


def _reduction(height: int, width: int, size: Size, crop: Crop) -> int:
    """How many pixels may become one without a loss that cells could show."""
    part = max(crop.height, crop.width) if crop else 0
    side = part or max(height, width)
    cells = max(each or 0 for each in size)
    return max(1, math.floor(side / max(_WORKING_SIDE, FINEST * cells)))


def _on_paper(image: Image.Image) -> Image.Image:
    """The picture in colours, with white where it is transparent."""
    if image.mode.startswith("I"):
        return _from_deep(image)
    if not image.has_transparency_data:
        return image.convert("RGB")
    inks = image.convert("RGBA")
    paper: Image.Image = pillow().new("RGB", inks.size, _PAPER)
    paper.paste(inks, mask=inks.getchannel("A"))
    return paper


def _from_deep(image: Image.Image) -> Image.Image:
    """Grey values of 16 bits: the upper eight count, and one value may be transparent."""
    clear = image.info.get("transparency")
    table = [255 if value == clear else value >> 8 for value in range(2**16)]
    return image.convert("I").point(table, "L").convert("RGB")
