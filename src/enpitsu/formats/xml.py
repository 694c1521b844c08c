"""Safe XML reading: nothing is fetched, no entity is defined, depth and number are limited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.parsers import expat

from enpitsu.errors import FormatError
from enpitsu.formats.text import quote

MAX_DEPTH = 64
MAX_NODES = 1_000_000
MAX_ATTRIBUTES = 1000  # how many attributes an element may have

_NONE: dict[str, str] = {}
_DECLARATION = re.compile(r"\s*<\?xml\s[^>]*>")
_ENCODING = re.compile(r"\s+encoding\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_REFERENCE = re.compile(
    r"<!--(?:.*?-->|.*)|<!\[CDATA\[(?:.*?\]\]>|.*)|&([A-Za-z][A-Za-z0-9]*);", re.DOTALL
)
"""An entity's name; comments and CDATA, where there are none, are passed over."""
_UNDEFINED = expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]
_BUILT_IN = frozenset(("amp", "lt", "gt", "quot", "apos"))


@dataclass(slots=True)
class Node:
    """An element: its name and its attributes' names in small letters, where it begins.

    `text` is kept only where there are no children; around children it is layout.
    """

    name: str
    line: int
    column: int
    attributes: Mapping[str, str]
    text: str = ""
    children: Sequence[Node] = ()

    def find(self, name: str) -> Node | None:
        """The first child of this name."""
        return next((child for child in self.children if child.name == name), None)

    def error(self, message: str) -> FormatError:
        """A FormatError that points at this element."""
        return FormatError(message, line=self.line, column=self.column)


class _Builder:
    """Collects elements while expat runs."""

    def __init__(self) -> None:
        self.parser = parser = expat.ParserCreate()
        # A list takes less memory than a dict, should someone write a million attributes.
        parser.ordered_attributes = True
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        self._pieces: list[str] = []
        parser.CharacterDataHandler = self._pieces.append
        parser.EntityDeclHandler = self._entity
        self.root: Node | None = None
        self._open: list[Node] = []
        self._children: list[list[Node]] = []
        self._names: dict[str, str] = {}
        self._count = 0

    def _error(self, message: str) -> FormatError:
        parser = self.parser
        return FormatError(
            message, line=parser.CurrentLineNumber, column=parser.CurrentColumnNumber + 1
        )

    def _start(self, name: str, attributes: list[str]) -> None:
        self._count += 1
        if len(attributes) > 2 * MAX_ATTRIBUTES:
            raise self._error(f"more than {MAX_ATTRIBUTES} attributes in one element")
        if len(self._open) >= MAX_DEPTH:
            raise self._error(f"elements are nested more than {MAX_DEPTH} deep")
        if self._count > MAX_NODES:
            raise self._error(f"more than {MAX_NODES} elements")
        # Most elements have no attributes and one of few names: these are shared.
        known = self._names.setdefault(name, name.lower())
        named = _NONE
        if attributes:
            keys = [key.lower() for key in attributes[::2]]
            named = dict(zip(keys, attributes[1::2], strict=True))
        parser = self.parser
        node = Node(known, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, named)
        if self._open:
            self._children[-1].append(node)
        else:
            self.root = node
        self._open.append(node)
        self._children.append([])
        self._pieces.clear()

    def _end(self, _name: str) -> None:
        node, children = self._open.pop(), self._children.pop()
        if children:
            node.children = children
        else:
            node.text = "".join(self._pieces)
        self._pieces.clear()

    def _entity(self, name: str, *_rest: object) -> None:
        raise self._error(f"entity declarations are not read: {quote(name)}")


def parse(text: str, entities: Mapping[str, str] | None = None) -> Node:
    """The root element; FormatError with line and column where the text is not plain, safe XML.

    `entities` are names with a fixed meaning that texts may use without declaring them.
    """
    builder = _Builder()
    # The text is decoded already, whatever it declares; so blank lines above do not matter.
    declaration = _DECLARATION.match(text)
    if declaration is not None:
        text = re.sub(r"\S", " ", declaration[0]) + text[declaration.end() :]
    text, unknown = _number_entities(text, entities or {})
    try:
        builder.parser.Parse(text, True)
    except expat.ExpatError as error:
        if unknown is not None and error.code == _UNDEFINED:
            raise unknown from None
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        raise FormatError(message, line=error.lineno, column=error.offset + 1) from None
    if builder.root is None:
        raise FormatError("the XML holds no element")
    if unknown is not None:
        # Where a DTD is named, unknown entities would silently be nothing.
        raise unknown
    return builder.root


def _number_entities(text: str, entities: Mapping[str, str]) -> tuple[str, FormatError | None]:
    """The text with numbers for the names of entities, and the first name without a meaning."""
    unknown: list[FormatError] = []

    def number(match: re.Match[str]) -> str:
        name, at = match[1], match.start()
        if name is None or name in _BUILT_IN:
            return match[0]
        if name in entities:
            return "".join(f"&#{ord(sign)};" for sign in entities[name])
        if not unknown:
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
            unknown.append(FormatError(f"unknown entity {quote(name)}", line=line, column=column))
        return match[0]

    found = _REFERENCE.sub(number, text) if "&" in text else text
    return found, unknown[0] if unknown else None


def declared_encoding(start: str) -> str | None:
    """The encoding that a text's XML declaration names, in small letters; None if it has none."""
    declaration = _DECLARATION.match(start)
    found = None if declaration is None else _ENCODING.search(declaration[0])
    return None if found is None else (found[1] or found[2] or "").strip().lower()


def as_utf8(text: str) -> str:
    """The text without the encoding that it declares, unless that is UTF-8: so we write it."""
    if declared_encoding(text) in (None, "utf-8"):
        return text
    return _ENCODING.sub("", text, count=1)
