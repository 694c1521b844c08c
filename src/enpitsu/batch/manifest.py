"""The manifest of a batch: what it is to be, and what has become of each puzzle so far.

It is written as JSON lines, one as soon as its puzzle is in its place, so that it is also the
journal from which an interrupted batch goes on. Nothing in it depends on the time, the machine or
the number of processes: the same batch has the same manifest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from enpitsu.errors import FormatError

FORM = 1
"""The form of manifests; later ones may have another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a batch is to be, all but how many: who continues it must want the same."""

    version: str
    kind: str
    method: str
    rows: int
    cols: int
    seed: int
    level: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    tries: int | None = None
    graded: bool = False
    """Whether every puzzle has a level, wanted or not."""
    format: str = "json"
    solution: bool = False
    """Whether the solutions are written too."""
    unlike: str = ""
    """Which puzzles must have no twin in it, as a digest; "" for none but its own."""

    def to_line(self) -> str:
        """The first line of a manifest."""
        return _line({"batch": FORM, **asdict(self)})

    @classmethod
    def from_line(cls, line: str) -> Header:
        """The header of a first line; FormatError if it is none."""
        data = _data(line)
        if data.pop("batch", None) != FORM:
            raise FormatError("this is no manifest of a batch that can be continued")
        try:
            return cls(**data)
        except TypeError:
            raise FormatError("the manifest's first line is not as it should be") from None

    def difference(self, other: Header) -> str:
        """What is not the same in another one, in words; "" if nothing."""
        mine, theirs = asdict(self), asdict(other)
        names = [name for name in mine if mine[name] != theirs[name]]
        return ", ".join(f"{name} {theirs[name]} instead of {mine[name]}" for name in names)


class Entry(NamedTuple):
    """What became of one puzzle of a batch."""

    number: int
    """From 1 on."""
    id: str = ""
    """Its fingerprint, which it shares with its twins only; "" if it was not made."""
    seed: int = 0
    attempt: int = 0
    level: str = ""
    place: str = ""
    """Its file, where each has one."""
    end: int = 0
    """The bytes of the common file up to its end, where there is one."""
    failed: str = ""
    """Why it was not made, in words."""

    def to_line(self) -> str:
        """Its line in the manifest: what says nothing is left out."""
        return _line(
            {name: value for name, value in self._asdict().items() if value != _EMPTY[name]}
        )

    @classmethod
    def from_line(cls, line: str) -> Entry:
        """The entry of a line; FormatError if it is none."""
        data = _data(line)
        if any(type(value) is not type(_EMPTY.get(name)) for name, value in data.items()):
            raise FormatError("a line of the manifest is not as it should be")
        return cls(**data) if "number" in data else _no_entry()


_EMPTY: Mapping[str, Any] = Entry(0)._asdict()


def _no_entry() -> Entry:
    raise FormatError("a line of the manifest has no number")


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _data(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise FormatError("a line of the manifest is not JSON")
    return data
