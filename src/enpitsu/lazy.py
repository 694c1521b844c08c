"""Things whose modules are imported when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple


def load_when_called(name: str) -> Callable[..., Any]:
    """Stand in for a function, given as "package.module:function", that most runs do not need."""

    def call(*args: Any, **options: Any) -> Any:
        return load(name)(*args, **options)

    return call


def load(name: str) -> Any:
    """Import the thing that "package.module:thing" names."""
    module, _, thing = name.partition(":")
    return getattr(import_module(module), thing)


class LoadWhenAsked(NamedTuple):
    """Stands in for a part of a kind until it is asked for: `make` gives the part."""

    make: Callable[[], Any]


def load_when_asked(name: str) -> Any:
    """Stand in for a part of a `Kind`, given as "package.module:thing", until it is asked for."""
    return LoadWhenAsked(lambda: load(name))


def make_when_asked(make: Callable[[], Any]) -> Any:
    """Stand in for a part of a `Kind` that is made when it is asked for."""
    return LoadWhenAsked(make)
