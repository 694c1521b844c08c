"""Nonograms as .non files: Steve Simpson's format, with the extensions in use.

    title "Tiny"
    color r #ff0000
    width 4
    height 3

    rows
    2r,1r
    ...

Extensions: `color` with letters behind the numbers, `license` and packs with lines `====` between
the puzzles (nonogram-db), `saved` (pbnsolve), and of our own `background` and `?` for a run of
untold length. Keys that are not understood are kept.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any, NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head, quote, tidy, whole
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.codecs.clues import (
    MAX_PUZZLES,
    TextLine,
    clue_lines,
    doubts,
    too_many_runs,
    words_of,
)
from enpitsu.kinds.nonogram.codecs.colour_names import FileColours, rgb_of, spare
from enpitsu.kinds.nonogram.codecs.pictures import (
    Picture,
    Room,
    any_bits,
    completed,
    draw,
    empty_bit,
    position_of,
    source_of,
)
from enpitsu.kinds.nonogram.model import (
    MAX_CELLS,
    MAX_COLOURS,
    Clue,
    Nonogram,
    Run,
    check_size,
)

DEFAULT = "1"  # in pictures: the colour of numbers without a letter
BLANK = "0"  # in pictures: an empty cell
ANY = "?"  # in pictures: an unknown cell

_DIVIDER = re.compile(r"^={4,}[^\S\n]*$", re.MULTILINE)
_KEY_LINE = re.compile(
    r"^[ \t]*(?:(?:width|height)[ \t]+[0-9]|(?:rows|columns)(?:[ \t]+[0-9]+)?[ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
_CLUE_LINE = re.compile(r"\s*(?:[0-9?].*)?")
_RUN = re.compile(r"([0-9]+|\?)([^0-9\s,?\"]?)")
_QUOTES = "\"'"
_SPARE_LINES = 1000
_MOST_OTHERS = 10_000
_MOST_LINES = 3 * MAX_CELLS
_STRINGS = {"catalogue": "source", "title": "title", "by": "author"}
_ALONE = frozenset(("rows", "columns", "goal", "saved"))
"""Keys that may stand on a line without a value; the others always have one."""
_KEYS = _ALONE | {"width", "height", "color", "colour", "background", "copyright", "license"}
_KEYS |= _STRINGS.keys()


class RawPicture(NamedTuple):
    """A picture as it stands in the file: the text behind its key, and the lines below that may
    belong to it. What does is told by sizes and colours, which may come later."""

    key: str
    value: TextLine
    below: Sequence[str]


@dataclass(slots=True)
class NonFile:
    """A file taken apart, before its letters have become colours."""

    width: int | None = None
    height: int | None = None
    rows: list[TextLine] | None = None
    columns: list[TextLine] | None = None
    colours: dict[str, str] = field(default_factory=dict)
    letters: set[str] = field(default_factory=set)
    """The letters behind numbers."""
    strings: dict[str, Any] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    raw: list[RawPicture] = field(default_factory=list)
    goals: list[Token] = field(default_factory=list)
    saved: list[Token] = field(default_factory=list)


def sniff(text: str) -> bool:
    """Return True if one of the first lines is a key that every file has."""
    start = head(text)
    return start[:1] not in ("<", "{", "[") and _KEY_LINE.search(start) is not None


class Lines:
    """Goes through the lines of one puzzle of a text."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self.first = first
        self._lines = lines
        self._at = 0

    def peek(self) -> str | None:
        """Return the next line; None at the end."""
        return self._lines[self._at] if self._at < len(self._lines) else None

    def take(self) -> TextLine:
        """Read the next line."""
        self._at += 1
        return TextLine(self.first + self._at - 1, self._lines[self._at - 1])

    def take_filled(self) -> TextLine | None:
        """Read the next line that is not blank; None at the end."""
        filled = (at for at in range(self._at, len(self._lines)) if self._lines[at].strip())
        self._at = next(filled, len(self._lines))
        return None if self.peek() is None else self.take()

    def next_filled(self) -> TextLine | None:
        """Return the next line that is not blank, without reading it; None at the end."""
        start = self._at
        line, self._at = self.take_filled(), start
        return line

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self._lines)


def parse(text: str) -> list[Document]:
    """Read the puzzles of a file or pack, with the goal or the saved position of each."""
    room, documents = Room(), []
    for lines in _puzzles(text):
        try:
            documents.append(_Builder(_read(lines), room).document(lines.text))
        except FormatError as error:
            # Of many puzzles, say which one is wrong.
            if error.line is not None or lines.first == 1:
                raise
            raise type(error)(error.message, line=lines.first) from None
    if not documents:
        raise FormatError("there is no puzzle")
    return documents


