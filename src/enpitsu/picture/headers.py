"""What a picture file declares, found without decoding anything: its size, its scans."""

from __future__ import annotations

import re
from collections.abc import Callable


def is_known(data: bytes) -> bool:
    """Whether a file begins as one of the formats that are read."""
    return data.startswith(tuple(_HEADERS)) and (not data.startswith(b"RIFF") or is_webp(data))


def is_webp(data: bytes) -> bool:
    """Whether a file begins as a WebP file: other sorts of files are RIFF files too."""
    return data.startswith(b"RIFF") and data[8:12] == b"WEBP"


def scans_in(data: bytes) -> int:
    """How often a JPEG file goes over its picture: each time costs as much as decoding it."""
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
_SCAN, _END, _BARE = 0xDA, 0xD9, (0x01, 0xD8)


def declared_size(data: bytes) -> tuple[int, int] | None:
    """Height and width as the file's header tells, without decoding; None if it tells none."""
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


def _size_in_png(data: bytes) -> tuple[int, int]:
    return _number(data, 20, 4, big=True), _number(data, 16, 4, big=True)


def _size_in_gif(data: bytes) -> tuple[int, int]:
    """The screen, or the first frame where that is larger."""
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


_HEADERS: dict[bytes, Callable[[bytes], tuple[int, int] | None]] = {
    b"\x89PNG\r\n\x1a\n": _size_in_png,
    b"GIF87a": _size_in_gif,
    b"GIF89a": _size_in_gif,
    b"RIFF": _size_in_webp,
    b"\xff\xd8": _size_in_jpeg,
}
