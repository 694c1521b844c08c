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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from enpitsu.errors import FormatError
from enpitsu.formats.text import SIZE_DIGITS, Token, head, lines, quote, tidy
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.codecs.clues import TextLine, doubts, puzzle_of, too_many_runs
from enpitsu.kinds.nonogram.codecs.colour_names import colours_of, rgb_of, spare, used_only
from enpitsu.kinds.nonogram.codecs.pictures import source_of
from enpitsu.kinds.nonogram.model import MAX_COLOURS, Clue, Nonogram, Run, check_size

_NAME = "a .g file"
_BACKGROUND = "0"
_DEFAULT = "1"
_OUTSIDE = "6"
_COLON = re.compile(r"^:", re.MULTILINE)
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
    """Tell whether a line begins with a colon, as no other format has them."""
    return not _OTHERS.match(head(text)) and (text.startswith(":") or "\n:" in text)


def parse(text: str) -> list[Document]:
    """The puzzle of a file; its first line is its title."""
    colons = [match.start() for match in islice(_COLON.finditer(text), 3)]
    source, text = text, f"{text}\n"
    if len(colons) < 2:
        raise FormatError('rows and columns begin with lines ":", here are fewer than two')
    first, second = colons[:2]
    end, warnings = _end(text, colons)
    rows, cols = (text.count("\n", *span) - 1 for span in ((first, second), (second, end)))
    check_size(rows, cols)
    paints = _colours(text[:first])
    row_clues = [_clue(line, cols, paints) for line in _block(text, first, rows)]
    col_clues = [_clue(line, rows, paints) for line in _block(text, second, cols)]
    used = colours_of(row_clues, col_clues)
    palette = used_only(paints.palette or [colours.BLACK], used, paints.places.get(_DEFAULT, 0))
    puzzle = Nonogram(
        tuple(palette.clues(row_clues)),
        tuple(palette.clues(col_clues)),
        tuple(palette.colours),
        paints.background,
    )
    warnings = (*paints.warnings, *warnings, *doubts(puzzle))
    meta = Meta(title=_title(text[:first]))
    return [Document(puzzle=puzzle, meta=meta, warnings=warnings, tail=source)]


def _end(text: str, colons: Sequence[int]) -> tuple[int, tuple[str, ...]]:
    """Return where the columns' lines end: at the third colon, else behind the last that is
    filled."""
    if len(colons) > 2:
        return colons[2], ()
    warning = 'there is no last line ":"; the columns end with the last number'
    return text.index("\n", len(text.rstrip())) + 1, (warning,)


def _block(text: str, colon: int, count: int) -> Iterator[TextLine]:
    """So many lines below the one that begins with a colon."""
    number = text.count("\n", 0, colon) + 1
    pieces = text[colon:].split("\n", count + 1)[1 : count + 1]
    return (TextLine(number + at, piece) for at, piece in enumerate(pieces, 1))


def _title(text: str) -> str:
    """The first line above colours and rows that is not blank."""
    first = next((line for _, line in lines(text) if line.strip()), "")
    return "" if first.startswith("#") else tidy(first)


# --- colours -----------------------------------------------------------------------------------


def _colours(text: str) -> _Colours:
    """The colours that the lines above the rows declare."""
    paints = _Colours()
    declaring = False
    for number, line in lines(text):
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
        raise words[-1].error(too_many_runs(cells))
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
    found = ["#d", f"   {_BACKGROUND}:   {puzzle.background}  {names[-1]}"]
    for sign, rgb, name in zip(signs, puzzle.palette, names[:-1], strict=True):
        found.append(f"   {sign or _DEFAULT}:{sign or 'X'}  {rgb}  {name}")
    return found


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
