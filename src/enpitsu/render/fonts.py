"""Fonts of PDF files: embedded TrueType fonts that have the glyphs of a text.

Latin text (with Greek, Cyrillic, arrows) is set in Source Sans of the package font-source-sans-pro,
or in Vera, which reportlab brings. For what these lack other fonts are looked for: the user's
files, those of the system, a package. So the same text looks the same on every machine with the
same packages, except where a font of the machine is all there is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from enpitsu import extras
from enpitsu.errors import FormatError
from enpitsu.render.fontfile import FontFile, Unusable, open_fonts, system_fonts

_BEFORE = {"left": 0.0, "middle": 0.5, "right": 1.0}
"""The share of a text that stands before the point it is aligned to."""

_HOUSE = (
    ("font_source_sans_pro", "files/SourceSansPro-Regular.ttf", "files/SourceSansPro-Semibold.ttf"),
    ("reportlab", "fonts/Vera.ttf", "fonts/VeraBd.ttf"),
)
"""Packages with a font for Latin text, regular and heavier; the first that is there is taken."""

_OTHERS = (("matplotlib_fontja", "fonts/ipaexg.ttf"), ("japanize_matplotlib", "fonts/ipaexg.ttf"))
"""Packages with a Japanese font, if the system has none."""

_HEAVIER = 0.03
"""The width of the outline that makes letters heavier which have no bold font, in font sizes."""

_LONGEST = 10_000
_REMEMBERED = 20_000

_BLANKS = re.compile(r"\s")


class Face(NamedTuple):
    """A font that is registered: its name, reportlab's object, and the characters it has."""

    name: str
    font: Any
    glyphs: Any
    bold: bool = False

    def has(self, letter: str) -> bool:
        """Return whether there is a glyph for a character."""
        return bool(self.glyphs.get(ord(letter)))


class GlyphRun(NamedTuple):
    """A part of a text as a page's stream holds it, with its width for a font size of one."""

    font: str
    code: str
    width: float
    heavier: bool


class Fonts:
    """The fonts of one document, found as its texts need them.

    `files` are fonts of the user's, asked first where the house's font lacks a character;
    `folders` are where other fonts are looked for, instead of the system's usual ones.
    """

    def __init__(
        self, files: Sequence[Path] = (), *, folders: Sequence[Path] | None = None
    ) -> None:
        check_backend()
        self._regular, self._bold = _house_faces()
        self._others: list[Face] = []
        for path in map(Path, files):
            try:
                self._others.append(_face_of(open_fonts(path)[0]))
            except Unusable as error:
                raise FormatError(f"cannot use the font {path.name[:80]}: {error}") from None
        self._folders = folders
        self._files: list[FontFile] | None = None
        """Fonts of the machine that may have what others lack; None until one is needed."""
        self._refused: list[str] = []
        """Fonts that had something, and why they were not taken."""
        self._runs: dict[tuple[str, bool], list[tuple[str, Face]]] = {}
        self._pieces: dict[tuple[str, bool], tuple[GlyphRun, ...]] = {}
        self._document: object = None

    @property
    def name(self) -> str:
        """The name of the font for plain Latin text, as reportlab knows it."""
        return self._regular.name

    @property
    def figure_height(self) -> float:
        """The height of a digit, in font sizes."""
        # The cap height stands for it, which reportlab reads from the font or guesses.
        return float(self._bold.font.face.capHeight) / 1000

    def runs(self, text: str, bold: bool = False) -> list[tuple[str, str]]:
        """Return parts of a text, each with the name of a registered font that has its glyphs."""
        return [(part, face.name) for part, face in self._faces(text, bold)]

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Return the width of a text in points."""
        return size * sum(_width(face.font, part) for part, face in self._faces(text, bold))

    def draw(
        self,
        canvas: Any,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
    ) -> None:
        """Write a text on a canvas in its fill colour; (x, y) lies on the baseline."""
        pieces = self.pieces(canvas, text, bold)
        start = x - _BEFORE[align] * size * sum(piece.width for piece in pieces)
        if any(piece.heavier for piece in pieces):
            canvas.saveState()
            canvas.setStrokeColor(canvas._fillColorObj)
            canvas.addLiteral(_text_object(pieces, start, y, size))
            canvas.restoreState()
        elif pieces:
            canvas.addLiteral(_text_object(pieces, start, y, size))

    def pieces(self, canvas: Any, text: str, bold: bool = False) -> tuple[GlyphRun, ...]:
        """Return a text as the canvas's document writes it."""
        if canvas._doc is not self._document:
            # Names and codes of letters belong to one document.
            self._document, self._pieces = canvas._doc, {}
        key = (text, bold)
        if key not in self._pieces:
            if len(self._pieces) > _REMEMBERED:
                self._pieces.clear()
            pieces = []
            for part, face in self._faces(text, bold):
                at = 0
                for subset, codes in face.font.splitString(part, canvas._doc):
                    width = _width(face.font, part[at : at + len(codes)])
                    at += len(codes)
                    name = face.font.getSubsetInternalName(subset, canvas._doc)
                    heavier = bold and not face.bold
                    pieces.append(GlyphRun(name, f"<{codes.hex()}>", width, heavier))
            self._pieces[key] = tuple(pieces)
        return self._pieces[key]

    def _faces(self, text: str, bold: bool) -> list[tuple[str, Face]]:
        key = (text, bold)
        if key not in self._runs:
            if len(self._runs) > _REMEMBERED:
                self._runs.clear()
            self._runs[key] = self._choose(_printable(text), bold)
        return self._runs[key]

    def _choose(self, text: str, bold: bool) -> list[tuple[str, Face]]:
        house = self._bold if bold else self._regular
        chosen: dict[str, Face] = {}
        missing = list(dict.fromkeys(letter for letter in text if not house.has(letter)))
        # Where it can be, one face for all.
        while missing:
            face = self._best(missing)
            chosen.update((letter, face) for letter in missing if face.has(letter))
            missing = [letter for letter in missing if letter not in chosen]
        faces = {face.name: face for face in (house, *chosen.values())}
        runs = groupby(text, key=lambda letter: chosen.get(letter, house).name)
        return [("".join(run), faces[name]) for name, run in runs]

    def _best(self, letters: Sequence[str]) -> Face:
        """Return the face that has most of the characters, a known one if there is any."""
        for face in sorted(self._others, key=lambda face: -sum(map(face.has, letters))):
            if any(map(face.has, letters)):
                return face
        new = self._find_new(letters)
        if new is None:
            letter = letters[0]
            name = unicodedata.name(letter, "without a name")
            missing = (
                f"no font on this machine has the character {letter} (U+{ord(letter):04X}, {name}):"
                " install one (for Japanese: the Debian package fonts-ipaexfont-gothic) or name a"
                " file with --font"
            )
            raise FormatError("; ".join([missing, *self._refused[:3]]))
        self._others.append(new)
        return new

    def _find_new(self, letters: Sequence[str]) -> Face | None:
        """Return the face of the machine that has most of the characters."""
        if self._files is None:
            paths = (_package_file(package, name) for package, name in _OTHERS)
            others = [font for path in paths if path is not None for font in open_fonts(path)]
            self._files = [*system_fonts(self._folders), *others]
        codes = [ord(letter) for letter in letters]
        counts = {file: file.count(codes) for file in self._files}
        for file in sorted(self._files, key=lambda file: -counts[file]):
            if not counts[file]:
                break
            try:
                face = _face_of(file)
            except Unusable as error:
                self._files.remove(file)
                self._refused.append(f"{file.path.name[:80]} cannot be used: {error}")
                continue
            if any(map(face.has, letters)):
                return face
        return None


