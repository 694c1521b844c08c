"""Finds the kinds: folders under kinds/ and installed packages (entry points "enpitsu.kinds")."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import MappingProxyType

from enpitsu import kinds as _folder
from enpitsu.errors import UnknownKind
from enpitsu.kind import AnyKind, Kind, P

ENTRY_POINT_GROUP = "enpitsu.kinds"


@cache
def kinds() -> Mapping[str, AnyKind]:
    """Every kind by its id."""
    found: dict[str, AnyKind] = {}
    for module in iter_modules(_folder.__path__):
        kind = import_module(f"{_folder.__name__}.{module.name}").KIND
        found[kind.id] = kind
    for point in entry_points(group=ENTRY_POINT_GROUP):
        # A kind of another package that fails must not take the others with it.
        try:
            kind = point.load()
            if kind.id in found:
                raise ValueError(f"there is a kind {kind.id!r} already")
            found[kind.id] = kind
        except Exception as error:
            warnings.warn(f"the kind {point.name!r} is left out: {error}", stacklevel=1)
    return MappingProxyType(found)


def find_kind(name: str) -> AnyKind:
    """The kind with this id; UnknownKind with the known ones if there is none."""
    try:
        return kinds()[name]
    except KeyError:
        known = ", ".join(sorted(kinds()))
        raise UnknownKind(f"unknown kind of puzzle {name[:40]!r}; known: {known}") from None


def kind_of(puzzle: P) -> Kind[P]:
    """The kind a puzzle belongs to."""
    return find_kind(puzzle.kind)
