"""Nonograms in the XML of webpbn.com (pbn 0.1 to 0.3): sets of puzzles in colour.

    <puzzleset><puzzle type="grid" defaultcolor="black">
      <title>, <author>, <source>, ...
      <color name="white" char=".">FFFFFF</color> ...
      <clues type="columns"><line><count color="black">2</count> ...
      <clues type="rows"> ...
      <solution type="goal"><image> |XX.X| ...

A count of 0 is a blot: a run of untold length. Clues that are missing follow from the goal. In
images `?` is an unknown cell and `[XY]` one of several. Triddlers and triangles are refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html.entities import name2codepoint
from itertools import chain, islice
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from enpitsu.errors import FormatError
from enpitsu.formats import xml
from enpitsu.formats.text import SIZE_DIGITS, head, quote, tidy, whole
from enpitsu.formats.xml import Node
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.codecs.clues import MAX_PUZZLES, doubts, puzzle_of
from enpitsu.kinds.nonogram.codecs.colour_names import (
    Palette,
    colours_of,
    rgb_of,
    spare,
    used_only,
)
from enpitsu.kinds.nonogram.codecs.pictures import (
    Picture,
    Room,
    any_bits,
    completed,
    drawn,
    empty_bit,
    position_of,
    source_of,
)
from enpitsu.kinds.nonogram.model import MAX_CELLS, MAX_COLOURS, Clue, Nonogram, Run

_ENTITIES = {name: chr(code) for name, code in name2codepoint.items()}
"""webpbn writes &copy; and the like, which only the DTD would explain."""

_SET = re.compile(r"<puzzleset[\s>]", re.IGNORECASE)
_PUZZLE = re.compile(r"<puzzle[\s>]", re.IGNORECASE)
_PART = re.compile(r"<(?:clues|solution|color)[\s>]", re.IGNORECASE)
_PUZZLE_END = re.compile(r"</puzzle\s*>", re.IGNORECASE)
_CELL = re.compile(r"\[([^][]*)\]|(.)")
_MOST_AROUND = 4096
_META = ("source", "title", "author")
_KEPT = ("authorid", "copyright", "id", "description", "note")
_ANY = "?"
_BLOTS = ("", "?", "0")

_HEAD = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">\n'


class Entry(NamedTuple):
    """A puzzle of a set, and what is told about it that only this format knows."""

    document: Document
    kept: list[Node]


def sniff(text: str) -> bool:
    """Tell whether the text is XML with a set of puzzles, or with a puzzle that has clues."""
    start = head(text)
    if not start.startswith("<"):
        return False
    is_puzzle = _PUZZLE.search(start) is not None and _PART.search(start) is not None
    return is_puzzle or _SET.search(start) is not None


def parse(text: str) -> list[Document]:
    """Every puzzle of a set, with its goal or saved position."""
    documents = [entry.document for entry in _entries(text)]
    tails = _tails(xml.as_utf8(text), len(documents))
    return [replace(each, tail=tail) for each, tail in zip(documents, tails, strict=True)]


def _entries(text: str) -> list[Entry]:
    root = xml.parse(text, _ENTITIES)
    if root.name not in ("puzzleset", "puzzle"):
        raise root.error(f"the root must be <puzzleset>, not <{root.name[:40]}>")
    puzzles = [root] if root.name == "puzzle" else [n for n in root.children if n.name == "puzzle"]
    if not puzzles:
        raise root.error("the set holds no puzzle")
    if len(puzzles) > MAX_PUZZLES:
        raise puzzles[MAX_PUZZLES].error(f"more than {MAX_PUZZLES} puzzles in one text")
    room = Room()
    # Of the set only the first of each name: it must not be searched for each puzzle anew.
    around = {node.name: node for node in reversed(root.children) if node.name != "puzzle"}
    return [_entry(puzzle, around, room) for puzzle in puzzles]


def _entry(puzzle: Node, around: Mapping[str, Node], room: Room) -> Entry:
    try:
        return _Reader(puzzle, around, room).entry()
    except FormatError as error:
        # Of many puzzles, say which one is wrong.
        if error.line is not None:
            raise
        raise type(error)(error.message, line=puzzle.line, column=puzzle.column) from None


def _tails(text: str, count: int) -> list[str]:
    """For each puzzle the text that would hold it alone."""
    if count == 1:
        return [text]
    spans = list(islice(_spans(text), count + 1))
    before, after = (text[: spans[0][0]], text[spans[-1][1] :]) if spans else ("", "")
    if len(spans) != count or len(before) + len(after) > _MOST_AROUND:
        return [""] * count
    return [f"{before}{text[start:end]}{after}" for start, end in spans]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where puzzles begin and end, as far as their tags alone tell."""
    start = _PUZZLE.search(text)
    while start is not None:
        end = _PUZZLE_END.search(text, start.end())
        if end is None:
            return
        yield start.start(), end.end()
        start = _PUZZLE.search(text, end.end())


