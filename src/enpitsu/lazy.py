"""Functions whose modules are imported when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def load_when_called(name: str) -> Callable[..., Any]:
    """Stand in for a function, given as "package.module:function", that most runs do not need."""
    module, _, function = name.partition(":")

    def call(*args: Any, **options: Any) -> Any:
        return getattr(import_module(module), function)(*args, **options)

    return call
