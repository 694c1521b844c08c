"""Nonograms as .g files of Mirek and Petr Olšák's solver "grid", in colour.

    free text
    #d                      colours: sign in clues, ":", sign in prints, X11 name or #rrggbb
       0:   white           the background
       1:X  black           the colour of numbers without a sign
       r:r  #ff0000 a word
    : rows
    2 1r
    ...
    : columns
    ...
    : end

Text behind a colon is free. A blank line is an empty clue. Without `#d` everything is black on
white. Cells of two triangles and triddlers (`#t`) are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head, lines, quote, tidy
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.codecs.clues import (
    TextLine,
    doubts,
    refuse_untold,
    too_many_runs,
    words_of,
)
from enpitsu.kinds.nonogram.codecs.colour_names import FileColours, rgb_of, spare
from enpitsu.kinds.nonogram.codecs.pictures import source_of
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, check_size

_BACKGROUND = "0"
_DEFAULT = "1"
_OUTSIDE = "6"
_COLON = re.compile(r"^:", re.MULTILINE)
_COLOUR = re.compile(r"\s*(\S):(.?)\s*(\S+).*")
_RUN = re.compile(r"([0-9]+)([^0-9]?)")
_OTHERS = re.compile(r"[<{\[]|pzprv3|P[14]\s+[0-9#]")


def sniff(text: str) -> bool:
    """Return True if a line begins with a colon, as no other format has them."""
    return not _OTHERS.match(head(text)) and (text.startswith(":") or "\n:" in text)


def parse(text: str) -> list[Document]:
    """Read the puzzle of a file; its first line is its title."""
    colons = [match.start() for match in islice(_COLON.finditer(text), 3)]
    source, text = text, f"{text}\n"
    if len(colons) < 2:
        raise FormatError('rows and columns begin with lines ":", here are fewer than two')
    warnings = []
    if len(colons) == 2:
        warnings.append('there is no last line ":"; the columns end with the last number')
        colons.append(text.index("\n", len(text.rstrip())) + 1)
    first, second, end = colons
    rows, cols = (text.count("\n", *span) - 1 for span in ((first, second), (second, end)))
    check_size(rows, cols)
    paints = _Colours(text[:first])
    clues = paints.leave_out_unused(
        [_clue(line, cols, paints) for line in _block(text, first, rows)],
        [_clue(line, rows, paints) for line in _block(text, second, cols)],
        default=paints.places.get(_DEFAULT, 0),
    )
    row_clues, col_clues = (tuple(block or ()) for block in clues)
    puzzle = Nonogram(row_clues, col_clues, tuple(paints.palette), paints.background)
    title = next((line for _, line in lines(text[:first]) if line.strip()), "")
    return [
        Document(
            puzzle=puzzle,
            meta=Meta(title="" if title.startswith("#") else tidy(title)),
            warnings=(*paints.warnings, *warnings, *doubts(puzzle)),
            tail=source,
        )
    ]


def _block(text: str, colon: int, count: int) -> list[TextLine]:
    """Return so many lines below the one that begins with a colon."""
    number = text.count("\n", 0, colon) + 1
    pieces = text[colon:].split("\n", count + 1)[1 : count + 1]
    return [TextLine(number + at, piece) for at, piece in enumerate(pieces, 1)]


class _Colours(FileColours):
    """The colours that the lines above the rows declare, by their signs in clues."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.background = colours.WHITE
        self.warnings: list[str] = []
        declaring = False
        for number, line in lines(text):
            word = line[:2].lower()
            if word == "#t":
                message = "triddlers, whose cells are triangles, are not read"
                raise FormatError(message, line=number, column=1)
            if declaring and line.strip():
                self._declare(TextLine(number, line))
            declaring = declaring or word == "#d"
        if not self.places:
            self.add(_DEFAULT, colours.BLACK)

    def _declare(self, line: TextLine) -> None:
        match = _COLOUR.fullmatch(line.text)
        if match is None:
            message = f"{quote(line.text.strip())} is not a colour such as 'r:r #ff0000'"
            raise FormatError(message, line=line.number)
        sign, token = match[1], Token(match[3], line.number, match.start(3) + 1)
        if "/" in token.text or "\\" in token.text:
            raise token.error("cells of two triangles are not read, only plain colours")
        rgb = rgb_of(token.text)
        if rgb is None:
            name = quote(token.text)
            self.warnings.append(f"the colour {name} is unknown; one was chosen freely")
            rgb = spare(sign, self.palette)
        if sign == _BACKGROUND:
            self.background = rgb
        elif sign in self.places or (sign.isdigit() and sign not in (_DEFAULT, _OUTSIDE)):
            place = token._replace(column=match.start(1) + 1)
            raise place.error(f"{quote(sign)} is taken as a sign")
        elif sign != _OUTSIDE:
            self.add(sign, rgb, token.error)


def _clue(line: TextLine, cells: int, paints: _Colours) -> Clue:
    # One run more than a line can hold is enough to refuse it.
    words = words_of(line, cells + 1)
    if [word.text for word in words] == ["0"]:
        return ()
    if len(words) > cells:
        raise words[-1].error(too_many_runs(cells))
    runs = []
    for word in words:
        match = _RUN.fullmatch(word.text)
        if match is None:
            message = "is not a number, with the sign of a colour or without"
            raise word.error(f"{quote(word.text)} {message}")
        length = word._replace(text=match[1]).whole("a run", SIZE_DIGITS)
        sign = match[2] or _DEFAULT
        if length == 0:
            raise word.error("a run is at least 1 cell long")
        if sign not in paints.places:
            given = f"{quote(sign)} is the sign of no colour"
            raise word.error(given if match[2] else "this run has no colour")
        runs.append(Run(length, paints.places[sign]))
    return tuple(runs)


def dump(document: Document) -> str:
    """Write the file; FormatError if a run has no length."""
    puzzle = document.puzzle_as(Nonogram)
    source = source_of(document, parse)
    if source is not None:
        return source
    refuse_untold(puzzle, "a .g file")
    signs = colours.signs(puzzle.palette) if puzzle.is_coloured else ("",)
    found = []
    title = tidy(document.meta.title)
    if title:
        # The first column belongs to the format.
        found.append(f" {title}" if title.startswith(("#", ":")) else title)
    if puzzle.palette != (colours.BLACK,) or puzzle.background != colours.WHITE:
        *names, background = colours.names((*puzzle.palette, puzzle.background))
        found += ["#d", f"   {_BACKGROUND}:   {puzzle.background}  {background}"]
        for sign, rgb, name in zip(signs, puzzle.palette, names, strict=True):
            found.append(f"   {sign or _DEFAULT}:{sign or 'X'}  {rgb}  {name}")
    found += [": rows", *_dump_clues(puzzle.row_clues, signs)]
    found += [": columns", *_dump_clues(puzzle.col_clues, signs)]
    return "\n".join([*found, ": end", ""])


def _dump_clues(clues: Sequence[Clue], signs: Sequence[str]) -> list[str]:
    return [" ".join(f"{run.length}{signs[run.colour]}" for run in clue) for clue in clues]


CODEC = Codec(
    format="g",
    title='.g file of the Olšáks\' solver "grid"',
    suffixes=(".g",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    tail_is_source=True,
    carries_position=False,
)
