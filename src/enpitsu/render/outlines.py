"""Fonts with PostScript outlines, made into TrueType as far as a document uses them.

reportlab embeds TrueType outlines only, and many Japanese fonts have the others. fontTools draws
their glyphs again with quadratic curves. Only the used glyphs are: all of them would take minutes.
This module is loaded only when such a font is met; ImportError if reportlab or fontTools lack.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont as FontReader
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from enpitsu.render.fontfile import Unusable

_ERROR = 0.001  # how far a curve may be off, in font sizes

_SYMBOLIC = 4
_NO_EMBEDDING = 2


def convert(name: str, path: Path, index: int) -> Any:
    """Return a font of a file for reportlab, under a name."""
    return _Font(name, _Face(path, index))


class _Face(TTFontFace):  # type: ignore[misc]
    """A font with PostScript outlines that answers what reportlab asks of a TrueType font."""

    def __init__(self, path: Path, index: int) -> None:
        pdfmetrics.TypeFace.__init__(self, None)
        # Glyphs are read when they are needed, so the file stays open as long as the font.
        reader = FontReader(str(path), fontNumber=index, lazy=True)
        if reader["OS/2"].fsType & 0xF == _NO_EMBEDDING:
            raise Unusable("its makers do not allow it to be embedded")
        self._reader, self._glyphs = reader, reader.getGlyphSet()
        head, cmap = reader["head"], reader.getBestCmap()
        scale = 1000 / head.unitsPerEm
        self.filename = path.name
        name = reader["name"].getDebugName(6) or "Font"
        plain = "".join(letter for letter in name if letter.isascii() and letter.isalnum())
        self.name = plain.encode("ascii")[:60] or b"Font"
        self.subfontNameX = b""
        self.charToGlyph = {
            code: number for code, glyph in cmap.items() if (number := reader.getGlyphID(glyph))
        }
        metrics, header = reader["hmtx"], reader["hhea"]
        self.charWidths = {code: metrics[cmap[code]][0] * scale for code in self.charToGlyph}
        self.defaultWidth = metrics[reader.getGlyphName(0)][0] * scale
        self.ascent, self.descent = header.ascent * scale, header.descent * scale
        self.capHeight = getattr(reader["OS/2"], "sCapHeight", header.ascent) * scale
        self.bbox = [side * scale for side in (head.xMin, head.yMin, head.xMax, head.yMax)]
        self.italicAngle, self.stemV, self.flags = 0, 80, _SYMBOLIC
        self._full_font = False

    def makeSubset(self, subset: Sequence[int]) -> bytes:  # noqa: N802
        """Return a TrueType font in which code n shows the n-th of these characters."""
        reader = self._reader
        builder = FontBuilder(reader["head"].unitsPerEm, isTTF=True)
        names = [".notdef", *(f"g{number}" for number in range(len(subset)))]
        sources = [reader.getGlyphName(self.charToGlyph.get(code, 0)) for code in [0, *subset]]
        builder.setupGlyphOrder(names)
        builder.setupGlyf(
            {name: self._draw(glyph) for name, glyph in zip(names, sources, strict=True)}
        )
        widths = [reader["hmtx"][glyph][0] for glyph in sources]
        lefts = [getattr(builder.font["glyf"][name], "xMin", 0) for name in names]
        metrics = zip(widths, lefts, strict=True)
        builder.setupHorizontalMetrics(dict(zip(names, metrics, strict=True)))
        builder.setupHorizontalHeader(ascent=reader["hhea"].ascent, descent=reader["hhea"].descent)
        builder.setupCharacterMap({})
        # PDF asks an embedded font for a table from bytes to glyphs.
        table = CmapSubtable.newSubtable(6)
        table.platformID, table.platEncID, table.language = 1, 0, 0
        table.cmap = dict(enumerate(names[1:]))
        builder.font["cmap"].tables = [table]
        builder.setupPost(keepGlyphNames=False)
        # The same document shall be the same bytes, so no time of today.
        builder.font["head"].created = builder.font["head"].modified = 0
        builder.font.recalcTimestamp = False
        file = BytesIO()
        builder.save(file)
        return file.getvalue()

    def _draw(self, glyph: str) -> Any:
        pen = TTGlyphPen(None)
        error = _ERROR * self._reader["head"].unitsPerEm
        self._glyphs[glyph].draw(Cu2QuPen(pen, error, reverse_direction=True))
        return pen.glyph()


class _Font(TTFont):  # type: ignore[misc]
    """A font of reportlab's that does not read a file itself."""

    def __init__(self, name: str, face: _Face) -> None:
        self.fontName = name
        self.face = face
        self.encoding = TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable = True
        self.shapable = False
