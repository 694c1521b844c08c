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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from html.entities import name2codepoint
from itertools import chain, islice
from typing import Any, NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats import xml
from enpitsu.formats.text import SIZE_DIGITS, head, quote, tidy, tidy_lines, whole
from enpitsu.formats.xml import Node
from enpitsu.kind import MAX_NOTE, Codec, Document, Meta
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.codecs.clues import (
    MAX_PUZZLES,
    cells_of_colours,
    doubts,
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
from enpitsu.kinds.nonogram.model import MAX_CELLS, Clue, Nonogram, Run

_ENTITIES = {name: chr(code) for name, code in name2codepoint.items()}
"""webpbn writes &copy; and the like, which only the DTD would explain."""

_SET = re.compile(r"<puzzleset[\s>]", re.IGNORECASE)
_PUZZLE = re.compile(r"<puzzle[\s>]", re.IGNORECASE)
_PART = re.compile(r"<(?:clues|solution|color)[\s>]", re.IGNORECASE)
_PUZZLE_END = re.compile(r"</puzzle\s*>", re.IGNORECASE)
_CELL = re.compile(r"\[([^][]*)\]|(.)")
_MOST_AROUND = 4096
_META = ("source", "title", "author")
_KEPT = ("authorid", "copyright", "id", "note")
_NOTE = "description"  # the element with a word of the author to those who solve it
_ANY = "?"

_HEAD = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">\n'


class Entry(NamedTuple):
    """A puzzle of a set, and the elements about it that only this format knows."""

    document: Document
    kept: list[Node]


def sniff(text: str) -> bool:
    """Return True if the text is XML with a set of puzzles, or with a puzzle that has clues."""
    start = head(text)
    if not start.startswith("<"):
        return False
    is_puzzle = _PUZZLE.search(start) is not None and _PART.search(start) is not None
    return is_puzzle or _SET.search(start) is not None


def parse(text: str) -> list[Document]:
    """Read every puzzle of a set, with its goal or saved position."""
    documents = [entry.document for entry in _entries(text)]
    text, count = xml.as_utf8(text), len(documents)
    if count == 1:
        return [replace(documents[0], tail=text)]
    # The text that would hold each puzzle alone, as far as tags alone tell.
    spans: list[tuple[int, int]] = []
    start = _PUZZLE.search(text)
    while start is not None and len(spans) <= count:
        end = _PUZZLE_END.search(text, start.end())
        if end is None:
            break
        spans.append((start.start(), end.end()))
        start = _PUZZLE.search(text, end.end())
    if len(spans) != count:
        return documents
    before, after = text[: spans[0][0]], text[spans[-1][1] :]
    if len(before) + len(after) > _MOST_AROUND:
        return documents
    tails = [f"{before}{text[first:last]}{after}" for first, last in spans]
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
    entries = []
    for puzzle in puzzles:
        try:
            entries.append(_Reader(puzzle, around, room).entry())
        except FormatError as error:
            # Of many puzzles, say which one is wrong.
            if error.line is not None:
                raise
            raise type(error)(error.message, line=puzzle.line, column=puzzle.column) from None
    return entries


# --- colours -----------------------------------------------------------------------------------


class _Colours(FileColours):
    """The colours of a puzzle by name and by sign; the background has no place in the palette."""

    def __init__(self, puzzle: Node) -> None:
        super().__init__()
        self._background = puzzle.attributes.get("backgroundcolor", "white").strip().lower()
        self.default = puzzle.attributes.get("defaultcolor", "black").strip().lower()
        self.background = rgb_of(self._background) or colours.WHITE
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
        if name in self.places:
            raise node.error(f"the colour {quote(name)} is given twice")
        text = node.text.strip()
        if "/" in text or "\\" in text:
            raise node.error("cells of two triangles are not read, only plain colours")
        rgb = rgb_of(text or name)
        if rgb is None:
            raise node.error(f"{quote(text or name)} is not a colour such as FF8000")
        if name == self._background:
            self.background = rgb
        else:
            self.add(name, rgb, node.error)
        sign = node.attributes.get("char", "").strip()[:1]
        if sign and sign not in "|?[]":
            self._names.setdefault(sign, name)

    def place(self, name: str, node: Node) -> int | None:
        """Return the place of a named colour, None for the background; what was not declared is
        known by its name, or guessed."""
        name = name.strip().lower()
        if name == self._background:
            return None
        if name not in self.places:
            rgb = rgb_of(name)
            self.unknown += [name] if rgb is None else []
            self.add(name, rgb or spare(name[:1], self.palette), node.error)
        return self.places[name]

    def place_of_sign(self, sign: str, node: Node) -> int | None:
        """Return the place of the colour that a sign of an image means."""
        if sign not in self._names:
            raise node.error(f"{quote(sign)} is the sign of no colour")
        return self.place(self._names[sign], node)


# --- reading -----------------------------------------------------------------------------------


class _Image(NamedTuple):
    """A picture as its signs, row by row: several where a cell may be several things."""

    node: Node
    rows: int
    cols: int
    cells: list[str]


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
        """Read the puzzle with everything that stands beside it."""
        paints = self._colours
        rows, cols, warnings = self._clues()
        message = "a <solution> is a goal, solution or saved"
        by_type = self._by_type("solution", ("goal", "solution", "saved"), message)
        goals = [_image(node) for node in by_type["goal"] or by_type["solution"]]
        saves = [_image(node) for node in by_type["saved"]]
        images = (*goals[:1], *saves[:1])
        used: list[int | None] = []
        for image in images:
            signs = dict.fromkeys(chain.from_iterable(image.cells))
            used += [paints.place_of_sign(sign, image.node) for sign in signs if sign != _ANY]
        others = [place for place in used if place is not None]
        default = paints.places.get(paints.default, 0)
        clues = paints.leave_out_unused(rows, cols, others, default)
        goal, saved = self._picture(goals), self._picture(saves)
        palette, width = tuple(paints.palette) or (colours.BLACK,), goals[0].cols if goals else 1
        puzzle = completed(*clues, goal, width, palette, paints.background)
        if puzzle is None:
            missing = f"there are no {'rows' if rows is None else 'columns'}, and no goal"
            raise self._puzzle.error(Room.NO_ROOM if self._left_out else missing)
        for image in images:
            if (image.rows, image.cols) != (puzzle.rows, puzzle.cols):
                size = f"{image.rows}x{image.cols}"
                message = f"the image has {size} cells, the clues {puzzle.rows}x{puzzle.cols}"
                raise image.node.error(message)
        position, more = position_of(puzzle, goal, saved, len(saves))
        warnings = (*self._assumptions(), *warnings, *more, *doubts(puzzle))
        texts: dict[str, Any] = {}
        for name in _META:
            found = (tidy(node.text) for node in self._nodes(name))
            texts[name] = next(filter(None, found), "")
        note = next((tidy_lines(node.text) for node in self._nodes(_NOTE)), "")[:MAX_NOTE]
        meta = Meta(**texts, note=note)
        document = Document(puzzle=puzzle, position=position, meta=meta, warnings=warnings)
        return Entry(document, [node for name in _KEPT for node in self._nodes(name)])

    def _nodes(self, name: str) -> list[Node]:
        """Return the elements of this name in the puzzle, else in the set around it."""
        found = [node for node in self._puzzle.children if node.name == name]
        return found or [node for node in (self._around.get(name),) if node is not None]

    def _assumptions(self) -> Iterator[str]:
        if self._left_out:
            yield f"{Room.NO_ROOM}; this one is left out"
        if self._colours.unknown:
            names = ", ".join(map(quote, self._colours.unknown))
            yield f"no <color> tells how {names} looks; it was chosen freely"

    def _clues(self) -> tuple[list[Clue] | None, list[Clue] | None, tuple[str, ...]]:
        """Return the clues of all rows and of all columns, None if there are none, and warnings.

        Counts of 0 are blots, or, where the other numbers say so, empty lines.
        """
        message = "<clues> are of type rows or columns"
        found: dict[str, list[Clue]] = {}
        for name, blocks in self._by_type("clues", ("rows", "columns"), message).items():
            if len(blocks) > 1:
                raise blocks[1].error(f"the clues of {name} are given twice")
            for block in blocks:
                lines = [node.children for node in block.children if node.name == "line"]
                found[name] = [
                    tuple(self._run(node) for node in line if node.name == "count")
                    for line in lines
                ]
        are_empty = len(found) == 2 and zeros_are_empty(found["rows"], found["columns"])
        for clues in found.values():
            for at, clue in enumerate(clues):
                told = [run._replace(length=run.length or None) for run in clue]
                clues[at] = () if are_empty and clue == (Run(0, clue[0].colour),) else tuple(told)
        warning = "lines with the count 0 are read as empty: the sums agree"
        return found.get("rows"), found.get("columns"), (warning,) * are_empty

    def _run(self, node: Node) -> Run:
        place = self._colours.place(node.attributes.get("color", self._colours.default), node)
        if place is None:
            raise node.error("a run cannot have the colour of the background")
        text = node.text.strip()
        if text in ("", _ANY):
            return Run(None, place)
        length = whole(text, "<count>", digits=SIZE_DIGITS, line=node.line, column=node.column)
        return Run(length, place)

    def _by_type(self, name: str, types: tuple[str, ...], message: str) -> dict[str, list[Node]]:
        """Return the elements of this name for each of these types; a <solution> without one is a
        goal. FormatError with the message for another type."""
        usual = "goal" if name == "solution" else ""
        found: dict[str, list[Node]] = {each: [] for each in types}
        for node in self._puzzle.children:
            if node.name == name:
                given = node.attributes.get("type", usual).strip().lower()
                if given not in found:
                    raise node.error(f"{message}, not {quote(given)}")
                found[given].append(node)
        return found

    def _picture(self, images: list[_Image]) -> Picture | None:
        """Return the first of these images as a picture."""
        if not images:
            return None
        image, count = images[0], len(self._colours.palette) or 1
        if not self._room.take(image.rows, image.cols):
            self._left_out = True
            return None
        bits = {}
        for cell in set(image.cells):
            places = {
                self._colours.place_of_sign(sign, image.node) for sign in cell if sign != _ANY
            }
            known = sum(empty_bit(count) if place is None else 1 << place for place in places)
            bits[cell] = any_bits(count) if _ANY in cell else known
        return [bits[cell] for cell in image.cells]


def zeros_are_empty(rows: Sequence[Clue], cols: Sequence[Clue]) -> bool:
    """Return True if counts of 0 mean empty lines, as some tools write them, rather than blots.

    So it is if each stands alone, no line has no count at all, and the sums agree without them.
    """
    lines = [*rows, *cols]
    with_zero = [clue for clue in lines if any(run.length == 0 for run in clue)]
    has_others = any(run.length is None for clue in lines for run in clue)
    if not with_zero or has_others or () in lines or any(len(clue) > 1 for clue in with_zero):
        return False
    return cells_of_colours(rows) == cells_of_colours(cols)


def _image(solution: Node) -> _Image:
    node = solution.find("image")
    if node is None:
        raise solution.error("a <solution> needs an <image>")
    if node.text.count("|") > 2 * MAX_CELLS:
        raise node.error("the image is too large")
    pieces = "".join(node.text.split()).split("|")
    if len(pieces) < 3 or any(pieces[::2]):
        raise node.error("each row of an image stands between two signs |")
    rows = []
    for piece in pieces[1::2]:
        found = islice(_CELL.finditer(piece), MAX_CELLS + 1)
        cells = [match[1] or match[2] or "" for match in found] if "[" in piece else list(piece)
        if any(cell in ("", "[", "]") for cell in cells):
            raise node.error("a cell of the image begins with [ and does not end, or is empty")
        rows.append(cells)
    if len(pieces) % 2 == 0 or not rows[0]:
        raise node.error("a row of the image does not end, or is empty")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            message = f"row {number} of the image has {len(row)} cells, the first {len(rows[0])}"
            raise node.error(message)
    return _Image(node, len(rows), len(rows[0]), list(chain.from_iterable(rows)))


# --- writing -----------------------------------------------------------------------------------


def dump(document: Document) -> str:
    """Write a set of one puzzle; a finished answer is its goal, any other position a saved one."""
    source = source_of(document, parse)
    if source is not None:
        return source
    try:
        kept = _entries(document.tail)[0].kept if document.tail else []
    except FormatError:
        kept = []
    return _dump_set([Entry(document, kept)])


def join(texts: Sequence[str]) -> str:
    """Write one set of the puzzles of several texts."""
    return _dump_set(list(chain.from_iterable(map(_entries, texts))))


def _dump_set(entries: Sequence[Entry]) -> str:
    puzzles = "".join(f"\n{_dump_puzzle(*entry)}\n" for entry in entries)
    return f"{_HEAD}<puzzleset>\n{puzzles}</puzzleset>\n"


def _dump_puzzle(document: Document, kept: Sequence[Node]) -> str:
    puzzle = document.puzzle_as(Nonogram)
    # The background takes part, so that its name is like no other's.
    *names, background = colours.names((*puzzle.palette, puzzle.background))
    signs = colours.signs(puzzle.palette) if puzzle.is_coloured else ("X",)
    around = "" if background == "white" else f' backgroundcolor="{background}"'
    lines = [f'<puzzle type="grid" defaultcolor="{names[0]}"{around}>']
    texts = [(name, tidy(getattr(document.meta, name))) for name in _META]
    texts += [(_NOTE, tidy_lines(document.meta.note)), *((node.name, node.text) for node in kept)]
    lines += [f"<{name}>{escape(text, quote=False)}</{name}>" for name, text in texts if text]
    lines.append("")
    paints = [(background, ".", puzzle.background), *zip(names, signs, puzzle.palette, strict=True)]
    for name, sign, rgb in paints:
        lines.append(f'<color name="{name}" char="{sign}">{rgb[1:].upper()}</color>')
    # A run of untold length is a 0, or a ? where that would look like an empty line.
    rows, cols = (
        [tuple(run._replace(length=run.length or 0) for run in clue) for clue in clues]
        for clues in (puzzle.row_clues, puzzle.col_clues)
    )
    blot = _ANY if zeros_are_empty(rows, cols) else "0"
    run_names = names if puzzle.is_coloured else None
    lines += ["", *_dump_clues("columns", puzzle.col_clues, run_names, blot)]
    lines += ["", *_dump_clues("rows", puzzle.row_clues, run_names, blot)]
    lines += ["", *_dump_solution(document, signs), "</puzzle>"]
    return "\n".join(lines)


def _dump_clues(
    kind: str, clues: Sequence[Clue], names: Sequence[str] | None, blot: str
) -> Iterator[str]:
    """Yield the lines of an element; `names` are those of the colours, if there are several."""
    yield f'<clues type="{kind}">'
    for clue in clues:
        counts = []
        for run in clue:
            colour = f' color="{names[run.colour]}"' if names else ""
            counts.append(f"<count{colour}>{run.length or blot}</count>")
        yield f"<line>{''.join(counts)}</line>"
    yield "</clues>"


def _dump_solution(document: Document, signs: Sequence[str]) -> list[str]:
    found = draw(document)
    if found is None:
        return []
    kind, picture = found
    cells = {any_bits(len(signs)): _ANY}
    for bits in set(picture) - cells.keys():
        possible = "".join(sign for place, sign in enumerate((*signs, ".")) if bits >> place & 1)
        cells[bits] = possible if len(possible) == 1 else f"[{possible}]"
    lines = [f'<solution type="{kind}">', "<image>"]
    cols = document.puzzle_as(Nonogram).cols
    for at in range(0, len(picture), cols):
        lines.append(f"|{''.join(cells[bits] for bits in picture[at : at + cols])}|")
    return [*lines, "</image>", "</solution>", ""]


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
