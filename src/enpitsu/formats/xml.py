"""Safe XML reading: nothing is fetched, no entity is defined, depth and number are limited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from enpitsu.errors import FormatError
from enpitsu.formats.text import quote

MAX_DEPTH = 64
MAX_NODES = 1_000_000


@dataclass(slots=True)
class Node:
    """An element: its name and its attributes' names in small letters, where it begins.

    `text` is kept only where there are no children; around children it is layout.
    """

    name: str
    line: int
    column: int
    attributes: dict[str, str]
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def find(self, name: str) -> Node | None:
        """The first child of this name."""
        return next((child for child in self.children if child.name == name), None)

    def error(self, message: str) -> FormatError:
        """A FormatError that points at this element."""
        return FormatError(message, line=self.line, column=self.column)


class _Builder:
    """Collects elements while expat runs."""

    def __init__(self, entities: Mapping[str, str]) -> None:
        self.parser = parser = expat.ParserCreate()
        # Undeclared entities are then reported here, not refused; nothing is ever fetched.
        parser.UseForeignDTD(bool(entities))
        self._entities = entities
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        self.root: Node | None = None
        self._open: list[Node] = []
        self._pieces: list[str] = []
        self._count = 0

    def _error(self, message: str) -> FormatError:
        parser = self.parser
        return FormatError(
            message, line=parser.CurrentLineNumber, column=parser.CurrentColumnNumber + 1
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= MAX_DEPTH:
            raise self._error(f"elements are nested more than {MAX_DEPTH} deep")
        if self._count > MAX_NODES:
            raise self._error(f"more than {MAX_NODES} elements")
        at = self.parser
        if attributes:
            attributes = {key.lower(): value for key, value in attributes.items()}
        node = Node(name.lower(), at.CurrentLineNumber, at.CurrentColumnNumber + 1, attributes)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)
        self._pieces = []

    def _end(self, _name: str) -> None:
        node = self._open.pop()
        if not node.children:
            node.text = "".join(self._pieces)
        self._pieces = []

    def _characters(self, data: str) -> None:
        self._pieces.append(data)

    def _entity(self, name: str, *_rest: object) -> None:
        raise self._error(f"entity declarations are not read: {quote(name)}")

    def _skipped(self, name: str, _is_parameter: bool) -> None:
        if name not in self._entities:
            raise self._error(f"unknown entity {quote(name)}")
        self._characters(self._entities[name])


def parse(text: str, entities: Mapping[str, str] | None = None) -> Node:
    """The root element; FormatError with line and column where the text is not plain, safe XML.

    `entities` are names with a fixed meaning that texts may use without declaring them.
    """
    builder = _Builder(entities or {})
    try:
        builder.parser.Parse(text, True)
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        raise FormatError(message, line=error.lineno, column=error.offset + 1) from None
    if builder.root is None:
        raise FormatError("the XML holds no element")
    return builder.root
