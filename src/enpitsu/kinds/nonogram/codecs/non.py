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
from itertools import islice, pairwise
from typing import Any

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


def sniff(text: str) -> bool:
    """Return True if one of the first lines is a key that every file has."""
    start = head(text)
    return start[:1] not in ("<", "{", "[") and _KEY_LINE.search(start) is not None


def parse(text: str) -> list[Document]:
    """Read the puzzles of a file or pack, with the goal or the saved position of each."""
    room, documents = Room(), []
    for first, lines in _puzzles(text):
        try:
            documents.append(_Builder(_Reader(first, lines), room).document("\n".join(lines)))
        except FormatError as error:
            # Of many puzzles, say which one is wrong.
            if error.line is not None or first == 1:
                raise
            raise type(error)(error.message, line=first) from None
    if not documents:
        raise FormatError("there is no puzzle")
    return documents


def _puzzles(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each puzzle, with the number of the first, without the dividers and blank
    lines between two of them."""
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
            yield first, part.removesuffix("\n" if end < len(text) else "").split("\n")
        number += text.count("\n", start, after)


# --- the lines of a file -----------------------------------------------------------------------


class _Reader:
    """Takes the lines of one puzzle apart, before its letters become colours."""

    def __init__(self, first: int, lines: Sequence[str]) -> None:
        self._first, self._lines, self._at = first, lines, 0
        self.sizes: dict[str, int] = {}
        self.clues: dict[str, list[TextLine]] = {}
        self.colours: dict[str, str] = {}
        self.letters: set[str] = set()
        """The letters behind numbers."""
        self.strings: dict[str, Any] = {}
        self.others: list[str] = []
        self.pictures: dict[str, list[Token]] = {"goal": [], "saved": []}
        self._raw: list[tuple[str, TextLine, list[str]]] = []
        """Pictures as they stand there: key, text behind it, and lines below that may belong to
        it. Sizes and colours tell which do, and these may come later."""
        while (line := self._next_filled()) is not None:
            self._at = line.number - first + 1
            self._read_key(line)
        for raw in self._raw:
            self._settle_picture(*raw)

    def _peek(self) -> str | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def _next_filled(self) -> TextLine | None:
        """Return the next line that is not blank, without reading it; None at the end."""
        places = range(self._at, len(self._lines))
        filled = (TextLine(self._first + at, self._lines[at]) for at in places)
        return next((line for line in filled if not line.is_blank), None)

    def _read_key(self, line: TextLine) -> None:
        """Read a line with a key, and those below that belong to it."""
        key, *rest = line.text.split(maxsplit=1)
        key, value = key.lower(), TextLine(line.number, rest[0].strip() if rest else "")
        if key in ("width", "height"):
            self.sizes[key] = _size(value, key)
        elif key in ("rows", "columns"):
            self._read_clues(key, value)
        elif key in ("goal", "saved"):
            self._check_others(line)
            start = self._at
            while (text := self._peek()) is not None and _may_be_picture(text):
                self._at += 1
            self._raw.append((key, value, list(self._lines[start : self._at])))
        elif key in ("color", "colour", "background"):
            self._read_colour(BLANK if key == "background" else "", value)
        elif key in _STRINGS:
            string = value.text
            if string[:1] in ('"', "'"):
                inner, end, _ = string[1:].rpartition(string[0])
                string = inner if end else string[1:]
            self.strings[_STRINGS[key]] = tidy(html.unescape(string))
        else:
            self._keep_other(line)

    def _keep_other(self, line: TextLine) -> None:
        """Keep a line that is not understood."""
        if _CLUE_LINE.fullmatch(line.text):
            message = f"{quote(line.text.strip())} is one clue more than the board has lines"
            raise FormatError(message, line=line.number)
        self.others.append(line.text)
        self._check_others(line)

    def _check_others(self, line: TextLine) -> None:
        if len(self.others) + len(self._raw) > _MOST_OTHERS:
            message = f"more than {_MOST_OTHERS} lines that are neither clues nor known keys"
            raise FormatError(message, line=line.number)

    def _read_clues(self, key: str, value: TextLine) -> None:
        """Read the clues of all rows or columns; blank lines are empty clues where counting says
        so."""
        size = "height" if key == "rows" else "width"
        if value.text:
            self.sizes[size] = _size(value, f"number of {key}")
            following = self._next_filled()
            if following is not None and not _CLUE_LINE.fullmatch(following.text):
                # Simpson's own files give the sizes so; the clues follow elsewhere.
                return
        if size not in self.sizes:
            raise FormatError(f"the {size} must stand above the {key}", line=value.number)
        if key in self.clues:
            message = f"{key} is there twice; lines ==== stand between the puzzles of a pack"
            raise FormatError(message, line=value.number)
        count = self.sizes[size]
        block: list[TextLine] = []
        # Blank lines may stand between the clues, but not without end.
        while len(block) <= 2 * count + _SPARE_LINES:
            text = self._peek()
            if text is None or not _CLUE_LINE.fullmatch(text):
                break
            block.append(TextLine(self._first + self._at, text))
            self._at += 1
        try:
            found = clue_lines(block or [value._replace(text="")], count)
        except FormatError:
            end = self._next_filled()
            if end is not None and not end.text.lstrip()[0].isalpha():
                message = f"{quote(end.text.strip())} is not a clue such as '2,1'"
                raise FormatError(message, line=end.number) from None
            raise
        self.clues[key] = found
        signs = {match[2] for line in found for match in _RUN.finditer(line.text)}
        self.letters |= {sign for sign in signs if sign.isalpha()}
        _check_number(self.letters, value.number)

    def _settle_picture(self, key: str, value: TextLine, below: list[str]) -> None:
        """Read a picture in one piece behind its key, or row by row below it."""
        if len(self.sizes) < 2:
            raise FormatError(f"a {key} needs the width and height", line=value.number)
        check_size(self.sizes["height"], self.sizes["width"])
        signs = {BLANK, DEFAULT, ANY, *_QUOTES, *self.letters, *self.colours}
        pieces = [_bare(value.text)]
        missing = self.sizes["height"] * self.sizes["width"] - len(pieces[0])
        for text in below:
            if missing <= 0 or not signs.issuperset("".join(text.split())):
                break
            pieces.append(_bare(text))
            missing -= len(pieces[-1])
        picture = Token("".join(pieces), value.number, 1)
        if picture.text:
            self.pictures[key].append(picture)
        for at in range(len(pieces) - 1, len(below)):
            self._keep_other(TextLine(value.number + 1 + at, below[at]))

    def _read_colour(self, letter: str, value: TextLine) -> None:
        sign, _, name = f"{letter} {value.text}".strip().partition(" ")
        rgb = rgb_of(name.strip())
        if len(sign) != 1 or rgb is None:
            message = f"a colour is a letter and a value such as #ff8000, not {quote(value.text)}"
            raise FormatError(message, line=value.number)
        if sign in self.colours:
            raise FormatError(f"the colour {quote(sign)} is given twice", line=value.number)
        self.colours[sign] = rgb
        _check_number(set(self.colours) - {BLANK}, value.number)


def _size(value: TextLine, key: str) -> int:
    size = whole(value.text, f"the {key}", digits=SIZE_DIGITS, line=value.number)
    if not 1 <= size <= MAX_CELLS:
        raise FormatError(f"the {key} is 1 to {MAX_CELLS}, not {size}", line=value.number)
    return size


def _may_be_picture(text: str) -> bool:
    """Return True if a line below a picture's key may be a row of it."""
    key, *rest = text.split(maxsplit=1) or [""]
    key = key.lower()
    return key != "" and key not in (_KEYS if rest else _ALONE)


def _bare(text: str) -> str:
    return "".join(text.split()).strip(_QUOTES)


def _check_number(letters: set[str], number: int) -> None:
    if len(letters) > MAX_COLOURS:
        raise FormatError(f"more than {MAX_COLOURS} colours", line=number)


# --- from letters to colours -------------------------------------------------------------------


class _Builder:
    """Makes a document of a file: gives every letter its place in the palette."""

    def __init__(self, file: _Reader, room: Room) -> None:
        self._file = file
        self._room = room
        self._rows = len(file.clues.get("rows", ())) or file.sizes.get("height", 0)
        self._cols = len(file.clues.get("columns", ())) or file.sizes.get("width", 0)
        self._colours = FileColours()
        for letter, rgb in file.colours.items():
            if letter != BLANK:
                self._colours.add(letter, rgb)
        if len(self._colours.palette) == 1 and not file.letters:
            # Where there is only one colour, numbers need no letter.
            self._colours.places.setdefault(DEFAULT, 0)
        self._left_out = False

    def document(self, text: str) -> Document:
        """Return the puzzle with its position; `text` is what it was read from."""
        file, paints = self._file, self._colours
        rows, cols = self._clues("rows", self._cols), self._clues("columns", self._rows)
        goals, saves = file.pictures["goal"], file.pictures["saved"]
        pictures = (*goals[:1], *saves[:1])
        signs = set("".join(token.text for token in pictures))
        drawn = [place for sign, place in paints.places.items() if sign in signs]
        clues = paints.leave_out_unused(rows, cols, drawn)
        for token in pictures:
            self._learn(token)
        goal, saved = self._picture(goals), self._picture(saves)
        palette = tuple(paints.palette) or (colours.BLACK,)
        background = file.colours.get(BLANK, colours.WHITE)
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
        position, warnings = position_of(puzzle, goal, saved, len(saves))
        return Document(
            puzzle=puzzle,
            position=position,
            meta=Meta(**file.strings),
            warnings=(*assumptions, *warnings, *doubts(puzzle)),
            tail=text,
        )

    def _clues(self, key: str, cells: int) -> list[Clue] | None:
        # Without the other size there is no goal either, and the file is refused.
        lines = self._file.clues.get(key)
        return None if lines is None else [self._clue(line, cells) for line in lines]

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
        has_clues = len(self._file.clues) == 2
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
        rows, cols, cells = self._rows, self._cols, len(tokens[0].text)
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
        lines += [line for part in _puzzles(document.tail) for line in _Reader(*part).others]
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
