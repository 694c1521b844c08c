"""Yajilin in the XML of a bachelor thesis: a list of tiles, with the player's state.

`xPos` is the row and `yPos` the column. The thesis has no place for dots and crosses: they stand in
an element of our own behind the tiles, `<marks>r1c1 not shaded, r1c1-r1c2 not line</marks>`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from enpitsu.errors import FormatError
from enpitsu.formats import xml
from enpitsu.formats.text import MAX_DIGITS, SIZE_DIGITS, head, quote, tidy, whole
from enpitsu.formats.xml import Node
from enpitsu.grid import Cell, Direction, is_inside
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.yajilin.codecs.marks import (
    Content,
    arrow_and_number,
    contents_of,
    document_of,
)
from enpitsu.kinds.yajilin.model import Clue, Yajilin, check_size
from enpitsu.position import Position

_NAME = "the XML format"
_ROOT = re.compile(r"<puzzle\s*>", re.IGNORECASE)


def sniff(text: str) -> bool:
    """Return True if the text is XML with a puzzle of this form."""
    start = head(text)
    return start.startswith("<") and _ROOT.search(start) is not None


def parse(text: str) -> list[Document]:
    """The puzzle of a file and its state."""
    root = xml.parse(text)
    if root.name != "puzzle":
        raise root.error(f"the root must be <puzzle>, not <{root.name[:40]}>")
    rows, cols = _number(root, "height", SIZE_DIGITS), _number(root, "width", SIZE_DIGITS)
    check_size(rows, cols)
    name, marks = root.find("name"), root.find("marks")
    meta = Meta(title="" if name is None else tidy(name.text))
    document = document_of(rows, cols, _tiles(root, rows, cols), meta=meta)
    if marks is None:
        return [document]
    try:
        facts = document.position.facts | Position.parse(marks.text).facts
    except FormatError as error:
        raise marks.error(f"<marks>: {error}") from None
    return [replace(document, position=Position(facts))]


def _child(node: Node, name: str) -> Node:
    child = node.find(name.lower())
    if child is None:
        raise node.error(f"<{node.name}> needs a <{name}>")
    return child


def _number(node: Node, name: str, digits: int = MAX_DIGITS) -> int:
    child = _child(node, name)
    return whole(
        child.text.strip(), f"<{name}>", digits=digits, line=child.line, column=child.column
    )


def _tiles(root: Node, rows: int, cols: int) -> dict[Cell, Content]:
    found: dict[Cell, Content | None] = {}
    for tile in _child(root, "tiles").children:
        if tile.name != "tile":
            raise tile.error(f"<tiles> holds <tile>, not <{tile.name[:40]}>")
        cell = Cell(_number(tile, "xPos", SIZE_DIGITS), _number(tile, "yPos", SIZE_DIGITS))
        if not is_inside(cell, rows, cols):
            raise tile.error(f"{cell} lies outside the {rows}x{cols} board")
        if cell in found:
            raise tile.error(f"{cell} is listed twice")
        found[cell] = _content(tile)
    return {cell: content for cell, content in found.items() if content is not None}


def _content(tile: Node) -> Content | None:
    things = [child for child in tile.children if child.name not in ("xpos", "ypos", "empty")]
    if len(things) > 1:
        raise things[1].error("a tile holds one thing only")
    if not things:
        return None
    thing = things[0]
    if thing.name == "black":
        return True
    if thing.name == "arrow":
        return Clue(_direction(_child(thing, "dir")), _number(thing, "count"))
    if thing.name == "line":
        ends = [_direction(child) for child in thing.children if child.name in ("dir1", "dir2")]
        if not 1 <= len(ends) <= 2:
            raise thing.error("<line> needs <dir1> and <dir2>")
        return tuple(dict.fromkeys(ends))
    raise thing.error(f"a tile holds <black/>, <arrow> or <line>, not <{thing.name[:40]}>")


def _direction(node: Node) -> Direction:
    try:
        return Direction[node.text.strip().upper()]
    except KeyError:
        text = quote(node.text.strip())
        raise node.error(f"<{node.name}> is UP, DOWN, LEFT or RIGHT, not {text}") from None


def dump(document: Document) -> str:
    """The file; FormatError with the cell for what a tile cannot hold."""
    puzzle = document.puzzle_as(Yajilin)
    lines = ["<puzzle>"]
    lines.append(f"  <width>{puzzle.cols}</width> <height>{puzzle.rows}</height>")
    lines.append(f"  <name>{escape(tidy(document.meta.title), quote=False)}</name>")
    lines.append("  <tiles>")
    for cell, content in contents_of(document, _NAME).items():
        # A dot is the only content that is False.
        if content is not False:
            lines += _dump_tile(cell, content)
    lines.append("  </tiles>")
    denials = Position.of(fact for fact in document.position if not fact.holds)
    if denials:
        lines.append(f"  <marks>{denials}</marks>")
    return "\n".join([*lines, "</puzzle>", ""])


def _dump_tile(cell: Cell, content: Content) -> list[str]:
    inner = ["<black/>"]
    if isinstance(content, Clue):
        arrow, number = arrow_and_number(cell, content, _NAME)
        inner = [
            "<arrow>",
            f"  <dir>{arrow.name}</dir>",
            f"  <count>{number}</count>",
            "</arrow>",
        ]
    elif isinstance(content, tuple):
        if len(content) > 2:
            count = len(content)
            raise FormatError(f"{_NAME} cannot hold {count} line ends in a cell", cell=str(cell))
        ends = [f"  <dir{at}>{end.name}</dir{at}>" for at, end in enumerate(content, 1)]
        inner = ["<line>", *ends, "</line>"]
    place = f"<xPos>{cell.row}</xPos> <yPos>{cell.col}</yPos>"
    return ["    <tile>", *(f"      {line}" for line in [place, *inner]), "    </tile>"]


CODEC = Codec(
    format="xml",
    title="XML list of tiles",
    suffixes=(".xml",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
