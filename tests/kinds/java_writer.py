"""Writes Java's serialisation, as much of it as tests need: what Java itself would write."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

from enpitsu.formats.java_serial import MAGIC

PRIMITIVES = {"I": ">i", "Z": ">b", "J": ">q"}


@dataclass(eq=False)
class Type:
    """A class: its fields are a type's letter and a name, primitives first."""

    name: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    flags: int = 2
    parent: Type | None = None


@dataclass(eq=False)
class Thing:
    """An object: values of its fields, superclass first, and what its class writes by itself."""

    of: Type
    values: list[Any] = field(default_factory=list)
    written: list[Any] = field(default_factory=list)


@dataclass(eq=False)
class Row:
    """An array of objects, or of numbers ("[I")."""

    of: Type
    elements: list[Any]


class JavaWriter:
    """Everything that is written, from the magic number on."""

    def __init__(self) -> None:
        self.data = bytearray(MAGIC)
        self._handles: dict[int, int] = {}
        self._kept: list[Any] = []  # Else a new thing might get the id of an old one.

    def write(self, thing: Any) -> None:
        """Write a thing, or where it was written before."""
        if thing is None:
            self.data += b"p"
        elif isinstance(thing, bytes):
            self.data += b"w" + bytes([len(thing)]) + thing
        elif (key := self._key(thing)) in self._handles:
            self.data += b"q" + struct.pack(">i", 0x7E0000 + self._handles[key])
        elif isinstance(thing, str):
            self._keep(thing)
            self.data += b"t" + _utf(thing)
        elif isinstance(thing, Type):
            self._write_type(thing)
        elif isinstance(thing, Row):
            self._write_row(thing)
        else:
            self._write_object(thing)

    def _key(self, thing: Any) -> Any:
        return thing if isinstance(thing, str) else id(thing)

    def _keep(self, thing: Any) -> None:
        self._handles[self._key(thing)] = len(self._handles)
        self._kept.append(thing)

    def _write_type(self, type_: Type) -> None:
        self.data += b"r" + _utf(type_.name) + struct.pack(">q", 1)
        self._keep(type_)
        self.data += struct.pack(">BH", type_.flags, len(type_.fields))
        for letter, name in type_.fields:
            self.data += letter[0].encode() + _utf(name)
            if letter not in PRIMITIVES:
                self.write(letter)
        self.data += b"x"
        self.write(type_.parent)

    def _write_row(self, row: Row) -> None:
        self.data += b"u"
        self.write(row.of)
        self._keep(row)
        self.data += struct.pack(">i", len(row.elements))
        for element in row.elements:
            self._write_value(row.of.name[1], element)

    def _write_object(self, thing: Thing) -> None:
        self.data += b"s"
        self.write(thing.of)
        self._keep(thing)
        values = iter(thing.values)
        parts = [] if thing.of.parent is None else [thing.of.parent]
        for part in [*parts, thing.of]:
            for letter, _ in part.fields:
                self._write_value(letter, next(values))
            if part.flags & 1:
                for each in thing.written:
                    self.write(each)
                self.data += b"x"

    def _write_value(self, letter: str, value: Any) -> None:
        if letter in PRIMITIVES:
            self.data += struct.pack(PRIMITIVES[letter], value)
        else:
            self.write(value)


def _utf(text: str) -> bytes:
    data = text.encode("utf-8")
    return struct.pack(">H", len(data)) + data
