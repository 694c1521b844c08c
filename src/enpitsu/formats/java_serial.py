"""Java's object serialisation (stream protocol 5) read as plain data.

Written after the grammar that Oracle publishes ("Java Object Serialization Specification",
chapter 6). Nothing is looked up or run: a class is its name and the names of its fields. Whatever
a file says, reading it is bounded in depth and in the number of values; no length is believed
that the rest of the file cannot hold.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable
from typing import Any, NoReturn

from enpitsu.errors import FormatError
from enpitsu.formats.text import quote

MAGIC = b"\xac\xed\x00\x05"
MAX_DEPTH = 60  # objects within objects
MAX_VALUES = 1_000_000  # objects, fields and elements of arrays together

_FIRST_HANDLE = 0x7E0000
_WRITE_METHOD = 1
_SERIALIZABLE = 2
_EXTERNALIZABLE = 4
_BLOCK_DATA = 8
_CODES = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "b"}
"""Java's primitive types, and what `struct` and `array` call them."""
_NULL = 0x70
_REFERENCE = 0x71
_CLASS_DESC = 0x72
_END = 0x78
_RESET = 0x79
_PROXY_DESC = 0x7D


class JavaClass:
    """A class as a file describes it; `fields` are its own, `parent` is its superclass."""

    __slots__ = ("fields", "flags", "is_whole", "name", "objects", "parent", "primitives")

    def __init__(self, name: str) -> None:
        self.name = name
        self.flags = 0
        self.fields: tuple[str, ...] = ()
        self.primitives = struct.Struct(">")
        self.objects = 0
        """The number of fields, the last ones, that are no primitives."""
        self.parent: JavaClass | None = None
        self.is_whole = False

    def line(self) -> list[JavaClass]:
        """Its superclasses, the highest first, and itself."""
        found: list[JavaClass] = []
        each: JavaClass | None = self
        while each is not None:
            found.append(each)
            each = each.parent
        return found[::-1]


class JavaObject:
    """An object: values of its fields, and what its class wrote by itself (`written`: bytes and
    objects), as collections do with their elements."""

    __slots__ = ("of", "values", "written")

    def __init__(self, of: JavaClass) -> None:
        self.of = of
        self.values: list[Any] = []
        self.written: list[Any] = []

    def fields(self) -> dict[str, Any]:
        """The values by name; a class's own fields hide those of its superclasses."""
        names = [name for each in self.of.line() for name in each.fields]
        return dict(zip(names, self.values, strict=False))


