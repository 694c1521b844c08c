"""The size, scans and tags that a picture file declares, found without decoding anything."""

from __future__ import annotations

import math
import re
from collections.abc import Callable


def is_known(data: bytes) -> bool:
    """Return True if a file begins as one of the formats that are read."""
    if data.startswith(b"RIFF"):
        return is_webp(data)
    if data.startswith(b"P"):
        return _PNM.match(data) is not None
    return data.startswith(tuple(_HEADERS))


def is_webp(data: bytes) -> bool:
    """Return True if a file begins as a WebP file: other sorts of files are RIFF files too."""
    return data.startswith(b"RIFF") and data[8:12] == b"WEBP"


def scans_in(data: bytes) -> int:
    """Count the scans of a JPEG file, or of each piece of a TIFF file that holds such: each takes
    as long as decoding the picture."""
    if is_tiff(data):
        try:
            tags = tiff_tags(data)
        except IndexError:
            return 0
        height, width = tags.get(TiffTag.HEIGHT) or 1, tags.get(TiffTag.WIDTH) or 1
        high = tags.get(TiffTag.TILE_HEIGHT) or tags.get(TiffTag.ROWS_PER_STRIP) or height
        wide = tags.get(TiffTag.TILE_WIDTH) or width
        pieces = math.ceil(height / high) * math.ceil(width / wide)
        return math.ceil(data.count(bytes((0xFF, _SCAN))) / pieces)
    if not data.startswith(b"\xff\xd8"):
        return 0
    scans, at = 0, 2
    while (found := _MARKER.search(data, at)) is not None:
        marker = data[found.end() - 1]
        if marker == _END:
            break
        scans += marker == _SCAN
        length = int.from_bytes(data[found.end() : found.end() + 2], "big")
        at = found.end() + (0 if marker in _BARE else max(2, length))
    return scans


_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""A marker; what follows a scan's header has none but those that say "go on"."""
_SCAN = 0xDA
_END = 0xD9
_BARE = (0x01, 0xD8)  # markers without a length


def declared_size(data: bytes) -> tuple[int, int] | None:
    """Return height and width as the file's header tells; None if it tells none."""
    pnm = _PNM_SIZE.match(data)
    if pnm is not None:
        return int(pnm[2]), int(pnm[1])
    for start, find in _HEADERS.items():
        if data.startswith(start):
            try:
                return find(data)
            except IndexError:
                return None
    return None


def _number(data: bytes, at: int, length: int, *, big: bool = False) -> int:
    piece = data[at : at + length]
    if len(piece) < length:
        raise IndexError
    return int.from_bytes(piece, "big" if big else "little")


def _size_in_gif(data: bytes) -> tuple[int, int]:
    """Return the size of the screen, or of the first frame where that is larger."""
    height, width = _number(data, 8, 2), _number(data, 6, 2)
    flags = data[10]
    at = 13 + (3 << (flags & 7) + 1 if flags & 128 else 0)
    while data[at] == ord("!"):
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    if data[at] != ord(","):
        return height, width
    left, top, wide, high = (_number(data, at + offset, 2) for offset in (1, 3, 5, 7))
    return max(height, top + high), max(width, left + wide)


def _size_in_webp(data: bytes) -> tuple[int, int] | None:
    kind = data[8:16]
    if kind == b"WEBPVP8X":
        return _number(data, 27, 3) + 1, _number(data, 24, 3) + 1
    if kind == b"WEBPVP8L":
        bits = _number(data, 21, 4)
        return (bits >> 14 & 0x3FFF) + 1, (bits & 0x3FFF) + 1
    if kind == b"WEBPVP8 ":
        return _number(data, 28, 2) & 0x3FFF, _number(data, 26, 2) & 0x3FFF
    return None


def _size_in_jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _number(data, at + 5, 2, big=True), _number(data, at + 7, 2, big=True)
        else:
            at += 2 + max(2, _number(data, at + 2, 2, big=True))
    return None


def _size_in_bmp(data: bytes) -> tuple[int, int]:
    if _number(data, 14, 4) == _OLD_BMP:
        return _number(data, 20, 2), _number(data, 18, 2)
    height = _number(data, 22, 4)  # below zero if the rows go from the top downwards
    return min(height, 2**32 - height), _number(data, 18, 4)


_OLD_BMP = 12  # bytes of the second header of a BMP file of the first sort


# --- PBM, PGM and PPM --------------------------------------------------------------------------

_GAP = rb"(?:\s|#[^\n\r]*+[\n\r])++"
_PNM = re.compile(rb"P[1-6](?=[\s#])")
_PNM_SIZE = re.compile(rb"P[1-6]%b([0-9]{1,10})%b([0-9]{1,10})(?=[\s#]|$)" % (_GAP, _GAP))
_PLAIN_PNM = re.compile(rb"P[1-3](?=[\s#])")
_COMMENT = re.compile(rb"#[^\n\r]*+")


def without_comments(data: bytes) -> bytes:
    """Return a PBM, PGM or PPM file of digits without its comments, of which millions would take
    the decoder minutes; other files as they are."""
    return _COMMENT.sub(b"", data) if _PLAIN_PNM.match(data) else data


# --- TIFF --------------------------------------------------------------------------------------


def is_tiff(data: bytes) -> bool:
    """Return True if a file begins as a TIFF file."""
    return data.startswith((b"II*\0", b"MM\0*"))


class TiffTag:
    """Numbers of the tags of a TIFF file that matter before it is decoded."""

    WIDTH = 256
    HEIGHT = 257
    COMPRESSION = 259
    ROWS_PER_STRIP = 278
    TILE_WIDTH = 322
    TILE_HEIGHT = 323


_TIFF_SIZES = {1: 1, 3: 2, 4: 4}  # bytes of a number by the sort of a tag: byte, short, long


def tiff_tags(data: bytes) -> dict[int, int]:
    """Return the tags of a TIFF file's first page that are one number each, of those that occur
    twice the largest."""
    big = data.startswith(b"M")
    start = _number(data, 4, 4, big=big)
    found: dict[int, int] = {}
    for at in range(start + 2, start + 2 + 12 * _number(data, start, 2, big=big), 12):
        tag, sort = _number(data, at, 2, big=big), _number(data, at + 2, 2, big=big)
        if sort in _TIFF_SIZES and _number(data, at + 4, 4, big=big) == 1:
            value = _number(data, at + 8, _TIFF_SIZES[sort], big=big)
            found[tag] = max(value, found.get(tag, 0))
    return found


def _size_in_tiff(data: bytes) -> tuple[int, int] | None:
    """Return the size of the picture, or of one of its tiles where that is larger."""
    tags = tiff_tags(data)
    size = tags.get(TiffTag.HEIGHT, 0), tags.get(TiffTag.WIDTH, 0)
    tile = tags.get(TiffTag.TILE_HEIGHT, 0), tags.get(TiffTag.TILE_WIDTH, 0)
    return max(size, tile, key=math.prod) if all(size) else None


_HEADERS: dict[bytes, Callable[[bytes], tuple[int, int] | None]] = {
    b"\x89PNG\r\n\x1a\n": lambda data: (
        _number(data, 20, 4, big=True),
        _number(data, 16, 4, big=True),
    ),
    b"GIF87a": _size_in_gif,
    b"GIF89a": _size_in_gif,
    b"RIFF": _size_in_webp,
    b"\xff\xd8": _size_in_jpeg,
    b"BM": _size_in_bmp,
    b"II*\0": _size_in_tiff,
    b"MM\0*": _size_in_tiff,
}