def _puzzles(text: str) -> Iterator[Lines]:
    """Yield the lines of each puzzle, without the dividers and blank lines between two of them."""
    dividers = [match.span() for match in islice(_DIVIDER.finditer(text), MAX_PUZZLES)]
    if len(dividers) >= MAX_PUZZLES:
        raise FormatError(f"more than {MAX_PUZZLES} puzzles in one text")
    number = 1
    for (_, start), (end, after) in pairwise([(0, 0), *dividers, (len(text), len(text))]):
        # A part begins behind the divider's line, and ends before the next one.
        part = text[start:end].removeprefix("\n") if start else text[:end]
        first = number + (start > 0)
        if part.count("\n") > _MOST_LINES:
            raise FormatError(f"more than {_MOST_LINES} lines in one puzzle", line=first)
        if part.strip():
            yield Lines(part.removesuffix("\n" if end < len(text) else "").split("\n"), first)
        number += text.count("\n", start, after)


# --- the lines of a file -----------------------------------------------------------------------


def _read(lines: Lines) -> NonFile:
    sheet = NonFile()
    while (line := lines.take_filled()) is not None:
        key, *rest = line.text.split(maxsplit=1)
        key, value = key.lower(), TextLine(line.number, rest[0].strip() if rest else "")
        if key in ("width", "height"):
            setattr(sheet, key, _size(value, key))
        elif key in ("rows", "columns"):
            _read_clues(sheet, key, value, lines)
        elif key in ("goal", "saved"):
            _check_others(sheet, line)
            below = []
            while (text := lines.peek()) is not None and _may_be_picture(text):
                below.append(lines.take().text)
            sheet.raw.append(RawPicture(key, value, below))
        elif key in ("color", "colour", "background"):
            _read_colour(sheet, BLANK if key == "background" else "", value)
        elif key in _STRINGS:
            string = value.text
            if string[:1] in ('"', "'"):
                inner, end, _ = string[1:].rpartition(string[0])
                string = inner if end else string[1:]
            sheet.strings[_STRINGS[key]] = tidy(html.unescape(string))
        else:
            _read_other(sheet, line)
    for picture in sheet.raw:
        _settle_picture(sheet, picture)
    return sheet


def _read_other(sheet: NonFile, line: TextLine) -> None:
    """Keep a line that is not understood."""
    if _CLUE_LINE.fullmatch(line.text):
        message = f"{quote(line.text.strip())} is one clue more than the board has lines"
        raise FormatError(message, line=line.number)
    sheet.others.append(line.text)
    _check_others(sheet, line)


def _check_others(sheet: NonFile, line: TextLine) -> None:
    if len(sheet.others) + len(sheet.raw) > _MOST_OTHERS:
        message = f"more than {_MOST_OTHERS} lines that are neither clues nor known keys"
        raise FormatError(message, line=line.number)


def _size(value: TextLine, key: str) -> int:
    size = whole(value.text, f"the {key}", digits=SIZE_DIGITS, line=value.number)
    if not 1 <= size <= MAX_CELLS:
        raise FormatError(f"the {key} is 1 to {MAX_CELLS}, not {size}", line=value.number)
    return size


def _read_clues(sheet: NonFile, key: str, value: TextLine, lines: Lines) -> None:
    """Read the clues of all rows or columns; blank lines are empty clues where counting says so."""
    size = "height" if key == "rows" else "width"
    if value.text:
        setattr(sheet, size, _size(value, f"number of {key}"))
        following = lines.next_filled()
        if following is not None and not _CLUE_LINE.fullmatch(following.text):
            # Simpson's own files give the sizes so; the clues follow elsewhere.
            return
    count = getattr(sheet, size)
    if count is None:
        raise FormatError(f"the {size} must stand above the {key}", line=value.number)
    if getattr(sheet, key) is not None:
        message = f"{key} is there twice; lines ==== stand between the puzzles of a pack"
        raise FormatError(message, line=value.number)
    block: list[TextLine] = []
    while (text := lines.peek()) is not None and _CLUE_LINE.fullmatch(text):
        # Blank lines may stand between the clues, but not without end.
        if len(block) > 2 * count + _SPARE_LINES:
            break
        block.append(lines.take())
    try:
        found = clue_lines(block or [value._replace(text="")], count)
    except FormatError:
        end = lines.next_filled()
        if end is not None and not end.text.lstrip()[0].isalpha():
            message = f"{quote(end.text.strip())} is not a clue such as '2,1'"
            raise FormatError(message, line=end.number) from None
        raise
    setattr(sheet, key, found)
    signs = {match[2] for line in found for match in _RUN.finditer(line.text)}
    sheet.letters |= {sign for sign in signs if sign.isalpha()}
    _check_number(sheet.letters, value.number)