# --- colours -----------------------------------------------------------------------------------


class _Colours:
    """The colours of a puzzle by name and by sign; the background is None."""

    def __init__(self, puzzle: Node) -> None:
        self._background = puzzle.attributes.get("backgroundcolor", "white").strip().lower()
        self.default = puzzle.attributes.get("defaultcolor", "black").strip().lower()
        self.background = rgb_of(self._background) or colours.WHITE
        self.palette: list[str] = []
        self.unknown: list[str] = []
        self._places: dict[str, int | None] = {self._background: None}
        self._names: dict[str, str] = {}
        for node in puzzle.children:
            if node.name == "color":
                self._declare(node)
        for sign, name in ((".", "white"), ("X", "black")):
            self._names.setdefault(sign, name)

    def _declare(self, node: Node) -> None:
        name = node.attributes.get("name", "").strip().lower()
        if not name:
            raise node.error("a <color> needs a name")
        if name == self._background:
            self.background = _rgb(node, name)
        elif name not in self._places:
            self._add(name, _rgb(node, name), node)
        else:
            raise node.error(f"the colour {quote(name)} is given twice")
        sign = node.attributes.get("char", "").strip()[:1]
        if sign and sign not in "|?[]":
            self._names.setdefault(sign, name)

    def _add(self, name: str, rgb: str, node: Node) -> None:
        if len(self.palette) == MAX_COLOURS:
            raise node.error(f"more than {MAX_COLOURS} colours")
        self._places[name] = len(self.palette)
        self.palette.append(rgb)

    def place(self, name: str, node: Node) -> int | None:
        """The place of a named colour; what was not declared is known by its name, or guessed."""
        name = name.strip().lower()
        if name not in self._places:
            rgb = rgb_of(name)
            self.unknown += [name] if rgb is None else []
            self._add(name, rgb or spare(name[:1], self.palette), node)
        return self._places[name]

    def leave_out(self, used: set[int]) -> Palette:
        """Forget the colours that are not used."""
        default = self._places.get(self.default)
        palette = used_only(self.palette, used, default or 0)
        self.palette = palette.colours
        self._places = {
            name: None if place is None else palette.places[place]
            for name, place in self._places.items()
            if place is None or place in palette.places
        }
        return palette

    def place_of_sign(self, sign: str, node: Node) -> int | None:
        """The place of the colour that a sign of an image means."""
        if sign not in self._names:
            raise node.error(f"{quote(sign)} is the sign of no colour")
        return self.place(self._names[sign], node)


def _rgb(node: Node, name: str) -> str:
    text = node.text.strip()
    if "/" in text or "\\" in text:
        raise node.error("cells of two triangles are not read, only plain colours")
    rgb = rgb_of(text or name)
    if rgb is None:
        raise node.error(f"{quote(text or name)} is not a colour such as FF8000")
    return rgb


# --- reading -----------------------------------------------------------------------------------


class _Image(NamedTuple):
    """A picture as its signs: rows of cells, several signs where a cell may be several things."""

    node: Node
    rows: list[list[str]]

    @property
    def cols(self) -> int:
        return len(self.rows[0])


