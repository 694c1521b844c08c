"""Clients of an app that runs: all of them ask it on its own event loop.

A client by itself has a loop for each request, while the app's processes belong to the loop that
it was started on: what is ready on one of them is not heard of on the other.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self
from weakref import WeakKeyDictionary

import pytest

testclient = pytest.importorskip("starlette.testclient")


class AppClient(testclient.TestClient):  # type: ignore[misc, name-defined]
    """A client; with `with` it starts the app, and ends it."""

    _running: ClassVar[WeakKeyDictionary[Any, Any]] = WeakKeyDictionary()

    def __init__(self, app: Any, **how: Any) -> None:
        super().__init__(app, **how)
        self.portal = self._running.get(app)

    def __enter__(self) -> Self:
        super().__enter__()
        self._running[self.app] = self.portal
        return self

    def __exit__(self, *args: Any) -> None:
        self._running.pop(self.app, None)
        super().__exit__(*args)
