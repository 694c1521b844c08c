"""Finds the kinds: folders under kinds/ and installed packages (entry points "enpitsu.kinds")."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from enpitsu import kinds as _folder
from enpitsu.errors import UnknownKind
from enpitsu.kind import AnyKind, Kind, P

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "enpitsu.kinds"


class _Kinds(Mapping[str, AnyKind]):
    """Every kind by its id. A folder has its kind's id as its name, so that a kind is imported when
    it is first asked for; installed packages are looked for only where no folder has the name."""

    def __init__(self) -> None:
        self._folders = [module.name for module in iter_modules(_folder.__path__)]

    def __getitem__(self, name: str) -> AnyKind:
        if name in self._folders:
            kind: AnyKind = import_module(f"{_folder.__name__}.{name}").KIND
            return kind
        return self._installed[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._folders
        yield from self._installed

    def __len__(self) -> int:
        return len(self._folders) + len(self._installed)

    @cached_property
    def _installed(self) -> dict[str, AnyKind]:
        found: dict[str, AnyKind] = {}
        for point in entry_points(group=ENTRY_POINT_GROUP):
            # A kind of another package that fails must not take the others with it.
            try:
                kind = point.load()
                if kind.id in (*self._folders, *found):
                    raise ValueError(f"there is a kind {kind.id!r} already")
                check_options(kind)
                found[kind.id] = kind
            except Exception as error:
                warnings.warn(f"the kind {point.name!r} is left out: {error}", stacklevel=1)
        return found


def check_options(kind: AnyKind) -> None:
    """Raise ValueError if an option of a maker has a name that the command line needs itself."""
    from enpitsu.making import TAKEN_NAMES

    for maker in kind.makers:
        for option in maker.options:
            if option.name in TAKEN_NAMES:
                whose = f"the maker {maker.name!r}"
                raise ValueError(f"an option of {whose} cannot be called {option.name!r}")


def entry_points(group: str) -> Iterable[EntryPoint]:
    """The entry points of all installed packages; the package that reads them is slow to import."""
    from importlib import metadata

    return metadata.entry_points(group=group)


@cache
def kinds() -> Mapping[str, AnyKind]:
    """Every kind by its id, each imported when it is first asked for."""
    return _Kinds()


def find_kind(name: str) -> AnyKind:
    """The kind with this id; UnknownKind with the known ones if there is none."""
    try:
        return kinds()[name]
    except KeyError:
        known = ", ".join(sorted(kinds()))
        raise UnknownKind(f"unknown kind of puzzle {name[:40]!r}; known: {known}") from None


def find_near(type_name: str) -> AnyKind | None:
    """The kind that most likely has links and files of a puzzle type, if one does; no other kind is
    imported."""
    return kinds().get(_folder.TYPE_NAMES.get(type_name, type_name))


def kind_of(puzzle: P) -> Kind[P]:
    """The kind a puzzle belongs to."""
    return find_kind(puzzle.kind)