def _may_be_picture(text: str) -> bool:
    """Return True if a line below a picture's key may be a row of it."""
    key, *rest = text.split(maxsplit=1) or [""]
    key = key.lower()
    return key != "" and key not in (_KEYS if rest else _ALONE)


def _settle_picture(sheet: NonFile, raw: RawPicture) -> None:
    """Read a picture in one piece behind its key, or row by row below it."""
    number = raw.value.number
    if sheet.width is None or sheet.height is None:
        raise FormatError(f"a {raw.key} needs the width and height", line=number)
    check_size(sheet.height, sheet.width)
    signs = {BLANK, DEFAULT, ANY, *_QUOTES, *sheet.letters, *sheet.colours}
    pieces = [_bare(raw.value.text)]
    missing = sheet.height * sheet.width - len(pieces[0])
    for text in raw.below:
        if missing <= 0 or not signs.issuperset("".join(text.split())):
            break
        pieces.append(_bare(text))
        missing -= len(pieces[-1])
    picture = Token("".join(pieces), number, 1)
    if picture.text:
        (sheet.goals if raw.key == "goal" else sheet.saved).append(picture)
    for at in range(len(pieces) - 1, len(raw.below)):
        _read_other(sheet, TextLine(number + 1 + at, raw.below[at]))


def _bare(text: str) -> str:
    return "".join(text.split()).strip(_QUOTES)


def _read_colour(sheet: NonFile, letter: str, value: TextLine) -> None:
    sign, _, name = f"{letter} {value.text}".strip().partition(" ")
    rgb = rgb_of(name.strip())
    if len(sign) != 1 or rgb is None:
        message = f"a colour is a letter and a value such as #ff8000, not {quote(value.text)}"
        raise FormatError(message, line=value.number)
    if sign in sheet.colours:
        raise FormatError(f"the colour {quote(sign)} is given twice", line=value.number)
    sheet.colours[sign] = rgb
    _check_number(set(sheet.colours) - {BLANK}, value.number)


def _check_number(letters: set[str], number: int) -> None:
    if len(letters) > MAX_COLOURS:
        raise FormatError(f"more than {MAX_COLOURS} colours", line=number)


# --- from letters to colours -------------------------------------------------------------------


class _Builder:
    """Makes a document of a file: gives every letter its place in the palette."""

    def __init__(self, sheet: NonFile, room: Room) -> None:
        self._sheet = sheet
        self._room = room
        self._rows = sheet.height if sheet.rows is None else len(sheet.rows)
        self._cols = sheet.width if sheet.columns is None else len(sheet.columns)
        self._colours = FileColours()
        for letter, rgb in sheet.colours.items():
            if letter != BLANK:
                self._colours.add(letter, rgb)
        if len(self._colours.palette) == 1 and not sheet.letters:
            # Where there is only one colour, numbers need no letter.
            self._colours.places.setdefault(DEFAULT, 0)
        self._left_out = False

    def document(self, text: str) -> Document:
        """Return the puzzle with its position; `text` is what it was read from."""
        sheet, paints = self._sheet, self._colours
        rows, cols = self._clues(sheet.rows, self._cols), self._clues(sheet.columns, self._rows)
        pictures = (*sheet.goals[:1], *sheet.saved[:1])
        signs = set("".join(token.text for token in pictures))
        drawn = [place for sign, place in paints.places.items() if sign in signs]
        clues = paints.leave_out_unused(rows, cols, drawn)
        for token in pictures:
            self._learn(token)
        goal, saved = self._picture(sheet.goals), self._picture(sheet.saved)
        palette = tuple(paints.palette) or (colours.BLACK,)
        background = sheet.colours.get(BLANK, colours.WHITE)
        puzzle = completed(*clues, goal, self._cols or 1, palette, background)
        if puzzle is None:
            missing = f"the file has no {'rows' if rows is None else 'columns'}"
            raise FormatError(Room.NO_ROOM if self._left_out else missing)
        assumptions = []
        if paints.unknown:
            names = ", ".join(map(quote, paints.unknown))
            assumptions.append(f"no `color` is given for {names}; it was chosen freely")
        if self._left_out:
            assumptions.append(f"{Room.NO_ROOM}; this one is left out")
        position, warnings = position_of(puzzle, goal, saved, len(sheet.saved))
        return Document(
            puzzle=puzzle,
            position=position,
            meta=Meta(**sheet.strings),
            warnings=(*assumptions, *warnings, *doubts(puzzle)),
            tail=text,
        )

    def _clues(self, lines: list[TextLine] | None, cells: int | None) -> list[Clue] | None:
        # Without the other size there is no goal either, and the file is refused.
        return None if lines is None else [self._clue(line, cells or 0) for line in lines]

    def _clue(self, line: TextLine, cells: int) -> Clue:
        runs = []
        # One run more than a line can hold is enough to refuse it.
        for word in words_of(line, cells + 1):
            match = _RUN.fullmatch(word.text)
            if match is None:
                raise word.error(f"{quote(word.text)} is not a number, with a letter or without")
            number, letter = match.groups()
            if letter and letter not in self._colours.places and not letter.isalpha():
                raise word.error(f"{quote(letter)} is neither a letter nor a given colour")
            length = None
            if number != ANY:
                length = word._replace(text=number).whole("a run", SIZE_DIGITS)
            runs.append(Run(length, 0 if length == 0 else self._place(letter or DEFAULT)))
        if [run.length for run in runs] == [0]:
            return ()
        if any(run.length == 0 for run in runs):
            raise FormatError("a 0 stands alone: it tells that nothing is shaded", line=line.number)
        if len(runs) > cells:
            raise FormatError(too_many_runs(cells), line=line.number)
        return tuple(runs)

    def _place(self, letter: str) -> int:
        """Return the place of a letter's colour; one that no one explained gets a new one."""
        paints = self._colours
        if letter not in paints.places:
            is_default = letter == DEFAULT
            paints.add(letter, colours.BLACK if is_default else spare(letter, paints.palette))
            paints.unknown += [] if is_default else [letter]
        return paints.places[letter]

    def _learn(self, picture: Token) -> None:
        """Give the signs of a picture their places; a sign that no clue has just fills a cell."""
        has_clues = self._sheet.rows is not None and self._sheet.columns is not None
        for sign in dict.fromkeys(picture.text):
            if sign in (BLANK, ANY) or sign in self._colours.places:
                continue
            if not has_clues:
                self._place(sign)
            elif len(self._colours.palette) > 1:
                raise picture.error(f"{quote(sign)} is the sign of no colour")
            else:
                self._colours.places[sign] = 0

    def _picture(self, tokens: Sequence[Token]) -> Picture | None:
        """Return the first of these pictures."""
        if not tokens:
            return None
        rows, cols, cells = self._rows or 0, self._cols or 0, len(tokens[0].text)
        if cells != rows * cols:
            message = f"the picture has {cells} cells, the board has {rows}x{cols}"
            raise tokens[0].error(message)
        if not self._room.take(rows, cols):
            self._left_out = True
            return None
        colour_count = len(self._colours.palette) or 1
        bits = {sign: 1 << place for sign, place in self._colours.places.items()}
        bits |= {BLANK: empty_bit(colour_count), ANY: any_bits(colour_count)}
        return [bits[sign] for sign in tokens[0].text]


