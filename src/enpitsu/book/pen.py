"""The pen: everything that pages draw, in one place, so that all of them look alike."""

from __future__ import annotations

import re
import unicodedata
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from enpitsu.book.paper_sheet import PageBox
from enpitsu.book.prepare import LegendColour
from enpitsu.book.qr import QrCode
from enpitsu.errors import FormatError
from enpitsu.grade import LEVELS
from enpitsu.kind import AnyKind
from enpitsu.render.fonts import Fonts
from enpitsu.render.palette import LIGHT
from enpitsu.render.paper import MM
from enpitsu.render.pdf import draw_scene
from enpitsu.scene import Scene
from enpitsu.technique import Argument, Message
from enpitsu.words import ENGLISH, SHARED, say

INK = LIGHT["ink"]  # text
GREY = LIGHT["ink2"]  # what stands beside it
PALE = LIGHT["done"]  # what is hardly to be seen
LINE = LIGHT["grid"]  # rules
ACCENT = LIGHT["accent"]  # links and the cover

LEADING = 1.32  # the distance of lines, in font sizes

_DOT = 0.95 * MM
_DOT_GAP = 3.0 * MM

_CLEAR = 14.0
_LONGEST_LINE = 500
_SHOWN = 60

_LEFTWARDS = frozenset({"R", "AL"})
_NEVER_FIRST = "、。，．・：；？！」』）】〕〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〜"
"""Letters that no line begins with: closing brackets, stops, small kana."""
_WORD = re.compile(r"\s+|[^\s]+")


