"""Font files of the machine: where they lie, and which characters they have.

Only the table of characters is read, so that hundreds of files can be asked quickly. Fonts with
TrueType outlines are embedded by reportlab; those with PostScript outlines (Noto CJK, most of
macOS) are made into TrueType by fontTools, glyph by glyph as they are used.
"""

from __future__ import annotations

import os
import struct
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

LARGEST_FILE = 200_000_000
MOST_FILES = 10_000  # how many files of the system's folders are looked at

MOST_CODES = 0x110000

_ENDINGS = {".ttf", ".ttc", ".otf", ".otc"}
_MOST_IN_COLLECTION = 64
_LARGEST_TABLE = 4_000_000

_PREFERRED = (
    "ipaexg",
    "ipagp",
    "ipag",
    "notosansjp",
    "notosanscjkjp",
    "notosanscjk-regular",
    "notosanscjk",
    "biz-udpgothic",
    "bizudpgothic",
    "yugothr",
    "yugothm",
    "meiryo",
    "hiragino sans gb",
    "ヒラギノ角ゴシック w3",
    "takaopgothic",
    "takaogothic",
    "vl-pgothic",
    "vl-gothic",
    "fonts-japanese-gothic",
    "msgothic",
    "dejavusans.",
    "notosans-regular",
    "liberationsans-regular",
    "arial unicode",
    "droidsansfallback",
)
"""Beginnings of file names, the best first: sans serif, of plain weight, Japanese before others."""


class Unusable(Exception):
    """A font that cannot be read or embedded, with the reason."""


class FontFile:
    """One font of a file; collections have several."""

    def __init__(self, path: Path, index: int = 0) -> None:
        self.path = path
        self.index = index

    def count(self, codes: Iterable[int]) -> int:
        """Count the characters that the font has; none if it cannot be read."""
        found = 0
        for code in codes:
            at = bisect_right(self._ranges, (code, MOST_CODES)) - 1
            found += at >= 0 and code <= self._ranges[at][1]
        return found

    @cached_property
    def _ranges(self) -> list[tuple[int, int]]:
        """Runs of characters that have glyphs, or in rare fonts may have."""
        try:
            with self.path.open("rb") as file:
                return sorted(_ranges_of(file, self.index))
        except (OSError, struct.error, ValueError, Unusable):
            return []

    @cached_property
    def fingerprint(self) -> str:
        """Return a name that other fonts do not have, and that is the same wherever the file
        lies."""
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise Unusable(error.strerror or "it cannot be read") from None
        return f"{sha256(content).hexdigest()[:16]}-{self.index}"

    def load(self, name: str) -> Any:
        """Return the font for reportlab under a name; Unusable if it cannot be embedded."""
        from reportlab.pdfbase.ttfonts import TTFont

        try:
            if not self.has_postscript_outlines():
                return TTFont(name, str(self.path), subfontIndex=self.index)
            from enpitsu.render.outlines import convert

            return convert(name, self.path, self.index)
        except Unusable:
            raise
        except ImportError:
            raise Unusable("PostScript outlines need the package fonttools") from None
        except Exception as error:
            # Broken files make reportlab and fontTools raise nearly anything.
            raise Unusable(str(error)[:200] or type(error).__name__) from None

    def has_postscript_outlines(self) -> bool:
        """Return whether reportlab cannot embed it as it is."""
        with self.path.open("rb") as file:
            file.seek(_start(file, self.index))
            return file.read(4) == b"OTTO"


def open_fonts(path: Path) -> list[FontFile]:
    """Return the fonts of a file; Unusable if it is none."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Unusable(f"it is larger than {LARGEST_FILE:,} bytes")
        with path.open("rb") as file:
            magic = file.read(12)
    except OSError as error:
        raise Unusable(error.strerror or "it cannot be read") from None
    if magic[:4] == b"ttcf" and len(magic) == 12:
        count = max(1, struct.unpack(">L", magic[8:12])[0])
        return [FontFile(path, index) for index in range(min(count, _MOST_IN_COLLECTION))]
    if magic[:4] not in {b"\0\1\0\0", b"true", b"OTTO"}:
        raise Unusable("it is not a TrueType or OpenType font")
    return [FontFile(path)]


def system_fonts(folders: Sequence[Path] | None = None) -> list[FontFile]:
    """Return the first font of each file in these folders, or in the system's; the best first."""
    paths = (
        Path(where, name)
        for folder in (_usual_folders() if folders is None else folders)
        for where, _, names in os.walk(folder)
        for name in names
        if Path(name).suffix.lower() in _ENDINGS
    )
    found = []
    for path in sorted(islice(paths, MOST_FILES), key=_rank):
        with suppress(Unusable):
            found += open_fonts(path)[:1]
    return found


def _rank(path: Path) -> tuple[int, str, str]:
    name = unicodedata.normalize("NFC", path.name).lower()
    places = (at for at, start in enumerate(_PREFERRED) if name.startswith(start))
    return next(places, len(_PREFERRED)), name, str(path)


def _usual_folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home / "AppData/Local"))
        windows = os.environ.get("WINDIR", r"C:\Windows")
        return [Path(windows, "Fonts"), Path(local, "Microsoft/Windows/Fonts")]
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        Path(data, "fonts"),
        home / ".fonts",
    ]


# --- the table of characters ---------------------------------------------------------------------


def _start(file: Any, index: int) -> int:
    """Return the offset of a font in its file."""
    magic = file.read(4)
    if magic != b"ttcf":
        return 0
    file.seek(12 + 4 * index)
    return int(struct.unpack(">L", file.read(4))[0])


def _ranges_of(file: Any, index: int) -> list[tuple[int, int]]:
    file.seek(_start(file, index) + 4)
    (tables,) = struct.unpack(">H6x", file.read(8))
    for _ in range(tables):
        tag, _, offset, length = struct.unpack(">4sLLL", file.read(16))
        if tag == b"cmap":
            file.seek(offset)
            return _widest(file.read(min(length, _LARGEST_TABLE)))
    return []


def _widest(cmap: bytes) -> list[tuple[int, int]]:
    """Return the characters of the subtable that has most, of those for Unicode."""
    (count,) = struct.unpack_from(">2xH", cmap)
    found: dict[int, list[tuple[int, int]]] = {}
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHL", cmap, 4 + 8 * number)
        if (platform, encoding) not in {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}:
            continue
        (kind,) = struct.unpack_from(">H", cmap, offset)
        if kind in (4, 12) and kind not in found:
            found[kind] = _read_subtable(cmap, offset, kind)
    return found.get(12) or found.get(4) or []


def _read_subtable(cmap: bytes, offset: int, kind: int) -> list[tuple[int, int]]:
    if kind == 4:
        (double,) = struct.unpack_from(">6xH", cmap, offset)
        ends = struct.unpack_from(f">{double // 2}H", cmap, offset + 14)
        starts = struct.unpack_from(f">{double // 2}H", cmap, offset + 16 + double)
        return [pair for pair in zip(starts, ends, strict=True) if pair[0] <= pair[1] < 0xFFFF]
    (groups,) = struct.unpack_from(">12xL", cmap, offset)
    table = (
        struct.unpack_from(">LLL", cmap, offset + 16 + 12 * number) for number in range(groups)
    )
    return [(first, last) for first, last, _ in table]
