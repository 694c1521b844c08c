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
from dataclasses import dataclass, field
from itertools import islice

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head, quote, tidy
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.codecs.clues import TextLine, puzzle_of
from enpitsu.kinds.nonogram.codecs.paints import rgb_of, spare
from enpitsu.kinds.nonogram.codecs.pictures import source_of
from enpitsu.kinds.nonogram.model import MAX_COLOURS, Clue, Nonogram, Run, check_size

_NAME = "a .g file"
_BACKGROUND, _DEFAULT, _OUTSIDE = "0", "1", "6"
_COLOUR = re.compile(r"\s*(\S):(.?)\s*(\S+).*")
_WORD = re.compile(r"[^\s,]+")
_RUN = re.compile(r"([0-9]+)([^0-9]?)")
_OTHERS = re.compile(r"[<{\[]|pzprv3|P[14]\s+[0-9#]")


@dataclass(slots=True)
class _Colours:
    """The colours that a file declares, by their signs."""

    palette: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    background: str = colours.WHITE
    warnings: list[str] = field(default_factory=list)


def sniff(text: str) -> bool:
    """Whether a line begins with a colon, as no other format has them."""
    return not _OTHERS.match(head(text)) and (text.startswith(":") or "\n:" in text)


def parse(text: str) -> list[Document]:
    """The puzzle of a file; its first line is its title."""
    lines = text.split("\n")
    colons = [at for at, line in enumerate(lines) if line.startswith(":")][:3]
    if len(colons) < 2:
        raise FormatError('rows and columns begin with lines ":", here are fewer than two')
    first, second = colons[:2]
    end, warnings = _end(lines, colons)
    rows, cols = second - first - 1, end - second - 1
    check_size(rows, cols)
    paints = _colours(lines[:first])
    puzzle = Nonogram(
        tuple(_clue(TextLine(at + 1, lines[at]), cols, paints) for at in range(first + 1, second)),
        tuple(_clue(TextLine(at + 1, lines[at]), rows, paints) for at in range(second + 1, end)),
        tuple(paints.palette) or (colours.BLACK,),
        paints.background,
    )
    warnings = (*paints.warnings, *warnings)
    return [
        Document(
            puzzle=puzzle, meta=Meta(title=_title(lines[:first])), warnings=warnings, tail=text
        )
    ]


def _end(lines: Sequence[str], colons: Sequence[int]) -> tuple[int, tuple[str, ...]]:
    """Where the columns end: at the third colon, else behind the last line that is filled."""
    if len(colons) > 2:
        return colons[2], ()
    end = len(lines)
    while not lines[end - 1].strip():
        end -= 1
    return end, ('there is no last line ":"; the columns end with the last number',)


def _title(lines: Sequence[str]) -> str:
    """The first line above colours and rows that is not blank."""
    first = next((line for line in lines if line.strip()), "")
    return "" if first.startswith("#") else tidy(first)


# --- colours -----------------------------------------------------------------------------------


def _colours(lines: Sequence[str]) -> _Colours:
    """The colours that the lines above the rows declare."""
    paints = _Colours()
    declaring = False
    for number, line in enumerate(lines, 1):
        word = line[:2].lower()
        if word == "#t":
            message = "triddlers, whose cells are triangles, are not read"
            raise FormatError(message, line=number, column=1)
        if declaring and line.strip():
            _declare(TextLine(number, line), paints)
        declaring = declaring or word == "#d"
    if not paints.places:
        paints.places[_DEFAULT] = 0
    return paints


def _declare(line: TextLine, paints: _Colours) -> None:
    match = _COLOUR.fullmatch(line.text)
    if match is None:
        message = f"{quote(line.text.strip())} is not a colour such as 'r:r #ff0000'"
        raise FormatError(message, line=line.number)
    token = Token(match[3], line.number, match.start(3) + 1)
    sign, rgb = match[1], _rgb(match[1], token, paints)
    if sign == _BACKGROUND:
        paints.background = rgb
    elif sign in paints.places or (sign.isdigit() and sign not in (_DEFAULT, _OUTSIDE)):
        raise token._replace(column=match.start(1) + 1).error(f"{quote(sign)} is taken as a sign")
    elif len(paints.palette) == MAX_COLOURS:
        raise token.error(f"more than {MAX_COLOURS} colours")
    elif sign != _OUTSIDE:
        paints.places[sign] = len(paints.palette)
        paints.palette.append(rgb)


def _rgb(sign: str, token: Token, paints: _Colours) -> str:
    if "/" in token.text or "\\" in token.text:
        raise token.error("cells of two triangles are not read, only plain colours")
    rgb = rgb_of(token.text)
    if rgb is None:
        paints.warnings.append(f"the colour {quote(token.text)} is unknown; one was chosen freely")
        return spare(sign, paints.palette)
    return rgb


# --- clues -------------------------------------------------------------------------------------


def _clue(line: TextLine, cells: int, paints: _Colours) -> Clue:
    # One run more than a line can hold is enough to refuse it.
    words = [
        Token(match[0], line.number, match.start() + 1)
        for match in islice(_WORD.finditer(line.text), cells + 1)
    ]
    if [word.text for word in words] == ["0"]:
        return ()
    if len(words) > cells:
        raise words[-1].error(f"a line of {cells} cells cannot hold so many runs")
    return tuple(_run(word, paints) for word in words)


def _run(word: Token, paints: _Colours) -> Run:
    match = _RUN.fullmatch(word.text)
    if match is None:
        raise word.error(
            f"{quote(word.text)} is not a number, with the sign of a colour or without"
        )
    length = word._replace(text=match[1]).whole("a run", SIZE_DIGITS)
    sign = match[2] or _DEFAULT
    if length == 0:
        raise word.error("a run is at least 1 cell long")
    if sign not in paints.places:
        what = f"{quote(sign)} is the sign of no colour" if match[2] else "this run has no colour"
        raise word.error(what)
    return Run(length, paints.places[sign])


# --- writing -----------------------------------------------------------------------------------


def dump(document: Document) -> str:
    """The file; FormatError if a run has no length."""
    puzzle = puzzle_of(document)
    source = source_of(document, parse)
    if source is not None:
        return source
    for line, clue in puzzle.clues:
        if any(run.length is None for run in clue):
            raise FormatError(f"{_NAME} cannot hold a run of untold length, as in {line.words}")
    signs = colours.signs(puzzle.palette) if puzzle.is_coloured else ("",)
    return "\n".join(
        [
            *_dump_title(document.meta.title),
            *_dump_colours(puzzle, signs),
            *[": rows", *_dump_clues(puzzle.row_clues, signs)],
            *[": columns", *_dump_clues(puzzle.col_clues, signs)],
            *[": end", ""],
        ]
    )


def _dump_title(title: str) -> list[str]:
    text = tidy(title)
    # The first column belongs to the format.
    return [f" {text}" if text.startswith(("#", ":")) else text] if text else []


def _dump_colours(puzzle: Nonogram, signs: Sequence[str]) -> list[str]:
    if puzzle.palette == (colours.BLACK,) and puzzle.background == colours.WHITE:
        return []
    names = colours.names((*puzzle.palette, puzzle.background))
    lines = ["#d", f"   {_BACKGROUND}:   {puzzle.background}  {names[-1]}"]
    for sign, rgb, name in zip(signs, puzzle.palette, names[:-1], strict=True):
        lines.append(f"   {sign or _DEFAULT}:{sign or 'X'}  {rgb}  {name}")
    return lines


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
