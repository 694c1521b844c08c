"""The manifest of a batch: what it is to be, and what has become of each puzzle so far.

It is written as JSON lines, one as soon as its puzzle is in its place, so that it is also the
journal from which an interrupted batch goes on. Nothing in it depends on the time, the machine or
the number of processes: the same batch has the same manifest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from enpitsu.errors import FormatError

MOST_NUMBER = 10**9
FORM = 1  # the form of manifests; later ones may have another


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The order of a batch, all but its count: who continues it must want the same."""

    version: str
    kind: str
    method: str
    rows: int
    cols: int
    seed: int
    level: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    tries: int | None = None
    conflicts: int | None = None
    graded: bool = False
    """True if every puzzle has a level, wanted or not."""
    format: str = "json"
    solution: bool = False
    """True if the solutions are written too."""
    unlike: str = ""
    """Which puzzles must have no twin in it, as a digest; "" for none but its own."""

    def to_line(self) -> str:
        """Return the first line of a manifest."""
        return _line({"batch": FORM, **asdict(self)})

    @classmethod
    def from_line(cls, line: str) -> Header:
        """Return the header of a first line; FormatError if it is none: manifests may be
        anyone's."""
        data = _data(line)
        if data.pop("batch", None) != FORM:
            raise FormatError("this is no manifest of a batch that can be continued")
        for name, is_right in _HEADER.items():
            if name not in data or not is_right(data[name]):
                raise FormatError(f"the manifest's first line has no right {name}")
        if data.keys() != _HEADER.keys():
            raise FormatError("the manifest's first line has more than it should have")
        return cls(**data)

    def difference(self, other: Header) -> str:
        """Return the difference to another one in words; "" if there is none."""
        mine, theirs = asdict(self), asdict(other)
        words = [
            f"{name} {theirs[name]} instead of {mine[name]}"
            if name != "unlike"
            else "other puzzles that it must be unlike"
            for name in mine
            if mine[name] != theirs[name]
        ]
        return ", ".join(words)


class ManifestEntry(NamedTuple):
    """The result of one puzzle of a batch."""

    number: int
    """From 1 on."""
    id: str = ""
    """Its fingerprint, which it shares with its twins only; "" if it was not made."""
    seed: int = 0
    attempt: int = 0
    level: str = ""
    length: int = 0
    """Steps that it takes, 0 if nobody counted them."""
    place: str = ""
    """Its file, where each has one."""
    end: int = 0
    """The bytes of the common file up to its end, where there is one."""
    failed: str = ""
    """Why it was not made, in words."""

    def to_line(self) -> str:
        """Return its line in the manifest: what says nothing is left out."""
        return _line(
            {name: value for name, value in self._asdict().items() if value != _EMPTY[name]}
        )

    @classmethod
    def from_line(cls, line: str) -> ManifestEntry:
        """Return the entry of a line; FormatError if it is none."""
        data = _data(line)
        entry = cls(**data) if data.keys() <= _EMPTY.keys() and "number" in data else None
        if entry is None or not all(
            is_right(value) for is_right, value in zip(_ENTRY.values(), entry, strict=True)
        ):
            raise FormatError("a line of the manifest is not as it should be")
        if bool(entry.id) == bool(entry.failed):
            raise FormatError("a line of the manifest tells neither of a puzzle nor of a failure")
        return entry


_EMPTY: Mapping[str, Any] = ManifestEntry(0)._asdict()


# --- what is right in a manifest that someone else may have written ------------------------------


def _whole(least: int, most: int = MOST_NUMBER) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _text(pattern: str) -> Callable[[Any], bool]:
    found = re.compile(pattern, re.ASCII)
    return lambda value: isinstance(value, str) and found.fullmatch(value) is not None


def _or_none(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or is_right(value)


def _is_printable(value: Any) -> bool:
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _is_printable(name) and (_is_printable(each) or isinstance(each, int | float | None))
        for name, each in value.items()
    )


_WORD = r"[A-Za-z][\w.+-]{0,99}"
_HEADER: Mapping[str, Callable[[Any], bool]] = {
    "version": _text(r"[\w.+-]{1,100}"),
    "kind": _text(_WORD),
    "method": _text(_WORD),
    "rows": _whole(1),
    "cols": _whole(1),
    "seed": _whole(0, 2**64),
    "level": _or_none(_text(_WORD)),
    "options": _is_options,
    "tries": _or_none(_whole(1, 2**63)),
    "conflicts": _or_none(_whole(0, 2**63)),
    "graded": lambda value: isinstance(value, bool),
    "format": _text(_WORD),
    "solution": lambda value: isinstance(value, bool),
    "unlike": _text(r"[0-9a-f]*"),
}
_ENTRY: Mapping[str, Callable[[Any], bool]] = {
    "number": _whole(1),
    "id": _text(r"([0-9a-f]{16})?"),
    "seed": _whole(0, 2**64),
    "attempt": _whole(0, 2**63),
    "level": _text(r"[\w.+-]{0,100}"),
    "length": _whole(0),
    "place": _text(r"[^/\\\0\ud800-\udfff]{0,250}"),
    "end": _whole(0, 2**63),
    "failed": _is_printable,
}


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _data(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise FormatError("a line of the manifest is not JSON")
    return data