class _Reader:
    """Makes a document of a <puzzle>."""

    def __init__(self, puzzle: Node, around: Mapping[str, Node], room: Room) -> None:
        self._puzzle = puzzle
        self._around = around
        self._room = room
        kind = puzzle.attributes.get("type", "grid").strip().lower()
        if kind != "grid":
            raise puzzle.error(f"only grids of square cells are read, not type {quote(kind)}")
        self._colours = _Colours(puzzle)
        self._left_out = False

    def entry(self) -> Entry:
        """The puzzle with everything that stands beside it."""
        rows, cols = self._clues("rows"), self._clues("columns")
        warnings = self._settle_zeros(rows, cols)
        goals, saved = self._images("goal") or self._images("solution"), self._images("saved")
        used = colours_of(rows, cols)
        for image in (*goals[:1], *saved[:1]):
            used |= self._learn(image)
        palette = self._colours.leave_out(used)
        rows, cols = (clues and palette.clues(clues) for clues in (rows, cols))
        goal, saved_picture = self._picture(goals), self._picture(saved)
        puzzle = self._nonogram(rows, cols, goals, goal)
        for image in (*goals[:1], *saved[:1]):
            _check_size(image, puzzle)
        position, more = position_of(puzzle, goal, saved_picture, len(saved))
        texts: dict[str, Any] = {name: self._text(name) for name in _META}
        document = Document(
            puzzle=puzzle,
            position=position,
            meta=Meta(**texts),
            warnings=(*self._assumed(), *warnings, *more, *doubts(puzzle)),
        )
        return Entry(document, [node for name in _KEPT for node in self._nodes(name)])

    def _nodes(self, name: str) -> list[Node]:
        """The elements of this name in the puzzle, else in the set around it."""
        found = [node for node in self._puzzle.children if node.name == name]
        return found or [node for node in (self._around.get(name),) if node is not None]

    def _text(self, name: str) -> str:
        return next((text for node in self._nodes(name) if (text := tidy(node.text))), "")

    def _assumed(self) -> Iterator[str]:
        if self._left_out:
            yield f"{Room.NO_ROOM}; this one is left out"
        if self._colours.unknown:
            names = ", ".join(map(quote, self._colours.unknown))
            yield f"no <color> tells how {names} looks; it was chosen freely"

    def _clues(self, sort: str) -> list[Clue] | None:
        """The clues of all rows or columns, None if there are none; blots are 0 for now."""
        blocks = [n for n in self._puzzle.children if n.name == "clues" and _sort(n) == sort]
        if not blocks:
            return None
        if len(blocks) > 1:
            raise blocks[1].error(f"the clues of {sort} are given twice")
        lines = [node for node in blocks[0].children if node.name == "line"]
        return [tuple(self._run(n) for n in line.children if n.name == "count") for line in lines]

    def _run(self, node: Node) -> Run:
        place = self._colours.place(node.attributes.get("color", self._colours.default), node)
        if place is None:
            raise node.error("a run cannot have the colour of the background")
        text = node.text.strip()
        if text == "0":
            return Run(0, place)
        if text in _BLOTS:
            return Run(None, place)
        length = whole(text, "<count>", digits=SIZE_DIGITS, line=node.line, column=node.column)
        return Run(length, place)

    def _settle_zeros(self, rows: list[Clue] | None, cols: list[Clue] | None) -> list[str]:
        """Read counts of 0: as blots, or, where the other numbers say so, as empty lines."""
        both = [clues for clues in (rows, cols) if clues is not None]
        are_empty = zeros_are_empty(*both) if len(both) == 2 else False
        for clues in both:
            for at, clue in enumerate(clues):
                told = [run._replace(length=run.length or None) for run in clue]
                clues[at] = () if are_empty and clue == (Run(0, clue[0].colour),) else tuple(told)
        return ["lines with the count 0 are read as empty: the sums agree"] if are_empty else []

    def _images(self, sort: str) -> list[_Image]:
        solutions = [node for node in self._puzzle.children if node.name == "solution"]
        return [_image(node) for node in solutions if _solution_sort(node) == sort]

    def _learn(self, image: _Image) -> set[int]:
        """Give every colour of an image its place in the palette: these places."""
        signs = dict.fromkeys(chain.from_iterable(chain.from_iterable(image.rows)))
        places = [self._colours.place_of_sign(sign, image.node) for sign in signs if sign != _ANY]
        return {place for place in places if place is not None}

    def _picture(self, images: list[_Image]) -> Picture | None:
        """The first picture of a sort."""
        if not images:
            return None
        image = images[0]
        if not self._room.take(len(image.rows), image.cols):
            self._left_out = True
            return None
        cells = list(chain.from_iterable(image.rows))
        bits = {cell: self._bits(cell, image.node) for cell in set(cells)}
        return [bits[cell] for cell in cells]

    def _bits(self, cell: str, node: Node) -> int:
        count = len(self._colours.palette) or 1
        if _ANY in cell:
            return any_bits(count)
        places = {self._colours.place_of_sign(sign, node) for sign in cell}
        return sum(empty_bit(count) if place is None else 1 << place for place in places)

    def _nonogram(
        self,
        rows: list[Clue] | None,
        cols: list[Clue] | None,
        goals: list[_Image],
        goal: Picture | None,
    ) -> Nonogram:
        """The puzzle; clues that are missing follow from the goal."""
        palette = tuple(self._colours.palette) or (colours.BLACK,)
        background = self._colours.background
        puzzle = completed(rows, cols, goal, goals[0].cols if goals else 1, palette, background)
        if puzzle is None:
            missing = f"there are no {'rows' if rows is None else 'columns'}, and no goal"
            raise self._puzzle.error(Room.NO_ROOM if self._left_out else missing)
        return puzzle


