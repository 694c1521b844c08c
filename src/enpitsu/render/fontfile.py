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
        with suppress(OSError, struct.error, ValueError), self.path.open("rb") as file:
            file.seek(_start(file, self.index) + 4)
            (tables,) = struct.unpack(">H6x", file.read(8))
            for _ in range(tables):
                tag, _, offset, length = struct.unpack(">4sLLL", file.read(16))
                if tag == b"cmap":
                    file.seek(offset)
                    return sorted(_read_characters(file.read(min(length, _LARGEST_TABLE))))
        return []

    @cached_property
    def fingerprint(self) -> str:
        """A name that only this font has, wherever the file lies."""
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

    def rank(path: Path) -> tuple[int, str, str]:
        name = unicodedata.normalize("NFC", path.name).lower()
        places = (at for at, start in enumerate(_PREFERRED) if name.startswith(start))
        return next(places, len(_PREFERRED)), name, str(path)

    for path in sorted(islice(paths, MOST_FILES), key=rank):
        with suppress(Unusable):
            found += open_fonts(path)[:1]
    return found


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


def _read_characters(cmap: bytes) -> list[tuple[int, int]]:
    """Return the runs of characters of the Unicode subtable that has most: of format 12, else 4."""
    (count,) = struct.unpack_from(">2xH", cmap)
    offsets: dict[int, int] = {}
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHL", cmap, 4 + 8 * number)
        if (platform, encoding) in {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}:
            (form,) = struct.unpack_from(">H", cmap, offset)
            offsets.setdefault(form, offset)
    runs: list[tuple[int, int]] = []
    if 12 in offsets:
        (groups,) = struct.unpack_from(">12xL", cmap, offsets[12])
        for start in range(offsets[12] + 16, offsets[12] + 16 + 12 * groups, 12):
            runs.append(struct.unpack_from(">LL", cmap, start))
    if 4 in offsets and not runs:
        (double,) = struct.unpack_from(">6xH", cmap, offsets[4])
        ends = struct.unpack_from(f">{double // 2}H", cmap, offsets[4] + 14)
        starts = struct.unpack_from(f">{double // 2}H", cmap, offsets[4] + 16 + double)
        pairs = zip(starts, ends, strict=True)
        runs = [(first, last) for first, last in pairs if first <= last < 0xFFFF]
    return runs