def read_objects(data: bytes) -> list[Any]:
    """The contents of a file: objects, arrays (lists; `array` of primitives), strings, bytes.

    Enum constants are their names. FormatError, with the place in bytes, for anything else.
    """
    return _Reader(data).contents()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._depth = 0
        self._values = 0
        self._handles: list[Any] = []
        self._readers: dict[int, Callable[[], Any]] = {
            _NULL: lambda: None,
            _REFERENCE: self._reference,
            _CLASS_DESC: self._class_desc,
            _PROXY_DESC: self._proxy_desc,
            0x73: self._object,
            0x74: lambda: self._keep(self._text(self._number(">H"))),
            0x75: self._array,
            0x76: lambda: self._keep(self._class()),
            0x77: lambda: self._take(self._number(">B")),
            _RESET: self._handles.clear,
            0x7A: lambda: self._take(self._number(">i")),
            0x7B: lambda: self._fail("its program failed while it was writing"),
            0x7C: lambda: self._keep(self._text(self._number(">q"))),
            0x7E: self._enum,
        }

    def contents(self) -> list[Any]:
        """Everything up to the end of the file."""
        if self._take(len(MAGIC)) != MAGIC:
            self._fail("this is no Java serialisation", at=0)
        found = []
        while self._at < len(self._data):
            found.append(self._content())
        return found

    # --- bytes ---

    def _fail(self, message: str, *, at: int | None = None) -> NoReturn:
        place = self._at if at is None else at
        raise FormatError(f"the file is damaged or cut off: byte {place}: {message}")

    def _refuse(self, message: str) -> NoReturn:
        """Refuse a file that may be whole, but is not read."""
        raise FormatError(f"byte {self._at} of the Java serialisation: {message}")

    def _take(self, count: int) -> bytes:
        left = len(self._data) - self._at
        if not 0 <= count <= left:
            announced = "1 byte is" if count == 1 else f"{count} bytes are"
            self._fail(f"{announced} announced, {left} {'is' if left == 1 else 'are'} left")
        self._at += count
        return self._data[self._at - count : self._at]

    def _number(self, form: str) -> int:
        return int(struct.unpack(form, self._take(struct.calcsize(form)))[0])

    def _text(self, count: int) -> str:
        # Java's own UTF-8 differs in two rare cases, which no name has.
        return self._take(count).decode("utf-8", "replace")

    # --- limits and handles ---

    def _count(self, values: int) -> None:
        self._values += values
        if self._values > MAX_VALUES:
            self._refuse(f"more than {MAX_VALUES} values")

    def _keep(self, thing: Any) -> Any:
        self._handles.append(thing)
        return thing

    def _reference(self) -> Any:
        number = self._number(">i") - _FIRST_HANDLE
        if not 0 <= number < len(self._handles):
            self._fail(f"nothing has the number {number}", at=self._at - 4)
        return self._handles[number]

    # --- the grammar ---

    def _content(self) -> Any:
        tag = self._take(1)[0]
        read = self._readers.get(tag)
        if read is None:
            self._fail(f"{tag:#04x} begins nothing", at=self._at - 1)
        self._count(1)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._refuse(f"more than {MAX_DEPTH} things within each other")
        found = read()
        self._depth -= 1
        return found

    def _annotation(self) -> list[Any]:
        """Return the things that a class wrote by itself, up to its end."""
        found = []
        while self._data[self._at : self._at + 1] != bytes([_END]):
            found.append(self._content())
        self._at += 1
        return found

    def _class(self) -> JavaClass:
        found = self._optional_class()
        if found is None:
            self._fail("a class is missing")
        return found

    def _optional_class(self) -> JavaClass | None:
        start = self._at
        found = self._content()
        # One that is being described cannot be its own superclass.
        if found is not None and not (isinstance(found, JavaClass) and found.is_whole):
            self._fail("a class should stand here", at=start)
        return found

    def _class_desc(self) -> JavaClass:
        found = JavaClass(self._text(self._number(">H")))
        self._keep(found)
        self._take(8)  # The version of the class: files of every version are read.
        found.flags = self._number(">B")
        fields = [self._field() for _ in range(self._number(">H"))]
        codes = [_CODES[code] for code, _ in fields if code in _CODES]
        if any(code not in _CODES for code, _ in fields[: len(codes)]):
            self._fail(f"primitive fields of {quote(found.name)} come first")
        found.fields = tuple(name for _, name in fields)
        found.primitives = struct.Struct(">" + "".join(codes))
        found.objects = len(fields) - len(codes)
        return self._finish(found)

    def _field(self) -> tuple[str, str]:
        self._count(1)
        start = self._at
        code = chr(self._number(">B"))
        if code not in _CODES and code not in "L[":
            self._fail(f"{code!r} is no type of a field", at=start)
        name = self._text(self._number(">H"))
        if code not in _CODES and not isinstance(self._content(), str):
            self._fail(f"the type of the field {quote(name)} is no text", at=start)
        return code, name

    def _proxy_desc(self) -> JavaClass:
        found = self._keep(JavaClass("proxy"))
        found.flags = _SERIALIZABLE
        for _ in range(self._number(">i")):
            self._text(self._number(">H"))
        return self._finish(found)

    def _finish(self, found: JavaClass) -> JavaClass:
        self._annotation()
        found.parent = self._optional_class()
        found.is_whole = True
        return found

    def _object(self) -> JavaObject:
        found = JavaObject(self._class())
        self._keep(found)
        for part in found.of.line():
            self._count(1 + len(part.fields))
            if part.flags & _EXTERNALIZABLE:
                if not part.flags & _BLOCK_DATA:
                    message = "is written in a way that only its program can read"
                    self._refuse(f"{quote(part.name)} {message}")
                found.written += self._annotation()
            elif part.flags & _SERIALIZABLE:
                found.values += part.primitives.unpack(self._take(part.primitives.size))
                found.values += [self._content() for _ in range(part.objects)]
                if part.flags & _WRITE_METHOD:
                    found.written += self._annotation()
            else:
                found.values += [None] * len(part.fields)
        return found

    def _array(self) -> Any:
        of = self._class()
        start = self._at
        code, size = of.name[1:2], self._number(">i")
        if not of.name.startswith("["):
            self._fail(f"{quote(of.name)} is no class of arrays", at=start)
        if code in _CODES:
            found = self._keep(array(_CODES[code]))
            found.frombytes(self._take(size * found.itemsize))
            if sys.byteorder == "little":
                found.byteswap()
            return found
        if not 0 <= size <= len(self._data) - self._at:
            self._fail(f"an array of {size} elements does not fit into the file", at=start)
        elements: list[Any] = self._keep([])
        elements.extend(self._content() for _ in range(size))
        return elements

    def _enum(self) -> str:
        self._class()
        place = len(self._handles)
        self._keep(None)
        name = self._content()
        if not isinstance(name, str):
            self._fail("an enum's constant has no name")
        # A reset within would have emptied the handles.
        if place < len(self._handles):
            self._handles[place] = name
        return name