def _sort(clues: Node) -> str:
    sort = clues.attributes.get("type", "").strip().lower()
    if sort not in ("rows", "columns"):
        raise clues.error(f"<clues> are of type rows or columns, not {quote(sort)}")
    return sort


def _solution_sort(solution: Node) -> str:
    sort = solution.attributes.get("type", "goal").strip().lower()
    if sort not in ("goal", "solution", "saved"):
        raise solution.error(f"a <solution> is a goal, solution or saved, not {quote(sort)}")
    return sort


def zeros_are_empty(rows: Iterable[Clue], cols: Iterable[Clue]) -> bool:
    """Tell whether counts of 0 mean empty lines, as some tools write them, rather than blots.

    So it is if each stands alone, no line has no count at all, and the sums agree without them.
    """
    rows, cols = list(rows), list(cols)
    lines = [*rows, *cols]
    with_zero = [clue for clue in lines if any(run.length == 0 for run in clue)]
    has_others = any(run.length is None for clue in lines for run in clue)
    if not with_zero or has_others or () in lines or any(len(clue) > 1 for clue in with_zero):
        return False
    return _sums(rows) == _sums(cols)


def _sums(clues: Iterable[Clue]) -> Counter[int]:
    """Return how many cells of each colour are asked for."""
    sums: Counter[int] = Counter()
    for run in chain.from_iterable(clues):
        sums[run.colour] += run.length or 0
    return +sums


def _image(solution: Node) -> _Image:
    node = solution.find("image")
    if node is None:
        raise solution.error("a <solution> needs an <image>")
    if node.text.count("|") > 2 * MAX_CELLS:
        raise node.error("the image is too large")
    pieces = "".join(node.text.split()).split("|")
    if len(pieces) < 3 or any(pieces[::2]):
        raise node.error("each row of an image stands between two signs |")
    rows = [_cells(piece, node) for piece in pieces[1::2]]
    if len(pieces) % 2 == 0 or not rows[0]:
        raise node.error("a row of the image does not end, or is empty")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            message = f"row {number} of the image has {len(row)} cells, the first {len(rows[0])}"
            raise node.error(message)
    return _Image(node, rows)


def _cells(row: str, node: Node) -> list[str]:
    if "[" not in row and "]" not in row:
        return list(row)
    found = islice(_CELL.finditer(row), MAX_CELLS + 1)
    cells = [match[1] or match[2] or "" for match in found]
    if any(cell in ("", "[", "]") for cell in cells):
        raise node.error("a cell of the image begins with [ and does not end, or is empty")
    return cells


def _check_size(image: _Image, puzzle: Nonogram) -> None:
    size, wanted = (len(image.rows), image.cols), (puzzle.rows, puzzle.cols)
    if size != wanted:
        message = f"the image has {size[0]}x{size[1]} cells, the clues {wanted[0]}x{wanted[1]}"
        raise image.node.error(message)


# --- writing -----------------------------------------------------------------------------------


def dump(document: Document) -> str:
    """A set of one puzzle; a finished answer is its goal, any other position is a saved one."""
    source = source_of(document, parse)
    return _dump_set([Entry(document, _kept(document.tail))]) if source is None else source