# --- writing -----------------------------------------------------------------------------------


def dump(document: Document) -> str:
    """Write the file; a finished answer is its goal, any other position is a saved one."""
    source = source_of(document, parse)
    if source is not None:
        return source
    puzzle = document.puzzle_as(Nonogram)
    letters: tuple[str, ...] = ("",)
    lines = []
    for key, name in _STRINGS.items():
        value = tidy(getattr(document.meta, name))
        if value:
            lines.append(f'{key} "{value.replace("&", "&amp;").replace(chr(34), "&quot;")}"')
    with suppress(FormatError):
        # What the file says beside the puzzle: copyright, license and more.
        lines += [line for part in _puzzles(document.tail) for line in _read(part).others]
    if puzzle.palette != (colours.BLACK,):
        letters = colours.signs(puzzle.palette)
        lines += [f"color {sign} {rgb}" for sign, rgb in zip(letters, puzzle.palette, strict=True)]
    if puzzle.background != colours.WHITE:
        lines.append(f"background {puzzle.background}")
    lines += [f"width {puzzle.cols}", f"height {puzzle.rows}", ""]
    lines += ["rows", *_dump_clues(puzzle.row_clues, letters), ""]
    lines += ["columns", *_dump_clues(puzzle.col_clues, letters)]
    key, cells = draw(document) or ("", ())
    signs = {1 << place: letter or DEFAULT for place, letter in enumerate(letters)}
    signs[empty_bit(len(letters))] = BLANK
    # A cell that can still be several things is unknown: there is no sign for more.
    picture = "".join([signs.get(bits, ANY) for bits in cells])
    if picture.strip(ANY):
        lines += ["", f'{key} "{picture}"']
    return "\n".join([*lines, ""])


def _dump_clues(clues: Sequence[Clue], letters: Sequence[str]) -> Iterator[str]:
    return (",".join(f"{run}{letters[run.colour]}" for run in clue) or "0" for clue in clues)


def join(texts: Sequence[str]) -> str:
    """Write a pack of several files."""
    return "====\n".join(text if text.endswith("\n") else f"{text}\n" for text in texts)


CODEC = Codec(
    format="non",
    title=".non file of Steve Simpson's solver",
    suffixes=(".non", ".nonpack"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    tail_is_source=True,
    carries_position=True,
    join=join,
)