class Pen:
    """Draws on one canvas with one set of fonts, in one language."""

    def __init__(self, canvas: Any, fonts: Fonts, language: str) -> None:
        self.canvas, self.fonts, self.language = canvas, fonts, language
        self._widths: dict[tuple[str, float, bool], float] = {}

    def say(self, key: str, **args: Argument) -> str:
        """Return a text of the book's catalogue."""
        return say(Message(f"{SHARED}.book.{key}", args), self.language)

    def name(self, kind: AnyKind) -> str:
        """Return the name of a kind: its native one in a book that is not in English."""
        is_english = self.language == ENGLISH or not self.can_write(kind.native_name)
        return kind.name if is_english else kind.native_name

    # --- text ------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
        colour: str = INK,
    ) -> None:
        """Write a line of text; (x, y) lies on its baseline."""
        if text:
            bold = bold and not _is_clogged(text, size)
            self.canvas.setFillColor(colour)
            self.fonts.draw(self.canvas, x, y, text, size, bold=bold, align=align)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a text."""
        key = (text, size, bold)
        if key not in self._widths:
            if len(self._widths) > 50_000:
                self._widths.clear()
            bold = bold and not _is_clogged(text, size)
            self._widths[key] = self.fonts.width(text, size, bold) if text else 0.0
        return self._widths[key]

    def check(self, text: str) -> None:
        """FormatError if a text cannot be written."""
        # Letters of Hebrew, Arabic and the like must be put in order before they can be drawn.
        if _runs_leftwards(text):
            raise FormatError(
                f"{text[:_SHOWN]!r} has letters that are written from right to left, which a book "
                "cannot print"
            )
        self.fonts.runs(text)

    def can_write(self, text: str) -> bool:
        """Return whether a text can be written."""
        try:
            self.check(text)
        except FormatError:
            return False
        return True

    def writable(self, text: str) -> str:
        """Return a text with a question mark for each letter that cannot be written."""
        if self.can_write(text):
            return text
        known = {letter: self.can_write(letter) for letter in set(text)}
        return "".join(letter if known[letter] else "?" for letter in text)

    def why_not(self, text: str) -> str:
        """Return the reason why a text cannot be written; "" if it can."""
        if self.can_write(text):
            return ""
        shown = repr(text[:_SHOWN])
        if _runs_leftwards(text):
            return f"{shown} is written from right to left, which a book cannot print"
        return f"no font has all letters of {shown}"

    def fit(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """Return the text, or as much of its beginning as fits, with dots."""
        text = text[:_LONGEST_LINE]
        if self.width(text, size, bold=bold) <= width:
            return text
        return self._cut(text, size, width, bold)

    def _cut(self, text: str, size: float, width: float, bold: bool) -> str:
        """Return as much of the text's beginning as fits with dots."""
        room = range(len(text) + 1)
        cuts = bisect_right(
            room, width, key=lambda end: self.width(f"{text[:end]}…", size, bold=bold)
        )
        kept = text[: max(0, cuts - 1)].rstrip()
        return f"{kept}…" if kept else ""

    def largest_size(self, text: str, size: float, width: float, least: float) -> float:
        """Return the largest font size up to `size` at which a bold text fits, at least `least`."""
        natural = self.width(text, size, bold=True)
        return size if natural <= width else max(least, size * width / natural)

    def lines(
        self, text: str, size: float, width: float, *, bold: bool = False, most: int | None = None
    ) -> list[str]:
        """Cut a text into lines that fit; its own line ends are kept. Where they are more than
        `most`, the last of these ends with dots."""
        parts = text.split("\n")
        found = [line for part in parts for line in self._fill(part, size, width, bold)]
        if most is None or len(found) <= most:
            return found
        return [*found[: most - 1], self._cut(found[most - 1], size, width, bold) or "…"]

    def _fill(self, text: str, size: float, width: float, bold: bool) -> Iterator[str]:
        line, used = "", 0.0
        for word in _pieces(text):
            wide = self.width(word, size, bold=bold)
            if line and used + (0 if word.isspace() else wide) > width:
                yield line.rstrip()
                line, used = "", 0.0
                if word.isspace():
                    continue
            if wide <= width:
                line, used = line + word, used + wide
                continue
            # A word wider than a line is cut; only blanks come here while there is a line.
            if line:
                yield line
                line = ""
            for letter in word:
                if line and self.width(line + letter, size, bold=bold) > width:
                    yield line
                    line = ""
                line += letter
            used = self.width(line, size, bold=bold)
        yield line.rstrip()

    def paragraph(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        size: float,
        *,
        colour: str = INK,
        bold: bool = False,
    ) -> float:
        """Write lines below each other, the first one's top at y; return where they end."""
        for line in lines:
            y -= size * LEADING
            self.text(x, y + size * 0.28, line, size, colour=colour, bold=bold)
        return y

    # --- lines, dots, boards ---------------------------------------------------------------------

    def rule(
        self, x1: float, x2: float, y: float, *, width: float = 0.5, colour: str = LINE
    ) -> None:
        """Draw a line across."""
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(width)
        self.canvas.line(x1, y, x2, y)

    def dots(self, x: float, y: float, filled: int, *, scale: float = 1.0) -> float:
        """Draw a level: as many dots as there are levels, so many of them filled; y is their
        middle. Return where they end."""
        radius, gap = _DOT * scale, _DOT_GAP * scale
        self.canvas.setLineWidth(0.6 * scale)
        for at in range(len(LEVELS)):
            is_filled = at < filled
            self.canvas.setStrokeColor(INK if is_filled else PALE)
            self.canvas.setFillColor(INK)
            self.canvas.circle(x + radius + at * gap, y, radius, stroke=1, fill=int(is_filled))
        return x + 2 * radius + (len(LEVELS) - 1) * gap

    def board(
        self, scene: Scene, left: float, top: float, cell: float, theme: str = "print"
    ) -> None:
        """Draw a board whose whole extent begins at (left, top)."""
        draw_scene(self.canvas, scene, self.fonts, left=left, top=top, cell=cell, theme=theme)

    def qr(self, code: QrCode, left: float, top: float, width: float) -> None:
        """Draw a QR code with its quiet zone."""
        module = width / code.width
        matrix = f"{module:.4f} 0 0 {module:.4f} {left:.3f} {top - width:.3f} cm"
        self.canvas.addLiteral(f"q {matrix} 0 g {code.runs} f Q")

    def legend(self, colours: Sequence[LegendColour], box: PageBox) -> None:
        """Draw the puzzle's colours in rows, as many as `legend_height` told."""
        side = 3.6 * MM
        x, y = box.left, box.top - side
        for colour, wide in zip(colours, self._legend_widths(colours), strict=True):
            if x + wide > box.right and x > box.left:
                x, y = box.left, y - side - 1.4 * MM
            self.canvas.setFillColor(colour.fill)
            self.canvas.setStrokeColor(colour.stroke)
            self.canvas.setLineWidth(0.5)
            self.canvas.roundRect(x, y, side, side, 0.5 * MM, stroke=1, fill=1)
            base, letter = y + 1.0 * MM, colour.letter
            self.text(x + side / 2, base, letter, 7, bold=True, align="middle", colour=colour.on)
            self.text(x + side + 1.2 * MM, base, colour.name, 7.5, colour=GREY)
            x += wide

    def legend_height(self, colours: Sequence[LegendColour], width: float) -> float:
        """Return the height of the legend of a puzzle's colours; 0 without colours."""
        if not colours:
            return 0.0
        rows, used = 1, 0.0
        for wide in self._legend_widths(colours):
            if used + wide > width and used:
                rows, used = rows + 1, 0.0
            used += wide
        return rows * 5.0 * MM

    def _legend_widths(self, colours: Sequence[LegendColour]) -> list[float]:
        return [8.4 * MM + self.width(colour.name, 7.5) for colour in colours]

    # --- pages, places and links -----------------------------------------------------------------

    def end_page(self) -> None:
        """End the page, and compress it: reportlab would keep all pages as they are until the end,
        and then also write them in letters of text, a quarter longer."""
        from reportlab.pdfbase.pdfdoc import PDFName, PDFStream

        self.canvas.showPage()
        page = self.canvas._doc.Pages.pages[-1]
        packed = PDFStream(content=zlib.compress(page.stream.encode("latin-1")))
        packed.dictionary["Filter"] = PDFName("FlateDecode")
        page.stream, page.Contents = None, packed

    def place(self, key: str, top: float) -> None:
        """Name this height of the page, so that links can lead here."""
        self.canvas.bookmarkHorizontal(key, 0, top)

    def leads_to(self, key: str, box: PageBox) -> None:
        """Make a part of the page a link to a place."""
        corners = (box.left, box.bottom, box.right, box.top)
        self.canvas.linkRect("", key, corners, Border="[0 0 0]")

    def opens(self, address: str, box: PageBox) -> None:
        """Make a part of the page a link to an address."""
        corners = (box.left, box.bottom, box.right, box.top)
        self.canvas.linkURL(address, corners, relative=0, thickness=0)


def _pieces(text: str) -> Iterator[str]:
    """Yield words, spaces, and single letters of scripts without spaces: lines end after these."""
    for word in _WORD.findall(text):
        piece = ""
        for letter in word:
            if _is_wide(letter) and not (piece and letter in _NEVER_FIRST):
                if piece:
                    yield piece
                piece = letter
            else:
                if piece and _is_wide(piece[-1]) and not _is_wide(letter) and letter.isalnum():
                    yield piece
                    piece = ""
                piece += letter
        if piece:
            yield piece


def _runs_leftwards(text: str) -> bool:
    return not text.isascii() and any(
        unicodedata.bidirectional(letter) in _LEFTWARDS for letter in text
    )


def _is_clogged(text: str, size: float) -> bool:
    """Return whether bold letters would run full of ink: those of many strokes, set small."""
    return size < _CLEAR and any(map(_is_wide, text))


def _is_wide(letter: str) -> bool:
    return letter > "\u2e7f" and unicodedata.east_asian_width(letter) in "WF"