def _kept(tail: str) -> list[Node]:
    """Return what the text that the puzzle came from says beside it."""
    try:
        entries = _entries(tail) if tail else []
    except FormatError:
        return []
    return [node for entry in entries[:1] for node in entry.kept]


def join(texts: Sequence[str]) -> str:
    """One set of the puzzles of several texts."""
    return _dump_set(list(chain.from_iterable(map(_entries, texts))))


def _dump_set(entries: Sequence[Entry]) -> str:
    puzzles = "".join("\n".join(["", *_dump_puzzle(entry), ""]) for entry in entries)
    return f"{_HEAD}<puzzleset>\n{puzzles}</puzzleset>\n"


def _dump_puzzle(entry: Entry) -> list[str]:
    document = entry.document
    puzzle = puzzle_of(document)
    # The background takes part, so that its name is like no other's.
    *names, background = colours.names((*puzzle.palette, puzzle.background))
    signs = colours.signs(puzzle.palette) if puzzle.is_coloured else ("X",)
    around = "" if background == "white" else f' backgroundcolor="{background}"'
    paints = [(background, ".", puzzle.background), *zip(names, signs, puzzle.palette, strict=True)]
    return [
        f'<puzzle type="grid" defaultcolor="{names[0]}"{around}>',
        *_dump_texts(document.meta, entry.kept),
        "",
        *(_dump_colour(name, sign, rgb) for name, sign, rgb in paints),
        "",
        *_dump_clues("columns", puzzle.col_clues, names, puzzle),
        "",
        *_dump_clues("rows", puzzle.row_clues, names, puzzle),
        "",
        *_dump_solution(document, signs),
        "</puzzle>",
    ]


def _dump_texts(meta: Meta, kept: list[Node]) -> Iterator[str]:
    known = [(name, tidy(getattr(meta, name))) for name in _META]
    for name, text in [*known, *((node.name, node.text) for node in kept)]:
        if text:
            yield f"<{name}>{escape(text)}</{name}>"


def _dump_colour(name: str, sign: str, rgb: str) -> str:
    return f'<color name="{name}" char="{sign}">{rgb[1:].upper()}</color>'


def _dump_clues(
    sort: str, clues: Sequence[Clue], names: Sequence[str], puzzle: Nonogram
) -> Iterator[str]:
    blot = _blot(puzzle)
    yield f'<clues type="{sort}">'
    for clue in clues:
        counts = []
        for run in clue:
            colour = f' color="{names[run.colour]}"' if puzzle.is_coloured else ""
            counts.append(f"<count{colour}>{run.length or blot}</count>")
        yield f"<line>{''.join(counts)}</line>"
    yield "</clues>"


def _blot(puzzle: Nonogram) -> str:
    """Return how to write a run of untold length: as 0, or as ? where that would look like no
    run."""
    both = [
        [tuple(run._replace(length=run.length or 0) for run in clue) for clue in clues]
        for clues in (puzzle.row_clues, puzzle.col_clues)
    ]
    return "?" if zeros_are_empty(*both) else "0"


def _dump_solution(document: Document, signs: Sequence[str]) -> list[str]:
    found = drawn(document)
    if found is None:
        return []
    puzzle = puzzle_of(document)
    cells = [_dump_cell(bits, signs) for bits in found.picture]
    rows = ["".join(cells[at : at + puzzle.cols]) for at in range(0, len(cells), puzzle.cols)]
    sort = "goal" if found.is_goal else "saved"
    return [
        f'<solution type="{sort}">',
        "<image>",
        *(f"|{row}|" for row in rows),
        "</image>",
        "</solution>",
        "",
    ]


def _dump_cell(bits: int, signs: Sequence[str]) -> str:
    if bits == any_bits(len(signs)):
        return _ANY
    possible = "".join(sign for place, sign in enumerate((*signs, ".")) if bits >> place & 1)
    return possible if len(possible) == 1 else f"[{possible}]"


CODEC = Codec(
    format="webpbn",
    title="XML of webpbn.com",
    suffixes=(".xml", ".pbn"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    tail_is_source=True,
    carries_position=True,
    join=join,
)