def check_backend() -> None:
    """BackendMissing unless reportlab is there."""
    extras.load("reportlab", "writing PDF", "pdf")


def _package_file(package: str, name: str) -> Path | None:
    """Return a file of an installed package, which is not imported."""
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(folder, name)).is_file():
            return path
    return None


def _house_faces() -> tuple[Face, Face]:
    for package, *names in _HOUSE:
        regular, bold = (_package_file(package, name) for name in names)
        if regular is not None and bold is not None:
            faces = (_face_of(FontFile(path), is_house=True) for path in (regular, bold))
            return next(faces), next(faces)._replace(bold=True)
    raise extras.missing("writing PDF", "pdf")


def _face_of(file: FontFile, *, is_house: bool = False) -> Face:
    """Register a font with reportlab, once a process; Unusable if it cannot be embedded."""
    from reportlab.pdfbase import pdfmetrics

    name = f"enpitsu-{file.fingerprint}"
    if name not in pdfmetrics.getRegisteredFontNames():
        font = file.load(name)
        if not is_house:
            # For reportlab fonts of one name are one font; files of different versions are not.
            font.face.name += f"-{file.fingerprint[:8]}".encode()
        pdfmetrics.registerFont(font)
    font = pdfmetrics.getFont(name)
    return Face(name, font, font.face.charToGlyph)


def _printable(text: str) -> str:
    """Return a text without what has no glyph: controls, direction marks, variants, half
    characters."""
    if text.isascii() and text.isprintable():
        return text[:_LONGEST]
    blanked = _BLANKS.sub(" ", unicodedata.normalize("NFC", text[:_LONGEST]))
    hidden = {"Cc", "Cf", "Cs"}
    return "".join(
        letter
        for letter in blanked
        if unicodedata.category(letter) not in hidden and not "\ufe00" <= letter <= "\ufe0f"
    )


def _width(font: Any, text: str) -> float:
    """Return a text's width for a font size of one."""
    widths, usual = font.face.charWidths, font.face.defaultWidth
    return float(sum(widths.get(ord(letter), usual) for letter in text)) / 1000


def _text_object(pieces: Sequence[GlyphRun], x: float, y: float, size: float) -> str:
    parts = [f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm"]
    for piece in pieces:
        mode = f"2 Tr {_HEAVIER * size:.3f} w" if piece.heavier else "0 Tr"
        parts.append(f"{mode} {piece.font} {size:.2f} Tf {piece.code} Tj")
    return " ".join([*parts, "ET"])
